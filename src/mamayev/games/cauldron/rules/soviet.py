"""The Soviet Phase: Final Offensive status, target areas, attacks with advances and follow-ups."""

from __future__ import annotations

from mamayev.engine.box import Box
from mamayev.engine.fields import OWN, Locals
from mamayev.engine.foretell import Forecast, forecast
from mamayev.engine.notation import ARG, MASK, act, verb_of
from mamayev.engine.position import Frame
from mamayev.engine.refusal import Reason
from mamayev.engine.words import counted

from ..printed.cards import CardData
from ..printed.map import BOX_0
from . import control
from .actions import BattlegroupBox, battlegroup_areas, surrender
from .board import bits
from .cards import PocketDraw, turn_pdm
from .charts import RIGHT_HAND
from .order import InOrder
from .position import DEPLETED, FULL, ZHUKOV_DIES, Pocket
from .rolls import TableDie
from .verbs import ABSORB, END_PHASE, ENTER_FROM, EXPOSE, FACE, FOLLOW, LET_ROLL, LOSE, RESOLVE, RETREAT

NOBODY = 255
"""The value that a frame stores if the result affects no particular unit."""

BRACKETED = (2, 6)
"""Die rolls that trigger a follow-up attack during the Final Offensive (CAU-FOLLOW-01)."""


# ------------------------------------------------------------------ step 1


def status_drawn(p: Pocket, _f: Frame) -> bool:
    """Return whether the status card is drawn: only before the Final Offensive (CAU-FO-05).

    Under one reading, it is not drawn once the offensive can no longer begin (CAU-RUMOR-12).
    """
    return not p.launched and not (p.table.readings["zhukov_draws=none"] and control.obtained(p, ZHUKOV_DIES))


class OffensiveStatus(PocketDraw):
    """Step 1: the Offensive number of a card (CAU-FO-01, CAU-FO-02, CAU-FO-03)."""

    name = "soviet.offensive"
    title = "Status of the Final Offensive"
    clauses = ("CAU-FO-01", "CAU-FO-02", "CAU-FO-03")
    line = "offensive"

    def carry_out(self, p: Pocket, card: CardData) -> None:
        number, why = offensive_number(p, card.offensive)
        if p.journal is not None:
            p.journal.note("Offensive", f"{why}: {number:+d}.", self.clauses)
        control.change_offensive(p, number)


def offensive_number(p: Pocket, numbers: tuple[int, ...]) -> tuple[int, str]:
    """Return the Offensive number that counts on a card, and why (CAU-FO-02, CAU-FO-03)."""
    if len(numbers) == 1:
        return numbers[0], f"The {p.table.book.card} has one number"
    number, why = two_numbers(p)
    return (0 if number is None else numbers[number]), why


def two_numbers(p: Pocket) -> tuple[int | None, str]:
    """Return which of two numbers counts (0 for left, 1 for right, None for neither), and why (CAU-FO-02, CAU-FO-03).

    The What If card can be a reason for the right-hand number (CAU-WHATIF-07).
    """
    strong_front = p.ssi >= 8
    near = p.relief_box >= 3 or p.relief_area > 0
    if strong_front and near:
        return None, f"SSI {p.ssi} and the relief force near, so neither number counts"
    if strong_front:
        return 1, f"SSI {p.ssi}, so the right-hand number counts"
    if near:
        return 1, "The relief force is near, so the right-hand number counts"
    city = p.table.board.stalingrad
    if p.what_if == RIGHT_HAND and p.german & city == city:
        return 1, "All of Stalingrad is German-controlled, so the right-hand number counts"
    return 0, "The left-hand number counts"


# ------------------------------------------------------------------ step 2


def exposed(p: Pocket) -> int:
    """Return the German-controlled areas that touch an area with a Soviet unit (CAU-TARGET-01)."""
    return p.german & ~p.breakthrough & p.table.board.touching(p.soviet)


def not_exposed(p: Pocket, area: int) -> str:
    """Return why an area is not exposed, as text that ends a sentence."""
    if area > BOX_0 or not p.german >> area & 1:
        return "is not German-controlled"
    return "has a Breakthrough marker" if p.breakthrough >> area & 1 else "touches no Soviet unit"


def open_to_attack(p: Pocket, areas: int) -> int:
    """Return the listed areas that are exposed now (CAU-FLOW-10).

    Under the alternative reading, return all areas, because an advance can expose more (see `targets_left`).
    """
    return areas if p.table.readings["targets=anew"] else areas & exposed(p)


