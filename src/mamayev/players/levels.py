"""The opponents that are made of a game's first bot: `recruit`, who sees no further than his nose and overlooks much,
and `strategist`, who plays out what the staff has in mind."""

from __future__ import annotations

import random
from collections import OrderedDict
from functools import lru_cache
from typing import Any

from mamayev.engine.bot import LEVELS, RECRUIT, STRATEGIST, Bot, GoOn, Plans, Policy
from mamayev.engine.chance import Luck
from mamayev.engine.foresight import Foresight
from mamayev.engine.playout import playout
from mamayev.engine.position import Position
from mamayev.engine.table import Game, Table

from .search import Budget, Plan, Search, Thought, seen, told

BUDGET = Budget()
"""How long the strategist thinks."""
OVERLOOKED = 1 / 3
"""The share of things that the recruit overlooks."""
REMEMBERED = 8
"""So many thoughts are remembered."""
DEEPER = {f"{STRATEGIST}-x{times}": times for times in (4, 16)}
"""The strategist with so many times the worlds, for mass play."""
FOREKNOWING = "foreknowing"
"""Who plays out what the staff has in mind on the very dice and cards that will fall: no player, but a bound to all."""


def level(game: Game, name: str) -> Bot:
    """The opponent of a name in `Game.levels`."""
    staff = next(iter(game.bots.values()))
    if name == RECRUIT:
        return recruit(staff)
    assert game.foresight is not None
    if name == FOREKNOWING:
        return foreknowing(staff, game.foresight)
    times = DEEPER.get(name, 1)
    return strategist(staff, game.foresight, BUDGET.times(times))


def measured(game: Game) -> list[str]:
    """The names of the players that are made of a game's first bot for measurements alone."""
    if game.foresight is None:
        return []
    return [*DEEPER, FOREKNOWING] if game.foresight.begins is None else [*DEEPER]


# ------------------------------------------------------------------ recruit


@lru_cache(maxsize=16)
def recruit(staff: Bot) -> Bot:
    """The staff with short sight (`Bot.near`, where it has that), and with one thing in three overlooked: where it
    weighs its choices (`Bot.rank`), the best of those left; elsewhere one decision in three is what comes to hand."""
    staff = staff.near or staff

    def policy(p: Any, rng: random.Random) -> int:
        weighed = staff.rank(p) if staff.rank else ()
        noticed = [(worth, action) for action, worth in weighed if rng.random() >= OVERLOOKED and p.allows(action)]
        if noticed:
            return max(noticed)[1]
        if not weighed and rng.random() >= OVERLOOKED:
            return staff.policy(p, rng)
        return p.draw(rng.random)  # type: ignore[no-any-return]

    return Bot(policy, lambda _p, _action: "It is the best that the recruit has noticed.", LEVELS[RECRUIT])


# ------------------------------------------------------------------ strategist


@lru_cache(maxsize=16)
def strategist(staff: Bot, foresight: Foresight, budget: Budget = BUDGET) -> Bot:
    """The staff, with a search where the game says that it pays to think."""
    thinker = Strategist(staff, foresight, budget)
    if foresight.begins is not None:
        plans = Plans(foresight.begins, thinker.choose, thinker.by)
        return Bot(staff.policy, staff.why, LEVELS[STRATEGIST], plans=plans)
    return Bot(thinker.policy, thinker.why, LEVELS[STRATEGIST], think=thinker.think)


