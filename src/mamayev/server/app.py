"""The HTTP API of docs/protocol.md, and the browser client beside it."""

from __future__ import annotations

import asyncio
import logging
import random
import re
import secrets
from collections.abc import AsyncIterator, Callable, Coroutine, Sequence
from contextlib import asynccontextmanager, suppress
from functools import cache, lru_cache
from importlib.metadata import version
from typing import Annotated, Any

import msgspec
import sqlalchemy as sa
from fastapi import Depends, FastAPI, Path, Query, Request, Response, WebSocket
from fastapi.exceptions import RequestValidationError
from fastapi.openapi.utils import get_openapi
from fastapi.routing import APIRoute
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import HTTPConnection
from starlette.routing import Route
from starlette.websockets import WebSocketDisconnect

from mamayev import players
from mamayev.engine import registry
from mamayev.engine.citations import citations
from mamayev.engine.foretell import Throw
from mamayev.engine.playout import playout
from mamayev.engine.refusal import Refusal
from mamayev.engine.scene import Overlay, Scene
from mamayev.match import components
from mamayev.match.catalogue import info
from mamayev.match.data import ChoiceData
from mamayev.match.decision import Foretold
from mamayev.match.match import Match
from mamayev.match.reading import prepare
from mamayev.match.record import RecordForm

from . import forms
from .client import Client
from .company import Quota, TooOften, chat_line
from .guard import RECORDS, Guard
from .keys import SHARED, WATCHING, Caller, Eyes, Forbidden, new_keys, resolve
from .live import Live, Tab
from .others import Others
from .replies import Replies
from .rooms import Missing, News, Room, Rooms, Stale, open_record, visible
from .seats import Bots, check_seats, held_seats
from .store import Store, default_address
from .thinking import Thinkers, question
from .thumbnail import Thumbnail, thumbnail
from .turns import Turns
from .writer import Busy

log = logging.getLogger(__name__)

LONGEST_LOG = 20_000
COMPRESSED_FROM = 1000  # bytes; what is shorter gains nothing
QUICK = 2  # how hard an answer is compressed: level 6 makes it a tenth smaller and takes five times as long
BUSY_PAUSES = (0.1, 0.2, 0.4, 0.6)  # between tries while the database is locked; 503 comes before 3 seconds
PATIENCE = 20.0  # seconds for the first message of a tab of a held match; after them it only watches
PORTRAIT = 1  # the seed of the play before a picture on the shelf is taken
SEED_BITS = 53  # as many as JSON carries: nobody finds a seed by trying them against the dice that he has seen
SCHEMAS = "#/components/schemas/"
REFUSALS = {
    403: "not for whoever asks: no key, a wrong one, or a page of another site",
    404: "no such thing",
    409: "not allowed now, or the match has changed since `version`",
    413: "the body is too long",
    422: "not understood",
    429: "too many requests",
    503: "the database does not answer",
}

Seat = Annotated[
    str | None,
    Query(
        max_length=64,
        description="whose view of an open table; * for what everybody sees; without it that of the person who decides",
    ),
]
MatchId = Annotated[str, Path(max_length=64)]
Pieces = Annotated[
    list[forms.Word],
    Query(min_length=1, max_length=40, description="a piece, or several that are to act alike"),
]
Bends = Annotated[
    tuple[forms.Word, ...],
    Query(max_length=20, description="only ways of several steps past these spaces, in this order"),
]
End = Annotated[
    forms.Word | None, Query(description="the ways to this space: the cheapest, then others, the shorter ones first")
]
Seen = Annotated[
    forms.Version | None, Query(description="the version that is asked about: nothing is told of any other")
]
GameName = Annotated[str, Path(max_length=64)]


async def _caller(connection: HTTPConnection, seat: Seat = None) -> Caller:
    """Who asks: `Authorization: Bearer KEY` shows the key of a held seat; another scheme is a proxy's business."""
    # A plain function would take a thread of its own.
    scheme, _, key = connection.headers.get("authorization", "").partition(" ")
    return Caller(seat, key.strip() if scheme.lower() == "bearer" else None)


Who = Annotated[Caller, Depends(_caller)]


class _Introduction(msgspec.Struct):
    """The first message of a tab of a held match. `company`: it wants to hear who is here and what they say, too."""

    key: str | None = None
    company: bool = False


class Answer(Response):
    """JSON, written by msgspec."""

    media_type = "application/json"

    def render(self, content: Any) -> bytes:
        return msgspec.json.encode(content)


def _gives(form: Any, status: int = 200) -> dict[int | str, dict[str, Any]]:
    """The documented answers of a route."""
    return {status: {"description": "done", "content": {"application/json": {"schema": _schema(form)}}}, **_errors()}


