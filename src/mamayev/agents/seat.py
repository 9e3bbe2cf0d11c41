"""A seat for an agent, in a game in this process (`table`) or on a running server (`joined`)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, Protocol

from mamayev.engine.event import Event
from mamayev.engine.refusal import Reason
from mamayev.engine.scene import Scene
from mamayev.match.data import ActionData, ChoiceData, DecisionData
from mamayev.match.foretold import Foretold

Found = tuple[str, Reason]
"""The text of an action ("" for none in particular), and the reason that it is refused."""


class Order(NamedTuple):
    """A field in the orders: its value (None if the staff decides), its meaning and its clauses."""

    name: str
    value: Any
    meaning: str
    clauses: tuple[str, ...]


class Carried(NamedTuple):
    """The outcome of a turn under orders. `stop`: the order that the commander's decision concerns, and the reason for
    the stop. `report`: each order, its state and a sentence, once the turn is over.
    """

    stop: Found | None
    report: list[tuple[str, str, str]]


class Seat(Protocol):
    """What an agent can see and do. Every method raises a Refusal if its request is not possible."""

    @property
    def scene(self) -> Scene:
        """The look of the game that never changes."""

    @property
    def over(self) -> bool:
        """Whether the game has ended."""

    @property
    def decision(self) -> DecisionData | None:
        """The current decision of this seat, or None."""

    @property
    def result(self) -> dict[str, Any] | None:
        """The result of a finished game."""

    def board(self) -> str:
        """Return the table in words, as the seat sees it."""

    def news(self) -> list[Event]:
        """Return the events since the agent's last call, and mark them as read."""

    def history(self, number: int) -> list[Event]:
        """Return the last events that the seat can see."""

    def pieces(self) -> list[str]:
        """Return the ids of the pieces that have a choice."""

    def choices(self, piece: str) -> list[ChoiceData]:
        """Return the choices of a piece, with complete paths."""

    def actions(self, verb: str) -> list[ActionData]:
        """Return the legal actions with this verb that the decision lists."""

    def why(self, *, action: str = "", piece: str = "", space: str = "", verb: str = "") -> list[Found]:
        """Return the reasons that something is not available. The list is empty if the thing is available."""

    def foresee(self, action: str) -> Foretold:
        """Return the consequences of an action."""

    def play(self, path: str | Sequence[str]) -> None:
        """Play an action, or a path of several as one, and let the other seats play. If it raises Refusal, nothing has
        changed.
        """

    def resign(self) -> None:
        """Resign the game."""

    def hint(self, bot: str = "") -> dict[str, Any]:
        """Return a bot's choice for this seat ("text", "label"), the reason ("why"), and its plan ("intent") if it has
        one."""

    def sheet(self) -> list[Order]:
        """Return the orders of this seat to its staff."""

    def orders(self, fields: Mapping[str, Any]) -> list[dict[str, Any]]:
        """Give the staff orders, and return its objections ("field", "text", "clauses")."""

    def carry_out(self, go_on: Sequence[str] = ()) -> Carried:
        """Let the staff play this turn under the orders. `go_on`: the order fields whose stops to accept."""
