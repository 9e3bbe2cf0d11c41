"""Open lobbies get their lists when they change, how many members are here, and nothing else."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from starlette.testclient import TestClient, WebSocketTestSession
from starlette.websockets import WebSocketDisconnect

from mamayev.server.app import create_app
from mamayev.server.club import lobby

from .conftest import ADDRESS, AGENT, Browser, Json, Opens
from .sink import Sink
from .test_seats import SOCKETS, begin, keep

LIVE = f"{ADDRESS.replace('http', 'ws')}/api/club/live"


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """What happens is told without a pause, and again without a change."""
    for name in ("LOOK_SECONDS", "LEAST_SECONDS"):
        monkeypatch.setattr(lobby, name, 0.05)


@contextmanager
def entered(who: Browser) -> Iterator[WebSocketTestSession]:
    """The lobby in a browser."""
    with who.client.websocket_connect(LIVE, headers={"origin": ADDRESS}) as page:
        yield page


def until_lists(page: WebSocketTestSession, wanted: int) -> Json:
    """The next lists with this number of own games."""
    while True:
        lists = page.receive_json().get("lists")
        if lists is not None and len(lists["mine"]) == wanted:
            found: Json = lists
            return found


def until_here(page: WebSocketTestSession, here: int, members: int) -> None:
    while True:
        news = page.receive_json()
        if (news["here"], news["members"]) == (here, members):
            return


def test_a_lobby_gets_its_lists_and_each_change_of_them(opens: Opens) -> None:
    marta = opens()
    marta.join("Marta K")
    with entered(marta) as page:
        lists = until_lists(page, 0)
        assert {key: lists[key] for key in ("mine", "watch", "finished")} == {"mine": [], "watch": [], "finished": []}
        game = begin(marta)
        keep(marta, game, "blue")
        [row] = until_lists(page, 1)["mine"]
        assert row["game"]["id"] == game["id"]
        lists = marta.done("GET", "club/games")
        assert lists["mine"] == [row]


def test_a_lobby_says_how_many_members_are_here(opens: Opens) -> None:
    marta, jan, guest = opens(), opens(), opens()
    marta.join("Marta K")
    with entered(marta) as page:
        until_here(page, 1, 1)
        jan.join("Jan Novak")
        until_here(page, 1, 2)
        with entered(jan), entered(jan), entered(guest):
            until_here(page, 2, 2)
        until_here(page, 1, 2)


def test_a_lobby_hears_nothing_of_private_games_of_others(opens: Opens) -> None:
    """The next message after a private game of two others is about something else."""
    marta, jan = opens(), opens()
    marta.join("Marta K")
    jan.join("Jan Novak")
    with entered(marta) as page:
        until_here(page, 1, 2)
        game = begin(jan)
        keep(jan, game, "blue")
        jan.done("PATCH", f"matches/{game['id']}", {"name": "Nobody knows"})
        with entered(jan) as other:
            assert len(until_lists(other, 1)["mine"]) == 1
            news = page.receive_json()
            assert (news["here"], "lists" in news) == (2, False)


def test_a_public_game_and_a_challenge_appear(opens: Opens) -> None:
    marta, jan = opens(), opens()
    marta.join("Marta K")
    jan.join("Jan Novak")
    with entered(marta) as page:
        until_lists(page, 0)
        game = begin(jan)
        keep(jan, game, "blue")
        jan.done("PUT", f"club/games/{game['id']}/sight", {"sight": "public"})
        assert [row["game"]["id"] for row in until_lists(page, 0)["watch"]] == [game["id"]]


def test_a_lobby_ends_with_its_session(opens: Opens) -> None:
    marta = opens()
    marta.join("Marta K")
    with entered(marta) as page:
        page.receive_json()
        marta.done("POST", "club/sign-out")
        with pytest.raises(WebSocketDisconnect) as closed:
            until_lists(page, -1)
        assert closed.value.reason == "You have signed out on this device."


def test_a_lobby_and_a_table_end_with_their_deleted_member(opens: Opens) -> None:
    marta = opens()
    marta.join("Marta K")
    game = begin(marta)
    keep(marta, game, "blue")
    table = f"{SOCKETS}/{game['id']}/live"
    with entered(marta) as page, marta.client.websocket_connect(table, headers={"origin": ADDRESS}) as tab:
        tab.send_json({"key": None})
        tab.receive_json()
        marta.done("DELETE", "club/me")
        for socket in (page, tab):
            with pytest.raises(WebSocketDisconnect) as closed:
                until_lists(socket, -1)
            assert closed.value.reason.startswith("Your account is deleted.")


def test_a_page_of_another_site_is_refused(opens: Opens) -> None:
    marta = opens()
    marta.join("Marta K")
    headers = {"origin": "https://evil.example.org"}
    with pytest.raises(WebSocketDisconnect), marta.client.websocket_connect(LIVE, headers=headers):
        pass


def test_two_servers_agree_who_is_here(opens: Opens, club_file: Path, sink: Sink, address: str) -> None:
    marta = opens()
    marta.join("Marta K")
    app = create_app(address, club=club_file)
    headers = {"origin": ADDRESS, "user-agent": AGENT}
    with TestClient(app, base_url=ADDRESS, headers=headers) as client, entered(marta) as page:
        jan = Browser(client, sink)
        jan.join("Jan Novak")
        with entered(jan) as other:
            until_here(page, 2, 2)
            until_here(other, 2, 2)
            game = begin(jan)
            keep(jan, game, "blue")
            jan.done("PUT", f"club/games/{game['id']}/sight", {"sight": "public"})
            while not (lists := page.receive_json().get("lists")) or not lists["watch"]:
                pass
