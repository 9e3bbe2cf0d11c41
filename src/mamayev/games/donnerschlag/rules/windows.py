"""Combat cards (DON-CARDWIN, DON-CCARD): the reaction windows, the die roll, the other side's response, the reroll
(DON-SCHLACHT), and what happens to a played card.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence, Set

from mamayev.engine.box import Box
from mamayev.engine.chancebox import DieBox
from mamayev.engine.fields import Locals
from mamayev.engine.foretell import Forecast
from mamayev.engine.notation import ARG, parts
from mamayev.engine.position import Frame
from mamayev.engine.refusal import Reason
from mamayev.terrain.kept import kept

from ..printed import cards as deck
from ..printed.board import Board
from ..printed.cards import BOX, COMBAT, EVENTS, HAND, JOINT, Event
from ..printed.map import AXIS, SOVIET
from .combat_locals import Combat, Played, Throw
from .effects import IMMEDIATE, IN_COMBAT, possible
from .forecasts import changed, in_vain, stands, vain_together
from .odds import column
from .outlook import faces
from .position import SIDE_NAMES, Operation
from .preparation import SUPREME, pass_luck
from .results import tell_combat_roll
from .verbs import DISCARD as GIVE_UP
from .verbs import KEEP, KEEP_CARD, PASS, PLAY, REROLL, WAIT

WINDOW_TITLES = {
    deck.CARD: "Before the activation card", deck.MOVE: "Before movement", deck.MOVED: "After movement",
    deck.END: "At the end of combat", deck.BEFORE: "Before combat", deck.AFTER: "After combat",
}  # fmt: skip
WHEN = {
    deck.CARD: "before the activation card", deck.MOVE: "before movement", deck.MOVED: "after movement",
    deck.END: "at the end of combat", deck.BEFORE: "before combat", deck.AFTER: "after combat",
    deck.ROLL: "after your own combat die", deck.REACT: "in answer to a card",
}  # fmt: skip
AT_ALL_TIMES = {deck.WINDOWS.index(name) for name in deck.ANY_TIME}


class Window(Locals):
    """The number of the reaction window, the side to decide (0 for the active side, 1 for the other), and the number of
    passes in a row.
    """

    window: int
    turn: int
    passes: int


# ------------------------------------------------------------------ what may be played


def event_of(board: Board, c: int, number: int) -> Event | None:
    """Return the event with the given number on a combat card, or None."""
    return board.events[c][number] if number < len(board.events[c]) else None


def boxed(p: Operation, c: int, number: int) -> bool:
    """DON-BOX-04, DON-CCARD-12: return whether the card, or either half of the pair, comes from the supreme command's
    box.
    """
    return p.where[c] == BOX or (number == JOINT and p.where[p.board.partner[c]] == BOX)


def barred(p: Operation, c: int, number: int, side: int, window: int) -> Reason | None:
    """Return why a side cannot play an event in a reaction window. For a card that the side does not hold, the message
    is the same wherever the card is.
    """
    board = p.board
    name = board.cards[c].name
    if board.card_kind[c] != COMBAT:
        return card_use(board, c)
    if board.card_side[c] != side or p.where[c] not in (HAND, BOX):
        return Reason(f"{name} is not a combat card in your hand or box.", ("DON-CARDWIN-07",))
    return misplaced(board, c, number, window, p.active) or hindered(p, c, number)


def misplaced(board: Board, c: int, number: int, window: int, active: int) -> Reason | None:
    """Return why an event cannot be played in an activation's reaction window, regardless of other events."""
    name, event = board.cards[c].name, event_of(board, c, number)
    if event is None:
        return Reason(f"{name} has no {deck.EVENT_NAMES[number]} event.", ("DON-CCARD-07",))
    if window not in event.windows:
        title = board.cards[c].title
        alike = all(other is None or other.windows == event.windows for other in board.events[c])
        what = title if alike else f"The {deck.EVENT_NAMES[number]} event of {title}"
        return Reason(f"{what} can be played {when_played(event.windows)}.", ("DON-CCARD-05", "DON-CARDWIN-06"))
    if event.own and active != board.card_side[c]:
        return Reason(f"{name} is only possible in your own activation.", ("DON-CCARD-05",))
    if event.role not in (deck.EITHER, deck.ATTACKER if active == board.card_side[c] else deck.DEFENDER):
        role = "attacker" if event.role == deck.ATTACKER else "defender"
        return Reason(f"The {deck.EVENT_NAMES[number]} event of {name} is only for the {role}.", ("DON-CCARD-05",))
    return None


