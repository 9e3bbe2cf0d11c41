"""How Barbarossa looks, as data. The forms are those of docs/protocol.md; the shapes are drawn for the eye alone."""

from __future__ import annotations

import re
from typing import Any

from mamayev.engine import scene as sc
from mamayev.engine.words import counted
from mamayev.terrain.contact import Units, units_of
from mamayev.terrain.look import board as hex_grid
from mamayev.terrain.look import through

from ..printed.board import AXIS, ENTITY, IN_HAND, LOST, RUSSIAN, SEATS, TONE, WAITING, Board
from ..printed.calendar import DECEMBER_1941, LAST, MAY_1942, MONTHS, SEPTEMBER_1941, WEATHER
from ..rules.arrivals import price
from ..rules.declaration import open_battle, sides
from ..rules.isolation import isolated, lines, why_cut_off
from ..rules.position import SIDE_NAMES, Campaign
from ..rules.setting import Setting
from ..rules.threat import Blow, drafted, threats
from ..rules.threat import called as odds_called
from ..rules.victory import held, held_ground
from .panel import combat, duty

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
"""Hex widths on the screen at which the levels of the zoom begin, in pixels; the first is the smallest."""
BELOW = [0, 14.4]
"""Where the name of a city stands that the drawing says nothing of, from its middle."""
RIVER_WIDTH = (0.0, 5.0, 3.6, 2.4)
NOTICE = (
    "A reconstruction: map, Axis counters and weather table of 1963 were not at hand. Each rule says how well it is "
    "founded; those that no source gave are marked as house rules."
)


def letter(board: Board, h: int) -> str:
    """The letter of a hex's terrain on the drawn board."""
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
        sides=[sc.Side("german", "Axis", "a"), sc.Side("russian", "Russian", "b")],
        notice=NOTICE,
        phases=[
            sc.Phase(
                phase, title, [sc.StepLine(s.id, s.title, s.clauses) for s in table.steps.values() if s.phase == phase],
                once=phase == "set-up",
            )
            for phase, title in (("set-up", "Set-up"), ("turn", "Month"))
        ],
        spaces=[space(board, city.hex, city.name, city.major, i) for i, city in enumerate(board.cities)],
        grid=hex_grid(grid, lambda h: letter(board, h), {code: terrain.id for code, terrain in TERRAINS.items()}),
        levels=tuple(width / 50 for width in LEVELS[1:]),
        stacks=[
            sc.StackSlots(counter["side_in_stack"][n], through(counter["stacks"][n])) for n in "123"
        ],
        sums=2,  # attack and defense
        turns=sc.TurnNames(("Set-up", *(month.name for month in MONTHS)), halves=True),
        borders=[sc.Border(between, "blocked") for between in board.blocked_names],
        terrains=list(TERRAINS.values()), scenery=scenery(drawn), tracks=tracks(table), charts=charts(table),
        pieces=[piece(board, u) for u in range(len(board.units))],
        options=[{"name": name, "value": value} for name, value in table.options.items()],
        control={grid.ids[h]: SEATS[bool(board.ussr & grid.bit[h])] for h in grid.hexes(board.open_land)},
    )  # fmt: skip


def space(board: Board, h: int, name: str, major: bool, city: int) -> sc.Space:
    """A hex with a city. The objectives of both sides are key spaces."""
    grid = board.grid
    key = ("key",) if city in board.objectives[AXIS] + board.objectives[RUSSIAN] else ()
    return sc.Space(
        id=grid.ids[h], label=grid.ids[h], name=name, kind="hex", features=(*key, *(("city",) if major else ())),
    )  # fmt: skip


def scenery(drawn: dict[str, Any]) -> list[sc.Scenery]:
    """Coasts, rivers, railways, frontiers, cities and names."""
    found = [sc.Scenery(kind="fill", style="far", shape=through(ring)) for far in drawn["far"] for ring in far["rings"]]
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
    """The sign and the name of a city; a minor one is not shown on the smallest maps."""
    labels = [drawn["labels"][zoom["id"]]["city"] for zoom in drawn["zoom"]]
    at = [tuple(label.get(city["name"], labels[1].get(city["name"], BELOW))) for label in labels]
    return sc.Scenery(
        kind="place", style="city", name=city["name"], rank=city["rank"], at=tuple(city["at"]), names=at,
        levels=(0, 3) if city["rank"] == 1 else (1, 3),
    )  # fmt: skip


