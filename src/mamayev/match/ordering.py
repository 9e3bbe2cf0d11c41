"""The orders in a match, which tell each seat's staff what to do. They are stored in the record."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from mamayev.engine import orders as form
from mamayev.engine.orders import Command, Objection, Orders, Part, Plan
from mamayev.engine.position import Position
from mamayev.engine.refusal import Refusal

from .record import ORDERS_OF_SEAT, Given
from .undoing import Undoing


class Ordering(Undoing):
    """A game in progress with its seats' orders. Giving orders does not change the position; `players.command` carries
    them out."""

    @property
    def command(self) -> Command:
        """The game's command, which says how its staff carries out orders. Raises a Refusal if the staff takes none."""
        if self.game.command is None:
            raise Refusal(f"The staff of {self.game.title} takes no orders.", field="orders", malformed=True)
        return self.game.command()

    def check_commanded(self) -> None:
        """Raise a Refusal if the staff of this game takes no orders."""
        assert self.command.forms

    def orders_schema(self, seat: str | None = None) -> dict[str, Any]:
        """Return the orders that a seat (default: the deciding seat) can give, as a JSON schema (`engine.orders`).
        Raises Refusal."""
        return form.schema(self._form(self._commander(seat)))

    def orders_of(self, seat: str) -> Orders:
        """Return a seat's current orders. If it has given none, they leave everything to the staff. Raises a Refusal
        for orders from another version of the form that can no longer be read.
        """
        return self._last(seat, len(self.record.log))

    def orders_before(self, seat: str) -> Orders:
        """Return the orders of a seat at the start of this turn, like `orders_of`."""
        turn = self.table.turn(self.position)
        start = next((past.plies for past in self._past if past.turn == turn), len(self.record.log))
        return self._last(seat, start - 1)

    def drop_foreign_orders(self) -> None:
        """Drop a saved game's orders that belong to none of its seats or can no longer be read."""
        known = [one for one in self.record.orders if one.seat in self.game.seats]
        self.record.orders = [one for one in last_of_each(known) if self._is_given(one)]

    def _is_given(self, one: Given) -> bool:
        try:
            self.read_orders(one.orders, one.seat)
        except Refusal:
            return False
        return 0 <= one.ply <= len(self.record.log)

    def _last(self, seat: str, ply: int) -> Orders:
        """Return the last orders of a seat up to a ply."""
        kind = self._form(seat)
        rows = (one.orders for one in reversed(self.record.orders) if one.seat == seat and one.ply <= ply)
        return form.read(kind, next(rows, {}), self.table.notation)

    def read_orders(self, data: Mapping[str, Any], seat: str) -> Orders:
        """Parse a seat's orders without issuing them. Raises a Refusal that names the field."""
        return form.read(self._form(self._commander(seat)), data, self.table.notation)

    def order(self, data: Mapping[str, Any] | str, seat: str | None = None) -> dict[str, Any]:
        """Give a seat (default: the deciding seat) its orders, as data or as text ("hold=19 least=60"). The staff
        decides omitted fields.

        Returns {"seat", "orders": the changed fields, "text", "objections": the orders that the staff cannot carry
        out}. Raises a Refusal that names the field, and changes nothing.
        """
        seat = self._commander(seat)
        if self.over:
            raise Refusal("The game is over.", field="orders")
        kind, notation = self._form(seat), self.table.notation
        given = form.read_text(kind, data, notation) if isinstance(data, str) else form.read(kind, data, notation)
        objections = self.objections(given, seat)
        ply = len(self.record.log)
        kept = [one for one in self.record.orders if one.seat != seat or one.ply < ply]
        self.record.orders = last_of_each([*kept, Given(ply, seat, given.changed())])
        told = [msgspec.to_builtins(one._asdict()) for one in objections]
        return {"seat": seat, "orders": given.changed(), "text": form.text(given), "objections": told}

    def objections(self, given: Orders, seat: str) -> list[Objection]:
        """Return the orders that the staff of a seat cannot carry out now, based on what the seat knows."""
        return list(self.command.objections(self.seen_for_orders(seat), given))

    def order_parts(self, seat: str) -> list[Part]:
        """Return the rows of a seat's order sheet that have a place on the map, as the seat sees them."""
        parts = self.command.parts
        return [] if parts is None else [*parts(self.seen_for_orders(seat), self.game.seats.index(seat))]

    def order_plans(self, seat: str) -> list[Plan]:
        """Return the sets of orders to choose from. The current orders, and sets of which the staff can carry out
        nothing, are omitted."""
        seen, now = self.seen_for_orders(seat), self.orders_of(seat)

        def helps(plan: Plan) -> bool:
            orders = self.read_orders(plan.orders, seat)
            objected = {one.field for one in self.command.objections(seen, orders)}
            return orders != now and not plan.orders.keys() <= objected

        return [plan for plan in (self.command.plans or {}).get(seat, ()) if helps(plan)]

    def seen_for_orders(self, seat: str, ply: int | None = None) -> Position:
        """Return the position as a seat knows it after the first `ply` entries of the log (default: all). Every call
        returns the same sample."""
        index, log = self.game.seats.index(seat), self.record.log
        position = self.position if ply is None else self.at(ply)
        rng = random.Random(f"{self.record.seed}/orders/{len(log) if ply is None else ply}")
        seen: Position = self.table.sample(position, index, rng)
        return position.copy() if seen is position else seen

    def _commander(self, seat: str | None) -> str:
        """Return a seat that decides in this match; by default, the deciding one. Raises Refusal."""
        if seat is None:
            decision = self.decision
            if decision is None or decision.index < 0:
                raise Refusal("No seat has a decision to make. Name the seat for the orders.", field="seat")
            return decision.seat
        if self.seat_index(seat) in self.table.procedures:
            raise Refusal(f"The rules play {seat}; it takes no orders.", field="seat")
        return seat

    def _form(self, seat: str) -> type[Orders]:
        forms = self.command.forms
        if seat not in forms:
            raise Refusal(f"The seat {seat} takes no orders.", field="seat")
        return forms[seat]


def last_of_each(orders: Sequence[Given]) -> list[Given]:
    """Return the orders that a match stores: the last `ORDERS_OF_SEAT` of each seat, in their original order."""
    found: list[Given] = []
    count = Counter[str]()
    for one in reversed(orders):
        count[one.seat] += 1
        if count[one.seat] <= ORDERS_OF_SEAT:
            found.append(one)
    return found[::-1]
