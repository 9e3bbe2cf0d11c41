"""A bot of one's own, for Inferno: it attacks only where nothing else is allowed."""

import random
from typing import Any

from mamayev.author import Bot

ATTACKS = ("attack", "assault", "hasty", "blitz")


def play(p: Any, rng: random.Random) -> int:
    """One of the legal actions of the seat that decides, chosen by their canonical texts."""
    actions: dict[str, int] = {p.name(action): action for action in p.actions()}  # by "short pz-2 1", "pass", ...
    calm = [text for text in actions if not text.startswith(ATTACKS)]
    return actions[rng.choice(calm or list(actions))]


def why(p: Any, action: int) -> str:
    """The reason for an action, for a person who asks for it."""
    return f"{p.table.label(p, action)}: nothing is put at risk."


CAUTIOUS = Bot(play, why, "Attacks only where nothing else is allowed.")
