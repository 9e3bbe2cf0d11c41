"""A bot for Inferno that attacks only if nothing else is allowed."""

from typing import Any

from mamayev.author import Bot, Rated, because

ATTACKS = ("attack", "assault", "hasty", "blitz")


def rated(p: Any) -> list[Rated]:
    """Return the legal actions of the seat to decide. All that attack nothing are worth the same."""
    return [judged(p, action) for action in p.actions()]


def judged(p: Any, action: int) -> Rated:
    """Rate an action by its canonical text: "short pz-2 1", "pass"."""
    if p.name(action).startswith(ATTACKS):
        return Rated(action, -1.0, because("Nothing but an attack is allowed"))
    return Rated(action, 0.0, because(f"{p.table.label(p, action)}: nothing is put at risk"))


CAUTIOUS = Bot(rated=rated, doc="Attacks only if nothing else is allowed.")
