"""Search in two stages over what a staff has in mind. Rollouts on the same dice, cut after some turns and judged by a
value, screen the plans; the one that leads is held against the staff's own choice on fresh worlds, played to the end.

A search that takes the best of a few noisy means plays worse than the staff that it stands on: gains are rare and
large. So the staff's choice stands unless another is better by `SURE` standard errors, and on the fresh worlds too.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterator, Sequence
from hashlib import blake2b
from typing import Any, NamedTuple

import msgspec

from mamayev.engine.bot import Bot, GoOn, Policy
from mamayev.engine.chance import Luck
from mamayev.engine.foresight import Foresight, Value
from mamayev.engine.notation import VERB
from mamayev.engine.playout import playout
from mamayev.engine.position import Position

DRAWN = 4
"""Where fewer plans than this are known, what the box draws is added."""
SURE = 2.0
"""So many standard errors make a choice better than another."""


class Budget(NamedTuple):
    """How long a thought is, in rollouts, so that it comes to the same wherever it is thought. `screen`: worlds for
    each plan, in blocks of `block`, after which those are left out that hardly can be better; `confirm`: fresh worlds
    for the leader."""

    block: int = 4
    screen: int = 24
    confirm: int = 24

    def times(self, factor: int) -> Budget:
        """So many times the worlds."""
        return Budget(self.block * factor, self.screen * factor, self.confirm * factor)


class Plan(NamedTuple):
    """An action, and the policy that goes on from it. `name`: that of the style, for plans that are kept for some
    time."""

    action: int
    policy: Policy
    name: str = ""


class Estimate(NamedTuple):
    """How much better a plan is than the staff's, in units of the result: the mean over so many worlds, and its
    standard error."""

    gain: float
    error: float
    worlds: int

    @property
    def sure(self) -> bool:
        """Whether the plan is better beyond chance."""
        return self.gain > SURE * self.error

    @property
    def hopeless(self) -> bool:
        """Whether it hardly can be better."""
        return self.gain + self.error <= 0


class Thought(NamedTuple):
    """What came of a search: the plan, the staff's own, and how much better each of the others was found, the best
    first. `whole`: whether the thought was thought to its end; `leader`: what was held against the staff's own on fresh
    worlds."""

    plan: Plan
    usual: Plan
    others: list[tuple[Plan, Estimate]]
    whole: bool = True
    leader: Plan | None = None

    @property
    def departs(self) -> bool:
        """Whether something else than the staff's was found better."""
        return self.plan != self.usual


class Ended(Exception):
    """The thought was told to end."""


class Search:
    """The search of one decision of a seat. The seat sees nothing but what it may: worlds are dealt by `Table.sample`,
    and chance depends on what the seat sees alone."""

    def __init__(self, p: Position, staff: Bot, foresight: Foresight, value: Value, budget: Budget, go_on: GoOn):
        self.p, self.table, self.seat = p, p.table, p.seat
        self.staff, self.value, self.budget, self.go_on = staff, value, budget, go_on
        now = self.table.turn(p)
        self.begins, self.most = foresight.begins, foresight.plans
        self.until = now + foresight.horizon
        self.end = None if foresight.confirm is None else now + foresight.confirm
        self.kept = self.until if self.begins is None else now + 1
        self.name = seen(p)
        self.done, self.longest = 0, foresight.plans * budget.screen + 2 * budget.confirm

    def think(self) -> Thought:
        """The plan, and what was found of the others; told to end, the plan that is sure on the fresh worlds so far."""
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
        return Thought(best, usual, ordered(found), whole, leader)

    def rng(self, what: object) -> random.Random:
        """The generator for a purpose."""
        return random.Random(f"{self.name}/{what}")

    # -------------------------------------------------------------- plans

    def styles(self) -> list[Plan]:
        """What is compared where a plan is kept for some time: the staff's other ways."""
        styles = list(self.staff.styles.items())[: self.most - 1]
        return [Plan(policy(self.p, self.rng(name)), policy, name) for name, policy in styles]

    def plans(self, usual: Plan) -> list[Plan]:
        """What is compared with the staff's choice, each action once: the best that it weighs of each verb, what its
        styles would do, the second best of each verb, and so on; where that is too little, what the box draws."""
        rank = by_verb(self.staff.rank(self.p) if self.staff.rank else ())
        found = {usual.action: usual} | {a: Plan(a, self.staff.policy) for place, a in rank if not place}
        for name, policy in self.staff.styles.items():
            action = policy(self.p, self.rng(name))
            found.setdefault(action, Plan(action, policy))
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
        """The first stage: the plan that is surely better than the staff's as far as the horizon, and by most."""
        left, gains = list(plans), {plan: list[float]() for plan in plans}
        for world in range(self.budget.screen):
            if left:
                for plan, gain in zip(left, self.gains(f"screen {world}", usual, left, whole=False), strict=True):
                    gains[plan].append(gain)
            if (world + 1) % self.budget.block == 0:
                found.update((plan, estimate(gains[plan])) for plan in left)
                left = [plan for plan in left if not found[plan].hopeless]
        sure = [plan for plan in left if found[plan].sure]
        return max(sure, key=lambda plan: found[plan].gain, default=None)

    def confirm(self, usual: Plan, leader: Plan, screened: Estimate) -> Iterator[Estimate]:
        """The second stage, block by block: both estimates in one, by their weights; the fresh one alone where it
        speaks against, and with the block in which the leader hardly can be better it is over."""
        gains: list[float] = []
        for world in range(self.budget.confirm):
            gains += self.gains(f"confirm {world}", usual, [leader], whole=True)
            if (world + 1) % self.budget.block == 0 or world + 1 == self.budget.confirm:
                fresh = estimate(gains)
                yield joined(screened, fresh) if fresh.gain > 0 else fresh
                if fresh.hopeless:
                    return

    def gains(self, name: str, usual: Plan, plans: Sequence[Plan], *, whole: bool) -> list[float]:
        """How much better each plan does than the staff's in one world, on the same dice."""
        world = self.table.sample(self.p, self.seat, self.rng(name))
        seed = self.rng(f"{name} dice").getrandbits(53)
        first = self.worth(world, usual, seed, whole=whole)
        return [self.worth(world, plan, seed, whole=whole) - first for plan in plans]

    def worth(self, world: Position, plan: Plan, seed: int, *, whole: bool) -> float:
        """What a rollout of a plan gives the seat."""
        self.done += 1
        if not self.go_on(min(1.0, self.done / self.longest)):
            raise Ended
        p, dice = world.copy(), (random.Random(seed), Luck(seed))
        usual = dict.fromkeys(range(len(self.table.game.seats)), self.staff.brief or self.staff.policy)
        p.apply(plan.action)
        self.play(p, {**usual, self.seat: plan.policy}, dice, self.kept)
        self.play(p, usual, dice, self.end if whole else self.until)
        if p.frames:
            return self.value.of(self.table.features(p, self.seat))
        returns: list[float] = self.table.returns(p)
        return returns[self.seat]

    def play(
        self, p: Position, policies: dict[int, Policy], dice: tuple[random.Random, Luck], until: int | None
    ) -> None:
        """Play on to the first decision of a turn, or to where the seat's next plan begins; to the end if None."""
        turn, begins, seat = self.table.turn, self.begins, self.seat

        def over(q: Position) -> bool:
            return until is not None and turn(q) >= until and (begins is None or (q.seat == seat and begins(q)))

        rng, luck = dice
        if p.frames:
            playout(p, rng, policies, over, luck, see=False)


