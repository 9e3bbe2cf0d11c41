"""Why the staff does something, with figures: what is hoped for, what it costs, what was the next best."""

from __future__ import annotations

from collections.abc import Callable

from mamayev.engine.notation import ARG, MASK, VERB

from ..printed.map import AXIS, OFF_MAP, ZONE_NAMES
from ..rules import command as activation
from ..rules.combat import Declared
from ..rules.combat_locals import Combat
from ..rules.effects import IN_COMBAT
from ..rules.forecasts import column_name
from ..rules.position import Operation
from ..rules.verbs import ATTACK, CALL, CEASE, DECLINE, FIGHT, MOVE, PLAY
from ..rules.victory import LAST_BOX
from ..rules.windows import boxed
from . import cards, staff
from .appreciation import aim, foremost, in_question, nearest_zone, spearhead, way
from .attack import Council, Hope, Stroke
from .battle import Outlook, combat, outlook
from .style import JUDGMENT, Style

VERBS = ~((1 << VERB) - 1)


def steps(worth: float) -> str:
    """A figure of steps."""
    return f"{worth:.1f} {'step' if f'{worth:.1f}' == '1.0' else 'steps'}"


def hoped(hope: Hope) -> str:
    """What an activation promises, part by part."""
    parts = [f"attacks {hope.attacks:.1f}", f"the way {hope.way:.1f}"]
    if hope.zone:
        parts.append(f"in the zone {hope.zone:.1f}")
    return f"{steps(hope.total)} ({', '.join(parts)})"


def of_activation(p: Operation, action: int, style: Style) -> str:
    """A card, or whom it activates: what it promises, and the best of what is called something else."""
    board, rows = p.board, staff.rated(p, style)
    taken = next(one for one in rows if one.action == action)
    said = f"{taken.name} promises {hoped(taken.hope)}"
    others = [one for one in rows if one.name != taken.name]
    if others:
        other = max(others, key=lambda one: one.worth)
        said += f"; the next best, {other.name}, {steps(other.hope.total)}."
    else:
        said += "; there is nothing else."
    kept = p.box.name == "activation-card" and board.cards[cards.card_of(action)].way not in activation.CHOICE
    if kept and any(one.hope.total > taken.hope.total for one in others):
        said += " A card that leaves the choice is kept for later."
    return said


# ------------------------------------------------------------------ movement and combat


def of_move(p: Operation, action: int, style: Style) -> str:
    """A move: the attack that it prepares, or the way that it makes."""
    board = p.board
    if action & VERBS != MOVE:
        return "Whoever has not moved stands where he is wanted."
    u, h = action >> ARG & MASK, action & MASK
    order = staff.SIDES[p.active].orders(p, style)
    for stroke in order.strokes:
        if stroke.places.get(u) == h:
            return f"{board.units[u].name} goes there to attack {board.places[stroke.target]}: {battle(order, stroke)}."
    goals = aim(p) if p.active == AXIS else in_question(p)
    costs = way(p, goals)
    before, after = costs[p.at[u]], costs[h]
    if p.active == AXIS:
        hq = "its formation in reach of it" if u in board.hq_of.values() else "in reach of its HQ, or on guard"
        return f"{board.units[u].name} has a way of {after} left to the zone instead of {before}, {hq}."
    lead = foremost(p, costs)
    if lead >= OFF_MAP:
        return f"{board.units[u].name} goes to meet the enemy."
    far = board.grid.distance
    return (
        f"{board.units[u].name} bars the way, or the line, of the foremost enemy in {board.places[lead]}: "
        f"{far(h, lead)} hexes from him instead of {far(p.at[u], lead)}."
    )


def looked_at(order: Council, stroke: Stroke) -> Outlook:
    """The odds of an intended attack, as its units will stand."""
    q = order.p.copy()
    for u, h in stroke.places.items():
        q.at[u] = h
    return outlook(q, combat(stroke.target, sum(1 << u for u in stroke.places)))


def battle(order: Council, stroke: Stroke) -> str:
    """The odds of an intended attack, and what it promises."""
    seen = looked_at(order, stroke)
    return (
        f"at {column_name(seen.column)} the hex is won {round(6 * seen.won)} times in 6, for {seen.killed:.1f} of his "
        f"steps and {seen.lost:.1f} of ours; worth {steps(stroke.promise)}"
    )


def of_attack(p: Operation, action: int, style: Style) -> str:
    """An attack, or that no more are made."""
    board = p.board
    order = staff.SIDES[p.active].council(p, style)
    if p.top[Declared.target]:
        if action == FIGHT:
            return "All that the attack takes are in it."
        return f"{board.units[action >> ARG & MASK].name} makes the attack worth more than it costs."
    order.strike()
    strokes = order.strokes
    if action == CEASE or action & VERBS != ATTACK:
        return f"No attack promises {order.style.least:.2f} steps, its own losses counted."
    stroke = next((one for one in strokes if one.target == action & MASK), None)
    if stroke is None:
        return f"{board.units[action >> ARG & MASK].name} attacks {board.places[action & MASK]}."
    others = [one for one in strokes if one is not stroke]
    rest = (
        f"; next {board.places[others[0].target]}, {steps(others[0].promise)}"
        if others
        else "; no other is worth making"
    )
    return f"Against {board.places[stroke.target]} {battle(order, stroke)}{rest}."


