"""Orders in the terminal: give them, let the staff carry them out, and read the outcome."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from mamayev.engine import orders as form
from mamayev.engine.event import Event
from mamayev.engine.orders import Kept, Objection, Stop
from mamayev.engine.refusal import Refusal
from mamayev.match.match import Match
from mamayev.players.command import Commander

from .screen import Screen

TURNS = 100
"""The maximum number of turns that one command can carry out."""


class Desk:
    """The deciding seat's orders. `commander`: the latest turn, which an undo can bring back."""

    def __init__(self, screen: Screen) -> None:
        self.screen = screen
        self._commander: Commander | None = None
        self._stop: Stop | None = None

    def orders(self, match: Match, seat: str, typed: str) -> None:
        """Show a seat's orders, or change them. `typed`: fields as "name=value", or "staff" to leave everything to the
        staff. Raises Refusal."""
        if typed:
            fields = {}
            if typed != "staff":
                fields = form.words(form.text(match.orders_of(seat))) | form.words(typed)
            given = match.order(" ".join(f"{name}={value}" for name, value in fields.items()), seat)
            one, self._stop = self._commander, None
            self._commander = one.renewed() if one and one.match is match and one.seat == seat else None
            self.screen.say(given["text"] or "The staff decides everything.")
            self._object(match.objections(match.orders_of(seat), seat))
            return
        self._show(match, seat)

    @property
    def stopped(self) -> bool:
        """Whether the staff is waiting for the commander."""
        return self._stop is not None

    def show_short(self, match: Match, seat: str) -> None:
        """Show the orders of a seat in one line, and how to continue."""
        try:
            now = match.orders_of(seat)
        except Refusal as refusal:  # they come from another version, or from another program
            self.screen.say(f"{refusal.text} Type “orders staff” to leave everything to the staff.", "bold")
            return
        self.screen.say(f"Orders: {form.text(now) or 'as the staff would'}", "bold")
        self._object(match.objections(now, seat))
        self.screen.say("Press Enter to carry them out. “orders” shows them; “actions” lists your own choices.", "dim")

    def _show(self, match: Match, seat: str) -> None:
        orders = match.orders_of(seat)
        changed = orders.changed()
        for name, field in match.orders_schema(seat)["properties"].items():
            value = changed.get(name)
            shown = "as the staff would" if value is None else _shown(value)
            self.screen.say(f"{name}={shown}" if value is not None else f"{name}: {shown}", "bold" if value else "")
            self.screen.cite(f"  {field['description']} {_range(field)}".rstrip(), tuple(field["x-clauses"]))
        self._object(match.objections(orders, seat))

    def _object(self, objections: Sequence[Objection]) -> None:
        for one in objections:
            self.screen.cite(f"{one.field}: {one.text}", one.clauses)

    def carry_out(self, match: Match, seat: str, bots: Mapping[str, str], typed: str) -> list[Event]:
        """Let the staff play a turn, or the given number of turns; "on" continues after a stop. Returns the events.
        Raises a Refusal for anything else, or if the staff fails.
        """
        going_on = typed == "on"
        if going_on and self._stop is None:
            raise Refusal("The staff has not stopped. Type carry.")
        if not going_on and typed and not (typed.isdecimal() and 0 < int(typed) <= TURNS):
            raise Refusal(f"Type carry, carry N for 1 to {TURNS} turns, or carry on after a stop; not “{typed}”.")
        passed = [self._stop.field] if going_on and self._stop is not None else []
        events: list[Event] = []
        for _ in range(int(typed or 1) if not going_on else 1):
            events += self._turn(match, seat, bots, passed)
            if self._stop is not None or match.over or not self._deciding(match, seat):
                break
        return events

    def _turn(self, match: Match, seat: str, bots: Mapping[str, str], passed: Sequence[str]) -> list[Event]:
        commander = self._commander
        if commander is None or commander.match is not match or commander.seat != seat or not commander.under_way:
            commander = Commander(match, seat)
        done = commander.carry_out_among(bots, passed)
        self._stop = done.stop
        self._commander = commander
        self._told = done.report
        return done.events

    def tell(self) -> None:
        """Show the result of the last command: the decision that the commander must make, or the outcome of the
        orders."""
        if self._stop is not None:
            self.screen.cite(f"Your decision: {self._stop.text}", self._stop.clauses)
            self.screen.say("Type carry on to accept it, or play this decision yourself.", "dim")
        for kept in self._told:
            self.screen.say(in_words(kept))

    _told: Sequence[Kept] = ()

    @staticmethod
    def _deciding(match: Match, seat: str) -> bool:
        decision = match.decision
        return decision is not None and decision.seat == seat


def in_words(kept: Kept) -> str:
    """Describe the outcome of an order in one line."""
    return f"{kept.field}: {kept.state}. {kept.text.rstrip('.')}."


def _shown(value: Any) -> str:
    return ",".join(map(str, value)) if isinstance(value, list) else str(value)


def _range(field: Mapping[str, Any]) -> str:
    """Describe the possible values of a field in words."""
    if "enum" in field:
        return f"One of: {', '.join(field['enum'])}."
    if "maximum" in field:
        return f"From {field.get('minimum', 0)} to {field['maximum']}."
    if field.get("x-kind") in form.PLACES:
        return f"Up to {field['maxItems']} spaces, separated by commas."
    return ""
