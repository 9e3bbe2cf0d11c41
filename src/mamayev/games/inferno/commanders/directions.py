"""What the staffs are after in a round: a sentence, and arrows on the map. Of the enemy only where blocks stand."""

from __future__ import annotations

from mamayev.engine.bot import Intent
from mamayev.engine.notation import ARG, MASK, parts
from mamayev.engine.scene import Arrow
from mamayev.engine.words import counted
from mamayev.terrain.grid import Hexes

from ..board import SOVIET, Board
from ..position import DECK, City
from ..soviet import Using, highest
from ..verbs import ATTACK, HASTY, LONG, REINFORCE, SHORT
from . import german_staff, soviet_staff
from .style import GERMAN_STAFF, SOVIET_STAFF


def arrow(board: Board, kind: str, start: int, end: int) -> Arrow:
    """An arrow from one hex to another."""
    grid = board.grid
    return Arrow(kind=kind, from_=grid.ids[start], to=grid.ids[end])


def nearest(board: Board, hexes: Hexes, to: int) -> int:
    """The nearest of some hexes; -1 where there is none."""
    grid = board.grid
    return min(grid.hexes(hexes), key=lambda h: grid.distance(h, to), default=-1)


def intent(p: City) -> Intent | None:
    """The intent of whoever begins his round; None at all other decisions."""
    if p.box.name == "german-round":
        return german(p)
    return soviet(p) if p.box.name == "use-die" else None


def german(p: City) -> Intent:
    """The best action, and the Spawn hex that is nearest to being taken."""
    board, grid = p.board, p.board.grid
    seen = german_staff.Outlook(p, GERMAN_STAFF)
    action = max(german_staff.rated(p, GERMAN_STAFF))[1]
    goal = seen.wanted[max(range(len(seen.wanted)), key=lambda i: seen.hope(i, 0.0))]
    what, arrows = begun(p, action)
    left = counted(p.count(SOVIET, DECK), "# Soviet card", "# Soviet cards")
    goals = counted(len(seen.wanted), "# Spawn hex is", "# Spawn hexes are")
    start = nearest(board, p.german, goal)
    if start >= 0 and not any(each.to == grid.ids[goal] for each in arrows):
        arrows.append(arrow(board, "later", start, goal))
    onward = (
        ""
        if any(each.kind == "attack" and each.to == grid.ids[goal] for each in arrows)
        else f", {p.table.places[goal]} is next"
    )
    sentence = f"{what}{onward}: {goals} to be taken before {left} are drawn."
    return Intent(sentence, tuple(arrows))


def begun(p: City, action: int) -> tuple[str, list[Arrow]]:
    """An action of the round in words, with its arrow."""
    board, grid = p.board, p.board.grid
    verb, x, y = parts(action)
    if verb == ATTACK:
        origins = grid.hexes(grid.around(grid.bit[x]) & p.german)
        strongest = max(origins, key=lambda h: sum(p.strength[u] for u in p.stacks[h]))
        return f"{p.table.places[x]} is struck", [arrow(board, "attack", strongest, x)]
    if verb == HASTY:
        target = min(german_staff.struck_from(p, y), key=lambda h: len(p.stacks[h]))
        return f"{p.table.places[target]} is struck from the march", [arrow(board, "attack", p.at[x], target)]
    if verb in (LONG, SHORT):
        return f"A stack goes to {p.table.places[y]}", [arrow(board, "later", x if verb == LONG else p.at[x], y)]
    return "Reinforcements come first" if verb == REINFORCE else "Nothing moves", []


def soviet(p: City) -> Intent:
    """The Spawn hex in most danger, the attack that the die makes, and a lost Spawn hex that could be had back."""
    board, grid = p.board, p.board.grid
    stand = soviet_staff.Stand(p, SOVIET_STAFF)
    arrows, what = [], "No Spawn hex is left to hold"
    if stand.held:
        worst = max(grid.hexes(stand.held), key=lambda s: stand.falls(s, stand.heights.get(s, 0)))
        what = f"{p.table.places[worst]} is held"
        if (enemy := nearest(board, p.german, worst)) >= 0:
            arrows.append(arrow(board, "hold", worst, enemy))
    start = soviet_staff.use_die(p, p.actions(), SOVIET_STAFF) >> ARG & MASK
    to = grid.toward[start][p.table.compass[p.top[Using.shows] - 1]]
    if p.german & grid.bit[to]:
        what += f", {p.table.places[to]} is struck"
        arrows.insert(0, arrow(board, "attack", start, to))
    open_ = board.spawn_hexes[SOVIET] & p.control & ~p.german
    if open_:
        back = min(grid.hexes(open_), key=lambda s: grid.distance(s, nearest(board, p.soviet, s)))
        arrows.append(arrow(board, "later", nearest(board, p.soviet, back), back))
        what += f", {p.table.places[back]} stands open"
    tops = highest(p)
    height = len(p.stacks[grid.hexes(tops)[0]])
    dice = counted(tops.bit_count(), "# stack", "# stacks")
    return Intent(f"{what}; {dice} of {height} run the clock.", tuple(arrows[:3]))
