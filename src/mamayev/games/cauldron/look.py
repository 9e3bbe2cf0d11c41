"""How The Cauldron looks: the scene once, built from the components and the ledger, and the picture of a position."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from mamayev.engine.scene import (
    Arrow,
    Border,
    CardFace,
    CardLine,
    Chart,
    Deck,
    DeckState,
    HeldMarker,
    Mark,
    MarkAt,
    Phase,
    Picture,
    Piece,
    PieceAt,
    Point,
    Pool,
    Scene,
    Scenery,
    SeatName,
    SeenCard,
    Side,
    Space,
    StepLine,
    Terrain,
    Track,
    TrackMark,
    UnitSymbol,
    Verdict,
    VictoryLevel,
    VictoryScale,
)

from . import rumors
from .attacks import best_first
from .board import bits
from .cards import LINES
from .charts import IN_WORDS, LEVELS, WEATHER, Charts, limits, rows_of
from .components import TYPES, Area, CardData, Components, Shapes, UnitData, shapes
from .control import (
    before_first_count,
    council_bonus,
    count_morale,
    held_for_ring,
    hq_lost,
    in_set_up,
    keys,
    morale,
    morale_parts,
    unit_is_isolated,
)
from .editions import Edition
from .evaluation import TURNS
from .position import BOX_0, DEPLETED, NO_EFFECT, SPACES, TARGETS, Pocket
from .soviet import assaults, two_numbers
from .strategic import full_upkeep
from .variable import Plan
from .victory import HISTORY

if TYPE_CHECKING:
    from .table import CauldronTable

PHASES = {
    "set-up": "Set-up",
    "strategic": "Strategic Phase",
    "german": "German Phase",
    "soviet": "Soviet Phase",
    "evaluation": "Evaluation Phase",
}
FINAL_OFFENSIVE = 8
COLLAPSE = 20
LETTERS = "ABCD"
MEN = 1500
"""What an evacuated wounded factor stands for (CAU-SCALE-07)."""


# ---------------------------------------------------------------- the scene


def scene(table: CauldronTable) -> Scene:
    """How the game looks with the components and options of this table."""
    components = table.components
    drawing = shapes(components.drawing)
    areas = [area for area in components.areas if area is not None]
    return Scene(
        game=table.game.name,
        title=table.book.title,
        edition=table.edition,
        unit=drawing.unit,
        frame=frame(drawing),
        counter={"side": drawing.counter.side, "gap": drawing.counter.gap},
        seats=[SeatName("german", "6th Army", "axis")],
        sides=[Side("axis", "German", "a"), Side("soviet", "Soviet", "b")],
        notice=notice(components, table.book.card),
        phases=phases(table),
        spaces=[*area_spaces(areas, drawing), *relief_boxes(table.book.relief_box)],
        borders=borders(areas, drawing),
        terrains=[Terrain("steppe", "Steppe", "steppe"), Terrain("city", "Stalingrad", "city")],
        scenery=[*ground(drawing), *ways(areas, drawing), *places(areas, drawing), *lettering(drawing)],
        tracks=tracks(components),
        charts=charts(table),
        decks=[deck(components, table.book)],
        pieces=pieces(components, hollidt=table.book.hollidt),
        marks=marks(),
        options=[{"name": name, "value": value} for name, value in table.options.items()],
        victory=victory_scale(table.charts),
    )


def victory_scale(charts: Charts) -> VictoryScale:
    """The levels of victory (CAU-LEVEL-01 to CAU-LEVEL-05), and what the historical result is worth."""
    lowest, highest = charts.levels[0][2], charts.levels[-1][2]
    return VictoryScale(
        levels=[
            VictoryLevel(
                title=name,
                from_=None if name == lowest else low,
                to=None if name == highest else high,
                side="soviet" if name.startswith("Soviet") else "axis",
            )
            for low, high, name in charts.levels
        ],
        history=HISTORY,
    )


def frame(drawing: Shapes) -> tuple[float, float, float, float]:
    """Left, top, width and height; the drawing gives left, top, right, bottom."""
    left, top, right, bottom = drawing.frame
    return (left, top, right - left, bottom - top)


def notice(components: Components, card: str = "card") -> str:
    """What is made up, in one sentence; empty where the components say that nothing is."""
    areas = sum(area is not None and area.origin == "reconstructed" for area in components.areas)
    cards = sum(card.origin == "reconstructed" for card in components.cards)
    parts = []
    if areas:
        parts.append(f"the names, places and connections of {areas} areas")
    if cards:
        parts.append(f"most of what stands on {cards} {card}s")
    if not parts:
        return ""
    return (
        f"Reconstructed, because the rulebook came without them: {' and '.join(parts)}; area numbers, set-up, tables "
        "and rules are the rulebook's."
    )


def phases(table: CauldronTable) -> list[Phase]:
    """The sequence of play, from the steps that the rules run."""
    found: dict[str, Phase] = {}
    for step in table.steps.values():
        phase = found.setdefault(step.phase, Phase(step.phase, PHASES[step.phase], [], once=step.phase == "set-up"))
        phase.steps.append(StepLine(step.id, step.title, step.clauses))
    return list(found.values())


def area_spaces(areas: list[Area], drawing: Shapes) -> list[Space]:
    """The 64 areas with their outlines."""
    outlines = {shape.number: shape for shape in drawing.areas}
    found = []
    for area in areas:
        shape = outlines[area.number]
        flags = {"key": area.key, "airfield": area.airfield, "city": area.stalingrad}
        found.append(
            Space(
                id=str(area.number),
                label=str(area.number),
                name=area.name,
                kind="area",
                shape=shape.polygon,
                counters=shape.counter,
                markers=shape.marker,
                text=shape.label,
                features=tuple(name for name, held in flags.items() if held),
                terrain="city" if area.stalingrad else "steppe",
                neighbours=tuple(str(other) for other in area.adjacent),
                origin="stated" if area.origin == "stated" else "reconstructed",
            )
        )
    return found


def relief_boxes(word: str) -> list[Space]:
    """The five boxes of the Relief Force track; the fifth touches the area of the relief force's letter."""
    return [
        Space(
            id=f"box-{box}",
            label=str(box),
            name=f"{word} {box}",
            kind="box",
            neighbours=tuple(f"box-{other}" for other in (box - 1, box + 1) if 1 <= other <= 5),
            origin="stated",
        )
        for box in range(1, 6)
    ]


