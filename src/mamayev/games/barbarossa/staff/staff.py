"""The staff of an army group, for either side. Each box of the sequence of play has an order here: a function of the
position that returns an action with the reasons for it.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable, Sequence
from functools import partial
from typing import NamedTuple

from mamayev.engine.bot import Ground, Rated, because
from mamayev.engine.notation import ARG, MASK, parts, verb_of
from mamayev.engine.position import Frame
from mamayev.engine.words import counted
from mamayev.terrain.contact import Units, units_of
from mamayev.terrain.grid import Hexes

from ..printed.board import AXIS, LOST, OUT
from ..printed.calendar import LAST
from ..rules.arrivals import arrivals, cities_that_rebuild, price
from ..rules.battle import half_factors
from ..rules.declaration import Battle as Fight
from ..rules.declaration import Declaration, Declared, sides, together
from ..rules.isolation import isolated, lines
from ..rules.movement import movers, reached
from ..rules.odds import attack, can_double, defense, odds_name
from ..rules.position import Campaign
from ..rules.set_up import area, army
from ..rules.threat import Enemy
from ..rules.verbs import (
    ADVANCE,
    ARRIVED,
    BRING,
    CONFIRM,
    DECLARED,
    DEPLOY,
    DONE,
    FIGHT,
    HALT,
    HISTORICAL,
    MOVE,
    PROPOSE,
    STAND_DOWN,
)
from . import air
from .advance import destinations, go_on, is_fast
from .answer import Critic
from .appreciation import Danger, distances, doubling, hex_of, lost_cities, thin_ice
from .attack import Attacks, Battle, Council, rings
from .defense import Cordon, guards, screened
from .spoiling import with_attacks
from .stance import on_lines, set_apart, take_up
from .style import JUDGMENT, STAFF, Style
from .task import aims_at, passive, reserves

Decide = Callable[[Campaign, Frame, Style], Rated]
"""Decides at a box of the sequence of play. It returns the best action, with its value and the reasons for it."""


class Plan(NamedTuple):
    """The remaining moves in a movement step, and the intended battles."""

    moves: tuple[tuple[int, int], ...]
    battles: tuple[Battle, ...]


PLANS: OrderedDict[Hashable, Plan] = OrderedDict()
"""The plans, by the situation from which each continues. A situation without a plan gets a new one."""
KEPT = 4096


def keep(key: Hashable, plan: Plan) -> Plan:
    """Cache a plan."""
    PLANS[key] = plan
    if len(PLANS) > KEPT:
        PLANS.popitem(last=False)
    return plan


def key_of(p: Campaign, style: Style, ready: list[int], at: list[int]) -> Hashable:
    """Return a key for the situation in a movement step."""
    return p.table, style, p.turn, p.side, p.weather, tuple(ready), tuple(at)


def key_of_battles(p: Campaign, style: Style, at: list[int]) -> Hashable:
    """Return a key for the situation after the moves of a side."""
    return "battles", p.table, style, p.turn, p.side, tuple(at)


# ------------------------------------------------------------------ setup and arrivals


def set_up(p: Campaign, f: Frame, style: Style) -> Rated:
    """Set up a Russian line that the first attack cannot reach. The Germans keep the historical setup."""
    choices = p.choices(None)
    if p.side == AXIS:
        if CONFIRM in choices:
            return Rated.by_rule(CONFIRM, "The armies are where they were in history")
        return Rated.by_rule(HISTORICAL, "It is the historical setup")
    for u, h in first_line(p, style).items():
        if p.at[u] != h and p.box.allows(p, f, DEPLOY | u << ARG | h):
            return Rated(DEPLOY | u << ARG | h, grounds=partial(as_deployed, p, style, h))
    return Rated.by_rule(CONFIRM if CONFIRM in choices else HISTORICAL, "The line is complete")


def as_deployed(p: Campaign, style: Style, h: int) -> tuple[Ground, ...]:
    """Describe the defense of a hex in the setup, and the attack factors that can move next to it in the first turn if
    no unit blocks them.
    """
    board = p.board
    q = historical(p)
    came = sum(Danger(q, 1 - q.side).near.get(h, ()))
    stand = sum(board.units[u].defense for u, at in first_line(p, style).items() if at == h)
    factors = counted(stand, "# defense factor", "# defense factors")
    reach = f"up to {counted(came, '# attack factor', '# attack factors')} can get next to them"
    reach = reach if came else "no enemy can get next to them"
    return because(f"{factors}{as_doubled(p, h)} will stand there; in the first turn, {reach}")


def historical(p: Campaign) -> Campaign:
    """Return the position with only the historical Axis setup."""
    q = p.copy()
    for u, h in p.table.suggested.items():
        q.at[u] = h if p.board.side[u] == AXIS and not p.table.enters[u] else OUT
    q.derive()
    return q


def first_line(p: Campaign, style: Style) -> dict[int, int]:
    """Return the Russian setup against the historical Axis setup."""
    key = "first line", p.table, style
    if key not in PLANS:
        q = historical(p)
        line = Cordon(q, style, Danger(q, 1 - q.side), {u: area(p, u) for u in army(p)})
        line.man()
        keep(key, Plan(tuple(line.fill({}).items()), ()))
    return dict(PLANS[key].moves)


def arrive(p: Campaign, f: Frame, style: Style) -> Rated:
    """Bring in the strongest unit first, as close to the enemy as possible.

    Units that cost points arrive where isolation will not eliminate them.
    """
    board, lasting = p.board, where_they_last(p)
    enemies = distances(board, p.zones.occupied[1 - p.side], p.frozen)
    offered = [(u, *arrivals(p, u)) for u in board.of_side[p.side] if p.at[u] >= LOST]
    offered = [(u, verb, hexes if verb == BRING else hexes & lasting) for u, verb, hexes in offered]
    offered = [each for each in offered if each[2]]
    free = [each for each in offered if each[1] == BRING] or bought(p, style, offered)
    if not free:
        return Rated.by_rule(ARRIVED, "No other unit can arrive" if not offered else "The points are saved, as ordered")
    dearest = -1 if style.task.buy == "many" else 1
    u, verb, hexes = max(free, key=lambda each: (dearest * price(board, each[0]), -each[0]))
    if style.task.arrive:
        h = as_ordered(p, hexes, style.task.arrive)
        return Rated.by_rule(verb | u << ARG | h, "Units arrive there, as ordered")
    h = min(board.grid.hexes(hexes), key=lambda h: enemies[h])
    return Rated.by_rule(
        verb | u << ARG | h, f"No hex where it can arrive and last is nearer to an enemy: {hexes_off(enemies[h])}"
    )


Offered = tuple[int, int, Hexes]
"""A unit that can arrive, the verb, and the hexes."""


def bought(p: Campaign, style: Style, offered: list[Offered]) -> list[Offered]:
    """Return the units that points can buy under orders. If orders call for fast units, points are saved until there
    are enough for one.
    """
    buy, board = style.task.buy, p.board
    if buy == "nothing":
        return []
    if buy == "mechanized" and any(p.at[u] == LOST and is_fast(p, u) for u in board.of_side[p.side]):
        return [each for each in offered if is_fast(p, each[0])]
    if buy == "infantry" and any(p.at[u] == LOST and not is_fast(p, u) for u in board.of_side[p.side]):
        return [each for each in offered if not is_fast(p, each[0])]
    return offered


def as_ordered(p: Campaign, hexes: Hexes, wanted: tuple[int, ...]) -> int:
    """Return the first of the wanted hexes that is available, or else the available hex nearest to the first wanted
    one."""
    grid = p.board.grid
    free = [h for h in wanted if hexes & grid.bit[h]]
    return free[0] if free else min(grid.hexes(hexes), key=lambda h: grid.distance(h, wanted[0]))


def where_they_last(p: Campaign) -> Hexes:
    """Return the hexes where rebuilt units can trace supply.

    These include a deciding city that is cut off if its whole garrison will be gone by the end of the turn
    (BAR-ISO-07), because the city still gives points. If no city can trace supply, return all hexes.
    """
    board, joined, rebuilding = p.board, lines(p, p.side).hexes, cities_that_rebuild(p)
    if not rebuilding & joined:
        return rebuilding
    stay = board.grid.gather(p.at[u] for u in p.units(p.side) if not (p.cut_off[u] and p.cut_off_early >> u & 1))
    return joined | p.held(p.side, board.objectives[1 - p.side]) & ~stay


# ------------------------------------------------------------------ movement


def begins(p: Campaign) -> bool:
    """Return whether a movement step, and with it the plan for the turn, begins here."""
    return p.box.name == "move" and p.ready == movers(p)


def plan(p: Campaign, style: Style) -> Plan:
    """Return the plan for the month.

    The Russians retake lost deciding cities and free surrounded units, form a line, and attack enemies near the line
    with units that it does not need. The Germans attack first, then form a line, and then advance with their other
    units.
    """
    key = key_of(p, style, p.ready, p.at)
    if key in PLANS:
        return PLANS[key]
    ice = thin_ice(p)
    reach = {u: reached(p, u) & ~ice for u in p.ready}
    planned = axis_plan if p.side == AXIS else russian_plan
    return keep(key, planned(p, style, Danger(p, 1 - p.side), reach))


def russian_plan(p: Campaign, style: Style, danger: Danger, reach: dict[int, Hexes]) -> Plan:
    """Return the plan of the Russians. `reach`: the hexes to which each unit can move. In sectors with orders to
    attack, the Russians attack before they form the line.
    """
    board, task = p.board, style.task
    stay = {u: hexes | board.grid.bit[p.at[u]] for u, hexes in reach.items()}
    apart = set_apart(p, task, danger, stay)
    line = Cordon(p, style, danger, {u: hexes for u, hexes in stay.items() if u not in apart}, apart)
    enemy = Enemy(p, set(p.ready), JUDGMENT.effort)
    enemy.used = sum(1 << u for u in {*line.ranks.places, *apart})
    council = Council(p, enemy, style, danger, rings(p) if task.ringed != "stand" else None)
    first = (*(hex_of(board, city) for city in lost_cities(p)), *council.freed, *council.aims())
    back = council.settle((board.grid.gather(first) | task.eager()) & council.open_to_attack())
    for u, h in back.places.items():
        line.ranks.put(u, h)
    line.man()
    enemy.used |= sum(1 << u for u in line.ranks.places)
    attacks = council.settle(line.before() & council.open_to_attack())
    meant = (*back.battles, *attacks.battles)
    line.fill(attacks.places)
    places, sallies = answered(p, style, line, apart, meant, council)
    return Plan(in_order(p, places), (*meant, *sallies))


def axis_plan(p: Campaign, style: Style, danger: Danger, reach: dict[int, Hexes]) -> Plan:
    """Return the plan of the Axis. `reach`: the hexes to which each unit can move."""
    task, at_home = style.task, guards(p, style, danger, reach)
    at_home |= on_lines(p, task, danger, at_home, reach)
    kept_back = reserves(p, task, {*at_home})
    reach |= {u: reach[u] & sector.hexes for u, sector in kept_back.items()}
    if task.ringed == "stand":
        at_home |= {u: p.at[u] for u in units_of(isolated(p, p.side)) if u in reach and u not in at_home}
    enemy = Enemy(p, set(p.ready), JUDGMENT.effort)
    enemy.used = sum(1 << u for u in {*at_home, *kept_back, *passive(p, task)})
    attacks = settled(p, style, Council(p, enemy, style, danger, rings(p) if task.ringed == "free" else None))
    taken = attacks.places | at_home
    taken |= take_up(p, task, danger, taken, reach)
    foot = {u: reach[u] for u in p.ready if u not in taken and not is_fast(p, u)}
    taken |= screened(p, style, danger, foot, taken)
    places = go_on(p, style, [u for u in p.ready if u not in taken], taken, reach) | taken
    return Plan(in_order(p, places), tuple(attacks.battles))


def settled(p: Campaign, style: Style, council: Council) -> Attacks:
    """Return the Axis attacks. If orders send the fast units to a sector, they attack only there."""
    task, within = style.task, council.open_to_attack()
    if task.mechanized < 0:
        return council.settle(within)
    there = task.sectors[task.mechanized].hexes
    first = council.settle(within & there)
    council.enemy.used |= sum(1 << u for u in p.ready if is_fast(p, u))
    others = council.settle(within & ~there)
    return Attacks([*first.battles, *others.battles], first.places | others.places)


def answered(
    p: Campaign, style: Style, line: Cordon, apart: dict[int, int], meant: tuple[Battle, ...], council: Council
) -> tuple[dict[int, int], list[Battle]]:
    """Return the destinations of all units after considering the enemy's reply, and the spoiling attacks that hold up
    against it. Units that attack in any case move as planned, and so do units in a hex to hold and units in `apart`. No
    other unit moves next to an enemy, and no spoiling attacks are made in a last stand.
    """
    places, stand = line.ranks.places | apart, style.task.stand
    if not style.answers or p.turn == LAST:
        return places, []
    fight = {u for battle in meant for u in units_of(battle.attackers)}
    fight |= {*apart, *(u for u, h in places.items() if stand & p.board.grid.bit[h])}
    near = p.zones.controlled[1 - p.side]
    reach = {u: hexes & ~near for u, hexes in line.ranks.reach.items() if u not in fight}
    council.enemy.used = sum(1 << u for u in fight)
    council.style = style._replace(exposed=0.0, reserved=0.0)  # the answer includes the cost
    critic = Critic(p, (STAFF[AXIS], style), reach)
    places = {u: p.at[u] for u in p.units(p.side)} | places
    if line.last_stand:
        return critic.bettered(places, critic.answer(places))[0], []
    return with_attacks(critic, council, places)


def in_order(p: Campaign, places: dict[int, int]) -> tuple[tuple[int, int], ...]:
    """Return the moves, in a sequence in which each unit finds room at its destination. Moves for which there is no
    room are left out.
    """
    there: dict[int, int] = {}
    for u in p.units(p.side):
        there[p.at[u]] = there.get(p.at[u], 0) + 1
    left = {u: h for u, h in places.items() if h != p.at[u]}
    limit, found = p.zones.limits[p.side], list[tuple[int, int]]()
    while True:
        able = [(u, h) for u, h in left.items() if there.get(h, 0) < limit]
        if not able:
            return tuple(found)
        for u, h in able:
            if there.get(h, 0) < limit:
                there[p.at[u]] -= 1
                there[h] = there.get(h, 0) + 1
                found.append((u, h))
                del left[u]


def move(p: Campaign, f: Frame, style: Style) -> Rated:
    """Make the next planned move."""
    now = plan(p, style)
    if not now.moves:
        return Rated.by_rule(DONE, "Every unit is where it should be")
    (u, h), *rest = now.moves
    at, ready = list(p.at), [v for v in p.ready if v != u]
    at[u] = h
    keep(key_of(p, style, ready, at), Plan(tuple(rest), now.battles))
    if not rest:  # before the last move, the attackers of a battle may still be elsewhere
        keep(key_of_battles(p, style, at), Plan((), now.battles))
    battle = next((battle for battle in now.battles if battle.attackers >> u & 1), None)
    grounds = partial(to_its_place, p, h, now) if battle is None else partial(to_what_end, p, battle, battle.odds)
    return Rated(MOVE | u << ARG | h, grounds=grounds)


def to_its_place(p: Campaign, h: int, now: Plan) -> tuple[Ground, ...]:
    """Describe the defense of a hex once every assigned unit has arrived."""
    board = p.board
    leave = {v for v, _ in now.moves}
    there = [v for v in p.units(p.side) if p.at[v] == h and v not in leave] + [v for v, goal in now.moves if goal == h]
    factors = counted(sum(board.units[v].defense for v in there), "# defense factor", "# defense factors")
    far = distances(board, p.zones.occupied[1 - p.side], p.frozen)[h]
    return because(f"{factors}{as_doubled(p, h)} will then stand there, {hexes_off(far)} from the nearest enemy")


def as_doubled(p: Campaign, h: int) -> str:
    """Return what doubles the defenders of a hex, as a part of a sentence."""
    if p.board.always_doubled & p.board.grid.bit[h]:
        return ", doubled by the terrain,"
    return ", doubled against attacks across the river," if can_double(p, h) else ""


def hexes_off(distance: int) -> str:
    """Return a distance in hexes as text."""
    return counted(distance, "# hex", "# hexes")


def to_what_end(p: Campaign, battle: Battle, odds: str) -> tuple[Ground, ...]:
    """Describe the purpose of an intended battle, and its odds."""
    against = p.names(battle.defenders)
    if battle.soak:
        return because(f"Soaks off {against} at {odds}, so that others can attack beside it")
    return because(f"Attacks {against} at {odds}")


# ------------------------------------------------------------------ battles


def battles(p: Campaign, style: Style) -> list[Battle]:
    """Return the intended battles that are not declared yet: those planned before movement or, without a plan, those
    that are possible from the units' current hexes. Battles that were declared or begun otherwise change the plan.
    """
    key = key_of_battles(p, style, p.at)
    if key not in PLANS:
        keep(key, Plan((), possible(p, style, 0)))
    meant = PLANS[key].battles
    if p.box.name != "declare":
        return list(meant)
    begun = p.top[Declared.battle]
    meant = beside(p, style, meant, [battle for battle in p.battles if all(one.units & ~battle for one in meant)])
    left = [one for one in meant if not one.units & ~p.free]
    if begun and not fits_one(p, begun, left):
        left = [one for one in beside(p, style, tuple(left), [begun]) if not one.units & ~p.free]
    return left


def beside(p: Campaign, style: Style, meant: tuple[Battle, ...], others: list[Units]) -> tuple[Battle, ...]:
    """Return the intended battles beside others, each given as the set of its units. Attacks that need the same units
    are given up with their soak-offs, and new ones are sought for the rest.
    """
    attacks = list[list[Battle]]()
    for battle in meant:  # each attack is followed by its soak-offs
        attacks += [] if battle.soak and attacks else [[]]
        attacks[-1].append(battle)
    kept = [
        battle for row in attacks if not any(one.units & other for one in row for other in others) for battle in row
    ]
    if len(kept) == len(meant):
        return meant
    apart = together([*p.battles, *others, *(battle.units for battle in kept)])
    key = ("battles beside", p.table, style, p.turn, p.side, tuple(p.at), apart)
    if key not in PLANS:
        keep(key, Plan((), possible(p, style, apart)))
    return tuple(battle for battle in (*kept, *PLANS[key].battles) if declarable(p, battle))


def fits_one(p: Campaign, begun: Units, intended: Sequence[Battle]) -> bool:
    """Return whether all units of a battle that was begun belong to one of the intended battles."""
    return any(not begun & ~(p.contact.completed(p.free, one.units) or one.units) for one in intended)


def declarable(p: Campaign, battle: Battle) -> bool:
    """Return whether the rules allow a battle beside the battles that the other units owe."""
    box, whole = p.box, p.contact.completed(p.free, battle.units)
    assert isinstance(box, Declaration)
    return whole is not None and box.complete(p, whole)


def possible(p: Campaign, style: Style, apart: Units) -> tuple[Battle, ...]:
    """Return the battles that pay, from the units' current hexes. `apart`: units of both sides in other battles."""
    council = Council(p, Enemy(p, (), JUDGMENT.effort), style, Danger(p, 1 - p.side))
    council.enemy.spare(apart)
    return tuple(council.settle(p.board.grid.everywhere).battles)