def when_played(windows: Set[int]) -> str:
    """DON-CARDWIN-06: describe when an event can be played."""
    if windows >= AT_ALL_TIMES:
        return "before or after any step, but not in answer to a card or a die"
    return " or ".join(WHEN[number] for number in sorted(windows))


def card_use(board: Board, c: int) -> Reason:
    """Return when a card can be played. The client shows this text when the player clicks on the card at any other
    time.
    """
    card = board.cards[c]
    if card.kind != COMBAT:
        return Reason(f"{card.title} is an activation card: play it at the start of an activation.", ("DON-CMD-02",))
    windows = {window for event in card.events if event is not None for window in event.windows}
    return Reason(f"{card.title} is a combat card: play it {when_played(windows)}.", ("DON-CCARD-05",))


def hindered(p: Operation, c: int, number: int) -> Reason | None:
    """Return why an event cannot be played now, although its reaction window is open."""
    board = p.board
    if number == JOINT and p.where[board.partner[c]] not in (HAND, BOX):
        text = f"The partner of {board.cards[c].name} is not in your hand or box."
        return Reason(text, ("DON-CCARD-10", "DON-CCARD-11"))
    if p.no_air and board.cards[c].air:
        return Reason("Air cards cannot be played for the rest of this turn.", ("DON-CARDWIN-04",))
    if p.survival and (c, number) in prolonging(board):
        return Reason("The 6th Army's survival can be prolonged only once.", ("DON-TRACK-06",))
    return None


@kept()
def prolonging(board: Board) -> set[tuple[int, int]]:
    """DON-TRACK-06: return the cards, each with its event, that prolong the 6th Army's survival."""
    return {
        (c, number)
        for c, row in enumerate(board.events)
        for number, event in enumerate(row)
        if event is not None and any(effect.kind == "survival" for effect in event.effects)
    }


def events_of(board: Board) -> dict[tuple[int, int, int], tuple[tuple[int, int], ...]]:
    """Return the cards, each with its event, that a side could play in each reaction window of an activation."""
    return {
        (side, window, active): tuple(
            (c, number)
            for c in board.deck[side][COMBAT]
            for number in range(EVENTS)
            if not misplaced(board, c, number, window, active)
        )
        for side in (AXIS, SOVIET)
        for window in range(len(deck.WINDOWS))
        for active in (AXIS, SOVIET)
    }


def playable(p: Operation, side: int, window: int) -> list[int]:
    """Return the actions with which a side plays a card in a reaction window, from the hand or the box (DON-BOX-03).

    The player can play either half of a pair alone (DON-CCARD-15), or both.
    """
    where = p.where
    return [
        PLAY | c << ARG | number
        for c, number in p.table.events_of[side, window, p.active]
        if where[c] in (HAND, BOX) and hindered(p, c, number) is None
    ]


def event_played(p: Operation, action: int) -> tuple[int, int, Event] | None:
    """Return the card, the number and the event that an action plays, or None for other actions."""
    verb, c, number = parts(action)
    event = event_of(p.board, c, number) if verb == PLAY else None
    return None if event is None else (c, number, event)


def effect_of(p: Operation, action: int) -> str:
    """Return the effect of playing a card, or "" for other actions."""
    if (played := event_played(p, action)) is None:
        return ""
    c, number, event = played
    return deck.described(event, boxed(p, c, number))


def vain_play(p: Operation, action: int) -> str:
    """Return why playing a card would have no effect, or "" for other actions."""
    played = event_played(p, action)
    return "" if played is None else in_vain(p, *played)


def odds_with(p: Operation, action: int) -> list[Forecast]:
    """Return the odds of the combat if a card is played, or none for other actions."""
    if (played := event_played(p, action)) is None:
        return []
    c, number, event = played
    return changed(p, c, number, event, boxed(p, c, number))


