"""Captions for the history of a match: the changes of control that mattered most."""

from __future__ import annotations

from mamayev.match.match import Match
from mamayev.match.reviewed import Happened

from .reading import BOTH, Reading

MOST = 3
"""Maximum number of captions per match."""
WEIGHT = 12.0
"""The minimum weight of a place whose capture gets a caption."""


def history(match: Match, reader: str | None) -> tuple[Happened, ...]:
    """Return the main events of a match that a reader may know: at most one place per turn, in order. A place that is
    captured repeatedly can appear several times.
    """
    reading = Reading(match, BOTH if match.over else reader)
    found = []
    for stretch in reading.stretches:
        rows = [row for row in reading.taken(stretch) if reading.telling.weight(row[0]) >= WEIGHT and row[1]]
        if rows and stretch.turn > 0:
            space, _, number = rows[0]
            name, first = reading.scene.every_space[space].name, reading.first(space, number)
            text = f"{name} {'falls' if first else 'changes hands'}"
            found.append((reading.telling.weight(space) + first, Happened(stretch.ply, stretch.turn, text)))
    heaviest = sorted(found, key=lambda row: -row[0])[:MOST]
    return tuple(one for _, one in found if any(one is other for _, other in heaviest))
