"""The other way in: what is true of the API over HTTP is true of the messages between a page and its worker."""

import asyncio
import queue
import sqlite3
from collections.abc import Awaitable, Callable, Iterator
from contextlib import closing
from pathlib import Path

import httpx2
import msgspec
import pytest
from anyio.from_thread import BlockingPortal, start_blocking_portal

from mamayev.server.page import Here, Page, renew
from mamayev.server.routes.answers import Answer
from mamayev.server.store import Store
from mamayev.server.thoughts import ACTION, Found, Question, found

from .conftest import HOME, New, begun, played
from .test_lesson import *  # noqa: F403
from .test_mail import *  # noqa: F403
from .test_malformed import (
    test_an_id_of_no_match_is_not_found,  # noqa: F401
    test_no_body_breaks_the_server,  # noqa: F401
    test_wrong_words_in_an_address_are_refused,  # noqa: F401
)
from .test_play import *  # noqa: F403
from .test_thinking import record  # noqa: F401

# Between a page and its worker nothing is compressed.
del test_long_answers_are_compressed_for_those_who_can_read_it  # noqa: F821
del test_a_scene_is_compressed_once_and_keeps_no_other_request_waiting  # noqa: F821


class Messages(httpx2.BaseTransport):
    """Requests as messages to a page's house, in place of HTTP."""

    def __init__(self, portal: BlockingPortal, page: Page) -> None:
        self.portal, self.page = portal, page

    def handle_request(self, request: httpx2.Request) -> httpx2.Response:
        scheme, _, key = request.headers.get("authorization", "").partition(" ")
        body = request.read().decode(errors="surrogateescape")
        target = request.url.raw_path.decode()
        answer = self.portal.call(self.page.ask, request.method, target, key if scheme else None, body)
        headers = {"content-type": "application/json", **answer.headers}
        return httpx2.Response(answer.status, headers=headers, content=answer.body)


@pytest.fixture
def portal() -> Iterator[BlockingPortal]:
    with start_blocking_portal() as portal:
        yield portal


@pytest.fixture
def page(portal: BlockingPortal, tiny: str, address: str) -> Iterator[Page]:
    async def open_page() -> Page:
        return Page(address, Here(), bot_pause=0.01)

    page = portal.call(open_page)
    yield page
    portal.call(page.house.stop)


@pytest.fixture
def client(portal: BlockingPortal, page: Page) -> Iterator[httpx2.Client]:
    """The page's view of its house, for the tests of the API."""
    with httpx2.Client(transport=Messages(portal, page), base_url=HOME) as client:
        yield client


class Told:
    """What a tab hears."""

    def __init__(self) -> None:
        self.texts: queue.Queue[dict[str, object]] = queue.Queue()
        self.closing: queue.Queue[tuple[int, str]] = queue.Queue()

    def text(self, text: str) -> None:
        self.texts.put(msgspec.json.decode(text))

    def closed(self, code: int, reason: str) -> None:
        self.closing.put((code, reason))


def test_a_tab_hears_every_change_until_it_leaves(
    client: httpx2.Client, new: New, portal: BlockingPortal, page: Page
) -> None:
    state, told = new(), Told()
    wire = portal.call(page.follow, f"/api/matches/{state['id']}/live", told)
    assert told.texts.get(timeout=5)["version"] == 1
    played(client, state, "step north 1")
    assert told.texts.get(timeout=5)["version"] == 2
    portal.call(wire.leave)
    assert wire.task is not None
    portal.call(asyncio.wait, [wire.task])
    played(client, client.get(f"/api/matches/{state['id']}").json(), "rest")
    assert told.texts.empty()


def test_a_tab_of_a_match_that_ends_or_is_none_is_told_why(
    client: httpx2.Client, new: New, portal: BlockingPortal, page: Page
) -> None:
    state, told = new(), Told()
    portal.call(page.follow, f"/api/matches/{state['id']}/live", told)
    told.texts.get(timeout=5)
    client.delete(f"/api/matches/{state['id']}")
    assert told.closing.get(timeout=5)[0] == 1001
    portal.call(page.follow, "/api/matches/0123456789abcdef/live", told)
    assert told.closing.get(timeout=5) == (1008, "There is no such game.")


def test_bots_play_on_by_themselves(client: httpx2.Client, tiny: str, portal: BlockingPortal, page: Page) -> None:
    told = Told()
    state = begun(client, tiny, seats={"north": "random", "south": "random"})
    portal.call(page.follow, f"/api/matches/{state['id']}/live", told)
    while not client.get(f"/api/matches/{state['id']}").json()["over"]:
        told.texts.get(timeout=5)


