"""The scene of The Cauldron, built once from the components and the ledger."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator

from mamayev.engine import scene as sc
from mamayev.terrain.look import phases

from ..printed.cards import CardData
from ..printed.components import Components
from ..printed.editions import Edition
from ..printed.map import Area
from ..printed.shapes import Shapes, shapes
from ..printed.units import KINDS, SYMBOLS, UnitData
from ..rules.charts import LEVELS, WEATHER, Charts
from ..rules.evaluation import TURNS
from ..rules.setting import Setting
from ..rules.victory import HISTORY
from .player_aid import charts

PHASES = {
    "set-up": "Set-up",
    "strategic": "Strategic Phase",
    "german": "German Phase",
    "soviet": "Soviet Phase",
    "evaluation": "Evaluation Phase",
}
FINAL_OFFENSIVE = 8
COLLAPSE = 20


# ---------------------------------------------------------------- the scene


def scene(table: Setting) -> sc.Scene:
    """Return the scene for this table's components and options."""
    components = table.components
    drawing = shapes(components.drawing)
    areas = [area for area in components.areas if area is not None]
    return sc.Scene(
        game=table.game.name,
        title=table.book.title,
        edition=table.edition,
        unit=drawing.unit,
        frame=frame(drawing),
        counter={"side": drawing.counter.side, "gap": drawing.counter.gap},
        seats=[sc.SeatName("german", "6th Army", "axis")],
        sides=[sc.Side("axis", "German", "a", "Germans"), sc.Side("soviet", "Soviet", "b", "Soviets")],
        notice=notice(components, table.book.card),
        phases=phases(table, PHASES, once="set-up"),
        spaces=[*area_spaces(areas, drawing), *relief_boxes(table.book.relief_box)],
        borders=borders(areas, drawing),
        terrains=[sc.Terrain("steppe", "Steppe", "steppe"), sc.Terrain("city", "Stalingrad", "city")],
        scenery=[*ground(drawing), *ways(areas, drawing), *places(areas, drawing), *lettering(drawing)],
        tracks=tracks(components),
        charts=charts(table),
        decks=[deck(components, table.book)],
        pieces=pieces(components, hollidt=table.book.hollidt),
        marks=list(MARKS),
        victory=victory_scale(table.charts),
    )


