"""Studies over HTTP, and watching together: who writes and reads what, what a rival learns, and who leads."""

import json
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient, WebSocketTestSession

import mamayev
from mamayev.match.match import Match, Record
from mamayev.match.studies import COMMENT, Annotation, Chapter, Sketch, Study
from mamayev.server import backup
from mamayev.server.app import create_app
from mamayev.server.store import Store

from .conftest import HOME, Json, begun, played
from .test_held import GAME, Table, held, live


@pytest.fixture
def plain(address: str) -> Iterator[TestClient]:
    with TestClient(create_app(address, bot_pause=0), base_url=HOME) as client:
        yield client


@pytest.fixture(scope="module")
def spaces() -> list[str]:
    """Two spaces of the game."""
    return sorted(mamayev.new(GAME).table.look.kept.space_ids())[:2]


@pytest.fixture
def note(spaces: list[str]) -> Json:
    """A note with an arrow and a circle."""
    one, other = spaces
    return {"text": "Here it turns.", "marks": [{"at": one, "to": other, "color": "gold"}, {"at": one}]}


def studies(table: Table, seat: str | None = None) -> Json:
    answer = table.ask(seat, "GET", "/studies")
    assert answer.status_code == 200, answer.text
    found: Json = answer.json()
    return found


def write(table: Table, seat: str | None, ply: int, note: Json) -> Json:
    answer = table.ask(seat, "PUT", f"/study/notes/{ply}", note)
    assert answer.status_code == 200, answer.text
    written: Json = answer.json()
    return written


def arrange(table: Table, seat: str | None, **wanted: Any) -> Json:
    answer = table.ask(seat, "PUT", "/study", wanted)
    assert answer.status_code == 200, answer.text
    arranged: Json = answer.json()
    return arranged


def open_table(client: TestClient, **wanted: Any) -> Table:
    return Table(client, {"keys": {}} | begun(client, GAME, **wanted))


# ------------------------------------------------------------------ writing and reading


def test_an_open_table_has_a_study_of_everyone(plain: TestClient, note: Json) -> None:
    table = open_table(plain)
    assert studies(table) == {"writes": "", "studies": []}
    write(table, None, 0, note)
    arrange(table, None, title="Our war", chapters=[{"ply": 0, "title": "The start"}])
    [study] = studies(table)["studies"]
    assert study == {
        "seat": "",
        "title": "Our war",
        "notes": [{"ply": 0, "text": note["text"], "marks": note["marks"]}],
        "chapters": [{"ply": 0, "title": "The start"}],
        "shared": False,
    }
    assert write(table, None, 0, {})["notes"] == []


def test_a_change_replaces_only_what_its_author_has_seen(plain: TestClient, note: Json) -> None:
    """A tab that has missed another one's changes, for example without a network, does not replace them."""
    table = open_table(plain)
    first, there = {"text": "First."}, {"ply": 0, "text": "First."}
    write(table, None, 0, first | {"replaces": {"ply": 0}})
    late = table.ask(None, "PUT", "/study/notes/0", {"text": "Second.", "replaces": {"ply": 0}})
    assert (late.status_code, late.json()["field"]) == (409, "replaces")
    write(table, None, 0, first | {"replaces": {"ply": 0}})  # stored, but the answer was lost
    assert studies(table)["studies"][0]["notes"] == [there]
    write(table, None, 0, note | {"replaces": there})
    chapters = [{"ply": 0, "title": "Start"}]
    arrange(table, None, title="Mine", chapters=chapters, replaces={})
    arrange(table, None, title="Mine", chapters=chapters, replaces={})
    lost = table.ask(None, "PUT", "/study", {"title": "Theirs", "replaces": {}})
    assert (lost.status_code, lost.json()["field"]) == (409, "replaces")
    arrange(table, None, title="Ours", replaces={"title": "Mine", "chapters": chapters})
    [study] = studies(table)["studies"]
    assert (study["title"], study["chapters"], study["notes"]) == ("Ours", [], [{"ply": 0, **note}])


