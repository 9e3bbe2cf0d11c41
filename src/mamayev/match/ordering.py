"""The orders of a match: what each seat wants its staff to do, kept in the record."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from mamayev.engine import orders as form
from mamayev.engine.orders import Command, Objection, Orders
from mamayev.engine.refusal import Refusal

from .record import ORDERS, Given
from .undoing import Undoing


class Ordering(Undoing):
    """A game in progress that keeps the orders of its seats. They change nothing: `players.command` carries them
    out."""

    @property
    def command(self) -> Command:
        """How this game's staff carries out orders. Raises a Refusal if it takes none."""
        if self.game.command is None:
            raise Refusal(f"The staff of {self.game.title} takes no orders.", field="orders", malformed=True)
        return self.game.command()

    def check_commanded(self) -> None:
        """Raise a Refusal if the staff of this game takes no orders."""
        assert self.command.forms

    def orders_schema(self, seat: str | None = None) -> dict[str, Any]:
        """Return the orders that a seat (default: the deciding seat) can give, as JSON schema (`engine.orders`).
        Raises Refusal."""
        return form.schema(self._form(self._commander(seat)))

    def orders_of(self, seat: str) -> Orders:
        """Return the current orders of a seat; without any, those that leave everything to the staff.

        Raises a Refusal if they were given under another version of the form and can no longer be read.
        """
        kind = self._form(seat)
        given = next((one.orders for one in reversed(self.record.orders) if one.seat == seat), {})
        return form.read(kind, given, self.table.notation)

    def order(self, data: Mapping[str, Any] | str, seat: str | None = None) -> dict[str, Any]:
        """Give the orders of a seat (default: the deciding seat), as data or as text ("hold=19 least=60"). Fields that
        are left out are left to the staff.

        Returns {"seat", "orders": the changed fields, "text", "objections": what the staff cannot carry out}. Raises a
        Refusal that names the field, and changes nothing.
        """
        seat = self._commander(seat)
        if self.over:
            raise Refusal("The game is over.", field="orders")
        kind, notation = self._form(seat), self.table.notation
        given = form.read_text(kind, data, notation) if isinstance(data, str) else form.read(kind, data, notation)
        objections = self.objections(given)
        kept, ply = self.record.orders, len(self.record.log)
        if kept and (kept[-1].ply, kept[-1].seat) == (ply, seat):
            kept.pop()
        if len(kept) >= ORDERS:
            raise Refusal(f"A game keeps {ORDERS:,} orders at most.", field="orders")
        kept.append(Given(ply, seat, given.changed()))
        told = [msgspec.to_builtins(one._asdict()) for one in objections]
        return {"seat": seat, "orders": given.changed(), "text": form.text(given), "objections": told}

    def objections(self, given: Orders) -> list[Objection]:
        """Return the orders that the staff cannot carry out now."""
        return list(self.command.objections(self.position, given))

    def _commander(self, seat: str | None) -> str:
        """Return a seat that decides in this match; by default, the deciding one. Raises Refusal."""
        if seat is None:
            decision = self.decision
            if decision is None or decision.index < 0:
                raise Refusal("No seat is to decide now. Name the seat of the orders.", field="seat")
            return decision.seat
        if self.seat_index(seat) in self.table.procedures:
            raise Refusal(f"The rules play {seat}; it takes no orders.", field="seat")
        return seat

    def _form(self, seat: str) -> type[Orders]:
        forms = self.command.forms
        if seat not in forms:
            raise Refusal(f"The seat {seat} takes no orders.", field="seat")
        return forms[seat]
