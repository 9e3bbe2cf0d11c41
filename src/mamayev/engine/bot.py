"""Opponents: a policy for a seat, and the reason for what it does, for whoever asks."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import msgspec

from .chance import Luck
from .position import Position
from .scene import Arrow

Policy = Callable[[Any, random.Random], int]
"""Answers the decision of a seat with one of its legal actions. It gets a position that the seat may see and leaves it
as it is; its luck comes from the generator alone."""

Rank = Callable[[Any], Sequence[tuple[int, float]]]
"""The actions that a bot weighs at a decision, each once, with what each is worth to it, in units of its own and in no
order; empty where it weighs nothing."""

GoOn = Callable[[float], bool]
"""Is told between rollouts how much of a thought is done, from 0 to 1; False ends the thought."""

Think = Callable[[Any, GoOn], int]
"""The policy of a bot that thinks long. Told to end, it answers with the best that it is sure of by then."""


class Plans(NamedTuple):
    """How a bot keeps a plan for some time. A position does not tell what is meant by it, so whoever plays the bot
    remembers, until the turn is over (`Table.turn`): the plan's name, or the position at which it was made, for the
    same position gives the same plan.

    `begins`: whether a plan is made at a decision; `choose`: its name, after a long thought, which told to end gives
    the plan that it is sure of by then; `by`: the bot that goes by it.
    """

    begins: Callable[[Any], bool]
    choose: Callable[[Any, GoOn], str]
    by: Callable[[str], Bot]


class Ground(msgspec.Struct, frozen=True):
    """A figure that speaks for a plan, or against it. `name`: what it tells ("Hoped for", "It costs", "Next best")."""

    name: str
    text: str


class Threatened(msgspec.Struct, frozen=True):
    """Where the enemy could do harm in his next turn. `space`: where; `title`: who or what stands there; `odds`: how
    bad it is, as players say it; `text`: the same in a sentence."""

    space: str
    title: str
    odds: str
    text: str


class Course(msgspec.Struct, frozen=True):
    """Another plan: a sentence and its arrows."""

    sentence: str
    arrows: tuple[Arrow, ...] = ()


class Intent(msgspec.Struct, frozen=True):
    """What a bot is after in the turn that begins: a sentence, and at most three arrows on the map, the most important
    first. Kinds of arrow: `attack`, `hold` (stays, against what may come from there), `later` (not in this turn).

    `because`: what speaks for the plan, in figures; `threatened`: its own that are in most danger, the worst first;
    `instead`: the next best plan. Each is told where the bot has it.
    """

    sentence: str
    arrows: tuple[Arrow, ...] = ()
    because: tuple[Ground, ...] = ()
    threatened: tuple[Threatened, ...] = ()
    instead: Course | None = None


@dataclass(frozen=True)
class Bot:
    """An opponent. `policy` plays, and is fast: a search asks it a thousand times.

    `why` says in a sentence why the bot took an action at a position (as it was before the action); it is called only
    where a person reads it. `doc` tells a player in a sentence how the bot plays. `intent` tells what it means to do
    in this turn, from a position that its seat may see; None where that is no time to say so.

    What a search can use, all of it optional: `rank` gives the actions that the bot weighs; `styles` are policies by
    name, the same hand by other constants, each a plan for some turns. A bot that thinks long has `think` too: then its
    policy is the same thought, never ended early. One that keeps a plan has `plans` instead: its policy alone is that
    of a bot without a plan.

    `near` is the same hand with short sight: it sees what lies before it, and neither the enemy's answer nor what pays
    later. The `recruit` plays so. `brief` is the same hand where it must be fast, in rollouts. `knowing` gives the
    policy of one who is told the dice and cards to come and sees the true position: for measurements alone.
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


def draw(p: Position, rng: random.Random) -> int:
    """A legal action at random; never a standing one, such as a surrender."""
    return p.draw(rng.random)


def _by_lot(_p: Position, _action: int) -> str:
    return "Drawn at random from what is allowed."


RANDOM_BOT = Bot(draw, _by_lot, "Plays at random among what is allowed.")

RECRUIT, STRATEGIST = "recruit", "strategist"
LEVELS = {
    RECRUIT: "Sees only what lies before it, and overlooks one thing in three of that.",
    STRATEGIST: "Plays out what the staff has in mind, and departs from it only where another choice proves better.",
}
"""Opponents that are made of a game's first bot (`mamayev.players`): a weaker one in every game, a stronger one in
those that say where it pays to think (`Game.foresight`)."""

PROBES = {
    "passive": "Sets up as suggested, then does only what it must.",
    "rush": "Attacks whatever it can at even odds or better, and runs at the enemy where it cannot.",
    "wall": "Stands in a line on the shortest way across, and never strikes of its own will.",
    "raider": "Goes round the fighting for supply, headquarters and cities behind the front.",
    "hoarder": "Plays like the staff, but never spends points, cards or aircraft.",
}
"""The probes: players such as a beginner might be, made to be beaten. A staff that loses to one of them has a hole that
no number against its like would show. A game brings those that make sense in it (`Game.probes`)."""
