"""The Evaluation Phase: the Strategic Situation Index, collapse, the end of the game, the turn marker."""

from __future__ import annotations

from typing import Any

from mamayev.engine.box import Box, DieBox
from mamayev.engine.event import Modifier, Turn
from mamayev.engine.fields import Locals
from mamayev.engine.notation import ARG, MASK, act, verb_of
from mamayev.engine.position import Frame
from mamayev.engine.refusal import Reason
from mamayev.engine.words import counted

from ..printed.map import BOX_0
from .board import bits
from .charts import DECLINED, FLOWN_OUT, OFFICERS, arithmetic
from .control import (
    army_is_gone,
    change_ssi,
    drop_turn_without_army,
    eliminate,
    end_game,
    find_link_up,
    in_command,
    keys,
    lift_attack_marker,
    list_names,
    morale,
    remove_pdms,
    set_german,
    shift,
    units_ahead,
    units_in_play,
)
from .order import InOrder
from .position import LAST_TURN, STRONG, WEAK, Pocket
from .verbs import DECLINE, FACE, FLY_OUT, RALLY, SHELTER

TURNS = 16


# ------------------------------------------------------------------ step 1


def commitments_that_count(p: Pocket) -> tuple[tuple[str, int], ...]:
    """The commitments that modify Table H: both, after a surrender too; none then under the other reading
    (CAU-SURR-02)."""
    if p.surrendered and p.table.surrender_commitments_dropped:
        return ()
    return ("Luftwaffe", p.luftwaffe), ("relief force", p.relief)


def situation_modifiers(p: Pocket) -> list[Modifier]:
    """Table H, all modifiers (CAU-EVAL-03, CAU-EVAL-04, CAU-EVAL-05, CAU-EVAL-06)."""
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
    elif army_is_gone(p) and not p.surrendered:
        modifiers.append(Modifier(-1, "all German units eliminated", ("CAU-EVAL-05",)))
    if p.attacks_without_foa:
        modifiers.append(
            Modifier(-p.attacks_without_foa, "attacks without Freedom of Action", ("CAU-EVAL-06", "CAU-FOA-03"))
        )
    return modifiers


class Situation(DieBox[Pocket]):
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
            p.journal.roll(
                "Situation",
                f"{arithmetic(n, modifiers, total)}: {f'SSI {change:+d}' if change else 'no change'}.",
                title=self.title,
                chart="H",
                dice=(n,),
                modifiers=modifiers,
                total=total,
                result=f"{change:+d}",
                row=0,
                column=column,
                clauses=self.clauses,
            )
        if not p.table.attack_marker_appeal:
            lift_attack_marker(p, "The Attack w/o FoA penalty on the SSI ends.")
        change_ssi(p, change)


# ------------------------------------------------------------------ step 2: collapse


def collapse_due(p: Pocket, _f: Frame) -> bool:
    """CAU-COL-01, CAU-COL-09: (Final Offensive and morale 20 or less) or 20 Wounded; once, with an army in command.

    Under the other reading the Final Offensive is needed for both.
    """
    if p.collapsed or not in_command(p):
        return False
    if p.launched:
        return p.wounded >= 20 or morale(p) <= 20
    return p.wounded >= 20 and p.table.collapse_either


def pocket_around(p: Pocket, key: int) -> int:
    """CAU-COL-04, CAU-FLOW-20: the German-controlled areas that are, or touch, a Key Area."""
    return (p.table.board.adjacent[key] | 1 << key) & p.german


def key_areas(p: Pocket) -> list[int]:
    """The Key Areas with a German-controlled area in or next to them."""
    return [key for key in bits(keys(p)) if pocket_around(p, key)]


def begin_collapse(p: Pocket, _f: Frame) -> None:
    """Say it, and ask for the Key Area; without any, every unit is lost (CAU-COL-05)."""
    p.collapsed = 1
    p.rolled = 0
    if p.journal is not None:
        reason = f"{p.wounded} Wounded" if p.wounded >= 20 else f"the Final Offensive is on and morale is {morale(p)}"
        p.journal.note("Collapse", f"6th Army collapses: {reason}.", ("CAU-COL-01",))
    rallying = key_areas(p)
    if not rallying:
        for unit in units_in_play(p):
            if p.at[unit] <= BOX_0:
                eliminate(p, unit, ("CAU-COL-05",))
        p.shelter = 0
    elif len(rallying) == 1:
        p.shelter = pocket_around(p, rallying[0])
    else:
        p.call("evaluation.collapse.rally")


