"""What a commander thinks of an action."""

from __future__ import annotations

from typing import NamedTuple


class Rated(NamedTuple):
    """An action, the reason for it, and what it is worth beside others of the same decision."""

    action: int
    why: str
    worth: float = 0.0