def target_everything(p: Pocket, _f: Frame) -> None:
    """Target every exposed area during the Final Offensive (CAU-FO-08). This fixes the list (CAU-FLOW-10)."""
    p.soviet_targets = open_to_attack(p, p.table.board.all)
    if p.journal is not None:
        listed = exposed(p)
        p.journal.note(
            "Targets",
            f"Final Offensive: every exposed area is attacked: {control.list_names(p, bits(listed))}.",
            ("CAU-FO-08", "CAU-FLOW-10"),
            spaces=[str(area) for area in bits(listed)],
        )


class TargetAreas(PocketDraw):
    """Step 2: the Attack line of a card (CAU-TARGET-01, CAU-TARGET-03, CAU-TARGET-04, CAU-TARGET-05)."""

    name = "soviet.targets.draw"
    title = "Target areas"
    clauses = ("CAU-TARGET-01", "CAU-TARGET-03", "CAU-TARGET-04", "CAU-TARGET-05")
    line = "attack"

    def carry_out(self, p: Pocket, card: CardData) -> None:
        board, areas = p.table.board, exposed(p)
        if card.attack == "Any 3" and areas.bit_count() > 3:
            p.soviet_targets = 0
            p.call("soviet.targets.pick")
        else:
            named = {"None": 0, "Even": board.even, "Odd": board.all & ~board.even, "All": board.all}
            p.soviet_targets = areas if card.attack == "Any 3" else open_to_attack(p, named[card.attack])
            areas &= p.soviet_targets
            if p.journal is not None:
                p.journal.note(
                    "Targets",
                    f"{card.attack}: {control.list_names(p, bits(areas)) or 'no area is attacked'}.",
                    self.clauses,
                    spaces=[str(area) for area in bits(areas)],
                )


class PickTargets(Box[Pocket]):
    """The choice of three exposed areas for "Any 3" (CAU-TARGET-05)."""

    name = "soviet.targets.pick"
    title = "Step 2: Soviet target areas"
    clauses = ("CAU-TARGET-05",)

    def prompt(self, p: Pocket, f: Frame) -> str:
        return f"Which area is attacked? ({3 - p.soviet_targets.bit_count()} to choose)"

    def options(self, p: Pocket, f: Frame) -> list[int]:
        return [act(EXPOSE, area) for area in bits(exposed(p) & ~p.soviet_targets)]

    def foretell(self, p: Pocket, f: Frame, action: int) -> list[Forecast]:
        """Forecast the attack on the area in step 3."""
        here, area = p.copy(), action >> ARG & MASK
        here.call("soviet.roll", area, bits(p.table.board.adjacent[area] & p.soviet)[0], 0, NOBODY)
        found = forecast(here)
        return [] if found is None else [found]

    def expose(self, p: Pocket, f: Frame, area: int) -> None:
        p.soviet_targets |= 1 << area
        if p.soviet_targets.bit_count() == 3:
            p.end()

    def refuse_expose(self, p: Pocket, f: Frame, area: int) -> Reason | None:
        name = p.table.board.names[area]
        if p.soviet_targets >> area & 1:
            return Reason(f"{name} is already chosen. Choose three different areas.", ("CAU-TARGET-05",))
        if area > BOX_0 or not exposed(p) >> area & 1:
            said = not_exposed(p, area)
            return Reason(f"{name} {said}.", ("CAU-TARGET-01", "CAU-LINK-04"))
        return None


# ------------------------------------------------------------------ step 3


def targets_left(p: Pocket) -> int:
    """Return the listed areas that are still German-controlled and touch a Soviet unit (CAU-SOVATK-12)."""
    return p.soviet_targets & exposed(p)


def assault(p: Pocket, area: int, source: int) -> None:
    """Resolve the attack on an area by the Soviet unit in `source`."""
    # One roll per area (CAU-FO-09). A follow-up is certain on the turn of the launch (CAU-FO-06, CAU-FLOW-32).
    p.soviet_targets &= ~(1 << area)
    p.call("soviet.roll", area, source, int(p.launched == p.turn), NOBODY)


def assaults(p: Pocket) -> list[tuple[int, int]]:
    """Return the remaining attacks in order of area number, each made by the Soviet unit in the first adjacent area."""
    adjacent = p.table.board.adjacent
    return [(area, bits(adjacent[area] & p.soviet)[0]) for area in bits(targets_left(p))]


def next_assault(p: Pocket, _f: Frame) -> None:
    """Ask which attack comes next, or take the first if the player left the rest to the default order (CAU-FLOW-44)."""
    row = assaults(p) if p.in_order else []
    if row:
        assault(p, *row[0])
    else:
        p.in_order = 0
        p.call("soviet.attacks.choose")


