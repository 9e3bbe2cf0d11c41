"""Measure whether forecasts of a turn by orders come true.

    python bench/forecast.py                          # 500 forecasts between 10% and 90%, over the games with orders
    python bench/forecast.py --game inferno --plays 100 --forecasts 200

Every turn of a staff game gets drawn orders. The chances of its forecast are compared with what the turn brings, with
dice that the forecast does not know. It holds if the shares that come true are within 8 points of the mean forecast
near 20%, 50% and 80%.
"""

from __future__ import annotations

import argparse
import itertools
import math
import random
import sys
import time
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, NamedTuple

from mamayev.games.barbarossa.printed.board import AXIS as GERMAN
from mamayev.games.barbarossa.printed.board import RUSSIAN
from mamayev.games.barbarossa.rules.position import Campaign
from mamayev.games.barbarossa.staff.orders import GROUPS
from mamayev.games.barbarossa.staff.task import sectors
from mamayev.games.cauldron.rules.position import Pocket
from mamayev.games.donnerschlag.printed.map import AXIS, SOVIET
from mamayev.games.donnerschlag.rules.position import Operation
from mamayev.games.inferno.rules.position import City
from mamayev.match.match import Match
from mamayev.players import play_on
from mamayev.players.command import Commander
from mamayev.players.forecast import forecast, marks

OPTIONS: dict[str, dict[str, Any]] = {"inferno": {"soviet_side": "player"}}
BINS = {20: (0.1, 0.35), 50: (0.35, 0.65), 80: (0.65, 0.9)}
"""The forecasts that count as near 20%, 50% and 80%."""
WITHIN = 0.08
SAID = ("held", "taken", "out", "stock", "hand")
"""The words of labels by which the figures are split."""


class Told(NamedTuple):
    """A forecast of a share, and whether it came true. `what`: the seat, and what the forecast says of a place."""

    what: str
    share: float
    came: bool


def always(_share: float) -> bool:
    """Let a forecast finish."""
    return True


def of_germans(p: City, rng: random.Random) -> dict[str, Any]:
    """Draw orders of the Germans in Inferno: Spawn hexes near a unit, and hexes at the front to hold."""
    grid, own = p.board.grid, p.german
    near = [h for h in grid.hexes(p.spawns_held()) if any(grid.distance(h, u) <= 2 for u in grid.hexes(own))]
    front = [h for h in grid.hexes(own) if grid.near[h] & p.soviet]
    return {
        "objectives": [grid.ids[h] for h in rng.sample(near, min(2, len(near)))],
        "hold": [grid.ids[h] for h in rng.sample(front, min(3, len(front)))],
        "keep_cards": rng.randrange(5),
    }


def of_soviets(p: City, rng: random.Random) -> dict[str, Any]:
    """Draw orders of the Soviet player in Inferno: Spawn hexes to defend."""
    grid = p.board.grid
    held = grid.hexes(p.spawns_held())
    return {"defend": [grid.ids[h] for h in rng.sample(held, min(4, len(held)))]}


def of_paulus(p: Pocket, rng: random.Random) -> dict[str, Any]:
    """Draw orders of the army in The Cauldron: areas at the front to hold, and supply to keep."""
    board, ids = p.table.board, p.table.space_id
    front = [ids(area) for area in range(len(board.adjacent)) if p.count[area] and board.adjacent[area] & p.soviet]
    stock = max(1, min(30, p.supply + rng.randrange(-6, 6)))
    return {"hold": rng.sample(front, min(5, len(front))), "keep_supply": stock}


def of_the_operation(p: Operation, rng: random.Random, side: int) -> dict[str, Any]:
    """Draw orders of a side in Donnerschlag: hexes to hold, and enemy hexes to strike, near the enemy."""
    grid = p.board.grid
    front = [h for h in grid.hexes(p.troops(side)) if grid.widened(grid.near[h]) & p.troops(1 - side)]
    near = [h for h in grid.hexes(p.troops(1 - side)) if grid.widened(grid.near[h]) & p.troops(side)]
    return {
        "hold": [grid.ids[h] for h in rng.sample(front, min(3, len(front)))],
        "strike": [grid.ids[h] for h in rng.sample(near, min(3, len(near)))],
    }


