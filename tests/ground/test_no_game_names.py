"""Nothing but the games, the examples and the documents names a game, or a unit, area or card of one."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from mamayev.engine import registry
from mamayev.engine.scene import Scene
from mamayev.engine.table import Game

ROOT = Path(__file__).parents[2]
LAYERS = ("engine", "match", "testing", "terrain", "players", "lab", "server", "cli", "learn")
GENERIC = [
    *(ROOT / "src/mamayev" / layer for layer in LAYERS),
    ROOT / "web/src",
]
BUILT = ROOT / "src/mamayev/server/client"
SOURCES = {".py", ".ts", ".js", ".svelte", ".css", ".html", ".json", ".toml", ".sql", ".mako"}
SHORTEST = 5  # shorter names are plain numbers or everyday words
FIELD = {"front"}  # words of the field that a game may be called by: the board of any game may have a front


def names_in(scene: Scene) -> set[str]:
    """The names and ids that only this game has; a box stands on a track and is called by a plain word."""
    texts = {scene.game, scene.title.removeprefix("The ")}
    texts |= {text for piece in scene.pieces for text in (piece.id, piece.name)}
    texts |= {text for space in scene.spaces if space.kind != "box" for text in (space.id, space.name)}
    texts |= {card.title for deck in scene.decks for card in deck.cards}
    return {text for text in texts if len(text) >= SHORTEST and text not in FIELD}


def clauses_of(game: Game) -> set[str]:
    """Patterns for the ids of a game's clauses, whether there is such a clause or not."""
    return {rf"{clause.split('-')[0]}-[A-Z][A-Z0-9-]*" for clause in game.ledger().clauses}


def pattern(names: set[str], clauses: set[str]) -> re.Pattern[str]:
    by_first_letter: dict[str, list[str]] = {}  # a tenth of the time that one long list takes
    for name in sorted(names, key=len, reverse=True):
        by_first_letter.setdefault(name[0], []).append(re.escape(name[1:]))
    grouped = [f"{re.escape(first)}(?:{'|'.join(rest)})" for first, rest in by_first_letter.items()]
    return re.compile(rf"(?<![\w-])(?:{'|'.join([*clauses, *grouped])})(?![\w-])")


def generic_files() -> Iterator[Path]:
    for folder in GENERIC:
        for file in sorted(folder.rglob("*")):
            if file.suffix in SOURCES and BUILT not in file.parents:
                yield file


def found_in(text: str, names: re.Pattern[str]) -> list[str]:
    return [
        f"line {number}: {hit[0]}" for number, line in enumerate(text.split("\n"), 1) if (hit := names.search(line))
    ]


@pytest.fixture(scope="module")
def names() -> re.Pattern[str]:
    games = [registry.find(name) for name in registry.names()]
    scenes = [game.table(edition).look.kept for game in games for edition in game.editions]
    return pattern(set().union(*map(names_in, scenes)), set().union(*map(clauses_of, games)))


def test_generic_sources_name_no_game(names: re.Pattern[str]) -> None:
    found = {str(file.relative_to(ROOT)): found_in(file.read_text(encoding="utf-8"), names) for file in generic_files()}
    assert len(found) > 20, "the scan looks in the wrong place"
    assert {file: lines for file, lines in found.items() if lines} == {}


def test_the_scan_finds_a_name(names: re.Pattern[str]) -> None:
    first = registry.names()[0]
    piece = registry.find(first).table().look.kept.pieces[0]
    text = f"if game.name == {first!r}:\n    pass\nmove({piece.id!r})  # the {piece.name}\nboard = 1\n"
    assert found_in(text, names) == [f"line 1: {first}", f"line 3: {piece.id}"]
