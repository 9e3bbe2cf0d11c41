"""What the staff of The Cauldron claims, computed again from the position."""

from __future__ import annotations

import random
import re
from collections.abc import Iterable, Iterator
from typing import Any

from tests.players.reasons import Checks, Claim, Said

from mamayev.engine.chance import Luck
from mamayev.engine.notation import ARG, MASK, act
from mamayev.engine.playout import playout
from mamayev.engine.registry import find
from mamayev.games.cauldron.rules.attacks import attack_modifiers
from mamayev.games.cauldron.rules.prices import multiple, spendable
from mamayev.games.cauldron.rules.strategic import full_upkeep
from mamayev.games.cauldron.rules.verbs import ATTACK, END_ACTIONS, SURRENDER
from mamayev.games.cauldron.staff.appreciation import gate

CHECKS = Checks()
N = r"(no|\d+)"
PLACE = r"(\d+ .+?|Relief box \d)"
ON_THE_MAP = 60
"""The last area of the map; Relief boxes come after it."""


def area(p: Any, text: str) -> int:
    """Return the space with a name."""
    return int(next(n for n, name in enumerate(p.table.board.names) if name == text))


def target(said: Said) -> int:
    """Return the space that an action names first."""
    return said.action >> ARG & MASK


def there(p: Any, space: int) -> list[int]:
    """Return the units in a space."""
    return [u for u, at in enumerate(p.at) if at == space]


def endures(p: Any, space: int) -> int:
    """Return the losses after which no unit is left in an area (CAU-SOVATK-05): its steps, and its activated
    defenses, which turn over instead."""
    return int(sum(p.steps[u] for u in there(p, space)) + (p.pdm_active[space] if there(p, space) else 0))


def important(p: Any, space: int) -> int:
    """Return the morale that an area is worth (CAU-MORALE)."""
    return 3 if p.table.keys[p.what_if] >> space & 1 else 1


def hit(p: Any, unit: int, supply: int, space: int) -> float:
    """Return the chance that an attacker gets a Retreat on Table E with this supply."""
    q = p.copy()
    q.target[unit] = space
    q.attack_supply[space] = supply
    total = sum(one.value for one in attack_modifiers(q, unit))
    return float(sum(die + total >= p.table.charts.e for die in range(1, 7)) / 6)


def opened(p: Any, units: Iterable[int], supply: int, space: int) -> float:
    """Return the chance that the attackers get the Retreats that they need."""
    needed = 2 if space <= ON_THE_MAP and p.table.board.stalingrad >> space & 1 else 1
    chances = [1.0]
    for unit in units:
        one = hit(p, unit, supply, space)
        chances = [
            (chances[n] * (1 - one) if n < len(chances) else 0.0) + (chances[n - 1] * one if n else 0.0)
            for n in range(len(chances) + 1)
        ]
    return float(sum(chances[needed:]))


def number(text: str) -> int:
    """Return a number in words."""
    return 0 if text == "no" else int(text)


def surrendered(p: Any, games: int = 40) -> tuple[float, float]:
    """Return the points after a surrender, by playing on from it: the mean and its standard error."""
    staff, points = find("cauldron").bots["staff"], list[float]()
    for n in range(games):
        q = p.copy()
        q.apply(SURRENDER)
        playout(q, random.Random(n), {0: staff.policy}, luck=Luck(n))
        points.append(q.table.returns(q)[0])
    mean = sum(points) / games
    return mean, (sum((one - mean) ** 2 for one in points) / games / (games - 1)) ** 0.5


# ------------------------------------------------------------------ areas

STAYS = r"(is empty|falls after \d+ loss(?:es)?)"
COSTS = r"(\d) morale( and an airfield)?"


def holds(p: Any, space: int, said: str) -> Claim:
    """Return the claim that an area is empty, or falls after some losses."""
    losses = int(said.split()[2]) if said != "is empty" else 0
    return Claim("losses", losses, endures(p, space))


