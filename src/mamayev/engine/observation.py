"""Observations as arrays for learners: rows of pieces, spaces and cards, and a row of numbers for the whole table.

Row n of an array is noun n of its kind, as in actions and tokens. A game declares its features once, and returns a
column for each feature at a position. If it declares no features, the arrays come from its picture.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

from .refusal import Refusal
from .rules import Rules
from .scene import Scene
from .state import State

if TYPE_CHECKING:
    import numpy

KINDS = {"pieces": "int16", "spaces": "int8", "cards": "int8", "globals": "int32"}
"""The arrays in order, with their number types."""

Column = Sequence[int] | int
"""The numbers of a feature, row by row. For a feature of 0 or 1, an int is a set of rows, with one bit per row."""


class Feature(NamedTuple):
    """A column of an array: its meaning, its range from `low` to `high`, and its unit ("" for counts or names).

    `fixed` is the column itself if it never changes.
    """

    name: str
    low: int
    high: int
    doc: str
    unit: str = ""
    fixed: tuple[int, ...] | None = None


def flag(name: str, doc: str, fixed: tuple[int, ...] | None = None) -> Feature:
    """Return a feature that is 1 if a statement is true, else 0."""
    return Feature(name, 0, 1, doc, fixed=fixed)


def asking(table: Rules[Any]) -> tuple[Feature, Feature]:
    """Return the first two features of the `globals` row in every game: the current box and the deciding seat."""
    return (
        Feature("box", -1, len(table.boxes) - 1, "the box that asks; -1: the game is over"),
        Feature(
            "to act",
            -2,
            len(table.game.seats) - 1,
            "the seat that decides; -2: chance; -1: no seat, because the game is over",
        ),
    )


def asked(p: State) -> tuple[int, int]:
    """Return the values of those two features at a position."""
    return p.frames[-1][0] if p.frames else -1, p.seat


class Columns(NamedTuple):
    """A seat's view of a position: the columns of all features that can change, in order.

    `globals` has one number per feature.
    """

    pieces: Sequence[Column] = ()
    spaces: Sequence[Column] = ()
    cards: Sequence[Column] = ()
    globals: Sequence[int] = ()


@dataclass(frozen=True)
class Observation:
    """What learners can observe in a game: its features, and the function that reads them.

    `version` changes whenever a feature changes, so that no model is used with features on which it was not trained.
    `see(p, seat)` returns the columns, based on the seat's knowledge.

    `bits`: the bit of each space in a set of spaces, if it differs from its number.
    """

    version: int
    see: Callable[[Any, int], Columns]
    pieces: tuple[Feature, ...] = ()
    spaces: tuple[Feature, ...] = ()
    cards: tuple[Feature, ...] = ()
    globals: tuple[Feature, ...] = ()
    bits: tuple[int, ...] = ()

    def features(self, array: str) -> tuple[Feature, ...]:
        """Return the features of an array."""
        found: tuple[Feature, ...] = getattr(self, array)
        return found


class Observer:
    """Builds the arrays of a table.

    `rows`: the row ids of each array. `grid`: the number of rows and columns of a hex board. `cells`: the row and
    column of each space on it, or (-1, -1) for a space off the grid. Without a grid, `grid` is None and `cells` is
    empty. `edges`: the pairs of neighboring spaces.

    Raises Refusal without numpy.
    """

    def __init__(self, table: Rules[Any], observation: Observation, scene: Scene) -> None:
        try:
            import numpy
        except ImportError:
            raise Refusal("Observations need numpy: pip install mamayev[learn].", field="observe") from None
        self.np = numpy
        self.table, self.observation, self.scene = table, observation, scene
        self.rows = self._rows()
        self._blank = {}
        self._moving: dict[str, list[int]] = {}
        for array, kind in KINDS.items():
            features = observation.features(array)
            blank = numpy.zeros((len(self.rows[array]), len(features)), kind)
            for n, feature in enumerate(features):
                if feature.fixed is not None:
                    blank[:, n] = feature.fixed
            self._blank[array] = blank if array != "globals" else blank[0]
            self._moving[array] = [n for n, feature in enumerate(features) if feature.fixed is None]
        self._bits = numpy.array(observation.bits or range(len(self.rows["spaces"])), "int64")

    def _rows(self) -> dict[str, tuple[str, ...]]:
        nouns = self.table.notation.nouns
        cards = 1 + max((card.id for deck in self.scene.decks for card in deck.cards), default=-1)
        return {
            "pieces": tuple(noun.id for noun in nouns.get("piece", ())),
            "spaces": tuple(noun.id for noun in nouns.get("space", ())),
            "cards": tuple(map(str, range(cards))),
            "globals": ("",),
        }

    @cached_property
    def grid(self) -> tuple[int, int] | None:
        """The number of rows and columns of the board, or None if it is not a grid."""
        grid = self.scene.grid
        return None if grid is None else (len(grid.ids), max(len(line.split()) for line in grid.ids))

    @cached_property
    def cells(self) -> numpy.ndarray[Any, Any]:
        """Row and column of each space on the grid."""
        grid = self.scene.grid
        at = {name: (row, column) for name, column, row in grid.places()} if grid is not None else {}
        return self.np.array([at.get(space, (-1, -1)) for space in self.rows["spaces"]], "int16").reshape(-1, 2)

    @cached_property
    def edges(self) -> numpy.ndarray[Any, Any]:
        """The pairs of neighboring spaces, in both directions."""
        number = {space: n for n, space in enumerate(self.rows["spaces"])}
        pairs = [
            (number[space.id], number[other])
            for space in self.scene.every_space.values()
            if space.id in number
            for other in space.neighbours
            if other in number
        ]
        return self.np.array(pairs, "int16").reshape(-1, 2)

    def __call__(self, p: State, seat: int) -> dict[str, numpy.ndarray[Any, Any]]:
        """Return the arrays that a seat sees."""
        columns = self.observation.see(p, seat)
        found = {array: blank.copy() for array, blank in self._blank.items()}
        for array in ("pieces", "spaces", "cards"):
            self._fill(array, found[array], getattr(columns, array))
        found["globals"][self._moving["globals"]] = columns.globals
        return found

    def _fill(self, array: str, into: numpy.ndarray[Any, Any], columns: Sequence[Column]) -> None:
        """Fill in the columns of the features that can change, all sets at once."""
        moving, np, sets, wide = self._moving[array], self.np, [], 0
        for n, column in zip(moving, columns, strict=True):
            if isinstance(column, int):
                sets.append((n, column))
                wide = max(wide, column.bit_length())
            elif isinstance(column, bytes | bytearray):
                into[:, n] = np.frombuffer(column, np.uint8)
            else:
                into[:, n] = column
        if not sets or not len(into):
            return
        wanted = self._bits if array == "spaces" else np.arange(len(into))
        size = (max(wide, int(wanted.max()) + 1) + 7) // 8
        packed = np.frombuffer(b"".join([column.to_bytes(size, "little") for _, column in sets]), np.uint8)
        bits = np.unpackbits(packed.reshape(len(sets), size), axis=1, bitorder="little")
        into[:, [n for n, _ in sets]] = bits[:, wanted].T
