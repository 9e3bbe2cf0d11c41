"""Players from elsewhere: bots of installed packages, and programs that speak lines of JSON."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path

import pytest

import mamayev
from mamayev import Refusal
from mamayev.engine.registry import find as find_game
from mamayev.lab.simulate import simulate
from mamayev.players import contenders, find, names

ROOT = Path(__file__).parents[2]
EXAMPLE = ROOT / "examples" / "program" / "storm.py"


def program(file: Path) -> str:
    return f"program:{shlex.quote(sys.executable)} {shlex.quote(str(file))}"


def written(folder: Path, code: str) -> str:
    file = folder / "bot.py"
    file.write_text(code)
    return program(file)


def test_the_example_plays_whole_games(tiny: str) -> None:
    rows = simulate(tiny, 3, [program(EXAMPLE), "random"], seed=2).rows
    assert [row["number"] for row in rows] == [0, 1, 2]


@pytest.mark.parametrize(("game", "options"), [("inferno", {"soviet_side": "player"}), ("barbarossa", {})])
def test_a_program_sees_what_its_seat_sees_and_asks_for_long_lists(
    game: str, options: dict[str, str], tmp_path: Path
) -> None:
    """A front that is too long to be listed is asked for piece by piece; the map comes once."""
    code = EXAMPLE.read_text().replace(
        '"decide" in told', f'open({str(tmp_path / "heard")!r}, "a").write(line) and "decide" in told'
    )
    seats = 2 if game in ("inferno", "barbarossa") else 1
    bots = [written(tmp_path, code), *["random"] * (seats - 1)]
    assert len(simulate(game, 1, bots, options=options).rows) == 1
    heard = (tmp_path / "heard").read_text().splitlines()
    assert heard[0].startswith('{"begin":{"game":"' + game)
    assert sum(line.startswith('{"begin"') for line in heard) == 1
    asked = [line for line in heard[1:] if line.startswith('{"decide"')]
    assert all('"view":' in line for line in asked)
    assert any('"actions":' not in line for line in asked) == (game == "barbarossa")


@pytest.mark.parametrize(
    ("code", "why"),
    [
        ("print('hello', flush=True)", "which is no JSON object in a line"),
        ("import json\nprint(json.dumps({'play': 'fly'}), flush=True)", "answered {'play': 'fly'}: "),
        ("import json\nprint(json.dumps({'choices': 'nobody'}), flush=True)", "“nobody”, which is no piece"),
        ("raise SystemExit", "has ended"),
    ],
)
def test_a_program_that_errs_is_named(tiny: str, tmp_path: Path, code: str, why: str) -> None:
    with pytest.raises(Refusal) as refusal:
        simulate(tiny, 1, [written(tmp_path, code), "random"])
    assert "The program “" in refusal.value.text
    assert why in refusal.value.text


def test_a_program_that_is_not_there_is_refused(tiny: str) -> None:
    with pytest.raises(Refusal, match="cannot be started: No such file") as refusal:
        simulate(tiny, 1, ["program:/nowhere/bot", "random"])
    assert refusal.value.malformed


def test_an_installed_bot_plays_in_mass_play_alone(tiny: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    info = tmp_path / "guest-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: guest\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(
        f"[mamayev.bots]\n{tiny}.guest = guest_bot:BOT\n{tiny}.broken = guest_bot:NONE\n"
    )
    (tmp_path / "guest_bot.py").write_text(
        "from mamayev.engine.bot import Bot, draw\nBOT = Bot(draw, lambda p, a: 'Why not.', 'A guest.')\nNONE = 1\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    game = find_game(tiny)
    assert {"guest", "broken"} <= set(contenders(game))
    assert "guest" not in {*names(game), *mamayev.info(tiny)["bots"]}
    assert len(simulate(tiny, 2, ["guest", "eager"]).rows) == 2
    with pytest.raises(Refusal, match="is no bot"):
        simulate(tiny, 1, ["broken", "eager"])
    with pytest.raises(Refusal, match="has no bot “guest”"):
        find(game, "guest")
