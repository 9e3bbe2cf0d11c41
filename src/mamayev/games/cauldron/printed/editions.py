"""What sets the editions apart; all else is one code for both (CAU-DIFF-17)."""

from __future__ import annotations

from typing import NamedTuple


class Edition(NamedTuple):
    """One printing of the game.

    Words: `title`, `card` and `several` of them, `deck`, `cards` (the heading
    of the deck), `relief_box`, `foa_plus` (the sign of the FoA +1 result on Table D). Rules: `areas_alone` (the morale
    shown before the first count leaves out the relief force's box), `hollidt` (a counter of his own comes by entry D),
    `hq_rolls` (the HQ gets a die in a collapse) with its clause `collapse`.
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
