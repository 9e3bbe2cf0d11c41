"""German Phase, step 2: Regular Attacks, retreats, advances, breakouts, and closing gaps in the ring."""

from __future__ import annotations

from itertools import compress, count

import msgspec

from mamayev.engine.box import Box
from mamayev.engine.event import Modifier
from mamayev.engine.fields import OWN, Locals
from mamayev.engine.foretell import Forecast, Outcome, Setting, Throw, chances, forecast
from mamayev.engine.notation import ARG, MASK, act, verb_of
from mamayev.engine.position import CHANCE, Frame
from mamayev.engine.refusal import Reason

from ..printed.map import BOX_0, CENTRAL
from . import control
from .board import bits
from .charts import CENTRAL_REGULAR, arithmetic
from .order import InOrder, at_ease
from .position import DEPLETED, Pocket
from .prices import multiple, pay, price_text
from .rolls import TableDie
from .verbs import ADVANCE, DRIVE, HALT, ROLL


def waiting(p: Pocket) -> list[int]:
    """Return the units that must still roll. A unit whose target has become vacant loses its attack. A Relief box
    contains no enemy, so an attack toward one is never wasted (CAU-ATK-18, CAU-BREAK-03).
    """
    target, rolled, targets = p.target, p.rolled, p.targets
    return [
        unit
        for unit in compress(count(), target)
        if not rolled >> unit & 1 and (target[unit] > BOX_0 or targets >> target[unit] & 1)
    ]


def begin_attacks(p: Pocket, _f: Frame) -> None:
    """Stop updating the ring until the step that closes its gaps (CAU-FLOW-04)."""
    p.fighting = 1
    p.rolled = 0
    waste_attacks(p)


def waste_attacks(p: Pocket) -> None:
    """Cancel attacks on areas whose Soviet unit left before the first roll (CAU-ATK-18).

    This happens only across a river, when the area no longer touches a German area.
    """
    left = p.targets & p.table.board.all & ~p.soviet
    if not left or not p.table.revised:
        return
    p.targets &= ~left
    if p.journal is not None:
        p.journal.note(
            "Attack",
            f"No Soviet unit is left in {control.list_names(p, bits(left))}: the attack is wasted.",
            ("CAU-ATK-18",),
            spaces=[str(area) for area in bits(left)],
        )


def attacks_left(p: Pocket, _f: Frame) -> bool:
    """Return whether any attack must still be rolled."""
    return bool(p.targets) and bool(waiting(p))


def next_attack(p: Pocket, _f: Frame) -> None:
    """Ask which unit rolls next, if there is a choice."""
    units = waiting(p)
    if p.in_order:
        p.call("german.attacks.roll", best_first(p)[0])
    elif len(units) > 1:
        p.call("german.attacks.choose")
    else:
        p.call("german.attacks.roll", units[0])


def best_first(p: Pocket) -> list[int]:
    """Return the units that must still roll, with the best modifiers first."""
    return sorted(waiting(p), key=lambda unit: -sum(m.value for m in attack_modifiers(p, unit)))


def fill_gaps(p: Pocket, _f: Frame) -> None:
    """After all combat, close the ring and clear the targets (CAU-ADV-04, CAU-FLOW-35).

    The relief attack still reads the Hit markers and the Retreat result.
    """
    at_ease(p, _f)
    hits, retreat_result = p.hits, p.retreat_result
    control.clear_attacks(p)
    p.hits, p.retreat_result = hits & p.soviet, retreat_result


