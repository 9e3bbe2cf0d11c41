"""German Phase, step 1: Actions, including Appeals. Attacks are declared here and resolved in attacks.py.

A PDM is not a unit: it never moves or retreats (CAU-PDM-03, CAU-PDM-10). A battlegroup moves like any other unit
(CAU-BG-06). An area can hold any number of units (CAU-MOVE-11).
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import compress
from typing import Any

from mamayev.engine.box import Box
from mamayev.engine.choices import Choice
from mamayev.engine.event import Modifier
from mamayev.engine.fields import Locals
from mamayev.engine.foretell import Forecast
from mamayev.engine.notation import ARG, MASK, VERB, act, parts, verb_of
from mamayev.engine.position import Frame
from mamayev.engine.refusal import Reason
from mamayev.engine.routes import hindrance, routes
from mamayev.engine.words import counted

from ..printed.cards import CardData
from ..printed.map import BOX_0, SPACES
from . import control, prices, verbs
from .attacks import foretell_attack
from .board import bits
from .cards import PocketDraw
from .charts import IN_WORDS, arithmetic
from .position import SCHMIDT_WANES, WEAK, Pocket
from .rolls import TableDie

BOX_5 = BOX_0 + 5


# ------------------------------------------------------------------ queries


def crowded(p: Pocket) -> int:
    """Return the spaces from which three units are already attacking, so that a fourth cannot (CAU-ATK-08)."""
    froms = bytes(compress(p.at, p.target))
    if len(froms) < 3:
        return 0
    return sum(1 << space for space in set(froms) if froms.count(space) >= 3)


def breakout_target(p: Pocket, unit: int) -> int:
    """Return the Relief box that a unit can attack toward, or 0 (CAU-BREAK-01, CAU-BREAK-03, CAU-BREAK-06)."""
    space = p.at[unit]
    if space > BOX_0:
        return space - 1 if space > BOX_0 + 1 else 0
    return BOX_5 if space in p.table.board.entries else 0


def why_no_breakout(p: Pocket, own: int) -> str:
    """Return why a unit in a space cannot break out toward the named box, as text that ends a sentence."""
    names = p.table.board.names
    if own == BOX_0 + 1:
        return f"is in {names[own]}, the last one"
    if own > BOX_0:
        return f"in {names[own]} breaks out toward {names[own - 1]} next"
    if own in p.table.board.entries:
        return f"in {names[own]} breaks out toward {names[BOX_5]} first"
    return f"is in {names[own]}, which is not an entry area"


def supporting(target: int) -> int:
    """Return the action that commits a supply point to a target: a space, or a Relief box with a letter."""
    if target < SPACES:
        return act(verbs.SUPPORT, target)
    return act(verbs.SUPPORT_BREAKOUT, BOX_0 + 1 + (target - SPACES) // 4, (target - SPACES) % 4)


def free_battlegroup(p: Pocket) -> int:
    """Return the first available battlegroup by letter, or -1 (CAU-BG-03, CAU-BG-04)."""
    table = p.table
    return p.at.find(0, table.first_battlegroup, table.last_battlegroup)


def battlegroup_areas(p: Pocket, supply: int) -> int:
    """Return the German-controlled areas where the player can pay for a battlegroup (CAU-BG-01, CAU-BG-04,
    CAU-FLOW-16)."""
    price = 2 * prices.multiple(p)
    if supply < price or free_battlegroup(p) < 0:
        return 0
    if supply >= 2 * price:
        return p.german
    return p.german & p.table.board.shape(control.held_for_ring(p)).connected


def create_battlegroup(p: Pocket, area: int) -> None:
    """Pay for a battlegroup and place it; this can cause a link-up (CAU-BG-01, CAU-BG-04)."""
    unit = free_battlegroup(p)
    isolated = control.is_isolated(p, area)
    prices.pay(p, 0, 2 * prices.multiple(p, isolated))
    p.steps[unit] = 1
    # This counter may have been rolled for and eliminated earlier in the step; the new battlegroup has not
    # (CAU-COL-07).
    p.rolled &= ~(1 << unit)
    control.tell_placed(p, unit, area, ("CAU-BG-01", "CAU-BG-04"))
    control.put(p, unit, area)
    control.find_link_up(p)


def price_of_battlegroup(p: Pocket, action: int) -> str:
    """Return the cost of a battlegroup as text for its button (CAU-BG-01, CAU-FLOW-16)."""
    isolated = control.is_isolated(p, action >> ARG & MASK)
    return prices.price_text(0, 2 * prices.multiple(p, isolated))


def why_no_battlegroup(p: Pocket, supply: int, area: int | None = None) -> Reason | None:
    """Return why no battlegroup can be created, anywhere or in the given area."""
    if free_battlegroup(p) < 0:
        return Reason("All six battlegroups are in play.", ("CAU-BG-03", "CAU-BG-04"))
    price = 2 * prices.multiple(p)
    if area is not None and (area > BOX_0 or not p.german >> area & 1):
        return Reason(f"{p.table.board.names[area]} is not a German-controlled area.", ("CAU-BG-04",))
    if area is not None and control.is_isolated(p, area):
        price *= 2
    if supply < price:
        why = ("CAU-BG-01", "CAU-FLOW-16") if price > 2 else ("CAU-BG-01",)
        return Reason(f"A battlegroup costs {price} supply here; you can spend {supply}.", why)
    if area is None and not battlegroup_areas(p, supply):
        return Reason(
            f"Every German-controlled area is isolated, so a battlegroup costs {2 * price} supply.", ("CAU-FLOW-16",)
        )
    return None


class BattlegroupBox(Box[Pocket]):
    """A decision that also allows the creation of battlegroups (CAU-BG-02, CAU-FLOW-11)."""

    def battlegroups(self, p: Pocket) -> list[int]:
        """Return the actions that create a battlegroup."""
        return p.table.board.battlegroups(battlegroup_areas(p, prices.spendable(p)[1]))

    def cost(self, p: Pocket, f: Frame, action: int) -> str:
        return price_of_battlegroup(p, action) if verb_of(action) == verbs.BATTLEGROUP else ""

    def battlegroup(self, p: Pocket, f: Frame, area: int) -> None:
        create_battlegroup(p, area)

    def bar_battlegroup(self, p: Pocket, f: Frame) -> Reason | None:
        return why_no_battlegroup(p, prices.spendable(p)[1])

    def refuse_battlegroup(self, p: Pocket, f: Frame, area: int) -> Reason | None:
        return why_no_battlegroup(p, prices.spendable(p)[1], area)


def call_council(p: Pocket) -> None:
    """Spend the counter at no cost, and draw a card (CAU-COUNCIL-03)."""
    control.take_counter(p, 0, "The Council of War is called; its counter is returned.", ("CAU-COUNCIL-03",))
    p.call("german.council")


def why_no_council(p: Pocket) -> Reason | None:
    """Return why no Council of War can be called."""
    if p.council & 1:
        return None
    return Reason("You don't hold the Council of War counter.", ("CAU-COUNCIL-01", "CAU-COUNCIL-03"))


class Actions(BattlegroupBox):
    """Step 1: the eight Actions, in any order and as often as the player likes (CAU-ACT-01, CAU-ACT-02)."""

    name = "german.actions"
    title = "Step 1: Perform Actions"
    question = "Choose an Action."
    clauses = ("CAU-ACT-01", "CAU-ACT-02", "CAU-ACT-03")

    def bind(self, table: Any) -> None:
        super().bind(table)
        if not table.council_of_war:
            del self.acts[verbs.COUNCIL >> VERB]
        if table.readings["breakout_letters=one"]:
            del self.acts[verbs.SUPPORT_BREAKOUT >> VERB]
        self.verbs = tuple(self.acts)

    def help(self, p: Pocket, f: Frame) -> str:
        if not p.tally and not p.isolated_tally:
            return "Declare attacks now; they are resolved after all other Actions."
        ip, supply = prices.reserve(p)
        return f"The move tally reserves {prices.price_text(ip, supply)}."

    def options(self, p: Pocket, f: Frame) -> list[int]:
        return self.without_units(p) + self.of_units(p, control.units_in_play(p))

    def choices(self, p: Pocket, f: Frame, piece: int | None) -> list[int]:
        if piece is None:
            return self.without_units(p)
        return self.of_units(p, (piece,)) if piece < len(p.at) and p.at[piece] else []

    def allows(self, p: Pocket, f: Frame, action: int) -> bool:
        return action in self.choices(p, f, p.table.notation.piece_of(action))

    def without_units(self, p: Pocket) -> list[int]:
        """Return the Actions that are not tied to a unit."""
        board = p.table.board
        ip, supply = prices.spendable(p)
        times = prices.multiple(p)
        found = [verbs.END_ACTIONS]
        if p.council & 1:
            found.append(verbs.COUNCIL)
        within = p.german if p.table.revised else board.all
        found += board.defenses(
            bytes(p.pdm_active), bytes(p.pdm_inactive), p.german, ip >= 2 * times, supply >= 4 * times, within
        )
        found += self.battlegroups(p)
        if ip >= times:
            open_to_appeal = not p.appealed and not p.appeal_barred and not p.council & 1
            if open_to_appeal and (not p.rumors or ip >= appeal_price(p)):
                found += [act(verbs.APPEAL, kind) for kind in appeals_open(p)]
            if not p.tactical_done and not p.launched and supply >= 2 * times:
                found.append(verbs.TACTICAL)
            if p.wounded and p.luftwaffe != WEAK:
                found.append(verbs.EVACUATE)
        if p.targets:
            found += [
                supporting(target)
                for target in bits(p.targets)
                if p.attack_supply[target] < 3 and supply >= prices.support_price(p, target)
            ]
        return found

    def of_units(self, p: Pocket, units: Iterable[int]) -> list[int]:
        """Return the moves and attacks of the given units in play."""
        board = p.table.board
        adjacent, reach, entries = board.adjacent, board.reach, board.entries
        moves, attacks, soviet = board.moves, board.attacks, p.soviet
        ip, supply = prices.spendable(p)
        times = prices.multiple(p)
        connected = board.shape(control.held_for_ring(p)).connected
        barred_connected, barred_isolated = closed_to_steps(p, False), closed_to_steps(p, True)
        may_move = barred_connected & barred_isolated != board.all
        at, target = p.at, p.target
        named = crowded(p) if p.targets else 0
        # Without a free Initiative Point, only targets that are already paid for are available.
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
        """Return the attacks of an isolated unit, whose cost depends on the target (CAU-FLOW-16)."""
        found = []
        for area in bits(p.table.board.reach[space] & p.soviet):
            price_ip, price_supply = prices.attack_price(p, area, True)
            if price_ip <= ip and price_supply <= supply:
                found.append(act(verbs.ATTACK, unit, area))
        return found

    def breakouts(self, p: Pocket, unit: int, ip: int, supply: int) -> list[int]:
        """Return a unit's attack toward a Relief box, if it can make one."""
        box = breakout_target(p, unit)
        if not box or not p.table.may_attack >> unit & 1 or crowded(p) >> p.at[unit] & 1:
            return []
        price_ip, price_supply = prices.attack_price(
            p, control.target_of(p, unit, box), control.unit_is_isolated(p, unit)
        )
        return [act(verbs.ATTACK, unit, box)] if price_ip <= ip and price_supply <= supply else []

    def shortcuts(self, p: Pocket, f: Frame) -> list[int]:
        """Return one action for each target that attacks it with every available unit."""
        named = {
            parts(action)[2] for action in self.of_units(p, control.units_in_play(p)) if verb_of(action) == verbs.ATTACK
        }
        return [act(verbs.ASSAULT, space) for space in sorted(named)]

    def joining(self, p: Pocket, space: int) -> list[int]:
        """Return the units that can attack a space: units in supply first, then those with more steps."""
        able = [
            parts(a)[1]
            for a in self.of_units(p, control.units_in_play(p))
            if verb_of(a) == verbs.ATTACK and a & MASK == space
        ]
        return sorted(able, key=lambda unit: (control.unit_is_isolated(p, unit), -p.steps[unit]))

    def assault(self, p: Pocket, f: Frame, space: int) -> None:
        """Attack with the first unit, then with each further unit that adds no cost."""
        first, *others = self.joining(p, space)
        self.attack(p, f, first, space)
        for unit in others:
            free = prices.attack_price(p, control.target_of(p, unit, space), control.unit_is_isolated(p, unit)) == (
                0,
                0,
            )
            if free and not crowded(p) >> p.at[unit] & 1:
                self.attack(p, f, unit, space)

    def refuse_assault(self, p: Pocket, f: Frame, space: int) -> Reason | None:
        if self.joining(p, space):
            return None
        return self.bar_attack(p, f) or Reason(
            f"No unit that can still attack is next to {p.table.board.names[space]}.", ("CAU-ATK-01",)
        )

    def terms(self, p: Pocket, f: Frame, verb: str) -> tuple[str, str]:
        times = prices.multiple(p)
        if verb == "appeal":
            return "one per turn", f"{appeal_price(p)} IP"
        if verb in ("build", "activate"):
            note = "new PDM" if verb == "build" else "a PDM"
            return note, f"{2 * times} IP or {4 * times} supply"
        if verb == "move":
            ip, supply = prices.tally_price(p)
            return f"tally {p.tally} of 5", f"{ip} IP + {supply} supply per 5"
        if verb == "tactical":
            return "one per turn", f"{times} IP + {2 * times} supply"
        if verb == "battlegroup":
            left = sum(not p.at[u] for u in range(p.table.first_battlegroup, p.table.last_battlegroup))
            return f"{left} left", f"{2 * times} supply"
        if verb == "evacuate":
            return f"wounded {p.wounded}", f"{times} IP"
        if verb in ("attack", "assault"):
            if p.foa:
                return "with FoA", f"{times} IP per target"
            return "no FoA", f"{times} IP per target, Table H -1"
        if verb in ("support", "support-breakout"):
            return "up to 3", f"{times} supply each"
        if verb == "end-actions":
            return "", unused_text(p)
        return "", ""

    def cost(self, p: Pocket, f: Frame, action: int) -> str:
        verb, x, y = parts(action)
        notation = p.table.notation
        name = notation.verbs[verb >> VERB].name
        times = prices.multiple(p)
        if name == "move":
            points = step_cost(p, y)
            isolated = control.unit_is_isolated(p, x)
            doubled = isolated or bool(p.isolated_moved)
            return f"tally +{points}" + (", at double price" if doubled else "")
        if name == "attack":
            price = prices.price_text(
                *prices.attack_price(p, control.target_of(p, x, y), control.unit_is_isolated(p, x))
            )
            return f"{price}, Table H -1" if self.counts_on_h(p, x, y) else price
        if name == "assault":
            first = self.joining(p, x)[0]
            return prices.price_text(
                *prices.attack_price(p, control.target_of(p, first, x), control.unit_is_isolated(p, first))
            )
        if name == "support":
            return prices.price_text(0, prices.support_price(p, x))
        if name == "support-breakout":
            return prices.price_text(0, prices.support_price(p, control.box_by_letter(x, y + 1)))
        if name in ("build", "activate"):
            return prices.price_text(2 * times, 0) if y == verbs.BY_IP else prices.price_text(0, 4 * times)
        if name == "battlegroup":
            return price_of_battlegroup(p, action)
        if name == "appeal":
            return prices.price_text(appeal_price(p), 0)
        if name == "evacuate":
            return prices.price_text(times, 0)
        if name == "tactical":
            return prices.price_text(times, 2 * times)
        if name == "end-actions":
            return unused_text(p)
        return ""

    def note(self, p: Pocket, f: Frame, action: int) -> str:
        """Return a note on the later cost of the first attack in a turn (CAU-FOA-03, CAU-FOA-04)."""
        verb, unit, space = parts(action)
        first = verb == verbs.ATTACK and not p.attacks_without_foa and self.counts_on_h(p, unit, space)
        return "next Appeal -1" if first else ""

    def counts_on_h(self, p: Pocket, unit: int, space: int) -> bool:
        """Return whether an attack adds to the attacks without Freedom of Action (CAU-FOA-02)."""
        return not p.foa and not p.targets >> control.target_of(p, unit, space) & 1

    def routes(self, p: Pocket, f: Frame, piece: int) -> list[Choice]:
        """Return every area that a unit can reach, with the cost of each path. A unit moves area by area (CAU-MOVE-01).
        Each choice shows what its path costs and adds to the tally (CAU-MOVE-03, CAU-MOVE-04).
        """
        steps = routes(p, piece, p.at[piece], verbs.MOVE, pace, toll)
        return steps + [choice for choice in super().routes(p, f, piece) if parts(choice.actions[0])[0] != verbs.MOVE]

    def ways(self, p: Pocket, f: Frame, piece: int, by: tuple[int, ...]) -> list[Choice]:
        return routes(p, piece, p.at[piece], verbs.MOVE, pace, toll, by)

    def foretell(self, p: Pocket, f: Frame, action: int) -> list[Forecast]:
        """Forecast the attack on a target as it will be after the action.

        The dice are rolled when the Actions end (CAU-ATK-02).
        """
        verb, x, y = parts(action)
        if verb in (verbs.ATTACK, verbs.ASSAULT, verbs.SUPPORT):
            here = p.copy()
            here.apply(action)
            return foretell_attack(here, y if verb == verbs.ATTACK else x, settings=True)
        if verb == verbs.END_ACTIONS and p.targets:
            return [one for space in sorted({*p.target} - {0}) for one in foretell_attack(p, space)]
        return super().foretell(p, f, action)

    # -------------------------------------------------------------- 1 Appeal

    def appeal(self, p: Pocket, f: Frame, kind: int) -> None:
        prices.pay(p, appeal_price(p), 0)
        p.appealed = 1
        p.call("german.appeal", kind)

    def bar_appeal(self, p: Pocket, f: Frame) -> Reason | None:
        if p.appealed:
            return Reason("You can make only one Appeal per German Phase.", ("CAU-APPEAL-02",))
        if p.appeal_barred:
            return Reason("This turn's random event allows no Appeal.", ("CAU-EVENT-01", "CAU-FLOW-37"))
        if p.council & 1:
            return Reason("You can't make an Appeal while you hold the Council of War counter.", ("CAU-COUNCIL-02",))
        why = ("CAU-RUMOR-21",) if control.obtained(p, SCHMIDT_WANES) else ("CAU-APPEAL-01",)
        return self.too_dear(p, appeal_price(p), 0, why)

    def refuse_appeal(self, p: Pocket, f: Frame, kind: int) -> Reason | None:
        if kind == verbs.FREEDOM and p.foa:
            return Reason("Freedom of Action is already granted.", ("CAU-APPEAL-14",))
        if kind == verbs.FREEDOM and p.politics == 2:
            return Reason("Appeals for Freedom of Action are no longer allowed.", ("CAU-APPEAL-12",))
        return None

    # -------------------------------------------------------------- 2 Prepared Defense

    def build(self, p: Pocket, f: Frame, area: int, how: int) -> None:
        self.pay_defense(p, how)
        p.pdm_inactive[area] += 1
        control.tell_mark(
            p, "pdm-inactive", area, 1, "an inactive Prepared Defense is built.", ("CAU-PDM-01", "CAU-PDM-02")
        )

    def activate(self, p: Pocket, f: Frame, area: int, how: int) -> None:
        self.pay_defense(p, how)
        p.pdm_inactive[area] -= 1
        p.pdm_active[area] += 1
        control.tell_mark(p, "pdm-inactive", area, -1, "a Prepared Defense is activated.", ("CAU-PDM-01",))
        control.tell_mark(p, "pdm-active", area, 1, "an activated Prepared Defense stands here.", ("CAU-PDM-01",))

    def pay_defense(self, p: Pocket, how: int) -> None:
        """Pay 2 IP or 4 supply points (CAU-PDM-01)."""
        times = prices.multiple(p)
        prices.pay(p, *((2 * times, 0) if how == verbs.BY_IP else (0, 4 * times)))

    def bar_build(self, p: Pocket, f: Frame) -> Reason | None:
        if sum(p.pdm_active) + sum(p.pdm_inactive) >= p.table.components.pdm_limit:
            return Reason("All Prepared Defense markers are on the map.", ("CAU-COMP-08",))
        return self.bar_defense(p)

    def bar_activate(self, p: Pocket, f: Frame) -> Reason | None:
        if not any(p.pdm_inactive):
            return Reason("There is no inactive Prepared Defense on the map.", ("CAU-PDM-01",))
        if p.table.revised and not any(p.pdm_inactive[area] for area in bits(p.german)):
            return Reason("There is no inactive Prepared Defense in a German-controlled area.", ("CAU-PDM-11",))
        return self.bar_defense(p)

    def bar_defense(self, p: Pocket) -> Reason | None:
        """Return why neither cost can be paid."""
        ip, supply = prices.spendable(p)
        times = prices.multiple(p)
        if ip >= 2 * times or supply >= 4 * times:
            return None
        return Reason(
            f"A Prepared Defense costs {2 * times} IP or {4 * times} supply; you have {ip} IP and {supply} supply.",
            ("CAU-PDM-01", "CAU-ACT-03"),
        )

    def refuse_build(self, p: Pocket, f: Frame, area: int, how: int) -> Reason | None:
        if area > BOX_0 or not p.german >> area & 1:
            return Reason(f"{p.table.board.names[area]} is not a German-controlled area.", ("CAU-PDM-02",))
        return self.refuse_payment(p, how)

    def refuse_activate(self, p: Pocket, f: Frame, area: int, how: int) -> Reason | None:
        if p.table.revised and p.pdm_inactive[area] and not p.german >> area & 1:
            return Reason(f"{p.table.board.names[area]} is no longer German-controlled.", ("CAU-PDM-11",))
        if not p.pdm_inactive[area]:
            return Reason(f"{p.table.board.names[area]} has no inactive Prepared Defense.", ("CAU-PDM-01",))
        return self.refuse_payment(p, how)

    def refuse_payment(self, p: Pocket, how: int) -> Reason | None:
        times = prices.multiple(p)
        price = (2 * times, 0) if how == verbs.BY_IP else (0, 4 * times)
        return self.too_dear(p, *price, ("CAU-PDM-01",))

    # -------------------------------------------------------------- 3 Movement

    def move(self, p: Pocket, f: Frame, unit: int, area: int) -> None:
        prices.add_to_tally(p, step_cost(p, area), control.unit_is_isolated(p, unit))
        control.shift(p, unit, area, "move", ("CAU-MOVE-01", "CAU-MOVE-03"))

    def bar_move(self, p: Pocket, f: Frame) -> Reason | None:
        if not p.ip or not p.supply:
            what = "Initiative Points" if not p.ip else "supply"
            return Reason(f"Units can't move without {what}.", ("CAU-MOVE-05",))
        return None

    def far(self, p: Pocket, f: Frame, action: int) -> Reason | None:
        """Return why a unit cannot reach an area step by step (CAU-MOVE-01)."""
        verb, unit, area = parts(action)
        if verb != verbs.MOVE:
            return None
        space, board = p.at[unit], p.table.board
        if not space or p.target[unit] or max(space, area) > BOX_0 or p.soviet >> area & 1:
            return None
        # Do not search for a path across a river: units cannot cross it (CAU-AREA-02).
        rivers = p.table.components.river_pairs
        if board.adjacent[space] >> area & 1 or (space, area) in rivers or (area, space) in rivers:
            return None
        return hindrance(p, unit, space, verbs.MOVE, pace, toll, area, board.neighbours.__getitem__)

    def refuse_move(self, p: Pocket, f: Frame, unit: int, area: int) -> Reason | None:
        table = p.table
        name, space = table.the(unit, first=True), p.at[unit]
        if not space:
            return Reason(f"{name} is not in play.", ("CAU-MOVE-13",))
        if p.target[unit]:
            return Reason(
                f"{name} is committed to an attack and can move only by advance after combat.", ("CAU-MOVE-14",)
            )
        if space > BOX_0 or area > BOX_0:
            return Reason(
                f"6th Army units can enter or leave a {table.book.relief_box} only by advance after combat.",
                ("CAU-MOVE-10",),
            )
        if p.soviet >> area & 1:
            return Reason(f"{table.board.names[area]} holds a Soviet unit.", ("CAU-MOVE-09",))
        if space == area:
            return Reason(f"{name} is already in {table.board.names[area]}.", ("CAU-MOVE-01",))
        if not table.board.adjacent[space] >> area & 1:
            return Reason(
                f"{table.board.names[area]} is not adjacent to {table.board.names[space]}; "
                "a unit moves to an adjacent area.",
                ("CAU-MOVE-01", "CAU-AREA-02"),
            )
        isolated = control.unit_is_isolated(p, unit)
        points = step_cost(p, area)
        if points > prices.room(p, isolated):
            why = ("CAU-MOVE-08", "CAU-FLOW-17", "CAU-ISO-02") if isolated else ("CAU-MOVE-08",)
            text = f"This step adds {points} to a tally of {p.tally}; you have only {p.ip} IP and {p.supply} supply."
            if prices.doubles_all(p, isolated):
                text += f" {name} is isolated and doubles the cost of all movement in this phase."
            return Reason(text, why)
        return None

    # -------------------------------------------------------------- 4 Tactical Attack

    def tactical(self, p: Pocket, f: Frame) -> None:
        times = prices.multiple(p)
        prices.pay(p, times, 2 * times)
        p.tactical_done = 1
        p.call("german.tactical")

    def bar_tactical(self, p: Pocket, f: Frame) -> Reason | None:
        if p.launched:
            return Reason("The Final Offensive has begun; its marker no longer moves.", ("CAU-TAC-05", "CAU-FO-05"))
        if p.tactical_done:
            return Reason("You can make only one Tactical Attack per German Phase.", ("CAU-TAC-01",))
        times = prices.multiple(p)
        return self.too_dear(p, times, 2 * times, ("CAU-TAC-01",))

    # -------------------------------------------------------------- 5 Battlegroup: see BattlegroupBox
    # -------------------------------------------------------------- 6 Evacuate Wounded (CAU-EVAC-01 to CAU-EVAC-04)

    def evacuate(self, p: Pocket, f: Frame) -> None:
        prices.pay(p, prices.multiple(p), 0)
        # One point also removes a remainder of one or two (CAU-EVAC-02). The track keeps count of those evacuated
        # (CAU-EVAC-04).
        control.evacuate_wounded(p, 3)

    def bar_evacuate(self, p: Pocket, f: Frame) -> Reason | None:
        if p.luftwaffe == WEAK:
            return Reason("You can't evacuate Wounded while the Luftwaffe commitment is Weak.", ("CAU-EVAC-03",))
        if not p.wounded:
            return Reason("There are no Wounded to evacuate.", ("CAU-EVAC-01",))
        return self.too_dear(p, prices.multiple(p), 0, ("CAU-EVAC-01",))

    # -------------------------------------------------------------- 8 Regular Attack

    def attack(self, p: Pocket, f: Frame, unit: int, space: int) -> None:
        # The counter is placed on the line to its target and stays there until it is rolled for (CAU-ATK-03,
        # CAU-ATK-04).
        table = p.table
        isolated = control.unit_is_isolated(p, unit)
        target = control.target_of(p, unit, space)
        price = prices.attack_price(p, target, isolated)
        prices.pay(p, *price)
        new = not p.targets >> target & 1
        p.targets |= 1 << target
        if isolated:
            p.isolated_targets |= 1 << target
        p.target[unit] = space
        if p.journal is not None and any(price):
            p.journal.note(
                "Attack",
                f"{prices.price_text(*price)} for the attack on {table.board.names[space]}.",
                ("CAU-ATK-05", "CAU-FLOW-16"),
                spaces=(table.space_id(p.at[unit]), table.space_id(space)),
                pieces=(table.unit_id(unit),),
            )
        if new and not p.foa:
            value = p.attacks_without_foa + 1
            text = f"The Attack w/o FoA marker stands at {value}: so much is taken from this turn's roll on Table H."
            control.hold(p, "attacks_without_foa", value, "attack-without-foa", text, ("CAU-FOA-01", "CAU-FOA-02"))

    def bar_attack(self, p: Pocket, f: Frame) -> Reason | None:
        if p.targets:
            return None
        return self.too_dear(p, prices.multiple(p), 0, ("CAU-ATK-05",))

    def refuse_attack(self, p: Pocket, f: Frame, unit: int, space: int) -> Reason | None:
        table = p.table
        name, own = table.the(unit, first=True), p.at[unit]
        if not own:
            return Reason(f"{name} is not in play.", ("CAU-ATK-01",))
        if not table.may_attack >> unit & 1:
            return Reason(f"{name} can't attack.", ("CAU-ATK-10", "CAU-BG-08"))
        if p.target[unit]:
            return Reason(f"{name} can attack only one area per German Phase.", ("CAU-ATK-09",))
        if space > BOX_0:
            if breakout_target(p, unit) != space:
                said = why_no_breakout(p, own)
                return Reason(f"{name} {said}.", ("CAU-BREAK-01", "CAU-BREAK-03", "CAU-BREAK-06"))
        elif own > BOX_0:
            return Reason(f"{name} in {table.board.names[own]} can attack only toward the next box.", ("CAU-BREAK-06",))
        elif not p.soviet >> space & 1:
            return Reason(f"{table.board.names[space]} holds no Soviet unit to attack.", ("CAU-ATK-01",))
        elif not table.board.reach[own] >> space & 1:
            across = ", directly or across a river" if table.readings["river_attacks"] else ""
            return Reason(
                f"{name} is in {table.board.names[own]}, which is not adjacent to {table.board.names[space]}{across}.",
                ("CAU-ATK-01", "CAU-RIVER-01") if across else ("CAU-ATK-01",),
            )
        if crowded(p) >> own & 1:
            return Reason(f"Three units are already attacking from {table.board.names[own]}.", ("CAU-ATK-08",))
        isolated = control.unit_is_isolated(p, unit)
        why = ("CAU-ATK-05", "CAU-FLOW-16") if isolated else ("CAU-ATK-05",)
        return self.too_dear(p, *prices.attack_price(p, control.target_of(p, unit, space), isolated), why)

    def support(self, p: Pocket, f: Frame, space: int) -> None:
        self.commit(p, space, space)

    def support_breakout(self, p: Pocket, f: Frame, box: int, letter: int) -> None:
        self.commit(p, control.box_by_letter(box, letter + 1), box)

    def commit(self, p: Pocket, target: int, space: int) -> None:
        """Commit a supply point to a target (CAU-ATK-06, CAU-ATK-07)."""
        prices.pay(p, 0, prices.support_price(p, target))
        p.attack_supply[target] += 1
        control.tell_mark(
            p, "supply", space, 1, "a supply point is committed to the attack.", ("CAU-ATK-06", "CAU-ATK-07")
        )

    def bar_support(self, p: Pocket, f: Frame) -> Reason | None:
        if not p.targets:
            return Reason("Declare an attack before you commit supply to it.", ("CAU-ATK-06",))
        return None

    def bar_support_breakout(self, p: Pocket, f: Frame) -> Reason | None:
        return self.bar_support(p, f)

    def refuse_support(self, p: Pocket, f: Frame, space: int) -> Reason | None:
        return self.refuse_commit(p, space, p.table.board.names[space])

    def refuse_support_breakout(self, p: Pocket, f: Frame, box: int, letter: int) -> Reason | None:
        name = p.table.board.names[box]
        if box <= BOX_0:
            return Reason(f"{name} is not a {p.table.book.relief_box}.", ("CAU-BREAK-03",))
        return self.refuse_commit(
            p, control.box_by_letter(box, letter + 1), f"{name} by entry {verbs.ENTRIES[letter].name}"
        )

    def refuse_commit(self, p: Pocket, target: int, name: str) -> Reason | None:
        """Return why no supply point can be committed to a target."""
        if not p.targets >> target & 1:
            return Reason(f"You have not declared an attack on {name}.", ("CAU-ATK-06",))
        if p.attack_supply[target] >= 3:
            return Reason("You can commit at most three supply points to a target.", ("CAU-ATK-06",))
        return self.too_dear(p, 0, prices.support_price(p, target), ("CAU-ATK-06",))

    # -------------------------------------------------------------- the Council of War, an optional rule

    def council(self, p: Pocket, f: Frame) -> None:
        call_council(p)

    def bar_council(self, p: Pocket, f: Frame) -> Reason | None:
        return why_no_council(p)

    # -------------------------------------------------------------- the end of the step

    def end_actions(self, p: Pocket, f: Frame) -> None:
        p.end()
        prices.settle_tally(p)

    def too_dear(self, p: Pocket, ip: int, supply: int, clauses: tuple[str, ...]) -> Reason | None:
        """Return why a cost cannot be paid, taking into account the reserve for the move tally (CAU-ACT-03)."""
        free_ip, free_supply = prices.spendable(p)
        if ip <= free_ip and supply <= free_supply:
            return None
        reserved = " beyond the reserve for the move tally" if (free_ip, free_supply) != (p.ip, p.supply) else ""
        price = prices.price_text(ip, supply)
        text = f"That costs {price}; you can spend {free_ip} IP and {free_supply} supply{reserved}."
        return Reason(text, (*clauses, "CAU-ACT-03"))


