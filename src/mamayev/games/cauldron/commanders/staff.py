"""The staff: a sensible Paulus. It keeps the army fed, holds the ring closed, delays the Final Offensive, and opens the
road to the relief force when that force is near.

Each box of the sequence of play has its order here: a function of the position that gives an action and the reason. The
commanders follow these orders wherever they give none of their own.
"""

from __future__ import annotations

from collections.abc import Callable

from mamayev.engine.notation import ARG, MASK, VERB, encode
from mamayev.engine.position import Frame
from mamayev.engine.table import Choice

from ..actions import free_battlegroup
from ..attacks import attack_modifiers
from ..board import bits
from ..control import keys, units_at, units_in_play
from ..position import BOX_0, FULL, Pocket
from ..prices import spendable
from ..soviet import targets_left
from ..strategic import full_upkeep, payments
from ..verbs import (
    ABSORB,
    ACTIVATE,
    ADVANCE,
    AIRLIFT,
    APPEAL,
    ATTACK,
    BATTLEGROUP,
    BUILD,
    BY_IP,
    CONFERENCE,
    DECLINE,
    END_ACTIONS,
    END_PHASE,
    EVACUATE,
    FREEDOM,
    HALT,
    LET_ROLL,
    LOSE,
    MOVE,
    PAY,
    RELIEVE,
    RESOLVE,
    RETREAT,
    SUPPORT,
    TACTICAL,
)
from .appreciation import first_step, front, may_leave, relief_is_near, road, spearheads, strength, worth

Order = Callable[[Pocket, Frame, list[int]], Choice]


# ------------------------------------------------------------------ Strategic Phase


def upkeep(p: Pocket, _f: Frame, _options: list[int]) -> Choice:
    """Feed everybody; but units that take no losses may go hungry at no risk."""
    choices = payments(p)
    units = units_in_play(p)
    safe = sum(p.table.single_sided >> unit & 1 for unit in units)
    for points in choices:
        if points != full_upkeep(p) and len(units) - 5 * points <= safe:
            return Choice(encode(PAY, points), "Only units that take no upkeep losses go hungry.")
    if full_upkeep(p) in choices and p.supply - full_upkeep(p) >= 0:
        return Choice(encode(PAY, full_upkeep(p)), "Everybody is fed.")
    return Choice(encode(PAY, max(choices)), "As many as the stocks allow.")


def hungry(p: Pocket, _f: Frame, options: list[int]) -> Choice:
    """First those who cannot be lost, then full-strength infantry that can spare a step."""
    table = p.table

    def cost(action: int) -> tuple[int, int]:
        unit = action >> ARG & MASK
        if table.single_sided >> unit & 1:
            return 0, 0
        return 1 + (table.armour >> unit & 1), -p.steps[unit] if len(units_at(p, p.at[unit])) > 1 else 3 - p.steps[unit]

    return Choice(min(options, key=cost), "It can spare the ration best.")


def upkeep_loss(p: Pocket, _f: Frame, options: list[int]) -> Choice:
    """Flip before losing, infantry before armour."""

    def cost(action: int) -> tuple[bool, int, int]:
        unit = action >> ARG & MASK
        return p.steps[unit] != FULL, p.table.armour >> unit & 1, -len(units_at(p, p.at[unit]))

    return Choice(min(options, key=cost), "The loss weighs least there.")


def barrage(p: Pocket, _f: Frame, options: list[int]) -> Choice:
    """The defense that shields the strongest garrison can be spared."""
    return Choice(max(options, key=lambda a: strength(p, a >> ARG & MASK)), "The garrison is strong without it.")


# ------------------------------------------------------------------ German Phase


def actions(p: Pocket, f: Frame, options: list[int]) -> Choice:
    """The list of the day, in order of urgency; the first that applies is done."""
    offered = set(options)
    for order in (appeal, evacuate, close_gaps, open_road, tactical, defenses, battlegroups):
        choice = order(p, offered)
        if choice is not None:
            return choice
    return Choice(encode(END_ACTIONS), "Nothing more is worth its price.")


