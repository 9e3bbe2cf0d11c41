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
from typing import Any, NamedTuple

from mamayev.engine.registry import find, names
from mamayev.games.cauldron.rules.position import Pocket
from mamayev.games.inferno.rules.fire import DELIBERATE
from mamayev.games.inferno.rules.position import City
from mamayev.games.inferno.rules.trade import of_attack
from mamayev.match.match import Match
from mamayev.players import play_on
from mamayev.players.command import Commander

OPTIONS: dict[str, dict[str, Any]] = {"inferno": {"soviet_side": "player"}}
Measure = Callable[[Match], float]


class Effect(NamedTuple):
    """An order at two extremes, and a figure of a whole game that is higher by the first."""

    game: str
    seat: str
    high: str
    low: str
    what: str
    measure: Measure


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


def played(game: str, seat: str, orders: str, seed: int) -> Match:
    """Play a game with the same orders in every turn, the staff in the other seats."""
    match = Match.new(game, seed=seed, options=OPTIONS.get(game, {}))
    others = {name: "staff" for name in match.game.seats if name != seat}
    while True:
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


def effects(games: int) -> bool:
    """Print every effect; return whether all hold."""
    holds = True
    for one in EFFECTS:
        high, low = (
            [one.measure(played(one.game, one.seat, orders, seed)) for seed in range(games)]
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


def default(games: int) -> bool:
    """Print how many games of the default orders are the same as the staff's; return whether all are."""
    same = True
    for game in names():
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


def plans(games: int) -> bool:
    """Print the mean result of each plan, and how often the best one is better than the worst on the same dice."""
    for (game, seat), row in PLANS.items():
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
    given = parser.parse_args()
    measure = {"effects": effects, "default": default, "plans": plans}[given.what]
    sys.exit(0 if measure(given.games) else 1)


if __name__ == "__main__":
    main()