def declare(p: Campaign, f: Frame, style: Style) -> Rated:
    """Declare one intended battle after another, and the remaining battles as proposed."""
    begun, intended = f[Declared.battle], battles(p, style)
    if begun and intended and not fits_one(p, begun, intended):
        return finish(p, f)
    for meant in intended:
        if begun & ~meant.units:
            continue
        whole = p.contact.completed(p.free, meant.units)
        if whole is None:
            continue
        if begun == whole:
            if p.box.allows(p, f, DECLARED):
                return Rated.by_rule(DECLARED, "Every unit that is meant for this battle is in it")
            continue
        left = whole & ~begun
        if action := joining(p, f, left & p.board.all_of[1 - p.side] or left):
            return Rated(action, grounds=partial(as_declared, p, meant, whole))
    return Rated.by_rule(PROPOSE, "The rest is declared as the rules propose")


def to_declare(p: Campaign, style: Style) -> tuple[Battle, ...]:
    """Return the battles that the staff declares from here, the intended attacks first. The others are soak-offs, or
    the units in them must fight and the rules propose them. Without an intended attack, return only what is intended.
    """
    intended, q, found = battles(p, style), p.copy(), list[Units]()
    if all(battle.soak for battle in intended):
        return tuple(intended)
    while q.frames and q.box.name == "declare":
        box, action, begun = q.box, declare(q, q.top, style).action, q.top[Declared.battle]
        assert isinstance(box, Declaration)
        if action == PROPOSE:
            found += box.proposal(q, begun)
            break
        found += [begun] if action == DECLARED else []
        q.apply(action)
    mains = [battle for battle in intended if not battle.soak]
    rows = [in_full(p, one, soak=all(main.units & ~one for main in mains)) for one in found]
    return tuple(sorted(rows, key=lambda row: row.soak))


