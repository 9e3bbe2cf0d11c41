"""The staff, an opponent for either seat. It has an order for every decision in the game."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from functools import partial
from typing import NamedTuple

from mamayev.engine.bot import Rated
from mamayev.engine.notation import ARG, MASK, VERB
from mamayev.engine.position import Frame
from mamayev.engine.words import counted

from ..printed.board import Board
from ..printed.cards import ACTIVATION
from ..printed.map import AXIS, OFF_MAP, SOVIET
from ..printed.units import FORMATION, FORMATION_NAMES, GROUP_NAMES, GROUPS, NONE, PANZER, members
from ..rules import command as activation
from ..rules.combat import Declared
from ..rules.movement import Leg
from ..rules.position import Operation
from ..rules.preparation import FIRST
from ..rules.verbs import (
    ADVANCE,
    ATTACK,
    BEGIN,
    CALL,
    CEASE,
    COLOUR,
    DECLINE,
    DONE,
    FIGHT,
    HALT,
    MARK,
    MOVE,
    STOP,
    TAKE_OUT,
)
from ..rules.verbs import FORMATION as BY_FORMATION
from . import axis, cards, soviet
from .appreciation import aim, charge, course, cover, exposed, foremost, in_question, sought, spearhead, to_hold, way
from .attack import Council, Hope
from .ordered import leaves_empty, urgency
from .reasons import Activation, Grounds, of_activation, of_attack, of_call, of_joining, of_move
from .style import JUDGMENT, Style

SIDES = (axis, soviet)
Decide = Callable[[Operation, Frame, Style], Rated]
"""Decides at a box of the sequence of play. It returns the best action, with its value and the reasons for it."""
VERBS = ~((1 << VERB) - 1)


class Plan(NamedTuple):
    """The remaining moves in an activation, and the orders that include them."""

    moves: tuple[tuple[int, int], ...]
    order: Council


PLANS: OrderedDict[Hashable, Plan] = OrderedDict()
"""The plans, by the situation from which each continues."""
KEPT = 64


# ------------------------------------------------------------------ activation


def begins(p: Operation) -> bool:
    """Return whether the active side's first activation in a turn, and with it a plan, begins here.

    In the first turn, a plan would cost the most and foresee the least. A side that cannot fill its hand makes no plan
    in that turn.
    """
    full = p.limits[p.active][ACTIVATION]
    return p.turn > FIRST and p.box.name == "activation-card" and len(p.hand(p.active, ACTIVATION)) == full


NO_UNITS = Hope(-1.0, 0.0)
"""The expected gain from a card without units."""
ROUNDING = 1e-9
"""The largest rounding error of a sum."""


def card(p: Operation, f: Frame, style: Style) -> Rated:
    """Play the card whose units have the largest expected gain.

    Keep a card with a free choice as long as another card is just as good.
    """
    choices = {action: by_card(p, cards.card_of(action)) for action in p.box.options(p, f)}
    return best(p, style, choices, lambda action: kept_for(p.board, action))


def best(p: Operation, style: Style, choices: dict[int, list[int]], less: Callable[[int], float]) -> Rated:
    """Return the first of the actions with the largest expected gain.

    `choices`: the sets of units that each action can activate. `less`: the amount to subtract from each action's
    expected gain. An action whose upper bound is below another action's gain is not evaluated.
    """
    side = SIDES[p.active]
    sets = {units for row in choices.values() for units in row}
    bounds, more = side.bounds(p, style, sets), {units: urgency(p, style, units) for units in sets}
    promised = {action: NO_UNITS.total - less(action) for action in choices}
    rows = [
        (bounds[units] + more[units] - less(action), action, units) for action, row in choices.items() for units in row
    ]
    for bound, action, units in sorted(rows, reverse=True):
        if bound + ROUNDING < max(promised.values()):
            break
        promised[action] = max(promised[action], side.hope(p, style, units).total + more[units] - less(action))
    taken = max(promised, key=promised.__getitem__)

    def grounds() -> Grounds:
        rows = activations(p, style)
        return of_activation(rows, next(one for one in rows if one.action == taken))

    return Rated(taken, promised[taken], grounds)


def activations(p: Operation, style: Style) -> list[Activation]:
    """Return the cards, or the free choices on a card, with the expected gain from their units. The result is empty at
    other decisions.
    """
    board, f = p.board, p.top
    if p.box.name == "activation-card":
        return [
            Activation(a, board.cards[cards.card_of(a)].title, hope, kept_for(board, a), urgent)
            for a, (hope, urgent) in by_cards(p, f, style).items()
        ]
    if p.box.name == "whom":
        found = by_choice(p, f[activation.Whom.choice])
        return [
            Activation(a, chosen(board, a), SIDES[p.active].hope(p, style, units), urgent=urgency(p, style, units))
            for a, units in found.items()
        ]
    return []


def rated(p: Operation, style: Style) -> list[Rated]:
    """Return the choices for an activation with their values, in steps. The result is empty at other decisions."""
    rows = activations(p, style)
    return [Rated(one.action, one.worth, partial(of_activation, rows, one)) for one in rows]


def by_cards(p: Operation, f: Frame, style: Style) -> dict[int, tuple[Hope, float]]:
    """Return the expected gain from the units that each card in hand can activate, including the bonus from orders.
    Cards with the same title have the same gain."""
    known: dict[str, tuple[Hope, float]] = {}
    found = {}
    for action in p.box.options(p, f):
        c = cards.card_of(action)
        code = p.board.cards[c].code
        if code not in known:
            hopes = [(SIDES[p.active].hope(p, style, units), urgency(p, style, units)) for units in by_card(p, c)]
            known[code] = max(hopes, key=lambda one: one[0].total + one[1], default=(NO_UNITS, 0.0))
        found[action] = known[code]
    return found


def chosen(board: Board, action: int) -> str:
    """Return the name of a choice."""
    what = action >> ARG & MASK
    if action & VERBS == BY_FORMATION:
        return FORMATION_NAMES[what]
    return GROUP_NAMES[what] if action & VERBS == COLOUR else board.units[what].name


def kept_for(board: Board, action: int) -> float:
    """Return the value of keeping a card for later."""
    return JUDGMENT.free_choice if board.cards[cards.card_of(action)].way in activation.CHOICE else 0.0


def by_card(p: Operation, c: int) -> list[int]:
    """Return the sets of units that a card can activate."""
    played = p.board.cards[c]
    if played.way == "formation":
        return [activation.by_formation(p, FORMATION[played.whom])]
    if played.way == "colour":
        return [p.in_group(GROUPS.index(played.whom))]
    if played.way == "schwerpunkt":
        return [activation.by_schwerpunkt(p)]
    return list(by_choice(p, activation.CHOICE[played.way]).values())


def by_choice(p: Operation, choice: int) -> dict[int, int]:
    """Return the possible choices, each with the units that it activates.

    For the Soviets, these are the choices with the most units near the foremost Axis unit.
    """
    found = {action: activation.chosen(p, action) for action in activation.choices_of(p, choice)}
    if p.active == AXIS:
        return found
    lead = foremost(p, way(p, in_question(p)))
    if lead >= OFF_MAP:
        return found

    def near(action: int) -> int:
        return sum(p.board.grid.distance(p.at[u], lead) <= JUDGMENT.close for u in members(found[action]))

    return {action: found[action] for action in sorted(found, key=near, reverse=True)[: JUDGMENT.plans]}


def whom(p: Operation, f: Frame, style: Style) -> Rated:
    """Activate the units with the largest expected gain."""
    found = by_choice(p, f[activation.Whom.choice])
    return best(p, style, {action: [units] for action, units in found.items()}, lambda _: 0.0)


def muster(p: Operation, f: Frame, style: Style) -> Rated:
    """Activate all units."""
    return Rated.by_rule(
        BEGIN, "All units are activated, because a unit that stays behind is out of range of its HQ next time"
    )


# ------------------------------------------------------------------ movement and combat


def key_of(p: Operation, style: Style, to_move: int, at: list[int]) -> Hashable:
    """Return the key of the situation during a movement."""
    return p.table, style, p.turn, p.active, p.zone if p.active == AXIS else NONE, to_move, p.activated, tuple(at)


def plan_of(p: Operation, style: Style) -> Plan:
    """Return the plan for the rest of the movement: the one made before the last move, or a new one."""
    key = key_of(p, style, p.to_move, p.at)
    if key in PLANS:
        return PLANS[key]
    order: Council = SIDES[p.active].orders(p, style)
    return Plan(order.moves(), order)


def attacks(p: Operation, style: Style) -> Council:
    """Return the orders with the attacks that are planned, while units move or attack."""
    if p.box.name == "move":
        return plan_of(p, style).order
    order: Council = SIDES[p.active].council(p, style)
    order.begun()
    order.strike()
    return order


def move(p: Operation, f: Frame, style: Style) -> Rated:
    """Move as planned for the activation. A unit continues after an overrun if this brings it closer."""
    if f[Leg.unit]:
        return go_on(p, f, style)
    moves, order = plan_of(p, style)
    while moves:
        (u, h), *rest = moves
        action = MOVE | u << ARG | h
        if p.box.allows(p, f, action):
            at = list(p.at)
            at[u] = h
            PLANS[key_of(p, style, p.to_move & ~(1 << u), at)] = Plan(tuple(rest), order)
            if len(PLANS) > KEPT:
                PLANS.popitem(last=False)
            return Rated(action, grounds=partial(of_move, p, style, u, h, order))
        moves = tuple(rest)
    return Rated.by_rule(DONE, "Every unit that has not moved is already in a good place")


def go_on(p: Operation, f: Frame, style: Style) -> Rated:
    """Continue toward the zone, or toward the enemy's foremost unit, except from a hex to hold."""
    u = f[Leg.unit] - 1
    if leaves_empty(p, to_hold(p, style), u):
        return Rated.by_rule(STOP, f"{p.board.units[u].name} stays to hold {p.board.places[p.at[u]]}")
    costs = costs_of(p, p.active, style)
    lead = foremost(p, costs)
    by_way = p.active == AXIS or lead >= OFF_MAP

    def cost(h: int) -> int:
        return costs[h] if by_way else p.board.grid.distance(h, lead)

    actions: list[int] = p.box.choices(p, f, u)
    nearest = min(actions, key=lambda a: cost(a & MASK), default=STOP)
    to = "the zone" if by_way else "the foremost enemy"
    if nearest == STOP or cost(nearest & MASK) >= cost(p.at[u]):
        return Rated.by_rule(STOP, f"No further step brings it nearer to {to}")
    nearer = f"{cost(nearest & MASK)} instead of {cost(p.at[u])} left to {to}"
    return Rated.by_rule(nearest, f"{p.board.units[u].name} has a path of {nearer}")


