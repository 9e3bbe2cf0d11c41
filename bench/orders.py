"""Measure what each order does, whether the default orders play like the staff, and how much plans matter.

    python bench/orders.py effects --games 50     # every field at its extremes: what it speaks of, and the difference
    python bench/orders.py default --games 100    # the default orders against the staff, action by action
    python bench/orders.py plans --games 50       # ten plans of each box: the points or wins of each
    python bench/orders.py kept --games 200       # whether a broken order is always reported

An effect holds if the difference has the right sign and is more than two standard errors. Beyond five standard errors
after `CLEAR` games, no more games are played.
"""

from __future__ import annotations

import argparse
import math
import sys
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from typing import Any, NamedTuple

from mamayev.engine.registry import find, names
from mamayev.games.barbarossa.rules.declaration import Declaration, open_battle, sides
from mamayev.games.barbarossa.rules.isolation import isolated
from mamayev.games.barbarossa.rules.odds import attack, column, defense
from mamayev.games.barbarossa.rules.position import Campaign
from mamayev.games.barbarossa.staff.advance import is_fast
from mamayev.games.barbarossa.staff.appreciation import distances
from mamayev.games.barbarossa.staff.orders import GROUPS, drawn, style_of
from mamayev.games.barbarossa.staff.staff import battles
from mamayev.games.barbarossa.staff.task import sectors
from mamayev.games.cauldron.rules.board import bits
from mamayev.games.cauldron.rules.position import Pocket
from mamayev.games.cauldron.staff.orders import PaulusOrders
from mamayev.games.cauldron.staff.orders import held as held_areas
from mamayev.games.donnerschlag.printed.map import AXIS, OFF_MAP
from mamayev.games.donnerschlag.printed.map import SOVIET as SOVIETS
from mamayev.games.donnerschlag.printed.units import FORMATION, PANZER
from mamayev.games.donnerschlag.rules.combat import Declared
from mamayev.games.donnerschlag.rules.odds import COLUMNS as COLUMNS_OF_ODDS
from mamayev.games.donnerschlag.rules.outlook import Outlook, outlook
from mamayev.games.donnerschlag.rules.position import Operation
from mamayev.games.donnerschlag.staff.appreciation import charge
from mamayev.games.donnerschlag.staff.axis import lone
from mamayev.games.donnerschlag.staff.battle import combat
from mamayev.games.donnerschlag.staff.orders import AXIS_GROUPS, SOVIET_GROUPS, BothSides, SovietLine
from mamayev.games.inferno.printed.map import GERMAN as GERMAN_SIDE
from mamayev.games.inferno.printed.map import SOVIET as SOVIET_SIDE
from mamayev.games.inferno.rules.fire import DELIBERATE, Combat
from mamayev.games.inferno.rules.position import DECK, HAND, City
from mamayev.games.inferno.rules.trade import of_attack
from mamayev.games.inferno.staff.orders import GermanOrders
from mamayev.games.inferno.staff.soviet_outlook import way_of
from mamayev.match.match import Match
from mamayev.players import play_on
from mamayev.players.command import Commander

OPTIONS: dict[str, dict[str, Any]] = {"inferno": {"soviet_side": "player"}}
Measure = Callable[[Match], float]
Options = tuple[tuple[str, Any], ...]


class Effect(NamedTuple):
    """An order at two extremes, and a figure of a game that is higher by the first. `turns`: the turns to play.
    `options`: those of the game, instead of `OPTIONS`; `start`: a custom start; both as names with values."""

    game: str
    seat: str
    high: str
    low: str
    what: str
    measure: Measure
    turns: int = 1000
    options: Options = ()
    start: Options = ()


def words(match: Match) -> Iterator[tuple[int, list[str]]]:
    """Yield the log of a match, split into words, with the ply."""
    for ply, line in enumerate(match.record.log):
        yield ply, line.split()


def count(*verbs: str) -> Measure:
    """Return a measure that counts verbs."""
    return lambda match: float(sum(word[0] in verbs for _, word in words(match)))


def share(of: tuple[str, ...], among: tuple[str, ...]) -> Measure:
    """Return a measure of the share of some verbs among others."""
    return lambda match: count(*of)(match) / max(1.0, count(*among)(match))


def mean(values: list[float]) -> float:
    """Return the mean; 0 without values."""
    return sum(values) / len(values) if values else 0.0


def by_turn(measure: Callable[[Any], float]) -> Measure:
    """Return the mean of a measure over the ends of all turns."""

    def of(match: Match) -> float:
        found, turn = list[float](), -1
        for ply in range(len(match.record.log)):
            p = match.at(ply)
            if (now := match.table.turn(p)) != turn:
                turn = now
                found.append(measure(p))
        return mean(found)

    return of


def at_end(measure: Callable[[Any], float]) -> Measure:
    """Return a measure of the last position."""
    return lambda match: measure(match.position)


def attacks(measure: Callable[[Any], float]) -> Measure:
    """Return the mean of a measure of the trades of all Deliberate Attacks of the Germans in Inferno."""

    def of(match: Match) -> float:
        found = list[float]()
        for ply, word in words(match):
            p = match.at(ply)
            if word[0] == "attack" and isinstance(p, City):
                target = p.board.grid.index[word[1]]
                trade = of_attack(p, DELIBERATE, target, p.board.grid.near[target] & p.german)
                if trade is not None:
                    found.append(measure(trade))
        return mean(found)

    return of


def unit_in(name: str) -> Callable[[City], float]:
    """Return whether Germans are in a hex."""
    return lambda p: float(bool(p.german & p.board.grid.bit[p.board.grid.index[name]]))


def taken(name: str) -> Callable[[City], float]:
    """Return whether the Germans control a hex."""
    return lambda p: float(bool(p.control & p.board.grid.bit[p.board.grid.index[name]]))


