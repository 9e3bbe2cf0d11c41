"""The map, the cards and the counters: from our files or from a player's own, checked on load.

`data/` holds our reconstruction. A player's files of the same names replace them one by one; a file that he lacks is
ours. A file with a mistake is refused with a sentence that names the file, the entry and the field.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Annotated, Any, Literal, NamedTuple

import msgspec

from mamayev.engine.components import Files
from mamayev.match.printed import Printed
from mamayev.match.reading import prepare
from mamayev.match.schema import Form
from mamayev.match.sheet import Sheet

AREAS = 64
BOX_0 = AREAS
"""Spaces are ints: 1 to 64 the areas, BOX_0 + 1 to BOX_0 + 5 the Relief boxes, 0 out of play."""
SPACES = BOX_0 + 6
CENTRAL = 54  # Stalingrad Central, the one Stalingrad area that the rules call by its number
FILES = ("map.toml", "cards.toml", "counters.toml", "shapes.json")
PRINTED = Printed("mamayev.games.cauldron", FILES)
TYPES = ("HQ", "Pz", "Mot", "Inf", "Rum", "BG")  # the order in which units stand in a stack
KINDS = {"Inf": "infantry", "Mot": "motorized", "Pz": "armour", "Rum": "infantry", "BG": "battlegroup", "HQ": "hq"}
SYMBOLS = {
    kind: f"1003100000{entity}0000"
    for kind, entity in {"Inf": "121100", "Mot": "121104", "Pz": "120500", "Rum": "121100", "BG": "121000"}.items()
}
"""What a unit is, as a 20-digit symbol code; the counter tells the side, so the frame is the rectangular one."""


# ---- what the game works with


class Area(NamedTuple):
    """One area of the map. `entry` is "A" to "D" where the relief force can come in, else ""."""

    number: int
    name: str
    adjacent: tuple[int, ...]
    inside: bool
    key: bool
    airfield: bool
    stalingrad: bool
    entry: str
    origin: str
    stated: tuple[str, ...] = ()


class CardData(NamedTuple):
    """One card. `effects`: (word, amount) in the order in which they are carried out when it is drawn as an event."""

    id: int
    title: str
    text: str
    effects: tuple[tuple[str, int], ...]
    remove: bool
    weather: str
    offensive: tuple[int, ...]
    attack: str
    random: int
    reshuffle: bool
    origin: str
    stated: tuple[str, ...] = ()


class UnitData(NamedTuple):
    """One Axis counter. `area` is where it starts, 0 if it starts out of play."""

    id: str
    name: str
    label: str
    type: str
    depleted: bool
    area: int
    optional: bool
    origin: str


class Components(NamedTuple):
    """Everything that was printed: `areas` by number (0 is None), `cards` by id, `units` in stacking order.

    `soviet`: the armies on the map at the start with their areas; `soviet_reserve`: names of the units placed later;
    `pdm_active`, `pdm_inactive`: areas with a Prepared Defense at the start;
    `drawing`: the player's shapes, None where the map is drawn by ours.
    """

    areas: tuple[Area | None, ...]
    cards: tuple[CardData, ...]
    units: tuple[UnitData, ...]
    soviet: tuple[tuple[str, int], ...]
    soviet_reserve: tuple[str, ...]
    pdm_active: tuple[int, ...]
    pdm_inactive: tuple[int, ...]
    pdm_limit: int
    relief_values: tuple[int, int, int, int, int]
    river_pairs: tuple[tuple[int, int], ...]
    drawing: Files | None


# ---- how the files are written

Number = Annotated[int, msgspec.Meta(ge=1, le=AREAS)]
Text = Annotated[str, msgspec.Meta(min_length=1, max_length=300)]
Short = Annotated[str, msgspec.Meta(min_length=1, max_length=40)]
Origin = Literal["stated", "reconstructed"]
Effect = Literal[
    "wounded",
    "ssi",
    "supply",
    "offensive",
    "ip",
    "no-appeal",
    "luftwaffe-marker",
    "hoth-marker",
    "airlift-each-turn",
    "manstein",
    "airlift-roll",
    "barrage",
    "evacuate",
    "upkeep",
    "movement-supply",
]
Amount = Annotated[int, msgspec.Meta(ge=-10, le=10)]
FEW = msgspec.Meta(max_length=AREAS)
# Effects whose amount is a count or a level; the others are changes and may be negative.
POSITIVE = ("no-appeal", "hoth-marker", "manstein", "barrage", "evacuate")


class AreaForm(Form):
    number: Number
    name: Short
    adjacent: Annotated[tuple[int, ...], FEW]
    inside: bool = False
    key: bool = False
    airfield: bool = False
    stalingrad: bool = False
    entry: Literal["", "A", "B", "C", "D"] = ""
    origin: Origin = "stated"
    stated: Annotated[tuple[str, ...], FEW] = ()


class MapForm(Form):
    area: list[dict[str, Any]]
    relief_values: tuple[Amount, Amount, Amount, Amount, Amount]
    river_pairs: Annotated[tuple[tuple[Number, Number], ...], FEW] = ()


class CardForm(Form):
    id: Annotated[int, msgspec.Meta(ge=1, le=25)]
    title: Short
    text: Text
    effects: Annotated[tuple[tuple[Effect, Amount], ...], FEW]
    weather: Literal["Fair", "Poor", "Same"]
    offensive: Annotated[tuple[Amount, ...], msgspec.Meta(min_length=1, max_length=2)]
    attack: Literal["None", "All", "Even", "Odd", "Any 3"]
    random: Annotated[int, msgspec.Meta(ge=1, le=13)]
    remove: bool = False
    reshuffle: bool = False
    origin: Origin = "stated"
    stated: Annotated[tuple[str, ...], FEW] = ()


class DeckForm(Form):
    card: list[dict[str, Any]]


class UnitForm(Form):
    id: Annotated[str, msgspec.Meta(pattern="^[a-z0-9]+(-[a-z0-9]+)*$", max_length=30, extra={"kind": "id"})]
    name: Short
    label: Annotated[str, msgspec.Meta(min_length=1, max_length=4)]
    type: Literal["HQ", "Pz", "Mot", "Inf", "Rum", "BG"]
    depleted: bool = False
    area: Annotated[int, msgspec.Meta(ge=0, le=AREAS)] = 0
    optional: bool = False
    origin: Origin = "stated"
    stated: Annotated[tuple[str, ...], FEW] = ()


class ArmyForm(Form):
    army: Short
    areas: Annotated[tuple[Number, ...], FEW]


class DefensesForm(Form):
    active: Annotated[tuple[Number, ...], FEW]
    inactive: Annotated[tuple[Number, ...], FEW]
    limit: Annotated[int, msgspec.Meta(ge=0, le=AREAS)]


class CountersForm(Form):
    unit: list[dict[str, Any]]
    soviet: list[dict[str, Any]]
    pdm: DefensesForm
    soviet_reserve: Annotated[tuple[Short, ...], msgspec.Meta(min_length=1, max_length=AREAS)]


# ---- reading


def load(own: Files | None = None, deck: str = "calibrated") -> Components:
    """The components of a player's files, or ours; `deck` says which of our two decks, where he brings none. Raises
    Refusal naming file, entry and field where something is wrong."""
    if own is None:
        return ours(deck)
    found = _components(own)
    return found if deck == "calibrated" or "cards.toml" in own else _with_first_deck(found)


@cache
def ours(deck: str = "calibrated") -> Components:
    """The components of our reconstruction."""
    found = _components(None)
    return found if deck == "calibrated" else _with_first_deck(found)


def _with_first_deck(found: Components) -> Components:
    """The same with our deck as it first was."""
    cards = list(found.cards)
    first = Files({"cards-first.toml": PRINTED.text("cards-first.toml")})
    for changed in first.data("cards-first.toml")["card"]:
        index = changed["id"] - 1
        form = msgspec.convert({**cards[index]._asdict(), **changed}, CardForm)
        cards[index] = CardData(**msgspec.structs.asdict(form))
    return found._replace(cards=tuple(cards))


export = PRINTED.export
"""Write our files into a folder as a start for one's own."""


