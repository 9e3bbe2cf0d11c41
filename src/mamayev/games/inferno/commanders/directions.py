"""What the staffs are after in a round: a sentence and arrows on the map, with what the action should bring, the next
best one, and the Spawn hexes in danger. Of the enemy only where blocks stand."""

from __future__ import annotations

from mamayev.engine.bot import Course, Ground, Intent, Threatened
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

NEAR, WORST, TOLD = 3, 2, 0.1
"""From how far Soviets walk into an empty hex, how many places in danger are told, and the fewest rounds saved that
are."""


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
    row = sorted(german_staff.rated(p, GERMAN_STAFF), reverse=True)
    worth, action = row[0]
    goal = seen.wanted[max(range(len(seen.wanted)), key=lambda i: seen.hopes[i])]
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
    grounds = hoped(p, seen, action)
    others = [each for each in row if begun(p, each[1])[0] != what]
    if not others:
        return Intent(sentence, tuple(arrows), grounds, open_behind(p))
    other = begun(p, others[0][1])
    grounds += (Ground("Next best", f"{other[0]}: worth {others[0][0]:.1f} instead of {worth:.1f}"),)
    instead = Course(f"{other[0]} instead.", tuple(other[1]))
    return Intent(sentence, tuple(arrows), grounds, open_behind(p), instead)


def hoped(p: City, seen: german_staff.Outlook, action: int) -> tuple[Ground, ...]:
    """What an action should bring and cost: of an attack the chance to empty the hex, of a march what it adds to the
    best hope for a Spawn hex."""
    verb, x, y = parts(action)
    if verb == ATTACK:
        units, target = p.units_in(p.board.grid.near[x] & p.german), x
        dice = german_staff.support(p)
    elif verb == HASTY and y in seen.wanted:
        return (Ground("Hoped for", f"{p.table.places[y]} stands empty: it is taken at once"),)
    elif verb == HASTY:
        units, dice = german_staff.gathered(p, p.stacks[p.at[x]], y), 0.0
        target = max(german_staff.struck_from(p, y), key=lambda h: german_staff.worth(p, units, h, dice, seen))
    else:
        return marched(p, seen, action)
    won, hits, back = german_staff.odds(p, units, target, dice, GERMAN_STAFF)
    return (
        Ground("Hoped for", f"{p.table.places[target]} is emptied in {100 * won:.0f} of 100; {hits:.1f} of his steps"),
        Ground("It costs", f"{back:.1f} steps of ours, on average"),
    )


def marched(p: City, seen: german_staff.Outlook, action: int) -> tuple[Ground, ...]:
    """What a march saves where it helps most: rounds until a Spawn hex falls, or, of a reserve, until it is there."""
    verb, x, y = parts(action)
    if verb not in (LONG, SHORT) or not seen.wanted:
        return ()
    start = x if verb == LONG else p.at[x]
    units = p.stacks[start] if verb == LONG else [x]
    power = german_staff.firepower(p, units)[0]
    now = [seen.falls(i, seen.stacks[i])[0] for i in range(len(seen.wanted))]
    then = [seen.falls(i, seen.moved(i, power, start, y))[0] for i in range(len(seen.wanted))]
    best = max(range(len(seen.wanted)), key=lambda i: now[i] - then[i])
    goal = p.table.places[seen.wanted[best]]
    if now[best] - then[best] >= TOLD:
        return (Ground("Hoped for", f"{goal} falls in about {then[best]:.1f} rounds instead of {now[best]:.1f}"),)
    best = max(range(len(seen.wanted)), key=lambda i: seen.rounds[i][start] - seen.rounds[i][y])
    goal, away = p.table.places[seen.wanted[best]], seen.rounds[best]
    return (Ground("Hoped for", f"A reserve is {away[y]:.1f} rounds from {goal} instead of {away[start]:.1f}"),)


def open_behind(p: City) -> tuple[Threatened, ...]:
    """Spawn hexes that were taken, stand empty, and have Soviets within three hexes, the nearest first."""
    board, grid = p.board, p.board.grid
    row = []
    for h in grid.hexes(board.spawn_hexes[SOVIET] & p.control & ~p.german):
        near = nearest(board, p.soviet, h)
        if near >= 0 and grid.distance(near, h) <= NEAR:
            row.append((grid.distance(near, h), h))
    return tuple(
        Threatened(
            grid.ids[h],
            p.table.places[h],
            counted(away, "# hex", "# hexes"),
            "It stands empty, and so near are Soviets.",
        )
        for away, h in sorted(row)[:WORST]
    )


def begun(p: City, action: int) -> tuple[str, list[Arrow]]:
    """An action of the round in words, with its arrow."""
    board, grid = p.board, p.board.grid
    verb, x, y = parts(action)
    if verb == ATTACK:
        origins = grid.hexes(grid.near[x] & p.german)
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
    return Intent(f"{what}; {dice} of {height} run the clock.", tuple(arrows[:3]), *of_die(p, stand))


def of_die(p: City, stand: soviet_staff.Stand) -> tuple[tuple[Ground, ...], tuple[Threatened, ...]]:
    """What the Soviet action should draw, and the Spawn hexes that are likeliest to fall soon."""
    grid = p.board.grid
    falls = sorted(((stand.falls(s, stand.heights.get(s, 0)), s) for s in grid.hexes(stand.held)), reverse=True)
    cards = stand.cards(stand.heights, grid.hexes(stand.held))
    grounds = [Ground("Hoped for", f"{cards:.1f} cards drawn by the next action as all stand")]
    if falls:
        held = sum(1 - chance for chance, _ in falls)
        grounds.append(Ground("Held", f"{held:.1f} of {len(falls)} Spawn hexes hold, as he stands now"))
    worst = tuple(
        Threatened(
            grid.ids[s], p.table.places[s], f"{100 * chance:.0f} %",
            f"{counted(stand.heights.get(s, 0), '# block', '# blocks')} against {stand.threat(s):.1f} hits.",
        )
        for chance, s in falls[:WORST]
        if chance > 0
    )  # fmt: skip
    return tuple(grounds), worst