def blocks(name: str) -> Callable[[City], float]:
    """Return the number of Soviet blocks in a hex."""

    def of(p: City) -> float:
        h = p.board.grid.index[name]
        return float(len(p.stacks[h])) if p.soviet & p.board.grid.bit[h] else 0.0

    return of


def cards_elsewhere(match: Match) -> float:
    """Return the number of cards that the Germans play in attacks on other hexes than Spawn hexes."""
    found = 0
    for ply, word in words(match):
        p = match.at(ply) if word[0] == "play" else None
        if isinstance(p, City) and p.inside("combat"):
            found += not p.spawns_held() & p.board.grid.bit[p.frame("combat")[Combat.target]]
    return float(found)


def soviet_attacks(match: Match) -> float:
    """Return the number of dice with which Soviet stacks attack."""
    found = 0
    for ply, word in words(match):
        p = match.at(ply) if word[0] == "use" else None
        if isinstance(p, City):
            _, to = way_of(p, match.table.notation.parse(match.record.log[ply]))
            found += bool(p.german & p.board.grid.bit[to])
    return float(found)


def drawn_a_round(match: Match) -> float:
    """Return the mean number of Soviet cards drawn in a round."""
    decks = [p.count(SOVIET_SIDE, DECK) for p in (match.at(0), match.position) if isinstance(p, City)]
    return (decks[0] - decks[1]) / max(1, match.table.turn(match.position))


def held(p: Pocket) -> float:
    """Return the share of the areas to hold that have a German unit."""
    areas = (23, 24, 25, 33, 34, 35)
    return mean([float(p.count[area] > 0) for area in areas])


def airfields(p: Pocket) -> float:
    """Return the number of airfield areas with a German unit."""
    return float(sum(p.count[area] > 0 for area in bits(p.table.board.airfields)))


# ------------------------------------------------------------------ Donnerschlag


class Fight(NamedTuple):
    """An attack as its side declared it: the target, the outlook before any card, and its formations as a set."""

    target: str
    seen: Outlook
    formations: int


def fights(match: Match, side: int) -> Iterator[Fight]:
    """Yield the attacks of a side."""
    for ply, word in words(match):
        if word[0] == "fight":
            p = match.at(ply)
            assert isinstance(p, Operation)
            h, units = p.top[Declared.target] - 1, p.top[Declared.units]
            if p.active == side:
                charged = [charge(p, u) for u in range(len(p.board.units)) if units >> u & 1]
                found = 0
                for one in charged:
                    found |= one
                yield Fight(p.board.grid.ids[h], outlook(p, combat(h, units)), found)


def by_fight(side: int, measure: Callable[[Fight], float]) -> Measure:
    """Return the mean of a measure over the attacks of a side."""
    return lambda match: mean([measure(one) for one in fights(match, side)])


def many_fights(side: int, counts: Callable[[Fight], bool]) -> Measure:
    """Return the number of attacks of a side that count."""
    return lambda match: float(sum(counts(one) for one in fights(match, side)))


def of(name: str) -> int:
    """Return a formation of Donnerschlag as a set."""
    return 1 << FORMATION[name]


def troops_in(side: int, *names: str) -> Callable[[Operation], float]:
    """Return the number of the named hexes with a combat unit of a side."""
    return lambda p: float(sum(bool(p.troops(side) & p.board.grid.bit[p.board.grid.index[name]]) for name in names))


def nearer(*names: str) -> Callable[[Operation], float]:
    """Return how near the nearest German unit is to the named hexes, in hexes. Paths do not count, because the Soviets
    block the one that the Germans take."""

    def of_one(p: Operation) -> float:
        grid = p.board.grid
        led = [p.at[u] for n in PANZER for u in p.of_formation(n) if p.at[u] < OFF_MAP]
        return -float(min((grid.distance(h, grid.index[name]) for h in led for name in names), default=0))

    return of_one


def units_of(name: str) -> Callable[[Operation], list[int]]:
    """Return the combat units on the map under the orders of a formation."""
    return lambda p: [u for u in p.on_map(p.board.troops) if charge(p, u) & of(name)]


def unmoved(name: str) -> Measure:
    """Return the share of a formation's units that are where they were at the start."""

    def of_match(match: Match) -> float:
        before, p = match.at(0), match.position
        assert isinstance(before, Operation)
        assert isinstance(p, Operation)
        return mean([float(p.at[u] == before.at[u]) for u in units_of(name)(before)])

    return of_match


def far_from_enemy(name: str) -> Callable[[Operation], float]:
    """Return the mean distance of a formation's units from the nearest enemy unit."""

    def of_one(p: Operation) -> float:
        grid, units = p.board.grid, units_of(name)(p)
        enemies = [] if not units else grid.hexes(p.troops(1 - p.board.side_of[units[0]]))
        return mean([float(min(grid.distance(p.at[u], h) for h in enemies)) for u in units]) if enemies else 0.0

    return of_one


def at_zones(p: Operation) -> float:
    """Return the number of Soviet units next to or in the meeting zones."""
    zones = sum(p.board.zones)
    near = zones | p.board.grid.around(zones)
    return float(
        sum(bool(near & p.board.grid.bit[p.at[u]]) for u in p.on_map(p.board.of_side[SOVIETS] & p.board.troops))
    )


def later(name: str, side: int) -> Measure:
    """Return the mean number, within its turn, of the activations of a side that are mostly of a formation's units."""

    def of_match(match: Match) -> float:
        found, turn, number = list[float](), 0, 0
        for ply, word in words(match):
            if word[0] != "begin":
                continue
            p = match.at(ply)
            assert isinstance(p, Operation)
            if p.active != side:
                continue
            number, turn = (number + 1 if p.turn == turn else 1), p.turn
            units = p.on_map(p.activated & p.board.troops)
            if 2 * sum(bool(charge(p, u) & of(name)) for u in units) > len(units):
                found.append(float(number))
        return mean(found)

    return of_match


