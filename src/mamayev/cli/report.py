"""`mamayev report`: write an after-action report of a saved game."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from mamayev.match.match import Match
    from mamayev.story.story import Story


class Format(StrEnum):
    """The formats of a report."""

    html = "html"
    md = "md"
    bbcode = "bbcode"


def run(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A saved game.")],
    out: Annotated[
        Path | None, typer.Option("--out", metavar="FILE", help="The report; default: standard output.")
    ] = None,
    form: Annotated[Format, typer.Option("--format", help="A web page, or text for a forum.")] = Format.html,
    seat: Annotated[
        str | None, typer.Option("--seat", metavar="SEAT", help="Include only what this seat could know.")
    ] = None,
    both: Annotated[bool, typer.Option("--both", help="Include all sides of a finished game.")] = False,
    review: Annotated[
        Path | None, typer.Option("--review", metavar="FILE", help="A review of the game, as JSON.")
    ] = None,
    edits: Annotated[
        Path | None, typer.Option("--edits", metavar="FILE", help="Your edits to the report, as JSON.")
    ] = None,
    link: Annotated[
        str, typer.Option("--link", metavar="URL", help="The address of the match, for links to positions.")
    ] = "",
) -> None:
    """Write the report of a saved game: text, battle tables, and maps of the front.

    Without --seat or --both, the report covers what a spectator could see.
    """
    from mamayev.engine.refusal import Refusal
    from mamayev.match.reviewed import review_of
    from mamayev.players.planned import planned
    from mamayev.story.edits import Edits, edited, edits_of
    from mamayev.story.reading import BOTH
    from mamayev.story.writer import story

    from .output import file_errors
    from .saves import read

    if both and seat is not None:
        raise Refusal("Use either --seat or --both.", field="--seat", malformed=True)
    match = read(file)
    if seat is not None and seat not in match.game.seats:
        seats = ", ".join(match.game.seats)
        raise Refusal(
            f"--seat: {match.game.title} has the seats {seats}, not “{seat}”.", field="--seat", malformed=True
        )
    found = None
    if review is not None:
        with file_errors(review):
            found = review_of(review.read_bytes(), match)
    changes = Edits()
    if edits is not None:
        with file_errors(edits):
            changes = edits_of(edits.read_bytes())
    told = edited(story(match, BOTH if both else seat, found, planned(match)), changes)
    _write(told, match, form, out, link)


def _write(told: Story, match: Match, form: Format, out: Path | None, link: str) -> None:
    """Write a report. Write the pictures of a text report to the same folder."""
    from mamayev.match import files
    from mamayev.story.board import boards_of
    from mamayev.story.text import written

    from .output import file_errors

    stem = "report" if out is None else out.stem
    text, beside = written(told, boards_of(match.table.look), form.value, stem, link)
    if out is None:
        typer.echo(text)
        return
    with file_errors(out, "write"):
        files.write(out, text.encode())
        for name, drawing in beside.items():
            files.write(out.with_name(name), drawing.encode())
