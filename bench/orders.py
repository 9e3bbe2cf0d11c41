"""Measure what each order does, whether the default orders play like the staff, and how much plans matter.

    python bench/orders.py effects --games 50     # every field at its extremes: what it speaks of, and the difference
    python bench/orders.py default --games 100    # the default orders against the staff, action by action
    python bench/orders.py plans --games 50       # ten plans of each box: the points or wins of each

An effect holds if the difference has the right sign and is more than two standard errors.
"""

from __future__ import annotations

import argparse
import math
import sys
from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Any, NamedTuple

from mamayev.engine.registry import find, names
from mamayev.games.cauldron.rules.position import Pocket
from mamayev.games.donnerschlag.printed.map import AXIS, OFF_MAP
from mamayev.games.donnerschlag.printed.map import SOVIET as SOVIETS
from mamayev.games.donnerschlag.printed.units import FORMATION
from mamayev.games.donnerschlag.rules.combat import Declared
from mamayev.games.donnerschlag.rules.outlook import Outlook, outlook
from mamayev.games.donnerschlag.rules.position import Operation
from mamayev.games.donnerschlag.staff.appreciation import charge, spearhead, way
from mamayev.games.donnerschlag.staff.axis import lone
from mamayev.games.donnerschlag.staff.battle import combat
from mamayev.games.inferno.rules.fire import DELIBERATE
from mamayev.games.inferno.rules.position import City
from mamayev.games.inferno.rules.trade import of_attack
from mamayev.match.match import Match
from mamayev.players import play_on
from mamayev.players.command import Commander

OPTIONS: dict[str, dict[str, Any]] = {"inferno": {"soviet_side": "player"}}
Measure = Callable[[Match], float]


class Effect(NamedTuple):
    """An order at two extremes, and a figure of a game that is higher by the first. `turns`: the turns to play."""

    game: str
    seat: str
    high: str
    low: str
    what: str
    measure: Measure
    turns: int = 1000


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


def held(p: Pocket) -> float:
    """Return the share of the areas to hold that have a German unit."""
    areas = (23, 24, 25, 33, 34, 35)
    return mean([float(p.count[area] > 0) for area in areas])


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
    """Return how near the Axis spearhead is to the named hexes by its path."""

    def of_one(p: Operation) -> float:
        costs = way(p, p.board.grid.gather(p.board.grid.index[name] for name in names))
        lead = spearhead(p, costs)
        return -float(costs[lead]) if lead < OFF_MAP else 0.0

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


def called(match: Match) -> float:
    """Return the turn of the call."""
    assert isinstance(match.position, Operation)
    return float(match.position.called)


ZONE_A, ZONE_C = ("1012", "1013", "1112"), ("1121", "1122", "1221")
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
    Effect(*DON_AXIS, "zone=C", "zone=A", "nearness to zone C", by_turn(nearer(*ZONE_C)), 3),
    Effect(*DON_AXIS, "advance=2320", "", "nearness to 2320", by_turn(nearer("2320")), 2),
    Effect(*DON_AXIS, "call=4", "call=2", "turn of the call", called, 4),
    Effect(*DON_AXIS, "hq=bold", "hq=safe", "HQs alone in reach", by_turn(lambda p: float(lone(p).bit_count())), 3),
    *both(DON_SOVIET, SOVIETS, "4CC", "3613", ("3206", "3208")),
    Effect(*DON_SOVIET, "reserve=8", "", "units at the meeting zones", by_turn(at_zones), 3),
)

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
    Effect(*GERMAN, "", "keep_cards=6", "cards played", count("play")),
    Effect(*SOVIET, "defend=19", "defend=3,6,7,13,15", "blocks in 19", by_turn(blocks("19"))),
    Effect(*SOVIET, "clock=wait", "clock=run", "rounds", lambda match: float(match.table.turn(match.position))),
    Effect(*SOVIET, "", "least=100", "combats", count("lay")),
    Effect(*SOVIET, "losses=spend", "losses=spare", "combats", count("lay")),
    Effect(*PAULUS, "strategy=breakout", "strategy=stay-put", "attacks", count("attack")),
    Effect(*PAULUS, "hold=23,24,25,33,34,35", "", "areas held", by_turn(held)),
    Effect(*PAULUS, "keep_supply=15", "", "supply at the start of a turn", by_turn(lambda p: p.supply)),
    Effect(*PAULUS, "strategy=breakout", "strategy=breakout least=100", "attacks", count("attack")),
    Effect(*PAULUS, "", "appeals=never", "Appeals", count("appeal")),
    Effect(*PAULUS, "", "tactical=never", "Tactical Attacks", count("tactical")),
    Effect(*PAULUS, "", "dig_in=never", "defenses", count("build", "activate")),
    *DONNERSCHLAG,
)
PLANS: dict[tuple[str, str], tuple[str, ...]] = {
    GERMAN: (
        "", "objectives=19,15", "objectives=13,7", "least=60", "least=90", "losses=spend", "losses=spare",
        "call_below=20", "prefer=move", "keep_cards=6",
    ),
    SOVIET: (
        "", "defend=3", "defend=19", "defend=13", "clock=run", "clock=wait", "losses=spare", "losses=spend", "least=50",
        "clock=run losses=spare",
    ),
    PAULUS: (
        "", "strategy=breakout", "strategy=stay-put", "strategy=consolidate", "strategy=paulus",
        "strategy=watch-and-wait", "keep_supply=10", "appeals=never", "tactical=never", "dig_in=never",
    ),
}  # fmt: skip
"""Ten plans of each seat."""


