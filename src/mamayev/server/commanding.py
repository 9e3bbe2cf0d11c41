"""Seats whose players give orders: a seat's order sheet, and the staff that carries out its orders.

A commanded seat still belongs to its player. The others see its actions, but not its orders, its staff or the staff's
stops. A running staff is not stored. After a restart, the player can let it continue or play the seat.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

from mamayev.engine.event import Event
from mamayev.engine.orders import Kept, Objection, Plan, Stop
from mamayev.engine.refusal import Refusal
from mamayev.match.match import NO_ORDERS, Match
from mamayev.players.command import Commander

from .forms import (
    Commanded,
    CommandNow,
    KeptForm,
    ObjectionForm,
    OrderChoice,
    OrderField,
    OrderPart,
    OrderPlan,
    Sheet,
    StopForm,
)
from .seated import Seated
from .store.rows import HUMAN, Saved

log = logging.getLogger(__name__)

UNDER_WAY = "The staff is carrying out your orders. Stop it first."


class Commanding(Seated):
    """A match in which players can command their seats with orders.

    `commanded`: the outcome of each seat's orders. `unseen`: the number of changes that do not affect the version.
    `carrying`: the commanders of the seats that a staff is playing.
    """

    def __init__(self, saved: Saved, match: Match, *more: Any) -> None:
        super().__init__(saved, match, *more)
        self.commanded, self.unseen = saved.commanded, saved.unseen
        self.carrying: dict[str, Commander] = {}
        self._plies = len(match.record.log)

    @property
    def stored(self) -> tuple[int, int]:
        """The version, and the number of changes that do not affect it, as in the database."""
        return self.version, self.unseen

    @property
    def in_use(self) -> bool:
        """Whether the room must stay in memory."""
        return self.inside > 0 or self.commander is not None

    # -------------------------------------------------------------- what a seat sees

    def command_of(self, viewer: str | None) -> CommandNow | None:
        """Return the state of the orders for the viewer's own seat. None for spectators, and in games without
        orders."""
        if viewer is None or self.match.game.command is None or self.seats.get(viewer) != HUMAN:
            return None
        one = self.commanded.get(viewer)
        if one is None:
            return CommandNow(viewer in self.carrying)
        return CommandNow(viewer in self.carrying, one.stop, one.report)

    def sheet(self, seat: str) -> Sheet:
        """Return a seat's order sheet. Raises a Refusal if the game takes no orders."""
        match = self.match
        now = self.command_of(seat) or CommandNow(False)
        orders = match.orders_of(seat)
        objections = () if match.over else match.objections(orders, seat)
        parts, plans = ([], []) if match.over else (match.order_parts(seat), match.order_plans(seat))
        return Sheet(
            seat=self.name_of(seat),
            turn=self.picture(match.position, seat).headline,
            fields=[*fields_of(match.orders_schema(seat))],
            orders=orders.changed(),
            before=match.orders_before(seat).changed(),
            objections=[objection_form(one) for one in objections],
            parts=[OrderPart(one.title, one.own, one.enemy, list(one.spaces)) for one in parts],
            plans=[plan_form(one) for one in plans],
            by_hand=self._by_hand(seat),
            stop=now.stop,
            carrying=now.carrying,
            report=now.report,
        )

    def _by_hand(self, seat: str) -> dict[str, int]:
        """Return the units that the player moved before the staff began and whose moves can be undone."""
        if self.to_move != seat:
            return {}
        one = self.commanded.get(seat)
        since = len(self.match.record.log) if one is None or one.over else one.since
        staffs = one.plies if one is not None and one.over else 0  # the staff moved what was moved until then
        loose = self.match.loose(seat if self.partners else None)
        return {piece: ply for piece, ply in loose.items() if staffs <= ply < since}

    # -------------------------------------------------------------- commanding

    def check_commands(self, seat: str) -> None:
        """Raise a Refusal if the player of a seat cannot command it."""
        if self.match.game.command is None:
            raise Refusal(f"The staff of {self.match.game.title} takes no orders.", field="orders")
        if self.seats.get(seat) != HUMAN:
            raise Refusal(f"A bot plays {self.name_of(seat)}. Take the seat before you give orders.", field="seats")
        now = self.match.lesson_now()
        if now is not None and now.orders is None:
            raise Refusal(NO_ORDERS, field="lesson")

    def order(self, seat: str, orders: Mapping[str, Any]) -> None:
        """Give a seat its orders. Accepted stops of orders that stay the same remain accepted, and stay in the report.
        Raises Refusal."""
        if seat in self.carrying:
            raise Refusal(UNDER_WAY, field="orders")
        before = self.match.orders_of(seat)
        self.match.order(orders, seat)
        if (one := self.commanded.get(seat)) is not None and not one.over:
            new = self.match.orders_of(seat).unlike(before)
            passed = [stop for stop in one.passed if stop.field not in new]
            self._keep(seat, msgspec.structs.replace(one, passed=passed, stop=None))

    def carry_out(self, seat: str, go_on: Sequence[str]) -> list[Event]:
        """Let the staff carry out a seat's orders until the turn ends, the staff stops, or the player stops it.
        `go_on`: the order fields whose stops the player accepts. In a lesson, this carries out the orders immediately
        and returns the events. Raises Refusal."""
        if seat in self.carrying:
            raise Refusal(UNDER_WAY, field="orders")
        one = self.commanded.get(seat)
        if one is None or one.over:
            commander = Commander(self.match, seat)
            one = Commanded(since=commander.since, turn=commander.turn)
        else:
            commander = self._commander(seat, one)
        commander.go_on = frozenset(go_on)
        if one.stop is not None:
            commander.passes(as_stop(one.stop))
        taught = [] if self.match.lesson_now() is None else self.match.follow_lesson()
        self.carrying[seat] = commander
        self._note(seat, one)
        return taught

    def end_carrying(self, seat: str, stop: Stop | None = None) -> bool:
        """Return a seat to its player, with the decision that the player must make, if any. Returns whether a staff was
        playing the seat."""
        commander = self.carrying.pop(seat, None)
        if commander is None:
            return False
        one = self.commanded[seat]
        self._keep(seat, msgspec.structs.replace(one, stop=None if stop is None else stop_form(stop)))
        return True

    @property
    def commander(self) -> Commander | None:
        """The commander of the deciding seat, if a staff is carrying out its orders."""
        return None if self.example is not None or self.match.lesson_tasks else self.carrying.get(self.to_move)

    def settle(self) -> None:
        """Update the outcome of the orders, and the bots in the record, after a change to the match."""
        if not self.match.over:
            self.match.record.keep_bots(self.seats)
        plies, before = len(self.match.record.log), self._plies
        self._plies = plies
        for seat in [seat for seat in self.carrying if plies < before or self.seats.get(seat) != HUMAN]:
            self.end_carrying(seat)
        if self.moment == self.question[0]:
            return
        for seat, one in list(self.commanded.items()):
            turn = self._turn_of(seat)
            if plies < before:  # an answer that was undone is asked for again
                one = msgspec.structs.replace(one, passed=[stop for stop in one.passed if stop.ply < plies])
                self._keep(seat, one)
            if one.since > plies or (one.over and turn > one.turn + 1):
                self.commanded = {other: row for other, row in self.commanded.items() if other != seat}
            elif one.over and plies < one.plies:
                self._keep(seat, msgspec.structs.replace(one, over=False, report=[]))
            elif one.stop is not None:
                self._keep(seat, msgspec.structs.replace(one, stop=None))
            self._report(seat)

    def move_up(self, ply: int, shorter: int) -> None:
        """Adjust the outcomes of orders after the decision at a ply was undone alone, so that the log became
        `shorter`."""

        def moved(at: int) -> int:
            return at - shorter if at > ply else at

        for seat, one in list(self.commanded.items()):
            passed = [msgspec.structs.replace(stop, ply=moved(stop.ply)) for stop in one.passed]
            self._keep(
                seat,
                msgspec.structs.replace(one, since=moved(one.since), plies=moved(one.plies), passed=passed),
            )

    def _turn_of(self, seat: str) -> int:
        """Return the number of the turn in which a seat carries out orders."""
        return self.match.command.turn_of(self.match.position, self.match.game.seats.index(seat))

    def _report(self, seat: str) -> None:
        """Write the report on a seat's turn if the turn has ended."""
        match, one = self.match, self.commanded.get(seat)
        if one is None or one.over:
            return
        if not match.over and self._turn_of(seat) == one.turn:
            self._note(seat, one)
            return
        report: list[KeptForm] = []
        try:
            commander = self.carrying.pop(seat, None) or self._commander(seat, one)
            report = [kept_form(kept) for kept in commander.report()]
        except Exception:  # otherwise, an error in a game's report would stop the game
            log.exception("match %s: no report on the orders of %s", self.id, seat)
        over = msgspec.structs.replace(one, over=True, stop=None, report=report, plies=len(match.record.log))
        self._keep(seat, over)

    def _commander(self, seat: str, one: Commanded) -> Commander:
        """Return the commander for a turn that has begun."""
        return Commander(self.match, seat, one.since, [as_stop(stop) for stop in one.passed])

    def _note(self, seat: str, one: Commanded) -> None:
        """Store the stops that a seat's commander has accepted."""
        commander = self.carrying.get(seat)
        if commander is not None:
            passed = [stop_form(stop) for stop in commander.passed]
            self._keep(seat, msgspec.structs.replace(one, passed=passed, stop=None))

    def _keep(self, seat: str, one: Commanded) -> None:
        self.commanded = {**self.commanded, seat: one}


