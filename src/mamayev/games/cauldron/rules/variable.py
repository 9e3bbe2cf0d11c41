"""The variable setup: six rolls, different units and defenses, drawn areas, and an army that the player places.

Its two options, Variable Scenario Setup and Variable Placement, can be used separately or together. Everything else is
as in the historical setup (CAU-VARSET-12).
"""

from __future__ import annotations

from mamayev.engine.box import Box
from mamayev.engine.event import Flip, Loss, Modifier
from mamayev.engine.fields import Locals
from mamayev.engine.notation import ARG, MASK, act
from mamayev.engine.position import Frame
from mamayev.engine.refusal import Reason
from mamayev.engine.words import counted

from ..printed.map import BOX_0, CENTRAL, SPACES
from . import control
from .board import bits
from .cards import PocketDraw
from .charts import arithmetic, row_of
from .position import DEPLETED, FULL, Pocket
from .rolls import TableDie
from .verbs import BEGIN, CAST, COLUMNS, DEPLETE, FORTIFY, PLACE, PREPARE, RAISE, REMOVE

MODIFIERS = 4
MOST = 2
DRAWS = 3
ORDER_OF_BATTLE, SUPPLIES, SITUATION, DEFENSES, START, DEPLETION = range(6)

TABLE_COLUMNS = (1, 2, 3, 4, 6, 7)
"""The first table column for each of the six rolls. The PDMs take two columns."""

COLUMN_CLAUSES = (
    ("CAU-VARSET-04", "CAU-VARSET-05"),
    ("CAU-VARSET-07",),
    ("CAU-VARSET-08",),
    ("CAU-VARSET-09",),
    ("CAU-VARSET-10",),
    ("CAU-VARSET-11",),
)
KINDS = ("Inf", "Mot", "Pz", "Rum")
"""The types of units, in the order of the table of additional units."""
KIND_NAMES = {"Inf": "German infantry", "Mot": "German motorized", "Pz": "German panzer", "Rum": "Rumanian infantry"}

COUNTED = ("{} units", "{} supply", "{}", "{} activated", "turn {}", "{} units")
"""The format for the number in each column."""


class Plan(Locals):
    """The state of the setup."""

    raised: int  # modifiers by column, two bits each
    waiting: int  # mask of units to be placed
    german: int  # masks of areas drawn
    soviet: int
    active: int  # PDMs to be placed
    inactive: int
    to_deplete: int  # units
    new_units: int  # additional units to be rolled; -1: a division to be removed


class Rolls(Locals):
    """The table column of the current roll."""

    column: int


def varied(p: Pocket, _f: object = None) -> bool:
    """Return whether either option is played."""
    return p.table.varied


def rolled(p: Pocket, _f: object = None) -> bool:
    """Return whether Variable Scenario Setup is played."""
    return p.table.variable_setup


def drawn(p: Pocket, _f: object = None) -> bool:
    """Return whether Variable Placement is played."""
    return p.table.variable_placement


def plan(p: Pocket) -> Frame:
    """Return the frame with the state of the setup."""
    return p.frame("set-up")


def clear_table(p: Pocket, f: Frame) -> None:
    """Remove everything that the player will place.

    With only Variable Placement, the army is the historical army with its depleted units (CAU-VARPL-01). The player
    places the defenses with either option.
    """
    components = p.table.components
    f[Plan.active], f[Plan.inactive] = len(components.pdm_active), len(components.pdm_inactive)
    p.pdm_active, p.pdm_inactive = bytearray(SPACES), bytearray(SPACES)
    for unit in control.units_in_play(p):
        if drawn(p):
            f[Plan.waiting] |= 1 << unit
            p.steps[unit] = 0
            control.lift(p, unit)
        elif not p.table.single_sided >> unit & 1:
            # Depleted units are rolled for and chosen (CAU-VARSET-11).
            p.steps[unit] = FULL
    if drawn(p):
        # The ring waits for the army (CAU-VARPL-05). Until then only drawn Soviet units are on the map.
        p.fighting = 1
        p.soviet = 0


# ------------------------------------------------------------------ the six rolls