class SovietAttacks(InOrder, BattlegroupBox):
    """Step 3: the order of the attacks and the attacking units (CAU-SOVATK-01, CAU-FLOW-08). Battlegroups can be
    created before a roll (CAU-BG-02)."""

    name = "soviet.attacks.choose"
    title = "Step 3: Resolve Soviet attacks"
    clauses = ("CAU-SOVATK-01", "CAU-FLOW-08", "CAU-FLOW-11")

    def prompt(self, p: Pocket, f: Frame) -> str:
        left = targets_left(p).bit_count()
        if not left:
            return "All attacks are resolved. Create a battlegroup, or end the phase."
        return f"Which attack is resolved next? ({left} left)"

    def options(self, p: Pocket, f: Frame) -> list[int]:
        board, left = p.table.board, targets_left(p)
        found = [a for area in bits(left) for a in board.assaults[area][board.adjacent[area] & ~p.soviet]]
        if not left:
            found.append(END_PHASE)
        return found + self.battlegroups(p)

    def resolve(self, p: Pocket, f: Frame, area: int, source: int) -> None:
        p.end()
        assault(p, area, source)

    def row(self, p: Pocket, f: Frame) -> list[int]:
        return [act(RESOLVE, area, source) for area, source in assaults(p)]

    def told(self, p: Pocket, row: list[int]) -> str:
        return ", ".join(f"{action >> ARG & MASK} from {action & MASK}" for action in row)

    def note(self, p: Pocket, f: Frame, action: int) -> str:
        if verb_of(action) == RESOLVE:
            return how_held(p, action >> ARG & MASK)
        return super().note(p, f, action)

    def end_phase(self, p: Pocket, f: Frame) -> None:
        # Ends the box and the loop around it.
        p.end()
        p.end()

    def battlegroup(self, p: Pocket, f: Frame, area: int) -> None:
        if not p.table.revised:
            # The loop asks again if anything remains to be done.
            p.end()
        super().battlegroup(p, f, area)

    def refuse_resolve(self, p: Pocket, f: Frame, area: int, source: int) -> Reason | None:
        names = p.table.board.names
        if area > BOX_0 or not p.soviet_targets >> area & 1:
            return Reason(f"{names[area]} is not a target.", ("CAU-FLOW-10",))
        if not targets_left(p) >> area & 1:
            return Reason(f"{names[area]} {not_exposed(p, area)}.", ("CAU-SOVATK-12",))
        if source > BOX_0 or not p.table.board.adjacent[area] & p.soviet & 1 << source:
            return Reason(f"{names[source]} has no Soviet unit adjacent to {names[area]}.", ("CAU-FLOW-08",))
        return None

    def bar_end_phase(self, p: Pocket, f: Frame) -> Reason | None:
        if targets_left(p):
            return Reason("Resolve the remaining attacks first.", ("CAU-SOVATK-01", "CAU-SEQ-06"))
        return None


def attacks_to_resolve(p: Pocket, _f: Frame) -> bool:
    """Return whether the player has a choice in step 3."""
    return bool(targets_left(p)) or bool(battlegroup_areas(p, p.supply))


# -- one attack


class Attack(Locals):
    """An attack or a follow-up attack."""

    area: int
    source: int  # area of the attacker, 0 after a collapse
    guaranteed: int  # whether a follow-up is certain
    unit: int  # the unit it falls on after a collapse, or NOBODY


class Defeat(Locals):
    """An attack with the result X."""

    area: int
    source: int
    unit: int


class Place(Locals):
    """The area of a decision."""

    area: int


