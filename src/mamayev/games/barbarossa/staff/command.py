"""Check whether the Barbarossa staff can carry out its orders, and report whether it did."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, get_args

from mamayev.engine.foretell import Throw, throw_of
from mamayev.engine.notation import ARG, MASK, verb_of
from mamayev.engine.orders import Command, Kept, Objection, Orders, State, Stop
from mamayev.engine.words import counted, listed
from mamayev.terrain.contact import Units, units_of
from mamayev.terrain.grid import Hexes

from ..printed.board import AXIS, LOST, RUSSIAN
from ..rules.declaration import Declaration, Declared, sides
from ..rules.isolation import isolated
from ..rules.movement import allowance, reached
from ..rules.odds import COLUMNS, attack, column, defense, odds_name
from ..rules.position import Campaign
from ..rules.results import A_BACK, A_ELIM, RESULTS
from ..rules.trade import of_battle
from ..rules.verbs import DECLARED, PROPOSE
from .advance import is_fast
from .appreciation import FAR, distances
from .directions import DIE
from .orders import FORMS, GROUPS, MOST_AIMS, MOST_LOSSES, PLANS, Odds, drawn, side_of, style_of, task_of
from .outlook import foreseen, marks, parts, second
from .staff import battles, leaves
from .task import DEFENSIVE, SECTORS, Sector, Task, open_aims, reached_by

# ------------------------------------------------------------------ before


def objections(p: Campaign, orders: Orders) -> list[Objection]:
    """Return the orders that the staff cannot carry out at this position, and those that contradict each other."""
    task, side = task_of(p.board, orders), side_of(orders)
    found = [*_wrong_hexes(p, orders, task, side)]
    for sector in task.sectors if p.turn else ():
        found += _aims(p, sector, side)
        found += _force(p, sector, side)
    return [*found, *_stands(p, orders, task, side), *_fronts(p, orders, task, side)]


def _without(orders: Orders, field: str, *names: str) -> dict[str, Any]:
    """Return the change to the orders that removes spaces from a field."""
    return {field: [name for name in getattr(orders, field) if name not in names]}


def _title(sector: Sector) -> str:
    return GROUPS[SECTORS[sector.number]]


def _field(name: str, sector: Sector) -> str:
    return f"{name}_{SECTORS[sector.number]}"


def _place(p: Campaign, h: int) -> str:
    name: str = p.table.places[h]
    return name


def _wrong_hexes(p: Campaign, orders: Orders, task: Task, side: int) -> Iterator[Objection]:
    """Yield objections to hexes in a sector's orders that no unit can enter, that the enemy holds, or that are in
    another sector.
    """
    board, grid = p.board, p.board.grid
    for sector in task.sectors:
        field = _field("objective", sector)
        for h in sector.aims:
            cure = _without(orders, field, grid.ids[h])
            if not board.open_land & grid.bit[h]:
                yield Objection(field, f"No unit can enter {_place(p, h)}.", ("BAR-TERRAIN-03",), cure)
            elif not sector.hexes & grid.bit[h]:
                right = task.at(board, h)
                there = _field("objective", right)
                if len(right.aims) < MOST_AIMS:
                    cure |= {there: [*getattr(orders, there), grid.ids[h]]}
                text = f"{_place(p, h)} is in the {_title(right).lower()}, not in the {_title(sector).lower()}."
                yield Objection(field, text, ("BAR-MAP-01",), cure)
        yield from _wrong_line(p, orders, sector, side)


def _wrong_line(p: Campaign, orders: Orders, sector: Sector, side: int) -> Iterator[Objection]:
    """Yield objections to a sector's line."""
    grid, field = p.board.grid, _field("line", sector)
    whole = grid.gather(drawn(p.board, getattr(orders, field)))
    if whole and not sector.line:
        yield Objection(field, "The line has no hexes that a unit can enter.", ("BAR-TERRAIN-03",), {field: []})
    for hexes, what, clause in (
        (sector.line & ~sector.hexes, f"Outside the {_title(sector).lower()}", "BAR-MAP-01"),
        (sector.line & p.zones.occupied[1 - side], "Enemy units are on the line", "BAR-MOVE-03"),
    ):
        if hexes:
            names = listed([_place(p, h) for h in grid.hexes(hexes)][:3])
            yield Objection(field, f"{what}: {names}.", (clause,))