def play_card(p: Operation, c: int, number: int) -> None:
    """DON-CARDWIN-01: play and show a card. Its event is resolved before anything else."""
    board = p.board
    side, from_box = board.card_side[c], boxed(p, c, number)
    both = number == JOINT
    p.put_card(c, deck.DISCARD)
    if both:
        p.put_card(board.partner[c], deck.DISCARD)
    if p.journal is not None:
        source = f" out of the {SUPREME[side]} box" if from_box else ""
        pair = f" together with {board.cards[board.partner[c]].title}" if both else ""
        said = (
            f"The {SIDE_NAMES[side]} side plays {board.cards[c].title}{pair}{source}, {deck.EVENT_NAMES[number]} event."
        )
        p.show_card(c, deck.EVENT_NAMES[number], said, "DON-CARDWIN-01", "DON-CCARD-07")
    p.call("card", 0, c, number, int(from_box))


# ------------------------------------------------------------------ windows


def window(number: int) -> Callable[[Operation, Frame], None]:
    """Return the step that opens a reaction window, unless both sides have passed until their next activation."""

    def step(p: Operation, _f: Frame) -> None:
        p.call("window", number)
        skip_waiting(p, p.frame("window"))

    return step


class CardBox(Box[Operation]):
    """A decision in which a side can play a combat card."""

    within = "combat"

    def note(self, p: Operation, f: Frame, action: int) -> str:
        return effect_of(p, action)

    def play(self, p: Operation, f: Frame, c: int, number: int) -> None:
        p.end()
        play_card(p, c, number)


# --8<-- [start:windows]
def skip_waiting(p: Operation, f: Frame) -> None:
    """DON-CARDWIN-06: pass for a waiting side. Two passes in a row close the reaction window (DON-CARDWIN-01)."""
    while f[Window.passes] < 2:
        side = p.active ^ f[Window.turn]
        if f[Window.window] in (deck.BEFORE, deck.AFTER) or not p.waits[side]:
            return
        f[Window.turn], f[Window.passes] = 1 - f[Window.turn], f[Window.passes] + 1
    p.end()


class CardWindow(CardBox):
    """The reaction window in which the active side plays one card or passes, then the other side, until both pass in a
    row.

    The number of cards is not limited (DON-CCARD-06).
    """

    name = "window"
    title = "Play a combat card?"
    clauses = ("DON-CARDWIN-01", "DON-CARDWIN-02", "DON-CARDWIN-03", "DON-CARDWIN-06")
    locals = Window

    def seat(self, p: Operation, f: Frame) -> int:
        return p.active ^ f[Window.turn]

    def prompt(self, p: Operation, f: Frame) -> str:
        return f"{WINDOW_TITLES[f[Window.window]]}: play a combat card?"

    def options(self, p: Operation, f: Frame) -> list[int]:
        row = [*playable(p, p.active ^ f[Window.turn], f[Window.window]), PASS]
        return row if f[Window.window] in (deck.BEFORE, deck.AFTER) else [*row, WAIT]

    def vain(self, p: Operation, f: Frame, action: int) -> str:
        return vain_play(p, action)

    def idle(self, p: Operation, f: Frame, actions: Sequence[int]) -> bool:
        played = (event_played(p, action) for action in actions)
        return super().idle(p, f, actions) and vain_together(p, [one for one in played if one is not None])

    def foretell(self, p: Operation, f: Frame, action: int) -> list[Forecast]:
        return odds_with(p, action) or super().foretell(p, f, action)

    def waivers(self, p: Operation, f: Frame) -> tuple[int, ...]:
        return PASS, WAIT

    def play(self, p: Operation, f: Frame, c: int, number: int) -> None:
        f[Window.turn], f[Window.passes] = 1 - f[Window.turn], 0
        # If the other side waits, the first is asked again once the card is settled.
        if f[Window.window] not in (deck.BEFORE, deck.AFTER) and p.waits[p.active ^ f[Window.turn]]:
            f[Window.turn], f[Window.passes] = 1 - f[Window.turn], 1
        play_card(p, c, number)

    def pass_(self, p: Operation, f: Frame) -> None:
        f[Window.turn], f[Window.passes] = 1 - f[Window.turn], f[Window.passes] + 1
        skip_waiting(p, f)

    def wait(self, p: Operation, f: Frame) -> None:
        p.waits[p.active ^ f[Window.turn]] = 1
        self.pass_(p, f)

    def bar_wait(self, p: Operation, f: Frame) -> Reason | None:
        if f[Window.window] in (deck.BEFORE, deck.AFTER):
            return Reason("You cannot wait in a combat, because you can answer each enemy card.", ("DON-CARDWIN-03",))
        return None

    def refuse_play(self, p: Operation, f: Frame, c: int, number: int) -> Reason | None:
        return barred(p, c, number, p.active ^ f[Window.turn], f[Window.window])


