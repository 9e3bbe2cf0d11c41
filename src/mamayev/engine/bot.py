"""Opponents: how a bot rates its choices, and everything that follows from the ratings."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any, NamedTuple

import msgspec

from .chance import Luck
from .late import late
from .orders import Orders
from .scene import Arrow
from .state import State

Policy = Callable[[Any, random.Random], int]
"""A function that returns a legal action for a seat's decision.

It gets a position as the seat sees it, and must not change it. All its randomness comes from the generator.
"""

Why = Callable[[Any, int], str]
"""A function that explains an action, given the position before it."""

GoOn = Callable[[float], bool]
"""A function that receives the progress of a search between rollouts, from 0 to 1. If it returns False, the search
stops.
"""

Think = Callable[[Any, GoOn], int]
"""The policy of a search bot. If it is stopped early, it returns the best confirmed action."""


class Plans(NamedTuple):
    """The plans that a bot keeps for several decisions.

    A position does not show the plan behind it, so the code that plays the bot remembers the plan until the end of the
    turn (`Table.turn`). It stores the name of the plan, or the position at the decision, because the same position
    gives the same plan.

    `begins` returns whether a decision starts a plan. `choose` searches and returns the name of a plan; if it is
    stopped early, it returns the best confirmed plan. `by` returns the bot that follows the plan. It also gets the
    positions in this season at which a plan could begin, the oldest first.

    A plan can last a season: `season` returns the first turn of the season that contains the given turn. `keeps`
    returns whether a plan from an earlier turn in the season continues at a decision that would otherwise start a new
    plan.
    """

    begins: Callable[[Any], bool]
    choose: Callable[[Any, GoOn], str]
    by: Callable[[str, Sequence[Any]], Bot]
    season: Callable[[int], int] = lambda turn: turn
    keeps: Callable[[Any, str], bool] = lambda _p, _name: False


class Ground(msgspec.Struct, frozen=True):
    """A reason for or against an action or a plan, with its numbers. `name`: its label ("Hoped for", "It costs", "Next
    best"). `text`: a sentence without the final period."""

    name: str
    text: str


Grounds = Sequence[Ground] | Callable[[], Sequence[Ground]]
"""Grounds, or a function that computes them if this is expensive."""


def because(text: str) -> tuple[Ground, ...]:
    """Return a single ground for a choice that one sentence explains."""
    return (Ground("Why", text),)


BY_LOT = because("All are equally good, so it is chosen at random")
"""The grounds for an action that was not compared with others."""


class Rated(NamedTuple):
    """An action that a bot considers.

    `worth`: in any unit; higher is better. `grounds`: the reasons for and against it. `arrows`: the arrows that show
    the action on the map. Grounds and arrows can be functions. These are called only if a person will see the result,
    before the position changes.
    """

    action: int
    worth: float = 0.0
    grounds: Grounds = ()
    arrows: Sequence[Arrow] | Callable[[], Sequence[Arrow]] = ()

    @classmethod
    def by_rule(cls, action: int, text: str) -> Rated:
        """Return a rating for an action that a rule of thumb decides, with the rule as its grounds."""
        return cls(action, grounds=because(text))

    def told(self) -> tuple[Ground, ...]:
        """Return the grounds, computing them if needed."""
        return tuple(self.grounds() if callable(self.grounds) else self.grounds)

    def drawn(self) -> tuple[Arrow, ...]:
        """Return the arrows, computing them if needed."""
        return tuple(self.arrows() if callable(self.arrows) else self.arrows)

    def why(self) -> str:
        """Return the grounds as a sentence."""
        return " ".join(f"{ground.text}." for ground in self.told())


Rating = Callable[[Any], Sequence[Rated]]
"""A function that returns the actions that a bot considers at a decision: at least one, each once, in any order.

If a simple rule decides, it returns a single action.
"""


Hasty = Callable[[Any, random.Random], bool]
"""A function that returns whether a careless player makes a decision in haste."""


Choose = Callable[[Any, random.Random], Rated]
"""A function that returns the action that a bot chooses at a decision."""


def best(rows: Sequence[Rated], rng: random.Random | None = None) -> Rated:
    """Return the action with the highest worth. The generator breaks ties. Without a generator, the first of the tied
    actions wins.
    """
    most = max(one.worth for one in rows)
    equals = [one for one in rows if one.worth == most]
    return equals[0 if rng is None or len(equals) == 1 else int(rng.random() * len(equals))]


def weighed(rows: Sequence[Rated]) -> Sequence[Rated]:
    """Return the actions if the bot compared several, else an empty list."""
    return rows if len(rows) > 1 and rows[0].grounds is not BY_LOT else ()


class Threatened(msgspec.Struct, frozen=True):
    """A space that the enemy could harm next turn. `space`: the id of the space. `title`: the units in that space.
    `odds`: the danger in players' terms. `text`: the danger as a sentence.
    """

    space: str
    title: str
    odds: str
    text: str


class Course(msgspec.Struct, frozen=True):
    """An alternative plan: a sentence and its arrows."""

    sentence: str
    arrows: tuple[Arrow, ...] = ()


class Intent(msgspec.Struct, frozen=True):
    """A bot's plan for the turn that is about to begin: a sentence, and at most three arrows on the map, the most
    important first. Kinds of arrow: `attack`, `hold` (stay and face an attack from that space), `later` (not this
    turn).

    Optional: `because`: the plan in numbers. `threatened`: the bot's most endangered units, the worst first. `instead`:
    the next best plan.
    """

    sentence: str
    arrows: tuple[Arrow, ...] = ()
    because: tuple[Ground, ...] = ()
    threatened: tuple[Threatened, ...] = ()
    instead: Course | None = None


def _unset(*_given: Any) -> Any:
    raise AssertionError("A bot needs `rated`, or both `policy` and `why`.")


@dataclass(frozen=True)
class Bot:
    """An opponent.

    All choices and explanations of a bot follow from `rated`, which returns the actions that the bot considers, with
    their worth and reasons. The bot plays the best action and gives that action's grounds as the explanation.

    - `doc` describes the bot in a sentence.
    - `chosen` finds the best action without rating all actions, because a search calls a bot thousands of times. It
      must return an action that `rated` contains.
    - `intent` returns the plan for this turn from a position as its seat sees it, or None in the middle of a turn.

    - `commanded` returns the same bot under the orders of a seat (`Game.command`). The default orders change nothing.

    A bot without `rated` has a `policy`, and a function `why` that explains an action.

    For a search (all optional):

    - `styles` are policies by name: the same bot with other constants. Each is a plan for several turns.
    - `think` is for a search bot. The bot's policy is the same search, never stopped early.
    - `plans` replaces `think` for a bot that keeps a plan. The bot's policy ignores plans.
    - `near` is a short-sighted version of the bot: it ignores the enemy's reply and later gains. `recruit` plays this
      way.
    - `hasty` returns whether the `officer` makes a decision in haste. Without it, there is no officer.
    - `brief` is a faster version for rollouts.
    - `knowing` returns the policy of a player who knows the true position and all future dice and cards. It is only for
      measurements.
    """

    policy: Policy = _unset
    why: Why = _unset
    doc: str = ""
    rated: Rating | None = None
    chosen: Choose | None = None
    styles: Mapping[str, Policy] = field(default_factory=dict, hash=False)
    think: Think | None = None
    plans: Plans | None = None
    intent: Callable[[Any], Intent | None] | None = None
    near: Bot | None = None
    hasty: Hasty | None = None
    brief: Policy | None = None
    commanded: Callable[[Orders], Bot] | None = None
    knowing: Callable[[Luck], Policy] | None = None

    def __post_init__(self) -> None:
        if self.rated is None:
            return
        for name, follows in (("policy", _policy), ("why", _why)):
            if getattr(self, name) is _unset:
                object.__setattr__(self, name, partial(follows, self.rated, self.chosen))

    def rank(self, p: Any) -> list[tuple[int, float]]:
        """Return the actions that the bot compares, with their worth. The list is empty if it compares none."""
        return [(one.action, one.worth) for one in weighed(self.rated(p))] if self.rated is not None else []


def _policy(rated: Rating, chosen: Choose | None, p: Any, rng: random.Random) -> int:
    """Return the best action."""
    return (chosen(p, rng) if chosen is not None else best(rated(p), rng)).action


def _why(rated: Rating, chosen: Choose | None, p: Any, action: int) -> str:
    """Explain an action by its own grounds, and name the bot's preferred action."""
    taken = chosen(p, random.Random(0)) if chosen is not None else None
    if taken is not None and taken.action == action:
        return taken.why()
    rows = rated(p)
    taken = taken or best(rows)
    asked = next((one for one in rows if one.action == action), None)
    if asked is not None and asked.worth == taken.worth:
        return asked.why()
    preferred = f"The bot prefers “{p.table.label(p, taken.action)}”."
    return f"{preferred} {taken.why()}" if asked is None else f"{asked.why()} {preferred}"


def staffed(
    package: str,
    name: str,
    doc: str,
    *,
    intent: bool = False,
    styles: Iterable[str] = (),
    near: str = "",
    brief: str = "",
    commanded: bool = False,
) -> Bot:
    """Build a game's bot from the functions in its package `staff`. The package is loaded when the bot first plays. It
    provides the functions `rated(p, name)`, `chosen(p, rng, name)` and `intent(p)`. `name` is a bot or one of its
    versions: a style from `styles`, the short-sighted version or the brief version. If it can follow orders, they also
    take `orders`. If the bot has a short-sighted version, the package also provides `hasty(p, rng)` (`Bot.hasty`).
    """
    load = {what: late(f"{package}.staff:{what}") for what in ("rated", "chosen", "intent")}

    def bot(version: str, **more: Any) -> Bot:
        rated, chosen = (partial(load[what], name=version) for what in ("rated", "chosen"))
        return Bot(doc=doc, rated=rated, chosen=chosen, **more)

    def by(orders: Orders) -> Bot:
        rated, chosen = (partial(load[what], name=name, orders=orders) for what in ("rated", "chosen"))
        meant = partial(load["intent"], orders=orders) if intent else None
        quick = Bot(rated=rated, chosen=partial(load["chosen"], name=brief, orders=orders)).policy if brief else None
        return Bot(doc=doc, rated=rated, chosen=chosen, intent=meant, brief=quick)

    return bot(
        name,
        commanded=by if commanded else None,
        intent=load["intent"] if intent else None,
        styles={style: bot(style).policy for style in styles},
        near=bot(near) if near else None,
        hasty=late(f"{package}.staff:hasty") if near else None,
        brief=bot(brief).policy if brief else None,
    )


RANDOM = "random"
"""The name of the bot that can play any game."""


def draw(p: State, rng: random.Random) -> int:
    """Return a random legal action, but never a standing action such as a surrender."""
    return p.draw(rng.random)


def _by_lot(_p: State, _action: int) -> str:
    return "Chosen at random from the legal actions."


RANDOM_BOT = Bot(draw, _by_lot, "Plays random legal actions.")

RECRUIT, OFFICER, STRATEGIST = "recruit", "officer", "strategist"
LEVELS = {
    RECRUIT: "Is short-sighted, and overlooks one choice in three.",
    OFFICER: "Plays like the staff, but makes some decisions in haste.",
    STRATEGIST: "Tries out the staff's plans in rollouts, and departs from them only if another choice is better.",
}
"""Opponents built on a game's first bot (`mamayev.players`). Every game has a much weaker one. Games that define when
the bot errs (`Bot.hasty`) have a weaker one, and games that name decisions worth searching (`Game.foresight`) have a
stronger one.
"""


def still(p: Any, quiet: Iterable[int], why: str) -> Rated:
    """Return a rating for the first legal action in `quiet`. If none is legal, rate the first legal action instead."""
    for action in quiet:
        if p.allows(action):
            return Rated.by_rule(action, why)
    pieces = p.pieces()
    return Rated.by_rule(p.choices(pieces[0] if pieces else None)[0], why)


PROBES = {
    "passive": "Sets up as suggested, then makes only forced moves.",
    "rush": "Attacks at even odds or better, and otherwise rushes at the enemy.",
    "wall": "Forms a line across the shortest path, and never attacks voluntarily.",
    "raider": "Bypasses the fighting to attack supply, headquarters and cities behind the front.",
    "hoarder": "Plays like the staff, but never spends points, cards or aircraft.",
}
"""The baseline bots: beginners with one idea each, meant to lose.

If a staff bot loses to a baseline bot, it has a weakness that games between staff bots do not show. Each game lists the
baseline bots that make sense in it (`Game.probes`).
"""