@cache
def _schema(form: Any) -> dict[str, Any]:
    """A form in the OpenAPI document; msgspec inspects everything that a form is made of, which is slow."""
    (schema,), _ = msgspec.json.schema_components([form], ref_template=SCHEMAS + "{name}")
    return schema


def _errors() -> dict[int | str, dict[str, Any]]:
    content = {"application/json": {"schema": {"$ref": SCHEMAS + "RefusalForm"}}}
    return {status: {"description": text, "content": content} for status, text in REFUSALS.items()}


def create_app(
    db_url: str | None = None,
    *,
    host: str = "127.0.0.1",
    allow_hosts: Sequence[str] = (),
    rate: str = "6000/minute",
    games: str = "600/hour",
    bot_pause: float = 0.3,
    reply_pause: float = 3.0,
    keep: int = 256,
) -> FastAPI:
    """The server as an ASGI application.

    `db_url`: address of the database, by default SQLite in the user's data folder; `host`: the address that is
    listened on, which decides the names answered to; `allow_hosts`: further names, such as a proxy's; `rate`: requests
    of one client, and `games`: those that it begins, in the notation of `limits`; `bot_pause`: seconds before each
    action of a bot; `reply_pause`: seconds between a window in which people may react and the answer, whoever gives
    it; `keep`: how many matches stay in memory. Raises Refusal for a database that cannot be used.
    """
    prepare("mamayev")
    store = Store(db_url or default_address())
    live, turns = Live(), Turns()

    def changed(news: News) -> None:
        live.changed(news)
        thinkers.changed(news.room.id, news.room.version)
        wake(news.room)

    def wake(room: Room) -> None:
        bots.wake(room)
        replies.wake(room)

    rooms = Rooms(store, keep, changed)
    thinkers = Thinkers(live.thinks)
    bots = Bots(rooms, turns, thinkers, bot_pause)
    replies = Replies(rooms, turns, reply_pause)
    others = Others(rooms, turns, store, live)

    @asynccontextmanager
    async def lifespan(_app: FastAPI) -> AsyncIterator[None]:
        bots.tasks.start()
        replies.tasks.start()
        following = asyncio.create_task(others.follow())
        yield
        following.cancel()
        await bots.tasks.stop()
        thinkers.stop()
        await replies.tasks.stop()
        with suppress(Busy, sa.exc.SQLAlchemyError):
            others.leave()
        store.close()

    app = FastAPI(
        title="Mamayev",
        version=version("mamayev"),
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/openapi.json",
        redirect_slashes=False,
    )
    app.state.turns = turns
    app.router.route_class = _Patient
    app.add_middleware(GZipMiddleware, minimum_size=COMPRESSED_FROM, compresslevel=QUICK)
    app.add_middleware(Guard, host=host, rate=rate, games=games, names=allow_hosts)
    _refusals(app)
    _games(app)
    _matches(app, rooms, store, live, wake, thinkers)
    _play(app, rooms, turns, store, live, replies)
    _bots(app, rooms, turns, thinkers)
    _look(app, rooms)
    _company(app, rooms, store, live, others)
    _live(app, rooms, turns, live)
    app.router.default = GZipMiddleware(Client(), minimum_size=COMPRESSED_FROM, compresslevel=9)
    app.openapi = lambda: _document(app)  # type: ignore[method-assign]
    return app


class _Patient(APIRoute):
    """A route that tries again while another program writes to the database. Where a plain function answers for a
    match, it waits for its turn at the match before it takes a thread; an `async` one takes its turns itself. While it
    waits for the database it holds neither."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        answer = super().get_route_handler()
        in_turn = not asyncio.iscoroutinefunction(self.endpoint)

        async def answer_once(request: Request) -> Response:
            match_id = request.path_params.get("match_id")
            if match_id is None or not in_turn:
                return await answer(request)
            async with request.app.state.turns.of(match_id):
                return await answer(request)

        async def answer_again(request: Request) -> Response:
            for pause in BUSY_PAUSES:
                try:
                    return await answer_once(request)
                except Busy:
                    await asyncio.sleep(pause)
            return await answer_once(request)

        return answer_again


def _document(app: FastAPI) -> dict[str, Any]:
    """The OpenAPI document: FastAPI's requests and the msgspec forms of the answers."""
    if app.openapi_schema is None:
        document = get_openapi(title=app.title, version=app.version, routes=app.routes)
        _, components = msgspec.json.schema_components(forms.ANSWERS, ref_template=SCHEMAS + "{name}")
        schemas = document.setdefault("components", {}).setdefault("schemas", {})
        for unused in ("HTTPValidationError", "ValidationError"):
            schemas.pop(unused, None)
        schemas.update(components)
        app.openapi_schema = document
    return app.openapi_schema


