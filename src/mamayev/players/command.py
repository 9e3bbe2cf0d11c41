"""A seat commanded by orders: the staff plays its turn, stops when the commander must decide, and reports."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from mamayev.engine.bot import Bot
from mamayev.engine.event import Event
from mamayev.engine.orders import Command, Kept, Orders, Stop
from mamayev.engine.position import Position
from mamayev.engine.refusal import Refusal
from mamayev.engine.table import Game
from mamayev.match.match import Match

from .bots import find, names
from .seat import answer, play_on, rng_of


class Outcome(NamedTuple):
    """The result of carrying out orders until the turn ended, the staff stopped, or another seat must decide. `stop`:
    the decision that the commander must make, or None. `over`: whether the turn for which the orders were given is
    over. `report`: the outcome of each order since the turn began, once it is over.
    """

    events: list[Event]
    stop: Stop | None
    over: bool
    report: tuple[Kept, ...] = ()


class Ordered(NamedTuple):
    """A decision of a commanded staff, without its match: `choose` may run in another thread.

    `seen`: the position as the seat knows it; `before`: the position before the first action of the turn. `rng`: the
    seed of the staff's random number generator.
    """

    position: Position
    seen: Position
    staff: Bot
    name: str
    command: Command
    orders: Orders
    rng: str
    before: Position

    def choose(self) -> tuple[int, list[Stop]]:
        """Return the action of the staff, and the decisions that the commander must make before it. If the staff fails,
        raises a Refusal that names it.
        """
        action = answer(self.position, self.staff, random.Random(self.rng), self.name)
        return action, [*self.command.asks(self.before, self.seen, action, self.orders)]


def staff_by(game: Game, orders: Orders) -> tuple[str, Bot]:
    """Return the name of a game's first bot, and this bot under the given orders."""
    name = names(game)[0]
    commanded = find(game, name).commanded
    assert commanded is not None, f"{game.title} has a command, but its first bot takes no orders."
    return name, commanded(orders)


class Commander:
    """A seat's turn under its current orders (`Match.order`).

    A stop that the commander has accepted does not recur in this turn, and appears in the report. `go_on`: the fields
    of the accepted stops.
    """

    def __init__(self, match: Match, seat: str, since: int | None = None, passed: Sequence[Stop] = ()) -> None:
        """Start with the current decision, or continue a turn that began after the first `since` entries of the log,
        with the stops that the commander has accepted. Raises a Refusal if the seat takes no orders, or the game is
        over."""
        if match.over and since is None:
            raise Refusal("The game is over.", field="orders")
        self.match, self.seat, self.index = match, seat, match.game.seats.index(seat)
        self.orders, self.command = match.orders_of(seat), match.command
        self.name, self.bot = staff_by(match.game, self.orders)
        self.since = len(match.record.log) if since is None else since
        self.turn = self.command.turn_of(match.position if since is None else match.at(since), self.index)
        self.before = match.seen_for_orders(seat, self.since)
        self.passed = [*passed]
        self._seen = [*match.record.log]
        self.go_on = frozenset[str]()

    def carry_out(self, go_on: Sequence[str] = ()) -> Outcome:
        """Let the staff play until the turn ends, or the commander or another seat must decide. `go_on`: the order
        fields whose stops to accept. If the staff fails, raises a Refusal that names it; the failed action does not
        change the match.
        """
        events: list[Event] = []
        self.go_on = frozenset(go_on)
        self.passed = self._still_passed()
        while self.under_way:
            decision = self.match.decision
            assert decision is not None
            if decision.index != self.index:
                return Outcome(events, None, False)
            action, stops = self.ask().choose()
            if (stop := self.left(stops)) is not None:
                return Outcome(events, stop, False)
            events += self.match.play(self.match.table.notation.text(action))
            self._seen = [*self.match.record.log]
        return Outcome(events, None, True, self.report())

    def carry_out_among(self, bots: Mapping[str, str], go_on: Sequence[str] = ()) -> Outcome:
        """Carry out the turn as `carry_out` does, while bots play the other seats. `bots`: see `play_on`."""
        events: list[Event] = []
        while True:
            done = self.carry_out(go_on)
            events += done.events
            others = [] if done.over or done.stop is not None else play_on(self.match, bots)
            events += others
            if not others:
                return done._replace(events=events)

    def play_out(self, bots: Mapping[str, str]) -> Outcome:
        """Carry out the turn to its end: accept every stop, and let bots play the other seats."""
        done = self.carry_out_among(bots)
        while done.stop is not None:
            done = self.carry_out_among(bots, [done.stop.field])
        return done

    def ask(self) -> Ordered:
        """Return the current decision of the seat, for its staff."""
        match = self.match
        seen = match.seen_for_orders(self.seat)
        rng = rng_of(match, self.name)
        return Ordered(match.position.copy(), seen, self.bot, self.name, self.command, self.orders, rng, self.before)

    def left(self, stops: Iterable[Stop]) -> Stop | None:
        """Return the first stop that the commander has not accepted, or None. Record the accepted ones before it."""
        return next((stop for stop in stops if not self.passes(stop)), None)

    def passes(self, stop: Stop) -> bool:
        """Return whether the commander accepts a stop, and record it for the report."""
        known = any(stop.field == one.field for one in self.passed)
        if not known and stop.field in self.go_on:
            self.passed.append(stop._replace(ply=len(self.match.record.log)))
        return known or stop.field in self.go_on

    def renewed(self) -> Commander | None:
        """Return the commander of the same turn under the seat's current orders, or None if the turn is over or was
        undone. Accepted stops of orders that stay the same remain accepted, and stay in the report, unless the answer
        was undone."""
        if not self.under_way:
            return None
        new = self.match.orders_of(self.seat).unlike(self.orders)
        passed = [stop for stop in self._still_passed() if stop.field not in new]
        return Commander(self.match, self.seat, self.since, passed)

    def _still_passed(self) -> list[Stop]:
        """Return the accepted stops without those whose answer was undone."""
        log, seen = self.match.record.log, self._seen
        same = next((ply for ply, (one, was) in enumerate(zip(log, seen, strict=False)) if one != was), len(log))
        self._seen = [*log]
        return self.passed if same >= len(seen) else [stop for stop in self.passed if stop.ply < same]

    @property
    def under_way(self) -> bool:
        """Whether the turn in which the orders began is in progress, perhaps again after an undo."""
        begun = self.since <= len(self.match.record.log)
        return begun and not self.match.over and self.command.turn_of(self.match.position, self.index) == self.turn

    def report(self) -> tuple[Kept, ...]:
        """Return the outcome of each order since the turn began."""
        kept = self.command.report(self.before, self.match.seen_for_orders(self.seat), self.orders)
        # Whether a place was held is known from the position. Other stops are known from their acceptance alone.
        places = {one.field for one in kept if isinstance(getattr(self.orders, one.field, None), tuple)}
        held = {one.field for one in kept if one.state != "broken"} & places
        passed = [one for one in self.passed if one.field not in held]
        broken = [Kept(one.field, "broken", f"{one.text} You continued.") for one in passed]
        fields = {one.field for one in passed}
        return (*broken, *(one for one in kept if one.field not in fields or one.state == "broken"))
