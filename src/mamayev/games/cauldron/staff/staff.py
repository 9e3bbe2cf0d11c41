"""The staff: a sensible Paulus. It keeps the army fed, holds the ring closed, delays the Final Offensive, and opens the
road to the relief force when that force is near.

Each box of the sequence of play has its order here: a function of the position that gives an action and the reason. The
commanders follow these orders wherever they give none of their own.
"""

from __future__ import annotations

from collections.abc import Callable

from mamayev.engine.notation import ARG, MASK, act, verb_of
from mamayev.engine.position import Frame

from ..printed.map import BOX_0
from ..rules.actions import free_battlegroup
from ..rules.attacks import attack_modifiers
from ..rules.board import bits
from ..rules.control import keys, units_at, units_in_play
from ..rules.position import FULL, SCHMIDT_WANES, Pocket
from ..rules.soviet import Defeat, Place, targets_left
from ..rules.strategic import full_upkeep, payments
from ..rules.verbs import (
    ABSORB,
    ACTIVATE,
    AIRLIFT,
    APPEAL,
    BATTLEGROUP,
    BUILD,
    BY_IP,
    CONFERENCE,
    DECLINE,
    DISPEL,
    END_ACTIONS,
    END_PHASE,
    EVACUATE,
    FREEDOM,
    LEAVE_COUNTER,
    LET_ROLL,
    LISTEN,
    LOSE,
    PAY,
    RELIEVE,
    RESOLVE,
    RETREAT,
    TACTICAL,
)
from . import deployment
from .appreciation import front, gate, hunger, is_spare, reach, road, strength, time_to_go, weakest_first, worth
from .ground import nose
from .offensive import DailyOrder, advance, assault, cheapest_step, gather, meet_relief
from .rated import Rated
from .style import JUDGMENT

Order = Callable[[Pocket, Frame, list[int]], Rated]


# ------------------------------------------------------------------ Strategic Phase


def upkeep(p: Pocket, _f: Frame, _options: list[int]) -> Rated:
    """Feed everybody, but keep what a sortie needs, or else two Tactical Attacks; under the Final Offensive a sortie
    goes first only if the relief force is close."""
    if time_to_go(p) and (reach(p) >= JUDGMENT.close_box or not p.launched):
        return feed(p, JUDGMENT.for_sortie)
    return feed(p, 0 if p.launched else JUDGMENT.for_tactical)


def feed_all(p: Pocket, _f: Frame, _options: list[int]) -> Rated:
    """Feed everybody today, whatever is left for operations."""
    return feed(p, 0)


def feed(p: Pocket, keep: int) -> Rated:
    """Feed as many as the stocks allow when this many supply points are kept for operations; least hunger first, then
    least supply."""
    offered = payments(p)
    affordable = [points for points in offered if p.supply - points >= keep] or [min(offered)]
    points = min(affordable, key=lambda n: (hunger(p, n), n))
    if points == full_upkeep(p):
        return Rated(act(PAY, points), "Everybody is fed.")
    if not hunger(p, points):
        return Rated(act(PAY, points), "Only units that take no upkeep losses go hungry.")
    why = "As many as the stocks allow." if not keep else "The stocks are needed for operations."
    return Rated(act(PAY, points), why)


def hungry(p: Pocket, _f: Frame, options: list[int]) -> Rated:
    """First those who cannot be lost, then full-strength infantry that can spare a step."""
    table = p.table

    def cost(action: int) -> tuple[int, int]:
        unit = action >> ARG & MASK
        if table.single_sided >> unit & 1:
            return 0, 0
        return 1 + (table.armour >> unit & 1), -p.steps[unit] if len(units_at(p, p.at[unit])) > 1 else 3 - p.steps[unit]

    return Rated(min(options, key=cost), "It can spare the ration best.")


def upkeep_loss(p: Pocket, _f: Frame, options: list[int]) -> Rated:
    """Flip before losing, infantry before armour."""

    def cost(action: int) -> tuple[bool, int, int]:
        unit = action >> ARG & MASK
        return p.steps[unit] != FULL, p.table.armour >> unit & 1, -len(units_at(p, p.at[unit]))

    return Rated(min(options, key=cost), "The loss weighs least there.")


def barrage(p: Pocket, _f: Frame, options: list[int]) -> Rated:
    """The defense that shields the strongest garrison can be spared."""
    return Rated(max(options, key=lambda a: strength(p, a >> ARG & MASK)), "The garrison is strong without it.")


# ------------------------------------------------------------------ German Phase


NOTHING_MORE = Rated(END_ACTIONS, "Nothing more is worth its price.")


