"""What the staffs of Barbarossa claim, computed again from the position.

Odds come from the rules' factors in the place of each unit after the planned moves, not from the staff's sums.
"""

from __future__ import annotations

import random
import re
from collections import deque
from collections.abc import Iterator
from typing import Any

from tests.players.reasons import Checks, Claim, Said

from mamayev.engine.notation import ARG, MASK, verb_of
from mamayev.engine.registry import find
from mamayev.games.barbarossa.rules.declaration import open_battle
from mamayev.games.barbarossa.rules.odds import attack, defense, is_doubled, odds_name
from mamayev.games.barbarossa.rules.verbs import DECLARED, FLY, PROPOSE
from mamayev.terrain.contact import units_of

CHECKS = Checks()
HEXES = r"(no|\d+) hex(?:es)?"
ODDS = r"(\d-\d(?: or better)?|worse than 1-6)"


DOUBLED = ", doubled (?:by the terrain|against attacks across the river),"


def number(text: str) -> int:
    """Return a number in words."""
    return 0 if text == "no" else int(text)


def unit(said: Said) -> int:
    """Return the unit that an action names first."""
    return said.action >> ARG & MASK


def nearest(p: Any, h: int, side: int) -> int:
    """Return the distance over land from a hex to the nearest unit of a side, hex by hex."""
    net, there = p.board.nets[p.frozen], {p.at[u] for u in p.units(side)}
    seen, row = {h}, deque([(h, 0)])
    while row:
        at, steps = row.popleft()
        if at in there:
            return steps
        for n in net.exits[at]:
            if n not in seen:
                seen.add(n)
                row.append((n, steps + 1))
    return 99


def declared(p: Any, action: int) -> list[int]:
    """Play on by the staff from an action until all battles of the turn are declared, and return them."""
    staff, rng, q = find("barbarossa").bots["staff"].policy, random.Random(1), p.copy()
    found = list(q.battles) if q.box.name == "declare" else []
    while q.frames and q.box.name in ("move", "declare"):
        if action == DECLARED:
            found.append(open_battle(q))
        if action == PROPOSE:
            found += q.search.declaration(q.free, open_battle(q), 99) or []
        q.apply(action)
        if q.frames and q.box.name in ("move", "declare"):
            action = staff(q, rng)
    return found


@CHECKS.of(
    rf"(Attacks) (.+) at {ODDS}",
    rf"(Soaks off) (.+) at {ODDS}, so that others can attack beside it",
)
def battle(said: Said, m: re.Match[str]) -> Iterator[Claim]:
    p = said.p
    for one in declared(p, said.action):
        if one >> unit(said) & 1:
            ours, theirs = one & p.board.all_of[p.side], one & p.board.all_of[1 - p.side]
            q = p.copy()
            for u, h in moved(p, said.action).items():
                q.at[u] = h
            yield Claim("against", m[2], p.names(theirs))
            yield Claim("odds", m[3], odds_name(attack(q, ours, theirs), defense(q, ours, theirs)))
            return
    yield Claim("is declared", True, False)


def moved(p: Any, action: int) -> dict[int, int]:
    """Return where the units of a side are after the moves of the staff."""
    staff, rng, q = find("barbarossa").bots["staff"].policy, random.Random(1), p.copy()
    q.apply(action)
    while q.frames and q.box.name == "move":
        q.apply(staff(q, rng))
    return {u: q.at[u] for u in p.units(p.side)}


def at_the_moves(said: Said) -> tuple[Any, int]:
    """Return the position in which the moves of the turn begin, and the next action, after the staff's decisions about
    arrivals and supply."""
    staff, rng, q, action = find("barbarossa").bots["staff"].policy, random.Random(1), said.p.copy(), said.action
    while q.frames and q.seat == said.p.seat and q.box.name in ("air-supply", "supplied-unit", "arrivals"):
        q.apply(action)
        action = staff(q, rng)
    return q, action


def doubled(p: Any, h: int, words: str | None) -> Claim:
    """Check what is said of doubling against attacks from each hex beside a hex."""
    found = {is_doubled(p, h, [n]) for n in p.board.grid.neighbours[h]}
    said = {True} if "terrain" in (words or "") else {True, False} if words else {False}
    return Claim("doubled", said, found)


@CHECKS.of(rf"(\d+) defense factors?({DOUBLED})? will then stand there, {HEXES} from the nearest enemy")
def placed(said: Said, m: re.Match[str]) -> Iterator[Claim]:
    p, h = said.p, said.action & MASK
    there = [u for u, at in moved(p, said.action).items() if at == h]
    yield Claim("factors", int(m[1]), sum(p.board.units[u].defense for u in there))
    yield Claim("distance", number(m[3]), nearest(p, h, 1 - p.side))
    yield doubled(p, h, m[2])


