"""Barbarossa's look as data. docs/protocol.md describes the forms. The shapes are only drawings."""

from __future__ import annotations

import re
from typing import Any

from mamayev.engine import scene as sc
from mamayev.engine.reread import reread
from mamayev.terrain import look
from mamayev.terrain.look import Shown, through

from ..printed.board import AXIS, ENTITY, RUSSIAN, SEATS, TONE, Board
from ..printed.calendar import DECEMBER_1941, LAST, MAY_1942, MONTHS, SEPTEMBER_1941
from ..rules.position import SIDE_NAMES
from ..rules.setting import Setting
from .readings import CHANGES

TERRAINS = {
    ".": sc.Terrain("clear", "Clear", "steppe"),
    "^": sc.Terrain("mountain", "Mountain", "mountain"),
    "w": sc.Terrain("swamp", "Swamp", "marsh", "steppe"),
    "~": sc.Terrain("sea", "Sea", "water"),
    "o": sc.Terrain("lake", "Lake", "water", "steppe"),
    "#": sc.Terrain("closed", "Closed country", "closed"),
    "M": sc.Terrain("major", "Major city", "city"),
}
LEVELS = (17, 28, 44, 72)
"""Hex widths in pixels at which the zoom levels begin; the first is the smallest."""
BELOW = [0, 14.4]
"""The default position of a city's name, relative to its center."""
FOREST = [
    (420.0, 760.0), (560.0, 470.0), (1100.0, 330.0), (2090.0, 300.0), (2090.0, 760.0), (1700.0, 900.0), (1250.0, 980.0),
    (1000.0, 1020.0), (760.0, 1060.0), (430.0, 1050.0),
]  # fmt: skip
"""The outline of the forest belt, in kilometers. It is only scenery, and no rule uses it."""
STEPPE = [
    (720.0, 1740.0), (700.0, 1560.0), (950.0, 1350.0), (1133.0, 1160.0), (1500.0, 1200.0), (1812.0, 1260.0),
    (2090.0, 1250.0), (2090.0, 1760.0), (1990.0, 1960.0), (1650.0, 2080.0), (1400.0, 2080.0), (1300.0, 1760.0),
    (1000.0, 1760.0),
]  # fmt: skip
"""The outline of the steppe south of Orel and Saratov, in kilometers. It is only scenery, too."""
RIVER_WIDTH = (0.0, 5.0, 3.6, 2.4)
NOTICE = (
    "This is a reconstruction: the 1963 map, Axis counters and weather table were not available. Each rule cites its "
    "sources; rules without a source are marked as house rules."
)


def letter(board: Board, h: int) -> str:
    """Return the terrain letter of a hex on the drawn board."""
    if board.closed & board.grid.bit[h]:
        return "#"
    return "M" if any(city.hex == h and city.major for city in board.cities) else board.letters[h]


def scene(table: Setting) -> sc.Scene:
    board, grid = table.board, table.board.grid
    drawn = table.drawing()
    counter = drawn["counter"]
    return sc.Scene(
        game=table.game.name, title=table.game.title, edition=table.edition, unit="km",
        frame=tuple(drawn["frame"]), counter={"side": counter["side"], "gap": counter["gap"]},
        seats=[sc.SeatName("german", "German player", "german"), sc.SeatName("russian", "Russian player", "russian")],
        sides=[sc.Side("german", "Axis", "a", "Axis"), sc.Side("russian", "Russian", "b", "Russians")],
        notice=NOTICE,
        phases=look.phases(table, {"set-up": "Set-up", "turn": "Month"}, once="set-up"),
        spaces=[space(board, city.hex, city.name, city.major, i) for i, city in enumerate(board.cities)],
        grid=look.board(grid, lambda h: letter(board, h), {code: terrain.id for code, terrain in TERRAINS.items()}),
        levels=tuple(width / 50 for width in LEVELS[1:]),
        stacks=[
            sc.StackSlots(counter["side_in_stack"][n], through(counter["stacks"][n])) for n in "123"
        ],
        sums=2,  # attack and defense
        turns=sc.TurnNames(("Set-up", *(month.name for month in MONTHS))),
        borders=[sc.Border(between, "blocked") for between in board.blocked_names],
        terrains=list(TERRAINS.values()), scenery=scenery(drawn), tracks=tracks(table), charts=charts(table),
        pieces=[piece(board, u) for u in range(len(board.units))],
        control={grid.ids[h]: SEATS[bool(board.ussr & grid.bit[h])] for h in grid.hexes(board.open_land)},
    )  # fmt: skip