def names(drawn: dict[str, Any]) -> list[sc.Scenery]:
    """The names of seas, rivers, regions and countries, level by level."""
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
    """Turn record, weather, clocks, points and air factors. Below the turn record: when Russian replacements begin,
    when Hungarians and Italians come, and the end."""
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
    for side, seat in enumerate(SEATS):
        clause = ("BAR-WIN-02", "BAR-WIN-05")[side]
        found.append(
            sc.Track(
                id=f"clock-{seat}",
                title=f"{SIDE_NAMES[side]} clock",
                kind="value",
                max=table.clock,
                clauses=(clause,),
                primary=True,
            )
        )
    for what, title, clauses in (("points", "points", ("BAR-REPL-09",)), ("air", "air", ("BAR-V-AIR-01",))):
        if what == "points" or table.airpower:
            found += [
                sc.Track(id=f"{what}-{seat}", title=f"{SIDE_NAMES[side]} {title}", kind="value", clauses=clauses)
                for side, seat in enumerate(SEATS)
            ]
    return found


SIGNS: tuple[sc.Sign, ...] = ("sun", "mud", "snow")


def signs(p: Campaign) -> list[sc.Sign]:
    """BAR-WEATHER-03 to BAR-WEATHER-05: the weather of each month, as it was, as it must be, or as still to be thrown
    for."""
    found: list[sc.Sign] = []
    for n, month in enumerate(MONTHS):
        if p.weathers[n]:
            found.append(SIGNS[p.weathers[n] - 1])
        elif not p.table.weather_by_die:
            found.append(SIGNS[month.fixed])
        else:
            found.append("die" if month.thrown else SIGNS[month.die[0]])
    return found


def notes(p: Campaign) -> dict[str, str]:
    """What stands beside the values: which objectives are held, and what comes in."""
    board = p.board
    found = {
        f"clock-{seat}": f"of {p.table.clock}; {held(p, side)} of {len(board.objectives[side])}: "
        + ", ".join(board.cities[city].name for city in board.objectives[side])
        for side, seat in enumerate(SEATS)
    }
    if p.turn:
        now = MONTHS[p.turn - 1]
        rate = now.hex_rate if p.table.replacement_hexes else now.russian_rate
        cities = p.held(RUSSIAN, p.table.replacement_cities).bit_count()
        found |= {
            "points-german": f"+{now.german_rate} a month",
            "points-russian": f"+{rate} for each of {cities} cities",
        }
    return found


CHARTS = {
    "combat": "BAR-T-CRT", "weather": "BAR-T-WEATHER", "weather-effects": "BAR-T-WEATHEREFFECT",
    "terrain": "BAR-T-TERRAIN", "russian-rates": "BAR-T-RURATE", "victory": "BAR-T-VICTORY", "units": "BAR-T-UNITS",
    "strategic": "BAR-V-T-STRAT", "missions": "BAR-V-T-MISSIONS",
}  # fmt: skip
CITED = {
    "combat": ("BAR-ODDS-03", "BAR-ODDS-05"), "weather": ("BAR-WEATHER-05",),
    "weather-effects": ("BAR-WEATHER-07", "BAR-RAIL-03"), "terrain": ("BAR-TERRAIN-01",),
    "russian-rates": ("BAR-REPL-04",), "victory": ("BAR-WIN-01", "BAR-WIN-04"), "units": ("BAR-COMP-05", "BAR-COMP-06"),
    "strategic": ("BAR-V-STRAT-03",), "missions": ("BAR-V-AIR-02",),
}  # fmt: skip


VERDICTS: dict[str, dict[str, sc.Verdict]] = {
    "combat": {"A Elim": "bad", "A Back 2": "bad", "Exchange": "fair", "D Back 2": "good", "D Elim": "good"},
    "strategic": {"Elim 1": "good", "Interdict": "good", "N/E": "none"},
}
"""What results mean for the attacker, from bad to good."""


def charts(table: Setting) -> list[sc.Chart]:
    """The printed tables, from the ledger that the rules read."""
    tables = {entry["id"]: entry for entry in table.game.ledger().data["table"]}
    return [
        sc.Chart(
            id=name, title=tables[entry]["title"],
            columns=[column.replace("_", " ").capitalize() for column in tables[entry]["columns"]],
            rows=[[cell(value) for value in row] for row in tables[entry]["rows"]],
            note=f"{tables[entry]['notes']} Founded on: {tables[entry]['source']}.",
            clauses=table.cited(*CITED[name]),
            verdicts=VERDICTS.get(name, {}), attacking=name in VERDICTS,
        )
        for name, entry in charted(table).items()
    ]  # fmt: skip


