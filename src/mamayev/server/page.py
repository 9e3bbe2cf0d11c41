"""Serve the routes, and a tab's connection, through messages between a page and its worker.

This serves a browser worker, which has no threads, sockets or processes.
"""

from __future__ import annotations

import asyncio
import os
import shutil
import sqlite3
from collections.abc import Awaitable, Callable
from contextlib import closing
from pathlib import Path
from typing import Any, Protocol
from urllib.parse import parse_qsl, unquote, urlsplit

import msgspec

from mamayev.engine.refusal import Refusal
from mamayev.match.reading import prepare

from . import backup
from .clock import now
from .company import Quota
from .fair import Thinkers, Thought, nothing
from .house import House
from .keys import Caller
from .routes.answering import answer
from .routes.answers import Answer, refused, status_of
from .routes.live import REFUSED, Gone, follow
from .routes.refusals import MISTAKE
from .routes.route import Request
from .store import Store
from .thoughts import ADVICE, FORECAST, REVIEW, Found, Question, advise, found, look_back, think

KEPT = 16
"""The number of matches in memory, for the page of one player."""


class Told(Protocol):
    """The receiver of a connection's messages: texts and, at the end, the reason for closing with its WebSocket close
    code.
    """

    def text(self, text: str) -> None: ...

    def closed(self, code: int, reason: str) -> None: ...


class Bytes(Protocol):
    """A file's bytes, as a page sends them."""

    def to_bytes(self) -> bytes:
        """Return a copy of the bytes."""


class Elsewhere(Protocol):
    """Bots in another worker, so that the page stays responsive.

    Questions and results are texts, as in `thoughts.think` and `thoughts.advise`. The result is None if the search was
    ended or the worker has failed.
    """

    def think(self, match_id: str, question: str, told: Callable[[float], None]) -> Awaitable[str | None]:
        """Return the result of a search. `told` receives its progress."""

    def advise(self, match_id: str, question: str, told: Callable[[float], None]) -> Awaitable[str | None]:
        """Return a bot's action and reason. `told` works as in `think`."""

    def review(
        self, match_id: str, question: str, told: Callable[[float], None], heard: Callable[[str], None]
    ) -> Awaitable[str | None]:
        """Return the review of a game. `told` works as in `think`, and `heard` receives the results so far."""

    def end(self, match_id: str) -> None:
        """End the searches for a match."""


class Here:
    """Bots in the same worker. The page waits while they think."""

    async def think(self, _match_id: str, question: str, told: Callable[[float], None]) -> str:
        return think(question, told)

    async def advise(self, _match_id: str, question: str, told: Callable[[float], None]) -> str:
        return advise(question, told)

    async def review(
        self, _match_id: str, question: str, told: Callable[[float], None], heard: Callable[[str], None]
    ) -> str:
        return look_back(question, told, heard)

    def end(self, _match_id: str) -> None:
        return  # the caller has waited for the end of the thought


class Page:
    """The server that one page runs. `address`: the URL of its database, as in `Store`."""

    def __init__(self, address: str, elsewhere: Elsewhere, bot_pause: float = 0.3) -> None:
        prepare("mamayev")
        self.house = House(
            Store(address, journal="TRUNCATE"),
            at_once,
            lambda tell: Thinkers(tell, FarMind(elsewhere), AtOnce(), FarMind(elsewhere)),
            bot_pause=bot_pause,
            unseen_pause=0.0,  # no other match waits for it
            reply_pause=0.0,
            keep=KEPT,
            asking=Quota(),
            chat=Quota(),
            orders=Quota(),
        )
        self.house.start()
        self._asked: dict[int, asyncio.Event] = {}

    async def ask(
        self, method: str, target: str, key: str | None = None, body: str | Bytes = "", number: int | None = None
    ) -> Answer:
        """Return the answer to a request.

        `target`: the URL's path and query. `body`: a text, or the bytes of a file. `number`: identifies the request for
        `drop`.
        """
        gone = asyncio.Event()
        if number is not None:
            self._asked[number] = gone
        try:
            return await self._answer(method, target, key, body, gone)
        finally:
            if number is not None:
                del self._asked[number]

    def drop(self, number: int) -> None:
        """Drop a request whose answer the page no longer needs."""
        if number in self._asked:
            self._asked[number].set()

    async def _answer(
        self, method: str, target: str, key: str | None, body: str | Bytes, gone: asyncio.Event
    ) -> Answer:
        parts = urlsplit(target)
        query = parse_qsl(parts.query, keep_blank_values=True)
        data = body.encode(errors="surrogatepass") if isinstance(body, str) else body.to_bytes()
        request = Request(method, unquote(parts.path), query, key, data, gone=gone.wait)
        try:
            return await answer(self.house.parts, request)
        except Exception as error:
            # As on a server, the stored game is intact whatever the error was. The browser's console shows it.
            asyncio.get_running_loop().call_exception_handler(
                {"message": f"{method} {target} failed", "exception": error}
            )
            return refused(500, MISTAKE)

    def save_all(self) -> Answer:
        """Return all games as one file in the format of `mamayev export-all`."""
        data, _ = backup.written(self.house.parts.store)
        name = f"games-{now()[:10]}.mamayev-backup.jsonl"
        return Answer(msgspec.Raw(data), headers={"content-disposition": f'attachment; filename="{name}"'})

    def load_all(self, name: str, text: str) -> Answer:
        """Import the games in a file from `save_all` that are missing here. `name`: the file's name in messages."""
        try:
            data = text.encode(errors="surrogatepass")
            return Answer(backup.read_in(self.house.parts.store, data, name)._asdict())
        except Refusal as refusal:
            return refused(status_of(refusal), refusal.text)

    def follow(self, target: str, told: Told, key: str | None = None) -> Wire:
        """Follow a match in a tab. Messages to the tab go to `told`. Pass messages from the tab to `Wire.say`."""
        parts = urlsplit(target)
        seat = dict(parse_qsl(parts.query, keep_blank_values=True)).get("seat")
        match_id = unquote(parts.path).removeprefix("/api/matches/").removesuffix("/live")
        wire = Wire(told)
        wire.task = asyncio.ensure_future(follow(self.house.parts, wire, match_id, Caller(seat, key)))
        return wire