def costs(p: Any, space: int, morale: str, airfield: str | None) -> Iterator[Claim]:
    """Yield the claims about the cost of losing an area."""
    yield Claim("morale", int(morale), important(p, space))
    yield Claim("airfield", bool(airfield), bool(p.table.board.airfields >> space & 1))


def lost(p: Any) -> int:
    """Return the area of the current decision: one that falls, or that is attacked."""
    return int(p.top[2])


@CHECKS.of(rf"{PLACE} {STAYS}, and losing it costs {COSTS}(?:, so it must not fall without a fight)?")
def an_area(said: Said, m: re.Match[str]) -> Iterator[Claim]:
    space = area(said.p, m[1])
    yield holds(said.p, space, m[2])
    yield from costs(said.p, space, m[3], m[4])


@CHECKS.of(rf"{PLACE} needs it most: it {STAYS}, and losing it costs {COSTS}")
def neediest(said: Said, m: re.Match[str]) -> Iterator[Claim]:
    yield from an_area(said, m)


@CHECKS.of(rf"No garrison is stronger: it {STAYS}")
def strongest(said: Said, m: re.Match[str]) -> Iterator[Claim]:
    p = said.p
    yield holds(p, target(said), m[1])


@CHECKS.of(rf"{PLACE} comes first: it {STAYS}; (\d+) attacks? (?:is|are) left after it")
def comes_first(said: Said, m: re.Match[str]) -> Iterator[Claim]:
    p = said.p
    yield holds(p, area(p, m[1]), m[2])
    yield Claim("named", area(p, m[1]), target(said))
    verbs = [p.name(action).split()[0] for action in p.actions()]
    yield Claim("attacks", int(m[3]), verbs.count("resolve") - 1)


@CHECKS.of(r"The defenses absorb the loss, and the area falls after (\d+) further loss(?:es)?")
def absorbed(said: Said, m: re.Match[str]) -> Iterator[Claim]:
    q, space = said.p.copy(), lost(said.p)
    q.apply(said.action)
    yield Claim("losses", int(m[1]), endures(q, space))


@CHECKS.of(
    rf"The unit is worth more than the area, which costs {COSTS}",
    rf"It has a step to give, and losing the area costs {COSTS}",
    rf"Losing the area costs {COSTS}, (?:so it must not fall without a fight|which does not justify a battlegroup)",
)
def the_area(said: Said, m: re.Match[str]) -> Iterator[Claim]:
    return costs(said.p, lost(said.p), m[1], m[2])


@CHECKS.of(rf"Losing the area costs {COSTS}, and (\d+) other units? holds? it")
def held(said: Said, m: re.Match[str]) -> Iterator[Claim]:
    yield from costs(said.p, lost(said.p), m[1], m[2])
    yield Claim("units", int(m[3]), len(there(said.p, lost(said.p))) - 1)


@CHECKS.of(rf"The area {STAYS}, so it needs no battlegroup")
def no_need(said: Said, m: re.Match[str]) -> Iterator[Claim]:
    yield holds(said.p, lost(said.p), m[1])


@CHECKS.of(rf"It {STAYS}\. Soviets are in (\d+) areas? next to it")
def in_danger(said: Said, m: re.Match[str]) -> Iterator[Claim]:
    return iter(())  # with its place, as a stack


@CHECKS.of(rf"(\d+) \| {PLACE} \| (\d+) loss(?:es)? \| It {STAYS}\. Soviets are in (\d+) areas? next to it\.")
def weak(said: Said, m: re.Match[str]) -> Iterator[Claim]:
    space = area(said.p, m[2])
    yield Claim("losses", int(m[3]), endures(said.p, space))
    yield holds(said.p, space, m[4])
    near = said.p.table.board.adjacent[space] & said.p.soviet
    yield Claim("areas with Soviets", int(m[5]), near.bit_count())


@CHECKS.of(r"The units come in the order of the list: (\d+) other units? follows?")
def in_order(said: Said, m: re.Match[str]) -> Iterator[Claim]:
    verbs = [said.p.name(action).split()[0] for action in said.p.actions()]
    yield Claim("units", int(m[1]), verbs.count("face") - 1)


