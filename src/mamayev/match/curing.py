"""Find the smallest change to orders that removes an objection."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from mamayev.engine.orders import Command, Objection, Orders, schema
from mamayev.engine.position import Position

TRIES = 24
"""The maximum number of changes to try for all objections together."""


def with_cures(command: Command, seen: Position, orders: Orders) -> list[Objection]:
    """Return the objections to orders in a position as the seat sees it. Each has the smallest change to its field that
    removes it, if one is found. The game's own cures take precedence."""
    found, tries = list(command.objections(seen, orders)), iter(range(TRIES))

    def cured(one: Objection) -> Objection:
        known = {(each.field, each.text) for each in found}
        for value, _ in zip(_neighbors(orders, one.field), tries, strict=False):
            left = command.objections(seen, msgspec.structs.replace(orders, **{one.field: value}))
            if all(each.field != one.field for each in left) and {(each.field, each.text) for each in left} < known:
                return one._replace(cure={one.field: list(value) if isinstance(value, tuple) else value})
        return one

    return [one if one.cure is not None else cured(one) for one in found]


def _neighbors(orders: Orders, name: str) -> Iterator[Any]:
    """Yield the other values of a field, from the smallest change to the largest: a list without one entry, a number
    closer to the staff's, and finally the staff's own choice."""
    fields = schema(type(orders))["properties"]
    if name not in fields:
        return
    value, staff = getattr(orders, name), getattr(type(orders)(), name)
    if isinstance(value, tuple):
        for place in range(min(len(value), TRIES)):
            yield value[:place] + value[place + 1 :]
    elif isinstance(value, int) and not isinstance(value, bool):
        step = max(1, -(-abs(value - staff) // TRIES))
        yield from range(value - step, staff, -step) if value > staff else range(value + step, staff, step)
    if value != staff:
        yield staff
