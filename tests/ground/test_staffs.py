"""The staffs of the games: loaded when they play, bound in one way, and written in short functions."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from itertools import chain
from pathlib import Path

import pytest

from mamayev.engine.registry import find

GAMES = Path(__file__).parents[2] / "src" / "mamayev" / "games"
STAFFS = sorted(GAMES.glob("*/staff"))
MOST_LINES = 40

LISTED = """
import sys, mamayev
for name in mamayev.games():
    mamayev.info(name)
print([name for name in sys.modules if ".staff" in name])
"""


def test_to_list_the_games_loads_no_staff() -> None:
    assert subprocess.run([sys.executable, "-c", LISTED], capture_output=True, text=True).stdout.strip() == "[]"


@pytest.mark.parametrize("folder", STAFFS, ids=lambda folder: folder.parent.name)
def test_a_staff_has_short_functions(folder: Path) -> None:
    for file in folder.glob("*.py"):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.FunctionDef):
                assert (node.end_lineno or 0) - node.lineno < MOST_LINES, f"{file.name}: {node.name}"


@pytest.mark.parametrize("folder", STAFFS, ids=lambda folder: folder.parent.name)
def test_a_game_binds_its_bots_by_name(folder: Path) -> None:
    """All bots rate: nothing that a staff does or says has a second source."""
    game = find(folder.parent.name)
    for name, bot in chain(game.bots.items(), game.probes.items()):
        assert bot.rated is not None, name
        assert bot.doc, name
    text = (folder.parent / "__init__.py").read_text("utf-8")
    assert not re.search(r"^\s*def ", text, re.MULTILINE), "the package only declares the game"
    assert len(text.splitlines()) <= 60