def arrived(p: Campaign, meant: Plan) -> Campaign:
    """Return the position after a plan's moves."""
    q = p.copy()
    for u, h in meant.moves:
        q.at[u] = h
    q.derive()
    return q


def whole_plan(p: Campaign, style: Style) -> Plan:
    """Return the plan for the month with the battles that other units owe after its moves (BAR-COMBAT-02), such as
    units that the player moved next to an enemy.
    """
    meant = plan(p, style)
    q = arrived(p, meant)
    if not meant.battles or not q.make_contact().duty & ~together(battle.units for battle in meant.battles):
        return meant
    keep(key_of_battles(q, style, q.at), Plan((), meant.battles))
    q.ready = []
    q.apply(DONE)
    return meant if q.box.name != "declare" else meant._replace(battles=to_declare(q, style))


def in_full(p: Campaign, units: Units, *, soak: bool) -> Battle:
    """Return the battle of all these units, with the odds from their current hexes."""
    attackers, defenders = sides(p, units)
    odds = odds_name(attack(p, attackers, defenders), defense(p, attackers, defenders))
    return Battle(attackers, defenders, odds, soak)


def joining(p: Campaign, f: Frame, units: Units) -> int:
    """Return the action that adds the first of these units that the open battle can take, or 0."""
    assert isinstance(p.box, Declaration)
    return next((action for u in units_of(units) if p.box.allows(p, f, action := p.box.action(p, u))), 0)


