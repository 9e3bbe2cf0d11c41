"""The line of play that leads to a ply: after an undo and another action, the same ply is another position."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from hashlib import blake2b


def plies_of(log: Sequence[str]) -> range:
    """Return the plies of a match with this log."""
    return range(len(log) + 1)


def lines_of(log: Sequence[str], plies: Collection[int]) -> dict[int, str]:
    """Return a checksum of the log up to each of the given plies that it has."""
    found, state = dict[int, str](), blake2b(digest_size=6)
    for ply in plies_of(log):
        if ply in plies:
            found[ply] = state.hexdigest()
        if ply < len(log):
            state.update(f"{log[ply]}\n".encode())
    return found


def line_of(log: Sequence[str]) -> str:
    """Return a checksum of the whole log."""
    return lines_of(log, {len(log)})[len(log)]
