"""Seats that accounts hold, the lists of a club, and who may see and delete which games."""

from typing import Any

import pytest
import sqlalchemy as sa
from starlette.testclient import WebSocketDenialResponse
from starlette.websockets import WebSocketDisconnect

from mamayev.server.clock import ago
from mamayev.server.club import seats
from mamayev.server.store.tables import MATCHES

from .conftest import ADDRESS, Browser, another

Json = dict[str, Any]
GAME = "skirmish"
SOCKETS = ADDRESS.replace("https", "wss") + "/api/matches"


def begin(browser: Browser, **wanted: Any) -> Json:
    """A private game with its keys."""
    state: Json = browser.done("POST", "matches", {"game": GAME, "seed": 3, "held": True, **wanted})
    return state


def keep(browser: Browser, state: Json, seat: str) -> Json:
    kept: Json = browser.done("PUT", f"club/games/{state['id']}/seat", key=state["keys"][seat])
    return kept


def viewer(browser: Browser, state: Json, **more: Any) -> str | None:
    """The seat that a browser has in a game."""
    found: str | None = browser.done("GET", f"matches/{state['id']}", **more).get("viewer")
    return found


def ids(rows: list[Json]) -> list[str]:
    return [row["game"]["id"] for row in rows]


@pytest.fixture
def marta(browser: Browser) -> Browser:
    browser.join("Marta K")
    return browser


@pytest.fixture
def jaro(marta: Browser) -> Browser:
    other = another(marta)
    other.join("Jaro R")
    return other


def test_a_new_device_brings_back_all_seats(marta: Browser) -> None:
    games = [begin(marta) for _ in range(3)]
    for game in games:
        assert keep(marta, game, "red") == {"seats": ["red"], "sight": "unlisted", "muted": False, "without": []}
    assert viewer(another(marta), games[0]) is None
    new = another(marta)
    new.device = marta.device
    new.sign_in()
    assert [viewer(new, game) for game in games] == ["red"] * 3
    assert set(ids(new.done("GET", "club/games")["mine"])) == {game["id"] for game in games}
    assert {card["id"] for card in new.done("GET", "matches")} == {game["id"] for game in games}


def test_one_statement_finds_the_session_and_its_rights(marta: Browser) -> None:
    """Every request by an account asks for them, so they cost one connection and one statement of the club."""
    game = begin(marta)
    keep(marta, game, "blue")
    club = marta.client.app.state.parts.access  # type: ignore[attr-defined]
    asked: list[str] = []

    def note(*arguments: Any) -> None:
        asked.append(arguments[2])

    sa.event.listen(club.store.database.engine, "before_cursor_execute", note)
    assert viewer(marta, game) == "blue"
    sa.event.remove(club.store.database.engine, "before_cursor_execute", note)
    assert sum("club_" in one for one in asked if one.startswith("SELECT")) == 1, asked


def test_a_held_seat_plays_and_its_tab_follows(marta: Browser) -> None:
    game = begin(marta)
    keep(marta, game, "blue")
    headers = {"origin": ADDRESS}
    with marta.client.websocket_connect(f"{SOCKETS}/{game['id']}/live", headers=headers) as tab:
        tab.send_json({"key": None})
        assert tab.receive_json()["state"]["viewer"] == "blue"
        body = {"text": "done", "version": game["version"]}
        assert marta.done("POST", f"matches/{game['id']}/actions", body)["viewer"] == "blue"
        assert tab.receive_json()["state"]["viewer"] == "blue"


def test_a_tab_that_names_no_origin_has_no_account(marta: Browser) -> None:
    game = begin(marta)
    keep(marta, game, "blue")
    del marta.client.headers["origin"]
    with marta.client.websocket_connect(f"{SOCKETS}/{game['id']}/live") as tab:
        tab.send_json({"key": None})
        assert "viewer" not in tab.receive_json()["state"]