def seen(p: Position) -> str:
    """A name for all that the seat that decides can see, the same for all positions that it cannot tell apart."""
    look: Any = p.table.picture(p, p.seat)
    return blake2b(msgspec.json.encode([look, p.table.facts(p)]), digest_size=16).hexdigest()


def by_verb(rank: Sequence[tuple[int, float]]) -> list[tuple[int, int]]:
    """Actions with their place among those of the same verb, 0 the best: the best of each verb, the second best of
    each, and so on, by worth among themselves."""
    count: dict[int, int] = {}
    rows = []
    for action, worth in sorted(rank, key=lambda row: (-row[1], row[0])):
        place = count.get(action >> VERB, 0)
        rows.append((place, -worth, action))
        count[action >> VERB] = place + 1
    return [(place, action) for place, _, action in sorted(rows)]


def estimate(gains: Sequence[float]) -> Estimate:
    """Mean and standard error; of a single world the error is unknown, and without bound."""
    n = len(gains)
    mean = math.fsum(gains) / max(1, n)
    if n < 2:
        return Estimate(mean, math.inf, n)
    return Estimate(mean, math.sqrt(math.fsum((gain - mean) ** 2 for gain in gains) / (n - 1) / n), n)


def joined(one: Estimate, other: Estimate) -> Estimate:
    """Two independent estimates in one, each weighed by its variance."""
    weights = [1 / (each.error**2 + 1e-9) for each in (one, other)]
    total = sum(weights)
    gain = (one.gain * weights[0] + other.gain * weights[1]) / total
    return Estimate(gain, total**-0.5, one.worlds + other.worlds)


def ordered(found: dict[Plan, Estimate]) -> list[tuple[Plan, Estimate]]:
    """The best first."""
    return sorted(found.items(), key=lambda row: (-row[1].gain, row[0].name, row[0].action))


def told(p: Position, thought: Thought, reason: Callable[[Any, int], str]) -> str:
    """What a thought found, in a sentence or two; `reason` gives the staff's own reasons."""
    usual, ended = thought.usual.action, "" if thought.whole else " The thought was ended early."
    if not thought.others:
        return f"{reason(p, usual)}{ended}"
    if not thought.departs:
        if thought.leader is not None:
            other = f"{named(p, thought.leader)} looked so, and played further"
            found = dict(thought.others)[thought.leader]
        else:
            plan, found = thought.others[0]
            other = f"the best of {len(thought.others)}, {named(p, plan)},"
        return f"{reason(p, usual)} Nothing else has proved better: {other} is {measured(found)} against it.{ended}"
    best = dict(thought.others)[thought.plan]
    rest = [row for row in thought.others if row[0] != thought.plan]
    following = f" The next best, {named(p, rest[0][0])}, is {measured(rest[0][1])}." if rest else ""
    if thought.plan.name:
        return (
            f"The plan of this turn is {named(p, thought.plan)}: played out, it is {measured(best)} against what the "
            f"staff would do.{following}{ended}"
        )
    own = p.table.label(p, usual)
    return f"Played out, it is {measured(best)} against what the staff would do, “{own}”.{following}{ended}"


def named(p: Position, plan: Plan) -> str:
    """A plan as a player reads it."""
    return f"“{plan.name or p.table.label(p, plan.action)}”"


def measured(found: Estimate) -> str:
    """An estimate in words."""
    return f"{found.gain:+.2f} ± {found.error:.2f} in {found.worlds} worlds"
