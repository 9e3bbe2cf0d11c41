"""The Evaluation Phase: the Strategic Situation Index, collapse, the end of the game, and the turn marker."""

from __future__ import annotations

from typing import Any

from mamayev.engine.box import Box
from mamayev.engine.event import Modifier, Turn
from mamayev.engine.fields import Locals
from mamayev.engine.notation import ARG, MASK, act, verb_of
from mamayev.engine.position import Frame
from mamayev.engine.refusal import Reason
from mamayev.engine.words import counted

from ..printed.map import BOX_0
from . import control
from .board import bits
from .charts import DECLINED, FLOWN_OUT, OFFICERS, arithmetic
from .order import InOrder
from .position import LAST_TURN, STRONG, WEAK, Pocket
from .rolls import TableDie
from .verbs import DECLINE, FACE, FLY_OUT, RALLY, SHELTER

TURNS = 16


# ------------------------------------------------------------------ step 1


def commitments_that_count(p: Pocket) -> tuple[tuple[str, int], ...]:
    """Return the commitments that modify Table H. Both do, even after a surrender; under the alternative reading, none
    do after a surrender (CAU-SURR-02).
    """
    if p.surrendered and p.table.readings["surrender_commitments=dropped"]:
        return ()
    return ("Luftwaffe", p.luftwaffe), ("relief force", p.relief)


def situation_modifiers(p: Pocket) -> list[Modifier]:
    """Return all Table H modifiers (CAU-EVAL-03, CAU-EVAL-04, CAU-EVAL-05, CAU-EVAL-06)."""
    modifiers = []
    for name, level in commitments_that_count(p):
        if level == WEAK:
            modifiers.append(Modifier(1, f"{name} Weak", ("CAU-EVAL-03",)))
        elif level == STRONG:
            modifiers.append(Modifier(-1, f"{name} Strong", ("CAU-EVAL-03",)))
    if p.surrendered == 2:
        modifiers.append(Modifier(-1, "surrendered with Freedom of Action", ("CAU-EVAL-04", "CAU-SURR-04")))
    elif p.surrendered == 3:
        modifiers.append(Modifier(-1, "surrendered on milder terms", ("CAU-COUNCIL-09",)))
    elif p.surrendered == 1:
        modifiers.append(Modifier(-2, "No FoA Surrender marker", ("CAU-EVAL-04", "CAU-SURR-03")))
    elif control.army_is_gone(p) and not p.surrendered:
        modifiers.append(Modifier(-1, "all German units eliminated", ("CAU-EVAL-05",)))
    if p.attacks_without_foa:
        modifiers.append(
            Modifier(-p.attacks_without_foa, "attacks without Freedom of Action", ("CAU-EVAL-06", "CAU-FOA-03"))
        )
    return modifiers


class Situation(TableDie):
    """Step 1: Table H (CAU-EVAL-01, CAU-EVAL-02)."""

    name = "evaluation.ssi"
    title = "Strategic situation"
    clauses = ("CAU-EVAL-01", "CAU-EVAL-02")
    chart = "H"

    def die(self, p: Pocket, f: Frame, n: int) -> None:
        p.end()
        modifiers = situation_modifiers(p)
        total = n + sum(m.value for m in modifiers)
        change, column = p.table.charts.situation(total)
        if p.journal is not None:
            text = f"{arithmetic(n, modifiers, total)}: {f'SSI {change:+d}' if change else 'no change'}."
            self.tell(p, n, "Situation", text, f"{change:+d}", modifiers, row=0, column=column)
        if not p.table.readings["attack_marker=appeal"]:
            control.lift_attack_marker(p, "The Attack w/o FoA penalty on the SSI ends.")
        control.change_ssi(p, change)


# ------------------------------------------------------------------ step 2: collapse


def collapse_due(p: Pocket, _f: Frame) -> bool:
    """Return whether the army collapses (CAU-COL-01, CAU-COL-09), because of 20 Wounded, or because of morale 20 or
    less during the Final Offensive.

    A collapse happens once, to an army in command. Under the alternative reading, both cases need the Final Offensive.
    """
    if p.collapsed or not control.in_command(p):
        return False
    if p.launched:
        return p.wounded >= 20 or control.morale(p) <= 20
    return p.wounded >= 20 and p.table.readings["collapse=either"]


