"""`staff`, an opponent for the German seats.

The staff attacks where it expects a gain, heads for the Spawn hexes, and calls for reinforcements if it has too few
units to attack.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from mamayev.engine.bot import Ground, Rated, because
from mamayev.engine.notation import ARG, MASK, parts, verb_of

from ..printed.map import BOXES, EMPTY, GERMAN, ROWS, SOVIET
from ..rules.actions import Hastily, Shorts, hasty_ends, long_ends, short_ends
from ..rules.fire import DELIBERATE, STRUCK_HASTILY, Combat
from ..rules.position import DECK, HAND, City
from ..rules.reinforcements import entries_open
from ..rules.verbs import (
    ADVANCE,
    ATTACK,
    BEGIN,
    BLITZ,
    DEPLOY,
    DONE,
    FIRST,
    HALT,
    HAND_OVER,
    HASTY,
    JOIN,
    LONG,
    NO_CARD,
    PASS,
    REINFORCE,
    SHORT,
    STAY,
    STRIKE,
)
from . import german_reasons as reasons
from .german_outlook import (
    Fight,
    Outlook,
    best_fight,
    fight,
    firepower,
    gathered,
    groups,
    odds,
    strongest,
    struck_from,
    support,
)
from .german_reasons import March, Stricken
from .style import FOUND, GermanStyle

# ------------------------------------------------------------------ the action of a round


def fights(p: City, seen: Outlook) -> dict[int, Fight]:
    """Return all attacks that can begin now, by action. A Hasty Attack targets the best hex that it can reach."""
    grid, found, dice = p.board.grid, dict[int, Fight](), support(p)
    for h in grid.hexes(p.soviet & grid.around(p.german)):
        found[ATTACK | h << ARG] = fight(p, p.units_in(grid.near[h] & p.german), h, dice, seen)
    for group in groups(p):
        stack = [u for u in group if not stays(p, u, seen.style)]
        for end in grid.hexes(hasty_ends(p, stack[0])) if stack else ():
            units = gathered(p, stack, end)
            found[HASTY | units[0] << ARG | end] = best_fight(p, units, struck_from(p, end), seen)
    return found


def attacks(p: City, seen: Outlook) -> list[Rated]:
    """Return all attacks that can begin now. A Hasty Attack may enter an empty Spawn hex first."""
    found = list[Rated]()
    for action, meant in fights(p, seen).items():
        arrows = partial(reasons.struck, p, action, meant.target)
        if verb_of(action) == ATTACK:
            found.append(Rated(action, meant.worth, partial(foughts, p, action, seen.style), arrows))
            continue
        end = action & MASK
        at_once = end in seen.wanted
        grounds = partial(reasons.taken_at_once, p, end) if at_once else partial(foughts, p, action, seen.style)
        found.append(Rated(action, meant.worth + seen.walked_in(end), grounds, arrows))
    return found


def foughts(p: City, action: int, style: GermanStyle) -> tuple[Ground, ...]:
    """Describe the expected gain and cost of an attack in the round."""
    meant = stricken(p, action, style)
    assert meant is not None
    return reasons.fought(meant)


def marches(p: City, seen: Outlook) -> list[Rated]:
    """Return all moves, with the value that each adds to Spawn hexes."""
    grid = p.board.grid
    found = []
    for stack in groups(p):
        start = p.at[stack[0]]
        whole = firepower(p, p.stacks[start])[0]
        for end in grid.hexes(long_ends(p, start)) if not seen.style.held & grid.bit[start] else ():
            worth = seen.change(whole, start, end) + seen.walked_in(end) + seen.posted(start, end)
            found.append((worth, LONG | start << ARG | end, start, end))
        goes = [u for u in stack if not garrison(p, u, seen.style)]
        for end in grid.hexes(short_ends(p, stack[0])) if goes else ():
            power = firepower(p, goes[: p.room(end)])[0]
            gain = seen.change(power, start, end) * seen.style.short + seen.walked_in(end) + seen.posted(start, end)
            found.append((gain, SHORT | goes[0] << ARG | end, start, end))
    return [
        Rated(action, worth, partial(marched, p, action, seen.style), partial(reasons.gone, p, start, end))
        for worth, action, start, end in found
    ]


def marched(p: City, action: int, style: GermanStyle) -> tuple[Ground, ...]:
    """Return the gain of each stack that an action moves."""
    legs, _ = on_the_march(p, action, style)
    return tuple(Ground("Hoped for", leg.brings()) for leg in legs)


def on_the_march(p: City, action: int, style: GermanStyle) -> tuple[list[March], City]:
    """Return the units that an action of the round moves, including the staff's further choices before another seat
    decides, and the position after the action.
    """
    after, found = p.copy(), list[March]()
    while True:
        verb, x, y = parts(action)
        if verb not in (LONG, SHORT, HASTY):
            return found, after
        start, units = (x, after.stacks[x]) if verb == LONG else (after.at[x], (x,))
        if found and (found[-1].start, found[-1].end) == (start, y):
            found[-1] = found[-1]._replace(units=found[-1].units + units)
        else:
            found.append(March(start, y, units, Outlook(after.copy(), style)))
        after.apply(action)
        if after.verdict or after.box.name not in ("short-moves", "hasty"):
            return found, after
        action = chosen(after, style).action


def coming(p: City, seen: Outlook) -> tuple[float, int, int]:
    """Return the effect of a Call for Reinforcements: the mean number of units, the room for them, and the hex where
    they help most, or -1 if no unit can enter.
    """
    grid = p.board.grid
    rows = [BOXES - p.chart.count(EMPTY, row * BOXES, (row + 1) * BOXES) for row in range(ROWS)]
    come = sum(FOUND[units] for units in rows)
    open_ = grid.hexes(p.board.spawn_hexes[GERMAN] & entries_open(p))
    best = max(open_, key=lambda h: seen.change(min(come, p.room(h)) * seen.style.fresh, -1, h), default=-1)
    return come, sum(map(p.room, open_)), best if come else -1


def call(p: City, seen: Outlook) -> Rated:
    """Return the Call for Reinforcements, with the expected gain of its units and of a card."""
    come, room, h = coming(p, seen)
    grounds = partial(reasons.called, p, seen, come, room, h)
    if h < 0:
        return Rated(REINFORCE, 0.0, grounds)
    if seen.style.call_below:  # ordered, so it comes before everything else
        return Rated(REINFORCE, seen.style.called, grounds)
    worth = seen.change(min(come, p.room(h)) * seen.style.fresh, -1, h)
    return Rated(REINFORCE, worth + seen.style.card * bool(p.count(GERMAN, DECK)), grounds)


def rated(p: City, style: GermanStyle) -> list[Rated]:
    """Return the actions in a round for all Germans, including those for a partner's units, each with its value."""
    seen = Outlook(p, style)
    nothing = Rated.by_rule(PASS, "No attack, move or reinforcement is worth anything")
    return [*attacks(p, seen), *marches(p, seen), call(p, seen), nothing]