def _components(own: Files | None) -> Components:
    sheet = PRINTED.sheet("map.toml", own)
    board = sheet.form(MapForm)
    areas = _areas(sheet, board)
    _river_pairs(sheet, board, areas)
    cards = _cards(PRINTED.sheet("cards.toml", own))
    sheet = PRINTED.sheet("counters.toml", own)
    counters = sheet.form(CountersForm)
    found = Components(
        areas=(None, *(areas[number] for number in range(1, AREAS + 1))),
        cards=cards,
        units=_units(sheet, counters, areas),
        soviet=_soviet(sheet, counters, areas),
        soviet_reserve=counters.soviet_reserve,
        pdm_active=counters.pdm.active,
        pdm_inactive=counters.pdm.inactive,
        pdm_limit=counters.pdm.limit,
        relief_values=board.relief_values,
        river_pairs=board.river_pairs,
        drawing=own.some("shapes.json") if own is not None and "shapes.json" in own else None,
    )
    _defenses(sheet, counters.pdm, areas)
    if found.drawing is not None:
        shapes(found.drawing)
    return found


def _areas(sheet: Sheet, board: MapForm) -> dict[int, Area]:
    areas: dict[int, Area] = {}
    for name, form in sheet.forms(board.area, AreaForm, "area", "number"):
        if form.number in areas:
            raise sheet.wrong(name, "number", "there are two areas with this number.")
        if form.number in form.adjacent:
            raise sheet.wrong(name, "adjacent", "an area is not adjacent to itself.")
        for other in form.adjacent:
            if not 1 <= other <= AREAS:
                raise sheet.wrong(name, "adjacent", f"names {other}; the areas are numbered 1 to {AREAS}.")
            if form.adjacent.count(other) > 1:
                raise sheet.wrong(name, "adjacent", f"{other} is given twice.")
        _stated(sheet, name, form.stated, AreaForm)
        areas[form.number] = Area(**msgspec.structs.asdict(form))
    for number in range(1, AREAS + 1):
        if number not in areas:
            raise sheet.wrong(f"area {number}", "", "is missing; the map has the areas 1 to 64.")
    for number, area in areas.items():
        for other in area.adjacent:
            if number not in areas[other].adjacent:
                raise sheet.wrong(
                    f"area {number}", "adjacent", f"names {other}, but area {other} does not name {number}."
                )
    reached = {1}
    edge = [1]
    while edge:
        new = set(areas[edge.pop()].adjacent) - reached
        reached |= new
        edge.extend(new)
    for number in areas:
        if number not in reached:
            raise sheet.wrong(f"area {number}", "adjacent", "no way leads from area 1 to this area.")
    _roles(sheet, areas.values())
    return areas


