"""What listeners hear of a change, in the transaction that stores it."""

from collections.abc import Iterator

import pytest
import sqlalchemy as sa
from starlette.testclient import TestClient

from mamayev.engine.event import Begun
from mamayev.server.app import create_app
from mamayev.server.store.happened import Happened, Said, player_turns
from mamayev.server.store.matches import Matches
from mamayev.server.store.tables import CHAT, MATCHES

from .conftest import HOME, begun
from .test_held import GAME, Table, held


class Ears:
    """A listener that notes what it hears, and what the row holds at that moment."""

    def __init__(self, client: TestClient) -> None:
        store = client.app.state.parts.store  # type: ignore[attr-defined]
        self.heard: list[Happened] = []
        self.versions: list[int] = []
        self.lines: list[Said] = []
        self.fails = False
        store.matches.listeners.append(self.hear)
        store.chat.listeners.append(self.hear_line)

    def hear(self, connection: sa.Connection, happened: Happened) -> None:
        here = sa.select(MATCHES.c.version).where(MATCHES.c.id == happened.match)
        self.versions.append(connection.execute(here).scalar_one())
        self.heard.append(happened)
        if self.fails:
            raise sa.exc.OperationalError("INSERT", {}, RuntimeError("disk full"))

    def hear_line(self, connection: sa.Connection, said: Said) -> None:
        here = sa.select(CHAT.c.text).where(CHAT.c.number == said.line.number)
        assert connection.execute(here).scalar_one() == said.line.text
        self.lines.append(said)


@pytest.fixture
def plain(address: str) -> Iterator[TestClient]:
    with TestClient(create_app(address, bot_pause=0.01), base_url=HOME) as client:
        yield client


@pytest.fixture
def ears(plain: TestClient) -> Ears:
    return Ears(plain)


def test_a_listener_hears_each_change_after_its_row_was_changed(plain: TestClient, ears: Ears) -> None:
    table = held(plain)
    first = table.state()["decision"]["seat"]
    other = "red" if first == "blue" else "blue"
    table.play(first, "done")
    table.ask(first, "POST", "/resign", {"version": 2})
    assert [(one.done, one.version, one.by) for one in ears.heard] == [
        ("new", 1, ""), ("action", 2, first), ("resign", 3, first),
    ]  # fmt: skip
    assert ears.versions == [1, 2, 3]
    assert [(one.before, one.after) for one in ears.heard] == [("", first), (first, other), (other, "")]
    start = ears.heard[0].standing.plies
    assert [one.standing.plies - start for one in ears.heard] == [0, 1, 1]
    assert ears.heard[-1].standing.over
    assert (ears.heard[-1].standing.result or {})["winner"] == other
    assert set(ears.heard[0].keys) == {"blue", "red"}
    assert ears.heard[0].question
    assert ears.heard[-1].question == ""


def test_a_request_to_undo_and_its_answer_are_heard(plain: TestClient, ears: Ears) -> None:
    table = held(plain)
    first = table.state()["decision"]["seat"]
    other = "red" if first == "blue" else "blue"
    table.play(first, "done")
    table.play(other, "done")
    table.ask(first, "POST", "/undo", {"version": 3, "ask": True})
    asked = ears.heard[-1]
    assert (asked.done, asked.before, asked.after) == ("ask", first, first)
    assert asked.asked is not None
    assert asked.asked.seat == first
    table.ask(other, "POST", "/undo/answer", {"version": 4, "answer": "grant"})
    undone = ears.heard[-1]
    assert (undone.done, undone.asked, undone.before, undone.after) == ("undo", None, first, first)
    table.ask(first, "POST", "/redo", {"version": 5})
    assert (ears.heard[-1].done, ears.heard[-1].after) == ("redo", other)
    table.ask(first, "POST", "/undo", {"version": 6, "ask": True})
    assert (ears.heard[-1].done, ears.heard[-1].after) == ("undo", first)
    assert [one.line.seat for one in ears.lines] == ["", ""]


def test_a_chat_message_is_heard_with_its_seat(plain: TestClient, ears: Ears) -> None:
    table = held(plain)
    table.ask("red", "POST", "/chat", {"text": "Good luck"})
    assert [(one.match, one.line.seat, one.line.text) for one in ears.lines] == [
        (table.path.rpartition("/")[2], "red", "Good luck")
    ]


def test_the_player_turns_of_a_game_are_heard(plain: TestClient, ears: Ears) -> None:
    table = held(plain)
    table.finish()
    lengths = [len(one.parts) for one in ears.heard]
    assert lengths == sorted(lengths)
    assert ears.heard[-1].parts == ("",) * (table.state()["parts"] - 1)


@pytest.mark.parametrize(
    ("begun", "turns"),
    [
        ([Begun(0, 0, 0)], ()),
        ([Begun(0, 0, 0), Begun(1, 2, 1), Begun(2, 9, 2)], ("", "")),
        ([Begun(0, 0, 1), Begun(1, 28, 1, "axis"), Begun(2, 48, 1, "soviet")], ("axis", "soviet")),
        # Two formations of each side in turn are one player turn of each.
        ([Begun(n, n, 1, seat) for n, seat in enumerate(("axis", "soviet", "axis", "soviet"))], ("axis", "soviet")),
        ([Begun(n, n, turn, "axis") for n, turn in enumerate((1, 1, 2))], ("axis", "axis")),
    ],
)
def test_the_set_up_is_no_player_turn(begun: list[Begun], turns: tuple[str, ...]) -> None:
    assert player_turns(begun) == turns


def test_an_error_of_a_listener_undoes_the_change(plain: TestClient, ears: Ears) -> None:
    table = held(plain)
    first = table.state()["decision"]["seat"]
    ears.fails = True
    assert table.act(first, "done").status_code == 503
    ears.fails = False
    assert table.state()["version"] == 1
    table.play(first, "done")
    assert ears.versions == [1, 2, 2]


def test_nobody_hears_of_a_change_that_came_too_late(address: str, tiny: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with TestClient(create_app(address), base_url=HOME) as one, TestClient(create_app(address), base_url=HOME) as two:
        state = begun(one, tiny)
        path, wanted = f"/api/matches/{state['id']}", {"text": "rest", "version": 1}
        assert two.get(path).status_code == 200
        ears = Ears(two)
        assert one.post(f"{path}/actions", json=wanted).status_code == 200
        with monkeypatch.context() as patch:
            patch.setattr(Matches, "version", lambda *_: 1)
            assert two.post(f"{path}/actions", json=wanted).status_code == 409
        assert ears.heard == []


def test_without_listeners_nothing_is_collected(plain: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("mamayev.server.rooms.Happened", None)
    table = Table(plain, begun(plain, GAME, held=True))
    table.play(table.state()["decision"]["seat"], "done")
