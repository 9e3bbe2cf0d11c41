"""A player's own map, cards and counters: the files in a record, and the table opened from them."""

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

from .record import Board, SavedGame

FIELD = "components"
OF_A_FOLDER = (
    "An earlier version started this game with a folder of files, so its board cannot be changed. Start a new game."
)


class Checked(NamedTuple):
    """The check of one file: whether the player provided it, its problem ("" if it is valid), and the number of valid
    entries (0 if there is a problem)."""

    name: str
    given: bool
    problem: str
    entries: int


def taken(game: Game, given: str | Path | Mapping[str, str]) -> dict[str, str]:
    """Return the component files in a folder, or the given files, by name. Raises Refusal for a file that the game does
    not have."""
    files = given if isinstance(given, Mapping) else Files.of(Path(given), game.component_files)
    _known(game, files)
    return {name: files[name] for name in game.component_files if name in files}


_files: WeakValueDictionary[str, Files] = WeakValueDictionary()
"""The component files of the matches in memory, by hash."""


def table_of(game: Game, record: SavedGame) -> Table[Any]:
    """Return the table of a record. Only records from old versions need anything else: a folder. Matches with the same
    files share them, and matches that also have the same options share the table. Raises Refusal."""
    own = record.components
    if not own:
        return game.table(record.edition, record.options)
    if isinstance(own, str):
        return game.table(record.edition, record.options, Path(own))
    record.components, table = _shared(game, record, own)
    return table


def next_table(game: Game, record: SavedGame, count: int) -> Table[Any]:
    """Return the table of a record after `count` board changes. Raises Refusal, also for an old record whose files are
    in a folder."""
    change = record.boards[count - 1]
    own = record.board_after(count)
    if isinstance(own, str):
        raise Refusal(OF_A_FOLDER, field=FIELD)
    if not own:
        return game.table(record.edition, record.options)
    files, table = _shared(game, record, own)
    record.boards[count - 1] = Board(change.ply, {name: files.get(name, "") for name in change.files})
    return table


def _shared(game: Game, record: SavedGame, own: Mapping[str, str]) -> tuple[Files, Table[Any]]:
    """Return the files, which all matches with the same content share, and the table."""
    _known(game, own)
    content = _hash(own)
    files = _files.setdefault(content, Files(own))
    # A copy: what is parsed of it is let go of with the opening, the texts stay with the matches.
    return files, game.table(record.edition, record.options, Files(files))


def carried(p: Position, table: Table[Any], journal: Journal) -> Position:
    """Return the same position on another board. Pieces and spaces must be the same, in the same order, and every piece
    must be in a legal place. The journal records the changes that the rules make automatically. If the position does
    not fit the board, raises a Refusal that names the obstacle."""
    for kind, nouns in p.table.notation.nouns.items():
        _same_ids(kind, [noun.id for noun in nouns], [noun.id for noun in table.notation.nouns.get(kind, ())])
    other = moved(p, table, journal)
    for broken in table.broken_invariants(other):
        raise Refusal(
            f"The rules forbid this board for the current position: {broken.text}", (broken.clause,), field=FIELD
        )
    if other.frames and not other.actions():
        raise Refusal(
            f"The current position has no legal actions on this board: “{other.box.title}” has no answer.", field=FIELD
        )
    return other


def moved(p: Position, table: Table[Any], journal: Journal | None = None) -> Position:
    """Return the position on another table. The position is known to fit it."""
    other: Position = table.from_data(p.table.to_data(p))
    other.journal = journal
    table.situations.take_over(other, p.table)
    other.journal = None
    return other


def _same_ids(kind: str, before: Sequence[str], now: Sequence[str]) -> None:
    """Raise Refusal if a board does not name the same things in the same order."""
    for ids, others, text in (
        (before, set(now), "the {} “{}” of the game is not on this board"),
        (now, set(before), "this board has the {} “{}”, which the game does not know"),
    ):
        if missing := next((one for one in ids if one not in others), None):
            said = text.format(kind, missing)
            raise Refusal(
                f"A running game cannot continue on this board: {said}. Start it from the beginning.", field=FIELD
            )
    place = next((n for n, (one, other) in enumerate(zip(before, now, strict=True)) if one != other), None)
    if place is not None:
        raise Refusal(
            f"A running game cannot continue on this board: the file has the {kind} “{now[place]}” in the place of "
            f"“{before[place]}”. Keep the order.",
            field=FIELD,
        )


def _hash(files: Mapping[str, str]) -> str:
    found = blake2b(digest_size=16)
    for part in (part for name in sorted(files) for part in (name, files[name])):
        found.update(b"%d " % len(part) + part.encode(errors="surrogatepass"))
    return found.hexdigest()


class Checks(NamedTuple):
    """The checks of the files in the game's order, and the rulebook statements about the components."""

    files: list[Checked]
    statements: list[Stated]


def check(game: Game, given: Mapping[str, str], undone: Mapping[str, Collection[str]] = MappingProxyType({})) -> Checks:
    """Check files one by one and together, and compare them with the rulebook. `undone`: by file, the spaces, counters
    and cards that are not transcribed yet; statements about these are "to come". Raises Refusal for unknown files."""
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
    """Return the rulebook statements about the map, counters and cards, compared with these files. Our files replace
    any that are missing. Raises Refusal for unknown files."""
    return check(game, given, undone).statements


def _entries(data: Any) -> int:
    """Count the entries of a valid file: the tables in its lists, and the named rows in its tables, such as areas,
    cards or counters. If it has neither, count its named values, such as the hex of each counter."""
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
        raise Refusal("None of these files is a component file.", field="components", malformed=True)


def _unreadable(files: Files, name: str) -> str:
    try:
        files.data(name)
    except Refusal as refusal:
        return refusal.text
    return ""


def _opened(game: Game, files: Files) -> tuple[Table[Any] | None, str]:
    """Return the table with these files (by default ours), or the reason why it cannot be opened."""
    try:
        return game.table(components=files or None), ""
    except Refusal as refusal:
        return None, refusal.text
