"""The reasons for the German staff's choices, with figures.

The reasons name Soviet stacks and the number of their blocks, because the staff knows nothing else about them.
"""

from __future__ import annotations

from typing import NamedTuple

from mamayev.engine.bot import Ground, because
from mamayev.engine.foretell import Trade
from mamayev.engine.notation import ARG, MASK, parts, verb_of
from mamayev.engine.scene import Arrow
from mamayev.engine.words import counted
from mamayev.terrain.grid import Hexes

from ..printed.map import EMPTY, GERMAN, SOVIET
from ..rules.decks import one_of_each
from ..rules.fire import DELIBERATE
from ..rules.position import DECK, City
from ..rules.trade import of_attack
from ..rules.verbs import HASTY
from .german_outlook import Goal, Outlook, firepower

Grounds = tuple[Ground, ...]


def arrow(p: City, kind: str, start: int, end: int) -> Arrow:
    """Return an arrow from one hex to another."""
    ids = p.board.grid.ids
    return Arrow(kind=kind, from_=ids[start], to=ids[end])


# ------------------------------------------------------------------ attacks


def struck(p: City, action: int, target: int) -> tuple[Arrow]:
    """Return the arrow for an attack, from the strongest stack or from the stack that makes a Hasty Attack."""
    grid = p.board.grid
    if verb_of(action) == HASTY:
        return (arrow(p, "attack", p.at[action >> ARG & MASK], target),)
    origins = grid.hexes(grid.near[target] & p.german)
    return (arrow(p, "attack", max(origins, key=lambda h: sum(p.strength[u] for u in p.stacks[h])), target),)


class Stricken(NamedTuple):
    """An attack as the rules define it: the position at its start, its kind, its target hex, and the attacking
    hexes."""

    p: City
    kind: int
    target: int
    origins: Hexes

    def result(self, card: int = -1, *, answered: bool = True) -> Trade:
        """Return the expected result, with a card or without, and with any Soviet card or none (`rules.trade`)."""
        found = of_attack(self.p, self.kind, self.target, self.origins, card, answered=answered)
        assert found is not None
        return found

    def best_card(self) -> int:
        """Return the card in hand with the most dice, or -1 if no card can support the attack."""
        cards = self.p.board.cards
        held = one_of_each(self.p, GERMAN) if self.kind == DELIBERATE else []
        return max((c for c in held if cards[c].dice), key=lambda c: (cards[c].dice, -c), default=-1)


def fought(meant: Stricken) -> Grounds:
    """Describe the expected gain and cost of an attack, with the best card in hand."""
    p, card = meant.p, meant.best_card()
    found = meant.result(card)
    name = f"{p.board.grid.ids[meant.target]} ({counted(len(p.stacks[meant.target]), '# block', '# blocks')})"
    with_card = f" with {p.board.cards[card].title}" if card >= 0 else ""
    return (
        Ground(
            "Hoped for",
            f"{name} is taken in about {100 * found.chance:.0f}% of attacks{with_card}; "
            f"on average, the Soviets lose {found.kills:.1f} steps",
        ),
        Ground("It costs", f"On average, we lose {found.costs:.1f} steps"),
    )


def taken_at_once(p: City, end: int) -> Grounds:
    """Return the gain from entering an empty Spawn hex."""
    return (Ground("Hoped for", f"{p.board.grid.ids[end]} is empty, so we take it at once"),)


def following(p: City, end: int, meant: Stricken | None) -> Grounds:
    """Return the expected gain from the attack by the stack that a unit follows."""
    if meant is None:
        return because(f"There is nothing to attack from {p.board.grid.ids[end]}")
    return fought(meant)


# ------------------------------------------------------------------ marches


def gone(p: City, start: int, end: int) -> tuple[Arrow]:
    """Return the arrow for a move."""
    return (arrow(p, "later", start, end),)


class March(NamedTuple):
    """Units that go from one hex to another. `seen`: the situation before the move."""

    start: int
    end: int
    units: tuple[int, ...]
    seen: Outlook

    def goal(self) -> Goal:
        """Return the target that the moving units help most."""
        return self.seen.helped(self.power(), self.start, self.end)

    def power(self) -> float:
        """Return the firepower of the moving units."""
        return firepower(self.seen.p, self.units)[0]

    def brings(self) -> str:
        """Describe the firepower that a move brings up, and its distance from the hex that it helps most."""
        p, goal, grid = self.seen.p, self.goal(), self.seen.p.board.grid
        then, now = grid.distance(self.end, goal.hex), grid.distance(self.start, goal.hex)
        fire = f"It brings {self.power():.1f} hits per volley"
        if goal.hex == self.end:
            return f"{fire} into {grid.ids[self.end]}"
        away = f"{counted(then, '# hex', '# hexes')} from {p.table.places[goal.hex]}"
        return f"{fire} to {grid.ids[self.end]}, {away} instead of {now}" if then != now else f"{fire} to {away}"


# ------------------------------------------------------------------ everything else


def called(p: City, seen: Outlook, come: float, room: int, h: int) -> Grounds:
    """Describe how many units a Call for Reinforcements brings, and their distance from the hex where they help most.
    The numbers come from `coming`.
    """
    card = ", and a card" if p.count(GERMAN, DECK) else ""
    if h < 0:
        return because(f"No unit can enter{', but the action draws a card' if card else ''}")
    goal = seen.helped(min(come, p.room(h)) * seen.style.fresh, -1, h)
    left = counted(len(p.chart) - p.chart.count(EMPTY), "# regiment", "# regiments")
    return (Ground("Hoped for", f"About {min(come, room):.0f} of {left} come{card}; {away(p, h, goal.hex)}"),)


def away(p: City, h: int, goal: int) -> str:
    """Return the distance of a hex from a target, in words."""
    grid = p.board.grid
    return f"{grid.ids[h]} is {counted(grid.distance(h, goal), '# hex', '# hexes')} from {grid.ids[goal]}"


def laid(meant: Stricken, card: int) -> Grounds:
    """Describe the effect of a card on an attack."""
    place = meant.p.board.grid.ids[meant.target]
    now, then = meant.result().chance, meant.result(card).chance
    return because(f"With the card, {place} is taken in about {100 * then:.0f}% of attacks instead of {100 * now:.0f}%")


def without(meant: Stricken) -> Grounds:
    """Describe the effect of the units without a card."""
    place = meant.p.board.grid.ids[meant.target]
    return because(f"Without a card, {place} is taken in about {100 * meant.result().chance:.0f}% of attacks")


def pips(p: City, u: int) -> str:
    """Describe the rolls with which a unit hits."""
    fire = p.board.fire[u]
    return f"{fire}{' or more' * (fire < 6)}"


def taken(p: City, action: int) -> Grounds:
    """Return why a unit takes a hit."""
    u = action >> ARG & MASK
    board = p.board
    if board.side[u] == SOVIET:
        return because(f"It hits on {pips(p, u)}, and no other choice is a better shot")
    count = "twice" if board.units[u].r else "once"
    return because(f"It hits on {pips(p, u)} and counts {count} if lost, so it is the smallest loss")


def joined(p: City, action: int) -> Grounds:
    """Describe how a stack changes an attack."""
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
    steps = counted(p.strength[u], "# step", "# steps")
    return because(f"The strongest units enter first, and this unit has {steps}; {away(p, h, goal.hex)}")
