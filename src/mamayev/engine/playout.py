"""Random play of the bare table: the measure of how fast the rules are."""

from __future__ import annotations

import random

from .notation import ARG, MASK, VERB
from .position import Position


def playout(p: Position, rng: random.Random) -> int:
    """Random play to the end, in place: every seat takes one of its box's options, each as likely as the others.

    Standing actions, such as a surrender, are not taken: random play fights on. Returns the number of decisions
    taken by seats; those of a seat that the rules play, and forced ones, are not counted.
    """
    boxes, frames, uniform, procedures = p.table.boxes, p.frames, rng.random, p.table.procedures
    decisions = 0
    while frames:
        f = frames[-1]
        box = boxes[f[0]]
        if box.runs:
            box.run(p, f)
            continue
        if box.chance:
            action = box.sample(p, f, uniform)
        elif procedures and (procedure := procedures.get(box.seat(p, f))) is not None:
            action = procedure(p).action
        else:
            options = box.options(p, f)
            count = len(options)
            action = options[int(uniform() * count)]
            if count > 1 or not box.forced:
                decisions += 1
        box.acts[action >> VERB](p, f, action >> ARG & MASK, action & MASK)
    return decisions