def victory_scale(charts: Charts) -> sc.VictoryScale:
    """Return the victory levels (CAU-LEVEL-01 to CAU-LEVEL-05) and the historical result."""
    lowest, highest = charts.levels[0][2], charts.levels[-1][2]
    return sc.VictoryScale(
        levels=[
            sc.VictoryLevel(
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
    """Return the frame as left, top, width and height. (The drawing gives left, top, right and bottom.)"""
    left, top, right, bottom = drawing.frame
    return (left, top, right - left, bottom - top)


def notice(components: Components, card: str = "card") -> str:
    """Return a sentence about the reconstructed components, or ""."""
    areas = sum(area is not None and area.origin == "reconstructed" for area in components.areas)
    cards = sum(card.origin == "reconstructed" for card in components.cards)
    parts = []
    if areas:
        parts.append(f"the names, places and connections of {areas} areas")
    if cards:
        parts.append(f"most of the text on {cards} {card}s")
    if not parts:
        return ""
    return (
        f"Reconstructed, because the rulebook came without them: {' and '.join(parts)}; area numbers, setup, tables "
        "and rules are the rulebook's."
    )


def area_spaces(areas: list[Area], drawing: Shapes) -> list[sc.Space]:
    """Return the 64 areas with their outlines."""
    outlines = {shape.number: shape for shape in drawing.areas}
    found = []
    for area in areas:
        shape = outlines[area.number]
        flags = {"key": area.key, "airfield": area.airfield, "city": area.stalingrad}
        found.append(
            sc.Space(
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


def relief_boxes(word: str) -> list[sc.Space]:
    """Return the five boxes of the Relief Force track."""
    return [
        sc.Space(
            id=f"box-{box}",
            label=str(box),
            name=f"{word} {box}",
            kind="box",
            neighbours=tuple(f"box-{other}" for other in (box - 1, box + 1) if 1 <= other <= 5),
            origin="stated",
        )
        for box in range(1, 6)
    ]


def borders(areas: list[Area], drawing: Shapes) -> list[sc.Border]:
    """Return the borders between areas. The map's adjacency, not the drawing, determines whether a border is open."""
    found = []
    for arc in drawing.arcs:
        one, other = arc.areas
        kind = arc.kind
        if kind != "river":
            kind = "open" if other in areas[one - 1].adjacent else "blocked"
        found.append(sc.Border((str(one), str(other)), kind, arc.points))
    return found


def ground(drawing: Shapes) -> Iterator[sc.Scenery]:
    """Yield the far bank, ridges and gullies, the Volga with its islands, the city, and the streams."""
    right = drawing.frame[2]
    west, east = drawing.volga.west_bank, drawing.volga.east_bank
    yield sc.Scenery(kind="fill", style="far", shape=[*east, (right, east[-1][1]), (right, east[0][1])])
    for ridge in drawing.terrain.ridges:
        yield sc.Scenery(kind="line", style="ridge", width=1.6, points=ridge.points)
    for gully in drawing.terrain.gullies:
        yield sc.Scenery(kind="line", style="gully", points=gully)
    yield sc.Scenery(kind="fill", style="water", shape=[*west, *reversed(east)], name="Volga")
    for island in drawing.volga.islands:
        yield sc.Scenery(kind="fill", style="far", shape=island.polygon, name=island.name)
    for bank in (west, east):
        yield sc.Scenery(kind="line", style="bank", points=bank)
    yield sc.Scenery(kind="fill", style="city", shape=drawing.terrain.built_up)
    for river in drawing.rivers:
        if river.kind == "stream":
            yield sc.Scenery(kind="line", style="stream", width=river.width, points=river.points, name=river.name)


def ways(areas: list[Area], drawing: Shapes) -> Iterator[sc.Scenery]:
    """Yield the railways, the rivers that block movement, and the crossings."""
    for railway in drawing.railways:
        yield sc.Scenery(kind="line", style="railway", points=railway.points, name=railway.name)
    for river in drawing.rivers:
        if river.kind == "river":
            yield sc.Scenery(kind="line", style="river", width=river.width, points=river.points, name=river.name)
    for bridge in drawing.bridges:
        yield sc.Scenery(kind="line", style="bridge", points=across(bridge.at, bridge.along))
    drawn = {frozenset(arc.areas) for arc in drawing.arcs}
    sites = {shape.number: shape.site for shape in drawing.areas}
    for area in areas:
        for other in area.adjacent:
            if other > area.number and frozenset((area.number, other)) not in drawn:
                # A player's own map can join areas that do not touch in our drawing.
                yield sc.Scenery(kind="line", style="bridge", points=[sites[area.number], sites[other]])


def across(at: sc.Point, along: sc.Point, length: float = 2.0) -> list[sc.Point]:
    """Return a stroke of this length through a point, perpendicular to a direction."""
    size = math.hypot(*along)
    x, y = along[1] / size * length / 2, -along[0] / size * length / 2
    return [(at[0] - x, at[1] - y), (at[0] + x, at[1] + y)]


def places(areas: list[Area], drawing: Shapes) -> Iterator[sc.Scenery]:
    """Yield the settlements, quarters of the city, airfields and heights."""
    for area, shape in zip(areas, sorted(drawing.areas, key=lambda one: one.number), strict=True):
        yield sc.Scenery(kind="place", style="town", rank=2, at=shape.site, name=area.name)
    for place in drawing.places:
        yield sc.Scenery(kind="place", style="town", rank=place.rank, at=place.at, name=place.name)
    sites = {field.area: field.at for field in drawing.airfields}
    outlines = {shape.number: shape.marker for shape in drawing.areas}
    for area in areas:
        if area.airfield:
            at = sites.get(area.number, outlines[area.number])
            yield sc.Scenery(kind="place", style="airfield", rank=2, at=at, name=area.name)
    for height in drawing.terrain.heights:
        yield sc.Scenery(kind="place", style="height", rank=4, at=height.at, name=height.name)


def lettering(drawing: Shapes) -> Iterator[sc.Scenery]:
    """Yield the names along the water and beside the city."""
    for text in drawing.lettering:
        yield sc.Scenery(kind="text", style=text.style, points=text.points, name=text.name)


TRACKS = (
    sc.Track(id="turn", title="Turn", kind="boxes", min=1, max=TURNS, board="turns", primary=True,
          marks=[sc.TrackMark(14, "may yield"), sc.TrackMark(TURNS, "game ends")],
          clauses=("CAU-TRACK-02", "CAU-END-01", "CAU-VP-08")),
    sc.Track(id="offensive", title="FO", kind="boxes", min=0, max=FINAL_OFFENSIVE, board="turns", primary=True,
          marks=[sc.TrackMark(FINAL_OFFENSIVE, "start", "bad")], clauses=("CAU-FO-01", "CAU-FO-04")),
    sc.Track(id="morale", title="Morale", kind="scale", max=40, primary=True,
          marks=[sc.TrackMark(COLLAPSE, "collapse", "bad"), sc.TrackMark(25, "25 VP", "good")],
          clauses=("CAU-MORALE-01", "CAU-MORALE-02", "CAU-MORALE-03", "CAU-COL-01", "CAU-VP-05")),
    sc.Track(id="supply", title="Supply", kind="scale", max=30, primary=True, clauses=("CAU-AIR-05", "CAU-UPK-01")),
    sc.Track(id="ip", title="Initiative", kind="scale", max=8, primary=True, clauses=("CAU-IP-01", "CAU-IP-02")),
    sc.Track(id="wounded", title="Wounded", kind="scale", max=25, primary=True,
          marks=[sc.TrackMark(COLLAPSE, "collapse", "bad")], clauses=("CAU-COL-01", "CAU-IP-02")),
    sc.Track(id="tally", title="Move tally", kind="scale", max=5, marks=[sc.TrackMark(5, "pay")],
          clauses=("CAU-MOVE-02", "CAU-MOVE-04", "CAU-MOVE-06")),
    sc.Track(id="ssi", title="Strategic Situation", kind="dial", max=10, primary=True,
          marks=[sc.TrackMark(0, "instant defeat", "bad")], clauses=("CAU-SSI-01", "CAU-SSI-02", "CAU-SSI-03")),
)  # fmt: skip
STATES = (
    sc.Track(id="weather", title="Weather", kind="states", states=WEATHER, clauses=("CAU-WEATHER-03",)),
    sc.Track(id="luftwaffe", title="Luftwaffe", kind="states", states=LEVELS[1:], clauses=("CAU-COMMIT-07",)),
    sc.Track(id="relief", title="Relief", kind="states", states=LEVELS[1:], clauses=("CAU-COMMIT-07",)),
)


def tracks(components: Components) -> list[sc.Track]:
    """Return a track for every value that the rulebook tracks."""
    relief = sc.Track(
        id="relief-force",
        title="Relief force",
        kind="boxes",
        min=1,
        max=5,
        spaces=tuple(f"box-{box}" for box in range(1, 6)),
        values={f"box-{box}": f"{value:+d}" for box, value in enumerate(components.relief_values, 1)},
        clauses=("CAU-RELIEF-01", "CAU-MORALE-03", "CAU-LINK-01"),
    )
    return [*TRACKS, relief, *STATES]


# ---------------------------------------------------------------- cards, counters, markers


def deck(components: Components, book: Edition) -> sc.Deck:
    """Return the event cards with their printed text."""
    cards = [card_face(card) for card in components.cards]
    return sc.Deck("events", book.cards, len(cards), cards, book.card, book.several)


def card_face(card: CardData) -> sc.CardFace:
    """Return one card. Draws refer to its lines by id."""
    lines = [
        sc.CardLine("event", "", card.text),
        sc.CardLine("weather", "Weather", card.weather),
        sc.CardLine("offensive", "Offensive", " / ".join(f"{n:+d}" if n else "0" for n in card.offensive)),
        sc.CardLine("attack", "Attack", card.attack),
        sc.CardLine("random", "Random Number", str(card.random)),
    ]
    if card.remove:
        lines.insert(1, sc.CardLine("remove", "", "Remove from Play"))
    if card.reshuffle:
        lines.append(sc.CardLine("reshuffle", "", "Reshuffle"))
    return sc.CardFace(card.id, card.title, lines, "stated" if card.origin == "stated" else "reconstructed")


def pieces(components: Components, *, hollidt: bool) -> list[sc.Piece]:
    """Return all counters: the army, the relief force, and one Soviet unit per area."""
    found = [unit_piece(unit) for unit in components.units]
    found += [
        sc.Piece(
            id=commander.lower(),
            name=f"Relief force under {commander}",
            label=commander[:4],
            side="axis",
            tone="a",
            symbol={"sidc": SYMBOLS["Pz"], "echelon": "army"},
            kind="relief",
        )
        for commander in (("Hoth", "Hollidt") if hollidt else ("Hoth",))
    ]
    found += [
        sc.Piece(
            id=f"soviet-{area.number}",
            name=f"{army} Army",
            label=army_label(army),
            side="soviet",
            tone="b",
            symbol={"sidc": SYMBOLS["Inf"], "echelon": "army"},
            kind="infantry",
        )
        for area in components.areas
        if area is not None
        for army in [army_of(components, area.number)]
    ]
    return found


def unit_piece(unit: UnitData) -> sc.Piece:
    """Return an Axis counter. The HQ and the battlegroups have only one side."""
    one_sided = unit.type in ("HQ", "BG")
    return sc.Piece(
        id=unit.id,
        name=unit.name,
        label=unit.label,
        side="axis",
        tone="c" if unit.type == "Rum" else "a",
        symbol={"letters": "HQ", "echelon": "army"}
        if unit.type == "HQ"
        else {"sidc": SYMBOLS[unit.type], "echelon": "regiment" if unit.type == "BG" else "division"},
        kind=KINDS[unit.type],
        faces=("full",) if one_sided else ("full", "depleted"),
    )


def army_of(components: Components, area: int) -> str:
    """Return the army that gives its name to an area's Soviet unit: the army that is set up there, or else an army from
    the reserve.

    Names are decoration (CAU-FLOW-07).
    """
    start = {number: army for army, number in components.soviet}
    return start.get(area, components.soviet_reserve[area % len(components.soviet_reserve)])


def army_label(army: str) -> str:
    """Return the label for an army: 62A for "62nd", 2GA for "2nd Guards", and initials for a name without a number."""
    number = re.match(r"\d*", army)
    initials = [word[0] for word in army.split()]
    return f"{number.group()}{''.join(initials[1:])}A" if number and number.group() else "".join(initials)


MARKS = (
    sc.Mark(id="pdm-active", name="Prepared Defense, activated", symbol="battlement", clauses=("CAU-PDM-08",)),
    sc.Mark(id="pdm-inactive", name="Prepared Defense, inactive", symbol="battlement", filled=False,
         clauses=("CAU-PDM-09",)),
    sc.Mark(id="hit", name="Hit", symbol="hit", clauses=("CAU-ATK-14", "CAU-ATK-15")),
    sc.Mark(id="breakthrough", name="Breakthrough", symbol="breakthrough", clauses=("CAU-RELIEF-15",)),
    sc.Mark(id="supply", name="Attack supply", symbol="supply", clauses=("CAU-ATK-06", "CAU-ATK-07")),
    sc.Mark(id="letter", name="Broken out from entry", symbol="letter", clauses=("CAU-BREAK-02",)),
    sc.Mark(id="entry", name="Entry area", symbol="letter", filled=False, clauses=("CAU-HOTH-04",)),
    sc.Mark(id="drawn", name="A German unit must start here", symbol="letter", clauses=("CAU-VARPL-01",)),
    sc.Mark(id="key-area", name="Key Area", symbol="letter", filled=False, clauses=("CAU-WHATIF-06", "CAU-WHATIF-11")),
    sc.Mark(id="entry-used", name="Entry area of the relief force", symbol="letter", clauses=("CAU-HOTH-04",)),
)  # fmt: skip
"""Information markers that can be in spaces."""
