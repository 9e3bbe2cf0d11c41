"""Strategic Phase, steps 2 to 8: weather, commitments, morale, Initiative Points, airlift, upkeep."""

from __future__ import annotations

from msgspec import structs

from mamayev.engine.box import Box
from mamayev.engine.event import Modifier, TrackChange
from mamayev.engine.fields import Locals
from mamayev.engine.foretell import Forecast, Outcome, forecast
from mamayev.engine.notation import ARG, MASK, act, verb_of
from mamayev.engine.position import Frame
from mamayev.engine.refusal import Reason
from mamayev.engine.words import counted

from ..printed.cards import CardData
from . import control
from .board import bits
from .cards import PocketDraw
from .charts import LEVELS, POOR_START, WEATHER, arithmetic
from .order import InOrder
from .position import FAIR, FULL, LUFTWAFFE_SHIFTS, POOR, STRONG, UNDECIDED, WEAK, Pocket
from .rolls import TableDie
from .verbs import LOSE, PAY, STARVE


def weather_drawn(p: Pocket, _f: Frame) -> bool:
    """Return whether the game determines the weather: every turn, except a first turn decided by the What If card
    (CAU-WHATIF-04)."""
    return p.what_if != POOR_START or p.luftwaffe != UNDECIDED


class Weather(PocketDraw):
    """Step 2: the weather on the card (CAU-WEATHER-01, CAU-WEATHER-02)."""

    name = "strategic.weather"
    title = "Weather"
    clauses = ("CAU-WEATHER-01", "CAU-WEATHER-02")
    line = "weather"

    def carry_out(self, p: Pocket, card: CardData) -> None:
        if card.weather != "Same":
            set_state(p, "weather", FAIR if card.weather == "Fair" else POOR, WEATHER)


def set_state(p: Pocket, track: str, value: int, names: tuple[str, ...]) -> None:
    """Move the marker of a track with named states."""
    before = getattr(p, track)
    setattr(p, track, value)
    if p.journal is not None and before != value:
        title = {"weather": "Weather", "luftwaffe": "Luftwaffe", "relief": "Relief"}[track]
        p.journal.add(
            TrackChange(
                track=track, from_=names[before] or None, to=names[value], who=title, text=f"{title}: {names[value]}."
            )
        )


def ssi_modifier(p: Pocket) -> int:
    """Return the SSI's modifier to both commitment rolls (CAU-COMMIT-02)."""
    if p.ssi <= 1:
        return p.table.ssi_one if p.ssi else 0
    return 2 if p.ssi >= 9 else 1 if p.ssi >= 7 else 0 if p.ssi == 6 else -1 if p.ssi == 5 else -2


def ssi_modifiers(p: Pocket) -> list[Modifier]:
    """Return the modifiers that apply to both rolls on Table A: the SSI and the Commitment marker (CAU-COMMIT-02,
    CAU-COMMIT-05).
    """
    value = ssi_modifier(p)
    modifiers = [Modifier(value, f"SSI {p.ssi}", ("CAU-COMMIT-02",))] if value else []
    if p.commitment:
        modifiers.append(Modifier(p.commitment, "Commitment marker", ("CAU-COMMIT-05",)))
    return modifiers


class Commitment(TableDie):
    """A roll on Table A for the level of a commitment (CAU-COMMIT-01, CAU-COMMIT-06, CAU-SCOPE-03)."""

    chart = "A"
    clauses = ("CAU-COMMIT-01", "CAU-COMMIT-06")
    track = ""
    marker = ""
    """The position's field for the marker that adds one to this roll."""
    bonus = Modifier(0, "")

    def modifiers(self, p: Pocket) -> list[Modifier]:
        """Return all modifiers of this roll."""
        modifiers = ssi_modifiers(p)
        if getattr(p, self.marker):
            modifiers.append(self.bonus)
        return modifiers + self.rumored(p)

    def rumored(self, p: Pocket) -> list[Modifier]:
        """Return the modifiers from rumors."""
        return []

    def die(self, p: Pocket, f: Frame, n: int) -> None:
        p.end()
        modifiers = self.modifiers(p)
        total = n + sum(m.value for m in modifiers)
        level, row = p.table.charts.commitment(total)
        if p.journal is not None:
            text = f"{arithmetic(n, modifiers, total)}: {LEVELS[level]}."
            self.tell(p, n, self.track.title(), text, LEVELS[level], modifiers, row=row)
        set_state(p, self.track, level, LEVELS)