def first_of(rows: list[Rated]) -> Rated:
    """Return the action with the highest value or, in a tie, with the higher number."""
    return max(rows, key=lambda one: (one.worth, one.action))


def german_round(p: City, style: GermanStyle) -> Rated:
    """Take the best action for all Germans.

    If only the partner can take it, hand over the round. A player who received the round takes the best of their own
    actions.
    """
    rows = offered(p, style)
    best = first_of(rows)
    return best if p.allows(best.action) else first_of([one for one in rows if p.allows(one.action)])


def under_orders(p: City, style: GermanStyle, rows: list[Rated]) -> list[Rated]:
    """Return those of the rated actions in a round that the orders allow, with their values under the orders."""
    return [ordered(one, style) for one in rows if allowed(p, one.action, style)]


def offered(p: City, style: GermanStyle) -> list[Rated]:
    """Return the actions in a round that the orders allow, including the handover if only the partner can take the best
    action."""
    rows = under_orders(p, style, rated(p, style))
    best = first_of(rows)
    if p.allows(best.action) or not p.allows(HAND_OVER):
        return rows
    return [*rows, Rated(HAND_OVER, best.worth, because("The best action belongs to the partner"))]


# ------------------------------------------------------------------ orders


def allowed(p: City, action: int, style: GermanStyle) -> bool:
    """Return whether the orders allow an action in a round. They forbid attacks below the minimum chance, at too high a
    cost or by garrisons alone, and calls while enough units are on the map.
    """
    verb = verb_of(action)
    if verb == REINFORCE:
        return not style.call_below or len(p.units_in(p.german)) < style.call_below
    if verb == ATTACK and style.held:
        near = p.units_in(p.board.grid.near[action >> ARG & MASK] & p.german)
        if all(stays(p, u, style) for u in near):
            return False
    if verb not in (ATTACK, HASTY) or not (style.least or style.dearest):
        return True
    meant = stricken(p, action, style)
    if meant is None:
        return True
    trade = meant.result(answered=False)
    return trade.chance >= style.least and (not style.dearest or trade.costs <= style.dearest * trade.kills)