def pace(p: Pocket, action: int) -> int:
    """Return the tally points for a step of a path."""
    return step_cost(p, parts(action)[2])


def toll(before: Pocket, after: Pocket, points: int) -> tuple[str, str]:
    """Return the total cost of a path and its effect on the tally, as text."""
    ip, supply = before.ip - after.ip, before.supply - after.supply
    notes = [f"pays {prices.price_text(ip, supply)}"] if ip or supply else []
    if after.isolated_moved or after.isolated_tally:
        notes.append("at double price")
    return f"tally +{points}", ", ".join(notes)


def unused_text(p: Pocket) -> str:
    """Return the Initiative Points that are lost at the end of the step, with the move tally settled (CAU-IP-04), or
    ""."""
    left = prices.spendable(p)[0]
    return counted(left, "# IP is unused", "# IP are unused") if left > 0 else ""


def appeal_price(p: Pocket) -> int:
    """Return the cost of an Appeal: one Initiative Point, or two without Schmidt's influence (CAU-APPEAL-01,
    CAU-RUMOR-21)."""
    return prices.multiple(p) * (2 if control.obtained(p, SCHMIDT_WANES) else 1)


def appeals_open(p: Pocket) -> list[int]:
    """Return the Appeals available: none for Freedom of Action once it is granted or barred (CAU-APPEAL-12,
    CAU-APPEAL-14)."""
    if p.foa or p.politics == 2:
        return [verbs.CONFERENCE, verbs.AIRLIFT]
    return [verbs.CONFERENCE, verbs.FREEDOM, verbs.AIRLIFT]


