"""The workshop of Barbarossa's board files."""

from __future__ import annotations

from mamayev.engine.workshop import ORIGINS, CounterLook, Entries, HexSheet, Layer, LineKind, PlaceKind, Value, Workshop
from mamayev.match.schema import Schema

from .board import COUNTRIES, ENTITY, TONE, CityForm, UnitForm

CITY, UNIT = Schema(CityForm), Schema(UnitForm)


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
                CITY("kind", "Kind", choices=(
                    Value(value="major", title="major city"), Value(value="minor", title="minor city"))),
                CITY("country", "Country", kind="choice",
                     choices=tuple(Value(value=name, title=name) for _, name, _ in COUNTRIES)),
                CITY("objective", "Objective"), CITY("replacement_hex", "Replacement hex"),
                CITY("origin", "Origin", choices=ORIGINS),
            ),
        ),
    ),
    entries=(
        Entries(
            id="counters", title="Counters", of="counters", file="units.toml", path=("unit",), key="id",
            group="nationality",
            fields=(
                UNIT("id", "Id"), UNIT("name", "Name"),
                UNIT("nationality", "Nation", choices=tuple(
                    Value(value=name, title=name, tone=tone) for name, tone in TONE.items())),
                UNIT("side", "Side", choices=(
                    Value(value="axis", title="Axis"), Value(value="russian", title="Russian"))),
                UNIT("type", "Type", choices=tuple(
                    Value(value=kind, title=kind, sidc=f"1003100000{entity}0000") for kind, entity in ENTITY.items())),
                UNIT("attack", "Attack"), UNIT("defense", "Defense"), UNIT("movement", "Movement"),
                UNIT("entry_base", "Arrives", choices=_dates("setup", "1942-05")),
                UNIT("entry_variant", "Arrives, variant",
                     choices=_dates("setup", "1941-07", "1941-12", "1942-05")),
                UNIT("area", "Starts"), UNIT("mobile", "Mobile"), UNIT("reserve", "Letter R"),
                UNIT("name_1942", "Name from 1942"), UNIT("group", "Group"), UNIT("note", "Note"),
                UNIT("factors_origin", "Factors", choices=ORIGINS),
                UNIT("name_origin", "Origin of the name", choices=ORIGINS),
            ),
            look=CounterLook(tone="nationality", symbol="type", figures=("attack", "defense", "movement"),
                             echelon="corps"),
        ),
    ),
)  # fmt: skip
