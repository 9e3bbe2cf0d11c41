"""Preparation for play (DON-SETUP), and the deal of cards during the preparation and in each Admin Phase (DON-ADMIN,
DON-HICOM, DON-SCHLACHT, DON-BOX, DON-RESHUF)."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from mamayev.engine.box import Box
from mamayev.engine.chancebox import DrawBox
from mamayev.engine.event import TrackChange
from mamayev.engine.fields import Locals
from mamayev.engine.notation import ARG, parts
from mamayev.engine.position import Frame
from mamayev.engine.refusal import Reason
from mamayev.engine.words import sentence

from ..printed import cards as deck
from ..printed.cards import ACTIVATION, BOX, COMBAT, DECKS, DRAW, HAND
from ..printed.map import AXIS, OFF_MAP, SEATS, SOVIET
from ..printed.units import AXIS_FORMATIONS, FORMATION, FORMATION_NAMES, NONE, WAITING
from .position import SIDE_NAMES, Operation
from .verbs import ATTACH, CLAIM, DECLINE, PICK, STOW, STOW_BOTH, SWAP

FIRST, RESHUFFLE, LAST_EFFORT = 1, 4, 8
SUPREME = ("OKH", "STAVKA")
"""DON-BOX-01: the owner of the box, by side."""


class OfSide(Locals):
    """The side that decides."""

    side: int


class SideBox(Box[Operation]):
    """An optional decision for the side named in its frame."""

    locals = OfSide

    def seat(self, p: Operation, f: Frame) -> int:
        return f[OfSide.side]

    def decline(self, p: Operation, f: Frame) -> None:
        p.end()


# ------------------------------------------------------------------ independent units


class Attach(Box[Operation]):
    name = "attach"
    title = "Attach the StuG to which formations?"
    clauses = ("DON-SETUP-02",)

    def prompt(self, p: Operation, f: Frame) -> str:
        board = p.board
        waiting = [board.units[u].name for u in board.stugs if p.formation(u) == NONE]
        return f"Attach {' and '.join(waiting)} to which formation{'s' * (len(waiting) > 1)}?"

    def options(self, p: Operation, f: Frame) -> list[int]:
        waiting = [u for u in p.board.stugs if p.formation(u) == NONE]
        return [ATTACH | u << ARG | n for u in waiting for n in AXIS_FORMATIONS]

    def attach(self, p: Operation, f: Frame, u: int, formation: int) -> None:
        """Attach a unit. It begins in the hex that the data gives, begins with its formation's HQ, or arrives with the
        formation.
        """
        board = p.board
        p.end()
        p.attached[board.stugs.index(u)] = formation
        name = FORMATION_NAMES[formation]
        text = f"{board.units[u].name} is attached to the {name} for the whole game."
        p.note("Axis", text, "DON-SETUP-02", units=(u,))
        h = board.units[u].start if board.units[u].home == formation else p.at[board.hq_of[formation]]
        if h < OFF_MAP:
            p.come(u, h, "set up", "DON-SETUP-01")
        else:
            p.at[u] = WAITING

    def refuse_attach(self, p: Operation, f: Frame, u: int, formation: int) -> Reason | None:
        board = p.board
        if u not in board.stugs:
            return Reason(f"{board.units[u].name} cannot be attached.", self.clauses)
        if p.formation(u) != NONE:
            return Reason(f"{board.units[u].name} is already attached, for the whole game.", self.clauses)
        if formation not in AXIS_FORMATIONS:
            return Reason(f"The {FORMATION_NAMES[formation]} is not an Axis formation.", self.clauses)
        return None


def to_attach(p: Operation, _f: Frame) -> bool:
    """DON-SETUP-02: return whether a StuG Abteilung has no formation yet."""
    return any(p.formation(u) == NONE for u in p.board.stugs)


def arrival(p: Operation, u: int) -> int:
    """Return the turn in which a unit is due. An attached unit arrives with its formation."""
    board = p.board
    if u in board.stugs:
        return board.units[board.hq_of[FORMATION["17P"]]].turn
    return board.units[u].turn


# ------------------------------------------------------------------ dealing


class Draw(DrawBox[Operation]):
    """A random card from the draw pile for the hand (DON-SETUP-04), which only its owner sees."""

    title = "a card for the hand"
    clauses = ("DON-SETUP-05", "DON-ADMIN-01")

    def __init__(self, side: int, kind: int) -> None:
        self.side, self.kind = side, kind
        self.deck = DECKS[side][kind]  # type: ignore[misc]
        self.name = f"draw-{self.deck}"

    def drawer(self, p: Operation, f: Frame) -> int:
        return self.side

    def cards(self, p: Operation, f: Frame) -> list[int]:
        return p.held(self.side, self.kind, DRAW)

    def card(self, p: Operation, f: Frame, c: int) -> None:
        p.end()
        p.where[c] = HAND
        who, what = SIDE_NAMES[self.side], deck.KIND_NAMES[self.kind]
        article = "an" if self.kind == ACTIVATION else "a"
        said = f"The {who} side draws {article} {what} card."
        p.tell_card(c, FIRST_LINE[self.kind], sentence(f"You draw {p.board.cards[c].name}"), said)


FIRST_LINE = ("way", "general")


class Deal(Locals):
    """The number of cards that each side has moved from its hand to its box during this deal."""

    axis: int
    soviet: int


def quota(p: Operation, side: int, kind: int) -> int:
    """DON-ADMIN-01: return the size of the hand after the deal. DON-BOX-02: a card put into the box is not replaced
    this turn."""
    if kind == ACTIVATION:
        return 0 if p.turn == LAST_EFFORT else p.limits[side][ACTIVATION]
    boxed = p.frame("deal")[(Deal.axis, Deal.soviet)[side]]
    return p.limits[side][COMBAT] - p.claimed[side] - boxed


def short(side: int, kind: int) -> Callable[[Operation, Frame], bool]:
    """Return a test for whether a side gets another card of a kind.

    An empty pile is refilled from its discards (DON-ADMIN-03), but not before the reshuffle of turn 4 (DON-RESHUF-02).
    """

    def test(p: Operation, _f: Frame) -> bool:
        if len(p.hand(side, kind)) >= quota(p, side, kind):
            return False
        if p.held(side, kind, DRAW):
            return True
        if (p.turn == RESHUFFLE and p.held(side, kind, deck.LATE)) or not p.held(side, kind, deck.DISCARD):
            return False
        p.shuffle(side, kind, deck.DISCARD)
        return True

    return test


class Claim(SideBox):
    """DON-HICOM-02, one reading: a side asks for a High Command card before the deal."""

    name = "claim"
    title = "Ask for a High Command card, with one card fewer in the deal?"
    clauses = ("DON-HICOM-02",)

    def options(self, p: Operation, f: Frame) -> list[int]:
        return [CLAIM, DECLINE]

    def claim(self, p: Operation, f: Frame) -> None:
        p.end()
        p.claimed[f[OfSide.side]] = 1


def high_command_due(p: Operation, _f: Frame) -> bool:
    """DON-HICOM-01, DON-SETUP-07: return whether High Command offers a card this turn (turns 1, 4 and 8)."""
    return p.turn in (FIRST, RESHUFFLE, LAST_EFFORT)


class CombatCardBox(SideBox):
    """A decision about combat cards that shows the text of each card's events."""

    def note(self, p: Operation, f: Frame, action: int) -> str:
        verb, c, _ = parts(action)
        if verb == DECLINE:
            return ""
        row = zip(deck.EVENT_NAMES, p.board.events[c], strict=True)
        return " ".join(f"{name.title()}: {deck.described(event)}" for name, event in row if event is not None)