def finish(p: Campaign, f: Frame) -> Rated:
    """Declare a battle that was begun and is not intended, with the units that must be in it, before those that are."""
    begun = f[Declared.battle]
    if p.box.allows(p, f, DECLARED):
        return Rated.by_rule(DECLARED, "The battle that was begun is declared before the others")
    if action := joining(p, f, (p.contact.completed(p.free, begun) or 0) & ~begun):
        return Rated.by_rule(action, "The battle that was begun needs this unit")
    return Rated.by_rule(PROPOSE, "The rest is declared as the rules propose")


def as_declared(p: Campaign, meant: Battle, whole: Units) -> tuple[Ground, ...]:
    """Describe the purpose of a battle, with the odds from all its units' current hexes."""
    full = in_full(p, whole, soak=meant.soak)
    return to_what_end(p, full, full.odds)


def fight(p: Campaign, f: Frame, style: Style) -> Rated:
    """Fight the battles as declared, then make strategic attacks, because units that were attacked on the ground
    cannot be hit.
    """
    options = p.box.options(p, f)
    fights = [action for action in options if verb_of(action) == FIGHT]
    if fights:
        return Rated.by_rule(fights[0], "In order")
    return air.bomb(p, options, style) or Rated.by_rule(STAND_DOWN, "The battles are fought")


