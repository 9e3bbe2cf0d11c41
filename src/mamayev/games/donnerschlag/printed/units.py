"""The counters (DON-UNIT, DON-HQ, DON-ALARM, DON-CUP) and their data."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any, Literal, NamedTuple

import msgspec

from mamayev.engine.components import Files
from mamayev.match.schema import Form

from .map import AXIS, OFF_MAP, PRINTED, SEATS, SOVIET, HexName, Map, Short

TANK, MOTORISED, INFANTRY, CAVALRY, HEADQUARTERS, SNAFU = range(6)
KINDS = ("tank", "mot", "inf", "cav", "hq", "snafu")
"""DON-UNIT-07: how a counter moves, and the kinds that are not combat units."""
KIND_TITLES = ("tank", "motorized", "infantry", "cavalry", "HQ", "SNAFU")
SYMBOLS = tuple(f"1003100000{entity}0000" for entity in ("120500", "121104", "121100", "120400"))
"""The symbol for each kind of combat unit (APP-6D)."""
LOST, WAITING, IN_CUP, ASIDE, OVERRUN = range(OFF_MAP, OFF_MAP + 5)
"""The place of a counter off the map: eliminated; due in a later turn; in its cup; out of the game, or drawn and not
yet returned; an overrun Soviet HQ."""
BESIDE = {LOST: "lost", WAITING: "waiting", IN_CUP: "cup", ASIDE: "out", OVERRUN: "overrun"}
"""The words for the places of counters off the map."""

FORMATIONS = (
    "6P", "17P", "23P", "VI", "VII", "GP", "1GRC", "13GRC", "2GMC", "7TC", "6MC", "4CC", "4MC", "13TC", "51A", "2GA",
    "rom",
)  # fmt: skip
FORMATION_NAMES = (
    "6th Panzer Division", "17th Panzer Division", "23rd Panzer Division", "Romanian VI Corps", "Romanian VII Corps",
    "Gr. Popescu", "1st Guards Rifle Corps", "13th Guards Rifle Corps", "2nd Guards Mech Corps", "7th Tank Corps",
    "6th Mechanized Corps", "4th Cavalry Corps", "4th Mechanized Corps", "13th Tank Corps", "51st Army",
    "2nd Guards Army", "Romanian VI and VII Corps",
)  # fmt: skip
"""DON-UNIT-02, DON-UNIT-03: formations with an HQ, and the corps of each army."""
FORMATION = {name: n for n, name in enumerate(FORMATIONS)}
AXIS_FORMATIONS = tuple(range(FORMATION["1GRC"]))
CORPS = tuple(range(FORMATION["1GRC"], FORMATION["51A"]))
ROMANIANS = FORMATION["VI"], FORMATION["VII"]
TOGETHER = FORMATION["rom"]
"""DON-AXACT-04: the Romanian infantry corps, activated together."""
PANZER = FORMATION["6P"], FORMATION["17P"], FORMATION["23P"]
MOBILE = tuple(FORMATION[name] for name in ("2GMC", "7TC", "6MC", "4MC", "13TC"))
"""The tank and mechanized corps."""
NONE = -1
WITH_HQ = ("6P", "17P", "23P", "VI", "VII", "GP", "51A", "2GA")
"""DON-UNIT-02, DON-UNIT-03: the formations with an HQ."""

ARMIES = ("51A", "2GA")
COLOURS = ("red", "blue", "yellow", "green")
GROUPS = tuple(f"{army}-{colour}" for army in ARMIES for colour in COLOURS)
GROUP_NAMES = tuple(f"{FORMATION_NAMES[FORMATION[army]]}, {colour}" for army in ARMIES for colour in COLOURS)
"""DON-SOVACT-01: the groups that a color card activates, each an army and a color."""

CUPS = ("adhoc", "alarmgruppe", "tank")
CUP_NAMES = ("Ad Hoc Infantry", "Alarmgruppe", "Tank Reinforcements")
SNAFUS = (2, 1, 1)
"""DON-CUP-01 to DON-CUP-03: the number of SNAFU markers in each cup."""


ATTACHABLE = ("stug-228", "stug-243", "s-pz-abt-503")
"""DON-SETUP-02, DON-CCARD: the units that can be attached to a formation during play, starting with the two that the
setup can attach."""

# Categories in which counters are counted by hex: each has its own limit in a hex.
TROOPS, ALARMS, HQS, OTHER = (AXIS, SOVIET), 2, (3, 4), -1
LIMITS = (2, 2, 255, 1, 1)
"""DON-STACK-02 to DON-STACK-04, DON-ALARM-02: the stacking limits per hex for each side's combat units, Alarmgruppen,
and each side's HQs."""
FIGHTING = (*TROOPS, ALARMS)
ALARM = CUPS.index("alarmgruppe")
ADHOC = CUPS.index("adhoc")

