"""Opponents: `find` gives a bot by name, `take` lets it play the decision of a match."""

from .bots import find, names, random_bot
from .seat import answer, hint, play_on, take

__all__ = ["answer", "find", "hint", "names", "play_on", "random_bot", "take"]
