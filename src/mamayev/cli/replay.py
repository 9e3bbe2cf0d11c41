"""`mamayev replay`: play a saved game again."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer


def run(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A saved game.")],
    verify: Annotated[
        bool, typer.Option("--verify", help="Only check that every entry of the log obeys the rules.")
    ] = False,
    to: Annotated[int | None, typer.Option("--to", metavar="N", help="Stop after N entries of the log.", min=0)] = None,
    plain: Annotated[bool, typer.Option("--plain", help="Simple lines for a screen reader.")] = False,
) -> None:
    """Play a saved game again, dice and cards as logged: the log in words, then the table."""
    from mamayev.engine.refusal import Refusal
    from mamayev.match.record import Record

    from .board import show_board, show_events, show_result
    from .output import file_errors
    from .screen import Screen

    with file_errors(file):
        record = Record.load(file)
    if to is not None and to > len(record.log):
        raise Refusal(f"--to {to}: the log has {len(record.log)} entries.", field="--to", malformed=True)
    try:
        match = record.replay(to)
    except Refusal as refusal:
        raise Refusal(
            f"{file}: {refusal.text}",
            refusal.clauses,
            field=refusal.field,
            malformed=refusal.malformed and not verify,
        ) from None
    if match.game.version != record.rules:
        typer.echo(
            f"{file} was played by rules version {record.rules}; version {match.game.version} is installed.", err=True
        )
    if verify:
        standing = str(match.result["why"]) if match.result else match.table.picture(match.position, None).headline
        typer.echo(f"{file}: {len(match.record.log)} entries, all as the rules allow. {standing}")
        return
    screen = Screen(plain=plain)
    show_events(screen, match.events_for(None))
    screen.gap()
    show_board(screen, match.table.scene(), match.table.picture(match.position, None))
    if match.result:
        show_result(screen, match.result)
