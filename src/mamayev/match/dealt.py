"""Whether the dice and cards of a log are those that its seed deals."""

from __future__ import annotations

from typing import NamedTuple

from mamayev.engine.chance import Fallen, Seeded
from mamayev.engine.position import CHANCE

from .match import Match
from .record import LESSON


class Dealt(NamedTuple):
    """`checked` dice and cards are as the seed deals them; `wrong`: the number of the first entry, from 1, that is not,
    None where all are; `due`: the text of what the seed deals there."""

    checked: int
    wrong: int | None = None
    due: str = ""


def dealt(match: Match, after: int = 0) -> Dealt:
    """How the log's dice and cards behind its first `after` entries stand to the seed. What a lesson brought is no
    seed's, nor is what was typed in: ask only where dice are seeded."""
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
