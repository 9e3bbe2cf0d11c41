"""The counters (DON-UNIT, DON-HQ, DON-ALARM, DON-CUP): what is printed on them."""

from __future__ import annotations

from typing import NamedTuple

from .board import AXIS, HEX, OFF_MAP, SEATS, SOVIET, read

DATA = read("units.toml")
TANK, MOTORISED, INFANTRY, CAVALRY, HEADQUARTERS, SNAFU = range(6)
KINDS = ("tank", "mot", "inf", "cav", "hq", "snafu")
"""DON-UNIT-07: how a counter moves, and those that are no combat units."""
LOST, WAITING, IN_CUP, ASIDE, OVERRUN = range(OFF_MAP, OFF_MAP + 5)
"""Where a counter that stands in no hex is: eliminated; due in a later turn; in its cup; out of the game, or drawn and
not yet returned; a Soviet HQ that waits for its hex to be entered again."""

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
"""DON-UNIT-02, DON-UNIT-03: what has an HQ, or is a corps of an army."""
FORMATION = {name: n for n, name in enumerate(FORMATIONS)}
AXIS_FORMATIONS = tuple(range(FORMATION["1GRC"]))
CORPS = tuple(range(FORMATION["1GRC"], FORMATION["51A"]))
ROMANIANS = FORMATION["VI"], FORMATION["VII"]
TOGETHER = FORMATION["rom"]
"""DON-AXACT-04: the Romanian infantry corps, activated together."""
PANZER = FORMATION["6P"], FORMATION["17P"], FORMATION["23P"]
MOBILE = tuple(FORMATION[name] for name in ("2GMC", "7TC", "6MC", "4MC", "13TC"))
"""The tank and mechanised corps."""
NONE = -1

ARMIES = ("51A", "2GA")
COLOURS = ("red", "blue", "yellow", "green")
GROUPS = tuple(f"{army}-{colour}" for army in ARMIES for colour in COLOURS)
GROUP_NAMES = tuple(f"{FORMATION_NAMES[FORMATION[army]]}, {colour}" for army in ARMIES for colour in COLOURS)
"""DON-SOVACT-01: what a colour card activates, army and colour."""

CUPS = ("adhoc", "alarmgruppe", "tank")
CUP_NAMES = ("Ad Hoc Infantry", "Alarmgruppe", "Tank Reinforcements")
SNAFUS = (2, 1, 1)
"""DON-CUP-01 to DON-CUP-03: SNAFU markers in each cup."""


class Unit(NamedTuple):
    """A counter. `strength`, one for attack and defence (DON-UNIT-05), and `movement` by steps left, index 0 unused;
    `turn` of its arrival, 0 for the set-up; `start`: the hex where it begins, OFF_MAP and more where it does not;
    `cup`, `formation` and `group` are NONE where it has none; `home`: the formation with which an independent unit is
    set up where the data say."""

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
        """The steps of its full side."""
        return len(self.strength) - 1


def _units() -> list[Unit]:
    return [_unit(entry) for entry in DATA["unit"]] + [
        _unit({**entry, "side": "axis" if entry["cup"] == "alarmgruppe" else "soviet"}) for entry in DATA["cup"]
    ]


def _unit(entry: dict[str, object]) -> Unit:
    front: list[int] = entry["front"]  # type: ignore[assignment]
    back: list[int] = entry.get("back", [])  # type: ignore[assignment]
    faces = ([0, 0], back, front) if back else ([0, 0], front)
    cup = CUPS.index(str(entry["cup"])) if "cup" in entry else NONE
    turn = int(str(entry.get("turn", 0)))
    colour = f"{entry.get('army')}-{entry.get('colour')}"
    start = HEX[str(entry["start"])] if "start" in entry else WAITING if turn else ASIDE if cup == NONE else IN_CUP
    name = str(entry["name"])
    return Unit(
        str(entry["id"]), name, SEATS.index(str(entry["side"])), KINDS.index(str(entry["type"])),
        FORMATION.get(str(entry.get("formation")), NONE), GROUPS.index(colour) if colour in GROUPS else NONE,
        tuple(face[0] for face in faces), tuple(face[1] for face in faces), turn, start, cup,
        FORMATION.get(str(entry.get("attached")), NONE), 0, "G/" in name, bool(entry.get("stated")),
    )  # fmt: skip