def space(board: Board, h: int, name: str, major: bool, city: int) -> sc.Space:
    """Return a hex with its city, if any. The objectives of both sides are key spaces."""
    grid = board.grid
    key = ("key",) if city in board.objectives[AXIS] + board.objectives[RUSSIAN] else ()
    return sc.Space(
        id=grid.ids[h], label=grid.ids[h], name=name, kind="hex", features=(*key, *(("city",) if major else ())),
    )  # fmt: skip


def scenery(drawn: dict[str, Any]) -> list[sc.Scenery]:
    """Return the coasts, rivers, railways, frontiers, cities and names."""
    found = [sc.Scenery(kind="fill", style="far", shape=through(ring)) for far in drawn["far"] for ring in far["rings"]]
    found += [sc.Scenery(kind="fill", style=style, shape=shape) for style, shape in (("belt", FOREST), ("dry", STEPPE))]
    for water in drawn["water"]:
        outside, *holes = (through(ring) for ring in water["rings"])
        lake = water["names"][0].startswith("Lake")
        found.append(sc.Scenery(kind="fill", style="water", shape=outside, holes=holes, freezes=lake))
    for river in drawn["rivers"]:
        width, rank = RIVER_WIDTH[river["rank"]], river["rank"]
        levels = (0, 3) if rank < 3 else (1, 3)
        found.append(
            sc.Scenery(kind="line", style="river", width=width, points=through(river["points"]), levels=levels)
        )
    for border in drawn["borders"]:
        style = "frontier" if border["frontier"] else "border"
        found.append(sc.Scenery(kind="line", style=style, width=2.0, points=through(border["points"])))
    found += [
        sc.Scenery(kind="line", style="railway", width=1.8, points=through(rail["points"])) for rail in drawn["rails"]
    ]
    return found + [place(drawn, city) for city in drawn["cities"]] + names(drawn)


def place(drawn: dict[str, Any], city: dict[str, Any]) -> sc.Scenery:
    """Return the symbol and the name of a city. On the smallest maps, a minor city is hidden."""
    labels = [drawn["labels"][zoom["id"]]["city"] for zoom in drawn["zoom"]]
    at = [tuple(label.get(city["name"], labels[1].get(city["name"], BELOW))) for label in labels]
    return sc.Scenery(
        kind="place", style="city", name=city["name"], rank=city["rank"], at=tuple(city["at"]), names=at,
        levels=(0, 3) if city["rank"] == 1 else (1, 3),
    )  # fmt: skip


def names(drawn: dict[str, Any]) -> list[sc.Scenery]:
    """Return the names of seas, rivers, regions and countries, by zoom level."""
    found = []
    for level, zoom in enumerate(drawn["zoom"]):
        labels = drawn["labels"][zoom["id"]]
        for kind, style in (("sea", "water"), ("river", "water"), ("region", "region"), ("country", "country")):
            for label in labels[kind]:
                ends = [[label["at"][0] + dx, label["at"][1]] for dx in (-300, 300)] if "at" in label else []
                points = through(label.get("points") or ends)
                name, size, spacing = label["name"], label["size"], label["spacing"]
                found.append(sc.Scenery(
                    kind="text", style=style, name=name, points=points, size=size, spacing=spacing,
                    levels=(level, level),
                ))  # fmt: skip
    return found


