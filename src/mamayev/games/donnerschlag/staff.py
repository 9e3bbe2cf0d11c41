"""The staff: an opponent for either seat, by plain rules of thumb.

The Axis drives its Panzer divisions along the road to the nearest meeting zone, HQs close behind, and calls in turn 4.
The Soviets march between the spearhead and the zones and strike where the odds are good.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import cache

from mamayev.engine.notation import ARG, MASK, VERB
from mamayev.engine.position import Frame
from mamayev.terrain.supply import Line, Supply

from .board import AXIS, BRIDGES, GRID, NO_BRIDGE, OFF_MAP, SOURCES, SOVIET, ZONES, crossings
from .cards import CARDS, EVENT
from .combat import Declared
from .combat_locals import Played, Throw
from .effects import IMMEDIATE
from .odds import BELOW, ratio
from .position import Operation
from .units import (
    COMBAT,
    FORMATION,
    HQ_OF,
    IS_COMBAT,
    KIND,
    MOTORISED,
    PANZER,
    SIDE,
    STRENGTH,
    TANK,
    UNITS,
    members,
)
from .verbs import (
    ADVANCE,
    ATTACH,
    ATTACK,
    CALL,
    CEASE,
    DECLINE,
    DONE,
    FIGHT,
    HALT,
    KEEP,
    MARK,
    PASS,
    PLAY,
    REROLL,
    STOP,
)
from .verbs import FORMATION as FORM

CALL_TURN = 4
GOOD_ODDS = 2  # the column 2-1
FAR = 99
KEEPERS = 3
BRIDGE_ENDS = {h for n in BRIDGES for h in GRID.sides[n]}
WISHES = (("a2-1", "al1-1", "a1-1"), ("s6-1", "sl1-1", "s9-1"))
"""What High Command is asked for, best first."""


@cache
def ways_to(zone: int) -> tuple[int, ...]:
    """By hex the number of steps over dry ground and bridges to a meeting zone."""
    net = crossings(NO_BRIDGE).dry
    found = [FAR] * len(GRID)
    new, seen, steps = ZONES[zone], ZONES[zone], 0
    while new:
        for h in GRID.hexes(new):
            found[h] = steps
        new = net.spread(new) & ~seen
        seen |= new
        steps += 1
    return tuple(found)


def spearhead(p: Operation, zone: int) -> int:
    """The hex of the German unit that is nearest to a zone, OFF_MAP where there is none."""
    way = ways_to(zone)
    hexes = [p.at[u] for n in PANZER for u in p.of_formation(n)]
    return min(hexes, key=way.__getitem__, default=OFF_MAP)


def aim(p: Operation) -> int:
    """The zone that the Axis makes for, or that the Soviets fear most: the nearest to the spearhead."""
    if p.called and p.active == AXIS and p.seat == AXIS:
        return p.zone
    return min(range(len(ZONES)), key=lambda zone: steps_from(p, zone))


def steps_from(p: Operation, zone: int) -> int:
    """The steps that the spearhead still has to a zone."""
    h = spearhead(p, zone)
    return ways_to(zone)[h] if h < OFF_MAP else FAR


# ------------------------------------------------------------------ movement


def value(p: Operation, u: int, h: int, zone: int) -> float:
    """What a hex is worth to a unit that moves; less is better."""
    way = ways_to(zone)
    if SIDE[u] == AXIS:
        if not IS_COMBAT[u]:  # an HQ keeps a little behind
            front = min((way[p.at[v]] for v in p.of_formation(UNITS[u].formation)), default=way[h])
            return abs(way[h] - front - 1)
        return way[h] + (0.5 if p.controlled(SOVIET) & GRID.bit[h] else 0)
    lead = spearhead(p, zone)
    if lead >= OFF_MAP:
        return 0
    ahead = 0 if way[h] < way[lead] else 3
    return GRID.distance(h, lead) + ahead


def line(p: Operation, zone: int) -> Line:
    """The line of supply of the spearhead, and where it is cut."""
    h = spearhead(p, zone)
    if h >= OFF_MAP:
        return Line([], [])
    return Supply(p.crossings.dry, SOURCES[AXIS], p.open_to(AXIS)).line(h)


def keepers(p: Operation, zone: int) -> list[int]:
    """The units that stay in the zone, or make for it: the nearest of the 6th Panzer Division."""
    way = ways_to(zone)
    units = p.of_formation(FORMATION["6P"])
    if units and way[p.at[units[0]]] >= FAR:
        return units
    return sorted(units, key=lambda u: way[p.at[u]])[:KEEPERS]


def posts(p: Operation, found: Line) -> set[int]:
    """The hexes of a line that somebody must hold: those in enemy zones, and both ends of its bridges."""
    return {h for h in found.hexes if h in BRIDGE_ENDS or p.controlled(SOVIET) & GRID.bit[h]}


def relief(p: Operation, ready: list[int], zone: int) -> int | None:
    """A move that opens the line of the spearhead again: a unit into the nearest hex where it is cut."""
    found = line(p, zone)
    troops = p.troops(AXIS)
    goals = found.cut or [h for h in found.hexes if h in BRIDGE_ENDS and not troops & GRID.bit[h]]
    if not goals:
        return None
    box, f = p.box, p.frames[-1]
    stay = keepers(p, zone)
    arrived = steps_from(p, zone) <= 1 and bool(found.cut)
    held = posts(p, found)
    for u in sorted(ready, key=lambda u: min(GRID.distance(p.at[u], h) for h in goals)):
        driving = p.formation(u) == FORMATION["6P"] and not arrived
        if not IS_COMBAT[u] or u in stay or driving or p.at[u] in held:
            continue

        def far(h: int) -> int:
            return min(GRID.distance(h, goal) for goal in goals)

        best = min(box.choices(p, f, u), key=lambda action: far(action & MASK))
        if far(best & MASK) < far(p.at[u]):
            return best
    return None


def marches(p: Operation, u: int) -> bool:
    """Whether a unit takes part in the drive: Romanians hold the flanks."""
    return SIDE[u] == SOVIET or p.formation(u) in PANZER or UNITS[u].formation in PANZER


def move(p: Operation, f: Frame, rng: random.Random) -> int:
    """The unit in front goes first, as near as it gets; HQs go last. Those that are not needed in front open the line
    of supply where it is cut and guard its bridges."""
    box, zone = p.box, aim(p)
    ready = sorted(box.pieces(p, f), key=lambda u: (not IS_COMBAT[u], value(p, u, p.at[u], zone)))
    held: set[int] = set()
    if p.active == AXIS:
        opens = relief(p, ready, zone)
        if opens is not None:
            return opens
        held = posts(p, line(p, zone))
    for u in ready:
        if marches(p, u) and not (p.at[u] in held and ways_to(zone)[p.at[u]] > 0 and u not in keepers(p, zone)):
            actions = box.choices(p, f, u)
            best = min(actions, key=lambda action: value(p, u, action & MASK, zone))
            if value(p, u, best & MASK, zone) < value(p, u, p.at[u], zone):
                return best
    return STOP if STOP in box.choices(p, f, None) else DONE


# ------------------------------------------------------------------ combat


def promise(p: Operation, target: int, units: list[int]) -> int:
    """The column that an attack on a hex promises, tanks and combined arms counted."""
    dry = [u for u in units if not p.crossings.wet[p.at[u]] & GRID.bit[target] or KIND[u] != TANK]
    strength = sum(STRENGTH[u][p.steps[u]] for u in dry)
    against = [u for u in p.units_in(target, 1 - p.active) if COMBAT >> u & 1]
    column = ratio(strength, sum(STRENGTH[u][p.steps[u]] for u in against))
    if column == BELOW:
        return BELOW
    kinds = {KIND[u] for u in dry}
    return column + (TANK in kinds) + ({TANK, MOTORISED} <= kinds) - ({TANK, MOTORISED} <= {KIND[u] for u in against})


def declare(p: Operation, f: Frame, rng: random.Random) -> int:
    """The best attack with all that can join, while the odds are good."""
    box = p.box
    by_target: dict[int, list[int]] = {}
    for u in box.pieces(p, f):
        for action in box.choices(p, f, u):
            by_target.setdefault(action & MASK, []).append(u)
    if f[Declared.target]:
        units = by_target.get(f[Declared.target] - 1)
        return ATTACK | units[0] << ARG | f[Declared.target] - 1 if units else FIGHT
    best = max(by_target, key=lambda h: promise(p, h, by_target[h]))
    if promise(p, best, by_target[best]) < GOOD_ODDS:
        return CEASE
    return ATTACK | by_target[best][0] << ARG | best


def card_of(action: int) -> int:
    """The card that an action names first."""
    return action >> ARG & MASK


def play_or_pass(p: Operation, f: Frame, rng: random.Random) -> int:
    """Cards are there to be played: most of them cannot be kept. The general event comes first."""
    for action in sorted(a for a in p.box.options(p, f) if a & ~((1 << VERB) - 1) == PLAY):
        event = EVENT[card_of(action)][action & MASK]
        if event is None or any(effect.kind in UNWANTED for effect in event.effects):
            continue
        return action
    return PASS


UNWANTED = {"trade"}
assert set(IMMEDIATE) >= UNWANTED


def second_throw(p: Operation, f: Frame, rng: random.Random) -> int:
    """A card that has failed is tried again, and a combat die of 1 or 2."""
    throw, what = p.frames[-2], p.frames[-3]
    options = p.box.options(p, f)
    if p.table.boxes[what[0]].name == "card":
        event = EVENT[what[Played.card]][what[Played.event]]
        failed = event is not None and throw[Throw.die] > event.roll
    else:
        failed = throw[Throw.die] <= 2
    better = [action for action in options if action != KEEP]
    return better[0] if failed and better else REROLL if failed and REROLL in options else KEEP


# ------------------------------------------------------------------ the rest


def attach(p: Operation, f: Frame, rng: random.Random) -> int:
    """The assault guns go with the 6th Panzer Division."""
    return next(a for a in p.box.options(p, f) if a & MASK in PANZER and a & ~((1 << VERB) - 1) == ATTACH)


def high_command(p: Operation, f: Frame, rng: random.Random) -> int:
    """A card of the list of wishes, else any."""
    options = p.box.options(p, f)
    named = {CARDS[card_of(a)].id: a for a in options if a != DECLINE}
    return next((named[card] for card in WISHES[p.seat] if card in named), options[0])


def call(p: Operation, f: Frame, rng: random.Random) -> int:
    """In turn 4, the nearest zone."""
    return CALL | aim(p) << ARG if p.turn >= CALL_TURN else DECLINE


def card(p: Operation, f: Frame, rng: random.Random) -> int:
    """Cards that name a Panzer division, or leave the choice, come first."""
    options = p.box.options(p, f)
    return min(options, key=lambda a: RANK.get(CARDS[card_of(a)].whom or CARDS[card_of(a)].way, 5))


RANK = {"6P": 0, "any": 1, "23P": 2, "17P": 2, "schwerpunkt": 3, "hq-or-formation": 0, "colour-or-formation": 1}


def whom(p: Operation, f: Frame, rng: random.Random) -> int:
    """The Axis: the 6th Panzer Division. The Soviets: whoever has most units near the spearhead."""
    options = p.box.options(p, f)
    if p.active == AXIS:
        lead = FORM | FORMATION["6P"] << ARG
        return lead if lead in options else options[0]
    lead = spearhead(p, aim(p))

    def near(action: int) -> int:
        here = p.copy()
        here.apply(action)
        return sum(1 for u in members(here.activated) if lead >= OFF_MAP or GRID.distance(here.at[u], lead) <= 8)

    return max(options, key=near)


def nearest(p: Operation, f: Frame, rng: random.Random) -> int:
    """Whoever arrives does so as near to the spearhead as can be."""
    lead = spearhead(p, aim(p))
    u = p.box.pieces(p, f)[0]
    actions = p.box.choices(p, f, u)
    return min(actions, key=lambda a: GRID.distance(a & MASK, lead) if lead < OFF_MAP else 0)


def mark(p: Operation, f: Frame, rng: random.Random) -> int:
    """The Schwerpunkt lies with the HQ of the 6th Panzer Division."""
    hq = HQ_OF[FORMATION["6P"]]
    pieces = p.box.pieces(p, f)
    if hq in pieces:
        return MARK | hq << ARG
    rest = p.box.choices(p, f, None)
    return rest[0] if rest else MARK | pieces[0] << ARG


def advance(p: Operation, f: Frame, rng: random.Random) -> int:
    """Tanks follow up."""
    return next((a for a in p.box.options(p, f) if a & ~((1 << VERB) - 1) == ADVANCE), HALT)


def first(p: Operation, f: Frame, rng: random.Random) -> int:
    """The first answer: to begin, to keep, to go along."""
    return p.box.options(p, f)[0]


def last(p: Operation, f: Frame, rng: random.Random) -> int:
    """The last answer: to leave it as it is."""
    return p.box.options(p, f)[-1]


ANSWERS: dict[str, Callable[[Operation, Frame, random.Random], int]] = {
    "move": move, "declare": declare, "window": play_or_pass, "answer": play_or_pass, "luck": second_throw,
    "attach": attach, "high-command": high_command, "calling": call, "activation-card": card, "whom": whom,
    "arrive": nearest, "placing": nearest, "marking": mark, "give-schwerpunkt": mark, "advance": advance,
    "muster": last, "exchange": last, "stow": last, "follow": first, "further": first,
}  # fmt: skip


def policy(p: Operation, rng: random.Random) -> int:
    """What the staff does."""
    f = p.frames[-1]
    answer = ANSWERS.get(p.box.name)
    return p.box.draw(p, f, rng.random) if answer is None else answer(p, f, rng)


WHY = {
    "move": "The Axis goes as near to the meeting zone as it gets, and opens its line; the Soviets bar the way.",
    "declare": "The staff attacks with all that can join where it is promised 2-1 or better.",
    "window": "Most cards cannot be kept, so they are played as soon as they may be.",
    "calling": "A call in turn 4 leaves time until the end of turn 7.",
    "whom": "The 6th Panzer Division leads; the Soviets activate whoever is near it.",
}


def why(p: Operation, action: int) -> str:
    """The reason of an action."""
    return WHY.get(p.box.name, "A rule of thumb of the staff for this question.")