class SovietRoll(TableDie):
    """A roll on Table G.

    The die is not modified (CAU-SOVATK-11). The row depends on the area at the time of the roll (CAU-FLOW-12).
    """

    name = "soviet.roll"
    title = "Soviet attack"
    clauses = ("CAU-SOVATK-01", "CAU-SOVATK-02", "CAU-SOVATK-03")
    locals = Attack
    chart = "G"

    def die(self, p: Pocket, f: Frame, n: int) -> None:
        area, source, guaranteed, unit = f[OWN:]
        p.end()
        occupied = p.count[area] > 0
        result = p.table.charts.g[0 if occupied else 1][n - 1]
        if p.journal is not None:
            self.tell_attack(p, area, source, unit, n, occupied, result)
        if p.launched and (guaranteed or n in BRACKETED):
            # A follow-up brings another only on a bracketed die (CAU-FO-07, CAU-FOLLOW-06).
            p.call("soviet.follow-up", area, source, 0, unit)
        if result == "W":
            control.change_wounded(p, 1)  # CAU-SOVATK-04
        elif result == "DX":
            self.destroyed(p, area, source)
        elif result == "X":
            if not occupied:
                advance(p, area, source)
            else:
                p.call("soviet.loss", area, source, unit)
        conclude(p)

    def destroyed(self, p: Pocket, area: int, source: int) -> None:
        """Eliminate the unit if it is weak (CAU-SOVATK-07)."""
        if is_weak(p, area):
            p.fighting = 1
            control.eliminate(p, control.units_at(p, area)[0], ("CAU-SOVATK-07",))
            after_loss(p, area, source)
        elif p.journal is not None:
            p.journal.note("Attack", "DX has no effect here.", ("CAU-SOVATK-07", "CAU-SOVATK-08"))

    def tell_attack(self, p: Pocket, area: int, source: int, unit: int, n: int, occupied: bool, result: str) -> None:
        """Log the roll."""
        board = p.table.board
        words = {"NE": "no effect", "W": "Wounded +1", "DX": "DX", "X": "German defeat"}[result]
        bracket = " (bracketed, for a follow-up)" if n in BRACKETED and p.launched else ""
        where = board.names[area]
        whom = f"{p.table.the(unit)} in {where}" if unit != NOBODY else where
        origin = f" from {board.names[source]}" if source else ""
        spaces = (str(area), *((str(source),) if source else ()))
        pieces = (p.table.unit_id(unit),) if unit != NOBODY else ()
        more = {
            "title": f"Attack on {where}",
            "row": int(not occupied),
            "column": n,
            "spaces": spaces,
            "pieces": pieces,
        }
        text = f"Attack on {whom}{origin}, die {n}{bracket}: {words}."
        self.tell(p, n, "Attack", text, come_to(p, area, unit, result), (), **more)


def is_weak(p: Pocket, area: int) -> bool:
    """Return whether an area has only a depleted unit or a battlegroup, and no activated PDM (CAU-SOVATK-07,
    CAU-SOVATK-08)."""
    units = control.units_at(p, area)
    return len(units) == 1 and units[0] != p.table.hq and p.steps[units[0]] == 1 and not p.pdm_active[area]


def come_to(p: Pocket, area: int, unit: int, result: str) -> str:
    """Return a result of Table G, with its effect in this area if the printed result does not tell it."""
    if result == "DX" and not is_weak(p, area):
        return "DX, no effect"
    if result == "X" and not p.count[area]:
        return "X, area lost"
    if result == "X" and not may_retreat(p, area, unit):
        return "X, loss or defense" if p.pdm_active[area] else "X, loss"
    return result


def conclude(p: Pocket) -> None:
    """Surrender after the attack in progress, if the player has declared it (CAU-SURR-01)."""
    if p.surrender_due and p.frames and p.box.name not in ("soviet.loss", "soviet.enter"):
        surrender(p)


def after_loss(p: Pocket, area: int, source: int) -> None:
    """Let the Soviet unit enter a vacant area (CAU-SOVADV-01). Without an army the phase is over (CAU-FLOW-29)."""
    # The ring waits until here, so that the attacker is the unit that enters an area outside the Perimeter.
    p.fighting = 0
    if not p.count[area]:
        if source:
            advance(p, area, source)
        elif p.collapsed:
            enter_anywhere(p, area)
    if p.frames and control.army_is_gone(p):
        p.surrender_due = 0
        control.drop_turn_without_army(p)


def advance(p: Pocket, area: int, source: int) -> None:
    """Move the attacker into the area (CAU-SOVADV-01, CAU-FLOW-09).

    PDMs without units in the area are removed (CAU-SOVADV-05). The attacker's old area is filled again if the ring
    needs it (CAU-SOVADV-02).
    """
    control.remove_pdms(p, area)
    p.soviet = p.soviet & ~(1 << source) | 1 << area
    control.keep_name(p, source, area)
    control.tell_soviet_move(p, source, area, "advance", ("CAU-SOVADV-01", "CAU-SOVATK-10"))
    if p.german >> area & 1:
        control.set_german(p, p.german & ~(1 << area))
    else:
        control.restore_ring(p)


def enter_anywhere(p: Pocket, area: int) -> None:
    """Let an adjacent Soviet unit enter after a collapse, when no attacker is named (CAU-FLOW-21).

    The choice makes no difference once the army is gone.
    """
    control.restore_ring(p)
    sources = [] if p.breakthrough >> area & 1 else list(bits(p.table.board.adjacent[area] & p.soviet))
    if len(sources) == 1 or (sources and control.army_is_gone(p)):
        advance(p, area, sources[0])
    elif sources:
        p.call("soviet.enter", area)