@CHECKS.of(
    rf"(\d+) defense factors?({DOUBLED})? will stand there; in the first turn, "
    r"(?:up to (\d+) attack factors? can get next to them|no enemy can get next to them)"
)
def deployed(said: Said, m: re.Match[str]) -> Iterator[Claim]:
    p, h = said.p, said.action & MASK
    staff, rng, q = find("barbarossa").bots["staff"].policy, random.Random(1), p.copy()
    while q.frames and q.box.name == "set-up" and q.seat == p.seat:
        q.apply(staff(q, rng))
    yield Claim("factors", int(m[1]), sum(p.board.units[u].defense for u in q.units(p.seat) if q.at[u] == h))
    yield doubled(p, h, m[2])
    enemies = [u for u in p.board.of_side[1 - p.seat] if u in p.table.suggested and not p.table.enters[u]]
    yield Claim("possible", True, int(m[3] or 0) <= sum(p.board.units[u].attack for u in enemies))


@CHECKS.of(rf"No hex where it can arrive and last is nearer to an enemy: {HEXES}")
def arrived(said: Said, m: re.Match[str]) -> Iterator[Claim]:
    p = said.p
    yield Claim("distance", number(m[1]), nearest(p, said.action & MASK, 1 - p.side))


@CHECKS.of(r"(\d+(?:\.\d)?) of the (\d+(?:\.\d)?) factors owed are given up: no other loss is smaller")
def given_up(said: Said, m: re.Match[str]) -> Iterator[Claim]:
    p = said.p
    most = [p.board.units[action >> ARG & MASK] for action in p.actions() if verb_of(action) == verb_of(said.action)]
    yield Claim("factors", float(m[1]) <= max(max(one.attack, one.defense) for one in most), True)


@CHECKS.of(
    rf"{HEXES} from the nearest enemy is as far as it can get",
    rf"{HEXES} from our nearest unit: no other hex makes it easier to attack again",
)
def back(said: Said, m: re.Match[str]) -> Iterator[Claim]:
    p = said.p
    side = 1 - p.board.side[unit(said)]
    yield Claim("distance", number(m[1]), nearest(p, said.action & MASK, side))


@CHECKS.of(rf"{HEXES} nearer to the next objective, (\d+) (?:is|are) left")
def onward(said: Said, m: re.Match[str]) -> Iterator[Claim]:
    yield Claim("nearer", True, number(m[1]) > 0)


@CHECKS.of(
    r"(?:The units there are worth|It is worth|It takes) (\d+(?:\.\d)?) on the ground(?: from them)?, "
    r"for (\d+) air factors?(?:; more would bring too little)?"
)
def flown(said: Said, m: re.Match[str]) -> Iterator[Claim]:
    p = said.p
    if verb_of(said.action) == FLY:
        yield Claim("factors", int(m[2]), unit(said))
    yield Claim("held", True, int(m[2]) <= p.air[p.seat])


@CHECKS.of(r"It is worth (\d+(?:\.\d)?); no other unit is worth more")
def weightiest(said: Said, m: re.Match[str]) -> Iterator[Claim]:
    p = said.p
    yield Claim("worth", float(m[1]), max(p.board.factors[action >> ARG & MASK] for action in p.actions()) / 2)


@CHECKS.of(r"(\d+) units? would be lost at the end of the month, for (\d+) air factors?")
def supplied(said: Said, m: re.Match[str]) -> Iterator[Claim]:
    yield Claim("held", True, int(m[2]) <= said.p.air[said.p.seat])


# ------------------------------------------------------------------ the plan


