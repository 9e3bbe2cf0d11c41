"""Step 1 of a player turn: replacements (BAR-REPL) and reinforcements (BAR-REINF)."""

from __future__ import annotations

from mamayev.engine.notation import ARG, parts
from mamayev.engine.position import Frame
from mamayev.engine.refusal import Reason
from mamayev.engine.words import counted
from mamayev.terrain.grid import Hexes

from ..printed.board import AXIS, LOST, RUSSIAN, WAITING, Board
from ..printed.calendar import MONTHS, SEPTEMBER_1941
from .isolation import open_hexes
from .position import SIDE_NAMES, Campaign, PhasingBox
from .set_up import may_join_the_finns
from .verbs import ARRIVED, BRING, BUY
from .weather import month


def receive_points(p: Campaign, _f: Frame) -> None:
    """BAR-REPL-02 to BAR-REPL-04, BAR-REPL-06 to BAR-REPL-09, BAR-REPL-14: add the turn's replacement points to those
    saved. With the option replacement-hexes, BAR-V-REPL-02 to BAR-V-REPL-04 and BAR-V-REPL-06 apply.
    """
    side = p.side
    if side == RUSSIAN:
        giving = p.held(RUSSIAN, p.table.replacement_cities)
        if not p.table.readings["besieged_points=yes"]:
            giving &= ~p.zones.controlled[AXIS]
        cities = giving.bit_count()
        rate = month(p).hex_rate if p.table.replacement_hexes else month(p).russian_rate
        points, clauses = cities * rate, ["BAR-REPL-04", "BAR-REPL-06"]
    else:
        late = p.table.readings["german_replacements_from=september-1941"] and p.turn < SEPTEMBER_1941
        at_home = p.holds(AXIS, p.board.warsaw) or p.table.readings["warsaw_lost=wait"]
        points = month(p).german_rate if at_home and not late else 0
        clauses = ["BAR-REPL-07", "BAR-REPL-14"]
        if extra := len(supplied_hexes(p)) if p.table.replacement_hexes else 0:
            points += extra
            clauses.append("BAR-V-REPL-06")
    p.points[side] += points
    if points:
        text = f"{SIDE_NAMES[side]}: {counted(points, '# point', '# points')}, {p.points[side]} in all."
        p.note("Replacements", text, *p.table.cited(*clauses))


def supplied_hexes(p: Campaign) -> list[int]:
    """BAR-V-REPL-07, BAR-V-REPL-08: return the replacement hexes that contain an Axis unit, are outside Russian zones
    of control, and have a line of free hexes to Warsaw.
    """
    board, grid = p.board, p.board.grid
    open_ = open_hexes(p, AXIS)
    warsaw = grid.bit[board.cities[board.warsaw].hex] & open_ if p.holds(AXIS, board.warsaw) else 0
    joined = board.nets[p.frozen].flood(warsaw, open_)
    standing = joined & p.zones.occupied[AXIS]
    return [city for city in board.replacement_hexes if standing & grid.bit[board.cities[city].hex]]


def spend_or_lose(p: Campaign, _f: Frame) -> None:
    """BAR-REPL-09: under one reading, remove unspent points."""
    if p.table.readings["replacement_saving=lose"]:
        p.points[p.side] = 0


def price(board: Board, u: int) -> int:
    """BAR-REPL-05: return the points that a unit costs: its attack factor for the Axis, its defense factor for the
    Russians."""
    return board.units[u].defense if board.side[u] == RUSSIAN else board.units[u].attack


def cities_that_rebuild(p: Campaign) -> Hexes:
    """BAR-REPL-07, BAR-REPL-11: return the cities where the side rebuilds units. With the option replacement-hexes,
    they are the five replacement cities and, as before, Warsaw (BAR-V-REPL-05, BAR-V-REPL-09).
    """
    return p.held(p.side, p.table.replacement_cities if p.side == RUSSIAN else (p.board.warsaw,))


def cities_of_arrival(p: Campaign) -> Hexes:
    """BAR-REPL-12: return the cities where rebuilt units can be placed now."""
    return cities_that_rebuild(p) & p.room(p.side) & ~p.zones.controlled[1 - p.side]