class EnterFrom(Box[Pocket]):
    """The choice of the Soviet unit that enters after a collapse (CAU-FLOW-21)."""

    name = "soviet.enter"
    title = "Soviet advance"
    clauses = ("CAU-FLOW-21", "CAU-SOVADV-01")
    concludes = True
    locals = Place

    def prompt(self, p: Pocket, f: Frame) -> str:
        return f"Which Soviet unit enters {p.table.board.names[f[Place.area]]}?"

    def options(self, p: Pocket, f: Frame) -> list[int]:
        return [act(ENTER_FROM, a) for a in bits(p.table.board.adjacent[f[Place.area]] & p.soviet)]

    def enter_from(self, p: Pocket, f: Frame, source: int) -> None:
        p.end()
        advance(p, f[Place.area], source)
        conclude(p)

    def refuse_enter_from(self, p: Pocket, f: Frame, source: int) -> Reason | None:
        if source <= BOX_0 and p.table.board.adjacent[f[Place.area]] & p.soviet & 1 << source:
            return None
        return Reason(f"{p.table.board.names[source]} has no Soviet unit adjacent to the area.", ("CAU-FLOW-21",))


# ------------------------------------------------------------------ X: loss or retreat


def how_held(p: Pocket, area: int) -> str:
    """Describe the defense of an area."""
    if not p.count[area]:
        return "vacant: it falls on X"
    units = control.units_at(p, area)
    worn = sum(p.steps[unit] == DEPLETED for unit in units)
    parts = [counted(len(units), "# unit", "# units")]
    if worn:
        which = "" if len(units) == 1 else "all " if worn == len(units) else f"{worn} of them "
        parts.append(f"{which}on {'its' if worn == 1 else 'their'} last step")
    if p.pdm_active[area]:
        parts.append(f"with {counted(p.pdm_active[area], '# activated defense', '# activated defenses')}")
    return ", ".join(parts)


def what_falls(p: Pocket, area: int) -> str:
    """Describe the player's losses if a Soviet unit enters an area: morale, an airfield, defenses."""
    board = p.table.board
    parts = [f"morale -{3 if control.keys(p) >> area & 1 else 1}"]
    if board.airfields >> area & 1:
        parts.append("an airfield")
    if count := p.pdm_active[area] + p.pdm_inactive[area]:
        parts.append(counted(count, "# defense", "# defenses"))
    return f"{board.names[area]} is lost: {', '.join(parts)}."


def may_lose(p: Pocket, area: int, unit: int) -> list[int]:
    """Return the units that can take the loss. Battlegroups can take it only if nothing else can (CAU-SOVATK-05,
    CAU-BG-09).
    """
    if unit != NOBODY:
        return [unit]
    units = control.units_at(p, area)
    others = [u for u in units if not p.table.is_battlegroup(u)]
    return others or ([] if p.pdm_active[area] else units)


def may_retreat(p: Pocket, area: int, unit: int) -> int:
    """Return the German-controlled neighbors, if a retreat is allowed (CAU-RETREAT-02, CAU-FLOW-14, CAU-FLOW-15)."""
    if why_no_retreat(p, area, unit) is not None:
        return 0
    return p.table.board.adjacent[area] & p.german


def why_no_retreat(p: Pocket, area: int, unit: int) -> Reason | None:
    """Return why no retreat is possible (CAU-SOVATK-06, CAU-FLOW-14)."""
    if p.table.defenses_hold and p.pdm_active[area]:
        return Reason("Units with an activated Prepared Defense can't retreat.", ("CAU-SOVATK-06", "CAU-FLOW-14"))
    if p.table.retreat_with_pdm_any and p.pdm_inactive[area]:
        return Reason("Units with a Prepared Defense can't retreat.", ("CAU-SOVATK-06", "CAU-FLOW-14"))
    if any(p.table.is_battlegroup(u) for u in control.units_at(p, area)):
        return Reason("Units with a battlegroup can't retreat.", ("CAU-SOVATK-06", "CAU-BG-10"))
    if not p.table.board.adjacent[area] & p.german:
        return Reason("No adjacent area is German-controlled.", ("CAU-RETREAT-02",))
    return None


