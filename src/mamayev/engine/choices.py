"""The choices of a piece for people: destinations or actions, with cost and path."""

from __future__ import annotations

from typing import NamedTuple


class Choice(NamedTuple):
    """A choice of a piece, as ints.

    `actions`: one action, or a route of several played one after another. `space`: its end, or None. `cost`: the total
    cost in words. `path`: the spaces on the way, ending with `space`, or empty. `note`: useful to know before ("by
    rail"). `stops`: the piece must stop there.
    """

    actions: tuple[int, ...]
    space: int | None = None
    cost: str = ""
    path: tuple[int, ...] = ()
    note: str = ""
    stops: bool = False
