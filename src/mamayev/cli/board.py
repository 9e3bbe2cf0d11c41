"""Describe any game's table in words, from its Scene and Picture (docs/protocol.md)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from mamayev.engine.described import by_side, contents, space_name, stock, told, values
from mamayev.engine.event import Event, Step, Turn
from mamayev.engine.scene import Chart, Picture, Scene, Space

from .screen import Screen

TONES = {"a": "cyan", "b": "red", "c": "green"}


def show_board(screen: Screen, scene: Scene, picture: Picture, *, every_space: bool = False) -> None:
    """Show the headline, the tracks, the held markers, and the non-empty spaces by controlling side."""
    screen.heading(picture.headline)
    if picture.standing:
        screen.say(picture.standing)
    show_tracks(screen, scene, picture)
    held = contents(scene, picture)
    tones = {f"{side.name} {what}": TONES[side.tone] for side in scene.sides for what in ("spaces", "pieces")}
    for title, all_spaces in by_side(scene, picture):
        spaces = [space for space in all_spaces if every_space or held.get(space.id)]
        if not spaces:
            continue
        screen.heading(title)
        screen.table(
            ("", "", ""),
            [(space_name(space), ", ".join(space.features), "; ".join(held.get(space.id, ()))) for space in spaces],
            (tones.get(title, ""), "dim"),
        )
    rows = [line[:2] for line in stock(scene, picture)]
    if rows:
        screen.table(("", ""), rows, ("dim",))


def show_tracks(screen: Screen, scene: Scene, picture: Picture) -> None:
    """Show the tracks that have a number or a state."""
    rows = list(values(scene, picture))
    if rows:
        screen.table(("", "", ""), rows, ("", "bold", "dim"))


def show_space(screen: Screen, scene: Scene, picture: Picture, space: Space) -> None:
    """Show one space: its controller, contents and neighbors."""
    names = {s.id: space_name(s) for s in scene.every_space.values()}
    sides = {side.id: side.name for side in scene.sides}
    terrain = {t.id: t.name for t in scene.terrains}
    screen.heading(space_name(space))
    facts = [
        ("control", sides.get(scene.sides_of(picture).get(space.id, ""), "")),
        ("terrain", terrain.get(space.terrain, "")),
        ("features", ", ".join(space.features)),
        ("holds", "; ".join(contents(scene, picture).get(space.id, ["nothing"]))),
        ("next to", ", ".join(names[n] for n in space.neighbours)),
        ("origin", space.origin),
    ]
    screen.table(("", ""), [fact for fact in facts if fact[1]], ("dim",))


def show_events(screen: Screen, events: Iterable[Event]) -> None:
    """Show a line for each event. Turns and steps are headings."""
    for event in events:
        line = told(event)
        if isinstance(event, Turn):
            screen.say(line, "bold reverse")
        elif isinstance(event, Step):
            screen.say(line, "bold")
        elif line:
            screen.cite(f"  {line}", event.clauses)


def show_chart(screen: Screen, chart: Chart) -> None:
    """Show a chart from the rulebook."""
    screen.cite(chart.title, chart.clauses, "bold")
    screen.table(chart.columns, chart.rows)
    for modifier in chart.modifiers:
        screen.say(f"  {modifier}")
    if chart.note:
        screen.say(chart.note)


def show_result(screen: Screen, result: dict[str, Any]) -> None:
    """Show the result of a game: the points line by line, the level, and the winner."""
    screen.gap()
    screen.heading("The game is over")
    screen.say(str(result.get("why", "")))
    lines = result.get("sum") or []
    rows = [(line["text"], f"{line['points']:+d}", ", ".join(line.get("clauses", ()))) for line in lines]
    if lines:
        rows.append(("Points", str(result.get("points", "")), ""))
        screen.table(("", "", ""), rows, ("", "bold", "dim"))
    elif "points" in result:
        screen.say(f"Points: {result['points']}")
    if result.get("level"):
        screen.say(str(result["level"]), "bold")
    elif "winner" in result:
        screen.say(f"Winner: {result['winner'] or 'nobody'}", "bold")
    for note in result.get("notes", ()):
        screen.cite(note["text"], note.get("clauses", ()))
