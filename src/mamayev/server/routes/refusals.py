"""What goes wrong, as an answer: a sentence and a status, never a traceback."""

from __future__ import annotations

import logging

import sqlalchemy as sa
from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.routing import Route

from mamayev.engine.refusal import Refusal

from ..company import TooOften
from ..keys import Forbidden
from ..room import Missing, Stale
from ..writer import Busy
from .answers import Answer, refused, status_of

log = logging.getLogger(__name__)


def add_refusals(app: FastAPI) -> None:
    @app.exception_handler(Refusal)
    async def refusal(_request: Request, error: Refusal) -> Answer:
        return refused(status_of(error), error.text, clauses=tuple(error.clauses), field=error.field)

    @app.exception_handler(Missing)
    async def missing(_request: Request, error: Missing) -> Answer:
        return refused(404, str(error))

    @app.exception_handler(Forbidden)
    async def forbidden(_request: Request, error: Forbidden) -> Answer:
        return refused(403, str(error))

    @app.exception_handler(TooOften)
    async def too_often(_request: Request, error: TooOften) -> Answer:
        return refused(429, str(error))

    @app.exception_handler(Stale)
    async def stale(_request: Request, error: Stale) -> Answer:
        return refused(
            409, "The game has gone on since; here is how it stands now.", field="version", state=error.state
        )

    @app.exception_handler(RequestValidationError)
    async def invalid(_request: Request, error: RequestValidationError) -> Answer:
        first = error.errors()[0]
        place = [str(part) for part in first["loc"] if part != "body"]
        if first["type"] == "json_invalid":
            return refused(422, "The body is not JSON.", field="body")
        where = ".".join(place) or "body"
        given = first.get("input")
        if first["type"] in ("int_type", "int_parsing") and _whole(given):
            return refused(422, f"{where}: {given} is written with a fraction; write {given:.0f}.", field=where)
        return refused(422, f"{where}: {first['msg']}.", field=where)

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
        return refused(status, sentence, {"allow": allowed} if allowed else error.headers)

    @app.exception_handler(sa.exc.SQLAlchemyError)
    async def database(_request: Request, error: sa.exc.SQLAlchemyError) -> Answer:
        log.error("the database failed", exc_info=error)
        cause = str(getattr(error, "orig", None) or error).rstrip(".")
        return refused(503, f"The database does not answer ({cause}); nothing has changed.")

    @app.exception_handler(Busy)
    async def busy(_request: Request, _error: Busy) -> Answer:
        return refused(503, "The database is locked by another program; nothing has changed. Try again.")

    @app.exception_handler(Exception)
    async def broken(_request: Request, _error: Exception) -> Answer:
        return refused(500, "The server has made a mistake; the game is as it was. Its log says more.")


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
