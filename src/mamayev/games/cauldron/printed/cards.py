"""The event cards, read from cards.toml."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec

from mamayev.match.schema import Form
from mamayev.match.sheet import Sheet

from .map import FEW, Amount, Origin, Short, Text, stated

EFFECTS = {
    "wounded": ("The Wounded marker moves by #.", "CAU-IP-02"),
    "ssi": ("The Strategic Situation Index moves by #.", "CAU-EVENT-01"),
    "supply": ("Supply moves by #.", "CAU-AIR-05"),
    "offensive": ("The Final Offensive moves by #, not below 0.", "CAU-FO-01"),
    "ip": ("Initiative Points of this turn change by #.", "CAU-IP-03"),
    "no-appeal": ("No Appeals are allowed this turn.", "CAU-APPEAL-02"),
    "luftwaffe-marker": ("1 takes the Luftwaffe +1 marker, -1 returns it: #.", "CAU-COMMIT-03"),
    "hoth-marker": ("The player takes the Hoth +1 marker.", "CAU-COMMIT-04"),
    "airlift-each-turn": ("Supply changes by # after each airlift, for the rest of the game.", "CAU-AIR-01"),
    "manstein": ("At an index of # or more, the player takes the Manstein marker and removes the card.", "CAU-VP-06"),
    "airlift-roll": ("# on this turn's airlift roll.", "CAU-AIR-01"),
    "barrage": ("Activated Prepared Defenses turned over: #.", "CAU-PDM-08"),
    "evacuate": ("Up to # Wounded are evacuated at no cost.", "CAU-EVAC-04"),
    "upkeep": ("This turn's full upkeep costs # more.", "CAU-EVENT-01"),
    "movement-supply": ("Each movement payment this turn costs # more supply.", "CAU-MOVE-03"),
}
"""The sentence for each effect, in which # is the amount, and its clause."""
# Effects whose amount is a count or a level. All other amounts are changes, and can be negative.
POSITIVE = ("no-appeal", "hoth-marker", "manstein", "barrage", "evacuate")


class CardData(Form):
    """One card. `effects`: (word, amount) in the order in which they happen when it is drawn as an event."""

    id: Annotated[int, msgspec.Meta(ge=1, le=25)]
    title: Short
    text: Text
    effects: Annotated[tuple[tuple[str, Amount], ...], FEW]
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
        _check_effects(sheet, name, form)
        stated(sheet, name, form.stated, CardData)
        cards[form.id] = form
    for number in range(1, 26):
        if number not in cards:
            raise sheet.wrong(f"card {number}", "", "is missing. The deck has cards 1 to 25.")
    return tuple(cards[number] for number in sorted(cards))


def _check_effects(sheet: Sheet, name: str, card: CardData) -> None:
    for word, amount in card.effects:
        if word not in EFFECTS:
            raise sheet.wrong(name, "effects", f"unknown effect “{word}”. Use one of: {', '.join(EFFECTS)}.")
        if amount == 0 or (amount < 0 and word in POSITIVE):
            raise sheet.wrong(name, "effects", f'"{word}" cannot have the amount {amount}.')