class TakeLoss(Box[Pocket]):
    """The result X on an occupied area.

    The HQ is treated like any other unit (CAU-FLOW-33). No battlegroup can be created between a roll and the end of its
    advance (CAU-BG-05).
    """

    name = "soviet.loss"
    title = "Loss or retreat"
    clauses = ("CAU-SOVATK-05", "CAU-SOVATK-06")
    locals = Defeat
    concludes = True

    def prompt(self, p: Pocket, f: Frame) -> str:
        return f"Defeat in {p.table.board.names[f[Defeat.area]]}: which unit takes the loss, or do all retreat?"

    def options(self, p: Pocket, f: Frame) -> list[int]:
        area, _, unit = f[OWN:]
        found = [act(LOSE, u) for u in may_lose(p, area, unit)]
        if p.pdm_active[area]:
            found.append(ABSORB)
        return found + [act(RETREAT, to) for to in bits(may_retreat(p, area, unit))]

    def cost(self, p: Pocket, f: Frame, action: int) -> str:
        if verb_of(action) == LOSE:
            return "depleted" if p.steps[action >> ARG & MASK] == 2 else "eliminated"
        return ""

    def note(self, p: Pocket, f: Frame, action: int) -> str:
        area = f[Defeat.area]
        if verb_of(action) == LOSE:
            unit = action >> ARG & MASK
            if p.steps[unit] == FULL:
                return f"{p.table.board.names[area]} is held."
            lost = "For good, and every Action costs double. " if unit == p.table.hq else ""
            return lost + (f"{p.table.board.names[area]} is held." if p.count[area] > 1 else what_falls(p, area))
        if verb_of(action) == RETREAT:
            units = p.count[area] if f[Defeat.unit] == NOBODY else 1
            rest = f"{p.table.board.names[area]} is held." if units < p.count[area] else what_falls(p, area)
            return f"No unit is lost. {rest}"
        if verb_of(action) == ABSORB:
            return f"No unit is lost; the defense turns to its inactive side. {p.table.board.names[area]} is held."
        return ""

    def lose(self, p: Pocket, f: Frame, unit: int) -> None:
        p.end()
        p.fighting = 1
        control.take_loss(p, unit, ("CAU-SOVATK-05", "CAU-SOVATK-09"))
        after_loss(p, f[Defeat.area], f[Defeat.source])
        conclude(p)

    def absorb(self, p: Pocket, f: Frame) -> None:
        p.end()
        turn_pdm(p, f[Defeat.area], ("CAU-PDM-08",))
        conclude(p)

    def retreat(self, p: Pocket, f: Frame, to: int) -> None:
        # All units retreat together, at no cost and with no other effect (CAU-RETREAT-01, CAU-RETREAT-03). PDMs stay
        # (CAU-PDM-04).
        p.end()
        area, source, fallen_on = f[OWN:]
        units = control.units_at(p, area) if fallen_on == NOBODY else [fallen_on]
        p.fighting = 1
        for unit in units:
            control.shift(p, unit, to, "retreat", ("CAU-RETREAT-01", "CAU-RETREAT-02"))
            if not p.frames:
                p.fighting = 0
                control.restore_ring(p)
                return
        after_loss(p, area, source)
        conclude(p)

    def refuse_lose(self, p: Pocket, f: Frame, unit: int) -> Reason | None:
        name = p.table.the(unit, first=True)
        area, _, fallen_on = f[OWN:]
        if fallen_on not in (NOBODY, unit):
            return Reason(f"The result affects only {p.table.the(fallen_on)}.", ("CAU-FLOW-21",))
        if p.at[unit] != area:
            return Reason(f"{name} is not in {p.table.board.names[area]}.", ("CAU-SOVATK-05",))
        if unit not in may_lose(p, area, fallen_on):
            return Reason(
                "A battlegroup takes a loss only if the area has no other unit and no activated Prepared Defense.",
                ("CAU-BG-09",),
            )
        return None

    def bar_absorb(self, p: Pocket, f: Frame) -> Reason | None:
        if p.pdm_active[f[Defeat.area]]:
            return None
        if p.pdm_inactive[f[Defeat.area]]:
            return Reason("An inactive Prepared Defense absorbs nothing.", ("CAU-PDM-09",))
        return Reason("There is no Prepared Defense here.", ("CAU-PDM-08",))

    def bar_retreat(self, p: Pocket, f: Frame) -> Reason | None:
        return why_no_retreat(p, f[Defeat.area], f[Defeat.unit])

    def refuse_retreat(self, p: Pocket, f: Frame, to: int) -> Reason | None:
        if to <= BOX_0 and may_retreat(p, f[Defeat.area], f[Defeat.unit]) >> to & 1:
            return None
        board, area = p.table.board, f[Defeat.area]
        near = to <= BOX_0 and board.adjacent[area] >> to & 1
        said = "is not German-controlled" if near else f"is not adjacent to {board.names[area]}"
        return Reason(f"{board.names[to]} {said}.", ("CAU-RETREAT-02", "CAU-FLOW-15"))


# ------------------------------------------------------------------ follow-up attacks


