"""One list of games: what the terminal plays is in the browser, and the other way round; two writers are told."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

import mamayev
from mamayev.cli.screen import Screen
from mamayev.server.app import create_app

from ..server.conftest import HOME, begun, played
from .conftest import last

Command = Callable[..., Any]


@pytest.fixture
def browser(tiny: str, tmp_path: Path) -> Iterator[TestClient]:
    """The server on the user's own games."""
    with TestClient(create_app(bot_pause=60), base_url=HOME) as client:
        yield client


def typing(monkeypatch: pytest.MonkeyPatch, lines: list[str | Callable[[], object]]) -> None:
    """Have lines typed in the terminal, and others done between them."""
    to_come = iter(lines)

    def ask(_screen: Screen, _prompt: str) -> str | None:
        while callable(line := next(to_come, None)):
            line()
        return line

    monkeypatch.setattr(Screen, "ask", ask)


def test_the_terminal_s_games_are_in_the_browser_s_list(
    mamayev_command: Command, browser: TestClient, tiny: str
) -> None:
    done = mamayev_command("play", tiny, "--seed", "4", "--seat", "south=eager", typed="step north 1\n")
    (card,) = browser.get("/api/matches").json()
    assert f"The game is saved as “{card['name']}” ({card['id']}). You can also open it in the browser." in done.out
    state = browser.get(f"/api/matches/{card['id']}").json()
    assert (state["seats"], card["to_move"]) == ({"north": "human", "south": "eager"}, "north")
    assert state["plies"] == len(last().log) > 2
    after = played(browser, state, "rest")
    done = mamayev_command("play", tiny, "--resume", "--seat", "south=human", typed="1\n")
    assert "elsewhere" not in done.out
    assert last().log[after["plies"]].startswith("step south")


def test_the_browser_s_games_are_gone_on_with_by_name_id_and_file(
    mamayev_command: Command, browser: TestClient, tiny: str, tmp_path: Path
) -> None:
    first = played(browser, begun(browser, tiny, name="First"), "step north 1")
    begun(browser, tiny, name="Second")
    held = begun(browser, tiny, held=True)
    assert "“Second”" in mamayev_command("play", tiny, "--resume", typed="rest\n").out
    assert "“First”" in mamayev_command("play", first["id"], "--resume", typed="rest\n").out
    file = tmp_path / "race.json"
    file.write_bytes(browser.get(f"/api/matches/{first['id']}/record").content)
    assert "“The Tiny Race 2”" in mamayev_command("play", file, "--resume", typed="rest\n").out
    assert len(browser.get("/api/matches").json()) == 4
    for wanted, code, words in (
        (held["id"], 1, "is a private game. Play it in the browser"),
        ("0123456789abcdef", 2, "There is no game 0123456789abcdef, or it has been deleted."),
        ("nonsense", 2, "There is no game “nonsense”."),
    ):
        done = mamayev_command("play", wanted, "--resume")
        assert (done.code, words in done.err) == (code, True), done.err


def test_whoever_writes_second_is_told_and_goes_on_or_branches(
    mamayev_command: Command, browser: TestClient, tiny: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    state = begun(browser, tiny, seed=4)
    address = f"/api/matches/{state['id']}"

    def now() -> Any:
        return browser.get(address).json()

    typing(
        monkeypatch,
        [
            "rest",
            lambda: played(browser, now(), "step south 1"),
            "step south 1",
            "step north 1",
            lambda: browser.post(f"{address}/undo", json={"version": now()["version"], "practice": True}),
            "rest",
            "quit",
        ],
    )
    done = mamayev_command("play", state["id"], "--resume", "--plain")
    assert done.out.count("The game has continued in the browser") == 2
    assert "The south runner steps to field 1." in done.out
    assert [line for line in last().log if line[:4] in ("rest", "step")] == ["rest", "step south 1"]
    before = now()
    typing(monkeypatch, ["rest", "quit"])
    done = mamayev_command("play", state["id"], "--resume", "--branch")
    assert (done.code, now()) == (0, before)
    assert last().log[: before["plies"]] == mamayev.from_json(browser.get(f"{address}/record").content).record.log
    assert mamayev_command("play", tiny, "--branch").code == 2


def test_a_game_that_is_deleted_meanwhile_can_still_be_saved(
    mamayev_command: Command, browser: TestClient, tiny: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    state = begun(browser, tiny)
    file = tmp_path / "race.json"
    typing(monkeypatch, ["rest", lambda: browser.delete(f"/api/matches/{state['id']}"), "rest", f"save {file}"])
    done = mamayev_command("play", state["id"], "--resume")
    assert "or it has been deleted" in done.out
    assert [line for line in mamayev.Record.load(file).log if line == "rest"] == ["rest", "rest"]


def test_a_study_goes_with_its_game_from_the_browser_to_a_file_to_the_terminal_and_back(
    mamayev_command: Command, browser: TestClient, tiny: str, tmp_path: Path
) -> None:
    first = played(browser, begun(browser, tiny), "step north 1")
    note = {"ply": 1, "text": "Too slow."}
    address = f"/api/matches/{first['id']}/study/notes/1"
    assert browser.put(address, json={"text": "Too slow.", "replaces": {"ply": 1}}).status_code == 200
    file = tmp_path / "race.json"
    done = mamayev_command("play", first["id"], "--resume", typed=f"save {file}\nquit\n")
    assert "Saved to" in done.out, done.err
    assert json.loads(file.read_text())["studies"] == [{"notes": [note]}]
    assert mamayev_command("replay", file, "--verify").code == 0
    again = tmp_path / "again.json"
    mamayev_command("play", file, "--resume", typed=f"rest\nsave {again}\nquit\n")
    assert json.loads(again.read_text())["studies"] == [{"notes": [note]}]
    (second,) = {card["id"] for card in browser.get("/api/matches").json()} - {first["id"]}
    (study,) = browser.get(f"/api/matches/{second}/studies").json()["studies"]
    assert study["notes"] == [note]


def test_a_seat_that_is_played_by_mail_stays_so_in_the_terminal(
    mamayev_command: Command, browser: TestClient, tiny: str
) -> None:
    state = begun(browser, tiny, seats={"north": "human", "south": "mail"})
    typed = "step north 1\nstep south 1\ncarry\nquit\n"
    done = mamayev_command("play", state["id"], "--resume", typed=typed)
    assert done.out.count("plays by mail. Open this game in the browser") == 3  # the question, and two refusals
    state = browser.get(f"/api/matches/{state['id']}").json()
    assert state["seats"] == {"north": "human", "south": "mail"}
    assert not [line for line in last().log if line.startswith("step south")]
    mamayev_command("play", state["id"], "--resume", typed="seat south human\nstep south 1\nquit\n")
    assert browser.get(f"/api/matches/{state['id']}").json()["seats"] == {"north": "human", "south": "human"}
    assert [line for line in last().log if line.startswith("step south")]


def test_a_seat_that_was_lent_to_a_bot_is_the_player_s_in_the_terminal(
    mamayev_command: Command, browser: TestClient, tiny: str
) -> None:
    state = begun(browser, tiny)
    lent = browser.patch(f"/api/matches/{state['id']}", json={"seats": {"north": "eager"}, "until": "turn"}).json()
    assert (lent["seats"]["north"], lent["lent"]) == ("eager", ["north"])
    mamayev_command("play", state["id"], "--resume", typed="step north 1\nquit\n")
    after = browser.get(f"/api/matches/{state['id']}").json()
    assert (after["seats"]["north"], after["over"]) == ("human", False)
    assert sum(line.startswith("step north") for line in last().log) == 1