def declare(p: Operation, f: Frame, style: Style) -> Rated:
    """Declare the attack with the largest expected gain, with the units that it needs. Take back an attack that would
    be a loss."""
    order: Council = SIDES[p.active].council(p, style)
    if f[Declared.target]:
        begun = order.begun()
        if begun is None:
            back = next((a for a in p.box.options(p, f) if a & VERBS == TAKE_OUT), FIGHT)
            return Rated.by_rule(back, f"The attack promises no gain, even with all units that can join it{but(order)}")
        left = [u for u in begun.places if not f[Declared.units] >> u & 1]
        if not left:
            return Rated.by_rule(FIGHT, "The attack has every unit that it needs")
        action = ATTACK | left[0] << ARG | begun.target
        return Rated(action, begun.promise, partial(of_joining, order, begun, left[0]))
    order.strike()
    if not order.strokes:
        return Rated.by_rule(CEASE, f"No attack promises {style.least:.2f} steps after its own losses{but(order)}")
    stroke = order.strokes[0]
    action = ATTACK | next(iter(stroke.places)) << ARG | stroke.target
    return Rated(action, stroke.promise, partial(of_attack, order, stroke))


def but(order: Council) -> str:
    """Return the units that a sentence about attacks leaves out, such as those that hold a bridge."""
    return ", without the units that hold a place" if order.barred else ""


