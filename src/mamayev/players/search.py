"""A search in two stages over the plans of a staff.

Rollouts with common dice screen the plans. These rollouts stop after some turns, and a value function evaluates them.
The search then compares the leader with the staff's own choice in fresh determinizations, played to the end.

A search that takes the best of a few noisy means plays worse than its staff, because gains are rare and large. The
search therefore keeps the staff's choice unless another plan is better by `SURE` standard errors, even in the fresh
determinizations.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from hashlib import blake2b
from typing import Any, NamedTuple

import msgspec

from mamayev.engine import orders as form_of
from mamayev.engine.bot import Bot, GoOn, Policy
from mamayev.engine.chance import Luck
from mamayev.engine.foresight import Budget, CampaignPlan, Foresight, Value
from mamayev.engine.notation import VERB
from mamayev.engine.playout import playout
from mamayev.engine.position import Position
from mamayev.engine.refusal import Refusal
from mamayev.engine.table import Table

from . import crew

DRAWN = 4
"""If there are fewer plans than this, the search adds random actions."""
SURE = 2.0
"""The number of standard errors by which a choice must be better."""


class Plan(NamedTuple):
    """An action, and the policy that continues from it. `name`: the name of the plan, if it lasts several decisions.
    `by`: the style or campaign plan whose policy continues, or "" for the staff's own.
    """

    action: int
    policy: Policy
    name: str = ""
    by: str = ""


class Estimate(NamedTuple):
    """The gain of a plan over the staff's own, in units of the result: the mean over the determinizations so far, and
    its standard error.
    """

    gain: float
    error: float
    worlds: int

    @property
    def sure(self) -> bool:
        """Whether the plan is significantly better."""
        return self.gain > SURE * self.error

    @property
    def hopeless(self) -> bool:
        """Whether the plan is unlikely to be better."""
        return self.gain + self.error <= 0


class Thought(NamedTuple):
    """The result of a search: the plan, the staff's own plan, and the gains of all other plans, the best first.

    `whole`: whether the search is complete. `leader`: the plan compared with the staff's own in fresh determinizations.
    `worth`: the mean result of the staff's own plan in all determinizations.
    """

    plan: Plan
    usual: Plan
    others: list[tuple[Plan, Estimate]]
    whole: bool = True
    leader: Plan | None = None
    worth: float = 0.0

    @property
    def departs(self) -> bool:
        """Whether a plan other than the staff's was better."""
        return self.plan != self.usual


class Ended(Exception):
    """The search was stopped early."""


