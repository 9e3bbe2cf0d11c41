"""Opponents built on a game's first bot: `recruit`, which is short-sighted and careless, `officer`, which makes some
decisions in haste, and `strategist`, which compares the staff's plans in rollouts.
"""

from __future__ import annotations

import random
from collections import OrderedDict
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from msgspec.structs import replace

from mamayev.engine.bot import (
    LEVELS,
    OFFICER,
    RECRUIT,
    STRATEGIST,
    Bot,
    GoOn,
    Ground,
    Intent,
    Plans,
    Policy,
    best,
    weighed,
)
from mamayev.engine.chance import Luck
from mamayev.engine.foresight import Budget, CampaignPlan, Foresight
from mamayev.engine.playout import playout
from mamayev.engine.position import Position
from mamayev.engine.table import Game, Table

from .search import Plan, Search, Thought, following, seen, told

OVERLOOKED = 1 / 3
"""The share of choices that the recruit overlooks."""
REMEMBERED = 8
"""The number of cached searches."""
DEEPER = {f"{STRATEGIST}-x{times}": times for times in (4, 16)}
"""Versions of the strategist with 4 and 16 times as many determinizations, for mass play."""
FOREKNOWING = "foreknowing"
"""A player that tries its plans with the true future dice and cards. It is not an opponent, but an upper bound."""


def level(game: Game, name: str) -> Bot:
    """Return the opponent with this name in `Game.levels`."""
    staff = next(iter(game.bots.values()))
    if name == RECRUIT:
        return recruit(staff)
    if name == OFFICER:
        return officer(staff)
    assert game.foresight is not None
    if name == FOREKNOWING:
        return foreknowing(staff, game.foresight)
    times = DEEPER.get(name, 1)
    return strategist(staff, game.foresight, game.foresight.budget.times(times))


def measured(game: Game) -> list[str]:
    """Return the names of the players built on a game's first bot that are only for measurements."""
    if game.foresight is None:
        return []
    return [*DEEPER, FOREKNOWING] if game.foresight.begins is None else [*DEEPER]


# ------------------------------------------------------------------ recruit


@lru_cache(maxsize=16)
def recruit(staff: Bot) -> Bot:
    """Return a bot that plays like the short-sighted staff (`Bot.near`, if there is one) but overlooks one choice in
    three.

    If the staff compares its choices, the recruit takes the best remaining choice. Otherwise, one decision in three is
    random.
    """
    staff = staff.near or staff

    def policy(p: Any, rng: random.Random) -> int:
        rows = staff.rated(p) if staff.rated else ()
        choices = weighed(rows)
        noticed = [(one.worth, one.action) for one in choices if rng.random() >= OVERLOOKED and p.allows(one.action)]
        if noticed:
            return max(noticed)[1]
        if not choices and rng.random() >= OVERLOOKED:
            return best(rows, rng).action if rows else staff.policy(p, rng)
        return p.draw(rng.random)  # type: ignore[no-any-return]

    return Bot(policy, lambda _p, _action: "It is the best choice that the recruit noticed.", LEVELS[RECRUIT])


# ------------------------------------------------------------------ officer


@lru_cache(maxsize=16)
def officer(staff: Bot) -> Bot:
    """Return a bot that plays like the staff, except that it makes some decisions in haste (`Bot.hasty`), like the
    recruit.
    """
    careless, hasty = recruit(staff), staff.hasty
    assert hasty is not None

    def policy(p: Any, rng: random.Random) -> int:
        return (careless if hasty(p, rng) else staff).policy(p, rng)

    return Bot(policy, lambda p, action: "It is a hasty choice.", LEVELS[OFFICER])


# ------------------------------------------------------------------ strategist


@lru_cache(maxsize=16)
def strategist(staff: Bot, foresight: Foresight, budget: Budget) -> Bot:
    """Return a bot that plays like the staff, with a search at the decisions that the game names."""
    thinker = Strategist(staff, foresight, budget)
    if foresight.begins is not None:
        plans = Plans(foresight.begins, thinker.choose, thinker.by, foresight.first, thinker.keeps)
        return Bot(staff.policy, staff.why, LEVELS[STRATEGIST], plans=plans)
    return Bot(thinker.policy, thinker.findings, LEVELS[STRATEGIST], think=thinker.think)