# ------------------------------------------------------------------ results


def lose(p: Operation, f: Frame, style: Style) -> Rated:
    """Take the loss from a unit with two steps before taking the last step of another, the weaker unit first."""
    options = p.box.options(p, f)

    def dear(action: int) -> tuple[bool, int]:
        u = action >> ARG & MASK
        return p.steps[u] == 1, p.board.strength[u][p.steps[u]]

    least = min(options, key=dear)
    last, strength = dear(least)
    others = "no unit has another step" if last else "it has another step"
    return Rated.by_rule(least, f"Its strength of {strength} is the lowest among the first choices, and {others}")


def advance(p: Operation, f: Frame, style: Style) -> Rated:
    """Follow up with tanks as long as their HQ commands them. Units in the zone stay."""
    goals, held = aim(p, style) if p.active == AXIS else 0, to_hold(p, style)
    options = [a for a in p.box.options(p, f) if a & VERBS == ADVANCE]
    costs = costs_of(p, p.active, style)

    def follows(u: int, h: int) -> bool:
        if leaves_headquarters(p, u) or leaves_empty(p, held, u) or charge(p, u) & (style.stay | style.back):
            return False
        nearer = costs[h] < costs[p.at[u]] or goals & p.board.grid.bit[h]
        return p.active != AXIS or (bool(nearer) and not leaves_command(p, u, h))

    better = [a for a in options if follows(a >> ARG & MASK, a & MASK)]
    nearest = min(better, key=lambda a: costs[a & MASK], default=HALT)
    if nearest == HALT:
        return Rated.by_rule(HALT, halted(p, style))
    before, cost = costs[p.at[nearest >> ARG & MASK]], costs[nearest & MASK]
    if cost < before:
        return Rated.by_rule(nearest, f"From there, the path to the zone costs {cost} instead of {before}")
    if goals & p.board.grid.bit[nearest & MASK]:
        return Rated.by_rule(nearest, "It advances inside the zone")
    return Rated.by_rule(nearest, f"No advance ends nearer to a zone: from there, the path costs {cost}")