def test_a_late_tab_does_not_share_a_study_again(plain: TestClient) -> None:
    table = held(plain)
    arrange(table, "red", title="Plan", shared=True, replaces={})
    arrange(table, "red", title="Plan", replaces={"title": "Plan", "shared": True})
    late = {"title": "My plan", "shared": True, "replaces": {"title": "Plan", "shared": True}}
    assert table.ask("red", "PUT", "/study", late).status_code == 409
    assert studies(table, "blue")["studies"] == []


def test_a_seat_s_study_is_its_own_until_the_end(plain: TestClient, note: Json) -> None:
    table = held(plain)
    write(table, "blue", 0, note)
    assert studies(table, "blue")["studies"][0]["notes"]
    assert studies(table, "red") == {"writes": "red", "studies": []}
    assert studies(table) == {"writes": None, "studies": []}
    table.finish()
    assert studies(table, "red")["studies"] == studies(table)["studies"] == studies(table, "blue")["studies"]


def test_a_shared_study_is_read_by_everyone_and_written_by_its_seat(plain: TestClient, note: Json) -> None:
    table = held(plain)
    write(table, "blue", 0, note)
    assert arrange(table, "blue", shared=True)["shared"]
    assert studies(table, "red")["studies"] == studies(table)["studies"] != []
    assert table.ask("red", "PUT", "/study/notes/0", {**note, "whose": "blue"}).status_code == 403
    assert table.ask(None, "PUT", "/study/notes/0", note).status_code == 403
    arrange(table, "blue", shared=False)
    assert studies(table, "red")["studies"] == []


def test_a_private_study_makes_no_difference_to_a_rival(plain: TestClient, note: Json, tmp_path: Path) -> None:
    one, other = held(plain), held(plain)
    with plain.websocket_connect(live(one)) as tab:
        tab.send_json({"key": one.keys["red"], "company": True})
        first = tab.receive_json()
        write(one, "blue", 0, note)
        arrange(one, "blue", title="A plan", chapters=[{"ply": 0, "title": "Wait"}])
        for seat in ("red", None):
            for rest in ("/studies", "", "/log", "/company"):
                mine, theirs = (table.ask(seat, "GET", rest).json() for table in (one, other))
                for answer in (mine, theirs):
                    answer.pop("id", None)
                    answer.pop("name", None)
                    answer.get("presence", {}).clear()
                assert mine == theirs, rest
        # The next thing that its tab hears is an action.
        one.play("blue", "done")
        assert tab.receive_json()["version"] == first["version"] + 1


def test_a_study_that_may_be_read_is_told_at_once(plain: TestClient, note: Json) -> None:
    table = held(plain)
    with plain.websocket_connect(live(table)) as tab:
        tab.send_json({"key": None})
        tab.receive_json()
        write(table, "blue", 0, note)
        arrange(table, "blue", shared=True)
        assert tab.receive_json() == {"studied": "blue"}
        write(table, "blue", 0, {})
        assert tab.receive_json() == {"studied": "blue"}


def test_a_study_ends_where_an_undo_has_gone(client: TestClient, tiny: str) -> None:
    state = begun(client, tiny)
    state = played(client, state, "step north 1")
    table = Table(client, {"keys": {}} | state)
    write(table, None, state["plies"], {"text": "Far."})
    undone = table.ask(None, "POST", "/undo", {"version": state["version"], "practice": True})
    assert undone.status_code == 200
    assert studies(table)["studies"][0]["notes"] == []