def raised(f: Frame, column: int) -> int:
    """Return the modifier assigned to a column so far. `f`: the frame of the setup."""
    return f[Plan.raised] >> 2 * column & 3


def unused(f: Frame) -> int:
    """Return the number of remaining modifiers."""
    return MODIFIERS - sum(raised(f, column) for column in range(len(COLUMNS)))


def wasted(p: Pocket) -> str:
    """Return a note on the modifiers lost by rolling now (CAU-VARSET-03), or ""."""
    left = unused(plan(p))
    return counted(left, "# modifier is lost", "# modifiers are lost") if left else ""


class GiveModifiers(Box[Pocket]):
    """The assignment of four modifiers to six rolls, before the first roll (CAU-VARSET-02, CAU-VARSET-03)."""

    name = "set-up.modifiers"
    title = "Modifiers"
    clauses = ("CAU-VARSET-02", "CAU-VARSET-03")

    def prompt(self, p: Pocket, f: Frame) -> str:
        left = unused(plan(p))
        return f"Which roll do you raise by one? ({left} left)" if left else "All modifiers are assigned. Roll?"

    def help(self, p: Pocket, f: Frame) -> str:
        now = plan(p)
        given = ", ".join(f"{noun.name} +{raised(now, i)}" for i, noun in enumerate(COLUMNS) if raised(now, i))
        if not unused(now):
            return f"Given: {given}."
        return (
            f"Given so far: {given or 'none'}. You can raise a roll by at most two. The buttons show the "
            "results of a 1 and a 6."
        )

    def options(self, p: Pocket, f: Frame) -> list[int]:
        now = plan(p)
        open_columns = [c for c in range(len(COLUMNS)) if raised(now, c) < MOST] if unused(now) else []
        return [*(act(RAISE, column) for column in open_columns), CAST]

    def cost(self, p: Pocket, f: Frame, action: int) -> str:
        if action == CAST:
            return wasted(p)
        column = action >> ARG & MASK
        bonus = raised(plan(p), column)
        rows, cell = p.table.charts.variable, TABLE_COLUMNS[column]
        worst, best = rows[bonus][cell], rows[5 + bonus][cell]
        return "now " + COUNTED[column].format(f"{worst} to {best}" if worst != best else worst)

    def terms(self, p: Pocket, f: Frame, verb: str) -> tuple[str, str]:
        return "", wasted(p) if verb == "cast" else ""

    def raise_(self, p: Pocket, f: Frame, column: int) -> None:
        plan(p)[Plan.raised] += 1 << 2 * column
        if p.journal is not None:
            now = raised(plan(p), column)
            said = f"The roll for {COLUMNS[column].name} now has +{now}."
            p.journal.note("Set-up", said, ("CAU-VARSET-02",))

    def cast(self, p: Pocket, f: Frame) -> None:
        p.end()

    def bar_raise(self, p: Pocket, f: Frame) -> Reason | None:
        if unused(plan(p)):
            return None
        return Reason("All four modifiers are used.", ("CAU-VARSET-02",))

    def refuse_raise(self, p: Pocket, f: Frame, column: int) -> Reason | None:
        if column < len(COLUMNS) and raised(plan(p), column) < MOST:
            return None
        return Reason("You can raise a roll by at most two.", ("CAU-VARSET-02",))