@CHECKS.of(r"(\d+) areas? (?:is|are) ours around it, with (\d+) Key Areas? and (\d+) airfields?")
def rallied(said: Said, m: re.Match[str]) -> Iterator[Claim]:
    p, board, space = said.p, said.p.table.board, target(said)
    ours = [n for n in (space, *board.neighbours[space]) if p.german >> n & 1]
    yield Claim("areas", int(m[1]), len(ours))
    yield Claim("Key Areas", int(m[2]), sum(important(p, n) == 3 for n in ours))
    yield Claim("airfields", int(m[3]), sum(board.airfields >> n & 1 for n in ours))


@CHECKS.of(r"It is farthest from the pocket there: next to (\d+) German areas?")
def driven(said: Said, m: re.Match[str]) -> Iterator[Claim]:
    p = said.p
    near = [sum(p.german >> n & 1 for n in p.table.board.neighbours[a >> ARG & MASK]) for a in p.actions()]
    yield Claim("areas", int(m[1]), min(near))


# ------------------------------------------------------------------ supply


@CHECKS.of(
    r"With (\d+) of (\d+) supply points?, (\d+\.\d) losses are expected; "
    r"(?:(\d+) (?:is|are) kept for operations|the stocks allow no more)"
)
def partial_upkeep(said: Said, m: re.Match[str]) -> Iterator[Claim]:
    yield Claim("supply", int(m[2]), said.p.supply)
    if m[4]:
        yield Claim("kept", int(m[4]), said.p.supply - int(m[1]))
    yield Claim("losses", m[3], starved(said.p, int(m[1])))


def starved(p: Any, points: int) -> float:
    """Return the mean loss on Table C of units that this supply does not feed (CAU-UPK-06, CAU-UPK-07)."""
    units = [u for u, at in enumerate(p.at) if at]
    unfed = len(units) - 5 * points
    modifier = next(n for n, least in ((3, 10), (2, 7), (1, 4), (0, 0)) if unfed >= least)
    return float(sum(p.table.charts.upkeep(die + modifier)[0] for die in range(1, 7))) / 6


@CHECKS.of(r"The army depends on the airlift: (\d+) supply points? (?:is|are) left")
def stock(said: Said, m: re.Match[str]) -> Iterator[Claim]:
    yield Claim("supply", int(m[1]), said.p.supply)


@CHECKS.of(r"No other Action is worth its cost: (\d+) Initiative Points? and (\d+) supply points? are left")
def nothing_more(said: Said, m: re.Match[str]) -> Iterator[Claim]:
    yield Claim("Initiative Points", int(m[1]), said.p.ip)
    yield Claim("supply", int(m[2]), said.p.supply)
    yield Claim("ends", END_ACTIONS, said.action)


@CHECKS.of(
    r"The road must be opened soon, and the conferences add (\d+) to the roll",
    r"A conference may commit more to the relief; so far, conferences add (\d+) to the Appeal for Freedom of Action",
)
def conferences(said: Said, m: re.Match[str]) -> Iterator[Claim]:
    yield Claim("bonus", int(m[1]), said.p.foa_bonus)


@CHECKS.of(r"(\d+) Wounded (?:is|are) a burden for the command")
def wounded(said: Said, m: re.Match[str]) -> Iterator[Claim]:
    yield Claim("Wounded", int(m[1]), said.p.wounded)


@CHECKS.of(r"The Final Offensive is at (\d+): each turn of delay counts")
def offensive(said: Said, m: re.Match[str]) -> Iterator[Claim]:
    yield Claim("Final Offensive", int(m[1]), said.p.offensive)


@CHECKS.of(r"The relief force attacks toward the pocket from (?:Relief box (\d)|(\d+) .+)")
def relief(said: Said, m: re.Match[str]) -> Iterator[Claim]:
    yield Claim("box", int(m[1] or 0), said.p.relief_box)
    yield Claim("area", int(m[2] or 0), said.p.relief_area)


