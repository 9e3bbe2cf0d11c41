"""Behaviour data: what players saw and which tokens they gave, one row a decision, for learners."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from mamayev.engine.observation import KINDS
from mamayev.engine.refusal import Refusal
from mamayev.engine.table import Table
from mamayev.engine.tokens import Tokens
from mamayev.match import files

from .mass import Setup, play_number, run_all, table_of

ROUND = 20_000
"""So many decisions are gathered before they are written, as a row group."""

Row = dict[str, Any]


def write_positions(file: Path, setup: Setup, seed: int, games: int, workers: int = 1, backend: str = "local") -> int:
    """Play the games of a simulation and write a row for each decision of a seat: game, decision, seat, turn, the
    arrays of `Table.observe` as bytes (their shapes and types in the file's metadata), tokens, action, and what the
    seat got at the end as "returns". The file is written whole or not at all. Returns the number of rows.

    Raises Refusal without pyarrow or numpy, OSError when the file cannot be written.
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
        metadata=described(table_of(setup)),
    )
    buffer, count = pyarrow.BufferOutputStream(), 0
    with pyarrow.parquet.ParquetWriter(buffer, form, compression="zstd") as writer:
        waiting: list[Row] = []
        for rows in run_all(positions_of, ((setup, seed, number) for number in range(games)), workers, backend):
            count += len(rows)
            waiting += rows
            if len(waiting) >= ROUND:
                writer.write_table(pyarrow.Table.from_pylist(waiting, form))
                waiting = []
        writer.write_table(pyarrow.Table.from_pylist(waiting, form))
    files.write(file, buffer.getvalue())
    return count


def described(table: Table[Any]) -> dict[str, str]:
    """The metadata of the file: the table, the version of its observation, and by array its type and shape."""
    arrays = table.observe(table.start(), 0)
    said = {name: f"{rows.dtype} {' '.join(map(str, rows.shape))}" for name, rows in arrays.items()}
    version = str(table.observation().version)
    return {"mamayev.game": table.game.name, "mamayev.edition": table.edition, "mamayev.observation": version} | said


def positions_of(setup: Setup, seed: int, number: int) -> list[Row]:
    """The decisions of the game of a number, in their order."""
    table = table_of(setup)
    tokens, rows = Tokens(table), list[Row]()

    def took(p: Any, seat: int, action: int) -> None:
        seen = {name: array.tobytes() for name, array in table.observe(p, seat).items()}
        row = {"game": number, "decision": len(rows), "seat": seat, "turn": table.turn(p)}
        rows.append(row | seen | {"tokens": list(tokens.encode(action)), "action": p.name(action)})

    _, end = play_number(setup, seed, number, took=took)
    returns = end.returns()
    for row in rows:
        row["returns"] = float(returns[row["seat"]])
    return rows