def follow_up_target(p: Pocket, f: Frame) -> None:
    """Choose the target of the follow-up: the same area while it contains units (CAU-FOLLOW-02), otherwise an area
    adjacent to the new one (CAU-FOLLOW-03, CAU-FLOW-13).

    An automatic follow-up works the same way (CAU-FLOW-32).
    """
    area, unit = f[Attack.area], f[Attack.unit]
    if p.count[area]:
        if unit != NOBODY and p.at[unit] != area:
            ask_unit(p, area)
        return
    if not p.soviet >> area & 1:
        # No unit advanced, or the ring no longer has a place there for the attacker.
        p.end()
        return
    choices = list(bits(follow_up_choices(p, area)))
    if not choices:
        p.end()
    elif len(choices) == 1 and not window_open(p):
        f[Attack.area], f[Attack.source] = choices[0], area
        aim_at_unit(p, f)
    else:
        p.call("soviet.follow-up-area", area)


def window_open(p: Pocket) -> bool:
    """Return whether a battlegroup can be created before a follow-up (CAU-FLOW-11). Under one reading, it is never
    possible."""
    return not p.table.readings["follow_up_window=closed"] and bool(battlegroup_areas(p, p.supply))


def follow_up_choices(p: Pocket, base: int) -> int:
    """Return the targets of a follow-up: German-controlled neighbors, vacant ones first (CAU-FOLLOW-03, CAU-FOLLOW-04,
    CAU-FOLLOW-05)."""
    near = p.table.board.adjacent[base] & p.german & ~p.breakthrough
    vacant = sum(1 << area for area in bits(near) if not p.count[area])
    return vacant or near


def aim_at_unit(p: Pocket, f: Frame) -> None:
    """Choose one unit of the new area for the roll after a collapse (CAU-FLOW-21)."""
    if not p.collapsed:
        return
    f[Attack.unit] = NOBODY
    if p.count[f[Attack.area]]:
        ask_unit(p, f[Attack.area])


def ask_unit(p: Pocket, area: int) -> None:
    """Ask which unit in the area the next roll affects, if there is a choice."""
    units = control.units_at(p, area)
    if len(units) > 1:
        p.call("soviet.follow-up-unit", area)
    else:
        p.frame("soviet.follow-up")[Attack.unit] = units[0]


class FollowUpArea(BattlegroupBox):
    """The target of the follow-up. A battlegroup can still be created (CAU-FLOW-11)."""

    name = "soviet.follow-up-area"
    title = "Follow-up attack"
    clauses = ("CAU-FOLLOW-03", "CAU-FOLLOW-04", "CAU-FOLLOW-05")
    locals = Place

    def prompt(self, p: Pocket, f: Frame) -> str:
        return f"Which area does the Soviet unit in {p.table.board.names[f[Place.area]]} attack next?"

    def options(self, p: Pocket, f: Frame) -> list[int]:
        found = [act(FOLLOW, area) for area in bits(follow_up_choices(p, f[Place.area]))]
        return found + self.battlegroups(p) if window_open(p) else found

    def bar_battlegroup(self, p: Pocket, f: Frame) -> Reason | None:
        if p.table.readings["follow_up_window=closed"]:
            return Reason("Follow-up attacks are resolved immediately.", ("CAU-FLOW-11", "CAU-FOLLOW-01"))
        return super().bar_battlegroup(p, f)

    def follow(self, p: Pocket, f: Frame, area: int) -> None:
        p.end()
        attack = p.frame("soviet.follow-up")
        attack[Attack.area], attack[Attack.source] = area, f[Place.area]
        aim_at_unit(p, attack)

    def note(self, p: Pocket, f: Frame, action: int) -> str:
        return how_held(p, action >> ARG & MASK) if verb_of(action) == FOLLOW else ""

    def refuse_follow(self, p: Pocket, f: Frame, area: int) -> Reason | None:
        names, base = p.table.board.names, f[Place.area]
        if area > BOX_0 or not p.table.board.adjacent[base] & p.german & 1 << area:
            near = area <= BOX_0 and p.table.board.adjacent[base] >> area & 1
            said = "is not German-controlled" if near else f"is not adjacent to {names[base]}"
            return Reason(f"{names[area]} {said}.", ("CAU-FOLLOW-03",))
        if p.breakthrough >> area & 1:
            return Reason(f"{names[area]} is a Breakthrough area, which can't be attacked.", ("CAU-TARGET-01",))
        if not follow_up_choices(p, base) >> area & 1:
            return Reason(f"{names[area]} is occupied; choose a vacant area.", ("CAU-FOLLOW-04",))
        return None