def day(*orders: DailyOrder) -> Order:
    """The list of the day, in order of urgency; the first that applies is done."""

    def actions(p: Pocket, _f: Frame, options: list[int]) -> Rated:
        offered = set(options)
        for order in orders:
            choice = order(p, offered)
            if choice is not None:
                return choice
        return NOTHING_MORE

    return actions


def ask_permission(p: Pocket, offered: set[int], until: int, why: str, *, otherwise: str) -> Rated | None:
    """Freedom of Action up to a turn, after a conference that makes it likelier; then the airlift."""
    if act(APPEAL, AIRLIFT) not in offered:
        return None
    if act(APPEAL, FREEDOM) in offered and p.turn <= until:
        if p.foa_bonus:
            return Rated(act(APPEAL, FREEDOM), why)
        return Rated(act(APPEAL, CONFERENCE), "A conference makes Freedom of Action likelier (CAU-APPEAL-08).")
    return Rated(act(APPEAL, AIRLIFT), otherwise)


def appeal(p: Pocket, offered: set[int]) -> Rated | None:
    """Conferences while the front is sound and the bonus is still to be had, Freedom of Action with it, then the
    airlift."""
    if act(APPEAL, AIRLIFT) not in offered or p.ip < JUDGMENT.appeal_ip:
        return None
    if p.foa_bonus < 2 and p.turn <= JUDGMENT.conferences:
        return Rated(act(APPEAL, CONFERENCE), "A conference may commit more to the relief.")
    if act(APPEAL, FREEDOM) in offered and p.foa_bonus:
        return Rated(act(APPEAL, FREEDOM), "The road must be opened soon, and freely.")
    return Rated(act(APPEAL, AIRLIFT), "The army lives by the airlift.")


def evacuate(p: Pocket, offered: set[int]) -> Rated | None:
    """Before the Wounded cost an Initiative Point, and long before they bring collapse."""
    if EVACUATE in offered and p.wounded >= JUDGMENT.wounded:
        return Rated(EVACUATE, f"{p.wounded} Wounded burden the command.")
    return None


def close_gaps(p: Pocket, offered: set[int], given_up: int = 0) -> Rated | None:
    """A vacant front area falls to the first attack: a reserve goes there, by the shortest way inside the pocket."""
    empty = [area for area in bits(front(p) & ~given_up) if not p.count[area]]
    free = [unit for unit in units_in_play(p) if is_spare(p, unit, given_up)]
    for gap in sorted(empty, key=lambda area: -worth(p, area)):
        step = cheapest_step(p, gap, offered, free, most=JUDGMENT.gap_points)
        if step is not None:
            return Rated(step, f"{p.table.board.names[gap]} stands open.")
    return None


def mend(p: Pocket, offered: set[int]) -> Rated | None:
    """Holes in the front are closed, but not in the nose."""
    return close_gaps(p, offered, 1 << nose(p.table.board))


def muster(p: Pocket, offered: set[int]) -> Rated | None:
    """Armour to the gate: what can be spared, and the division in the nose of the pocket, which is worth more there."""
    return gather(p, offered, 1 << nose(p.table.board))


def sortie(p: Pocket, offered: set[int]) -> Rated | None:
    """Attack the space that bars the road to the relief force."""
    target = gate(p)
    return assault(p, offered, target) if target and time_to_go(p) else None


def gain_time(p: Pocket, offered: set[int]) -> Rated | None:
    """Tactical Attacks until it is time for the sortie: then all supply is for that."""
    return None if time_to_go(p) and gate(p) else tactical(p, offered)


def tactical(p: Pocket, offered: set[int]) -> Rated | None:
    """Delay the Final Offensive (CAU-TAC-02, CAU-TAC-03)."""
    if TACTICAL in offered and p.offensive > 0:
        return Rated(TACTICAL, "Every turn of delay counts.")
    return None


def defenses(p: Pocket, offered: set[int], given_up: int = 0) -> Rated | None:
    """Spare Initiative Points harden the front where most would be lost."""
    fronts = weakest_first(p, front(p) & ~given_up)
    for area in fronts:
        if act(ACTIVATE, area, BY_IP) in offered and not p.pdm_active[area]:
            return Rated(act(ACTIVATE, area, BY_IP), f"{p.table.board.names[area]} must hold.")
    for area in fronts:
        if act(BUILD, area, BY_IP) in offered and not p.pdm_active[area] and not p.pdm_inactive[area]:
            return Rated(act(BUILD, area, BY_IP), f"{p.table.board.names[area]} must hold.")
    return None


