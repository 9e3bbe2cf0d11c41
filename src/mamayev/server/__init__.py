"""The server, which plays games over HTTP, stores them in a database, and updates every open tab live."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from .port import DEFAULT_PORT

if TYPE_CHECKING:
    from starlette.applications import Starlette

__all__ = ["DEFAULT_PORT", "create_app", "run"]


def create_app(
    db_url: str | None = None,
    *,
    host: str = "127.0.0.1",
    allow_hosts: Sequence[str] = (),
    club: Path | None = None,
) -> Starlette:
    """Return the server as an ASGI application. `club`: a club's settings file. Raises Refusal if the database or the
    file cannot be used."""
    from .app import create_app as create

    return create(db_url, host=host, allow_hosts=allow_hosts, club=club)


def run(
    host: str = "127.0.0.1",
    port: int | None = None,
    db: str | None = None,
    open_browser: bool = False,
    allow_hosts: Sequence[str] = (),
    club: Path | None = None,
) -> None:
    """Print the address, and serve until Ctrl-C. `port`: None for the default one, or, without a club, the next free
    one. `club`: a club's settings file. Raises Refusal if the address, the file or the database cannot be used."""
    from .serve import serve

    serve(host, port, db, open_browser, allow_hosts, club)
