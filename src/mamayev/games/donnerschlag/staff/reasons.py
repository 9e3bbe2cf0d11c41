"""The reasons for the staff's choices, with figures: the expected gain, the cost, and the next best choice."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from mamayev.engine.bot import Ground, because
from mamayev.engine.notation import ARG, MASK
from mamayev.engine.words import counted

from ..printed.map import AXIS, OFF_MAP, ZONE_NAMES
from ..rules.combat_locals import Combat
from ..rules.effects import IN_COMBAT
from ..rules.forecasts import column_name
from ..rules.outlook import Outlook, outlook
from ..rules.position import Operation
from ..rules.victory import LAST_BOX
from ..rules.windows import boxed
from .appreciation import course, foremost, gates, in_question, spearhead, way
from .attack import Council, Hope, Stroke
from .battle import combat
from .style import Style

Grounds = tuple[Ground, ...]


def steps(worth: float) -> str:
    """Return a number of steps as text."""
    return f"{worth:.1f} {'step' if f'{worth:.1f}' == '1.0' else 'steps'}"


def hoped(hope: Hope) -> str:
    """Return the expected gain from an activation, part by part."""
    parts = [f"attacks {hope.attacks:.1f}", f"the way {hope.way:.1f}"]
    if hope.zone:
        parts.append(f"in the zone {hope.zone:.1f}")
    return f"{steps(hope.total)} ({', '.join(parts)})"


class Activation(NamedTuple):
    """A choice for an activation: its name, the expected gain from its units, the value of keeping the card for later,
    and the bonus for the ordered sequence of activations.
    """

    action: int
    name: str
    hope: Hope
    kept_for: float = 0.0
    urgent: float = 0.0

    @property
    def worth(self) -> float:
        """The value of choosing this activation at once."""
        return self.hope.total + self.urgent - self.kept_for


def of_activation(rows: list[Activation], taken: Activation) -> Grounds:
    """Describe the expected gain from a choice for an activation, and the best choice with a different name."""
    found = [Ground("Hoped for", f"{taken.name} promises {hoped(taken.hope)}")]
    other = next_best(rows, taken)
    if other is None:
        found.append(Ground("Next best", "Nothing else can be activated"))
        return tuple(found)
    found.append(Ground("Next best", f"The next best is {other.name} with {steps(other.hope.total)}"))
    if not taken.kept_for and any(one.hope.total > taken.hope.total for one in unlike(rows, taken)):
        found.append(Ground("Kept", "A card with a wider choice is kept for later"))
    return tuple(found)


def next_best(rows: Sequence[Activation], taken: Activation) -> Activation | None:
    """Return the best choice for an activation with a different name, or None."""
    return max(unlike(rows, taken), key=lambda one: one.worth, default=None)


def unlike(rows: Sequence[Activation], taken: Activation) -> list[Activation]:
    """Return the choices for an activation with a different name."""
    return [one for one in rows if one.name != taken.name]


# ------------------------------------------------------------------ movement and combat


def of_move(p: Operation, style: Style, u: int, h: int, order: Council) -> Grounds:
    """Describe the attack that a move prepares, or the path that it covers. `order`: the orders that include the
    move.
    """
    board = p.board
    stroke = next((one for one in order.strokes if one.places.get(u) == h), None)
    if stroke is not None:
        return because(
            f"{board.units[u].name} goes there to attack {board.places[stroke.target]}: {battle(order, stroke)}"
        )
    if u in order.posts:
        return because(f"{board.units[u].name} goes to hold {held(p, u, order.posts[u])}")
    costs = course(p, style) if p.active == AXIS else way(p, in_question(p))
    before, after = costs[p.at[u]], costs[h]
    if p.active == AXIS:
        left = f"has {after} instead of {before} movement points left to the zone"
        return because(f"{board.units[u].name} {left}, {and_hq(p, u, h, order)}")
    lead = order.against.get(u, foremost(p, costs))
    if lead >= OFF_MAP:
        return because(f"{board.units[u].name} goes to meet the enemy")
    then, now = (board.grid.distance(one, lead) for one in (h, p.at[u]))
    enemy = f"the foremost enemy in {board.places[lead]}"
    if then > now:
        back = f"goes back to {then} hexes from {enemy}, from {now}"
        return because(f"{board.units[u].name} {back}; the distance to its path and the risk count")
    away = f"{then} instead of {counted(now, '# hex', '# hexes')} from it"
    return because(f"{board.units[u].name} blocks the path or the supply line of {enemy}, {away}")


def held(p: Operation, u: int, post: int) -> str:
    """Describe the hex that a unit is sent to hold."""
    board = p.board
    away = counted(board.grid.distance(p.at[u], post), "# hex", "# hexes")
    river = ""
    if gates(board, p.built) & board.grid.bit[post]:
        sides = (n for n in board.bridges | {p.built} if n in board.river_of and post in board.grid.sides[n])
        river = f", at a bridge over the {board.river_of[next(sides)]}, which the Axis needs for its way and its supply"
    return f"{board.places[post]}{river}: it is {away} away, and no unit is there"


def and_hq(p: Operation, u: int, h: int, order: Council) -> str:
    """Return where an Axis unit is in relation to its HQ once both are in their places."""
    board = p.board
    hq = board.hq_of.get(p.formation(u))
    if hq is None:
        return "and belongs to no HQ"
    if u == hq:
        return "and keeps its formation in range"
    near = board.grid.distance(order.places.get(hq, p.at[hq]), h) <= board.ranges[hq]
    return f"and is {'in' if near else 'out of'} range of its HQ"


def looked_at(order: Council, stroke: Stroke) -> Outlook:
    """Return the odds of an intended attack once its units are in place."""
    q = order.p.copy()
    for u, h in stroke.places.items():
        q.at[u] = h
    return outlook(q, combat(stroke.target, sum(1 << u for u in stroke.places)))


def rolls(seen: Outlook) -> str:
    """Return the number of die results that empty a hex, as text."""
    return counted(round(6 * seen.won), "# roll", "# rolls")


def battle(order: Council, stroke: Stroke) -> str:
    """Return the odds of an intended attack, and its expected gain."""
    seen = looked_at(order, stroke)
    return (
        f"at {column_name(seen.column)} the hex falls on {rolls(seen)} out of six; expected: "
        f"{seen.killed:.1f} enemy steps and {seen.lost:.1f} own steps lost; worth {steps(stroke.promise)}"
    )


def of_attack(order: Council, stroke: Stroke) -> Grounds:
    """Describe an attack in figures, and the next best attack."""
    places = order.p.board.places
    found = [Ground("Hoped for", f"Against {places[stroke.target]} {battle(order, stroke)}")]
    others = [one for one in order.strokes if one is not stroke]
    free = " that hold no place" if order.barred else ""
    rest = f"No attack by the other units{free} is worth making"
    if others:
        rest = f"The next best is {places[others[0].target]}, worth {steps(others[0].promise)}"
    return (*found, Ground("Next best", rest))


def of_joining(order: Council, stroke: Stroke, u: int) -> Grounds:
    """Describe in figures the attack that a unit joins."""
    board = order.p.board
    return because(f"{board.units[u].name} joins the attack on {board.places[stroke.target]}: {battle(order, stroke)}")


# ------------------------------------------------------------------ cards and the call


def of_card(p: Operation, promised: Mapping[int, float], action: int) -> Grounds:
    """Describe the current value of a card in a reaction window, and the next best card. `promised`: the value of every
    action.
    """
    board = p.board
    c, number = action >> ARG & MASK, action & MASK
    event = board.events[c][number]
    assert event is not None
    chance = "for certain" if not event.roll or boxed(p, c, number) else f"on {event.roll} of 6"
    where = "now"
    if {effect.kind for effect in event.effects} & IN_COMBAT:
        where = f"in the combat for {board.places[p.frame('combat')[Combat.target]]}"
    found = [Ground("Hoped for", f"{board.cards[c].title} is worth {steps(promised[action])} {where}, {chance}")]
    others = [a for a in promised if a >> ARG & MASK != c and promised[a] > 0]
    if others:
        best = max(others, key=promised.__getitem__)
        title = board.cards[best >> ARG & MASK].title
        found.append(Ground("Next best", f"The next best is {title}, worth {steps(promised[best])}"))
    return tuple(found)


def of_passing(p: Operation, promised: Mapping[int, float], least: float) -> Grounds:
    """Explain why the staff plays no card in a reaction window. `least`: the minimum value for which it plays a
    card.
    """
    if not promised:
        return because("No card can be played here")
    best = max(promised, key=promised.__getitem__)
    title = p.board.cards[best >> ARG & MASK].title
    return because(
        f"The best card, {title}, promises only {promised[best]:.2f} steps here; it is played from {least:.2f}"
    )


def of_call(p: Operation, zone: int, called: bool) -> Grounds:
    """Return the distance to each zone, and the turn of the check."""
    board = p.board
    ways = {}
    for n in range(len(board.zones)):
        costs = way(p, board.zones[n])
        lead = spearhead(p, costs)
        ways[n] = costs[lead] if lead < OFF_MAP else 0
    others = ", ".join(f"{ZONE_NAMES[n]} {cost}" for n, cost in ways.items() if n != zone)
    then = f"That is too far for a call in turn {p.turn}"
    if called:
        then = f"The check comes with turn {p.turn + LAST_BOX - 1}"
    return (
        Ground("Hoped for", f"The path to zone {ZONE_NAMES[zone]} costs {ways[zone]}, to the others {others}"),
        Ground("Then", then),
    )