def give_up(p: Campaign, f: Frame, style: Style) -> Rated:
    """Lose as little as possible: a unit that covers the debt exactly, or else the smallest unit."""
    fight = p.frame("battle")
    options = p.box.options(p, f)

    def cost(action: int) -> tuple[bool, int]:
        u = action >> ARG & MASK
        half = half_factors(p, u)
        return half < fight[Fight.owed], half

    best = min(options, key=cost)
    own, owed = half_factors(p, best >> ARG & MASK) / 2, fight[Fight.owed] / 2
    return Rated.by_rule(best, f"{own:g} of the {owed:g} factors owed are given up: no other loss is smaller")


def retreat(p: Campaign, f: Frame, style: Style) -> Rated:
    """Retreat our own units toward their sources, and enemy units away from theirs."""
    board = p.board
    options = p.box.options(p, f)
    enemies = distances(board, p.zones.occupied[1 - board.side[options[0] >> ARG & MASK]], p.frozen)
    own = board.side[options[0] >> ARG & MASK] == p.seat

    def cost(action: int) -> int:
        h = action & MASK
        safety = enemies[h] + JUDGMENT.shelter * doubling(board, h)
        return -safety if own else safety

    best = min(options, key=cost)
    off = hexes_off(enemies[best & MASK])
    if own:
        return Rated.by_rule(best, f"{off} from the nearest enemy is as far as it can get")
    return Rated.by_rule(best, f"{off} from our nearest unit: no other hex makes it easier to attack again")