class SetUpRoll(TableDie):
    """One die per column of the table (CAU-VARSET-01)."""

    name = "set-up.roll"
    title = "Six rolls"
    clauses = ("CAU-VARSET-01",)
    chart = "VARSET"
    locals = Rolls

    def prompt(self, p: Pocket, f: Frame) -> str:
        return f"Roll one die: {COLUMNS[f[Rolls.column]].name}"

    def die(self, p: Pocket, f: Frame, n: int) -> None:
        column = f[Rolls.column]
        if column == DEPLETION:
            p.end()
        else:
            f[Rolls.column] += 1
        now = plan(p)
        bonus = raised(now, column)
        modifiers = [Modifier(bonus, "chosen before the rolls", ("CAU-VARSET-02",))] if bonus else []
        total = n + bonus
        _, units, supply, ssi, active, inactive, turn, depleted = p.table.charts.variable[total - 1]
        if p.journal is not None:
            name, result = COLUMNS[column].name, set_up_result(p, total, column)
            text, clauses = f"{arithmetic(n, modifiers, total)}: {result}.", ("CAU-VARSET-01", *COLUMN_CLAUSES[column])
            more = {"title": name, "row": total - 1, "column": TABLE_COLUMNS[column], "clauses": clauses}
            self.tell(p, n, name, text, result, modifiers, **more)
        if column == ORDER_OF_BATTLE:
            now[Plan.new_units] = units
        elif column == SUPPLIES:
            control.set_track(p, "supply", supply)
        elif column == SITUATION:
            control.set_track(p, "ssi", ssi)
        elif column == DEFENSES:
            # No more than there are counters (CAU-COMP-08).
            now[Plan.active] = min(active, p.table.board.pdm_limit)
            now[Plan.inactive] = min(inactive, p.table.board.pdm_limit - now[Plan.active])
        elif column == START:
            control.set_track(p, "turn", turn)
        else:
            now[Plan.to_deplete] = depleted


def set_up_result(p: Pocket, total: int, column: int) -> str:
    """Return the result of a roll for a column of the table as text."""
    _, units, supply, ssi, active, inactive, turn, depleted = p.table.charts.variable[total - 1]
    return (
        ("-" if units < 0 else "+") + counted(abs(units), "# unit", "# units") if units else "no change",
        f"{supply} supply",
        f"SSI {ssi}",
        f"{active} active, {inactive} inactive",
        f"turn {turn}",
        counted(depleted, "# depleted unit", "# depleted units"),
    )[column]


# ------------------------------------------------------------------ order of battle


def units_to_roll(p: Pocket, f: Frame) -> bool:
    """Return whether there are additional units."""
    return f[Plan.new_units] > 0


def one_too_many(p: Pocket, f: Frame) -> bool:
    """Return whether a division is lost at the start (CAU-VARSET-04)."""
    return f[Plan.new_units] < 0


class NewUnit(TableDie):
    """The roll for the type of each additional unit (CAU-VARSET-05, CAU-VARSET-06)."""

    name = "set-up.new-units"
    title = "Additional units"
    clauses = ("CAU-VARSET-05",)
    chart = "NEWUNIT"

    def prompt(self, p: Pocket, f: Frame) -> str:
        return f"Roll one die for an additional unit ({plan(p)[Plan.new_units]} to go)"

    def die(self, p: Pocket, f: Frame, n: int) -> None:
        now = plan(p)
        now[Plan.new_units] -= 1
        if not now[Plan.new_units]:
            p.end()
        row = row_of(p.table.charts.new_units, n)
        unit = leftover(p, now, KINDS[row])
        if unit is not None:
            now[Plan.waiting] |= 1 << unit
        if p.journal is not None:
            wanted = KIND_NAMES[KINDS[row]]
            clauses: tuple[str, ...] = ("CAU-VARSET-05",)
            result = "no counter is left" if unit is None else p.table.the(unit)
            if unit is not None and p.table.components.units[unit].type != KINDS[row]:
                result += f", for {wanted} has run out"
                clauses += ("CAU-VARSET-06",)
            pieces = () if unit is None else (p.table.unit_id(unit),)
            more = {"title": "Additional unit", "row": row, "clauses": clauses, "pieces": pieces}
            self.tell(p, n, "New unit", f"{n}, {wanted}: {result}.", result, (), **more)


def leftover(p: Pocket, f: Frame, kind: str) -> int | None:
    """Return an unused optional unit of a type, or German infantry if none is left."""
    units = p.table.components.units
    taken = [f[Plan.waiting] >> unit & 1 or p.at[unit] for unit in range(len(units))]
    free = [unit for unit, data in enumerate(units) if data.optional and not taken[unit]]
    return next((unit for wanted in (kind, "Inf") for unit in free if units[unit].type == wanted), None)


