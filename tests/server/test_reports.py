"""Reports over HTTP: their edits are stored for those who play, and nobody waits while one is written."""

from __future__ import annotations

import json
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from mamayev.players import planned
from mamayev.players import seat as bots_seat
from mamayev.server import backup
from mamayev.server.app import create_app
from mamayev.server.routes import reports
from mamayev.server.store import Store
from mamayev.story import writer

from .conftest import HOME, Json, begun

GOLDEN = Path(__file__).parents[1] / "golden" / "cauldron" / "2020.json"
WAIT = 60


@pytest.fixture
def finished(client: TestClient) -> str:
    """The path of a finished game of The Cauldron at an open table."""
    record = json.loads(json.loads(GOLDEN.read_bytes())["record"])
    answer = client.post("/api/records", json=record)
    assert answer.status_code == 201, answer.text
    return f"/api/matches/{answer.json()['id']}/report"


def test_edits_are_stored_and_told(client: TestClient, finished: str) -> None:
    draft: Json = client.get(f"{finished}/draft").json()
    assert (draft["edits"], draft["changed"], draft["editable"]) == ({}, None, True)
    section = draft["story"]["sections"][1]["id"]
    assert draft["maps"][section].startswith("<svg ")
    edits = {"title": "My <own> war", "before": {section: "I went."}, "out": ["account"]}
    kept = client.put(f"{finished}/edits", json=edits)
    assert kept.status_code == 200, kept.text
    again = client.get(f"{finished}/draft").json()
    assert (again["edits"], again["changed"]) == (edits, kept.json()["changed"])
    text = client.get(finished).json()["text"]
    assert "My &lt;own&gt; war" in text
    assert '<p class="own">I went.</p>' in text
    assert "Final account" not in text


@pytest.mark.parametrize(
    ("edits", "where"),
    [
        ({"title": "x" * 201}, "title"),
        ({"before": {"t1": "x" * 2_001}}, "before"),
        ({"before": {f"t{n}": "x" for n in range(41)}}, "before"),
        ({"before": {f"t{n}": "x" * 1_500 for n in range(20)}}, "before"),
        ({"words": {"t1.0": -1}}, "words"),
        ({"figures": {"t1": 3}}, "figures"),
    ],
)
def test_edits_are_bounded(client: TestClient, finished: str, edits: Json, where: str) -> None:
    answer = client.put(f"{finished}/edits", json=edits)
    assert answer.status_code == 422
    assert where in (answer.json()["field"], *answer.json()["error"].split()) or where in answer.json()["error"]
    assert client.get(f"{finished}/draft").json()["edits"] == {}


def test_a_report_without_sections_is_refused(client: TestClient, finished: str) -> None:
    sections = [one["id"] for one in client.get(f"{finished}/draft").json()["story"]["sections"]]
    client.put(f"{finished}/edits", json={"out": [*sections, "top", "account"]})
    answer = client.get(finished)
    assert answer.status_code == 409
    assert answer.json()["error"] == "This report has no sections. Choose at least one."


def test_edits_stored_elsewhere_since_are_not_replaced(client: TestClient, finished: str) -> None:
    first = client.put(f"{finished}/edits?since=", json={"title": "The first tab"}).json()["changed"]
    for since in ("", "2026-01-01T00:00:00.000000Z"):
        refused = client.put(f"{finished}/edits", params={"since": since}, json={"title": "The second tab"})
        assert (refused.status_code, refused.json()["field"]) == (409, "since")
        assert refused.json()["error"] == "This report was edited in another tab or on another device."
    assert client.get(f"{finished}/draft").json()["edits"] == {"title": "The first tab"}
    again = client.put(f"{finished}/edits?since=", json={"title": "The first tab"})
    assert again.status_code == 200, "it was stored already, and only the answer was lost"
    wanted = {"title": "Left", "replaces": {"title": "Not stored"}}
    assert client.put(f"{finished}/edits?since=", json=wanted).status_code == 409
    wanted = {"title": "Left", "replaces": {"title": "The first tab"}}
    left = client.put(f"{finished}/edits?since=", json=wanted)
    assert left.status_code == 200, "it replaces only what the same tab had sent"
    assert client.get(f"{finished}/draft").json()["edits"] == {"title": "Left"}
    first = left.json()["changed"]
    assert client.put(f"{finished}/edits", params={"since": first}, json={"title": "Again"}).status_code == 200
    assert client.put(f"{finished}/edits", json={"title": "Whatever is there"}).status_code == 200


