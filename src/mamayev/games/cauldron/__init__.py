"""The Cauldron: General Paulus and the 6th Army in the Stalingrad pocket, solitaire.

One seat, Paulus (CAU-SCOPE-01); the Soviet side follows dice, cards and procedures, and what a procedure leaves open
the player picks (CAU-SCOPE-02).
"""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

from mamayev.engine.bot import PROBES, Bot, Policy
from mamayev.engine.foresight import Foresight
from mamayev.engine.late import late
from mamayev.engine.ledger import Ledger
from mamayev.engine.table import Game

DATA = Path(__file__).parent / "data"
LEDGER = Ledger.load(DATA / "rules.toml")


COMMANDERS = {
    "staff": "Feeds the army, digs in, gains time, and goes to meet the relief force: a sound adviser.",
    "breakout": "Freedom of Action first, then out with all the armour to meet the relief force, at any price.",
    "stay-put": "Holds the whole perimeter, digs in everywhere, and counts on the airlift.",
    "consolidate": "With Freedom of Action gives up the west for a shorter front, and surrenders late where that pays.",
    "watch-and-wait": "Holds the perimeter until the relief force is near, then attacks outward to meet it.",
    "paulus": "As it was: obeys, holds, feeds, appeals in vain, and never attacks without Freedom of Action.",
}


HORIZON = 16
"""A game of two staffs takes 10 ms, so a search plays every plan out: cut after three turns and judged by the value,
Tactical Attacks looked better than they are."""
STYLES = ("breakout", "watch-and-wait", "consolidate")
"""The commanders whose plans the staff can be told to try."""
ACTIONS = "german.actions"
SMALL = frozenset({"activate", "battlegroup", "build", "evacuate", "move", "support"})
"""The Actions that need no thought: what else could be done then can be done after them."""


def _policy(name: str) -> Policy:
    def policy(p: Any, rng: random.Random) -> int:
        from .staff import command

        return command(name, p).action

    return policy


def _rank(p: Any) -> list[tuple[int, float]]:
    from .staff.staff import rated

    return [(one.action, one.worth) for one in rated(p)]


def _near_rank(p: Any) -> list[tuple[int, float]]:
    from .staff.staff import NEAR, rated

    return [(one.action, one.worth) for one in rated(p, NEAR)]


def _commander(name: str) -> Bot:
    def why(p: Any, action: int) -> str:
        from .staff import reason

        return reason(name, p, action)

    doc = {**PROBES, **COMMANDERS}[name]
    if name != "staff":
        return Bot(_policy(name), why, doc)
    styles = {style: _policy(style) for style in STYLES}
    near = Bot(_policy("near"), why, doc, _near_rank)
    return Bot(_policy(name), why, doc, _rank, styles, intent=late(f"{__name__}.staff.directions:intent"), near=near)


GAME = Game(
    name="cauldron",
    title="The Cauldron",
    blurb="You are Paulus in the Stalingrad pocket: 64 areas, sixteen turns, too little supply, and a front to save.",
    scale="Stalingrad pocket, areas",
    hours="2-3",
    complexity=3,
    version="1",
    seats=("german",),
    ledger=lambda: LEDGER,
    open=late(f"{__name__}.rules.table:CauldronTable"),
    look=late(f"{__name__}.look.look:PocketLook"),
    situations=late(f"{__name__}.lab.situations:PocketSituations"),
    observation=late(f"{__name__}.lab.observation:observation"),
    features=late(f"{__name__}.lab.features:features"),
    bots={name: _commander(name) for name in COMMANDERS},
    probes={name: _commander(name) for name in PROBES},
    export_components=late(f"{__name__}.printed.components:export"),
    statements=late(f"{__name__}.printed.statements:STATEMENTS"),
    workshop=late(f"{__name__}.printed.workshop:WORKSHOP"),
    component_files=("map.toml", "cards.toml", "counters.toml", "shapes.json"),
    study=late(f"{__name__}.lab.study:PLAN"),
    foresight=Foresight(frozenset({ACTIONS}), HORIZON, DATA / "values.json", 12, SMALL),
    league=DATA / "league.json",
    background=DATA / "background.toml",
    lessons=(DATA / "lessons" / "first-turn.toml",),
    examples=tuple(sorted((DATA / "examples").glob("*.toml"))),
)