FAVORED = {"attack": (ATTACK, HASTY), "move": (LONG, SHORT)}
"""The verbs that each preference in the orders favors."""


def ordered(one: Rated, style: GermanStyle) -> Rated:
    """Return an action with its value under the orders."""
    favored = verb_of(one.action) in FAVORED.get(style.prefer, ())
    return one._replace(worth=one.worth + style.favor) if favored and one.worth > 0 else one


def chance(p: City, action: int, style: GermanStyle) -> float:
    """Return the chance that an attack takes its hex, before any card. It is 1 for a Hasty Attack that meets no
    enemy.
    """
    meant = stricken(p, action, style)
    return meant.result(answered=False).chance if meant is not None else 1.0


def stricken(p: City, action: int, style: GermanStyle) -> Stricken | None:
    """Return the attack to which an action in the round, or the next step of a Hasty Attack, leads, or None if it meets
    no enemy.
    """
    grid, verb = p.board.grid, verb_of(action)
    if verb == ATTACK:
        target = action >> ARG & MASK
        return Stricken(p, DELIBERATE, target, grid.near[target] & p.german)
    after = p
    if verb == HASTY:
        _, after = on_the_march(p, action, style)
        if after.verdict or after.box.name != "hasty":
            return None
        action = hasty(after, style).action
    return Stricken(after, STRUCK_HASTILY, action >> ARG & MASK, grid.bit[after.top[Hastily.end]])


def stays(p: City, u: int, style: GermanStyle) -> bool:
    """Return whether orders make a unit hold its hex. The weakest unit in the stack holds it."""
    h = p.at[u]
    return bool(style.held & p.board.grid.bit[h]) and u == weakest(p, h)


def weakest(p: City, h: int) -> int:
    """Return the unit with the least firepower in a stack."""
    return min(p.stacks[h], key=lambda v: (p.strength[v] * (7 - p.board.fire[v]), v))


# ------------------------------------------------------------------ the other decisions


def short_moves(p: City, style: GermanStyle) -> Rated:
    """Let the rest of the stack follow, then make the most promising second move with all units that can."""
    f = p.top
    begun = {(f[Shorts.start], f[Shorts.end]), (f[Shorts.second_start], f[Shorts.second_end])}
    ways: dict[tuple[int, int], list[int]] = {}
    for u in p.box.pieces(p, f):
        if not garrison(p, u, style):
            for action in p.choices(u):
                ways.setdefault((p.at[u], action & MASK), []).append(u)
    followed = next(iter(begun & ways.keys()), None)
    if followed:
        action = SHORT | strongest(p, ways[followed])[0] << ARG | followed[1]
        return Rated.by_rule(action, "It follows its stack, which stays together")
    seen = Outlook(p, style)

    def gain(way: tuple[int, int]) -> float:
        start, end = way
        units = strongest(p, ways[way])[: p.room(end)]
        return seen.change(firepower(p, units)[0], start, end) + seen.walked_in(end)

    worth, way = max(((gain(way), way) for way in ways), key=lambda each: each[0], default=(0.0, (0, 0)))
    if worth <= 0:
        return Rated.by_rule(DONE, "No further move helps against a Spawn hex")
    action = SHORT | strongest(p, ways[way])[0] << ARG | way[1]
    return Rated(action, worth, partial(marched, p, action, style))


