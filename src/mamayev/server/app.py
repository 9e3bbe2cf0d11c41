"""The HTTP API of docs/protocol.md, and the browser client."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route, WebSocketRoute

from mamayev.engine.refusal import Refusal
from mamayev.match.reading import prepare

from . import http
from .client import Client
from .company import Quota
from .document import document
from .guard import Guard
from .house import House
from .rates import Rate
from .routes import ROUTES
from .routes.answers import Answer
from .routes.route import Route as ApiRoute
from .store import Store
from .store.database import default_address
from .thinking import thinkers

if TYPE_CHECKING:
    from .club.opening import Opening


def create_app(
    db_url: str | None = None,
    *,
    host: str = "127.0.0.1",
    allow_hosts: Sequence[str] = (),
    rate: str = "6000/minute",
    games: str = "600/hour",
    bot_pause: float = 0.3,
    reply_pause: float = 3.0,
    keep: int = 1000,
    club: Path | None = None,
) -> Starlette:
    """Return the server as an ASGI application.

    - `db_url`: the URL of the database; by default, SQLite in the user's data folder.
    - `host`: the address to listen on, which determines the accepted host names.
    - `allow_hosts`: additional accepted host names, such as a proxy's.
    - `rate`, `games`: the limits for requests and new games per client, such as "600/hour".
    - `bot_pause`: the number of seconds before each action of a bot.
    - `reply_pause`: the number of seconds between the opening of a reaction window and any reply.
    - `keep`: the number of matches to keep in memory.
    - `club`: the file club.toml, for a server with accounts.

    Raises Refusal if the database or the file cannot be used.
    """
    opening = None if club is None else _opening(club)
    prepare("mamayev")
    store = Store(db_url or default_address())
    opened = None if opening is None else opening.open(store)
    lobby = None if opening is None or opened is None else opening.lobby(opened)
    routes = ROUTES if opening is None else opening.routes
    names = [*allow_hosts, *([] if opening is None else [opening.settings.host])]
    house = House(
        store,
        run_in_threadpool,
        thinkers,
        bot_pause=bot_pause,
        unseen_pause=bot_pause,
        reply_pause=reply_pause,
        keep=keep,
        asking=Quota(Rate.parse("6/minute"), "undo requests"),
        chat=Quota(Rate.parse("20/minute"), "messages"),
        orders=Quota(Rate.parse("60/minute"), "orders"),
        access=opened,
    )

    @asynccontextmanager
    async def lifespan(_app: Starlette) -> AsyncIterator[None]:
        house.start()
        others = house.parts.others
        following = [asyncio.create_task(others.follow()), asyncio.create_task(others.hints.run())]
        if opened is not None and lobby is not None:
            opened.sender.follow(house.parts.live)
            loops = (opened.run(), opened.sender.run(), opened.deadlines.run(house.parts), lobby.run(house.parts))
            following += [asyncio.create_task(loop) for loop in loops]
        yield
        for task in following:
            task.cancel()
        if opened is not None:
            opened.stop()
        await house.stop()

    app = Starlette(
        routes=[
            WebSocketRoute("/api/matches/{match_id}/live", http.live),
            *([] if lobby is None else [WebSocketRoute("/api/club/live", http.lobby(lobby.follow))]),
            Route("/api/openapi.json", _document),
            Route("/api/{rest:path}", http.Api(routes)),
        ],
        exception_handlers={HTTPException: http.nowhere, Exception: http.broken},
        lifespan=lifespan,
    )
    app.router.redirect_slashes = False
    app.state.parts = house.parts
    app.state.names, app.state.routes = names, tuple(routes)
    app.state.address = "" if opening is None else opening.settings.address
    app.add_middleware(Guard, host=host, rate=rate, games=games, names=names)
    app.router.default = Client()
    return app


def _opening(club: Path) -> Opening:
    """Return the club that a file configures. Raises Refusal if the file is invalid or a package that clubs need is
    missing."""
    try:
        from .club.opening import Opening
    except ModuleNotFoundError as missing:
        raise Refusal(
            f"A club needs the Python package {missing.name}: pip install 'mamayev[club]'.",
            field="--club",
            malformed=True,
        ) from None
    return Opening(club)


async def _document(request: Request) -> Response:
    return http.sent(_written(request.app.state.routes), request)


@cache
def _written(routes: tuple[ApiRoute, ...]) -> Answer:
    """Return the OpenAPI document. It is cached, because generating it takes 0.1 s and anyone can request it."""
    return Answer(document(routes))