class Rally(Box[Pocket]):
    """The Key Area on which the army falls back, named before the dice (CAU-COL-04, CAU-FLOW-20)."""

    name = "evaluation.collapse.rally"
    title = "German collapse"
    clauses = ("CAU-COL-04", "CAU-FLOW-20")

    def prompt(self, p: Pocket, f: Frame) -> str:
        return "On which Key Area does the army fall back?"

    def options(self, p: Pocket, f: Frame) -> list[int]:
        return [act(RALLY, key) for key in key_areas(p)]

    def note(self, p: Pocket, f: Frame, action: int) -> str:
        kept = pocket_around(p, action >> ARG & MASK)
        standing = counted(sum(p.count[area] for area in bits(kept)), "# unit now stands", "# units now stand")
        return (
            f"The pocket shrinks to {list_names(p, bits(kept))}, where {standing}. Each unit that survives its die "
            "(3 to 6) goes there; all else is lost."
        )

    def rally(self, p: Pocket, f: Frame, key: int) -> None:
        p.end()
        p.shelter = pocket_around(p, key)

    def refuse_rally(self, p: Pocket, f: Frame, key: int) -> Reason | None:
        if key in key_areas(p):
            return None
        if not keys(p) >> key & 1:
            return Reason(f"{p.table.board.names[key]} is no Key Area.", ("CAU-COL-04",))
        return Reason(
            f"{p.table.board.names[key]} has no German-controlled area in it or next to it.",
            ("CAU-COL-04",),
        )


def units_to_roll(p: Pocket) -> list[int]:
    """CAU-FLOW-22: every German unit, units in Relief boxes too; the HQ by edition (CAU-COL-02, CAU-COL-03)."""
    spared = -1 if p.table.book.hq_rolls else p.table.hq
    rolled = p.rolled
    return [unit for unit in units_in_play(p) if unit != spared and not rolled >> unit & 1]


def dice_left(p: Pocket, _f: Frame) -> bool:
    """Whether a unit has still to be rolled for."""
    return bool(units_to_roll(p))


def next_die(p: Pocket, _f: Frame) -> None:
    """Ask who is rolled for next, or take the first where the rest goes in order (CAU-FLOW-44)."""
    if p.in_order:
        p.call("evaluation.collapse.roll", units_to_roll(p)[0])
    else:
        p.call("evaluation.collapse.choose")


class CollapseOrder(InOrder):
    """The player names the unit before each die (CAU-FLOW-43)."""

    name = "evaluation.collapse.choose"
    title = "German collapse"
    forced = True

    def bind(self, table: Any) -> None:
        super().bind(table)
        self.clauses = (table.book.collapse, "CAU-FLOW-43")

    def prompt(self, p: Pocket, f: Frame) -> str:
        return "Which unit is rolled for next? 1 or 2 eliminates it."

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
            return Reason(f"{name} is not rolled for.", (book.collapse,))
        said = "has been rolled for" if p.rolled >> unit & 1 else "is not in play"
        return Reason(f"{name} {said}.", (book.collapse,))


class Faces(Locals):
    """The unit that is rolled for."""

    unit: int


class CollapseDie(DieBox[Pocket]):
    """1 or 2 eliminates the unit (CAU-COL-02, CAU-COL-03)."""

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
            p.journal.roll(
                "Collapse",
                f"{p.table.the(unit, first=True)}, die {n}: {result}.",
                title=f"Collapse: {p.table.the(unit)}",
                chart="",
                dice=(n,),
                total=n,
                result=result,
                clauses=self.clauses,
                pieces=(p.table.unit_id(unit),),
            )
        if n <= 2:
            eliminate(p, unit, self.clauses)


def begin_shelter(p: Pocket, _f: Frame) -> None:
    """Now the survivors are placed; `rolled` counts those who have found a place."""
    p.rolled = p.in_order = 0
    # An area outside the Perimeter that lost its last unit to the dice is no German area any more.
    p.shelter &= p.german
    if not p.shelter:
        for unit in units_in_play(p):
            if p.at[unit] <= BOX_0:
                eliminate(p, unit, ("CAU-COL-05",))


def units_to_place(p: Pocket) -> list[int]:
    """The survivors, the HQ among them; those in Relief boxes stay there (CAU-FLOW-22)."""
    return units_ahead(p)


def homeless_left(p: Pocket, _f: Frame) -> bool:
    """Whether a survivor has still to be placed."""
    return bool(units_to_place(p))


def place_next(p: Pocket, _f: Frame) -> None:
    """Ask where a survivor goes, if there is more than one area."""
    areas = list(bits(p.shelter))
    if len(areas) > 1:
        p.call("evaluation.collapse.place")
    else:
        take_shelter(p, units_to_place(p)[0], areas[0])