# ------------------------------------------------------------------ refusals


def _refused(status: int, text: str, headers: Any = None, **fields: Any) -> Answer:
    # A lone surrogate in what the client sent cannot be written as UTF-8.
    sentence = text.encode("utf-8", "replace").decode()
    return Answer(forms.RefusalForm(sentence, **fields), status, headers)


def _status(refusal: Refusal) -> int:
    return 422 if refusal.malformed else 409


def _refusals(app: FastAPI) -> None:
    @app.exception_handler(Refusal)
    async def refusal(_request: Request, error: Refusal) -> Answer:
        return _refused(_status(error), error.text, clauses=tuple(error.clauses), field=error.field)

    @app.exception_handler(Missing)
    async def missing(_request: Request, error: Missing) -> Answer:
        return _refused(404, str(error))

    @app.exception_handler(Forbidden)
    async def forbidden(_request: Request, error: Forbidden) -> Answer:
        return _refused(403, str(error))

    @app.exception_handler(TooOften)
    async def too_often(_request: Request, error: TooOften) -> Answer:
        return _refused(429, str(error))

    @app.exception_handler(Stale)
    async def stale(_request: Request, error: Stale) -> Answer:
        return _refused(
            409, "The game has gone on since; here is how it stands now.", field="version", state=error.state
        )

    @app.exception_handler(RequestValidationError)
    async def invalid(_request: Request, error: RequestValidationError) -> Answer:
        first = error.errors()[0]
        place = [str(part) for part in first["loc"] if part != "body"]
        if first["type"] == "json_invalid":
            return _refused(422, "The body is not JSON.", field="body")
        where = ".".join(place) or "body"
        given = first.get("input")
        if first["type"] in ("int_type", "int_parsing") and _whole(given):
            return _refused(422, f"{where}: {given} is written with a fraction; write {given:.0f}.", field=where)
        return _refused(422, f"{where}: {first['msg']}.", field=where)

    @app.exception_handler(HTTPException)
    async def http(request: Request, error: HTTPException) -> Answer:
        # FastAPI answers 400 where a body cannot be read as JSON at all.
        status = 422 if error.status_code == 400 else error.status_code
        sentence = {
            404: "There is nothing at this address.",
            405: "This address does not take that method.",
            422: "The body cannot be read as JSON.",
        }.get(status, str(error.detail))
        allowed = _allowed(app, request) if status == 405 else ""
        return _refused(status, sentence, {"allow": allowed} if allowed else error.headers)

    @app.exception_handler(sa.exc.SQLAlchemyError)
    async def database(_request: Request, error: sa.exc.SQLAlchemyError) -> Answer:
        log.error("the database failed", exc_info=error)
        cause = str(getattr(error, "orig", None) or error).rstrip(".")
        return _refused(503, f"The database does not answer ({cause}); nothing has changed.")

    @app.exception_handler(Busy)
    async def busy(_request: Request, _error: Busy) -> Answer:
        return _refused(503, "The database is locked by another program; nothing has changed. Try again.")

    @app.exception_handler(Exception)
    async def broken(_request: Request, _error: Exception) -> Answer:
        return _refused(500, "The server has made a mistake; the game is as it was. Its log says more.")


def _whole(given: object) -> bool:
    """Whether a number is whole although it is written with a fraction, such as 215.0."""
    return isinstance(given, float) and given.is_integer()


def _allowed(app: FastAPI, request: Request) -> str:
    """The methods that an address takes."""
    methods: set[str] = set()
    for route in app.routes:
        if isinstance(route, Route) and route.path_regex.match(request.url.path):
            methods |= route.methods or set()
    return ", ".join(sorted(methods))


# ------------------------------------------------------------------ games


@lru_cache(maxsize=32)
def _scene(game: str, edition: str | None) -> bytes:
    return msgspec.json.encode(registry.find(game).table(edition).scene())


@lru_cache(maxsize=32)
def _board(game: str) -> bytes:
    known = registry.find(game)
    table = known.table()
    p, left = table.start(), iter(range(known.portrait))
    if known.portrait:
        policy = next(iter(known.bots.values())).policy
        policies = dict.fromkeys(range(len(known.seats)), policy)
        playout(p, random.Random(PORTRAIT), policies, until=lambda _: next(left, None) is None)
    return msgspec.json.encode(thumbnail(table.scene(), table.picture(p, None)))


@lru_cache(maxsize=32)
def _rules(game: str) -> bytes:
    known, cited = registry.find(game), citations(game)
    offered = {clause.id for clause in cited.ledger.clauses.values() if known.offers(clause)}
    rows = [{**row, "cited": cited.to_data(row["id"])} for row in cited.ledger.to_data() if row["id"] in offered]
    return msgspec.json.encode({"clauses": rows})


