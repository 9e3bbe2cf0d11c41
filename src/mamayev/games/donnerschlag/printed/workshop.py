"""The workshop of Donnerschlag's board files."""

from __future__ import annotations

from mamayev.engine.scene import Fill
from mamayev.engine.workshop import (
    CounterLook,
    Entries,
    Field,
    HexSheet,
    Layer,
    LineKind,
    PlaceKind,
    Value,
    Workshop,
    Zone,
)
from mamayev.match.schema import Schema

from .cards import EFFECTS, ActivationForm, CombatForm
from .map import EDGES, FIRST_ROW, SEATS, TERRAINS, ZONE_NAMES
from .units import KIND_TITLES, KINDS, SYMBOLS, HqForm, UnitForm

FILLS: tuple[Fill, ...] = ("steppe", "rough", "city", "city")
"""The fill color for each terrain."""
SIDES = (Value(value="axis", title="Axis", tone="a"), Value(value="soviet", title="Soviet", tone="b"))
UNIT, HQ, COMBAT, ACTIVATION = (Schema(form) for form in (UnitForm, HqForm, CombatForm, ActivationForm))
KIND = tuple(
    Value(value=k, title=title, sidc=sidc) for k, title, sidc in zip(KINDS, KIND_TITLES, SYMBOLS, strict=False)
)


def _start(form: Schema) -> tuple[Field, ...]:
    return form("start", "Starts"), form("turn", "Arrives in turn"), form("card", "Arrives by card")


def _event(name: str, title: str, clause: str) -> tuple[Field, ...]:
    return (
        COMBAT(f"{name}.text", f"{title}: text in your own words"),
        COMBAT(f"{name}.when", f"{title}: windows", doc=f"{title} event, played: #.", clause="DON-CCARD-05"),
        COMBAT(f"{name}.roll", f"{title}: die at most", doc="It needs a die of # or less.", clause=clause),
        COMBAT(f"{name}.effects", f"{title}: effects", kind="effects", written="tables", choices=tuple(
            Value(value=word, title=word, amount="n" in kind.says, doc=kind.doc, clause=kind.clause)
            for word, kind in EFFECTS.items()
        )),
        COMBAT(f"{name}.remove", f"{title}: removed", doc="Then the card is removed from the game.",
               clause="DON-CCARD-16"),
    )  # fmt: skip


def _edge(side: int, edge: str) -> Zone:
    seat = SEATS[side]
    return Zone(
        id=f"{seat}-{edge}", title=f"{seat.title()} supply, {edge}", file="map.toml", path=("supply", f"{seat}_{edge}"),
        kind="supply", clause="DON-MAP-02",
    )  # fmt: skip


WORKSHOP = Workshop(
    hexes=HexSheet(
        file="map.toml", written="rows", numbering="row-column", shifted="odd", pitch=50.0, first_row=FIRST_ROW,
        holes=True, origin=(25.0, 346.41),
        layers=(
            Layer(id="terrain", title="Terrain", path=("rows",), clause="DON-MAP-01", choices=(
                *(Value(value=letter, title=title, fill=fill)
                  for (letter, title), fill in zip(TERRAINS.items(), FILLS, strict=True)),
                Value(value="-", title="Off the map", fill="far"),
            )),
        ),
    ),
    lines=(
        LineKind(id="river", title="River", key="R", file="map.toml", path=("rivers",), written="named-sides",
                 style="river", clause="DON-RIVER-01"),
        LineKind(id="road", title="Road", key="T", file="map.toml", path=("road",), written="courses", style="road",
                 width=3.0, kind="class", clause="DON-ROAD-01", kinds=(
                     Value(value="major", title="major road"), Value(value="minor", title="minor road"),
                     Value(value="rail", title="railway"))),
        LineKind(id="bridge", title="Bridge", key="X", file="map.toml", path=("bridges",), written="sides",
                 style="bridge", across="river", clause="DON-RIVER-04"),
    ),
    places=(PlaceKind(id="name", title="Name", key="P", file="map.toml", path=("names",), written="names"),),
    zones=(
        *(Zone(id=f"entry-{seat}", title=f"{seat.title()} entry", file="map.toml", path=("entry", seat), kind="entry")
          for seat in SEATS),
        *(Zone(id=f"zone-{name}", title=f"Meeting zone {name}", file="map.toml", path=("zones", name),
               clause="DON-CALL-04") for name in ZONE_NAMES),
        *(_edge(side, edge) for side, edges in enumerate(EDGES) for edge in edges),
    ),
    entries=(
        Entries(
            id="counters", title="Counters", of="counters", file="units.toml", path=("unit",), key="id", group="side",
            fields=(
                UNIT("id", "Id"), UNIT("name", "Name"), UNIT("side", "Side", choices=SIDES),
                UNIT("type", "Type", choices=KIND), UNIT("front", "Front"), UNIT("back", "Back"),
                UNIT("formation", "Formation"), UNIT("army", "Army"), UNIT("colour", "Color"), *_start(UNIT),
                UNIT("attached", "Attached to"), UNIT("stated", "Stated"),
            ),
            look=CounterLook(tone="side", symbol="type", figures=("front",), label="name", echelon="battalion"),
        ),
        Entries(
            id="headquarters", title="Headquarters", of="counters", file="units.toml", path=("headquarters",), key="id",
            group="side",
            fields=(
                HQ("id", "Id"), HQ("name", "Name"), HQ("side", "Side", choices=SIDES), HQ("formation", "Formation"),
                HQ("range", "Range"), HQ("movement", "Movement"), *_start(HQ),
            ),
            look=CounterLook(tone="side", figures=("range", "movement"), label="formation"),
        ),
        Entries(
            id="combat", title="Combat cards", of="cards", file="cards.toml", path=("combat",), key="id", name="title",
            group="side", copies="copies", back="Combat", clauses=("DON-CCARD-07",),
            fields=(
                COMBAT("id", "Id"), COMBAT("title", "Title"), COMBAT("side", "Side", choices=SIDES),
                COMBAT("copies", "Copies"), COMBAT("late", "From turn 4", default=False), COMBAT("air", "Air"),
                *_event("general", "General", "DON-CCARD-08"),
                *_event("tactical", "Tactical", "DON-CCARD-09"),
                COMBAT("stated", "Stated"),
            ),
        ),
        Entries(
            id="activation", title="Activation cards", of="cards", file="cards.toml", path=("activation",), key="title",
            name="title", group="side", copies="copies", back="Activation", clauses=("DON-ACARD-01", "DON-ACARD-04"),
            fields=(
                ACTIVATION("title", "Title"), ACTIVATION("side", "Side", choices=SIDES), ACTIVATION("copies", "Copies"),
                ACTIVATION("late", "From turn 4", default=False), ACTIVATION("kind", "Activates"),
                ACTIVATION("whom", "Whom"),
            ),
        ),
    ),
)  # fmt: skip