def borders(areas: list[Area], drawing: Shapes) -> list[Border]:
    """The lines between areas; whether one is open is told by the map's adjacency, not by the drawing."""
    found = []
    for arc in drawing.arcs:
        one, other = arc.areas
        kind = arc.kind
        if kind != "river":
            kind = "open" if other in areas[one - 1].adjacent else "blocked"
        found.append(Border((str(one), str(other)), kind, arc.points))
    return found


def ground(drawing: Shapes) -> Iterator[Scenery]:
    """Far bank, ridges and gullies, the Volga with its islands, the city, the streams."""
    right = drawing.frame[2]
    west, east = drawing.volga.west_bank, drawing.volga.east_bank
    yield Scenery(kind="fill", style="far", shape=[*east, (right, east[-1][1]), (right, east[0][1])])
    for ridge in drawing.terrain.ridges:
        yield Scenery(kind="line", style="ridge", width=1.6, points=ridge.points)
    for gully in drawing.terrain.gullies:
        yield Scenery(kind="line", style="gully", points=gully)
    yield Scenery(kind="fill", style="water", shape=[*west, *reversed(east)], name="Volga")
    for island in drawing.volga.islands:
        yield Scenery(kind="fill", style="far", shape=island.polygon, name=island.name)
    for bank in (west, east):
        yield Scenery(kind="line", style="bank", points=bank)
    yield Scenery(kind="fill", style="city", shape=drawing.terrain.built_up)
    for river in drawing.rivers:
        if river.kind == "stream":
            yield Scenery(kind="line", style="stream", width=river.width, points=river.points, name=river.name)


def ways(areas: list[Area], drawing: Shapes) -> Iterator[Scenery]:
    """Railways, the rivers that bar the way, and what leads across."""
    for railway in drawing.railways:
        yield Scenery(kind="line", style="railway", points=railway.points, name=railway.name)
    for river in drawing.rivers:
        if river.kind == "river":
            yield Scenery(kind="line", style="river", width=river.width, points=river.points, name=river.name)
    for bridge in drawing.bridges:
        yield Scenery(kind="line", style="bridge", points=across(bridge.at, bridge.along))
    drawn = {frozenset(arc.areas) for arc in drawing.arcs}
    sites = {shape.number: shape.site for shape in drawing.areas}
    for area in areas:
        for other in area.adjacent:
            if other > area.number and frozenset((area.number, other)) not in drawn:
                # A player's own map may join areas that do not touch in our drawing.
                yield Scenery(kind="line", style="bridge", points=[sites[area.number], sites[other]])


def across(at: Point, along: Point, length: float = 2.0) -> list[Point]:
    """A stroke of this length through a point, square to a direction."""
    size = math.hypot(*along)
    x, y = along[1] / size * length / 2, -along[0] / size * length / 2
    return [(at[0] - x, at[1] - y), (at[0] + x, at[1] + y)]


def places(areas: list[Area], drawing: Shapes) -> Iterator[Scenery]:
    """Settlements, quarters of the city, airfields, heights."""
    for area, shape in zip(areas, sorted(drawing.areas, key=lambda one: one.number), strict=True):
        yield Scenery(kind="place", style="town", rank=2, at=shape.site, name=area.name)
    for place in drawing.places:
        yield Scenery(kind="place", style="town", rank=place.rank, at=place.at, name=place.name)
    sites = {field.area: field.at for field in drawing.airfields}
    outlines = {shape.number: shape.marker for shape in drawing.areas}
    for area in areas:
        if area.airfield:
            at = sites.get(area.number, outlines[area.number])
            yield Scenery(kind="place", style="airfield", rank=2, at=at, name=area.name)
    for height in drawing.terrain.heights:
        yield Scenery(kind="place", style="height", rank=4, at=height.at, name=height.name)


def lettering(drawing: Shapes) -> Iterator[Scenery]:
    """Names along the water and beside the city."""
    for text in drawing.lettering:
        yield Scenery(kind="text", style=text.style, points=text.points, name=text.name)


