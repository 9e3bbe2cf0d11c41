"""Check whether the Donnerschlag staff can carry out its orders, and report whether it did.

The check uses only what the commanded seat sees: the positions of the units, its own hand, and its own zone.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import ceil

from mamayev.engine.foretell import throw_of
from mamayev.engine.notation import ARG, MASK, VERB
from mamayev.engine.orders import Command, Foreseen, Kept, Mark, Objection, Orders, Part, Stop
from mamayev.engine.words import counted, listed
from mamayev.terrain.grid import Hexes

from ..printed.cards import ACTIVATION, COMBAT
from ..printed.map import AXIS, OFF_MAP, SOVIET, ZONE_NAMES
from ..printed.units import NONE, PANZER
from ..rules import command as activation
from ..rules.combat import Declared
from ..rules.forecasts import column_name
from ..rules.odds import BELOW
from ..rules.outlook import faces, outlook
from ..rules.position import Operation
from ..rules.preparation import LAST_EFFORT
from ..rules.verbs import ADVANCE, DISCARD, FIGHT, MOVE, RETREAT
from .appreciation import FAR, activated, charge, course, next_leg, sought, spearhead, way
from .attack import Council, Stroke, too_costly
from .axis import lone
from .battle import combat
from .cards import WISHES, card_of
from .directions import second
from .ordered import leaves_empty
from .orders import (
    AXIS_GROUPS,
    FORMS,
    NO_LIMIT,
    PLANS,
    SOVIET_GROUPS,
    AxisLine,
    BothSides,
    formations,
    rows,
    style_of,
)
from .reasons import looked_at
from .staff import SIDES, activations, attacks, by_card
from .style import Style

VERBS = ~((1 << VERB) - 1)
SENT_AWAY = (MOVE, ADVANCE, RETREAT)
"""The verbs with which a unit leaves its hex."""
REACH = 3
"""The maximum distance in hexes at which an enemy counts as facing a formation."""


def side_of(orders: Orders) -> int:
    """Return the side that gives the orders."""
    return AXIS if isinstance(orders, AxisLine) else SOVIET


def title(group: str) -> str:
    """Return the name of a formation in the orders."""
    return (AXIS_GROUPS | SOVIET_GROUPS)[group]


def under(p: Operation, side: int, group: str) -> list[int]:
    """Return the units on the map under the orders of a formation, including its HQ."""
    return [u for u in p.on_map(p.board.of_side[side]) if charge(p, u) & formations(group)]


def named(p: Operation, hexes: Hexes) -> str:
    """Return the names of hexes as a list."""
    return listed([p.board.places[h] for h in p.board.grid.hexes(hexes)])


# ------------------------------------------------------------------ before


def objections(p: Operation, orders: Orders) -> list[Objection]:
    """Return the orders that the staff cannot carry out at this position."""
    assert isinstance(orders, BothSides)
    style = style_of(p.board, orders)
    found = [*_hexes(p, orders, style), *_rows(p, orders)]
    return [*found, *_zone(p, orders, style)] if isinstance(orders, AxisLine) else found


def _hexes(p: Operation, orders: BothSides, style: Style) -> Iterator[Objection]:
    side = side_of(orders)
    if enemies := style.held & p.troops(1 - side):
        yield Objection("hold", f"Enemy units are in {named(p, enemies)}: drive them out first.", ("DON-COMBAT-01",))
    if empty := style.target & ~p.troops(1 - side):
        yield Objection("strike", f"No enemy unit is in {named(p, empty)}.", ("DON-COMBAT-02",))
    if orders.losses < NO_LOSS_ABOVE and style.odds < SURE:
        text = f"Below 5-1, an attack can cost a step, which a limit of {orders.losses}% rarely allows."
        yield Objection("losses", text, ("DON-CRT-01",))


def _rows(p: Operation, orders: BothSides) -> Iterator[Objection]:
    """Yield objections to orders for formations that are not on the map, or that no card in hand activates."""
    side = side_of(orders)
    hand = p.hand(side, ACTIVATION) if p.turn != LAST_EFFORT else []
    for group, row in rows(orders).items():
        for field in row.changed():
            units = under(p, side, group)
            if not units:
                text = f"No unit of the {title(group)} is on the map yet."
                yield Objection(f"{field}_{group}", text, ("DON-REINF-01",))
            elif field == "activate" and hand and not _activates(p, side, hand, units):
                text = f"No card in your hand activates the {title(group)}."
                yield Objection(f"{field}_{group}", text, ("DON-CMD-02",))
    still = [row.posture in ("hold", "withdraw") for group, row in rows(orders).items() if formations(group) & LEADS]
    if side == AXIS and all(still):
        text = "No panzer division advances, so none reaches the meeting zone."
        yield Objection("posture_6p", text, ("DON-VICT-01",))


def _activates(p: Operation, side: int, hand: list[int], units: list[int]) -> bool:
    q = p.copy()
    q.active = side
    return any(mask >> u & 1 for c in hand for mask in by_card(q, c) for u in units)


def _zone(p: Operation, orders: AxisLine, style: Style) -> Iterator[Objection]:
    """Yield objections to the zone, the route to it, and the call."""
    if p.called:
        if style.zone not in (NONE, p.zone):
            text = f"Zone {ZONE_NAMES[p.zone]} was called in turn {p.called}, and the call is final."
            yield Objection("zone", text, ("DON-CALL-04",))
        if orders.call:
            yield Objection("call", f"Donnerschlag was already called in turn {p.called}.", ("DON-CALL-01",))
    elif orders.call == 1:
        yield Objection("call", "Turn 1 has no Admin Phase, so the call comes in turn 2.", ("DON-SEQ-02",))
    elif orders.call and p.turn > orders.call:
        text = f"Turn {orders.call} is over: the call comes at the next chance."
        yield Objection("call", text, ("DON-CALL-01",))
    if style.by_way and passed(p, style) == len(style.by_way):
        text = "The spearhead is already as near to the zone as these hexes: they change nothing."
        yield Objection("advance", text, ("DON-VICT-01",))
    blocked = [h for h in style.by_way if way(p, p.board.grid.bit[h])[spearhead_of(p, style)] >= FAR]
    if blocked:
        text = f"No path leads to {named(p, p.board.grid.gather(blocked))}."
        yield Objection("advance", text, ("DON-RIVER-01",))


def spearhead_of(p: Operation, style: Style) -> int:
    """Return the hex of the spearhead, or the first source of supply if no German unit is on the map."""
    h = spearhead(p, course(p, style))
    return h if h < OFF_MAP else p.board.grid.hexes(p.board.sources[AXIS])[0]


def passed(p: Operation, style: Style) -> int:
    """Return the number of hexes of the ordered route that the spearhead has passed."""
    leg, bit = next_leg(p, style), p.board.grid.bit
    return next((n for n, h in enumerate(style.by_way) if bit[h] == leg), len(style.by_way))


LEADS = sum(1 << n for n in PANZER)
NO_LOSS_ABOVE = 17
"""The chance of one die result, in percent."""
SURE = 4
"""The lowest column in which no die result costs the attacker anything, if there are no negative modifiers."""


# ------------------------------------------------------------------ meanwhile


def stops(p: Operation, action: int, orders: Orders) -> Iterator[Stop]:
    """Yield the orders that an action would break if no other action keeps them."""
    assert isinstance(orders, BothSides)
    style, verb, u = style_of(p.board, orders), action & VERBS, action >> ARG & MASK
    if verb in SENT_AWAY and leaves_empty(p, style.held, u):
        where = p.board.places[p.at[u]]
        text, clauses = f"The last unit would leave {where}, which you ordered to hold.", ("DON-MOVE-01",)
        gain = "the unit goes where the plan wants it"
        if verb == RETREAT:
            text, clauses = f"The last unit must retreat from {where}, which you ordered to hold.", ("DON-RETREAT-01",)
            gain = "the retreat is carried out; no choice keeps the unit there"
        cost, space = f"{where} is given up", p.board.grid.ids[p.at[u]]
        kept = {"hold": [name for name in orders.hold if name != space]}
        yield Stop("hold", text, clauses, space, gain, cost, kept)
    if action == FIGHT and p.box.name == "declare":
        yield from _fights(p, orders, style)
    if verb == DISCARD and p.board.cards[u].id in WISHES[p.seat]:
        field = "cards" if orders.cards == "spare" else "cards_for" if orders.cards_for != "staff" else ""
        if field:
            text = f"{p.board.cards[u].title} was kept, and must now be given up unplayed."
            gain, cost, cure = "the hand is at its limit again", "the card has no effect", {field: "staff"}
            yield Stop(field, text, ("DON-CCARD-03", "DON-CCARD-04"), gain=gain, cost=cost, cure=cure)


def _fights(p: Operation, orders: BothSides, style: Style) -> Iterator[Stop]:
    declared = p.top
    fight = combat(declared[Declared.target] - 1, declared[Declared.units])
    seen = outlook(p, fight)
    h = declared[Declared.target] - 1
    where, space = p.board.places[h], p.board.grid.ids[h]
    gain, cost = f"empties {where} {100 * seen.won:.0f}% of the time", f"{seen.lost:.1f} steps lost on average"
    if seen.column < style.odds:
        text = f"The odds at {where} are {column_name(seen.column)}, and you ordered at least {orders.least}."
        odds = column_name(seen.column) if seen.column > BELOW else "staff"
        columns = (("now", seen.column), ("ordered", style.odds))
        dice = tuple(throw_of(f"{title} {column_name(n)}", faces(p, fight, n), "combat") for title, n in columns)
        yield Stop("least", text, ("DON-RATIO-02",), space, gain, cost, {"least": odds}, dice)
    if too_costly(seen, style):
        share = f"{100 * seen.lost:.0f}% of the time"
        text = f"The attack on {where} costs a step {share}, and you accepted {orders.losses}%."
        cure = {"losses": min(NO_LIMIT, ceil(100 * seen.lost))}
        yield Stop("losses", text, ("DON-CRT-01",), space, gain, cost, cure)


# ------------------------------------------------------------------ afterwards


def report(before: Operation, p: Operation, orders: Orders) -> list[Kept]:
    """Return how each order turned out in a turn."""
    assert isinstance(orders, BothSides)
    style = style_of(p.board, orders)
    found = [*_held(before, p, orders, style), *_struck(before, p, orders, style), *_fought(p, orders)]
    if isinstance(orders, AxisLine):
        found += _advanced(before, p, orders, style)
    elif style.reserve:
        found.append(_reserve(p, style))
    return [*found, *_postures(before, p, orders)]


def _held(before: Operation, p: Operation, orders: BothSides, style: Style) -> Iterator[Kept]:
    """Yield the outcome of the orders to hold hexes."""
    side = side_of(orders)
    without = style.held & ~p.troops(side)
    if style.held and not without:
        yield Kept("hold", "kept", "Every hex is held")
    if lost := without & p.troops(1 - side) & before.troops(side):
        yield Kept("hold", "broken", f"The enemy took {named(p, lost)}")
    if left := without & ~p.troops(1 - side) & before.troops(side):
        yield Kept("hold", "broken", f"The last unit in {named(p, left)} is gone")
    if never := without & ~before.troops(side):
        yield Kept("hold", "goes on", f"No unit is in {named(p, never)} yet")


def _struck(before: Operation, p: Operation, orders: BothSides, style: Style) -> Iterator[Kept]:
    """Yield the outcome of the orders to attack hexes."""
    enemy = 1 - side_of(orders)
    were = style.target & before.troops(enemy)
    if not were:
        return
    left = were & p.troops(enemy)
    if not left:
        yield Kept("strike", "kept", f"The enemy is out of {named(p, were)}")
    else:
        yield Kept("strike", "half done" if were != left else "goes on", f"The enemy holds {named(p, left)}")


def _fought(p: Operation, orders: BothSides) -> Iterator[Kept]:
    """Yield the outcome of the limits on attacks and cards."""
    changed, side = orders.changed(), side_of(orders)
    if "least" in changed:
        yield Kept("least", "kept", f"Under this order, the staff began no attack below {orders.least}")
    if "losses" in changed:
        text = f"Under this order, the staff began no attack that costs a step more than {orders.losses}% of the time"
        yield Kept("losses", "kept", text)
    hand = counted(len(p.hand(side, COMBAT)), "# combat card in hand", "# combat cards in hand")
    for field in ("cards", "cards_for"):
        if field in changed:
            yield Kept(field, "goes on", hand)


def _advanced(before: Operation, p: Operation, orders: AxisLine, style: Style) -> Iterator[Kept]:
    """Yield the outcome of the orders for the zone, the route, the call and the HQs."""
    changed = orders.changed()
    if "zone" in changed:
        were, are = (way(q, q.board.zones[sought(p, style)])[spearhead_of(q, style)] for q in (before, p))
        name = ZONE_NAMES[sought(p, style)]
        if p.called and p.zone != style.zone:
            yield Kept("zone", "broken", f"Zone {name} was called")
        else:
            yield Kept("zone", "goes on" if are else "kept", f"The path to zone {name} costs {are}, {were} before")
    if style.by_way:
        done, many = passed(p, style), len(style.by_way)
        what = f"{done} of {counted(many, '# hex', '# hexes')} passed"
        yield Kept("advance", "kept" if done == many else "half done" if done else "goes on", what)
    if orders.call:
        yield _called(p, orders)
    if "hq" in changed:
        alone = lone(p)
        what = f"Alone in the enemy's reach: the HQ in {named(p, alone)}" if alone else "No HQ is alone in reach"
        yield Kept("hq", "goes on" if orders.hq == "bold" else "missed" if alone else "kept", what)


def _called(p: Operation, orders: AxisLine) -> Kept:
    if not p.called:
        return Kept("call", "goes on", "Donnerschlag is not called yet")
    return Kept("call", "kept" if p.called == orders.call else "missed", f"Donnerschlag was called in turn {p.called}")


def _reserve(p: Operation, style: Style) -> Kept:
    """Return the number of units at the zones."""
    zones = sum(p.board.zones)
    near = zones | p.board.grid.around(zones)
    there = sum(bool(near & p.board.grid.bit[p.at[u]]) for u in p.on_map(p.board.of_side[SOVIET] & p.board.troops))
    what = f"{counted(there, '# unit', '# units')} at the meeting zones"
    return Kept("reserve", "kept" if there >= style.reserve else "half done" if there else "goes on", what)


def _postures(before: Operation, p: Operation, orders: BothSides) -> Iterator[Kept]:
    """Yield the outcome of the orders for each formation."""
    side = side_of(orders)
    for group, row in rows(orders).items():
        were = under(before, side, group)
        if not were and row.changed():
            for field in row.changed():
                yield Kept(f"{field}_{group}", "goes on", f"The {title(group)} is not on the map")
            continue
        fates, losses = _fates(before, p, were), _losses(before, p, were)
        if row.posture == "hold":
            yield Kept(f"posture_{group}", "broken" if fates else "kept", fates or "Every unit is where it was")
        elif row.posture == "withdraw":
            yield Kept(f"posture_{group}", "goes on", fates or "Every unit is where it was")
        elif row.posture == "attack":
            yield Kept(f"posture_{group}", "goes on", losses)
        if row.losses != "staff":
            yield Kept(f"losses_{group}", "goes on", losses)


def _fates(before: Operation, p: Operation, units: list[int]) -> str:
    """Return how many of the units are in another hex, and how many have left the map, or "" if all are in place."""
    gone = sum(p.at[u] >= OFF_MAP for u in units)
    moved = sum(p.at[u] != before.at[u] for u in units) - gone
    found = [
        counted(number, f"# unit is {where}", f"# units are {where}")
        for number, where in ((moved, "in another hex"), (gone, "off the map"))
        if number
    ]
    return listed(found) if found else ""


def _losses(before: Operation, p: Operation, units: list[int]) -> str:
    """Return how many steps the units lost and regained."""
    regained = sum(max(0, left(p, u) - before.steps[u]) for u in units)
    more = f", {regained} regained" if regained else ""
    return f"{counted(lost(before, p, units), '# step', '# steps')} lost{more}"


# ------------------------------------------------------------------ what is foreseen


def marks(before: Operation, p: Operation, orders: Orders) -> list[Mark]:
    """Return what a forecast measures at the end of a turn: the hexes in the orders, the steps lost, and the path to
    the zone.
    """
    assert isinstance(orders, BothSides)
    side, grid, places, style = side_of(orders), p.board.grid, p.board.places, style_of(p.board, orders)
    ours, theirs = p.troops(side), p.troops(1 - side)
    found = [
        Mark("chance", f"{places[h]} held", float(bool(ours & grid.bit[h])), "hold") for h in grid.hexes(style.held)
    ]
    for h in grid.hexes(style.target):
        found.append(Mark("chance", f"The enemy out of {places[h]}", float(not theirs & grid.bit[h]), "strike"))
    for name, of_side in (("Steps lost", side), ("Enemy steps lost", 1 - side)):
        units = before.on_map(p.board.of_side[of_side] & p.board.troops)
        found.append(Mark("amount", name, float(lost(before, p, units))))
    if side == AXIS:
        zone = sought(before, style)
        costs = way(p, p.board.zones[zone])
        found.append(Mark("amount", f"Left to zone {ZONE_NAMES[zone]}", float(costs[spearhead_of(p, style)]), "zone"))
    return found


def left(p: Operation, u: int) -> int:
    """Return the number of steps that a unit on the map has left."""
    return p.steps[u] if p.at[u] < OFF_MAP else 0


def lost(before: Operation, p: Operation, units: Iterable[int]) -> int:
    """Return the number of steps by which units are weaker than before. Regained steps do not count."""
    return sum(max(0, before.steps[u] - left(p, u)) for u in units)


def battles(p: Operation, orders: Orders) -> list[Foreseen]:
    """Return the attacks in the current activation, or of the next one if the side is choosing it."""
    assert isinstance(orders, BothSides)
    style, side = style_of(p.board, orders), side_of(orders)
    if p.active != side or p.seat != side:
        return []
    order = planned(p, style)
    return [] if order is None else [foreseen(order, stroke) for stroke in order.strokes]


def planned(p: Operation, style: Style) -> Council | None:
    """Return the plan for the current activation, or of the next one if the side is choosing it."""
    if p.box.name in ("activation-card", "whom"):
        return best_plan(p, style)
    return attacks(p, style) if p.box.name in ("move", "declare") else None


def best_plan(p: Operation, style: Style) -> Council | None:
    """Return the plan for the best activation."""
    taken = max(activations(p, style), key=lambda one: one.worth, default=None)
    if taken is None:
        return None
    sets = (
        by_card(p, card_of(taken.action)) if p.box.name == "activation-card" else [activation.chosen(p, taken.action)]
    )
    side = SIDES[p.active]
    units = max(sets, key=lambda units: side.hope(p, style, units).total, default=0)
    best: Council = side.orders(activated(p, units), style)
    return best


def foreseen(order: Council, stroke: Stroke) -> Foreseen:
    """Return a planned attack with its strengths, its odds, and the chance of each result."""
    board, steps = order.p.board, order.p.steps
    seen = looked_at(order, stroke)
    lead = max(stroke.places, key=lambda u: board.strength[u][steps[u]])
    enemies = order.p.units_in(stroke.target, 1 - order.p.active)
    return Foreseen(
        title=f"{board.units[lead].name} at {board.places[stroke.target]}",
        spaces=(board.grid.ids[stroke.target],),
        own=float(sum(board.strength[u][steps[u]] for u in stroke.places)),
        enemy=float(sum(board.strength[u][steps[u]] for u in enemies if board.is_combat[u])),
        odds=column_name(seen.column),
        chance=f"takes the hex in {round(6 * seen.won)} of 6",
    )


# ------------------------------------------------------------------ the rows of the form


def parts(p: Operation, side: int) -> list[Part]:
    """Return a side's formations, each with its steps on the map and the steps of the enemies within reach."""
    board, grid = p.board, p.board.grid
    found = []
    for group, title in (AXIS_GROUPS if side == AXIS else SOVIET_GROUPS).items():
        units = [u for u in under(p, side, group) if board.troops >> u & 1]
        near = grid.gather(p.at[u] for u in units)
        for _ in range(REACH):
            near |= grid.around(near)
        enemies = [u for u in p.on_map(board.of_side[1 - side] & board.troops) if near & grid.bit[p.at[u]]]
        own, enemy = (float(sum(p.steps[u] for u in row)) for row in (units, enemies))
        found.append(Part(title, own, enemy))
    return found


COMMAND = Command(
    FORMS, objections, stops, report, marks=marks, battles=battles, parts=parts, plans=PLANS, second=second
)
