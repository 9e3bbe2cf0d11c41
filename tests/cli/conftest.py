"""The command line in this process, as a user sees it."""

import io
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from mamayev.cli.main import main
from mamayev.match.match import Record
from mamayev.server.store import Store
from mamayev.server.store.database import default_address


class Done(NamedTuple):
    """What a command ended with."""

    code: int
    out: str
    err: str


Command = Callable[..., Done]


def last(game: str = "tiny") -> Record:
    """The record of the game that was played last."""
    store = Store(default_address())
    saved = store.matches.get(next(card.id for card in store.matches.cards() if card.game == game))
    store.close()
    assert saved is not None
    return Record.from_json(saved.record)


@pytest.fixture
def mamayev_command(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Command:
    """Runs `mamayev ARGUMENTS` with the lines that are typed, on a user's data folder of its own."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))

    def run(*arguments: object, typed: str = "") -> Done:
        monkeypatch.setattr(sys, "argv", ["mamayev", *map(str, arguments)])
        monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        try:
            main()
            code = 0
        except SystemExit as end:
            code = int(end.code or 0)
        out, err = capsys.readouterr()
        return Done(code, out, err)

    return run