def _known(game: str) -> None:
    if game not in registry.names():
        raise Missing(f"There is no game “{game}”.")


def _games(app: FastAPI) -> None:
    @app.get("/api/health", responses=_gives(forms.Health))
    def health() -> Response:
        """Whether the server runs."""
        return Answer(forms.Health("ok", version("mamayev")))

    @app.get("/api/games", responses=_gives(list[forms.GameInfo]))
    def games() -> Response:
        """The installed games, with their editions, options, presets and bots."""
        return Answer([info(game) for game in registry.installed()])

    @app.get("/api/games/{game}/scene", responses=_gives(Scene))
    def game_scene(game: GameName, edition: Annotated[str | None, Query(max_length=64)] = None) -> Response:
        """How a game looks, as it is set up without options."""
        _known(game)
        return Response(_scene(game, edition), media_type="application/json")

    @app.get("/api/games/{game}/thumbnail", responses=_gives(Thumbnail))
    def game_thumbnail(game: GameName) -> Response:
        """A game's board in small, at the start or as soon as its units stand there."""
        _known(game)
        return Response(_board(game), media_type="application/json")

    @app.post("/api/games/{game}/components", responses=_gives(list[forms.ComponentCheck]))
    def check_components(game: GameName, wanted: forms.ComponentFiles) -> Response:
        """What a game says of one's own map, cards and counters, file by file; nothing is kept."""
        _known(game)
        return Answer([one._asdict() for one in components.check(registry.find(game), wanted.files)])

    @app.get("/api/games/{game}/rules", responses=_gives(forms.Rules))
    def rules(game: GameName) -> Response:
        """The clauses of a game's ledger that belong to the editions and options on offer, each with the places in the
        game's code that cite it."""
        _known(game)
        return Response(_rules(game), media_type="application/json")


# ------------------------------------------------------------------ matches


