"""How the workshop draws and fills in the files of Inferno's board."""

from __future__ import annotations

from mamayev.engine.workshop import ORIGINS, CounterLook, Entries, Field, HexSheet, Layer, Value, Workshop, Zone

from ..look.scene import ENTITY
from .board import HITS_ON, SIDE_KM, STACK

KINDS = {
    "infantry": "infantry", "motorized": "motorized", "panzer-grenadier": "panzer grenadier", "panzer": "panzer",
    "guards": "Guards", "marine": "marine", "tank": "tank",
}  # fmt: skip


def _kinds(*names: str) -> tuple[Value, ...]:
    return tuple(Value(value=name, title=KINDS[name], sidc=f"1003100000{ENTITY[name]}0000") for name in names)


FIRE = Field(
    name="fire", title="Fire", kind="choice", must=True,
    choices=tuple(Value(value=name, title=f"{name}: hits on {low}") for name, low in HITS_ON.items()),
)  # fmt: skip
STRENGTH = Field(name="strength", title="Strength", kind="number", low=1, high=STACK, must=True)
NAME = Field(name="name", title="Name", must=True)
LABEL = Field(name="label", title="Stands on it", must=True)
ID = Field(name="id", title="Id", kind="id", must=True)


def _deck(side: str, title: str, tone: str, kinds: tuple[str, ...]) -> Entries:
    fires = "INF-SCARD-07" if tone == "b" else "INF-GCARD-06"
    return Entries(
        id=f"{side}-cards", title=title, of="cards", file="cards.toml", path=(side,), key="id", name="title",
        copies="copies", back=title.partition(" ")[0], tone="b" if tone == "b" else "a", cites="clause",
        clauses=("INF-SCARD-06",) if tone == "b" else ("INF-GCARD-04", "INF-GCARD-05"),
        fields=(
            ID,
            Field(name="title", title="Title", must=True),
            Field(name="kind", title="Kind", kind="choice", must=True,
                  choices=tuple(Value(value=kind, title=EFFECTS[kind][0], doc=EFFECTS[kind][1]) for kind in kinds)),
            Field(name="copies", title="Copies", kind="number", low=1, high=20, must=True),
            Field(name="dice", title="Dice", kind="number", low=0, high=12, default=0,
                  doc="Rolls # dice in the attack that it supports.", clause=fires),
            Field(name="rubble", title="Rubble roll", kind="number", low=0, high=6, default=0,
                  doc="Adds # to the rubble roll.", clause="INF-RUBBLE-05"),
            Field(name="airstrike", title="Airstrike", kind="flag", default=False,
                  doc="AA cancels the whole card, its rubble included.", clause="INF-SCARD-04"),
            Field(name="copies_of_23", title="Copies in the deck of 23", kind="number", low=1, high=20),
            Field(name="hexes", title="Hexes, one a card", kind="list", default=[]),
            Field(name="text", title="Text in your words", must=True),
            Field(name="clause", title="Clause", must=True),
            Field(name="origin", title="Origin", kind="choice", choices=ORIGINS, must=True),
        ),
    )  # fmt: skip


EFFECTS = {
    "leader": ("leader", "Stays in play; the clause tells what it makes available."),
    "fire": ("support fire", "Rolls its dice and adds to the rubble roll."),
    "sniper": ("sniper", "One hit on the strongest enemy infantry, whatever the rubble."),
    "pak": ("anti-tank", "One hit on the strongest enemy tank, whatever the rubble."),
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
        Zone(id="set-up", title="Set-up signs", file="map.toml", path=("signs", "set_up"), kind="set-up"),
        Zone(id="soviet-spawn", title="Soviet Spawn", file="map.toml", path=("signs", "soviet_spawn"), kind="entry",
             clause="INF-WIN-01"),
        Zone(id="german-spawn", title="German Spawn", file="map.toml", path=("signs", "german_spawn"), kind="entry"),
        Zone(id="german-held", title="German at first", file="map.toml", path=("signs", "german_held"), kind="other",
             clause="INF-MAP-02"),
        Zone(id="yellow", title="Yellow comes in", file="map.toml", path=("deploy", "yellow"), kind="entry"),
        Zone(id="blue", title="Blue comes in", file="map.toml", path=("deploy", "blue"), kind="entry"),
        Zone(id="white", title="White comes in", file="map.toml", path=("deploy", "white"), kind="entry"),
    ),
    entries=(
        Entries(
            id="german", title="German", of="counters", file="units.toml", path=("german", "units"), columns=True,
            key="id", group="colour", tone="a",
            fields=(
                ID, NAME, LABEL, Field(name="formation", title="Formation", must=True),
                Field(name="colour", title="Colour", kind="choice", must=True,
                      choices=tuple(Value(value=c, title=c) for c in ("yellow", "blue", "white"))),
                Field(name="kind", title="Type", kind="choice", must=True,
                      choices=_kinds("infantry", "motorized", "panzer-grenadier", "panzer")),
                STRENGTH, FIRE, Field(name="r", title="Letter R", kind="flag", default=False),
                Field(name="origin", title="Origin", kind="choice", choices=ORIGINS, default="reconstructed"),
            ),
            look=CounterLook(symbol="kind", label="label", always="a", echelon="regiment"),
        ),
        Entries(
            id="soviet", title="Soviet", of="counters", file="units.toml", path=("soviet", "units"), columns=True,
            key="id", tone="b",
            fields=(
                ID, NAME, LABEL,
                Field(name="kind", title="Type", kind="choice", must=True,
                      choices=_kinds("infantry", "guards", "tank", "marine")),
                STRENGTH, FIRE,
            ),
            look=CounterLook(symbol="kind", label="label", always="b", echelon="brigade"),
        ),
        _deck("german", "German deck", "a", ("leader", "fire", "sniper", "pak")),
        _deck("soviet", "Soviet deck", "b", ("leader", "fire", "sniper", "pak", "aa", "infiltration", "t34")),
    ),
)  # fmt: skip