def tracks(components: Components) -> list[Track]:
    """The instruments: every value that the rulebook keeps on a track."""
    return [
        Track(
            id="turn",
            title="Turn",
            kind="boxes",
            min=1,
            max=TURNS,
            board="turns",
            marks=[TrackMark(14, "may yield"), TrackMark(TURNS, "game ends")],
            clauses=("CAU-TRACK-02", "CAU-END-01", "CAU-VP-08"),
            primary=True,
        ),
        Track(
            id="offensive",
            title="FO",
            kind="boxes",
            min=0,
            max=FINAL_OFFENSIVE,
            board="turns",
            marks=[TrackMark(FINAL_OFFENSIVE, "start", "bad")],
            clauses=("CAU-FO-01", "CAU-FO-04"),
            primary=True,
        ),
        Track(
            id="morale",
            title="Morale",
            kind="scale",
            max=40,
            marks=[TrackMark(COLLAPSE, "collapse", "bad"), TrackMark(25, "25 VP", "good")],
            clauses=("CAU-MORALE-01", "CAU-MORALE-02", "CAU-MORALE-03", "CAU-COL-01", "CAU-VP-05"),
            primary=True,
        ),
        Track(
            id="supply",
            title="Supply",
            kind="scale",
            max=30,
            clauses=("CAU-AIR-05", "CAU-UPK-01"),
            primary=True,
        ),
        Track(id="ip", title="Initiative", kind="scale", max=8, clauses=("CAU-IP-01", "CAU-IP-02"), primary=True),
        Track(
            id="wounded",
            title="Wounded",
            kind="scale",
            max=25,
            marks=[TrackMark(COLLAPSE, "collapse", "bad")],
            clauses=("CAU-COL-01", "CAU-IP-02"),
            primary=True,
        ),
        Track(
            id="tally",
            title="Move tally",
            kind="scale",
            max=5,
            marks=[TrackMark(5, "pay")],
            clauses=("CAU-MOVE-02", "CAU-MOVE-04", "CAU-MOVE-06"),
        ),
        Track(
            id="ssi",
            title="Strategic Situation",
            kind="dial",
            max=10,
            marks=[TrackMark(0, "instant defeat", "bad")],
            clauses=("CAU-SSI-01", "CAU-SSI-02", "CAU-SSI-03"),
            primary=True,
        ),
        Track(
            id="relief-force",
            title="Relief force",
            kind="boxes",
            min=1,
            max=5,
            spaces=tuple(f"box-{box}" for box in range(1, 6)),
            values={f"box-{box}": f"{value:+d}" for box, value in enumerate(components.relief_values, 1)},
            clauses=("CAU-RELIEF-01", "CAU-MORALE-03", "CAU-LINK-01"),
        ),
        Track(id="weather", title="Weather", kind="states", states=WEATHER, clauses=("CAU-WEATHER-03",)),
        Track(id="luftwaffe", title="Luftwaffe", kind="states", states=LEVELS[1:], clauses=("CAU-COMMIT-07",)),
        Track(id="relief", title="Relief", kind="states", states=LEVELS[1:], clauses=("CAU-COMMIT-07",)),
    ]


# ---------------------------------------------------------------- charts: the ledger's tables as they are printed

CHART_CLAUSES = {
    "A": ("CAU-COMMIT-01", "CAU-COMMIT-02", "CAU-COMMIT-06"),
    "B": ("CAU-AIR-01", "CAU-AIR-02", "CAU-AIR-03"),
    "C": ("CAU-UPK-06", "CAU-UPK-07", "CAU-UPK-08"),
    "D": ("CAU-APPEAL-03", "CAU-APPEAL-04", "CAU-APPEAL-05", "CAU-APPEAL-06"),
    "E": ("CAU-ATK-12", "CAU-ATK-13"),
    "F": ("CAU-RELIEF-05", "CAU-RELIEF-06", "CAU-RELIEF-07", "CAU-RELIEF-08"),
    "G": ("CAU-SOVATK-02", "CAU-SOVATK-03", "CAU-FOLLOW-01"),
    "H": ("CAU-EVAL-01", "CAU-EVAL-02", "CAU-EVAL-03"),
    "TAC": ("CAU-TAC-02", "CAU-TAC-03", "CAU-TAC-04"),
    "TARGET": ("CAU-TARGET-03", "CAU-TARGET-04", "CAU-TARGET-05"),
    "COST": ("CAU-ACT-02", "CAU-ISO-02", "CAU-HQ-01"),
    "VP": ("CAU-VP-01", "CAU-VP-10"),
    "LEVEL": ("CAU-LEVEL-01", "CAU-LEVEL-05"),
    "VARSET": ("CAU-VARSET-01", "CAU-VARSET-02"),
    "NEWUNIT": ("CAU-VARSET-05", "CAU-VARSET-06"),
    "VARPL": ("CAU-VARPL-01", "CAU-VARPL-02", "CAU-VARPL-03"),
    "WHATIF": ("CAU-WHATIF-01",),
    "COUNCIL": ("CAU-COUNCIL-04", "CAU-COUNCIL-05", "CAU-COUNCIL-08", "CAU-COUNCIL-10", "CAU-COUNCIL-11"),
    "RUMOR-NEW": ("CAU-RUMOR-03",),
    "RUMOR": ("CAU-RUMOR-04", "CAU-RUMOR-05", "CAU-RUMOR-06", "CAU-RUMOR-09", "CAU-RUMOR-17", "CAU-RUMOR-18"),
    "RIVER": ("CAU-RIVER-01", "CAU-RIVER-02", "CAU-RIVER-03"),
}
HEADINGS = {
    "pdms_active": "PDMs active",
    "pdms_inactive": "PDMs inactive",
    "die": "Die roll",
    "ip": "IP",
    "ssi": "SSI",
    "hq_loss_doubles": "HQ loss doubles",
    "<=4": "4 or less",
}
RANGES = {"NEWUNIT": "Die roll", "LEVEL": "Points"}
"""What the range of a table is over, where it is not the Random Number."""
SIGNED = ("H", "VP", "TAC")
MEANINGS = {
    "RUMOR": "With Milch in charge of the airlift, Luftwaffe Shifts Forces is inconclusive on 3-6 and obtains on 7 or "
    "more. The book prints Tiger Tanks dispelled on 1-2 and Zhukov Dies on 1-3: one 3 too few and one too many.",
    "F": "Adv: advance. Rtrt: retreat. NE: no effect. NE*: Adv if a Retreat came up on Table E in this phase.",
    "G": "NE: no effect. W: Wounded +1. DX: a lone depleted unit or battlegroup is lost. X: a loss or a retreat. "
    "{ }: a follow-up attack once the Final Offensive has begun.",
}


