"""How the workshop draws and fills in the files of Barbarossa's board."""

from __future__ import annotations

from mamayev.engine.workshop import (
    ORIGINS,
    CounterLook,
    Entries,
    Field,
    HexSheet,
    Layer,
    LineKind,
    PlaceKind,
    Value,
    Workshop,
)

from .board import COUNTRIES, ENTITY, TONE


def _dates(*values: str) -> tuple[Value, ...]:
    titles = {"setup": "set-up", "1941-07": "July 1941", "1941-12": "December 1941", "1942-05": "May 1942"}
    return tuple(Value(value=value, title=titles[value]) for value in values)


WORKSHOP = Workshop(
    hexes=HexSheet(
        file="map.toml", written="rows", numbering="lettered", shifted="odd", pitch=50.0,
        keeps=(("grid",), ("country", "axis"), ("country", "closed")),
        layers=(
            Layer(id="terrain", title="Terrain", path=("terrain", "rows"), clause="BAR-TERRAIN-01", choices=(
                Value(value=".", title="Clear", fill="steppe"), Value(value="^", title="Mountain", fill="mountain"),
                Value(value="w", title="Swamp", fill="marsh"), Value(value="~", title="Sea", fill="water"),
                Value(value="o", title="Lake", fill="water"),
            )),
            Layer(id="country", title="Country", path=("country", "rows"), clause="BAR-MAP-03", choices=(
                Value(value="-", title="none: water"),
                *(Value(value=letter, title=name, side=side, fill="" if side else "closed")
                  for letter, name, side in COUNTRIES),
            )),
        ),
    ),
    lines=(
        LineKind(id="river", title="River", key="R", file="map.toml", path=("river",), written="courses", style="river",
                 width=9.0, more={"ends_in": "edge"}, clause="BAR-TERRAIN-12"),
        LineKind(id="railway", title="Railway", key="T", file="map.toml", path=("railway",), written="courses",
                 style="railway", width=3.0, clause="BAR-MAP-08"),
        LineKind(id="blocked", title="Closed side", key="X", file="map.toml", path=("blocked_side",), written="between",
                 style="blocked", clause="BAR-MAP-05"),
    ),
    places=(
        PlaceKind(
            id="city", title="City", key="P", file="map.toml", path=("city",), written="entries", rank="kind",
            clause="BAR-MAP-06",
            fields=(
                Field(name="kind", title="Kind", kind="choice", must=True, choices=(
                    Value(value="major", title="major city"), Value(value="minor", title="minor city"))),
                Field(name="country", title="Country", kind="choice", must=True,
                      choices=tuple(Value(value=name, title=name) for _, name, _ in COUNTRIES)),
                Field(name="objective", title="Objective", kind="flag", default=False),
                Field(name="replacement_hex", title="Replacement hex", kind="flag", default=False),
                Field(name="origin", title="Origin", kind="choice", choices=ORIGINS, default="stated"),
            ),
        ),
    ),
    entries=(
        Entries(
            id="counters", title="Counters", of="counters", file="units.toml", path=("unit",), key="id",
            group="nationality",
            fields=(
                Field(name="id", title="Id", kind="id", must=True), Field(name="name", title="Name", must=True),
                Field(name="nationality", title="Nation", kind="choice", must=True,
                      choices=tuple(Value(value=name, title=name, tone=tone) for name, tone in TONE.items())),
                Field(name="side", title="Side", kind="choice", must=True, choices=(
                    Value(value="axis", title="Axis"), Value(value="russian", title="Russian"))),
                Field(name="type", title="Type", kind="choice", must=True,
                      choices=tuple(Value(value=kind, title=kind, sidc=f"1003100000{entity}0000")
                                    for kind, entity in ENTITY.items())),
                Field(name="attack", title="Attack", kind="number", low=0, high=20, must=True),
                Field(name="defense", title="Defense", kind="number", low=1, high=20, must=True),
                Field(name="movement", title="Movement", kind="number", low=0, high=20, must=True),
                Field(name="entry_base", title="Arrives", kind="choice", must=True,
                      choices=_dates("setup", "1942-05")),
                Field(name="entry_variant", title="Arrives, variant", kind="choice", must=True,
                      choices=_dates("setup", "1941-07", "1941-12", "1942-05")),
                Field(name="area", title="Starts", default="none"),
                Field(name="mobile", title="Mobile", default="never"),
                Field(name="reserve", title="Letter R", kind="flag", default=False),
                Field(name="name_1942", title="Name from 1942", default=""),
                Field(name="group", title="Group", default=""), Field(name="note", title="Note", default=""),
                Field(name="factors_origin", title="Factors", kind="choice", choices=ORIGINS, default="stated"),
                Field(name="name_origin", title="Origin of the name", kind="choice", choices=ORIGINS, default="stated"),
            ),
            look=CounterLook(tone="nationality", symbol="type", figures=("attack", "defense", "movement"),
                             echelon="corps"),
        ),
    ),
)  # fmt: skip
