"""The Cauldron: a solitaire game of Paulus in the Stalingrad pocket (CAU-SCOPE-01, CAU-SCOPE-02)."""

from __future__ import annotations

from pathlib import Path

from mamayev.engine.bot import PROBES, staffed
from mamayev.engine.foresight import Foresight
from mamayev.engine.late import late
from mamayev.engine.ledger import Ledger
from mamayev.engine.table import Game

DATA = Path(__file__).parent / "data"
LEDGER = Ledger.load(DATA / "rules.toml")
BOTS = {
    "staff": "Feeds the army, digs in, gains time, and goes out to meet the relief force. A sound adviser.",
    "breakout": "Asks for Freedom of Action, then breaks out with all its armor to meet the relief force at any cost.",
    "stay-put": "Holds the whole perimeter, digs in everywhere, and relies on the airlift.",
    "consolidate": "With Freedom of Action, gives up the west for a shorter front, and surrenders late if that pays.",
    "watch-and-wait": "Holds the perimeter until the relief force is near, then attacks outward to meet it.",
    "paulus": "Acts as in history: obeys, holds, feeds, appeals in vain, and never attacks without Freedom of Action.",
}
STYLES = ("breakout", "watch-and-wait", "consolidate")
"""The commanders whose plans a search compares with the staff's own."""
SMALL = frozenset({"activate", "battlegroup", "build", "evacuate", "move", "support"})
"""The Actions that need no search, because all others are still possible after them."""

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
    bots={name: staffed(__name__, name, doc) for name, doc in BOTS.items()}
    | {"staff": staffed(__name__, "staff", BOTS["staff"], intent=True, styles=STYLES, near="near", commanded=True)},
    command=late(f"{__name__}.staff.command:COMMAND"),
    probes={name: staffed(__name__, name, doc) for name, doc in PROBES.items()},
    export_components=late(f"{__name__}.printed.components:export"),
    statements=late(f"{__name__}.printed.statements:STATEMENTS"),
    workshop=late(f"{__name__}.printed.workshop:WORKSHOP"),
    component_files=("map.toml", "cards.toml", "counters.toml", "shapes.json"),
    study=late(f"{__name__}.lab.study:PLAN"),
    telling=late(f"{__name__}.look.telling:PocketTelling"),
    # Rollouts are whole games, because Tactical Attacks look better than they are in shorter ones.
    foresight=Foresight(frozenset({"german.actions"}), 16, DATA / "values.json", 12, SMALL),
    league=DATA / "league.json",
    background=DATA / "background.toml",
    lessons=(DATA / "lessons" / "first-turn.toml",),
    examples=tuple(sorted((DATA / "examples").glob("*.toml"))),
)