def take_shelter(p: Pocket, unit: int, area: int) -> None:
    """CAU-COL-04: no path is needed. Control follows at once (CAU-FLOW-26): an area outside the Perimeter that the last
    unit leaves is no shelter any more (CAU-FLOW-03)."""
    p.rolled |= 1 << unit
    if p.at[unit] != area:
        shift(p, unit, area, "retreat", ("CAU-COL-04",))
        p.shelter &= p.german


class Shelter(Box[Pocket]):
    """Where the survivors go (CAU-COL-04)."""

    name = "evaluation.collapse.place"
    title = "German collapse"
    clauses = ("CAU-COL-04", "CAU-FLOW-20")

    def prompt(self, p: Pocket, f: Frame) -> str:
        return f"Where do the survivors go? {len(units_to_place(p))} to place."

    def options(self, p: Pocket, f: Frame) -> list[int]:
        areas = list(bits(p.shelter))
        return [act(SHELTER, unit, area) for unit in units_to_place(p) for area in areas]

    def shelter(self, p: Pocket, f: Frame, unit: int, area: int) -> None:
        p.end()
        take_shelter(p, unit, area)

    def refuse_shelter(self, p: Pocket, f: Frame, unit: int, area: int) -> Reason | None:
        if unit not in units_to_place(p):
            return Reason(f"{p.table.the(unit, first=True)} is not waiting for a place.", ("CAU-COL-04", "CAU-FLOW-22"))
        if area > BOX_0 or not p.shelter >> area & 1:
            return Reason(
                f"{p.table.board.names[area]} does not belong to the pocket around the chosen Key Area.",
                ("CAU-COL-04",),
            )
        return None


def close_pocket(p: Pocket, _f: Frame) -> None:
    """CAU-COL-06, CAU-FLOW-20: all other areas are lost with their PDMs, and the ring closes around the rest; under
    one reading vacant ones are lost, too."""
    occupied = sum(1 << area for area in range(1, BOX_0 + 1) if p.count[area])
    kept = p.shelter & (occupied if p.table.collapsed_pocket_occupied else p.table.board.inside | occupied)
    for area in bits(p.german & ~kept):
        remove_pdms(p, area)
    set_german(p, kept)
    p.shelter = p.rolled = 0
    find_link_up(p)
    if p.frames:
        drop_turn_without_army(p)


# ------------------------------------------------------------------ the high officers


def officers_asked(p: Pocket, _f: Frame) -> bool:
    """CAU-WHATIF-05: the offer stands, and the army has surrendered or is gone."""
    return p.what_if == OFFICERS and (p.surrendered > 0 or army_is_gone(p))


class Officers(Box[Pocket]):
    """The What If card's way out of the pocket, for those of high rank (CAU-WHATIF-05)."""

    name = "evaluation.officers"
    title = "High officers"
    clauses = ("CAU-WHATIF-05",)

    def prompt(self, p: Pocket, f: Frame) -> str:
        return "An aircraft waits for the high officers. Are they flown out?"

    def help(self, p: Pocket, f: Frame) -> str:
        return "Flying out costs a victory point and brings nothing; the offer may be declined with honour."

    def cost(self, p: Pocket, f: Frame, action: int) -> str:
        return "-1 victory point" if verb_of(action) == FLY_OUT else "free"

    def fly_out(self, p: Pocket, f: Frame) -> None:
        self.answer(p, FLOWN_OUT, "The high officers leave their men and are flown out.")

    def decline(self, p: Pocket, f: Frame) -> None:
        self.answer(p, DECLINED, "The high officers decline the offer and stay with their men.")

    def options(self, p: Pocket, f: Frame) -> list[int]:
        return [DECLINE, FLY_OUT]

    def answer(self, p: Pocket, answer: int, text: str) -> None:
        """Note it for the victory sum."""
        p.end()
        p.what_if = answer
        if p.journal is not None:
            p.journal.note("Officers", text, self.clauses)


# ------------------------------------------------------------------ steps 3 and 4


def determine_end(p: Pocket, _f: Frame) -> None:
    """CAU-END-01, CAU-FLOW-36: the game ends with turn 16; neither surrender nor the loss of the army ends it before
    (CAU-END-03)."""
    if p.turn >= TURNS:
        end_game(p, LAST_TURN)


def advance_turn(p: Pocket, _f: Frame) -> None:
    """The next turn; what lasted for one turn is over."""
    p.turn += 1
    p.appeal_barred = p.appealed = p.tactical_done = 0
    p.event_ip = p.event_airlift = p.event_upkeep = p.event_movement = 0
    p.payments = p.isolated_moved = 0
    p.soviet_targets = 0
    p.seen = bytearray()
    if p.journal is not None:
        p.journal.add(Turn(number=p.turn, who="Turn", text=f"Turn {p.turn}.", clauses=("CAU-SEQ-05",)))
