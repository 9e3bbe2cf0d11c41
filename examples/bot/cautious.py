"""A bot for Inferno that attacks only if nothing else is allowed."""

import random
from typing import Any

from mamayev.author import Bot

ATTACKS = ("attack", "assault", "hasty", "blitz")


def play(p: Any, rng: random.Random) -> int:
    """Return a legal action of the seat to decide, chosen by its canonical text."""
    actions: dict[str, int] = {p.name(action): action for action in p.actions()}  # by "short pz-2 1", "pass", ...
    calm = [text for text in actions if not text.startswith(ATTACKS)]
    return actions[rng.choice(calm or list(actions))]


def why(p: Any, action: int) -> str:
    """Return the reason for an action, shown with a hint."""
    return f"{p.table.label(p, action)}: nothing is put at risk."


CAUTIOUS = Bot(play, why, "Attacks only if nothing else is allowed.")
