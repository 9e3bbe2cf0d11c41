"""Tables A to H, read from the ledger, which is also the source of the charts.

Each roll on a table uses one six-sided die (CAU-DIE-01, CAU-COMP-05) plus all modifiers that apply (CAU-DIE-02).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from mamayev.engine.event import Modifier
from mamayev.engine.ledger import Ledger

LEVELS = ("", "Weak", "Average", "Strong")
WEATHER = ("Fair", "Poor")

(
    NO_EFFECT,
    TEN_SUPPLY,
    POOR_START,
    OFFICERS,
    KARPOVKA,
    RIGHT_HAND,
    SHIFT_LEFT,
    SHIFT_RIGHT,
    RYNOK,
    CENTRAL_REGULAR,
    FLOWN_OUT,
    DECLINED,
) = range(1, 13)
"""The lines of the What If table in order (CAU-WHATIF-02 to CAU-WHATIF-13), then the two answers to OFFICERS."""


def clamp(value: int, low: int, high: int) -> int:
    """Return the nearest printed row or column for a modified roll (CAU-DIE-03)."""
    return low if value < low else high if value > high else value


def row_of(rows: Sequence[tuple[Any, ...]], number: int) -> int:
    """Return the row whose limits (the first two cells) include a number."""
    return next(row for row, (low, high, *_) in enumerate(rows) if low <= number <= high)


IN_WORDS = {
    "C": {"0": "no loss", "1": "1 loss", "2": "2 losses", "3": "3 losses", "4": "4 losses"},
    "D": {
        "@": "FoA and airlift +1",
        "+1 commitment, @": "+1 commitment, FoA and airlift +1",
        "+2 commitment, @": "+2 commitment, FoA and airlift +1",
        "not granted, #": "not granted, HQ Politics",
        "not granted, *": "not granted, FoA +1",
        "not granted, X": "not granted, FoA +1",
    },
    "F": {"Adv": "Advance", "NE": "No effect", "Rtrt": "Retreat"},
    "G": {
        "NE": "No effect",
        "W": "Wounded +1",
        "DX": "Weak unit lost",
        "X": "Loss or retreat",
        "DX, no effect": "No effect",
        "X, area lost": "Area lost",
        "X, loss": "Loss",
        "X, loss or defense": "Loss, or the defense turns over",
    },
}
"""The tables' abbreviated results in words."""


def arithmetic(die: int, modifiers: Sequence[Modifier], total: int) -> str:
    """Return the arithmetic of a roll as text, such as "4 + 2 (SSI 10) = 6"."""
    if not modifiers:
        return str(die)
    parts = "".join(f" {'+' if m.value >= 0 else '-'} {abs(m.value)} ({m.text})" for m in modifiers)
    return f"{die}{parts} = {total}"


def limits(low: int, high: int) -> str:
    """Return a range of numbers as text."""
    if low == -99:
        return f"{high} or less"
    if high == 99:
        return f"{low} or more"
    return str(low) if low == high else f"{low}-{high}"


class Rumor(NamedTuple):
    """A line of the rumor table.

    `ranges`: the Random Numbers that dispel the rumor, are inconclusive, or make it true.
    """

    name: str
    ranges: tuple[tuple[int, int], ...]
    effect: str


def rows_of(table: dict[str, Any], edition: str) -> list[list[Any]]:
    """Return the rows of a ledger table as an edition prints them."""
    rows: list[list[Any]] = table.get(f"rows_{edition}", table["rows"])
    return rows


