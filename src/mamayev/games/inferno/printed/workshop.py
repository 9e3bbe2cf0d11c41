"""The workshop's forms for drawing and editing Inferno's board files."""

from __future__ import annotations

from mamayev.engine.workshop import ORIGINS, CounterLook, Entries, Field, HexSheet, Layer, Value, Workshop, Zone
from mamayev.match.schema import Schema

from .cards import CARD_FORMS
from .map import GERMAN, SEATS, SIDE_KM, SOVIET
from .units import HITS_ON, KIND_TITLES, SYMBOLS, GermanForm, SovietForm

GERMAN_UNIT, SOVIET_UNIT = Schema(GermanForm), Schema(SovietForm)
FIRE = tuple(Value(value=name, title=f"{name}: hits on {low}") for name, low in HITS_ON.items())
COLOURS = tuple(Value(value=name, title=name) for name in ("yellow", "blue", "white"))


def _kinds(*names: str) -> tuple[Value, ...]:
    return tuple(Value(value=name, title=KIND_TITLES[name], sidc=SYMBOLS[name]) for name in names)


def _head(form: Schema) -> tuple[Field, ...]:
    return form("id", "Id"), form("name", "Name"), form("label", "Printed on it")


def _deck(side: int, title: str, kinds: tuple[str, ...]) -> Entries:
    card, seat = Schema(CARD_FORMS[side]), SEATS[side]
    return Entries(
        id=f"{seat}-cards", title=title, of="cards", file="cards.toml", path=(seat,), key="id", name="title",
        copies="copies", back=title.partition(" ")[0], tone="b" if side else "a", cites="clause",
        clauses=("INF-SCARD-06",) if side else ("INF-GCARD-04", "INF-GCARD-05"),
        fields=(
            card("id", "Id"), card("title", "Title"),
            card("kind", "Kind", choices=tuple(
                Value(value=kind, title=EFFECTS[kind][0], doc=EFFECTS[kind][1]) for kind in kinds)),
            card("copies", "Copies"),
            card("dice", "Dice", doc="Rolls # dice in the attack it supports.",
                 clause="INF-SCARD-07" if side else "INF-GCARD-06"),
            card("rubble", "Rubble roll", doc="Adds # to the rubble roll.", clause="INF-RUBBLE-05"),
            card("airstrike", "Airstrike", doc="AA cancels the whole card, its rubble included.",
                 clause="INF-SCARD-04"),
            card("copies_of_23", "Copies in the deck of 23"), card("hexes", "Hexes, one per card"),
            card("text", "Text in your own words"), card("clause", "Clause"), card("origin", "Origin", choices=ORIGINS),
        ),
    )  # fmt: skip


EFFECTS = {
    "leader": ("leader", "Stays in play; see the clause for its effect."),
    "fire": ("support fire", "Rolls its dice and adds to the rubble roll."),
    "sniper": ("sniper", "One hit on the strongest enemy infantry, regardless of rubble."),
    "pak": ("anti-tank", "One hit on the strongest enemy tank, regardless of rubble."),
    "aa": ("AA", "Cancels an airstrike and places rubble in its hex."),
    "infiltration": ("infiltration", "A random infantry unit arrives."),
    "t34": ("T-34", "A random tank unit arrives."),
}

WORKSHOP = Workshop(
    hexes=HexSheet(
        file="map.toml", written="list", path=("grid",), numbering="free", shifted="odd", pitch=SIDE_KM * 3**0.5,
        room=(1, 19, -14, 3), name="name", counted="rank",
        keeps=(("grid", "orientation"), ("grid", "columns"), ("compass",), ("spawn",)),
        layers=(
            Layer(id="terrain", title="Terrain", path=("terrain",), clause="INF-HEX-01", choices=(
                Value(value="clear", title="Clear", fill="steppe"), Value(value="rough", title="Rough", fill="rough"),
                Value(value="urban", title="Urban", fill="city"),
            )),
        ),
    ),
    zones=(
        Zone(id="set-up", title="Setup signs", file="map.toml", path=("signs", "set_up"), kind="set-up"),
        Zone(id="soviet-spawn", title="Soviet Spawn", file="map.toml", path=("signs", "soviet_spawn"), kind="entry",
             clause="INF-WIN-01"),
        Zone(id="german-spawn", title="German Spawn", file="map.toml", path=("signs", "german_spawn"), kind="entry"),
        Zone(id="german-held", title="German at start", file="map.toml", path=("signs", "german_held"), kind="other",
             clause="INF-MAP-02"),
        Zone(id="yellow", title="Yellow entry", file="map.toml", path=("deploy", "yellow"), kind="entry"),
        Zone(id="blue", title="Blue entry", file="map.toml", path=("deploy", "blue"), kind="entry"),
        Zone(id="white", title="White entry", file="map.toml", path=("deploy", "white"), kind="entry"),
    ),
    entries=(
        Entries(
            id="german", title="German", of="counters", file="units.toml", path=("german", "units"), columns=True,
            key="id", group="colour", tone="a",
            fields=(
                *_head(GERMAN_UNIT), GERMAN_UNIT("formation", "Formation"),
                GERMAN_UNIT("colour", "Color", choices=COLOURS),
                GERMAN_UNIT("kind", "Type", choices=_kinds("infantry", "motorized", "panzer-grenadier", "panzer")),
                GERMAN_UNIT("strength", "Strength"), GERMAN_UNIT("fire", "Fire", choices=FIRE),
                GERMAN_UNIT("r", "Letter R"), GERMAN_UNIT("origin", "Origin", choices=ORIGINS),
            ),
            look=CounterLook(symbol="kind", label="label", always="a", echelon="regiment"),
        ),
        Entries(
            id="soviet", title="Soviet", of="counters", file="units.toml", path=("soviet", "units"), columns=True,
            key="id", tone="b",
            fields=(
                *_head(SOVIET_UNIT),
                SOVIET_UNIT("kind", "Type", choices=_kinds("infantry", "guards", "tank", "marine")),
                SOVIET_UNIT("strength", "Strength"), SOVIET_UNIT("fire", "Fire", choices=FIRE),
            ),
            look=CounterLook(symbol="kind", label="label", always="b", echelon="brigade"),
        ),
        _deck(GERMAN, "German deck", ("leader", "fire", "sniper", "pak")),
        _deck(SOVIET, "Soviet deck", ("leader", "fire", "sniper", "pak", "aa", "infiltration", "t34")),
    ),
)  # fmt: skip