def pocket_around(p: Pocket, key: int) -> int:
    """Return the German-controlled areas that are, or touch, a Key Area (CAU-COL-04, CAU-FLOW-20)."""
    return (p.table.board.adjacent[key] | 1 << key) & p.german


def key_areas(p: Pocket) -> list[int]:
    """Return the Key Areas with a German-controlled area in them or next to them."""
    return [key for key in bits(control.keys(p)) if pocket_around(p, key)]


def begin_collapse(p: Pocket, _f: Frame) -> None:
    """Start the collapse and ask for the Key Area; without one, eliminate every unit (CAU-COL-05)."""
    p.collapsed = 1
    p.rolled = 0
    if p.journal is not None:
        reason = (
            f"{p.wounded} Wounded"
            if p.wounded >= 20
            else f"the Final Offensive is on and morale is {control.morale(p)}"
        )
        p.journal.note("Collapse", f"6th Army collapses: {reason}.", ("CAU-COL-01",))
    rallying = key_areas(p)
    if not rallying:
        for unit in control.units_in_play(p):
            if p.at[unit] <= BOX_0:
                control.eliminate(p, unit, ("CAU-COL-05",))
        p.shelter = 0
    elif len(rallying) == 1:
        p.shelter = pocket_around(p, rallying[0])
    else:
        p.call("evaluation.collapse.rally")


class Rally(Box[Pocket]):
    """The Key Area that the army falls back on, chosen before the dice (CAU-COL-04, CAU-FLOW-20)."""

    name = "evaluation.collapse.rally"
    title = "German collapse"
    question = "Which Key Area does the army fall back on?"
    clauses = ("CAU-COL-04", "CAU-FLOW-20")

    def options(self, p: Pocket, f: Frame) -> list[int]:
        return [act(RALLY, key) for key in key_areas(p)]

    def note(self, p: Pocket, f: Frame, action: int) -> str:
        kept = pocket_around(p, action >> ARG & MASK)
        standing = counted(sum(p.count[area] for area in bits(kept)), "# unit is now", "# units are now")
        return (
            f"The pocket shrinks to {control.list_names(p, bits(kept))}, where {standing}. Units that survive "
            "their die (3 to 6) go there; everything else is lost."
        )

    def rally(self, p: Pocket, f: Frame, key: int) -> None:
        p.end()
        p.shelter = pocket_around(p, key)

    def refuse_rally(self, p: Pocket, f: Frame, key: int) -> Reason | None:
        if key in key_areas(p):
            return None
        if not control.keys(p) >> key & 1:
            return Reason(f"{p.table.board.names[key]} is not a Key Area.", ("CAU-COL-04",))
        return Reason(
            f"{p.table.board.names[key]} is neither German-controlled nor adjacent to a German-controlled area.",
            ("CAU-COL-04",),
        )


def units_to_roll(p: Pocket) -> list[int]:
    """Return the units that must roll: all German units, including those in Relief boxes (CAU-FLOW-22).

    The HQ rolls in one edition only (CAU-COL-02, CAU-COL-03).
    """
    spared = -1 if p.table.book.hq_rolls else p.table.hq
    rolled = p.rolled
    return [unit for unit in control.units_in_play(p) if unit != spared and not rolled >> unit & 1]


def dice_left(p: Pocket, _f: Frame) -> bool:
    """Return whether a unit must still roll."""
    return bool(units_to_roll(p))


def next_die(p: Pocket, _f: Frame) -> None:
    """Ask which unit rolls next, or take the first if the player left the rest to the default order (CAU-FLOW-44)."""
    if p.in_order:
        p.call("evaluation.collapse.roll", units_to_roll(p)[0])
    else:
        p.call("evaluation.collapse.choose")


