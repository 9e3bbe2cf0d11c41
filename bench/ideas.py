"""How many games of Barbarossa or Donnerschlag simple ideas of clever players win against a staff.

    python bench/ideas.py barbarossa sevens staff --games 100      # 7-1 on single armies, no soak-off below 1-3
    python bench/ideas.py barbarossa stalingrad staff --variant    # one aim for the whole army
    python bench/ideas.py barbarossa staff Citadels --games 40     # a campaign plan, kept for the whole game
    python bench/ideas.py barbarossa moscow dense                  # a style of the staff
    python bench/ideas.py donnerschlag feint-AC3 staff             # toward zone A, but from turn 3 on to zone C

Each side, the attackers first, plays like the staff, or by an idea, a campaign plan or a style. Prints one JSON object,
with 95% intervals. The same seed gives the same dice.
"""

from __future__ import annotations

import argparse
import json
import random
from collections.abc import Callable, Mapping
from statistics import fmean
from typing import Any, NamedTuple

from mamayev.engine.bot import Policy
from mamayev.engine.chance import Luck
from mamayev.engine.orders import Orders, read_text
from mamayev.engine.playout import playout
from mamayev.engine.registry import find
from mamayev.games.barbarossa.printed.board import AXIS
from mamayev.games.barbarossa.rules.odds import COLUMNS
from mamayev.games.barbarossa.rules.position import Campaign
from mamayev.games.barbarossa.staff import orders as barbarossa_orders
from mamayev.games.barbarossa.staff import staff as barbarossa_staff
from mamayev.games.barbarossa.staff import style as barbarossa_style
from mamayev.games.barbarossa.staff.appreciation import aims, hex_of
from mamayev.games.barbarossa.staff.task import Sector, Task, deciding, reached_by, sectors
from mamayev.games.donnerschlag.printed.map import ZONE_NAMES
from mamayev.games.donnerschlag.rules.position import Operation
from mamayev.games.donnerschlag.staff import orders as donnerschlag_orders
from mamayev.games.donnerschlag.staff import staff as donnerschlag_staff
from mamayev.games.donnerschlag.staff import style as donnerschlag_style
from mamayev.lab.figures import share_ci95
from mamayev.lab.mass import run_all

Fields = dict[str, Any]
"""What an idea changes in the style of the staff."""


# ------------------------------------------------------------------ Barbarossa


def rows(p: Campaign, **fields: Any) -> tuple[Sector, ...]:
    """Return the sectors of a board, each with the same fields."""
    board = p.board
    return tuple(Sector(n, sectors(board)[n], deciding(board)[n], **fields) for n in range(3))


def sevens(p: Campaign) -> Fields:
    """Attack only what is eliminated without a die, with soak-offs at 1-3 or better."""
    return {"task": Task(rows(p, least=len(COLUMNS)), soaks=3)}


def one_aim(first: int) -> Callable[[Campaign], Fields]:
    """Send the whole army to one deciding city, then to the next."""

    def idea(p: Campaign) -> Fields:
        order = deciding(p.board)
        open_ = [h for h in (*order[first:], *order[:first]) if not reached_by(p, h, AXIS)]
        return {"task": Task(rows(p, aims=tuple(open_[:1])))}

    return idea


def nearest(p: Campaign) -> Fields:
    """Send the whole army to the deciding city that is nearest to most of it."""
    grid = p.board.grid
    open_ = [hex_of(p.board, city) for city in aims(p, AXIS)]
    open_.sort(key=lambda h: sum(grid.distance(p.at[u], h) for u in p.units(AXIS)))
    return {"task": Task(rows(p, aims=tuple(open_[:1])))}


# ------------------------------------------------------------------ Donnerschlag


def feint(shown: str, meant: str, turn: int) -> Callable[[Operation], Fields]:
    """Go toward one zone, but call another one and go there from a turn on."""

    def idea(p: Operation) -> Fields:
        return {"zone": ZONE_NAMES.index(shown if p.turn < turn else meant), "call_in": turn}

    return idea


