"""`mamayev study`: play many games with every commander, and write a report."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from mamayev.engine.words import counted

from .setup import Backend, Components, Edition, FirstSeed, GameName, Json, Options, Preset, Workers, rules, whole


def run(
    game: GameName,
    games: Annotated[
        int, typer.Option("--games", metavar="N", parser=str, callback=whole, help="Number of games of each kind.")
    ] = 1000,
    commanders: Annotated[
        str | None,
        typer.Option("--commanders", metavar="BOT,BOT", help="Commanders; default: those in the game's study plan."),
    ] = None,
    variants: Annotated[
        str,
        typer.Option(
            "--variants", metavar="V,V", help="Rule variants for the first commander to play: all, none, or a list."
        ),
    ] = "all",
    seed: FirstSeed = 0,
    workers: Workers = 1,
    backend: Backend = "local",
    out: Annotated[Path | None, typer.Option("--out", metavar="DIR", help="Folder; default: study-GAME.")] = None,
    preset: Preset = None,
    edition: Edition = None,
    option: Options = None,
    components: Components = None,
    json: Json = False,
) -> None:
    """Play a study of a game, with Parquet files and a report in a folder. After Ctrl-C, run the same command again to
    resume."""
    from mamayev.engine.refusal import Refusal
    from mamayev.match import files

    from .output import file_errors, print_json, progress_bar, until_unheard

    try:
        from mamayev.lab.findings import findings
        from mamayev.lab.mass import WorkerLost
        from mamayev.lab.report import report
        from mamayev.lab.study import prepare
    except ModuleNotFoundError as missing:
        raise Refusal(f"The study needs {missing.name}: pip install mamayev[results].", malformed=True) from None

    folder = out or Path(f"study-{game}")
    edition, options = rules(game, preset, edition, option)
    study = prepare(
        game,
        games,
        folder,
        commanders=_names(commanders or ""),
        variant_ids=None if variants == "all" else [] if variants == "none" else _names(variants),
        seed=seed,
        edition=edition,
        options=options,
        components=components,
    )
    if study.done:
        there = "all" if study.done == study.total else f"{study.done} of"
        typer.echo(f"{folder} holds {there} {study.total} games.", err=True)
    try:
        with until_unheard(), file_errors(folder, "write"), progress_bar(study.total, study.done) as advance:
            study.play_missing(workers=workers, backend=backend, progress=advance)
    except (KeyboardInterrupt, WorkerLost) as stopped:
        typer.echo(
            f"\n{stopped}Stopped: {study.done} of {study.total} games are kept in {folder}. Run the same command to "
            "continue.",
            err=True,
        )
        raise typer.Exit(1) from None
    page = folder / "report.html"
    with file_errors(page, "write"):
        files.write(page, report(study).encode())
    found = findings(study)
    if json:
        print_json({**found, "folder": str(folder), "report": str(page)})
    else:
        _print(found, study.plan.reference)
        typer.echo(f"Report: {page}")


def _names(text: str) -> list[str]:
    return [name.strip() for name in text.split(",") if name.strip()]


def _print(found: dict[str, Any], reference: tuple[float, str] | None) -> None:
    from mamayev.lab.conduct import warnings

    games = counted(found["games"], "# game", "# games")
    typer.echo(f"{games} of {found['game']}, edition {found['edition']} (seed {found['seed']})")
    for name, one in found["commanders"].items():
        points = one["points"]
        low, high = points["ci95"]
        better = f", better than {reference[1]} in {one['better']['share']:.1%}" if reference else ""
        typer.echo(f"  {name}: mean {points['mean']:.2f} (95% confidence {low:.2f} to {high:.2f}){better}")
        if "against" in one:
            against = one["against"]
            low, high = against["ci95"]
            typer.echo(
                f"    {against['mean']:+.2f} against {against['commander']}, game by game "
                f"(95% confidence {low:+.2f} to {high:+.2f})"
            )
        for warning in warnings(one["conduct"]):
            typer.echo(f"    {warning}")
    for one in found["variants"]:
        low, high = one["ci95"]
        change = (
            f"{one['difference']:+.2f} (95% confidence {low:+.2f} to {high:+.2f})" if low < high else "no difference"
        )
        typer.echo(f"  {one['variant']}: {change}")
