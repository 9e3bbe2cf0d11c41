"""German Phase, step 3: the relief force under Hoth or Hollidt, on the Relief track and on the map.

It starts in box 1 (CAU-HOTH-02), advances and retreats (CAU-HOTH-03), breaks through onto the map from box 5
(CAU-HOTH-05) and attacks once per German Phase until it links up (CAU-RELIEF-19).
"""

from __future__ import annotations

from mamayev.engine.box import Box
from mamayev.engine.event import Move
from mamayev.engine.fields import Locals
from mamayev.engine.notation import act
from mamayev.engine.position import Frame
from mamayev.engine.refusal import Reason

from ..printed.map import BOX_0
from .attacks import drive_out
from .board import bits
from .charts import LEVELS, arithmetic
from .control import find_link_up, hold, relief_name, restore_ring, tell_mark, tiger_tanks
from .position import Pocket
from .rolls import TableDie
from .verbs import AIM, ENTRIES, FALL_BACK, REDIRECT, RELIEVE


def begin_relief(p: Pocket, _f: Frame) -> None:
    """Offer the choices: a change of direction on the track, an area on the map (CAU-RELIEF-13, CAU-RELIEF-16)."""
    if p.relief_area:
        aims = list(bits(aims_open(p)))
        if len(aims) > 1:
            p.call("german.relief.aim")
        else:
            p.call("german.relief.roll", aims[0] if aims else 0)
    elif p.relief_box > 1 and letters_open(p):
        p.call("german.relief.choose")
    else:
        p.call("german.relief.roll", 0)


def letters_open(p: Pocket) -> list[int]:
    """Return the entry letters to which the relief force can change: all except the current one (CAU-RELIEF-16).

    Under the alternative reading, earlier letters are also excluded.
    """
    used = 1 << p.relief_letter | (p.letters_used if p.table.readings["unused_letters=game"] else 0)
    return [letter for letter in range(len(ENTRIES)) if not used >> letter & 1]


def aims_open(p: Pocket) -> int:
    """Return the areas that the relief force can enter from its area."""
    return p.table.board.adjacent[p.relief_area]


class ReliefChoice(Box[Pocket]):
    """The choice to attack, or to go back one box and change direction (CAU-RELIEF-04, CAU-RELIEF-16)."""

    name = "german.relief.choose"
    title = "Step 3: Relief force attack"
    question = "Attack with the relief force, or go back one box and change its direction?"
    clauses = ("CAU-RELIEF-04", "CAU-RELIEF-16")

    def options(self, p: Pocket, f: Frame) -> list[int]:
        return [RELIEVE, *(act(REDIRECT, letter) for letter in letters_open(p))]

    def relieve(self, p: Pocket, f: Frame) -> None:
        p.end()
        p.call("german.relief.roll", 0)

    def redirect(self, p: Pocket, f: Frame, letter: int) -> None:
        p.end()
        p.letters_used |= 1 << p.relief_letter
        p.relief_letter = letter
        if p.journal is not None:
            name = relief_name(p)
            p.journal.note(
                "Relief",
                f"{name} turns to entry {ENTRIES[letter].name}.",
                ("CAU-RELIEF-16", *p.table.cited("CAU-RELIEF-02")),
            )
        set_box(p, p.relief_box - 1)

    def refuse_redirect(self, p: Pocket, f: Frame, letter: int) -> Reason | None:
        if letter in letters_open(p):
            return None
        said = "is the current direction" if letter == p.relief_letter else "has already been used in this game"
        return Reason(f"Entry {ENTRIES[letter].name} {said}.", ("CAU-RELIEF-16",))


class ReliefAim(Box[Pocket]):
    """The target on the map, chosen before the roll (CAU-RELIEF-13)."""

    name = "german.relief.aim"
    title = "Step 3: Relief force attack"
    question = "Which adjacent area does the relief force attack?"
    clauses = ("CAU-RELIEF-13",)

    def options(self, p: Pocket, f: Frame) -> list[int]:
        return [act(AIM, area) for area in bits(aims_open(p))]

    def aim(self, p: Pocket, f: Frame, area: int) -> None:
        p.end()
        p.call("german.relief.roll", area)

    def refuse_aim(self, p: Pocket, f: Frame, area: int) -> Reason | None:
        if area <= BOX_0 and aims_open(p) >> area & 1:
            return None
        return Reason(
            f"{p.table.board.names[area]} is not adjacent to {p.table.board.names[p.relief_area]}.", ("CAU-RELIEF-13",)
        )


class Toward(Locals):
    """The destination of the relief force: an area, or 0 between boxes."""

    area: int


ROWS = ("CAU-RELIEF-05", "CAU-RELIEF-06", "CAU-RELIEF-07")
"""The clauses for the rows of Table F, by commitment from Weak to Strong."""


class ReliefRoll(TableDie):
    """A roll on Table F (CAU-RELIEF-04 to CAU-RELIEF-12)."""

    name = "german.relief.roll"
    title = "Relief force attack"
    clauses = ("CAU-RELIEF-04",)
    locals = Toward
    chart = "F"

    def die(self, p: Pocket, f: Frame, n: int) -> None:
        aim = f[Toward.area]
        p.end()
        modifiers = tiger_tanks(p)
        total = n + sum(m.value for m in modifiers)
        printed, column = p.table.charts.relief(p.relief, total)
        result = printed
        if printed == "NE*":
            result = "Adv" if p.retreat_result else "NE"
        if p.journal is not None:
            words = {"Adv": "the relief force advances", "Rtrt": "the relief force retreats", "NE": "no effect"}
            star = " (NE*)" if printed == "NE*" else ""
            text = f"{arithmetic(n, modifiers, total)}, {LEVELS[p.relief]} row{star}: {words[result]}."
            clauses = (ROWS[p.relief - 1], *(("CAU-RELIEF-08",) if star else ()))
            self.tell(p, n, "Relief", text, result, modifiers, row=p.relief - 1, column=column, clauses=clauses)
        if result == "Adv":
            advance(p, aim)
        elif result == "Rtrt":
            fall_back(p)