# --8<-- [end:windows]


# ------------------------------------------------------------------ a card that is being played


def may_cancel(p: Operation, f: Frame) -> bool:
    """Return whether the other side gets a chance to respond. It gets none against a card from the box (DON-BOX-04), or
    if everyone can see that its response cards are used up. The cards in its hand do not matter.
    """
    board = p.board
    other = 1 - board.card_side[f[Played.card]]
    return not f[Played.boxed] and any(p.where[c] in deck.HIDDEN for c in board.cancelling[other])


# --8<-- [start:answer]
class React(CardBox):
    """The response to a card from the enemy's hand, before its die roll."""

    name = "answer"
    title = "Answer the card?"
    clauses = ("DON-BOX-04", "DON-CARDWIN-01")

    def seat(self, p: Operation, f: Frame) -> int:
        return 1 - p.board.card_side[p.frame("card")[Played.card]]

    def prompt(self, p: Operation, f: Frame) -> str:
        card = p.board.cards[p.frame("card")[Played.card]]
        return f"The enemy played {card.title}. Answer it?"

    def help(self, p: Operation, f: Frame) -> str:
        """Return the text of the event that was just played. The card is public."""
        return the_event(p.board, p.frame("card")).text

    def options(self, p: Operation, f: Frame) -> list[int]:
        return [*playable(p, self.seat(p, f), deck.REACT), PASS]

    def waivers(self, p: Operation, f: Frame) -> tuple[int, ...]:
        return (PASS,)

    def pass_(self, p: Operation, f: Frame) -> None:
        p.end()

    def refuse_play(self, p: Operation, f: Frame, c: int, number: int) -> Reason | None:
        return barred(p, c, number, self.seat(p, f), deck.REACT)


# --8<-- [end:answer]


def the_event(board: Board, f: Frame) -> Event:
    """Return the event of the card in a frame."""
    event = event_of(board, f[Played.card], f[Played.event])
    assert event is not None
    return event


def needs_die(p: Operation, f: Frame) -> bool:
    """DON-CCARD-08, DON-BOX-04: return whether a card needs a die roll. A card from the box needs no die roll."""
    return bool(the_event(p.board, f).roll) and not f[Played.boxed] and not f[Played.cancelled]


def throw_for_card(p: Operation, f: Frame) -> None:
    """Roll for a card, as its owner."""
    p.call("throw", 0, p.board.card_side[f[Played.card]])


def settle_card(p: Operation, f: Frame) -> None:
    """DON-T-CARDFATE: decide whether the event takes place, apply it if so, and move the card."""
    board = p.board
    c, number, event = f[Played.card], f[Played.event], the_event(board, f)
    p.end()
    side = board.card_side[c]
    bit = 1 << c * EVENTS + number
    combat = p.frame("combat") if p.inside("combat") else None
    if combat is not None:
        combat[Combat.played] |= bit
        combat[Combat.void] |= bit
    if f[Played.cancelled]:
        p.note(SIDE_NAMES[side], f"{board.cards[c].title} is cancelled and discarded.", "DON-CCARD-16")
        return
    if needs_die(p, f) and f[Played.die] > event.roll:
        p.note(SIDE_NAMES[side], f"{board.cards[c].title} fails and is discarded.", "DON-CCARD-13")
        return
    if not all(possible(p, side, effect) for effect in event.effects):
        p.note(SIDE_NAMES[side], f"What {board.cards[c].title} needs is not there: it has no effect.", "DON-FLOW-05")
        return
    if event.removes:
        for one in (c, board.partner[c]) if number == JOINT else (c,):
            p.put_card(one, deck.REMOVED)
    fate = "removed from the game" if event.removes else "discarded"
    p.note(SIDE_NAMES[side], f"{board.cards[c].title}: {event.text} It is {fate}.", "DON-CCARD-16", "DON-CARDWIN-04")
    if combat is not None:
        combat[Combat.void] &= ~bit
        if any(effect.kind in IN_COMBAT for effect in event.effects):
            combat[Combat.force] |= bit
            if f[Played.boxed]:
                combat[Combat.certain] |= bit
    for effect in event.effects:
        if effect.kind in IMMEDIATE:
            IMMEDIATE[effect.kind](p, side, effect)


