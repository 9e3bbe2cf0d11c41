"""`mamayev replay`: replay a saved game."""

from __future__ import annotations

from bisect import bisect_right
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from .setup import whole

if TYPE_CHECKING:
    from mamayev.match.holding import Holding
    from mamayev.match.match import Match, Record
    from mamayev.match.studies import Study

    from .screen import Screen


def run(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A saved game.")],
    verify: Annotated[
        bool, typer.Option("--verify", help="Only check that every entry of the log obeys the rules.")
    ] = False,
    to: Annotated[
        int | None,
        typer.Option("--to", metavar="N", parser=str, callback=whole, help="Stop after N entries of the log."),
    ] = None,
    plain: Annotated[bool, typer.Option("--plain", help="Print plain text for screen readers.")] = False,
) -> None:
    """Replay a saved game with its logged dice and cards: show the log and its studies in words, then the table. If
    the rules refuse an entry, replay up to it."""
    from mamayev.engine.refusal import Refusal
    from mamayev.match.holding import holding
    from mamayev.match.match import Record

    from .board import show_board, show_result
    from .output import file_errors
    from .screen import Screen

    with file_errors(file):
        record = Record.load(file)
    if to is not None and not 0 <= to <= len(record.log):
        raise Refusal(f"--to {to}: the log has {len(record.log)} entries.", field="--to", malformed=True)
    match, refusal = holding(record) if to is None else _up_to(record, to)
    stopped = refusal and Refusal(
        f"{file}: {refusal.text}",
        refusal.clauses,
        field=refusal.field,
        malformed=refusal.malformed and not verify,
    )
    if match is None or (stopped and verify):
        assert stopped is not None
        raise stopped
    if match.game.version != record.rules:
        typer.echo(
            f"{file} was played by rules version {record.rules}; version {match.game.version} is installed.", err=True
        )
    if verify:
        standing = str(match.result["why"]) if match.result else match.table.look.picture(match.position, None).headline
        typer.echo(f"{file}: {len(match.record.log)} entries, all legal. {standing}")
        typer.echo(_dice(match))
        return
    screen = Screen(plain=plain)
    _show_log(screen, match)
    screen.gap()
    show_board(screen, match.table.look.kept, match.table.look.picture(match.position, None))
    if match.result:
        show_result(screen, match.result)
    if stopped:
        raise stopped


def _show_log(screen: Screen, match: Match) -> None:
    """Show the log in words, with people's notes on it."""
    from mamayev.match.line import plies_of

    from .board import show_events

    events, shown = match.events_for(None), 0
    studies = [study.within(plies_of(match.record.log)) for study in match.record.studies]
    for study in studies:
        if study.title:
            screen.say(f"{_author(match, study)}: {study.title}", "bold")
    for ply in sorted({ply for study in studies for ply in study.plies}):
        until = bisect_right(events, ply, key=lambda event: event.ply)
        show_events(screen, events[shown:until])
        shown = until
        for study in studies:
            _show_written(screen, match, study, ply)
    show_events(screen, events[shown:])


def _show_written(screen: Screen, match: Match, study: Study, ply: int) -> None:
    """Show the chapter, the comment, the arrows and the circles of a study at a ply."""
    for number, chapter in enumerate(study.chapters, 1):
        if chapter.ply == ply:
            screen.say(f"Chapter {number}: {chapter.title}", "bold reverse")
    for note in study.notes:
        if note.ply == ply:
            marks = ", ".join(f"{mark.at} to {mark.to}" if mark.to else mark.at for mark in note.marks)
            for line in filter(None, (*note.text.splitlines(), marks and f"Marked: {marks}.")):
                screen.say(f"  {_author(match, study)}: {line}", "italic")


def _author(match: Match, study: Study) -> str:
    """Return the author of a study: the name of a seat, or "Study" if it belongs to everyone at the table."""
    names = {seat.id: seat.name for seat in match.table.look.kept.seats}
    return names.get(study.seat, study.seat) or "Study"


def _up_to(record: Record, plies: int) -> Holding:
    """Return a match with only the first entries of a log."""
    from mamayev.engine.refusal import Refusal
    from mamayev.match.holding import Holding

    try:
        return Holding(record.replay(plies), None)
    except Refusal as refusal:
        return Holding(None, refusal)


def _dice(match: Match) -> str:
    """Return the source of the dice and cards in a log. Raises Refusal if they do not match its seed."""
    from mamayev.engine.refusal import Refusal
    from mamayev.match.dealt import dealt

    record = match.record
    if record.dice == "hand":
        return "Its dice and cards were typed in."
    _, wrong, due = dealt(match)
    if wrong is not None:
        raise Refusal(
            f"The dice differ from the seed at entry {wrong} of the log: “{record.log[wrong - 1]}”, not “{due}”.",
            field=f"log[{wrong - 1}]",
        )
    source = "the lesson" if record.lesson else f"the seed {record.seed}"
    return f"Its dice and cards match {source}."
