"""What is printed on the map, blocks, cards and chart: read once for a table, from our files or from a player's own;
and the places where a block can be.

A player's files replace ours one by one; a file that he lacks is ours. A file with a mistake is refused with a sentence
that names the file, the entry and the field.
"""

from __future__ import annotations

import copy
from collections.abc import Hashable, Iterable, Iterator
from functools import cache
from typing import Annotated, Any, Literal, NamedTuple

import msgspec

from mamayev.engine.components import Files
from mamayev.match.printed import Printed
from mamayev.match.reading import prepare
from mamayev.match.sheet import Sheet
from mamayev.terrain.grid import OFF, Grid, Hexes, shared

FILES = ("map.toml", "units.toml", "cards.toml", "shapes.json")
PRINTED = Printed("mamayev.games.inferno", FILES)
SEATS = ("german", "soviet")
"""The two sides, and the seats that play them."""
GERMAN, SOVIET = 0, 1
SEAT_SIDES = (GERMAN, SOVIET, GERMAN)
"""The side of each seat."""
PARTNER = 2
"""The seat of the second German player."""
SIDE_NAMES = ("German", "Soviet")
SIDE_KM = 1.1
"""INF-MAP-01: the side of a hex."""
CLEAR, ROUGH, URBAN = range(3)
TERRAIN_NAMES = ("clear", "rough", "urban")
STACK = 4  # INF-STACK-01
INFANTRY, PANZER = 1, 2
"""INF-UNIT-02, INF-UNIT-03: what a unit counts as, bit by bit; a Panzer Grenadier is both."""
KIND_ARMS = {
    "infantry": INFANTRY, "motorized": INFANTRY, "panzer-grenadier": INFANTRY | PANZER, "panzer": PANZER,
    "guards": INFANTRY, "marine": INFANTRY,  # INF-UNIT-04
    "tank": PANZER,
}  # fmt: skip
HITS_ON = {"SF": 6, "DF": 5, "TF": 4}  # INF-T-FIRE
INFANTRY_POOL, TANK_POOL, MARINE_POOL = range(3)
POOL_NAMES = ("infantry", "tank", "marine")
POOLED = {"infantry": INFANTRY_POOL, "guards": INFANTRY_POOL, "tank": TANK_POOL, "marine": MARINE_POOL}
ROWS, BOXES = 6, 5
"""Of the reinforcement chart."""
EMPTY = 255
"""A box of the chart without a unit."""
LOST, POOL, TRACK, REMOVED, IN_HAND, AWAY = 250, 251, 252, 253, 254, 255
"""Where a unit that is not on the map is: in the German Death pool, in its Soviet pool, face down on the reinforcement
chart, face up on a penalty space, picked up, or in the box. A map has fewer hexes than LOST."""
BESIDE = {
    LOST: "lost", POOL: "pool", TRACK: "chart", REMOVED: "removed", IN_HAND: "picked up", AWAY: "away",
}  # fmt: skip
CARD_HITS_ON = (4, 5)
"""INF-GCARD-06, INF-SCARD-07: what the dice of cards hit on, by the side that plays them."""
NAMED_PLACES = {"pz-2": "W", "mot-15": "W", "pg-79": "W", "mot-120": "X"}
YELLOW_PLACES = ("X", "Y", "Y")
"""INF-SETUP-08: where the German units that are named begin, and the Yellow Infantry that is drawn."""
TANKS_DEALT, INFANTRY_DEALT = 6, 13
"""INF-SETUP-02, INF-SETUP-03: the units that are drawn for the pools."""

# ------------------------------------------------------------------ how the files are written

