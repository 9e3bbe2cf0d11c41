"""What is printed on the map, blocks, cards and chart, read once; and the places where a block can be."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from importlib.resources import files
from typing import Any, Final, Literal, NamedTuple

from mamayev.terrain.grid import Grid, Hexes


def _read(name: str) -> dict[str, Any]:
    return tomllib.loads((files(__package__) / "data" / name).read_text("utf-8"))


MAP, BLOCKS, CARD_DATA = (_read(name) for name in ("map.toml", "units.toml", "cards.toml"))

SEATS = ("german", "soviet")
"""The two sides, and the seats that play them."""
GERMAN, SOVIET = 0, 1
SEAT_SIDES = (GERMAN, SOVIET, GERMAN)
"""The side of each seat."""
PARTNER = 2
"""The seat of the second German player."""
SIDE_NAMES = ("German", "Soviet")

# ------------------------------------------------------------------ the map

SIDE_KM = 1.1
"""INF-MAP-01: the side of a hex."""
_PLACES = {name: (row, half) for name, row, half, _, _, _ in MAP["grid"]["hexes"]}
GRID = Grid(_PLACES, "pointy", pitch=SIDE_KM * 3**0.5, anchor=("7", (0.0, 9.9)))
HEX = GRID.index
CLEAR, ROUGH, URBAN = range(3)
TERRAIN_NAMES = ("clear", "rough", "urban")
_BY_ID = {row[0]: row for row in MAP["grid"]["hexes"]}
ROW = tuple(_BY_ID[name][1] for name in GRID.ids)
RANK = tuple(_BY_ID[name][3] for name in GRID.ids)
TERRAIN = tuple(TERRAIN_NAMES.index(_BY_ID[name][4]) for name in GRID.ids)  # INF-HEX-01
PLACE_NAMES = tuple(_BY_ID[name][5] for name in GRID.ids)
CLEAR_HEXES: Final[Hexes] = GRID.gather(h for h, t in enumerate(TERRAIN) if t == CLEAR)
URBAN_HEXES: Final[Hexes] = GRID.gather(h for h, t in enumerate(TERRAIN) if t == URBAN)
SOVIET_SPAWN = tuple(HEX[name] for name in MAP["signs"]["soviet_spawn"])
GERMAN_SPAWN = tuple(HEX[name] for name in MAP["signs"]["german_spawn"])
SPAWN_HEXES: Final[tuple[Hexes, Hexes]] = (GRID.gather(GERMAN_SPAWN), GRID.gather(SOVIET_SPAWN))
"""INF-MAP-05: the Spawn hexes, by the side that they belong to."""
GERMAN_AT_FIRST = GRID.named(MAP["signs"]["german_held"])
SET_UP = tuple(HEX[name] for name in MAP["signs"]["set_up"])
COMPASS = {
    turn: tuple(GRID.directions.index(d) for d in MAP["compass"][turn]) for turn in ("clockwise", "anticlockwise")
}
"""INF-COMPASS-01: the direction of the map by the die less 1."""
NORTH_FIRST = tuple(sorted(range(len(GRID)), key=lambda h: (ROW[h], RANK[h], h)))
"""INF-SMOVE-02: all hexes in the order in which they roll, and the place of each in it."""
ROLLS_AS = tuple(NORTH_FIRST.index(h) for h in range(len(GRID)))
NEAR = tuple(map(GRID.around, GRID.bit))
"""By hex its neighbours as a set."""
STACK = 4  # INF-STACK-01

# ------------------------------------------------------------------ the blocks

INFANTRY, PANZER = 1, 2
"""INF-UNIT-02, INF-UNIT-03: what a unit counts as, bit by bit; a Panzer Grenadier is both."""
_ARMS = {
    "infantry": INFANTRY, "motorized": INFANTRY, "panzer-grenadier": INFANTRY | PANZER, "panzer": PANZER,
    "guards": INFANTRY, "marine": INFANTRY,  # INF-UNIT-04
    "tank": PANZER,
}  # fmt: skip
HITS_ON = {"SF": 6, "DF": 5, "TF": 4}  # INF-T-FIRE


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


UNITS = (
    *(
        Unit(i, name, label, GERMAN, kind, _ARMS[kind], strength, HITS_ON[fire], formation, colour, r, origin)
        for i, name, label, formation, colour, kind, strength, fire, r, origin in BLOCKS["german"]["units"]
    ),
    *(
        Unit(i, name, label, SOVIET, kind, _ARMS[kind], strength, HITS_ON[fire])
        for i, name, label, kind, strength, fire in BLOCKS["soviet"]["units"]
    ),
)
UNIT = {unit.id: u for u, unit in enumerate(UNITS)}
GERMANS = range(sum(unit.side == GERMAN for unit in UNITS))
SOVIETS = range(len(GERMANS), len(UNITS))
SIDE = tuple(unit.side for unit in UNITS)
BLUES: Final = sum(1 << u for u in GERMANS if UNITS[u].colour == "blue")
"""As a set."""
ARMS = tuple(unit.arms for unit in UNITS)
MOST = tuple(unit.strength for unit in UNITS)
FIRE = tuple(unit.hits_on for unit in UNITS)
ALIKE = tuple((u.kind, u.arms, u.strength, u.hits_on, u.colour, u.r) for u in UNITS)
"""INF-FLOW-07: units with the same entry differ in nothing that a rule reads."""


def in_a_row(units: Iterable[int]) -> range:
    """The same units as a range. Raises ValueError where they do not stand one after the other in the list."""
    found = list(units)
    if found != list(range(found[0], found[-1] + 1)):
        raise ValueError(f"{[UNITS[u].id for u in found]} do not stand one after the other.")
    return range(found[0], found[-1] + 1)


INFANTRY_POOL, TANK_POOL, MARINE_POOL = range(3)
POOL_NAMES = ("infantry", "tank", "marine")
_POOLED = {"infantry": INFANTRY_POOL, "guards": INFANTRY_POOL, "tank": TANK_POOL, "marine": MARINE_POOL}
POOLS = tuple(in_a_row(u for u in SOVIETS if _POOLED[UNITS[u].kind] == pool) for pool in range(3))
"""INF-STEP-03: the Soviet units by the box that they come from and go back to."""
POOL_OF = {u: pool for pool, units in enumerate(POOLS) for u in units}
SPAWN_ORDER = tuple(HEX[entry["hex"]] for entry in MAP["spawn"])  # INF-SPAWN-08
SPAWNED = {
    choice: {
        HEX[entry["hex"]]: tuple(POOL_NAMES.index(word) for word in entry.get(key, entry["units"]))
        for entry in MAP["spawn"]
    }
    for choice, key in (("hex-7", "units"), ("hex-13", "units_marine_at_13"))
}
"""INF-T-SPAWN: the boxes that the units of a Spawn hex come from, by the option `spawn_marine`."""

LOST, POOL, TRACK, REMOVED, IN_HAND, AWAY = 250, 251, 252, 253, 254, 255
"""Where a unit that is not on the map is: in the German Death pool, in its Soviet pool, face down on the reinforcement
chart, face up on a penalty space, picked up, or in the box."""
BESIDE = {
    LOST: "lost", POOL: "pool", TRACK: "chart", REMOVED: "removed", IN_HAND: "picked up", AWAY: "away",
}  # fmt: skip
assert len(GRID) < LOST

# ------------------------------------------------------------------ the reinforcement chart

ROWS, BOXES = 6, 5
EMPTY = 255
"""A box of the chart without a unit."""
PENALTY = tuple(UNIT[name] if name else EMPTY for name in BLOCKS["chart"]["penalty"])
"""INF-REINF-11: the unit named beside each row."""
DEPLOY = {colour: tuple(HEX[name] for name in row) for colour, row in MAP["deploy"].items()}
"""INF-T-DEPLOY."""
ENTRIES = tuple(GRID.gather(DEPLOY[UNITS[u].colour]) for u in GERMANS)
"""The same by unit, as a set."""

# ------------------------------------------------------------------ the cards


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


def _cards(side: int) -> list[Card]:
    found = []
    for entry in CARD_DATA[SEATS[side]]:
        copies = entry.get("copies_of_23", entry["copies"])
        for n in range(copies):
            hexes = entry.get("hexes")
            text = f"{entry['text'].removesuffix('.')}: {hexes[n]}." if hexes else entry["text"]
            found.append(
                Card(
                    entry["id"] if copies == 1 else f"{entry['id']}-{n + 1}",
                    f"{entry['title']} {hexes[n]}" if hexes else entry["title"],
                    side, entry["kind"], entry["clause"], text, entry["origin"], entry.get("dice", 0),
                    entry.get("rubble", 0), entry.get("airstrike", False), HEX[hexes[n]] if hexes else -1,
                    n >= entry["copies"],
                )
            )  # fmt: skip
    return found


CARDS = (*_cards(GERMAN), *_cards(SOVIET))
CARD = {card.id: c for c, card in enumerate(CARDS)}
GERMAN_CARDS = range(sum(card.side == GERMAN for card in CARDS))
SOVIET_CARDS = range(len(GERMAN_CARDS), len(CARDS))
PAULUS, HOTH, CHUIKOV, KHRUSHCHEV = (CARD[name] for name in ("paulus", "hoth", "chuikov", "khrushchev"))
CARD_HITS_ON = (4, 5)
"""INF-GCARD-06, INF-SCARD-07: what the dice of cards hit on, by the side that plays them."""