class Search:
    """The search for one decision of a seat.

    It uses only the seat's view. `Table.sample` provides the determinizations, and the dice depend only on the visible
    state.
    """

    def __init__(self, p: Position, staff: Bot, foresight: Foresight, value: Value, budget: Budget, go_on: GoOn):
        self.p, self.table, self.seat = p, p.table, p.seat
        self.staff, self.foresight, self.value, self.budget, self.go_on = staff, foresight, value, budget, go_on
        now = self.table.turn(p)
        self.begins, self.most = foresight.begins, foresight.plans
        self.season = foresight.first(now) + foresight.season
        self.until = max(now + foresight.horizon, self.season)
        self.end = None if foresight.confirm is None else max(now + foresight.confirm, self.season)
        self.kept = self.until if self.begins is None else now + 1
        self.name = seen(p)
        self.campaign = campaign(self.table, staff, foresight, p) if self.begins else {}
        self.done, self.longest = 0, (foresight.plans + len(self.campaign)) * budget.screen + 2 * budget.confirm
        self.known = dict[Rollout, float]()
        self.own = list[float]()

    def think(self) -> Thought:
        """Run the search, and return the best plan and the results for the others.

        If stopped early, return the plan confirmed by the fresh determinizations so far.
        """
        usual = Plan(self.staff.policy(self.p, self.rng("staff")), self.staff.policy)
        found: dict[Plan, Estimate] = {}
        best, leader, whole = usual, None, True
        try:
            leader = self.screen(usual, self.styles() if self.begins else self.plans(usual), found)
            if leader is not None:
                for so_far in self.confirm(usual, leader, found[leader]):
                    found[leader] = so_far
                    best = leader if so_far.sure else usual
        except Ended:
            whole = False
        return Thought(best, usual, ordered(found), whole, leader, math.fsum(self.own) / max(1, len(self.own)))

    def rng(self, what: object) -> random.Random:
        """Return the random number generator for the given purpose."""
        return random.Random(f"{self.name}/{what}")

    # -------------------------------------------------------------- plans

    def styles(self) -> list[Plan]:
        """Return the plans that last several decisions: the staff's other styles, and its campaign plans."""
        names = [*list(self.staff.styles)[: self.most - 1], *self.campaign]
        return [Plan(self.by(name)(self.p, self.rng(name)), self.by(name), name, name) for name in names]

    def by(self, name: str) -> Policy:
        """Return the policy of a style or a campaign plan, "" for the staff's own."""
        if name in self.campaign:
            return self.campaign[name].policy
        return self.staff.styles[name] if name else self.staff.policy

    def plans(self, usual: Plan) -> list[Plan]:
        """Return the plans to compare with the staff's choice, each action once.

        These are the best action of each verb, the choices of its styles, the second best of each verb, and so on. If
        there are too few, random actions follow.
        """
        rank = by_verb(self.staff.rank(self.p))
        found = {usual.action: usual} | {a: Plan(a, self.staff.policy) for place, a in rank if not place}
        for name, policy in self.staff.styles.items():
            action = policy(self.p, self.rng(name))
            found.setdefault(action, Plan(action, policy, by=name))
        for _, action in rank:
            found.setdefault(action, Plan(action, self.staff.policy))
        uniform = self.rng("draw").random
        for _ in range(min(DRAWN, self.most) - len(found)):
            action = self.p.draw(uniform)
            found.setdefault(action, Plan(action, self.staff.policy))
        others = [plan for plan in found.values() if plan.action != usual.action and self.p.allows(plan.action)]
        return others[: self.most - 1]

    # -------------------------------------------------------------- the two stages

    def screen(self, usual: Plan, plans: Sequence[Plan], found: dict[Plan, Estimate]) -> Plan | None:
        """Run the first stage.

        Return the plan that is significantly better than the staff's within the horizon, and by the largest margin.
        """
        left, gains = list(plans), {plan: list[float]() for plan in plans}
        for world in range(self.budget.screen):
            if world % self.budget.block == 0 and left:
                names = [f"screen {n}" for n in range(world, min(world + self.budget.block, self.budget.screen))]
                self.ahead(names, [usual, *left], whole=False)
            if left:
                for plan, gain in zip(left, self.gains(f"screen {world}", usual, left, whole=False), strict=True):
                    gains[plan].append(gain)
            if (world + 1) % self.budget.block == 0:
                found.update((plan, estimate(gains[plan])) for plan in left)
                left = [plan for plan in left if not found[plan].hopeless]
        sure = [plan for plan in left if found[plan].sure]
        return max(sure, key=lambda plan: found[plan].gain, default=None)

    def confirm(self, usual: Plan, leader: Plan, screened: Estimate) -> Iterator[Estimate]:
        """Run the second stage, block by block.

        Combine both estimates by weight, or use only the fresh estimate if they disagree. Stop at the block after which
        the leader is unlikely to be better.
        """
        gains: list[float] = []
        for world in range(self.budget.confirm):
            if world % self.budget.block == 0:
                names = [f"confirm {n}" for n in range(world, min(world + self.budget.block, self.budget.confirm))]
                self.ahead(names, [usual, leader], whole=True)
            gains += self.gains(f"confirm {world}", usual, [leader], whole=True)
            if (world + 1) % self.budget.block == 0 or world + 1 == self.budget.confirm:
                fresh = estimate(gains)
                yield joined(screened, fresh) if fresh.gain > 0 else fresh
                if fresh.hopeless:
                    return

    def gains(self, name: str, usual: Plan, plans: Sequence[Plan], *, whole: bool) -> list[float]:
        """Return the gain of each plan over the staff's in one determinization, with the same dice."""
        first = self.worth(name, usual, whole=whole)
        self.own.append(first)
        return [self.worth(name, plan, whole=whole) - first for plan in plans]

    def ahead(self, names: Sequence[str], plans: Sequence[Plan], *, whole: bool) -> None:
        """Play the rollouts of plans in some determinizations on all cores, if there are several.

        A search for a single decision takes less time than starting the processes does.
        """
        if crew.cores() == 1 or self.begins is None:
            return
        rows = [Rollout(name, plan.action, plan.by, whole) for name in names for plan in plans]
        root = Root(self.p, self.table.game.name, self.budget)
        for row, found in zip(rows, crew.run(rolled, root, rows), strict=True):
            self.count()
            self.known[row] = found

    def worth(self, name: str, plan: Plan, *, whole: bool) -> float:
        """Play a rollout of a plan in the determinization with this name, and return the seat's result."""
        row = Rollout(name, plan.action, plan.by, whole)
        if row in self.known:
            return self.known.pop(row)
        self.count()
        return self.played(row)

    def count(self) -> None:
        """Count a rollout, and raise Ended if the search must stop."""
        self.done += 1
        if not self.go_on(min(1.0, self.done / self.longest)):
            raise Ended

    def played(self, row: Rollout) -> float:
        """Play a rollout, and return its result for the seat."""
        p = self.table.sample(self.p, self.seat, self.rng(row.world)).copy()
        seed = self.rng(f"{row.world} dice").getrandbits(53)
        dice = random.Random(seed), Luck(seed)
        usual = dict.fromkeys(range(len(self.table.game.seats)), self.staff.brief or self.staff.policy)
        if self.begins is not None:
            self.by(row.by)(p, self.rng(row.by))  # plans the turn before its first move, also in another process
        p.apply(row.action)
        self.play_until(p, {**usual, self.seat: self.by(row.by)}, dice, self.kept)
        if row.by in self.campaign:
            bot = self.campaign[row.by]
            self.play_until(p, {**usual, self.seat: bot.brief or bot.policy}, dice, self.season)
        self.play_until(p, usual, dice, self.end if row.whole else self.until)
        if p.frames:
            return self.value.of(self.table.features(p, self.seat))
        returns: list[float] = self.table.returns(p)
        return returns[self.seat]

    def play_until(
        self, p: Position, policies: dict[int, Policy], dice: tuple[random.Random, Luck], until: int | None
    ) -> None:
        """Play to the first decision of the given turn, or to the start of the seat's next plan; if `turn` is None,
        play to the end.
        """
        turn, begins, seat = self.table.turn, self.begins, self.seat

        def over(q: Position) -> bool:
            return until is not None and turn(q) >= until and (begins is None or (q.seat == seat and begins(q)))

        rng, luck = dice
        if p.frames:
            playout(p, rng, policies, over, luck, see=False)


