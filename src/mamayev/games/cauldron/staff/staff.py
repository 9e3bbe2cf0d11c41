"""The staff: a sensible Paulus, who keeps the army fed, holds the pocket, delays the Final Offensive, and opens the
road to the relief force when it is near.

Each box of the sequence of play has an order here: a function of the position that returns an action with the reasons
for it. A commander without a separate order for a box uses the order here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from mamayev.engine.bot import Rated, because, best
from mamayev.engine.notation import ARG, MASK, act, verb_of
from mamayev.engine.position import Frame
from mamayev.engine.words import counted

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
from .appreciation import (
    endures,
    front,
    gate,
    hunger,
    is_spare,
    losses_until_it_falls,
    reach,
    road,
    stake,
    strength,
    time_to_go,
    weakest_first,
    worth,
)
from .ground import nose
from .offensive import DailyOrder, advance, assault, cheapest_step, gather, meet_relief
from .style import JUDGMENT

Decide = Callable[[Pocket, Frame, list[int]], Rated]
"""Decides at a box of the sequence of play. It returns the best action, with its value and the reasons for it."""


# ------------------------------------------------------------------ Strategic Phase


def upkeep(p: Pocket, _f: Frame, _options: list[int]) -> Rated:
    """Feed all units, but save supply for a breakout, or else for two Tactical Attacks. During the Final Offensive, a
    breakout comes first only if the relief force is close.
    """
    if time_to_go(p) and (reach(p) >= JUDGMENT.close_box or not p.launched):
        return feed(p, JUDGMENT.for_sortie)
    return feed(p, 0 if p.launched else JUDGMENT.for_tactical)


def feed_all(p: Pocket, _f: Frame, _options: list[int]) -> Rated:
    """Feed all units, however little supply is left for operations."""
    return feed(p, 0)


def feed(p: Pocket, keep: int) -> Rated:
    """Feed as many units as possible while saving `keep` supply points. Minimize the expected losses first, then the
    supply spent.
    """
    offered = payments(p)
    affordable = [points for points in offered if p.supply - points >= keep] or [min(offered)]
    points = min(affordable, key=lambda n: (hunger(p, n), n))
    spent = f"{points} of {counted(p.supply, '# supply point', '# supply points')}"
    if points == full_upkeep(p):
        return Rated.by_rule(act(PAY, points), f"{spent} feed every unit")
    losses = hunger(p, points)
    if not losses:
        return Rated.by_rule(act(PAY, points), f"With {spent}, only units that take no upkeep losses go without supply")
    left = p.supply - points
    rest = f"{left} {'is' if left == 1 else 'are'} kept for operations" if keep and left else "the stocks allow no more"
    return Rated.by_rule(act(PAY, points), f"With {spent}, {losses:.1f} losses are expected; {rest}")


def hungry(p: Pocket, _f: Frame, options: list[int]) -> Rated:
    """Let units that cannot take losses go hungry first, then full-strength infantry that can spare a step."""
    table = p.table

    def cost(action: int) -> tuple[int, int]:
        unit = action >> ARG & MASK
        if table.single_sided >> unit & 1:
            return 0, 0
        alone = len(units_at(p, p.at[unit])) == 1
        return 1 + (table.armour >> unit & 1), FULL + 1 - p.steps[unit] if alone else -p.steps[unit]

    least = min(options, key=cost)
    if not cost(least)[0]:
        return Rated.by_rule(least, "It takes no upkeep losses")
    return Rated.by_rule(least, f"It suffers least without supply: {as_it_stands(p, least >> ARG & MASK)}")


def as_it_stands(p: Pocket, unit: int) -> str:
    """Describe the steps of a unit, and the number of units in its area."""
    steps = counted(p.steps[unit], "# step", "# steps")
    return f"it has {steps}, and {counted(len(units_at(p, p.at[unit])), '# unit is', '# units are')} in its area"


def upkeep_loss(p: Pocket, _f: Frame, options: list[int]) -> Rated:
    """Flip a unit before losing one, infantry before armor."""

    def cost(action: int) -> tuple[bool, int, int]:
        unit = action >> ARG & MASK
        return p.steps[unit] != FULL, p.table.armour >> unit & 1, -len(units_at(p, p.at[unit]))

    least = min(options, key=cost)
    return Rated.by_rule(least, f"The loss matters least there: {as_it_stands(p, least >> ARG & MASK)}")


def barrage(p: Pocket, _f: Frame, options: list[int]) -> Rated:
    """Give up the defense of the strongest garrison."""
    strongest = max(options, key=lambda a: strength(p, a >> ARG & MASK))
    return Rated.by_rule(strongest, f"No garrison is stronger: it {endures(p, strongest >> ARG & MASK)}")


# ------------------------------------------------------------------ German Phase


def nothing_more(p: Pocket) -> Rated:
    """End the Actions, because no other Action is worth its cost."""
    return Rated.by_rule(END_ACTIONS, f"No other Action is worth its cost: {unspent(p)} left")


def unspent(p: Pocket) -> str:
    """Describe the unspent Initiative Points and supply."""
    supply = counted(p.supply, "# supply point", "# supply points")
    return f"{counted(p.ip, '# Initiative Point', '# Initiative Points')} and {supply} are"


def day(*orders: DailyOrder) -> Decide:
    """Return an order that follows the first applicable order in a list."""

    def actions(p: Pocket, _f: Frame, options: list[int]) -> Rated:
        return next(urgent(p, set(options), orders), None) or nothing_more(p)

    return actions


def urgent(p: Pocket, offered: set[int], orders: Iterable[DailyOrder]) -> Iterator[Rated]:
    """Yield the Actions of the applicable orders in a list, the most urgent first."""
    for order in orders:
        choice = order(p, offered)
        if choice is not None:
            yield choice


def ask_permission(p: Pocket, offered: set[int], until: int, why: str, *, otherwise: str) -> Rated | None:
    """Appeal for Freedom of Action up to the given turn, after a conference that makes it more likely.

    After that, appeal for the airlift.
    """
    if act(APPEAL, AIRLIFT) not in offered:
        return None
    if act(APPEAL, FREEDOM) in offered and p.turn <= until:
        if p.foa_bonus:
            return Rated.by_rule(act(APPEAL, FREEDOM), why)
        return Rated.by_rule(
            act(APPEAL, CONFERENCE), "A conference makes Freedom of Action more likely (CAU-APPEAL-08)"
        )
    return Rated.by_rule(act(APPEAL, AIRLIFT), otherwise)


def appeal(p: Pocket, offered: set[int]) -> Rated | None:
    """Hold conferences while they can still gain the bonus, use it to appeal for Freedom of Action, then appeal for
    the airlift.
    """
    if act(APPEAL, AIRLIFT) not in offered or p.ip < JUDGMENT.appeal_ip:
        return None
    if p.foa_bonus < 2 and p.turn <= JUDGMENT.conferences:
        so_far = f"so far, conferences add {p.foa_bonus} to the Appeal for Freedom of Action"
        return Rated.by_rule(act(APPEAL, CONFERENCE), f"A conference may commit more to the relief; {so_far}")
    if act(APPEAL, FREEDOM) in offered and p.foa_bonus:
        return Rated.by_rule(
            act(APPEAL, FREEDOM), f"The road must be opened soon, and the conferences add {p.foa_bonus} to the roll"
        )
    return Rated.by_rule(act(APPEAL, AIRLIFT), f"The army depends on the airlift: {stock(p)}")


def stock(p: Pocket) -> str:
    """Describe the army's stocks."""
    return f"{counted(p.supply, '# supply point is', '# supply points are')} left"