def _roles(sheet: Sheet, areas: Iterable[Area]) -> None:
    city = [area.number for area in areas if area.stalingrad]
    if len(city) != 3 or CENTRAL not in city:
        raise sheet.wrong("", "stalingrad", f"true for the areas {city}; it must be three, {CENTRAL} among them.")
    for flag in ("inside", "key", "airfield"):
        if not any(getattr(area, flag) for area in areas):
            raise sheet.wrong("", flag, "is true for no area.")
    if all(area.inside for area in areas):
        raise sheet.wrong("", "inside", "is true for all areas.")
    for letter in "ABCD":
        holders = [area.number for area in areas if area.entry == letter]
        if len(holders) != 1:
            raise sheet.wrong(
                f"area {holders[-1]}" if holders else "",
                "entry",
                f'"{letter}" must stand in one area; it stands in {holders or "none"}.',
            )


def _river_pairs(sheet: Sheet, board: MapForm, areas: dict[int, Area]) -> None:
    for one, other in board.river_pairs:
        if one == other or other in areas[one].adjacent:
            raise sheet.wrong("", "river_pairs", f"[{one}, {other}] must be two areas that are not adjacent.")


def _cards(sheet: Sheet) -> tuple[CardData, ...]:
    cards: dict[int, CardData] = {}
    deck = sheet.form(DeckForm)
    for name, form in sheet.forms(deck.card, CardForm, "card", "id"):
        if form.id in cards:
            raise sheet.wrong(name, "id", "there are two cards with this id.")
        for word, amount in form.effects:
            if amount == 0 or (amount < 0 and word in POSITIVE):
                raise sheet.wrong(name, "effects", f'"{word}" cannot have the amount {amount}.')
        _stated(sheet, name, form.stated, CardForm)
        cards[form.id] = CardData(**msgspec.structs.asdict(form))
    for number in range(1, 26):
        if number not in cards:
            raise sheet.wrong(f"card {number}", "", "is missing; the deck has the cards 1 to 25.")
    return tuple(cards[number] for number in sorted(cards))


