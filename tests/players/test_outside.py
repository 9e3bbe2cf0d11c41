"""Players from elsewhere: bots of installed packages, and programs that speak lines of JSON."""

from __future__ import annotations

import os
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

import psutil
import pytest
from starlette.testclient import TestClient
from typer.testing import CliRunner

import mamayev
from mamayev import Refusal
from mamayev.cli.main import app
from mamayev.engine.registry import find as find_game
from mamayev.engine.table import Game
from mamayev.lab.simulate import simulate
from mamayev.players import contenders, find, names, outside, welcome
from mamayev.server.app import create_app

ROOT = Path(__file__).parents[2]
EXAMPLE = ROOT / "examples" / "program" / "storm.py"
BOT = ROOT / "examples" / "bot" / "cautious.py"
HOME = "http://127.0.0.1:8642"


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


ORDERING = """
import json, sys
for line in sys.stdin:
    told = json.loads(line)
    if "begin" in told:
        assert "strategy" in told["begin"]["orders"]["german"]["properties"]
    if "decide" in told:
        print(json.dumps({"orders": ORDERS}), flush=True)
"""


def test_a_program_may_answer_with_orders(tmp_path: Path) -> None:
    ordered = written(tmp_path, ORDERING.replace("ORDERS", '{"strategy": "paulus"}'))
    [one], [other] = (simulate("cauldron", 1, [player], seed=2).rows for player in (ordered, "paulus"))
    assert one | {"players": ""} == other | {"players": ""}


@pytest.mark.parametrize(
    ("game", "orders", "why"),
    [
        ("cauldron", '{"strategy": "flee"}', "These orders cannot be read"),
        ("cauldron", "[]", "Orders must be a JSON object."),
        ("skirmish", "{}", "takes no orders."),
    ],
)
def test_a_program_whose_orders_cannot_be_carried_out_is_named(
    game: str, orders: str, why: str, tmp_path: Path
) -> None:
    code = ORDERING.replace("ORDERS", orders).replace('if "begin" in told', "if False")
    seats = len(find_game(game).seats)
    with pytest.raises(Refusal) as refusal:
        simulate(game, 1, [written(tmp_path, code), *["random"] * (seats - 1)], seed=2)
    assert why in refusal.value.text
    assert refusal.value.text.startswith("The program")