MEANINGS_BY_EDITION = {
    "2020": {"D": "#: HQ Politics, the second time no more FoA Appeals. *: FoA +1. @: FoA/Airlift +1."},
    "1996": {"D": "X: FoA +1. @: FoA/Airlift +1."},
}


VERDICTS: dict[str, dict[str, Verdict]] = {
    "A": {"Weak": "bad", "Average": "fair", "Strong": "good"},
    "B": {"+0 supply": "none", **dict.fromkeys((f"+{n} supply" for n in range(1, 10)), "good")},
    "C": {"0": "none", "no loss": "none", **dict.fromkeys(("1", "2", "3", "4", "1 loss"), "bad"),
          **dict.fromkeys((f"{n} losses" for n in range(2, 5)), "bad")},
    "D": {"no effect": "none", **dict.fromkeys(("not granted", "not granted, #"), "bad"),
          **dict.fromkeys(("not granted, *", "not granted, X"), "fair"),
          **dict.fromkeys(("@", "+1 commitment, @", "+2 commitment, @", "granted", "+1 supply", "+2 supply",
                           "+3 supply"), "good")},
    "E": {"No effect": "none", "no effect": "none", "a Hit": "fair", "Retreat": "good", "driven out": "good"},
    "F": {"Adv": "good", "NE": "none", "Rtrt": "bad"},
    "G": {"NE": "none", "W": "fair", "DX": "fair", "DX, no effect": "none",
          **dict.fromkeys(("X", "X, area lost", "X, loss", "X, loss or defense"), "bad")},
    "H": {"+0": "none", **dict.fromkeys((f"+{n}" for n in range(1, 4)), "good"),
          **dict.fromkeys((f"-{n}" for n in range(1, 4)), "bad")},
}  # fmt: skip
"""What the results of the tables mean for the German player. On Table G a W costs a Wounded, a DX only a weak unit."""


def charts(table: CauldronTable) -> list[Chart]:
    """Tables A to H, the derived ones, and those of the optional rules that are played."""

    def played(data: dict[str, Any]) -> bool:
        return "optional" not in data or bool(table.options.get(data["optional"].replace("-", "_")))

    def printed(data: dict[str, Any]) -> dict[str, Any]:
        rows = rows_of(data, table.edition)
        # A map of the player's own has its own rivers.
        if data["id"] == "CAU-T-RIVER":
            rows = [list(pair) for pair in table.components.river_pairs]
        return data | {"rows": rows, "modifiers": [one for one in data["modifiers"] if played(one)]}

    meanings = MEANINGS | MEANINGS_BY_EDITION[table.edition]
    return [chart(printed(data), meanings) for data in table.ledger.data["table"] if played(data)]


def chart(table: dict[str, Any], meanings: dict[str, str]) -> Chart:
    """One table; a pair of columns min and max becomes a range, or goes where a text column says the same."""
    name = table["id"].removeprefix("CAU-T-")
    columns = table["columns"]
    bounds = [columns.index("min"), columns.index("max")] if "min" in columns else []
    kept = [place for place, column in enumerate(columns) if place not in bounds and not column.startswith("printed")]
    bracketed = [str(die) for die in table.get("bracketed", ())]
    headings = [f"{{{columns[place]}}}" if columns[place] in bracketed else heading(columns[place]) for place in kept]
    rows = [[cell(row[place], signed=name in SIGNED) for place in kept] for row in table["rows"]]
    if bounds and "die" not in columns:
        headings.insert(0, RANGES.get(name, "Random Number"))
        for cells, row in zip(rows, table["rows"], strict=True):
            cells.insert(0, limits(row[bounds[0]], row[bounds[1]]))
    return Chart(
        id=name,
        title=table["title"].removesuffix(" (optional)"),
        columns=headings,
        rows=rows,
        modifiers=[modifier(one) for one in table["modifiers"]],
        note=meanings.get(name, ""),
        clauses=CHART_CLAUSES[name],
        verdicts=VERDICTS.get(name, {}),
        words=IN_WORDS.get(name, {}),
    )


