"""The staff, an opponent for either seat: each question of the game has its order here."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import NamedTuple

from mamayev.engine.notation import ARG, MASK, VERB
from mamayev.engine.position import Frame

from ..printed.board import Board
from ..printed.map import AXIS, OFF_MAP, SOVIET
from ..printed.units import FORMATION, FORMATION_NAMES, GROUP_NAMES, GROUPS, NONE, PANZER, members
from ..rules import command as activation
from ..rules.combat import Declared
from ..rules.movement import Leg
from ..rules.position import Operation
from ..rules.verbs import ADVANCE, ATTACK, BEGIN, CALL, CEASE, COLOUR, DECLINE, DONE, FIGHT, HALT, MARK, MOVE, STOP
from ..rules.verbs import FORMATION as BY_FORMATION
from . import axis, cards, soviet
from .appreciation import aim, cover, exposed, foremost, in_question, nearest_zone, spearhead, way
from .attack import Council, Hope, Stroke
from .style import JUDGMENT, Style

SIDES = (axis, soviet)
Order = Callable[[Operation, Frame, Style], int]
VERBS = ~((1 << VERB) - 1)

PLANS: OrderedDict[Hashable, tuple[tuple[int, int], ...]] = OrderedDict()
"""What is still to be moved in an activation, by the situation that it goes on from."""
KEPT = 64


# ------------------------------------------------------------------ activation


NOBODY = Hope(-1.0, 0.0)
ROUNDING = 1e-9
"""By how much a sum may come out lower than it is."""


def card(p: Operation, f: Frame, style: Style) -> int:
    """The card whose units promise most; one that leaves the choice is kept while another does as well."""
    choices = {action: by_card(p, cards.card_of(action)) for action in p.box.options(p, f)}
    return best(p, style, choices, lambda action: kept_for(p.board, action))


def best(p: Operation, style: Style, choices: dict[int, list[int]], less: Callable[[int], float]) -> int:
    """The first of the actions that promise most, each with the sets of units that it may activate, and with what its
    promise is `less` for it. An action that cannot promise as much as another is not worked out."""
    side = SIDES[p.active]
    bounds = side.bounds(p, style, {units for row in choices.values() for units in row})
    promised = {action: NOBODY.total - less(action) for action in choices}
    rows = [(bounds[units] - less(action), action, units) for action, row in choices.items() for units in row]
    for bound, action, units in sorted(rows, reverse=True):
        if bound + ROUNDING < max(promised.values()):
            break
        promised[action] = max(promised[action], side.hope(p, style, units).total - less(action))
    return max(promised, key=promised.__getitem__)


def by_cards(p: Operation, f: Frame, style: Style) -> dict[int, Hope]:
    """What the units promise that each card in hand can activate; cards of a title promise the same."""
    known: dict[str, Hope] = {}
    found = {}
    for action in p.box.options(p, f):
        c = cards.card_of(action)
        code = p.board.cards[c].code
        if code not in known:
            hopes = [SIDES[p.active].hope(p, style, units) for units in by_card(p, c)]
            known[code] = max(hopes, key=lambda hope: hope.total, default=NOBODY)
        found[action] = known[code]
    return found


class Rated(NamedTuple):
    """A choice of an activation: what it is worth to take it now, what it is called, what its units promise."""

    action: int
    worth: float
    name: str
    hope: Hope


def rated(p: Operation, style: Style) -> list[Rated]:
    """The cards, or whom a card activates, as a style rates them; nothing at other decisions."""
    board, f = p.board, p.top
    if p.box.name == "activation-card":
        hopes = by_cards(p, f, style)
        titles = {a: board.cards[cards.card_of(a)].title for a in hopes}
        return [Rated(a, hope.total - kept_for(board, a), titles[a], hope) for a, hope in hopes.items()]
    if p.box.name == "whom":
        found = by_choice(p, f[activation.Whom.choice])
        promised = {a: SIDES[p.active].hope(p, style, units) for a, units in found.items()}
        return [Rated(a, hope.total, chosen(board, a), hope) for a, hope in promised.items()]
    return []


def chosen(board: Board, action: int) -> str:
    """What a choice names."""
    what = action >> ARG & MASK
    if action & VERBS == BY_FORMATION:
        return FORMATION_NAMES[what]
    return GROUP_NAMES[what] if action & VERBS == COLOUR else board.units[what].name


def kept_for(board: Board, action: int) -> float:
    """What it is worth to keep a card for later."""
    return JUDGMENT.free_choice if board.cards[cards.card_of(action)].way in activation.CHOICE else 0.0


def by_card(p: Operation, c: int) -> list[int]:
    """The sets of units that a card may activate."""
    played = p.board.cards[c]
    if played.way == "formation":
        return [activation.by_formation(p, FORMATION[played.whom])]
    if played.way == "colour":
        return [p.in_group(GROUPS.index(played.whom))]
    if played.way == "schwerpunkt":
        return [activation.by_schwerpunkt(p)]
    return list(by_choice(p, activation.CHOICE[played.way]).values())


def by_choice(p: Operation, choice: int) -> dict[int, int]:
    """What may be chosen, and the units that it activates; of the Soviets those with the most near the
    foremost unit of the Axis."""
    found = {action: activation.chosen(p, action) for action in activation.choices_of(p, choice)}
    if p.active == AXIS:
        return found
    lead = foremost(p, way(p, in_question(p)))
    if lead >= OFF_MAP:
        return found

    def near(action: int) -> int:
        return sum(p.board.grid.distance(p.at[u], lead) <= JUDGMENT.close for u in members(found[action]))

    return {action: found[action] for action in sorted(found, key=near, reverse=True)[: JUDGMENT.plans]}


def whom(p: Operation, f: Frame, style: Style) -> int:
    """Whoever promises the most."""
    found = by_choice(p, f[activation.Whom.choice])
    return best(p, style, {action: [units] for action, units in found.items()}, lambda _: 0.0)


def muster(p: Operation, f: Frame, style: Style) -> int:
    """Everybody."""
    return BEGIN


# ------------------------------------------------------------------ movement and combat


def key_of(p: Operation, style: Style, to_move: int, at: list[int]) -> Hashable:
    """The situation in a movement."""
    return p.table, style, p.turn, p.active, p.zone if p.active == AXIS else NONE, to_move, p.activated, tuple(at)


def move(p: Operation, f: Frame, style: Style) -> int:
    """As planned for the activation; who may go on after an overrun does so where it brings him on."""
    if f[Leg.unit]:
        return go_on(p, f)
    key = key_of(p, style, p.to_move, p.at)
    plan = PLANS[key] if key in PLANS else SIDES[p.active].orders(p, style).moves()
    while plan:
        (u, h), *rest = plan
        action = MOVE | u << ARG | h
        if p.box.allows(p, f, action):
            at = list(p.at)
            at[u] = h
            PLANS[key_of(p, style, p.to_move & ~(1 << u), at)] = tuple(rest)
            if len(PLANS) > KEPT:
                PLANS.popitem(last=False)
            return action
        plan = tuple(rest)
    return DONE


def go_on(p: Operation, f: Frame) -> int:
    """Nearer to the zone, or to the foremost unit."""
    u = f[Leg.unit] - 1
    goals = aim(p) if p.active == AXIS else in_question(p)
    costs = way(p, goals)
    lead = foremost(p, costs)

    def cost(h: int) -> float:
        return costs[h] if p.active == AXIS or lead >= OFF_MAP else p.board.grid.distance(h, lead)

    actions: list[int] = p.box.choices(p, f, u)
    best = min(actions, key=lambda a: cost(a & MASK), default=STOP)
    return best if best != STOP and cost(best & MASK) < cost(p.at[u]) else STOP


def declare(p: Operation, f: Frame, style: Style) -> int:
    """The attack that promises most, with those that it takes."""
    if f[Declared.target]:
        target: int = f[Declared.target] - 1
        begun: Stroke | None = SIDES[p.active].council(p, style).stroke(target)
        if begun is not None:
            for u in begun.places:
                if not f[Declared.units] >> u & 1:
                    return ATTACK | u << ARG | target
        return FIGHT
    council: Council = SIDES[p.active].council(p, style)
    council.strike()
    if not council.strokes:
        return CEASE
    stroke = council.strokes[0]
    return ATTACK | next(iter(stroke.places)) << ARG | stroke.target


# ------------------------------------------------------------------ results


def lose(p: Operation, f: Frame, style: Style) -> int:
    """Two-step units before the last step of another; the weaker of them first."""
    options = p.box.options(p, f)

    def dear(action: int) -> tuple[bool, int]:
        u = action >> ARG & MASK
        return p.steps[u] == 1, p.board.strength[u][p.steps[u]]

    return min(options, key=dear)


def advance(p: Operation, f: Frame, style: Style) -> int:
    """Tanks follow up as far as their HQ commands them, but for those that stand in the zone."""
    goals = aim(p) if p.active == AXIS else 0
    options = [a for a in p.box.options(p, f) if a & VERBS == ADVANCE]
    costs = way(p, goals or in_question(p))

    def follows(u: int, h: int) -> bool:
        if leaves_headquarters(p, u):
            return False
        nearer = costs[h] < costs[p.at[u]] or goals & p.board.grid.bit[h]
        return p.active != AXIS or (bool(nearer) and not leaves_command(p, u, h))

    better = [a for a in options if follows(a >> ARG & MASK, a & MASK)]
    return min(better, key=lambda a: costs[a & MASK], default=HALT)


def leaves_headquarters(p: Operation, u: int) -> bool:
    """Whether a unit would leave an HQ of its side alone behind it."""
    board = p.board
    h, side = p.at[u], board.side_of[u]
    return bool(p.headquarters(side) & board.grid.bit[h]) and len(p.units_in(h, side)) == 2


def leaves_command(p: Operation, u: int, h: int) -> bool:
    """Whether an Axis unit in command would be out of it in a hex: the next card would not activate it, and in the zone
    it would win nothing any more (DON-VICT-04)."""
    board = p.board
    if not p.in_command(u):
        return False
    hq = board.hq_of[p.formation(u)]
    return board.grid.distance(p.at[hq], h) > board.ranges[hq]


def retreat(p: Operation, f: Frame, style: Style) -> int:
    """The Axis towards the zone, the Soviets into its way."""
    costs = way(p, aim(p) if p.seat == AXIS else in_question(p))
    return min(p.box.options(p, f), key=lambda a: costs[a & MASK])


# ------------------------------------------------------------------ units that come


def attach(p: Operation, f: Frame, style: Style) -> int:
    """The assault guns go to the divisions beside which they stand, the Tigers to the first that can have them."""
    options = [a for a in p.box.options(p, f) if a & MASK in PANZER]
    return next((a for a in options if p.board.units[a >> ARG & MASK].home == a & MASK), options[0])


def place(p: Operation, f: Frame, style: Style) -> int:
    """Whoever comes does so where he is needed: the Axis near its spearhead, the Soviets before it."""
    board = p.board
    own = p.seat
    costs = way(p, aim(p) if own == AXIS else in_question(p))
    lead = (spearhead if own == AXIS else foremost)(p, costs)
    pieces = p.box.pieces(p, f)
    actions = p.box.choices(p, f, pieces[0])
    if lead >= OFF_MAP:
        return actions[0]

    def cost(action: int) -> float:
        h = action & MASK
        behind = JUDGMENT.behind if own != AXIS and costs[h] > costs[lead] else 0.0
        return board.grid.distance(h, lead) + behind - cover(board, h) / JUDGMENT.ground_hexes

    return min(actions, key=cost)


def redeploy(p: Operation, f: Frame, style: Style) -> int:
    """An overrun HQ goes to one of its units, else to where no enemy comes, as far from him as it can, near its own."""
    grid = p.board.grid
    actions = p.box.options(p, f)
    own = p.of_formation(p.board.units[actions[0] >> ARG & MASK].formation)
    enemies = grid.hexes(p.troops(SOVIET))
    bare = exposed(p, SOVIET, grid.gather(a & MASK for a in actions) & ~p.troops(AXIS))

    def cost(action: int) -> tuple[bool, int]:
        h = action & MASK
        apart = min((grid.distance(h, enemy) for enemy in enemies), default=0)
        return bool(bare & grid.bit[h]), min(grid.distance(h, p.at[u]) for u in own) - min(apart, JUDGMENT.flight)

    return min(actions, key=cost)


def replace(p: Operation, f: Frame, style: Style) -> int:
    """A step for the strongest unit that lacks one; else somebody comes back near the spearhead."""
    options = [a for a in p.box.options(p, f) if a != DECLINE]
    return max(options, key=lambda a: p.board.strength[a >> ARG & MASK][-1]) if options else DECLINE


def mark(p: Operation, f: Frame, style: Style) -> int:
    """The Schwerpunkt lies with the panzer division whose HQ has most around it, as far ahead as that allows."""
    costs = way(p, aim(p))
    able = [hq for n in PANZER if p.at[hq := p.board.hq_of[n]] < OFF_MAP]
    hq = max(able, key=lambda hq: around(p, hq) - style.lead * costs[p.at[hq]], default=NONE)
    pieces = p.box.pieces(p, f)
    if hq in pieces:
        return MARK | hq << ARG
    rest = p.box.choices(p, f, None)
    return rest[0] if rest else MARK | pieces[0] << ARG


def around(p: Operation, u: int) -> int:
    """The strength that the Schwerpunkt marker would activate with a unit."""
    q = p.copy()
    q.schwerpunkt = u
    return sum(p.board.strength[v][p.steps[v]] for v in members(activation.by_schwerpunkt(q)))


def bridge(p: Operation, f: Frame, style: Style) -> int:
    """Where the spearhead has the shortest way over it."""
    grid = p.board.grid
    costs = way(p, aim(p))
    lead = spearhead(p, costs)

    def over(action: int) -> int:
        a, b = action >> ARG & MASK, action & MASK
        return min(grid.distance(lead, a) + costs[b], grid.distance(lead, b) + costs[a])

    options = p.box.options(p, f)
    return min(options, key=over) if lead < OFF_MAP else options[0]


def call(p: Operation, f: Frame, style: Style) -> int:
    """As soon as the nearest zone can be reached in the turns that would then be left, and in turn 4 at the latest."""
    zone = nearest_zone(p)
    costs = way(p, p.board.zones[zone])
    lead = spearhead(p, costs)
    earliest, latest = JUDGMENT.calls
    near = lead < OFF_MAP and p.turn >= earliest and costs[lead] <= style.near
    return CALL | zone << ARG if near or p.turn >= latest else DECLINE


def first(p: Operation, f: Frame, style: Style) -> int:
    """The first answer: to go along, to be fed, to be relieved."""
    return p.box.options(p, f)[0]


def last(p: Operation, f: Frame, style: Style) -> int:
    """The last answer: to leave it as it is."""
    return p.box.options(p, f)[-1]


ORDERS: dict[str, Order] = {
    "attach": attach, "attach-tigers": attach, "marking": mark, "give-schwerpunkt": mark, "calling": call,
    "activation-card": card, "whom": whom, "muster": muster, "move": move, "declare": declare, "loss": lose,
    "advance": advance, "further": advance, "retreat": retreat, "follow": first, "arrive": place, "placing": place,
    "replacing": replace, "redeploying": redeploy, "build-bridge": bridge,
    "high-command": cards.pick, "claim": last, "exchange": cards.exchange, "stow": cards.stow, "give-up": cards.give_up,
    "window": cards.play_or_pass, "answer": cards.play_or_pass, "luck": cards.second_throw, "feeding": cards.feed,
    "relieving": first,
}  # fmt: skip
