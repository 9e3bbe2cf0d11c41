"""`mamayev doctor`: show what is installed, and check every stored game."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from mamayev.engine.refusal import Refusal

from .setup import Database, Json


def run(
    db: Database = None,
    repair: Annotated[bool, typer.Option("--repair", help="Rebuild damaged data where possible.")] = False,
    export: Annotated[
        Path | None, typer.Option("--export", metavar="FILE", help="Write all games to a backup first.")
    ] = None,
    json: Json = False,
) -> None:
    """Print what a bug report needs, then check the database and every stored game. Exit with 1 if there is a problem.

    The report contains no key, no password and no seed. It writes "~" for your home folder.
    """
    from mamayev.server import backup, doctor
    from mamayev.server.store import Store
    from mamayev.server.store.database import default_address

    from . import about
    from .output import database_errors, file_errors, print_json

    versions, machine = about.versions(), about.machine()
    if not json:
        typer.echo(f"{about.shown_versions(versions)}\n{about.shown_machine(machine)}")
    try:
        store = Store(db or default_address(), make=False)
    except Refusal as refusal:
        raise Refusal(about.shortened(refusal.text), field=refusal.field, malformed=True) from None
    with database_errors():
        place = about.shortened(store.database.described())
        complaint = store.database.complaint()
        if not json:
            typer.echo(f"database: {place}")
            if complaint:
                typer.echo(f"The database: {complaint}.")
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
        print_json({"versions": versions, "machine": machine, "place": place, "database": complaint, "games": games})
    else:
        for finding in findings:
            done = " Repaired." if finding in repaired else " --repair rebuilds it." if finding.mends else ""
            typer.echo(f"“{finding.name}” ({finding.match}): {finding.sentence}{done}")
        if not (complaint or wrong):
            typer.echo("Every game is intact.")
    if complaint or wrong:
        raise typer.Exit(1)