class Rollout(NamedTuple):
    """A rollout of a search: the name of its determinization, the first action, the policy that continues (`Plan.by`),
    and whether it goes to the end of the second stage."""

    world: str
    action: int
    by: str
    whole: bool


class Root(NamedTuple):
    """The data that another process needs for a search."""

    p: Position
    game: str
    budget: Budget


def rolled(root: Root) -> Callable[[Rollout], float]:
    """Return the function that plays the rollouts of a search in another process."""
    game = root.p.table.game
    assert game.foresight is not None
    value = game.foresight.value(game.seats[root.p.seat])
    assert value is not None
    staff = next(iter(game.bots.values()))
    return Search(root.p, staff, game.foresight, value, root.budget, lambda _share: True).played


def campaign(table: Table[Any], staff: Bot, foresight: Foresight, p: Position) -> dict[str, Bot]:
    """Return the staff under each campaign plan that its seat can follow at a position."""
    plans = foresight.plans_of(table.game.seats[p.seat])
    features = table.features(p, p.seat) if plans else {}
    found = {plan.name: following(table, staff, plan) for plan in plans if not plan.dropped(features)}
    return {name: bot for name, bot in found.items() if bot is not None}


@lru_cache(maxsize=128)
def following(table: Table[Any], staff: Bot, plan: CampaignPlan) -> Bot | None:
    """Return the staff under a campaign plan, or None if its orders name places that the board lacks."""
    command = table.game.command() if table.game.command is not None else None
    assert command is not None
    assert staff.commanded is not None
    try:
        return staff.commanded(form_of.read_text(command.forms[plan.seat], plan.orders, table.notation))
    except Refusal:
        return None