# ------------------------------------------------------------------ cards and the call


def of_window(p: Operation, action: int, style: Style) -> str:
    """A combat card, or none."""
    board = p.board
    f = p.top
    side = p.seat
    options = [a for a in p.box.options(p, f) if a & VERBS == PLAY]
    worth = {a: cards.worth(p, f, side, cards.card_of(a), a & MASK) for a in options}
    if action not in worth:
        if not worth:
            return "No card can be played here."
        best = max(worth, key=lambda a: worth[a])
        return (
            f"The best card, {board.cards[cards.card_of(best)].title}, promises {worth[best]:.2f} steps here: "
            f"it is kept below {JUDGMENT.least:.2f}."
        )
    c, number = cards.card_of(action), action & MASK
    event = board.events[c][number]
    assert event is not None
    sure = not event.roll or boxed(p, c, number)
    chance = "for certain" if sure else f"on {event.roll} of 6"
    others = [a for a in worth if cards.card_of(a) != c and worth[a] > 0]
    rest = ""
    if others:
        best = max(others, key=lambda a: worth[a])
        rest = f"; next {board.cards[cards.card_of(best)].title}, {worth[best]:.1f}"
    where = "this combat" if {effect.kind for effect in event.effects} & IN_COMBAT else "now"
    if where == "this combat":
        at = p.frame("combat")[Combat.target]
        where = f"in the combat for {board.places[at]}"
    return f"{board.cards[c].title} is worth {steps(worth[action])} {where}, {chance}{rest}."


def of_call(p: Operation, action: int, style: Style) -> str:
    """The call: how far it is to the zone, and when the check comes."""
    board = p.board
    zone = nearest_zone(p) if action & VERBS != CALL else action >> ARG & MASK
    ways = {}
    for n in range(len(board.zones)):
        costs = way(p, board.zones[n])
        lead = spearhead(p, costs)
        ways[n] = costs[lead] if lead < OFF_MAP else 0
    others = ", ".join(f"{ZONE_NAMES[n]} {cost}" for n, cost in ways.items() if n != zone)
    said = f"The way to zone {ZONE_NAMES[zone]} costs {ways[zone]}, to the others {others}"
    if action == DECLINE:
        return f"{said}: too far for a call in turn {p.turn}."
    return f"{said}; the check comes with turn {p.turn + LAST_BOX - 1}."


def of_stow(p: Operation, action: int, style: Style) -> str:
    """The box."""
    if action == DECLINE:
        return "Nothing in hand is worth keeping for a turn."
    return f"{p.board.cards[cards.card_of(action)].title} needs no die out of the box, and nobody can stop it."


REASONS: dict[str, Callable[[Operation, int, Style], str]] = {
    "activation-card": of_activation, "whom": of_activation, "move": of_move, "declare": of_attack,
    "window": of_window, "answer": of_window, "calling": of_call, "stow": of_stow,
}  # fmt: skip
SAID = {
    "attach": "Assault guns go to the division beside which they stand, Tigers to the first that can have them.",
    "muster": "All are activated: whoever stays behind is out of reach of his HQ next time.",
    "loss": "A step goes from who has two, the weakest first.",
    "advance": "Tanks follow up where it is nearer to the zone, and no HQ stays alone behind them.",
    "further": "Tanks follow up where it is nearer to the zone, and no HQ stays alone behind them.",
    "retreat": "The hex with the best way to the zone.",
    "redeploying": "To one of its units, else to where no enemy comes.",
    "build-bridge": "The spearhead has the shortest way over it.",
    "arrive": "Whoever comes does so where he is needed: the Axis behind its spearhead, the Soviets before it.",
    "placing": "Whoever comes does so where he is needed: the Axis behind its spearhead, the Soviets before it.",
    "replacing": "A step for the strongest unit that lacks one.",
    "luck": "A failed card, and a combat die of 1 or 2, are thrown again.",
    "feeding": "The formation with most units in the zone.",
    "high-command": "The card that is wanted most.",
    "give-up": "The card that is wanted most is kept.",
    "exchange": "A division that moves once more is worth the marker; Romanians are not.",
}
"""What follows one rule, and has no figures."""


def why(p: Operation, action: int, style: Style) -> str:
    """The reason why a style takes an action."""
    name = p.box.name
    if name in REASONS:
        return REASONS[name](p, action, style)
    return SAID.get(name, "A rule of thumb of the staff for this question.")
