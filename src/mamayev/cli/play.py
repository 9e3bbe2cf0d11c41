"""`mamayev play`: play a game in the terminal."""

from __future__ import annotations

from typing import Annotated

import typer

from .setup import Components, Database, Edition, Guests, Options, Preset, Seed, rules


def run(
    game: Annotated[
        str,
        typer.Argument(
            metavar="GAME", help="A name from `mamayev games`; with --resume, also the id of a game or a saved FILE."
        ),
    ],
    preset: Preset = None,
    edition: Edition = None,
    option: Options = None,
    seed: Seed = None,
    seat: Annotated[
        list[str] | None,
        typer.Option("--seat", metavar="S=WHO", help="Who plays a seat: human or a bot's name. Repeatable."),
    ] = None,
    dice: Annotated[str, typer.Option("--dice", help="seeded, or hand to enter your own dice and cards.")] = "seeded",
    components: Components = None,
    resume: Annotated[
        bool, typer.Option("--resume", help="Continue a game, even one from the browser; for GAME, the latest.")
    ] = False,
    branch: Annotated[bool, typer.Option("--branch", help="With --resume: continue in a copy with new dice.")] = False,
    orders: Annotated[
        bool, typer.Option("--orders", help="Give orders: the staff plays, and Enter carries out a turn.")
    ] = False,
    guests: Guests = False,
    db: Database = None,
    plain: Annotated[bool, typer.Option("--plain", help="Print plain text for screen readers.")] = False,
) -> None:
    """Play in the terminal; type "help" there. Every action is saved, and --resume continues a game."""
    import os
    from pathlib import Path

    import mamayev
    from mamayev.engine import registry
    from mamayev.engine.refusal import Refusal
    from mamayev.players import crew, find, welcome

    from . import saves
    from .output import pairs
    from .screen import Screen
    from .terminal import Terminal

    crew.allow(os.cpu_count() or 1)
    kept, bots = saves.Kept(db), dict[str, str]()
    if resume:
        if preset or edition or option or seed is not None or dice != "seeded" or components:
            raise Refusal(
                "--resume continues a game with its own setup. Leave out --preset, --edition, --option, --seed, "
                "--dice and --components.",
                field="--resume",
                malformed=True,
            )
        is_file = game not in registry.names() and os.path.isfile(game)
        match = saves.read(Path(game), branch=branch) if is_file else kept.resume(game, branch=branch)
        bots = kept.bots
        if branch:
            match, kept = match.branch(len(match.record.log)), kept.another()
    elif branch:
        raise Refusal("--branch needs --resume.", field="--branch", malformed=True)
    else:
        edition, options = rules(game, preset, edition, option)
        match = mamayev.new(game, seed=seed, edition=edition, options=options, dice=dice, components=components)
    if guests:
        welcome([match.game])
    for name, who in pairs(seat or (), "--seat").items():
        if match.seat_index(name) in match.table.procedures:
            raise Refusal(f"The rules play the seat {name}.", field="--seat", malformed=True)
        if who == "human":
            bots.pop(name, None)
        else:
            find(match.game, who)
            bots[name] = who
        kept.play_here(name)
    if not resume:
        match.record.bots = dict(bots)
    match.record.keep_bots(bots)
    if orders:
        match.check_commanded()
    if not Terminal(match, Screen(plain=plain), bots, kept, commands=orders).run():
        raise typer.Exit(1)
