"""The printed cards of both decks (INF-GCARD, INF-SCARD)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any, Literal, NamedTuple

import msgspec

from mamayev.engine.components import Files
from mamayev.match.schema import Form

from .map import GERMAN, PRINTED, SIDE_NAMES, SOVIET, HexName, Id, Note, Origin, Short
from .units import Blocks

CARD_HITS_ON = (4, 5)
"""The lowest roll on which a card's dice hit, by side (INF-GCARD-06, INF-SCARD-07)."""
LEADERS = ("paulus", "hoth"), ("chuikov", "khrushchev")
"""The ids of the leader cards, by side."""
MOST_CARDS = 200

Copies = Annotated[int, msgspec.Meta(ge=1, le=20)]


class CardForm(Form):
    id: Id
    title: Short
    kind: Literal["leader", "fire", "sniper", "pak", "aa", "infiltration", "t34"]
    clause: Annotated[str, msgspec.Meta(pattern="^INF-[A-Z]+-[0-9]{2}$")]
    copies: Copies
    text: Note
    origin: Origin
    dice: Annotated[int, msgspec.Meta(ge=0, le=12)] = 0
    rubble: Annotated[int, msgspec.Meta(ge=0, le=6)] = 0
    airstrike: bool = False
    copies_of_23: Copies | None = None
    hexes: tuple[HexName, ...] = ()


class GermanCardForm(CardForm):
    kind: Literal["leader", "fire", "sniper", "pak"]


CARD_FORMS: tuple[type[CardForm], type[CardForm]] = (GermanCardForm, CardForm)
"""The form of a card entry, by side."""


class CardsForm(Form):
    german: list[dict[str, Any]]
    soviet: list[dict[str, Any]]


class Card(NamedTuple):
    """A card.

    `kind`: leader, fire, sniper, pak, aa, infiltration or t34. `clause`: the clause of its effect. `dice` and `rubble`:
    the values for cards that fire. `hex`: where an AA card places rubble, or -1 for other cards. `late`: only in the
    larger Soviet deck.
    """

    id: str
    title: str
    side: int
    kind: str
    clause: str
    text: str
    origin: Literal["stated", "reconstructed"]
    dice: int = 0
    rubble: int = 0
    airstrike: bool = False
    hex: int = -1
    late: bool = False


class Decks(Blocks):
    """The cards that belong to a board, from cards.toml."""

    def read_cards(self, own: Files | None) -> None:
        self.sheet = PRINTED.sheet("cards.toml", own)
        self._shuffle(self.sheet.form(CardsForm))

    def _shuffle(self, form: CardsForm) -> None:
        german, soviet = (
            [
                card
                for entry, one in self.sheet.forms(row, CARD_FORMS[side], "card", "id")
                for card in self._copies(entry, one, side)
            ]
            for side, row in ((GERMAN, form.german), (SOVIET, form.soviet))
        )
        self.cards = (*german, *soviet)
        if len(self.cards) > MOST_CARDS:
            raise self.sheet.wrong("", "copies", f"there are more than {MOST_CARDS} cards.")
        self.sheet.once("", "id", [card.id for card in self.cards])
        self.card = {card.id: c for c, card in enumerate(self.cards)}
        self.german_cards, self.soviet_cards = range(len(german)), range(len(german), len(self.cards))
        self.paulus, self.hoth, self.chuikov, self.khrushchev = map(self._leader, LEADERS[GERMAN] + LEADERS[SOVIET])

    def _leader(self, name: str) -> int:
        return self.sheet.find("", "id", name, self.card, "card in this file; the rules name it")

    def _copies(self, entry: str, form: CardForm, side: int) -> Iterator[Card]:
        copies = form.copies_of_23 or form.copies
        if (form.kind == "leader") != (form.id in LEADERS[side]):
            leaders = " and ".join(LEADERS[side])
            raise self.sheet.wrong(entry, "kind", f"the {SIDE_NAMES[side]} leaders must be exactly {leaders}.")
        if (form.kind == "aa") != bool(form.hexes) or (form.hexes and len(form.hexes) != copies):
            raise self.sheet.wrong(
                entry, "hexes", "each copy of an AA card must have a hex, and no other card can have one."
            )
        for n in range(copies):
            text = f"{form.text.removesuffix('.')}: {form.hexes[n]}." if form.hexes else form.text
            yield Card(
                form.id if copies == 1 else f"{form.id}-{n + 1}",
                f"{form.title} {form.hexes[n]}" if form.hexes else form.title,
                side, form.kind, form.clause, text, form.origin, form.dice, form.rubble, form.airstrike,
                self._hex(entry, "hexes", form.hexes[n]) if form.hexes else -1, n >= form.copies,
            )  # fmt: skip
