"""How the workshop draws and edits the files of The Cauldron's board."""

from __future__ import annotations

from mamayev.engine.workshop import ORIGINS, AreaSheet, CounterLook, Entries, Value, Workshop
from mamayev.match.schema import Schema

from .cards import CardData
from .map import Area
from .units import KINDS, SYMBOLS, ArmyForm, UnitData

AREA, UNIT, ARMY, CARD = (Schema(form) for form in (Area, UnitData, ArmyForm, CardData))
EFFECTS = {
    "wounded": ("The Wounded marker moves by #.", "CAU-IP-02"),
    "ssi": ("The Strategic Situation Index moves by #.", "CAU-EVENT-01"),
    "supply": ("Supply moves by #.", "CAU-AIR-05"),
    "offensive": ("The Final Offensive moves by #, not below 0.", "CAU-FO-01"),
    "ip": ("Initiative Points of this turn change by #.", "CAU-IP-03"),
    "no-appeal": ("No Appeals are allowed this turn.", "CAU-APPEAL-02"),
    "luftwaffe-marker": ("1 takes the Luftwaffe +1 marker, -1 returns it: #.", "CAU-COMMIT-03"),
    "hoth-marker": ("The player takes the Hoth +1 marker.", "CAU-COMMIT-04"),
    "airlift-each-turn": ("Supply changes by # after each airlift, for the rest of the game.", "CAU-AIR-01"),
    "manstein": ("At an index of # or more, the player takes the Manstein marker and removes the card.", "CAU-VP-06"),
    "airlift-roll": ("# on this turn's airlift roll.", "CAU-AIR-01"),
    "barrage": ("Activated Prepared Defenses turned over: #.", "CAU-PDM-08"),
    "evacuate": ("Up to # Wounded are evacuated at no cost.", "CAU-EVAC-04"),
    "upkeep": ("This turn's full upkeep costs # more.", "CAU-EVENT-01"),
    "movement-supply": ("Each movement payment this turn costs # more supply.", "CAU-MOVE-03"),
}
TITLES = {"HQ": "headquarters", **{kind: KINDS[kind] for kind in SYMBOLS}, "Rum": "Rumanian infantry"}

WORKSHOP = Workshop(
    areas=AreaSheet(
        file="map.toml", path=("area",), number="number", neighbours="adjacent", shapes="shapes.json",
        outlines=("areas",), borders=("arcs",), keeps=(("relief_values",),),
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
                CARD("remove", "Out of play", doc="After its event the card is removed from play.",
                     clause="CAU-EVENT-02"),
                CARD("reshuffle", "Reshuffle", doc="All cards are reshuffled whenever it is drawn.",
                     clause="CAU-CARD-07"),
                CARD("origin", "Origin", choices=ORIGINS),
            ),
        ),
    ),
)  # fmt: skip
