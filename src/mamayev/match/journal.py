"""The events that a match adds to those of the rules: choices, the end of the game, and resignations."""

from __future__ import annotations

from typing import Any

from mamayev.engine.event import ONLOOKERS, Chose, Event, Journal, Over
from mamayev.engine.notation import VERB
from mamayev.engine.position import Position
from mamayev.engine.procedure import Order
from mamayev.engine.table import Table
from mamayev.engine.words import sentence

from .question import Action


def tell_choice(journal: Journal, p: Position, action: Action, order: Order | None = None) -> None:
    """Add the deciding seat's choice, or an order that the rules give. Other sides may see a disguised version."""
    table = p.table
    seat, verb = table.game.seats[p.seat], table.notation.verbs[action.code >> VERB]
    who = verb.heading or verb.title or verb.name
    disguise = table.disguise(p, action.code)
    sides = table.look.sides if disguise else {}
    journal.add(
        Chose(
            seat=seat,
            action=action.text,
            text=sentence(table.told(p, action.code)) if order is None else order.why,
            who=who,
            clauses=verb.clauses if order is None else order.clauses,
            audience=tuple(mate for mate in sides if sides[mate] == sides[seat]) if disguise else (),
        )
    )
    if disguise:
        others = (*(other for other in sides if sides[other] != sides[seat]), ONLOOKERS)
        journal.add(Event(text=sentence(disguise), who=who, clauses=verb.clauses, audience=others))


def ended(result: dict[str, Any]) -> Over:
    """Return the event that ends the game."""
    return Over(result=result, who="End", text=str(result.get("why", "The game is over.")))


def resigned(table: Table[Any], seat: str, *, on_time: bool = False) -> dict[str, Any]:
    """Return the result after a seat resigns: the other side wins. `on_time`: it ran out of time instead."""
    sides = table.look.sides
    others = [other for other, side in sides.items() if side != sides[seat]]
    name = seat.capitalize()
    return {
        "winner": others[0] if len({sides[other] for other in others}) == 1 else None,
        "level": f"{name} lost on time" if on_time else f"{name} resigned",
        "why": f"{name} has run out of time." if on_time else f"{name} has resigned.",
        "on_time" if on_time else "resigned": seat,
    }
