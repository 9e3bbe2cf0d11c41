"""What the staffs are after in a round: a sentence and arrows on the map, with what the action should bring, the next
best one, and the Spawn hexes in danger. Of the enemy only where blocks stand."""

from __future__ import annotations

from collections.abc import Sequence

from mamayev.engine.bot import Course, Ground, Intent, Threatened
from mamayev.engine.notation import parts, verb_of
from mamayev.engine.scene import Arrow
from mamayev.engine.words import counted
from mamayev.terrain.grid import OFF, Hexes

from ..printed.board import Board
from ..printed.map import GERMAN, SOVIET
from ..rules.position import DECK, City
from ..rules.soviet import Moving, highest, order
from ..rules.verbs import ATTACK, HASTY, LONG, REINFORCE, SHORT, SPAWN
from . import german_staff, reasons, soviet_staff
from .style import DRAWN, GERMAN_STAFF, SOVIET_STAFF

NEAR, WORST = 3, 2
"""From how far Soviets walk into an empty hex, and how many places in danger are told."""


def arrow(board: Board, kind: str, start: int, end: int) -> Arrow:
    """An arrow from one hex to another."""
    grid = board.grid
    return Arrow(kind=kind, from_=grid.ids[start], to=grid.ids[end])


def nearest(board: Board, hexes: Hexes, to: int) -> int:
    """The nearest of some hexes; -1 where there is none."""
    grid = board.grid
    return min(grid.hexes(hexes), key=lambda h: grid.distance(h, to), default=-1)


def intent(p: City) -> Intent | None:
    """The intent of a side that begins its round; None at all other decisions."""
    if p.box.name == "german-round":
        return german(p)
    return soviet(p) if p.box.name == "use-die" else None


def german(p: City) -> Intent:
    """The best action, and the Spawn hex that it is for."""
    board, grid = p.board, p.board.grid
    seen = german_staff.Outlook(p, GERMAN_STAFF)
    row = sorted(german_staff.rated(p, GERMAN_STAFF), reverse=True)
    worth, action = row[0]
    legs, after = reasons.marches(p, action)
    what, arrows = begun(p, action, legs)
    aims = aimed(p, seen, action, legs)
    for goal in aims:
        start = nearest(board, p.german, goal)
        if start >= 0 and not any(each.to == grid.ids[goal] for each in arrows):
            arrows.append(arrow(board, "later", start, goal))
    struck = {each.to for each in arrows if each.kind == "attack"}
    further = [p.table.places[goal] for goal in aims if grid.ids[goal] not in struck]
    onward = f", {' and '.join(further)} {counted(len(further), 'is', 'are')} next" if further else ""
    left = counted(p.count(SOVIET, DECK), "# Soviet card is drawn", "# Soviet cards are drawn")
    goals = counted(len(seen.wanted), "# Spawn hex is", "# Spawn hexes are")
    sentence = f"{what}{onward}: {goals} to be taken before {left}; {clock(p)}."
    grounds = hoped(p, action, legs)
    threatened = open_behind(p, action, after)
    first = begun(p, action)[0]
    other = next(((value, *begun(p, each)) for value, each in row[1:] if begun(p, each)[0] != first), None)
    if other is None:
        return Intent(sentence, tuple(arrows[:3]), grounds, threatened)
    less, instead, ways = other
    grounds += (Ground("Next best", f"{instead}: worth {less:.1f} instead of {worth:.1f}"),)
    return Intent(sentence, tuple(arrows[:3]), grounds, threatened, Course(f"{instead} instead.", tuple(ways)))


