"""Every open tab follows the match."""

import pytest
from starlette.testclient import TestClient, WebSocketDenialResponse
from starlette.websockets import WebSocketDisconnect
from websockets.extensions.permessage_deflate import PerMessageDeflate
from websockets.frames import Frame, Opcode

from mamayev.server.sockets import Sharing, compressed

from .conftest import New, played

SOCKETS = "ws://127.0.0.1:8642/api/matches"


def test_two_tabs_follow_one_game(client: TestClient, new: New) -> None:
    state = new()
    live = f"{SOCKETS}/{state['id']}/live"
    with client.websocket_connect(live) as one, client.websocket_connect(f"{live}?seat=south") as two:
        first = one.receive_json()
        assert first == {"version": 1, "state": state}
        assert two.receive_json()["state"]["viewer"] == "south"
        after = played(client, state, "rest")
        assert one.receive_json() == {"version": 2, "state": after}
        message = two.receive_json()
        assert (message["version"], message["state"]["picture"]) == (2, after["picture"])
        assert [e["kind"] for e in message["state"]["events"]] == ["chose", "card", "track", "step"]
        client.patch(f"/api/matches/{state['id']}", json={"name": "Renamed"})
        assert one.receive_json()["state"]["name"] == "Renamed"


def test_a_tab_sees_bots_play_action_by_action(client: TestClient, new: New) -> None:
    state = new()
    with client.websocket_connect(f"{SOCKETS}/{state['id']}/live") as tab:
        tab.receive_json()
        client.patch(f"/api/matches/{state['id']}", json={"seats": {"north": "eager", "south": "eager"}})
        versions = [tab.receive_json()["version"] for _ in range(7)]
    assert versions == [2, 3, 4, 5, 6, 7, 8]


def test_a_closed_tab_is_forgotten_and_the_others_go_on(client: TestClient, new: New) -> None:
    state = new()
    live = f"{SOCKETS}/{state['id']}/live"
    with client.websocket_connect(live) as stays:
        stays.receive_json()
        with client.websocket_connect(live) as goes:
            goes.receive_json()
            goes.send_text("whatever a tab says is not listened to")
        played(client, state, "rest")
        assert stays.receive_json()["version"] == 2


def test_a_deleted_game_closes_its_tabs(client: TestClient, new: New) -> None:
    state = new()
    with client.websocket_connect(f"{SOCKETS}/{state['id']}/live") as tab:
        tab.receive_json()
        client.delete(f"/api/matches/{state['id']}")
        with pytest.raises(WebSocketDisconnect) as closed:
            tab.receive_json()
    assert closed.value.code == 1001


@pytest.mark.parametrize(("match", "status"), [("0123456789abcdef/live", 404), ("nonsense/live", 404)])
def test_a_tab_of_no_game_is_turned_away(client: TestClient, match: str, status: int) -> None:
    with pytest.raises(WebSocketDenialResponse) as denied, client.websocket_connect(f"{SOCKETS}/{match}"):
        pytest.fail("the socket was accepted")
    assert denied.value.status_code == status
    assert denied.value.json() == {"error": "There is no such game."}


def test_a_tab_of_no_seat_is_turned_away(client: TestClient, new: New) -> None:
    live = f"{SOCKETS}/{new()['id']}/live?seat=east"
    with pytest.raises(WebSocketDenialResponse) as denied, client.websocket_connect(live):
        pytest.fail("the socket was accepted")
    assert (denied.value.status_code, denied.value.json()["field"]) == (422, "seat")


@pytest.mark.parametrize(
    "headers",
    [{"origin": "http://evil.example"}, {"sec-fetch-site": "cross-site"}, {"host": "evil.example:8642"}],
)
def test_another_site_s_page_cannot_follow(client: TestClient, new: New, headers: dict[str, str]) -> None:
    live = f"{SOCKETS}/{new()['id']}/live"
    with pytest.raises(WebSocketDisconnect), client.websocket_connect(live, headers=headers):
        pytest.fail("the socket was accepted")


def test_our_own_page_can_follow(client: TestClient, new: New) -> None:
    live = f"{SOCKETS}/{new()['id']}/live"
    headers = {"origin": "http://127.0.0.1:8642", "sec-fetch-site": "same-origin"}
    with client.websocket_connect(live, headers=headers) as tab:
        assert tab.receive_json()["version"] == 1


def test_a_message_is_compressed_once_for_all_tabs_and_each_can_read_it() -> None:
    sharing = Sharing(server_no_context_takeover=True, server_max_window_bits=12, client_max_window_bits=12)
    compressed.cache_clear()
    for bits in (None, "9", "12", "12"):
        _, ours = sharing.process_request_params([] if bits is None else [("server_max_window_bits", bits)], [])
        theirs = PerMessageDeflate(True, False, int(bits or 12), 15)
        for number in range(3):
            message = f"{number} {'a hex and its units ' * 900}".encode()
            sent = ours.encode(Frame(Opcode.TEXT, message))
            assert len(sent.data) < len(message) / 10
            assert bytes(theirs.decode(sent).data) == message
    assert compressed.cache_info().misses == 6