def evacuate(p: Pocket, offered: set[int]) -> Rated | None:
    """Fly out Wounded before they cost an Initiative Point."""
    if EVACUATE in offered and p.wounded >= JUDGMENT.wounded:
        return Rated.by_rule(
            EVACUATE, f"{counted(p.wounded, '# Wounded is', '# Wounded are')} a burden for the command"
        )
    return None


def close_gaps(p: Pocket, offered: set[int], given_up: int = 0) -> Rated | None:
    """Send a reserve into an empty front area, by the shortest path inside the pocket."""
    empty = [area for area in bits(front(p) & ~given_up) if not p.count[area]]
    free = [unit for unit in units_in_play(p) if is_spare(p, unit, given_up)]
    for gap in sorted(empty, key=lambda area: -worth(p, area)):
        step = cheapest_step(p, gap, offered, free, most=JUDGMENT.gap_points)
        if step is not None:
            return Rated.by_rule(step, bare(p, gap))
    return None


def bare(p: Pocket, area: int) -> str:
    """Return why an empty area needs a unit."""
    return f"{p.table.board.names[area]} is empty, and losing it costs {stake(p, area)}"


def mend(p: Pocket, offered: set[int]) -> Rated | None:
    """Close gaps in the front, except in the nose."""
    return close_gaps(p, offered, 1 << nose(p.table.board))


def muster(p: Pocket, offered: set[int]) -> Rated | None:
    """Bring armor to the gate: spare divisions, and the division in the nose of the pocket."""
    return gather(p, offered, 1 << nose(p.table.board))