class CollapseOrder(InOrder):
    """The choice of the unit before each die (CAU-FLOW-43)."""

    name = "evaluation.collapse.choose"
    title = "German collapse"
    question = "Which unit rolls next? A 1 or 2 eliminates it."
    forced = True

    def bind(self, table: Any) -> None:
        super().bind(table)
        self.clauses = (table.book.collapse, "CAU-FLOW-43")

    def options(self, p: Pocket, f: Frame) -> list[int]:
        face = FACE
        return [face | unit << ARG for unit in units_to_roll(p)]

    def face(self, p: Pocket, f: Frame, unit: int) -> None:
        p.end()
        p.call("evaluation.collapse.roll", unit)

    def row(self, p: Pocket, f: Frame) -> list[int]:
        return self.options(p, f)

    def refuse_face(self, p: Pocket, f: Frame, unit: int) -> Reason | None:
        if unit in units_to_roll(p):
            return None
        name, book = p.table.the(unit, first=True), p.table.book
        if unit == p.table.hq and not book.hq_rolls:
            return Reason(f"{name} doesn't roll.", (book.collapse,))
        said = "has already rolled" if p.rolled >> unit & 1 else "is not in play"
        return Reason(f"{name} {said}.", (book.collapse,))


class Faces(Locals):
    """The unit that rolls."""

    unit: int


class CollapseDie(TableDie):
    """A unit's die roll: 1 or 2 eliminates it (CAU-COL-02, CAU-COL-03)."""

    name = "evaluation.collapse.roll"
    title = "German collapse"
    locals = Faces

    def bind(self, table: Any) -> None:
        super().bind(table)
        self.clauses = (table.book.collapse,)

    def die(self, p: Pocket, f: Frame, n: int) -> None:
        unit = f[Faces.unit]
        p.end()
        p.rolled |= 1 << unit
        if p.journal is not None:
            result = "eliminated" if n <= 2 else "survives"
            text, title = f"{p.table.the(unit, first=True)}, die {n}: {result}.", f"Collapse: {p.table.the(unit)}"
            self.tell(p, n, "Collapse", text, result, title=title, pieces=(p.table.unit_id(unit),))
        if n <= 2:
            control.eliminate(p, unit, self.clauses)


def begin_shelter(p: Pocket, _f: Frame) -> None:
    """Start placing the survivors; `rolled` marks the units that have been placed."""
    p.rolled = p.in_order = 0
    # An area outside the Perimeter that lost its last unit to the dice is no longer German.
    p.shelter &= p.german
    if not p.shelter:
        for unit in control.units_in_play(p):
            if p.at[unit] <= BOX_0:
                control.eliminate(p, unit, ("CAU-COL-05",))


def units_to_place(p: Pocket) -> list[int]:
    """Return the survivors that must still be placed, including the HQ. Units in Relief boxes stay there
    (CAU-FLOW-22)."""
    return control.units_ahead(p)


def homeless_left(p: Pocket, _f: Frame) -> bool:
    """Return whether a survivor must still be placed."""
    return bool(units_to_place(p))


def place_next(p: Pocket, _f: Frame) -> None:
    """Ask where a survivor goes if there is more than one area."""
    areas = list(bits(p.shelter))
    if len(areas) > 1:
        p.call("evaluation.collapse.place")
    else:
        take_shelter(p, units_to_place(p)[0], areas[0])


def take_shelter(p: Pocket, unit: int, area: int) -> None:
    """Move a unit into an area of the shelter. It needs no path (CAU-COL-04).

    Control changes at once (CAU-FLOW-26): an area outside the Perimeter that the last unit leaves is no longer a
    shelter (CAU-FLOW-03).
    """
    p.rolled |= 1 << unit
    if p.at[unit] != area:
        control.shift(p, unit, area, "retreat", ("CAU-COL-04",))
        p.shelter &= p.german