def halted(p: Operation, style: Style) -> str:
    """Return why no tank advances."""
    ordered = ", or breaking an order" if style.held or style.stay or style.back else ""
    if p.active == AXIS:
        return f"No advance brings a tank nearer to the zone in command without leaving an HQ alone{ordered}"
    return f"No tank can advance without leaving an HQ alone or a bridge to hold{ordered}"


def costs_of(p: Operation, side: int, style: Style) -> bytes:
    """Return, for each hex, the cost of the Axis path. It leads to the Axis destinations or, for the Soviets, to the
    zones that may be the real one.
    """
    return course(p, style) if side == AXIS else way(p, in_question(p))


def leaves_headquarters(p: Operation, u: int) -> bool:
    """Return whether a unit would leave a friendly HQ behind alone."""
    board = p.board
    h, side = p.at[u], board.side_of[u]
    return bool(p.headquarters(side) & board.grid.bit[h]) and len(p.units_in(h, side)) == 2


def leaves_command(p: Operation, u: int, h: int) -> bool:
    """Return whether an Axis unit in command would be out of command in a hex.

    The next card would then not activate it, and in the zone it would win nothing (DON-VICT-04).
    """
    board = p.board
    if not p.in_command(u):
        return False
    hq = board.hq_of[p.formation(u)]
    return board.grid.distance(p.at[hq], h) > board.ranges[hq]