class ChooseAttack(InOrder):
    """The choice of the unit that rolls next (CAU-ATK-11)."""

    name = "german.attacks.choose"
    title = "Step 2: Resolve German attacks"
    question = "Which unit rolls next?"
    clauses = ("CAU-ATK-11", "CAU-ATK-18")

    def options(self, p: Pocket, f: Frame) -> list[int]:
        return [act(ROLL, unit) for unit in waiting(p)]

    def cost(self, p: Pocket, f: Frame, action: int) -> str:
        value = sum(m.value for m in attack_modifiers(p, action >> ARG & MASK))
        return f"die {value:+d}, succeeds on {p.table.charts.e}+"

    def row(self, p: Pocket, f: Frame) -> list[int]:
        return [act(ROLL, unit) for unit in best_first(p)]

    def told(self, p: Pocket, row: list[int]) -> str:
        return f"best odds first: {super().told(p, row)}"

    def roll(self, p: Pocket, f: Frame, unit: int) -> None:
        p.end()
        p.call("german.attacks.roll", unit)

    def refuse_roll(self, p: Pocket, f: Frame, unit: int) -> Reason | None:
        name = p.table.the(unit, first=True)
        if not p.target[unit]:
            return Reason(f"{name} is not committed to an attack.", ("CAU-ATK-03",))
        if p.rolled >> unit & 1:
            return Reason(f"{name} has already rolled.", ("CAU-ATK-11",))
        if unit not in waiting(p):
            return Reason(f"The target of {p.table.the(unit)} has been vacated; its attack is wasted.", ("CAU-ATK-18",))
        return None


def foretell_attack(p: Pocket, space: int, *, settings: bool = False) -> list[Forecast]:
    """Forecast the dice of all units that attack a target.

    `settings`: whether to add a forecast for each number of supply points. In a breakout, each unit's die counts
    separately.
    """
    units = [unit for unit, target in enumerate(bytes(p.target)) if target == space]
    rolls = [roll_of(p, unit) for unit in units]
    if space > BOX_0:
        return rolls
    supply = p.attack_supply[space]
    found = {n: battle_chances(p, units, space, n) for n in (range(4) if settings else (supply,))}
    return [
        Forecast(
            f"Attack on {p.table.board.names[space]}",
            found[supply],
            throws=alike([throw for roll in rolls for throw in roll.throws]),
            settings=tuple(Setting(f"{n} supply", found[n], n == supply) for n in found) if settings else (),
            spaces=(p.table.space_id(space),),
        )
    ]


def roll_of(p: Pocket, unit: int) -> Forecast:
    """Forecast the die of one attacker."""
    here = p.copy()
    here.call("german.attacks.roll", unit)
    found = forecast(here)
    assert found is not None
    return found


def alike(throws: list[Throw]) -> tuple[Throw, ...]:
    """Merge dice that differ only in the unit into one entry with a count."""
    found: list[Throw] = []
    for one in throws:
        for index, other in enumerate(found):
            if (one.modifiers, one.faces) == (other.modifiers, other.faces):
                found[index] = msgspec.structs.replace(
                    other, count=other.count + 1, pieces=(*other.pieces, *one.pieces), title="One die per unit"
                )
                break
        else:
            found.append(one)
    return tuple(found)


def battle_chances(p: Pocket, units: list[int], space: int, supply: int) -> tuple[Outcome, ...]:
    """Return the chance of each result for the Soviet unit, with the given number of supply points in support
    (CAU-ATK-11 to CAU-ATK-18)."""
    here = p.copy()
    here.fighting, here.rolled, here.frames = 1, 0, []
    here.targets = 1 << space
    here.attack_supply[space] = supply
    for unit in reversed(units):
        here.call("german.attacks.roll", unit)

    def tell(now: Pocket) -> str | None:
        if not now.soviet >> space & 1:
            return "driven out"
        if now.frames and (now.seat == CHANCE or now.box.name == "german.attacks.drive"):
            return None
        return "a Hit" if now.hits >> space & 1 and not p.hits >> space & 1 else "no effect"

    return chances(here, tell, lambda now: now.actions()[0] if now.box.name == "german.attacks.drive" else None)


def city_penalty(p: Pocket, unit: int) -> Modifier | None:
    """Return the modifier for attacking a Stalingrad area, either in the city or across a river
    (CAU-RIVER-02).

    Such a target takes a Hit before it is driven out (CAU-ATK-14). The What If card can make Stalingrad Central a
    regular area (CAU-WHATIF-12).
    """
    space, board = p.target[unit], p.table.board
    if space > BOX_0:
        return None
    if board.stalingrad >> space & 1 and (space != CENTRAL or p.what_if != CENTRAL_REGULAR):
        return Modifier(-1, "Stalingrad area", ("CAU-ATK-13",))
    if not board.adjacent[p.at[unit]] >> space & 1:
        return Modifier(-1, "across a river", ("CAU-RIVER-02", "CAU-ATK-13"))
    return None


