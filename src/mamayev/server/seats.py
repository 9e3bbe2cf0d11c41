"""Who may sit where."""

from __future__ import annotations

from collections.abc import Mapping

from mamayev.engine import registry
from mamayev.engine.refusal import Refusal

from .rooms import HUMAN


def check_seats(game: str, seats: Mapping[str, str]) -> None:
    """Raise Refusal where a seat, or the bot that is to sit there, is unknown."""
    found = registry.find(game)
    bots = found.info()["bots"]
    for seat, player in seats.items():
        if seat not in found.seats:
            raise Refusal(
                f"{found.title} has no seat “{seat}”; it has {', '.join(found.seats)}.",
                field=f"seats.{seat}",
                malformed=True,
            )
        if player != HUMAN and player not in bots:
            raise Refusal(
                f"{found.title} has no bot “{player}”; “{HUMAN}” or one of {', '.join(bots)} can sit there.",
                field=f"seats.{seat}",
                malformed=True,
            )