def charted(table: Setting) -> dict[str, str]:
    """The tables of the ledger that are shown: those of the air with airpower alone, and the rates of the replacements
    that are played (BAR-V-REPL-02)."""
    found = {name: entry for name, entry in CHARTS.items() if table.airpower or not entry.startswith("BAR-V-")}
    return found | ({"russian-rates": "BAR-V-T-RURATE"} if table.replacement_hexes else {})


def cell(value: Any) -> str:
    """A cell of a printed table."""
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


def designation(name: str) -> str:
    """What stands on a counter: the number of the unit, or its first letters, with what sets it apart."""
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


# ------------------------------------------------------------------ the picture


def picture(p: Campaign) -> sc.Picture:
    board, grid = p.board, p.board.grid
    step = p.table.step(p)
    moving = step is not None and step.id == "move"
    cut_off = isolated(p, AXIS) | isolated(p, RUSSIAN) if p.turn else 0
    called = p.table.called(p)
    ready, owing = set(p.ready), duty(p) if p.free else 0
    pieces = [
        sc.PieceAt(
            id=board.units[u].id, at=grid.ids[h], side=SEATS[board.side[u]], name=called.get(u, ""),
            label=designation(called[u]) if u in called else "",
            states=(
                *(("moved",) if moving and board.side[u] == p.side and u not in ready else ()),
                *(("isolated",) if cut_off >> u & 1 else ()),
                *((("owes", "owed")[board.side[u] != p.side],) if owing >> u & 1 else ()),
                *(("interdicted",) if p.interdicted >> u & 1 else ()),
            ),
        )
        for u, h in enumerate(p.at) if h < LOST
    ]  # fmt: skip
    russian = held_ground(p)
    control = {
        grid.ids[h]: SEATS[bool(russian & grid.bit[h])] for h in grid.hexes((russian ^ board.ussr) & board.open_land)
    }
    month = MONTHS[p.turn - 1].name if p.turn else "Set-up"
    player = f", {('German', 'Russian')[p.side]} player{' turn' if p.turn else ''}" if p.frames else ""
    return sc.Picture(
        turn=p.turn, phase=step.phase if step else "", step=step.id if step else "", headline=f"{month}{player}",
        frozen=p.frozen,
        control=control, pieces=sorted(pieces, key=lambda piece: piece.at),
        tracks={
            "turn": p.turn or None, "weather": WEATHER[p.weather].title() if p.turn else None,
            **{f"clock-{seat}": p.clocks[side] for side, seat in enumerate(SEATS)},
            **{f"points-{seat}": p.points[side] for side, seat in enumerate(SEATS)},
            **({f"air-{seat}": p.air[side] for side, seat in enumerate(SEATS)} if p.table.airpower else {}),
        },
        notes=notes(p), signs={"turn": signs(p)},
        lost=[unit.id for unit, h in zip(board.units, p.at, strict=True) if h == LOST],
        pools=pools(p), combat=combat(p), overlays=overlays(p), arrows=arrows(p), queue=queue(p),
        standing="; ".join(
            f"{name} {len(p.units(side))} units, {held(p, side)}/3 objectives" for side, name in enumerate(SIDE_NAMES)
        ),
    )  # fmt: skip


def pools(p: Campaign) -> list[sc.Pool]:
    """The units of both sides that wait beside the map, the dearest first."""
    board = p.board
    found = []
    for side, seat in enumerate(SEATS):
        name = SIDE_NAMES[side]
        for place, key, title in (
            (IN_HAND, "in-hand", f"{name} units to set up"),
            (LOST, "lost", f"{name} units eliminated"),
            (WAITING, "waiting", f"{name} units to come"),
        ):
            units = sorted(
                (u for u in board.of_side[side] if p.at[u] == place),
                key=lambda u: (-price(board, u), board.units[u].kind, u),
            )
            if units:
                found.append(sc.Pool(f"{key}-{seat}", title, len(units), tuple(board.units[u].id for u in units)))
    return found


def overlays(p: Campaign) -> list[sc.Overlay]:
    """Zones of control of both sides; to be asked for: who is isolated, and the threats."""
    grid = p.board.grid
    found = [
        sc.Overlay(
            id=f"zones-{seat}", title=f"Zones of control: {SIDE_NAMES[side]}", kind="zone", side=seat,
            spaces=tuple(grid.ids[h] for h in grid.hexes(p.zones.controlled[side])),
        )
        for side, seat in enumerate(SEATS)
    ]  # fmt: skip
    asked = [threat_overlay(p, side, empty=True) for side in (AXIS, RUSSIAN)] if p.turn else []
    return [*found, isolated_overlay(p, empty=True), *asked]


