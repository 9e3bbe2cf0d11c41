"""The questions and answers of an exam, and their files."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import TypeVar

import msgspec
import pyarrow as pa
import pyarrow.parquet as pq

from mamayev.engine.refusal import Refusal
from mamayev.engine.text import plain
from mamayev.match import files

KINDS = ("verdict", "four", "odds", "roll", "isolated", "next")
"""The kinds of questions: whether an action is legal, which of four is legal, the chances of a roll, its column and
modifiers, which units are isolated, and which decision or roll comes next.
"""
GROUP = 5_000
"""The number of questions per row group."""
FORMS = {
    "verdict": "Answer yes or no.",
    "four": "Answer A, B, C or D.",
    "next": "Answer A, B, C or D.",
    "odds": "Answer with a JSON object that maps each result to its chance, from 0 to 1.",
    "roll": "Answer with a JSON object: “modifiers”, the sum of the die-roll modifiers, and “column”, the name of the "
    "table column, or null if the die chooses the column.",
    "isolated": "Answer with a JSON list of unit names.",
}
"""The required form of an answer, for each kind of question."""


class Item(msgspec.Struct, frozen=True):
    """A question. `position`: the table as the seat sees it, and the decision. `choices`: the answers to choose from,
    or the possible results of a roll. `form`: the required form of the answer."""

    id: str
    game: str
    edition: str
    kind: str
    seat: str
    position: str
    question: str
    choices: list[str]
    form: str


class Key(msgspec.Struct, frozen=True):
    """The answer to a question.

    `clauses`, `section`, `why`: the rules behind the answer. `dependent`: whether the answer depends on the position,
    not only on the decision. `actions`: the actions that the question is about. `record`, `ply`: the saved game, and
    the length of its log at the question.
    """

    id: str
    game: str
    kind: str
    answer: str
    clauses: list[str]
    section: str
    why: str
    dependent: bool
    actions: list[str]
    seat: str
    ply: int
    record: str


class Given(msgspec.Struct, frozen=True):
    """An answer to grade. `clauses`: the rules that it cites, which are scored separately."""

    id: str
    answer: str
    clauses: list[str] = []


T = TypeVar("T", Item, Key, Given)


def key_file(out: Path) -> Path:
    """Return the path of the answers, next to the file with the questions."""
    return out.with_name(f"{out.stem}.answers{out.suffix}")


def write(out: Path, items: Iterable[tuple[Item, Key]]) -> None:
    """Write questions and answers to two Parquet files, which appear only when they are complete."""
    forms = _schema(Item), _schema(Key)
    with (
        files.whole(out) as questions,
        files.whole(key_file(out)) as answers,
        pq.ParquetWriter(questions, forms[0], compression="zstd") as first,
        pq.ParquetWriter(answers, forms[1], compression="zstd") as second,
    ):
        left = iter(items)
        while rows := list(islice(left, GROUP)):
            for writer, form, column in zip((first, second), forms, zip(*rows, strict=True), strict=True):
                writer.write_table(pa.Table.from_pylist([msgspec.structs.asdict(row) for row in column], form))


def read(file: Path, kind: type[T]) -> Iterator[T]:
    """Yield the rows of a Parquet file, or of a file with one JSON object per line. Raises Refusal."""
    try:
        if file.suffix == ".parquet":
            with pq.ParquetFile(file) as rows:
                for group in rows.iter_batches(GROUP):
                    yield from msgspec.convert(group.to_pylist(), list[kind])  # type: ignore[valid-type]
        else:
            with file.open("rb") as lines:
                for line in lines:
                    if line.strip():
                        yield msgspec.json.decode(line, type=kind)
    except (OSError, pa.ArrowException, msgspec.MsgspecError, RecursionError) as error:
        raise Refusal(f"{file} cannot be read: {plain(error)}.", field=str(file), malformed=True) from None


def _schema(kind: type[Item] | type[Key]) -> pa.Schema:
    types = {"str": pa.string(), "list[str]": pa.list_(pa.string()), "bool": pa.bool_(), "int": pa.int32()}
    return pa.schema([(name, types[str(kind.__annotations__[name])]) for name in kind.__struct_fields__])