def of_the_campaign(p: Campaign, rng: random.Random, side: int) -> dict[str, Any]:
    """Draw orders of a side in Barbarossa: in each sector an enemy hex to take, and hexes at the front to hold."""
    grid, own, enemy = p.board.grid, p.zones.occupied[side], p.zones.occupied[1 - side]
    front = [h for h in grid.hexes(own) if grid.disc(h, 3) & enemy]
    orders: dict[str, Any] = {"stand": [grid.ids[h] for h in rng.sample(front, min(3, len(front)))]}
    for name, hexes in zip(GROUPS, sectors(p.board), strict=True):
        near = [h for h in grid.hexes(hexes & enemy) if grid.disc(h, 3) & own]
        orders[f"objective_{name}"] = [grid.ids[h] for h in rng.sample(near, min(1, len(near)))]
    return orders


DRAWN: dict[tuple[str, str], Callable[[Any, random.Random], dict[str, Any]]] = {
    ("inferno", "german"): of_germans,
    ("inferno", "soviet"): of_soviets,
    ("cauldron", "german"): of_paulus,
    ("barbarossa", "german"): partial(of_the_campaign, side=GERMAN),
    ("barbarossa", "russian"): partial(of_the_campaign, side=RUSSIAN),
    ("donnerschlag", "axis"): partial(of_the_operation, side=AXIS),
    ("donnerschlag", "soviet"): partial(of_the_operation, side=SOVIET),
}


def forecasts(game: str, seat: str, seed: int, plays: int) -> Iterator[Told]:
    """Yield the forecasts of a game, and what became of them."""
    match, rng = Match.new(game, seed=seed, options=OPTIONS.get(game, {})), random.Random(seed)
    index = match.game.seats.index(seat)
    others = {name: "staff" for name in match.game.seats if name != seat}
    while True:
        play_on(match, others)
        if match.over:
            return
        match.order(DRAWN[game, seat](match.position, rng), seat)
        orders = match.orders_of(seat)
        told = forecast(match.seen_for_orders(seat), index, orders, plays, f"forecast {seed}", always)
        commander = Commander(match, seat)
        before = commander.before
        commander.play_out(others)
        came = {m.label: bool(m.value) for m in marks(match.command, before, match.seen_for_orders(seat), orders)}
        for chance in told.chances:
            said = next((word for word in SAID if word in chance.label.split()), "other")
            yield Told(f"{seat} {said}", chance.share, came[chance.label])


def measure(wanted: int, plays: int, only: str | None, seconds: float, first: int) -> bool:
    """Print how many forecasts came true, and return whether they are calibrated."""
    rows, began, seen = list[Told](), time.monotonic(), 0
    seats = [pair for pair in DRAWN if only in (None, pair[0])]
    for seed, (game, seat) in ((seed, pair) for seed in itertools.count(first) for pair in seats):
        for told in forecasts(game, seat, seed, plays):
            seen += 1
            if any(low <= told.share <= high for low, high in BINS.values()):
                rows.append(told)
        if len(rows) >= wanted or time.monotonic() - began > seconds:
            break
    print(
        f"{seen} forecasts of {plays} rollouts, {len(rows)} of them from 10% to 90%, {time.monotonic() - began:.0f} s"
    )
    holds = [told_of(rows, near) for near in BINS]
    for what in sorted({told.what for told in rows}):
        print(what)
        for near in BINS:
            told_of([told for told in rows if told.what == what], near)
    return all(holds)


def told_of(rows: list[Told], near: int) -> bool:
    """Print how many forecasts near a share came true, and return whether that is within the bar."""
    low, high = BINS[near]
    found = [told for told in rows if low <= told.share <= high and (told.share < high or near == 80)]
    if not found:
        print(f"near {near}%: none")
        return False
    share, came = (sum(values) / len(found) for values in zip(*((t.share, t.came) for t in found), strict=True))
    error = math.sqrt(max(came * (1 - came), 1e-9) / len(found))
    holds = bool(abs(came - share) <= WITHIN)
    print(
        f"near {near}%: {len(found):4}, forecast {100 * share:.0f}%, came true {100 * came:.0f}% ± {100 * error:.0f} "
        f"{'' if holds else 'NO'}"
    )
    return holds


def main() -> None:
    """Run the measurement. Exit code 1 if the forecasts are not calibrated."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--forecasts", type=int, default=500)
    parser.add_argument("--plays", type=int, default=60)
    parser.add_argument("--game", choices=sorted({game for game, _ in DRAWN}))
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    parser.add_argument("--seconds", type=float, default=math.inf, help="stop after this time with what is there")
    given = parser.parse_args()
    sys.exit(0 if measure(given.forecasts, given.plays, given.game, given.seconds, given.first) else 1)


if __name__ == "__main__":
    main()
