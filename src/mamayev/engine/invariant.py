"""Facts that are true after every action."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

P = TypeVar("P")


@dataclass(frozen=True)
class Invariant(Generic[P]):
    """A fact that is true after every action, with its clause.

    `spoil` deliberately makes the fact false, so that a test can prove that `holds` detects this.
    """

    clause: str
    text: str
    holds: Callable[[P], bool]
    spoil: Callable[[P], None]
