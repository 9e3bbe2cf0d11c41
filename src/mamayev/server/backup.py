"""Export and import all stored games as one file. Each line is JSON: a game, a chat message, a study, the edits of a
report, or a checksum at the end.

A backup contains everything that people made except board drafts and reviews, with seeds and the hashes of keys. Any
supported database can import it, so it can also move games from SQLite to PostgreSQL.
"""

from __future__ import annotations

from hashlib import blake2b
from importlib.metadata import version
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import sqlalchemy as sa

from mamayev.engine.refusal import Refusal
from mamayev.engine.text import NotText, file_data
from mamayev.engine.validation import KINDS, shown
from mamayev.match import files
from mamayev.match.kinds import kind_of, not_a
from mamayev.match.reading import Unreadable, read, text_in

from .clock import now
from .last import SCENE_MOST, Kept, hash_of, unpacked
from .saved import MATCH_ID
from .store import Store
from .store.tables import CHAT, MATCHES, REPORTS, STUDIES

FORMAT = 1
MOST = 2**31 - 1  # columns that every database keeps as integers
UNPACKED = 1_000_000_000  # maximum size of a backup in bytes
TABLES = {"match": MATCHES, "said": CHAT, "study": STUDIES, "report": REPORTS}
"""The tables in a backup, by the name that identifies them in a line."""
TEXT = "backslashreplace"
"""How a backup encodes bytes that are not valid text. The result is legible, because only a person can repair them."""


class Counts(NamedTuple):
    """The numbers of games and chat messages. `there`: games that the database already had."""

    games: int
    lines: int
    there: int = 0


class _Head(msgspec.Struct):
    backup: int
    program: str
    at: str


class _Look(msgspec.Struct):
    hash: str
    scene: str


class _Line(msgspec.Struct, omit_defaults=True):
    """A line: a game, a chat message, a study, the edits of a report, a scene that games share, or the last line, with
    a checksum of everything before it."""

    match: dict[str, Any] | None = None
    said: dict[str, Any] | None = None
    study: dict[str, Any] | None = None
    report: dict[str, Any] | None = None
    look: _Look | None = None
    end: str = ""


def export(store: Store, file: Path) -> Counts:
    """Write all games in a store into a file that only its owner can read, including deleted and damaged games. Raises
    OSError."""
    data, counts = written(store)
    files.write(file, data, private=True)
    return counts


def written(store: Store) -> tuple[bytes, Counts]:
    """Return a backup of all games in a store as bytes."""
    matches = store.matches.rows()
    said = [{name: value for name, value in row.items() if name != "number"} for row in store.chat.whole()]
    lines: list[msgspec.Struct] = [_Head(FORMAT, version("mamayev"), now())]
    lines += [_Line(match=_texts(row)) for row in matches]
    lines += [_Line(said=_texts(row)) for row in said]
    lines += [_Line(study=_texts(row)) for row in store.studies.whole()]
    lines += [_Line(report=_texts(row)) for row in store.reports.whole()]
    lines += [_Line(look=_Look(name, scene)) for name, scene in store.matches.looks().items()]
    body = b"".join(msgspec.json.encode(line) + b"\n" for line in lines)
    return body + msgspec.json.encode(_Line(end=_checksum(body))) + b"\n", Counts(len(matches), len(said))


def take_in(store: Store, file: Path) -> Counts:
    """Import the games in a backup that are missing here, all or nothing. Raises Refusal or OSError."""
    try:
        data = file_data(file, UNPACKED)
    except NotText as error:
        raise Refusal(f"{file} is not a backup: {error}.", field="file", malformed=True) from None
    return read_in(store, data, str(file))


def read_in(store: Store, data: bytes, file: str) -> Counts:
    """Import a backup from bytes. `file`: its name in messages. Raises Refusal."""
    try:
        text = text_in(data, UNPACKED)
    except Unreadable as error:
        raise Refusal(f"{file} is not a backup: {error}.", field="file", malformed=True) from None
    if kind_of(text) in ("record", "board"):
        raise Refusal(not_a(f"{file} is not a backup", text, "backup", ""), field="file", malformed=True)
    body, _, last = text.encode().rstrip(b"\n").rpartition(b"\n")
    body += b"\n"
    rows: dict[str, list[dict[str, Any]]] = {what: [] for what in TABLES}
    looks: list[Kept] = []
    ids: set[str] = set()
    number = 1
    try:
        head, *lines = body.splitlines()
        if (found := read(head, _Head)).backup != FORMAT:
            raise Refusal(f"{file} has format {found.backup}; this version reads format {FORMAT}.", malformed=True)
        for line in lines:
            number += 1
            entry = read(line, _Line)
            for what, of_kind in rows.items():
                if (row := getattr(entry, what)) is not None:
                    of_kind.append(_row(row, what))
            if entry.match is not None:
                if entry.match["id"] in ids:
                    raise Unreadable(f"the game {entry.match['id']} is in it twice")
                ids.add(entry.match["id"])
            if entry.look is not None:
                looks.append(_checked(entry.look))
        number += 1
        if read(last, _Line).end != _checksum(body):
            raise Unreadable("it does not match the checksum: the backup is cut off or was changed")
    except Unreadable as error:
        raise Refusal(
            f"{file} is not a complete backup: line {number}: {error}.", field="file", malformed=True
        ) from None
    matches = rows.pop("match")
    new = set(store.take_in(matches, {TABLES[what]: of_kind for what, of_kind in rows.items()}, looks))
    return Counts(len(new), sum(line["match"] in new for line in rows["said"]), len(matches) - len(new))


def _checked(look: _Look) -> Kept:
    """Return a scene in stored form. Raises Unreadable if the hash does not match or the data are too large."""
    try:
        known = hash_of(unpacked(look.scene, len(look.scene) * 40)) == look.hash
    except ValueError:
        known = False
    if not known or len(look.scene) > SCENE_MOST:
        raise Unreadable("“look” is not a stored look of a game")
    return Kept(look.hash, look.scene)


def _texts(row: dict[str, Any]) -> dict[str, Any]:
    return {
        key: value.encode("utf-8", TEXT).decode() if isinstance(value, str) else value for key, value in row.items()
    }


def _row(values: dict[str, Any], what: str) -> dict[str, Any]:
    """Return the columns of a row. Columns that an older version did not have are empty. Raises Unreadable."""
    columns = [column for column in TABLES[what].columns if column.name != "number"]
    for column in columns:
        value = values.get(column.name)
        if value is None and not column.nullable:
            raise Unreadable(f"“{what}” has no “{column.name}”")
        if value is not None:
            _check(column, value, f"“{column.name}” of “{what}”")
    match_id = values["id" if what == "match" else "match"]
    if not MATCH_ID.fullmatch(match_id):
        raise Unreadable(f"“{shown(match_id)}” is not the id of a game")
    return {column.name: values.get(column.name) for column in columns}


def _check(column: sa.Column[Any], value: Any, name: str) -> None:
    """Raise Unreadable for a value that the database cannot store in a column."""
    kind = column.type.python_type
    if type(value) is not kind:
        raise Unreadable(f"{name} is not {KINDS[kind.__name__]}")
    if kind is int and abs(value) > MOST:
        raise Unreadable(f"{name} is not between {-MOST:,} and {MOST:,}")
    length = getattr(column.type, "length", None)
    if kind is str and length is not None and len(value) > length:
        raise Unreadable(f"{name} has more than {length} characters")


def _checksum(body: bytes) -> str:
    return blake2b(body, digest_size=16).hexdigest()
