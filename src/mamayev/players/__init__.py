"""Opponents: `find` gives a bot by name, `take` lets it play the decision of a match."""

from .bots import find, names
from .seat import advice, answer, checked, hint, play_on, take

__all__ = ["advice", "answer", "checked", "find", "hint", "names", "play_on", "take"]