def cards_in_own_attacks(side: int) -> Measure:
    """Return the share of a side's cards in combats that it plays as the attacker."""

    def of_match(match: Match) -> float:
        found = list[float]()
        for ply, word in words(match):
            p = match.at(ply) if word[0] == "play" else None
            if isinstance(p, Operation) and p.seat == side and p.inside("combat"):
                found.append(float(p.active == side))
        return mean(found)

    return of_match


def cards_played(side: int) -> Measure:
    """Return the number of cards that a side plays in combats."""

    def of_match(match: Match) -> float:
        played = [match.at(ply) for ply, word in words(match) if word[0] == "play"]
        return float(sum(p.seat == side and p.inside("combat") for p in played if isinstance(p, Operation)))

    return of_match


def alone(match: Match) -> float:
    """Return the number of Axis HQs that are alone in the enemy's reach, over the activations of the Soviets."""
    found = 0
    for ply, word in words(match):
        p = match.at(ply) if word[0] == "activate" else None
        if isinstance(p, Operation) and p.active == SOVIETS:
            found += lone(p).bit_count()
    return float(found)


def called(match: Match) -> float:
    """Return the turn of the call."""
    assert isinstance(match.position, Operation)
    return float(match.position.called)


ZONE_C = "1121", "1122", "1221"
DON_AXIS = ("donnerschlag", "axis")
DON_SOVIET = ("donnerschlag", "soviet")


def both(seat: tuple[str, str], side: int, name: str, target: str, hold: tuple[str, ...]) -> tuple[Effect, ...]:
    """Return the effects of the orders that both sides have. `name`: a formation."""
    low, mine = name.lower(), of(name)
    late, early = (f"activate_{low}={when}" for when in ("late", "early"))
    return (
        Effect(*seat, f"hold={','.join(hold)}", "", "hexes held", by_turn(troops_in(side, *hold)), 2),
        Effect(*seat, f"strike={target}", "", "attacks on it", many_fights(side, lambda f: f.target == target), 2),
        Effect(*seat, "least=4-1", "", "column of an attack", by_fight(side, lambda f: f.seen.column), 2),
        Effect(*seat, "", "losses=10", "chance that an attack costs a step", by_fight(side, lambda f: f.seen.lost), 2),
        Effect(*seat, "cards=spend", "cards=spare", "combat cards played", cards_played(side), 2),
        Effect(
            *seat, "cards_for=attack", "cards_for=defense", "cards played as attacker", cards_in_own_attacks(side), 2
        ),
        Effect(
            *seat, f"posture_{low}=attack", "", "its attacks", many_fights(side, lambda f: bool(f.formations & mine)), 2
        ),
        Effect(*seat, f"posture_{low}=hold", "", "its units in place", unmoved(name), 1),
        Effect(*seat, f"posture_{low}=withdraw", "", "its distance from the enemy", by_turn(far_from_enemy(name)), 2),
        Effect(*seat, late, early, "number of its activation", later(name, side), 2),
        Effect(
            *seat, f"losses_{low}=spend", f"losses_{low}=spare", "chances that its attacks cost a step",
            lambda match: sum(f.seen.lost for f in fights(match, side) if f.formations & mine), 2,
        ),
    )  # fmt: skip


DONNERSCHLAG = (
    *both(DON_AXIS, AXIS, "6P", "3413", ("3404", "3405")),
    Effect(*DON_AXIS, "zone=C", "zone=A", "nearness to zone C at the end", at_end(nearer(*ZONE_C)), 3),
    Effect(*DON_AXIS, "advance=2320", "", "nearness to 2320 at the end", at_end(nearer("2320")), 2),
    Effect(*DON_AXIS, "call=4", "call=2", "turn of the call", called, 4),
    Effect(*DON_AXIS, "hq=bold", "hq=safe", "HQs alone in reach", alone, 2),
    *both(DON_SOVIET, SOVIETS, "51A", "3613", ("3206", "3208")),
    Effect(*DON_SOVIET, "reserve=8", "", "units at the meeting zones", by_turn(at_zones), 3),
)


# ------------------------------------------------------------------ Barbarossa


NORTH, CENTER, SOUTH = range(3)


def declared(p: Campaign, verb: str) -> list[int]:
    """Return the battles that an action declares. One that is fought without a question has no action of its own."""
    box = p.box
    if not isinstance(box, Declaration) or verb not in ("declared", "propose"):
        return []
    return [open_battle(p)] if verb == "declared" else box.proposal(p, open_battle(p))


def strongest_of(p: Campaign, battle: int) -> int:
    """Return the hex of a battle's strongest defender."""
    _, defenders = sides(p, battle)
    return p.at[max((u for u in range(len(p.board.units)) if defenders >> u & 1), key=p.board.defense.__getitem__)]


def battles_against(side: int, sector: int, low: int = -1, high: int = 11) -> Measure:
    """Return the number of battles of a side against enemies in a sector, with columns from `low` to `high`."""

    def of(match: Match) -> float:
        found = 0
        for ply, word in words(match):
            p = match.at(ply) if word[0] in ("declared", "propose") else None
            if isinstance(p, Campaign) and p.side == side:
                for battle in declared(p, word[0]):
                    there = sectors(p.board)[sector] & p.board.grid.bit[strongest_of(p, battle)]
                    found += bool(there) and low <= odds_of(p, battle) <= high
        return float(found)

    return of


def all_battles(side: int, low: int = -1, high: int = 11) -> Measure:
    """Return the number of battles of a side, with columns from `low` to `high`."""
    return lambda match: sum(battles_against(side, sector, low, high)(match) for sector in (NORTH, CENTER, SOUTH))


def odds_of(p: Campaign, battle: int) -> int:
    """Return the column of a battle, or -1 below the table."""
    attackers, defenders = sides(p, battle)
    found = column(attack(p, attackers, defenders), defense(p, attackers, defenders))
    return -1 if found is None else found