def appeal(p: Pocket, offered: set[int]) -> Choice | None:
    """Conferences while the front is sound and the bonus is still to be had, then the airlift."""
    if encode(APPEAL, AIRLIFT) not in offered or p.ip < 3:
        return None
    if p.foa_bonus < 2 and p.turn <= 4:
        return Choice(encode(APPEAL, CONFERENCE), "A conference may commit more to the relief.")
    if encode(APPEAL, FREEDOM) in offered and p.foa_bonus and relief_is_near(p):
        return Choice(encode(APPEAL, FREEDOM), "The road must be opened soon, and freely.")
    return Choice(encode(APPEAL, AIRLIFT), "The army lives by the airlift.")


def evacuate(p: Pocket, offered: set[int]) -> Choice | None:
    """Before the Wounded cost an Initiative Point, and long before they bring collapse."""
    if encode(EVACUATE) in offered and p.wounded >= 4:
        return Choice(encode(EVACUATE), f"{p.wounded} Wounded burden the command.")
    return None


def close_gaps(p: Pocket, offered: set[int]) -> Choice | None:
    """A vacant front area falls to the first attack: a reserve goes there, by the shortest way inside the pocket."""
    empty = [area for area in bits(front(p)) if not p.count[area]]
    for gap in sorted(empty, key=lambda area: -worth(p, area)):
        best: tuple[int, int] | None = None
        for unit in units_in_play(p):
            space = p.at[unit]
            if space > BOX_0 or p.target[unit] or unit == p.table.hq:
                continue
            if front(p) >> space & 1 and len(units_at(p, space)) < 2:
                continue
            step = first_step(p, unit, gap)
            if step and encode(MOVE, unit, step[0]) in offered and (best is None or step[1] < best[1]):
                best = (encode(MOVE, unit, step[0]), step[1])
        if best is not None and best[1] <= 4:
            return Choice(best[0], f"{p.table.board.names[gap]} stands open.")
    return None


def open_road(p: Pocket, offered: set[int]) -> Choice | None:
    """With the relief force near: armour to the gate, then three divisions against the area that bars the road."""
    if not relief_is_near(p):
        return None
    way = road(p)
    if not way:
        return None
    gate = way[0]
    board = p.table.board
    if p.targets >> gate & 1:
        supply = spendable(p)[1]
        if encode(SUPPORT, gate) in offered and p.attack_supply[gate] < 2 and supply >= 4:
            return Choice(encode(SUPPORT, gate), "Supply decides the attack.")
        named = sum(target == gate for target in p.target)
        for unit in spearheads(p, gate):
            action = encode(ATTACK, unit, gate)
            if action in offered and named < 4 and may_leave(p, unit):
                return Choice(action, "Every division at the gate.")
        return None
    ready = [unit for unit in spearheads(p, gate) if encode(ATTACK, unit, gate) in offered]
    ip, supply = spendable(p)
    if len(ready) >= 2 and supply >= 5 and ip >= 1:
        return Choice(encode(ATTACK, ready[0], gate), f"{board.names[gate]} bars the road to the relief force.")
    if ip >= 2 and supply >= 6:
        return bring_armour(p, gate, offered)
    return None


def bring_armour(p: Pocket, gate: int, offered: set[int]) -> Choice | None:
    """The nearest panzer or motorized division that can be spared goes to an area beside the gate."""
    board = p.table.board
    doors = [area for area in board.neighbours[gate] if p.german >> area & 1]
    if len(spearheads(p, gate)) >= 4:
        return None
    best: tuple[int, int] | None = None
    for unit in units_in_play(p):
        space = p.at[unit]
        spare = space <= BOX_0 and p.table.armour >> unit & 1 and not p.target[unit] and space not in doors
        if not spare or (front(p) >> space & 1 and len(units_at(p, space)) < 2):
            continue
        for door in doors:
            step = first_step(p, unit, door)
            if step and encode(MOVE, unit, step[0]) in offered and (best is None or step[1] < best[1]):
                best = (encode(MOVE, unit, step[0]), step[1])
    return None if best is None else Choice(best[0], "Armour to the gate.")


def tactical(p: Pocket, offered: set[int]) -> Choice | None:
    """Delay the Final Offensive whenever next turn's rations allow it."""
    if encode(TACTICAL) in offered and p.supply >= 4 and p.offensive > 0:
        return Choice(encode(TACTICAL), "Every turn of delay counts.")
    return None


