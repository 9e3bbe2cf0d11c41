"""How Donnerschlag looks, as data. The forms are those of docs/protocol.md; the shapes are drawn for the eye alone."""

from __future__ import annotations

import math
from typing import Any, Literal

from mamayev.engine import scene as sc
from mamayev.engine.words import counted
from mamayev.terrain.grid import Hexes
from mamayev.terrain.look import board as hex_grid
from mamayev.terrain.look import rivers
from mamayev.terrain.supply import Supply

from ..printed.board import Board
from ..printed.cards import (
    ACTIVATION,
    AFTER,
    BEFORE,
    BOX,
    COMBAT,
    DECKS,
    DISCARD,
    DRAW,
    EVENT_NAMES,
    HAND,
    KIND_NAMES,
    REACT,
    REMOVED,
    ROLL,
)
from ..printed.map import AXIS, NO_BRIDGE, OFF_MAP, SEATS, SOVIET, TERRAINS, ZONE_NAMES
from ..printed.shapes import Zone
from ..printed.units import (
    ALARM,
    ARMIES,
    COLOURS,
    CUP_NAMES,
    FORMATIONS,
    GROUPS,
    HEADQUARTERS,
    IN_CUP,
    KIND_TITLES,
    LOST,
    NONE,
    ROMANIANS,
    SNAFU,
    SYMBOLS,
    TANK,
    WAITING,
    members,
)
from ..rules.combat import Declared
from ..rules.combat_locals import Combat
from ..rules.forecasts import column_name
from ..rules.position import NOT_CALLED, SIDE_NAMES, Operation
from ..rules.preparation import SUPREME
from ..rules.setting import Setting
from ..rules.threat import Blow, shifting_cards, threats
from ..rules.verbs import STEPS
from ..rules.victory import LAST_BOX, LONGER
from .panel import MOVE_STAGE, acting, activation, combat, command, stage

SILHOUETTES: tuple[sc.Silhouette, ...] = ("tank", "motorized", "infantry", "cavalry")
"""By kind."""
TERRAIN = {
    ".": sc.Terrain("clear", TERRAINS["."], "steppe"),
    "v": sc.Terrain("village", TERRAINS["v"], "steppe"),
    "T": sc.Terrain("town", TERRAINS["T"], "city"),
    "C": sc.Terrain("city", TERRAINS["C"], "city"),
}
PLACE_STYLE = {"village": ("village", 3), "town": ("city", 2), "city": ("city", 1)}
LEVELS = (17, 28, 44, 72)
"""Hex widths on the screen at which the levels of the zoom begin, in pixels; the first is the smallest."""
ROAD_WIDTH = {"major": 4.0, "minor": 2.0}
NOTICE = (
    "Map, counters, set-up and most card texts are a reconstruction: the rulebook was at hand, the components were "
    "not. What the rulebook states of them is marked."
)
PHASES = (
    ("preparation", "Preparation"), ("admin", "Admin Phase"), ("action", "Action Phase"),
)  # fmt: skip


def scene(table: Setting) -> sc.Scene:
    board, grid = table.board, table.board.grid
    return sc.Scene(
        game=table.game.name, title=table.game.title, edition=table.edition, unit="km/12.5",
        frame=board.drawing.frame, counter={"side": 28.5, "gap": 1.5},
        seats=[sc.SeatName("axis", "Axis player", "axis"), sc.SeatName("soviet", "Soviet player", "soviet")],
        sides=[sc.Side("axis", "Axis", "a"), sc.Side("soviet", "Soviet", "b")],
        notice=NOTICE,
        phases=[
            sc.Phase(
                phase, title, [sc.StepLine(s.id, s.title, s.clauses) for s in STEPS if s.phase == phase],
                once=phase == "preparation",
            )
            for phase, title in PHASES
        ],
        spaces=[space(board, h, name) for h, name in board.names.items()],
        grid=hex_grid(
            grid, lambda h: board.terrain_at[grid.ids[h]], {code: terrain.id for code, terrain in TERRAIN.items()}
        ),
        levels=tuple(width / 50 for width in LEVELS[1:]),
        sums=1,  # strength
        stacks=[
            sc.StackSlots(28.5, [(0.0, 0.0)]),
            sc.StackSlots(28.5, [(-1.4, 1.4), (1.4, -1.4)]),
            sc.StackSlots(28.5, [(-2.8, 2.8), (0.0, 0.0), (2.8, -2.8)]),
        ],
        borders=rivers(grid, sorted(board.rivers)),
        terrains=list(TERRAIN.values()), scenery=scenery(board), tracks=tracks(), charts=charts(table),
        decks=decks(board),
        pieces=[piece(board, u) for u in range(len(board.units))],
        marks=[
            sc.Mark(id="schwerpunkt", name="Schwerpunkt", symbol="disc", clauses=("DON-SCHWER-01", "DON-RANGE-02")),
            sc.Mark(id="overrun", name="HQ Overrun", symbol="letter", filled=False, clauses=("DON-OVERRUN-06",)),
            sc.Mark(id="bridge", name="Bridge", symbol="control", clauses=("DON-RIVER-04",)),
        ],
        options=[{"name": name, "value": value} for name, value in table.options.items()],
    )  # fmt: skip