# ------------------------------------------------------------------ dice


def of_combat(p: Operation, throw: Frame) -> bool:
    """Return whether a roll is for a combat rather than for a card."""
    return p.table.boxes[p.caller(throw)[0]].name == "combat"


class Roll(DieBox[Operation]):
    """The die roll for a card or a combat."""

    name = "roll"
    title = "the die"
    clauses = ("DON-CRT-01", "DON-CCARD-08")

    def prompt(self, p: Operation, f: Frame) -> str:
        throw = p.frame("throw")
        if of_combat(p, throw):
            return "Roll one die: combat"
        return f"Roll one die: {p.board.cards[p.caller(throw)[Played.card]].title}"

    def die(self, p: Operation, f: Frame, n: int) -> None:
        board = p.board
        throw = p.caller(f)
        what = p.caller(throw)
        p.end()
        throw[Throw.die] = n
        if p.journal is None:
            return
        if of_combat(p, throw):
            tell_combat_roll(p, what, n)
            return
        event, title = the_event(board, what), board.cards[what[Played.card]].title
        result = "succeeds" if n <= event.roll else "fails"
        p.journal.roll(
            SIDE_NAMES[throw[Throw.roller]], f"{title} {result} with a {n} ({event.roll} or less is needed).",
            title=title, chart="", dice=(n,), total=n, result=result, clauses=("DON-CCARD-08", "DON-CCARD-09"),
        )  # fmt: skip


def succeeds(p: Operation, f: Frame) -> bool:
    """DON-CCARD-08: return whether a card's event succeeds with its die roll."""
    return not of_combat(p, f) and f[Throw.die] <= the_event(p.board, p.caller(f)).roll


def may_throw_again(p: Operation, f: Frame) -> bool:
    """DON-SCHLACHT-02, DON-FLOW-03: return whether the player who rolled is offered a reroll: with the marker, or after
    a combat die if public information allows that the player holds a card for it. The player gets no offer after a card
    succeeds.
    """
    if f[Throw.kept] or succeeds(p, f):
        return False
    roller = f[Throw.roller]
    if p.luck == roller:
        return True
    return of_combat(p, f) and any(p.where[c] in deck.HIDDEN for c in p.board.rerolling[roller])


# --8<-- [start:luck]
class Luck(CardBox):
    """The choice to reroll, either with the marker, which then changes sides, or with a card after a combat die."""

    name = "luck"
    title = "Keep the die?"
    clauses = ("DON-SCHLACHT-02", "DON-SCHLACHT-04", "DON-FLOW-03")

    def seat(self, p: Operation, f: Frame) -> int:
        return p.frame("throw")[Throw.roller]

    def prompt(self, p: Operation, f: Frame) -> str:
        throw = p.frame("throw")
        die = throw[Throw.die]
        if not of_combat(p, throw):
            return f"You rolled a {die}: the card {'succeeds' if succeeds(p, throw) else 'fails'}. Keep it?"
        f = p.frame("combat")
        result = faces(p, f, column(p, f)[1])[die - 1]
        return f"You rolled a {die}: {'no effect' if result == '--' else result}. Keep it?"

    def options(self, p: Operation, f: Frame) -> list[int]:
        roller = p.frame("throw")[Throw.roller]
        row = [REROLL] if p.luck == roller else []
        if of_combat(p, p.frame("throw")):
            row += playable(p, roller, deck.ROLL)
        return [*row, KEEP]

    def vain(self, p: Operation, f: Frame, action: int) -> str:
        throw = p.frame("throw")
        best = of_combat(p, throw) and stands(p, p.frame("combat"), throw[Throw.die])
        return "No other result would be better." if action != KEEP and best else ""

    def waivers(self, p: Operation, f: Frame) -> tuple[int, ...]:
        """Return the waivers, or none if everyone can see that the player who rolled has the marker and a use for
        it.
        """
        marked = p.luck == p.frame("throw")[Throw.roller]
        return () if marked and not self.vain(p, f, REROLL) else (KEEP,)

    def keep(self, p: Operation, f: Frame) -> None:
        p.end()
        p.frame("throw")[Throw.kept] = 1

    def reroll(self, p: Operation, f: Frame) -> None:
        p.end()
        p.frame("throw")[Throw.again] = 1
        pass_luck(p)

    def bar_reroll(self, p: Operation, f: Frame) -> Reason | None:
        if p.luck == p.frame("throw")[Throw.roller]:
            return None
        return Reason("You do not hold the Schlachtenglück marker.", ("DON-SCHLACHT-02",))

    def refuse_play(self, p: Operation, f: Frame, c: int, number: int) -> Reason | None:
        if not of_combat(p, p.frame("throw")):
            return Reason("Cards can reroll only combat dice.", ("DON-CCARD-05",))
        return barred(p, c, number, p.frame("throw")[Throw.roller], deck.ROLL)


