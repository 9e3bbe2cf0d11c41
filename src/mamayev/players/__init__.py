"""Opponents.

`find` returns a bot by name, `contender` accepts baseline bots as well, and `take` lets a bot play a decision.
"""

from .bots import contender, contenders, docs, find, names, thinks
from .outside import welcome
from .seat import (
    Checked,
    Under,
    advice,
    answer,
    checked,
    hint,
    intent,
    keeping,
    lesson_hint,
    play_on,
    rng_of,
    take,
    under_way,
)

__all__ = [
    "Checked", "Under", "advice", "answer", "checked", "contender", "contenders", "docs", "find", "hint", "intent",
    "keeping", "lesson_hint", "names", "play_on", "rng_of", "take", "thinks", "under_way", "welcome",
]  # fmt: skip