def defenses(p: Pocket, offered: set[int]) -> Choice | None:
    """Spare Initiative Points harden the front where most would be lost."""
    fronts = sorted(bits(front(p)), key=lambda area: (strength(p, area) - 2 * worth(p, area), area))
    for area in fronts:
        if encode(ACTIVATE, area, BY_IP) in offered and not p.pdm_active[area]:
            return Choice(encode(ACTIVATE, area, BY_IP), f"{p.table.board.names[area]} must hold.")
    for area in fronts:
        if encode(BUILD, area, BY_IP) in offered and not p.pdm_active[area] and not p.pdm_inactive[area]:
            return Choice(encode(BUILD, area, BY_IP), f"{p.table.board.names[area]} must hold.")
    return None


def battlegroups(p: Pocket, offered: set[int]) -> Choice | None:
    """A hasty formation into an open area that no reserve can reach."""
    if free_battlegroup(p) < 0 or p.supply < full_upkeep(p) - 1:
        return None
    for area in sorted(bits(front(p)), key=lambda a: -worth(p, a)):
        if not p.count[area] and encode(BATTLEGROUP, area) in offered:
            return Choice(encode(BATTLEGROUP, area), f"{p.table.board.names[area]} stands open.")
    return None


def attack_order(p: Pocket, _f: Frame, options: list[int]) -> Choice:
    """The best odds first."""
    best = max(options, key=lambda a: sum(m.value for m in attack_modifiers(p, a >> ARG & MASK)))
    return Choice(best, "The best odds first.")


def drive(p: Pocket, _f: Frame, options: list[int]) -> Choice:
    """Away from the road and from the pocket."""
    return Choice(
        min(options, key=lambda a: (p.table.board.adjacent[a >> ARG & MASK] & p.german).bit_count()),
        "Where the unit is farthest from the pocket.",
    )


def advance(p: Pocket, f: Frame, options: list[int]) -> Choice:
    """Into the vacated area with one division, when it lies on the road and the area left behind stays held."""
    wanted = f[3] or f[2] in road(p) or f[2] == p.table.board.entries[p.relief_letter]
    if wanted and not f[5]:
        movers = [a for a in options if a >> VERB == ADVANCE]
        good = [a for a in movers if may_leave(p, a >> ARG & MASK)] or movers
        if good:
            return Choice(good[0], "The road is open: forward.")
    return Choice(encode(HALT), "The line stays where it is.")


def relief(p: Pocket, _f: Frame, options: list[int]) -> Choice:
    """The relief force attacks."""
    return Choice(encode(RELIEVE), "Toward the pocket.")


def aim(p: Pocket, _f: Frame, options: list[int]) -> Choice:
    """Toward the nearest German unit."""
    way = road(p)
    held = [unit for unit in units_in_play(p) if p.at[unit] <= BOX_0]
    goal = way[-2] if len(way) > 1 else None

    def distance(action: int) -> tuple[bool, int]:
        area = action >> ARG & MASK
        reached, steps = 1 << area, 0
        occupied = sum({1 << p.at[unit] for unit in held})
        while not reached & occupied and steps < 12:
            reached |= p.table.board.touching(reached)
            steps += 1
        return area != goal, steps

    return Choice(min(options, key=lambda a: (distance(a)[1], distance(a)[0])), "The shortest way to the army.")


# ------------------------------------------------------------------ Soviet Phase


def expose(p: Pocket, _f: Frame, options: list[int]) -> Choice:
    """Where a defeat costs least: a strong garrison behind an activated defense."""

    def risk(action: int) -> tuple[bool, int]:
        area = action >> ARG & MASK
        return not p.count[area], worth(p, area) - 2 * strength(p, area)

    return Choice(min(options, key=risk), "That area can take it best.")


def soviet_attacks(p: Pocket, _f: Frame, options: list[int]) -> Choice:
    """A battlegroup into an open key area first; then one attack after the other."""
    offered = set(options)
    for area in bits(targets_left(p)):
        if not p.count[area] and worth(p, area) >= 3 and encode(BATTLEGROUP, area) in offered:
            return Choice(encode(BATTLEGROUP, area), f"{p.table.board.names[area]} must not fall without a fight.")
    attacks = [action for action in options if action >> VERB == RESOLVE]
    if attacks:
        return Choice(attacks[0], "In order.")
    return Choice(encode(END_PHASE), "All attacks are resolved.")


