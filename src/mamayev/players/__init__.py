"""Opponents: `find` gives a bot by name, `contender` also the probes, `take` lets it play the decision of a match."""

from .bots import contender, contenders, docs, find, names, thinks
from .outside import welcome
from .seat import advice, answer, checked, hint, intent, intent_at, play_on, rng_of, take

__all__ = [
    "advice", "answer", "checked", "contender", "contenders", "docs", "find", "hint", "intent", "intent_at", "names",
    "play_on", "rng_of", "take", "thinks", "welcome",
]  # fmt: skip
