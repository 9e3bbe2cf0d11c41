"""Differences between the editions. All other code is common to both (CAU-DIFF-17)."""

from __future__ import annotations

from importlib.resources import files
from typing import NamedTuple

from mamayev.engine import toml


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


DATA = files("mamayev.games.cauldron") / "data"
BOOKS = {name: Edition(**entry) for name, entry in toml.ours(DATA / "editions.toml").items()}
"""The words and rules of each edition (CAU-COMP-01 to CAU-COMP-04, CAU-SETUP-03, CAU-SETUP-04, CAU-RELIEF-02,
CAU-RELIEF-03, CAU-COL-02, CAU-COL-03, CAU-APPEAL-07, CAU-APPEAL-17)."""