def test_what_was_answered_is_there_when_the_page_comes_back(
    client: httpx2.Client, new: New, portal: BlockingPortal, page: Page, address: str
) -> None:
    after = played(client, new(), "step north 1")
    del after["events"]

    async def again() -> bytes:
        other = Page(address, Here())
        answer = await other.ask("GET", f"/api/matches/{after['id']}")
        await other.house.stop()
        return answer.body

    assert msgspec.json.decode(portal.call(again)) == after


def test_all_games_go_into_one_file_and_back(
    client: httpx2.Client, new: New, portal: BlockingPortal, page: Page, tmp_path: Path
) -> None:
    after = played(client, new(), "step north 1")
    saved = portal.call(page.save_all).body.decode()

    async def elsewhere() -> list[Answer]:
        other = Page(f"sqlite:///{tmp_path / 'other.sqlite'}", Here())
        taken = [other.load_all("all.jsonl", saved), other.load_all("cut.jsonl", saved[:-9])]
        taken.append(await other.ask("GET", f"/api/matches/{after['id']}"))
        await other.house.stop()
        return taken

    taken, cut, state = portal.call(elsewhere)
    assert msgspec.json.decode(taken.body) == {"games": 1, "lines": 0, "there": 0}
    assert (cut.status, b"cut.jsonl is not a complete backup" in cut.body) == (422, True)
    assert msgspec.json.decode(state.body)["version"] == after["version"]


def test_games_of_an_older_version_are_moved_into_a_database_of_this(
    client: httpx2.Client, new: New, address: str, tmp_path: Path
) -> None:
    after, empty = played(client, new(), "step north 1"), tmp_path / "empty.sqlite"
    Store(f"sqlite:///{empty}", journal="TRUNCATE").close()
    file = tmp_path / "old.sqlite"
    with closing(sqlite3.connect(address.removeprefix("sqlite:///"))) as now, closing(sqlite3.connect(file)) as old:
        now.backup(old)
        old.execute("ALTER TABLE matches DROP COLUMN replies")
        draft = ("d1", "My board", "tiny", 1, "{}", False, "", "", "2026-01-01T00:00:00Z")
        old.execute("INSERT INTO drafts VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", draft)
        old.execute("UPDATE alembic_version SET version_num = '0005'")
        old.commit()
    renew(str(file), str(empty))
    store = Store(f"sqlite:///{file}")
    assert [card.id for card in store.matches.cards()] == [after["id"]]
    assert [draft.name for draft in store.drafts.cards(["d1"])] == ["My board"]
    store.close()


def test_bots_do_not_wait_where_nobody_looks_on(tiny: str, portal: BlockingPortal, address: str) -> None:
    async def played_out() -> bool:
        page = Page(address, Here(), bot_pause=60)
        body = msgspec.json.encode({"game": tiny, "seats": {"north": "random", "south": "random"}}).decode()
        match = msgspec.json.decode((await page.ask("POST", "/api/matches", None, body)).body)["id"]
        over = False
        while not over:
            await asyncio.sleep(0.01)
            over = msgspec.json.decode((await page.ask("GET", f"/api/matches/{match}")).body)["over"]
        await page.house.stop()
        return over

    assert portal.call(played_out)