def _matches(
    app: FastAPI, rooms: Rooms, store: Store, live: Live, wake: Callable[[Room], None], thinkers: Thinkers
) -> None:
    @app.get("/api/matches", responses=_gives(list[forms.MatchCard]))
    def matches() -> Response:
        """All games that are not deleted, the one played last first."""
        return Answer(store.cards())

    @app.post("/api/matches", status_code=201, responses=_gives(forms.State, 201))
    def create(wanted: forms.NewMatch) -> Response:
        """Begin a game; where its seats are held, the answer tells their keys, this once, and what everybody sees."""
        match = Match.new(
            wanted.game,
            seed=secrets.randbits(SEED_BITS) if wanted.seed is None else wanted.seed,
            edition=wanted.edition,
            options=wanted.options,
            dice=wanted.dice,
            components=wanted.components,
            lesson=wanted.lesson or "",
        )
        check_seats(match, wanted.seats)
        lesson = match.lesson_now()
        title = f"{match.game.title}: {lesson.title}" if lesson is not None else None
        keys = new_keys(held_seats(match, wanted.seats)) if wanted.held else {}
        room = rooms.add(match, wanted.seats, wanted.name or (title and store.untaken(title)), keys)
        state = room.state(room.viewer(room.eyes(Caller())))
        state.keys = keys
        answer = Answer(state, 201)
        wake(room)
        return answer

    @app.get("/api/matches/{match_id}", responses=_gives(forms.State))
    def state(match_id: MatchId, who: Who) -> Response:
        """How a game stands."""
        with rooms.enter(match_id, who) as (room, eyes):
            wake(room)
            return Answer(room.state(room.viewer(eyes)))

    @app.patch("/api/matches/{match_id}", responses=_gives(forms.State))
    def change(match_id: MatchId, wanted: forms.Change, who: Who) -> Response:
        """Rename a game, or give its seats to people or bots."""
        with rooms.enter(match_id, who) as (room, eyes):
            room.check_acting(eyes)
            check_seats(room.match, wanted.seats or {})
            room.check_seats(eyes, wanted.seats or {})
            room.name = wanted.name or room.name
            room.seats = {**room.seats, **(wanted.seats or {})}
            rooms.save(room, [], eyes)
            return Answer(room.state(room.viewer(eyes)))

    @app.delete(
        "/api/matches/{match_id}", status_code=204, responses={**_gives(forms.State), 204: {"description": "deleted"}}
    )
    def delete(match_id: MatchId, who: Who) -> Response:
        """Delete a game; it can be restored for 30 days. A held one is deleted when it is over, by who has a seat."""
        _own(match_id, who)
        if not store.delete(match_id):
            raise Missing("There is no such game.")
        rooms.forget(match_id)
        thinkers.end(match_id)
        live.end(match_id)
        return Response(status_code=204)

    @app.post("/api/matches/{match_id}/restore", responses=_gives(forms.State))
    def restore(match_id: MatchId, who: Who) -> Response:
        """Take a deletion back."""
        _own(match_id, who)
        if not store.restore(match_id):
            raise Missing("No such game was deleted.")
        with rooms.enter(match_id, who) as (room, eyes):
            wake(room)
            return Answer(room.state(room.viewer(eyes)))

    def _own(match_id: str, who: Caller) -> None:
        """Raise Forbidden where a match is held and the caller has no seat in it, Refusal where it is not over."""
        claim = store.claim(match_id)
        if claim is None or not claim.keys:
            return
        if resolve(claim.keys, who) == WATCHING:
            raise Forbidden("Only somebody who holds a seat of this match, and shows its key, can do that.")
        if not claim.over:
            raise Refusal("A held match can be deleted only when it is over: resign first.", field="held")

    @app.post("/api/matches/{match_id}/branch", status_code=201, responses=_gives(forms.State, 201))
    def branch(match_id: MatchId, wanted: forms.BranchWanted, who: Who) -> Response:
        """Play on from an earlier moment, with other dice, as a game of its own."""
        with rooms.enter(match_id, who) as (room, eyes):
            room.check_open("A branch")
            then = room.at(wanted.ply, room.viewer(eyes))
            match = room.match.branch(wanted.ply)
            seats = room.seats if room.humans else {}
            moment = then.picture.headline or f"turn {then.picture.turn}"
            name = wanted.name or store.untaken(f"{room.name}, from {moment}"[:110])
        new = rooms.add(match, seats, name)
        answer = Answer(new.state(new.viewer(new.eyes(Caller(who.seat)))), 201)
        wake(new)
        return answer

    @app.get("/api/matches/{match_id}/record", responses=_gives(RecordForm))
    def record(match_id: MatchId, who: Who) -> Response:
        """The saved game as a file; it holds the seed. That of a held match opens when it is over."""
        found, claim = store.raw(match_id), store.claim(match_id)
        if claim is not None:
            resolve(claim.keys, who)
            if claim.keys and not claim.over:
                raise Forbidden("The record of a held match opens when the match is over.")
        if found is None:
            raise Missing("There is no such game.")
        name, game, data = found
        stem = re.sub(r"[^A-Za-z0-9]+", "-", name).strip("-").lower() or game
        return Response(
            data,
            media_type="application/json",
            headers={"content-disposition": f'attachment; filename="{stem}.mamayev.json"'},
        )

    @app.post(
        RECORDS,
        status_code=201,
        responses=_gives(forms.State, 201),
        openapi_extra={
            "requestBody": {
                "required": True,
                "content": {"application/json": {"schema": {"$ref": SCHEMAS + "RecordForm"}}},
            }
        },
    )
    async def import_record(request: Request) -> Response:
        """Take in a saved game; it is replayed and refused where it breaks a rule."""
        data = await request.body()

        def take_in() -> Response:
            room = rooms.add(open_record(data, LONGEST_LOG), {}, None)
            return Answer(room.state(room.viewer(SHARED)), 201)

        return await run_in_threadpool(take_in)


# ------------------------------------------------------------------ play


def _fresh(room: Room, seen: int, eyes: Eyes) -> None:
    if room.version != seen:
        raise Stale(room.state(room.viewer(eyes)))