def test_what_is_said_of_an_undone_position_is_not_said_of_another(client: TestClient, tiny: str) -> None:
    """Neither at the table nor in the file. Another note at the same ply does not bring the old one back."""
    state = played(client, begun(client, tiny), "step north 1")
    table = Table(client, {"keys": {}} | state)
    write(table, None, 1, {"text": "Far."})
    arrange(table, None, title="A race", chapters=[{"ply": 1, "title": "The step"}])
    undone = table.ask(None, "POST", "/undo", {"version": state["version"], "practice": True}).json()
    redone = table.ask(None, "POST", "/redo", {"version": undone["version"]}).json()
    assert studies(table)["studies"][0]["notes"][0]["text"] == "Far."
    undone = table.ask(None, "POST", "/undo", {"version": redone["version"], "practice": True}).json()
    arrange(table, None, title="The race", chapters=[{"ply": 0, "title": "The start"}])
    assert played(client, undone, "rest")["plies"] >= 1
    [study] = studies(table)["studies"]
    assert (study["title"], study["notes"]) == ("The race", [])
    assert [one["title"] for one in study["chapters"]] == ["The start"]
    assert b"Far." not in table.ask(None, "GET", "/record").content
    write(table, None, 1, {"text": "Tired."})
    assert [note["text"] for note in studies(table)["studies"][0]["notes"]] == ["Tired."]
    assert [one["title"] for one in studies(table)["studies"][0]["chapters"]] == ["The start"]


def test_a_chapter_that_was_undone_comes_back_with_its_position(client: TestClient, tiny: str) -> None:
    """Even if the study was arranged in the meantime, and from an imported file."""
    state = played(client, begun(client, tiny), "step north 1")
    table = Table(client, {"keys": {}} | state)
    arrange(table, None, chapters=[{"ply": state["plies"], "title": "The step"}])
    record = table.ask(None, "GET", "/record").json()
    imported = client.post("/api/records", json=record).json()
    for there in (table, Table(client, {"keys": {}} | imported)):
        version = there.ask(None, "GET", "").json()["version"]
        undone = there.ask(None, "POST", "/undo", {"version": version, "practice": True}).json()
        arrange(there, None, title="The race", chapters=[{"ply": 0, "title": "The start"}])
        there.ask(None, "POST", "/redo", {"version": undone["version"]})
        chapters = studies(there)["studies"][0]["chapters"]
        assert [one["title"] for one in chapters] == ["The start", "The step"]


@pytest.mark.parametrize(
    ("method", "rest", "body", "reason"),
    [
        ("PUT", "/study/notes/9", {"text": "x"}, "This game has plies 0 to 2, not 9."),
        ("PUT", "/study/notes/-1", {"text": "x"}, "“ply” is less than 0"),
        ("PUT", "/study/notes/x", {"text": "x"}, "ply"),
        ("PUT", "/study/notes/0", {"text": "x" * (COMMENT + 1)}, "“text” has more than 2000 characters"),
        ("PUT", "/study/notes/0", {"marks": [{"at": "nowhere"}]}, "The map has no space “nowhere”."),
        ("PUT", "/study/notes/0", {"marks": [{"at": "nowhere", "size": 3}]}, "size"),
        ("PUT", "/study/notes/0", {"marks": [{}] * 40}, "marks"),
        ("PUT", "/study/notes/0", {"whose": "green"}, "green"),
        ("PUT", "/study", {"chapters": [{"ply": 0, "title": " "}]}, "A chapter needs a title."),
        ("PUT", "/study", {"chapters": [{"ply": 7, "title": "Far"}]}, "This game has plies 0 to 2, not 7."),
        ("PUT", "/study", {"chapters": [{"ply": 0, "title": "Far"}] * 65}, "chapters"),
        ("PUT", "/study", {"title": "x" * 81}, "“title” has more than 80 characters"),
        ("PUT", "/study", {"title": 3}, "title"),
        ("PUT", "/study", {"title": "\x1b[2J"}, "“title” has characters that are not allowed"),
    ],
)
def test_wrong_input_gets_a_sentence_and_changes_nothing(
    plain: TestClient, note: Json, method: str, rest: str, body: Json, reason: str
) -> None:
    table = open_table(plain)
    write(table, None, 0, note)
    before = studies(table)
    answer = table.ask(None, method, rest, body)
    assert answer.status_code == 422, answer.text
    assert reason in answer.json()["error"]
    assert studies(table) == before