class FollowUpUnit(Box[Pocket]):
    """The choice of the unit for a follow-up after a collapse (CAU-FLOW-21)."""

    name = "soviet.follow-up-unit"
    title = "Follow-up attack"
    clauses = ("CAU-FLOW-21",)
    locals = Place

    def prompt(self, p: Pocket, f: Frame) -> str:
        return f"Which unit in {p.table.board.names[f[Place.area]]} rolls?"

    def options(self, p: Pocket, f: Frame) -> list[int]:
        return [act(FACE, unit) for unit in control.units_at(p, f[Place.area])]

    def face(self, p: Pocket, f: Frame, unit: int) -> None:
        p.end()
        p.frame("soviet.follow-up")[Attack.unit] = unit

    def refuse_face(self, p: Pocket, f: Frame, unit: int) -> Reason | None:
        area = f[Place.area]
        if p.at[unit] == area:
            return None
        return Reason(f"{p.table.the(unit, first=True)} is not in {p.table.board.names[area]}.", ("CAU-FLOW-21",))


def last_window(p: Pocket, f: Frame) -> None:
    """Open the reaction window for a battlegroup between the choice of the area and the roll of a follow-up
    (CAU-FLOW-11).
    """
    if window_open(p):
        p.call("soviet.follow-up-window", f[Attack.area])


class FollowUpWindow(BattlegroupBox):
    """The last chance to create a battlegroup before the follow-up is rolled (CAU-FLOW-11, CAU-FLOW-12)."""

    name = "soviet.follow-up-window"
    title = "Follow-up attack"
    clauses = ("CAU-FLOW-11", "CAU-FLOW-12")
    locals = Place

    def prompt(self, p: Pocket, f: Frame) -> str:
        return f"{p.table.board.names[f[Place.area]]} faces a follow-up attack. Create a battlegroup first?"

    def options(self, p: Pocket, f: Frame) -> list[int]:
        return [LET_ROLL, *self.battlegroups(p)]

    def let_roll(self, p: Pocket, f: Frame) -> None:
        p.end()


def follow_up_roll(p: Pocket, f: Frame) -> None:
    """Roll the follow-up. After a collapse, a new battlegroup can be the only unit that it affects."""
    if p.collapsed and f[Attack.unit] == NOBODY and p.count[f[Attack.area]]:
        f[Attack.unit] = control.units_at(p, f[Attack.area])[0]
    p.end()
    p.call("soviet.roll", *f[OWN:])


# ------------------------------------------------------------------ after a collapse


def units_to_face(p: Pocket) -> list[int]:
    """Return the units in areas that have not rolled yet. The HQ is included only if it is the last unit (CAU-COL-07,
    CAU-COL-08, CAU-FLOW-22)."""
    left, hq = control.units_ahead(p), p.table.hq
    if hq in left and control.army_size(p) > 1:
        left.remove(hq)
    return left


def begin_unit_rolls(p: Pocket, _f: Frame) -> None:
    """Mark all units as not rolled yet."""
    p.rolled = 0


def units_left(p: Pocket, _f: Frame) -> bool:
    """Return whether a unit must still roll."""
    return bool(units_to_face(p))


def face_attack(p: Pocket, unit: int) -> None:
    """Roll for a unit after a collapse (CAU-COL-07)."""
    p.rolled |= 1 << unit
    p.call("soviet.roll", p.at[unit], 0, int(p.launched == p.turn), unit)


def next_face(p: Pocket, _f: Frame) -> None:
    """Ask which unit rolls next, or take the first if the player left the rest to the default order (CAU-FLOW-44)."""
    if p.in_order:
        face_attack(p, units_to_face(p)[0])
    else:
        p.call("soviet.units.choose")


class FaceAttack(InOrder, BattlegroupBox):
    """The choice of the next unit after a collapse (CAU-COL-07, CAU-FLOW-43)."""

    name = "soviet.units.choose"
    title = "Step 3: Resolve Soviet attacks"
    question = "Which unit rolls next?"
    clauses = ("CAU-COL-07", "CAU-FLOW-21", "CAU-FLOW-43")

    def options(self, p: Pocket, f: Frame) -> list[int]:
        return self.row(p, f) + self.battlegroups(p)

    def face(self, p: Pocket, f: Frame, unit: int) -> None:
        p.end()
        face_attack(p, unit)

    def row(self, p: Pocket, f: Frame) -> list[int]:
        return [act(FACE, unit) for unit in units_to_face(p)]

    def refuse_face(self, p: Pocket, f: Frame, unit: int) -> Reason | None:
        if unit in units_to_face(p):
            return None
        name = p.table.the(unit, first=True)
        if not p.at[unit] or p.at[unit] > BOX_0:
            return Reason(f"{name} is not in an area of the map.", ("CAU-FLOW-22", "CAU-COL-07"))
        if p.rolled >> unit & 1:
            return Reason(f"{name} has already rolled.", ("CAU-COL-07",))
        return Reason("The HQ rolls only when no other unit is left.", ("CAU-COL-08",))