def closed_to_steps(p: Pocket, isolated: bool) -> int:
    """Return the areas that a unit cannot enter with its remaining tally points: all areas, those that cost two points,
    or those with Soviet units.
    """
    left, board = prices.room(p, isolated), p.table.board
    if left <= 0:
        return board.all
    return p.soviet if left > 1 else p.soviet | board.shape(control.held_for_ring(p)).costly


def step_cost(p: Pocket, area: int) -> int:
    """Return the tally points for a move on the current board (CAU-MOVE-02, CAU-MOVE-03, CAU-FLOW-40)."""
    return 2 if p.table.board.shape(control.held_for_ring(p)).costly >> area & 1 else 1


class Appealed(Locals):
    """The subject of an Appeal."""

    kind: int


class Appeal(TableDie):
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
            if p.table.readings["attack_marker=appeal"]:
                control.lift_attack_marker(p, "The Attack w/o FoA marker goes with the Appeal.")
        if kind == verbs.FREEDOM and p.foa_bonus:
            modifiers.append(Modifier(1, "FoA +1 marker", ("CAU-APPEAL-07", "CAU-APPEAL-08")))
        if kind == verbs.AIRLIFT and p.foa_bonus == 2:
            modifiers.append(Modifier(1, "FoA/Airlift +1 marker", ("CAU-APPEAL-08",)))
        if kind == verbs.FREEDOM and control.obtained(p, SCHMIDT_WANES):
            modifiers.append(Modifier(1, "Schmidt counter", ("CAU-RUMOR-21",)))
        modifiers += control.council_modifiers(p)
        total = n + sum(m.value for m in modifiers)
        result, row = p.table.charts.appeal(kind, total)
        if p.journal is not None:
            name, said = verbs.APPEALS[kind].name, IN_WORDS["D"].get(result, result)
            text = f"{name}, die {arithmetic(n, modifiers, total)}: {said}."
            clauses = ("CAU-APPEAL-04", "CAU-APPEAL-05", "CAU-APPEAL-06")[kind : kind + 1]
            more = {"title": f"Appeal: {name}", "row": row, "column": kind + 1, "clauses": clauses}
            self.tell(p, n, "Appeal", text, result, modifiers, **more)
        if kind == verbs.CONFERENCE:
            self.conference(p, result)
        elif kind == verbs.FREEDOM:
            self.freedom(p, result)
        elif result != "no effect":
            control.set_track(p, "supply", p.supply + int(result.split()[0]))

    def conference(self, p: Pocket, result: str) -> None:
        """Apply an Appeal for commitment (CAU-APPEAL-04, CAU-APPEAL-08 to CAU-APPEAL-10)."""
        if "commitment" in result:
            value = int(result.split()[0])
            text = f"The +{value} Commitment marker is taken."
            control.hold(p, "commitment", value, "commitment", text, ("CAU-APPEAL-16", "CAU-COMMIT-05"))
        if "@" in result and p.foa_bonus < 2:
            control.hold(
                p, "foa_bonus", 2, "foa-airlift-plus", "The FoA/Airlift +1 marker is taken.", ("CAU-APPEAL-08",)
            )

    def freedom(self, p: Pocket, result: str) -> None:
        """Apply an Appeal for Freedom of Action (CAU-APPEAL-05, CAU-APPEAL-07, CAU-APPEAL-11 to CAU-APPEAL-14)."""
        if result == "granted":
            control.hold(p, "foa", 1, "foa-received", "Freedom of Action is granted.", ("CAU-APPEAL-14",))
        elif p.table.book.foa_plus in result and not p.foa_bonus:
            control.hold(p, "foa_bonus", 1, "foa-plus", "The FoA +1 marker is taken.", ("CAU-APPEAL-07",))
        elif "#" in result and not p.politics:
            control.hold(p, "politics", 1, "hq-politics", "The HQ Politics marker is taken.", ("CAU-APPEAL-11",))
        elif "#" in result:
            text = "No further Freedom of Action Appeal is allowed."
            control.hold(p, "politics", 2, "no-foa-appeal", text, ("CAU-APPEAL-12",))
            if p.foa_bonus == 1:
                control.hold(p, "foa_bonus", 0, "foa-plus", "The FoA +1 marker is given up.", ("CAU-APPEAL-13",))