def heading(column: str) -> str:
    """A column's key as a heading."""
    text = column.replace("_", " ")
    return HEADINGS.get(column, text[:1].upper() + text[1:])


def cell(value: object, *, signed: bool) -> str:
    """One cell as text."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return limits(*value)
    if isinstance(value, int):
        return f"{value:+d}" if signed and value else str(value)
    return HEADINGS.get(str(value), str(value))


def modifier(one: dict[str, Any]) -> str:
    """A modifier as a line under its table."""
    value = one["value"]
    change = f"{value:+d}" if isinstance(value, int) and value else str(value)
    return f"{one['when']}: {change}" + (f" ({one['applies']})" if "applies" in one else "")


# ---------------------------------------------------------------- cards, counters, markers


def deck(components: Components, book: Edition) -> Deck:
    """The event cards with all that is printed on them."""
    cards = [card_face(card) for card in components.cards]
    return Deck("events", book.cards, len(cards), cards, book.card, book.several)


def card_face(card: CardData) -> CardFace:
    """One card; the ids of its lines are those that draws name."""
    lines = [
        CardLine("event", "", card.text),
        CardLine("weather", "Weather", card.weather),
        CardLine("offensive", "Offensive", " / ".join(f"{n:+d}" if n else "0" for n in card.offensive)),
        CardLine("attack", "Attack", card.attack),
        CardLine("random", "Random Number", str(card.random)),
    ]
    if card.remove:
        lines.insert(1, CardLine("remove", "", "Remove from Play"))
    if card.reshuffle:
        lines.append(CardLine("reshuffle", "", "Reshuffle"))
    return CardFace(card.id, card.title, lines, "stated" if card.origin == "stated" else "reconstructed")


# What a unit is, as the entity of a 20-digit symbol code.
ENTITIES = {"Inf": "121100", "Mot": "121104", "Pz": "120500", "Rum": "121100", "BG": "121000"}
KINDS = {"Inf": "infantry", "Mot": "motorized", "Pz": "armour", "Rum": "infantry", "BG": "battlegroup", "HQ": "hq"}


def symbol(entity: str, echelon: str) -> UnitSymbol:
    """A land unit of this entity; the counter tells the side, so the frame is the rectangular one."""
    return {"sidc": f"1003100000{entity}0000", "echelon": echelon}


def pieces(components: Components, *, hollidt: bool) -> list[Piece]:
    """All counters: the army, the relief force, and one Soviet unit for every area."""
    found = [unit_piece(unit) for unit in components.units]
    found += [
        Piece(
            id=commander.lower(),
            name=f"Relief force under {commander}",
            label=commander[:4],
            side="axis",
            tone="a",
            symbol=symbol(ENTITIES["Pz"], "army"),
            kind="relief",
        )
        for commander in (("Hoth", "Hollidt") if hollidt else ("Hoth",))
    ]
    found += [
        Piece(
            id=f"soviet-{area.number}",
            name=f"{army} Army",
            label=army_label(army),
            side="soviet",
            tone="b",
            symbol=symbol(ENTITIES["Inf"], "army"),
            kind="infantry",
        )
        for area in components.areas
        if area is not None
        for army in [army_of(components, area.number)]
    ]
    return found


def unit_piece(unit: UnitData) -> Piece:
    """An Axis counter; the HQ and battlegroups are one-sided."""
    one_sided = unit.type in ("HQ", "BG")
    return Piece(
        id=unit.id,
        name=unit.name,
        label=unit.label,
        side="axis",
        tone="c" if unit.type == "Rum" else "a",
        symbol={"letters": "HQ", "echelon": "army"}
        if unit.type == "HQ"
        else symbol(ENTITIES[unit.type], "regiment" if unit.type == "BG" else "division"),
        kind=KINDS[unit.type],
        faces=("full",) if one_sided else ("full", "depleted"),
    )


def army_of(components: Components, area: int) -> str:
    """CAU-FLOW-07: names are decoration. Each area has one: of the army set up there, else from the reserve."""
    start = {number: army for army, number in components.soviet}
    return start.get(area, components.soviet_reserve[area % len(components.soviet_reserve)])


def army_label(army: str) -> str:
    """ "62nd" is 62A, "2nd Guards" is 2GA; without a number it is the initials."""
    number = re.match(r"\d*", army)
    initials = [word[0] for word in army.split()]
    return f"{number.group()}{''.join(initials[1:])}A" if number and number.group() else "".join(initials)


def marks() -> list[Mark]:
    """Information markers that lie in spaces."""
    return [
        Mark(id="pdm-active", name="Prepared Defense, activated", symbol="battlement", clauses=("CAU-PDM-08",)),
        Mark(
            id="pdm-inactive",
            name="Prepared Defense, inactive",
            symbol="battlement",
            filled=False,
            clauses=("CAU-PDM-09",),
        ),
        Mark(id="hit", name="Hit", symbol="hit", clauses=("CAU-ATK-14", "CAU-ATK-15")),
        Mark(id="breakthrough", name="Breakthrough", symbol="breakthrough", clauses=("CAU-RELIEF-15",)),
        Mark(id="supply", name="Attack supply", symbol="supply", clauses=("CAU-ATK-06", "CAU-ATK-07")),
        Mark(id="letter", name="Broken out from entry", symbol="letter", clauses=("CAU-BREAK-02",)),
        Mark(id="entry", name="Entry area", symbol="letter", filled=False, clauses=("CAU-HOTH-04",)),
        Mark(id="drawn", name="A German unit must start here", symbol="letter", clauses=("CAU-VARPL-01",)),
        Mark(id="key-area", name="Key Area", symbol="letter", filled=False, clauses=("CAU-WHATIF-06", "CAU-WHATIF-11")),
        Mark(id="entry-used", name="Entry area of the relief force", symbol="letter", clauses=("CAU-HOTH-04",)),
    ]


# ---------------------------------------------------------------- the picture


def picture(p: Pocket, seat: int | None = None) -> Picture:
    """How the table stands. Nothing on it is hidden except the order of the deck, which no position holds."""
    table = p.table
    step = table.step(p)
    units = [(unit, data) for unit, data in enumerate(table.components.units) if p.at[unit]]
    units.sort(key=lambda one: TYPES.index(one[1].type))
    chart = [unit_at(p, unit, data) for unit, data in units]
    relief = f"box-{p.relief_box}" if p.relief_box else str(p.relief_area)
    chart.append(PieceAt(id=table.relief_name(p).lower(), at=relief))
    chart += [soviet_at(p, area) for area in bits(p.soviet)]
    held = held_for_ring(p)
    groups = [data for unit, data in enumerate(table.components.units) if data.type == "BG" and not p.at[unit]]
    waiting = [table.unit_id(unit) for unit in bits(p.frame("set-up")[Plan.waiting])] if in_set_up(p) else []
    defenses = table.components.pdm_limit - sum(p.pdm_active) - sum(p.pdm_inactive)
    return Picture(
        turn=p.turn,
        phase=step.phase if step else "",
        step=step.id if step else "",
        headline=headline(p),
        control={
            str(number): "axis" if held >> number & 1 else "soviet" for number in range(1, len(table.components.areas))
        },
        pieces=chart,
        marks=list(marks_on_table(p)),
        tracks=values(p),
        notes=notes(p),
        held=list(held_markers(p)),
        decks={
            "events": DeckState(
                draw=p.deck.bit_count(),
                discard=list(bits(p.discard)),
                removed=list(bits(p.removed)),
                seen=[SeenCard(p.seen[i], LINES[p.seen[i + 1]]) for i in range(0, len(p.seen), 2)],
            )
        },
        arrows=[
            Arrow(
                kind="attack",
                piece=data.id,
                from_=table.space_id(p.at[unit]),
                to=table.space_id(p.target[unit]),
            )
            for unit, data in units
            if p.target[unit]
        ],
        pools=[
            *([Pool("waiting", "To be placed", len(waiting), tuple(waiting))] if waiting else []),
            Pool("battlegroups", "Battlegroups available", len(groups), tuple(data.id for data in groups)),
            Pool("defenses", "Prepared Defenses available", defenses),
        ],
        lost=[
            data.id
            for unit, data in enumerate(table.components.units)
            if not p.at[unit] and data.type != "BG" and not data.optional and data.id not in waiting
        ],
        standing=f"Supply {p.supply}, morale {morale(p)}, SSI {p.ssi}",
        queue=queue(p),
    )


def queue(p: Pocket) -> tuple[str, ...]:
    """The targets of the attacks that are being resolved and have still to be rolled, in the order that is taken where
    the player leaves it (CAU-FLOW-44); before that those that have been chosen (CAU-TARGET-05)."""
    if p.inside("german.attacks"):
        return tuple(p.table.space_id(p.target[unit]) for unit in best_first(p))
    if p.inside("soviet.attacks"):
        return tuple(p.table.space_id(area) for area, _ in assaults(p))
    if p.inside("soviet.targets.pick"):
        return tuple(p.table.space_id(area) for area in bits(p.soviet_targets))
    return ()


def headline(p: Pocket) -> str:
    """Where the game stands, in three words."""
    if in_set_up(p):
        return f"Before turn {p.turn}"
    return f"Turn {p.turn} of {TURNS}" if p.frames else f"The game is over, turn {p.turn}"


def unit_at(p: Pocket, unit: int, data: UnitData) -> PieceAt:
    """A unit with the side that shows and what there is to know about it."""
    states = {
        "unsupplied": p.unsupplied >> unit & 1,
        "isolated": unit_is_isolated(p, unit),
        "acted": p.rolled >> unit & 1,
    }
    two_sided = data.type not in ("HQ", "BG")
    return PieceAt(
        id=data.id,
        at=p.table.space_id(p.at[unit]),
        face="depleted" if two_sided and p.steps[unit] == DEPLETED else "full",
        states=tuple(name for name, on in states.items() if on),
    )


def soviet_at(p: Pocket, area: int) -> PieceAt:
    """CAU-FLOW-07: a Soviet unit with the name that it has brought along, if it comes from elsewhere."""
    found = PieceAt(id=f"soviet-{area}", at=str(area))
    if p.armies[area] != area:
        army = army_of(p.table.components, p.armies[area])
        found.name, found.label = f"{army} Army", army_label(army)
    return found


def supply_on_table(p: Pocket) -> bytearray:
    """The supply committed to attacks, by space."""
    row = p.attack_supply[:SPACES]
    for target in range(SPACES, TARGETS):
        row[BOX_0 + 1 + (target - SPACES) // 4] += p.attack_supply[target]
    return row


def marks_on_table(p: Pocket) -> Iterator[MarkAt]:
    """The markers in areas and Relief boxes."""
    table = p.table
    for letter, area in zip(LETTERS, table.board.entries, strict=True):
        used = letter == LETTERS[p.relief_letter]
        yield MarkAt("entry-used" if used else "entry", str(area), 1, letter)
    for mark, row in (("pdm-active", p.pdm_active), ("pdm-inactive", p.pdm_inactive), ("supply", supply_on_table(p))):
        for space, count in enumerate(row):
            if count:
                yield MarkAt(mark, table.space_id(space), count)
    for mark, mask in (("hit", p.hits), ("breakthrough", p.breakthrough)):
        for area in bits(mask):
            yield MarkAt(mark, str(area))
    broken_out = {(space, p.letter[unit]) for unit, space in enumerate(bytes(p.at)) if space > BOX_0 and p.letter[unit]}
    for space, number in sorted(broken_out):
        yield MarkAt("letter", table.space_id(space), 1, LETTERS[number - 1])
    for area in bits(p.frame("set-up")[Plan.german]) if in_set_up(p) else ():
        if not p.count[area]:
            yield MarkAt("drawn", str(area), 1, "!")
    for area in bits(keys(p) & ~table.board.key):
        yield MarkAt("key-area", str(area), 1, "K")


def values(p: Pocket) -> dict[str, int | str | None]:
    """Where every track stands; None before its first roll."""
    return {
        "turn": p.turn,
        "offensive": p.offensive,
        "morale": morale(p),
        "supply": p.supply,
        "ip": p.ip,
        "wounded": p.wounded,
        "tally": p.tally,
        "ssi": p.ssi,
        "relief-force": p.relief_box or None,
        "weather": WEATHER[p.weather],
        "luftwaffe": LEVELS[p.luftwaffe] or None,
        "relief": LEVELS[p.relief] or None,
    }


def notes(p: Pocket) -> dict[str, str]:
    """What stands behind a track's value, in a few words."""
    table = p.table
    letter = LETTERS[p.relief_letter]
    where = f"in {table.board.names[p.relief_area]}" if p.relief_area else f"towards entry {letter}"
    found = {
        "morale": "none after the surrender" if p.surrendered else morale_note(p),
        "supply": f"full upkeep costs {full_upkeep(p)}",
        "ip": f"{morale(p)} morale / 5, less {p.wounded} Wounded / 5",
        "ssi": f"Table A: {commitment_modifier(p.ssi)}",
        "offensive": f"Final Offensive since turn {p.launched}" if p.launched else offensive_number(p),
        "relief-force": f"{table.relief_name(p)}, {where} ({table.board.names[table.board.entries[p.relief_letter]]})",
        "weather": f"Table B: {WEATHER[p.weather]} row",
    }
    if p.evacuated:
        found["wounded"] = f"{p.evacuated} evacuated so far: {MEN * p.evacuated:,} men"
    if p.tally:
        found["tally"] = "1 IP and 1 supply fall due"
    return found