class Charts:
    """The result columns of the tables as tuples, indexed by the clamped roll."""

    def __init__(self, ledger: Ledger, edition: str) -> None:
        rows = {table["id"]: rows_of(table, edition) for table in ledger.data["table"]}
        self.a = [(low, high, LEVELS.index(level)) for _, low, high, level in rows["CAU-T-A"]]
        self.b = tuple(tuple(row[1:]) for row in rows["CAU-T-B"])
        self.c = tuple(rows["CAU-T-C"][0][1:])
        self.e = rows["CAU-T-E"][1][1]
        self.f = tuple(tuple(row[1:]) for row in rows["CAU-T-F"])
        self.g = tuple(tuple(row[1:]) for row in rows["CAU-T-G"])
        self.h = tuple(rows["CAU-T-H"][0][1:])
        self.d = tuple(tuple(row[1:]) for row in rows["CAU-T-D"])
        self.variable: list[list[int]] = rows["CAU-T-VARSET"]
        self.new_units = [tuple(row) for row in rows["CAU-T-NEWUNIT"]]
        # Columns: lowest and highest Random Number, then the area for a German and for a Soviet unit.
        placement = next(t for t in ledger.data["table"] if t["id"] == "CAU-T-VARPL")
        numbers = [text.split("-") for text in placement["columns"][1:]]
        areas = zip(*(row[1:] for row in placement["rows"]), strict=True)
        self.placement = [(int(n[0]), int(n[-1]), *pair) for n, pair in zip(numbers, areas, strict=True)]
        self.what_if = [(low, high, str(result)) for low, high, result in rows["CAU-T-WHATIF"]]
        self.council = [(low, high, str(result)) for low, high, result in rows["CAU-T-COUNCIL"]]
        self.rumors = [
            Rumor(row[0], tuple((low, high) for low, high in row[4:7]), row[7]) for row in rows["CAU-T-RUMOR"]
        ]
        names = [rumor.name for rumor in self.rumors]
        self._new_rumors = [
            (low, high, names.index(name) + 1 if name in names else 0) for low, high, name in rows["CAU-T-RUMOR-NEW"]
        ]
        milch = next(table["milch"] for table in ledger.data["table"] if table["id"] == "CAU-T-RUMOR")
        luftwaffe = self.rumors[names.index(milch["rumor"])]
        self.milch = (luftwaffe.ranges[0], tuple(milch["inconclusive"]), tuple(milch["obtains"]))
        self.levels: list[tuple[int, int, str]] = [(low, high, name) for low, high, name in rows["CAU-T-LEVEL"]]

    def commitment(self, total: int) -> tuple[int, int]:
        """Return the level (1 Weak to 3 Strong) and row of Table A."""
        for row, (low, high, level) in enumerate(self.a):
            if low <= total <= high:
                return level, row
        raise AssertionError(total)

    def airlift(self, weather: int, total: int) -> tuple[int, int]:
        """Return the supply points and column of Table B."""
        column = clamp(total, 0, len(self.b[0]) - 1)
        return self.b[weather][column], column + 1

    def upkeep(self, total: int) -> tuple[int, int]:
        """Return the losses and column of Table C."""
        column = clamp(total - 4, 0, len(self.c) - 1)
        return self.c[column], column + 1

    def appeal(self, kind: int, total: int) -> tuple[str, int]:
        """Return the printed result and row of Table D."""
        row = clamp(total, 1, 6) - 1
        return self.d[row][kind], row

    def relief(self, commitment: int, total: int) -> tuple[str, int]:
        """Return the printed result and column of Table F."""
        column = clamp(total, 1, 6)
        return self.f[commitment - 1][column - 1], column

    def situation(self, total: int) -> tuple[int, int]:
        """Return the SSI change and column of Table H."""
        column = clamp(total + 1, 0, len(self.h) - 1)
        return self.h[column], column + 1

    def new_rumor(self, number: int) -> int:
        """Return the rumor that starts on a Random Number, or 0 for none."""
        return self._new_rumors[row_of(self._new_rumors, number)][2]

    def level(self, points: int) -> str:
        """Return the victory level for a number of points (CAU-LEVEL-01, CAU-LEVEL-02, CAU-LEVEL-03, CAU-LEVEL-04,
        CAU-LEVEL-05)."""
        return next(name for low, high, name in self.levels if low <= points <= high)
