"""The choices of a piece as people see them: destinations or actions, with cost and path."""

from __future__ import annotations

from typing import NamedTuple


class Choice(NamedTuple):
    """A choice of a piece, as ints.

    `actions`: one action, or several that are played one after another. `space`: the destination, or None. `cost`: the
    total cost in words. `path`: the spaces on the way, ending with `space`, or empty. `note`: information that is
    useful before choosing ("by rail"). `stops`: the piece must stop there.
    """

    actions: tuple[int, ...]
    space: int | None = None
    cost: str = ""
    path: tuple[int, ...] = ()
    note: str = ""
    stops: bool = False
