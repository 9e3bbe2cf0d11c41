"""Opponents: a policy for a seat, and the reasons for its actions."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import msgspec

from .chance import Luck
from .scene import Arrow
from .state import State

Policy = Callable[[Any, random.Random], int]
"""Returns a legal action for the decision of a seat. It gets a position that the seat may see and must not change it;
its randomness comes from the generator only."""

Rank = Callable[[Any], Sequence[tuple[int, float]]]
"""Returns the actions that a bot considers at a decision, each once, with their worth in any unit and order; empty if
it considers none."""

GoOn = Callable[[float], bool]
"""Gets the progress of a thought between rollouts, from 0 to 1; False ends the thought."""

Think = Callable[[Any, GoOn], int]
"""The policy of a bot that thinks long. If ended early, it returns the best sure action."""


class Plans(NamedTuple):
    """The plans that a bot keeps for some time. A position does not show the plan behind it, so the player of the bot
    remembers it until the end of the turn (`Table.turn`): its name, or the position at which it was made, because the
    same position gives the same plan.

    `begins`: whether a plan is made at a decision. `choose`: its name, after a long thought; if ended early, the best
    sure plan. `by`: the bot that follows it.
    """

    begins: Callable[[Any], bool]
    choose: Callable[[Any, GoOn], str]
    by: Callable[[str], Bot]


class Ground(msgspec.Struct, frozen=True):
    """A figure for or against a plan. `name`: its label ("Hoped for", "It costs", "Next best")."""

    name: str
    text: str


class Threatened(msgspec.Struct, frozen=True):
    """A place where the enemy could do harm next turn. `space`: the place. `title`: its units. `odds`: the danger in
    the players' words. `text`: the same as a sentence."""

    space: str
    title: str
    odds: str
    text: str


class Course(msgspec.Struct, frozen=True):
    """Another plan: a sentence and its arrows."""

    sentence: str
    arrows: tuple[Arrow, ...] = ()


class Intent(msgspec.Struct, frozen=True):
    """A bot's plan for the turn that begins: a sentence, and at most three arrows on the map, the most important first.
    Kinds of arrow: `attack`, `hold` (stay, against an attack from there), `later` (not this turn).

    Optional: `because`: figures for the plan. `threatened`: its own units in most danger, the worst first. `instead`:
    the next best plan.
    """

    sentence: str
    arrows: tuple[Arrow, ...] = ()
    because: tuple[Ground, ...] = ()
    threatened: tuple[Threatened, ...] = ()
    instead: Course | None = None


@dataclass(frozen=True)
class Bot:
    """An opponent. `policy` plays, and is fast, because a search calls it a thousand times.

    - `why` explains an action at the position before it; it is only called for people.
    - `doc` describes the bot in a sentence.
    - `intent` returns its plan for this turn, from a position that its seat may see; None at other times.

    For a search (all optional):

    - `rank` returns the actions that the bot considers.
    - `styles` are policies by name: the same bot with other constants, each a plan for some turns.
    - `think` is for a bot that thinks long. Its policy is the same thought, never ended early.
    - `plans` replaces it for a bot that keeps a plan. Its policy ignores plans.
    - `near` is the same bot with short sight: it ignores the enemy's reply and later gains. `recruit` plays this way.
    - `brief` is a faster version for rollouts.
    - `knowing` returns the policy of a player who knows the coming dice and cards and the true position, for
      measurements only.
    """

    policy: Policy
    why: Callable[[Any, int], str]
    doc: str
    rank: Rank | None = None
    styles: Mapping[str, Policy] = field(default_factory=dict, hash=False)
    think: Think | None = None
    plans: Plans | None = None
    intent: Callable[[Any], Intent | None] | None = None
    near: Bot | None = None
    brief: Policy | None = None
    knowing: Callable[[Luck], Policy] | None = None


RANDOM = "random"
"""The name of the bot that plays every game."""


def draw(p: State, rng: random.Random) -> int:
    """Return a random legal action, never a standing one such as a surrender."""
    return p.draw(rng.random)


def _by_lot(_p: State, _action: int) -> str:
    return "Chosen at random from the legal actions."


RANDOM_BOT = Bot(draw, _by_lot, "Plays random legal actions.")

RECRUIT, STRATEGIST = "recruit", "strategist"
LEVELS = {
    RECRUIT: "Is short-sighted, and overlooks one choice in three.",
    STRATEGIST: "Plays out the staff's plans, and departs from them only if another choice is better.",
}
"""Opponents made from a game's first bot (`mamayev.players`): a weaker one in every game, a stronger one in games that
name decisions worth a thought (`Game.foresight`)."""

PROBES = {
    "passive": "Sets up as suggested, then does only what the rules demand.",
    "rush": "Attacks at even odds or better, and otherwise rushes at the enemy.",
    "wall": "Forms a line across the shortest path, and never attacks voluntarily.",
    "raider": "Goes around the fighting for supply, headquarters and cities behind the front.",
    "hoarder": "Plays like the staff, but never spends points, cards or aircraft.",
}
"""The baseline bots: beginners with one idea, made to be beaten. A staff that loses to one has a weakness that games
between staffs do not show. A game has those that make sense in it (`Game.probes`)."""


def probe(policy: Policy, name: str) -> Bot:
    """Return the probe of a name with its policy."""
    return Bot(policy, lambda _p, _action: PROBES[name], PROBES[name])