@CHECKS.of(r"(\d+) of (\d+) supply points? feed every unit")
def fed(said: Said, m: re.Match[str]) -> Iterator[Claim]:
    yield Claim("supply", int(m[2]), said.p.supply)
    yield Claim("full upkeep", int(m[1]), full_upkeep(said.p))


@CHECKS.of(r"(?:We .+); the army has (\d+) supply points?")
def has(said: Said, m: re.Match[str]) -> Iterator[Claim]:
    yield Claim("supply", int(m[1]), said.p.supply)


@CHECKS.of(r"(\d+) for the attack, (\d+) for the advance, (of|with only) (\d+) supply points?")
def price(said: Said, m: re.Match[str]) -> Iterator[Claim]:
    p = said.p
    yield Claim("supply", int(m[4]), p.supply)
    yield Claim("advance", int(m[2]), 2 * multiple(p))
    if m[3] == "of":
        yield Claim("affordable", True, int(m[1]) + int(m[2]) <= p.supply)


@CHECKS.of(r"With (\d+) of (\d+) supply points?, only units that take no upkeep losses go without supply")
def only_those(said: Said, m: re.Match[str]) -> Iterator[Claim]:
    p = said.p
    unfed = sum(at > 0 for at in p.at) - 5 * int(m[1])
    yield Claim("supply", int(m[2]), p.supply)
    yield Claim("enough", True, unfed <= sum(at > 0 and p.table.single_sided >> u & 1 for u, at in enumerate(p.at)))


# ------------------------------------------------------------------ attacks


@CHECKS.of(
    rf"{PLACE} is on the way to the relief force: with {N} supply points?, the attack succeeds (\d+)% of the time"
)
def attack(said: Said, m: re.Match[str]) -> Iterator[Claim]:
    p = said.p
    space = area(p, m[1])
    best = [u for u in range(len(p.at)) if p.allows(said.action & ~(MASK << ARG) | u << ARG)]
    best = chosen(p, best, [])
    yield Claim("chance", m[3], 100 * opened(p, best, number(m[2]), space))


def chosen(p: Any, units: list[int], named: list[int]) -> list[int]:
    """Return the units that can attack together: at most three out of an area (CAU-ATK-08), those already named
    first."""
    order = [*named, *sorted(units, key=lambda u: (not p.table.armour >> u & 1, -p.steps[u]))]
    return [u for n, u in enumerate(order) if sum(p.at[v] == p.at[u] for v in order[:n]) < 3]


@CHECKS.of(r"Supply decides the attack: without it, the attack succeeds (\d+)% of the time")
def supported(said: Said, m: re.Match[str]) -> Iterator[Claim]:
    p, space = said.p, target(said)
    units = [u for u, at in enumerate(p.target) if at == space]
    yield Claim("chance", m[1], 100 * opened(p, units, p.attack_supply[space], space))


@CHECKS.of(r"Attackers lose nothing, so another division joins (\d+) divisions?")
def joined(said: Said, m: re.Match[str]) -> Iterator[Claim]:
    space = said.action & MASK
    yield Claim("attackers", int(m[1]), sum(at == space for at in said.p.target))


@CHECKS.of(r"The best attack comes first: ([+-]\d+) to the roll")
def best_first(said: Said, m: re.Match[str]) -> Iterator[Claim]:
    p = said.p
    yield Claim("modifier", int(m[1]), sum(one.value for one in attack_modifiers(p, target(said))))


@CHECKS.of(rf"{PLACE} opened now: (\d+)%")
def opened_now(said: Said, m: re.Match[str]) -> Iterator[Claim]:
    p, space = said.p, area(said.p, m[1])
    named = [u for u, at in enumerate(p.target) if at == space]
    near = [
        u
        for u, at in enumerate(p.at)
        if 0 < at <= ON_THE_MAP
        and p.table.may_attack >> u & 1
        and not p.target[u]
        and space in p.table.board.neighbours[at]
        and p.german >> at & 1
    ]
    more = max(0, min(3 - p.attack_supply[space], free_supply(p) - 2 * multiple(p)))
    units = chosen(p, near, named)
    yield Claim("chance", m[2], 100 * opened(p, units, p.attack_supply[space] + more, space))


