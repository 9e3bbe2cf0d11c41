"""The printed blocks and reinforcement chart (INF-UNIT, INF-STR, INF-REINF)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Annotated, Literal, NamedTuple

import msgspec

from mamayev.engine.components import Files
from mamayev.match.schema import Form

from .map import (
    AWAY,
    BOXES,
    EMPTY,
    GERMAN,
    INFANTRY_POOL,
    MARINE_POOL,
    POOL,
    POOL_NAMES,
    PRINTED,
    ROWS,
    SOVIET,
    STACK,
    TANK_POOL,
    YELLOW_PLACES,
    Id,
    ListForm,
    Map,
    Origin,
    Short,
    dicts,
)

INFANTRY, PANZER = 1, 2
"""The types of units as bits (INF-UNIT-02, INF-UNIT-03); a Panzer Grenadier has both."""
KIND_ARMS = {
    "infantry": INFANTRY, "motorized": INFANTRY, "panzer-grenadier": INFANTRY | PANZER, "panzer": PANZER,
    "guards": INFANTRY, "marine": INFANTRY,  # INF-UNIT-04
    "tank": PANZER,
}  # fmt: skip
KIND_TITLES = {
    "infantry": "infantry", "motorized": "motorized", "panzer-grenadier": "panzer grenadier", "panzer": "panzer",
    "guards": "Guards", "marine": "marine", "tank": "tank",
}  # fmt: skip
ENTITY = {
    "infantry": "121100", "motorized": "121104", "panzer-grenadier": "121103", "panzer": "120500", "guards": "121100",
    "marine": "121100", "tank": "120500",
}  # fmt: skip
SYMBOLS = {kind: f"1003100000{entity}0000" for kind, entity in ENTITY.items()}
"""The symbol for each kind of unit (APP-6D)."""
HITS_ON = {"SF": 6, "DF": 5, "TF": 4}  # INF-T-FIRE
POOLED = {"infantry": INFANTRY_POOL, "guards": INFANTRY_POOL, "tank": TANK_POOL, "marine": MARINE_POOL}
TANKS_DEALT, INFANTRY_DEALT = 6, 13
"""The number of units drawn for each pool (INF-SETUP-02, INF-SETUP-03)."""

Strength = Annotated[int, msgspec.Meta(ge=1, le=STACK)]
Fire = Literal["SF", "DF", "TF"]
Colour = Literal["yellow", "blue", "white"]


class GermanForm(Form):
    id: Id
    name: Short
    label: Short
    formation: Short
    colour: Colour
    kind: Literal["infantry", "motorized", "panzer-grenadier", "panzer"]
    strength: Strength
    fire: Fire
    r: bool = False
    origin: Origin = "reconstructed"


class SovietForm(Form):
    id: Id
    name: Short
    label: Short
    kind: Literal["infantry", "guards", "tank", "marine"]
    strength: Strength
    fire: Fire


class ChartForm(Form):
    penalty: Annotated[tuple[str, ...], msgspec.Meta(min_length=ROWS, max_length=ROWS)]


class BlocksForm(Form):
    german: ListForm
    soviet: ListForm
    chart: ChartForm


class Unit(NamedTuple):
    """A block.

    `arms`: INFANTRY, PANZER or both. `hits_on`: the lowest roll that hits, at any strength (INF-STR-04). `colour` and
    `r`: the color and the R of German blocks. `origin`: whether the rulebook states its name.
    """

    id: str
    name: str
    label: str
    side: int
    kind: str
    arms: int
    strength: int
    hits_on: int
    formation: str = ""
    colour: str = ""
    r: bool = False
    origin: str = "reconstructed"


MOST_UNITS = 200


def dealt_with(unit: Unit) -> str:
    """Return the color of a German block that is drawn as infantry (INF-SETUP-08, INF-SETUP-09), else ""."""
    return unit.colour if unit.colour in ("yellow", "white") and unit.arms == INFANTRY else ""


def pool_of(unit: Unit) -> str:
    """Return the pool of a Soviet block (INF-SETUP-01)."""
    return POOL_NAMES[POOLED[unit.kind]]


def kind_of(unit: Unit) -> str:
    """Return the kind of a Soviet block that the setup draws among its like (INF-SETUP-03), else ""."""
    return unit.kind if unit.kind == "infantry" else ""


def together(units: list[Unit], group: Callable[[Unit], str]) -> list[Unit]:
    """Return blocks so that those of a group follow one another, because draws are from ranges of blocks.

    A list in which they already do is unchanged: stored games name blocks by their numbers.
    """
    groups = [*map(group, units)]
    runs = [name for i, name in enumerate(groups) if name and name != (groups[i - 1] if i else "")]
    return units if len(runs) == len({*runs}) else sorted(units, key=lambda unit: groups.index(group(unit)))


class Blocks(Map):
    """The blocks and the chart that belong to a board, from units.toml."""

    def read_blocks(self, own: Files | None) -> None:
        self.sheet = PRINTED.sheet("units.toml", own)
        blocks = self.sheet.form(BlocksForm)
        self._count_units(blocks)
        self._deal(blocks.chart)

    def _count_units(self, form: BlocksForm) -> None:
        german = dicts(self.sheet, "german", form.german.columns, form.german.units)
        soviet = dicts(self.sheet, "soviet", form.soviet.columns, form.soviet.units)
        if len(german) + len(soviet) > MOST_UNITS:
            raise self.sheet.wrong("", "units", f"there are more than {MOST_UNITS} units.")
        germans = [
            Unit(u.id, u.name, u.label, GERMAN, u.kind, KIND_ARMS[u.kind], u.strength, HITS_ON[u.fire], u.formation,
                 u.colour, u.r, u.origin)
            for _, u in self.sheet.forms(german, GermanForm, "unit", "id")
        ]  # fmt: skip
        soviets = [
            Unit(u.id, u.name, u.label, SOVIET, u.kind, KIND_ARMS[u.kind], u.strength, HITS_ON[u.fire])
            for _, u in self.sheet.forms(soviet, SovietForm, "unit", "id")
        ]
        self.units = (*together(germans, dealt_with), *together(together(soviets, kind_of), pool_of))
        self.sheet.once("", "units", [unit.id for unit in self.units])
        self.unit = {unit.id: u for u, unit in enumerate(self.units)}
        self.germans, self.soviets = range(len(german)), range(len(german), len(self.units))
        self.side = tuple(unit.side for unit in self.units)
        self.arms = tuple(unit.arms for unit in self.units)
        self.most = tuple(unit.strength for unit in self.units)
        self.fire = tuple(unit.hits_on for unit in self.units)
        kinds = [(u.kind, u.arms, u.strength, u.hits_on, u.colour, u.r) for u in self.units]
        self.alike = tuple(map(kinds.index, kinds))
        self.blues = sum(1 << u for u in self.germans if self.units[u].colour == "blue")

    def _in_a_row(self, what: str, units: Iterable[int], least: int) -> range:
        """Return the units, which are together, as a range. Raises Refusal if there are too few."""
        found = list(units)
        if len(found) < least:
            raise self.sheet.wrong("", "units", f"there are {len(found)} {what}; the setup needs {least}.")
        return range(found[0], found[-1] + 1)

    def _deal(self, chart: ChartForm) -> None:
        """Check the units that the setup and the chart need."""
        units, germans, soviets = self.units, self.germans, self.soviets
        self.pools = tuple(
            self._in_a_row(f"units of the {name} pool", (u for u in soviets if POOLED[units[u].kind] == pool), least)
            for pool, (name, least) in enumerate(zip(POOL_NAMES, (INFANTRY_DEALT, TANKS_DEALT, 1), strict=True))
        )
        self.pool_of = {u: pool for pool, row in enumerate(self.pools) for u in row}
        self.ordinary = self._in_a_row(
            "Soviet infantry", (u for u in soviets if units[u].kind == "infantry"), INFANTRY_DEALT
        )
        named = "unit in this file; the setup names it"
        self.at_first = {
            self.sheet.find("german", "units", name, self.unit, named): h for name, h in self.named_places.items()
        }
        self.yellow_infantry = self._infantry("yellow", len(YELLOW_PLACES))
        self.white_infantry = self._infantry("white", ROWS)
        dealt = TANKS_DEALT + INFANTRY_DEALT + len(self.set_up)
        drawn = sum(units[u].kind in ("infantry", "tank") for u in soviets)
        if drawn < dealt:
            raise self.sheet.wrong("soviet", "units", f"there are {drawn} to draw; the setup needs {dealt}.")
        dealt = len(self.at_first) + len(YELLOW_PLACES) + ROWS * BOXES
        if len(germans) < dealt:
            raise self.sheet.wrong("german", "units", f"there are {len(germans)} units; the setup needs {dealt}.")
        self.penalty = tuple(self._penalty(name) for name in chart.penalty)
        self.entries = tuple(self.grid.gather(self.deploy[units[u].colour]) for u in germans)
        self.gates = tuple(tuple((h, self.grid.bit[h]) for h in self.deploy[units[u].colour]) for u in germans)
        self.boxed = bytearray(POOL if unit.kind in ("guards", "marine") else AWAY for unit in units)

    def _infantry(self, colour: str, drawn: int) -> range:
        """Return the infantry of a color: the named units and the given number of drawn units."""
        found = [u for u in self.germans if self.units[u].colour == colour and self.units[u].arms == INFANTRY]
        named = sum(u in self.at_first for u in found)
        return self._in_a_row(f"{colour} German infantry", found, drawn + named)

    def _penalty(self, name: str) -> int:
        if not name:
            return EMPTY
        u = self.sheet.find("chart", "penalty", name, self.unit, "unit in this file")
        if u not in self.germans:
            raise self.sheet.wrong("chart", "penalty", f"“{name}” is not a German unit.")
        return u
