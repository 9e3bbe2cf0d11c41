"""The German Phase, step 1: the Actions, Appeals among them. Attacks are declared here and resolved in attacks.py.

A PDM is no unit: it never moves or retreats (CAU-PDM-03, CAU-PDM-10). A battlegroup moves like any unit (CAU-BG-06),
and any number may share an area (CAU-MOVE-11).
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import compress
from typing import Any

from mamayev.engine.box import Box, DieBox
from mamayev.engine.choices import Choice
from mamayev.engine.event import Modifier
from mamayev.engine.fields import Locals
from mamayev.engine.foretell import Forecast
from mamayev.engine.notation import ARG, MASK, VERB, act, parts, verb_of
from mamayev.engine.position import Frame
from mamayev.engine.refusal import Reason
from mamayev.engine.routes import hindrance, routes
from mamayev.engine.words import counted

from ..printed.map import BOX_0, SPACES
from .attacks import foretell_attack
from .board import bits
from .cards import PocketDraw
from .charts import IN_WORDS, arithmetic
from .control import (
    box_by_letter,
    change_offensive,
    council_modifiers,
    drop_turn,
    evacuate_wounded,
    find_link_up,
    held_for_ring,
    hold,
    lift_attack_marker,
    obtained,
    put,
    set_track,
    shift,
    take_counter,
    target_of,
    tell_mark,
    tell_placed,
    unit_is_isolated,
    units_in_play,
)
from .position import SCHMIDT_WANES, WEAK, Pocket
from .prices import (
    add_to_tally,
    attack_price,
    multiple,
    pay,
    payment,
    price_text,
    reserve,
    room,
    settle_tally,
    spendable,
    support_price,
)
from .verbs import (
    AIRLIFT,
    APPEAL,
    APPEALS,
    ASSAULT,
    ATTACK,
    BATTLEGROUP,
    BY_IP,
    CONFERENCE,
    COUNCIL,
    END_ACTIONS,
    ENTRIES,
    EVACUATE,
    FREEDOM,
    MOVE,
    SUPPORT,
    SUPPORT_BREAKOUT,
    TACTICAL,
)

BOX_5 = BOX_0 + 5


# ------------------------------------------------------------------ queries


def crowded(p: Pocket) -> int:
    """The spaces that three units have been named from, over all targets: no fourth may attack (CAU-ATK-08)."""
    froms = bytes(compress(p.at, p.target))
    if len(froms) < 3:
        return 0
    return sum(1 << space for space in set(froms) if froms.count(space) >= 3)


def breakout_target(p: Pocket, unit: int) -> int:
    """CAU-BREAK-01, CAU-BREAK-03, CAU-BREAK-06: the Relief box that a unit may attack toward, or 0."""
    space = p.at[unit]
    if space > BOX_0:
        return space - 1 if space > BOX_0 + 1 else 0
    return BOX_5 if space in p.table.board.entries else 0


def why_no_breakout(p: Pocket, own: int) -> str:
    """Why a unit in a space does not attack toward the box that was named, in words."""
    names = p.table.board.names
    if own == BOX_0 + 1:
        return f"is in {names[own]}, the last one"
    if own > BOX_0:
        return f"in {names[own]} breaks out toward {names[own - 1]} next"
    if own in p.table.board.entries:
        return f"in {names[own]} breaks out toward {names[BOX_5]} first"
    return f"is in {names[own]}, which is no entry area"


def supporting(target: int) -> int:
    """The action that commits a supply point to a target: a space, or a Relief box by a letter."""
    if target < SPACES:
        return act(SUPPORT, target)
    return act(SUPPORT_BREAKOUT, BOX_0 + 1 + (target - SPACES) // 4, (target - SPACES) % 4)


def free_battlegroup(p: Pocket) -> int:
    """A battlegroup that is not in play, the first by letter, or -1 (CAU-BG-03, CAU-BG-04)."""
    table = p.table
    return p.at.find(0, table.first_battlegroup, table.last_battlegroup)


def battlegroup_areas(p: Pocket, supply: int) -> int:
    """The German-controlled areas where a battlegroup can be paid for (CAU-BG-01, CAU-BG-04, CAU-FLOW-16)."""
    price = 2 * multiple(p)
    if supply < price or free_battlegroup(p) < 0:
        return 0
    if supply >= 2 * price:
        return p.german
    return p.german & p.table.board.shape(held_for_ring(p)).connected


def create_battlegroup(p: Pocket, area: int) -> None:
    """CAU-BG-01, CAU-BG-04: pay and place; a link-up may follow."""
    unit = free_battlegroup(p)
    isolated = not p.table.board.shape(held_for_ring(p)).connected >> area & 1
    pay(p, 0, 2 * multiple(p, isolated))
    p.steps[unit] = 1
    # The counter may have been rolled for and lost in this step; the new battlegroup has not (CAU-COL-07).
    p.rolled &= ~(1 << unit)
    tell_placed(p, unit, area, ("CAU-BG-01", "CAU-BG-04"))
    put(p, unit, area)
    find_link_up(p)


def price_of_battlegroup(p: Pocket, action: int) -> str:
    """What creating one costs, for its button (CAU-BG-01, CAU-FLOW-16)."""
    isolated = not p.table.board.shape(held_for_ring(p)).connected >> (action >> ARG & MASK) & 1
    return price_text(0, 2 * multiple(p, isolated))


def why_no_battlegroup(p: Pocket, supply: int, area: int | None = None) -> Reason | None:
    """Why no battlegroup can be created, at all or in one area."""
    if free_battlegroup(p) < 0:
        return Reason("All six battlegroups are in play.", ("CAU-BG-03", "CAU-BG-04"))
    price = 2 * multiple(p)
    if area is not None and (area > BOX_0 or not p.german >> area & 1):
        return Reason(f"{p.table.board.names[area]} is not a German-controlled area.", ("CAU-BG-04",))
    if area is not None and not p.table.board.shape(held_for_ring(p)).connected >> area & 1:
        price *= 2
    if supply < price:
        why = ("CAU-BG-01", "CAU-FLOW-16") if price > 2 else ("CAU-BG-01",)
        return Reason(f"A battlegroup costs {price} supply here; {supply} can be spent.", why)
    if area is None and not battlegroup_areas(p, supply):
        return Reason(
            f"All German-controlled areas are cut off, where a battlegroup costs {2 * price} supply.",
            ("CAU-FLOW-16",),
        )
    return None


class BattlegroupBox(Box[Pocket]):
    """A decision at which a battlegroup may be created as well (CAU-BG-02, CAU-FLOW-11)."""

    def battlegroups(self, p: Pocket) -> list[int]:
        """The actions that create one."""
        return p.table.board.battlegroups(battlegroup_areas(p, spendable(p)[1]))

    def cost(self, p: Pocket, f: Frame, action: int) -> str:
        return price_of_battlegroup(p, action) if verb_of(action) == BATTLEGROUP else ""

    def battlegroup(self, p: Pocket, f: Frame, area: int) -> None:
        create_battlegroup(p, area)

    def bar_battlegroup(self, p: Pocket, f: Frame) -> Reason | None:
        return why_no_battlegroup(p, spendable(p)[1])

    def refuse_battlegroup(self, p: Pocket, f: Frame, area: int) -> Reason | None:
        return why_no_battlegroup(p, spendable(p)[1], area)


def call_council(p: Pocket) -> None:
    """CAU-COUNCIL-03: return the counter, at no cost, and draw."""
    take_counter(p, 0, "The Council of War is called; its counter is returned.", ("CAU-COUNCIL-03",))
    p.call("german.council")


def why_no_council(p: Pocket) -> Reason | None:
    """Why no Council of War can be called."""
    if p.council & 1:
        return None
    return Reason("You do not hold the Council of War counter.", ("CAU-COUNCIL-01", "CAU-COUNCIL-03"))


class Actions(BattlegroupBox):
    """Step 1: the eight Actions, in any order and number (CAU-ACT-01, CAU-ACT-02)."""

    name = "german.actions"
    title = "Step 1: Perform Actions"
    clauses = ("CAU-ACT-01", "CAU-ACT-02", "CAU-ACT-03")

    def bind(self, table: Any) -> None:
        super().bind(table)
        if not table.council_of_war:
            del self.acts[COUNCIL >> VERB]
        if table.breakout_letters_one:
            del self.acts[SUPPORT_BREAKOUT >> VERB]
        self.verbs = tuple(self.acts)

    def prompt(self, p: Pocket, f: Frame) -> str:
        return "Which Action do you perform?"

    def help(self, p: Pocket, f: Frame) -> str:
        if not p.tally and not p.isolated_tally:
            return "Attacks are declared now and resolved after all other Actions."
        ip, supply = reserve(p)
        return f"The open move tally reserves {price_text(ip, supply)}."

    def options(self, p: Pocket, f: Frame) -> list[int]:
        return self.without_units(p) + self.of_units(p, units_in_play(p))

    def choices(self, p: Pocket, f: Frame, piece: int | None) -> list[int]:
        if piece is None:
            return self.without_units(p)
        return self.of_units(p, (piece,)) if piece < len(p.at) and p.at[piece] else []

    def allows(self, p: Pocket, f: Frame, action: int) -> bool:
        return action in self.choices(p, f, p.table.notation.piece_of(action))

    def without_units(self, p: Pocket) -> list[int]:
        """The Actions that name no unit."""
        board = p.table.board
        ip, supply = spendable(p)
        times = multiple(p)
        found = [END_ACTIONS]
        if p.council & 1:
            found.append(COUNCIL)
        within = p.german if p.table.revised else board.all
        found += board.defenses(
            bytes(p.pdm_active), bytes(p.pdm_inactive), p.german, ip >= 2 * times, supply >= 4 * times, within
        )
        found += self.battlegroups(p)
        if ip >= times:
            open_to_appeal = not p.appealed and not p.appeal_barred and not p.council & 1
            if open_to_appeal and (not p.rumors or ip >= appeal_price(p)):
                found += [act(APPEAL, kind) for kind in appeals_open(p)]
            if not p.tactical_done and not p.launched and supply >= 2 * times:
                found.append(TACTICAL)
            if p.wounded and p.luftwaffe != WEAK:
                found.append(EVACUATE)
        if p.targets:
            found += [
                supporting(target)
                for target in bits(p.targets)
                if p.attack_supply[target] < 3 and supply >= support_price(p, target)
            ]
        return found

    def of_units(self, p: Pocket, units: Iterable[int]) -> list[int]:
        """The moves and attacks of units in play."""
        board = p.table.board
        adjacent, reach, moves, attacks, entries = (
            board.adjacent,
            board.reach,
            board.moves,
            board.attacks,
            board.entries,
        )
        soviet = p.soviet
        ip, supply = spendable(p)
        times = multiple(p)
        shape = board.shape(held_for_ring(p))
        connected = shape.connected
        # Where no step can go, by the points that it may still add: every area, those that count two, or the Soviets'.
        barred = (board.all, soviet | shape.costly, soviet)
        barred_connected = barred[max(0, min(2, room(p, False)))]
        barred_isolated = barred[max(0, min(2, room(p, True)))]
        may_move = barred_connected & barred_isolated != board.all
        at, target = p.at, p.target
        named = crowded(p) if p.targets else 0
        # Without an Initiative Point to spare only targets already paid for are open.
        open_targets = soviet if ip >= times else soviet & p.targets
        shut_targets = ~open_targets
        may_pay = ip >= times or p.targets
        attackers = p.table.may_attack if may_pay else 0
        found: list[int] = []
        for unit in units:
            if target[unit]:
                continue
            space = at[unit]
            if space > BOX_0:
                if may_pay:
                    found += self.breakouts(p, unit, ip, supply)
                continue
            isolated = not connected >> space & 1
            if may_move:
                found += moves[unit][space][(barred_isolated if isolated else barred_connected) & adjacent[space]]
            if attackers >> unit & 1 and not named >> space & 1:
                if open_targets & reach[space]:
                    if isolated:
                        found += self.dear_attacks(p, unit, space, ip, supply)
                    else:
                        found += attacks[unit][space][reach[space] & shut_targets]
                if space in entries:
                    found += self.breakouts(p, unit, ip, supply)
        return found

    def dear_attacks(self, p: Pocket, unit: int, space: int, ip: int, supply: int) -> list[int]:
        """The attacks of an isolated unit: the price differs from target to target (CAU-FLOW-16)."""
        found = []
        for area in bits(p.table.board.reach[space] & p.soviet):
            price_ip, price_supply = attack_price(p, area, True)
            if price_ip <= ip and price_supply <= supply:
                found.append(act(ATTACK, unit, area))
        return found

    def breakouts(self, p: Pocket, unit: int, ip: int, supply: int) -> list[int]:
        """The attack of a unit toward a Relief box, if it may make one."""
        box = breakout_target(p, unit)
        if not box or not p.table.may_attack >> unit & 1 or crowded(p) >> p.at[unit] & 1:
            return []
        price_ip, price_supply = attack_price(p, target_of(p, unit, box), unit_is_isolated(p, unit))
        return [act(ATTACK, unit, box)] if price_ip <= ip and price_supply <= supply else []

    def shortcuts(self, p: Pocket, f: Frame) -> list[int]:
        """All who may attack an area or toward a box at once."""
        named = {parts(action)[2] for action in self.of_units(p, units_in_play(p)) if verb_of(action) == ATTACK}
        return [act(ASSAULT, space) for space in sorted(named)]

    def joining(self, p: Pocket, space: int) -> list[int]:
        """Who may attack a space now, those first who are not isolated, then those with more steps."""
        able = [parts(a)[1] for a in self.of_units(p, units_in_play(p)) if verb_of(a) == ATTACK and a & MASK == space]
        return sorted(able, key=lambda unit: (unit_is_isolated(p, unit), -p.steps[unit]))

    def assault(self, p: Pocket, f: Frame, space: int) -> None:
        """Those attack for whom nothing more is to be paid once the first one has paid for the target."""
        first, *others = self.joining(p, space)
        self.attack(p, f, first, space)
        for unit in others:
            free = attack_price(p, target_of(p, unit, space), unit_is_isolated(p, unit)) == (0, 0)
            if free and not crowded(p) >> p.at[unit] & 1:
                self.attack(p, f, unit, space)

    def refuse_assault(self, p: Pocket, f: Frame, space: int) -> Reason | None:
        if self.joining(p, space):
            return None
        return self.bar_attack(p, f) or Reason(
            f"Nobody who may still attack stands next to {p.table.board.names[space]}.", ("CAU-ATK-01",)
        )

    def terms(self, p: Pocket, f: Frame, verb: str) -> tuple[str, str]:
        times = multiple(p)
        if verb == "appeal":
            return "one a turn", f"{appeal_price(p)} IP"
        if verb in ("build", "activate"):
            note = "new PDM" if verb == "build" else "a PDM"
            return note, f"{2 * times} IP or {4 * times} supply"
        if verb == "move":
            ip, supply = payment(p, bool(p.isolated_moved) and not p.table.isolated_movement_separate)
            return f"tally {p.tally} of 5", f"{ip} IP + {supply} supply per 5"
        if verb == "tactical":
            return "one a turn", f"{times} IP + {2 * times} supply"
        if verb == "battlegroup":
            left = sum(not p.at[u] for u in range(p.table.first_battlegroup, p.table.last_battlegroup))
            return f"{left} left", f"{2 * times} supply"
        if verb == "evacuate":
            return f"wounded {p.wounded}", f"{times} IP"
        if verb in ("attack", "assault"):
            if p.foa:
                return "with FoA", f"{times} IP a target"
            return "no FoA", f"{times} IP a target, Table H -1"
        if verb in ("support", "support-breakout"):
            return "up to 3", f"{times} supply each"
        if verb == "end-actions":
            return "", unused_text(p)
        return "", ""

    def cost(self, p: Pocket, f: Frame, action: int) -> str:
        verb, x, y = parts(action)
        notation = p.table.notation
        name = notation.verbs[verb >> VERB].name
        times = multiple(p)
        if name == "move":
            points = step_cost(p, y)
            isolated = unit_is_isolated(p, x)
            doubled = isolated or bool(p.isolated_moved)
            return f"tally +{points}" + (", at double price" if doubled else "")
        if name == "attack":
            price = price_text(*attack_price(p, target_of(p, x, y), unit_is_isolated(p, x)))
            return f"{price}, Table H -1" if self.counts_on_h(p, x, y) else price
        if name == "assault":
            first = self.joining(p, x)[0]
            return price_text(*attack_price(p, target_of(p, first, x), unit_is_isolated(p, first)))
        if name == "support":
            return price_text(0, support_price(p, x))
        if name == "support-breakout":
            return price_text(0, support_price(p, box_by_letter(x, y + 1)))
        if name in ("build", "activate"):
            return price_text(2 * times, 0) if y == BY_IP else price_text(0, 4 * times)
        if name == "battlegroup":
            return price_of_battlegroup(p, action)
        if name == "appeal":
            return price_text(appeal_price(p), 0)
        if name == "evacuate":
            return price_text(times, 0)
        if name == "tactical":
            return price_text(times, 2 * times)
        if name == "end-actions":
            return unused_text(p)
        return ""

    def note(self, p: Pocket, f: Frame, action: int) -> str:
        """CAU-FOA-03, CAU-FOA-04: what the first attack of a turn costs later."""
        verb, unit, space = parts(action)
        first = verb == ATTACK and not p.attacks_without_foa and self.counts_on_h(p, unit, space)
        return "the next Appeal -1" if first else ""

    def counts_on_h(self, p: Pocket, unit: int, space: int) -> bool:
        """CAU-FOA-02: whether an attack is one more without Freedom of Action."""
        return not p.foa and not p.targets >> target_of(p, unit, space) & 1

    def routes(self, p: Pocket, f: Frame, piece: int) -> list[Choice]:
        """Movement goes area by area (CAU-MOVE-01); a unit's whole reach is shown with what the way adds to the tally
        and what is paid on it (CAU-MOVE-03, CAU-MOVE-04)."""
        steps = routes(p, piece, p.at[piece], MOVE, pace, toll)
        return steps + [choice for choice in super().routes(p, f, piece) if parts(choice.actions[0])[0] != MOVE]

    def ways(self, p: Pocket, f: Frame, piece: int, by: tuple[int, ...]) -> list[Choice]:
        return routes(p, piece, p.at[piece], MOVE, pace, toll, by)

    def foretell(self, p: Pocket, f: Frame, action: int) -> list[Forecast]:
        """Attacks are rolled when the Actions end (CAU-ATK-02): a target is foretold as the action leaves it."""
        verb, x, y = parts(action)
        if verb in (ATTACK, ASSAULT, SUPPORT):
            here = p.copy()
            here.apply(action)
            return foretell_attack(here, y if verb == ATTACK else x, settings=True)
        if verb == END_ACTIONS and p.targets:
            return [one for space in sorted({*p.target} - {0}) for one in foretell_attack(p, space)]
        return super().foretell(p, f, action)

    # -------------------------------------------------------------- 1 Appeal

    def appeal(self, p: Pocket, f: Frame, kind: int) -> None:
        pay(p, appeal_price(p), 0)
        p.appealed = 1
        p.call("german.appeal", kind)

    def bar_appeal(self, p: Pocket, f: Frame) -> Reason | None:
        if p.appealed:
            return Reason("Only one Appeal may be made in a German Phase.", ("CAU-APPEAL-02",))
        if p.appeal_barred:
            return Reason("This turn's random event allows no Appeal.", ("CAU-EVENT-01", "CAU-FLOW-37"))
        if p.council & 1:
            return Reason("No Appeal while you hold the Council of War counter.", ("CAU-COUNCIL-02",))
        why = ("CAU-RUMOR-21",) if obtained(p, SCHMIDT_WANES) else ("CAU-APPEAL-01",)
        return self.too_dear(p, appeal_price(p), 0, why)

    def refuse_appeal(self, p: Pocket, f: Frame, kind: int) -> Reason | None:
        if kind == FREEDOM and p.foa:
            return Reason("Freedom of Action has been granted already.", ("CAU-APPEAL-14",))
        if kind == FREEDOM and p.politics == 2:
            return Reason("No Freedom of Action Appeal is allowed any more.", ("CAU-APPEAL-12",))
        return None

    # -------------------------------------------------------------- 2 Prepared Defense

    def build(self, p: Pocket, f: Frame, area: int, how: int) -> None:
        self.pay_defense(p, how)
        p.pdm_inactive[area] += 1
        tell_mark(p, "pdm-inactive", area, 1, "an inactive Prepared Defense is built.", ("CAU-PDM-01", "CAU-PDM-02"))

    def activate(self, p: Pocket, f: Frame, area: int, how: int) -> None:
        self.pay_defense(p, how)
        p.pdm_inactive[area] -= 1
        p.pdm_active[area] += 1
        tell_mark(p, "pdm-inactive", area, -1, "a Prepared Defense is activated.", ("CAU-PDM-01",))
        tell_mark(p, "pdm-active", area, 1, "an activated Prepared Defense stands here.", ("CAU-PDM-01",))

    def pay_defense(self, p: Pocket, how: int) -> None:
        """CAU-PDM-01: 2 IP or 4 supply points."""
        times = multiple(p)
        pay(p, *((2 * times, 0) if how == BY_IP else (0, 4 * times)))

    def bar_build(self, p: Pocket, f: Frame) -> Reason | None:
        if sum(p.pdm_active) + sum(p.pdm_inactive) >= p.table.components.pdm_limit:
            return Reason("All Prepared Defense markers are on the map.", ("CAU-COMP-08",))
        return self.bar_defense(p)

    def bar_activate(self, p: Pocket, f: Frame) -> Reason | None:
        if not any(p.pdm_inactive):
            return Reason("No inactive Prepared Defense is on the map.", ("CAU-PDM-01",))
        if p.table.revised and not any(p.pdm_inactive[area] for area in bits(p.german)):
            return Reason("No inactive Prepared Defense stands in a German-controlled area.", ("CAU-PDM-11",))
        return self.bar_defense(p)

    def bar_defense(self, p: Pocket) -> Reason | None:
        """Neither price can be paid."""
        ip, supply = spendable(p)
        times = multiple(p)
        if ip >= 2 * times or supply >= 4 * times:
            return None
        return Reason(
            f"A Prepared Defense costs {2 * times} IP or {4 * times} supply; {ip} IP and {supply} supply can be spent.",
            ("CAU-PDM-01", "CAU-ACT-03"),
        )

    def refuse_build(self, p: Pocket, f: Frame, area: int, how: int) -> Reason | None:
        if area > BOX_0 or not p.german >> area & 1:
            return Reason(f"{p.table.board.names[area]} is not a German-controlled area.", ("CAU-PDM-02",))
        return self.refuse_payment(p, how)

    def refuse_activate(self, p: Pocket, f: Frame, area: int, how: int) -> Reason | None:
        if p.table.revised and p.pdm_inactive[area] and not p.german >> area & 1:
            return Reason(f"{p.table.board.names[area]} is not German-controlled any more.", ("CAU-PDM-11",))
        if not p.pdm_inactive[area]:
            return Reason(f"{p.table.board.names[area]} has no inactive Prepared Defense.", ("CAU-PDM-01",))
        return self.refuse_payment(p, how)

    def refuse_payment(self, p: Pocket, how: int) -> Reason | None:
        times = multiple(p)
        price = (2 * times, 0) if how == BY_IP else (0, 4 * times)
        return self.too_dear(p, *price, ("CAU-PDM-01",))

    # -------------------------------------------------------------- 3 Movement

    def move(self, p: Pocket, f: Frame, unit: int, area: int) -> None:
        add_to_tally(p, step_cost(p, area), unit_is_isolated(p, unit))
        shift(p, unit, area, "move", ("CAU-MOVE-01", "CAU-MOVE-03"))

    def bar_move(self, p: Pocket, f: Frame) -> Reason | None:
        if not p.ip or not p.supply:
            what = "Initiative Points" if not p.ip else "supply"
            return Reason(f"No movement is possible without {what}.", ("CAU-MOVE-05",))
        return None

    def far(self, p: Pocket, f: Frame, action: int) -> Reason | None:
        """CAU-MOVE-01: an area that a unit does not reach area by area."""
        verb, unit, area = parts(action)
        if verb != MOVE:
            return None
        space, board = p.at[unit], p.table.board
        if not space or p.target[unit] or max(space, area) > BOX_0 or p.soviet >> area & 1:
            return None
        # Across a river there is no way to speak of (CAU-AREA-02).
        rivers = p.table.components.river_pairs
        if board.adjacent[space] >> area & 1 or (space, area) in rivers or (area, space) in rivers:
            return None
        return hindrance(p, unit, space, MOVE, pace, toll, area, board.neighbours.__getitem__)

    def refuse_move(self, p: Pocket, f: Frame, unit: int, area: int) -> Reason | None:
        table = p.table
        name, space = table.the(unit, first=True), p.at[unit]
        if not space:
            return Reason(f"{name} is not in play.", ("CAU-MOVE-13",))
        if p.target[unit]:
            return Reason(
                f"{name} has been named for an attack and moves only by advance after combat.", ("CAU-MOVE-14",)
            )
        if space > BOX_0 or area > BOX_0:
            return Reason(
                f"6th Army units enter a {table.book.relief_box}, and leave it, only by an advance after combat.",
                ("CAU-MOVE-10",),
            )
        if p.soviet >> area & 1:
            return Reason(f"{table.board.names[area]} holds a Soviet unit.", ("CAU-MOVE-09",))
        if space == area:
            return Reason(f"{name} is in {table.board.names[area]} already.", ("CAU-MOVE-01",))
        if not table.board.adjacent[space] >> area & 1:
            return Reason(
                f"{table.board.names[area]} is not adjacent to {table.board.names[space]}; "
                "a unit moves area by adjacent area.",
                ("CAU-MOVE-01", "CAU-AREA-02"),
            )
        isolated = unit_is_isolated(p, unit)
        points = step_cost(p, area)
        if points > room(p, isolated):
            why = ("CAU-MOVE-08", "CAU-FLOW-17", "CAU-ISO-02") if isolated else ("CAU-MOVE-08",)
            return Reason(
                f"The step adds {points} to a tally of {p.tally}; {p.ip} IP and {p.supply} supply do not pay for it.",
                why,
            )
        return None

    # -------------------------------------------------------------- 4 Tactical Attack

    def tactical(self, p: Pocket, f: Frame) -> None:
        times = multiple(p)
        pay(p, times, 2 * times)
        p.tactical_done = 1
        p.call("german.tactical")

    def bar_tactical(self, p: Pocket, f: Frame) -> Reason | None:
        if p.launched:
            return Reason("The Final Offensive has begun; its marker moves no more.", ("CAU-TAC-05", "CAU-FO-05"))
        if p.tactical_done:
            return Reason("Only one Tactical Attack may be made in a German Phase.", ("CAU-TAC-01",))
        times = multiple(p)
        return self.too_dear(p, times, 2 * times, ("CAU-TAC-01",))

    # -------------------------------------------------------------- 5 Battlegroup: in BattlegroupBox
    # -------------------------------------------------------------- 6 Evacuate Wounded (CAU-EVAC-01 to CAU-EVAC-04)

    def evacuate(self, p: Pocket, f: Frame) -> None:
        pay(p, multiple(p), 0)
        # One point also clears a remainder of one or two (CAU-EVAC-02); the evacuated are recorded (CAU-EVAC-04).
        evacuate_wounded(p, 3)

    def bar_evacuate(self, p: Pocket, f: Frame) -> Reason | None:
        if p.luftwaffe == WEAK:
            return Reason("No evacuation in a turn of Weak Luftwaffe commitment.", ("CAU-EVAC-03",))
        if not p.wounded:
            return Reason("There are no Wounded to evacuate.", ("CAU-EVAC-01",))
        return self.too_dear(p, multiple(p), 0, ("CAU-EVAC-01",))

    # -------------------------------------------------------------- 8 Regular Attack

    def attack(self, p: Pocket, f: Frame, unit: int, space: int) -> None:
        # The counter is put on the line to its target and stays there until it is rolled (CAU-ATK-03, CAU-ATK-04).
        table = p.table
        isolated = unit_is_isolated(p, unit)
        target = target_of(p, unit, space)
        price = attack_price(p, target, isolated)
        pay(p, *price)
        new = not p.targets >> target & 1
        p.targets |= 1 << target
        if isolated:
            p.isolated_targets |= 1 << target
        p.target[unit] = space
        if p.journal is not None and any(price):
            p.journal.note(
                "Attack",
                f"{price_text(*price)} for the attack on {table.board.names[space]}.",
                ("CAU-ATK-05", "CAU-FLOW-16"),
                spaces=(table.space_id(p.at[unit]), table.space_id(space)),
                pieces=(table.unit_id(unit),),
            )
        if new and not p.foa:
            value = p.attacks_without_foa + 1
            text = f"The Attack w/o FoA marker stands at {value}: so much is taken from this turn's roll on Table H."
            hold(p, "attacks_without_foa", value, "attack-without-foa", text, ("CAU-FOA-01", "CAU-FOA-02"))

    def bar_attack(self, p: Pocket, f: Frame) -> Reason | None:
        if p.targets:
            return None
        return self.too_dear(p, multiple(p), 0, ("CAU-ATK-05",))

    def refuse_attack(self, p: Pocket, f: Frame, unit: int, space: int) -> Reason | None:
        table = p.table
        name, own = table.the(unit, first=True), p.at[unit]
        if not own:
            return Reason(f"{name} is not in play.", ("CAU-ATK-01",))
        if not table.may_attack >> unit & 1:
            return Reason(f"{name} may not attack.", ("CAU-ATK-10", "CAU-BG-08"))
        if p.target[unit]:
            return Reason(f"{name} attacks only one area in a German Phase.", ("CAU-ATK-09",))
        if space > BOX_0:
            if breakout_target(p, unit) != space:
                said = why_no_breakout(p, own)
                return Reason(f"{name} {said}.", ("CAU-BREAK-01", "CAU-BREAK-03", "CAU-BREAK-06"))
        elif own > BOX_0:
            return Reason(f"{name} in {table.board.names[own]} attacks only toward the next box.", ("CAU-BREAK-06",))
        elif not p.soviet >> space & 1:
            return Reason(f"{table.board.names[space]} holds no Soviet unit to attack.", ("CAU-ATK-01",))
        elif not table.board.reach[own] >> space & 1:
            across = "; nor do they face each other across a river" if table.river_attacks else ""
            return Reason(
                f"{name} stands in {table.board.names[own]}, which is not adjacent to "
                f"{table.board.names[space]}{across}.",
                ("CAU-ATK-01", "CAU-RIVER-01") if across else ("CAU-ATK-01",),
            )
        if crowded(p) >> own & 1:
            return Reason(f"Three units attack out of {table.board.names[own]} already.", ("CAU-ATK-08",))
        isolated = unit_is_isolated(p, unit)
        why = ("CAU-ATK-05", "CAU-FLOW-16") if isolated else ("CAU-ATK-05",)
        return self.too_dear(p, *attack_price(p, target_of(p, unit, space), isolated), why)

    def support(self, p: Pocket, f: Frame, space: int) -> None:
        self.commit(p, space, space)

    def support_breakout(self, p: Pocket, f: Frame, box: int, letter: int) -> None:
        self.commit(p, box_by_letter(box, letter + 1), box)

    def commit(self, p: Pocket, target: int, space: int) -> None:
        """CAU-ATK-06, CAU-ATK-07: a supply point on a target."""
        pay(p, 0, support_price(p, target))
        p.attack_supply[target] += 1
        tell_mark(p, "supply", space, 1, "a supply point is committed to the attack.", ("CAU-ATK-06", "CAU-ATK-07"))

    def bar_support(self, p: Pocket, f: Frame) -> Reason | None:
        if not p.targets:
            return Reason("No attack has been declared that supply could support.", ("CAU-ATK-06",))
        return None

    def bar_support_breakout(self, p: Pocket, f: Frame) -> Reason | None:
        return self.bar_support(p, f)

    def refuse_support(self, p: Pocket, f: Frame, space: int) -> Reason | None:
        return self.refuse_commit(p, space, p.table.board.names[space])

    def refuse_support_breakout(self, p: Pocket, f: Frame, box: int, letter: int) -> Reason | None:
        name = p.table.board.names[box]
        if box <= BOX_0:
            return Reason(f"{name} is no {p.table.book.relief_box}.", ("CAU-BREAK-03",))
        return self.refuse_commit(p, box_by_letter(box, letter + 1), f"{name} by entry {ENTRIES[letter].name}")

    def refuse_commit(self, p: Pocket, target: int, name: str) -> Reason | None:
        """Why no supply point can be committed to a target."""
        if not p.targets >> target & 1:
            return Reason(f"No attack on {name} has been declared.", ("CAU-ATK-06",))
        if p.attack_supply[target] >= 3:
            return Reason("No more than three supply points on one target.", ("CAU-ATK-06",))
        return self.too_dear(p, 0, support_price(p, target), ("CAU-ATK-06",))

    # -------------------------------------------------------------- the Council of War, an optional rule

    def council(self, p: Pocket, f: Frame) -> None:
        call_council(p)

    def bar_council(self, p: Pocket, f: Frame) -> Reason | None:
        return why_no_council(p)

    # -------------------------------------------------------------- the end of the step

    def end_actions(self, p: Pocket, f: Frame) -> None:
        p.end()
        settle_tally(p)

    def too_dear(self, p: Pocket, ip: int, supply: int, clauses: tuple[str, ...]) -> Reason | None:
        """CAU-ACT-03: a price that cannot be paid, the reserve for the tally left alone."""
        free_ip, free_supply = spendable(p)
        if ip <= free_ip and supply <= free_supply:
            return None
        reserved = " besides the reserve for the move tally" if (free_ip, free_supply) != (p.ip, p.supply) else ""
        return Reason(
            f"That costs {price_text(ip, supply)}; {free_ip} IP and {free_supply} supply can be spent{reserved}.",
            (*clauses, "CAU-ACT-03"),
        )


def pace(p: Pocket, action: int) -> int:
    """What one step of a way adds to the tally."""
    return step_cost(p, parts(action)[2])


def toll(before: Pocket, after: Pocket, points: int) -> tuple[str, str]:
    """What a way costs in all, in words, and what is worth knowing of it."""
    ip, supply = before.ip - after.ip, before.supply - after.supply
    notes = [f"pays {price_text(ip, supply)}"] if ip or supply else []
    if after.isolated_moved or after.isolated_tally:
        notes.append("at double price")
    return f"tally +{points}", ", ".join(notes)


def unused_text(p: Pocket) -> str:
    """CAU-IP-04: what the end of the step leaves unused, the open rest of the move tally paid; "" for nothing."""
    left = spendable(p)[0]
    return counted(left, "# IP goes unused", "# IP go unused") if left > 0 else ""


def appeal_price(p: Pocket) -> int:
    """CAU-APPEAL-01, CAU-RUMOR-21: one Initiative Point, or two without Schmidt's influence."""
    return multiple(p) * (2 if obtained(p, SCHMIDT_WANES) else 1)