def aimed(p: City, seen: german_staff.Outlook, action: int, legs: list[reasons.March]) -> list[int]:
    """What an action is for: the hexes that its marches or its new units bring nearest, or to which its attack opens
    the way most; of an attack on a Spawn hex this."""
    verb = verb_of(action)
    if verb in (LONG, SHORT):
        return list(dict.fromkeys(leg.goal().hex for leg in legs))
    if verb == REINFORCE:
        come, _, h = german_staff.coming(p, seen)
        if h >= 0:
            return [seen.helped(min(come, p.room(h)) * GERMAN_STAFF.fresh, -1, h).hex]
    found = reasons.fight(p, action) if verb in (ATTACK, HASTY) else None
    if not found or found.target in seen.wanted:
        return [found.target] if found else []
    fires = german_staff.advancing(p, found.units)
    others = [goal for goal in seen.goals if goal.hex != found.target]
    return [max(others, key=lambda goal: seen.opened(goal, found.target, fires)).hex]


def clock(p: City) -> str:
    """How fast the Soviet cards go, as the stacks stand."""
    held = p.spawns_held()
    if order(p).action == SPAWN:
        drawn = counted(cards, "# card", "# cards") if (cards := german_staff.spawned(p)) else "no card"
        return f"as the stacks stand, the next Soviet action is a Spawn Action and draws {drawn}"
    about = DRAWN[highest(p).bit_count()] if held else 1.0
    return f"as the stacks stand, the next Soviet action draws about {about:.1f}"


def hoped(p: City, action: int, legs: list[reasons.March]) -> tuple[Ground, ...]:
    """What an action should bring and cost: of an attack the chance to empty the hex, of marches what they add to the
    best hope for a Spawn hex."""
    verb, _, y = parts(action)
    if verb == HASTY and p.spawns_held() & p.board.grid.bit[y]:
        return (Ground("Hoped for", f"{p.table.places[y]} stands empty: it is taken at once"),)
    if verb in (LONG, SHORT):
        return tuple(Ground("Hoped for", leg.brings()) for leg in legs)
    found = reasons.fight(p, action) if verb in (ATTACK, HASTY) else None
    if found is None:
        return ()
    place = p.table.places[found.target]
    return (
        Ground("Hoped for", f"{place} is emptied in {found.won:.0f} of 100; {found.hits:.1f} of their steps"),
        Ground("It costs", f"{found.back:.1f} steps of ours, on average"),
    )


def open_behind(p: City, action: int, after: City) -> tuple[Threatened, ...]:
    """Spawn hexes that are ours, stand empty once the action is begun, and have Soviets within three hexes, the nearest
    first; none where the next Soviet action is a Spawn Action, in which nobody moves."""
    board, grid = p.board, p.board.grid
    found = reasons.fight(p, action) if verb_of(action) in (ATTACK, HASTY) else None
    if order(p).action == SPAWN and not (found and highest(p) & grid.bit[found.target]):
        return ()
    row = []
    for h in grid.hexes((board.spawn_hexes[SOVIET] | board.spawn_hexes[GERMAN]) & after.control & ~after.german):
        near = nearest(board, p.soviet, h)
        if near >= 0 and grid.distance(near, h) <= NEAR:
            row.append((grid.distance(near, h), h))
    return tuple(
        Threatened(
            grid.ids[h],
            p.table.places[h],
            counted(away, "# hex", "# hexes"),
            f"It {'is left' if p.german & grid.bit[h] else 'stands'} empty, and so near are Soviets.",
        )
        for away, h in sorted(row)[:WORST]
    )


def begun(p: City, action: int, legs: Sequence[reasons.March] = ()) -> tuple[str, list[Arrow]]:
    """An action of the round in words, with its arrows. `legs`: all that march by it, where more than the first shall
    be told."""
    board, grid = p.board, p.board.grid
    verb, x, y = parts(action)
    if verb == ATTACK:
        origins = grid.hexes(grid.near[x] & p.german)
        strongest = max(origins, key=lambda h: sum(p.strength[u] for u in p.stacks[h]))
        return f"{p.table.places[x]} is struck", [arrow(board, "attack", strongest, x)]
    if verb == HASTY:
        found = reasons.fight(p, action)
        target = found.target if found else y
        return f"{p.table.places[target]} is struck from the march", [arrow(board, "attack", p.at[x], target)]
    if verb in (LONG, SHORT):
        ways = [(leg.start, leg.end) for leg in legs] or [(x if verb == LONG else p.at[x], y)]
        others = "".join(f", another to {p.table.places[end]}" for _, end in ways[1:])
        arrows = [arrow(board, "later", start, end) for start, end in ways]
        return f"A stack goes to {p.table.places[ways[0][1]]}{others}", arrows
    return "Reinforcements come first" if verb == REINFORCE else "Nothing moves", []