class LuftwaffeCommitment(Commitment):
    """Step 3: the Luftwaffe commitment."""

    name = "strategic.luftwaffe"
    title = "Luftwaffe commitment"
    track = "luftwaffe"
    marker = "luftwaffe_marker"
    bonus = Modifier(1, "Luftwaffe +1 marker", ("CAU-COMMIT-03",))


class ReliefCommitment(Commitment):
    """Step 4: the relief force commitment, which uses up the Commitment marker (CAU-COMMIT-05)."""

    name = "strategic.relief"
    title = "Relief force commitment"
    track = "relief"
    marker = "hoth_marker"
    bonus = Modifier(1, "Hoth +1 marker", ("CAU-COMMIT-04",))

    def rumored(self, p: Pocket) -> list[Modifier]:
        return control.tiger_tanks(p)

    def die(self, p: Pocket, f: Frame, n: int) -> None:
        super().die(p, f, n)
        control.hold(p, "commitment", 0, "commitment", "The Commitment marker is used up.", ("CAU-COMMIT-05",))


def determine_morale(p: Pocket, _f: Frame) -> None:
    """Step 5: set the morale marker (CAU-MORALE-04).

    Between counts, the value follows each change or, under one reading, stays the same (CAU-MORALE-05).
    """
    p.morale_marker = control.count_morale(p)
    if p.journal is not None:
        held, relief = control.morale_parts(p)
        key_areas = (held & control.keys(p)).bit_count()
        others = held.bit_count() - key_areas
        p.journal.note(
            "Morale",
            f"{counted(others, '# area', '# areas')} + {counted(key_areas, '# Key Area', '# Key Areas')} "
            f"({3 * key_areas}) + relief force {relief} = {p.morale_marker}.",
            ("CAU-MORALE-01", "CAU-MORALE-02", "CAU-MORALE-03"),
        )


def determine_initiative(p: Pocket, _f: Frame) -> None:
    """Step 6: morale / 5 minus Wounded / 5, both rounded down (CAU-IP-01, CAU-IP-02), plus any change from an event
    (CAU-FLOW-41).

    The result is never below zero (CAU-IP-03). Last turn's remaining points are lost (CAU-IP-04).
    """
    gained, lost = control.morale(p) // 5, p.wounded // 5
    total = max(0, max(0, gained - lost) + p.event_ip)
    if p.journal is not None:
        event = f", the event {p.event_ip:+d}" if p.event_ip else ""
        p.journal.note(
            "Initiative",
            f"Morale {control.morale(p)} gives {gained}, {p.wounded} Wounded cost {lost}{event}: {total} IP.",
            ("CAU-IP-01", "CAU-IP-02"),
        )
    control.set_track(p, "ip", total)


TONS = 50
"""Tons per day that one supply point represents (CAU-SCALE-06)."""


class Airlift(TableDie):
    """Step 7: Table B (CAU-AIR-01 to CAU-AIR-03)."""

    name = "strategic.airlift"
    title = "Airlift"
    clauses = ("CAU-AIR-01", "CAU-AIR-02", "CAU-AIR-03")
    chart = "B"

    def die(self, p: Pocket, f: Frame, n: int) -> None:
        p.end()
        modifiers = []
        if p.luftwaffe == STRONG:
            modifiers.append(Modifier(2, "Luftwaffe Strong", ("CAU-AIR-02",)))
        elif p.luftwaffe == WEAK:
            modifiers.append(Modifier(-2, "Luftwaffe Weak", ("CAU-AIR-02",)))
        fields = (p.german & p.table.board.airfields).bit_count()
        if fields == 1:
            modifiers.append(Modifier(-2, "one airfield held", ("CAU-AIR-03",)))
        elif fields == 0:
            modifiers.append(Modifier(-3, "no airfield held", ("CAU-AIR-03",)))
        if p.event_airlift:
            modifiers.append(Modifier(p.event_airlift, "random event", ("CAU-EVENT-01",)))
        total = n + sum(m.value for m in modifiers)
        row = FAIR if p.table.one_airlift_row else p.weather
        points, column = p.table.charts.airlift(row, total)
        if p.journal is not None:
            brought = f"+{points} supply, {TONS * points} tons a day" if points else "no supply"
            text = f"{arithmetic(n, modifiers, total)}, {WEATHER[row]} row: {brought}."
            self.tell(p, n, "Airlift", text, f"+{points} supply", modifiers, row=row, column=column)
        control.set_track(p, "supply", p.supply + points)
        if p.airlift_each_turn:
            if p.journal is not None:
                p.journal.note("Airlift", f"A lasting event: supply {p.airlift_each_turn:+d}.", ("CAU-EVENT-01",))
            control.set_track(p, "supply", max(0, p.supply + p.airlift_each_turn))
        if control.obtained(p, LUFTWAFFE_SHIFTS):
            if p.journal is not None:
                p.journal.note("Airlift", "The Luftwaffe has shifted forces: supply +1.", ("CAU-RUMOR-19",))
            control.set_track(p, "supply", p.supply + 1)


