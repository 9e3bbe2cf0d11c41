"""The Gymnasium spaces of observations, and boards as images."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces

from mamayev.engine.observation import KINDS
from mamayev.engine.refusal import Refusal
from mamayev.engine.table import Table

from .episode import Episode


def shapes(table: Table[Any]) -> dict[str, tuple[int, ...]]:
    """Return the shapes of the arrays of `Table.observe` that are not empty."""
    arrays = table.observe(table.start(), 0)
    return {name: arrays[name].shape for name in KINDS if arrays[name].size}


def observation_space(episode: Episode) -> spaces.Dict:
    """Return the Gymnasium space for `Episode.observe`, in which each number has the range of its feature."""
    said = episode.table.observation()
    found: dict[str, spaces.Space[Any]] = {}
    for array, shape in shapes(episode.table).items():
        features = said.features(array)
        low, high = (np.array(ends, KINDS[array]) for ends in zip(*((f.low, f.high) for f in features), strict=True))
        found[array] = spaces.Box(
            np.broadcast_to(low, shape), np.broadcast_to(high, shape), dtype=np.dtype(KINDS[array]).type
        )
    found["prefix"] = spaces.Box(-1, episode.tokens.size - 1, (episode.longest - 1,), np.int32)
    return spaces.Dict(found)


def mask_space(episode: Episode) -> spaces.Box:
    """Return the Gymnasium space for the action mask."""
    return spaces.Box(0, 1, (episode.tokens.size,), np.int8)


def image(table: Table[Any], rows: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """Return the array "spaces" of a hex board in the shape (features, rows, columns), for a convolutional network.

    Cells without a hex
    are zero. Odd and even rows (columns for flat-topped hexes) are half a hex apart. Raises Refusal if the board is not
    a grid.
    """
    observer = table.observer
    if observer.grid is None:
        raise Refusal(f"The board of {table.game.title} is not a hex grid; `edges` of its observer join its spaces.")
    found = np.zeros((rows.shape[1], *observer.grid), rows.dtype)
    on = observer.cells[:, 0] >= 0
    found[:, observer.cells[on, 0], observer.cells[on, 1]] = rows[on].T
    return found