def soviet(p: City) -> Intent:
    """What the die does, a Spawn hex that is held meanwhile, and a lost one that a die still to come leads into."""
    board, grid = p.board, p.board.grid
    stand = soviet_staff.Stand(p, SOVIET_STAFF)
    action = soviet_staff.use_die(p, p.actions(), SOVIET_STAFF)
    start, to = soviet_staff.way_of(p, action)
    fights = bool(p.german & grid.bit[to])
    what = f"{p.table.places[to]} is struck" if fights else f"A block goes from {grid.ids[start]} to {grid.ids[to]}"
    arrows = [arrow(board, "attack" if fights else "later", start, to)]
    if stand.held:
        worst = max(grid.hexes(stand.held), key=lambda s: stand.falls(s, stand.heights.get(s, 0)))
        enemy = nearest(board, p.german, worst)
        if worst != start and p.soviet & grid.bit[worst] and enemy >= 0:
            what += f", {p.table.places[worst]} is held"
            arrows.append(arrow(board, "hold", worst, enemy))
    if found := retaken(p, start, to):
        back, shows, origin = found
        what += f", and the {shows} that is still to come leads back into {p.table.places[back]}"
        arrows.append(arrow(board, "later", origin, back))
    tops = highest(p)
    height = len(p.stacks[grid.hexes(tops)[0]])
    dice = counted(tops.bit_count(), f"# stack of {height} runs", f"# stacks of {height} run")
    return Intent(f"{what}; {dice} the clock.", tuple(arrows), *of_die(p, stand))


def retaken(p: City, start: int, to: int) -> tuple[int, int, int] | None:
    """A lost Spawn hex that stands empty, the die of this action that leads into it, and the stack that could use it;
    `start`, `to`: what the die in hand does."""
    grid = p.board.grid
    lost = p.board.spawn_hexes[SOVIET] & p.control & ~p.german & ~grid.bit[to]
    later = p.rolled[p.frame("movement-action")[Moving.done] :]
    for shows in later:
        if shows == 1 or p.rolled.count(shows) > 1:  # INF-SMOVE-07, INF-SMOVE-09: a card, no move
            continue
        for h in grid.hexes(p.soviet & ~grid.bit[start]):
            end = grid.toward[h][p.table.compass[shows - 1]]
            if h not in p.tops and end != OFF and lost & grid.bit[end]:
                return end, shows, h
    return None


def of_die(p: City, stand: soviet_staff.Stand) -> tuple[tuple[Ground, ...], tuple[Threatened, ...]]:
    """What the Soviet action should draw, and the Spawn hexes that are likeliest to fall soon."""
    grid = p.board.grid
    falls = sorted(((stand.falls(s, stand.heights.get(s, 0)), s) for s in grid.hexes(stand.held)), reverse=True)
    cards = stand.cards(stand.heights, grid.hexes(stand.held))
    grounds = [Ground("Hoped for", f"{cards:.1f} cards drawn by the next action as all stand")]
    if falls:
        held = sum(1 - chance for chance, _ in falls)
        grounds.append(Ground("Held", f"{held:.1f} of {len(falls)} Spawn hexes hold, as they stand now"))
    worst = tuple(
        Threatened(
            grid.ids[s], p.table.places[s], f"{100 * chance:.0f} %",
            f"{counted(stand.heights.get(s, 0), '# block', '# blocks')} against {stand.threat(s):.1f} hits.",
        )
        for chance, s in falls[:WORST]
        if chance > 0
    )  # fmt: skip
    return tuple(grounds), worst