def appeals_open(p: Pocket) -> list[int]:
    """The types of Appeal that make sense: no FoA Appeal once granted or barred (CAU-APPEAL-12, CAU-APPEAL-14)."""
    if p.foa or p.politics == 2:
        return [CONFERENCE, AIRLIFT]
    return [CONFERENCE, FREEDOM, AIRLIFT]


def step_cost(p: Pocket, area: int) -> int:
    """CAU-MOVE-02, CAU-MOVE-03, CAU-FLOW-40: what entering an area adds to the tally, on the board as it stands."""
    return 2 if p.table.board.shape(held_for_ring(p)).costly >> area & 1 else 1


class Appealed(Locals):
    """What the Appeal is for."""

    kind: int


class Appeal(DieBox[Pocket]):
    """A roll on Table D (CAU-APPEAL-03 to CAU-APPEAL-15)."""

    name = "german.appeal"
    title = "Appeal"
    clauses = ("CAU-APPEAL-03",)
    locals = Appealed
    chart = "D"

    def die(self, p: Pocket, f: Frame, n: int) -> None:
        kind = f[Appealed.kind]
        p.end()
        modifiers = []
        if p.appeal_penalty:
            modifiers.append(Modifier(-1, "attacked without Freedom of Action", ("CAU-APPEAL-15",)))
            p.appeal_penalty = 0
            if p.table.attack_marker_appeal:
                lift_attack_marker(p, "The Attack w/o FoA marker goes with the Appeal.")
        if kind == FREEDOM and p.foa_bonus:
            modifiers.append(Modifier(1, "FoA +1 marker", ("CAU-APPEAL-07", "CAU-APPEAL-08")))
        if kind == AIRLIFT and p.foa_bonus == 2:
            modifiers.append(Modifier(1, "FoA/Airlift +1 marker", ("CAU-APPEAL-08",)))
        if kind == FREEDOM and obtained(p, SCHMIDT_WANES):
            modifiers.append(Modifier(1, "Schmidt counter", ("CAU-RUMOR-21",)))
        modifiers += council_modifiers(p)
        total = n + sum(m.value for m in modifiers)
        result, row = p.table.charts.appeal(kind, total)
        if p.journal is not None:
            p.journal.roll(
                "Appeal",
                f"{APPEALS[kind].name}, die {arithmetic(n, modifiers, total)}: {IN_WORDS['D'].get(result, result)}.",
                title=f"Appeal: {APPEALS[kind].name}",
                chart="D",
                dice=(n,),
                modifiers=modifiers,
                total=total,
                result=result,
                row=row,
                column=kind + 1,
                clauses=("CAU-APPEAL-04", "CAU-APPEAL-05", "CAU-APPEAL-06")[kind : kind + 1],
            )
        if kind == CONFERENCE:
            self.conference(p, result)
        elif kind == FREEDOM:
            self.freedom(p, result)
        elif result != "no effect":
            set_track(p, "supply", p.supply + int(result.split()[0]))

    def conference(self, p: Pocket, result: str) -> None:
        """CAU-APPEAL-04, CAU-APPEAL-08 to CAU-APPEAL-10."""
        if "commitment" in result:
            value = int(result.split()[0])
            text = f"The +{value} Commitment marker is taken."
            hold(p, "commitment", value, "commitment", text, ("CAU-APPEAL-16", "CAU-COMMIT-05"))
        if "@" in result and p.foa_bonus < 2:
            hold(p, "foa_bonus", 2, "foa-airlift-plus", "The FoA/Airlift +1 marker is taken.", ("CAU-APPEAL-08",))

    def freedom(self, p: Pocket, result: str) -> None:
        """CAU-APPEAL-05, CAU-APPEAL-07, CAU-APPEAL-11 to CAU-APPEAL-14."""
        if result == "granted":
            hold(p, "foa", 1, "foa-received", "Freedom of Action is granted.", ("CAU-APPEAL-14",))
        elif p.table.book.foa_plus in result and not p.foa_bonus:
            hold(p, "foa_bonus", 1, "foa-plus", "The FoA +1 marker is taken.", ("CAU-APPEAL-07",))
        elif "#" in result and not p.politics:
            hold(p, "politics", 1, "hq-politics", "The HQ Politics marker is taken.", ("CAU-APPEAL-11",))
        elif "#" in result:
            text = "No further Freedom of Action Appeal is allowed."
            hold(p, "politics", 2, "no-foa-appeal", text, ("CAU-APPEAL-12",))
            if p.foa_bonus == 1:
                hold(p, "foa_bonus", 0, "foa-plus", "The FoA +1 marker is given up.", ("CAU-APPEAL-13",))