def _units(sheet: Sheet, counters: CountersForm, areas: dict[int, Area]) -> tuple[UnitData, ...]:
    units: dict[str, UnitData] = {}
    for name, form in sheet.forms(counters.unit, UnitForm, "unit", "id"):
        if form.id in units:
            raise sheet.wrong(name, "id", "there are two units with this id.")
        if form.depleted and form.type in ("HQ", "BG"):
            raise sheet.wrong(name, "depleted", "the HQ and battlegroups have no depleted side.")
        if form.optional and form.type in ("HQ", "BG"):
            raise sheet.wrong(name, "optional", "the HQ and battlegroups are not optional units.")
        if form.type == "BG" or form.optional:
            if form.area:
                raise sheet.wrong(name, "area", "battlegroups and optional units start out of play.")
        elif not form.area:
            raise sheet.wrong(name, "area", "says where the unit starts, and is missing.")
        elif not areas[form.area].inside:
            raise sheet.wrong(name, "area", f"{form.area} is not inside the Perimeter (map.toml).")
        _stated(sheet, name, form.stated, UnitForm)
        units[form.id] = UnitData(
            form.id, form.name, form.label, form.type, form.depleted, form.area, form.optional, form.origin
        )
    for kind, wanted in (("HQ", 1), ("BG", 6)):
        count = sum(unit.type == kind for unit in units.values())
        if count != wanted:
            raise sheet.wrong("", "unit", f'{count} units have the type "{kind}"; the game has {wanted}.')
    if len(units) > AREAS:
        raise sheet.wrong("", "unit", f"{len(units)} units are more than the {AREAS} that the game can hold.")
    return tuple(sorted(units.values(), key=lambda unit: (unit.optional, TYPES.index(unit.type))))


def _soviet(sheet: Sheet, counters: CountersForm, areas: dict[int, Area]) -> tuple[tuple[str, int], ...]:
    armies: dict[int, str] = {}
    for name, form in sheet.forms(counters.soviet, ArmyForm, "soviet", "army"):
        for number in form.areas:
            if number in armies:
                raise sheet.wrong(name, "areas", f"{number} already holds a Soviet unit.")
            if areas[number].inside:
                raise sheet.wrong(name, "areas", f"{number} is inside the Perimeter (map.toml).")
            armies[number] = form.army
    for number, area in areas.items():
        touches = not area.inside and any(areas[other].inside for other in area.adjacent)
        if touches and number not in armies:
            raise sheet.wrong("", "soviet", f"area {number} touches the pocket (map.toml) but holds no Soviet unit.")
        if number in armies and not touches:
            raise sheet.wrong(
                f"soviet {armies[number]}", "areas", f"area {number} does not touch the pocket (map.toml)."
            )
    return tuple((army, number) for number, army in armies.items())


def _defenses(sheet: Sheet, pdm: DefensesForm, areas: dict[int, Area]) -> None:
    placed = pdm.active + pdm.inactive
    for area in placed:
        field = "active" if area in pdm.active else "inactive"
        if not areas[area].inside:
            raise sheet.wrong("pdm", field, f"{area} is not inside the Perimeter (map.toml).")
        if placed.count(area) > 1:
            raise sheet.wrong("pdm", field, f"{area} is given twice.")
    if len(placed) > pdm.limit:
        raise sheet.wrong("pdm", "limit", f"{len(placed)} are placed, more than the limit of {pdm.limit}.")