class HighCommand(CombatCardBox):
    """The choice of a combat card from the early cards, from the late cards, or from all cards not removed."""

    name = "high-command"
    title = "Take which combat card from High Command?"
    clauses = ("DON-HICOM-01",)

    def offered(self, p: Operation, side: int) -> list[int]:
        """Return the cards to choose from."""
        return p.held(side, COMBAT, deck.LATE if p.turn == RESHUFFLE else DRAW)

    def options(self, p: Operation, f: Frame) -> list[int]:
        row = [PICK | c << ARG for c in self.offered(p, f[OfSide.side])]
        return row if p.claimed[f[OfSide.side]] and row else [*row, DECLINE]

    def pick(self, p: Operation, f: Frame, c: int) -> None:
        p.end()
        side = f[OfSide.side]
        if p.turn == RESHUFFLE:
            p.where[c] = deck.PICKED
        else:
            take_pick(p, c, side)
        who = SIDE_NAMES[side]
        said = f"High Command gives the {who} side a card of its choice."
        p.tell_card(c, "general", sentence(f"High Command gives you {p.board.cards[c].name}"), said, *self.clauses)

    def refuse_pick(self, p: Operation, f: Frame, c: int) -> Reason | None:
        board = p.board
        if board.card_side[c] != f[OfSide.side] or board.card_kind[c] != COMBAT:
            return Reason(f"{board.cards[c].name} is not one of your combat cards.", self.clauses)
        if c not in self.offered(p, f[OfSide.side]):
            return Reason(f"{board.cards[c].name} is not in the High Command pile.", self.clauses)
        return None

    def bar_decline(self, p: Operation, f: Frame) -> Reason | None:
        return Reason("You asked for a card, so take one.", ("DON-HICOM-02",)) if p.claimed[f[OfSide.side]] else None


