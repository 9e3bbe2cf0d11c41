"""Isolation (BAR-ISO): supply lines to a source, checked twice in each of a side's player turns."""

from __future__ import annotations

from mamayev.engine.position import Frame
from mamayev.engine.words import counted
from mamayev.terrain.contact import Units, units_of
from mamayev.terrain.grid import Hexes
from mamayev.terrain.supply import Supply

from ..printed.board import AXIS, RUSSIAN
from ..printed.calendar import PERFECT, WEATHER
from .position import SIDE_NAMES, Campaign

TURNS = 2  # BAR-ISO-07
LINE = (10, 5, 5)  # BAR-V-SUPPLY-05: by weather


def sources(p: Campaign, side: int) -> Hexes:
    """BAR-ISO-01, BAR-ISO-03: return the supply sources of a side.

    With the option supply-lines, the Russian sources are cities instead of the map edge (BAR-V-SUPPLY-01).
    BAR-V-SUPPLY-09, BAR-V-SUPPLY-10: an Axis source needs Axis control and, under one reading, no Russian zone of
    control. A captured city supplies neither side.
    """
    board = p.board
    if side == RUSSIAN and p.table.supply_lines:
        return living_cities(p) | (board.east_edge if p.table.readings["east_edge=kept"] else 0)
    if side == RUSSIAN:
        return board.east_edge
    return p.held(AXIS, board.objectives[RUSSIAN]) & ~(p.zones.controlled[RUSSIAN] if p.table.axis_sources_die else 0)


def living_cities(p: Campaign) -> Hexes:
    """BAR-V-SUPPLY-02, BAR-V-SUPPLY-03: return the cities that are Russian sources: under Russian control and in no
    Axis zone of control or, under one reading, with a garrison. BAR-V-FLOW-07: they are always these four,
    regardless of the replacement cities.
    """
    dead = p.zones.controlled[AXIS]
    if p.table.readings["city_source_in_zoc=garrison"]:
        dead &= ~p.zones.occupied[RUSSIAN]
    return cities_to_live(p) & ~dead


def cities_to_live(p: Campaign) -> Hexes:
    """BAR-V-SUPPLY-09: return the supply cities under Russian control or, under one reading, all supply cities without
    an Axis unit.
    """
    board = p.board
    if p.table.readings["lost_source=empty"]:
        return board.grid.gather(board.cities[city].hex for city in board.supply_cities) & ~p.zones.occupied[AXIS]
    return p.held(RUSSIAN, board.supply_cities)


def open_hexes(p: Campaign, side: int) -> Hexes:
    """BAR-ISO-04, BAR-ISO-05: return the hexes that a supply line of a side can enter."""
    enemy = 1 - side
    zone = p.zones.controlled[enemy]
    if p.table.readings["supply_friends=open"]:
        zone &= ~p.zones.occupied[side]
    return p.board.ground(p.frozen) & ~(p.zones.occupied[enemy] | zone)


def lines(p: Campaign, side: int, sought: Hexes = -1) -> Supply:
    """BAR-ISO-02, BAR-ISO-04: return the current supply lines of a side.

    BAR-V-SUPPLY-04, BAR-V-SUPPLY-05, BAR-V-SUPPLY-07: with the option supply-lines, they are short, and can end on a
    railway to a source in any country and weather (BAR-V-SUPPLY-08, BAR-V-RAIL-09).
    """
    return lines_to(p, side, sources(p, side), sought)


def longest(p: Campaign) -> int:
    """BAR-V-SUPPLY-05: return the maximum length in hexes of a line off the railway in this weather."""
    return LINE[p.weather] + p.table.line_beyond


def lines_to(p: Campaign, side: int, found: Hexes, sought: Hexes = -1) -> Supply:
    """Return the supply lines to the given sources. `sought` is as in `Supply`."""
    board = p.board
    net, open_ = board.nets[p.frozen], open_hexes(p, side)
    if not p.table.supply_lines:
        return Supply(net, found, open_, sought=sought)
    if side == RUSSIAN:
        open_ |= found  # with a garrison, the zone does not block the last step into the city either
    return Supply(net, found, open_, limit=longest(p), roads=board.rails, sought=sought)


def isolated(p: Campaign, side: int) -> Units:
    """Return the isolated units of a side. BAR-V-AIRSUP-02, BAR-V-AIRSUP-04: units with air supply are not isolated,
    but do not pass on supply. BAR-V-SUPPLY-06: a unit's own hex never blocks its line."""
    occupied, at = p.zones.occupied[side], p.at
    joined = lines(p, side, occupied).hexes
    found = 0
    for u in p.units(side) if occupied & ~joined else ():
        if not joined & p.board.grid.bit[at[u]]:
            found |= 1 << u
    return found & ~p.airlifted


