"""Drawing cards (INF-SOLO-07, INF-GCARD-01)."""

from __future__ import annotations

from collections.abc import Sequence

from mamayev.engine import event
from mamayev.engine.chancebox import DrawBox
from mamayev.engine.fields import Locals
from mamayev.engine.notation import ARG, MASK
from mamayev.engine.position import Frame
from mamayev.engine.refusal import Reason

from ..printed.map import GERMAN, SIDE_NAMES, SOVIET
from .boxes import Unforetold
from .position import HAND, LAID, PLAY, City
from .verbs import LAY
from .victory import judge

EFFECT = "effect"
"""The line of text on a card."""


class Draw(Locals):
    """The number of cards that remain to be drawn."""

    left: int


class GermanDraw(DrawBox[City]):
    """A German draw: support cards go to the hand; a leader comes into play at once and is not replaced
    (INF-GCARD-01)."""

    name = "german-draw"
    title = "a German card"
    deck = "german"
    clauses = ("INF-GCARD-01", "INF-SETUP-10")
    locals = Draw

    def drawer(self, p: City, f: Frame) -> int:
        return GERMAN

    def cards(self, p: City, f: Frame) -> Sequence[int]:
        return p.decks[GERMAN]

    def card(self, p: City, f: Frame, card: int) -> None:
        board = p.board
        leader = board.cards[card].kind == "leader"
        p.take(card, PLAY if leader else HAND)
        if p.journal is not None:
            text = f"The Germans draw {board.cards[card].title}{', who comes into play at once' if leader else ''}."
            drawn = event.Card(deck="german", card=card, line=EFFECT, who="Card", text=text, clauses=self.clauses[:1])
            if leader:
                p.say(drawn)
            else:
                plain = event.Event(who="Card", text="The Germans draw a card.", clauses=self.clauses[:1])
                p.tell(GERMAN, drawn, plain)
        f[Draw.left] -= self.counts(p, card)
        if not (f[Draw.left] and p.decks[GERMAN]):
            p.end()

    def counts(self, p: City, card: int) -> int:
        """Return how many of the cards due are satisfied by this card.

        Under one reading, a leader does not count for the opening hand (INF-SETUP-10). Under another, Paulus also
        doubles the draw of the card itself (INF-FLOW-27).
        """
        board = p.board
        if p.cards[card] != PLAY:
            return 1
        if not p.round:
            return int(not p.table.readings["opening_hand=held"])
        return int(not (card == board.paulus and p.table.readings["paulus_draw=at-once"]))


class SovietDraw(DrawBox[City]):
    """A Soviet draw: a hidden card for the hand, even a leader (INF-SOLO-07, INF-SCARD-01).

    The game ends with the last card of the deck (INF-WIN-05, INF-FLOW-25).
    """

    name = "soviet-draw"
    title = "a Soviet card, unseen"
    deck = "soviet"
    clauses = ("INF-SOLO-07", "INF-WIN-05")
    locals = Draw

    def drawer(self, p: City, f: Frame) -> int:
        return SOVIET

    def cards(self, p: City, f: Frame) -> Sequence[int]:
        return p.decks[SOVIET]

    def card(self, p: City, f: Frame, card: int) -> None:
        p.take(card, HAND)
        if p.journal is not None:
            left = f"{len(p.decks[SOVIET])} are left."
            text = f"The Soviets draw {p.board.cards[card].title}; {left}"
            p.tell(
                SOVIET,
                event.Card(deck="soviet", card=card, line=EFFECT, who="Card", text=text, clauses=self.clauses),
                event.Event(who="Card", text=f"The Soviets draw a card; {left}", clauses=self.clauses),
            )
        f[Draw.left] -= 1
        if not p.decks[SOVIET]:
            judge(p)
        elif not f[Draw.left]:
            p.end()


class SovietCard(DrawBox[City]):
    """Step 1 of a combat: a random card from the Soviet hand, face down (INF-COMBAT-02, INF-SOLO-08)."""

    name = "soviet-card"
    title = "the Soviets' face-down card"
    deck = "soviet"
    clauses: tuple[str, ...] = ("INF-COMBAT-02", "INF-SOLO-08")
    once = True

    def drawer(self, p: City, f: Frame) -> int:
        return SOVIET

    def cards(self, p: City, f: Frame) -> list[int]:
        return p.pile(SOVIET, HAND)

    def card(self, p: City, f: Frame, card: int) -> None:
        p.cards[card] = LAID
        p.note("Card", "The Soviets lay a card face down.", *self.clauses)


class LayCard(Unforetold):
    """Step 1 of a combat: a card that the Soviet player chooses, face down (INF-HUMAN-06)."""

    name = "lay-card"
    title = "Which card do the Soviets play face down?"
    decider = SOVIET
    clauses: tuple[str, ...] = ("INF-HUMAN-06", "INF-COMBAT-02")
    reveals = True

    def options(self, p: City, f: Frame) -> list[int]:
        return [LAY | c << ARG for c in one_of_each(p, SOVIET)]

    def note(self, p: City, f: Frame, action: int) -> str:
        return p.board.cards[action >> ARG & MASK].text

    def lay(self, p: City, f: Frame, card: int) -> None:
        p.end()
        p.cards[card] = LAID
        p.note("Card", "The Soviets lay a card face down.", *self.clauses)

    def refuse_lay(self, p: City, f: Frame, card: int) -> Reason | None:
        return not_offered(p, SOVIET, card, "INF-HUMAN-06")


def one_of_each(p: City, side: int) -> list[int]:
    """Return the cards of a hand, one for each name."""
    found: dict[str, int] = {}
    for c in p.pile(side, HAND):
        found.setdefault(p.board.cards[c].title, c)
    return list(found.values())


def not_offered(p: City, side: int, card: int, clause: str) -> Reason | None:
    """Return why a card in a hand cannot be chosen, or None if it can."""
    cards, offered = p.board.cards, one_of_each(p, side)
    if card in offered:
        return None
    title = cards[card].title
    for other in offered:
        if cards[other].title == title:
            return Reason(f"Choose {cards[other].id} to play {title}.", (clause,))
    return Reason(f"{title} is not in the {SIDE_NAMES[side]} hand.", (clause,))