def test_an_arrow_leads_to_another_space(plain: TestClient, spaces: list[str]) -> None:
    table = open_table(plain)
    answer = table.ask(None, "PUT", "/study/notes/0", {"marks": [{"at": spaces[0], "to": spaces[0]}]})
    assert answer.json()["error"] == "An arrow must lead to another space."


def test_a_comment_reads_as_it_is_written(plain: TestClient) -> None:
    table = open_table(plain)
    text = "\n One \u202e line.\n\nAnother.\r\n\u2066\n"
    assert write(table, None, 0, {"text": text})["notes"][0]["text"] == "One line.\n\nAnother."
    assert write(table, None, 0, {"text": "\u2800 \u200f\n"})["notes"] == []


def test_a_worked_example_and_a_missing_game_have_no_study(plain: TestClient) -> None:
    assert plain.get("/api/matches/0123456789abcdef/studies").status_code == 404
    example = next(f"/api/matches/example.cauldron.{one}" for one in _examples(plain))
    assert plain.get(f"{example}/studies").json() == {"writes": None, "studies": []}
    assert plain.put(f"{example}/study/notes/0", json={"text": "x"}).status_code == 403


def _examples(client: TestClient) -> list[str]:
    return [one["name"] for one in client.get("/api/games/cauldron/rules").json()["examples"]]


# ------------------------------------------------------------------ saved games and backups


def test_a_study_goes_with_the_saved_game(plain: TestClient, note: Json) -> None:
    table = held(plain)
    write(table, "blue", 0, note)
    arrange(table, "blue", title="A plan", chapters=[{"ply": 0, "title": "Wait"}])
    assert table.ask("blue", "GET", "/record").status_code == 403
    table.finish()
    saved = table.ask(None, "GET", "/record").content
    record = Record.from_json(saved)
    assert not record.altered
    assert [study.title for study in record.studies] == ["A plan"]
    again = plain.post("/api/records", content=saved, headers={"content-type": "application/json"})
    assert again.status_code == 201, again.text
    copy = Table(plain, {"keys": {}} | again.json())
    assert studies(copy)["studies"] == studies(table)["studies"]
    assert studies(copy)["writes"] == ""
    assert Record.from_json(copy.ask(None, "GET", "/record").content).studies == record.studies
    # At an open table, everyone may correct it.
    assert write(copy, None, 0, {"text": "Later.", "whose": "blue"})["notes"][0]["text"] == "Later."


def test_a_record_without_a_study_is_given_byte_for_byte(plain: TestClient) -> None:
    table = open_table(plain)
    before = table.ask(None, "GET", "/record").content
    write(table, None, 0, {"text": "x"})
    assert b'"studies"' in table.ask(None, "GET", "/record").content
    write(table, None, 0, {})
    assert table.ask(None, "GET", "/record").content == before
    assert b'"studies"' not in before


def test_what_a_record_s_study_has_too_much_is_left_out(plain: TestClient, spaces: list[str]) -> None:
    match = mamayev.new(GAME, seed=3)
    marks = (Sketch("nowhere"), Sketch(spaces[0]), Sketch(spaces[0], "nowhere"))
    notes = [Annotation(0, "x", marks), Annotation(99, "Far."), Annotation(0, "Later.", marks)]
    match.record.studies = [
        Study("", " A \u202eplan ", tuple(notes)),
        Study("", "A second one"),
        Study("green", "Of nobody"),
        Study("red", "", (), (Chapter(0, "\u200f"),)),
    ]
    answer = plain.post("/api/records", content=match.to_json(), headers={"content-type": "application/json"})
    [study] = studies(Table(plain, {"keys": {}} | answer.json()))["studies"]
    assert study["title"] == "A plan"
    assert study["notes"] == [{"ply": 0, "text": "Later.", "marks": [{"at": spaces[0]}]}]


def test_a_turn_by_mail_carries_no_study(client: TestClient, tiny: str) -> None:
    state = begun(client, tiny, seats={"south": "mail"})
    table = Table(client, {"keys": {}} | state)
    write(table, None, 0, {"text": "My plan."})
    assert b"My plan" not in table.ask(None, "GET", "/record").content


