"""The scene of Inferno. docs/protocol.md describes the forms. The shapes are only drawings."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from mamayev.engine import scene as sc
from mamayev.engine.reread import reread
from mamayev.terrain.look import Shown, charts, phases, through
from mamayev.terrain.look import board as whole_map

from ..printed.map import PARTNER, POOL_NAMES, ROWS, SEAT_SIDES, SEATS, SIDE_NAMES, SOVIET, TERRAIN_NAMES
from ..printed.shapes import layout
from ..rules.fire import MOST_RUBBLE
from ..rules.setting import Setting
from ..rules.victory import LOSSES
from .beside import beside, chart_row, penalty, pool
from .ground import scenery
from .picture import NEXT
from .pieces import decks, piece
from .readings import CHANGES

BLOCK = 1.25
"""The side length of a single block, in kilometers."""
NUMBERED, BANK_NAMED, NAMED = 36.0, 15.0, 40.0
"""The screen pixels per hex from which all hexes show their numbers, and per kilometer from which the bank and all
hexes show their names.
"""
LETTER = {"clear": ".", "rough": "^", "urban": "u"}
TERRAINS = {
    ".": sc.Terrain("clear", "Clear", "steppe"),
    "^": sc.Terrain("rough", "Rough", "rough"),
    "u": sc.Terrain("urban", "Urban", "city"),
}


NOTICE = (
    "Solo mode of the 2017 rulebook. The map, block strengths and a few lost passages "
    "are reconstructed. Each such rule is marked as a house rule."
)


PHASES = {"set-up": "Set-up", "german": "German round", "combat": "Combat", "soviet": "Soviet round"}
PANELS: dict[str, Literal["fight", "procedure"]] = {"combat": "fight", "soviet": "procedure"}


def scene(table: Setting) -> sc.Scene:
    board, grid = table.board, table.board.grid
    drawn, place = table.drawing, layout(board)
    return sc.Scene(
        game=table.game.name, title=table.game.title, edition=table.edition, unit="km", frame=place.frame,
        counter={"side": BLOCK, "gap": 0.06, "depth": drawn["depth"] * BLOCK},
        stacks=[sc.StackSlots(drawn["counter"][n]["side"] + 0.1, through(drawn["counter"][n]["at"])) for n in "1234"],
        levels=(BANK_NAMED, NAMED),
        seats=[
            sc.SeatName(seat, f"{'Second ' * (n == PARTNER)}{SIDE_NAMES[side]} player", SEATS[side])
            for n, (seat, side) in enumerate(zip(table.game.seats, SEAT_SIDES, strict=True))
        ],
        # INF-SCOPE-04
        sides=[sc.Side("german", "German", "a", "Germans"), sc.Side("soviet", "Soviet", "b", "Soviets")],
        notice=NOTICE,
        turns=sc.TurnNames(("Set-up",), "Round"),
        phases=phases(table, PHASES, once="set-up", panels=PANELS),
        spaces=[*(space(table, h) for h in range(len(grid))),
                *(chart_row(place.chart, row) for row in range(ROWS)),
                *(penalty(board, row) for row in range(ROWS)),
                *(pool(place.pools, n) for n in range(len(board.pools)))],
        grid=msgspec.structs.replace(
            whole_map(grid, lambda h: LETTER[TERRAIN_NAMES[board.terrain[h]]], {c: t.id for c, t in TERRAINS.items()}),
            numbers=NUMBERED,
        ),
        terrains=list(TERRAINS.values()), scenery=scenery(table), panels=beside(table), tracks=tracks(table),
        charts=all_charts(table),
        decks=decks(table), pieces=[piece(board, u) for u in range(len(board.units))],
        marks=[
            sc.Mark(id="rubble", name="Rubble: double defense", symbol="rubble", clauses=("INF-RUBBLE-01",)),
            sc.Mark(id="spent", name="No further penalty", symbol="letter", clauses=("INF-REINF-14",)),
        ],
    )  # fmt: skip


def space(table: Setting, h: int) -> sc.Space:
    board, grid = table.board, table.board.grid
    spawn = ("key",) if h in board.soviet_spawn + board.german_spawn else ()
    x, y = grid.centre(h)
    return sc.Space(
        id=grid.ids[h], label=grid.ids[h], name=place_label(table, h), kind="hex", features=spawn,
        origin="reconstructed",
        markers=(round(x + 0.62, 3), round(y + 0.62, 3)), text=(x, round(y - 0.97, 3)),
        level=2 if table.drawing["labels"].get(grid.ids[h], {}).get("rank") == 3 else 1,
    )  # fmt: skip


def place_label(table: Setting, h: int) -> str:
    """Return the name of a hex on the map: its name on the water, or a short description."""
    board, grid, drawn = table.board, table.board.grid, table.drawing
    bank = {lead["hex"]: lead["name"] for lead in drawn["leads"]}
    label = drawn["labels"].get(grid.ids[h])
    return bank.get(grid.ids[h]) or (
        " ".join(label["alone"]["lines"]).replace("- ", "") if label else board.place_names[h]
    )


def tracks(table: Setting) -> list[sc.Track]:
    """Return the tracks for the two clocks, the next Soviet action, and the rubble markers."""
    deck = sum(card.side == SOVIET and (table.larger_deck or not card.late) for card in table.board.cards)
    return [
        sc.Track(id="losses", title="German losses", kind="scale", max=LOSSES,
                 marks=[sc.TrackMark(LOSSES, "Soviet victory", "bad")], clauses=("INF-WIN-03", "INF-WIN-04"),
                 primary=True),
        sc.Track(id="soviet-deck", title="Soviet deck", kind="scale", max=deck,
                 marks=[sc.TrackMark(0, "Soviet victory", "bad")], clauses=("INF-WIN-05",), primary=True),
        sc.Track(id="next", title="Next Soviet round", kind="states", states=tuple(NEXT.values()),
                 clauses=("INF-AI-04", "INF-AI-05"), primary=True),
        sc.Track(id="rubble", title="Rubble", kind="scale", max=MOST_RUBBLE, clauses=("INF-RUBBLE-08",)),
    ]  # fmt: skip


CHARTS = {
    "hexes": Shown("INF-T-HEX", ("INF-HEX-01",)),
    "actions": Shown("INF-T-ACTIONS", ("INF-ACT-01",)),
    "combat": Shown("INF-T-COMBAT", ("INF-COMBAT-01",)),
    "fire": Shown("INF-T-FIRE", ("INF-STR-03",)),
    "rubble": Shown("INF-T-RUBBLE-MOD", ("INF-RUBBLE-03",)),
    "procedure": Shown("INF-T-AI", ("INF-AI-01",)),
    "soviet-die": Shown("INF-T-SMOVE", ("INF-SMOVE-05",)),
    "spawn": Shown("INF-T-SPAWN", ("INF-SPAWN-01", "INF-SPAWN-03")),
    "soviet-cards": Shown("INF-T-SDRAW", ("INF-SOLO-07",)),
}
"""The ledger's tables that the rules use."""