def sortie(p: Pocket, offered: set[int]) -> Rated | None:
    """Attack the space that blocks the road to the relief force."""
    target = gate(p)
    return assault(p, offered, target) if target and time_to_go(p) else None


def gain_time(p: Pocket, offered: set[int]) -> Rated | None:
    """Make Tactical Attacks until the breakout, which needs all the supply."""
    return None if time_to_go(p) and gate(p) else tactical(p, offered)


def tactical(p: Pocket, offered: set[int]) -> Rated | None:
    """Delay the Final Offensive (CAU-TAC-02, CAU-TAC-03)."""
    if TACTICAL in offered and p.offensive > 0:
        return Rated.by_rule(TACTICAL, f"The Final Offensive is at {p.offensive}: each turn of delay counts")
    return None


def defenses(p: Pocket, offered: set[int], given_up: int = 0) -> Rated | None:
    """Spend spare Initiative Points on the part of the front where the losses would be largest."""
    fronts = weakest_first(p, front(p) & ~given_up)
    for area in fronts:
        if act(ACTIVATE, area, BY_IP) in offered and not p.pdm_active[area]:
            return Rated.by_rule(act(ACTIVATE, area, BY_IP), must_hold(p, area))
    for area in fronts:
        if act(BUILD, area, BY_IP) in offered and not p.pdm_active[area] and not p.pdm_inactive[area]:
            return Rated.by_rule(act(BUILD, area, BY_IP), must_hold(p, area))
    return None


def must_hold(p: Pocket, area: int) -> str:
    """Return why an area at the front gets a defense."""
    return f"{p.table.board.names[area]} {endures(p, area)}, and losing it costs {stake(p, area)}"


def battlegroups(p: Pocket, offered: set[int], given_up: int = 0) -> Rated | None:
    """Create a battlegroup in an open area that no reserve can reach."""
    if free_battlegroup(p) < 0 or p.supply < full_upkeep(p) - JUDGMENT.short:
        return None
    for area in sorted(bits(front(p) & ~given_up), key=lambda a: -worth(p, a)):
        if not p.count[area] and act(BATTLEGROUP, area) in offered:
            return Rated.by_rule(act(BATTLEGROUP, area), bare(p, area))
    return None


def attack_order(p: Pocket, _f: Frame, options: list[int]) -> Rated:
    """Resolve the attack with the best modifiers first."""

    def modifier(action: int) -> int:
        return sum(m.value for m in attack_modifiers(p, action >> ARG & MASK))

    best = max(options, key=modifier)
    return Rated(best, modifier(best), because(f"The best attack comes first: {modifier(best):+} to the roll"))


def drive(p: Pocket, _f: Frame, options: list[int]) -> Rated:
    """Drive a beaten Soviet unit away from the pocket."""

    def beside(action: int) -> int:
        return (p.table.board.adjacent[action >> ARG & MASK] & p.german).bit_count()

    least = min(options, key=beside)
    areas = counted(beside(least), "# German area", "# German areas")
    return Rated.by_rule(least, f"It is farthest from the pocket there: next to {areas}")


def relief(p: Pocket, _f: Frame, options: list[int]) -> Rated:
    """Let the relief force attack."""
    where = p.table.board.names[p.relief_area] if p.relief_area else f"Relief box {p.relief_box}"
    return Rated.by_rule(RELIEVE, f"The relief force attacks toward the pocket from {where}")


FAR = 12
"""The distance from the army, in areas, beyond which the exact distance does not matter."""


def aim(p: Pocket, _f: Frame, options: list[int]) -> Rated:
    """Send the relief force toward the nearest German unit."""
    way = road(p)
    held = [unit for unit in units_in_play(p) if p.at[unit] <= BOX_0]
    goal = way[-2] if len(way) > 1 else None

    def distance(action: int) -> tuple[bool, int]:
        area = action >> ARG & MASK
        reached, steps = 1 << area, 0
        occupied = sum({1 << p.at[unit] for unit in held})
        while not reached & occupied and steps < FAR:
            reached |= p.table.board.touching(reached)
            steps += 1
        return area != goal, steps

    nearest = min(options, key=lambda a: (distance(a)[1], distance(a)[0]))
    areas = counted(distance(nearest)[1], "# area", "# areas")
    return Rated.by_rule(nearest, f"It is the shortest way to the army: {areas}")


# ------------------------------------------------------------------ Soviet Phase


def expose(p: Pocket, _f: Frame, options: list[int]) -> Rated:
    """Let the Soviets attack the area where a defeat costs least, which is a strong garrison behind an activated
    defense.
    """

    def risk(action: int) -> tuple[bool, int]:
        area = action >> ARG & MASK
        return not p.count[area], worth(p, area) - JUDGMENT.stakes * strength(p, area)

    safest = min(options, key=risk)
    return Rated.by_rule(safest, must_hold(p, safest >> ARG & MASK))