def hasty(p: City, style: GermanStyle) -> Rated:
    """Bring up the rest of the stack, then attack the most promising hex."""
    options, end = p.actions(), p.top[Hastily.end]
    more = [a for a in options if verb_of(a) == HASTY and not garrison(p, a >> ARG & MASK, style)]
    if more:
        action = max(more, key=lambda a: (p.strength[a >> ARG & MASK], -p.board.fire[a >> ARG & MASK]))
        return Rated(action, grounds=lambda: reasons.following(p, end, stricken(p, action, style)))
    targets = [a >> ARG & MASK for a in options if verb_of(a) == STRIKE]
    meant = best_fight(p, list(p.stacks[end]), targets, Outlook(p, style))
    action = STRIKE | meant.target << ARG
    return Rated(action, meant.worth, lambda: foughts(p, action, style))


def attackers(p: City, style: GermanStyle) -> Rated:
    """Let every unit next to the hex join in, except units with a single step, which would only be lost."""
    options = p.actions()
    joins = [action for action in options if verb_of(action) == JOIN]
    for action in joins:
        stack = p.stacks[action >> ARG & MASK]
        if BEGIN not in options or sum(p.strength[u] for u in stack) > len(stack):
            return Rated(action, grounds=partial(reasons.joined, p, action))
    if joins:
        return Rated.by_rule(BEGIN, "The other units have a single step each, and would only lose it")
    return Rated.by_rule(BEGIN, "Every unit next to the hex attacks it")


def fighting(p: City) -> tuple[list[int], int]:
    """Return the attackers in the current combat, and the attacked hex."""
    f = p.frame("combat")
    return p.units_in(f[Combat.origins]), f[Combat.target]


def card(p: City, style: GermanStyle) -> Rated:
    """Play the card with the most dice against an important hex, or against a stack that is too strong for the units
    alone. Otherwise, play none.
    """
    grid = p.board.grid
    units, target = fighting(p)
    won = odds(p, units, target, 0, style).won
    if p.count(GERMAN, HAND) <= style.kept and not p.spawns_held() & grid.bit[target]:
        return Rated.by_rule(NO_CARD, "The cards in hand are kept for Spawn hexes, by order")
    if won > (style.sure_spawn if p.spawns_held() & grid.bit[target] else style.sure):
        return Rated(NO_CARD, grounds=partial(reasons.without, supported(p)))
    rank = {"fire": 2, "sniper": 1, "pak": 0}
    rubble = bool(p.rubble & grid.bit[target])
    plays = [a for a in p.actions() if a != NO_CARD]

    def preferred(action: int) -> tuple[int, int, int]:
        c = p.board.cards[action >> ARG & MASK]
        return (int(c.kind == "sniper") if rubble else rank[c.kind], c.dice, -c.rubble)

    best = max(plays, key=preferred)
    dice = p.board.cards[best >> ARG & MASK].dice
    then = odds(p, units, target, dice, style).won
    return Rated(best, then - won, partial(reasons.laid, supported(p), best >> ARG & MASK))


def supported(p: City) -> Stricken:
    """Return the current combat as an attack."""
    f = p.frame("combat")
    return Stricken(p, f[Combat.kind], f[Combat.target], f[Combat.origins])


def hit(p: City, style: GermanStyle) -> Rated:
    """Take the hit with the unit that has the least fire and no R.

    For the Soviets, hit the unit with the most fire.
    """
    board = p.board

    def price(action: int) -> tuple[int, int, int]:
        u = action >> ARG & MASK
        if board.side[u] == SOVIET:
            return (0, board.fire[u], u)
        return (board.units[u].r, -board.fire[u], u)

    action = min(p.actions(), key=price)
    return Rated(action, grounds=partial(reasons.taken, p, action))