def _play(app: FastAPI, rooms: Rooms, turns: Turns, store: Store, live: Live, replies: Replies) -> None:
    requests = Quota("6/minute", "are put to the others")

    @app.post("/api/matches/{match_id}/actions", responses=_gives(forms.State))
    async def act(match_id: MatchId, wanted: forms.Played, who: Who) -> Response:
        """Play an action, or several in one go. In a window it counts only after the pause that holds for everybody."""
        texts = wanted.texts if wanted.text is None else [wanted.text]
        if texts is None or (wanted.text is not None and wanted.texts is not None):
            raise Refusal("Give “text”, one action, or “texts”, several, not both.", field="text", malformed=True)

        def play() -> Response | float:
            """The answer, or for how many seconds the action is held back."""
            with rooms.enter(match_id, who, wanted.version) as (room, eyes):
                if room.answered == (wanted.version, room.viewer(eyes), texts):  # the server was sooner
                    return Answer(room.state(room.viewer(eyes)))
                _fresh(room, wanted.version, eyes)
                room.check_turn(eyes)
                if room.window:
                    rooms.look_up_replies(room)
                pause = room.held_back(replies.pause)
                if pause:
                    return pause
                news = rooms.save(room, room.match.play(texts), eyes)
                return Answer(news.state(room.viewer(eyes)))

        while not isinstance(played := await turns.take(match_id, play), Response):
            await asyncio.sleep(played)
        return played

    @app.put("/api/matches/{match_id}/reply", responses=_gives(forms.State))
    def reply(match_id: MatchId, wanted: forms.ReplyWanted, who: Who) -> Response:
        """How the windows of one's own seat are answered. Nobody else is told, and the version stays."""
        with rooms.enter(match_id, who) as (room, eyes):
            room.set_reply(eyes, wanted.reply)
            rooms.keep_replies(room, room.replies)
            replies.wake(room)
            return Answer(room.state(room.viewer(eyes)))

    @app.post("/api/matches/{match_id}/undo", responses=_gives(forms.State))
    def undo(match_id: MatchId, wanted: forms.UndoWanted, who: Who) -> Response:
        """Take back the last decision, or all since a ply, and what bots decided after it."""
        with rooms.enter(match_id, who) as (room, eyes):
            _fresh(room, wanted.version, eyes)
            if wanted.ask:
                requests.count(match_id, eyes.seat)
                said = room.ask_undo(eyes, wanted.to)
            else:
                said = ""
                room.undo(eyes, wanted.to, practice=wanted.practice)
            rooms.save(room, [], eyes)
            told(match_id, said)
            return Answer(room.state(room.viewer(eyes)))

    @app.post("/api/matches/{match_id}/undo/answer", responses=_gives(forms.State))
    def answer_undo(match_id: MatchId, wanted: forms.UndoAnswer, who: Who) -> Response:
        """Grant or refuse what another seat asks to take back; withdraw what one asks."""
        with rooms.enter(match_id, who) as (room, eyes):
            _fresh(room, wanted.version, eyes)
            said = room.answer_undo(eyes, wanted.answer)
            rooms.save(room, [], eyes)
            told(match_id, said)
            return Answer(room.state(room.viewer(eyes)))

    @app.post("/api/matches/{match_id}/resign", responses=_gives(forms.State))
    def resign(match_id: MatchId, wanted: forms.ResignWanted, who: Who) -> Response:
        """Give a held seat up; the match is over, and the record says who resigned."""
        with rooms.enter(match_id, who) as (room, eyes):
            _fresh(room, wanted.version, eyes)
            news = rooms.save(room, room.resign(eyes), eyes)
            return Answer(news.state(room.viewer(eyes)))

    def told(match_id: str, text: str) -> None:
        """What the table itself says among the lines of its people."""
        if text:
            live.said(match_id, store.say(match_id, "", text))

    @app.post("/api/matches/{match_id}/redo", responses=_gives(forms.State))
    def redo(match_id: MatchId, wanted: forms.RedoWanted, who: Who) -> Response:
        """Play what was taken back last again, with the same dice."""
        with rooms.enter(match_id, who) as (room, eyes):
            _fresh(room, wanted.version, eyes)
            news = rooms.save(room, room.redo(eyes), eyes)
            return Answer(news.state(room.viewer(eyes)))

    @app.post("/api/matches/{match_id}/leave-lesson", responses=_gives(forms.State))
    def leave_lesson(match_id: MatchId, wanted: forms.LeaveWanted, who: Who) -> Response:
        """End a lesson and play on freely, with dice and cards of the game's own."""
        with rooms.enter(match_id, who) as (room, eyes):
            _fresh(room, wanted.version, eyes)
            room.check_acting(eyes)
            room.match.leave_lesson()
            rooms.save(room, [], eyes)
            return Answer(room.state(room.viewer(eyes)))

    @app.get("/api/matches/{match_id}/choices", responses=_gives(list[ChoiceData]))
    def choices(match_id: MatchId, piece: Pieces, who: Who, by: Bends = (), space: End = None) -> Response:
        """What a piece may do now, or a stack of them together: where it can go, the price and the way."""
        with rooms.enter(match_id, who) as (room, eyes):
            found = room.choices(piece, by, space, room.viewer(eyes))
        return Response(found, media_type="application/json")

    @app.get("/api/matches/{match_id}/foretell", responses=_gives(Foretold))
    def foretell(match_id: MatchId, action: forms.Line, who: Who, version: Seen = None) -> Response:
        """What would follow from an action: events, changed tracks, the chances of all that is rolled for it; nothing
        where the game has gone on since the version that is named."""
        with rooms.enter(match_id, who) as (room, eyes):
            late = version is not None and version != room.version
            return Answer(Foretold() if late else room.foretell(action, room.viewer(eyes)))

    @app.post("/api/matches/{match_id}/why", responses=_gives(forms.Reasons))
    def why(match_id: MatchId, question: forms.Question, who: Who) -> Response:
        """Why an action, or what was clicked, is not on offer; no reasons where it is."""
        with rooms.enter(match_id, who) as (room, eyes):
            return Answer(room.why(question, room.viewer(eyes)))


