"""The expected results of battles before their die rolls, for comparison with the actual results."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from mamayev.engine.event import Event, Roll, Step
from mamayev.engine.foretell import Trade
from mamayev.engine.position import Position
from mamayev.engine.scene import Scene


def battles(scene: Scene, events: Iterable[Event]) -> Iterator[tuple[int, Event]]:
    """Yield the events that represent a battle, with their indexes: a roll on a combat results table, or the first
    sentence of a battle that is fought in separate steps."""
    decided = {chart.id for chart in scene.charts if chart.verdicts}
    fought = {step.id for phase in scene.phases if phase.panel == "fight" for step in phase.steps}
    inside = begins = False
    for place, event in enumerate(events):
        if isinstance(event, Step):
            begins, inside = event.step in fought and not inside, event.step in fought
        elif isinstance(event, Roll) and event.spaces and event.chart in decided:
            yield place, event
        elif begins and type(event) is Event and event.spaces:
            begins = False
            yield place, event


def expected(before: Position, line: str, event: Event, seat: int | None) -> Trade | None:
    """Return the expected losses in a battle as a seat knows them, in the position before it. `line`: the log entry
    that began or decided the battle. None if the expected losses are not known."""
    look, table = before.table.look, before.table
    if isinstance(event, Roll):
        combat = look.picture(before, seat).combat
        return next((one.trade for one in combat.battles if one.state == "now"), None) if combat else None
    seats = table.game.seats
    if seat is None or before.seat < 0 or look.sides.get(seats[seat]) != look.sides.get(seats[before.seat]):
        return None
    rolls = before.box.foretell(before, before.top, table.notation.parse(line))
    return next((one.trade for one in rolls if one.trade is not None), None)
