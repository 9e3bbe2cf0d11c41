"""The grounds of the German staff's choices, with figures.

They name Soviet stacks and the number of their blocks, because the staff knows nothing else about them.
"""

from __future__ import annotations

from typing import NamedTuple

from mamayev.engine.bot import Ground, because
from mamayev.engine.notation import ARG, MASK, parts, verb_of
from mamayev.engine.scene import Arrow
from mamayev.engine.words import counted

from ..printed.map import EMPTY, GERMAN, SOVIET
from ..rules.position import DECK, City
from ..rules.verbs import HASTY
from .german_outlook import Fight, Goal, Outlook, best_fight, firepower, gathered, struck_from
from .style import GermanStyle

TOLD = 0.1
"""The smallest number of saved rounds that a reason mentions."""
Grounds = tuple[Ground, ...]


def arrow(p: City, kind: str, start: int, end: int) -> Arrow:
    """Return an arrow from one hex to another."""
    ids = p.board.grid.ids
    return Arrow(kind=kind, from_=ids[start], to=ids[end])


# ------------------------------------------------------------------ attacks


def struck(p: City, action: int, target: int) -> tuple[Arrow]:
    """Return the arrow of an attack: from the strongest stack, or from the stack that makes a Hasty Attack."""
    grid = p.board.grid
    if verb_of(action) == HASTY:
        return (arrow(p, "attack", p.at[action >> ARG & MASK], target),)
    origins = grid.hexes(grid.near[target] & p.german)
    return (arrow(p, "attack", max(origins, key=lambda h: sum(p.strength[u] for u in p.stacks[h])), target),)


def fought(p: City, fight: Fight, card: bool = False) -> Grounds:
    """Return the expected gain and cost of an attack. `card`: with the best card in hand."""
    height, chances = len(p.stacks[fight.target]), fight.odds
    name = f"{p.board.grid.ids[fight.target]} ({counted(height, '# block', '# blocks')})"
    thinned = f", and at least a block in about {100 * chances.thinned:.0f}%" if height > 1 else ""
    with_card = ", with the best card in hand" if card else ""
    won = f"{name} loses all blocks in about {100 * chances.won:.0f}% of attacks{thinned}{with_card}"
    return (
        Ground("Hoped for", f"{won}; on average, the Soviets lose {chances.hits:.1f} steps"),
        Ground("It costs", f"On average, we lose {chances.back:.1f} steps"),
    )


def taken_at_once(p: City, end: int) -> Grounds:
    """Return the gain from entering an empty Spawn hex."""
    return (Ground("Hoped for", f"{p.board.grid.ids[end]} is empty, so we take it at once"),)


def following(p: City, u: int, end: int, style: GermanStyle) -> Grounds:
    """Return the expected gain from the attack by the stack that a unit follows."""
    stack = [v for v in p.stacks[p.at[u]] if p.owner(v) == p.owner(u)]
    targets = struck_from(p, end)
    if not targets:
        return because(f"There is nothing to attack from {p.board.grid.ids[end]}")
    return fought(p, best_fight(p, gathered(p, stack, end), targets, Outlook(p, style)))


# ------------------------------------------------------------------ marches


def gone(p: City, start: int, end: int) -> tuple[Arrow]:
    """Return the arrow of a move."""
    return (arrow(p, "later", start, end),)


class March(NamedTuple):
    """Units that go from one hex to another. `seen`: the situation before."""

    start: int
    end: int
    units: tuple[int, ...]
    seen: Outlook

    def goal(self) -> Goal:
        """Return the target that these units help most."""
        return self.seen.helped(self.power(), self.start, self.end)

    def power(self) -> float:
        """Return the fire of these units."""
        return firepower(self.seen.p, self.units)[0]

    def brings(self) -> str:
        """Return the largest saving from the move: rounds until a hex falls, or until a reserve arrives."""
        p, goal = self.seen.p, self.goal()
        place = p.table.places[goal.hex]
        now = goal.falls(goal.stacks)[0]
        then = goal.falls(goal.moved(self.power(), self.start, self.end))[0]
        if now - then >= TOLD:
            what = "falls" if goal.hex in self.seen.wanted else "loses a block"
            return f"{place} {what} in about {then:.1f} rounds instead of {now:.1f}"
        was, away = goal.rounds[self.start], goal.rounds[self.end]
        if was - away >= TOLD:
            return f"A reserve is {away:.1f} rounds from {place} instead of {was:.1f}"
        return "The move does not make a Spawn hex fall sooner"


# ------------------------------------------------------------------ everything else


def called(p: City, seen: Outlook, come: float, room: int, h: int) -> Grounds:
    """Return the number of units in a call, and their distance from the hex where they help most.

    The numbers come from `coming`.
    """
    card = ", and a card" if p.count(GERMAN, DECK) else ""
    if h < 0:
        return because(f"No unit can enter{', but the action draws a card' if card else ''}")
    goal = seen.helped(min(come, p.room(h)) * seen.style.fresh, -1, h)
    left = counted(len(p.chart) - p.chart.count(EMPTY), "# regiment", "# regiments")
    grid = p.board.grid
    away = f"{grid.ids[goal.hex]} is about {goal.rounds[h]:.1f} rounds from {grid.ids[h]}"
    return (Ground("Hoped for", f"About {min(come, room):.0f} of {left} come{card}; {away}"),)


def laid(p: City, target: int, dice: int, alone: float, won: float) -> Grounds:
    """Return the effect that a card with the given number of dice has on an attack."""
    place, without_it = p.board.grid.ids[target], f"{100 * alone:.0f}"
    if not dice:
        return because(
            f"The card hits at most one step; without it, {place} loses all blocks in about {without_it}% of attacks"
        )
    return because(
        f"With the card, {place} loses all blocks in about {100 * won:.0f}% of attacks instead of {without_it}%"
    )


def without(p: City, target: int, alone: float) -> Grounds:
    """Return the effect of the units alone."""
    return because(
        f"Without a card, {p.board.grid.ids[target]} loses all blocks in about {100 * alone:.0f}% of attacks"
    )


def pips(p: City, u: int) -> str:
    """Return the rolls that hit for a unit."""
    fire = p.board.fire[u]
    return f"{fire}{' or more' * (fire < 6)}"


def taken(p: City, action: int) -> Grounds:
    """Return why this unit takes a hit."""
    u = action >> ARG & MASK
    board = p.board
    if board.side[u] == SOVIET:
        return because(f"It hits on {pips(p, u)}, and no other choice is a better shot")
    count = "twice" if board.units[u].r else "once"
    return because(f"It hits on {pips(p, u)} and counts {count} if lost, so it is the smallest loss")


def joined(p: City, action: int) -> Grounds:
    """Return the effect of a stack on an attack."""
    steps = sum(p.strength[u] for u in p.stacks[action >> ARG & MASK])
    return because(f"It adds {counted(steps, '# step', '# steps')} to the attack")


def advanced(p: City, action: int) -> Grounds:
    """Return why a unit advances."""
    steps = counted(p.strength[action >> ARG & MASK], "# step", "# steps")
    return because(f"It has {steps}, and the strongest units advance first")


def deployed(p: City, action: int, seen: Outlook) -> Grounds:
    """Return why a unit enters, and why in that hex."""
    _, u, h = parts(action)
    goal = seen.helped(firepower(p, [u])[0], -1, h)
    grid = p.board.grid
    steps = counted(p.strength[u], "# step", "# steps")
    away = f"{grid.ids[h]} is about {goal.rounds[h]:.1f} rounds from {grid.ids[goal.hex]}"
    return because(f"The strongest units enter first, and this unit has {steps}; {away}")