# ------------------------------------------------------------------ looking


def _bots(app: FastAPI, rooms: Rooms, turns: Turns, thinkers: Thinkers) -> None:
    @app.post("/api/matches/{match_id}/hint", responses=_gives(forms.Hint))
    async def hint(match_id: MatchId, who: Who, wanted: forms.HintWanted | None = None) -> Response:
        """What a bot would play for the person who decides, and why."""

        def ask() -> Match:
            with rooms.enter(match_id, who) as (room, eyes):
                room.check_turn(eyes)
                return room.match.copy()

        # The bot thinks while others take their turns.
        match, bot = await turns.take(match_id, ask), (wanted.bot if wanted else None) or ""
        if players.thinks(match.game, bot) and match.position.seat >= 0:
            text, why = await thinkers.advise(question(match, match.position, bot))
            label = match.table.label(match.position, match.table.notation.parse(text))
            return Answer(forms.Hint(text=text, label=label, why=why))
        return Answer(await run_in_threadpool(players.hint, match, bot))

    @app.get("/api/matches/{match_id}/intent/{ply}", responses=_gives(forms.Intended))
    async def intent(match_id: MatchId, ply: Annotated[int, Path(ge=0, le=2**31)], who: Who) -> Response:
        """What the staff meant to do at a past decision. An opponent's intent is told after the game alone."""

        def ask() -> Match:
            with rooms.enter(match_id, who) as (room, _):
                room.check_over("What a staff meant to do")
                return room.match.copy()

        match = await turns.take(match_id, ask)
        return Answer(forms.Intended(await run_in_threadpool(players.intent_at, match, ply)))

    @app.post("/api/matches/{match_id}/thought/end", responses=_gives(forms.ThoughtEnded))
    async def end_thought(match_id: MatchId, who: Who) -> Response:
        """End the thought of the bot that decides: it plays what it is sure of by now."""

        def check() -> None:
            with rooms.enter(match_id, who) as (room, eyes):
                room.check_acting(eyes)

        await turns.take(match_id, check)
        return Answer(forms.ThoughtEnded(thinkers.end(match_id)))


def _look(app: FastAPI, rooms: Rooms) -> None:
    @app.get("/api/matches/{match_id}/scene", responses=_gives(Scene))
    def match_scene(match_id: MatchId, who: Who) -> Response:
        """How this game looks; it never changes while it is played."""
        with rooms.enter(match_id, who) as (room, _):
            return Response(room.scene_json, media_type="application/json")

    @app.get("/api/matches/{match_id}/setup", responses=_gives(forms.Setup))
    def match_setup(match_id: MatchId, who: Who) -> Response:
        """How this game was set up; the seed tells its dice."""
        with rooms.enter(match_id, who) as (room, _):
            room.check_open("The set-up with its seed")
            return Answer(room.setup())

    @app.get("/api/matches/{match_id}/log", responses=_gives(forms.Log))
    def events(
        match_id: MatchId,
        who: Who,
        start: Annotated[int, Query(alias="from", ge=0, le=2**31, description="the first ply to tell of")] = 0,
    ) -> Response:
        """What has happened, from a ply on."""
        with rooms.enter(match_id, who) as (room, eyes):
            told = visible(room.match.events, room.viewer(eyes))
        return Answer({"events": [e for e in told if e.ply >= start]})

    @app.get("/api/matches/{match_id}/at/{ply}", responses=_gives(forms.PastTable))
    def at(match_id: MatchId, ply: Annotated[int, Path(ge=0, le=2**31)], who: Who) -> Response:
        """The table after a ply."""
        with rooms.enter(match_id, who) as (room, eyes):
            return Answer(room.at(ply, room.viewer(eyes)))

    @app.get("/api/matches/{match_id}/overlays/{overlay}", responses=_gives(Overlay))
    def overlay(match_id: MatchId, overlay: forms.Line, who: Who) -> Response:
        """An overlay of the present table that is made only when somebody asks for it."""
        with rooms.enter(match_id, who) as (room, eyes):
            return Answer(room.overlay(overlay, room.viewer(eyes)))

    @app.get("/api/matches/{match_id}/faces/{ply}", responses=_gives(list[Throw]))
    def faces(match_id: MatchId, ply: Annotated[int, Path(ge=0, le=2**31)], who: Who) -> Response:
        """The die that fell at a ply, with what each of its faces would have given; empty where none tells it alone."""
        with rooms.enter(match_id, who) as (room, eyes):
            return Answer(room.faces(ply, room.viewer(eyes)))

    @app.get("/api/matches/{match_id}/thumbnail", responses=_gives(Thumbnail))
    def match_thumbnail(
        match_id: MatchId,
        who: Who,
        ply: Annotated[
            int | None, Query(ge=0, le=2**31, description="the board after that ply; else as it is now")
        ] = None,
    ) -> Response:
        """The board in small."""
        with rooms.enter(match_id, who) as (room, eyes):
            return Answer(room.thumbnail(ply, room.viewer(eyes)))

    @app.get("/api/matches/{match_id}/series", responses=_gives(forms.SeriesList))
    def series(match_id: MatchId, who: Who) -> Response:
        """The values that are plotted over the turns."""
        with rooms.enter(match_id, who) as (room, _):
            return Answer(room.series())


