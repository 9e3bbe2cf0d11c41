"""The historical setup, and the choice of the entry area with its option."""

from __future__ import annotations

from mamayev.engine.box import Box
from mamayev.engine.notation import act
from mamayev.engine.position import Frame

from ..printed.cards import CardData
from .cards import PocketDraw, shuffle_back
from .charts import DECLINED, FLOWN_OUT, NO_EFFECT, POOR_START, SHIFT_LEFT, SHIFT_RIGHT, TEN_SUPPLY, WEATHER, row_of
from .control import relief_name, restore_ring, set_track
from .position import DEPLETED, FAIR, FULL, POOR, Pocket
from .strategic import set_state
from .verbs import ENTRIES, ENTRY


def historical(p: Pocket) -> None:
    """Set up as printed.

    Units have their printed names (CAU-SETUP-09). Commitments have no value yet (CAU-SETUP-12).
    """
    board, components = p.table.board, p.table.components
    # CAU-SETUP-01, CAU-SETUP-02; morale counted on the map is 33 (CAU-SETUP-03).
    p.turn, p.ssi, p.offensive = 1, 10, 1
    p.supply, p.wounded, p.ip, p.weather = p.table.first_supply, 3, 0, FAIR
    # CAU-SETUP-05, CAU-HOTH-02
    p.relief_box, p.relief_letter = 1, 0
    p.deck = sum(1 << card.id for card in components.cards)
    # CAU-SETUP-06
    p.german = board.inside
    # CAU-SETUP-08; battlegroups, optional units and other PDMs stay out of play (CAU-SETUP-11)
    for unit, counter in enumerate(components.units):
        if counter.area:
            p.at[unit] = counter.area
            p.count[counter.area] += 1
            single = p.table.single_sided >> unit & 1
            p.steps[unit] = DEPLETED if counter.depleted or single else FULL
    # CAU-SETUP-10
    for area in components.pdm_active:
        p.pdm_active[area] += 1
    for area in components.pdm_inactive:
        p.pdm_inactive[area] += 1
    # CAU-SETUP-07: the printed Soviet setup is the ring around the pocket.
    restore_ring(p)


class WhatIf(PocketDraw):
    """The What If card, drawn after the setup (CAU-WHATIF-01)."""

    name = "set-up.what-if"
    title = "What if"
    clauses = ("CAU-WHATIF-01",)

    def carry_out(self, p: Pocket, card: CardData) -> None:
        lines = p.table.charts.what_if
        row = row_of(lines, card.random)
        p.what_if = NO_EFFECT + row
        if p.journal is not None:
            text = f"Random Number {card.random}: {lines[row][2]}."
            p.journal.note("What if", text, ("CAU-WHATIF-01", *WHAT_IF_CLAUSES[row]))
        if p.what_if == TEN_SUPPLY:
            set_track(p, "supply", p.supply + 10)
        elif p.what_if == POOR_START:
            set_state(p, "weather", POOR, WEATHER)
        elif p.what_if == SHIFT_LEFT:
            set_entry(p, min(3, p.relief_letter + 1), ("CAU-WHATIF-08", "CAU-WHATIF-10"))
        elif p.what_if == SHIFT_RIGHT:
            set_entry(p, max(0, p.relief_letter - 1), ("CAU-WHATIF-09", "CAU-WHATIF-10"))


WHAT_IF_CLAUSES = (
    *((f"CAU-WHATIF-{number:02}",) for number in range(2, 10)),
    ("CAU-WHATIF-11",),
    ("CAU-WHATIF-12", "CAU-WHATIF-13"),
)
"""The clauses of each line of the What If table."""


def what_if_in_words(p: Pocket) -> str:
    """Return the effect of the What If card as text, or ""."""
    if p.what_if in (FLOWN_OUT, DECLINED):
        return "high officers flown out" if p.what_if == FLOWN_OUT else "flight of the high officers declined"
    return p.table.charts.what_if[p.what_if - NO_EFFECT][2] if p.what_if else ""


def set_entry(p: Pocket, letter: int, clauses: tuple[str, ...]) -> None:
    """Give the relief force an entry area, which determines its commander."""
    table = p.table
    before = relief_name(p)
    p.relief_letter = letter
    if p.journal is not None:
        name, area = relief_name(p), table.board.entries[letter]
        text = f"The relief force is {name}; it comes by entry {ENTRIES[letter].name}, {table.board.names[area]}."
        p.journal.note("Relief", text, clauses, (table.space_id(area),), sorted({before.lower(), name.lower()}))
    restore_ring(p)  # A script may have placed the relief force in box 5, next to its entry area.


def what_if_played(p: Pocket, _f: Frame) -> bool:
    """Return whether the card is drawn."""
    return p.table.what_if


def cards_return(p: Pocket, _f: Frame) -> bool:
    """Return whether cards drawn during setup return to the deck before turn 1 (CAU-FLOW-28). In our reading, they do
    not."""
    return p.table.readings["set_up_cards=shuffled"] and p.discard > 0


def return_cards(p: Pocket, _f: Frame) -> None:
    """Shuffle the drawn cards back into the deck."""
    shuffle_back(p, ("CAU-FLOW-28",))


def entry_open(p: Pocket, _f: Frame) -> bool:
    """Return whether the player chooses the entry area (CAU-HOTH-01).

    The historical setup prints entry A. Its option and any other setup allow the choice.
    """
    return p.table.entry_chosen


class ChooseEntry(Box[Pocket]):
    """The choice of the entry area (CAU-HOTH-01)."""

    name = "set-up.entry"
    title = "Entry area of the relief force"
    question = "Which entry area does the relief force use?"
    clauses = ("CAU-HOTH-01",)

    def options(self, p: Pocket, f: Frame) -> list[int]:
        return [act(ENTRY, letter) for letter in range(len(ENTRIES))]

    def entry(self, p: Pocket, f: Frame, letter: int) -> None:
        p.end()
        set_entry(p, letter, ("CAU-HOTH-01",))
