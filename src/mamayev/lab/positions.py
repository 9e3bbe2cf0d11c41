"""Behavior data for learners: what the players saw and the tokens that they chose, one row per decision."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from mamayev.engine.observation import KINDS
from mamayev.engine.position import Position
from mamayev.engine.refusal import Refusal
from mamayev.engine.table import Table
from mamayev.engine.tokens import Tokens
from mamayev.match import files

GROUP = 5_000
"""The number of decisions per row group. A group stays in memory until it is written."""

Row = dict[str, Any]


class Recorder:
    """Records the decisions of one game. `took` gets each decision before it is played."""

    def __init__(self, table: Table[Any], number: int) -> None:
        self.table, self.tokens, self.number = table, Tokens(table), number
        self._rows: list[Row] = []

    def took(self, p: Any, seat: int, action: int) -> None:
        """Record a seat's decision."""
        seen = {name: array.tobytes() for name, array in self.table.observe(p, seat).items()}
        row = {"game": self.number, "decision": len(self._rows), "seat": seat, "turn": self.table.turn(p)}
        self._rows.append(row | seen | {"tokens": list(self.tokens.encode(action)), "action": p.name(action)})

    def rows(self, end: Position) -> list[Row]:
        """Return the decisions in order: game, decision, seat, turn, the arrays of `Table.observe` as bytes, tokens,
        action, and the final result of the seat as "returns"."""
        returns = end.returns()
        return [row | {"returns": float(returns[row["seat"]])} for row in self._rows]


@contextmanager
def writing(file: Path, table: Table[Any]) -> Iterator[Callable[[list[Row]], None]]:
    """Yield a writer for the rows of `Recorder`. It writes a Parquet file one row group at a time, with the shapes and
    types of the arrays in the file's metadata. The file appears, complete, when the block ends without an error.

    Raises Refusal without pyarrow or numpy, OSError if the file cannot be written.
    """
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError:
        raise Refusal(
            "Writing Parquet needs pyarrow: pip install mamayev[results].", field="--positions", malformed=True
        ) from None
    form = pyarrow.schema(
        [
            *((name, pyarrow.int32()) for name in ("game", "decision", "seat", "turn")),
            *((name, pyarrow.binary()) for name in KINDS),
            ("tokens", pyarrow.list_(pyarrow.int32())),
            ("action", pyarrow.string()),
            ("returns", pyarrow.float32()),
        ],
        metadata=described(table),
    )
    waiting: list[Row] = []
    with files.whole(file) as stream, pyarrow.parquet.ParquetWriter(stream, form, compression="zstd") as writer:

        def add(rows: list[Row]) -> None:
            waiting.extend(rows)
            if len(waiting) >= GROUP:
                writer.write_table(pyarrow.Table.from_pylist(waiting, form))
                waiting.clear()

        yield add
        writer.write_table(pyarrow.Table.from_pylist(waiting, form))


def described(table: Table[Any]) -> dict[str, str]:
    """Return the metadata of the file: the table, the version of its observation, and the type and shape of each
    array.
    """
    arrays = table.observe(table.start(), 0)
    said = {name: f"{rows.dtype} {' '.join(map(str, rows.shape))}" for name, rows in arrays.items()}
    version = str(table.observation().version)
    return {"mamayev.game": table.game.name, "mamayev.edition": table.edition, "mamayev.observation": version} | said