def tracks(table: Setting) -> list[sc.Track]:
    """Return the tracks for the turns, weather, clocks, points and air factors. Marks on the turn record show the
    start of Russian replacements, the arrival of Hungarians and Italians, and the end."""
    begins = 2 if table.replacement_hexes else SEPTEMBER_1941
    events = {begins: "Russian points", MAY_1942: "Hungary, Italy", LAST: "end"}
    if table.order_of_battle:
        events[DECEMBER_1941] = "Shock armies"
    heads = [sc.TrackMark(n, month.name[-4:]) for n, month in enumerate(MONTHS, 1) if n == 1 or "January" in month.name]
    found = [
        sc.Track(id="turn", title="Turn record", kind="boxes", min=1, max=LAST, heads=heads,
                 labels=tuple(month.name[:3] for month in MONTHS),
                 marks=[sc.TrackMark(turn, text) for turn, text in sorted(events.items())],
                 clauses=("BAR-SCOPE-03", "BAR-WEATHER-05"), primary=True),
        sc.Track(id="weather", title="Weather", kind="value", clauses=("BAR-WEATHER-01",), primary=True),
    ]  # fmt: skip
    for seat, name, clause in zip(SEATS, SIDE_NAMES, ("BAR-WIN-02", "BAR-WIN-05"), strict=True):
        found.append(sc.Track(id=f"clock-{seat}", title=f"{name} clock", kind="value", max=table.clock,
                              clauses=(clause,), primary=True))  # fmt: skip
    for what, title, clauses in (("points", "points", ("BAR-REPL-09",)), ("air", "air", ("BAR-V-AIR-01",))):
        if what == "points" or table.airpower:
            found += [
                sc.Track(id=f"{what}-{seat}", title=f"{SIDE_NAMES[side]} {title}", kind="value", clauses=clauses)
                for side, seat in enumerate(SEATS)
            ]
    return found


ATTACKER: dict[str, sc.Verdict] = {
    "A Elim": "bad", "A Back 2": "bad", "Exchange": "fair", "D Back 2": "good", "D Elim": "good",
}  # fmt: skip
STRATEGIC: dict[str, sc.Verdict] = {"Elim 1": "good", "Interdict": "good", "N/E": "none"}
"""What each result of a strategic attack means for the attacker."""
CHARTS = {
    "combat": Shown("BAR-T-CRT", ("BAR-ODDS-03", "BAR-ODDS-05"), ATTACKER),
    "weather": Shown("BAR-T-WEATHER", ("BAR-WEATHER-05",)),
    "weather-effects": Shown("BAR-T-WEATHEREFFECT", ("BAR-WEATHER-07", "BAR-RAIL-03")),
    "terrain": Shown("BAR-T-TERRAIN", ("BAR-TERRAIN-01",)),
    "russian-rates": Shown("BAR-T-RURATE", ("BAR-REPL-04",)),
    "victory": Shown("BAR-T-VICTORY", ("BAR-WIN-01", "BAR-WIN-04")),
    "units": Shown("BAR-T-UNITS", ("BAR-COMP-05", "BAR-COMP-06")),
    "strategic": Shown("BAR-V-T-STRAT", ("BAR-V-STRAT-03",), STRATEGIC),
    "missions": Shown("BAR-V-T-MISSIONS", ("BAR-V-AIR-02",)),
}


def charts(table: Setting) -> list[sc.Chart]:
    """Return the printed tables that the rules use, from the ledger: the air tables only if airpower is in force, and
    the replacement rates in force (BAR-V-REPL-02).
    """
    shown = {name: chart for name, chart in CHARTS.items() if table.airpower or not chart.id.startswith("BAR-V-")}
    if table.replacement_hexes:
        shown["russian-rates"] = shown["russian-rates"]._replace(id="BAR-V-T-RURATE")
    found = look.charts(table, shown, note=lambda entry: f"{entry['notes']} Source: {entry['source']}.")
    return reread(table, found, CHANGES)


def designation(name: str) -> str:
    """Return the text on a counter: the number of the unit, or its initials and anything that distinguishes it."""
    number, *rest = name.split()
    if not re.match("[0-9]|[IVXL]+$", number):
        return "".join(word[0] for word in (number, *rest))
    number = re.sub("(?<=[0-9])(st|nd|rd|th)$", "", number)
    return number + {"Shock": " Sh", "Tank": " TA", "Guards": " GTA"}.get(rest[0], "")


def piece(board: Board, u: int) -> sc.Piece:
    unit = board.units[u]
    return sc.Piece(
        id=unit.id, name=unit.name, label=designation(unit.name) + " R" * unit.reserve, side=SEATS[unit.side],
        tone=TONE[unit.nation], kind=unit.kind, figures=(unit.factors,),
        symbol={
            "sidc": f"1003100000{ENTITY[unit.kind]}0000", "echelon": "army" if unit.name.endswith("Army") else "corps",
        },
    )  # fmt: skip
