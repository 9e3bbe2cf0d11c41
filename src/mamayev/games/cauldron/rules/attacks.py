"""The German Phase, step 2: resolving Regular Attacks, retreats, advances, the breakout, filling gaps."""

from __future__ import annotations

from itertools import compress, count

import msgspec

from mamayev.engine.box import Box, DieBox
from mamayev.engine.event import Modifier, Move
from mamayev.engine.fields import OWN, Locals
from mamayev.engine.foretell import Forecast, Outcome, Setting, Throw, chances, forecast
from mamayev.engine.notation import ARG, MASK, act, verb_of
from mamayev.engine.position import CHANCE, Frame
from mamayev.engine.refusal import Reason

from ..printed.map import BOX_0, CENTRAL
from .board import bits
from .charts import CENTRAL_REGULAR, arithmetic
from .control import (
    clear_attacks,
    council_modifiers,
    keep_name,
    list_names,
    remove_pdms,
    shift,
    target_of,
    tell_mark,
    tell_soviet_loss,
    unit_is_isolated,
)
from .order import InOrder, at_ease
from .position import DEPLETED, Pocket
from .prices import multiple, pay, price_text
from .verbs import ADVANCE, DRIVE, HALT, ROLL


def waiting(p: Pocket) -> list[int]:
    """The units whose attack has still to be rolled; one whose target has been vacated has lost its attack.

    A Relief box holds no enemy, so an attack toward it is never wasted (CAU-ATK-18, CAU-BREAK-03).
    """
    target, rolled, targets = p.target, p.rolled, p.targets
    return [
        unit
        for unit in compress(count(), target)
        if not rolled >> unit & 1 and (target[unit] > BOX_0 or targets >> target[unit] & 1)
    ]


def begin_attacks(p: Pocket, _f: Frame) -> None:
    """From here to the gap step the ring is not repaired (CAU-FLOW-04)."""
    p.fighting = 1
    p.rolled = 0
    waste_attacks(p)


def waste_attacks(p: Pocket) -> None:
    """CAU-ATK-18: an area whose Soviet unit is gone before the first roll, since it touches no German area any more, is
    attacked no more. It happens across a river only."""
    left = p.targets & p.table.board.all & ~p.soviet
    if not left or not p.table.revised:
        return
    p.targets &= ~left
    if p.journal is not None:
        p.journal.note(
            "Attack",
            f"No Soviet unit is left in {list_names(p, bits(left))}: the attack is wasted.",
            ("CAU-ATK-18",),
            spaces=[str(area) for area in bits(left)],
        )


def attacks_left(p: Pocket, _f: Frame) -> bool:
    """Whether any attack has still to be rolled."""
    return bool(p.targets) and bool(waiting(p))


def next_attack(p: Pocket, _f: Frame) -> None:
    """Ask who rolls only where there is a choice."""
    units = waiting(p)
    if p.in_order:
        p.call("german.attacks.roll", best_first(p)[0])
    elif len(units) > 1:
        p.call("german.attacks.choose")
    else:
        p.call("german.attacks.roll", units[0])


def best_first(p: Pocket) -> list[int]:
    """The units that have still to roll, those with the best modifiers first."""
    return sorted(waiting(p), key=lambda unit: -sum(m.value for m in attack_modifiers(p, unit)))


def fill_gaps(p: Pocket, _f: Frame) -> None:
    """CAU-ADV-04, CAU-FLOW-35: after all combat the ring is closed again; the targets are cleared. Hit markers and the
    Retreat result are still read by the relief attack."""
    at_ease(p, _f)
    hits, retreat_result = p.hits, p.retreat_result
    clear_attacks(p)
    p.hits, p.retreat_result = hits & p.soviet, retreat_result


class ChooseAttack(InOrder):
    """Which unit rolls next (CAU-ATK-11)."""

    name = "german.attacks.choose"
    title = "Step 2: Resolve German attacks"
    clauses = ("CAU-ATK-11", "CAU-ATK-18")

    def prompt(self, p: Pocket, f: Frame) -> str:
        return "Which unit rolls next?"

    def options(self, p: Pocket, f: Frame) -> list[int]:
        return [act(ROLL, unit) for unit in waiting(p)]

    def cost(self, p: Pocket, f: Frame, action: int) -> str:
        value = sum(m.value for m in attack_modifiers(p, action >> ARG & MASK))
        return f"die {value:+d}, needs {p.table.charts.e}"

    def row(self, p: Pocket, f: Frame) -> list[int]:
        return [act(ROLL, unit) for unit in best_first(p)]

    def told(self, p: Pocket, row: list[int]) -> str:
        return f"the best odds first: {super().told(p, row)}"

    def roll(self, p: Pocket, f: Frame, unit: int) -> None:
        p.end()
        p.call("german.attacks.roll", unit)

    def refuse_roll(self, p: Pocket, f: Frame, unit: int) -> Reason | None:
        name = p.table.the(unit, first=True)
        if not p.target[unit]:
            return Reason(f"{name} has not been named for an attack.", ("CAU-ATK-03",))
        if p.rolled >> unit & 1:
            return Reason(f"No die is left to roll for {p.table.the(unit)}.", ("CAU-ATK-11",))
        if unit not in waiting(p):
            return Reason(f"The target of {p.table.the(unit)} has been vacated; its attack is wasted.", ("CAU-ATK-18",))
        return None


