"""The event cards, read from cards.toml."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec

from mamayev.match.schema import Form
from mamayev.match.sheet import Sheet

from .map import FEW, Amount, Origin, Short, Text, stated

Effect = Literal[
    "wounded",
    "ssi",
    "supply",
    "offensive",
    "ip",
    "no-appeal",
    "luftwaffe-marker",
    "hoth-marker",
    "airlift-each-turn",
    "manstein",
    "airlift-roll",
    "barrage",
    "evacuate",
    "upkeep",
    "movement-supply",
]
# Effects whose amount is a count or a level. All other amounts are changes, and can be negative.
POSITIVE = ("no-appeal", "hoth-marker", "manstein", "barrage", "evacuate")


class CardData(Form):
    """One card. `effects`: (word, amount) in the order in which they happen when it is drawn as an event."""

    id: Annotated[int, msgspec.Meta(ge=1, le=25)]
    title: Short
    text: Text
    effects: Annotated[tuple[tuple[Effect, Amount], ...], FEW]
    weather: Literal["Fair", "Poor", "Same"]
    offensive: Annotated[tuple[Amount, ...], msgspec.Meta(min_length=1, max_length=2)]
    attack: Literal["None", "All", "Even", "Odd", "Any 3"]
    random: Annotated[int, msgspec.Meta(ge=1, le=13)]
    remove: bool = False
    reshuffle: bool = False
    origin: Origin = "stated"
    stated: Annotated[tuple[str, ...], FEW] = ()


class DeckForm(Form):
    card: list[dict[str, Any]]


def read_cards(sheet: Sheet) -> tuple[CardData, ...]:
    cards: dict[int, CardData] = {}
    deck = sheet.form(DeckForm)
    for name, form in sheet.forms(deck.card, CardData, "card", "id"):
        if form.id in cards:
            raise sheet.wrong(name, "id", "two cards have this id.")
        for word, amount in form.effects:
            if amount == 0 or (amount < 0 and word in POSITIVE):
                raise sheet.wrong(name, "effects", f'"{word}" cannot have the amount {amount}.')
        stated(sheet, name, form.stated, CardData)
        cards[form.id] = form
    for number in range(1, 26):
        if number not in cards:
            raise sheet.wrong(f"card {number}", "", "is missing. The deck has cards 1 to 25.")
    return tuple(cards[number] for number in sorted(cards))
