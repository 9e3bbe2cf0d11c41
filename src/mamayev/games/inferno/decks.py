"""Drawing cards (INF-SOLO-07, INF-GCARD-01)."""

from __future__ import annotations

from mamayev.engine import event
from mamayev.engine.box import DrawBox
from mamayev.engine.fields import Locals
from mamayev.engine.position import Frame

from .board import CARDS, GERMAN, SOVIET
from .position import DECK, HAND, LAID, PLAY, City
from .victory import judge

EFFECT = "effect"
"""The line of a card."""


class Draw(Locals):
    """How many cards are still to be drawn."""

    left: int


class GermanDraw(DrawBox[City]):
    """INF-GCARD-01: support cards go to the hand, a leader comes into play at once and is not replaced."""

    name, title, deck = "german-draw", "a German card", "german"
    clauses = ("INF-GCARD-01", "INF-SETUP-10")
    locals = Draw

    def cards(self, p: City, f: Frame) -> list[int]:
        return p.pile(GERMAN, DECK)

    def card(self, p: City, f: Frame, card: int) -> None:
        leader = CARDS[card].kind == "leader"
        p.cards[card] = PLAY if leader else HAND
        if p.journal is not None:
            text = f"The Germans draw {CARDS[card].title}{', who comes into play at once' if leader else ''}."
            p.say(event.Card(deck="german", card=card, line=EFFECT, who="Card", text=text, clauses=self.clauses[:1]))
        f[Draw.left] -= 1
        if not f[Draw.left]:
            p.end()


class SovietDraw(DrawBox[City]):
    """INF-SOLO-07: unseen, to the hand. INF-WIN-05, INF-FLOW-25: with the last card of the deck the game is over."""

    name, title, deck = "soviet-draw", "a Soviet card, unseen", "soviet"
    clauses = ("INF-SOLO-07", "INF-WIN-05")
    locals = Draw

    def cards(self, p: City, f: Frame) -> list[int]:
        return p.pile(SOVIET, DECK)

    def card(self, p: City, f: Frame, card: int) -> None:
        p.cards[card] = HAND
        p.note("Card", f"The Soviets draw a card; {p.count(SOVIET, DECK)} are left.", *self.clauses)
        f[Draw.left] -= 1
        if not judge(p) and not f[Draw.left]:
            p.end()


class SovietCard(DrawBox[City]):
    """INF-COMBAT-02, INF-SOLO-08: step 1 of a combat, a card of the Soviet hand by chance, face down."""

    name, title, deck = "soviet-card", "the card that the Soviets lay face down", "soviet"
    clauses = ("INF-COMBAT-02", "INF-SOLO-08")

    def cards(self, p: City, f: Frame) -> list[int]:
        return p.pile(SOVIET, HAND)

    def card(self, p: City, f: Frame, card: int) -> None:
        p.end()
        p.cards[card] = LAID
        p.note("Card", "The Soviets lay a card face down.", *self.clauses)
