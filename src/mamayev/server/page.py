"""The routes as messages of a page, and the line of a tab as others of them: the way in for a worker of the browser, in
which there are no threads, no sockets and no processes."""

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
from .thoughts import ADVICE, Found, Question, advise, found, think

KEPT = 16
"""So many matches stay in memory: the page of one player."""


class Told(Protocol):
    """What a page is told on a line: a text, and at the end why it was closed, in the numbers of WebSockets."""

    def text(self, text: str) -> None: ...

    def closed(self, code: int, reason: str) -> None: ...


class Bytes(Protocol):
    """The bytes of a file, as a page hands them over."""

    def to_bytes(self) -> bytes:
        """A copy of them."""


class Elsewhere(Protocol):
    """Where bots think while the page is answered: another worker. Questions and what is Found travel as texts, as
    `thoughts.think` and `advise` have them; None where the thought was ended, or that worker has failed."""

    def think(self, match_id: str, question: str, told: Callable[[float], None]) -> Awaitable[str | None]:
        """What comes of a thought. `told` hears how much of it is done."""

    def advise(self, match_id: str, question: str, told: Callable[[float], None]) -> Awaitable[str | None]:
        """What a bot would play, and why; `told` as in `think`."""

    def end(self, match_id: str) -> None:
        """End the thoughts about a match."""


class Here:
    """Bots think where they are asked, while the page waits."""

    async def think(self, _match_id: str, question: str, told: Callable[[float], None]) -> str:
        return think(question, told)

    async def advise(self, _match_id: str, question: str, told: Callable[[float], None]) -> str:
        return advise(question, told)

    def end(self, _match_id: str) -> None:
        return  # whoever asks has waited for the end of the thought


class Page:
    """The house of one page. `address`: of its database, as `Store` has it."""

    def __init__(self, address: str, elsewhere: Elsewhere, bot_pause: float = 0.3) -> None:
        prepare("mamayev")
        self.house = House(
            Store(address, journal="TRUNCATE"),
            at_once,
            lambda tell: Thinkers(tell, FarMind(elsewhere), AtOnce()),
            bot_pause=bot_pause,
            unseen_pause=0.0,  # no other match waits for it
            reply_pause=0.0,
            keep=KEPT,
            asking=Quota(),
            chat=Quota(),
        )
        self.house.start()
        self._asked: dict[int, asyncio.Event] = {}

    async def ask(
        self, method: str, target: str, key: str | None = None, body: str | Bytes = "", number: int | None = None
    ) -> Answer:
        """The answer to a request; `target` is an address as in HTTP, `body` a text or the bytes of a file, `number`
        what `drop` knows the request by."""
        gone = asyncio.Event()
        if number is not None:
            self._asked[number] = gone
        try:
            return await self._answer(method, target, key, body, gone)
        finally:
            if number is not None:
                del self._asked[number]

    def drop(self, number: int) -> None:
        """The page waits no longer for the answer to a request."""
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
        except Exception:
            # As on a server: whatever it was, the stored game is whole. The browser's console says what.
            asyncio.get_running_loop().call_exception_handler({"message": f"{method} {target} failed"})
            return refused(500, MISTAKE)

    def save_all(self) -> Answer:
        """All games as one file, as `mamayev export-all` writes it."""
        data, _ = backup.written(self.house.parts.store)
        name = f"games-{now()[:10]}.mamayev-backup.jsonl"
        return Answer(msgspec.Raw(data), headers={"content-disposition": f'attachment; filename="{name}"'})

    def load_all(self, name: str, text: str) -> Answer:
        """Take in the games of such a file that are not there yet; `name` names it where it is refused."""
        try:
            data = text.encode(errors="surrogatepass")
            return Answer(backup.read_in(self.house.parts.store, data, name)._asdict())
        except Refusal as refusal:
            return refused(status_of(refusal), refusal.text)

    def follow(self, target: str, told: Told, key: str | None = None) -> Wire:
        """A tab follows a match: what it is told comes to `told`, what it says goes to `Wire.say`."""
        parts = urlsplit(target)
        seat = dict(parse_qsl(parts.query, keep_blank_values=True)).get("seat")
        match_id = unquote(parts.path).removeprefix("/api/matches/").removesuffix("/live")
        wire = Wire(told)
        wire.task = asyncio.ensure_future(follow(self.house.parts, wire, match_id, Caller(seat, key)))
        return wire


def begin(file: str, elsewhere: Elsewhere) -> Page:
    """The house of a page whose games are in `file`, which is made where it is missing."""
    # Made when the folder was built: what changes tables stays away from the browser.
    empty = str(Path(__file__).with_name("empty.sqlite"))
    if not Path(file).exists():
        shutil.copyfile(empty, file)
    elif _stands_at(file) != _stands_at(empty):
        renew(file, empty)
    return Page(f"sqlite:///{file}", elsewhere)


def renew(file: str, empty: str) -> None:
    """Move what a database of another version holds into an empty one of this: what it did not know yet is empty."""
    new = f"{file}.new"
    shutil.copyfile(empty, new)
    with closing(sqlite3.connect(new)) as there:
        there.execute("ATTACH ? AS old", (file,))
        for table in ("matches", "components", "looks", "chat", "drafts"):
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
    """Take a step: without threads nothing else can go on meanwhile."""
    return step(*args)


class Wire:
    """The line of a tab between a page and its worker."""

    def __init__(self, told: Told) -> None:
        self._told = told
        self._said: asyncio.Queue[str | None] = asyncio.Queue()
        self.task: asyncio.Future[None] | None = None

    def say(self, text: str) -> None:
        """The tab says something."""
        self._said.put_nowait(text)

    def leave(self) -> None:
        """The tab closes."""
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
    """Bots that think long do so in another worker, one thought at a time."""

    places = 1

    def __init__(self, elsewhere: Elsewhere) -> None:
        self._elsewhere = elsewhere

    async def find(self, thought: Thought) -> Found | None:
        about, asked, text = thought.about, thought.asked, None
        work = self._elsewhere.advise if about.what == ADVICE else self._elsewhere.think
        if not thought.ended:
            thought.quit = lambda: self._elsewhere.end(about.match_id)
            try:
                text = await work(about.match_id, written(asked), thought.told)
            except asyncio.CancelledError:
                thought.quit()
                raise
            finally:
                thought.quit = nothing
        # A thought that was ended leaves the bot with what it plays without one.
        return found(about.what, asked, lambda _share: False) if text is None else read(text)

    def stop(self) -> None:
        return  # the worker ends with the page


class AtOnce:
    """What takes a second at most is found where it is asked."""

    places = 1

    async def find(self, thought: Thought) -> Found | None:
        return found(thought.about.what, thought.asked, lambda _share: True)

    def stop(self) -> None:
        return  # nothing goes on by itself


def written(asked: Question) -> str:
    """A question as it travels."""
    return msgspec.json.encode(asked).decode()


def read(found: str) -> Found:
    """What was found. Raises Refusal where the bot has failed."""
    answer = msgspec.json.decode(found, type=Found)
    if answer.refused:
        raise Refusal(answer.refused, field="players")
    return answer