ISOLATED = "isolated"


def overlay(p: Campaign, name: str) -> sc.Overlay | None:
    """An overlay by its name, None for one that this game does not have."""
    if name == ISOLATED:
        return isolated_overlay(p)
    return threat_overlay(p, THREATS.index(name)) if name in THREATS else None


def isolated_overlay(p: Campaign, *, empty: bool = False) -> sc.Overlay:
    """Who is isolated now, with the line that would join him to a source as far as the hex that cuts it."""
    grid = p.board.grid
    shown = sc.Overlay(id=ISOLATED, title="Isolated units", kind="supply", asked=True)
    for side in () if empty else (AXIS, RUSSIAN):
        found = lines(p, side)
        for h in sorted({p.at[u] for u in units_of(isolated(p, side))}):
            line = found.line(h)
            end = line.hexes.index(line.cut[0]) + 1 if line.cut else len(line.hexes)
            shown.spaces += (grid.ids[h],)
            shown.lines.append(tuple(grid.ids[n] for n in line.hexes[:end]))
            shown.notes[grid.ids[h]] = f"Isolated: {why_cut_off(p, side, h, found)[0]}."
    return shown


THREATS = tuple(f"threats-{seat}" for seat in SEATS)


def threat_overlay(p: Campaign, side: int, *, empty: bool = False) -> sc.Overlay:
    """The best odds that the enemy can bring against each stack of a side in his next turn, or in this one where he
    moves or declares, with the units that make them, and what he would have to do."""
    grid = p.board.grid
    found = {} if empty else threats(p, side)
    return sc.Overlay(
        id=THREATS[side], title=f"Threats: {SIDE_NAMES[side]}", kind="threat", side=SEATS[1 - side], asked=True,
        values={grid.ids[h]: blow_badge(blow) for h, blow in found.items()},
        notes={grid.ids[h]: blow_text(p, blow) for h, blow in found.items()},
        origins={grid.ids[h]: stand(p, blow.attackers) for h, blow in found.items()},
        drafts={grid.ids[h]: row for h, blow in found.items() if (row := drafted(p, side, blow))},
    )  # fmt: skip


def stand(p: Campaign, units: Units) -> tuple[str, ...]:
    """The hexes in which some units stand; those that are still to come stand in none."""
    grid = p.board.grid
    return tuple(grid.ids[h] for h in sorted({p.at[u] for u in units_of(units)}) if h < len(grid.ids))


def blow_badge(blow: Blow) -> str:
    """The odds of an attack, with a sign where better ones could not be ruled out, and what air factors could make of
    them."""
    odds = blow.odds + "+" * (blow.most > blow.column)
    return odds if blow.odds_with_air == blow.odds else f"{odds} ({blow.odds_with_air})"


def blow_text(p: Campaign, blow: Blow) -> str:
    """An attack that the enemy could make, in a sentence."""

    def called(units: Units) -> str:
        return ", ".join(p.called(u) for u in units_of(units))

    said = f"{called(blow.attackers)} against {called(blow.defenders)}: {blow.attack} to {blow.defense}, {blow.odds}."
    soaked = "; ".join(f"{called(few)} against {called(many)}" for few, many in blow.soaked)
    if soaked:
        said += f" Soak-offs: {soaked}."
    if blow.most > blow.column:
        said += f" Better odds, {odds_called(blow.most)} at most, could not be ruled out."
    if blow.odds_with_air != blow.odds:
        said += f" With all {counted(blow.air, '# air factor', '# air factors')} up to {blow.odds_with_air}."
    return said


def queue(p: Campaign) -> tuple[str, ...]:
    """A hex of each battle that is still to be fought, as long as there are any."""
    if not p.inside("fight") and not p.inside("battle"):
        return ()
    return tuple(p.board.grid.ids[p.at[next(units_of(sides(p, battle)[1]))]] for battle in p.battles if battle)


def arrows(p: Campaign) -> list[sc.Arrow]:
    """The declared battles and the open one, from hex to hex."""
    grid = p.board.grid
    found = set()
    for battle in (*p.battles, open_battle(p)):
        attackers, defenders = sides(p, battle)
        found |= {(p.at[a], p.at[d]) for a in units_of(attackers) for d in units_of(defenders)}
    return [sc.Arrow(kind="attack", from_=grid.ids[a], to=grid.ids[d]) for a, d in sorted(found)]