class RemoveDivision(Box[Pocket]):
    """The choice of a division that is lost before the game begins (CAU-VARSET-04)."""

    name = "set-up.remove"
    title = "Order of battle -1"
    question = "Which division is lost before the game begins?"
    clauses = ("CAU-VARSET-04",)

    def options(self, p: Pocket, f: Frame) -> list[int]:
        return [act(REMOVE, unit) for unit in divisions(p)]

    def remove(self, p: Pocket, f: Frame, unit: int) -> None:
        p.end()
        now = plan(p)
        space = p.at[unit]
        now[Plan.new_units] = 0
        now[Plan.waiting] &= ~(1 << unit)
        if space:
            p.steps[unit] = 0
            control.lift(p, unit)
        text, from_ = "is lost before the game begins", p.table.space_id(space)
        control.tell_unit(p, Loss, unit, text, self.clauses, from_=from_, who="Set-up")

    def refuse_remove(self, p: Pocket, f: Frame, unit: int) -> Reason | None:
        if unit in divisions(p):
            return None
        name = p.table.the(unit, first=True)
        if unit == p.table.hq:
            return Reason(f"{name} is not a division.", self.clauses)
        return Reason(f"{name} is not in the order of battle.", self.clauses)


def divisions(p: Pocket) -> list[int]:
    """Return the army's divisions, on the map or not placed yet."""
    army = plan(p)[Plan.waiting] | sum(1 << unit for unit in control.units_in_play(p))
    return list(bits(army & p.table.may_attack))


# ------------------------------------------------------------------ Variable Placement


class DrawAreas(PocketDraw):
    """The draw of three areas for German units, then three for Soviet units (CAU-VARPL-01, CAU-VARPL-02)."""

    name = "set-up.areas"
    title = "Areas drawn"
    clauses = ("CAU-VARPL-01", "CAU-VARPL-02")
    chart = "VARPL"

    def prompt(self, p: Pocket, f: Frame) -> str:
        now = plan(p)
        side, found = "German", now[Plan.german].bit_count()
        if found == DRAWS:
            side, found = "Soviet", now[Plan.soviet].bit_count()
        return f"Draw a {p.table.book.card}: area {found + 1} of {DRAWS} for a {side} unit"

    def card(self, p: Pocket, f: Frame, card_id: int) -> None:
        now = plan(p)
        card = self.take(p, card_id)
        places = p.table.charts.placement
        side = Plan.german if now[Plan.german].bit_count() < DRAWS else Plan.soviet
        _, _, *areas = places[row_of(places, card.random)]
        area: int = areas[side - Plan.german]
        if now[side] >> area & 1:
            self.tell(
                p,
                f"{p.table.board.names[area]} has been drawn already: another {p.table.book.card}.",
                area,
                "CAU-VARPL-03",
            )
        elif side == Plan.german:
            now[Plan.german] |= 1 << area
            self.tell(p, f"A German unit must start in {p.table.board.names[area]}.", area, "CAU-VARPL-01")
        else:
            self.soviet(p, now, area)
        self.finish(p, card)
        if now[Plan.soviet].bit_count() == DRAWS:
            p.end()

    def soviet(self, p: Pocket, now: Frame, area: int) -> None:
        """Place a Soviet unit in the area. Inside the Perimeter, the German side loses the area (CAU-FLOW-02)."""
        now[Plan.soviet] |= 1 << area
        control.set_german(p, p.german & ~(1 << area))
        p.soviet |= 1 << area
        control.tell_soviet_placed(p, area, "starts", ("CAU-VARPL-02",))

    def tell(self, p: Pocket, text: str, area: int, clause: str) -> None:
        """Log the result of a card."""
        if p.journal is not None:
            p.journal.note("Set-up", text, (clause,), (str(area),))


def units_waiting(p: Pocket, f: Frame) -> bool:
    """Return whether units must still be placed."""
    return f[Plan.waiting] > 0