def _company(app: FastAPI, rooms: Rooms, store: Store, live: Live, others: Others) -> None:
    chat = Quota("20/minute", "are passed on")

    @app.get("/api/matches/{match_id}/company", responses=_gives(forms.Company))
    def company(match_id: MatchId, who: Who) -> Response:
        """Who is at a held match, and what was said there."""
        with rooms.enter(match_id, who) as (room, _):
            seats = list(room.keys)
        others.look_up()
        return Answer(forms.Company(live.attendance.of(match_id, seats), store.lines(match_id)))

    @app.post("/api/matches/{match_id}/chat", status_code=201, responses=_gives(forms.ChatLine, 201))
    def say(match_id: MatchId, wanted: forms.Said, who: Who) -> Response:
        """Say a line to everybody at a held match."""
        with rooms.enter(match_id, who) as (room, eyes):
            room.check_acting(eyes)
            if eyes.seat is None or not room.held:
                raise Refusal("At an open table people talk without the server.", field="held")
            text = chat_line(wanted.text)
            chat.count(match_id, eyes.seat)
        line = store.say(match_id, eyes.seat, text)
        live.said(match_id, line)
        return Answer(line, 201)


def _live(app: FastAPI, rooms: Rooms, turns: Turns, live: Live) -> None:
    def look(match_id: str, who: Caller) -> tuple[Eyes, list[str]]:
        with rooms.enter(match_id, who) as (room, eyes):
            return eyes, list(room.keys)

    def present(match_id: str, eyes: Eyes) -> bytes:
        with rooms.open(match_id) as room:
            return live.first(room, eyes)

    @app.websocket("/api/matches/{match_id}/live")
    async def follow(socket: WebSocket, match_id: str, who: Who) -> None:
        """Every change of a match, from the present state on. To a held match the first message shows the key."""
        try:
            eyes, held = await turns.take(match_id, look, match_id, who)
        except (Missing, Refusal, Forbidden) as error:
            await socket.send_denial_response(_told(error))
            return
        await socket.accept()
        try:
            first_said = await _introduced(socket) if held else _Introduction()
            if held:
                eyes, _ = await turns.take(match_id, look, match_id, Caller(None, first_said.key))
            with live.tab(match_id, eyes, held, first_said.company) as tab:
                first = await turns.take(match_id, present, match_id, eyes)
                await _tell(socket, tab, first)
        except WebSocketDisconnect:
            log.debug("a tab of %s closed while it was written to", match_id)
        except Missing:
            await socket.close(1001)
        except (Refusal, Forbidden) as error:
            await socket.close(1008, str(error))


def _told(error: Missing | Refusal | Forbidden) -> Answer:
    if isinstance(error, Refusal):
        return _refused(_status(error), error.text, field=error.field)
    return _refused(404 if isinstance(error, Missing) else 403, str(error))


async def _introduced(socket: WebSocket) -> _Introduction:
    """The first message of a tab; one that says nothing only watches. Raises Refusal, WebSocketDisconnect."""
    try:
        async with asyncio.timeout(PATIENCE):
            received = await socket.receive()
    except TimeoutError:
        return _Introduction()
    if received["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(received["code"])
    try:
        return msgspec.json.decode(received.get("text") or received.get("bytes") or b"", type=_Introduction)
    except (msgspec.MsgspecError, RecursionError, UnicodeError):
        raise Refusal("The first message is {“key”: …}, with null for whoever only watches.", field="key") from None


async def _tell(socket: WebSocket, tab: Tab, first: bytes) -> None:
    """Send what a tab is to be told until it closes, or its match ends."""
    reader = asyncio.create_task(_until_gone(socket, tab))
    try:
        await socket.send_text(first.decode())
        while (news := await tab.queue.get()) is not None:
            await socket.send_text(news.decode())
        if not reader.done():
            await socket.close(1001)
    finally:
        reader.cancel()


async def _until_gone(socket: WebSocket, tab: Tab) -> None:
    """Of what a tab sends later, only its closing matters."""
    while (await socket.receive())["type"] != "websocket.disconnect":
        continue
    tab.put(None)