@CHECKS.of(
    r"The main effort is (.+?), in (\d+) battles?(?:; the next objective is (.+))?",
    r"No attack pays this month; (hold the line|step back|move up to the enemy)()(?: and take (.+?))?"
    r"(?:; (\d+) units? next to the enemy must attack)?",
)
def effort(said: Said, m: re.Match[str]) -> Iterator[Claim]:
    if said.kind != "intent":
        return  # of another plan
    p, action = at_the_moves(said)
    if not m[2]:
        moves = moved(p, action)
        yield Claim("the line", m[1], line_goes(p, moves))
        enemies = {p.at[u] for u in p.units(1 - p.side)}
        exits = p.board.nets[p.frozen].exits
        yield Claim("must attack", int(m[4] or 0), sum(bool(enemies & {*exits[h]}) for h in moves.values()))
        open_ = {p.table.places[h] for h in moves.values() if p.enemy_cities(p.side) & p.board.grid.bit[h]}
        yield Claim("cities", True, {*(m[3] or "").split(" and ")} - {""} <= open_ and bool(m[3]) == bool(open_))
        return
    if p.side == 0:  # the south first, then from north to south
        cities = [(p.board.cities[n].hex, p.holds(0, n)) for n in p.board.objectives[0]]
        order = [cities[-1], *cities[:-1]]
        yield Claim("objective", m[3], next((p.table.places[h] for h, held in order if not held), None))
    found = declared(p, action)
    if said.p.box.name == "declare":
        yield Claim("battles", int(m[2]), len(found) - len(said.p.battles))
    yield Claim("battles", True, len(found) >= 1)
    q = p.copy()
    for u, h in moved(p, action).items():
        q.at[u] = h
    odds = {(h, odds_name(*strengths(q, one))) for one in found for h in hexes(q, one)}
    for text in m[1].split(" and "):
        place, named = text.rsplit(" at ", 1)
        yield Claim("odds", True, any(p.table.places[h] == place and one == named for h, one in odds))


def line_goes(p: Any, moves: dict[int, int]) -> str:
    """Return where the units go that are within four hexes of the enemy before or after their moves."""
    ways = [(nearest(p, p.at[u], 1 - p.side), nearest(p, h, 1 - p.side)) for u, h in moves.items()]
    steps = [after - before for before, after in ways if min(before, after) <= 4]
    mean = sum(steps) / len(steps) if steps else 0.0
    return "hold the line" if abs(mean) < 0.5 else "step back" if mean > 0 else "move up to the enemy"


def strengths(q: Any, battle: int) -> tuple[int, int]:
    """Return the strengths of a battle."""
    ours, theirs = battle & q.board.all_of[q.side], battle & q.board.all_of[1 - q.side]
    return attack(q, ours, theirs), defense(q, ours, theirs)


def hexes(q: Any, battle: int) -> set[int]:
    """Return the hexes of the defenders of a battle."""
    return {q.at[u] for u in units_of(battle & q.board.all_of[1 - q.side])}


@CHECKS.of(r"(.+) falls on (no|\d+) rolls? out of six; (\d+(?:\.\d)?) defense factors in all")
def hoped(said: Said, m: re.Match[str]) -> Iterator[Claim]:
    yield Claim("rolls", True, number(m[2]) <= 6)


@CHECKS.of(
    r"(.+) at (.+): driven out on (no|\d+) rolls? out of six, but others hold the hex; "
    r"\d+(?:\.\d)? defense factors in all"
)
def others_hold(said: Said, m: re.Match[str]) -> Iterator[Claim]:
    p = said.p
    there = {p.names(1 << u) for u in p.units(1 - p.side) if p.table.places[p.at[u]] == m[2]}
    yield Claim("others there", True, any(name not in m[1] for name in there))
    yield Claim("rolls", True, number(m[3]) <= 6)


@CHECKS.of(r"(\d+(?:\.\d)?) of (\d+) attack factors, on average")
def cost(said: Said, m: re.Match[str]) -> Iterator[Claim]:
    p, _ = at_the_moves(said)
    yield Claim("factors", int(m[2]), sum(p.board.units[u].attack for u in p.units(p.side)))
    yield Claim("no more", True, float(m[1]) <= int(m[2]))


@CHECKS.of(r"(?:More careful|Bolder): kills (\d+(?:\.\d)?) defense factors, costs (\d+(?:\.\d)?) attack factors")
def instead(said: Said, m: re.Match[str]) -> Iterator[Claim]:
    p = said.p
    yield Claim("possible", True, float(m[1]) <= sum(p.board.units[u].defense for u in p.units(1 - p.side)))


@CHECKS.of(r"(\d+) to (\d+) by (\d+) units? as all stand now\. .+")
def blow(said: Said, m: re.Match[str]) -> Iterator[Claim]:
    yield Claim("units", True, int(m[3]) >= 1)


@CHECKS.of(r"(\S+) \| (.+) \| (\d-\d) \| (\d+) to (\d+) by (\d+) units? as all stand now\. .+")
def threatened(said: Said, m: re.Match[str]) -> Iterator[Claim]:
    p, h = said.p, said.p.board.hex[m[1]]
    there = [u for u in p.units(p.side) if p.at[u] == h]
    least = min(p.board.units[u].defense for u in there)
    yield Claim("defense", True, int(m[5]) >= least)
    ratio = int(m[4]) // int(m[5]) if int(m[4]) >= int(m[5]) else 0
    said_odds = int(m[3][0]) if int(m[4]) >= int(m[5]) else 0
    yield Claim("odds", said_odds, min(7, ratio))
