"""Whatever is sent, the answer is a refusal with a reason, never a failure of the server."""

import json
from typing import Any

import pytest
from starlette.testclient import TestClient

from .conftest import New

BODIES: dict[str, bytes] = {
    "nothing": b"",
    "no JSON": b"{",
    "a list": b"[]",
    "null": b"null",
    "a number": b"7",
    "a text": b'"text"',
    "a huge int": b'{"version": ' + b"9" * 300 + b', "ply": ' + b"9" * 300 + b', "seed": ' + b"9" * 300 + b"}",
    "more digits than Python reads": b'{"version": ' + b"9" * 5000 + b"}",
    "NaN": b'{"version": NaN, "ply": NaN, "seed": NaN, "name": NaN}',
    "Infinity": b'{"version": Infinity, "ply": -Infinity}',
    "a float": b'{"version": 1.5, "ply": 1e400}',
    "true for a number": b'{"version": true, "ply": true, "text": "rest"}',
    "a surrogate": b'{"text": "\\ud800", "name": "\\udfff", "game": "\\ud800", "version": 1, "bot": "\\ud800"}',
    "no UTF-8": b'{"text": "\xff\xfe", "version": 1}',
    "deep nesting": b"[" * 30_000,
    "a nested body": b'{"text": ' + b'{"a":' * 500 + b"1" + b"}" * 500 + b"}",
    "a key twice": b'{"version": 1, "version": "x", "ply": 0, "ply": "x", "text": "rest", "name": 7}',
    "a long text": b'{"text": "' + b"x" * 60_000 + b'", "version": 1}',
    "long words": b'{"game": "tiny", "dice": "%s", "version": 1, "ply": 0, "verb": "%s"}' % (b"x" * 5000, b"x" * 5000),
    "an unknown field": b'{"version": 1, "ply": 0, "text": "rest", "game": "tiny", "admin": true}',
    "a field named with a surrogate": b'{"\\ud800": 1, "version": 1}',
}
CALLS = [
    ("POST", "/api/matches"),
    ("POST", "/api/records"),
    ("POST", "/api/mail"),
    ("PATCH", "/api/matches/{id}"),
    ("POST", "/api/matches/{id}/actions"),
    ("POST", "/api/matches/{id}/undo"),
    ("POST", "/api/matches/{id}/redo"),
    ("POST", "/api/matches/{id}/why"),
    ("POST", "/api/matches/{id}/branch"),
]


def test_no_body_breaks_the_server(client: TestClient, new: New) -> None:
    state = new()
    for name, body in BODIES.items():
        for method, path in CALLS:
            answer = client.request(
                method, path.format(id=state["id"]), content=body, headers={"content-type": "application/json"}
            )
            assert answer.status_code == 422, (name, path, answer.text)
            assert answer.json()["error"], (name, path)
            assert len(answer.text) < 500, (name, path)  # what was sent does not come back whole
        assert client.get(f"/api/matches/{state['id']}").json() == state, name


@pytest.mark.parametrize("word", ["x" * 5000, "a word " * 700], ids=["one word", "many words"])
def test_a_long_word_in_a_saved_game_does_not_come_back_whole(client: TestClient, new: New, word: str) -> None:
    record = client.get(f"/api/matches/{new()['id']}/record").json()
    del record["checksum"]
    texts = ("game", "rules", "edition", "dice", "lesson", "resigned", "components", word)
    tables = ("options", "start", "components")
    lists = ("log", "practice", "together", "earlier", "differs")
    wrongs: list[tuple[tuple[str, ...], Any]] = [(texts, word), (tables, {word: word}), (lists, [word])]
    for name, wrong in [(name, wrong) for names, wrong in wrongs for name in names]:
        answer = client.post("/api/records", json={**record, name: wrong})
        assert answer.status_code == 422, (name, answer.text)
        assert len(answer.text) < 1000, (name, answer.text)
    refusal = client.post("/api/records", json={**record, "edition": word})
    assert "“edition” has more than 200 characters" in refusal.json()["error"]


def test_a_long_name_of_the_server_does_not_come_back_whole(client: TestClient) -> None:
    answer = client.get("/api/games", headers={"host": "x" * 5000})
    assert (answer.status_code, len(answer.text) < 1000) == (403, True), answer.text
    assert answer.json()["error"].endswith("start the server with --allow-host.")


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""])
def test_a_form_of_another_page_is_no_request(client: TestClient, tiny: str, kind: str) -> None:
    body = json.dumps({"game": tiny}).encode()
    assert client.post("/api/matches", content=body, headers={"content-type": kind}).status_code == 422


@pytest.mark.parametrize(
    "path",
    [
        "/api/matches/{id}/at/x",
        "/api/matches/{id}/at/1.5",
        "/api/matches/{id}/at/99999999999999999999999",
        "/api/matches/{id}/log?from=x",
        "/api/matches/{id}/log?from=-1",
        "/api/matches/{id}?seat=",
        "/api/matches/{id}?seat=%ED%A0%80",
        "/api/matches/{id}?seat=%00",
    ],
)
def test_wrong_words_in_an_address_are_refused(client: TestClient, new: New, path: str) -> None:
    answer = client.get(path.format(id=new()["id"]))
    assert answer.status_code == 422
    assert answer.json()["field"]


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/api/drafts/a%00b", 404),
        ("DELETE", "/api/drafts/%00", 404),
        ("GET", "/api/drafts?id=a&id=%00", 422),
        ("DELETE", "/api/matches/%00", 404),
        ("POST", "/api/matches/%00/restore", 404),
        ("GET", "/api/matches/a%00/record", 404),
    ],
)
def test_an_address_that_no_database_can_look_for_is_refused(
    client: TestClient, method: str, path: str, status: int
) -> None:
    answer = client.request(method, path)
    assert answer.status_code == status
    assert answer.json()["error"].endswith(".")


def test_an_id_of_no_match_is_not_found(client: TestClient) -> None:
    for name in ("x", "0123456789abcdef", "0123456789ABCDEF", "%00", "%ED%A0%80", "';--", "a" * 64):
        for rest in ("", "/record", "/scene", "/log", "/series"):
            assert client.get(f"/api/matches/{name}{rest}").status_code == 404, (name, rest)
        assert client.delete(f"/api/matches/{name}").status_code == 404, name
        assert client.post(f"/api/matches/{name}/restore").status_code == 404, name


def test_a_mistake_of_the_program_is_said_without_its_details(
    tiny: str, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    from mamayev.server.app import create_app
    from mamayev.server.room import Room

    from .conftest import HOME, begun

    client = TestClient(create_app(address), base_url=HOME, raise_server_exceptions=False)
    state = begun(client, tiny)

    def fail(*_: Any) -> None:
        raise ZeroDivisionError("secret detail")

    with monkeypatch.context() as patch:
        patch.setattr(Room, "saved", fail)
        answer = client.post(f"/api/matches/{state['id']}/actions", json={"text": "rest", "version": 1})
    assert (answer.status_code, list(answer.json())) == (500, ["error"])
    assert "secret" not in answer.text
    assert client.get(f"/api/matches/{state['id']}").json() == state