@pytest.mark.parametrize("how", ["club/sign-out", "club/me/sessions"])
def test_a_session_that_ends_takes_its_tabs_with_it(marta: Browser, how: str) -> None:
    game = begin(marta)
    keep(marta, game, "blue")
    new = another(marta)
    new.device = marta.device
    new.sign_in()
    with new.client.websocket_connect(f"{SOCKETS}/{game['id']}/live", headers={"origin": ADDRESS}) as tab:
        tab.send_json({"key": None})
        assert tab.receive_json()["state"]["viewer"] == "blue"
        (new.done("POST", how) if how.endswith("out") else marta.done("DELETE", how))
        with pytest.raises(WebSocketDisconnect) as closed:
            tab.receive_json()
    assert (closed.value.code, closed.value.reason) == (1008, "You have signed out on this device.")


def test_a_key_decides_also_for_a_member(marta: Browser) -> None:
    game = begin(marta)
    keep(marta, game, "blue")
    assert viewer(marta, game, key=game["keys"]["red"]) == "red"
    assert marta.ask("GET", f"matches/{game['id']}", key="wrong").status_code == 403
    # A key of another seat does not become a seat of the account by itself.
    assert viewer(marta, game) == "blue"


def test_a_member_with_both_seats_names_one(marta: Browser) -> None:
    game = begin(marta)
    for seat in ("red", "blue"):
        keep(marta, game, seat)
    path = f"matches/{game['id']}"
    assert marta.done("GET", path)["viewer"] == "blue"
    assert marta.done("GET", f"{path}?seat=red")["viewer"] == "red"
    assert "viewer" not in marta.done("GET", f"{path}?seat=*")
    with marta.client.websocket_connect(f"{SOCKETS}/{game['id']}/live?seat=red", headers={"origin": ADDRESS}) as tab:
        tab.send_json({"key": None})
        assert tab.receive_json()["state"]["viewer"] == "red"


def test_an_account_holds_its_own_seats_alone(marta: Browser, jaro: Browser) -> None:
    game = begin(marta)
    keep(marta, game, "blue")
    keep(jaro, game, "red")
    assert (viewer(marta, game), viewer(jaro, game)) == ("blue", "red")
    assert jaro.refused("GET", f"matches/{game['id']}?seat=blue") == "Your account does not hold this seat."
    visitor = another(marta)
    assert viewer(visitor, game) is None
    assert "have keys" in visitor.refused("GET", f"matches/{game['id']}?seat=blue")
    body = {"text": "done", "version": game["version"]}
    for path, sent in (("actions", body), ("chat", {"text": "hello"}), ("resign", {"version": game["version"]})):
        assert visitor.ask("POST", f"matches/{game['id']}/{path}", sent).status_code == 403
    rows = marta.done("GET", "club/games")["mine"]
    assert rows[0]["players"] == {"blue": [{"name": "Marta K", "me": True}], "red": [{"name": "Jaro R"}]}


def test_keeping_a_seat_asks_for_its_key(marta: Browser) -> None:
    game, open_table = begin(marta), begin(marta, held=False)
    path = f"club/games/{game['id']}/seat"
    assert marta.refused("PUT", path) == "Provide the key of the seat that you want to keep."
    assert marta.ask("PUT", path, key="wrong").status_code == 403
    assert "no seats to keep" in marta.refused("PUT", f"club/games/{open_table['id']}/seat", key="any")
    assert marta.ask("PUT", "club/games/0123456789abcdef/seat", key="any").status_code == 404
    assert another(marta).refused("PUT", path, key=game["keys"]["red"]) == "Sign in first."
    keep(marta, game, "red")
    assert keep(marta, game, "red")["seats"] == ["red"]
    marta.done("DELETE", path, key=game["keys"]["red"])
    assert viewer(marta, game) is None
    assert marta.ask("DELETE", path, key=game["keys"]["red"]).status_code == 404