def soviet_attacks(p: Pocket, _f: Frame, options: list[int]) -> Rated:
    """Create a battlegroup in an undefended Key Area, then resolve one attack after another."""
    offered = set(options)
    for area in bits(targets_left(p)):
        if not p.count[area] and worth(p, area) >= JUDGMENT.precious and act(BATTLEGROUP, area) in offered:
            return Rated.by_rule(
                act(BATTLEGROUP, area),
                f"{bare(p, area)}, so it must not fall without a fight",
            )
    attacks = [action for action in options if verb_of(action) == RESOLVE]
    if attacks:
        area = attacks[0] >> ARG & MASK
        name, left = p.table.board.names[area], counted(len(attacks) - 1, "# attack is", "# attacks are")
        return Rated.by_rule(attacks[0], f"{name} comes first: it {endures(p, area)}; {left} left after it")
    return Rated.by_rule(END_PHASE, "All attacks are resolved")


def loss(p: Pocket, f: Frame, options: list[int]) -> Rated:
    """Absorb a loss with a defense if possible. Otherwise, lose a step to hold an important area, or retreat."""
    if ABSORB in options:
        left = counted(losses_until_it_falls(p, f[Defeat.area]) - 1, "# further loss", "# further losses")
        return Rated.by_rule(ABSORB, f"The defenses absorb the loss, and the area falls after {left}")
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
        return Rated.by_rule(cheapest, why_stay(p, area, flips, bool(retreats)))
    if retreats:
        best = max(retreats, key=lambda a: worth(p, a >> ARG & MASK) - strength(p, a >> ARG & MASK))
        return Rated.by_rule(best, f"The unit is worth more than the area, which costs {stake(p, area)}")
    assert cheapest is not None
    return Rated.by_rule(cheapest, "There is no way back")


def why_stay(p: Pocket, area: int, flips: bool, can_retreat: bool) -> str:
    """Return why a unit takes a loss instead of retreating."""
    if flips:
        return f"It has a step to give, and losing the area costs {stake(p, area)}"
    if not can_retreat:
        return "There is no way back"
    others = counted(len(units_at(p, area)) - 1, "# other unit holds", "# other units hold")
    return f"Losing the area costs {stake(p, area)}, and {others} it"


def follow(p: Pocket, _f: Frame, options: list[int]) -> Rated:
    """Direct a follow-up attack against the strongest neighboring area."""
    attacks = [a for a in options if verb_of(a) != BATTLEGROUP]
    best = min(attacks, key=lambda a: worth(p, a >> ARG & MASK) - strength(p, a >> ARG & MASK))
    if len(attacks) == 1:
        return Rated.by_rule(best, "There is no other area for it")
    area = best >> ARG & MASK
    return Rated.by_rule(best, must_hold(p, area) if p.count[area] else "No unit is there that could be lost")


def window(p: Pocket, f: Frame, options: list[int]) -> Rated:
    """Create a battlegroup before a follow-up only in an important area."""
    if (
        not p.count[f[Place.area]]
        and worth(p, f[Place.area]) >= JUDGMENT.precious
        and act(BATTLEGROUP, f[Place.area]) in options
    ):
        ground = f"Losing the area costs {stake(p, f[Place.area])}, so it must not fall without a fight"
        return Rated.by_rule(act(BATTLEGROUP, f[Place.area]), ground)
    ground = f"Losing the area costs {stake(p, f[Place.area])}, which does not justify a battlegroup"
    if p.count[f[Place.area]]:
        ground = f"The area {endures(p, f[Place.area])}, so it needs no battlegroup"
    return Rated.by_rule(LET_ROLL, ground)


def face(p: Pocket, _f: Frame, options: list[int]) -> Rated:
    """Resolve units in the order of the list (CAU-FLOW-43)."""
    faces = [action for action in options if verb_of(action) != BATTLEGROUP]
    left = counted(len(faces) - 1, "# other unit follows", "# other units follow")
    return Rated.by_rule(faces[0], f"The units come in the order of the list: {left}")


# ------------------------------------------------------------------ Evaluation Phase


def officers(_p: Pocket, _f: Frame, _options: list[int]) -> Rated:
    """Evacuate no officers, because that would cost a point (CAU-WHATIF-05)."""
    return Rated.by_rule(DECLINE, "It would cost a point")