def _stands(p: Campaign, orders: Orders, task: Task, side: int) -> Iterator[Objection]:
    """Yield objections to hexes that no unit can hold, or that a sector would give up."""
    board, grid = p.board, p.board.grid
    for h in grid.hexes(task.stand):
        bit, place, cure = grid.bit[h], _place(p, h), _without(orders, "stand", grid.ids[h])
        sector = task.at(board, h)
        if not board.open_land & bit:
            yield Objection("stand", f"No unit can enter {place}.", ("BAR-TERRAIN-03",), cure)
        elif p.zones.occupied[1 - side] & bit:
            yield Objection("stand", f"Enemy units are in {place}: take it first.", ("BAR-MOVE-03",), cure)
        elif p.turn and not p.zones.occupied[side] & bit and not _reach(p, side) & bit:
            text = f"No unit is in {place}, and none can get there this month."
            yield Objection("stand", text, ("BAR-MOVE-02",), cure)
        elif sector.posture == "withdraw":
            text = f"{place} stands fast, and the {_title(sector).lower()} withdraws: the garrison stays."
            yield Objection("stand", text, ("BAR-MOVE-01",), cure)


def _reach(p: Campaign, side: int) -> Hexes:
    """Return the hexes that the units of a side could reach if it moved now."""
    q = _as_mover(p, side)
    found = 0
    for u in q.units(side):
        found |= reached(q, u)
    return found


def _as_mover(p: Campaign, side: int) -> Campaign:
    """Return the position as if a side were about to move."""
    if p.side == side:
        return p
    q = p.copy()
    q.side = side
    q.derive()
    return q


def _aims(p: Campaign, sector: Sector, side: int) -> Iterator[Objection]:
    """Yield an objection if a sector's first objective cannot be reached this month, or if the sector does not
    attack.
    """
    field = _field("objective", sector)
    open_ = [h for h in open_aims(p, sector, side) if p.board.open_land & p.board.grid.bit[h]]
    if not open_:
        return
    h = open_[0]
    if sector.posture in DEFENSIVE:
        text = f"The {_title(sector).lower()} does not attack, so none of its units go to {_place(p, h)}."
        yield Objection(field, text, ("BAR-MOVE-01",), {_field("posture", sector): "staff"})
        return
    q = _as_mover(p, side)
    units = [u for u in q.units(side) if sector.hexes & q.board.grid.bit[q.at[u]]]
    if not units:
        return
    near = q.board.nets[q.frozen].spread(q.board.grid.bit[h]) | q.board.grid.bit[h]
    if not any((reached(q, u) | q.board.grid.bit[q.at[u]]) & near for u in units):
        way = distances(q.board, q.board.grid.bit[h], q.frozen)
        far = min(way[q.at[u]] for u in units)
        speed, away = max(allowance(q, u) for u in units), counted(far, "# hex", "# hexes")
        why, clauses = f"it is {away} away, and the fastest unit goes {speed}", ("BAR-MOVE-02", "BAR-RAIL-01")
        if far >= FAR:
            why = "no way leads there"
        elif far <= speed:
            why, clauses = f"it is {away} away, but enemies are in the way", ("BAR-ZOC-03", "BAR-MOVE-03")
        yield Objection(field, f"{_place(p, h)} cannot be reached this month: {why}.", clauses)


def _force(p: Campaign, sector: Sector, side: int) -> Iterator[Objection]:
    """Yield objections to orders for which a sector has too few units, and to orders that contradict its posture."""
    grid, name = p.board.grid, _title(sector).lower()
    units = [u for u in p.units(side) if sector.hexes & grid.bit[p.at[u]]]
    there = counted(len(units), "# unit is", "# units are")
    if sector.reserve > len(units):
        cure = {_field("reserve", sector): len(units)}
        yield Objection(_field("reserve", sector), f"Only {there} in the {name}.", ("BAR-COMBAT-13",), cure)
    if sector.line.bit_count() > len(units):
        hexes = counted(sector.line.bit_count(), "# hex", "# hexes")
        text = f"The line has {hexes}, and only {there} in the {name}."
        yield Objection(_field("line", sector), text, ("BAR-STACK-01",))
    if sector.posture in DEFENSIVE:
        for field, value, staff in (("least", sector.least, "staff"), ("losses", sector.losses, 0)):
            if value:
                text = f"The {name} does not attack, so this order has no effect."
                yield Objection(_field(field, sector), text, ("BAR-COMBAT-13",), {_field(field, sector): staff})
    if sector.posture == "attack" and sector.reserve and sector.reserve >= len(units) > 0:
        text = f"All units of the {name} are in reserve, so none attacks."
        yield Objection(_field("reserve", sector), text, ("BAR-COMBAT-13",), {_field("reserve", sector): 0})