class TacticalAttack(PocketDraw):
    """The card of a Tactical Attack (CAU-TAC-01 to CAU-TAC-04)."""

    name = "german.tactical"
    title = "Tactical Attack"
    clauses = ("CAU-TAC-01", "CAU-TAC-02", "CAU-TAC-03", "CAU-TAC-04")
    line = "random"

    def card(self, p: Pocket, f: Frame, card_id: int) -> None:
        p.end()
        card = self.take(p, card_id)
        if 7 <= card.random <= 10 or (card.random >= 11 and p.ssi >= p.turn):
            change_offensive(p, -1)
        elif p.journal is not None:
            p.journal.note("Tactical", f"Random number {card.random}: no effect.", ("CAU-TAC-03", "CAU-TAC-04"))
        self.finish(p, card)


# ------------------------------------------------------------------ 7 Surrender


def surrender(p: Pocket, *, mild: bool = False) -> None:
    """CAU-SURR-02 to CAU-SURR-05, CAU-FLOW-24: only Evaluation Phases are left. `mild`: on the terms of a late Council
    of War (CAU-COUNCIL-08)."""
    p.surrender_due = 0
    text, clause = (
        ("6th Army surrenders with Freedom of Action.", "CAU-SURR-04")
        if p.foa
        else ("6th Army surrenders without Freedom of Action.", "CAU-SURR-03")
    )
    held_id = "foa-surrender" if p.foa else "no-foa-surrender"
    terms = ("CAU-COUNCIL-08", "CAU-COUNCIL-09") if mild else ()
    hold(p, "surrendered", (2 if p.foa else 1) + 2 * mild, held_id, text, (clause, *terms, "CAU-SURR-05"))
    p.surrender_turn = p.turn
    drop_turn(p)