def retreat(p: Operation, f: Frame, style: Style) -> Rated:
    """Retreat Axis units toward the zone, and Soviet units into the path of the Axis."""
    costs, options = costs_of(p, p.seat, style), p.box.options(p, f)
    nearest = min(options, key=lambda a: costs[a & MASK])
    if len({a & MASK for a in options}) == 1:
        return Rated.by_rule(nearest, "No other hex is open to the retreat")
    cost = costs[nearest & MASK]
    return Rated.by_rule(nearest, f"From there, the path to the zone costs {cost}; no other hex has a shorter one")


# ------------------------------------------------------------------ units that arrive


def attach(p: Operation, f: Frame, style: Style) -> Rated:
    """Attach the assault guns to the divisions next to them, and the Tigers to the first possible division."""
    options = [a for a in p.box.options(p, f) if a & MASK in PANZER]
    home = next((a for a in options if p.board.units[a >> ARG & MASK].home == a & MASK), None)
    if home is not None:
        return Rated.by_rule(home, f"It is next to the {FORMATION_NAMES[home & MASK]}")
    return Rated.by_rule(options[0], f"The {FORMATION_NAMES[options[0] & MASK]} is the first possible formation")


def place(p: Operation, f: Frame, style: Style) -> Rated:
    """Place a unit where it is needed: an Axis unit near the spearhead, a Soviet unit in front of it."""
    board = p.board
    own = p.seat
    costs = costs_of(p, own, style)
    lead = (spearhead if own == AXIS else foremost)(p, costs)
    pieces = p.box.pieces(p, f)
    actions = p.box.choices(p, f, pieces[0])
    if lead >= OFF_MAP:
        return Rated.by_rule(actions[0], "No Axis unit leads, so any hex will do")

    def cost(action: int) -> float:
        h = action & MASK
        behind = JUDGMENT.behind if own != AXIS and costs[h] > costs[lead] else 0.0
        return board.grid.distance(h, lead) + behind - cover(board, h) / JUDGMENT.ground_hexes

    nearest = min(actions, key=cost)
    hexes = counted(board.grid.distance(nearest & MASK, lead), "# hex", "# hexes")
    return Rated.by_rule(
        nearest, f"The side needs it near {board.places[lead]}; this hex is {hexes} away, and its terrain counts too"
    )


def redeploy(p: Operation, f: Frame, style: Style) -> Rated:
    """Move an overrun HQ to one of its units, or else out of the enemy's reach: as far away as possible, near friendly
    units."""
    grid = p.board.grid
    actions = p.box.options(p, f)
    own = p.of_formation(p.board.units[actions[0] >> ARG & MASK].formation)
    enemies = grid.hexes(p.troops(SOVIET))
    bare = exposed(p, SOVIET, grid.gather(a & MASK for a in actions) & ~p.troops(AXIS))

    def cost(action: int) -> tuple[bool, int]:
        h = action & MASK
        apart = min((grid.distance(h, enemy) for enemy in enemies), default=0)
        return bool(bare & grid.bit[h]), min(grid.distance(h, p.at[u]) for u in own) - min(apart, JUDGMENT.flight)

    safest = min(actions, key=cost)
    reached = "an enemy can get there" if cost(safest)[0] else "no enemy can get there"
    hexes = counted(min(grid.distance(safest & MASK, p.at[u]) for u in own), "# hex", "# hexes")
    return Rated.by_rule(safest, f"It is {hexes} from its nearest unit, and {reached}")


def replace(p: Operation, f: Frame, style: Style) -> Rated:
    """Restore a step to the strongest reduced unit, or else bring a unit back near the spearhead."""
    options = [a for a in p.box.options(p, f) if a != DECLINE]
    if not options:
        return Rated.by_rule(DECLINE, "No unit can get a step")
    strongest = max(options, key=lambda a: p.board.strength[a >> ARG & MASK][-1])
    strength = p.board.strength[strongest >> ARG & MASK][-1]
    return Rated.by_rule(strongest, f"Its strength of {strength} is the highest among the units that lack a step")