class Shelter(Box[Pocket]):
    """The destination of the survivors (CAU-COL-04)."""

    name = "evaluation.collapse.place"
    title = "German collapse"
    clauses = ("CAU-COL-04", "CAU-FLOW-20")

    def prompt(self, p: Pocket, f: Frame) -> str:
        return f"Where do the survivors go? ({len(units_to_place(p))} to place)"

    def options(self, p: Pocket, f: Frame) -> list[int]:
        areas = list(bits(p.shelter))
        return [act(SHELTER, unit, area) for unit in units_to_place(p) for area in areas]

    def shelter(self, p: Pocket, f: Frame, unit: int, area: int) -> None:
        p.end()
        take_shelter(p, unit, area)

    def refuse_shelter(self, p: Pocket, f: Frame, unit: int, area: int) -> Reason | None:
        if unit not in units_to_place(p):
            return Reason(
                f"{p.table.the(unit, first=True)} is not among the survivors to place.", ("CAU-COL-04", "CAU-FLOW-22")
            )
        if area > BOX_0 or not p.shelter >> area & 1:
            return Reason(
                f"{p.table.board.names[area]} is not part of the pocket around the chosen Key Area.", ("CAU-COL-04",)
            )
        return None


def close_pocket(p: Pocket, _f: Frame) -> None:
    """Give up all other areas with their PDMs, and close the ring around the rest (CAU-COL-06, CAU-FLOW-20).

    Under one reading, vacant areas are also lost.
    """
    occupied = sum(1 << area for area in range(1, BOX_0 + 1) if p.count[area])
    kept = p.shelter & (occupied if p.table.readings["collapsed_pocket=occupied"] else p.table.board.inside | occupied)
    for area in bits(p.german & ~kept):
        control.remove_pdms(p, area)
    control.set_german(p, kept)
    p.shelter = p.rolled = 0
    control.find_link_up(p)
    if p.frames:
        control.drop_turn_without_army(p)


# ------------------------------------------------------------------ the high officers


def officers_asked(p: Pocket, _f: Frame) -> bool:
    """Return whether the offer to the high officers applies, because the army has surrendered or is gone
    (CAU-WHATIF-05)."""
    return p.what_if == OFFICERS and (p.surrendered > 0 or control.army_is_gone(p))


class Officers(Box[Pocket]):
    """The offer of the What If card to fly high-ranking officers out of the pocket (CAU-WHATIF-05)."""

    name = "evaluation.officers"
    title = "High officers"
    question = "An aircraft is waiting for the high officers. Fly them out?"
    hint = "Flying them out costs a victory point and gains nothing. You can decline with honor."
    clauses = ("CAU-WHATIF-05",)

    def cost(self, p: Pocket, f: Frame, action: int) -> str:
        return "-1 victory point" if verb_of(action) == FLY_OUT else "free"

    def fly_out(self, p: Pocket, f: Frame) -> None:
        self.answer(p, FLOWN_OUT, "The high officers leave their men and are flown out.")

    def decline(self, p: Pocket, f: Frame) -> None:
        self.answer(p, DECLINED, "The high officers decline the offer and stay with their men.")

    def options(self, p: Pocket, f: Frame) -> list[int]:
        return [DECLINE, FLY_OUT]

    def answer(self, p: Pocket, answer: int, text: str) -> None:
        """Record the answer for the victory points."""
        p.end()
        p.what_if = answer
        if p.journal is not None:
            p.journal.note("Officers", text, self.clauses)


# ------------------------------------------------------------------ steps 3 and 4


def determine_end(p: Pocket, _f: Frame) -> None:
    """End the game after turn 16 (CAU-END-01, CAU-FLOW-36).

    Neither a surrender nor the loss of the army ends it earlier (CAU-END-03).
    """
    if p.turn >= TURNS:
        control.end_game(p, LAST_TURN)


def advance_turn(p: Pocket, _f: Frame) -> None:
    """Start the next turn, and clear the effects that last one turn."""
    p.turn += 1
    p.appeal_barred = p.appealed = p.tactical_done = 0
    p.event_ip = p.event_airlift = p.event_upkeep = p.event_movement = 0
    p.payments = p.isolated_moved = 0
    p.soviet_targets = 0
    p.seen = bytearray()
    if p.journal is not None:
        p.journal.add(Turn(number=p.turn, who="Turn", text=f"Turn {p.turn}.", clauses=("CAU-SEQ-05",)))