EVEN = 5
"""The column 1-1 of Barbarossa."""


def there(side: int, sector: int, fast: bool = False) -> Callable[[Campaign], float]:
    """Return the share of the units, or of the fast units, of a side that are in a sector."""

    def of(p: Campaign) -> float:
        units = [u for u in p.units(side) if not fast or is_fast(p, u)]
        return mean([float(bool(sectors(p.board)[sector] & p.board.grid.bit[p.at[u]])) for u in units])

    return of


def out_of_contact(side: int, sector: int) -> Callable[[Campaign], float]:
    """Return the number of units of a side in a sector that touch no enemy."""

    def of(p: Campaign) -> float:
        near = p.board.nets[p.frozen].spread(p.zones.occupied[1 - side])
        hexes = sectors(p.board)[sector] & ~near
        return float(sum(bool(hexes & p.board.grid.bit[p.at[u]]) for u in p.units(side)))

    return of


def apart(side: int, sector: int) -> Callable[[Campaign], float]:
    """Return the mean distance of the units of a side in a sector to the nearest enemy."""

    def of(p: Campaign) -> float:
        way = distances(p.board, p.zones.occupied[1 - side], p.frozen)
        return mean(
            [float(way[p.at[u]]) for u in p.units(side) if sectors(p.board)[sector] & p.board.grid.bit[p.at[u]]]
        )

    return of


def city_of(name: str, side: int = 0) -> Callable[[Campaign], float]:
    """Return whether a side controls a city."""
    return lambda p: float(p.holds(side, p.board.named[name]))


def between(near: str, far: str, side: int, sector: int) -> Callable[[Campaign], float]:
    """Return how much nearer the units of a side in a sector are to one city than to another, in hexes."""

    def of(p: Campaign) -> float:
        one, other = (
            distances(p.board, p.board.grid.bit[p.board.cities[p.board.named[name]].hex], p.frozen)
            for name in (near, far)
        )
        units = [u for u in p.units(side) if sectors(p.board)[sector] & p.board.grid.bit[p.at[u]]]
        return mean([float(other[p.at[u]] - one[p.at[u]]) for u in units])

    return of


def manned(side: int, *names: str) -> Callable[[Campaign], float]:
    """Return the share of the hexes of a line that have a unit of a side."""

    def of(p: Campaign) -> float:
        hexes = drawn(p.board, names)
        return mean([float(bool(p.zones.occupied[side] & p.board.grid.bit[h])) for h in hexes])

    return of


def units_in(side: int, *names: str) -> Callable[[Campaign], float]:
    """Return the number of units of a side in some cities."""
    return lambda p: float(sum(p.at[u] == p.board.cities[p.board.named[n]].hex for u in p.units(side) for n in names))


def lost(side: int, *within: int) -> Measure:
    """Return the number of units of a side that were eliminated in its own player turns, after they began the month in
    one of these sectors."""

    def of(match: Match) -> float:
        found, turn, start, before = 0, -1, None, None
        for ply in range(len(match.record.log) + 1):
            p = match.at(ply)
            assert isinstance(p, Campaign)
            if p.turn != turn:
                turn, start = p.turn, p
            if before is not None and start is not None and p.turn == before.turn and p.side == side:
                gone = [u for u in before.units(side) if p.at[u] >= 4000 and start.at[u] < 4000]
                bits = [p.board.grid.bit[start.at[u]] for u in gone]
                found += sum(bool(sectors(p.board)[sector] & bit) for sector in within for bit in bits)
            before = p
        return float(found)

    return of


def bought(fast: bool) -> Measure:
    """Return the number of fast, or of slow, units that points bring back."""

    def of(match: Match) -> float:
        p = match.position
        assert isinstance(p, Campaign)
        return float(sum(w[0] == "buy" and is_fast(p, p.board.unit[w[1]]) == fast for _, w in words(match)))

    return of


def arrivals_near(name: str) -> Measure:
    """Return the mean distance of arriving units to a city, below zero."""

    def of(match: Match) -> float:
        p = match.position
        assert isinstance(p, Campaign)
        board, goal = p.board, p.board.cities[p.board.named[name]].hex
        hexes = [board.grid.index[w[2]] for _, w in words(match) if w[0] in ("bring", "buy")]
        return -mean([float(board.grid.distance(h, goal)) for h in hexes])

    return of


def still_cut_off(side: int) -> Measure:
    """Return the number of units of a side that begin without supply and are in the same hex after their own turn."""

    def of(match: Match) -> float:
        before = match.at(0)
        assert isinstance(before, Campaign)
        turn = (match.at(ply) for ply, _ in words(match))
        *_, after = (p for p in turn if isinstance(p, Campaign) and p.side == side)
        cut = isolated(before, side)
        return float(sum(cut >> u & 1 and after.at[u] == before.at[u] for u in before.units(side)))

    return of


def all_of(groups: Iterable[str], field: str, value: str) -> str:
    """Return the same order for several sectors or formations."""
    return " ".join(f"{field}_{group}={value}" for group in groups)


def air_left(match: Match) -> int:
    """Return the Russian air factors that are left."""
    p = match.position
    assert isinstance(p, Campaign)
    return p.air[1]


BAR_GERMAN = ("barbarossa", "german")
BAR_RUSSIAN = ("barbarossa", "russian")
AIR: Options = (("airpower", True), ("interception", True))


