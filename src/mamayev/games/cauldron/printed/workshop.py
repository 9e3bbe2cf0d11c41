"""How the workshop draws and edits the files of The Cauldron's board."""

from __future__ import annotations

from mamayev.engine.workshop import ORIGINS, AreaSheet, CounterLook, Entries, Value, Workshop
from mamayev.match.schema import Schema

from .cards import EFFECTS, CardData
from .map import Area
from .units import KINDS, SYMBOLS, ArmyForm, UnitData

AREA, UNIT, ARMY, CARD = (Schema(form) for form in (Area, UnitData, ArmyForm, CardData))
TITLES = {"HQ": "headquarters", **{kind: KINDS[kind] for kind in SYMBOLS}, "Rum": "Rumanian infantry"}

WORKSHOP = Workshop(
    areas=AreaSheet(
        file="map.toml", path=("area",), number="number", neighbours="adjacent", shapes="shapes.json",
        outlines=("areas",), borders=("arcs",), keeps=(("relief_values",), ("river_pairs",)),
        fields=(
            AREA("name", "Name"), AREA("inside", "Inside the Perimeter"), AREA("key", "Star"),
            AREA("airfield", "Airfield"), AREA("stalingrad", "Stalingrad"), AREA("entry", "Relief force enters"),
            AREA("origin", "Origin", choices=ORIGINS),
        ),
    ),
    entries=(
        Entries(
            id="counters", title="Axis", of="counters", file="counters.toml", path=("unit",), key="id", group="type",
            fields=(
                UNIT("id", "Id"), UNIT("name", "Name"), UNIT("label", "Printed on it"),
                UNIT("type", "Type", choices=tuple(
                    Value(value=kind, title=title, tone="c" if kind == "Rum" else "a", sidc=SYMBOLS.get(kind, ""),
                          letters="" if kind in SYMBOLS else "HQ")
                    for kind, title in TITLES.items())),
                UNIT("area", "Starts in area"), UNIT("depleted", "Depleted"), UNIT("optional", "Optional"),
                UNIT("origin", "Origin", choices=ORIGINS),
            ),
            look=CounterLook(tone="type", symbol="type", label="label", echelon="division"),
        ),
        Entries(
            id="soviet", title="Soviet armies", of="counters", file="counters.toml", path=("soviet",), key="army",
            name="army", tone="b", fields=(ARMY("army", "Army"), ARMY("areas", "Areas", default=[])),
            look=CounterLook(label="army", always="b"),
        ),
        Entries(
            id="cards", title="Event cards", of="cards", file="cards.toml", path=("card",), key="id", name="title",
            back="Event", clauses=("CAU-EVENT-01",),
            fields=(
                CARD("id", "Number"), CARD("title", "Title"), CARD("text", "Text in your own words"),
                CARD("effects", "Effects", kind="effects", written="pairs", low=-10, high=10, default=[], choices=tuple(
                    Value(value=word, title=word, amount=True, doc=doc, clause=clause)
                    for word, (doc, clause) in EFFECTS.items())),
                CARD("weather", "Weather", doc="Weather: #.", clause="CAU-WEATHER-01"),
                CARD("offensive", "Offensive number", doc="Final Offensive: #.", clause="CAU-FO-01"),
                CARD("attack", "Attacks", doc="Soviet attacks: #.", clause="CAU-TARGET-01",
                     choices=tuple(Value(value=word, title=word) for word in ("None", "All", "Even", "Odd", "Any 3"))),
                CARD("random", "Random number", doc="Random number: #.", clause="CAU-CARD-05"),
                CARD("remove", "Out of play", doc="After its event, the card is removed from play.",
                     clause="CAU-EVENT-02"),
                CARD("reshuffle", "Reshuffle", doc="All cards are reshuffled whenever it is drawn.",
                     clause="CAU-CARD-07"),
                CARD("origin", "Origin", choices=ORIGINS),
            ),
        ),
    ),
)  # fmt: skip