def friendly_country(p: Campaign, u: int) -> Hexes:
    """BAR-REINF-03: return the hexes where a reinforcement can be placed.

    BAR-V-RESERVE-02, BAR-V-RESERVE-05: reserves can also be placed in Finland. BAR-V-OOB-06, BAR-V-OOB-09,
    BAR-V-FLOW-04: Russian reinforcements go to the replacement cities, even next to an enemy.
    """
    besieged = p.board.side[u] == RUSSIAN and p.table.readings["reinforce_besieged=yes"]
    return countries(p, u) & p.room(p.side) & (-1 if besieged else ~p.zones.controlled[1 - p.side])


def countries(p: Campaign, u: int) -> Hexes:
    """Return the hexes in the countries or cities where a unit can be placed, regardless of room and enemies."""
    board = p.board
    if board.side[u] == RUSSIAN:
        return p.held(RUSSIAN, p.table.replacement_cities)
    if not board.units[u].reserve or (p.table.readings["reserves_in_finland=limited"] and not may_join_the_finns(p, u)):
        return board.west & ~board.finland
    return board.west


def may_buy(p: Campaign, u: int) -> bool:
    """BAR-REPL-05, BAR-REPL-09, BAR-REPL-10, BAR-REPL-13: return whether a unit can be rebuilt now."""
    board = p.board
    return p.at[u] == LOST and price(board, u) <= p.points[p.side] and not never_rebuilt(p, u)


def never_rebuilt(p: Campaign, u: int) -> bool:
    """BAR-REPL-10: return whether a unit's nation receives no replacements."""
    unit = p.board.units[u]
    if p.table.readings["axis_rebuilt=german"] and unit.side == AXIS:
        return unit.nation != "German"
    return unit.nation == "Finnish"


def may_bring(p: Campaign, u: int) -> bool:
    """BAR-REINF-02: return whether a reinforcement is due."""
    return p.at[u] == WAITING and p.turn >= p.table.enters[u]


def overdue(p: Campaign) -> list[int]:
    """BAR-V-OOB-10, BAR-V-RESERVE-04: return the reinforcements that must be placed now.

    Under one reading, German reserves can wait.
    """
    if p.side == AXIS and p.table.readings["reserves_due=held"]:
        return []
    return [u for u in p.table.late[p.side] if may_bring(p, u) and friendly_country(p, u)]


def arrivals(p: Campaign, u: int) -> tuple[int, Hexes]:
    """Return the verb for a unit's arrival, and the possible hexes."""
    if may_bring(p, u):
        return BRING, friendly_country(p, u)
    return BUY, cities_of_arrival(p) if may_buy(p, u) else 0


def anybody_arrives(p: Campaign, _f: Frame) -> bool:
    """BAR-FLOW-01: return whether any unit can arrive. The game skips the step if there is no choice."""
    return any(p.at[u] >= LOST and arrivals(p, u)[1] for u in p.board.of_side[p.side])