def ringed(side: int) -> Options:
    """Return a custom start in which two units of a side are surrounded, and two others can come to their aid."""
    armies, corps = (
        [f"ru-army-{n}" for n in (3, 5, 6, 8, 9, 10)],
        [f"ge-in-{n}" for n in ("i", "ii", "x", "xxvi", "v", "vi")],
    )
    inside, around = (corps, armies) if side == 0 else (armies, corps)
    places = dict(zip(inside, ("F34", "F34", "F39", "E39"), strict=False))
    places |= dict(zip(around, ("F32", "F36", "D33", "D35", "H33", "H35"), strict=True))
    places |= {"ge-in-liii": "X2", "ru-army-26": "A40"}
    units = {f"unit.{unit}": place for unit, place in places.items()}
    player = {"player": "russian"} if side == 1 else {}
    return tuple({"turn": 4, **player, "unit.all": "out", **units}.items())


POSTURE = ("posture_center=attack", "posture_center=hold")
ATTACK = all_of(GROUPS, "posture", "attack")
"""Without this order, the Russians attack too rarely for some fields to matter."""
BARBAROSSA = (
    Effect(*BAR_GERMAN, *POSTURE, "battles in the center", battles_against(0, CENTER), 5),
    Effect(*BAR_GERMAN, "posture_south=delay", "", "distance in the south", by_turn(apart(0, SOUTH)), 5),
    Effect(*BAR_GERMAN, "posture_south=withdraw", "", "distance in the south", by_turn(apart(0, SOUTH)), 5),
    *(
        Effect(
            *BAR_GERMAN,
            f"objective_{group}={near}",
            f"objective_{group}={far}",
            f"nearness to {near}",
            by_turn(between(near, far, 0, sector)),
            6,
        )
        for group, sector, near, far in (
            ("north", NORTH, "Riga", "Kovno"),
            ("center", CENTER, "Vilna", "Bobruisk"),
            ("south", SOUTH, "Odessa", "Kiev"),
        )
    ),
    Effect(*BAR_GERMAN, "line_center=V5,Y5", "", "hexes of the line", by_turn(manned(0, "V5", "Y5")), 5),
    Effect(*BAR_GERMAN, "line_center=V5,Y5 posture_center=hold", "", "line held", by_turn(manned(0, "V5", "Y5")), 5),
    Effect(
        *BAR_GERMAN, "", all_of(GROUPS, "least", "5-1"), "battles at 1-1 to 4-1", battles_against(0, SOUTH, EVEN, 8), 5
    ),
    Effect(*BAR_GERMAN, "", all_of(GROUPS, "losses", "1"), "corps lost, south", lost(0, SOUTH), 5),
    Effect(*BAR_GERMAN, "reserve_south=12", "", "units out of contact", by_turn(out_of_contact(0, SOUTH)), 5),
    Effect(
        *BAR_GERMAN, "mechanized=north", "mechanized=south", "corps in the north", by_turn(there(0, NORTH, True)), 5
    ),
    Effect(*BAR_GERMAN, "", "soak_offs=none", "battles below 1-1", battles_against(0, SOUTH, -1, EVEN - 1), 5),
    Effect(*BAR_GERMAN, "risk=bold", "risk=careful", "battles", all_battles(0), 4),
    Effect(*BAR_GERMAN, "stand=konigsberg", "", "units in Konigsberg", by_turn(units_in(0, "Konigsberg")), 5),
    Effect(*BAR_GERMAN, "buy=mechanized", "buy=infantry", "mechanized rebuilt", bought(True), 9),
    Effect(*BAR_GERMAN, "", "buy=nothing", "units rebuilt", count("buy"), 7),
    Effect(*BAR_GERMAN, "arrive=bucharest", "", "nearness", arrivals_near("Bucharest"), 4, (("reserves", True),)),
    Effect(*BAR_GERMAN, "garrison=3", "", "units at home", by_turn(units_in(0, "Warsaw", "Helsinki", "Bucharest")), 5),
    Effect(*BAR_GERMAN, "air=strategic", "air=battles", "strategic attacks", count("bomb"), 4, AIR),
    Effect(*BAR_GERMAN, "", "air=none", "missions", count("bomb", "fight"), 4, AIR),
    Effect(*BAR_GERMAN, "keep_air=20", "", "air factors left", by_turn(lambda p: float(p.air[0])), 4, AIR),
    Effect(
        *BAR_RUSSIAN, "posture_south=attack", "posture_south=hold", "battles in the south", battles_against(1, SOUTH), 5
    ),
    Effect(
        *BAR_RUSSIAN, "posture_south=delay", "posture_south=hold", "distance in the south", by_turn(apart(1, SOUTH)), 5
    ),
    Effect(
        *BAR_RUSSIAN,
        "posture_south=withdraw",
        "posture_south=delay",
        "distance in the south",
        by_turn(apart(1, SOUTH)),
        5,
    ),
    Effect(*BAR_RUSSIAN, "objective_south=jassy", "", "turns that hold Jassy", by_turn(city_of("Jassy", 1)), 6),
    Effect(*BAR_RUSSIAN, "line_center=W16,S16", "", "hexes of the line", by_turn(manned(1, "W16", "S16")), 4),
    Effect(
        *BAR_RUSSIAN,
        "posture_south=attack",
        "posture_south=attack least_south=6-1",
        "battles at 1-1 to 5-1",
        battles_against(1, SOUTH, EVEN, 9),
        10,
    ),
    Effect(
        *BAR_RUSSIAN,
        ATTACK,
        f"{ATTACK} {all_of(GROUPS, 'losses', '1')}",
        "armies lost",
        lost(1, NORTH, CENTER, SOUTH),
        10,
    ),
    Effect(*BAR_RUSSIAN, "reserve_south=12", "", "units out of contact", by_turn(out_of_contact(1, SOUTH)), 5),
    Effect(
        *BAR_RUSSIAN, "mechanized=south", "mechanized=north", "fast units, south", by_turn(there(1, SOUTH, True)), 5
    ),
    Effect(
        *BAR_RUSSIAN,
        ATTACK,
        f"{ATTACK} soak_offs=none",
        "battles below 1-1",
        all_battles(1, -1, EVEN - 1),
        10,
    ),
    Effect(*BAR_RUSSIAN, f"{ATTACK} risk=bold", f"{ATTACK} risk=careful", "battles", all_battles(1), 8),
    Effect(*BAR_RUSSIAN, "stand=minsk", "", "turns with a unit in Minsk", by_turn(units_in(1, "Minsk")), 5),
    Effect(*BAR_RUSSIAN, "buy=mechanized", "buy=infantry", "fast units rebuilt", bought(True), 8),
    Effect(*BAR_RUSSIAN, "", "buy=nothing", "units rebuilt", count("buy"), 6),
    Effect(*BAR_RUSSIAN, "arrive=stalingrad", "", "nearness", arrivals_near("Stalingrad"), 7),
    Effect(*BAR_RUSSIAN, "garrison=3", "", "units", by_turn(units_in(1, "Leningrad", "Moscow", "Stalingrad")), 5),
    *(
        Effect(*seat, *orders, what, measure(side), 1, start=ringed(side))
        for side, seat in enumerate((BAR_GERMAN, BAR_RUSSIAN))
        for orders, what, measure in (
            (("break_out=free", "break_out=stand"), "battles", all_battles),
            (("break_out=stand", "break_out=free"), "units left where cut off", still_cut_off),
        )
    ),
    Effect(*BAR_RUSSIAN, "", "air=none", "air factors spent", lambda match: -float(air_left(match)), 6, AIR),
    Effect(*BAR_RUSSIAN, "keep_air=20", "", "air factors left", by_turn(lambda p: float(p.air[1])), 8, AIR),
)