class TacticalAttack(PocketDraw):
    """The card drawn for a Tactical Attack (CAU-TAC-01 to CAU-TAC-04)."""

    name = "german.tactical"
    title = "Tactical Attack"
    clauses = ("CAU-TAC-01", "CAU-TAC-02", "CAU-TAC-03", "CAU-TAC-04")

    def carry_out(self, p: Pocket, card: CardData) -> None:
        if 7 <= card.random <= 10 or (card.random >= 11 and p.ssi >= p.turn):
            control.change_offensive(p, -1)
        elif p.journal is not None:
            p.journal.note("Tactical", f"Random number {card.random}: no effect.", ("CAU-TAC-03", "CAU-TAC-04"))


# ------------------------------------------------------------------ 7 Surrender


def surrender(p: Pocket, *, mild: bool = False) -> None:
    """Surrender. From then on, only Evaluation Phases are played (CAU-SURR-02 to CAU-SURR-05, CAU-FLOW-24).

    `mild` applies the terms of a late Council of War (CAU-COUNCIL-08).
    """
    p.surrender_due = 0
    text, clause = (
        ("6th Army surrenders with Freedom of Action.", "CAU-SURR-04")
        if p.foa
        else ("6th Army surrenders without Freedom of Action.", "CAU-SURR-03")
    )
    held_id = "foa-surrender" if p.foa else "no-foa-surrender"
    terms = ("CAU-COUNCIL-08", "CAU-COUNCIL-09") if mild else ()
    control.hold(p, "surrendered", (2 if p.foa else 1) + 2 * mild, held_id, text, (clause, *terms, "CAU-SURR-05"))
    p.surrender_turn = p.turn
    control.drop_turn(p)