def battlegroups(p: Pocket, offered: set[int], given_up: int = 0) -> Rated | None:
    """A hasty formation into an open area that no reserve can reach."""
    if free_battlegroup(p) < 0 or p.supply < full_upkeep(p) - JUDGMENT.short:
        return None
    for area in sorted(bits(front(p) & ~given_up), key=lambda a: -worth(p, a)):
        if not p.count[area] and act(BATTLEGROUP, area) in offered:
            return Rated(act(BATTLEGROUP, area), f"{p.table.board.names[area]} stands open.")
    return None


def attack_order(p: Pocket, _f: Frame, options: list[int]) -> Rated:
    """The best odds first."""
    best = max(options, key=lambda a: sum(m.value for m in attack_modifiers(p, a >> ARG & MASK)))
    return Rated(best, "The best odds first.")


def drive(p: Pocket, _f: Frame, options: list[int]) -> Rated:
    """Away from the road and from the pocket."""
    return Rated(
        min(options, key=lambda a: (p.table.board.adjacent[a >> ARG & MASK] & p.german).bit_count()),
        "Where the unit is farthest from the pocket.",
    )


def relief(p: Pocket, _f: Frame, options: list[int]) -> Rated:
    """The relief force attacks."""
    return Rated(RELIEVE, "Toward the pocket.")


def aim(p: Pocket, _f: Frame, options: list[int]) -> Rated:
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

    return Rated(min(options, key=lambda a: (distance(a)[1], distance(a)[0])), "The shortest way to the army.")


# ------------------------------------------------------------------ Soviet Phase


TAKES_IT_BEST = "That area can take it best."


def expose(p: Pocket, _f: Frame, options: list[int]) -> Rated:
    """Where a defeat costs least: a strong garrison behind an activated defense."""

    def risk(action: int) -> tuple[bool, int]:
        area = action >> ARG & MASK
        return not p.count[area], worth(p, area) - JUDGMENT.stakes * strength(p, area)

    return Rated(min(options, key=risk), TAKES_IT_BEST)


def soviet_attacks(p: Pocket, _f: Frame, options: list[int]) -> Rated:
    """A battlegroup into an open key area first; then one attack after the other."""
    offered = set(options)
    for area in bits(targets_left(p)):
        if not p.count[area] and worth(p, area) >= JUDGMENT.precious and act(BATTLEGROUP, area) in offered:
            return Rated(act(BATTLEGROUP, area), f"{p.table.board.names[area]} must not fall without a fight.")
    attacks = [action for action in options if verb_of(action) == RESOLVE]
    if attacks:
        return Rated(attacks[0], "In order.")
    return Rated(END_PHASE, "All attacks are resolved.")


def loss(p: Pocket, f: Frame, options: list[int]) -> Rated:
    """Defenses absorb; a step is given for ground that matters; else the garrison falls back in good order."""
    if ABSORB in options:
        return Rated(ABSORB, "That is what the defenses are for.")
    area = f[Defeat.area]
    losses = [action for action in options if verb_of(action) == LOSE]
    retreats = [action for action in options if verb_of(action) == RETREAT]

    def weight(action: int) -> tuple[bool, int]:
        unit = action >> ARG & MASK
        return p.steps[unit] != FULL, p.table.armour >> unit & 1

    cheapest = min(losses, key=weight) if losses else None
    flips = cheapest is not None and p.steps[cheapest >> ARG & MASK] == FULL
    garrison = len(units_at(p, area))
    if cheapest is not None and (flips or not retreats or (garrison > 1 and worth(p, area) >= JUDGMENT.precious)):
        return Rated(cheapest, "The ground is worth the step.")
    if retreats:
        best = max(retreats, key=lambda a: worth(p, a >> ARG & MASK) - strength(p, a >> ARG & MASK))
        return Rated(best, "The men are worth more than the ground.")
    assert cheapest is not None
    return Rated(cheapest, "There is no way back.")


def follow(p: Pocket, _f: Frame, options: list[int]) -> Rated:
    """Into the strongest neighbour."""
    attacks = [a for a in options if verb_of(a) != BATTLEGROUP]
    best = min(attacks, key=lambda a: worth(p, a >> ARG & MASK) - strength(p, a >> ARG & MASK))
    if len(attacks) == 1:
        return Rated(best, "There is no other area for it.")
    return Rated(best, TAKES_IT_BEST if p.count[best >> ARG & MASK] else "No unit stands there to be lost.")


def window(p: Pocket, f: Frame, options: list[int]) -> Rated:
    """A battlegroup only for ground that matters."""
    if (
        not p.count[f[Place.area]]
        and worth(p, f[Place.area]) >= JUDGMENT.precious
        and act(BATTLEGROUP, f[Place.area]) in options
    ):
        return Rated(act(BATTLEGROUP, f[Place.area]), "It must not fall without a fight.")
    return Rated(LET_ROLL, "Let it come.")