# ------------------------------------------------------------------ what is measured

MOVES = ("attack", "hasty", "long", "short")
GERMAN = ("inferno", "german")
SOVIET = ("inferno", "soviet")
PAULUS = ("cauldron", "german")
EFFECTS = (
    Effect(*GERMAN, "objectives=19", "objectives=3,6,7,13,15", "turns that hold 19", by_turn(taken("19"))),
    Effect(*GERMAN, "hold=Y", "", "turns with a unit in Y", by_turn(unit_in("Y"))),
    Effect(*GERMAN, "prefer=attack", "prefer=move", "attacks among actions", share(("attack", "hasty"), MOVES)),
    Effect(*GERMAN, "least=90", "", "chance of an attack", attacks(lambda trade: trade.chance)),
    Effect(*GERMAN, "losses=spend", "losses=spare", "steps that an attack costs", attacks(lambda trade: trade.costs)),
    Effect(*GERMAN, "call_below=20", "call_below=4", "units on the map", by_turn(lambda p: len(p.units_in(p.german)))),
    Effect(*GERMAN, "", "keep_cards=6", "cards played elsewhere", cards_elsewhere),
    Effect(*SOVIET, "defend=7", "defend=3,6,13,15,19", "blocks in 7", by_turn(blocks("7"))),
    Effect(*SOVIET, "clock=run", "clock=wait", "cards drawn a round", drawn_a_round),
    Effect(*SOVIET, "losses=spend", "losses=spare", "attacks by dice", soviet_attacks),
    Effect(*PAULUS, "strategy=breakout", "strategy=stay-put", "attacks", count("attack")),
    Effect(*PAULUS, "hold=23,24,25,33,34,35", "", "areas held", by_turn(held)),
    Effect(*PAULUS, "give_up=23,24,25,33,34,35", "", "retreats", count("retreat")),
    Effect(*PAULUS, "airfields=hold", "airfields=give-up", "airfields with a unit", by_turn(airfields)),
    Effect(*PAULUS, "keep_supply=15", "", "supply at the start of a turn", by_turn(lambda p: p.supply)),
    Effect(*PAULUS, "strategy=breakout", "strategy=breakout least=100", "attacks", count("attack")),
    Effect(*PAULUS, "", "appeals=never", "Appeals", count("appeal")),
    Effect(*PAULUS, "", "tactical=never", "Tactical Attacks", count("tactical")),
    Effect(*PAULUS, "", "dig_in=never", "defenses", count("build", "activate")),
    *DONNERSCHLAG,
    *BARBAROSSA,
)
PLANS: dict[tuple[str, str], tuple[str, ...]] = {
    GERMAN: (
        "", "objectives=19,15", "objectives=13,7", "least=60", "least=90 losses=spare", "losses=spend", "losses=spare",
        "call_below=20", "prefer=move", "keep_cards=6",
    ),
    SOVIET: (
        "", "defend=3", "defend=19", "defend=13", "clock=run", "clock=wait losses=spend", "clock=wait losses=spare",
        "losses=spend", "defend=7", "clock=run losses=spare",
    ),
    PAULUS: (
        "", "strategy=breakout", "strategy=breakout least=60", "strategy=stay-put", "strategy=consolidate",
        "strategy=paulus", "strategy=watch-and-wait", "strategy=stay-put keep_supply=15",
        "appeals=never airfields=hold", "strategy=stay-put appeals=never tactical=never dig_in=never",
    ),
    DON_AXIS: (
        "", "zone=A", "zone=B", "zone=C", "zone=C hq=bold cards=spend", "least=2-1",
        "least=4-1 losses=10 cards=spare hq=safe", "cards_for=defense hq=safe",
        f"cards=spend hq=bold {all_of(AXIS_GROUPS, 'posture', 'attack')}", all_of(AXIS_GROUPS, "posture", "hold"),
    ),
    DON_SOVIET: (
        "", "reserve=2", "reserve=6", "least=2-1 cards=spare", "least=4-1 losses=10", "cards=spend", "cards=spare",
        "cards_for=defense", f"cards=spend {all_of(SOVIET_GROUPS, 'posture', 'attack')}",
        all_of(SOVIET_GROUPS, "posture", "withdraw"),
    ),
    BAR_GERMAN: (
        "", "mechanized=north", "mechanized=center", "mechanized=south", all_of(GROUPS, "posture", "attack"),
        all_of(GROUPS, "posture", "hold"), all_of(GROUPS, "least", "3-1"), all_of(GROUPS, "least", "6-1"),
        "soak_offs=none", all_of(GROUPS, "losses", "1"),
    ),
    BAR_RUSSIAN: (
        "", all_of(GROUPS, "posture", "delay"), all_of(GROUPS, "posture", "hold"), all_of(GROUPS, "posture", "attack"),
        all_of(GROUPS, "posture", "withdraw"), all_of(GROUPS, "least", "3-1"), all_of(GROUPS, "reserve", "4"),
        "mechanized=south", "buy=infantry", "garrison=3",
    ),
}  # fmt: skip
"""Ten plans of each seat, as different commanders might give them."""