Short = Annotated[str, msgspec.Meta(min_length=1, max_length=80)]
Note = Annotated[str, msgspec.Meta(max_length=400)]
Id = Annotated[str, msgspec.Meta(pattern="^[a-z0-9]+(-[a-z0-9]+)*$", max_length=40)]
HexName = Annotated[str, msgspec.Meta(pattern="^([0-9]{1,3}|[A-Z]{1,2})$")]
HexNames = Annotated[tuple[HexName, ...], msgspec.Meta(min_length=1, max_length=60)]
Place = Annotated[int, msgspec.Meta(ge=-60, le=60)]
Strength = Annotated[int, msgspec.Meta(ge=1, le=STACK)]
Fire = Literal["SF", "DF", "TF"]
Colour = Literal["yellow", "blue", "white"]
Way = Literal["E", "SE", "SW", "W", "NW", "NE"]
Ways = Annotated[tuple[Way, ...], msgspec.Meta(min_length=6, max_length=6)]
Origin = Literal["stated", "reconstructed"]
Pools = Annotated[tuple[Literal["infantry", "tank", "marine"], ...], msgspec.Meta(min_length=1, max_length=2)]


class Form(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """A part of a file; a field without a default must be there."""


class ListForm(Form):
    """A list of rows, with the names of their columns."""

    columns: list[Short]
    orientation: Note = ""
    origin: Note = ""
    hexes: list[list[Any]] = []
    units: list[list[Any]] = []


class SignsForm(Form):
    soviet_spawn: Annotated[tuple[HexName, ...], msgspec.Meta(min_length=6, max_length=6)]  # INF-WIN-01
    german_spawn: HexNames
    german_held: HexNames
    set_up: HexNames


class DeployForm(Form):
    yellow: HexNames
    blue: HexNames
    white: HexNames


class CompassForm(Form):
    clockwise: Ways
    anticlockwise: Ways


class SpawnForm(Form):
    hex: HexName
    units: Pools
    units_marine_at_13: Pools | None = None
    origin: Origin = "reconstructed"


class MapForm(Form):
    grid: ListForm
    signs: SignsForm
    deploy: DeployForm
    compass: CompassForm
    spawn: list[dict[str, Any]]


class HexForm(Form):
    id: HexName
    row: Annotated[int, msgspec.Meta(ge=1, le=40)]
    half: Place
    rank: Annotated[int, msgspec.Meta(ge=1, le=60)]
    terrain: Literal["clear", "rough", "urban"]
    name: Short


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


Kind = Literal["leader", "fire", "sniper", "pak", "aa", "infiltration", "t34"]
Copies = Annotated[int, msgspec.Meta(ge=1, le=20)]


class CardForm(Form):
    id: Id
    title: Short
    kind: Kind
    clause: Annotated[str, msgspec.Meta(pattern="^INF-[A-Z]+-[0-9]{2}$")]
    copies: Copies
    text: Note
    origin: Origin
    dice: Annotated[int, msgspec.Meta(ge=0, le=12)] = 0
    rubble: Annotated[int, msgspec.Meta(ge=0, le=6)] = 0
    airstrike: bool = False
    copies_of_23: Copies | None = None
    hexes: tuple[HexName, ...] = ()


class CardsForm(Form):
    german: list[dict[str, Any]]
    soviet: list[dict[str, Any]]


# ------------------------------------------------------------------ what the game works with


class Unit(NamedTuple):
    """A block. `arms`: INFANTRY, PANZER or both; `hits_on`: the lowest die that hits, whatever the strength
    (INF-STR-04); `colour` and `r` are those of German blocks; `origin`: whether its name is stated by the rulebook."""

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


class Card(NamedTuple):
    """A card. `kind`: leader, fire, sniper, pak, aa, infiltration or t34; `clause`: the one that tells its effect;
    `dice` and `rubble` of cards that fire; `hex`: where an AA card places rubble, -1 for others; `late`: only in the
    larger Soviet deck."""

    id: str
    title: str
    side: int
    kind: str
    clause: str
    text: str
    origin: Literal["stated", "reconstructed"]
    dice: int = 0
    rubble: int = 0
    airstrike: bool = False
    hex: int = -1
    late: bool = False


MOST_UNITS = 200
MOST_CARDS = 200
LEADERS = ("paulus", "hoth"), ("chuikov", "khrushchev")
"""By side."""


class Board:
    """Map, blocks, chart and cards of a table. Sets of hexes are ints, bit by bit, and so are sets of units.

    - `grid`; `hex`: index by name; `row`, `rank` (1 along the Volga), `terrain`, `place_names` by hex; `clear_hexes`,
      `urban_hexes` (INF-HEX-01); `near`: by hex its neighbours as a set; `middle`: a hex with neighbours all round;
    - `north_first`: all hexes in the order in which they roll, `rolls_as`: the place of each in it (INF-SMOVE-02);
    - `soviet_spawn`, `german_spawn`; `spawn_hexes`: the same as sets, by the side that they belong to (INF-MAP-05);
      `german_at_first` (INF-MAP-02); `set_up`: where Soviet units begin; `compass`: by the reading, the direction of
      the map by the die less 1 (INF-COMPASS-01); `spawn_order` (INF-SPAWN-08); `spawned`: the boxes that the units of a
      Spawn hex come from, by the option `spawn_marine` (INF-T-SPAWN); `deploy`: by colour where German units come in
      (INF-T-DEPLOY), `entries`: the same by German unit, as a set, `gates`: hex by hex, each with its set;
    - `units`, Germans first; `unit`: index by id; `germans`, `soviets`; `side`, `arms`, `most`, `fire` of each;
      `blues`; `alike`: units with the same entry differ in nothing that a rule reads (INF-FLOW-07); `pools`: the
      Soviet units by the box that they come from and go back to (INF-STEP-03); `pool_of`;
    - `ordinary`: infantry that is neither Guards nor Marine (INF-SETUP-03); `yellow_infantry`, `white_infantry`
      (INF-SETUP-08, INF-UNIT-03: a Panzer Grenadier is not Infantry for a draw that names the type); `at_first`: where
      the units that are named begin (`named_places`: the same by id); `yellow_places`; `penalty`: the unit named beside
      each row (INF-REINF-11);
    - `boxed`: where all units are before the set-up (INF-SETUP-01, INF-SETUP-03: the Guards and Marines are not drawn);
    - `cards`, the German ones first; `card`: index by id; `german_cards`, `soviet_cards`; the four leaders;
    - `own`: whether a file is a player's; `kept`: what has been worked out on it (`terrain.kept`).
    """

    def __init__(self, own: Files | None) -> None:
        self.own = own is not None
        self.kept: dict[Hashable, Any] = {}
        self.sheet = PRINTED.sheet("map.toml", own)
        form = self.sheet.form(MapForm)
        self._lay_out(form.grid)
        self._sign(form)
        self._spawn(form)
        self.sheet = PRINTED.sheet("units.toml", own)
        blocks = self.sheet.form(BlocksForm)
        self._count_units(blocks)
        self._deal(blocks.chart)
        self.sheet = PRINTED.sheet("cards.toml", own)
        self._shuffle(self.sheet.form(CardsForm))

    def _hex(self, entry: str, field: str, name: str) -> int:
        return self.sheet.find(entry, field, name, self.hex, "hex of this map (grid in map.toml)")

    def _hexes(self, entry: str, field: str, names: Iterable[str]) -> tuple[int, ...]:
        found = tuple(names)
        self.sheet.once(entry, field, found)
        return tuple(self._hex(entry, field, name) for name in found)

    # ------------------------------------------------------------------ the map

    def _lay_out(self, form: ListForm) -> None:
        rows = dicts(self.sheet, "grid", form.columns, form.hexes)
        hexes = [hex_ for _, hex_ in self.sheet.forms(rows, HexForm, "hex", "id")]
        if not 7 <= len(hexes) < LOST:
            raise self.sheet.wrong("grid", "hexes", f"these are {len(hexes)} hexes; between 7 and {LOST - 1} are read.")
        self.sheet.once("grid", "hexes", [one.id for one in hexes])
        by_id = {one.id: one for one in hexes}
        self.grid = grid = self._grid({one.id: (one.row, one.half) for one in hexes})
        self.hex = grid.index
        self.row = tuple(by_id[name].row for name in grid.ids)
        self.rank = tuple(by_id[name].rank for name in grid.ids)
        self.terrain = tuple(TERRAIN_NAMES.index(by_id[name].terrain) for name in grid.ids)
        self.place_names = tuple(by_id[name].name for name in grid.ids)
        self.clear_hexes, self.urban_hexes = map(self._of_terrain, (CLEAR, URBAN))
        self.near = grid.near
        self.north_first = tuple(sorted(range(len(grid)), key=lambda h: (self.row[h], self.rank[h], h)))
        self.rolls_as = tuple(self.north_first.index(h) for h in range(len(grid)))
        inner = [h for h in range(len(grid)) if OFF not in grid.toward[h]]
        if not inner:
            raise self.sheet.wrong("grid", "hexes", "no hex has neighbours all round: the compass stands on one.")
        self.middle = min(inner, key=lambda h: abs(grid.places[h][1]))

    def _grid(self, places: dict[str, tuple[int, int]]) -> Grid:
        """Where the map has a hex 7, it lies on the drawing as ours does."""
        anchor = ("7", (0.0, 9.9)) if "7" in places else None
        try:
            return shared(places, "pointy", SIDE_KM * 3**0.5, anchor)
        except ValueError as error:
            raise self.sheet.wrong("grid", "hexes", f"{error}") from None

    def _of_terrain(self, terrain: int) -> Hexes:
        return self.grid.gather(h for h, t in enumerate(self.terrain) if t == terrain)

    def _sign(self, form: MapForm) -> None:
        signs, grid = form.signs, self.grid
        self.soviet_spawn = self._hexes("signs", "soviet_spawn", signs.soviet_spawn)
        self.german_spawn = self._hexes("signs", "german_spawn", signs.german_spawn)
        self.spawn_hexes = (grid.gather(self.german_spawn), grid.gather(self.soviet_spawn))
        self.german_at_first = grid.gather(self._hexes("signs", "german_held", signs.german_held))
        self.set_up = self._hexes("signs", "set_up", signs.set_up)
        if self.spawn_hexes[GERMAN] & ~self.german_at_first:
            raise self.sheet.wrong("signs", "german_held", "the German Spawn hexes are not all among them.")
        if (grid.gather(self.set_up) | self.spawn_hexes[SOVIET]) & self.german_at_first:
            raise self.sheet.wrong("signs", "german_held", "a Soviet Spawn hex or set-up sign is among them.")
        fields = {"yellow": form.deploy.yellow, "blue": form.deploy.blue, "white": form.deploy.white}
        self.deploy = {colour: self._hexes("deploy", colour, names) for colour, names in fields.items()}
        self.named_places = {unit: self._named(place) for unit, place in NAMED_PLACES.items()}
        self.yellow_places = tuple(map(self._named, YELLOW_PLACES))
        for colour, hexes in self.deploy.items():
            if grid.gather(hexes) & ~self.spawn_hexes[GERMAN]:
                raise self.sheet.wrong("deploy", colour, "they are not all German Spawn hexes.")
        if grid.gather((*self.named_places.values(), *self.yellow_places)) & ~self.german_at_first:
            raise self.sheet.wrong("signs", "german_held", "W, X and Y, where Germans begin, are not all among them.")
        self.compass = {"clockwise": self._rose(form.compass.clockwise, "clockwise"),
                        "anticlockwise": self._rose(form.compass.anticlockwise, "anticlockwise")}  # fmt: skip

    def _named(self, place: str) -> int:
        return self.sheet.find("grid", "hexes", place, self.hex, "hex of this map; the set-up names it")

    def _rose(self, ways: tuple[str, ...], field: str) -> tuple[int, ...]:
        self.sheet.once("compass", field, ways)
        return tuple(self.grid.directions.index(way) for way in ways)

    def _spawn(self, form: MapForm) -> None:
        entries = [entry for _, entry in self.sheet.forms(form.spawn, SpawnForm, "spawn", "hex")]
        self.spawn_order = self._hexes("spawn", "hex", [entry.hex for entry in entries])
        if set(self.spawn_order) != set(self.soviet_spawn):
            raise self.sheet.wrong("spawn", "hex", "they are not the Soviet Spawn hexes of the signs.")
        self.spawned = {
            "hex-7": {self.hex[entry.hex]: pools_of(entry.units) for entry in entries},
            "hex-13": {self.hex[entry.hex]: pools_of(entry.units_marine_at_13 or entry.units) for entry in entries},
        }

    # ------------------------------------------------------------------ the blocks

    def _count_units(self, form: BlocksForm) -> None:
        german = dicts(self.sheet, "german", form.german.columns, form.german.units)
        soviet = dicts(self.sheet, "soviet", form.soviet.columns, form.soviet.units)
        if len(german) + len(soviet) > MOST_UNITS:
            raise self.sheet.wrong("", "units", f"these are more than {MOST_UNITS} units.")
        self.units = (
            *(
                Unit(u.id, u.name, u.label, GERMAN, u.kind, KIND_ARMS[u.kind], u.strength, HITS_ON[u.fire], u.formation,
                     u.colour, u.r, u.origin)
                for _, u in self.sheet.forms(german, GermanForm, "unit", "id")
            ),
            *(
                Unit(u.id, u.name, u.label, SOVIET, u.kind, KIND_ARMS[u.kind], u.strength, HITS_ON[u.fire])
                for _, u in self.sheet.forms(soviet, SovietForm, "unit", "id")
            ),
        )  # fmt: skip
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
        """The same units as a range."""
        found = list(units)
        if len(found) < least:
            raise self.sheet.wrong("", "units", f"these are {len(found)} {what}; the set-up needs {least}.")
        if found != list(range(found[0], found[-1] + 1)):
            raise self.sheet.wrong("", "units", f"the {what} do not stand one after the other.")
        return range(found[0], found[-1] + 1)

    def _deal(self, chart: ChartForm) -> None:
        """What the set-up and the chart need."""
        units, germans, soviets = self.units, self.germans, self.soviets
        self.pools = tuple(
            self._in_a_row(f"units of the {name} pool", (u for u in soviets if POOLED[units[u].kind] == pool), least)
            for pool, (name, least) in enumerate(zip(POOL_NAMES, (INFANTRY_DEALT, TANKS_DEALT, 1), strict=True))
        )
        self.pool_of = {u: pool for pool, row in enumerate(self.pools) for u in row}
        self.ordinary = self._in_a_row(
            "Soviet infantry", (u for u in soviets if units[u].kind == "infantry"), INFANTRY_DEALT
        )
        named = "unit of these; the set-up names it"
        self.at_first = {
            self.sheet.find("german", "units", name, self.unit, named): h for name, h in self.named_places.items()
        }
        self.yellow_infantry = self._infantry("yellow", len(YELLOW_PLACES))
        self.white_infantry = self._infantry("white", ROWS)
        dealt = TANKS_DEALT + INFANTRY_DEALT + len(self.set_up)
        drawn = sum(units[u].kind in ("infantry", "tank") for u in soviets)
        if drawn < dealt:
            raise self.sheet.wrong("soviet", "units", f"these are {drawn} to be drawn; the set-up needs {dealt}.")
        dealt = len(self.at_first) + len(YELLOW_PLACES) + ROWS * BOXES
        if len(germans) < dealt:
            raise self.sheet.wrong("german", "units", f"these are {len(germans)} units; the set-up needs {dealt}.")
        self.penalty = tuple(self._penalty(name) for name in chart.penalty)
        self.entries = tuple(self.grid.gather(self.deploy[units[u].colour]) for u in germans)
        self.gates = tuple(tuple((h, self.grid.bit[h]) for h in self.deploy[units[u].colour]) for u in germans)
        self.boxed = bytearray(POOL if unit.kind in ("guards", "marine") else AWAY for unit in units)

    def _infantry(self, colour: str, drawn: int) -> range:
        """Of a colour; so many are drawn beside those that are named."""
        found = [u for u in self.germans if self.units[u].colour == colour and self.units[u].arms == INFANTRY]
        named = sum(u in self.at_first for u in found)
        return self._in_a_row(f"{colour} German infantry", found, drawn + named)

    def _penalty(self, name: str) -> int:
        if not name:
            return EMPTY
        u = self.sheet.find("chart", "penalty", name, self.unit, "unit of these")
        if u not in self.germans:
            raise self.sheet.wrong("chart", "penalty", f"“{name}” is no German unit.")
        return u

    # ------------------------------------------------------------------ the cards

    def _shuffle(self, form: CardsForm) -> None:
        german, soviet = (
            [
                card
                for entry, one in self.sheet.forms(row, CardForm, "card", "id")
                for card in self._copies(entry, one, side)
            ]
            for side, row in ((GERMAN, form.german), (SOVIET, form.soviet))
        )
        self.cards = (*german, *soviet)
        if len(self.cards) > MOST_CARDS:
            raise self.sheet.wrong("", "copies", f"these are more than {MOST_CARDS} cards.")
        self.sheet.once("", "id", [card.id for card in self.cards])
        self.card = {card.id: c for c, card in enumerate(self.cards)}
        self.german_cards, self.soviet_cards = range(len(german)), range(len(german), len(self.cards))
        self.paulus, self.hoth, self.chuikov, self.khrushchev = map(self._leader, LEADERS[GERMAN] + LEADERS[SOVIET])

    def _leader(self, name: str) -> int:
        return self.sheet.find("", "id", name, self.card, "card of these; the rules name it")

    def _copies(self, entry: str, form: CardForm, side: int) -> Iterator[Card]:
        copies = form.copies_of_23 or form.copies
        if (form.kind == "leader") != (form.id in LEADERS[side]):
            leaders = " and ".join(LEADERS[side])
            raise self.sheet.wrong(entry, "kind", f"the {SIDE_NAMES[side]} leaders are {leaders}, and no others.")
        if (form.kind == "aa") != bool(form.hexes) or (form.hexes and len(form.hexes) != copies):
            raise self.sheet.wrong(entry, "hexes", "each copy of an AA card, and of no other, has its hex.")
        if form.kind in KINDS[1 - side]:
            raise self.sheet.wrong(entry, "kind", f"“{form.kind}” is a card of the other side.")
        for n in range(copies):
            text = f"{form.text.removesuffix('.')}: {form.hexes[n]}." if form.hexes else form.text
            yield Card(
                form.id if copies == 1 else f"{form.id}-{n + 1}",
                f"{form.title} {form.hexes[n]}" if form.hexes else form.title,
                side, form.kind, form.clause, text, form.origin, form.dice, form.rubble, form.airstrike,
                self._hex(entry, "hexes", form.hexes[n]) if form.hexes else -1, n >= form.copies,
            )  # fmt: skip


KINDS: tuple[tuple[str, ...], tuple[str, ...]] = ((), ("aa", "infiltration", "t34"))
"""The cards that one side alone has."""


def dicts(sheet: Sheet, entry: str, columns: list[str], rows: list[list[Any]]) -> list[dict[str, Any]]:
    """Rows of a list with the names of their columns. Raises Refusal where one is longer or shorter."""
    for number, row in enumerate(rows, 1):
        if len(row) != len(columns):
            raise sheet.wrong(f"{entry}, row {number}", "", f"it has {len(row)} values for {len(columns)} columns.")
    return [dict(zip(columns, row, strict=True)) for row in rows]


def pools_of(names: tuple[str, ...]) -> tuple[int, ...]:
    """Boxes by their names."""
    return tuple(map(POOL_NAMES.index, names))


@cache
def ours() -> Board:
    """The board of our reconstruction."""
    return Board(None)


def with_nine(board: Board) -> Board:
    """INF-MAP-05, the other reading: hex 9 is a Soviet Spawn hex in place of hex 6. The same board where a player's own
    map does not have both so."""
    six, nine = board.hex.get("6"), board.hex.get("9")
    if six is None or nine is None or six not in board.soviet_spawn or nine in board.soviet_spawn:
        return board

    def moved(h: int) -> int:
        return nine if h == six else h

    other = copy.copy(board)
    other.kept = {}
    other.soviet_spawn = tuple(map(moved, board.soviet_spawn))
    other.spawn_order = tuple(map(moved, board.spawn_order))
    other.spawn_hexes = (board.spawn_hexes[GERMAN], board.grid.gather(other.soviet_spawn))
    other.spawned = {name: {moved(h): pools for h, pools in row.items()} for name, row in board.spawned.items()}
    return other


def load(own: Files | None) -> Board:
    """The board of a player's files, or ours. Raises Refusal naming file, entry and field where something is wrong."""
    return ours() if own is None else Board(own)


prepare(__name__)