def test_my_games_come_with_my_turn_first(marta: Browser, jaro: Browser) -> None:
    games = [begin(marta) for _ in range(3)]
    for game, seat in zip(games, ("red", "blue", "red"), strict=True):
        keep(marta, game, seat)
    rows = marta.done("GET", "club/games")["mine"]
    assert (ids(rows)[0], [row["turn"] for row in rows]) == (games[1]["id"], [True, False, False])
    lists = jaro.done("GET", "club/games")
    assert [lists[name] for name in ("mine", "watch", "finished")] == [[], [], []]


def test_nobody_lists_or_deletes_what_is_not_theirs(marta: Browser, jaro: Browser) -> None:
    mine, held = begin(marta, held=False), begin(marta)
    keep(marta, held, "blue")
    visitor = another(marta)
    free = begin(visitor, held=False)
    for other in (jaro, visitor):
        assert other.done("GET", "matches") == []
        assert other.done("GET", "club/games")["mine"] == []
        for game in (mine, held, free):
            for method, path in (("DELETE", ""), ("POST", "/restore")):
                assert other.ask(method, f"matches/{game['id']}{path}").status_code == 403, path
    assert marta.ask("DELETE", f"matches/{free['id']}").status_code == 403
    assert marta.ask("DELETE", f"matches/{mine['id']}").status_code == 204
    assert jaro.ask("POST", f"matches/{mine['id']}/restore").status_code == 403
    assert marta.ask("POST", f"matches/{mine['id']}/restore").status_code == 200


def test_an_open_table_is_its_member_s_to_play_at(marta: Browser, jaro: Browser) -> None:
    game = begin(marta, held=False)
    path = f"matches/{game['id']}"
    body = {"text": "done", "version": game["version"]}
    assert "private" in jaro.refused("GET", path)
    assert "private" in jaro.refused("POST", f"{path}/actions", body)
    with pytest.raises(WebSocketDenialResponse):
        jaro.client.websocket_connect(f"{SOCKETS}/{game['id']}/live", headers={"origin": ADDRESS}).__enter__()
    assert marta.done("GET", path)["viewer"] == "blue"
    marta.done("PUT", f"club/games/{game['id']}/sight", {"sight": "public"})
    assert viewer(jaro, game) is None
    for method, rest, sent in (
        ("POST", "/actions", body),
        ("PATCH", "", {"name": "Mine"}),
        ("POST", "/undo", {"version": game["version"]}),
        ("GET", "?seat=red", None),
        ("DELETE", "", None),
    ):
        assert jaro.ask(method, path + rest, sent).status_code == 403, rest
    assert marta.done("POST", f"{path}/actions", body)["version"] == game["version"] + 1


def test_a_visitor_s_table_is_open_to_everyone_with_its_address(marta: Browser) -> None:
    game = begin(another(marta), held=False)
    body = {"text": "done", "version": game["version"]}
    assert marta.done("POST", f"matches/{game['id']}/actions", body)["version"] == 2
    assert "started this table" in marta.refused("PUT", f"club/games/{game['id']}/sight", {"sight": "public"})


def test_private_unlisted_and_public(marta: Browser, jaro: Browser) -> None:
    game = begin(marta)
    keep(marta, game, "blue")
    visitor = another(marta)
    sight = f"club/games/{game['id']}/sight"
    assert jaro.ask("PUT", sight, {"sight": "public"}).status_code == 403
    assert visitor.refused("PUT", sight, {"sight": "public"}) == "Sign in first."
    assert viewer(visitor, game) is None
    assert visitor.done("GET", "club/games")["watch"] == []
    marta.done("PUT", sight, {"sight": "private"})
    for path in ("", "/log", "/scene", "/record", "/thumbnail", "/company"):
        assert visitor.ask("GET", f"matches/{game['id']}{path}").status_code == 403, path
    assert visitor.ask("GET", f"club/games/{game['id']}/seat").status_code == 403
    assert viewer(visitor, game, key=game["keys"]["red"]) == "red"
    assert viewer(marta, game) == "blue"
    assert marta.done("PUT", sight, {"sight": "public"}) == {
        "seats": ["blue"],
        "sight": "public",
        "muted": False,
        "without": [],
    }
    for other in (visitor, jaro):
        rows = other.done("GET", "club/games")["watch"]
        assert (ids(rows), rows[0]["sight"], rows[0]["mine"]) == ([game["id"]], "public", [])
        assert rows[0]["players"] == {"blue": [{"name": "Marta K"}]}
    assert marta.done("GET", "club/games")["watch"] == []