class Far:
    """A worker in which a bot thinks until it is let go on."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.thought: asyncio.Future[str | None] = asyncio.get_running_loop().create_future()
        self.told: Callable[[float], None] = lambda _share: None
        self.heard: Callable[[str], None] = lambda _found: None

    def think(self, _match_id: str, question: str, told: Callable[[float], None]) -> Awaitable[str | None]:
        self.asked.append(question)
        self.told = told
        told(0.0)
        return self.thought

    def advise(self, match_id: str, question: str, told: Callable[[float], None]) -> Awaitable[str | None]:
        return self.think(match_id, question, told)

    def review(
        self, match_id: str, question: str, told: Callable[[float], None], heard: Callable[[str], None]
    ) -> Awaitable[str | None]:
        self.heard = heard
        return self.think(match_id, question, told)

    def end(self, _match_id: str) -> None:
        if not self.thought.done():
            self.thought.set_result(None)


@pytest.fixture
def far(portal: BlockingPortal, address: str) -> Iterator[tuple[Page, Far]]:
    async def open_page() -> tuple[Page, Far]:
        far = Far()
        return Page(address, far, bot_pause=0), far

    page, elsewhere = portal.call(open_page)
    yield page, elsewhere
    portal.call(page.house.stop)


def test_the_page_is_answered_while_a_bot_thinks_and_a_thought_that_is_ended_is_the_plain_bot_s(
    portal: BlockingPortal,
    far: tuple[Page, Far],
    record: str,  # noqa: F811
) -> None:
    (page, elsewhere), told = far, Told()
    with httpx2.Client(transport=Messages(portal, page), base_url=HOME) as client:
        state = client.post("/api/records", content=record).json()
        path = f"/api/matches/{state['id']}"
        portal.call(page.follow, f"{path}/live", told)
        client.patch(path, json={"seats": {"german": "strategist"}})
        while told.texts.get(timeout=5).get("thinking") != {"seat": "german", "share": 0.0}:
            pass
        portal.call(elsewhere.told, 0.5)
        assert told.texts.get(timeout=5)["thinking"] == {"seat": "german", "share": 0.5}
        later = Told()
        portal.call(page.follow, f"{path}/live", later)
        assert later.texts.get(timeout=5)["version"] == state["version"] + 1
        assert later.texts.get(timeout=5) == {"thinking": {"seat": "german", "share": 0.5}}
        assert client.get(f"{path}/log").status_code == 200
        assert client.get(path).json()["plies"] == state["plies"]
        assert client.post(f"{path}/thought/end").json() == {"ended": True}
        while "state" not in told.texts.get(timeout=5):
            pass
        played = client.get(f"{path}/record").json()["log"][state["plies"]]
    question = msgspec.json.decode(elsewhere.asked[0], type=Question)
    assert found(ACTION, question, lambda _share: False).action in str(played)


def test_a_hint_that_the_page_waits_for_no_longer_is_dropped(
    portal: BlockingPortal,
    far: tuple[Page, Far],
    record: str,  # noqa: F811
) -> None:
    (page, elsewhere), told = far, Told()
    with httpx2.Client(transport=Messages(portal, page), base_url=HOME) as client:
        path = f"/api/matches/{client.post('/api/records', content=record).json()['id']}"
    portal.call(page.follow, f"{path}/live", told)
    told.texts.get(timeout=5)
    asked = portal.start_task_soon(page.ask, "POST", f"{path}/hint", None, '{"bot": "strategist"}', 7)
    assert told.texts.get(timeout=5) == {"thinking": {"seat": "german", "share": 0.0}}
    portal.call(page.drop, 6)
    assert not elsewhere.thought.done()
    portal.call(page.drop, 7)
    assert asked.result(timeout=5).status == 499
    assert elsewhere.thought.cancelled()
    assert told.texts.get(timeout=5) == {"thinking": {"seat": "german", "share": None}}
    portal.call(page.drop, 7)


def test_a_hint_that_fails_is_told(
    portal: BlockingPortal,
    far: tuple[Page, Far],
    record: str,  # noqa: F811
) -> None:
    page, elsewhere = far
    failed = msgspec.json.encode(Found(refused="The bot “x” failed.")).decode()
    portal.call(elsewhere.thought.set_result, failed)
    with httpx2.Client(transport=Messages(portal, page), base_url=HOME) as client:
        state = client.post("/api/records", content=record).json()
        refused = client.post(f"/api/matches/{state['id']}/hint", json={"bot": "strategist"})
    assert refused.status_code == 409
    assert "The bot “x” failed." in refused.json()["error"]


def test_a_hint_whose_thought_is_ended_is_the_plain_bot_s(
    portal: BlockingPortal,
    far: tuple[Page, Far],
    record: str,  # noqa: F811
) -> None:
    page, elsewhere = far
    portal.call(elsewhere.end, "")
    with httpx2.Client(transport=Messages(portal, page), base_url=HOME) as client:
        state = client.post("/api/records", content=record).json()
        plain = client.post(f"/api/matches/{state['id']}/hint", json={"bot": "staff"}).json()
        ended = client.post(f"/api/matches/{state['id']}/hint", json={"bot": "strategist"}).json()
    assert ended["text"] == plain["text"]
    assert ended["why"] == f"{plain['why']} The search was stopped early."


def test_a_bot_finds_the_same_elsewhere(client: httpx2.Client, record: str) -> None:  # noqa: F811
    state = client.post("/api/records", content=record).json()
    found = client.post(f"/api/matches/{state['id']}/hint", json={"bot": "strategist"}).json()
    assert " rollouts" in found["why"]