def shown_charts(table: Setting) -> dict[str, Shown]:
    """Return the charts to show. A Soviet player's dice have no hex, so their chart is left out (INF-HUMAN-07)."""
    return {name: chart for name, chart in CHARTS.items() if name != "soviet-die" or not table.soviet_player}


def all_charts(table: Setting) -> list[sc.Chart]:
    """Return the charts under the readings in force."""
    found = charts(table, shown_charts(table), rows=lambda entry: rows_of(table, entry))
    return reread(table, [*found, rose(table)], CHANGES)


def rose(table: Setting) -> sc.Chart:
    """Return the compass as a chart."""
    directions = table.board.grid.directions
    return sc.Chart(
        id="compass", title="Soviet compass", columns=["Die", "Direction"],
        rows=[[str(n), "a card, no move" if n == 1 else directions[d]] for n, d in enumerate(table.compass, 1)],
        clauses=("INF-COMPASS-01", "INF-SMOVE-09"),
    )  # fmt: skip


def rows_of(table: Setting, entry: dict[str, Any]) -> list[list[Any]]:
    """Return the rows of a ledger table. INF-T-SPAWN depends on the option `spawn_marine` (INF-SPAWN-03)."""
    if entry["id"] != "INF-T-SPAWN":
        return list(entry["rows"])
    known, at_three = ({row[1]: row[n] for row in entry["rows"]} for n in (2, -1))
    found = []
    for n, h in enumerate(table.spawn_order, 1):
        name, comes = table.board.grid.ids[h], table.spawned[h]
        boxes = (comes.count(pool) for pool in range(len(POOL_NAMES)))
        found.append([n, name, known.get(name, ""), *boxes, at_three.get(name, "")])
    return found
