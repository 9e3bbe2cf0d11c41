"""The deck of 25 cards (CAU-COMP-03, CAU-CARD-01), and Strategic Phase step 1: the random event.

The 1996 edition has chits in a cup (CAU-COMP-04).

The deck is the set of cards not yet drawn. Each draw is random, so the deck is shuffled and hidden (CAU-CARD-02); the
discards are open (CAU-CARD-09). Cards drawn during setup are discarded like others, or return to the deck before turn
1 (CAU-FLOW-28).
"""

from __future__ import annotations

from collections.abc import Callable

from mamayev.engine.box import Box
from mamayev.engine.chancebox import DrawBox
from mamayev.engine.event import Card, Shuffle
from mamayev.engine.notation import act
from mamayev.engine.position import Frame
from mamayev.engine.refusal import Reason

from ..printed.cards import CardData
from .board import bits
from .control import change_offensive, change_ssi, change_wounded, evacuate_wounded, hold, set_track, tell_mark
from .position import Pocket
from .verbs import DISARM

LINES = ("event", "weather", "offensive", "attack", "random")


class PocketDraw(DrawBox[Pocket]):
    """A draw from the deck. `line`: the line of the card that counts (CAU-CARD-05)."""

    deck = "events"
    line = "random"

    def prompt(self, p: Pocket, f: Frame) -> str:
        return f"Draw a {p.table.book.card}: {self.title}"

    def cards(self, p: Pocket, f: Frame) -> list[int]:
        return list(bits(p.deck))

    def card(self, p: Pocket, f: Frame, card_id: int) -> None:
        p.end()
        card = self.take(p, card_id)
        self.carry_out(p, card)
        self.finish(p, card)

    def carry_out(self, p: Pocket, card: CardData) -> None:
        """Apply the line that counts. A box that needs more steps overrides `card`."""
        raise AssertionError(f"{self.name} does nothing with its card")

    def take(self, p: Pocket, card_id: int) -> CardData:
        """Discard and reveal the drawn card (CAU-CARD-03, CAU-CARD-04).

        Under one reading, the discards return before the last card is read (CAU-CARD-06).
        """
        card = p.table.components.cards[card_id - 1]
        if p.table.readings["last_card=waits"] and p.deck == 1 << card_id and p.discard:
            shuffle_back(p, ("CAU-CARD-06",))
        p.deck &= ~(1 << card_id)
        p.discard |= 1 << card_id
        p.seen += bytes((card_id, LINES.index(self.line)))
        if p.journal is not None:
            word = p.table.book.card.capitalize()
            p.journal.add(
                Card(
                    deck=self.deck,
                    card=card_id,
                    line=self.line,
                    who=f"{word} {card_id}",
                    text=f"{word} {card_id}, {card.title}: {line_text(card, self.line)}",
                    clauses=("CAU-CARD-05",),
                )
            )
        return card

    def finish(self, p: Pocket, card: CardData) -> None:
        """Reshuffle after the last card, and after a card that says so (CAU-CARD-06, CAU-CARD-07, CAU-CARD-08).

        By default, the purpose of the draw does not matter. Under the alternative reading, only random events count.
        """
        says_so = card.reshuffle and (self.line == "event" or p.table.readings["reshuffle=any-draw"])
        if says_so or not p.deck:
            shuffle_back(p, ("CAU-CARD-06", "CAU-CARD-07"))


def shuffle_back(p: Pocket, clauses: tuple[str, ...]) -> None:
    """Shuffle the discards into the deck, except for cards out of play (CAU-CARD-08)."""
    p.deck |= p.discard
    p.discard = 0
    if p.journal is not None:
        p.journal.add(
            Shuffle(
                deck=PocketDraw.deck,
                who=p.table.book.deck.capitalize(),
                text=f"The discards are shuffled back into the {p.table.book.deck}.",
                clauses=clauses,
            )
        )


def line_text(card: CardData, line: str) -> str:
    """Return one line of a card as text."""
    if line == "event":
        return card.text
    if line == "weather":
        return f"weather {card.weather}."
    if line == "offensive":
        return f"offensive {' / '.join(f'{n:+d}' for n in card.offensive)}."
    if line == "attack":
        return f"attack {card.attack}."
    return f"random number {card.random}."