def attack_modifiers(p: Pocket, unit: int) -> list[Modifier]:
    """Return all Table E modifiers of an attacker (CAU-ATK-13)."""
    modifiers = []
    supply = p.attack_supply[control.target_of(p, unit, p.target[unit])]
    city = city_penalty(p, unit)
    if supply:
        points = f"{supply} supply point{'s' if supply > 1 else ''}"
        modifiers.append(Modifier(supply, points, ("CAU-ATK-06",)))
    if p.table.armour >> unit & 1 and not city:
        modifiers.append(Modifier(1, "panzer or motorized", ("CAU-ATK-13",)))
    if p.steps[unit] == DEPLETED:
        modifiers.append(Modifier(-1, "depleted attacker", ("CAU-ATK-13",)))
    if city:
        modifiers.append(city)
    return modifiers + control.council_modifiers(p) if p.council else modifiers


class Attacker(Locals):
    """The unit that rolls."""

    unit: int


class AttackRoll(TableDie):
    """One attacker's roll on Table E (CAU-ATK-12 to CAU-ATK-15)."""

    name = "german.attacks.roll"
    title = "German attack"
    clauses = ("CAU-ATK-11", "CAU-ATK-12", "CAU-ATK-13")
    locals = Attacker
    chart = "E"

    def die(self, p: Pocket, f: Frame, n: int) -> None:
        unit = f[Attacker.unit]
        p.end()
        space = p.target[unit]
        modifiers = attack_modifiers(p, unit)
        total = n + sum(m.value for m in modifiers)
        success = total >= p.table.charts.e
        p.rolled |= 1 << unit
        if p.journal is not None:
            table = p.table
            result = "Retreat" if success else "No effect"
            name, where = table.the(unit, first=True), table.board.names[space]
            said = f"{name} against {where}, die {arithmetic(n, modifiers, total)}: {result[0].lower()}{result[1:]}."
            spaces, pieces = (table.space_id(space), table.space_id(p.at[unit])), (table.unit_id(unit),)
            more = {"title": f"{name} attacks {where}", "row": int(success), "spaces": spaces, "pieces": pieces}
            self.tell(p, n, table.components.units[unit].label, said, result, modifiers, **more)
        if not success:
            return
        p.retreat_result |= spurs_relief(p, unit)
        if space > BOX_0:
            end_breakout(p, unit)
            ask_advance(p, space, p.letter[unit] or entry_letter(p, unit))
        elif city := first_hit(p, unit):
            p.hits |= 1 << space
            clauses = ("CAU-ATK-14", *(clause for clause in city.clauses if clause != "CAU-ATK-13"))
            control.tell_mark(p, "hit", space, 1, "the Soviet unit takes a Hit marker.", clauses)
        else:
            p.call("german.attacks.vacated", space)
            drive_out(p, space)


def first_hit(p: Pocket, unit: int) -> Modifier | None:
    """Return why a success by this unit only scores a Hit, or None if it drives the Soviet unit out (CAU-ATK-14)."""
    return None if p.hits >> p.target[unit] & 1 else city_penalty(p, unit)


def spurs_relief(p: Pocket, unit: int) -> bool:
    """Return whether a success by this unit turns NE* into an advance (CAU-RELIEF-08).

    Every Retreat result does, including one that scores a Hit or advances a breakout. Under the alternative reading,
    the attack must drive out a Soviet unit.
    """
    driven_out = p.target[unit] <= BOX_0 and not first_hit(p, unit)
    return driven_out or p.table.readings["relief_bonus=result"]


def end_breakout(p: Pocket, unit: int) -> None:
    """Under the alternative reading, end the breakout after one success (CAU-BREAK-03).

    By default, the other units in the breakout also roll.
    """
    if p.table.readings["breakout=one-box"]:
        letter, space = breakout_letter(p, unit), p.target[unit]
        p.rolled |= sum(1 << u for u, t in enumerate(bytes(p.target)) if t == space and breakout_letter(p, u) == letter)


def entry_letter(p: Pocket, unit: int) -> int:
    """Return the letter (1-4) of the unit's entry area."""
    return p.table.board.entries.index(p.at[unit]) + 1


# ------------------------------------------------------------------ retreat of the Soviet unit