# ------------------------------------------------------------------ forms


def fields_of(schema: Mapping[str, Any]) -> Iterator[OrderField]:
    """Yield the order fields that a JSON schema defines (`engine.orders`)."""
    for name, field in schema["properties"].items():
        kind, most = field.get("x-kind", ""), field.get("maximum")
        titles = field.get("x-titles", {})
        if not kind:
            kind = "choice" if "enum" in field else {"integer": "number", "boolean": "flag"}.get(field["type"], "text")
        yield OrderField(
            name=name,
            title=field["title"],
            meaning=field["description"],
            kind=kind,
            choices=[OrderChoice(value, titles.get(value) or _title(value)) for value in field.get("enum", ())],
            least=field.get("minimum"),
            most=field.get("maxItems", most),
            default=field["default"],
            unit=field.get("x-unit", ""),
            clauses=field["x-clauses"],
            group=field.get("x-group", ""),
            advanced=field.get("x-advanced", False),
        )


def _title(value: str) -> str:
    """Return a choice's title for players. Odds such as "3-1" keep their hyphen."""
    plain = re.sub(r"(?<=\D)[-_](?=\D)", " ", value)
    return "As the staff would" if value == "staff" else plain[:1].upper() + plain[1:]


def plan_form(one: Plan) -> OrderPlan:
    """Return a set of orders to choose from in the form of the API."""
    return OrderPlan(one.title, dict(one.orders))


def objection_form(one: Objection) -> ObjectionForm:
    """Return an objection in the form of the API."""
    return ObjectionForm(one.field, one.text, list(one.clauses), None if one.cure is None else dict(one.cure))


def stop_form(stop: Stop) -> StopForm:
    """Return a stop in the form of the API."""
    cure = None if stop.cure is None else dict(stop.cure)
    clauses, dice = list(stop.clauses), list(stop.dice)
    return StopForm(stop.field, stop.text, clauses, stop.space, stop.gain, stop.cost, cure, dice, stop.ply)


def as_stop(form: StopForm) -> Stop:
    """Return a stop from its form."""
    return Stop(
        form.field, form.text, tuple(form.clauses), form.space, form.gain, form.cost, form.cure, tuple(form.dice),
        form.ply,
    )  # fmt: skip


def kept_form(kept: Kept) -> KeptForm:
    """Return the outcome of an order in the form of the API."""
    return KeptForm(kept.field, kept.state, kept.text)
