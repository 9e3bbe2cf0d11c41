"""Answer requests: find the route, wait for a turn and for the database, and turn every error into a message."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from typing import Any

import sqlalchemy as sa

from mamayev.engine.refusal import Refusal

from ..keys import Denied
from ..writer import Busy
from . import ROUTES
from .answers import Answer, refused
from .parts import Parts
from .refusals import refusal_of
from .route import Request, Route

log = logging.getLogger(__name__)

NOTHING = "There is nothing at this address."
GONE = refused(499, "The caller no longer waits for this answer.")
BUSY_PAUSES = (0.1, 0.2, 0.4, 0.6)  # between attempts while the database is locked; 503 comes before 3 seconds


async def answer(server: Parts, request: Request, routes: Sequence[Route] = ROUTES) -> Answer:
    """Return the answer to a request. This raises an error only if there is a bug."""
    path = request.path
    alike = [route for route in routes if path.endswith(route.tail)]
    found = [(route, named) for route in alike if (named := route.found(path)) is not None]
    if not found:
        return refused(404, NOTHING)
    for route, named in found:
        if route.method == request.method:
            try:
                work = _patiently(server, route, route.arguments(server, request, named))
                return await (_while_wanted(work, request.gone) if route.drops and request.gone else work)
            except (Refusal, Denied, Busy, sa.exc.SQLAlchemyError) as error:
                return refusal_of(error)
    allowed = ", ".join(sorted(route.method for route, _ in found))
    return refused(405, "This address does not accept this method.", {"allow": allowed})


async def _while_wanted(work: Coroutine[Any, Any, Answer], gone: Callable[[], Awaitable[object]]) -> Answer:
    """Return the answer, or cancel the work if the caller leaves first."""
    working, leaving = asyncio.create_task(work), asyncio.ensure_future(gone())
    try:
        await asyncio.wait((working, leaving), return_when=asyncio.FIRST_COMPLETED)
        return working.result() if working.done() else GONE
    finally:
        for task in (working, leaving):
            task.cancel()
        await asyncio.gather(working, leaving, return_exceptions=True)


async def _patiently(server: Parts, route: Route, arguments: dict[str, Any]) -> Answer:
    """Return a route's answer.

    This retries while another program is writing to the database. Between attempts, it holds neither a turn nor a
    thread.
    """
    for pause in BUSY_PAUSES:
        try:
            return await _once(server, route, arguments)
        except Busy:
            await asyncio.sleep(pause)
    return await _once(server, route, arguments)


async def _once(server: Parts, route: Route, arguments: dict[str, Any]) -> Answer:
    given: Answer
    if not route.waits:
        given = await route.handler(**arguments)
    elif "match_id" in arguments:
        given = await server.turns.take(arguments["match_id"], _call, route, arguments)
    else:
        given = await server.turns.run(_call, route, arguments)
    return given


def _call(route: Route, arguments: dict[str, Any]) -> Answer:
    given: Answer = route.handler(**arguments)
    return given