@pytest.mark.parametrize(
    ("code", "why"),
    [
        ("print('hello', flush=True)", "which is not a JSON object on one line"),
        ("import json\nprint(json.dumps({'play': 'fly'}), flush=True)", "answered {'play': 'fly'}: "),
        ("import json\nprint(json.dumps({'choices': 'nobody'}), flush=True)", "“nobody”, which is not a piece"),
        ("print('{\"a\":' * 10_000, flush=True)", "which is not a JSON object on one line"),
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


@pytest.mark.parametrize("name", ["program:", "program: "])
def test_a_program_without_a_command_is_refused(tiny: str, name: str) -> None:
    done = CliRunner().invoke(app, ["simulate", tiny, "--games", "1", "--players", f"{name},random"])
    refusal = done.exception
    assert isinstance(refusal, Refusal)
    assert refusal.text.startswith("“program:” does not name a program. Put its command after the colon")
    assert refusal.malformed


def test_what_ends_a_program_is_told_as_it_is(tiny: str, tmp_path: Path) -> None:
    name = written(tmp_path, "raise SystemExit")
    with pytest.raises(Refusal) as refusal:
        simulate(tiny, 1, [name, "random"])
    assert refusal.value.text == f"The program “{name.removeprefix('program:')}” has ended."


ASKS = """
import sys
for line in sys.stdin:
    if "begin" not in line:
        print('{"choices": null}', flush=True)
"""
"""A program that asks for choices for ever."""


@pytest.mark.parametrize(
    ("game", "code", "why"),
    [
        ("inferno", "import time\ntime.sleep(1000)", "did not read the question in 0.5 seconds"),
        ("tiny", "import time\ntime.sleep(1000)", "did not answer in 0.5 seconds"),
        ("tiny", ASKS, "in 0.5 seconds"),
    ],
)
def test_a_program_that_does_not_read_or_answer_is_ended(
    tiny: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, game: str, code: str, why: str
) -> None:
    """The map of Inferno is longer than a pipe holds."""
    monkeypatch.setattr(outside, "PATIENCE", 0.5)
    name = written(tmp_path, code)
    bots = [name] if game == "inferno" else [name, "random"]
    with pytest.raises(Refusal) as refusal:
        simulate(game, 1, bots)
    assert refusal.value.text.startswith(f"The program “{name.removeprefix('program:')}” did not ")
    assert refusal.value.text.endswith(f"{why}.")


@pytest.mark.parametrize(
    ("said", "why"),
    [
        ("'hello\\n'", "answered 'hello', which is not a JSON object on one line."),
        ("'{\"choices\": null}\\n'", "wrote a line without a question: '{\"choices\": null}'."),
        ("'long ' * 10_000", "which is not a JSON object on one line."),
    ],
)
def test_a_program_that_speaks_without_being_asked_is_ended(tmp_path: Path, said: str, why: str) -> None:
    """It neither reads nor ends, so that nothing but what it says can end it."""
    name = written(tmp_path, f"import sys\nwhile True:\n    sys.stdout.write({said})")
    with pytest.raises(Refusal) as refusal:
        simulate("inferno", 1, [name])
    assert "The program “" in refusal.value.text
    assert refusal.value.text.endswith(why)


def alive(process: int) -> bool:
    try:
        return bool(psutil.Process(process).status() != psutil.STATUS_ZOMBIE)
    except psutil.NoSuchProcess:
        return False


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_a_run_that_is_stopped_leaves_no_process_behind(tmp_path: Path, how: signal.Signals) -> None:
    """Neither the program, which reads nothing, nor what it has started."""
    pids = tmp_path / "pids"
    shell = f"sleep 1000 & echo $$ $! > {shlex.quote(str(pids))}.new; mv {shlex.quote(str(pids))}.new {pids}; wait"
    command = [sys.executable, "-m", "mamayev", "simulate", "inferno", "--games", "1", "--players"]
    run = subprocess.Popen([*command, f"program:sh -c {shlex.quote(shell)}"], stderr=subprocess.DEVNULL)
    until = time.monotonic() + 30
    while not pids.exists() and time.monotonic() < until:
        time.sleep(0.05)
    left = [int(pid) for pid in pids.read_text().split()]
    assert all(alive(pid) for pid in left)
    os.kill(run.pid, how)
    assert run.wait(30) in (1, -signal.SIGKILL)
    while any(alive(pid) for pid in left) and time.monotonic() < until:
        time.sleep(0.05)
    assert not any(alive(pid) for pid in left)


Install = Callable[..., Game]


@pytest.fixture
def install(tiny: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Install:
    """Installs a package with bots for a game, by name: of `guest_bot.BOT`, or of what is no bot."""

    def installed(**bots: str) -> Game:
        info = tmp_path / "guest-1.0.dist-info"
        info.mkdir()
        (info / "METADATA").write_text("Metadata-Version: 2.1\nName: guest\nVersion: 1.0\n")
        lines = [f"{tiny}.{name} = guest_bot:{what}" for name, what in bots.items()]
        (info / "entry_points.txt").write_text("\n".join(["[mamayev.bots]", *lines]))
        (tmp_path / "guest_bot.py").write_text(
            "from mamayev.engine.bot import Bot, draw\nBOT = Bot(draw, lambda p, a: 'Why not.', 'A guest.')\nNONE = 1\n"
        )
        monkeypatch.delitem(sys.modules, "guest_bot", raising=False)
        monkeypatch.syspath_prepend(tmp_path)
        monkeypatch.setattr(outside, "_welcomed", {})
        monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
        return find_game(tiny)

    return installed


def test_an_installed_bot_plays_in_mass_play_alone(tiny: str, install: Install) -> None:
    game = install(guest="BOT", broken="NONE")
    assert {"guest", "broken"} <= set(contenders(game))
    assert "guest" not in {*names(game), *mamayev.info(tiny)["bots"]}
    assert len(simulate(tiny, 2, ["guest", "eager"]).rows) == 2
    with pytest.raises(Refusal, match="is not a bot"):
        simulate(tiny, 1, ["broken", "eager"])
    with pytest.raises(Refusal, match="has no bot “guest”"):
        find(game, "guest")


def test_ctrl_c_in_the_middle_of_an_exec_ends_a_run_with_the_usual_exit_code(install: Install, tmp_path: Path) -> None:
    install(guest="BOT")
    (tmp_path / "guest_bot.py").write_text(
        "from mamayev.author import Bot\ndef play(p, rng):\n    exec('raise KeyboardInterrupt')\n"
        "BOT = Bot(play, None, 'A guest.')\n"
    )
    entries = tmp_path / "guest-1.0.dist-info" / "entry_points.txt"
    entries.write_text("[mamayev.bots]\ninferno.guest = guest_bot:BOT")
    command = [sys.executable, "-m", "mamayev", "simulate", "inferno", "--games", "1", "--players", "guest"]
    ended = subprocess.run(command, env={**os.environ, "PYTHONPATH": str(tmp_path)}, capture_output=True, text=True)
    assert (ended.returncode, ended.stdout.partition(" by")[0]) == (1, "0 games of inferno"), ended.stderr


def test_the_example_of_a_bot_plays_and_gives_its_reason(tiny: str, install: Install, tmp_path: Path) -> None:
    game = install(cautious="CAUTIOUS")
    (tmp_path / "guest_bot.py").write_text(BOT.read_text())
    assert len(simulate(tiny, 2, ["cautious", "random"]).rows) == 2
    p = game.table().start()
    bot = outside.load(outside.installed(game)["cautious"])
    action = p.actions()[0]
    assert bot.why(p, action) == f"{p.table.label(p, action)}: nothing is put at risk."


def test_the_refusal_that_a_guest_raises_is_told_as_it_is(tiny: str, install: Install, tmp_path: Path) -> None:
    install(guest="BOT")
    (tmp_path / "guest_bot.py").write_text(
        "from mamayev.author import Bot\nfrom mamayev import Refusal\n"
        "def play(p, rng):\n    raise Refusal('I see no hex 99.')\nBOT = Bot(play, None, 'A guest.')\n"
    )
    with pytest.raises(Refusal, match="failed") as refusal:
        simulate(tiny, 1, ["guest", "random"])
    assert refusal.value.text == "The bot “guest” failed: I see no hex 99."


def test_a_guest_plays_in_the_terminal_where_whoever_starts_it_says_so(tiny: str, install: Install) -> None:
    seat = install(guest="BOT").seats[1]
    run = partial(CliRunner().invoke, app, input="hint guest\nquit\n")
    alone = run(["play", tiny, "--plain", "--seat", f"{seat}=guest"])
    assert "has no bot “guest”" in str(alone.exception)
    welcomed = run(["play", tiny, "--plain", "--guests", "--seat", f"{seat}=guest"])
    assert (welcomed.exit_code, "Why not." in welcomed.stdout) == (0, True)


def test_a_guest_that_is_no_bot_is_named_before_anybody_plays(tiny: str, install: Install) -> None:
    game = install(broken="NONE")
    with pytest.raises(Refusal, match="is not a bot"):
        welcome([game])


def test_a_server_offers_guests_where_whoever_starts_it_says_so(tiny: str, install: Install, tmp_path: Path) -> None:
    game = install(guest="BOT")
    wanted = {"game": tiny, "seats": {game.seats[1]: "guest"}}
    with TestClient(create_app(f"sqlite:///{tmp_path / 'games.sqlite'}", bot_pause=0), base_url=HOME) as client:
        assert client.post("/api/matches", json=wanted).status_code == 422
        welcome([game])
        shown = next(each for each in client.get("/api/games").json() if each["name"] == tiny)
        assert shown["bots"][-1] == "guest"
        assert (shown["bot_docs"]["guest"], shown["bot_strengths"]["guest"]) == ("A guest.", "not rated yet")
        made = client.post("/api/matches", json=wanted)
        assert made.status_code == 201
        hint = client.post(f"/api/matches/{made.json()['id']}/hint", json={"bot": "guest"})
        assert hint.json()["why"] == "Why not."