def morale_note(p: Pocket) -> str:
    """How the morale is made up."""
    if morale(p) != count_morale(p):
        return f"of step 5; counted now it would be {count_morale(p)}"
    held, relief = morale_parts(p)
    key_areas = (held & keys(p)).bit_count()
    force = "not counted yet" if before_first_count(p) else relief
    return f"{held.bit_count() - key_areas} areas, {key_areas} Key Areas x 3, relief force {force}"


def commitment_modifier(ssi: int) -> str:
    """CAU-COMMIT-02: what the SSI does to both commitment rolls."""
    if ssi >= 9:
        return "+2"
    if ssi >= 7:
        return "+1"
    return "0" if ssi == 6 else "-1" if ssi == 5 else "-2"


def offensive_number(p: Pocket) -> str:
    """CAU-FO-02, CAU-FO-03: which number of a two-number card counts."""
    number, _ = two_numbers(p)
    if number is None:
        return f"Final Offensive: two-number {p.table.book.several} count nothing"
    return f"Final Offensive: {('left', 'right')[number]}-hand number counts"


def held_markers(p: Pocket) -> Iterator[HeldMarker]:
    """Markers that the player holds and events that last."""
    if p.foa:
        yield HeldMarker("foa", "FoA Received", "Regular Attacks carry no penalty.", ("CAU-APPEAL-14", "CAU-FOA-05"))
    if p.foa_bonus == 1:
        yield HeldMarker("foa-bonus", "FoA +1", "Adds 1 to every Freedom of Action Appeal.", ("CAU-APPEAL-07",))
    elif p.foa_bonus == 2:
        yield HeldMarker(
            "foa-bonus",
            "FoA/Airlift +1",
            "Adds 1 to Appeals for Freedom of Action and for an airlift.",
            ("CAU-APPEAL-08", "CAU-APPEAL-09", "CAU-APPEAL-10"),
        )
    if p.politics == 1:
        yield HeldMarker("politics", "HQ Politics", "Another # ends all Freedom of Action Appeals.", ("CAU-APPEAL-11",))
    elif p.politics == 2:
        yield HeldMarker(
            "politics", "No FoA Appeal", "Freedom of Action can no longer be asked for.", ("CAU-APPEAL-12",)
        )
    if p.commitment:
        yield HeldMarker(
            "commitment",
            f"Commitment +{p.commitment}",
            f"Adds {p.commitment} to both commitment rolls of the next Strategic Phase, then it is gone.",
            ("CAU-APPEAL-16", "CAU-COMMIT-05"),
        )
    if p.luftwaffe_marker:
        yield HeldMarker(
            "luftwaffe-marker", "Luftwaffe +1", "Adds 1 to every Luftwaffe commitment roll.", ("CAU-COMMIT-03",)
        )
    if p.hoth_marker:
        yield HeldMarker("hoth-marker", "Hoth +1", "Adds 1 to every relief commitment roll.", ("CAU-COMMIT-04",))
    if p.manstein:
        yield HeldMarker("manstein", "Manstein", "Worth a victory point at the end.", ("CAU-VP-06",))
    if p.attacks_without_foa:
        yield HeldMarker(
            "attacks-without-foa",
            f"Attack w/o FoA {p.attacks_without_foa}",
            f"Takes {p.attacks_without_foa} from the Table H roll.",
            ("CAU-FOA-01", "CAU-FOA-02", "CAU-FOA-03"),
        )
    if p.appeal_penalty:
        yield HeldMarker(
            "appeal-penalty",
            "Appeal penalty",
            "Takes 1 from the next Appeal.",
            ("CAU-FOA-04", "CAU-APPEAL-15", "CAU-FLOW-18"),
        )
    if p.surrendered == 1:
        yield HeldMarker("surrender", "No FoA Surrender", "Takes 2 from every Table H roll.", ("CAU-SURR-03",))
    elif p.surrendered == 2:
        yield HeldMarker("surrender", "FoA Surrender", "Takes 1 from every Table H roll.", ("CAU-SURR-04",))
    elif p.surrendered:
        title = "No FoA Surrender" if p.surrendered == 3 else "FoA Surrender"
        change = "Takes 1 from" if p.surrendered == 3 else "Takes nothing from"
        yield HeldMarker(
            "surrender", title, f"{change} every Table H roll, by the council's terms.", ("CAU-COUNCIL-09",)
        )
    if hq_lost(p) and not in_set_up(p):
        yield HeldMarker("hq-lost", "HQ lost", "Every Action costs double.", ("CAU-HQ-01", "CAU-HQ-03"))
    if p.collapsed:
        yield HeldMarker(
            "collapse", "Collapse", "Each unit is rolled for in the Soviet Phase.", ("CAU-COL-07", "CAU-COL-09")
        )
    if p.what_if > NO_EFFECT:
        text = p.table.what_if(p)
        yield HeldMarker("what-if", "What if", f"{text[:1].upper()}{text[1:]}.", ("CAU-WHATIF-01",))
    yield from of_optional_rules(p)
    yield from lasting_events(p)


