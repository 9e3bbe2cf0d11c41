"""Situations in which scripts and tests begin. A game names its class in `Game.situations`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Generic, TypeVar

from .checks import check_renamed
from .refusal import Reason, Refusal
from .rules import Rules
from .state import State

P = TypeVar("P", bound=State)


class Situations(Generic[P]):
    """The situations of a table.

    Override the methods for the situations that your game has. By default, scripts and tests cannot change the setup.
    """

    def __init__(self, table: Rules[P]) -> None:
        self.table = table

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        check_renamed(cls)

    def change(self, p: P, key: str, value: Any) -> None:
        """Apply a setup change from a script: "supply" = 4, "unit.red-1" = 39. Raises Refusal for an impossible
        change.
        """
        raise Refusal(f"“{key}” cannot become {value!r} at the start.", field=f"setup.{key}", malformed=True)

    def misplaced(self, p: P) -> Reason | None:
        """Return the rule that a complete set of setup changes breaks, or None.

        A game's override can name the space and the pieces.
        """
        broken = self.table.broken_invariants(p)
        return Reason(f"The rules do not allow this setup: {broken[0].text}", (broken[0].clause,)) if broken else None

    def take_over(self, p: P, before: Any) -> None:
        """Complete a position from a different board, which belongs to the table `before`, with data of this board."""

    def openings(self) -> Sequence[P]:
        """Return settled positions that random play rarely reaches, as additional starting points for tests."""
        return ()

    def crowds(self) -> Sequence[Mapping[str, Any]]:
        """Return setup changes (see `change`) that begin in the middle of play.

        Tests add changes "unit.ID" to crowd units onto narrow fronts. The sequence is empty if a script cannot place
        units.
        """
        return ()

    def clashes(self) -> Sequence[str]:
        """Return setup keys (see `change`) whose value is a space, and which start a combat, a retreat or a similar
        event there. Tests start them in a crowd and play them to the end.
        """
        return ()
