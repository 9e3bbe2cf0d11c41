"""The plans of the bots that played a match, for its report."""

from __future__ import annotations

import random

from mamayev.engine.position import Position
from mamayev.match.match import Match
from mamayev.story.writer import Plans

from .bots import contender
from .seat import intent


def planned(match: Match) -> Plans | None:
    """Return a function that returns the plan of the deciding bot at a position as a sentence, or "" if it has none.
    None if the record names no bot.
    """
    game, bots = match.game, match.record.bots
    known = {seat: contender(game, bots[seat]) for seat in bots if bots[seat] in game.bots}
    if not known:
        return None

    def plan(p: Position) -> str:
        seat = game.seats[p.seat]
        if seat not in known:
            return ""
        found = intent(p, known[seat], random.Random(f"{match.record.seed}/report"), bots[seat])
        return "" if found is None else found.sentence

    return plan