def face(p: Pocket, _f: Frame, options: list[int]) -> Rated:
    """In the order of the unit list (CAU-FLOW-43)."""
    faces = [action for action in options if verb_of(action) != BATTLEGROUP]
    return Rated(faces[0], "In order.")


# ------------------------------------------------------------------ Evaluation Phase


def officers(_p: Pocket, _f: Frame, _options: list[int]) -> Rated:
    """CAU-WHATIF-05: it would cost a point."""
    return Rated(DECLINE, "Nobody leaves before the men.")


def rally(p: Pocket, _f: Frame, options: list[int]) -> Rated:
    """The Key Area with the most ground and airfields around it."""
    board = p.table.board

    def value(action: int) -> int:
        key = action >> ARG & MASK
        around = (board.adjacent[key] | 1 << key) & p.german
        starred, flown = (around & keys(p)).bit_count(), (around & board.airfields).bit_count()
        return around.bit_count() + JUDGMENT.rally_key * starred + JUDGMENT.rally_airfield * flown

    return Rated(max(options, key=value), "Most ground is held there.")


def shelter(p: Pocket, _f: Frame, options: list[int]) -> Rated:
    """The survivors spread evenly over the pocket, important areas first."""
    best = min(options, key=lambda a: (strength(p, a & MASK) - worth(p, a & MASK), a & MASK))
    return Rated(best, "No area is left open.")


def no_council(_p: Pocket, _f: Frame, _options: list[int]) -> Rated:
    """Hold out: an Appeal a turn is worth more than a council that will most likely give up."""
    return Rated(LEAVE_COUNTER, "The army holds out.")


def rumor(p: Pocket, _f: Frame, _options: list[int]) -> Rated:
    """Every rumor that comes true is welcome, except the one that doubles the price of the airlift Appeals."""
    if p.rumor == SCHMIDT_WANES:
        return Rated(DISPEL, "Appeals must stay cheap.")
    return Rated(LISTEN, "It might be true.")


def first(_p: Pocket, _f: Frame, options: list[int]) -> Rated:
    """Nothing depends on it."""
    return Rated(options[0], "Nothing depends on it.")


DAY: tuple[DailyOrder, ...] = (
    meet_relief,
    appeal,
    gain_time,
    muster,
    sortie,
    mend,
    evacuate,
    defenses,
    battlegroups,
)
"""The list of the day, in order of urgency."""


NEAR: tuple[DailyOrder, ...] = (mend, evacuate, tactical, defenses, battlegroups)
"""The list of the day of one who sees no further than that day: no relief, no Appeal, nothing kept for a sortie."""


def rated(p: Pocket, orders: tuple[DailyOrder, ...] = DAY) -> list[Rated]:
    """All Actions that are worth a thought, the best first: those of the day in their order, then an attack at any
    odds, the Tactical Attack and every Appeal, whatever the day says of them; at last, to leave it at that."""
    if p.box.name != "german.actions":
        return []
    options = p.box.options(p, p.top)
    offered, target = set(options), gate(p)
    found = [order(p, offered) for order in orders]
    found.append(assault(p, offered, target, least=0.0) if target else None)
    found += [Rated(a, "It is always worth a thought.") for a in options if verb_of(a) in (APPEAL, TACTICAL)]
    found.append(NOTHING_MORE)
    thoughts: dict[int, Rated] = {}
    for one in found:
        if one is not None:
            thoughts.setdefault(one.action, one._replace(worth=-float(len(thoughts))))
    return [one for one in thoughts.values() if one.action in offered]


ORDERS: dict[str, Order] = {
    "set-up.modifiers": deployment.modifiers,
    "set-up.remove": deployment.remove,
    "set-up.place": deployment.placement,
    "set-up.deplete": deployment.deplete,
    "set-up.defenses": deployment.defenses,
    "set-up.entry": first,
    "set-up.ready": deployment.begin,
    "strategic.council": no_council,
    "strategic.barrage": barrage,
    "strategic.upkeep.pay": upkeep,
    "strategic.upkeep.name": hungry,
    "strategic.upkeep.take": upkeep_loss,
    "german.actions": day(*DAY),
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
    "moment": first,
    "evaluation.officers": officers,
    "evaluation.rumor.choose": rumor,
    "evaluation.collapse.rally": rally,
    "evaluation.collapse.choose": first,
    "evaluation.collapse.place": shelter,
}

SHORT_SIGHTED: dict[str, Order] = ORDERS | {
    "strategic.upkeep.pay": feed_all,
    "german.actions": day(*NEAR),
}
"""The orders of one who sees no further than the day."""