def space(board: Board, h: int, name: str) -> sc.Space:
    """A hex with a settlement."""
    grid = board.grid
    letter = board.terrain_at[grid.ids[h]]
    features = (TERRAIN[letter].id, *(("road",) if board.road & grid.bit[h] else ()))
    stated = grid.ids[h] in board.stated
    return sc.Space(
        id=grid.ids[h], label=grid.ids[h], name=name, kind="hex", features=features,
        origin="stated" if stated else "reconstructed",
    )  # fmt: skip


def scenery(board: Board) -> list[sc.Scenery]:
    """Zones, gullies, roads, rivers, bridges, settlements and names."""
    drawn = board.drawing
    found = [sc.Scenery(kind="fill", style="zone", name=zone.id, shape=zone.outline) for zone in drawn.zones]
    found += [sc.Scenery(kind="line", style="gully", width=1.0, points=line, levels=(2, 3)) for line in drawn.gullies]
    found += [
        sc.Scenery(kind="fill", style="city", shape=place.footprint, levels=(1, 3)) for place in drawn.settlements
    ]
    for road in drawn.roads:
        style = "railway" if road.class_ == "rail" else "road"
        width = ROAD_WIDTH.get(road.class_, 3.0)
        rank = {"major": 1, "minor": 2}.get(road.class_, 0)
        found.append(sc.Scenery(kind="line", style=style, width=width, rank=rank, points=road.points))
    found += [
        sc.Scenery(kind="line", style="river", name=course.name, width=course.width, points=course.points)
        for course in (*([drawn.don] if drawn.don is not None else []), *drawn.rivers)
    ]
    found += [bridge(entry.at, entry.angle, entry.length) for entry in drawn.bridges]
    for place in drawn.settlements:
        style, rank = PLACE_STYLE[place.kind]
        name, levels = board.names.get(board.hex[place.hex]), (0, 3) if rank < 3 else (1, 3)
        if name:
            found.append(sc.Scenery(kind="place", style=style, name=name, rank=rank, at=place.at, levels=levels))
    found += [
        sc.Scenery(kind="text", style=text.style, name=text.name, points=text.points, levels=(1, 3))
        for text in drawn.lettering
    ]
    return found + [zone_letter(zone) for zone in drawn.zones]


def bridge(at: tuple[float, float], angle: float, length: float) -> sc.Scenery:
    """The deck of a bridge, along its road."""
    dx, dy = (length / 2 * turn(math.radians(angle)) for turn in (math.cos, math.sin))
    x, y = at
    return sc.Scenery(kind="line", style="bridge", width=5.0, points=[(x - dx, y - dy), (x + dx, y + dy)])