class RandomEvent(PocketDraw):
    """Step 1: draw a card and apply its event (CAU-EVENT-01, CAU-EVENT-02)."""

    name = "strategic.event"
    title = "Random event"
    clauses = ("CAU-EVENT-01", "CAU-EVENT-02")
    line = "event"

    def carry_out(self, p: Pocket, card: CardData) -> None:
        remove = card.remove
        if card.id == p.table.milch:
            p.rumors |= 1
        for word, amount in card.effects:
            if word == "manstein":
                remove = self.manstein(p, amount)
            else:
                EFFECTS[word](p, amount)
            if p.outcome:
                # The game is over; the rest of the card does not happen (CAU-SSI-02).
                break
        if remove:
            p.discard &= ~(1 << card.id)
            p.removed |= 1 << card.id

    def manstein(self, p: Pocket, needed: int) -> bool:
        """Give the player the Manstein marker, which is worth a victory point, if the SSI is high enough
        (CAU-VP-06).
        """
        if p.ssi < needed:
            return False
        hold(p, "manstein", 1, "manstein", "Manstein has stabilized the front.", ("CAU-VP-06",))
        return True


def _supply(p: Pocket, amount: int) -> None:
    set_track(p, "supply", max(0, p.supply + amount))


def _no_appeal(p: Pocket, amount: int) -> None:
    p.appeal_barred = 1


def _luftwaffe_marker(p: Pocket, amount: int) -> None:
    held = int(amount > 0)
    text = "The Luftwaffe +1 marker is " + ("taken." if held else "given up.")
    hold(p, "luftwaffe_marker", held, "luftwaffe-marker", text, ("CAU-COMMIT-03",))


def _hoth_marker(p: Pocket, amount: int) -> None:
    hold(p, "hoth_marker", 1, "hoth-marker", "The Hoth +1 marker is taken.", ("CAU-COMMIT-04",))


def _barrage(p: Pocket, amount: int) -> None:
    standing = sum(p.pdm_active)
    if not standing:
        change_wounded(p, 1)
    for _ in range(min(amount, standing)):
        p.call("strategic.barrage")


def _adds(field: str) -> Callable[[Pocket, int], None]:
    def effect(p: Pocket, amount: int) -> None:
        setattr(p, field, getattr(p, field) + amount)

    return effect


EFFECTS = {
    "wounded": change_wounded,
    "ssi": change_ssi,
    "supply": _supply,
    "offensive": change_offensive,
    "ip": _adds("event_ip"),
    "no-appeal": _no_appeal,
    "luftwaffe-marker": _luftwaffe_marker,
    "hoth-marker": _hoth_marker,
    "airlift-each-turn": _adds("airlift_each_turn"),
    "airlift-roll": _adds("event_airlift"),
    "barrage": _barrage,
    "evacuate": evacuate_wounded,
    "upkeep": _adds("event_upkeep"),
    "movement-supply": _adds("event_movement"),
}


class Barrage(Box[Pocket]):
    """An event that turns an activated PDM to its inactive side; the player chooses which."""

    name = "strategic.barrage"
    title = "Soviet barrage"
    question = "Which Prepared Defense do you deactivate?"
    clauses = ("CAU-EVENT-01",)

    def options(self, p: Pocket, f: Frame) -> list[int]:
        return [act(DISARM, area) for area, count in enumerate(bytes(p.pdm_active)) if count]

    def disarm(self, p: Pocket, f: Frame, area: int) -> None:
        p.end()
        turn_pdm(p, area, ("CAU-EVENT-01",))

    def refuse_disarm(self, p: Pocket, f: Frame, area: int) -> Reason | None:
        if p.pdm_active[area]:
            return None
        return Reason(
            f"{p.table.board.names[area]} has no activated Prepared Defense.", ("CAU-EVENT-01", "CAU-COMP-10")
        )


def turn_pdm(p: Pocket, area: int, clauses: tuple[str, ...]) -> None:
    """Turn an activated PDM to its inactive side."""
    p.pdm_active[area] -= 1
    p.pdm_inactive[area] += 1
    tell_mark(p, "pdm-active", area, -1, "a Prepared Defense turns to its inactive side.", clauses)
    tell_mark(p, "pdm-inactive", area, 1, "an inactive Prepared Defense stands here.", clauses)