def begin(file: str, elsewhere: Elsewhere) -> Page:
    """Start a page's server with the games in `file`, which is created if it does not exist."""
    # The database was made when the folder was built, so the browser does not load the code that changes tables.
    empty = str(Path(__file__).with_name("empty.sqlite"))
    if not Path(file).exists():
        shutil.copyfile(empty, file)
    elif _stands_at(file) != _stands_at(empty):
        renew(file, empty)
    return Page(f"sqlite:///{file}", elsewhere)


def renew(file: str, empty: str) -> None:
    """Move the content of a database from another version into an empty one. Missing values stay empty."""
    new = f"{file}.new"
    shutil.copyfile(empty, new)
    with closing(sqlite3.connect(new)) as there:
        there.execute("ATTACH ? AS old", (file,))
        for table in ("matches", "components", "looks", "chat", "drafts", "reviews", "reports", "studies"):
            known = {row[1] for row in there.execute(f"PRAGMA old.table_info({table})")}
            both = ", ".join(row[1] for row in there.execute(f"PRAGMA main.table_info({table})") if row[1] in known)
            if both:
                there.execute(f"INSERT INTO main.{table} ({both}) SELECT {both} FROM old.{table}")
        there.commit()
    os.replace(new, file)


def _stands_at(file: str) -> str:
    with closing(sqlite3.connect(file)) as database:
        return str(database.execute("SELECT version_num FROM alembic_version").fetchone()[0])


async def at_once(step: Callable[..., Any], *args: object) -> Any:
    """Run a step immediately. Without threads, nothing else can run in the meantime."""
    return step(*args)


class Wire:
    """A tab's connection between a page and its worker."""

    def __init__(self, told: Told) -> None:
        self._told = told
        self._said: asyncio.Queue[str | None] = asyncio.Queue()
        self.task: asyncio.Future[None] | None = None

    def say(self, text: str) -> None:
        """Receive a message from the tab."""
        self._said.put_nowait(text)

    def leave(self) -> None:
        """Close the tab."""
        self._said.put_nowait(None)

    async def deny(self, answered: Answer) -> None:
        self._told.closed(REFUSED, str(msgspec.json.decode(answered.body)["error"]))

    async def accept(self) -> None:
        return

    async def receive(self) -> str | bytes:
        said = await self._said.get()
        if said is None:
            raise Gone
        return said

    async def send(self, text: str) -> None:
        self._told.text(text)

    async def close(self, code: int, reason: str = "") -> None:
        self._told.closed(code, reason)


class FarMind:
    """Long searches in another worker, one at a time."""

    places = 1

    def __init__(self, elsewhere: Elsewhere) -> None:
        self._elsewhere = elsewhere

    async def find(self, thought: Thought) -> Found | None:
        about, asked, text = thought.about, thought.asked, None
        if not thought.ended:
            thought.quit = lambda: self._elsewhere.end(about.match_id)
            try:
                text = await self._work(thought)
            except asyncio.CancelledError:
                thought.quit()
                raise
            finally:
                thought.quit = nothing
        if text is None and about.what == REVIEW:
            return None
        # A thought that was ended leaves the bot with the action that it plays without one.
        return found(about.what, asked, lambda _share: False) if text is None else read(text)

    def _work(self, thought: Thought) -> Awaitable[str | None]:
        about, asked = thought.about, written(thought.asked)
        if about.what == REVIEW:
            return self._elsewhere.review(about.match_id, asked, thought.told, lambda part: thought.hear(read(part)))
        work = self._elsewhere.advise if about.what in (ADVICE, FORECAST) else self._elsewhere.think
        return work(about.match_id, asked, thought.told)

    def stop(self) -> None:
        return  # the worker ends with the page


class AtOnce:
    """Short searches, which run immediately."""

    places = 1

    async def find(self, thought: Thought) -> Found | None:
        return found(thought.about.what, thought.asked, lambda _share: True)

    def stop(self) -> None:
        return  # nothing continues by itself


def written(asked: Question) -> str:
    """Return a question as text."""
    return msgspec.json.encode(asked).decode()


def read(found: str) -> Found:
    """Return a result. Raises Refusal if the bot has failed."""
    answer = msgspec.json.decode(found, type=Found)
    if answer.refused:
        raise Refusal(answer.refused, field="players")
    return answer
