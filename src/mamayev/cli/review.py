"""`mamayev review`: find where luck and decisions won or lost a game."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from mamayev.engine.words import counted

from .setup import Json, Workers, whole

if TYPE_CHECKING:
    from mamayev.players.reviewing import Deed, Done, Progress, Review, SeatReview


def run(
    file: Annotated[Path, typer.Argument(metavar="RECORD", help="A saved game.")],
    seat: Annotated[
        str | None,
        typer.Option("--seat", metavar="S", help="Only this seat; default: every seat that a person or bot plays."),
    ] = None,
    budget: Annotated[
        int | None,
        typer.Option(
            "--budget",
            metavar="N",
            parser=str,
            callback=whole,
            help="Number of playouts; the default depends on the game's length.",
        ),
    ] = None,
    workers: Workers = -1,
    out: Annotated[
        Path | None, typer.Option("--out", metavar="FILE", help="Write the whole review to this file as JSON.")
    ] = None,
    plays: Annotated[
        Path | None,
        typer.Option("--plays", metavar="FILE", help="Reuse the playouts in this file, and add the new ones."),
    ] = None,
    json: Json = False,
) -> None:
    """Review a game: its value turn by turn, how much was luck, and which decisions cost the most. Ctrl-C keeps the
    results so far."""
    import msgspec

    from mamayev.engine.refusal import Refusal
    from mamayev.lab.mass import WorkerLost
    from mamayev.lab.review import review
    from mamayev.match import files
    from mamayev.match.holding import holding
    from mamayev.match.match import Record

    from .output import file_errors, print_json, until_unheard

    if out is not None and not out.resolve().parent.is_dir():
        raise Refusal(f"--out: there is no folder {out.resolve().parent}.", field="--out", malformed=True)
    with file_errors(file):
        record = Record.load(file)
    match, refusal = holding(record)
    stopped = refusal and Refusal(
        f"{file}: {refusal.text}", refusal.clauses, field=refusal.field, malformed=refusal.malformed
    )
    if match is None:
        assert stopped is not None
        raise stopped
    try:
        done = _done(plays)
        with until_unheard():
            progress, met = _tellers(len(record.log))
            found = review(match, seat, budget=budget, workers=workers, progress=progress, met=met, done=done)
    except WorkerLost as lost:
        raise Refusal(str(lost).strip(), field="--workers") from None
    finally:
        _clear()
    if json:
        print_json(as_json(found))
    else:
        for each in found.seats:
            _print(each, found)
        typer.echo(foot(found))
    if out is not None:
        with file_errors(out, "write"):
            files.write(out, msgspec.json.encode(found))
    if plays is not None:
        with file_errors(plays, "write"):
            files.write(plays, msgspec.json.encode(done))
    if stopped:
        raise stopped
    if not found.complete:
        typer.echo("Stopped early. These are the results so far.", err=True)
        raise typer.Exit(1)


def _done(plays: Path | None) -> Done:
    """Return the playouts stored in a file; none if the file does not exist. Raises Refusal if the file is damaged."""
    from mamayev.engine.refusal import Refusal
    from mamayev.match.reading import Unreadable, read
    from mamayev.players.reviewing import Done

    from .output import file_errors

    if plays is None or not plays.exists():
        return Done()
    try:
        with file_errors(plays):
            return read(plays.read_bytes(), Done)
    except Unreadable as error:
        raise Refusal(
            f"{plays}: This file does not contain the playouts of a review: {error}.", field="--plays", malformed=True
        ) from None


def as_json(found: Review) -> dict[str, Any]:
    """Return a review as data for programs: the documented fields, and the whole review."""
    from mamayev.players.forecast import SURE

    return {
        "values": [
            {
                "ply": point.ply,
                "seat": each.seat,
                "value": point.value,
                "low": point.value - SURE * point.error,
                "high": point.value + SURE * point.error,
            }
            for each in found.seats
            for point in each.points
            if point.known
        ],
        "luck": {each.seat: each.luck for each in found.seats},
        "decisions": {each.seat: each.decisions for each in found.seats},
        "costly": [
            {
                "ply": one.ply,
                "seat": one.seat,
                "played": list(one.played.actions),
                "better": list(one.better.actions),
                "lost": one.lost,
                "error": one.error,
                "why": one.why,
            }
            for each in found.seats
            for one in each.mistakes
        ],
        "review": found,
    }


def foot(found: Review) -> str:
    """Return a line with the numbers of decisions and playouts in a review."""
    looked = f"{found.looked:,} of {counted(found.decisions, '# decision', '# decisions')} compared in playouts"
    plays = f"{counted(found.plays, '# playout', '# playouts')} in {_lasting(found.seconds)}"
    return f"{looked}, {plays}. {found.different:,} differ from the choice of the bot “{found.staff}”."


def _tellers(plies: int) -> tuple[Callable[[Progress], None], Callable[[int], None]]:
    """Return two functions that show progress on stderr: one for the review, and one for the replay of the log before
    it. They write over the same line in a terminal, and show nothing elsewhere."""
    from mamayev.players.reviewing.review import met_title

    begun = time.monotonic()

    def tell(progress: Progress) -> None:
        spent = time.monotonic() - begun
        left = f", about {_lasting(spent / progress.share - spent)} left" if progress.share > 0.02 else ""
        show(f"{progress.title}{left}")

    def met(ply: int) -> None:
        show(met_title(ply, plies))

    def show(what: str) -> None:
        if sys.stderr.isatty():
            sys.stderr.write(f"\r\x1b[KLooking at {what}")
            sys.stderr.flush()

    return tell, met


def _clear() -> None:
    if sys.stderr.isatty():
        sys.stderr.write("\r\x1b[K")
        sys.stderr.flush()


def _lasting(seconds: float) -> str:
    if seconds < 90:
        return counted(round(seconds), "# second", "# seconds")
    return counted(round(seconds / 60), "# minute", "# minutes")


def _print(each: SeatReview, found: Review) -> None:
    def plain(value: float) -> str:
        return f"{value * 100:.0f}" if each.unit == "chance" else f"{value:.1f}"

    def signed(value: float) -> str:
        return f"{value * 100:+.0f}" if each.unit == "chance" else f"{value:+.1f}"

    typer.echo(f"{each.seat}: {each.sentence}" if each.sentence else f"{each.seat}: there are no results yet.")
    others = f", decisions of the others {signed(each.others)}" if float(signed(each.others)) else ""
    unit = "in 100" if each.unit == "chance" else "points"
    typer.echo(
        f"  {each.since or 'start'} {plain(each.start)}, luck {signed(each.luck)}, decisions {signed(each.decisions)}"
        f"{others}, end {plain(each.end)} {unit} (decisions ± {plain(2 * each.error)})"
    )
    if each.as_known:
        typer.echo("  As you knew it: the game is not over.")
    for number, point in enumerate(each.points):
        if point.known:
            # The last value is that of the last position, which is usually in the turn of the value before it.
            again = number == len(each.points) - 1 and number > 0 and each.points[number - 1].title == point.title
            title = "End of the log" if again else point.title
            typer.echo(
                f"    {title:<22} {plain(point.value):>5} ± {plain(2 * point.error):<4} luck "
                f"{signed(point.luck):>5}  decisions {signed(point.decisions):>5}"
            )
    for one in each.mistakes:
        typer.echo(
            f"  {signed(-one.lost)} ± {plain(2 * one.error)} {one.title}, entry {one.ply + 1} of the log, "
            f"{counted(one.plays, '# playout', '# playouts')} each way"
        )
        typer.echo(f"      Played: {_deed(one.played)}")
        typer.echo(f"      Better: {_deed(one.better)}")
        typer.echo(f"      {one.why}")
    if each.resigned:
        typer.echo(f"  {'The loss on time' if each.on_time else 'Your resignation'}: {signed(-each.resigned)}.")
    if not each.mistakes and found.complete and found.different and not found.looked:
        typer.echo("  The budget was too small to compare a decision with the staff's.")
    elif not each.mistakes and found.complete:
        typer.echo(f"  No {'other' if each.resigned else 'single'} decision cost you more than chance can explain.")
    elif not each.mistakes:
        typer.echo("  No costly decision found before the review was stopped.")
    else:
        lost = sum(one.lost for one in each.mistakes)
        other = each.made - sum(one.decisions for one in each.mistakes)
        typer.echo(f"  These: {signed(-lost)}. All your other {other:,} decisions together: {signed(each.rest)}.")
    for good in each.better:
        typer.echo(f"  {signed(good.gained)} {good.title}: {_deed(good.played)} The staff: {_deed(good.staff)}")
    for die in each.dice:
        typer.echo(f"  {signed(die.gained)} {die.title}: {die.text} (chance {die.chance:.0%})")


def _deed(deed: Deed) -> str:
    more = f" (and {deed.more} more)" if deed.more else ""
    return f"{deed.label}{more}."