def ways_out(p: Pocket, area: int) -> int:
    """Return the areas that a Soviet unit can retreat to: adjacent areas that are vacant, are not German-controlled,
    and have no Breakthrough marker (CAU-ATK-16).

    An area vacated earlier in the phase qualifies unless a unit has advanced into it (CAU-FLOW-34). If all neighbors
    are German, as around Stalingrad Central, the result is empty (CAU-FLOW-38). Under the literal reading, it is
    always empty.
    """
    if p.table.readings["soviet_retreat=never"]:
        return 0
    closed = p.german | p.soviet | p.breakthrough
    if p.relief_area:
        closed |= 1 << p.relief_area
    return p.table.board.adjacent[area] & ~closed


def no_way_out(p: Pocket, area: int, to: int) -> str:
    """Return why a Soviet unit cannot retreat from an area to a space, as text that ends a sentence."""
    if to > BOX_0 or not p.table.board.adjacent[area] >> to & 1:
        return f"is not adjacent to {p.table.board.names[area]}"
    if to == p.relief_area:
        return "holds the relief force"
    if p.breakthrough >> to & 1:
        return "has a Breakthrough marker"
    return "holds a Soviet unit" if p.soviet >> to & 1 else "is German-controlled"


def drive_out(p: Pocket, area: int) -> None:
    """Retreat the Soviet unit to an area that the player chooses, or eliminate it (CAU-ATK-15 to CAU-ATK-17)."""
    ways = list(bits(ways_out(p, area)))
    if len(ways) > 1:
        p.call("german.attacks.drive", area)
    else:
        retreat_soviet(p, area, ways[0] if ways else 0)


def retreat_soviet(p: Pocket, area: int, to: int) -> None:
    """Move the Soviet unit out of an area, to another area or out of play (0)."""
    p.soviet &= ~(1 << area)
    p.hits &= ~(1 << area)
    if to:
        p.soviet |= 1 << to
        control.keep_name(p, area, to)
        control.remove_pdms(p, to)
        control.tell_soviet_move(p, area, to, "retreat", ("CAU-ATK-15", "CAU-ATK-16"))
    elif p.journal is not None:
        text = f"The Soviet unit in {p.table.board.names[area]} cannot retreat and is eliminated."
        control.tell_soviet_loss(p, area, text, ("CAU-ATK-17",))


class Beaten(Locals):
    """The area that a Soviet unit must leave."""

    area: int


class DriveOut(Box[Pocket]):
    """The destination of a beaten Soviet unit (CAU-ATK-16)."""

    name = "german.attacks.drive"
    title = "Retreat of the Soviet unit"
    clauses = ("CAU-ATK-16",)
    locals = Beaten
    concludes = True

    def prompt(self, p: Pocket, f: Frame) -> str:
        return f"Where does the Soviet unit retreat from {p.table.board.names[f[Beaten.area]]}?"

    def options(self, p: Pocket, f: Frame) -> list[int]:
        return [act(DRIVE, area) for area in bits(ways_out(p, f[Beaten.area]))]

    def drive(self, p: Pocket, f: Frame, area: int) -> None:
        p.end()
        retreat_soviet(p, f[Beaten.area], area)

    def refuse_drive(self, p: Pocket, f: Frame, area: int) -> Reason | None:
        if area <= BOX_0 and ways_out(p, f[Beaten.area]) >> area & 1:
            return None
        return Reason(f"{p.table.board.names[area]} {no_way_out(p, f[Beaten.area], area)}.", ("CAU-ATK-16",))


# ------------------------------------------------------------------ advance after combat


def vacated(p: Pocket, f: Frame) -> None:
    """Remove the target from a vacated area, and offer the advance (CAU-ADV-01, CAU-ATK-18)."""
    area = f[Beaten.area]
    p.end()
    p.targets &= ~(1 << area)
    ask_advance(p, area, 0)


class Advance(Locals):
    """An advance after combat."""

    space: int
    letter: int  # 1-4 in a breakout, else 0
    paid: int  # supply
    gone: int  # mask of units


def advance_price(p: Pocket, units: list[int]) -> int:
    """Return the supply cost of an advance into one area, for any number of units (CAU-ADV-02)."""
    return 2 * multiple(p, any(control.unit_is_isolated(p, unit) for unit in units))