def mark(p: Operation, f: Frame, style: Style) -> Rated:
    """Give the marker to the HQ of a panzer division with the most strength around it, or leave it there."""
    costs, pieces = course(p, style), p.box.pieces(p, f)
    able = [hq for n in PANZER if (hq := p.board.hq_of[n]) in pieces or hq == p.schwerpunkt]
    hq = max(able, key=lambda hq: around(p, hq) - style.lead * costs[p.at[hq]], default=NONE)
    rest = p.box.choices(p, f, None)
    if hq in pieces:
        far = costs[p.at[hq]]
        return Rated.by_rule(MARK | hq << ARG, f"It would activate a strength of {around(p, hq)}, {far} from the zone")
    stays = "No panzer division can be marked"
    if hq != NONE:
        stays = f"It activates a strength of {around(p, hq)} there, {costs[p.at[hq]]} from the zone"
    return Rated.by_rule(rest[0] if rest else MARK | pieces[0] << ARG, stays)


def around(p: Operation, u: int) -> int:
    """Return the strength that the Schwerpunkt marker would activate if a unit had it."""
    q = p.copy()
    q.schwerpunkt = u
    return sum(p.board.strength[v][p.steps[v]] for v in members(activation.by_schwerpunkt(q)))


def bridge(p: Operation, f: Frame, style: Style) -> Rated:
    """Build the bridge that makes the spearhead's path shortest."""
    grid = p.board.grid
    costs = course(p, style)
    lead = spearhead(p, costs)

    def over(action: int) -> int:
        a, b = action >> ARG & MASK, action & MASK
        return min(grid.distance(lead, a) + costs[b], grid.distance(lead, b) + costs[a])

    options = p.box.options(p, f)
    if lead >= OFF_MAP:
        return Rated.by_rule(options[0], "No Axis unit leads, so any bridge will do")
    shortest = min(options, key=over)
    return Rated.by_rule(
        shortest, f"The spearhead's path over this bridge costs {over(shortest)}, less than over any other"
    )


def call(p: Operation, f: Frame, style: Style) -> Rated:
    """Call Donnerschlag once the nearest zone is within reach in the remaining turns, or at the last moment."""
    zone = sought(p, style)
    costs = way(p, p.board.zones[zone])
    lead = spearhead(p, costs)
    earliest, latest = JUDGMENT.calls
    near = lead < OFF_MAP and p.turn >= earliest and costs[lead] <= style.near
    now = p.turn >= style.call_in if style.call_in else near or p.turn >= latest
    return Rated(CALL | zone << ARG if now else DECLINE, grounds=partial(of_call, p, zone, now))


def first(p: Operation, f: Frame, style: Style) -> Rated:
    """Take the first answer: follow, supply or relieve."""
    return Rated.by_rule(p.box.options(p, f)[0], "The offer costs nothing")


def last(p: Operation, f: Frame, style: Style) -> Rated:
    """Take the last answer, which changes nothing."""
    return Rated.by_rule(p.box.options(p, f)[-1], "Nothing needs to change")


BY_BOX: dict[str, Decide] = {
    "attach": attach, "attach-tigers": attach, "marking": mark, "give-schwerpunkt": mark, "calling": call,
    "activation-card": card, "whom": whom, "muster": muster, "move": move, "declare": declare, "loss": lose,
    "advance": advance, "further": advance, "retreat": retreat, "follow": first, "arrive": place, "placing": place,
    "replacing": replace, "redeploying": redeploy, "build-bridge": bridge,
    "high-command": cards.pick, "claim": last, "exchange": cards.exchange, "stow": cards.stow, "give-up": cards.give_up,
    "window": cards.play_or_pass, "answer": cards.play_or_pass, "luck": cards.second_throw, "feeding": cards.feed,
    "relieving": first,
}  # fmt: skip
