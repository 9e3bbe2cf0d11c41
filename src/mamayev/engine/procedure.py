"""Seats that the rules play."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple


class Order(NamedTuple):
    """The action of a seat that the rules play, with the reason and its clauses."""

    action: int
    why: str
    clauses: tuple[str, ...] = ()


Procedure = Callable[[Any], Order]
"""The rulebook's procedure for a seat without a player, as a function of the position.

Dice and lots are separate boxes, and so are ties that the rulebook leaves to a player.
"""
