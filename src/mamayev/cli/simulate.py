"""`mamayev simulate`: many games between bots."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from .setup import Backend, Components, Edition, FirstSeed, GameName, Json, Options, Workers


def run(
    game: GameName,
    games: Annotated[int, typer.Option("--games", metavar="N", help="How many games.")],
    players: Annotated[
        str, typer.Option("--players", metavar="BOT,BOT", help="A bot for each seat in order, or one for all.")
    ] = "random",
    seed: FirstSeed = 0,
    workers: Workers = 1,
    backend: Backend = "local",
    out: Annotated[Path | None, typer.Option("--out", metavar="FILE.parquet", help="Write a row a game here.")] = None,
    edition: Edition = None,
    option: Options = None,
    components: Components = None,
    json: Json = False,
) -> None:
    """Play many games between bots and sum them up; Ctrl-C keeps the finished ones."""
    from mamayev.engine.refusal import Refusal
    from mamayev.lab.simulate import simulate

    from .output import file_errors, pairs, print_json, progress_bar

    if out is not None and not out.resolve().parent.is_dir():
        raise Refusal(f"--out: there is no folder {out.resolve().parent}.", field="--out", malformed=True)
    arguments: dict[str, Any] = {
        "seed": seed,
        "workers": workers,
        "backend": backend,
        "edition": edition,
        "options": pairs(option or (), "--option"),
        "components": components,
    }
    names = [name.strip() for name in players.split(",")]
    with progress_bar(games) as advance:
        results = simulate(game, games, names, progress=advance, **arguments)
    if out is not None:
        with file_errors(out, "write"):
            results.save(out)
    summary = results.summary()
    if json:
        print_json(summary)
    else:
        _print(summary)
    if results.interrupted:
        typer.echo(f"Stopped after {len(results.rows)} of {games} games.", err=True)
        raise typer.Exit(1)


def _print(summary: dict[str, Any]) -> None:
    typer.echo(
        f"{summary['games']} games of {summary['game']} by {', '.join(summary['players'])} (seed {summary['seed']}), "
        f"{summary['decisions']} decisions in {summary['seconds']:.1f} s: "
        f"{summary['games_per_second']:.1f} games a second, {summary['decisions_per_second']:.0f} decisions a second"
    )
    for outcome, count in summary["results"].items():
        typer.echo(f"  {count:>7}  {count / summary['games']:>6.1%}  {outcome}")
    points = summary.get("points")
    if points:
        low, high = points["ci95"]
        typer.echo(f"points: mean {points['mean']:.2f} (95 % confidence {low:.2f} to {high:.2f})")
        typer.echo("  quantiles " + ", ".join(f"{float(q):.0%}: {v}" for q, v in points["quantiles"].items()))