def take_pick(p: Operation, c: int, side: int) -> None:
    """DON-HICOM-02: put a High Command card into the hand or, under one reading, into the empty box."""
    boxed = p.table.high_command == "box" and not p.held(side, COMBAT, BOX)
    p.where[c] = BOX if boxed else HAND
    if boxed:
        fill_box(p, side, ())


def take_up_picks(p: Operation, _f: Frame) -> None:
    """DON-RESHUF-02: the High Command cards from the late cards join the hand, beyond its limit."""
    for side in (AXIS, SOVIET):
        for c in p.held(side, COMBAT, deck.PICKED):
            take_pick(p, c, side)
            p.late_pick |= 1 << c
    p.claimed = [0, 0]


def reshuffle(p: Operation, _f: Frame) -> None:
    """DON-RESHUF-01, DON-RESHUF-03, DON-RESHUF-04, DON-CCARD-14: add the late cards, and make new draw piles from all
    cards except those in hand, in a box or removed.
    """
    for side in (AXIS, SOVIET):
        for kind in (ACTIVATION, COMBAT):
            if p.turn == RESHUFFLE or kind == COMBAT:
                p.shuffle(side, kind, deck.DISCARD, deck.LATE)


# ------------------------------------------------------------------ Schlachtenglück: the exchange of a card


def may_exchange(side: int) -> Callable[[Operation, Frame], bool]:
    """DON-SCHLACHT-03: return a test for whether a side holds the marker and has not exchanged a card in this deal."""
    return lambda p, f: p.luck == side and not p.exchanged[side]


class Exchange(SideBox):
    name = "exchange"
    title = "Exchange a card for a new one?"
    hint = "This uses Schlachtenglück, which then passes to the enemy."
    clauses = ("DON-SCHLACHT-03", "DON-SCHLACHT-04")

    def options(self, p: Operation, f: Frame) -> list[int]:
        side = f[OfSide.side]
        kinds = [kind for kind in (ACTIVATION, COMBAT) if p.held(side, kind, DRAW)]
        return [*(SWAP | c << ARG for kind in kinds for c in p.hand(side, kind)), DECLINE]

    def draw(self, p: Operation, f: Frame, uniform: Callable[[], float]) -> int:
        """In random play, use the marker 25% of the time, because it has a second use."""
        row = self.options(p, f)
        return DECLINE if uniform() < 0.75 else row[int(uniform() * len(row))]

    def swap(self, p: Operation, f: Frame, c: int) -> None:
        """Draw the replacement first, then put the card back (DON-SCHLACHT-03)."""
        board = p.board
        p.end()
        side = f[OfSide.side]
        p.exchanged[side] = 1
        p.where[c] = deck.ASIDE
        if side == SOVIET and board.card_kind[c] == COMBAT:
            p.swaps += 1
        pass_luck(p)
        p.call("exchanging", side)
        p.call(f"draw-{DECKS[side][board.card_kind[c]]}")

    def refuse_swap(self, p: Operation, f: Frame, c: int) -> Reason | None:
        board = p.board
        if board.card_side[c] != f[OfSide.side] or p.where[c] != HAND:
            return Reason(f"{board.cards[c].name} is not in your hand.", self.clauses)
        if not p.held(board.card_side[c], board.card_kind[c], DRAW):
            return Reason(f"No {deck.KIND_NAMES[board.card_kind[c]]} card is left to draw.", self.clauses)
        return None


def put_back(p: Operation, f: Frame) -> None:
    """DON-SCHLACHT-03: put the exchanged card back into its pile."""
    for kind in (ACTIVATION, COMBAT):
        for c in p.held(f[OfSide.side], kind, deck.ASIDE):
            p.where[c] = DRAW
            p.old &= ~(1 << c)
            p.late_pick &= ~(1 << c)
            p.beside &= ~(1 << c)


def pass_luck(p: Operation) -> None:
    """DON-SCHLACHT-04: the marker passes to the other side."""
    set_luck(p, 1 - p.luck, "DON-SCHLACHT-04")