def _fronts(p: Campaign, orders: Any, task: Task, side: int) -> Iterator[Objection]:
    """Yield objections to orders for the whole front that the staff cannot carry out."""
    board = p.board
    if task.mechanized >= 0:
        sector = task.sectors[task.mechanized]
        if sector.posture in DEFENSIVE:
            text = f"The {_title(sector).lower()} does not attack, so the mechanized units go there and wait."
            yield Objection("mechanized", text, ("BAR-COMBAT-13",), {_field("posture", sector): "staff"})
        if p.turn and not any(is_fast(p, u) for u in p.units(side)):
            cure = {"mechanized": "staff"}
            yield Objection("mechanized", "No mechanized unit is on the map.", ("BAR-COMP-02",), cure)
    yield from _arrivals(p, orders, task, side)
    if not p.table.airpower:
        for field, staff in (("air", "staff"), ("keep_air", 0)):
            if field in orders.changed():
                yield Objection(field, "This game has no air factors.", ("BAR-V-AIR-01",), {field: staff})
    if task.buy != "staff" and p.turn and not any(u for u in board.of_side[side] if p.at[u] == LOST):
        text = "No unit is eliminated, so there is nothing to buy yet."
        yield Objection("buy", text, ("BAR-REPL-01",), {"buy": "staff"})


def _arrivals(p: Campaign, orders: Orders, task: Task, side: int) -> Iterator[Objection]:
    """Yield an objection for the ordered hexes where no unit can arrive."""
    board, grid = p.board, p.board.grid
    if side == AXIS:
        hexes, clauses = board.west, ("BAR-REPL-07", "BAR-REINF-03")
        where = "rebuilt units arrive in Warsaw, others west of the border"
    else:
        hexes, clauses = p.held(side, p.table.replacement_cities), ("BAR-REPL-11", "BAR-REPL-12")
        where = f"units arrive in {listed([_place(p, h) for h in grid.hexes(hexes)])}" if hexes else "no city is left"
    for h in task.arrive:
        if not hexes & grid.bit[h]:
            cure = _without(orders, "arrive", grid.ids[h])
            yield Objection("arrive", f"No unit arrives in {_place(p, h)}: {where}.", clauses, cure)


# ------------------------------------------------------------------ meanwhile


def turn(p: Campaign, seat: int) -> int:
    """Return the month of a seat's orders: it begins with the seat's own player turn, and includes the enemy's
    next one."""
    return p.turn if p.side == RUSSIAN or seat == AXIS else max(0, p.turn - 1)


def stops(p: Campaign, action: int, orders: Orders) -> Iterator[Stop]:
    """Yield the orders that an action would break if no other action keeps them."""
    if p.seat != side_of(orders):
        return
    style = style_of(p.board, orders)
    task = style.task
    if task.stand and leaves(p, style, action):
        h = p.at[action >> ARG & MASK]
        space = p.board.grid.ids[h]
        gain, cost = "the unit goes where the plan wants it", f"{_place(p, h)} is given up"
        cure = _without(orders, "stand", space)
        yield Stop("stand", f"The last unit would leave {_place(p, h)}.", ("BAR-MOVE-01",), space, gain, cost, cure)
    if verb_of(action) in (DECLARED, PROPOSE) and p.box.name == "declare":
        yield from _below(p, action, orders)
        yield from _at_stake(p, action, orders, task)


def _declared(p: Campaign, action: int) -> list[Units]:
    """Return the battles that an action declares."""
    box, begun = p.box, p.top[Declared.battle]
    assert isinstance(box, Declaration)
    return [begun] if action == DECLARED else box.proposal(p, begun)