def _stated(sheet: Sheet, entry: str, names: tuple[str, ...], form: type[Form]) -> None:
    for name in names:
        if name not in form.__struct_fields__:
            raise sheet.wrong(entry, "stated", f'there is no field "{name}".')


# ---- shapes: where things are drawn; no rule reads them

Point = tuple[float, float]
Line = Annotated[list[Point], msgspec.Meta(min_length=2)]
Ring = Annotated[list[Point], msgspec.Meta(min_length=3)]


class AreaShape(msgspec.Struct, frozen=True):
    """The outline of an area and the centres of its boxes, in kilometres, y downwards."""

    number: Number
    polygon: Ring
    site: Point
    label: Point
    label_text: str
    label_width: float
    counter: Point
    marker: Point


class Arc(msgspec.Struct, frozen=True):
    """The border of two areas."""

    areas: tuple[Number, Number]
    kind: Literal["open", "river", "blocked"]
    points: Line


class Bridge(msgspec.Struct, frozen=True):
    at: Point
    along: Point


class River(msgspec.Struct, frozen=True):
    name: str
    kind: Literal["river", "stream"]
    width: float
    points: Line


class Island(msgspec.Struct, frozen=True):
    name: str
    polygon: Ring


class Volga(msgspec.Struct, frozen=True):
    west_bank: Line
    east_bank: Line
    islands: list[Island]


class Railway(msgspec.Struct, frozen=True):
    name: str
    points: Line


class Place(msgspec.Struct, frozen=True):
    """A place that is not the settlement of its area."""

    name: str
    area: Number
    at: Point
    rank: int


class Airfield(msgspec.Struct, frozen=True):
    area: Number
    name: str
    at: Point


class Height(msgspec.Struct, frozen=True):
    name: str
    at: Point


class Lettering(msgspec.Struct, frozen=True):
    """A name written along a line."""

    name: str
    style: Literal["water", "city", "region"]
    points: Line


class Ridge(msgspec.Struct, frozen=True):
    points: Line


class Ground(msgspec.Struct, frozen=True):
    gullies: list[Line]
    built_up: Ring
    heights: list[Height]
    ridges: list[Ridge]


class Counter(msgspec.Struct, frozen=True):
    side: float
    gap: float


class Shapes(msgspec.Struct, frozen=True):
    """The drawing of the map: what shapes.json holds."""

    unit: str
    frame: tuple[float, float, float, float]
    counter: Counter
    areas: list[AreaShape]
    arcs: list[Arc]
    bridges: list[Bridge]
    rivers: list[River]
    volga: Volga
    railways: list[Railway]
    places: list[Place]
    airfields: list[Airfield]
    lettering: list[Lettering]
    terrain: Ground


def shapes(own: Files | None = None) -> Shapes:
    """The drawing of a player's, or ours. Raises Refusal naming file, entry and field where something is wrong."""
    sheet = PRINTED.sheet("shapes.json", own)
    sheet.check_lists(SHAPE_LISTS)
    found = sheet.form(Shapes)
    numbers = [area.number for area in found.areas]
    for number in range(1, AREAS + 1):
        if numbers.count(number) != 1:
            raise sheet.wrong(f"areas {number}", "number", f"stands there {numbers.count(number)} times, not once.")
    return found


# Checked one by one before the whole, so that a mistake is reported with the entry it is in.
SHAPE_LISTS: tuple[tuple[str, str, type[Any]], ...] = (
    ("areas", "number", AreaShape),
    ("arcs", "areas", Arc),
    ("rivers", "name", River),
    ("railways", "name", Railway),
    ("places", "name", Place),
    ("airfields", "name", Airfield),
    ("lettering", "name", Lettering),
)

prepare(__name__)