def set_luck(p: Operation, side: int, clause: str) -> None:
    """Give the Schlachtenglück marker to a side."""
    before, p.luck = p.luck, side
    if p.journal is not None and before != side:
        text = f"The Schlachtenglück marker goes to the {SIDE_NAMES[side]} side."
        seats = SEATS[before].title(), SEATS[side].title()
        p.journal.add(
            TrackChange(track="luck", from_=seats[0], to=seats[1], who="Schlachtenglück", text=text, clauses=(clause,))
        )


def axis_takes_luck(p: Operation, _f: Frame) -> None:
    """DON-SCHLACHT-01, DON-SCHLACHT-05, DON-ADMIN-04: give the Schlachtenglück marker to the Axis."""
    set_luck(p, AXIS, "DON-SCHLACHT-05")


def new_deal(p: Operation, _f: Frame) -> None:
    """DON-SCHLACHT-03: with a new hand, each side can exchange a card again."""
    p.exchanged = [0, 0]


# ------------------------------------------------------------------ the supreme command's box


def may_stow(side: int) -> Callable[[Operation, Frame], bool]:
    """DON-BOX-02, DON-BOX-07, DON-BOX-08: return a test for whether a card can go into the box.

    A Soviet box with one card may lack a partner. The side is asked in any case, so the question reveals nothing.
    """
    return lambda p, f: len(p.held(side, COMBAT, BOX)) < (1 if side == AXIS else 2)


def fill_box(p: Operation, side: int, hand: Iterable[int]) -> None:
    """Record that a card went into a box, either from a hand that now holds the given cards, or directly."""
    p.boxed[side] = p.turn
    p.beside = p.beside & ~p.board.owned[side] | sum(1 << c for c in hand)


class Stow(CombatCardBox):
    name = "stow"
    title = "Put a combat card into the box?"
    clauses = ("DON-BOX-02", "DON-ADMIN-02", "DON-BOX-07")

    def prompt(self, p: Operation, f: Frame) -> str:
        return f"Put a combat card into the {SUPREME[f[OfSide.side]]} box?"

    def fitting(self, p: Operation, side: int) -> list[int]:
        """Return the cards that a side can put into its box."""
        inside = p.held(side, COMBAT, BOX)
        hand = p.hand(side)
        return hand if not inside else [c for c in hand if p.board.partner.get(c) == inside[0]]

    def options(self, p: Operation, f: Frame) -> list[int]:
        board = p.board
        side = f[OfSide.side]
        cards, empty = self.fitting(p, side), not p.held(side, COMBAT, BOX)
        both = [c for c in cards if empty and c < board.partner.get(c, NONE) and p.where[board.partner[c]] == HAND]
        return [*(STOW | c << ARG for c in cards), *(STOW_BOTH | c << ARG for c in both), DECLINE]

    def stow(self, p: Operation, f: Frame, c: int) -> None:
        p.end()
        side = f[OfSide.side]
        p.where[c] = BOX
        p.frame("deal")[(Deal.axis, Deal.soviet)[side]] += 1
        fill_box(p, side, p.hand(side))
        box, who = SUPREME[side], SIDE_NAMES[side]
        public = f"The {who} side puts a card face down into the {box} box."
        p.tell_card(c, "general", f"{p.board.cards[c].name} goes into the {box} box.", public, "DON-BOX-02")

    def stow_both(self, p: Operation, f: Frame, c: int) -> None:
        board = p.board
        self.stow(p, f, c)
        p.where[board.partner[c]] = BOX
        p.frame("deal")[Deal.soviet] += 1
        secret = f"{board.cards[board.partner[c]].name} goes into the STAVKA box."
        p.tell_card(board.partner[c], "general", secret, "A second card goes with it.", "DON-BOX-08")

    def refuse_stow(self, p: Operation, f: Frame, c: int) -> Reason | None:
        board = p.board
        if board.card_side[c] != f[OfSide.side] or board.card_kind[c] != COMBAT or p.where[c] != HAND:
            return Reason(f"{board.cards[c].name} is not a combat card in your hand.", self.clauses)
        if c in self.fitting(p, f[OfSide.side]):
            return None
        return Reason("The box has a card; only its partner can join it.", ("DON-BOX-07", "DON-BOX-08"))

    def refuse_stow_both(self, p: Operation, f: Frame, c: int) -> Reason | None:
        if STOW_BOTH | c << ARG in self.options(p, f):
            return None
        return Reason(f"{p.board.cards[c].name} and its partner are not both in your hand.", ("DON-BOX-08",))
