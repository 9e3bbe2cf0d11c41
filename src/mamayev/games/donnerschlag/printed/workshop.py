"""How the workshop draws and fills in the files of Donnerschlag's board."""

from __future__ import annotations

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

from .cards import EFFECTS
from .map import EDGES, FIRST_ROW, SEATS, ZONE_NAMES
from .units import KIND_TITLES, KINDS, SYMBOLS

SIDES = (Value(value="axis", title="Axis", tone="a"), Value(value="soviet", title="Soviet", tone="b"))
ID = Field(name="id", title="Id", kind="id", must=True)
NAME = Field(name="name", title="Name", must=True)
START = (
    Field(name="start", title="Starts", kind="hex", default=""),
    Field(name="turn", title="Arrives in turn", kind="number", low=0, high=8, default=0),
    Field(name="card", title="Comes by a card", kind="flag", default=False),
)


DOES = {
    "shift": ("The odds shift by # columns.", "DON-SHIFT-02"),
    "modifier": ("# on the combat die.", "DON-DRM-01"),
    "strength": ("# more strength.", "DON-SHIFT-02"),
    "river": ("What an unbridged river bars or costs is lifted.", "DON-TERR-03"),
    "settlement": ("The modifier of a settlement does not count.", "DON-DRM-01"),
    "no-tank-shift": ("The attacker has no Tank Shift.", "DON-SHIFT-05"),
    "no-combined-arms": ("The attacker has no Combined Arms Shift.", "DON-SHIFT-03"),
    "tank-hit": ("A tank that attacks loses a step after the combat.", "DON-CARDWIN-04"),
    "no-losses": ("No step is lost by the result; a retreat stands.", "DON-CARDWIN-04"),
    "no-zone-loss": ("No step is lost for a retreat into an enemy zone of control.", "DON-CARDWIN-04"),
    "fewer-losses": ("# steps fewer are lost.", "DON-CARDWIN-04"),
    "no-retreat": ("Nobody retreats.", "DON-CARDWIN-04"),
    "no-air": ("No air card may be played for the rest of the turn.", "DON-CARDWIN-04"),
    "cancel-air": ("An air card in this combat does not count.", "DON-CARDWIN-04"),
    "advance": ("One tank unit that advanced may go one hex further.", "DON-ADV-02"),
    "reroll": ("The combat die just thrown is thrown once more.", "DON-CARDWIN-04"),
    "cancel": ("A card just played from the enemy's hand does not take place.", "DON-BOX-04"),
    "schwerpunkt": ("The Schwerpunkt marker becomes available.", "DON-SCHWER-01"),
    "limit": ("A hand limit is six for the rest of the game.", "DON-CCARD-02"),
    "trade": ("An activation card is exchanged for one of the discard pile.", "DON-CARDWIN-04"),
    "look": ("The enemy's combat cards are looked at, and one is discarded.", "DON-CARDWIN-04"),
    "rob": ("The enemy discards a card of a hand at random.", "DON-CCARD-17"),
    "survival": ("The 6th Army survives for one turn more.", "DON-TRACK-06"),
    "replacements": ("Replacements of # steps.", "DON-REPL-01"),
    "draw": ("# units are drawn from a cup.", "DON-CUP-05"),
    "tigers": ("s.Pz.Abt. 503 joins a Panzer division.", "DON-AXACT-07"),
    "naval": ("The Naval Rifle Brigade comes.", "DON-CCARD-11"),
    "bridge": ("A bridge is laid over a river hexside beside a German unit.", "DON-RIVER-04"),
    "ford": ("A motorised unit need not stop after crossing a river.", "DON-RIVER-02"),
    "haste": ("Activated units have # movement points more.", "DON-MOVE-03"),
    "activation": ("One activation more takes place at once.", "DON-CARDWIN-04"),
    "convoy": ("All units of a formation count as in supply until the end of the turn.", "DON-OOS-03"),
    "relieve": ("# Out of Supply markers are taken off.", "DON-SUP-08"),
    "headquarters": ("A Soviet HQ is placed or moved.", "DON-HQ-04"),
}
"""What each effect does, and where the rules speak of it."""


