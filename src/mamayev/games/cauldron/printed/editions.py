"""Differences between the editions. All other code is common to both (CAU-DIFF-17)."""

from __future__ import annotations

from typing import NamedTuple


class Edition(NamedTuple):
    """One edition of the game.

    Words: `title`; `card` and its plural `several`; `deck`; `cards`, the heading of the deck; `relief_box`; `foa_plus`,
    the sign of FoA +1 on Table D.

    Rules: `areas_alone`, whether the morale before the first count leaves out the relief force's box; `hollidt`,
    whether Hollidt has a counter and enters by D; `hq_rolls`, whether the HQ rolls in a collapse, with its clause
    `collapse`.
    """

    title: str
    card: str
    several: str
    deck: str
    cards: str
    relief_box: str
    foa_plus: str
    areas_alone: bool
    hollidt: bool
    hq_rolls: bool
    collapse: str


BOOKS = {
    # CAU-COMP-01, CAU-COMP-03, CAU-SETUP-03, CAU-RELIEF-02, CAU-COL-02, CAU-APPEAL-07
    "2020": Edition(
        title="The Cauldron",
        card="card",
        several="cards",
        deck="deck",
        cards="Event cards",
        relief_box="Relief box",
        foa_plus="*",
        areas_alone=False,
        hollidt=True,
        hq_rolls=False,
        collapse="CAU-COL-02",
    ),
    # CAU-COMP-02, CAU-COMP-04, CAU-SETUP-04, CAU-RELIEF-03, CAU-COL-03, CAU-APPEAL-17
    "1996": Edition(
        title="Der Kessel",
        card="chit",
        several="chits",
        deck="cup",
        cards="Event chits",
        relief_box="Relief Arrow box",
        foa_plus="X",
        areas_alone=True,
        hollidt=False,
        hq_rolls=True,
        collapse="CAU-COL-03",
    ),
}
