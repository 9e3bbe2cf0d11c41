"""What a commander means to do."""

from __future__ import annotations

from typing import NamedTuple


class Intent(NamedTuple):
    """An action and the reason that the commander gives for it."""

    action: int
    why: str