def test_what_is_hidden_stays_hidden_from_spectators(marta: Browser, jaro: Browser) -> None:
    game = begin(marta)
    keep(marta, game, "blue")
    marta.done("PUT", f"club/games/{game['id']}/sight", {"sight": "public"})
    seen = jaro.done("GET", f"matches/{game['id']}")["picture"]["pieces"]
    assert {piece["id"] for piece in seen if piece.get("hidden")} == {"?blue", "?red"}
    assert jaro.ask("GET", f"matches/{game['id']}/record").status_code == 403


def test_finished_public_games_have_a_list(marta: Browser, jaro: Browser) -> None:
    game = begin(marta)
    keep(marta, game, "blue")
    marta.done("PUT", f"club/games/{game['id']}/sight", {"sight": "public"})
    marta.done("POST", f"matches/{game['id']}/resign", {"version": game["version"]})
    assert ids(jaro.done("GET", "club/games")["finished"]) == [game["id"]]
    assert jaro.done("GET", "club/games")["watch"] == []
    assert jaro.ask("DELETE", f"matches/{game['id']}").status_code == 403


def test_a_member_s_branch_is_their_own(marta: Browser, jaro: Browser) -> None:
    game = begin(marta, held=False)
    branch = marta.done("POST", f"matches/{game['id']}/branch", {"ply": 0})
    assert {card["id"] for card in marta.done("GET", "matches")} == {game["id"], branch["id"]}
    assert "private" in jaro.refused("GET", f"matches/{branch['id']}")


def test_a_turn_by_mail_goes_on_at_the_sender_s_own_table_alone(marta: Browser, jaro: Browser, tiny: str) -> None:
    game = begin(marta, game=tiny, held=False)
    record = marta.done("GET", f"matches/{game['id']}/record")
    marta.done("POST", f"matches/{game['id']}/actions", {"text": "rest", "version": game["version"]})
    later = marta.done("GET", f"matches/{game['id']}/record")
    assert record != later
    assert jaro.done("POST", "mail", later)["outcome"] == "begun"
    assert marta.done("POST", "mail", later)["outcome"] == "known"
    assert ids(jaro.done("GET", "club/games")["mine"]) != ids(marta.done("GET", "club/games")["mine"])


def test_unused_open_tables_of_visitors_are_deleted(marta: Browser) -> None:
    """After the days of club.toml. Those of members stay, and private games, and what was used since."""
    club = marta.client.app.state.parts.access  # type: ignore[attr-defined]
    visitor = another(marta)
    games = {
        "unused": begin(visitor, held=False),
        "used": begin(visitor, held=False),
        "private": begin(visitor),
        "a member's": begin(marta, held=False),
    }
    old = {"updated": ago(366 * 86400)}
    for name in ("unused", "private", "a member's"):
        here = MATCHES.c.id == games[name]["id"]
        club.write(lambda connection, here=here: connection.execute(sa.update(MATCHES).where(here).values(old)))
    club.write(lambda connection: seats.purge(connection, club.settings.retention.tables))
    there = club.read(lambda connection: connection.execute(sa.select(MATCHES.c.id, MATCHES.c.deleted_at)).all())
    deleted = {match_id for match_id, deleted_at in there if deleted_at is not None}
    assert deleted == {games["unused"]["id"]}
