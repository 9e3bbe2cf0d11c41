"""A seat commanded by orders: the staff plays its turn, stops where a decision is the commander's, and reports."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import NamedTuple

from mamayev.engine.event import Event
from mamayev.engine.orders import Kept, Stop
from mamayev.engine.position import Position
from mamayev.engine.refusal import Refusal
from mamayev.match.match import Match

from .bots import find, names
from .seat import answer, rng_of, seen_by


class Outcome(NamedTuple):
    """What happened until the staff finished the turn, stopped, or another seat has to decide.

    `stop`: the decision of the commander, or None. `over`: whether the turn of the orders is over. `report`: what
    became of each order since the turn began, once it is over.
    """

    events: list[Event]
    stop: Stop | None
    over: bool
    report: tuple[Kept, ...] = ()


class Commander:
    """A seat's turn by its current orders (`Match.order`).

    Stops that the commander has answered with "go on" do not come again in this turn, and stand in the report.
    """

    def __init__(self, match: Match, seat: str) -> None:
        """Begin with the current decision. Raises a Refusal if the seat takes no orders, or the game is over."""
        if match.over:
            raise Refusal("The game is over.", field="orders")
        self.match, self.seat, self.index = match, seat, match.game.seats.index(seat)
        self.orders, self.command = match.orders_of(seat), match.command
        self.name = names(match.game)[0]
        commanded = find(match.game, self.name).commanded
        assert commanded is not None, f"{match.game.title} has a command, and its first bot cannot be commanded."
        self.bot = commanded(self.orders)
        self.turn = match.table.turn(match.position)
        self.before = self._seen(match.position)
        self.passed: list[Stop] = []

    def carry_out(self, go_on: Sequence[str] = ()) -> Outcome:
        """Let the staff play until the turn is over, a decision is the commander's, or another seat has to decide.

        `go_on`: the fields of stops that the commander lets pass. Raises a Refusal that names the staff if it fails;
        the match then is as it was before that action.
        """
        events: list[Event] = []
        passed = {*go_on, *(one.field for one in self.passed)}
        while self.under_way:
            decision = self.match.decision
            assert decision is not None
            if decision.index != self.index:
                return Outcome(events, None, False)
            action = answer(self.match.position, self.bot, random.Random(rng_of(self.match, self.name)), self.name)
            stop = self.stop(action)
            if stop is not None:
                if stop.field not in passed:
                    return Outcome(events, stop, False)
                if all(stop.field != one.field for one in self.passed):
                    self.passed.append(stop)
            events += self.match.play(self.match.table.notation.text(action))
        return Outcome(events, None, True, self.report())

    def stop(self, action: int) -> Stop | None:
        """Return the commander's decision before an action, or None."""
        now, command = self._seen(self.match.position), self.command
        stop = command.stop(now, action, self.orders)
        if stop is None and command.surprise is not None:
            stop = command.surprise(self.before, now, self.orders)
        return stop

    @property
    def under_way(self) -> bool:
        """Whether the turn in which the orders began has not ended."""
        return not self.match.over and self.match.table.turn(self.match.position) == self.turn

    def report(self) -> tuple[Kept, ...]:
        """Return what became of each order since the turn began."""
        kept = self.command.report(self.before, self._seen(self.match.position), self.orders)
        broken = tuple(Kept(one.field, "broken", f"{one.text} You went on.") for one in self.passed)
        return (*broken, *(one for one in kept if one.field not in {each.field for each in broken}))

    def _seen(self, position: Position) -> Position:
        """Return a position as the commanded seat knows it."""
        return seen_by(position, self.index, random.Random(rng_of(self.match, "orders")))