def _event(name: str, title: str, clause: str) -> tuple[Field, ...]:
    return (
        Field(name=f"{name}.text", title=f"{title}: text in your words"),
        Field(name=f"{name}.when", title=f"{title}: windows", kind="list", doc=f"{title} event, played: #.",
              clause="DON-CCARD-05"),
        Field(name=f"{name}.roll", title=f"{title}: die up to", kind="number", low=0, high=6, default=0,
              doc="It needs a die up to #.", clause=clause),
        Field(name=f"{name}.effects", title=f"{title}: effects", kind="effects", written="tables", choices=tuple(
            Value(value=word, title=word, amount="n" in says, doc=DOES[word][0], clause=DOES[word][1])
            for word, (_, says) in EFFECTS.items()
        )),
        Field(name=f"{name}.remove", title=f"{title}: out of the game", kind="flag", default=False,
              doc="Then the card is out of the game.", clause="DON-CCARD-16"),
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
                Value(value=".", title="Clear", fill="steppe"), Value(value="v", title="Minor village", fill="rough"),
                Value(value="T", title="Town", fill="city"), Value(value="C", title="City", fill="city"),
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
                ID, NAME, Field(name="side", title="Side", kind="choice", choices=SIDES, default=""),
                Field(name="type", title="Type", kind="choice", must=True,
                      choices=tuple(Value(value=kind, title=title, sidc=symbol)
                                    for kind, title, symbol in zip(KINDS, KIND_TITLES, SYMBOLS, strict=False))),
                Field(name="front", title="Front", kind="pair", must=True, high=10),
                Field(name="back", title="Back", kind="pair", high=10),
                Field(name="formation", title="Formation", default=""), Field(name="army", title="Army", default=""),
                Field(name="colour", title="Colour", default=""), *START,
                Field(name="attached", title="Attached to", default=""),
                Field(name="stated", title="Stated", kind="flag", default=False),
            ),
            look=CounterLook(tone="side", symbol="type", figures=("front",), label="name", echelon="battalion"),
        ),
        Entries(
            id="headquarters", title="Headquarters", of="counters", file="units.toml", path=("headquarters",), key="id",
            group="side",
            fields=(
                ID, NAME, Field(name="side", title="Side", kind="choice", choices=SIDES, must=True),
                Field(name="formation", title="Formation", must=True),
                Field(name="range", title="Range", kind="number", high=10, must=True),
                Field(name="movement", title="Movement", kind="number", high=10, must=True), *START,
            ),
            look=CounterLook(tone="side", figures=("range", "movement"), label="formation"),
        ),
        Entries(
            id="combat", title="Combat cards", of="cards", file="cards.toml", path=("combat",), key="id", name="title",
            group="side", copies="copies", back="Combat", clauses=("DON-CCARD-07",),
            fields=(
                Field(name="id", title="Id", must=True), Field(name="title", title="Title", must=True),
                Field(name="side", title="Side", kind="choice", choices=SIDES, must=True),
                Field(name="copies", title="Copies", kind="number", low=1, high=5, must=True),
                Field(name="late", title="From turn 4", kind="flag", must=True, default=False),
                Field(name="air", title="Air", kind="flag", default=False),
                *_event("general", "General", "DON-CCARD-08"),
                *_event("tactical", "Tactical", "DON-CCARD-09"),
                Field(name="stated", title="Stated", default=""),
            ),
        ),
        Entries(
            id="activation", title="Activation cards", of="cards", file="cards.toml", path=("activation",), key="title",
            name="title", group="side", copies="copies", back="Activation", clauses=("DON-ACARD-01", "DON-ACARD-04"),
            fields=(
                Field(name="title", title="Title", must=True),
                Field(name="side", title="Side", kind="choice", choices=SIDES, must=True),
                Field(name="copies", title="Copies", kind="number", low=1, high=10, must=True),
                Field(name="late", title="From turn 4", kind="flag", must=True, default=False),
                Field(name="kind", title="Activates", kind="choice", must=True,
                      choices=tuple(Value(value=kind, title=kind) for kind in (
                          "any", "colour", "colour-or-formation", "formation", "hq-or-formation", "schwerpunkt"))),
                Field(name="whom", title="Whom", default=""),
            ),
        ),
    ),
)  # fmt: skip