# ------------------------------------------------------------------ step 8: upkeep


def full_upkeep(p: Pocket) -> int:
    """Return the cost of supplying all units (CAU-UPK-01, CAU-UPK-04); an event can change it (CAU-FLOW-42).

    Every unit in play counts as one (CAU-UPK-02, CAU-RUM-01), but the relief force does not count (CAU-UPK-03).
    Isolation and the HQ do not matter, because upkeep is not an Action (CAU-UPK-14).
    """
    return max(0, -(-control.army_size(p) // 5) + p.event_upkeep)


def payments(p: Pocket) -> list[int]:
    """Return the possible upkeep payments: the full cost, or less."""
    full = full_upkeep(p)
    partial = -(-control.army_size(p) // 5)
    return [n for n in range(min(partial, p.supply + 1)) if n != full] + ([full] if full <= p.supply else [])


class Upkeep(Box[Pocket]):
    """Step 8: the payment of upkeep (CAU-UPK-01 to CAU-UPK-05)."""

    name = "strategic.upkeep.pay"
    title = "Unit upkeep"
    hint = "Each point keeps five units in supply. Unsupplied units can suffer losses on Table C."
    clauses = ("CAU-UPK-01", "CAU-UPK-02", "CAU-UPK-04", "CAU-UPK-05")

    def prompt(self, p: Pocket, f: Frame) -> str:
        units = counted(control.army_size(p), "# unit needs", "# units need")
        points = counted(full_upkeep(p), "# supply point", "# supply points")
        return f"{units} {points}; you have {p.supply}. Spend how many?"

    def options(self, p: Pocket, f: Frame) -> list[int]:
        return [act(PAY, n) for n in payments(p)]

    def cost(self, p: Pocket, f: Frame, action: int) -> str:
        n = action >> ARG & MASK
        units = control.army_size(p)
        left = 0 if n == full_upkeep(p) else max(0, units - 5 * n)
        return f"{left} unsupplied" if left else "all supplied"

    def foretell(self, p: Pocket, f: Frame, action: int) -> list[Forecast]:
        return foretell_upkeep(p, action)

    def pay(self, p: Pocket, f: Frame, n: int) -> None:
        p.end()
        settle_upkeep(p, n)

    def refuse_pay(self, p: Pocket, f: Frame, n: int) -> Reason | None:
        if n in payments(p):
            return None
        if n > p.supply:
            return Reason(f"You have only {p.supply} supply points.", ("CAU-UPK-01",))
        full = full_upkeep(p)
        said = "you can't spend more" if n > full else f"a partial payment is at most {max(payments(p)[:-1])}"
        return Reason(
            f"Full upkeep costs {counted(full, '# point', '# points')}; {said}.", ("CAU-UPK-04", "CAU-FLOW-42")
        )


def begin_upkeep(p: Pocket, _f: Frame) -> None:
    """Ask for the upkeep payment if there is a choice. Without an army, no upkeep is due."""
    if not control.army_size(p):
        return
    choices = payments(p)
    if len(choices) > 1:
        p.call("strategic.upkeep.pay")
    else:
        settle_upkeep(p, choices[0])


def upkeep_in_words(spent: int, units: int, unsupplied: int) -> str:
    """Describe a payment of upkeep."""
    if not unsupplied:
        return f"{spent} supply for {counted(units, 'the last unit', 'all # units')}."
    if unsupplied == units:
        return f"No supply is spent: {counted(units, 'the last unit goes', 'all # units go')} without."
    without = counted(unsupplied, "# goes without", "# go without")
    return f"{spent} supply for {units - unsupplied} of {units} units; {without}."


def settle_upkeep(p: Pocket, n: int) -> None:
    """Spend `n` points. If units go hungry, choose them and roll on Table C (CAU-UPK-05, CAU-UPK-06)."""
    units = control.units_in_play(p)
    unsupplied = 0 if n == full_upkeep(p) else max(0, len(units) - 5 * n)
    if p.journal is not None:
        p.journal.note("Upkeep", upkeep_in_words(n, len(units), unsupplied), ("CAU-UPK-01", "CAU-UPK-04"))
    control.set_track(p, "supply", p.supply - n)
    if not unsupplied:
        return
    p.call("strategic.upkeep.losses")
    if unsupplied == len(units):
        p.unsupplied = sum(1 << unit for unit in units)
    else:
        p.call("strategic.upkeep.name", unsupplied)


class Count(Locals):
    """A number of units that the player names one by one."""

    left: int


class NameUnsupplied(InOrder):
    """The choice of unsupplied units (CAU-UPK-05)."""

    name = "strategic.upkeep.name"
    title = "Units out of supply"
    hint = "The HQ and battlegroups take no upkeep losses. Each loss flips or eliminates one unsupplied unit."
    clauses = ("CAU-UPK-05", "CAU-UPK-12")
    locals = Count

    def prompt(self, p: Pocket, f: Frame) -> str:
        return f"Which unit goes without supply? ({f[Count.left]} to choose)"

    def pieces(self, p: Pocket, f: Frame) -> list[int]:
        named = p.unsupplied
        return [unit for unit in control.units_in_play(p) if not named >> unit & 1]

    def choices(self, p: Pocket, f: Frame, piece: int | None) -> list[int]:
        if piece is None or piece >= len(p.at) or not p.at[piece] or p.unsupplied >> piece & 1:
            return []
        return [act(STARVE, piece)]

    def foretell(self, p: Pocket, f: Frame, action: int) -> list[Forecast]:
        return foretell_upkeep(p, action)

    def note(self, p: Pocket, f: Frame, action: int) -> str:
        if verb_of(action) != STARVE:
            return super().note(p, f, action)
        unit = action >> ARG & MASK
        if p.table.single_sided >> unit & 1:
            return "takes no upkeep loss"
        return "a loss would deplete it" if p.steps[unit] == FULL else "a loss would eliminate it"

    def row(self, p: Pocket, f: Frame) -> list[int]:
        """Return the units in the default order: first those that cannot be lost, then those that would only be
        depleted.
        """
        single = p.table.single_sided

        def cost(action: int) -> tuple[bool, bool]:
            unit = action >> ARG & MASK
            return not single >> unit & 1, p.steps[unit] != FULL

        return sorted(self.options(p, f), key=cost)[: f[Count.left]]

    def rest(self, p: Pocket, f: Frame) -> None:
        for action in self.row(p, f):
            self.starve(p, f, action >> ARG & MASK)

    def starve(self, p: Pocket, f: Frame, unit: int) -> None:
        p.unsupplied |= 1 << unit
        f[Count.left] -= 1
        if f[Count.left]:
            return
        p.end()
        if p.journal is not None and p.unsupplied.bit_count() > 1:
            names = ", ".join(p.table.unit_name(each) for each in bits(p.unsupplied))
            p.journal.note("Upkeep", f"Without supply: {names}.", ("CAU-UPK-05",))

    def refuse_starve(self, p: Pocket, f: Frame, unit: int) -> Reason | None:
        if not p.at[unit]:
            return Reason(f"{p.table.the(unit, first=True)} is not in play.", ("CAU-UPK-05",))
        if p.unsupplied >> unit & 1:
            return Reason(f"{p.table.the(unit, first=True)} has already been chosen.", ("CAU-UPK-05",))
        return None


def foretell_upkeep(p: Pocket, action: int) -> list[Forecast]:
    """Forecast Table C for a payment. The choice of unsupplied units does not change the die (CAU-UPK-07)."""
    here = p.copy()
    here.apply(action)
    while here.frames and isinstance(here.box, NameUnsupplied):
        here.apply(here.actions()[0])
    found = forecast(here) if here.frames and isinstance(here.box, UpkeepLosses) else None
    if found is None:
        return []
    losses = tuple(Outcome(losses_in_words(int(one.text)), one.chance) for one in found.outcomes)
    return [structs.replace(found, outcomes=losses)]


def losses_in_words(number: int) -> str:
    """Return a number of losses as text."""
    return counted(number, "# loss", "# losses") if number else "no loss"


def upkeep_modifier(unsupplied: int) -> int:
    """Return the Table C modifier for a number of unsupplied units (CAU-UPK-07)."""
    return 3 if unsupplied >= 10 else 2 if unsupplied >= 7 else 1 if unsupplied >= 4 else 0


class UpkeepLosses(TableDie):
    """A roll on Table C for unsupplied units (CAU-UPK-06 to CAU-UPK-08)."""

    name = "strategic.upkeep.losses"
    title = "Upkeep losses"
    clauses = ("CAU-UPK-06", "CAU-UPK-07", "CAU-UPK-08")
    chart = "C"

    def die(self, p: Pocket, f: Frame, n: int) -> None:
        p.end()
        unsupplied = p.unsupplied.bit_count()
        value = upkeep_modifier(unsupplied)
        modifiers = [Modifier(value, f"{unsupplied} unsupplied units", ("CAU-UPK-07",))] if value else []
        total = n + value
        losses, column = p.table.charts.upkeep(total)
        if p.journal is not None:
            text = f"{arithmetic(n, modifiers, total)}: {losses_in_words(losses)}."
            self.tell(p, n, "Upkeep", text, str(losses), modifiers, row=0, column=column)
        if losses and may_starve(p):
            p.call("strategic.upkeep.take", losses)
        else:
            p.unsupplied = 0


def may_starve(p: Pocket) -> list[int]:
    """Return the unsupplied units that can take a loss: not the HQ or battlegroups (CAU-UPK-12, CAU-BG-07)."""
    at = p.at
    return [unit for unit in bits(p.unsupplied & ~p.table.single_sided) if at[unit]]


class TakeUpkeepLoss(InOrder):
    """The choice of units that take the losses (CAU-UPK-09, CAU-UPK-10).

    Losses that no unit can take are ignored (CAU-UPK-11). Then the counters are turned back (CAU-UPK-13).
    """

    name = "strategic.upkeep.take"
    title = "Upkeep losses"
    clauses = ("CAU-UPK-09", "CAU-UPK-10", "CAU-UPK-12")
    locals = Count
    forced = True

    def prompt(self, p: Pocket, f: Frame) -> str:
        return f"Which unsupplied unit takes a loss? ({f[Count.left]} left)"

    def options(self, p: Pocket, f: Frame) -> list[int]:
        lose = LOSE
        return [lose | unit << ARG for unit in may_starve(p)]

    def note(self, p: Pocket, f: Frame, action: int) -> str:
        if verb_of(action) != LOSE:
            return super().note(p, f, action)
        return "depleted" if p.steps[action >> ARG & MASK] == FULL else "eliminated"

    def row(self, p: Pocket, f: Frame) -> list[int]:
        """Return each unit once per step, full-strength units first, so that units flip before any is lost."""
        units = may_starve(p)
        full = [unit for unit in units if p.steps[unit] == FULL]
        worn = [unit for unit in units if p.steps[unit] != FULL]
        return [act(LOSE, unit) for unit in (*full, *worn, *full)][: f[Count.left]]

    def rest(self, p: Pocket, f: Frame) -> None:
        for action in self.row(p, f):
            if p.frames and p.top is f:
                self.lose(p, f, action >> ARG & MASK)

    def lose(self, p: Pocket, f: Frame, unit: int) -> None:
        f[Count.left] -= 1
        control.take_loss(p, unit, ("CAU-UPK-09",), starved=True)
        if not f[Count.left] or not may_starve(p):
            p.unsupplied = 0
            p.end()
        control.drop_turn_without_army(p)

    def refuse_lose(self, p: Pocket, f: Frame, unit: int) -> Reason | None:
        name = p.table.the(unit, first=True)
        if not p.unsupplied >> unit & 1 or not p.at[unit]:
            return Reason(f"{name} is not unsupplied.", ("CAU-UPK-05", "CAU-UPK-09"))
        if p.table.single_sided >> unit & 1:
            return Reason(f"{name} takes no upkeep losses.", ("CAU-UPK-12",))
        return None
