"""Whether the dice and cards of a log are those that its seed deals."""

from __future__ import annotations

from mamayev.engine.chance import Fallen, Seeded
from mamayev.engine.position import CHANCE

from .match import Match
from .record import LESSON


def wrong_ply(match: Match) -> int | None:
    """The number of the log's first entry, from 1, where chance has answered otherwise than the seed does; None where
    it never has. What a lesson brought is no seed's, nor is what was typed in: ask only where dice are seeded."""
    record, p = match.record, match.at(0)
    sources = [*record.earlier, [len(record.log), LESSON if record.lesson else record.seed]]
    fallen = Fallen()
    for ply, line in enumerate(record.log):
        code = p.table.notation.parse(line)
        if p.seat == CHANCE:
            again = fallen.add(p)
            seed = next(seed for end, seed in sources if ply < end)
            if seed != LESSON and Seeded(seed).outcome(p, again) != code:
                return ply + 1
        p.apply(code)
        p = match.on_board(p, ply + 1)
    return None