FEINTS = {
    f"feint-{shown}{meant}{turn}": feint(shown, meant, turn)
    for shown in ZONE_NAMES
    for meant in ZONE_NAMES
    for turn in (3, 4)
    if shown != meant
}


# ------------------------------------------------------------------ games


class Box(NamedTuple):
    """A game's staff: its rooms for orders, decisions and styles, and the ideas on top of it."""

    orders: Any
    staff: Any
    style: Any
    ideas: Mapping[str, Callable[[Any], Fields]]


BOXES = {
    "barbarossa": Box(
        barbarossa_orders,
        barbarossa_staff,
        barbarossa_style,
        {
            "sevens": sevens,
            "leningrad": one_aim(0),
            "moscow": one_aim(1),
            "stalingrad": one_aim(2),
            "nearest": nearest,
            "separate": lambda p: {"task": Task(rows(p))},
        },
    ),
    "donnerschlag": Box(donnerschlag_orders, donnerschlag_staff, donnerschlag_style, FEINTS),
}


def style_by(name: str, game: str, side: int, p: Any) -> Any:
    """Return the style of a side by an idea, a campaign plan or a style of the staff."""
    box = BOXES[game]
    if name == "staff":
        return box.style.STAFF[side]
    if name in box.ideas:
        return box.style.STAFF[side]._replace(**box.ideas[name](p))
    if name in box.style.STYLES:
        return box.style.STYLES[name][side]
    offer = find(game)
    assert offer.foresight is not None
    seat = offer.seats[side]
    plan = next(plan for plan in offer.foresight.plans_of(seat) if plan.name == name)
    form: type[Orders] = box.orders.FORMS[seat]
    return box.orders.style_of(p.board, read_text(form, plan.orders, p.table.notation))


def policy(name: str, game: str, side: int) -> Policy:
    """Return the staff of a side with an idea."""
    box = BOXES[game]

    def chosen(p: Any, rng: random.Random) -> int:
        order = box.staff.BY_BOX.get(p.box.name)
        action: int = p.draw(rng.random) if order is None else order(p, p.top, style_by(name, game, side, p)).action
        return action

    return chosen


class Played(NamedTuple):
    """A game: its number, the side that won, and its length in turns."""

    number: int
    winner: int
    turns: int


def play(game: str, names: tuple[str, str], seed: int, number: int, variant: bool) -> Played:
    """Play a game."""
    offer = find(game)
    options = dict(next(row.options for row in offer.presets if row.name == "miranda")) if variant else {}
    p: Any = offer.table(offer.editions[0], options).start()
    own = random.Random(f"{seed}/{number}").getrandbits(53)
    sides = {side: policy(name, game, side) for side, name in enumerate(names)}
    playout(p, random.Random(own), sides, luck=Luck(own))
    return Played(number, 0 if p.table.returns(p)[0] > 0 else 1, p.turn)


def main() -> None:
    """Print what an idea wins."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=sorted(BOXES))
    parser.add_argument("first", help="the idea of the Germans or the Axis")
    parser.add_argument("second", help="the idea of the Russians or the Soviets")
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--seed", type=int, default=7000)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--variant", action="store_true")
    asked = parser.parse_args()
    names = asked.first, asked.second
    jobs = [(asked.game, names, asked.seed, number, asked.variant) for number in range(asked.games)]
    played = sorted(run_all(play, jobs, asked.workers, "local"))
    won = sum(one.winner == 0 for one in played)
    share, low, high = share_ci95(won, len(played))
    print(
        json.dumps(
            {
                "game": asked.game,
                "ideas": names,
                "variant": asked.variant,
                "games": len(played),
                "first_won": won,
                "share": round(share, 2),
                "ci95": [round(low, 2), round(high, 2)],
                "turns": round(fmean(one.turns for one in played), 1),
                "winners": "".join(str(one.winner) for one in played),
            }
        )
    )


if __name__ == "__main__":
    main()
