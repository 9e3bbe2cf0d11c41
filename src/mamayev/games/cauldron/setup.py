"""The historical set-up, and the choice of the entry area where the option gives it."""

from __future__ import annotations

from mamayev.engine.box import Box
from mamayev.engine.notation import encode
from mamayev.engine.position import Frame

from .control import restore_ring
from .position import DEPLETED, FAIR, FULL, Pocket
from .verbs import ENTRIES, ENTRY


def historical(p: Pocket) -> None:
    """The set-up as printed; units are named as there (CAU-SETUP-09), commitments have no value yet (CAU-SETUP-12)."""
    board, components = p.table.board, p.table.components
    # CAU-SETUP-01, CAU-SETUP-02; morale is counted from the map and comes to 33 (CAU-SETUP-03).
    p.turn, p.ssi, p.offensive = 1, 10, 1
    p.supply, p.wounded, p.ip, p.weather = 10, 3, 0, FAIR
    # CAU-SETUP-05, CAU-HOTH-02
    p.relief_box, p.relief_letter = 1, 0
    p.deck = sum(1 << card.id for card in components.cards)
    # CAU-SETUP-06
    p.german = board.inside
    # CAU-SETUP-08; battlegroups, leftover units and further PDMs stay out of play (CAU-SETUP-11)
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
    # CAU-SETUP-07: the printed Soviet set-up is the ring round the pocket.
    restore_ring(p)


def entry_open(p: Pocket, _f: Frame) -> bool:
    """CAU-HOTH-01: the historical set-up prints entry A; the option gives the choice back."""
    return bool(p.table.options["entry"] == "choose")


class ChooseEntry(Box[Pocket]):
    """Where the relief force comes from (CAU-HOTH-01)."""

    name = "setup.entry"
    title = "Entry area of the relief force"
    clauses = ("CAU-HOTH-01",)

    def prompt(self, p: Pocket, f: Frame) -> str:
        return "By which entry area does the relief force come?"

    def options(self, p: Pocket, f: Frame) -> list[int]:
        return [encode(ENTRY, letter) for letter in range(len(ENTRIES))]

    def entry(self, p: Pocket, f: Frame, letter: int) -> None:
        p.end()
        p.relief_letter = letter
        if p.journal is not None:
            table = p.table
            name, area = table.relief_name(p), table.board.entries[letter]
            text = f"The relief force is {name}; it comes by {table.board.names[area]}."
            p.journal.note("Relief", text, ("CAU-HOTH-01",), (table.space_id(area),), ("hoth", "hollidt"))