def commanded(
    game: str, seat: str, orders: str, seed: int, turns: int = 1000, options: Options = (), start: Options = ()
) -> Iterator[Commander]:
    """Carry out the same orders turn by turn, the staff in the other seats, and yield each turn at its end."""
    match = Match.new(game, seed=seed, options=dict(options) or OPTIONS.get(game, {}), start=dict(start))
    others = {name: "staff" for name in match.game.seats if name != seat}
    for _ in range(turns):
        play_on(match, others)
        if match.over:
            return
        match.order(orders, seat)
        commander = Commander(match, seat)
        commander.play_out(others)
        yield commander


@lru_cache(256)
def played(
    game: str, seat: str, orders: str, seed: int, turns: int = 1000, options: Options = (), start: Options = ()
) -> Match:
    """Play a game with the same orders in every turn, the staff in the other seats."""
    *_, last = commanded(game, seat, orders, seed, turns, options, start)
    return last.match


CLEAR = 20
"""The least number of games of an effect."""


def effects(games: int, only: str) -> bool:
    """Print every effect whose game, seat or orders contain `only`; return whether all hold."""
    holds = True
    for one in EFFECTS:
        if only not in f"{one.game} {one.seat} {one.high} {one.low}":
            continue
        high, low, middle, error = list[float](), list[float](), 0.0, 0.0
        for seed in range(games):
            for orders, found in ((one.high, high), (one.low, low)):
                found.append(one.measure(played(one.game, one.seat, orders, seed, one.turns, one.options, one.start)))
            apart = [a - b for a, b in zip(high, low, strict=True)]
            middle = mean(apart)
            error = math.sqrt(mean([(each - middle) ** 2 for each in apart]) / max(1, seed))
            if seed + 1 >= CLEAR and middle > 5 * error:
                break
        fine = middle > 2 * error
        holds &= fine
        between = f"{one.high or 'staff':24} {mean(high):7.2f}   {one.low or 'staff':28} {mean(low):7.2f}"
        print(
            f"{one.game:10} {one.seat:7} {one.what:32} {between}   {middle:+.2f} ± {error:.2f} ({len(high)})"
            f" {'' if fine else 'NO'}"
        )
        sys.stdout.flush()
    return holds


def default(games: int, only: str) -> bool:
    """Print how many games of the default orders are the same as the staff's; return whether all are."""
    same = True
    for game in [only] if only else names():
        command = find(game).command
        for seat in command().forms if command is not None else ():
            if seat == "partner":
                continue
            equal = 0
            for seed in range(games):
                plain = Match.new(game, seed=seed, options=OPTIONS.get(game, {}))
                play_on(plain, dict.fromkeys(plain.game.seats, "staff"))
                equal += played(game, seat, "", seed).record.log == plain.record.log
            print(f"{game:10} {seat:7} {equal} of {games} the same")
            same &= equal == games
    return same


class Promise(NamedTuple):
    """Orders that must be kept or reported. `broken`: the fields of the orders that were broken in a turn, from its
    positions and battles alone. `turns`: the turns to play."""

    game: str
    seat: str
    orders: str
    broken: Callable[[Commander], set[str]]
    turns: int = 1000


def kept(games: int, only: str) -> bool:
    """Print how often orders to hold places, to keep to odds and to keep reserves were broken, and how often a report
    does not say so; return whether every report does."""
    silent = 0
    for game, seat, orders, truth_of, turns in PROMISES:
        if only not in ("", game):
            continue
        played_, broken, unsaid = 0, 0, list[str]()
        for seed in range(games):
            for commander in commanded(game, seat, orders, seed, turns):
                truth = truth_of(commander)
                told = {one.field for one in commander.report() if one.state != "kept"}
                played_, broken = played_ + 1, broken + bool(truth)
                unsaid += [f"{field} in turn {commander.turn} of seed {seed}" for field in sorted(truth - told)]
        print(f"{game:12} {seat:7} {orders}: {games} games, {played_} turns, broken in {broken}, unsaid {len(unsaid)}")
        print(*unsaid[:5], sep="\n", flush=True)
        silent += len(unsaid)
    return not silent


def turn_of(commander: Commander) -> Iterator[tuple[list[str], Any]]:
    """Yield the actions of a commander's turn, split into words, with the position before each."""
    match, since = commander.match, commander.since
    # The last position has no action.
    for line, now in zip(match.record.log[since:], match.onwards(since), strict=False):
        yield line.split(), now


def broken_in_the_city(commander: Commander) -> set[str]:
    """Return the German orders in Inferno that were broken in a round."""
    before, p, orders = commander.before, commander.match.position, commander.orders
    assert isinstance(before, City)
    assert isinstance(p, City)
    assert isinstance(orders, GermanOrders)
    held, found = p.board.grid.named(orders.hold), set[str]()
    if held & before.german & ~p.german:
        found.add("hold")
    for word, now in turn_of(commander):
        if word[0] == "attack":
            target = now.board.grid.index[word[1]]
            trade = of_attack(now, DELIBERATE, target, now.board.grid.near[target] & now.german)
            if trade is not None and 100 * trade.chance < orders.least:
                found.add("least")
        if word[0] == "play" and now.box.name == "german-card" and now.count(GERMAN_SIDE, HAND) <= orders.keep_cards:
            elsewhere = not now.spawns_held() & now.board.grid.bit[now.frame("combat")[Combat.target]]
            found |= {"keep_cards"} if elsewhere else set()
    return found


