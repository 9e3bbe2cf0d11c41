"""Forecasts of a turn under orders, from rollouts by the staff.

Each rollout begins with a determinization for the commanded seat, and has its own dice. The same position, orders, seed
and number of rollouts give the same forecast.
"""

from __future__ import annotations

import math
import random
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from mamayev.engine.bot import GoOn
from mamayev.engine.orders import Command, Foreseen, Mark, Orders, Plan, schema
from mamayev.engine.playout import playout
from mamayev.engine.position import OVER, Position
from mamayev.engine.refusal import Refusal
from mamayev.engine.scene import Arrow

from .bots import find
from .command import staff_by
from .seat import checked, intent, seen_by

SURE = 1.96
"""The half width of a 95% interval, in standard errors."""


class Chance(msgspec.Struct, frozen=True):
    """The probability that a fact is true at the end of the turn: its share of the rollouts, with a 95% interval.
    `exact`: whether it is already certain.
    """

    label: str
    exact: bool
    share: float
    low: float
    high: float


class Cost(msgspec.Struct, frozen=True):
    """The mean of an amount at the end of the turn, and its 95% interval."""

    label: str
    mean: float
    low: float
    high: float


class Forecast(msgspec.Struct, frozen=True):
    """A turn under orders: the staff's plan, the battles that it expects, and the outcome of `plays` rollouts out of
    `of` requested. `second`: the staff's next best plan as orders, or None."""

    plays: int
    of: int
    sentence: str = ""
    arrows: tuple[Arrow, ...] = ()
    battles: tuple[Foreseen, ...] = ()
    chances: tuple[Chance, ...] = ()
    costs: tuple[Cost, ...] = ()
    second: Plan | None = None


def forecast(
    position: Position, seat: int, orders: Orders, plays: int, seed: str, go_on: GoOn, before: Position | None = None
) -> Forecast:
    """Return the forecast of a turn under orders for a seat, from up to `plays` rollouts.

    `before`: the position at the start of the turn; by default, `position`. `go_on`: see `engine.bot.GoOn`; if it stops
    the forecast, the rollouts so far count. Raises a Refusal if the game is over or a bot fails.
    """
    if position.seat == OVER:
        raise Refusal("The game is over.", field="orders")
    table = position.table
    game = table.game
    assert game.command is not None
    command = game.command()
    turn = command.turn_of(position, seat)
    name, staff = staff_by(game, orders)
    policies = {one: checked(find(game, name), name) for one in range(len(game.seats))}
    policies[seat] = checked(staff, name)
    found: list[Sequence[Mark]] = []
    for number in range(plays):
        if not go_on(number / plays):
            break
        rng = random.Random(f"{seed}/{number}")
        p = seen_by(position, seat, rng)
        began = p.copy() if before is None else before
        playout(p, rng, policies, until=lambda q: command.turn_of(q, seat) != turn)
        found.append(marks(command, began, p, orders))
    seen = seen_by(position, seat, random.Random(seed))
    ours = position.seat == seat
    meant = intent(seen, staff, random.Random(seed), name) if ours else None
    return Forecast(
        plays=len(found),
        of=plays,
        sentence="" if meant is None else meant.sentence,
        arrows=() if meant is None else meant.arrows,
        battles=() if command.battles is None else tuple(command.battles(seen, orders)),
        chances=tuple(_chances(found)),
        costs=tuple(_costs(found)),
        second=command.second(seen, orders) if ours and command.second is not None else None,
    )


def marks(command: Command, before: Position, after: Position, orders: Orders) -> list[Mark]:
    """Return the measures at the end of a turn: the game's own, or else whether each changed order is kept."""
    if command.marks is not None:
        return [*command.marks(before, after, orders)]
    states = {kept.field: kept.state for kept in command.report(before, after, orders)}
    titles = titles_of(orders)
    return [
        Mark("chance", f"{titles[field]}: kept", float(states[field] == "kept"), field)
        for field in orders.changed()
        if field in states
    ]


def titles_of(orders: Orders) -> dict[str, str]:
    """Return the title of each field, with its group."""
    fields: Mapping[str, Any] = schema(type(orders))["properties"]
    return {
        name: f"{group}, {field['title'].lower()}" if (group := field.get("x-group")) else field["title"]
        for name, field in fields.items()
    }


def wilson(hits: int, of: int) -> tuple[float, float]:
    """Return the 95% interval of a share by Wilson's score (Wilson 1927)."""
    if not of:
        return 0.0, 1.0
    share, weight = hits / of, SURE**2 / of
    middle = (share + weight / 2) / (1 + weight)
    half = SURE * math.sqrt(share * (1 - share) / of + weight / (4 * of)) / (1 + weight)
    return (0.0 if hits == 0 else middle - half), (1.0 if hits == of else middle + half)


def interval(values: Sequence[float]) -> tuple[float, float, float]:
    """Return a mean and its 95% interval."""
    n = len(values)
    mean = math.fsum(values) / n
    error = math.sqrt(math.fsum((value - mean) ** 2 for value in values) / (n - 1) / n) if n > 1 else math.inf
    half = SURE * error if error < math.inf else 0.0
    return mean, mean - half, mean + half


def _chances(found: Sequence[Sequence[Mark]]) -> list[Chance]:
    rows = []
    for label, marked in _by_label(found, "chance").items():
        hits, of = round(sum(mark.value for mark in marked)), len(marked)
        exact = all(mark.exact for mark in marked)
        low, high = (hits / of, hits / of) if exact else wilson(hits, of)
        rows.append(Chance(label, exact, hits / of, low, high))
    return rows


def _costs(found: Sequence[Sequence[Mark]]) -> list[Cost]:
    return [
        Cost(label, *interval([mark.value for mark in marked])) for label, marked in _by_label(found, "amount").items()
    ]


def _by_label(found: Sequence[Sequence[Mark]], kind: str) -> dict[str, list[Mark]]:
    rows: dict[str, list[Mark]] = {}
    for row in found:
        for mark in row:
            if mark.kind == kind:
                rows.setdefault(mark.label, []).append(mark)
    return rows