def _headquarters() -> list[Unit]:
    return [
        Unit(
            entry["id"], entry["name"], SEATS.index(entry["side"]), HEADQUARTERS, FORMATION[entry["formation"]], NONE,
            (0, 0), (0, entry["movement"]), entry.get("turn", 0),
            HEX[entry["start"]] if "start" in entry else WAITING if "turn" in entry else ASIDE,
            NONE, NONE, entry["range"], False, False,
        )
        for entry in DATA["headquarters"]
    ]  # fmt: skip


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


NAVAL_BRIGADE = Unit(
    "naval-154", "154th Naval Rifle Brigade", SOVIET, INFANTRY, NONE, NONE, (0, 2, 3), (0, 3, 3), 0, ASIDE, NONE, NONE,
    0, False, False,
)  # fmt: skip

UNITS = (*_units(), NAVAL_BRIGADE, *_headquarters(), *_markers())
UNIT = {unit.id: u for u, unit in enumerate(UNITS)}
COUNT = len(UNITS)
SIDE = tuple(unit.side for unit in UNITS)
KIND = tuple(unit.kind for unit in UNITS)
STRENGTH = tuple(unit.strength for unit in UNITS)
CUP = tuple(unit.cup for unit in UNITS)
ALARM = CUPS.index("alarmgruppe")
ADHOC = CUPS.index("adhoc")
NAVAL = UNIT["naval-154"]
TIGERS = UNIT["s-pz-abt-503"]
STUGS = UNIT["stug-228"], UNIT["stug-243"]
ATTACHED = (*STUGS, TIGERS)
"""DON-SETUP-02: units that are attached to a formation in play."""

# Categories in which counters are counted by hex: each has its own limit in a hex.
TROOPS, ALARMS, HQS, OTHER = (AXIS, SOVIET), 2, (3, 4), -1
LIMITS = (2, 2, 255, 1, 1)
"""DON-STACK-02 to DON-STACK-04, DON-ALARM-02: combat units of each side, Alarmgruppen, HQs of each side."""
CATEGORY = tuple(
    OTHER if k == SNAFU else HQS[s] if k == HEADQUARTERS else ALARMS if c == ALARM else TROOPS[s]
    for s, k, c in zip(SIDE, KIND, CUP, strict=True)
)
"""DON-STACK-06: Germans and Romanians count together."""
FIGHTING = (*TROOPS, ALARMS)
IS_COMBAT = tuple(c in FIGHTING for c in CATEGORY)
"""DON-UNIT-06, DON-HQ-01: HQs are units, but not combat units."""


def set_of(units: list[int]) -> int:
    """A set of counters: one bit each."""
    return sum([1 << u for u in units])


def members(units: int) -> list[int]:
    """The counters of a set, ascending."""
    found = []
    while units:
        low = units & -units
        found.append(low.bit_length() - 1)
        units ^= low
    return found


OF_SIDE = tuple(set_of([u for u in range(COUNT) if SIDE[u] == s]) for s in (AXIS, SOVIET))
COMBAT = set_of([u for u in range(COUNT) if IS_COMBAT[u]])
OF_KIND = tuple(set_of([u for u in range(COUNT) if KIND[u] == kind]) for kind in range(len(KINDS)))
OF_CUP = tuple(set_of([u for u in range(COUNT) if CUP[u] == cup]) for cup in range(len(CUPS)))
OF_FORMATION = tuple(
    set_of([u for u, unit in enumerate(UNITS) if unit.formation == n and IS_COMBAT[u]]) for n in range(len(FORMATIONS))
)
OF_GROUP = tuple(set_of([u for u, unit in enumerate(UNITS) if unit.group == g]) for g in range(len(GROUPS)))
GUARDS = set_of([u for u, unit in enumerate(UNITS) if unit.guards])
ROMANIAN = OF_FORMATION[FORMATION["VI"]] | OF_FORMATION[FORMATION["VII"]] | OF_FORMATION[FORMATION["GP"]]
GERMAN = OF_SIDE[AXIS] & COMBAT & ~ROMANIAN
HQ_OF = {unit.formation: u for u, unit in enumerate(UNITS) if unit.kind == HEADQUARTERS}
RANGE = tuple(unit.range for unit in UNITS)
"""DON-HQ-02: the command range of each HQ in hexes."""
SOVIET_HQS = HQ_OF[FORMATION["51A"]], HQ_OF[FORMATION["2GA"]]