def may_advance(p: Pocket, f: Frame) -> list[int]:
    """Return the attacking units that can join the advance, including across a river (CAU-ADV-01, CAU-RIVER-04)."""
    space, letter, paid, gone = f[OWN:]
    found = []
    for unit, target in enumerate(bytes(p.target)):
        if not p.at[unit] or gone >> unit & 1:
            continue
        if letter:
            if target != space or breakout_letter(p, unit) != letter or p.at[unit] == BOX_0 + 1:
                continue
        elif target != space or p.at[unit] == space:
            continue
        if advance_price(p, [unit]) - paid <= p.supply:
            found.append(unit)
    return found


def breakout_letter(p: Pocket, unit: int) -> int:
    """Return the letter (1-4) of a unit that attacks toward a box, or the letter that it would get."""
    return p.letter[unit] or entry_letter(p, unit)


def ask_advance(p: Pocket, space: int, letter: int) -> None:
    """Offer an advance if a unit can advance and there is enough supply for it."""
    p.call("german.attacks.advance", space, letter)
    if not may_advance(p, p.top):
        p.end()


class AdvanceAfterCombat(Box[Pocket]):
    """The choice of units that advance (CAU-ADV-01 to CAU-ADV-03).

    In a breakout, each unit advances one Relief box (CAU-BREAK-03, CAU-BREAK-04).
    """

    name = "german.attacks.advance"
    title = "Advance after combat"
    clauses = ("CAU-ADV-01", "CAU-ADV-02", "CAU-ADV-03")
    locals = Advance

    def prompt(self, p: Pocket, f: Frame) -> str:
        if f[Advance.letter]:
            return f"Which unit advances to the next {p.table.book.relief_box}?"
        return f"Which unit advances into {p.table.board.names[f[Advance.space]]}?"

    def help(self, p: Pocket, f: Frame) -> str:
        return f"The advance costs {2 * multiple(p)} supply for any number of units."

    def options(self, p: Pocket, f: Frame) -> list[int]:
        return [*(act(ADVANCE, unit) for unit in may_advance(p, f)), HALT]

    def cost(self, p: Pocket, f: Frame, action: int) -> str:
        if verb_of(action) != ADVANCE:
            return ""
        return price_text(0, max(0, advance_price(p, [action >> ARG & MASK]) - f[Advance.paid]))

    def advance(self, p: Pocket, f: Frame, unit: int) -> None:
        due = max(0, advance_price(p, [unit]) - f[Advance.paid])
        pay(p, 0, due)
        f[Advance.paid] += due
        f[Advance.gone] |= 1 << unit
        if f[Advance.letter]:
            clauses: tuple[str, ...] = ("CAU-BREAK-01", "CAU-BREAK-02", "CAU-BREAK-04")
            space = p.at[unit] - 1 if p.at[unit] > BOX_0 else BOX_0 + 5
            p.letter[unit] = f[Advance.letter]
        else:
            clauses = ("CAU-ADV-01", "CAU-ADV-02")
            space = f[Advance.space]
        control.shift(p, unit, space, "advance", clauses)
        if p.frames and not may_advance(p, f):
            p.end()

    def halt(self, p: Pocket, f: Frame) -> None:
        p.end()

    def refuse_advance(self, p: Pocket, f: Frame, unit: int) -> Reason | None:
        if unit in may_advance(p, f):
            return None
        name = p.table.the(unit, first=True)
        if p.target[unit] != f[Advance.space] or not p.at[unit]:
            return Reason(f"{name} did not take part in this attack.", ("CAU-ADV-01",))
        if f[Advance.gone] >> unit & 1:
            return Reason(f"{name} has already advanced.", ("CAU-ADV-01",))
        if f[Advance.letter] and breakout_letter(p, unit) != f[Advance.letter]:
            return Reason(f"{name} breaks out through another entry area.", ("CAU-BREAK-02",))
        if p.at[unit] == BOX_0 + 1:
            return Reason(f"{name} is already in the last box.", ("CAU-BREAK-06",))
        return Reason(
            f"The advance of {p.table.the(unit)} costs {price_text(0, advance_price(p, [unit]) - f[Advance.paid])}; "
            f"you have {p.supply} supply.",
            ("CAU-ADV-02", "CAU-FLOW-16"),
        )