def rally(p: Pocket, _f: Frame, options: list[int]) -> Rated:
    """Rally at the Key Area with the most areas and airfields around it."""
    board = p.table.board

    def value(action: int) -> int:
        key = action >> ARG & MASK
        around = (board.adjacent[key] | 1 << key) & p.german
        starred, flown = (around & keys(p)).bit_count(), (around & board.airfields).bit_count()
        return around.bit_count() + JUDGMENT.rally_key * starred + JUDGMENT.rally_airfield * flown

    most = max(options, key=value)
    around = (board.adjacent[most >> ARG & MASK] | 1 << (most >> ARG & MASK)) & p.german
    starred, flown = (around & keys(p)).bit_count(), (around & board.airfields).bit_count()
    areas = counted(around.bit_count(), "# area is", "# areas are")
    what = f"{counted(starred, '# Key Area', '# Key Areas')} and {counted(flown, '# airfield', '# airfields')}"
    return Rated(most, value(most), because(f"{areas} ours around it, with {what}"))


def shelter(p: Pocket, _f: Frame, options: list[int]) -> Rated:
    """Spread the survivors evenly over the pocket, important areas first."""
    best = min(options, key=lambda a: (strength(p, a & MASK) - worth(p, a & MASK), a & MASK))
    return Rated.by_rule(best, must_hold(p, best & MASK))


def no_council(_p: Pocket, _f: Frame, _options: list[int]) -> Rated:
    """Hold out, because an Appeal each turn is worth more than a council that will probably surrender."""
    return Rated.by_rule(LEAVE_COUNTER, "An Appeal each turn is worth more than a council")


def rumor(p: Pocket, _f: Frame, _options: list[int]) -> Rated:
    """Draw for every rumor, except the one that doubles the cost of airlift Appeals."""
    if p.rumor == SCHMIDT_WANES:
        return Rated.by_rule(DISPEL, "Appeals for the airlift must stay cheap")
    return Rated.by_rule(LISTEN, "The rumor may help if it is true")


def first(_p: Pocket, _f: Frame, options: list[int]) -> Rated:
    """Take the first action, because the choice makes no difference."""
    return Rated.by_rule(options[0], "It makes no difference")


def pass_moment(_p: Pocket, _f: Frame, options: list[int]) -> Rated:
    """Continue at a moment at which a player wants to stop."""
    return Rated.by_rule(options[0], "The staff creates battlegroups among its Actions, and none at this moment")


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
"""The orders for the German Phase, the most urgent first."""


NEAR: tuple[DailyOrder, ...] = (mend, evacuate, tactical, defenses, battlegroups)
"""The orders of the short-sighted staff for the German Phase: no relief, no Appeals, and no reserves for a breakout."""


def rated(p: Pocket, orders: tuple[DailyOrder, ...] = DAY, *, eager: bool = False) -> list[Rated]:
    """Return all Actions that are worth considering, the best first. The orders for the phase come first, in sequence.
    If none applies, ending the Actions comes next, unless the staff is `eager`. Last come an attack at any odds, the
    Tactical Attack and every Appeal, even if no order calls for them.
    """
    options = p.box.options(p, p.top)
    offered, target = set(options), gate(p)
    found = [*urgent(p, offered, orders)]
    if not found and not eager:
        found.append(nothing_more(p))
    attack = assault(p, offered, target, least=0.0) if target else None
    if attack is not None:
        found.append(attack)
    found += [Rated.by_rule(a, "It is always worth considering") for a in options if verb_of(a) in (APPEAL, TACTICAL)]
    found.append(Rated.by_rule(END_ACTIONS, f"It ends the Actions while {unspent(p)} left"))
    considered: dict[int, Rated] = {}
    for one in found:
        considered.setdefault(one.action, one._replace(worth=-float(len(considered))))
    return [one for one in considered.values() if one.action in offered]


def near_rated(p: Pocket) -> list[Rated]:
    """Return the Actions of the short-sighted staff, which tries everything before it ends its Actions."""
    return rated(p, NEAR, eager=True)


def near_day(p: Pocket, _f: Frame, _options: list[int]) -> Rated:
    """Take the best Action that the short-sighted staff considers."""
    return best(near_rated(p))


BY_BOX: dict[str, Decide] = {
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
    "moment": pass_moment,
    "evaluation.officers": officers,
    "evaluation.rumor.choose": rumor,
    "evaluation.collapse.rally": rally,
    "evaluation.collapse.choose": first,
    "evaluation.collapse.place": shelter,
}

SHORT_SIGHTED: dict[str, Decide] = BY_BOX | {
    "strategic.upkeep.pay": feed_all,
    "german.actions": near_day,
}
"""The orders of the short-sighted staff."""