def _below(p: Campaign, action: int, orders: Orders) -> Iterator[Stop]:
    """Yield the battles that an action declares at less than the ordered odds, except soak-offs that the plan needs."""
    style = style_of(p.board, orders)
    if not any(sector.least for sector in style.task.sectors):
        return
    soaks = 0
    for meant in battles(p, style):
        if meant.soak:
            soaks |= meant.attackers | meant.defenders
    for battle in _declared(p, action):
        attackers, defenders = sides(p, battle)
        strongest = max(units_of(defenders), key=lambda u: p.board.defense[u])
        sector = style.task.at(p.board, p.at[strongest])
        strength, against = attack(p, attackers, defenders), defense(p, attackers, defenders)
        odds = column(strength, against)
        if not sector.least or (odds is not None and odds >= sector.least) or not battle & ~soaks:
            continue
        text = (
            f"The odds are {odds_name(strength, against)} at {_place(p, p.at[strongest])}, and you ordered at least "
            f"{COLUMNS[sector.least]}. The units there must fight."
        )
        space = p.board.grid.ids[p.at[strongest]]
        gain, cost = _fate(p, battle, p.at[strongest])
        field, name = _field("least", sector), odds_name(strength, against)
        cure = {field: name if name in get_args(Odds) else "staff"}
        dice = (_die(p, f"now {name}", odds), _die(p, f"ordered {COLUMNS[sector.least]}", sector.least))
        yield Stop(field, text, ("BAR-COMBAT-02", "BAR-COMBAT-03"), space, gain, cost, cure, dice)


def _die(p: Campaign, title: str, odds: int | None) -> Throw:
    """Return the possible results of an attack at the given odds, where None means odds below the table."""
    results = (A_ELIM if odds is None else row[odds] for row in p.table.combat)
    return throw_of(title, (RESULTS[result] for result in results), "combat")


def _fate(p: Campaign, battle: Units, h: int) -> tuple[str, str]:
    """Describe the chance that a battle clears a hex, and what it costs the attacker on average."""
    trade = of_battle(p, *sides(p, battle), h)
    gain = f"clears {_place(p, h)} in {round(DIE * trade.falls)} of {DIE}"
    return gain, f"{trade.lost:.1f} factors lost on average"


def _at_stake(p: Campaign, action: int, orders: Orders, task: Task) -> Iterator[Stop]:
    """Yield the battles in an action's declaration that can drive the last unit out of a hex to hold."""
    if not task.stand:
        return
    grid = p.board.grid
    for battle in _declared(p, action):
        attackers, defenders = sides(p, battle)
        odds = column(attack(p, attackers, defenders), defense(p, attackers, defenders))
        chances = {A_ELIM: 1.0} if odds is None else p.table.chances[odds]
        worst = chances.get(A_ELIM, 0.0) + chances.get(A_BACK, 0.0)
        others = {p.at[u] for u in p.units(p.side) if not attackers >> u & 1}
        for h in {p.at[u] for u in units_of(attackers)} - others:
            if worst and task.stand & grid.bit[h]:
                text = f"The units in {_place(p, h)} must fight, and are driven out {100 * worst:.0f}% of the time."
                enemy = p.at[max(units_of(defenders), key=lambda u: p.board.defense[u])]
                gain, cost = _fate(p, battle, enemy)[0], f"{_place(p, h)} is lost in {round(DIE * worst)} of {DIE}"
                cure = _without(orders, "stand", grid.ids[h])
                yield Stop("stand", text, ("BAR-COMBAT-03", "BAR-RESULT-04"), grid.ids[h], gain, cost, cure)


def surprises(before: Campaign, p: Campaign, orders: Orders) -> Iterator[Stop]:
    """Yield the limits on losses that have been exceeded before the next battle."""
    side = side_of(orders)
    if p.seat != side or p.box.name != "fight":
        return
    left = sum(1 for battle in p.battles if battle)
    for sector in task_of(p.board, orders).sectors:
        lost = _lost(before, p, sector, side)
        if sector.losses and len(lost) > sector.losses and left:
            more = counted(left, "# battle is", "# battles are")
            units = counted(len(lost), "# unit is", "# units are")
            text = f"{units} lost in the {_title(sector).lower()}, and you accepted {sector.losses}. {more} left."
            field, gain = _field("losses", sector), f"{more} fought as declared"
            cure = {field: min(MOST_LOSSES, len(lost) + left)}
            yield Stop(field, text, ("BAR-COMBAT-09",), gain=gain, cost="more units can be lost", cure=cure)