class Arrivals(PhasingBox):
    name = "arrivals"
    title = "Replacements and reinforcements: place which unit, and where?"
    clauses = ("BAR-SEQ-02", "BAR-REPL-01", "BAR-REINF-02")

    def help(self, p: Campaign, f: Frame) -> str:
        return counted(p.points[p.side], "You have # replacement point.", "You have # replacement points.")

    def pieces(self, p: Campaign, f: Frame) -> list[int]:
        return [u for u in p.board.of_side[p.side] if p.at[u] >= LOST and arrivals(p, u)[1]]

    def choices(self, p: Campaign, f: Frame, piece: int | None) -> list[int]:
        board = p.board
        if piece is None:
            return [] if overdue(p) else [ARRIVED]
        if board.side[piece] != p.side or p.at[piece] < LOST:
            return []
        verb, hexes = arrivals(p, piece)
        return [verb | piece << ARG | h for h in board.grid.hexes(hexes)]

    def cost(self, p: Campaign, f: Frame, action: int) -> str:
        _, u, _ = parts(action)
        return counted(price(p.board, u), "# point", "# points") if action & ~0xFFFFFF == BUY else ""

    def buy(self, p: Campaign, f: Frame, u: int, h: int) -> None:
        p.points[p.side] -= price(p.board, u)
        p.come(u, h, "arrive", f"{p.called(u)} is rebuilt in {p.table.places[h]}.", ("BAR-REPL-01", "BAR-REPL-05"))

    def bring(self, p: Campaign, f: Frame, u: int, h: int) -> None:
        """BAR-REINF-02, BAR-V-OOB-07, BAR-V-RESERVE-03: place a reinforcement, which costs no points."""
        text = f"{p.called(u)} arrives in {p.table.places[h]}."
        p.come(u, h, "arrive", text, (p.table.why_late(u) or "BAR-REINF-02",))

    def arrived(self, p: Campaign, f: Frame) -> None:
        p.end()

    def bar_arrived(self, p: Campaign, f: Frame) -> Reason | None:
        due = overdue(p)
        if not due:
            return None
        names = ", ".join(p.called(u) for u in due)
        return Reason(f"Place these units first: {names}.", (p.table.why_late(due[0]),))

    def bar_buy(self, p: Campaign, f: Frame) -> Reason | None:
        """Return why no city has a place for a rebuilt unit, if there is one that the side could pay for."""
        if cities_of_arrival(p) or not any(may_buy(p, u) for u in p.board.of_side[p.side]):
            return None
        clauses = p.table.cited("BAR-REPL-11" if p.side == RUSSIAN else "BAR-REPL-07")
        found = [no_place(p, h, *clauses, "BAR-REPL-12") for h in p.board.grid.hexes(cities_that_rebuild(p))]
        if not found:
            return Reason(f"You control no city that rebuilds units: {those_that_rebuild(p)}.", clauses)
        cited = dict.fromkeys(clause for one in found for clause in one.clauses)
        return Reason(" ".join(one.text for one in found), tuple(cited))

    def refuse_buy(self, p: Campaign, f: Frame, u: int, h: int) -> Reason | None:
        board = p.board
        unit, place = board.units[u], p.table.places[h]
        if board.side[u] != p.side:
            return Reason(f"{p.called(u)} is not yours.", ("BAR-REPL-01",))
        if p.at[u] != LOST:
            return Reason(f"{p.called(u)} is not eliminated.", ("BAR-REPL-01",))
        if never_rebuilt(p, u):
            return Reason(f"{unit.nation} units have no replacements.", ("BAR-REPL-10",))
        if price(board, u) > p.points[p.side]:
            return Reason(
                f"{p.called(u)} costs {counted(price(board, u), '# point', '# points')}; you have {p.points[p.side]}.",
                ("BAR-REPL-05",),
            )
        if cities_of_arrival(p) & board.grid.bit[h]:
            return None
        clauses = p.table.cited("BAR-REPL-11" if p.side == RUSSIAN else "BAR-REPL-07")
        if cities_that_rebuild(p) & board.grid.bit[h]:
            return no_place(p, h, *clauses, "BAR-REPL-12")
        text = f"{place} cannot rebuild units. Use a city under your control: {those_that_rebuild(p)}."
        return Reason(text, clauses)

    def refuse_bring(self, p: Campaign, f: Frame, u: int, h: int) -> Reason | None:
        board = p.board
        place = p.table.places[h]
        if board.side[u] != p.side or p.at[u] != WAITING:
            return Reason(f"{p.called(u)} is not one of your reinforcements.", p.table.cited("BAR-REINF-01"))
        if not may_bring(p, u):
            comes = MONTHS[p.table.enters[u] - 1].name
            return Reason(f"{p.called(u)} arrives in {comes}.", (p.table.why_late(u) or "BAR-REINF-02",))
        if friendly_country(p, u) & board.grid.bit[h]:
            return None
        late = p.table.why_late(u)
        if countries(p, u) & board.grid.bit[h]:
            return no_place(p, h, late or "BAR-REINF-03")
        if late:
            where = "a replacement city" if p.side == RUSSIAN else "a country west of the border"
            return Reason(f"{p.called(u)} must arrive in {where}, not in {place}.", (late,))
        text = f"Reinforcements arrive in Germany, Slovakia, Hungary or Romania, not in {place}."
        return Reason(text, ("BAR-REINF-03",))


def those_that_rebuild(p: Campaign) -> str:
    """Return the names of all cities where the side can rebuild units when it controls them."""
    cities = p.table.replacement_cities
    return ", ".join(p.board.cities[city].name for city in cities) if p.side == RUSSIAN else "Warsaw"


def no_place(p: Campaign, h: int, *clauses: str) -> Reason:
    """Return why a unit cannot arrive in a hex of the right country or city."""
    bit, place, enemy = p.board.grid.bit[h], p.table.places[h], 1 - p.side
    if p.zones.occupied[enemy] & bit:
        return Reason(f"An enemy unit is in {place}.", clauses)
    if p.zones.full[p.side] & bit:
        return Reason(f"{place} is full.", (*clauses, *p.table.cited("BAR-STACK-01")))
    return Reason(f"{place} is in an enemy zone of control.", clauses)
