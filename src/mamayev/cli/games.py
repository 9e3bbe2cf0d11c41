"""`mamayev games`: list the installed games."""

from __future__ import annotations

from typing import Annotated

import typer


def run(json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False) -> None:
    """List the games with their editions, seats, options, lessons and bots."""
    from mamayev.engine.registry import installed
    from mamayev.match.catalogue import info

    infos = [info(game) for game in installed()]
    if json:
        from .output import print_json

        print_json({"games": infos})
        return
    for offered in infos:
        typer.echo(f"{offered['name']}: {offered['title']}")
        if offered["blurb"]:
            typer.echo(f"  {offered['blurb']}")
        for what in ("seats", "editions", "bots"):
            typer.echo(f"  {what}: {', '.join(offered[what])}")
        for option in offered["options"]:
            choices = f" ({', '.join(map(str, option['choices']))})" if option["choices"] else ""
            rules = f" ({', '.join(option['clauses'])})" if option["clauses"] else ""
            typer.echo(f"  option {option['name']}={option['default']}{choices}: {option['doc']}{rules}")
        for preset in offered["presets"]:
            typer.echo(f"  preset {preset['name']}: {preset['title']}. {preset['doc']}")
        for lesson in offered["lessons"]:
            typer.echo(f"  lesson {lesson['name']}: {lesson['title']}, {lesson['minutes']} minutes. {lesson['doc']}")
    if not infos:
        typer.echo("No game is installed.")