def _lost(before: Campaign, p: Campaign, sector: Sector, side: int) -> list[int]:
    """Return the units of a sector that have been eliminated since the turn began."""
    grid = p.board.grid
    return [u for u in before.units(side) if p.at[u] == LOST and sector.hexes & grid.bit[before.at[u]]]


# ------------------------------------------------------------------ afterwards


def report(before: Campaign, p: Campaign, orders: Orders) -> list[Kept]:
    """Return how each order turned out in a month."""
    if not before.turn:
        return []
    task, side = task_of(p.board, orders), side_of(orders)
    found = list[Kept]()
    for sector in task.sectors:
        found += _of_sector(before, p, sector, side)
    return [*found, *_of_front(before, p, orders, task, side)]


def _of_sector(before: Campaign, p: Campaign, sector: Sector, side: int) -> Iterator[Kept]:
    """Yield the outcome of the orders for a sector."""
    grid = p.board.grid
    if sector.aims:
        yield _taken(before, p, sector, side)
    if sector.line:
        yield _manned(before, p, sector, side)
    if sector.losses:
        lost = counted(len(_lost(before, p, sector, side)), "# unit was", "# units were")
        state: State = "kept" if len(_lost(before, p, sector, side)) <= sector.losses else "broken"
        yield Kept(_field("losses", sector), state, f"{lost} lost in the month, {sector.losses} accepted")
    if sector.least:
        text = f"Under this order, the staff began no attack below {COLUMNS[sector.least]}, except soak-offs"
        yield Kept(_field("least", sector), "kept", text)
    if sector.reserve:
        near = p.board.nets[p.frozen].spread(p.zones.occupied[1 - side])
        out = sum(1 for u in p.units(side) if sector.hexes & ~near & grid.bit[p.at[u]])
        text = f"{counted(out, '# unit is', '# units are')} out of contact, {sector.reserve} ordered"
        yield Kept(_field("reserve", sector), "kept" if out >= sector.reserve else "broken", text)
    if sector.posture != "staff":
        yield _posture(before, p, sector, side)


def _taken(before: Campaign, p: Campaign, sector: Sector, side: int) -> Kept:
    """Return the outcome for a sector's objectives."""
    field, open_ = _field("objective", sector), open_aims(p, sector, side)
    lost = [_place(p, h) for h in open_ if reached_by(before, h, side)]
    if lost:
        return Kept(field, "broken", f"{listed(lost)} {counted(len(lost), 'was', 'were')} lost")
    if not open_:
        return Kept(field, "kept", f"Taken: {listed([_place(p, h) for h in sector.aims])}")
    way = distances(p.board, p.board.grid.bit[open_[0]], p.frozen)
    far = min((way[p.at[u]] for u in p.units(side)), default=FAR)
    away = f"{counted(far, '# hex', '# hexes')} away" if far < FAR else "out of reach"
    left = f"{listed([_place(p, h) for h in open_])} {counted(len(open_), 'is', 'are')} left to take"
    state: State = "half done" if len(open_) < len(sector.aims) else "goes on"
    return Kept(field, state, f"{left}. The nearest unit is {away} from {_place(p, open_[0])}")


def _manned(before: Campaign, p: Campaign, sector: Sector, side: int) -> Kept:
    """Return the outcome for a sector's line."""
    grid, field = p.board.grid, _field("line", sector)
    empty = sector.line & ~p.zones.occupied[side]
    if not empty:
        return Kept(field, "kept", "Every hex of the line has a unit")
    taken = empty & before.zones.occupied[side] & p.zones.occupied[1 - side]
    if taken:
        return Kept(field, "broken", f"The enemy is in {listed([_place(p, h) for h in grid.hexes(taken)])}")
    text = f"No unit is in {listed([_place(p, h) for h in grid.hexes(empty)])}"
    return Kept(field, "half done" if empty != sector.line else "goes on", text)


