"""A club on two servers with one database."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from mamayev.server.app import create_app

from .conftest import ADDRESS, AGENT, Browser, Opens
from .sink import Sink
from .test_seats import SOCKETS, begin, keep


@pytest.fixture
def both(opens: Opens, club_file: Path, sink: Sink, address: str) -> Iterator[tuple[Browser, Browser]]:
    """A browser of a member at each server, with sessions of their own."""
    here = opens()
    here.join("Marta K")
    app = create_app(address, club=club_file, bot_pause=0.01, reply_pause=0.01)
    headers = {"origin": ADDRESS, "user-agent": AGENT}
    with TestClient(app, base_url=ADDRESS, headers=headers) as client:
        there = Browser(client, sink)
        there.device = here.device
        there.sign_in()
        yield here, there


def test_a_session_that_ends_here_closes_its_tabs_on_another_server(both: tuple[Browser, Browser]) -> None:
    here, there = both
    game = begin(here)
    keep(here, game, "blue")
    with there.client.websocket_connect(f"{SOCKETS}/{game['id']}/live", headers={"origin": ADDRESS}) as tab:
        tab.send_json({"key": None})
        assert tab.receive_json()["state"]["viewer"] == "blue"
        here.done("DELETE", "club/me/sessions")
        with pytest.raises(WebSocketDisconnect) as closed:
            tab.receive_json()
        assert closed.value.reason == "You have signed out on this device."