def follow(p: Campaign, f: Frame, style: Style) -> Rated:
    """Advance into cities and toward the objectives, with the strongest unit."""
    board, grid = p.board, p.board.grid
    options = [action for action in p.box.options(p, f) if verb_of(action) == ADVANCE]
    cities = p.enemy_cities(p.side)
    closed = style.task.closed()
    options = [a for a in options if not leaves(p, style, a) and not closed & grid.bit[p.at[a >> ARG & MASK]]]

    def nearer_by(u: int, h: int) -> tuple[int, int]:
        way = distances(board, destinations(p, style, p.at[u]), p.frozen)
        return way[p.at[u]] - way[h], way[h]

    def ordered(u: int) -> list[int]:
        return aims_at(p, style.task, p.at[u], p.side)

    def gain(action: int) -> tuple[int, int]:
        _, u, h = parts(action)
        city = JUDGMENT.city_taken if cities & grid.bit[h] or h in ordered(u) else 0
        return city + nearer_by(u, h)[0], board.units[u].defense

    best = max(options, key=gain, default=HALT)
    if options and gain(best)[0] >= (1 if p.side == AXIS else JUDGMENT.city_taken):
        _, u, h = parts(best)
        nearer, left = nearer_by(u, h)
        if cities & grid.bit[h]:
            return Rated.by_rule(best, "It takes an enemy city")
        return Rated.by_rule(best, f"{hexes_off(nearer)} nearer to the next objective, {left} are left")
    wanted = " or comes nearer to an objective" if p.side == AXIS else ""
    return Rated.by_rule(HALT, f"No advance takes an enemy city{wanted}")


def leaves(p: Campaign, style: Style, action: int) -> bool:
    """Return whether an action takes the last unit out of a hex under a hold order."""
    verb, u, h = parts(action)
    if verb not in (MOVE, ADVANCE) or not style.task.stand & p.board.grid.bit[p.at[u]] or h == p.at[u]:
        return False
    if verb == MOVE and any(goal == p.at[u] for _, goal in plan(p, style).moves):
        return False
    return all(v == u or p.at[v] != p.at[u] for v in p.units(p.side))


def first(p: Campaign, f: Frame, style: Style) -> Rated:
    """Take the only action."""
    return Rated.by_rule(p.box.options(p, f)[0], "There is nothing to choose")


BY_BOX: dict[str, Decide] = {
    "set-up": set_up,
    "arrivals": arrive,
    "move": move,
    "declare": declare,
    "fight": fight,
    "exchange": give_up,
    "retreat": retreat,
    "walk-on": first,
    "retreat-way": first,
    "advance": follow,
    "air-supply": air.airlift,
    "supplied-unit": air.weightiest,
    "strike": air.strike,
    "air-commitment": air.commit,
    "air-loss": air.weightiest,
    "interception": air.intercept,
}