def test_a_game_that_is_opened_as_a_turn_brings_its_study_if_it_is_new(client: TestClient, tiny: str) -> None:
    match = mamayev.new(tiny, seed=3)
    match.record.studies = [Study("", "A plan")]
    headers = {"content-type": "application/json"}
    told = client.post("/api/mail", content=match.to_json(), headers=headers).json()
    assert told["outcome"] == "begun"
    table = Table(client, {"keys": {}} | told["state"])
    assert studies(table)["studies"][0]["title"] == "A plan"
    match.play("step north 1")
    match.record.studies = [Study("", "Another one")]
    assert client.post("/api/mail", content=match.to_json(), headers=headers).json()["outcome"] == "went on"
    assert [one["title"] for one in studies(table)["studies"]] == ["A plan"]
    assert b"Another" not in table.ask(None, "GET", "/record").content


def test_a_backup_has_the_studies(address: str, tmp_path: Path) -> None:
    with TestClient(create_app(address, bot_pause=0), base_url=HOME) as client:
        table = open_table(client)
        write(table, None, 0, {"text": "Kept."})
    store, other = Store(address), Store(f"sqlite:///{tmp_path / 'other.sqlite'}")
    try:
        data, _ = backup.written(store)
        backup.read_in(other, data, "games")
        assert other.studies.whole() == store.studies.whole() != []
    finally:
        store.close()
        other.close()


def test_a_damaged_row_is_no_study(address: str) -> None:
    store = Store(address)
    try:
        store.studies.change("0" * 16, "", lambda kept: kept._replace(study=kept.study.noted(Annotation(0, "x"))))
        with store.database.engine.begin() as connection:
            connection.exec_driver_sql("UPDATE studies SET study = '{'")
        assert store.studies.of("0" * 16) == []
    finally:
        store.close()


# ------------------------------------------------------------------ watching together


class Watchers:
    """Tabs of a match: of its seats, and of spectators."""

    def __init__(self, stack: ExitStack, table: Table) -> None:
        self.stack, self.table = stack, table

    def tab(self, seat: str | None) -> WebSocketTestSession:
        tab = self.stack.enter_context(self.table.client.websocket_connect(live(self.table)))
        if self.table.keys:
            tab.send_json({"key": self.table.keys.get(seat or "")})
        tab.receive_json()
        return tab


def test_one_leads_and_the_others_follow(plain: TestClient) -> None:
    table = held(plain)
    table.play("blue", "done")
    with ExitStack() as stack:
        tabs = Watchers(stack, table)
        blue, red, watcher = tabs.tab("blue"), tabs.tab("red"), tabs.tab(None)
        blue.send_json({"lead": 1})
        assert red.receive_json() == watcher.receive_json() == {"lead": {"seat": "blue", "ply": 1}}
        # The one who comes later learns it, and nobody else takes over.
        late = stack.enter_context(plain.websocket_connect(live(table)))
        late.send_json({"key": None})
        late.receive_json()
        assert late.receive_json() == {"lead": {"seat": "blue", "ply": 1}}
        red.send_json({"lead": 0})
        red.send_json({"lead": None})
        blue.send_json({"lead": 0})
        assert red.receive_json() == watcher.receive_json() == {"lead": {"seat": "blue", "ply": 0}}
        blue.send_json({"lead": None})
        assert red.receive_json() == watcher.receive_json() == {"lead": None}


def test_one_leads_those_at_another_server(address: str) -> None:
    with ExitStack() as stack:
        one, other = (
            stack.enter_context(TestClient(create_app(address, bot_pause=0), base_url=HOME)) for _ in range(2)
        )
        here = held(one)
        here.play("blue", "done")
        there = Table(other, {"id": here.path.rpartition("/")[2], "keys": here.keys})
        tabs, far = Watchers(stack, here), Watchers(stack, there)
        blue, red = tabs.tab("blue"), far.tab("red")
        blue.send_json({"lead": 1})
        assert red.receive_json() == {"lead": {"seat": "blue", "ply": 1}}
        red.send_json({"lead": 0})  # nobody takes over
        late = far.tab(None)
        assert late.receive_json() == {"lead": {"seat": "blue", "ply": 1}}
        blue.send_json({"lead": 0})
        assert red.receive_json() == late.receive_json() == {"lead": {"seat": "blue", "ply": 0}}
        blue.send_json({"lead": None})
        assert red.receive_json() == late.receive_json() == {"lead": None}
        red.send_json({"lead": 1})
        assert blue.receive_json() == {"lead": {"seat": "red", "ply": 1}}


