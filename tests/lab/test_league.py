"""The league of our own players (make league)."""

from __future__ import annotations

import dataclasses
import runpy
from pathlib import Path
from typing import Any

import msgspec
import pytest

from mamayev.engine import registry
from mamayev.lab.kept import Kept

ROOT = Path(__file__).parents[2]


def test_a_league_that_is_stopped_tells_what_it_has_come_to(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Ctrl-C after the games of the first two players: page and league file have these, and the exit code says it."""
    find, play = registry.find, Kept.play
    league = tmp_path / "league.json"
    offer = dataclasses.replace(find("cauldron"), league=league)
    monkeypatch.setattr(registry, "find", lambda name: offer if name == "cauldron" else find(name))

    def stopped(kept: Kept, record: Any, **how: Any) -> None:
        every = kept.kinds
        kept.kinds = {key: setup for key, setup in every.items() if key[0] in ("staff", "random")}
        play(kept, record, **how)
        kept.kinds = every
        raise KeyboardInterrupt

    monkeypatch.setattr(Kept, "play", stopped)
    tool = runpy.run_path(str(ROOT / "tools" / "league.py"))
    settings = tool["main"].__globals__
    settings |= {"ROOT": tmp_path, "GAMES": {"cauldron": 1}}
    monkeypatch.setattr("sys.argv", ["league.py", "cauldron"])
    (tmp_path / "docs").mkdir()
    assert tool["main"]() == 130
    assert capsys.readouterr().out == f"Stopped after 2 of {len(tool['names'](offer))} games of {offer.title}.\n"
    found = msgspec.json.decode(league.read_bytes())
    assert found["measure"] == "staff"
    assert found["players"]["random"]["games"] == 1
    page = (tmp_path / "docs" / "players.md").read_text()
    assert "## The Cauldron" in page
    assert "| random |" in page