def judge_early(p: Campaign, _f: Frame) -> None:
    """BAR-ISO-06: check isolation at the beginning of the player turn, before arrivals."""
    p.cut_off_early = isolated(p, p.side)
    tell(p, p.cut_off_early, "is isolated as its turn begins")


def judge_late(p: Campaign, _f: Frame) -> None:
    """BAR-ISO-07, BAR-ISO-08, BAR-ISO-10, BAR-ISO-11: check isolation in the closing step.

    A unit that is isolated both times gets an isolated turn, and any other unit starts again at zero. After two
    isolated turns, units are eliminated, all at the same time. BAR-V-SUPPLY-11: this does not depend on the definition
    of a line.
    """
    early = -1 if p.table.readings["isolation_tests=one"] else p.cut_off_early
    both = isolated(p, p.side) & early if early else 0
    p.cut_off_early = p.airlifted = 0
    if p.table.readings["isolation=halve"]:
        return
    units = p.units(p.side)
    for u in units:
        p.cut_off[u] = p.cut_off[u] + 1 if both >> u & 1 else 0
    once = p.table.readings["isolation_tests=one"]
    tell(p, both, "is isolated as its turn ends" if once else "has been isolated for its whole turn")
    for u in units:
        if p.cut_off[u] == TURNS:
            p.lose(u, ", isolated for two turns", "BAR-ISO-07")


def tell(p: Campaign, units: Units, what: str) -> None:
    """Log the isolation of units, with the reason."""
    board = p.board
    if p.journal is not None and units:
        found = lines(p, p.side)
        for u in units_of(units):
            why, *clauses = why_cut_off(p, p.side, p.at[u], found)
            p.journal.note(
                SIDE_NAMES[p.side], f"{p.called(u)} {what}: {why}.", ("BAR-ISO-06", *p.table.cited(*clauses)),
                (board.grid.ids[p.at[u]],), (board.units[u].id,),
            )  # fmt: skip


def why_cut_off(p: Campaign, side: int, h: int, found: Supply) -> tuple[str, ...]:
    """Return why a side cannot trace a supply line to a hex, with the clauses: the source is blocked or lost, or the
    line is cut or too long.
    """
    grid = p.board.grid
    if side == RUSSIAN and p.table.supply_lines and (city := dead_source(p, h)) >= 0:
        return f"{p.table.places[city]}, in an Axis zone of control, is not a source", "BAR-V-SUPPLY-03"
    line = found.line(h)
    if not line.hexes:
        if sources(p, side):
            return "no land joins it to a source", "BAR-ISO-04"
        lost = f"its side holds {'no living source' if side == RUSSIAN else 'neither Warsaw, Bucharest nor Helsinki'}"
        if side == AXIS and p.table.axis_sources_die:
            return f"{lost} out of Russian zones of control", "BAR-ISO-03", "BAR-V-SUPPLY-10"
        return (lost, "BAR-V-SUPPLY-03", "BAR-V-SUPPLY-09") if side == RUSSIAN else (lost, "BAR-ISO-03")
    if line.cut:
        cut = line.cut[0]
        enemy = "an enemy" if p.zones.occupied[1 - side] & grid.bit[cut] else "an enemy zone of control"
        clause = "BAR-ISO-01" if side == RUSSIAN else "BAR-ISO-03"
        return f"{enemy} cuts its line in {p.table.places[cut]}", clause, "BAR-ISO-04"
    length = next(n for n, step in enumerate(line.hexes) if found.ends & grid.bit[step])
    weather = "perfect weather" if p.weather == PERFECT else WEATHER[p.weather]
    most = counted(longest(p), "# hex", "# hexes")
    return f"its line, {length} hexes long off the railway, is too long: {most} at most in {weather}", "BAR-V-SUPPLY-05"


def dead_source(p: Campaign, h: int) -> int:
    """BAR-V-SUPPLY-03: return the Russian supply city that would supply a hex if no Axis zone of control covered the
    city, or -1 if there is none.
    """
    board = p.board
    held = cities_to_live(p)
    if held == living_cities(p):
        return -1
    found = lines_to(p, RUSSIAN, held)
    return found.line(h).hexes[-1] if found.hexes & board.grid.bit[h] else -1