def of_optional_rules(p: Pocket) -> Iterator[HeldMarker]:
    """The counters of the Council of War and of rumors."""
    if p.council & 1:
        yield HeldMarker(
            "council",
            "Council of War",
            "No Appeal while it is held; returned in a German Phase it calls the council.",
            ("CAU-COUNCIL-02", "CAU-COUNCIL-03"),
        )
    if p.council > 1:
        bonus = council_bonus(p)
        text = f"Adds {bonus} to Appeals and Regular Attacks."
        yield HeldMarker("council-bonus", f"Resolve +{bonus}", text, ("CAU-COUNCIL-11",))
    if p.rumor:
        clauses = ("CAU-RUMOR-04", rumors.DRAWS[p.rumor - 1])
        yield HeldMarker("rumor", f"Rumor: {rumors.name(p, p.rumor)}", rumors.standing(p), clauses)
    for rumor in rumors.obtained_rumors(p):
        line = p.table.charts.rumors[rumor - 1]
        text = f"It is true: {line.effect}."
        yield HeldMarker(f"rumor-{rumors.IDS[rumor - 1]}", line.name, text, (rumors.EFFECTS[rumor - 1],))


def lasting_events(p: Pocket) -> Iterator[HeldMarker]:
    """What random events do beyond the moment of the draw."""
    clauses = ("CAU-EVENT-01",)
    if p.appeal_barred:
        yield HeldMarker("event-appeal", "No Appeal", "No Appeal may be made this turn.", clauses)
    for name, title, change, what in (
        ("event-airlift-each-turn", "Airlift, lasting", p.airlift_each_turn, "supply after every airlift"),
        ("event-airlift", "Airlift", p.event_airlift, "this turn's airlift roll"),
        ("event-upkeep", "Upkeep", p.event_upkeep, "the supply for this turn's full upkeep"),
        ("event-movement", "Movement", p.event_movement, "the supply for each movement payment this turn"),
        ("event-ip", "Initiative", p.event_ip, "this turn's Initiative Points"),
    ):
        if change:
            yield HeldMarker(name, f"{title} {change:+d}", f"Changes {what} by {change:+d}.", clauses)