@lru_cache(256)
def played(game: str, seat: str, orders: str, seed: int, turns: int = 1000) -> Match:
    """Play a game with the same orders in every turn, the staff in the other seats."""
    match = Match.new(game, seed=seed, options=OPTIONS.get(game, {}))
    others = {name: "staff" for name in match.game.seats if name != seat}
    for _ in range(turns):
        play_on(match, others)
        if match.over:
            return match
        match.order(orders, seat)
        commander = Commander(match, seat)
        while not (done := commander.carry_out([one.field for one in commander.passed])).over:
            if done.stop is not None:
                commander.carry_out([done.stop.field])
            play_on(match, others)
            if match.over:
                return match
    return match


def effects(games: int, only: str) -> bool:
    """Print every effect; return whether all hold."""
    holds = True
    for one in EFFECTS:
        if only not in ("", one.game):
            continue
        high, low = (
            [one.measure(played(one.game, one.seat, orders, seed, one.turns)) for seed in range(games)]
            for orders in (one.high, one.low)
        )
        apart = [a - b for a, b in zip(high, low, strict=True)]
        middle = mean(apart)
        error = math.sqrt(mean([(each - middle) ** 2 for each in apart]) / max(1, games - 1))
        fine = middle > 2 * error
        holds &= fine
        between = f"{one.high or 'staff':24} {mean(high):7.2f}   {one.low or 'staff':28} {mean(low):7.2f}"
        print(
            f"{one.game:10} {one.seat:7} {one.what:32} {between}   {middle:+.2f} ± {error:.2f} {'' if fine else 'NO'}"
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


def worth(match: Match, seat: str) -> float:
    """Return the points of a game alone, or 1 for a win."""
    result = match.result or {}
    return float(result["points"]) if "points" in result else float(result.get("winner") == seat)


def plans(games: int, only: str) -> bool:
    """Print the mean result of each plan, and how often the best one is better than the worst on the same dice."""
    for (game, seat), row in PLANS.items():
        if only not in ("", game):
            continue
        found = {orders: [worth(played(game, seat, orders, seed), seat) for seed in range(games)] for orders in row}
        best, worst = (choose(found, key=lambda orders: mean(found[orders])) for choose in (max, min))
        pairs = list(zip(found[best], found[worst], strict=True))
        better = mean([1.0 if a > b else 0.5 if a == b else 0.0 for a, b in pairs])
        for orders, values in found.items():
            print(f"{game:10} {seat:7} {orders or 'staff':32} {mean(values):6.2f}")
        print(f"{game:10} {seat:7} best {best or 'staff'}, worst {worst or 'staff'}: {100 * better:.0f} of 100")
        sys.stdout.flush()
    return True


def main() -> None:
    """Run one of the measurements. Exit code 1 if it does not hold."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("effects", "default", "plans"))
    parser.add_argument("--games", type=int, default=50)
    parser.add_argument("--game", choices=names(), default="", help="one game alone")
    given = parser.parse_args()
    measure = {"effects": effects, "default": default, "plans": plans}[given.what]
    sys.exit(0 if measure(given.games, given.game) else 1)


if __name__ == "__main__":
    main()
