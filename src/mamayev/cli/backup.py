"""`mamayev export-all` and `mamayev import-all`: write all of the server's games into one file, and read them back."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from mamayev.engine.words import counted

from .setup import Database

if TYPE_CHECKING:
    from mamayev.server.backup import Counts


def export_all(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The backup file to write.")], db: Database = None
) -> None:
    """Write all games of the server into one file, even while it runs. The file contains seeds, so keep it private."""
    from mamayev.server import backup
    from mamayev.server.store import Store
    from mamayev.server.store.database import default_address

    from .output import database_errors, file_errors

    store = Store(db or default_address(), make=False)
    with database_errors(), file_errors(file, "write"):
        counts = backup.export(store, file)
    store.close()
    typer.echo(f"{file} holds {_told(counts)}.")


def import_all(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A backup file.")], db: Database = None
) -> None:
    """Import the games of a backup that are missing here. Existing games do not change."""
    from mamayev.server import backup
    from mamayev.server.store import Store
    from mamayev.server.store.database import default_address

    from .output import database_errors, file_errors

    store = Store(db or default_address())
    with database_errors(), file_errors(file):
        counts = backup.take_in(store, file)
    store.close()
    there = counted(counts.there, "# game was already here", "# games were already here")
    typer.echo(f"{_told(counts)} imported; {there}.")


def _told(counts: Counts) -> str:
    games = counted(counts.games, "# game", "# games")
    return f"{games} and {counted(counts.lines, '# line of chat', '# lines of chat')}"