def advance(p: Pocket, aim: int) -> None:
    """Advance to the next box, or onto the map or across it (CAU-RELIEF-09, CAU-RELIEF-12, CAU-RELIEF-13)."""
    if p.relief_area:
        enter(p, aim)
    elif p.relief_box == 5:
        enter(p, p.table.board.entries[p.relief_letter])
    else:
        set_box(p, p.relief_box + 1)


def set_box(p: Pocket, box: int) -> None:
    """Place the relief force in a box. If it is in box 5, a Soviet unit blocks the entry area (CAU-RELIEF-11)."""
    before = p.relief_box
    p.relief_box = box
    tell_relief(p, BOX_0 + before, BOX_0 + box, ("CAU-RELIEF-09", "CAU-RELIEF-10"))
    restore_ring(p)
    find_link_up(p)


def tell_relief(p: Pocket, before: int, after: int, clauses: tuple[str, ...]) -> None:
    """Log a move of the relief force."""
    if p.journal is not None:
        table = p.table
        p.journal.add(
            Move(
                piece=relief_name(p).lower(),
                from_=table.space_id(before),
                to=table.space_id(after),
                how="move",
                who="Relief",
                text=f"{relief_name(p)} moves from {table.board.names[before]} to {table.board.names[after]}.",
                clauses=clauses,
                spaces=(table.space_id(after),),
            )
        )


def enter(p: Pocket, area: int) -> None:
    """Enter an area of the map (CAU-RELIEF-12, CAU-RELIEF-14). A Soviet unit there retreats first."""
    p.call("german.relief.enter", area)
    if p.soviet >> area & 1:
        drive_out(p, area)


def move_in(p: Pocket, f: Frame) -> None:
    """Move the relief force into its area and place a Breakthrough marker (CAU-RELIEF-15, CAU-RELIEF-17)."""
    area = f[Toward.area]
    p.end()
    before = p.relief_area or BOX_0 + p.relief_box
    p.relief_box, p.relief_area = 0, area
    tell_relief(p, before, area, ("CAU-RELIEF-12", "CAU-RELIEF-13"))
    if not p.breakthrough >> area & 1:
        p.breakthrough |= 1 << area
        tell_mark(p, "breakthrough", area, 1, "a Breakthrough marker is placed.", ("CAU-RELIEF-15",))
    restore_ring(p)
    find_link_up(p)


def fall_back(p: Pocket) -> None:
    """Retreat one box, or to a Breakthrough area (CAU-RELIEF-10, CAU-RELIEF-18)."""
    if not p.relief_area:
        if p.relief_box > 1:
            set_box(p, p.relief_box - 1)
        return
    ways = list(bits(ways_back(p)))
    if len(ways) > 1:
        p.call("german.relief.back")
    elif ways:
        give_way(p, ways[0])
    elif p.journal is not None:
        p.journal.note("Relief", "No Breakthrough area is adjacent: no effect.", ("CAU-RELIEF-18",))


def ways_back(p: Pocket) -> int:
    """Return the adjacent areas with a Breakthrough marker."""
    return p.table.board.adjacent[p.relief_area] & p.breakthrough


def give_way(p: Pocket, area: int) -> None:
    """Retreat to an area with a Breakthrough marker and remove the marker in the vacated area (CAU-RELIEF-18)."""
    before = p.relief_area
    p.breakthrough &= ~(1 << before)
    tell_mark(p, "breakthrough", before, -1, "the Breakthrough marker is removed.", ("CAU-RELIEF-18",))
    p.relief_area = area
    tell_relief(p, before, area, ("CAU-RELIEF-18",))
    restore_ring(p)
    find_link_up(p)


class ReliefFallsBack(Box[Pocket]):
    """The area that the relief force retreats to on the map (CAU-RELIEF-18)."""

    name = "german.relief.back"
    title = "Retreat of the relief force"
    question = "Which Breakthrough area does the relief force fall back to?"
    clauses = ("CAU-RELIEF-18",)

    def options(self, p: Pocket, f: Frame) -> list[int]:
        return [act(FALL_BACK, area) for area in bits(ways_back(p))]

    def fall_back(self, p: Pocket, f: Frame, area: int) -> None:
        p.end()
        give_way(p, area)

    def refuse_fall_back(self, p: Pocket, f: Frame, area: int) -> Reason | None:
        if area <= BOX_0 and ways_back(p) >> area & 1:
            return None
        board = p.table.board
        near = area <= BOX_0 and board.adjacent[p.relief_area] >> area & 1
        said = "has no Breakthrough marker" if near else f"is not adjacent to {board.names[p.relief_area]}"
        return Reason(f"{board.names[area]} {said}.", ("CAU-RELIEF-18",))


def end_german_phase(p: Pocket, _f: Frame) -> None:
    """Remove Hit markers (CAU-ATK-19) and replace last turn's Appeal penalty with this turn's (CAU-FLOW-18)."""
    for area in bits(p.hits):
        tell_mark(p, "hit", area, -1, "the Hit marker is removed.", ("CAU-ATK-19",))
    p.hits = 0
    p.retreat_result = 0
    value = int(p.attacks_without_foa > 0)
    hold(p, "appeal_penalty", value, "appeal-penalty", "Next turn's Appeal rolls at -1.", ("CAU-FOA-04",))