def free_supply(p: Any) -> int:
    """Return the supply that movement so far does not need (CAU-ACT-03)."""
    return int(spendable(p)[1])


@CHECKS.of(rf"(Armored divisions|Divisions) go to {PLACE}: (\d+) divisions? can attack so far")
def gathered(said: Said, m: re.Match[str]) -> Iterator[Claim]:
    yield Claim("divisions", int(m[3]), can_attack(said.p))


def can_attack(p: Any) -> int:
    """Return the divisions next to the space that blocks the road."""
    space, p = gate(p), p.copy()
    p.supply = p.ip = 9
    return sum(p.allows(act(ATTACK, u, space)) for u, at in enumerate(p.at) if at)


@CHECKS.of(r"(The road is open|The area was taken), and (no|\d+) units? stays? behind")
def behind(said: Said, m: re.Match[str]) -> Iterator[Claim]:
    p = said.p
    yield Claim("units", number(m[2]), len(there(p, p.at[target(said)])) - 1)


@CHECKS.of(r"Supply decides the attack: we expect to gain (\d+\.\d) boxes instead of (\d+\.\d)")
def boxes(said: Said, m: re.Match[str]) -> Iterator[Claim]:
    p, space = said.p, target(said)
    units = [u for u, at in enumerate(p.target) if at == space]
    supply, price = p.attack_supply[space], 2 * multiple(p)
    left = free_supply(p)
    yield Claim("with it", m[1], gained(p, units, space, supply + 1, (left - 1) // price))
    yield Claim("without it", m[2], gained(p, units, space, supply, left // price))


def gained(p: Any, units: list[int], space: int, supply: int, most: int) -> float:
    """Return the mean number of Relief boxes that an attack gains: one for each Retreat, as far as the supply for the
    advances goes (CAU-BREAK-03)."""
    chances = [1.0]
    for unit in units:
        one = hit(p, unit, supply, space)
        chances = [
            (chances[n] * (1 - one) if n < len(chances) else 0.0) + (chances[n - 1] * one if n else 0.0)
            for n in range(len(chances) + 1)
        ]
    return sum(chance * min(n, most) for n, chance in enumerate(chances))


@CHECKS.of(r"It is the shortest way to the army: (\d+) areas?")
def shortest(said: Said, m: re.Match[str]) -> Iterator[Claim]:
    p = said.p
    board, seen, edge, steps = p.table.board, {target(said)}, {target(said)}, 0
    army = {at for at in p.at if 0 < at <= ON_THE_MAP}
    while not seen & army and edge:
        edge = {n for one in edge for n in board.neighbours[one]} - seen
        seen |= edge
        steps += 1
    yield Claim("areas", int(m[1]), steps)


# ------------------------------------------------------------------ the end


@CHECKS.of(r"(\d+\.\d) points if the army surrenders now")
def surrender(said: Said, m: re.Match[str]) -> Iterator[Claim]:
    if said.p.allows(SURRENDER):
        mean, error = surrendered(said.p)
        yield Claim("points", True, abs(float(m[1]) - mean) <= 3.5 * max(error, 0.05) + 0.06)


@CHECKS.of(r"(\d+\.\d) points without a link-up, according to Tables A and H")
def holding(said: Said, m: re.Match[str]) -> Iterator[Claim]:
    return iter(())


@CHECKS.of(r".+ it has (\d) steps?, and (\d+) units? (?:is|are) in its area")
def as_it_stands(said: Said, m: re.Match[str]) -> Iterator[Claim]:
    p, unit = said.p, target(said)
    yield Claim("steps", int(m[1]), p.steps[unit])
    yield Claim("units", int(m[2]), len(there(p, p.at[unit])))
