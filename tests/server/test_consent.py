"""Nothing that another key's holder has played is taken back without him, whoever plays his seat now."""

from collections.abc import Iterator

import pytest
from starlette.testclient import TestClient

from mamayev.server.app import create_app

from .conftest import HOME, Json
from .test_company import answered, asked
from .test_held import Table, held


@pytest.fixture
def plain(address: str) -> Iterator[TestClient]:
    """Bots think long, so that nothing happens but what is asked for."""
    with TestClient(create_app(address, bot_pause=60), base_url=HOME) as client:
        yield client


@pytest.fixture
def gone_on(plain: TestClient) -> Table:
    """A match in which Blue and then Red has decided, and Blue is asked."""
    table = held(plain)
    for seat, text in (("blue", "move blue-rifles 0201"), ("blue", "done"), ("red", "done")):
        table.play(seat, text)
    return table


def seated(table: Table, **players: str) -> None:
    """Each holder gives his seat to a player."""
    for seat, player in players.items():
        assert table.ask(seat, "PATCH", "", {"seats": {seat: player}}).status_code == 200


def back(table: Table, seat: str, **wanted: object) -> int:
    """What taking back is answered."""
    status: int = table.ask(seat, "POST", "/undo", {"version": table.state()["version"], **wanted}).status_code
    return status


WAYS: list[Json] = [{}, {"practice": True}, {"to": 0}, {"to": 0, "practice": True}, {"to": 3, "practice": True}]


@pytest.mark.parametrize("wanted", WAYS, ids=str)
@pytest.mark.parametrize(
    "bots",
    [{"blue": "random"}, {"red": "random"}, {"blue": "random", "red": "random"}],
    ids=lambda bots: "+".join(bots),
)
def test_a_bot_on_a_held_seat_takes_back_nothing_of_the_other_side_s(
    gone_on: Table, bots: dict[str, str], wanted: Json
) -> None:
    plies = gone_on.state()["plies"]
    for players in (bots, dict.fromkeys(bots, "human")):
        seated(gone_on, **players)
        assert back(gone_on, "blue", **wanted) == 409
        assert gone_on.state()["plies"] == plies


def test_who_plays_a_seat_changes_nothing_about_whose_consent_it_takes(gone_on: Table) -> None:
    before = gone_on.state("red")["undo"], gone_on.state("blue")["undo"]
    seated(gone_on, blue="random")
    assert (gone_on.state("red")["undo"], gone_on.state("blue")["undo"]) == before
    assert back(gone_on, "blue", practice=True, to=0) == 409
    seated(gone_on, blue="human", red="random")
    state = asked(gone_on, "blue").json()
    assert state["asked"]["seat"] == "blue"
    assert state["plies"] == 5, "a bot that plays Red's seat does not agree for him"
    assert answered(gone_on, "red", "grant").json()["plies"] == 3


def test_a_seat_that_changes_hands_while_something_is_asked_answers_by_its_key(gone_on: Table) -> None:
    asked(gone_on, "blue")
    for player in ("random", "human", "random"):
        seated(gone_on, red=player, blue=player)
        assert gone_on.state()["asked"]["agreed"] == []
    assert answered(gone_on, "blue", "grant").status_code == 409
    assert gone_on.state()["plies"] == 5
    assert answered(gone_on, "red", "grant").json()["plies"] == 3


def test_one_s_own_bot_is_taken_back_only_as_far_as_one_s_own_decision(address: str) -> None:
    with TestClient(create_app(address, bot_pause=0), base_url=HOME) as client:
        table = held(client)
        table.play("blue", "done")
        table.play("red", "done")
        decided = table.state()["plies"]
        seated(table, blue="random")
        while (state := table.state())["decision"]["seat"] != "red" and not state["over"]:
            continue
        back(table, "blue", practice=True)
        back(table, "blue", practice=True, to=0)
        assert table.state()["plies"] >= decided


def test_a_player_who_waits_cannot_keep_the_other_from_acting(plain: TestClient) -> None:
    """Each change is a new version, and an action for an older one is refused."""
    table = held(plain)
    table.play("blue", "done")
    names = [table.ask("blue", "PATCH", "", {"name": f"Game {number}"}).status_code for number in range(22)]
    assert names == [200] * 20 + [429] * 2
    table.play("red", "done")


def test_a_turn_is_taken_back_from_the_other_a_few_times_a_minute(plain: TestClient) -> None:
    table = held(plain)
    answers = []
    for _ in range(8):
        table.play("blue", "done")
        answers.append(back(table, "blue"))
        if answers[-1] != 200:
            break
    assert answers == [200] * 6 + [429]
    table.play("red", "done")


def test_a_player_takes_own_moves_back_without_a_limit(plain: TestClient) -> None:
    table = held(plain)
    for _ in range(10):
        table.play("blue", "move blue-rifles 0201")
        assert back(table, "blue") == 200
