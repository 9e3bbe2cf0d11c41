"""A player's own map, cards and counters: files that a record holds, laid out in a folder for the game to read."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from mamayev.engine.refusal import Refusal
from mamayev.engine.table import Game


class Checked(NamedTuple):
    """What a game says of one of its files: whether the player gave it, what is wrong in it ("" where it fits), and how
    many entries fit: all of a file given without a mistake, else 0."""

    name: str
    given: bool
    problem: str
    entries: int


def taken(game: Game, given: str | Path | Mapping[str, str]) -> dict[str, str]:
    """The component files of a folder, or those given, by name. Raises Refusal for what the game cannot read."""
    if isinstance(given, Mapping):
        _known(game, given)
        return {name: given[name] for name in game.component_files if name in given}
    folder = Path(given)
    game.table(components=folder)  # says what is wrong, with file, entry and field, before anything is taken
    files = [folder / name for name in game.component_files]
    found = {file.name: file.read_text(encoding="utf-8") for file in files if file.is_file()}
    _known(game, found)
    return found


def folder_of(game: Game, components: str | Mapping[str, str]) -> Path | None:
    """Where the components of a record lie: the files that it holds laid out, the folder that an old one names, or None
    for the game's own. Raises Refusal for a file that the game does not have."""
    if isinstance(components, str):
        return Path(components) if components else None
    _known(game, components)
    return Path(_laid_out(tuple(sorted(components.items()))).name)


def check(game: Game, files: Mapping[str, str]) -> list[Checked]:
    """What the game says of these files, one by one and together, in its own order. Raises Refusal for others."""
    _known(game, files)
    whole = _problem(game, files)
    alone = {name: _problem(game, {name: text}) if whole else "" for name, text in files.items()}
    if whole and not any(alone.values()):
        # Each fits ours, but not the others; the sentence begins with the file that it is about.
        alone[next((name for name in files if whole.startswith(name)), next(iter(files)))] = whole
    fitting = {name: _entries(name, text) for name, text in files.items() if not alone[name]}
    return [Checked(name, name in files, alone.get(name, ""), fitting.get(name, 0)) for name in game.component_files]


def _entries(name: str, text: str) -> int:
    """The tables in the lists of a file that the game has read: its areas, cards, counters."""
    data = json.loads(text) if name.endswith(".json") else tomllib.loads(text)
    lists = [rows for rows in data.values() if isinstance(rows, list)] if isinstance(data, dict) else [data]
    return sum(isinstance(row, dict) for rows in lists for row in rows)


def _known(game: Game, files: Mapping[str, str]) -> None:
    for name in files:
        if name not in game.component_files:
            names = ", ".join(game.component_files) or "none"
            raise Refusal(
                f"{game.title} has no component file “{name}”; it has {names}.", field="components", malformed=True
            )
    if not files:
        raise Refusal("There is no component file among these.", field="components", malformed=True)


def _problem(game: Game, files: Mapping[str, str]) -> str:
    with _written(files.items()) as folder:
        try:
            game.table(components=Path(folder))
        except Refusal as refusal:
            return refusal.text
    return ""


@cache
def _laid_out(files: tuple[tuple[str, str], ...]) -> TemporaryDirectory[str]:
    """One folder for all matches with the same files, until the program ends."""
    return _written(files)


def _written(files: Iterable[tuple[str, str]]) -> TemporaryDirectory[str]:
    folder = TemporaryDirectory(prefix="mamayev-")
    for name, text in files:
        (Path(folder.name) / name).write_text(text, encoding="utf-8")
    return folder