def test_a_leader_who_leaves_ends_it(plain: TestClient) -> None:
    table = held(plain)
    with ExitStack() as stack:
        tabs = Watchers(stack, table)
        red = tabs.tab("red")
        with plain.websocket_connect(live(table)) as blue:
            blue.send_json({"key": table.keys["blue"]})
            blue.receive_json()
            blue.send_json({"lead": 0})
            assert red.receive_json() == {"lead": {"seat": "blue", "ply": 0}}
        assert red.receive_json() == {"lead": None}


@pytest.mark.parametrize("ply", [-1, 99, 2**70, "1", [], 1.5, True])
def test_nobody_is_led_to_a_moment_that_the_game_does_not_have(plain: TestClient, ply: Any) -> None:
    table = held(plain)
    with ExitStack() as stack:
        tabs = Watchers(stack, table)
        blue, red = tabs.tab("blue"), tabs.tab("red")
        blue.send_text(json.dumps({"lead": ply}))
        blue.send_json({"lead": 0})
        assert red.receive_json() == {"lead": {"seat": "blue", "ply": 0}}


def test_a_spectator_does_not_lead(plain: TestClient) -> None:
    table = held(plain)
    with ExitStack() as stack:
        tabs = Watchers(stack, table)
        watcher, red = tabs.tab(None), tabs.tab("red")
        watcher.send_json({"lead": 0})
        time.sleep(0.3)
        table.play("blue", "done")
        assert "version" in red.receive_json()


def test_everyone_at_an_open_table_may_lead(plain: TestClient) -> None:
    table = open_table(plain)
    with ExitStack() as stack:
        tabs = Watchers(stack, table)
        one, other = tabs.tab(None), tabs.tab(None)
        one.send_json({"lead": 0})
        assert other.receive_json() == {"lead": {"seat": "", "ply": 0}}


def test_an_undo_beyond_the_moment_ends_it(client: TestClient, tiny: str) -> None:
    state = played(client, begun(client, tiny), "step north 1")
    table = Table(client, {"keys": {}} | state)
    with ExitStack() as stack:
        tabs = Watchers(stack, table)
        one, other = tabs.tab(None), tabs.tab(None)
        one.send_json({"lead": state["plies"]})
        assert other.receive_json()["lead"]["ply"] == state["plies"]
        table.ask(None, "POST", "/undo", {"version": state["version"], "practice": True})
        assert other.receive_json() == {"lead": None}


def test_each_follower_sees_a_moment_by_their_own_view(plain: TestClient) -> None:
    """The message has only a ply, and the table at that ply is what the seat could always see."""
    table = held(plain)
    table.play("blue", "done")
    with ExitStack() as stack:
        tabs = Watchers(stack, table)
        blue, red, watcher = tabs.tab("blue"), tabs.tab("red"), tabs.tab(None)
        before = {seat: table.ask(seat, "GET", "/at/1").content for seat in ("red", None)}
        blue.send_json({"lead": 1})
        assert red.receive_text() == watcher.receive_text()
        assert before == {seat: table.ask(seat, "GET", "/at/1").content for seat in ("red", None)}
        assert before["red"] != table.ask("blue", "GET", "/at/1").content


def test_matches_of_python_keep_their_studies() -> None:
    match = mamayev.new(GAME, seed=3)
    match.record.studies = [Study("", "A plan")]
    assert Match.from_json(match.to_json()).record.studies == [Study("", "A plan")]