def advance(p: City, style: GermanStyle) -> Rated:
    """Advance with the strongest units that fit. One unit stays in a Spawn hex that the Soviets could enter."""
    options = p.actions()
    advances = [a for a in options if verb_of(a) == ADVANCE]
    plays = [a for a in advances if not garrison(p, a >> ARG & MASK, style)]
    if not plays and HALT in options:
        guard = "The remaining units guard a Spawn hex near Soviets"
        return Rated.by_rule(HALT, guard if advances else "No other unit can move, or the hex is full")
    action = max(plays or options, key=lambda a: (p.strength[a >> ARG & MASK], -p.board.fire[a >> ARG & MASK]))
    return Rated(action, grounds=partial(reasons.advanced, p, action))


def garrison(p: City, u: int, style: GermanStyle) -> bool:
    """Return whether a unit is the weakest in a Spawn hex that Soviets could enter, or holds its hex by order.

    A captured hex is in danger from Soviet units nearby, and a German Spawn hex only from units next to it. The rule
    applies even if the other units have moved away.
    """
    board, grid = p.board, p.board.grid
    h = p.at[u]
    if stays(p, u, style):
        return True
    reach, held = grid.near[h], len(p.stacks[h])
    if board.spawn_hexes[SOVIET] & p.control & grid.bit[h]:
        reach |= grid.around(reach)
    elif board.spawn_hexes[GERMAN] & grid.bit[h]:
        held += gone(p, h)
    else:
        return False
    if not p.soviet & reach or held < style.guarded:
        return False
    return u == weakest(p, h)


def gone(p: City, h: int) -> int:
    """Return the number of units that have left a stack's hex in the current Short Moves."""
    if p.box.name != "short-moves":
        return 0
    f = p.top
    ends = {f[Shorts.start]: f[Shorts.end], f[Shorts.second_start]: f[Shorts.second_end]}
    return sum(f[Shorts.moved] >> u & 1 for u in p.stacks[ends[h]]) if h in ends else 0


def blitz(p: City, style: GermanStyle) -> Rated:
    """Blitz only into an empty enemy Spawn hex."""
    wanted = p.spawns_held()
    ways = [a for a in p.actions() if verb_of(a) == BLITZ and not stays(p, a >> ARG & MASK, style)]
    action = next((a for a in ways if wanted & p.board.grid.bit[a & MASK]), STAY)
    if action == STAY:
        return Rated.by_rule(STAY, "There is no empty Soviet Spawn hex next to it")
    return Rated.by_rule(
        action, f"{p.board.grid.ids[action & MASK]} is an empty Spawn hex, which falls without a fight"
    )


def deploy(p: City, style: GermanStyle) -> Rated:
    """Place the strongest units first, close to as many untaken Spawn hexes as possible."""
    board, seen = p.board, Outlook(p, style)

    def worth(action: int) -> tuple[int, int, float, int]:
        u, h = action >> ARG & MASK, action & MASK
        hits = p.strength[u] * (7 - board.fire[u]) / 6
        return board.units[u].strength, -board.fire[u], seen.change(hits, -1, h), p.room(h)

    action = max((a for a in p.actions() if verb_of(a) == DEPLOY), key=worth)
    return Rated(action, worth(action)[2], partial(reasons.deployed, p, action, seen))


def agree(p: City, style: GermanStyle) -> Rated:
    """Fire first, and agree with the partner."""
    options = p.actions()
    if FIRST in options:
        return Rated.by_rule(FIRST, "Its hits count before the Soviets shoot")
    return Rated.by_rule(options[0], "Both players follow the same plan")


Decide = Callable[[City, GermanStyle], Rated]
"""Decides at a box of the sequence of play. It returns the best action, with its value and the reasons for it."""
BY_BOX: dict[str, Decide] = {
    "german-round": german_round,
    "short-moves": short_moves,
    "hasty": hasty,
    "attackers": attackers,
    "german-card": card,
    "hit": hit,
    "advance": advance,
    "blitz": blitz,
    "deploy": deploy,
}
"""The orders by decision. At all other decisions, the staff agrees."""


def chosen(p: City, style: GermanStyle) -> Rated:
    """Return the action that the staff takes."""
    return BY_BOX.get(p.box.name, agree)(p, style)
