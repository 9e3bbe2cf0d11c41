"""The command line in this process, as a user sees it."""

import io
import sys
from collections.abc import Callable
from typing import NamedTuple

import pytest

from mamayev.cli.main import main


class Done(NamedTuple):
    """What a command ended with."""

    code: int
    out: str
    err: str


Command = Callable[..., Done]


@pytest.fixture
def mamayev_command(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Command:
    """Runs `mamayev ARGUMENTS` with the lines that are typed."""

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