class Strategist:
    """Plays a staff's decisions, but searches at the boxes that a game names.

    It caches its latest searches per table (rules, options, board), so explanations and repeated plans need no second
    search.
    """

    def __init__(self, staff: Bot, foresight: Foresight, budget: Budget) -> None:
        self.staff, self.foresight, self.budget = staff, foresight, budget
        self._last = OrderedDict[tuple[Table[Any], str], Thought]()

    def policy(self, p: Position, rng: random.Random) -> int:
        """Return the action after a full search."""
        thought = self.thought(p, lambda _share: True)
        return self.staff.policy(p, rng) if thought is None else thought.plan.action

    def think(self, p: Position, go_on: GoOn) -> int:
        """Return the action. If stopped early, return the best confirmed action."""
        thought = self.thought(p, go_on)
        return self.staff.policy(p, random.Random(seen(p))) if thought is None else thought.plan.action

    def findings(self, p: Position, action: int) -> str:
        """Return the findings about an action, even from a search that was stopped early.

        Without a search, return the staff's reason.
        """
        thought = self.thought(p, lambda _share: True, anew=False)
        if thought is None or thought.plan.action != action:
            return self.staff.why(p, action)
        return told(p, thought, self.staff.why, self.lasts(p, thought.plan.name))

    def choose(self, p: Position, go_on: GoOn) -> str:
        """Return the name of the plan that begins at a position, "" for the staff's own.

        If stopped early, return the best confirmed plan.
        """
        thought = self.thought(p, go_on)
        return "" if thought is None else thought.plan.name

    def keeps(self, p: Position, name: str) -> bool:
        """Return whether a plan from an earlier turn in the season continues. A campaign plan continues until it is
        dropped.
        """
        plan = self.campaign(p, name)
        return plan is not None and not plan.dropped(p.table.features(p, p.seat))

    def campaign(self, p: Position, name: str) -> CampaignPlan | None:
        """Return the deciding seat's campaign plan with this name, or None if the name is that of another plan."""
        plans = self.foresight.plans_of(p.table.game.seats[p.seat])
        return next((plan for plan in plans if plan.name == name), None)

    def lasts(self, p: Position, name: str) -> str:
        """Return how long a plan is kept, in a word."""
        return "season" if self.campaign(p, name) is not None else "turn"

    def keeper(self, p: Position, name: str) -> Bot:
        """Return the staff under a campaign plan, or the plain staff."""
        plan = self.campaign(p, name)
        return (plan and following(p.table, self.staff, plan)) or self.staff

    def by(self, name: str, roots: Sequence[Position] = ()) -> Bot:
        """Return the bot that follows a plan. `roots`: as in `Plans.by`."""

        def policy(p: Any, rng: random.Random) -> int:
            style = self.staff.styles.get(name) if name else None
            return (style or self.keeper(p, name).policy)(p, rng)

        def explain(p: Any, action: int) -> str:
            begins = self.foresight.begins
            if action == policy(p, random.Random(0)):
                if begins is not None and begins(p) and self.last(p) is not None:
                    return self.findings(p, action)
                if name:
                    return f"It follows the plan of this {self.lasts(p, name)}, “{name}”."
            return self.keeper(p, name).why(p, action)

        return Bot(policy, explain, LEVELS[STRATEGIST], intent=lambda p: self.intent(p, name, roots))

    def intent(self, p: Position, name: str, roots: Sequence[Position]) -> Intent | None:
        """Return the staff's intent, under a campaign plan if there is one, with the search result for the plan."""
        plan, bot = self.campaign(p, name), self.keeper(p, name)
        told = bot.intent(p) if bot.intent is not None else None
        if told is None or plan is None:
            return told
        thought = next((one for one in map(self.last, reversed(roots)) if one and one.plan.name == name), None)
        chances = (chance_of(thought),) if thought is not None else ()
        return replace(told, sentence=f"{plan.aim}. {told.sentence}", because=(*chances, *told.because))

    def last(self, p: Position) -> Thought | None:
        """Return the cached result of a search at a position, or None."""
        return self._last.get((p.table, seen(p)))

    def small(self, p: Position) -> bool:
        """Return whether the staff's choice needs no search."""
        small = self.foresight.small
        return bool(small) and p.name(self.staff.policy(p, random.Random(0))).partition(" ")[0] in small

    def thought(self, p: Position, go_on: GoOn, *, anew: bool = True) -> Thought | None:
        """Return the result of a search, or None if no search is due.

        `anew`: whether to repeat a search that was stopped early.
        """
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


def chance_of(thought: Thought) -> Ground:
    """Return the search result for a plan as wins out of 100 games."""
    found, best = thought.worth, dict(thought.others)[thought.plan]
    ours, usual = (round(50 + 50 * min(1.0, max(-1.0, worth))) for worth in (found + best.gain, found))
    text = f"about {ours}% with this plan, about {usual}% with the staff's own, in {best.worlds} rollouts"
    return Ground("Chances", text)


# ------------------------------------------------------------------ foreknowing


@lru_cache(maxsize=16)
def foreknowing(staff: Bot, foresight: Foresight) -> Bot:
    """Return a bot that plays like the staff, but knows each plan's outcome at each searched decision."""
    doc = "Tries out the staff's plans on the true future dice and cards, and takes the best."

    def knowing(luck: Luck) -> Policy:
        def policy(p: Position, rng: random.Random) -> int:
            value = foresight.value(p.table.game.seats[p.seat])
            if p.box.name not in foresight.boxes or value is None:
                return staff.policy(p, rng)
            usual = Plan(staff.policy(p, rng), staff.policy)
            search = Search(p, staff, foresight, value, foresight.budget, lambda _share: True)
            return max([usual, *search.plans(usual)], key=lambda plan: ending(p, staff, plan, luck)).action

        return policy

    return Bot(staff.policy, staff.why, doc, knowing=knowing)


def ending(p: Position, staff: Bot, plan: Plan, luck: Luck) -> float:
    """Return the seat's result if it starts with a plan's action and then plays like the staff, with the true future
    dice.
    """
    q, seats = p.copy(), range(len(p.table.game.seats))
    q.apply(plan.action)
    playout(q, random.Random(0), dict.fromkeys(seats, staff.policy), luck=luck.copy(), see=False)
    returns: list[float] = q.table.returns(q)
    return returns[p.seat]