def foretell_attack(p: Pocket, space: int, *, settings: bool = False) -> list[Forecast]:
    """What the dice of all units named for a target may bring; with `settings` for each number of supply points. An
    attack toward a box is a breakout: each unit's die counts for itself."""
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
    """What the die of one attacker may bring."""
    here = p.copy()
    here.call("german.attacks.roll", unit)
    found = forecast(here)
    assert found is not None
    return found


def alike(throws: list[Throw]) -> tuple[Throw, ...]:
    """Dice that differ only in the unit, as one with their count."""
    found: list[Throw] = []
    for one in throws:
        for index, other in enumerate(found):
            if (one.modifiers, one.faces) == (other.modifiers, other.faces):
                found[index] = msgspec.structs.replace(
                    other, count=other.count + 1, pieces=(*other.pieces, *one.pieces), title="One die for each"
                )
                break
        else:
            found.append(one)
    return tuple(found)


def battle_chances(p: Pocket, units: list[int], space: int, supply: int) -> tuple[Outcome, ...]:
    """What becomes of the Soviet unit when this many supply points support the attack (CAU-ATK-11 to CAU-ATK-18)."""
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
    """What makes the target of an attacker a Stalingrad area for it: the city, or a river between (CAU-RIVER-02).

    Such a target takes a Hit before it is driven out (CAU-ATK-14). The What If card may make Stalingrad Central a
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
    """Table E, all modifiers of one attacker (CAU-ATK-13)."""
    modifiers = []
    supply = p.attack_supply[target_of(p, unit, p.target[unit])]
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
    return modifiers + council_modifiers(p) if p.council else modifiers


class Attacker(Locals):
    """The unit that rolls."""

    unit: int


class AttackRoll(DieBox[Pocket]):
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
            p.journal.roll(
                table.components.units[unit].label,
                f"{table.the(unit, first=True)} against {table.board.names[space]}, "
                f"die {arithmetic(n, modifiers, total)}: {result[0].lower()}{result[1:]}.",
                title=f"{table.the(unit, first=True)} attacks {table.board.names[space]}",
                chart="E",
                dice=(n,),
                modifiers=modifiers,
                total=total,
                result=result,
                row=1 if success else 0,
                clauses=self.clauses,
                spaces=(table.space_id(space), table.space_id(p.at[unit])),
                pieces=(table.unit_id(unit),),
            )
        if not success:
            return
        p.retreat_result |= spurs_relief(p, unit)
        if space > BOX_0:
            end_breakout(p, unit)
            ask_advance(p, space, p.letter[unit] or entry_letter(p, unit))
        elif city := first_hit(p, unit):
            p.hits |= 1 << space
            clauses = ("CAU-ATK-14", *(clause for clause in city.clauses if clause != "CAU-ATK-13"))
            tell_mark(p, "hit", space, 1, "the Soviet unit takes a Hit marker.", clauses)
        else:
            p.call("german.attacks.vacated", space)
            drive_out(p, space)


def first_hit(p: Pocket, unit: int) -> Modifier | None:
    """CAU-ATK-14: why a success of this unit brings a Hit marker only; None where it drives the Soviet unit out."""
    return None if p.hits >> p.target[unit] & 1 else city_penalty(p, unit)


def spurs_relief(p: Pocket, unit: int) -> bool:
    """CAU-RELIEF-08: whether a success of this unit turns NE* into an advance. Every Retreat result does, a Hit and a
    breakout too; under the other reading only one that drives a Soviet unit out."""
    driven_out = p.target[unit] <= BOX_0 and not first_hit(p, unit)
    return driven_out or p.table.relief_bonus_result


def end_breakout(p: Pocket, unit: int) -> None:
    """CAU-BREAK-03: the other units of a breakout roll as well; under the other reading one success is all that an
    attack brings, and their dice are not rolled."""
    if p.table.breakout_one_box:
        letter, space = breakout_letter(p, unit), p.target[unit]
        p.rolled |= sum(1 << u for u, t in enumerate(bytes(p.target)) if t == space and breakout_letter(p, u) == letter)


def entry_letter(p: Pocket, unit: int) -> int:
    """The letter (1-4) of the entry area that a unit stands in."""
    return p.table.board.entries.index(p.at[unit]) + 1


# ------------------------------------------------------------------ retreat of the Soviet unit


def ways_out(p: Pocket, area: int) -> int:
    """CAU-ATK-16: where a Soviet unit may retreat to: adjacent, vacant, not German-controlled, no Breakthrough.

    An area vacated earlier in the phase will do, if nobody has advanced into it (CAU-FLOW-34); where all neighbours are
    German, as around Stalingrad Central, there is none (CAU-FLOW-38). By the letter of the rule there never is any.
    """
    if p.table.soviet_retreat_never:
        return 0
    closed = p.german | p.soviet | p.breakthrough
    if p.relief_area:
        closed |= 1 << p.relief_area
    return p.table.board.adjacent[area] & ~closed


def no_way_out(p: Pocket, area: int, to: int) -> str:
    """What keeps a Soviet unit in an area from retreating to a space, in words."""
    if to > BOX_0 or not p.table.board.adjacent[area] >> to & 1:
        return f"is not adjacent to {p.table.board.names[area]}"
    if to == p.relief_area:
        return "holds the relief force"
    if p.breakthrough >> to & 1:
        return "has a Breakthrough marker"
    return "holds a Soviet unit" if p.soviet >> to & 1 else "is German-controlled"


def drive_out(p: Pocket, area: int) -> None:
    """CAU-ATK-15 to CAU-ATK-17: the Soviet unit retreats where the player says, or is eliminated."""
    ways = list(bits(ways_out(p, area)))
    if len(ways) > 1:
        p.call("german.attacks.drive", area)
    else:
        retreat_soviet(p, area, ways[0] if ways else 0)


def retreat_soviet(p: Pocket, area: int, to: int) -> None:
    """Take the Soviet unit out of an area, to another or (0) out of play."""
    p.soviet &= ~(1 << area)
    p.hits &= ~(1 << area)
    names = p.table.board.names
    if to:
        p.soviet |= 1 << to
        keep_name(p, area, to)
        remove_pdms(p, to)
        if p.journal is not None:
            p.journal.add(
                Move(
                    piece=f"soviet-{area}",
                    from_=str(area),
                    to=str(to),
                    how="retreat",
                    who="Soviets",
                    text=f"The Soviet unit retreats from {names[area]} to {names[to]}.",
                    clauses=("CAU-ATK-15", "CAU-ATK-16"),
                    spaces=(str(area), str(to)),
                )
            )
    elif p.journal is not None:
        tell_soviet_loss(
            p, area, f"The Soviet unit in {names[area]} cannot retreat and is eliminated.", ("CAU-ATK-17",)
        )


class Beaten(Locals):
    """The area of a Soviet unit that is driven out."""

    area: int


class DriveOut(Box[Pocket]):
    """Where the beaten Soviet unit goes (CAU-ATK-16)."""

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
    """The area is empty: no further attack on it, and an advance is possible (CAU-ADV-01, CAU-ATK-18)."""
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
    """CAU-ADV-02: supply for an advance into one area, however many units take part."""
    return 2 * multiple(p, any(unit_is_isolated(p, unit) for unit in units))


def may_advance(p: Pocket, f: Frame) -> list[int]:
    """CAU-ADV-01, CAU-RIVER-04: the units named for the attack that may join the advance, across a river too."""
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
    """The letter (1-4) that a unit attacking toward a box has, or will have."""
    return p.letter[unit] or entry_letter(p, unit)


def ask_advance(p: Pocket, space: int, letter: int) -> None:
    """Let the player advance, if any unit can and the supply is there."""
    p.call("german.attacks.advance", space, letter)
    if not may_advance(p, p.top):
        p.end()


class AdvanceAfterCombat(Box[Pocket]):
    """Who advances (CAU-ADV-01 to CAU-ADV-03).

    In a breakout each unit goes one Relief box on (CAU-BREAK-03, CAU-BREAK-04).
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
        return f"The advance costs {2 * multiple(p)} supply, however many units take part."

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
        shift(p, unit, space, "advance", clauses)
        if p.frames and not may_advance(p, f):
            p.end()

    def halt(self, p: Pocket, f: Frame) -> None:
        p.end()

    def refuse_advance(self, p: Pocket, f: Frame, unit: int) -> Reason | None:
        if unit in may_advance(p, f):
            return None
        name = p.table.the(unit, first=True)
        if p.target[unit] != f[Advance.space] or not p.at[unit]:
            return Reason(f"{name} was not named for this attack.", ("CAU-ADV-01",))
        if f[Advance.gone] >> unit & 1:
            return Reason(f"{name} has advanced already.", ("CAU-ADV-01",))
        if f[Advance.letter] and breakout_letter(p, unit) != f[Advance.letter]:
            return Reason(f"{name} breaks out by another entry.", ("CAU-BREAK-02",))
        if p.at[unit] == BOX_0 + 1:
            return Reason(f"{name} is in the last box.", ("CAU-BREAK-06",))
        return Reason(
            f"The advance of {p.table.the(unit)} costs {price_text(0, advance_price(p, [unit]) - f[Advance.paid])}; "
            f"{p.supply} supply is left.",
            ("CAU-ADV-02", "CAU-FLOW-16"),
        )
