"""`mamayev serve`: serve the games to browsers."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from .setup import Database, Guests, whole


def run(
    host: Annotated[str, typer.Option("--host", help="The address to listen on; default: this machine only.")] = (
        "127.0.0.1"
    ),
    port: Annotated[
        int | None,
        typer.Option(
            "--port",
            metavar="N",
            parser=str,
            callback=whole,
            show_default="8642, or without --club the next free one",
            help="The port to listen on, 0 to 65535.",
        ),
    ] = None,
    db: Database = None,
    allow_host: Annotated[
        list[str] | None,
        typer.Option(
            "--allow-host",
            metavar="NAME",
            help="Another host name that the server accepts, such as a proxy's. Repeatable.",
        ),
    ] = None,
    club: Annotated[
        Path | None,
        typer.Option(
            # `readable`: otherwise Typer answers with a usage text.
            "--club",
            metavar="FILE",
            readable=False,
            help="Run a club with accounts. FILE is its club.toml.",
        ),
    ] = None,
    guests: Guests = False,
    browser: Annotated[bool, typer.Option("--browser/--no-browser", help="Open the browser.")] = True,
) -> None:
    """Serve the games to browsers and print the address."""
    from mamayev.engine import registry
    from mamayev.engine.refusal import Refusal
    from mamayev.players import welcome
    from mamayev.server import run as serve

    if port is not None and not 0 <= port <= 65535:
        raise Refusal(f"--port: {port} is not a port. Use 0 to 65535.", field="--port", malformed=True)
    if guests:
        welcome(registry.installed())
    serve(host, port, db, open_browser=browser, allow_hosts=allow_host or (), club=club)
