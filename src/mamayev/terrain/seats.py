"""Units in places with limited room."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from typing import TypeVar

U = TypeVar("U", bound=Hashable)
S = TypeVar("S", bound=Hashable)


def seated(
    unit: U, open_to: Mapping[U, Iterable[S]], room: Mapping[S, int], there: Mapping[S, list[U]], tried: set[S]
) -> bool:
    """Give a unit one of the places open to it, and return whether it found one.

    Units already there move if another place is open to them. `there`: the units in each place. `tried`: places that
    must not change.
    """
    for place in open_to[unit]:
        if place in tried:
            continue
        tried.add(place)
        row = there[place]
        if len(row) < room[place]:
            row.append(unit)
            return True
        for other in row:
            if seated(other, open_to, room, there, tried):
                row[row.index(other)] = unit
                return True
    return False
