"""The smallest change of orders that removes an objection."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from mamayev.engine.orders import Objection, Orders, schema

from .ordering import Ordering

TRIES = 24
"""The most values of a field that are tried."""


def with_cures(match: Ordering, orders: Orders, seat: str) -> list[Objection]:
    """Return the objections to orders, each with the smallest change of its field that removes it, as far as one is
    found. The game's own cures come first."""
    found = match.objections(orders, seat)
    return [one if one.cure is not None else one._replace(cure=_cure(match, orders, seat, one, found)) for one in found]


def _cure(match: Ordering, orders: Orders, seat: str, one: Objection, found: list[Objection]) -> dict[str, Any] | None:
    known = {(each.field, each.text) for each in found}
    for value in _neighbors(orders, one.field):
        left = match.objections(msgspec.structs.replace(orders, **{one.field: value}), seat)
        if all(each.field != one.field for each in left) and {(each.field, each.text) for each in left} < known:
            return {one.field: list(value) if isinstance(value, tuple) else value}
    return None


def _neighbors(orders: Orders, name: str) -> Iterator[Any]:
    """Yield the other values of a field, the smallest change first: a list without one entry, a number nearer to the
    staff's, and at last what the staff would do."""
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
