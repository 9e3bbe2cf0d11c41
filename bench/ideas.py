"""How many games of Barbarossa simple ideas of clever players win against a staff, beside the staff on the same dice.

    python bench/ideas.py --german sevens --games 100        # 7-1 on single armies, no soak-off below 1-3
    python bench/ideas.py --german stalingrad --variant      # one aim for the whole army
    python bench/ideas.py --russian "Citadels" --games 40    # a campaign plan, kept for the whole game
    python bench/ideas.py --german moscow --russian dense    # a style of the staff

A side plays like the staff, or by an idea, a campaign plan or a style. Prints one JSON object, with 95% intervals.
"""

from __future__ import annotations

import argparse
import json
import random
from collections.abc import Callable
from statistics import fmean
from typing import Any, NamedTuple

from mamayev.engine.bot import Policy
from mamayev.engine.chance import Luck
from mamayev.engine.orders import read_text
from mamayev.engine.playout import playout
from mamayev.games.barbarossa import GAME
from mamayev.games.barbarossa.printed.board import AXIS, LOST, RUSSIAN, SEATS
from mamayev.games.barbarossa.rules.odds import COLUMNS
from mamayev.games.barbarossa.rules.position import Campaign
from mamayev.games.barbarossa.staff.appreciation import aims, hex_of
from mamayev.games.barbarossa.staff.orders import FORMS, style_of
from mamayev.games.barbarossa.staff.staff import BY_BOX
from mamayev.games.barbarossa.staff.style import STAFF, STYLES, Style
from mamayev.games.barbarossa.staff.task import Sector, Task, deciding, reached_by, sectors
from mamayev.lab.figures import share_ci95
from mamayev.lab.mass import run_all

Idea = Callable[[Campaign], Task]


def rows(p: Campaign, **fields: Any) -> tuple[Sector, ...]:
    """Return the sectors of a board, each with the same fields."""
    board = p.board
    return tuple(Sector(n, sectors(board)[n], deciding(board)[n], **fields) for n in range(3))


def sevens(p: Campaign) -> Task:
    """Attack only what is eliminated without a die, with soak-offs at 1-3 or better."""
    return Task(rows(p, least=len(COLUMNS)), soaks=3)


def one_aim(first: int, p: Campaign) -> Task:
    """Send the whole army to one deciding city, then to the next."""
    order = deciding(p.board)
    open_ = [h for h in (*order[first:], *order[:first]) if not reached_by(p, h, AXIS)]
    return Task(rows(p, aims=tuple(open_[:1])))


def nearest(p: Campaign) -> Task:
    """Send the whole army to the deciding city that is nearest to most of it."""
    grid = p.board.grid
    open_ = [hex_of(p.board, city) for city in aims(p, AXIS)]
    open_.sort(key=lambda h: sum(grid.distance(p.at[u], h) for u in p.units(AXIS)))
    return Task(rows(p, aims=tuple(open_[:1])))


IDEAS: dict[str, Idea] = {
    "staff": lambda _p: Task(),
    "sevens": sevens,
    "leningrad": lambda p: one_aim(0, p),
    "moscow": lambda p: one_aim(1, p),
    "stalingrad": lambda p: one_aim(2, p),
    "nearest": nearest,
}


def style_by(name: str, side: int, p: Campaign) -> Style:
    """Return the style of a side by an idea, a campaign plan or a style of the staff."""
    if name in IDEAS:
        return STAFF[side]._replace(task=IDEAS[name](p))
    if name in STYLES:
        return STYLES[name][side]
    assert GAME.foresight is not None
    plan = next(plan for plan in GAME.foresight.plans_of(SEATS[side]) if plan.name == name)
    return style_of(p.board, read_text(FORMS[SEATS[side]], plan.orders, p.table.notation))


def policy(name: str, side: int) -> Policy:
    """Return the staff of a side with an idea."""
    return lambda p, _rng: BY_BOX[p.box.name](p, p.top, style_by(name, side, p)).action


class Game(NamedTuple):
    """A game: its winner, its length in months, and what the months cost the Russians before the second year."""

    number: int
    winner: int
    months: int
    lost: float


def game(german: str, russian: str, seed: int, number: int, variant: bool) -> Game:
    """Play a game."""
    options = dict(next(row.options for row in GAME.presets if row.name == "miranda")) if variant else {}
    p: Any = GAME.table(GAME.editions[0], options).start()
    own = random.Random(f"{seed}/{number}").getrandbits(53)
    losses: dict[int, int] = {}

    def watch(q: Campaign) -> None:
        losses[q.turn] = sum(q.at[u] == LOST for u in q.board.of_side[RUSSIAN])

    sides = {AXIS: policy(german, AXIS), RUSSIAN: policy(russian, RUSSIAN)}
    playout(p, random.Random(own), sides, luck=Luck(own), watch=watch)
    first = [losses[turn] - losses.get(turn - 1, 0) for turn in losses if 1 < turn <= 6]
    return Game(number, 0 if p.table.returns(p)[0] > 0 else 1, p.turn, fmean(first or [0.0]))


def main() -> None:
    """Print what an idea wins."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--german", default="staff")
    parser.add_argument("--russian", default="staff")
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--seed", type=int, default=7000)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--variant", action="store_true")
    asked = parser.parse_args()
    jobs = [(asked.german, asked.russian, asked.seed, number, asked.variant) for number in range(asked.games)]
    played = sorted(run_all(game, jobs, asked.workers, "local"))
    won = sum(one.winner == AXIS for one in played)
    share, low, high = share_ci95(won, len(played))
    print(
        json.dumps(
            {
                "german": asked.german,
                "russian": asked.russian,
                "variant": asked.variant,
                "games": len(played),
                "german_won": won,
                "share": round(share, 2),
                "ci95": [round(low, 2), round(high, 2)],
                "months": round(fmean(one.months for one in played), 1),
                "russians_lost_a_month": round(fmean(one.lost for one in played), 2),
                "winners": "".join(str(one.winner) for one in played),
            }
        )
    )


if __name__ == "__main__":
    main()