# ------------------------------------------------------------------ how the file is written

Id = Annotated[str, msgspec.Meta(pattern="^[a-z0-9]+(-[a-z0-9]+)*$", max_length=40, extra={"kind": "id"})]
Factor = Annotated[int, msgspec.Meta(ge=0, le=10)]
Face = tuple[Factor, Factor]
Turn = Annotated[int, msgspec.Meta(ge=0, le=8)]


class UnitForm(Form):
    id: Id
    name: Short
    type: Literal["tank", "mot", "inf", "cav"]
    front: Face
    side: Literal["axis", "soviet", ""] = ""
    back: Face | None = None
    formation: str = ""
    army: Literal["51A", "2GA", ""] = ""
    colour: Literal["red", "blue", "yellow", "green", ""] = ""
    cup: Literal["adhoc", "alarmgruppe", "tank", ""] = ""
    start: HexName = ""
    turn: Turn = 0
    card: bool = False
    attached: str = ""
    stated: bool = False


class HqForm(Form):
    id: Id
    name: Short
    side: Literal["axis", "soviet"]
    formation: str
    range: Factor
    movement: Factor
    start: HexName = ""
    turn: Turn = 0
    card: bool = False


class CountersForm(Form):
    unit: list[dict[str, Any]]
    cup: list[dict[str, Any]]
    headquarters: list[dict[str, Any]]


# ------------------------------------------------------------------ what the game works with


class Unit(NamedTuple):
    """A counter.

    - `strength` (the same for attack and defense, DON-UNIT-05) and `movement`, both by remaining steps; index 0 is
      unused.
    - `turn`: the turn of arrival, 0 for the setup. `start`: its starting place.
    - `cup`, `formation`, `group`: NONE without one.
    - `home`: the formation of an independent unit in the setup, if the data names it.
    """

    id: str
    name: str
    side: int
    kind: int
    formation: int
    group: int
    strength: tuple[int, ...]
    movement: tuple[int, ...]
    turn: int
    start: int
    cup: int
    home: int
    range: int
    guards: bool
    stated: bool

    @property
    def steps(self) -> int:
        """Return the number of steps of the unit at full strength."""
        return len(self.strength) - 1


NAVAL_BRIGADE = Unit(
    "naval-154", "154th Naval Rifle Brigade", SOVIET, INFANTRY, NONE, NONE, (0, 2, 3), (0, 3, 3), 0, ASIDE, NONE, NONE,
    0, False, False,
)  # fmt: skip


def _markers() -> list[Unit]:
    """DON-CUP-01 to DON-CUP-03: the SNAFU markers."""
    return [
        Unit(
            f"snafu-{CUPS[cup]}-{n}", f"SNAFU ({CUP_NAMES[cup]}, {n} of {SNAFUS[cup]})",
            AXIS if CUPS[cup] == "alarmgruppe" else SOVIET, SNAFU, NONE, NONE, (0, 0), (0, 0), 0, IN_CUP, cup,
            NONE, 0, False, True,
        )
        for cup in range(len(CUPS))
        for n in range(1, SNAFUS[cup] + 1)
    ]  # fmt: skip


def set_of(units: list[int]) -> int:
    """Return the given counters as a set, with one bit per counter."""
    return sum([1 << u for u in units])


