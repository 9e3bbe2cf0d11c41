"""A player's own map, cards and counters: files that a record holds, and the table that is opened from them."""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import blake2b
from pathlib import Path
from typing import Any, NamedTuple
from weakref import WeakValueDictionary

from mamayev.engine.components import Files
from mamayev.engine.refusal import Refusal
from mamayev.engine.table import Game, Table

from .record import Record


class Checked(NamedTuple):
    """What a game says of one of its files: whether the player gave it, what is wrong in it ("" where it fits), and how
    many entries fit: all of a file given without a mistake, else 0."""

    name: str
    given: bool
    problem: str
    entries: int


def taken(game: Game, given: str | Path | Mapping[str, str]) -> dict[str, str]:
    """The component files of a folder, or those given, by name. Raises Refusal for what the game does not have."""
    files = given if isinstance(given, Mapping) else Files.of(Path(given), game.component_files)
    _known(game, files)
    return {name: files[name] for name in game.component_files if name in files}


_files: WeakValueDictionary[str, Files] = WeakValueDictionary()
_tables: WeakValueDictionary[tuple[str, ...], Table[Any]] = WeakValueDictionary()
"""Both hold nothing by themselves: what is in them lasts as long as a match on it."""


def table_of(game: Game, record: Record) -> Table[Any]:
    """The table that a record was played on, from what the record itself holds: it needs no folder, unless it is of a
    version that named one. All matches on the same files share these, and with the same options the table. Raises
    Refusal."""
    own = record.components
    if not own:
        return game.table(record.edition, record.options)
    if isinstance(own, str):
        return game.table(record.edition, record.options, Path(own))
    _known(game, own)
    content = _hash(own)
    record.components = files = _files.setdefault(content, Files(own))
    key = (game.name, record.edition, str(sorted(record.options.items())), content)
    table = _tables.get(key)
    if table is None:
        # A copy: what is parsed of it is let go of with the opening, the texts stay with the matches.
        table = _tables[key] = game.table(record.edition, record.options, Files(files))
    return table


def _hash(files: Mapping[str, str]) -> str:
    found = blake2b(digest_size=16)
    for part in (part for name in sorted(files) for part in (name, files[name])):
        found.update(b"%d " % len(part) + part.encode(errors="surrogatepass"))
    return found.hexdigest()


def check(game: Game, given: Mapping[str, str]) -> list[Checked]:
    """What the game says of these files, one by one and together, in its own order. Raises Refusal for others."""
    _known(game, given)
    files = Files(given)
    alone = {name: _unreadable(files, name) for name in files}
    readable = [name for name, problem in alone.items() if not problem]
    whole = _problem(game, files.some(*readable)) if readable else ""
    if whole:
        alone |= {name: _problem(game, files.some(name)) for name in readable}
        if not any(alone.values()):
            # Each fits ours, but not the others; the sentence begins with the file that it is about.
            alone[next((name for name in files if whole.startswith(name)), readable[0])] = whole
    fitting = {name: _entries(files.data(name)) for name, problem in alone.items() if not problem}
    return [Checked(name, name in files, alone.get(name, ""), fitting.get(name, 0)) for name in game.component_files]


def _entries(data: Any) -> int:
    """The tables in the lists of a file that the game has read: its areas, cards, counters; where it has none, what its
    tables say by name: a hex for each counter."""
    tables = list(data.values()) if isinstance(data, dict) else [data]
    listed = sum(isinstance(row, dict) for rows in tables if isinstance(rows, list) for row in rows)
    return listed or sum(len(table) for table in tables if isinstance(table, dict))


def _known(game: Game, files: Mapping[str, str]) -> None:
    for name in files:
        if name not in game.component_files:
            names = ", ".join(game.component_files) or "none"
            raise Refusal(
                f"{game.title} has no component file “{name}”; it has {names}.", field="components", malformed=True
            )
    if not files:
        raise Refusal("There is no component file among these.", field="components", malformed=True)


def _unreadable(files: Files, name: str) -> str:
    try:
        files.data(name)
    except Refusal as refusal:
        return refusal.text
    return ""


def _problem(game: Game, files: Files) -> str:
    try:
        game.table(components=files)
    except Refusal as refusal:
        return refusal.text
    return ""
