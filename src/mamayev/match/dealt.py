"""Check the dice and cards in a log against its seed."""

from __future__ import annotations

from typing import NamedTuple

from mamayev.engine.chance import Fallen, Seeded
from mamayev.engine.position import CHANCE

from .match import Match
from .record import LESSON


class Dealt(NamedTuple):
    """The result of a check. `checked`: the number of dice and cards that match the seed. `wrong`: the 1-based number
    of the first entry that does not match, or None if all match. `due`: the text of the correct entry."""

    checked: int
    wrong: int | None = None
    due: str = ""


def dealt(match: Match, after: int = 0) -> Dealt:
    """Compare the dice and cards after the first `after` entries of the log with the seed. This works only for seeded
    dice, because a lesson's dice and typed dice have no seed."""
    record = match.record
    sources = [*record.earlier, [len(record.log), LESSON if record.lesson else record.seed]]
    fallen, count = Fallen(), 0
    for ply, (line, p) in enumerate(zip(record.log, match.onwards(0), strict=False)):
        if p.seat == CHANCE:
            again = fallen.add(p)
            seed = next(seed for end, seed in sources if ply < end)
            if seed != LESSON and ply >= after:
                due = Seeded(seed).outcome(p, again)
                if due != p.table.notation.parse(line):
                    return Dealt(count, ply + 1, p.name(due))
                count += 1
    return Dealt(count)