def open_areas(p: Pocket, f: Frame) -> int:
    """Return the areas where a unit can be placed (CAU-VARPL-04).

    Once the empty drawn areas need all remaining units, only these areas are possible.
    """
    board = p.table.board
    empty = sum(1 << area for area in bits(f[Plan.german]) if not p.count[area])
    if f[Plan.waiting].bit_count() <= empty.bit_count():
        return empty
    return ((board.inside | board.touching(board.inside)) & ~p.soviet & ~(1 << CENTRAL)) | empty


class Placement(Box[Pocket]):
    """The placement of the army, or of its additional units (CAU-VARPL-04)."""

    name = "set-up.place"
    title = "Placement"
    clauses = ("CAU-VARPL-01", "CAU-VARPL-04")
    forced = True

    def prompt(self, p: Pocket, f: Frame) -> str:
        return f"Place the units. ({plan(p)[Plan.waiting].bit_count()} left)"

    def help(self, p: Pocket, f: Frame) -> str:
        names = p.table.board.names
        missing = [names[area] for area in bits(plan(p)[Plan.german]) if not p.count[area]]
        return f"A unit must still go to {', '.join(missing)}." if missing else ""

    def options(self, p: Pocket, f: Frame) -> list[int]:
        now = plan(p)
        areas = list(bits(open_areas(p, now)))
        return [act(PLACE, unit, area) for unit in bits(now[Plan.waiting]) for area in areas]

    def place(self, p: Pocket, f: Frame, unit: int, area: int) -> None:
        now = plan(p)
        data = p.table.components.units[unit]
        depleted = p.table.single_sided >> unit & 1 or (data.depleted and not rolled(p))
        p.steps[unit] = DEPLETED if depleted else FULL
        now[Plan.waiting] &= ~(1 << unit)
        of_its_own = not now[Plan.german] >> area & 1
        control.tell_placed(p, unit, area, ("CAU-VARPL-01", "CAU-VARPL-04")[of_its_own:], "is placed")
        control.put(p, unit, area)
        if not now[Plan.waiting]:
            p.end()

    def refuse_place(self, p: Pocket, f: Frame, unit: int, area: int) -> Reason | None:
        board, now = p.table.board, plan(p)
        if not now[Plan.waiting] >> unit & 1:
            return Reason(f"{p.table.the(unit, first=True)} is not among the units to place.", ("CAU-VARPL-04",))
        if area <= BOX_0 and open_areas(p, now) >> area & 1:
            return None
        name = board.names[area]
        if area == CENTRAL:
            return Reason(f"Units can't start in {name}.", ("CAU-VARPL-04",))
        if area <= BOX_0 and p.soviet >> area & 1:
            return Reason(f"{name} holds a Soviet unit.", ("CAU-VARPL-04",))
        if area > BOX_0 or not (board.inside | board.touching(board.inside)) >> area & 1:
            return Reason(f"{name} is outside the Perimeter and not adjacent to it.", ("CAU-VARPL-04",))
        return Reason("Place the remaining units in the drawn areas that are still empty.", ("CAU-VARPL-01",))


def close_ring(p: Pocket, _f: Frame) -> None:
    """Place the Soviet units around the army (CAU-VARPL-05)."""
    p.fighting = 0
    control.restore_ring(p)


# ------------------------------------------------------------------ depleted units, defenses


def units_to_deplete(p: Pocket, f: Frame) -> bool:
    """Return whether the player has to choose depleted units."""
    return f[Plan.to_deplete] > 0


class Depletion(Box[Pocket]):
    """The choice of units that start depleted (CAU-VARSET-11)."""

    name = "set-up.deplete"
    title = "Depleted units"
    clauses = ("CAU-VARSET-11",)
    forced = True

    def prompt(self, p: Pocket, f: Frame) -> str:
        return f"Which unit starts depleted? ({plan(p)[Plan.to_deplete]} to choose)"

    def options(self, p: Pocket, f: Frame) -> list[int]:
        return [act(DEPLETE, unit) for unit in control.units_in_play(p) if p.steps[unit] == FULL]

    def deplete(self, p: Pocket, f: Frame, unit: int) -> None:
        now = plan(p)
        now[Plan.to_deplete] -= 1
        p.steps[unit] = DEPLETED
        control.tell_unit(p, Flip, unit, "starts depleted", self.clauses, p.at[unit], face="depleted", who="Set-up")
        if not now[Plan.to_deplete] or not self.options(p, f):
            p.end()

    def refuse_deplete(self, p: Pocket, f: Frame, unit: int) -> Reason | None:
        name = p.table.the(unit, first=True)
        if not p.at[unit]:
            return Reason(f"{name} is not in play.", self.clauses)
        if p.table.single_sided >> unit & 1:
            return Reason(f"{name} has no depleted side.", (*self.clauses, "CAU-COMP-09"))
        if p.steps[unit] == DEPLETED:
            return Reason(f"{name} is already depleted.", self.clauses)
        return None


