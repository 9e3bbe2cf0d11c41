"""How the workshop draws and fills in the files of The Cauldron's board."""

from __future__ import annotations

from typing import get_args

from mamayev.engine.workshop import ORIGINS, AreaSheet, CounterLook, Entries, Field, Value, Workshop

from ..look.scene import ENTITIES, KINDS
from .components import AREAS, Effect

ORIGIN = Field(name="origin", title="Origin", kind="choice", choices=ORIGINS, default="stated")
EFFECTS = {
    "wounded": ("The Wounded marker moves by #.", "CAU-IP-02"),
    "ssi": ("The Strategic Situation Index moves by #.", "CAU-EVENT-01"),
    "supply": ("Supply moves by #.", "CAU-AIR-05"),
    "offensive": ("The Final Offensive moves by #, not below 0.", "CAU-FO-01"),
    "ip": ("This turn's Initiative Points change by #.", "CAU-IP-03"),
    "no-appeal": ("No Appeal may be made in this turn.", "CAU-APPEAL-02"),
    "luftwaffe-marker": ("1 takes the Luftwaffe +1 marker, -1 gives it up: #.", "CAU-COMMIT-03"),
    "hoth-marker": ("The Hoth +1 marker is taken.", "CAU-COMMIT-04"),
    "airlift-each-turn": ("Supply changes by # after each airlift, for the rest of the game.", "CAU-AIR-01"),
    "manstein": ("With an index of # or more the Manstein marker is taken and the card removed.", "CAU-VP-06"),
    "airlift-roll": ("# on this turn's airlift roll.", "CAU-AIR-01"),
    "barrage": ("So many activated Prepared Defenses are turned over: #.", "CAU-PDM-08"),
    "evacuate": ("Up to # Wounded are evacuated at no cost.", "CAU-EVAC-04"),
    "upkeep": ("This turn's full upkeep costs # more.", "CAU-EVENT-01"),
    "movement-supply": ("Each movement payment costs # supply in this turn.", "CAU-MOVE-03"),
}
TITLES = {"HQ": "headquarters", **{kind: KINDS[kind] for kind in ENTITIES}, "Rum": "Rumanian infantry"}

WORKSHOP = Workshop(
    areas=AreaSheet(
        file="map.toml", path=("area",), number="number", neighbours="adjacent", shapes="shapes.json",
        outlines=("areas",), borders=("arcs",), keeps=(("relief_values",),),
        fields=(
            Field(name="name", title="Name", must=True),
            Field(name="inside", title="Inside the Perimeter", kind="flag", default=False),
            Field(name="key", title="Star", kind="flag", default=False),
            Field(name="airfield", title="Airfield", kind="flag", default=False),
            Field(name="stalingrad", title="Stalingrad", kind="flag", default=False),
            Field(name="entry", title="Relief comes in", kind="choice", default="",
                  choices=tuple(Value(value=letter, title=letter) for letter in "ABCD")),
            ORIGIN,
        ),
    ),
    entries=(
        Entries(
            id="counters", title="Axis", of="counters", file="counters.toml", path=("unit",), key="id", group="type",
            fields=(
                Field(name="id", title="Id", kind="id", must=True), Field(name="name", title="Name", must=True),
                Field(name="label", title="Stands on it", must=True),
                Field(name="type", title="Type", kind="choice", must=True, choices=tuple(
                    Value(value=kind, title=title, tone="c" if kind == "Rum" else "a",
                           sidc=f"1003100000{ENTITIES[kind]}0000" if kind in ENTITIES else "",
                           letters="" if kind in ENTITIES else "HQ")
                    for kind, title in TITLES.items())),
                Field(name="area", title="Starts in area", kind="number", low=0, high=AREAS, default=0),
                Field(name="depleted", title="Depleted", kind="flag", default=False),
                Field(name="optional", title="Optional", kind="flag", default=False), ORIGIN,
            ),
            look=CounterLook(tone="type", symbol="type", label="label", echelon="division"),
        ),
        Entries(
            id="soviet", title="Soviet armies", of="counters", file="counters.toml", path=("soviet",), key="army",
            name="army", tone="b",
            fields=(
                Field(name="army", title="Army", must=True),
                Field(name="areas", title="Areas", kind="numbers", low=1, high=AREAS, must=True, default=[]),
            ),
            look=CounterLook(label="army", always="b"),
        ),
        Entries(
            id="cards", title="Event cards", of="cards", file="cards.toml", path=("card",), key="id", name="title",
            back="Event", clauses=("CAU-EVENT-01",),
            fields=(
                Field(name="id", title="Number", kind="number", low=1, high=25, must=True),
                Field(name="title", title="Title", must=True),
                Field(name="text", title="Text in your words", must=True),
                Field(name="effects", title="Effects", kind="effects", must=True, written="pairs", low=-10, high=10,
                      default=[], choices=tuple(
                          Value(value=word, title=word, amount=True, doc=EFFECTS[word][0], clause=EFFECTS[word][1])
                          for word in get_args(Effect))),
                Field(name="weather", title="Weather", kind="choice", must=True, clause="CAU-WEATHER-01",
                      doc="Drawn for the weather: #.",
                      choices=tuple(Value(value=word, title=word) for word in ("Fair", "Poor", "Same"))),
                Field(name="offensive", title="Offensive number", kind="numbers", must=True, low=-10, high=10,
                      doc="For the Final Offensive: #.", clause="CAU-FO-01"),
                Field(name="attack", title="Attacks", kind="choice", must=True, doc="For Soviet attacks: #.",
                      clause="CAU-TARGET-01", choices=tuple(
                    Value(value=word, title=word) for word in ("None", "All", "Even", "Odd", "Any 3"))),
                Field(name="random", title="Random number", kind="number", low=1, high=13, must=True,
                      doc="Random number: #.", clause="CAU-CARD-05"),
                Field(name="remove", title="Out of play", kind="flag", default=False, clause="CAU-EVENT-02",
                      doc="After its event the card is removed from play."),
                Field(name="reshuffle", title="Reshuffle", kind="flag", default=False, clause="CAU-CARD-07",
                      doc="Whenever it is drawn, all cards are shuffled."), ORIGIN,
            ),
        ),
    ),
)  # fmt: skip
