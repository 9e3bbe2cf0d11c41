"""A player's own map, cards and counters: files that a record holds, and the table that is opened from them."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from hashlib import blake2b
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple
from weakref import WeakValueDictionary

from mamayev.engine.components import Files
from mamayev.engine.event import Journal
from mamayev.engine.position import Position
from mamayev.engine.refusal import Refusal
from mamayev.engine.statement import Stated
from mamayev.engine.table import Game, Table

from .record import Board, Record

FIELD = "components"
OF_A_FOLDER = (
    "This game was begun by an earlier version on the files of a folder: its board cannot be changed. Begin a new one."
)


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
"""Those of the matches in memory, by what is in them."""


def table_of(game: Game, record: Record) -> Table[Any]:
    """The table that a record was played on, from what the record itself holds: it needs no folder, unless it is of a
    version that named one. All matches on the same files share these, and with the same options the table. Raises
    Refusal."""
    own = record.components
    if not own:
        return game.table(record.edition, record.options)
    if isinstance(own, str):
        return game.table(record.edition, record.options, Path(own))
    record.components, table = _shared(game, record, own)
    return table


def next_table(game: Game, record: Record, count: int) -> Table[Any]:
    """The table that a record goes on with when its board has been changed so often. Raises Refusal, also where the
    board is a folder, as in records from before."""
    change = record.boards[count - 1]
    own = record.board_after(count)
    if isinstance(own, str):
        raise Refusal(OF_A_FOLDER, field=FIELD)
    if not own:
        return game.table(record.edition, record.options)
    files, table = _shared(game, record, own)
    record.boards[count - 1] = Board(change.ply, {name: files.get(name, "") for name in change.files})
    return table


def _shared(game: Game, record: Record, own: Mapping[str, str]) -> tuple[Files, Table[Any]]:
    """The files, and the table on them, which all matches on the same ones share."""
    _known(game, own)
    content = _hash(own)
    files = _files.setdefault(content, Files(own))
    # A copy: what is parsed of it is let go of with the opening, the texts stay with the matches.
    return files, game.table(record.edition, record.options, Files(files))


def carried(p: Position, table: Table[Any], journal: Journal) -> Position:
    """The same position on another board: pieces and spaces must be the same ones in the same order, and nothing may
    stand where the rules let nothing stand there; what the rules change by themselves for it is told in the journal.
    Raises Refusal that says what bars it."""
    for kind, nouns in p.table.notation.nouns.items():
        _same_ids(kind, [noun.id for noun in nouns], [noun.id for noun in table.notation.nouns.get(kind, ())])
    other = moved(p, table, journal)
    for broken in table.broken_invariants(other):
        raise Refusal(f"As the game stands, the rules forbid this board: {broken.text}", (broken.clause,), field=FIELD)
    if other.frames and not other.actions():
        raise Refusal(
            f"As the game stands, nothing could be decided on this board: “{other.box.title}” would have no answer.",
            field=FIELD,
        )
    return other


def moved(p: Position, table: Table[Any], journal: Journal | None = None) -> Position:
    """A position on another table that it is known to fit."""
    other: Position = table.from_data(p.table.to_data(p))
    other.journal = journal
    table.take_over(other, p.table)
    other.journal = None
    return other


def _same_ids(kind: str, before: Sequence[str], now: Sequence[str]) -> None:
    """Raise Refusal where a board does not name the same things in the same order."""
    for ids, others, text in (
        (before, set(now), "the {} “{}” of the game is not on this board"),
        (now, set(before), "this board has the {} “{}”, which the game does not know"),
    ):
        if missing := next((one for one in ids if one not in others), None):
            said = text.format(kind, missing)
            raise Refusal(f"A running game cannot go on here: {said}. Play it from the beginning.", field=FIELD)
    place = next((n for n, (one, other) in enumerate(zip(before, now, strict=True)) if one != other), None)
    if place is not None:
        raise Refusal(
            f"A running game cannot go on here: the {kind} “{now[place]}” stands where “{before[place]}” stood in the "
            "file, and a game keeps their order.",
            field=FIELD,
        )


def _hash(files: Mapping[str, str]) -> str:
    found = blake2b(digest_size=16)
    for part in (part for name in sorted(files) for part in (name, files[name])):
        found.update(b"%d " % len(part) + part.encode(errors="surrogatepass"))
    return found.hexdigest()


class Checks(NamedTuple):
    """The files one by one in the game's order, and what the rulebook states of components beside them."""

    files: list[Checked]
    statements: list[Stated]


def check(game: Game, given: Mapping[str, str], undone: Mapping[str, Collection[str]] = MappingProxyType({})) -> Checks:
    """What the game says of these files, one by one and together, and the book of what they hold. `undone`: by file the
    spaces, counters and cards that are not transcribed yet; what the book states of them is still to come. Raises
    Refusal for other files."""
    _known(game, given)
    if undone:
        _known(game, undone)
    files = Files(given)
    problems = {name: _unreadable(files, name) for name in files}
    readable = [name for name, problem in problems.items() if not problem]
    table, whole = _opened(game, files.some(*readable))
    if whole:
        problems |= {name: _opened(game, files.some(name))[1] for name in readable}
        if not any(problems.values()):
            # Each fits ours, but not the others; the sentence begins with the file that it is about.
            problems[next((name for name in files if whole.startswith(name)), readable[0])] = whole
        table, whole = _opened(game, files.some(*(name for name in files if not problems[name])))
    if whole:
        # What is left does not go together without the others: nothing is said of any.
        table = game.table()
    unfit = [name for name in files if whole or problems[name]]
    fitting = {name: _entries(files.data(name)) for name, problem in problems.items() if not problem}
    checked = [
        Checked(name, name in files, problems.get(name, ""), fitting.get(name, 0)) for name in game.component_files
    ]
    return Checks(checked, game.statements().beside(table, undone, unfit) if game.statements else [])


def statements(
    game: Game, given: Mapping[str, str], undone: Mapping[str, Collection[str]] = MappingProxyType({})
) -> list[Stated]:
    """What the rulebook states of map, counters and cards, beside these files; those not given are ours. Raises
    Refusal for files that the game does not have."""
    return check(game, given, undone).statements


def _entries(data: Any) -> int:
    """The tables in the lists of a file that the game has read, and the rows in its tables that begin with a name: its
    areas, cards, counters; where it has none, what its tables say by name: a hex for each counter."""
    tables = list(data.values()) if isinstance(data, dict) else [data]
    listed = sum(isinstance(row, dict) for rows in tables if isinstance(rows, list) for row in rows)
    inner = [rows for table in tables if isinstance(table, dict) for rows in table.values() if isinstance(rows, list)]
    listed += sum(isinstance(row, list) and isinstance(next(iter(row), None), str) for rows in inner for row in rows)
    return listed or sum(len(table) for table in tables if isinstance(table, dict))


def _known(game: Game, files: Collection[str]) -> None:
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


def _opened(game: Game, files: Files) -> tuple[Table[Any] | None, str]:
    """The table on these files, ours where there are none, or why there is none."""
    try:
        return game.table(components=files or None), ""
    except Refusal as refusal:
        return None, refusal.text