# --8<-- [end:luck]


def thrown_again(p: Operation, f: Frame) -> bool:
    """DON-SCHLACHT-02, DON-SCHLACHT-04: return whether the die is rerolled. A rerolled die is final."""
    again, f[Throw.again] = f[Throw.again], 0
    f[Throw.kept] |= again
    return bool(again)


def hand_up(p: Operation, f: Frame) -> None:
    """Pass the die roll to its card or combat. Both frames begin with the same fields."""
    p.caller(f)[Played.die] = f[Throw.die]


# ------------------------------------------------------------------ cards given up


def must_cut(side: int) -> Callable[[Operation, Frame], bool]:
    """DON-CCARD-03, DON-CCARD-17: return a test for whether a side must still give up combat cards."""
    return lambda p, f: bool(p.hand(side)) and not f[Cut.kept]


class Cut(Locals):
    """The side, and whether it has chosen the card that it keeps."""

    side: int
    kept: int


class CutBack(Box[Operation]):
    """DON-CCARD-04: a side keeps at most one card."""

    name = "give-up"
    title = "Keep which combat card?"
    clauses = ("DON-CCARD-03", "DON-CCARD-04", "DON-CCARD-17")

    def seat(self, p: Operation, f: Frame) -> int:
        return p.frame("cutting")[Cut.side]

    def options(self, p: Operation, f: Frame) -> list[int]:
        hand = p.hand(self.seat(p, f))
        row = [GIVE_UP | c << ARG for c in hand]
        return [*row, KEEP] if len(hand) == 1 else row

    def shortcuts(self, p: Operation, f: Frame) -> list[int]:
        """Return the actions that keep one card and give up the others."""
        hand = p.hand(self.seat(p, f))
        return [KEEP_CARD | c << ARG for c in hand] if len(hand) > 1 else []

    def terms(self, p: Operation, f: Frame, verb: str) -> tuple[str, str]:
        return ("the last card" if verb == "keep" else "", "")

    def keep_card(self, p: Operation, f: Frame, c: int) -> None:
        p.end()
        p.frame("cutting")[Cut.kept] = 1
        for other in p.hand(p.board.card_side[c]):
            if other != c:
                self.give_up(p, other)

    def refuse_keep_card(self, p: Operation, f: Frame, c: int) -> Reason | None:
        if KEEP_CARD | c << ARG in self.shortcuts(p, f):
            return None
        return self.refuse_discard(p, f, c) or Reason(
            "This is your last card, so there is nothing to give up.", ("DON-CCARD-03",)
        )

    def discard(self, p: Operation, f: Frame, c: int) -> None:
        p.end()
        self.give_up(p, c)

    def give_up(self, p: Operation, c: int) -> None:
        board = p.board
        p.put_card(c, deck.DISCARD)
        said = f"The {SIDE_NAMES[board.card_side[c]]} side gives {board.cards[c].title} up."
        p.show_card(c, "general", said, "DON-CCARD-17")

    def keep(self, p: Operation, f: Frame) -> None:
        p.end()
        p.frame("cutting")[Cut.kept] = 1

    def bar_keep(self, p: Operation, f: Frame) -> Reason | None:
        if len(p.hand(self.seat(p, f))) > 1:
            return Reason("You can keep only one combat card.", ("DON-CCARD-03",))
        return None

    def refuse_discard(self, p: Operation, f: Frame, c: int) -> Reason | None:
        board = p.board
        if board.card_side[c] != self.seat(p, f) or board.card_kind[c] != COMBAT or p.where[c] != HAND:
            return Reason(f"{board.cards[c].name} is not a combat card in your hand.", self.clauses)
        return None