def seen(p: Position) -> str:
    """Return a key for everything that the deciding seat can see.

    Positions that the seat cannot distinguish have the same key.
    """
    look: Any = p.table.look.picture(p, p.seat)
    return blake2b(msgspec.json.encode([look, p.table.facts(p)]), digest_size=16).hexdigest()


def by_verb(rank: Sequence[tuple[int, float]]) -> list[tuple[int, int]]:
    """Return actions with their rank within their verb, 0 for the best.

    The best of each verb come first, by worth, then the second best of each verb, and so on.
    """
    count: dict[int, int] = {}
    rows = []
    for action, worth in sorted(rank, key=lambda row: (-row[1], row[0])):
        place = count.get(action >> VERB, 0)
        rows.append((place, -worth, action))
        count[action >> VERB] = place + 1
    return [(place, action) for place, _, action in sorted(rows)]


def estimate(gains: Sequence[float]) -> Estimate:
    """Return the mean of the gains and its standard error, which is infinite for a single determinization."""
    n = len(gains)
    mean = math.fsum(gains) / max(1, n)
    if n < 2:
        return Estimate(mean, math.inf, n)
    return Estimate(mean, math.sqrt(math.fsum((gain - mean) ** 2 for gain in gains) / (n - 1) / n), n)


def joined(one: Estimate, other: Estimate) -> Estimate:
    """Combine two independent estimates, weighted by their inverse variances."""
    weights = [1 / (each.error**2 + 1e-9) for each in (one, other)]
    total = sum(weights)
    gain = (one.gain * weights[0] + other.gain * weights[1]) / total
    return Estimate(gain, total**-0.5, one.worlds + other.worlds)


def ordered(found: dict[Plan, Estimate]) -> list[tuple[Plan, Estimate]]:
    """Return the estimates, best first."""
    return sorted(found.items(), key=lambda row: (-row[1].gain, row[0].name, row[0].action))


def told(p: Position, thought: Thought, reason: Callable[[Any, int], str], lasts: str = "turn") -> str:
    """Describe a search in a sentence or two. `reason` gives the staff's own reasons. `lasts`: how long the best plan
    is kept, if it lasts several decisions."""
    usual, ended = thought.usual.action, "" if thought.whole else " The search was stopped early."
    if not thought.others:
        return f"{reason(p, usual)}{ended}"
    if not thought.departs:
        if thought.leader is not None:
            other = f"{named(p, thought.leader)} looked clearly better at first, but"
            found = dict(thought.others)[thought.leader]
        else:
            plan, found = thought.others[0]
            other = f"the best of {len(thought.others)}, {named(p, plan)},"
        return f"{reason(p, usual)} No other plan is clearly better: {other} is {measured(found)} against it.{ended}"
    best = dict(thought.others)[thought.plan]
    rest = [row for row in thought.others if row[0] != thought.plan]
    following = f" The next best, {named(p, rest[0][0])}, is {measured(rest[0][1])}." if rest else ""
    if thought.plan.name:
        return (
            f"The plan of this {lasts} is {named(p, thought.plan)}: it is worth {measured(best)} compared with "
            f"what the staff would do.{following}{ended}"
        )
    own = p.table.label(p, usual)
    return f"It is worth {measured(best)} compared with what the staff would do, “{own}”.{following}{ended}"


def named(p: Position, plan: Plan) -> str:
    """Return the name of a plan, as players see it."""
    return f"“{plan.name or p.table.label(p, plan.action)}”"


def measured(found: Estimate) -> str:
    """Describe an estimate in words."""
    return f"{found.gain:+.2f} ± {found.error:.2f} in {found.worlds} rollouts"
