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


def test_a_league_that_is_stopped_leaves_what_is_told_as_it_was_and_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Ctrl-C after the games of the first two players: the exit code says it, the same command plays the others, and
    only then page and league file are written."""
    find, play = registry.find, Kept.play_missing
    league = tmp_path / "league.json"
    offer = dataclasses.replace(find("cauldron"), league=league)
    monkeypatch.setattr(registry, "find", lambda name: offer if name == "cauldron" else find(name))

    def stopped(kept: Kept, record: Any, **how: Any) -> None:
        every = kept.kinds
        kept.kinds = {key: setup for key, setup in every.items() if key[0] in ("staff", "random")}
        play(kept, record, **how)
        kept.kinds = every
        raise KeyboardInterrupt

    monkeypatch.setattr(Kept, "play_missing", stopped)
    tool = runpy.run_path(str(ROOT / "tools" / "league.py"))
    settings = tool["main"].__globals__
    settings |= {
        "ROOT": tmp_path,
        "GAMES": {"cauldron": 1},
        "ALONE": 20,
        "names": lambda game: ["staff", "random", "paulus"],
    }
    monkeypatch.setattr("sys.argv", ["league.py", "cauldron"])
    (tmp_path / "docs").mkdir()
    assert tool["main"]() == 130
    assert (
        capsys.readouterr().out == f"Stopped after 2 of 3 games of {offer.title}. Run the same command to continue.\n"
    )
    assert not league.exists()
    monkeypatch.setattr(Kept, "play_missing", play)
    assert tool["main"]() == 0
    found = msgspec.json.decode(league.read_bytes())
    assert found["measure"] == "staff"
    assert [one["games"] for one in found["players"].values()] == [1, 1]
    page = (tmp_path / "docs" / "players.md").read_text()
    assert "## The Cauldron" in page
    assert "| random |" in page