class Strategist:
    """Plays a staff's decisions, and thinks about those of the boxes that a game names. It remembers its last thoughts,
    of each table (rules, options, board) by itself, so that the reason costs no second one, nor a plan that is asked
    for again."""

    def __init__(self, staff: Bot, foresight: Foresight, budget: Budget) -> None:
        self.staff, self.foresight, self.budget = staff, foresight, budget
        self._last = OrderedDict[tuple[Table[Any], str], Thought]()

    def policy(self, p: Position, rng: random.Random) -> int:
        """The action, after as long a thought as it takes."""
        thought = self.thought(p, lambda _share: True)
        return self.staff.policy(p, rng) if thought is None else thought.plan.action

    def think(self, p: Position, go_on: GoOn) -> int:
        """The action; ended early, the best that it is sure of by then."""
        thought = self.thought(p, go_on)
        return self.staff.policy(p, random.Random(seen(p))) if thought is None else thought.plan.action

    def why(self, p: Position, action: int) -> str:
        """What was found of an action, by a thought that was ended early, too; the staff's reason where nothing was
        searched."""
        thought = self.thought(p, lambda _share: True, anew=False)
        if thought is None or thought.plan.action != action:
            return self.staff.why(p, action)
        return told(p, thought, self.staff.why)

    def choose(self, p: Position, go_on: GoOn) -> str:
        """The name of the plan that begins at a position, empty for the staff's own; ended early, the best that it is
        sure of by then."""
        thought = self.thought(p, go_on)
        return "" if thought is None else thought.plan.name

    def by(self, name: str) -> Bot:
        """Who plays by a plan."""
        policy = self.staff.styles[name] if name else self.staff.policy

        def why(p: Any, action: int) -> str:
            begins = self.foresight.begins
            if action == policy(p, random.Random(0)):
                if begins is not None and begins(p):
                    return self.why(p, action)
                if name:
                    return f"So the plan of this turn, “{name}”, has it."
            return self.staff.why(p, action)

        return Bot(policy, why, LEVELS[STRATEGIST])

    def small(self, p: Position) -> bool:
        """Whether the staff means to do what needs no thought."""
        small = self.foresight.small
        return bool(small) and p.name(self.staff.policy(p, random.Random(0))).partition(" ")[0] in small

    def thought(self, p: Position, go_on: GoOn, *, anew: bool = True) -> Thought | None:
        """What a search finds; None where none is due. `anew`: whether what was ended early is thought once more."""
        begins = self.foresight.begins
        if p.box.name not in self.foresight.boxes or (begins is not None and not begins(p)):
            return None
        value = self.foresight.value(p.table.game.seats[p.seat])
        if value is None or self.small(p):
            return None
        key = p.table, seen(p)
        last = self._last.get(key)
        if last is not None and (last.whole or not anew):
            return last
        thought = Search(p, self.staff, self.foresight, value, self.budget, go_on).think()
        self._last[key] = thought
        self._last.move_to_end(key)
        if len(self._last) > REMEMBERED:
            self._last.popitem(last=False)
        return thought


# ------------------------------------------------------------------ foreknowing


@lru_cache(maxsize=16)
def foreknowing(staff: Bot, foresight: Foresight) -> Bot:
    """The staff, told at each decision that is worth a thought how each plan would end."""
    doc = "Plays out what the staff has in mind on the very dice and cards that will fall, and takes the best."

    def knowing(luck: Luck) -> Policy:
        def policy(p: Position, rng: random.Random) -> int:
            value = foresight.value(p.table.game.seats[p.seat])
            if p.box.name not in foresight.boxes or value is None:
                return staff.policy(p, rng)
            usual = Plan(staff.policy(p, rng), staff.policy)
            search = Search(p, staff, foresight, value, BUDGET, lambda _share: True)
            return max([usual, *search.plans(usual)], key=lambda plan: ending(p, staff, plan, luck)).action

        return policy

    return Bot(staff.policy, staff.why, doc, knowing=knowing)


def ending(p: Position, staff: Bot, plan: Plan, luck: Luck) -> float:
    """What the seat gets if it begins with a plan's action and goes on as the staff, on the dice to come."""
    q, seats = p.copy(), range(len(p.table.game.seats))
    q.apply(plan.action)
    playout(q, random.Random(0), dict.fromkeys(seats, staff.policy), luck=luck.copy(), see=False)
    returns: list[float] = q.table.returns(q)
    return returns[p.seat]
