"""Play on a bare position, in place: random, by policies, or both. Searches and simulations use this loop."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from .bot import Policy
from .chance import Luck
from .notation import ARG, MASK, VERB
from .position import Position
from .table import Table

NOTHING: tuple[int, ...] = ()
NOBODY: Mapping[int, Policy] = MappingProxyType({})


def playout(
    p: Position,
    rng: random.Random,
    policies: Mapping[int, Policy] | None = None,
    until: Callable[[Any], object] | None = None,
    luck: Luck | None = None,
    watch: Callable[[Any], object] | None = None,
    see: bool = True,
) -> int:
    """Play to the end, and return the number of decisions by seats, without forced decisions and decisions of the
    rules.

    - `policies` maps seat indexes to policies, unchecked. Other seats play at random, without standing actions such as
      a surrender.
    - In games with secrets, a policy gets a determinization; in others, `p` itself, which it must not change. With
      `see=False`, it gets `p` in every game, for a rollout that starts from a sample.
    - `until` is called before every decision of a seat. Play stops if it returns true.
    - `luck` provides the dice and cards instead of `rng`, so competing plans get common random numbers.
    - `watch` gets `p` at every decision, including rolls and draws, and at the end. It must not change `p`.
    """
    table = p.table
    boxes, frames, uniform, procedures = table.boxes, p.frames, rng.random, table.procedures
    seats, forced, draws, acts = table.seats, table.forced, table.draws, table.acts
    alone = luck is None and watch is None and p.journal is None  # otherwise dice and cards one by one
    goes = table.falls if alone else table.runs
    policies = policies or NOBODY
    secret = see and type(table).sample is not Table.sample
    decisions = 0
    while frames:
        f = frames[-1]
        go = goes[f[0]]
        if go is not None:
            go(p, f, uniform)
            continue
        n = f[0]
        box = boxes[n]
        if procedures:
            decider = seats[n]
            procedure = procedures.get(box.seat(p, f) if decider is None else decider)
        else:
            procedure = None
        if not alone and box.chance:
            if watch is not None:
                watch(p)
            action = table.samples[n](p, f, uniform if luck is None else luck.at(p))
        elif procedure is not None:
            if watch is not None:
                watch(p)
            action = procedure(p).action
        elif len(listed := NOTHING if (options := forced[n]) is None else options(p, f)) == 1:
            action = listed[0]
        else:
            if watch is not None:
                watch(p)
            if until is not None and until(p):
                return decisions
            if policies and (policy := policies.get(seat := box.seat(p, f))) is not None:
                action = policy(table.sample(p, seat, rng) if secret else p, rng)
            elif listed and box.lists:  # as `draw` would, which lists them again
                action = listed[int(uniform() * len(listed))]
            else:
                action = draws[n](p, f, uniform)
            decisions += 1
        act = acts[n].get(action >> VERB)
        if act is None:
            act = table.standing.acts.get(action >> VERB) if table.standing is not None else None
            if act is None:
                raise table.unplayed(box, action)
        act(p, f, action >> ARG & MASK, action & MASK)
    if watch is not None:
        watch(p)
    return decisions