def members(units: int) -> list[int]:
    """Return the counters of a set in ascending order."""
    found = []
    while units:
        low = units & -units
        found.append(low.bit_length() - 1)
        units ^= low
    return found


MOST_UNITS = 400


class Counters(Map):
    """The counters of a table, on its map. A counter is its index in `units`; a set of counters is an int
    with one bit per counter.

    - `unit`: index by id; `side_of`, `kind`, `strength`, `cup`, `category`, `is_combat` of each (DON-STACK-06: Germans
      and Romanians count together; DON-UNIT-06, DON-HQ-01: HQs are units, but not combat units).
    - Sets: `of_side`, `troops` (the combat units), `of_kind`, `of_cup`, `of_formation`, `of_group`, `guards`,
      `romanian`, `german`, `cavalry` (the Romanian), `no_cup`; `sides`: the counters of each side in ascending order.
    - `eligible`: the units for the replacements of a card, as in `AMONG` (DON-REPL-01).
    - `attached`: the units that can be attached in play, the `stugs` and the `tigers` (DON-SETUP-02); `naval`.
    - `hq_of` each formation; `ranges`: the command range of each HQ in hexes (DON-HQ-02); `soviet_hqs`.
    """

    def __init__(self, own: Files | None) -> None:
        super().__init__(own)
        self.sheet = sheet = PRINTED.sheet("units.toml", own)
        form = sheet.form(CountersForm)
        units = [*self._units(form.unit, "unit"), *self._units(form.cup, "cup"), NAVAL_BRIGADE]
        self.units = (*units, *self._headquarters(form), *_markers())
        if len(self.units) > MOST_UNITS:
            raise sheet.wrong("", "unit", f"has {len(self.units)} counters; use at most {MOST_UNITS}.")
        sheet.once("", "id", [unit.id for unit in self.units])
        self.unit = {unit.id: u for u, unit in enumerate(self.units)}
        self._sort()
        self._name()

    def whereabouts(self, h: int) -> str:
        """Return the place of a counter: its hex, or the word for a place off the map."""
        return self.grid.ids[h] if h < OFF_MAP else BESIDE[h]

    def _units(self, data: list[dict[str, Any]], kind: str) -> Iterator[Unit]:
        for entry, form in self.sheet.forms(data, UnitForm, kind, "id"):
            wrong = self.sheet.wrong
            if (kind == "cup") != bool(form.cup):
                raise wrong(entry, "cup", "write counters of the cups under [[cup]], with their cup.")
            if kind == "unit" and not form.side:
                raise wrong(entry, "side", "is missing: axis or soviet.")
            if bool(form.army) != bool(form.colour):
                raise wrong(entry, "colour", "needs an army, and an army needs a color.")
            for field, name in (("formation", form.formation), ("attached", form.attached)):
                if name:
                    self.sheet.find(entry, field, name, FORMATION, f"formation; there are {', '.join(FORMATIONS)}")
            side = SEATS.index(form.side or ("axis" if form.cup == "alarmgruppe" else "soviet"))
            if form.formation and (FORMATION[form.formation] in AXIS_FORMATIONS) != (side == AXIS):
                raise wrong(entry, "formation", f"“{form.formation}” belongs to the other side.")
            if kind == "unit" and not (form.start or form.turn or form.card):
                raise wrong(entry, "start", "is missing: a hex to start in, a turn to come in, or card = true.")
            cup = CUPS.index(form.cup) if form.cup else NONE
            front, back = form.front, form.back
            faces = ((0, 0), back, front) if back else ((0, 0), front)
            yield Unit(
                form.id, form.name, side, KINDS.index(form.type), FORMATION.get(form.formation, NONE),
                GROUPS.index(f"{form.army}-{form.colour}") if form.army else NONE,
                tuple(face[0] for face in faces), tuple(face[1] for face in faces), form.turn,
                self._start(entry, form, ASIDE if cup == NONE else IN_CUP), cup,
                FORMATION.get(form.attached, NONE), 0, "G/" in form.name, form.stated,
            )  # fmt: skip

    def _start(self, entry: str, form: UnitForm | HqForm, else_: int) -> int:
        if form.start:
            return self._hex(entry, "start", form.start)
        return WAITING if form.turn else else_

    def _headquarters(self, form: CountersForm) -> list[Unit]:
        found = {}
        for entry, hq in self.sheet.forms(form.headquarters, HqForm, "headquarters", "id"):
            if hq.formation not in WITH_HQ or hq.formation in found:
                text = f"“{hq.formation}”: only {', '.join(WITH_HQ)} have an HQ, one each."
                raise self.sheet.wrong(entry, "formation", text)
            found[hq.formation] = Unit(
                hq.id, hq.name, SEATS.index(hq.side), HEADQUARTERS, FORMATION[hq.formation], NONE, (0, 0),
                (0, hq.movement), hq.turn, self._start(entry, hq, ASIDE), NONE, NONE, hq.range, False, False,
            )  # fmt: skip
        for name in WITH_HQ:
            if name not in found:
                raise self.sheet.wrong("", "headquarters", f"the HQ of {name} is missing.")
        return list(found.values())

    def _sort(self) -> None:
        """Fill the per-counter tables and the sets."""
        units = self.units
        every = range(len(units))
        self.side_of = tuple(unit.side for unit in units)
        self.kind = tuple(unit.kind for unit in units)
        self.strength = tuple(unit.strength for unit in units)
        self.cup = tuple(unit.cup for unit in units)
        self.ranges = tuple(unit.range for unit in units)
        self.category = tuple(
            OTHER if k == SNAFU else HQS[s] if k == HEADQUARTERS else ALARMS if c == ALARM else TROOPS[s]
            for s, k, c in zip(self.side_of, self.kind, self.cup, strict=True)
        )
        self.is_combat = tuple(c in FIGHTING for c in self.category)
        self.of_side = tuple(set_of([u for u in every if self.side_of[u] == s]) for s in (AXIS, SOVIET))
        self.troops = set_of([u for u in every if self.is_combat[u]])
        self.of_kind = tuple(set_of([u for u in every if self.kind[u] == kind]) for kind in range(len(KINDS)))
        self.of_cup = tuple(set_of([u for u in every if self.cup[u] == cup]) for cup in range(len(CUPS)))
        self.of_formation = tuple(
            set_of([u for u in every if units[u].formation == n and self.is_combat[u]]) for n in range(len(FORMATIONS))
        )
        self.of_group = tuple(set_of([u for u in every if units[u].group == g]) for g in range(len(GROUPS)))
        self.guards = set_of([u for u in every if units[u].guards])
        self.romanian = sum(self.of_formation[FORMATION[name]] for name in ("VI", "VII", "GP"))
        self.german = self.of_side[AXIS] & self.troops & ~self.romanian
        self.no_cup = set_of([u for u in every if self.cup[u] == NONE])
        self.cavalry = self.of_formation[FORMATION["GP"]] & self.of_kind[CAVALRY]
        tanks = self.of_kind[TANK]
        axis, soviet = (of_side & self.troops for of_side in self.of_side)
        self.eligible = tuple(units & self.no_cup for units in (self.german & tanks, axis & ~tanks, soviet))
        self.sides = tuple(members(of_side) for of_side in self.of_side)

    def _name(self) -> None:
        """Find the counters that the rules name. Raises Refusal if one is missing."""
        for name in ATTACHABLE:
            self.sheet.find("", "unit", name, self.unit, "counter of this file; the rules need it")
        self.attached = tuple(self.unit[name] for name in ATTACHABLE)
        *stugs, self.tigers = self.attached
        self.stugs = tuple(stugs)
        self.naval = self.unit[NAVAL_BRIGADE.id]
        self.hq_of = {unit.formation: u for u, unit in enumerate(self.units) if unit.kind == HEADQUARTERS}
        self.soviet_hqs = self.hq_of[FORMATION["51A"]], self.hq_of[FORMATION["2GA"]]
