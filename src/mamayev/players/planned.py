"""The plans of the bots that played a match, for the report of the match."""

from __future__ import annotations

import random

from mamayev.engine.position import Position
from mamayev.match.match import Match
from mamayev.story.writer import Plans

from .bots import find
from .seat import intent


def planner(match: Match, p: Position) -> str:
    """Return the name of the bot that decides at a position, by the match's record, or "" if it cannot explain its
    plan.
    """
    game = match.game
    name = match.record.bots.get(game.seats[p.seat], "")
    return name if name in game.bots and find(game, name).intent is not None else ""


def planned(match: Match) -> Plans | None:
    """Return a function that returns the plan of the deciding bot at a position as a sentence, or "" if it has none.
    Return None if the record names no bot.
    """
    if not any(name in match.game.bots for name in match.record.bots.values()):
        return None

    def plan(ply: int, p: Position) -> str:
        name = planner(match, p)
        if not name:
            return ""
        found = intent(p, find(match.game, name), random.Random(plan_seed(match, name, ply)), name)
        return "" if found is None else found.sentence

    return plan


def plan_seed(match: Match, bot: str, ply: int) -> str:
    """Return the seed of a bot's generator when it explains its plan at a past decision."""
    return f"{match.record.seed}/{bot}/{ply}"
