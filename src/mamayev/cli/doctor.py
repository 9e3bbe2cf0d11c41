"""`mamayev doctor`: checks every stored game."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from .setup import Database, Json


def run(
    db: Database = None,
    repair: Annotated[bool, typer.Option("--repair", help="Rebuild damaged data where possible.")] = False,
    export: Annotated[
        Path | None, typer.Option("--export", metavar="FILE", help="Write all games to a backup first.")
    ] = None,
    json: Json = False,
) -> None:
    """Check the database, and the record and components of every stored game. Exit with 1 if there is a problem."""
    from mamayev.server import backup, doctor
    from mamayev.server.store import Store
    from mamayev.server.store.database import default_address

    from . import saves
    from .output import database_errors, file_errors, print_json

    store = Store(db or default_address(), make=db is None and saves.folder().is_dir())
    with database_errors():
        complaint = store.database.complaint()
        if complaint and not json:
            typer.echo(f"The database: {complaint}.")
        files = saves.take_in(store) if db is None else []
        if export is not None:
            with file_errors(export, "write"):
                backup.export(store, export)
        findings = doctor.examine(store)
        repaired = doctor.repair(store, findings) if repair else []
    store.close()
    wrong = [f for f in findings if f.grave and f not in repaired]
    if json:
        games = [
            {"id": f.match, "name": f.name, "finding": f.sentence, "grave": f.grave, "repaired": f in repaired}
            for f in findings
        ]
        damaged = [{"file": str(file), "finding": sentence} for file, sentence in files]
        print_json({"database": complaint, "games": games, "files": damaged})
    else:
        for finding in findings:
            done = " Repaired." if finding in repaired else " --repair rebuilds it." if finding.mends else ""
            typer.echo(f"“{finding.name}” ({finding.match}): {finding.sentence}{done}")
        for _file, sentence in files:
            typer.echo(sentence)
        if not (complaint or wrong or files):
            typer.echo("Every game is intact.")
    if complaint or wrong or files:
        raise typer.Exit(1)