def test_a_backup_has_the_edits(address: str, tmp_path: Path) -> None:
    with TestClient(create_app(address, bot_pause=0), base_url=HOME) as client:
        match = begun(client, "cauldron")["id"]
        stored = client.put(f"/api/matches/{match}/report/edits", json={"title": "My war"})
        assert stored.status_code == 200, stored.text
    store, other = Store(address), Store(f"sqlite:///{tmp_path / 'other.sqlite'}")
    try:
        data, _ = backup.written(store)
        backup.read_in(other, data, "games")
        assert other.reports.whole() == store.reports.whole() != []
    finally:
        store.close()
        other.close()


def test_each_player_of_a_private_game_has_own_edits_and_a_viewer_none(client: TestClient) -> None:
    state = client.post("/api/matches", json={"game": "inferno", "options": {"soviet_side": "player"}, "held": True})
    at, keys = f"/api/matches/{state.json()['id']}/report", state.json()["keys"]
    own = {seat: {"Authorization": f"Bearer {key}"} for seat, key in keys.items()}
    for seat, headers in own.items():
        answer = client.put(f"{at}/edits", json={"title": f"The war of the {seat}"}, headers=headers)
        assert answer.status_code == 200, answer.text
    for seat, headers in own.items():
        assert client.get(f"{at}/draft", headers=headers).json()["edits"] == {"title": f"The war of the {seat}"}
    watched = client.get(f"{at}/draft").json()
    assert (watched["edits"], watched["editable"]) == ({}, False)
    assert "The war of" not in client.get(at).json()["text"]
    refused = client.put(f"{at}/edits", json={"title": "Not mine"})
    assert (refused.status_code, refused.json()["error"]) == (403, reports.NOT_YOURS)


def test_a_match_is_free_while_its_report_is_written(
    client: TestClient, finished: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    begins, ends = threading.Event(), threading.Event()

    def slow(*given: Any) -> Any:
        begins.set()
        assert ends.wait(WAIT)
        return writer.story(*given)

    monkeypatch.setattr(f"{reports.__name__}.story", slow)
    with ThreadPoolExecutor(1) as pool:
        asked = pool.submit(client.get, finished)
        assert begins.wait(WAIT)
        try:
            assert client.get(finished.removesuffix("/report")).status_code == 200
        finally:
            ends.set()
        assert asked.result(WAIT).status_code == 200


def test_a_record_names_the_seats_that_one_bot_has_played_from_the_beginning(client: TestClient) -> None:
    state = begun(client, "inferno", options={"soviet_side": "player"}, seats={"soviet": "staff"})
    at = f"/api/matches/{state['id']}"
    assert client.get(f"{at}/record").json()["bots"] == {"soviet": "staff"}
    assert client.patch(at, json={"seats": {"german": "staff"}}).status_code == 200
    assert client.get(f"{at}/record").json()["bots"] == {"soviet": "staff"}
    assert client.patch(at, json={"seats": {"soviet": "human"}}).status_code == 200
    assert "bots" not in client.get(f"{at}/record").json()


def test_the_plans_of_bots_are_found_in_another_process(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    """Finding one can take a second. Here, everyone else would wait for it."""

    def found_here(*_given: Any) -> None:
        raise AssertionError("a plan is found in the process of the server")

    monkeypatch.setattr(planned, "intent", found_here)
    monkeypatch.setattr(bots_seat, "intent", found_here)
    record = json.loads(json.loads(GOLDEN.read_bytes())["record"])
    del record["checksum"]
    record["bots"] = {"german": "staff"}
    answer = client.post("/api/records", json=record)
    at = f"/api/matches/{answer.json()['id']}/report"
    assert "The plan of the 6th Army: " in client.get(at).json()["text"]
    draft: Json = client.get(f"{at}/draft").json()
    told = [one["text"] for section in draft["story"]["sections"] for row in section["paragraphs"] for one in row]
    assert any(text.startswith("The plan of the 6th Army: ") for text in told)
