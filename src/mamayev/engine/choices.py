"""What a person is shown of a piece that may act: where it can go or what it can do, at what price and by which way."""

from __future__ import annotations

from typing import NamedTuple


class Choice(NamedTuple):
    """One thing that a piece may do, as ints.

    `actions` is one action, or a route of several that are played one after the other; `space` is where it leads, None
    where no space is named; `cost` is the price of all of it in words; `path` are the spaces on the way, the last one
    `space`, empty where the rules name none; `note` is what is worth knowing before ("by rail");
    `stops`: the piece has to stop there.
    """

    actions: tuple[int, ...]
    space: int | None = None
    cost: str = ""
    path: tuple[int, ...] = ()
    note: str = ""
    stops: bool = False