def _posture(before: Campaign, p: Campaign, sector: Sector, side: int) -> Kept:
    """Return the outcome for a sector's posture: how many of its units are at the line or, without a line, how many
    moved toward the enemy or away.
    """
    board, grid = p.board, p.board.grid
    units = [u for u in before.units(side) if sector.hexes & grid.bit[before.at[u]] and p.at[u] < LOST]
    field = _field("posture", sector)
    if not units:
        return Kept(field, "missed", "The sector has no units")
    if sector.line and sector.posture in DEFENSIVE:
        there = sum(bool(grid.widened(sector.line) & grid.bit[p.at[u]]) for u in units)
        text = f"{counted(there, '# unit is', '# units are')} at the line, out of {len(units)}"
        return Kept(field, "kept" if 2 * there >= len(units) else "half done" if there else "goes on", text)
    way = distances(board, before.zones.occupied[1 - side], before.frozen)
    nearer = [way[before.at[u]] - way[p.at[u]] for u in units]
    forward, back = sum(n > 0 for n in nearer), sum(n < 0 for n in nearer)
    text = f"{counted(forward, '# unit', '# units')} went forward, {back} back, {len(units) - forward - back} neither"
    if sector.posture == "attack":
        return Kept(field, "kept" if forward else "missed", text)
    return Kept(field, "kept" if forward <= back or not forward else "half done", text)


def _of_front(before: Campaign, p: Campaign, orders: Any, task: Task, side: int) -> Iterator[Kept]:
    """Yield the outcome of the orders for the whole front."""
    grid, changed = p.board.grid, orders.changed()
    if task.stand:
        yield _stood(before, p, task, side)
    if task.mechanized >= 0:
        fast = [u for u in p.units(side) if is_fast(p, u)]
        there = [u for u in fast if task.sectors[task.mechanized].hexes & grid.bit[p.at[u]]]
        state: State = "kept" if len(there) == len(fast) else "half done" if there else "goes on"
        yield Kept("mechanized", state, f"{len(there)} of {counted(len(fast), '# unit', '# units')} are there")
    if "soak_offs" in changed:
        worst = f"below 1-{task.soaks}" if task.soaks else "at all"
        text = f"The staff planned no soak-off {worst}"
        yield Kept("soak_offs", "kept", text)
    yield from _came(before, p, task, side)
    if "break_out" in changed:
        were, are = (isolated(q, side).bit_count() for q in (before, p))
        state = "kept" if task.ringed == "stand" or not are else "goes on"
        yield Kept("break_out", state, f"{counted(are, '# unit is', '# units are')} without supply, {were} before")
    for field in ("air", "keep_air"):
        if field in changed:
            kept = field == "air" or p.air[side] >= min(task.kept_air, before.air[side])
            left = counted(p.air[side], "# air factor is", "# air factors are")
            yield Kept(field, "kept" if kept else "broken", f"{left} left")


def _stood(before: Campaign, p: Campaign, task: Task, side: int) -> Kept:
    """Return the outcome for the hexes to hold."""
    without = task.stand & ~p.zones.occupied[side]
    lost = without & before.zones.occupied[side]
    if not without:
        return Kept("stand", "kept", "Every place is held")
    names = listed([_place(p, h) for h in p.board.grid.hexes(lost or without)])
    if lost:
        return Kept("stand", "broken", f"No unit is left in {names}")
    return Kept("stand", "goes on", f"No unit is in {names} yet")


def _came(before: Campaign, p: Campaign, task: Task, side: int) -> Iterator[Kept]:
    """Yield the outcome for units bought with replacement points, for arrivals, and for garrisons that are too
    small. Units that arrived can be lost again before the month ends.
    """
    board, grid = p.board, p.board.grid
    came = [u for u in board.of_side[side] if before.at[u] >= LOST and p.at[u] < LOST]
    if task.buy != "staff":
        back = sum(1 << u for u in came if before.at[u] == LOST)
        saved = counted(p.points[side], "# point is", "# points are")
        yield Kept("buy", "kept", f"Back on the map: {p.names(back) if back else 'no unit'}; {saved} saved")
    if task.arrive:
        text = counted(len(came), "# unit that arrived is on the map", "# units that arrived are on the map")
        yield Kept("arrive", "kept", text)
    if task.garrison:
        homes = grid.hexes(p.held(side, [city for cities in board.objectives for city in cities]))
        short = [_place(p, h) for h in homes if sum(p.at[u] == h for u in p.units(side)) < task.garrison]
        text = f"Too few units are in {listed(short)}" if short else "Every garrison is complete"
        yield Kept("garrison", "half done" if short else "kept", text)


COMMAND = Command(FORMS, objections, stops, report, surprises, marks, foreseen, parts, PLANS, second, turn)
