"""`mamayev tournament`: play every pair of players in every seat with the same seeds, or find the best response to a
bot."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Annotated, Any

import typer

from mamayev.engine.words import counted

if TYPE_CHECKING:
    from mamayev.agents.contest import Agents

from .setup import Backend, Components, Edition, FirstSeed, GameName, Json, Options, Preset, Workers, rules, whole


def run(
    game: GameName,
    players: Annotated[
        str,
        typer.Option("--players", metavar="A,B,C", help="Players: opponents, baseline bots, external bots, agents."),
    ] = "",
    games: Annotated[
        int,
        typer.Option("--games", metavar="N", parser=str, callback=whole, help="Number of games per pair and seat."),
    ] = 100,
    best_response: Annotated[
        str,
        typer.Option("--best-response", metavar="BOT", help="Search for fixed orders that beat this bot most often."),
    ] = "",
    budget: Annotated[
        str,
        typer.Option("--budget", metavar="N", help="Budget for the search: training games, or seconds, such as 600s."),
    ] = "1000",
    seat: Annotated[
        str,
        typer.Option("--seat", metavar="SEAT", help="The seat for the search; default: the first with orders."),
    ] = "",
    seed: FirstSeed = 0,
    workers: Workers = 1,
    backend: Backend = "local",
    out: Annotated[
        Path | None,
        typer.Option(
            "--out", metavar="DIR", help="Folder for games and report. To continue, run the same command again."
        ),
    ] = None,
    hints: Annotated[bool, typer.Option("--hints/--no-hints", help="Let agents ask bots for advice.")] = False,
    limit: Annotated[
        list[str] | None,
        typer.Option(
            "--limit", metavar="NAME=N", help="A limit for agents per game: seconds, tokens or refused actions."
        ),
    ] = None,
    preset: Preset = None,
    edition: Edition = None,
    option: Options = None,
    components: Components = None,
    json: Json = False,
) -> None:
    """Play every pair of players in every seat with the same seeds, and rate them. With --out, Ctrl-C keeps the
    finished games, and running the same command again resumes.

    With --best-response, search for orders with which a seat beats a bot most often, and compare them with the staff in
    fresh games. Ctrl-C prints the results so far."""
    from mamayev.engine.refusal import Refusal
    from mamayev.match import files

    from .output import file_errors, print_json, progress_bar, until_unheard

    if bool(best_response) == bool(players):
        text = "Give either --players or --best-response." if players else "Give --players or --best-response."
        raise Refusal(text, field="--players", malformed=True)
    if best_response:
        edition, options = rules(game, preset, edition, option)
        found = respond(
            game, seat, best_response, spent(budget), fresh=games, seed=seed, edition=edition, options=options,
            components=components, workers=workers, backend=backend,
        )  # fmt: skip
        print_json(found) if json else _print_response(found)
        if "stopped" in found:
            raise typer.Exit(1)
        return
    try:
        import choix  # noqa: F401

        from mamayev.lab.league import report
        from mamayev.lab.mass import WorkerLost
        from mamayev.lab.tournament import prepare
    except ModuleNotFoundError as missing:
        raise Refusal(f"The tournament needs {missing.name}: pip install mamayev[results].", malformed=True) from None

    with ExitStack() as stack:
        folder = out or Path(stack.enter_context(TemporaryDirectory())) / "tournament"
        edition, options = rules(game, preset, edition, option)
        names = [name.strip() for name in players.split(",") if name.strip()]
        guests = _agents(names, limit or [], hints=hints)
        tournament = prepare(
            game,
            games,
            names,
            folder,
            seed=seed,
            edition=edition,
            options=options,
            components=components,
            guests=guests,
        )
        if tournament.done:
            there = "all" if tournament.done == tournament.total else f"{tournament.done} of"
            typer.echo(f"{folder} holds {there} {tournament.total} games.", err=True)
        try:
            with (
                until_unheard(),
                file_errors(folder, "write"),
                progress_bar(tournament.total, tournament.done) as advance,
            ):
                tournament.play_missing(workers=workers, backend=backend, progress=advance)
        except (KeyboardInterrupt, WorkerLost) as stopped:
            kept = f"are kept in {folder}; run the same command to continue" if out else "had been played"
            typer.echo(f"\n{stopped}Stopped: {tournament.done} of {tournament.total} games {kept}.", err=True)
            raise typer.Exit(1) from None
        found = tournament.standings()
        if guests is not None:
            from mamayev.agents.contest import behavior

            found["agents"] = behavior(tournament)
        if out is not None:
            page = folder / "report.html"
            with file_errors(page, "write"):
                files.write(page, report(tournament, found).encode())
            found |= {"folder": str(folder), "report": str(page)}
    if json:
        print_json(found)
    else:
        _print(found)


def _agents(names: list[str], limits: list[str], *, hints: bool) -> Agents | None:
    """Return the agents among the players, or None. Raises Refusal."""
    from mamayev.engine.refusal import Refusal

    if not any(name.startswith("mcp:") for name in names):
        return None
    try:
        from mamayev.agents.contest import LIMITS, Agents
    except ModuleNotFoundError as missing:
        raise Refusal(
            f"Agents need the Python package {missing.name}: pip install 'mamayev[agents]'.",
            field="--players",
            malformed=True,
        ) from None
    given = dict(LIMITS)
    for text in limits:
        name, _, number = text.partition("=")
        if name not in LIMITS or not number.isdecimal():
            raise Refusal(
                f"--limit: “{text}” is not a limit. Use {', '.join(f'{one}=N' for one in LIMITS)}.",
                field="--limit",
                malformed=True,
            )
        given[name] = int(number)
    return Agents(given, hints)


def spent(budget: str) -> float:
    """Parse a budget: a number of games as an int, or seconds as a float. Raises a malformed Refusal for anything
    else."""
    from mamayev.engine.refusal import Refusal

    number, seconds = budget.removesuffix("s"), budget.endswith("s")
    if not number.isdecimal():
        text = f"--budget: “{budget}” is neither a number of games nor seconds, such as 1000 or 600s."
        raise Refusal(text, field="--budget", malformed=True)
    return float(number) if seconds else int(number)


def respond(game: str, seat: str, against: str, budget: float, *, fresh: int, **more: Any) -> dict[str, Any]:
    """Search for the best response to a bot, and return the results. After Ctrl-C, they are incomplete, and "stopped"
    is set."""
    from mamayev.lab.mass import WorkerLost
    from mamayev.lab.response import prepare

    from .output import progress_bar, until_unheard

    search = prepare(game, seat, against, budget, fresh=fresh, **more)
    training = int(budget) if isinstance(budget, int) else 0
    try:
        with until_unheard(), progress_bar(training + 2 * fresh) as advance:
            search.search(advance)
            search.compare(advance)
    except (KeyboardInterrupt, WorkerLost) as stopped:
        typer.echo(f"\n{stopped}Stopped. These are the results so far.", err=True)
        return search.to_data() | {"stopped": True}
    return search.to_data()


def _print_response(found: dict[str, Any]) -> None:
    trained = counted(found["training_games"], "# training game", "# training games")
    typer.echo(f"Best response to {found['against']} as {found['seat']} of {found['game']}, from {trained}:")
    typer.echo(f"  orders: {found['text'] or 'none: no orders did better than the staff'}")
    for name, title in (("plan", "with these orders"), ("staff", "the staff")):
        one = found.get(name, {"games": 0})
        if one["games"]:
            low, high = one["ci95"]
            if "points" in one:
                text = f"{one['points']:.2f} points ({low:.2f} to {high:.2f})"
            else:
                text = f"wins {one['won']:g} of {one['games']} ({100 * low:.0f}% to {100 * high:.0f}%)"
            typer.echo(f"  {title}: {text}, in fresh games")


def _print(found: dict[str, Any]) -> None:
    from mamayev.lab.conduct import warnings

    typer.echo(f"{counted(found['games'], '# game', '# games')} of {found['game']} (seed {found['seed']})")
    for name, one in found["ratings"].items():
        seconds = found["seconds_per_decision"][name]
        interval = f"{one['low']:+} to {one['high']:+}"
        typer.echo(f"  {name:>12} {one['rating']:>+6} ({interval}), {1000 * seconds:.1f} ms per decision")
    for pair in found["pairs"]:
        typer.echo(f"  {pair['first']} wins {pair['won']:g} of {pair['games']} against {pair['second']}")
        if len(pair["seats"]) > 1:
            for seats, one in pair["seats"].items():
                typer.echo(f"      as {seats}: {one['won']:g} of {one['games']}")
    for name, seats in found["conduct"].items():
        for seat, figures in seats.items():
            for warning in warnings(figures):
                typer.echo(f"  {name} as {seat}: {warning}")
    for name, one in found.get("agents", {}).items():
        typer.echo(
            f"  {name}: {one['refused_per_100']:g} illegal of 100 proposals, "
            f"{counted(one['surrenders'], '# surrender', '# surrenders')}, {one['tokens']:,} tokens read, "
            f"{one['seconds']:.1f} s"
        )
        for clause, count in one["by_clause"].items():
            typer.echo(f"      {clause}: {count} illegal")
        for why, count in one["forfeits"].items():
            typer.echo(f"      {counted(count, '# game', '# games')} forfeited: {why}")
    if "report" in found:
        typer.echo(f"Report: {found['report']}")