def loss(p: Pocket, f: Frame, options: list[int]) -> Choice:
    """Defenses absorb; a step is given for ground that matters; else the garrison falls back in good order."""
    if encode(ABSORB) in options:
        return Choice(encode(ABSORB), "That is what the defenses are for.")
    area = f[2]
    losses = [action for action in options if action >> VERB == LOSE]
    retreats = [action for action in options if action >> VERB == RETREAT]

    def weight(action: int) -> tuple[bool, int]:
        unit = action >> ARG & MASK
        return p.steps[unit] != FULL, p.table.armour >> unit & 1

    cheapest = min(losses, key=weight) if losses else None
    flips = cheapest is not None and p.steps[cheapest >> ARG & MASK] == FULL
    garrison = len(units_at(p, area))
    if cheapest is not None and (flips or not retreats or (garrison > 1 and worth(p, area) >= 3)):
        return Choice(cheapest, "The ground is worth the step.")
    if retreats:
        best = max(retreats, key=lambda a: worth(p, a >> ARG & MASK) - strength(p, a >> ARG & MASK))
        return Choice(best, "The men are worth more than the ground.")
    assert cheapest is not None
    return Choice(cheapest, "There is no way back.")


def follow(p: Pocket, _f: Frame, options: list[int]) -> Choice:
    """Into the strongest neighbour."""
    attacks = [a for a in options if a >> VERB != BATTLEGROUP]
    best = min(attacks, key=lambda a: worth(p, a >> ARG & MASK) - strength(p, a >> ARG & MASK))
    return Choice(best, "That area can take it best.")


def window(p: Pocket, f: Frame, options: list[int]) -> Choice:
    """A battlegroup only for ground that matters."""
    if not p.count[f[2]] and worth(p, f[2]) >= 3 and encode(BATTLEGROUP, f[2]) in options:
        return Choice(encode(BATTLEGROUP, f[2]), "It must not fall without a fight.")
    return Choice(encode(LET_ROLL), "Let it come.")


def face(p: Pocket, _f: Frame, options: list[int]) -> Choice:
    """In the order of the unit list (CAU-FLOW-43)."""
    faces = [action for action in options if action >> VERB != BATTLEGROUP]
    return Choice(faces[0], "In order.")


# ------------------------------------------------------------------ Evaluation Phase


def officers(_p: Pocket, _f: Frame, _options: list[int]) -> Choice:
    """CAU-WHATIF-05: it would cost a point."""
    return Choice(encode(DECLINE), "Nobody leaves before the men.")


def rally(p: Pocket, _f: Frame, options: list[int]) -> Choice:
    """The Key Area with the most ground and airfields around it."""
    board = p.table.board

    def value(action: int) -> int:
        key = action >> ARG & MASK
        around = (board.adjacent[key] | 1 << key) & p.german
        return around.bit_count() + 2 * (around & keys(p)).bit_count() + 3 * (around & board.airfields).bit_count()

    return Choice(max(options, key=value), "Most ground is held there.")


def shelter(p: Pocket, _f: Frame, options: list[int]) -> Choice:
    """The survivors spread evenly over the pocket, important areas first."""
    best = min(options, key=lambda a: (strength(p, a & MASK) - worth(p, a & MASK), a & MASK))
    return Choice(best, "No area is left open.")


def first(_p: Pocket, _f: Frame, options: list[int]) -> Choice:
    """Nothing depends on it."""
    return Choice(options[0], "Nothing depends on it.")


ORDERS: dict[str, Order] = {
    "set-up.entry": first,
    "strategic.barrage": barrage,
    "strategic.upkeep.pay": upkeep,
    "strategic.upkeep.name": hungry,
    "strategic.upkeep.take": upkeep_loss,
    "german.actions": actions,
    "german.attacks.choose": attack_order,
    "german.attacks.drive": drive,
    "german.attacks.advance": advance,
    "german.relief.choose": relief,
    "german.relief.aim": aim,
    "german.relief.back": first,
    "soviet.targets.pick": expose,
    "soviet.attacks.choose": soviet_attacks,
    "soviet.loss": loss,
    "soviet.enter": first,
    "soviet.follow-up-area": follow,
    "soviet.follow-up-unit": first,
    "soviet.follow-up-window": window,
    "soviet.units.choose": face,
    "evaluation.officers": officers,
    "evaluation.collapse.rally": rally,
    "evaluation.collapse.choose": first,
    "evaluation.collapse.place": shelter,
}