def zone_letter(zone: Zone) -> sc.Scenery:
    """The letter of a meeting zone, in its middle."""
    xs, ys = zip(*zone.outline, strict=True)
    x, y = (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2
    return sc.Scenery(
        kind="text", style="region", name=f"Zone {zone.id}", points=[(x - 60, y), (x + 60, y)], levels=(0, 3),
    )  # fmt: skip


def tracks() -> list[sc.Track]:
    """Turns, the Donnerschlag marker and its sides, the Schlachtenglück marker."""
    marks = [sc.TrackMark(turn, "Soviets") for turn in (2, 3, 6, 7)]
    marks += [sc.TrackMark(4, "17. Pz"), sc.TrackMark(4, "late cards"), sc.TrackMark(8, "last effort")]
    return [
        sc.Track(id="turn", title="Turn", kind="boxes", min=1, max=8, marks=sorted(marks, key=lambda mark: mark.at),
                 clauses=("DON-SCALE-03", "DON-SEQ-05"), primary=True),
        sc.Track(id="advance", title="Donnerschlag", kind="boxes", min=0, max=LONGER,
                 marks=[sc.TrackMark(LAST_BOX, "end", "bad"), sc.TrackMark(LONGER, "survival")],
                 clauses=("DON-TRACK-01", "DON-TRACK-02", "DON-TRACK-05"), primary=True),
        sc.Track(id="survival", title="6th Army", kind="states", states=("Normal", "Survival"),
                 clauses=("DON-TRACK-06",)),
        sc.Track(id="luck", title="Schlachtenglück", kind="states", states=tuple(seat.title() for seat in SEATS),
                 clauses=("DON-SCHLACHT-01", "DON-SCHLACHT-04"), primary=True),
    ]  # fmt: skip


CHARTS = {
    "combat": "DON-T-CRT", "terrain": "DON-T-TERRAIN", "rivers": "DON-T-RIVER", "shifts": "DON-T-SHIFT",
    "modifiers": "DON-T-DRM", "activation": "DON-T-ACT", "retreat": "DON-T-RETREAT", "sequence": "DON-T-SEQ",
    "turns": "DON-T-TURNS", "fate": "DON-T-CARDFATE", "placing": "DON-T-PLACE", "call": "DON-T-CALL",
}  # fmt: skip
CITED = {
    "combat": ("DON-CRT-01", "DON-CRT-02"), "terrain": ("DON-TERR-01",), "rivers": ("DON-RIVER-01", "DON-TERR-03"),
    "shifts": ("DON-SHIFT-01",), "modifiers": ("DON-DRM-01",), "activation": ("DON-CMD-03",),
    "retreat": ("DON-RETREAT-12",), "sequence": ("DON-SEQ-01",), "turns": ("DON-REINF-03",),
    "fate": ("DON-CCARD-16",), "placing": ("DON-REPL-02", "DON-DRAW-03"), "call": ("DON-TRACK-10",),
}  # fmt: skip


VERDICTS: dict[str, dict[str, sc.Verdict]] = {
    "combat": {
        "1AR": "bad", "AR": "bad", "1A": "bad", "--": "none", "DR": "fair", "1DR": "good", "2DR": "good", "3DR": "good",
    },
}  # fmt: skip
"""What results mean for the attacker, from bad to good."""


def charts(table: Setting) -> list[sc.Chart]:
    """The tables of the ledger that the rules read, or that say what they do."""
    tables = {entry["id"]: entry for entry in table.game.ledger().data["table"]}
    return [
        sc.Chart(
            id=name, title=tables[entry]["title"],
            columns=[column.replace("_", " ").capitalize() for column in tables[entry]["columns"]],
            rows=[[cell(value) for value in row] for row in tables[entry]["rows"]],
            note=tables[entry]["note"], clauses=CITED[name],
            verdicts=VERDICTS.get(name, {}), attacking=name in VERDICTS,
        )
        for name, entry in CHARTS.items()
    ]  # fmt: skip


def cell(value: Any) -> str:
    """A cell of a table."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)


# ------------------------------------------------------------------ cards


def decks(board: Board) -> list[sc.Deck]:
    """The four decks; each copy is a card of its own."""
    return [
        sc.Deck(
            DECKS[s][kind], f"{SIDE_NAMES[s]} {KIND_NAMES[kind]} cards", len(board.deck[s][kind]),
            [face(board, c) for c in board.deck[s][kind]], f"{KIND_NAMES[kind]} card",
        )
        for s in (AXIS, SOVIET)
        for kind in (ACTIVATION, COMBAT)
    ]  # fmt: skip


WAYS = {
    "formation": "Activates the HQ of the formation, and its units in range.",
    "any": "Activates a formation on the board: its HQ and its units in range.",
    "schwerpunkt": "Activates the units within four hexes of the Schwerpunkt marker that are in command.",
    "colour": "Activates all units of this colour of this army.",
    "colour-or-formation": "Activates all units of one colour of one army, or of one formation.",
    "hq-or-formation": "Activates all units in range of one HQ, or all of one formation.",
}


def face(board: Board, c: int) -> sc.CardFace:
    """What is printed on a card."""
    card = board.cards[c]
    origin: Literal["stated", "reconstructed"] = "stated" if card.stated else "reconstructed"
    if card.kind == ACTIVATION:
        return sc.CardFace(c, card.title, [sc.CardLine("way", "", WAYS[card.way])], origin)
    lines = []
    for name, event in zip(EVENT_NAMES, card.events, strict=True):
        if event is not None:
            fate = "leaves the game if it happens" if event.removes else "then discarded"
            lines.append(sc.CardLine(name, name.title(), event.text, event.roll or 6, fate))
    timing, when = played_when({window for event in card.events if event is not None for window in event.windows})
    return sc.CardFace(c, card.title, lines, origin, timing, when)


def played_when(windows: set[int]) -> tuple[str, Literal["before", "after", "any"]]:
    """DON-CARDWIN-06: when a card with events for these windows is played."""
    if windows <= {BEFORE}:
        return "Before combat", "before"
    if windows <= {AFTER, ROLL}:
        return ("Own combat die" if ROLL in windows else "After combat"), "after"
    return ("Answer to a card" if windows == {REACT} else "Any time"), "any"


# ------------------------------------------------------------------ counters


def tone(board: Board, u: int) -> sc.Tone:
    """Germans, Romanians, Soviets."""
    if board.units[u].side == AXIS:
        romanian = board.romanian >> u & 1 or board.units[u].formation in ROMANIANS
        return "c" if romanian else "a"
    return "b"


LONGEST_LABEL = 8


def label(name: str) -> str:
    """What stands at the side of a counter: its name, or where that is long what sets it apart: the last of its
    formations is left to the strip, words to their initials."""
    short = name.partition(" (")[0].removesuffix(" HQ")
    while len(short) > LONGEST_LABEL and "/" in short:
        short = short.rpartition("/")[0]
    if len(short) <= LONGEST_LABEL:
        return short
    return "".join(f" {word}" if word[0].isdigit() else word[0] for word in short.split()).strip()


INKS: dict[str, sc.Ink] = {
    "6P": "cream", "23P": "sky", "17P": "violet", "VI": "brown", "VII": "forest", "GP": "plum",
    "red": "red", "blue": "blue", "yellow": "yellow", "green": "green",
}  # fmt: skip
"""The ink of each Axis formation, and of each Soviet colour."""


def strip(group: int, formation: int) -> sc.Strip | None:
    """Which card activates a unit: the formation, or the colour, also told by the number of blocks, and the army, whose
    ground is dark for the 51st and light for the 2nd Guards."""
    if group != NONE:
        army, _, colour = GROUPS[group].partition("-")
        return sc.Strip(INKS[colour], COLOURS.index(colour) + 1, army == ARMIES[1])
    ink = INKS.get(FORMATIONS[formation]) if formation != NONE else None
    return sc.Strip(ink) if ink else None


def own_strip(p: Operation, u: int) -> sc.Strip | None:
    """The strip of a unit that is attached to a formation, or to a colour, in play."""
    board = p.board
    if u in board.attached:
        return strip(NONE, p.formation(u))
    return strip(p.naval_group, NONE) if u == board.naval else None


def silhouette(board: Board, u: int) -> sc.Silhouette:
    """The silhouette of a combat unit: the other counter set of the box (DON-UNIT-08)."""
    if board.kind[u] == TANK:
        if u in board.stugs:
            return "assault-gun"
        return "sloped-tank" if board.units[u].side == SOVIET else "tank"
    return SILHOUETTES[board.kind[u]]


def piece(board: Board, u: int) -> sc.Piece:
    unit = board.units[u]
    kind = board.kind[u]
    faces = ("full", "reduced") if unit.steps == 2 else ("full",)
    if kind == HEADQUARTERS:
        figures: tuple[str, ...] = (f"R{unit.range} {unit.movement[1] or ''}".strip(),)
    elif kind == SNAFU:
        figures = ()
    elif board.cup[u] == ALARM:
        figures = (f"({unit.strength[1]})",)
    else:
        figures = tuple(f"{unit.strength[n]}-{unit.movement[n]}" for n in range(unit.steps, 0, -1))
    symbol: sc.UnitSymbol
    if kind in (HEADQUARTERS, SNAFU):
        symbol = {"letters": "HQ" if kind == HEADQUARTERS else "!"}
    else:
        echelon = "battalion" if unit.side == AXIS and not board.romanian >> u & 1 else "regiment"
        symbol = {
            "sidc": SYMBOLS[kind], "silhouette": silhouette(board, u), "echelon": echelon,
        }  # fmt: skip
    return sc.Piece(
        id=unit.id, name=unit.name, label=label(unit.name), side=SEATS[unit.side], tone=tone(board, u),
        kind=KIND_TITLES[kind], faces=faces, figures=figures, symbol=symbol,
        strip=strip(unit.group, unit.formation),
    )  # fmt: skip


# ------------------------------------------------------------------ the picture


def picture(p: Operation, seat: int | None) -> sc.Picture:
    board = p.board
    step = p.table.step(p)
    who = f", {SIDE_NAMES[p.active]} activation" if p.frames and p.inside("action-phase") else ""
    return sc.Picture(
        turn=p.turn, phase=step.phase if step else "", step=step.id if step else "", headline=f"Turn {p.turn}{who}",
        control={}, pieces=pieces(p), marks=marks(p),
        tracks={
            "turn": p.turn, "advance": None if p.track == NOT_CALLED else p.track,
            "survival": "Survival" if p.survival else "Normal", "luck": SEATS[p.luck].title(),
        },
        notes={"advance": f"Called in turn {p.called}." if p.called else "Not called."},
        held=held(p, seat), hands=hands(p, seat), decks=deck_states(p), pools=pools(p),
        overlays=overlays(p, seat), combat=combat(p), activation=activation(p),
        arrows=arrows(p), lost=[unit.id for unit, h in zip(board.units, p.at, strict=True) if h == LOST],
        standing="; ".join(
            f"{name} {sum(1 for u in p.on_map(board.of_side[s]) if board.is_combat[u])} units"
            for s, name in enumerate(SIDE_NAMES)
        ),
    )  # fmt: skip


def pieces(p: Operation) -> list[sc.PieceAt]:
    """The counters on the map, the same for both sides (DON-FOG-03); an HQ lies lowest in its stack."""
    board = p.board
    found = []
    now = stage(p) if p.whom and p.frames else None
    # While a card is asked for nobody can act.
    asked = now is not None and p.inside("window")
    for u in sorted(range(len(board.units)), key=lambda u: (p.at[u], board.kind[u] != HEADQUARTERS, u)):
        h = p.at[u]
        if h >= OFF_MAP:
            continue
        states = []
        if now is not None and p.activated >> u & 1:
            does = acting(p, u, now)
            if does == "may" and not asked:
                states.append("active")
            elif does == "done":
                states.append("moved" if now == MOVE_STAGE else "acted")
        if p.unsupplied >> u & 1:
            states.append("unsupplied")
        reduced = "reduced" if p.steps[u] < board.units[u].steps else ""
        found.append(
            sc.PieceAt(
                id=board.units[u].id, at=board.grid.ids[h], side=SEATS[board.side_of[u]], face=reduced,
                states=tuple(states),
                strip=own_strip(p, u),
            )
        )  # fmt: skip
    return found


def marks(p: Operation) -> list[sc.MarkAt]:
    """The Schwerpunkt, overrun HQs, a bridge that was built."""
    board, grid = p.board, p.board.grid
    found = []
    if p.schwerpunkt != NONE:
        found.append(sc.MarkAt("schwerpunkt", grid.ids[p.at[p.schwerpunkt]]))
    for hq, h in zip(board.soviet_hqs, p.overrun_at, strict=True):
        if h < OFF_MAP:
            found.append(sc.MarkAt("overrun", grid.ids[h], text=board.units[hq].name))
    if p.built != NO_BRIDGE:
        a, b = grid.sides[p.built]
        found.append(sc.MarkAt("bridge", grid.ids[a], text=f"to {grid.ids[b]}"))
    return found


def held(p: Operation, seat: int | None) -> list[sc.HeldMarker]:
    """What only that seat may look at."""
    board = p.board
    found = []
    if seat == AXIS and p.zone != NONE:
        text = f"The real meeting zone is {ZONE_NAMES[p.zone]}."
        found.append(sc.HeldMarker("zone", f"Meeting zone {ZONE_NAMES[p.zone]}", text, ("DON-CALL-04",)))
    if seat is not None:
        seen = [board.cards[c].title for c in members(p.known) if board.cards[c].side != seat]
        if seen:
            found.append(sc.HeldMarker("known", "Enemy cards that you have seen", ", ".join(seen) + "."))
    return found


def hands(p: Operation, seat: int | None) -> list[sc.Hand]:
    """Hands and boxes as a seat sees them: everybody the numbers, their owner the cards."""
    found = []
    for s in (SOVIET, AXIS) if seat == SOVIET else (AXIS, SOVIET):
        rows = [
            (f"hand-{DECKS[s][kind]}", f"{SIDE_NAMES[s]} {KIND_NAMES[kind]} cards", kind, p.held(s, kind, HAND))
            for kind in (ACTIVATION, COMBAT)
        ]
        rows.append((SUPREME[s].lower(), f"{SUPREME[s]} box", COMBAT, p.held(s, COMBAT, BOX)))
        for name, title, kind, cards in rows:
            shown = tuple(cards) if seat == s else ()
            found.append(
                sc.Hand(id=name, title=title, seat=SEATS[s], deck=DECKS[s][kind], count=len(cards), cards=shown)
            )
    return found


def deck_states(p: Operation) -> dict[str, sc.DeckState]:
    """Draw piles by their size, discards and removed cards in the open."""
    return {
        DECKS[s][kind]: sc.DeckState(
            draw=len(p.held(s, kind, DRAW)), discard=p.held(s, kind, DISCARD), removed=p.held(s, kind, REMOVED)
        )
        for s in (AXIS, SOVIET)
        for kind in (ACTIVATION, COMBAT)
    }


def pools(p: Operation) -> list[sc.Pool]:
    """Counters that are being attached to a formation or are due, the cups, and what is eliminated."""
    board = p.board
    found = []
    if p.frames and p.box.name in ("attach", "attach-tigers"):
        asked = p.pieces()
        found.append(sc.Pool("attached", "To be attached", len(asked), tuple(board.units[u].id for u in asked)))
    off: dict[int, list[int]] = {IN_CUP: [], WAITING: [], LOST: []}
    for u, h in enumerate(p.at):
        if h in off:
            off[h].append(u)
    for cup, name in enumerate(CUP_NAMES):
        inside = [u for u in off[IN_CUP] if board.cup[u] == cup]
        found.append(sc.Pool(f"cup-{cup}", f"{name} cup", len(inside), tuple(board.units[u].id for u in inside)))
    for s, name in enumerate(SIDE_NAMES):
        waiting = [u for u in off[WAITING] if board.side_of[u] == s]
        for turn in sorted({board.units[u].turn for u in waiting}):
            due = [u for u in waiting if board.units[u].turn == turn]
            title = f"{name} units of turn {turn}" if turn else f"{name} units that come with their formation"
            found.append(sc.Pool(f"due-{SEATS[s]}-{turn}", title, len(due), tuple(board.units[u].id for u in due)))
        gone = [u for u in off[LOST] if board.side_of[u] == s]
        if gone:
            found.append(
                sc.Pool(
                    f"lost-{SEATS[s]}", f"{name} units eliminated", len(gone), tuple(board.units[u].id for u in gone)
                )
            )
    return found


def overlays(p: Operation, seat: int | None) -> list[sc.Overlay]:
    """The range of command of this activation; to be asked for: command, zones of control, supply and its edges of both
    sides, roads, and for a seat what threatens it."""
    found = []
    if p.whom and (near := command(p)):
        found.append(shading(p.board, "range", "Active range", "range", SEATS[p.active], near))
        found[0].shown = True
    found += [
        sc.Overlay(id=f"{key}-{side}", title=title, kind=kind, side=side, asked=True)
        for key, title, kind in OVERLAYS
        for side in SEATS
    ]
    found.append(sc.Overlay(id=ROADS, title="Roads", kind="range", asked=True))
    return found if seat is None or not p.frames else [*found, threat_overlay(p, seat, empty=True)]


OVERLAYS: tuple[tuple[str, str, Literal["zone", "range", "supply"]], ...] = (
    ("command", "Command", "range"), ("zones", "Zones", "zone"), ("supply", "Supply", "supply"),
    ("edge", "Edges", "supply"),
)  # fmt: skip
ROADS = "roads"


def overlay(p: Operation, seat: int | None, wanted: str) -> sc.Overlay | None:
    """An overlay that was asked for; what threatens a seat is for it alone, since it rests on what it knows of the
    enemy's cards. None where there is none by this name."""
    board = p.board
    if wanted == ROADS:
        return shading(board, ROADS, "Roads", "range", "", board.road)
    if seat is not None and p.frames and wanted == THREATS[seat]:
        return threat_overlay(p, seat)
    for key, title, kind in OVERLAYS:
        for s, side in enumerate(SEATS):
            if wanted == f"{key}-{side}":
                found = shading(board, wanted, title, kind, side, covered(p, key, s))
                if key == "supply":
                    found.lines = supply_ways(p, s)
                return found
    return None


def supply_ways(p: Operation, side: int) -> list[tuple[str, ...]]:
    """DON-SUP-02: the line of each stack of a side, the shortest where it is supplied, else as far as the hex that cuts
    it; none for those whom a headquarters feeds."""
    grid = p.board.grid
    found = Supply(p.crossings.dry, p.board.sources[side], p.open_to(side))
    ways = []
    for h in sorted({p.at[u] for u in p.on_map(p.board.of_side[side] & p.board.troops & ~p.fed)}):
        line = found.line(h)
        end = line.hexes.index(line.cut[0]) + 1 if line.cut else len(line.hexes)
        ways.append(tuple(grid.ids[n] for n in line.hexes[:end]))
    return ways


def shading(
    board: Board, key: str, title: str, kind: Literal["zone", "range", "supply"], side: str, hexes: Hexes
) -> sc.Overlay:
    """An overlay of some hexes."""
    grid = board.grid
    spaces = tuple(grid.ids[h] for h in grid.hexes(hexes & grid.everywhere))
    return sc.Overlay(id=key, title=title, kind=kind, side=side, spaces=spaces)


def covered(p: Operation, key: str, side: int) -> Hexes:
    """The hexes of an overlay of a side."""
    board = p.board
    if key == "command":
        found = 0
        for hq in p.on_map(board.of_kind[HEADQUARTERS] & board.of_side[side]):
            found |= board.grid.disc(p.at[hq], board.ranges[hq])
        return found
    if key == "zones":
        return p.controlled(side)
    return p.supplied(side) if key == "supply" else board.sources[side]


def threat_overlay(p: Operation, side: int, *, empty: bool = False) -> sc.Overlay:
    """The best column that the enemy can bring against each stack of a side in one activation, with the units and what
    is known of his cards."""
    grid = p.board.grid
    found = {} if empty else threats(p, side)
    cards = shifting_cards(p, 1 - side) if found else (0, 0.0)
    return sc.Overlay(
        id=THREATS[side], title="Threats", kind="threat", side=SEATS[1 - side], asked=True,
        values={grid.ids[h]: column_name(blow.column) for h, blow in found.items()},
        notes={grid.ids[h]: blow_text(p.board, blow, *cards) for h, blow in found.items()},
        origins={
            grid.ids[h]: tuple(grid.ids[n] for n in sorted({p.at[u] for u in members(blow.attackers)}))
            for h, blow in found.items()
        },
    )  # fmt: skip


THREATS = tuple(f"threats-{seat}" for seat in SEATS)


def blow_text(board: Board, blow: Blow, shift: int, held: float) -> str:
    """An attack that the enemy could make, in sentences, and how likely his cards allow it: `shift` is the most that a
    card adds to the column, `held` how likely it is that he has one."""
    names = ", ".join(board.units[u].name for u in members(blow.attackers))
    moved = f", {column_name(blow.column)} with the shifts" if blow.column != blow.base else ""
    chance = blow.means.chance
    card = (
        "He has no activation card now." if chance is None
        else "He can activate it." if chance == 1
        else f"Chance that he holds a card for it: {percent(chance)}."
    )  # fmt: skip
    further = counted(shift, "# column", "# columns")
    more = f" A card before combat may add up to {further}; chance that he holds one: {percent(held)}." if shift else ""
    return f"{blow.means.name}: {names}; {blow.attack} to {blow.defence}, {column_name(blow.base)}{moved}. {card}{more}"


def percent(chance: float) -> str:
    """A chance as players read it."""
    return "certain" if chance == 1 else f"{round(100 * chance)} %"


def arrows(p: Operation) -> list[sc.Arrow]:
    """The attack that is declared or fought."""
    grid = p.board.grid
    units = target = 0
    if p.frames and p.inside("combat"):
        f = p.frame("combat")
        units, target = f[Combat.attackers], f[Combat.target]
    elif p.frames and p.inside("declare"):
        f = p.frame("declare")
        units, target = f[Declared.units], f[Declared.target] - 1
    starts = sorted({p.at[u] for u in p.on_map(units)})
    return [sc.Arrow(kind="attack", from_=grid.ids[h], to=grid.ids[target]) for h in starts if h != target]