def defenses_left(p: Pocket, f: Frame) -> bool:
    """Return whether Prepared Defenses must still be placed."""
    return f[Plan.active] + f[Plan.inactive] > 0


class Defenses(Box[Pocket]):
    """The placement of Prepared Defenses, activated ones first (CAU-VARSET-09)."""

    name = "set-up.defenses"
    title = "Prepared Defenses"
    clauses = ("CAU-VARSET-09",)
    forced = True

    def prompt(self, p: Pocket, f: Frame) -> str:
        now = plan(p)
        if now[Plan.active]:
            return f"Where do you place an activated Prepared Defense? ({now[Plan.active]} left)"
        return f"Where do you place an inactive Prepared Defense? ({now[Plan.inactive]} left)"

    def help(self, p: Pocket, f: Frame) -> str:
        now = plan(p)
        if not now[Plan.active] or not now[Plan.inactive]:
            return ""
        return f"{now[Plan.inactive]} inactive ones follow. Choose any German-controlled area."

    def options(self, p: Pocket, f: Frame) -> list[int]:
        verb = FORTIFY if plan(p)[Plan.active] else PREPARE
        return [act(verb, area) for area in bits(p.german)]

    def fortify(self, p: Pocket, f: Frame, area: int) -> None:
        self.lay(p, Plan.active, area)

    def prepare(self, p: Pocket, f: Frame, area: int) -> None:
        self.lay(p, Plan.inactive, area)

    def lay(self, p: Pocket, side: int, area: int) -> None:
        """Place one Prepared Defense marker."""
        now = plan(p)
        now[side] -= 1
        row = p.pdm_active if side == Plan.active else p.pdm_inactive
        row[area] += 1
        mark, text = ("pdm-active", "activated") if side == Plan.active else ("pdm-inactive", "inactive")
        control.tell_mark(p, mark, area, 1, f"a Prepared Defense starts here, {text}.", self.clauses)
        if not defenses_left(p, now):
            p.end()

    def bar_fortify(self, p: Pocket, f: Frame) -> Reason | None:
        if plan(p)[Plan.active]:
            return None
        return Reason("All activated Prepared Defenses have been placed.", self.clauses)

    def bar_prepare(self, p: Pocket, f: Frame) -> Reason | None:
        if not plan(p)[Plan.active]:
            return None
        return Reason("Place the activated Prepared Defenses first.", self.clauses)

    def refuse_fortify(self, p: Pocket, f: Frame, area: int) -> Reason | None:
        if area <= BOX_0 and p.german >> area & 1:
            return None
        return Reason(f"{p.table.board.names[area]} is not German-controlled.", self.clauses)

    def refuse_prepare(self, p: Pocket, f: Frame, area: int) -> Reason | None:
        return self.refuse_fortify(p, f, area)


class Ready(Box[Pocket]):
    """Confirmation of the setup; the next step cannot be undone (CAU-FLOW-30)."""

    name = "set-up.ready"
    title = "Ready"
    question = "The setup is complete. Begin?"
    clauses = ("CAU-FLOW-30",)

    def help(self, p: Pocket, f: Frame) -> str:
        return f"You can undo placements until the next {p.table.book.card} is drawn."

    def options(self, p: Pocket, f: Frame) -> list[int]:
        return [BEGIN]

    def begin(self, p: Pocket, f: Frame) -> None:
        p.end()
