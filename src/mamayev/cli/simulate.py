"""`mamayev simulate`: play many games between bots."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from mamayev.engine.words import counted

if TYPE_CHECKING:
    from mamayev.engine.refusal import Refusal
    from mamayev.engine.table import Table
    from mamayev.lab.simulate import Results

from .setup import Backend, Components, Edition, FirstSeed, GameName, Json, Options, Preset, Workers, rules, whole


def run(
    game: GameName,
    games: Annotated[int, typer.Option("--games", metavar="N", parser=str, callback=whole, help="Number of games.")],
    players: Annotated[
        str, typer.Option("--players", metavar="BOT,BOT", help="A bot for each seat in order, or one for all.")
    ] = "random",
    against: Annotated[
        str | None,
        typer.Option(
            "--against", metavar="BOT,BOT", help="Also play the same games with these bots, and compare the points."
        ),
    ] = None,
    seed: FirstSeed = 0,
    workers: Workers = 1,
    backend: Backend = "local",
    out: Annotated[
        Path | None, typer.Option("--out", metavar="FILE.parquet", help="Write one row per game to this file.")
    ] = None,
    positions: Annotated[
        Path | None,
        typer.Option(
            "--positions",
            metavar="FILE.parquet",
            help="Write one row per decision to this file: observation, tokens and the seat's result.",
        ),
    ] = None,
    preset: Preset = None,
    edition: Edition = None,
    option: Options = None,
    components: Components = None,
    json: Json = False,
) -> None:
    """Play many games between bots and summarize them. Ctrl-C keeps the finished games."""
    from mamayev.engine.refusal import Refusal
    from mamayev.lab.mass import table_of
    from mamayev.lab.simulate import set_up, simulate

    from .output import print_json, progress_bar, until_unheard

    for name, file in (("--out", out), ("--positions", positions)):
        if file is not None and not file.resolve().parent.is_dir():
            raise Refusal(f"{name}: there is no folder {file.resolve().parent}.", field=name, malformed=True)
    edition, options = rules(game, preset, edition, option)
    set_as: dict[str, Any] = {"edition": edition, "options": options, "components": components}
    sides = [[name.strip() for name in side.split(",")] for side in (players, against) if side is not None]
    setups = [set_up(game, side, **set_as) for side in sides]
    played: list[Results] = []
    noting = nullcontext() if positions is None else _noting(table_of(setups[0]), positions)
    wanted = {"seed": seed, "workers": workers, "backend": backend, **set_as}
    with until_unheard(), progress_bar(games * len(sides)) as advance:
        with noting as note:
            played.append(simulate(game, games, sides[0], progress=advance, decisions=note, **wanted))
        if len(sides) > 1 and not played[0].interrupted:
            played.append(simulate(game, games, sides[1], progress=advance, **wanted))
    summary = played[0].summary()
    if len(played) > 1:
        summary |= {"against": played[1].summary(), "difference": played[0].against(played[1])}
    lost = _save(out, played) if out is not None else None
    if positions is not None:
        summary["positions"] = summary["decisions"]
    if played[-1].interrupted:
        done = sum(len(results.rows) for results in played)
        typer.echo(
            f"{played[-1].cause}Stopped after {done} of {counted(games * len(sides), '# game', '# games')}.", err=True
        )
    if json:
        print_json(summary if lost is None else summary | {"error": lost.text})
    else:
        _print(summary)
    if lost is not None:
        typer.echo(lost.text, err=True)
        raise typer.Exit(2)
    if played[-1].interrupted:
        raise typer.Exit(1)


@contextmanager
def _noting(table: Table[Any], file: Path) -> Iterator[Callable[[list[dict[str, Any]]], None]]:
    """Yield a function that writes decisions to a file during play."""
    from mamayev.lab.positions import writing

    from .output import file_errors

    with file_errors(file, "write"), writing(file, table) as note:
        yield note


def _save(file: Path, played: list[Results]) -> Refusal | None:
    """Write the rows. If that fails, return the reason, because the summary of the games must still be printed."""
    from mamayev.engine.refusal import Refusal

    from .output import file_errors

    try:
        with file_errors(file, "write"):
            played[0].write_parquet(file, *played[1:])
    except Refusal as refusal:
        return refusal
    return None


def _print(summary: dict[str, Any]) -> None:
    from mamayev.lab.conduct import warnings

    games = counted(summary["games"], "# game", "# games")
    typer.echo(
        f"{games} of {summary['game']} by {', '.join(summary['players'])} (seed {summary['seed']}), "
        f"{counted(summary['decisions'], '# decision', '# decisions')} in {summary['seconds']:.1f} s: "
        f"{summary['games_per_second']:.1f} games per second, "
        f"{summary['decisions_per_second']:.0f} decisions per second"
    )
    for outcome, count in summary["results"].items():
        typer.echo(f"  {count:>7}  {count / summary['games']:>6.1%}  {outcome}")
    for seat, figures in summary.get("conduct", {}).items():
        for warning in warnings(figures):
            typer.echo(f"  {seat}: {warning}")
    if "positions" in summary:
        typer.echo(f"{counted(summary['positions'], '# decision', '# decisions')} written")
    points = summary.get("points")
    if points:
        low, high = points["ci95"]
        typer.echo(f"points: mean {points['mean']:.2f} (95% confidence {low:.2f} to {high:.2f})")
        typer.echo("  quantiles " + ", ".join(f"{float(q):.0%}: {v}" for q, v in points["quantiles"].items()))
    if "against" in summary:
        _print(summary["against"])
        _print_difference(summary)


def _print_difference(summary: dict[str, Any]) -> None:
    difference = summary["difference"]
    if difference is None:
        typer.echo("No points to compare.")
        return
    low, high = difference["ci95"]
    kept = difference["kept"]
    typer.echo(
        f"{','.join(summary['players'])} against {','.join(summary['against']['players'])}, game by game: "
        f"{difference['mean']:+.2f} points (95% confidence {low:+.2f} to {high:+.2f}, standard error "
        f"{difference['error']:.3f})"
    )
    if kept is not None:
        typer.echo(f"  Common random numbers leave {kept:.0%} of the variance of independent games.")
