"""`mamayev example`: step through a game's worked examples."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from .setup import Database, GameName, Json

if TYPE_CHECKING:
    from mamayev.engine.table import Game
    from mamayev.match.example import Example

    from .screen import Screen


def run(
    game: GameName,
    name: Annotated[str, typer.Argument(metavar="[EXAMPLE]", help="Name of the example; default: list all.")] = "",
    json: Json = False,
    db: Database = None,
    plain: Annotated[bool, typer.Option("--plain", help="Print plain text for screen readers.")] = False,
) -> None:
    """Step through a worked example: Enter continues, "back" returns, and "play" starts your own game from that
    step."""
    import msgspec

    from mamayev.engine.registry import find
    from mamayev.match.example import example, find_example

    from .output import print_json
    from .screen import Screen

    known = find(game)
    if not name:
        listed = [example(file) for file in known.examples]
        if json:
            print_json({"game": game, "examples": msgspec.to_builtins([one.info() for one in listed])})
            return
        for one in listed:
            typer.echo(f"{one.name}: {one.script.title} ({one.script.source})")
        return
    one = find_example(known, name)
    if json:
        data = msgspec.to_builtins(one.info())
        print_json(data if one.script.still else {**data, "steps": msgspec.to_builtins(one.steps)})
        return
    screen = Screen(plain=plain)
    screen.heading(f"{one.script.title} ({one.script.source})")
    if one.script.still:
        for page in one.script.opening:
            screen.say(page.text)
        screen.say(f"There is no position to step through: {one.script.still}", "dim")
        return
    ply = _read(one, screen)
    if ply is not None:
        _play_on(known, one, ply, screen, db)


def _read(one: Example, screen: Screen) -> int | None:
    """Show the steps. Return the ply to play on from, or None if the reader quits."""
    from .board import show_board, show_events

    match, number, before = one.match(), 0, -1
    scene, seat = match.table.look.kept, match.seat_index(one.reader)
    while True:
        step = one.steps[number]
        screen.gap()
        if step.ply != before:
            show_events(screen, [e for e in match.events_for(one.reader) if before < e.ply <= step.ply])
            show_board(screen, scene, match.table.look.picture(match.at(step.ply), seat))
        before = step.ply
        cited = f" [{', '.join(step.clauses)}]" if step.clauses else ""
        screen.say(f"{number + 1} of {len(one.steps)}: {step.text}{cited}", "bold")
        last = number == len(one.steps) - 1
        answer = screen.ask("back, play, quit: " if last else "Enter, back, play, quit: ")
        word = None if answer is None else answer.strip().lower()
        if word in (None, "quit", "q") or (last and not word):
            return None
        if word == "play":
            return step.ply
        if word == "back":
            number = max(0, number - 1)
            before = before if one.steps[number].ply == before else one.steps[number].ply - 1
        elif not word:
            number += 1
        else:
            screen.say("Press Enter for the next step, or type back, play or quit.")


def _play_on(known: Game, one: Example, ply: int, screen: Screen, db: str | None) -> None:
    from . import saves
    from .terminal import Terminal

    match = one.match().branch(ply)
    bot = next(iter(known.bots), None)
    bots = {seat: bot for seat in match.table.open_seats if seat != one.reader and bot is not None}
    if not Terminal(match, screen, bots, saves.Kept(db)).run():
        raise typer.Exit(1)