def broken_in_the_pocket(commander: Commander) -> set[str]:
    """Return the orders in The Cauldron that were broken in a turn."""
    before, p, orders = commander.before, commander.match.position, commander.orders
    assert isinstance(before, Pocket)
    assert isinstance(p, Pocket)
    assert isinstance(orders, PaulusOrders)
    found = set[str]()
    if any(before.count[area] and not p.count[area] for area in held_areas(before, orders)):
        found.add("hold")
    if p.supply < min(before.supply, orders.keep_supply):
        found.add("keep_supply")
    return found


def broken_in_the_operation(commander: Commander) -> set[str]:
    """Return the orders in Donnerschlag that were broken in a turn."""
    before, p, orders, side = commander.before, commander.match.position, commander.orders, commander.index
    assert isinstance(before, Operation)
    assert isinstance(p, Operation)
    assert isinstance(orders, BothSides)
    held, found = p.board.grid.named(orders.hold), set[str]()
    if held & before.troops(side) & ~p.troops(side):
        found.add("hold")
    if isinstance(orders, SovietLine) and at_zones(p) < orders.reserve:
        found.add("reserve")
    for word, now in turn_of(commander):
        if word[0] == "fight" and now.active == side:
            fight = combat(now.top[Declared.target] - 1, now.top[Declared.units])
            if outlook(now, fight).column < COLUMNS_OF_ODDS.index(orders.least):
                found.add("least")
    return found


def broken_orders(commander: Commander) -> set[str]:
    """Return the orders that were broken in a month, from its positions and battles alone."""
    before, p, side = commander.before, commander.match.position, commander.index
    if not commander.turn:
        return set()
    assert isinstance(before, Campaign)
    assert isinstance(p, Campaign)
    board, grid, found = p.board, p.board.grid, set[str]()
    style = style_of(board, commander.orders)
    if style.task.stand & before.zones.occupied[side] & ~p.zones.occupied[side]:
        found.add("stand")
    near = board.nets[p.frozen].spread(p.zones.occupied[1 - side])
    for sector in style.task.sectors:
        out = sum(bool(sector.hexes & ~near & grid.bit[p.at[u]]) for u in p.units(side))
        if out < sector.reserve:
            found.add(f"reserve_{tuple(GROUPS)[sector.number]}")
    soaks = 0
    for word, now in turn_of(commander):
        if now.side != side:
            continue
        if now.box.name == "declare":
            soaks = sum({one.attackers for one in battles(now, style) if one.soak})
        for battle in declared(now, word[0]):
            sector = style.task.at(board, strongest_of(now, battle))
            if odds_of(now, battle) < sector.least and sides(now, battle)[0] & ~soaks:
                found.add(f"least_{tuple(GROUPS)[sector.number]}")
    return found


def on_a_front(place: str) -> str:
    """Return orders to stand fast at a place, to attack at 3-1 or better, and to keep two units in reserve."""
    return f"stand={place} {all_of(GROUPS, 'least', '3-1')} {all_of(GROUPS, 'reserve', '2')}"


PROMISES = (
    Promise("inferno", "german", "hold=Y least=50 keep_cards=2", broken_in_the_city),
    Promise("cauldron", "german", "hold=23,24,25,33,34,35 keep_supply=8", broken_in_the_pocket),
    Promise("donnerschlag", "axis", "hold=3404,3405 least=3-1", broken_in_the_operation),
    Promise("donnerschlag", "soviet", "hold=3206,3208 least=3-1 reserve=2", broken_in_the_operation),
    Promise("barbarossa", "german", on_a_front("V9"), broken_orders, 6),
    Promise("barbarossa", "russian", on_a_front("Kiev"), broken_orders, 6),
)


def worth(match: Match, seat: str) -> float:
    """Return the points of a game alone, or 1 for a win."""
    result = match.result or {}
    return float(result["points"]) if "points" in result else float(result.get("winner") == seat)


def plans(games: int, only: str) -> bool:
    """Print the mean result of each plan, and how often the best one is better than the worst on the same dice. Equal
    results count as half."""
    for (game, seat), row in PLANS.items():
        if only not in ("", game):
            continue
        found = dict[str, list[float]]()
        for orders in row:
            found[orders] = [worth(played(game, seat, orders, seed), seat) for seed in range(games)]
            print(f"{game:10} {seat:7} {orders or 'staff':32} {mean(found[orders]):6.2f}", flush=True)
        best, worst = (choose(found, key=lambda orders: mean(found[orders])) for choose in (max, min))
        pairs = list(zip(found[best], found[worst], strict=True))
        better = mean([1.0 if a > b else 0.5 if a == b else 0.0 for a, b in pairs])
        decided = [a > b for a, b in pairs if a != b]
        print(
            f"{game:10} {seat:7} best {best or 'staff'}, worst {worst or 'staff'}: {100 * better:.0f} of 100, "
            f"{sum(decided)} of the {len(decided)} games in which they differ"
        )
        sys.stdout.flush()
    return True


def main() -> None:
    """Run one of the measurements. Exit code 1 if it does not hold."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("effects", "default", "plans", "kept"))
    parser.add_argument("--games", type=int, default=50)
    parser.add_argument("--only", default="", help="effects whose seat and orders contain this")
    parser.add_argument("--game", choices=names(), default="", help="one game alone")
    given = parser.parse_args()
    measure = {"effects": effects, "default": default, "plans": plans, "kept": kept}[given.what]
    sys.exit(0 if measure(given.games, given.only or given.game) else 1)


if __name__ == "__main__":
    main()
