"""How Inferno looks, as data. The forms are those of docs/protocol.md; the shapes are drawn for the eye alone."""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any, Literal

import msgspec

from mamayev.engine import scene as sc
from mamayev.terrain.look import board, through

from .arrivals import shown
from .board import (
    BOXES,
    CARDS,
    CHUIKOV,
    EMPTY,
    GERMAN,
    GERMAN_CARDS,
    GERMAN_SPAWN,
    GERMANS,
    GRID,
    HEX,
    HOTH,
    KHRUSHCHEV,
    LOST,
    PARTNER,
    PAULUS,
    PENALTY,
    PLACE_NAMES,
    POOL,
    POOL_NAMES,
    POOLS,
    REMOVED,
    ROWS,
    SEAT_SIDES,
    SEATS,
    SIDE,
    SIDE_NAMES,
    SOVIET,
    SOVIET_CARDS,
    SOVIET_SPAWN,
    TERRAIN,
    TERRAIN_NAMES,
    UNITS,
)
from .decks import EFFECT
from .fire import MOST_RUBBLE, Combat
from .panel import attack, next_round, shown_in
from .partners import PLAYERS
from .position import DECK, HAND, PLAY, SHOWN, USED, City
from .reinforcements import row_of, waiting
from .soviet import OUTCOMES, procedure, top_hexes
from .victory import LOSSES

if TYPE_CHECKING:
    from .table import Inferno

FRAME = (-23.6, -1.35, 36.5, 32.3)
BLOCK = 1.25
"""The side of a block that stands alone, in km."""
NUMBERED, BANK_NAMED, NAMED = 36.0, 15.0, 40.0
"""Screen pixels from hex to hex from which all bear their numbers; and screen pixels a kilometre from which all of the
bank is named, and all hexes."""
LETTER = {"clear": ".", "rough": "^", "urban": "u"}
TERRAINS = {
    ".": sc.Terrain("clear", "Clear", "steppe"),
    "^": sc.Terrain("rough", "Rough", "rough"),
    "u": sc.Terrain("urban", "Urban", "city"),
}
GROUP: dict[str, Literal["yellow", "blue", "white", ""]] = {
    "yellow": "yellow", "blue": "blue", "white": "white", "": "",
}  # fmt: skip
PIPS: dict[int, Literal["ring", "diamond", ""]] = {6: "", 5: "ring", 4: "diamond"}
"""INF-T-FIRE: the dots of a block by the lowest die that hits."""
ENTITY = {
    "infantry": "121100", "motorized": "121104", "panzer-grenadier": "121103", "panzer": "120500", "guards": "121100",
    "marine": "121100", "tank": "120500",
}  # fmt: skip
HOMES = {u: f"pool-{name}" for row, name in zip(POOLS, POOL_NAMES, strict=True) for u in row}
"""The boxes that destroyed Soviet units go back to."""
ECHELON = {GERMAN: "regiment", SOVIET: "brigade"}
CHART = (-22.6, 2.6)
"""The upper left corner of the reinforcement chart, west of the map."""
CELL = 1.3
NOTICE = (
    "Solo mode of the rulebook of 2017. Map, strengths of the blocks and a few lost passages are reconstructed; each "
    "such rule is marked as a house rule."
)
NEXT = dict(zip(OUTCOMES.values(), ("Card", "Spawn", "Move"), strict=True))


PHASES: tuple[tuple[str, str, Literal["fight", "procedure", ""]], ...] = (
    ("set-up", "Set-up", ""), ("german", "German round", ""), ("combat", "Combat", "fight"),
    ("soviet", "Soviet round", "procedure"),
)  # fmt: skip


@cache
def shapes() -> dict[str, Any]:
    """What is drawn for the eye: river, ravines, blocks of houses, ways, names."""
    found: dict[str, Any] = json.loads((files(__package__) / "data" / "shapes.json").read_text("utf-8"))
    return found


def scene(table: Inferno) -> sc.Scene:
    drawn = shapes()
    return sc.Scene(
        game=table.game.name, title=table.game.title, edition=table.edition, unit="km", frame=FRAME,
        counter={"side": BLOCK, "gap": 0.06, "depth": drawn["depth"] * BLOCK},
        stacks=[sc.StackSlots(drawn["counter"][n]["side"] + 0.1, through(drawn["counter"][n]["at"])) for n in "1234"],
        levels=(BANK_NAMED, NAMED),
        seats=[
            sc.SeatName(seat, f"{'Second ' * (n == PARTNER)}{SIDE_NAMES[side]} player", SEATS[side])
            for n, (seat, side) in enumerate(zip(table.game.seats, SEAT_SIDES, strict=True))
        ],
        sides=[sc.Side("german", "German", "a"), sc.Side("soviet", "Soviet", "b")],  # INF-SCOPE-04
        notice=NOTICE,
        turns=sc.TurnNames(("Set-up",), "Round"),
        phases=[
            sc.Phase(
                phase, title,
                [sc.StepLine(s.id, s.title, s.clauses) for s in table.steps.values() if s.phase == phase],
                once=phase == "set-up", panel=panel,
            )
            for phase, title, panel in PHASES
        ],
        spaces=[*(space(h) for h in range(len(GRID))), *(chart_row(row) for row in range(ROWS)),
                *(penalty(row) for row in range(ROWS)), *(pool(n) for n in range(len(POOLS)))],
        grid=msgspec.structs.replace(
            board(GRID, lambda h: LETTER[TERRAIN_NAMES[TERRAIN[h]]], {c: t.id for c, t in TERRAINS.items()}),
            numbers=NUMBERED,
        ),
        terrains=list(TERRAINS.values()), scenery=scenery(), panels=beside(table), tracks=tracks(table),
        charts=charts(table),
        decks=decks(table), pieces=[piece(u) for u in range(len(UNITS))],
        marks=[
            sc.Mark(id="rubble", name="Rubble: double defence", symbol="rubble", clauses=("INF-RUBBLE-01",)),
            sc.Mark(id="spent", name="No further penalty", symbol="letter", clauses=("INF-REINF-14",)),
        ],
        options=[{"name": name, "value": value} for name, value in table.options.items()],
    )  # fmt: skip


def space(h: int) -> sc.Space:
    spawn = ("key",) if h in SOVIET_SPAWN + GERMAN_SPAWN else ()
    x, y = GRID.centre(h)
    return sc.Space(
        id=GRID.ids[h], label=GRID.ids[h], name=place_label(h), kind="hex", features=spawn, origin="reconstructed",
        markers=(round(x + 0.62, 3), round(y + 0.62, 3)), text=(x, round(y - 0.97, 3)),
        level=2 if shapes()["labels"].get(GRID.ids[h], {}).get("rank") == 3 else 1,
    )  # fmt: skip


def place_label(h: int) -> str:
    """The name of a hex on the map, as on the water or in a few words."""
    drawn = shapes()
    bank = {lead["hex"]: lead["name"] for lead in drawn["leads"]}
    label = drawn["labels"].get(GRID.ids[h])
    return bank.get(GRID.ids[h]) or (" ".join(label["alone"]["lines"]).replace("- ", "") if label else PLACE_NAMES[h])


def chart_row(row: int) -> sc.Space:
    """The five boxes of a row of the chart, with its die left of them."""
    x, y = CHART[0], CHART[1] + row * CELL
    right, below = x + BOXES * CELL, y + CELL
    return sc.Space(
        id=f"chart-{row + 1}", label=f"Reinforcement chart, row {row + 1}", name=str(row + 1), kind="box",
        shape=[(x, y), (right, y), (right, below), (x, below)], text=(x - 0.45, y + CELL / 2),
        slots=[(round(x + (n + 0.5) * CELL, 2), round(y + CELL / 2, 2)) for n in range(BOXES)],
    )  # fmt: skip


def penalty(row: int) -> sc.Space:
    """The space right of a row, with the unit that a surplus die removes."""
    x, y = CHART[0] + BOXES * CELL + 0.1, CHART[1] + row * CELL
    unit = PENALTY[row]
    name = "–" if unit == EMPTY else UNITS[unit].label
    return sc.Space(
        id=f"penalty-{row + 1}", label=name, name=name, kind="box",
        shape=[(x, y), (x + CELL, y), (x + CELL, y + CELL), (x, y + CELL)], text=(x + CELL / 2, y + CELL / 2),
        slots=[(round(x + CELL / 2, 2), round(y + CELL / 2, 2))],
    )  # fmt: skip


POOL_BOXES = ((0.4, 6, "Infantry pool"), (8.6, 4, "Tank pool"), (14.4, 1, "Marine pool"))
"""The Soviet pools on the far bank: where each begins, its rows of blocks, its name (INF-STEP-03)."""
POOL_LEFT, POOL_COLUMNS, POOL_WIDTH, POOL_BELOW = 7.9, 4, 4.9, 16.9


def pool(n: int) -> sc.Space:
    """A box with places for the blocks that wait in it."""
    top, rows, title = POOL_BOXES[n]
    left, right, below = POOL_LEFT, POOL_LEFT + POOL_WIDTH, top + 1.15 + rows * 1.15
    return sc.Space(
        id=f"pool-{POOL_NAMES[n]}", label=title, name=title, kind="box",
        shape=[(left, top), (right, top), (right, below), (left, below)], text=((left + right) / 2, top + 0.4),
        slots=[
            (round(left + 0.7 + column * 1.17, 2), round(top + 1.65 + row * 1.15, 2))
            for row in range(rows) for column in range(POOL_COLUMNS)
        ],
    )  # fmt: skip


MIDDLE = HEX["27"]
"""A hex with neighbours all round."""


def beside(table: Inferno) -> list[sc.BoardPanel]:
    """What lies beside the map at the table: what is the Soviets' on the far bank, the Germans' below their chart."""

    def panel(
        name: str,
        title: str,
        side: int,
        height: float,
        shows: Literal["track", "hand", "held", "rose"],
        of: str = "",
        items: tuple[sc.PanelItem, ...] = (),
    ) -> sc.BoardPanel:
        left, top, width = corners[side]
        corners[side] = (left, top + height + 0.2, width)
        return sc.BoardPanel(
            id=name, title=title, frame=(left, round(top, 2), width, height), shows=shows, of=of, items=items,
            side=SEATS[side],
        )  # fmt: skip

    def leaders(*cards: int) -> tuple[sc.PanelItem, ...]:
        return tuple(sc.PanelItem(CARDS[c].id, CARDS[c].title) for c in cards)

    x, y = GRID.centre(MIDDLE)
    toward = [(d, GRID.centre(GRID.toward[MIDDLE][d])) for d in table.compass]
    rose = tuple(
        sc.PanelItem(GRID.directions[d], str(n), (round(to[0] - x, 3), round(to[1] - y, 3)))
        for n, (d, to) in enumerate(toward, 1)
    )
    corners = [
        (CHART[0], CHART[1] + ROWS * CELL + 0.5, (BOXES + 1) * CELL + 0.1), (POOL_LEFT, POOL_BELOW, POOL_WIDTH),
    ]  # fmt: skip
    return [
        panel("german-leaders", "Leaders in play", GERMAN, 1.9, "held", items=leaders(PAULUS, HOTH)),
        panel("losses", "German losses", GERMAN, 1.9, "track", "losses"),
        panel("soviet-deck", "Soviet deck", SOVIET, 3.1, "track", "soviet-deck"),
        panel("soviet-hand", "Soviet hand", SOVIET, 2.0, "hand", "soviet-hand"),
        panel("soviet-leaders", "Leaders in play", SOVIET, 2.8, "held", items=leaders(CHUIKOV, KHRUSHCHEV)),
        panel("rubble", "Rubble", SOVIET, 1.7, "track", "rubble"),
        panel("compass", "Soviet compass", SOVIET, 3.5, "rose", items=rose),
    ]


def scenery() -> list[sc.Scenery]:
    """From the ground up: relief, ravines, blocks, ways, river, names."""
    drawn = shapes()
    volga = drawn["volga"]
    found = [sc.Scenery(kind="line", style="contour", width=0.6, points=through(row)) for row in drawn["contours"]]
    found += [sc.Scenery(kind="line", style="contour", width=0.9, points=through(row)) for row in drawn["kurgan"]]
    found += [sc.Scenery(kind="fill", style="rough", shape=through(r["polygon"])) for r in drawn["ravines"]]
    found += [sc.Scenery(kind="fill", style="block", shape=through(row)) for row in drawn["blocks"]]
    found += [sc.Scenery(kind="fill", style="block", shape=through(row)) for row in drawn["footprints"]]
    water = [*volga["west_bank"], *reversed(volga["east_bank"])]
    found.append(sc.Scenery(kind="fill", style="water", shape=through(water)))
    found.append(sc.Scenery(kind="fill", style="far", shape=through(drawn["far_bank"])))
    found += [sc.Scenery(kind="fill", style="island", shape=through(row)) for row in volga["islands"]]
    found += [
        sc.Scenery(kind="line", style="road", rank=2, width=0.8, points=through(r["points"])) for r in drawn["roads"]
    ]
    found += [
        sc.Scenery(kind="line", style="railway", width=0.9 if r["small"] else 1.5, points=through(r["points"]))
        for r in drawn["railways"]
    ]
    found.append(sc.Scenery(kind="line", style="wall", width=1.2, points=through(drawn["wall"]["points"])))
    found += [sc.Scenery(kind="line", style="cliff", width=0.8, points=through(row)) for row in volga["cliffs"]]
    found += [sc.Scenery(kind="line", style="ferry", width=0.9, points=through(row)) for row in volga["ferries"]]
    found += [sc.Scenery(kind="place", style="landing", rank=3, at=tuple(x["at"])) for x in volga["landings"]]
    found += [
        sc.Scenery(kind="place", style=style, rank=3, at=tuple(x["at"]))
        for style, key in (("station", "stations"), ("airfield", "airfields"), ("height", "heights"))
        for x in drawn[key]
    ]
    return found + names()


def names() -> list[sc.Scenery]:
    """The river, its islands, and the places along its bank, whose names stand on the water."""
    drawn = shapes()
    found = []
    for name in drawn["volga"]["names"]:
        big = name["text"] == "Volga"
        line = through(name["points"])
        found.append(
            sc.Scenery(
                kind="text", style="water", name=name["text"], points=line, size=24 if big else 12,
                spacing=0.2 if big else 0.0,
            )
        )  # fmt: skip
    x, y = CHART
    for title, at in (("Reinforcements, leftmost first", x), ("penalty", x + BOXES * CELL)):
        found.append(sc.Scenery(kind="text", style="city", name=title, points=[(at, y - 0.45)], size=12))
    for lead in drawn["leads"]:
        style = "city" if lead["bold"] else "village"
        found.append(
            sc.Scenery(
                kind="text", style=style, name=lead["name"], points=through([lead["at"]]), size=12,
                levels=None if lead["bold"] else (1, 2),
            )
        )  # fmt: skip
    return found


def tracks(table: Inferno) -> list[sc.Track]:
    """The two clocks, what the Soviets will do next, and the rubble markers."""
    deck = sum(card.side == SOVIET and (table.larger_deck or not card.late) for card in CARDS)
    return [
        sc.Track(id="losses", title="German losses", kind="scale", max=LOSSES,
                 marks=[sc.TrackMark(LOSSES, "Soviet victory", "bad")], clauses=("INF-WIN-03", "INF-WIN-04"),
                 primary=True),
        sc.Track(id="soviet-deck", title="Soviet deck", kind="scale", max=deck,
                 marks=[sc.TrackMark(0, "Soviet victory", "bad")], clauses=("INF-WIN-05",), primary=True),
        sc.Track(id="next", title="Next Soviet round", kind="states", states=tuple(NEXT.values()),
                 clauses=("INF-AI-04", "INF-AI-05"), primary=True),
        sc.Track(id="rubble", title="Rubble", kind="scale", max=MOST_RUBBLE, clauses=("INF-RUBBLE-08",)),
    ]  # fmt: skip


CHARTS = {
    "hexes": ("INF-T-HEX", ("INF-HEX-01",)),
    "actions": ("INF-T-ACTIONS", ("INF-ACT-01",)),
    "combat": ("INF-T-COMBAT", ("INF-COMBAT-01",)),
    "fire": ("INF-T-FIRE", ("INF-STR-03",)),
    "rubble": ("INF-T-RUBBLE-MOD", ("INF-RUBBLE-03",)),
    "procedure": ("INF-T-AI", ("INF-AI-01",)),
    "soviet-die": ("INF-T-SMOVE", ("INF-SMOVE-05",)),
    "spawn": ("INF-T-SPAWN", ("INF-SPAWN-01", "INF-SPAWN-03")),
    "soviet-cards": ("INF-T-SDRAW", ("INF-SOLO-07",)),
}


def charts(table: Inferno) -> list[sc.Chart]:
    """The tables of the ledger that the rules are read from, and the compass."""
    tables = {entry["id"]: entry for entry in table.game.ledger().data["table"]}
    return [
        *(
            sc.Chart(
                id=name, title=tables[entry]["title"],
                columns=[column.replace("_", " ").capitalize() for column in tables[entry]["columns"]],
                rows=[[cell(value) for value in row] for row in rows_of(table, tables[entry])],
                note=tables[entry]["note"], clauses=table.cited(*clauses),
            )
            for name, (entry, clauses) in CHARTS.items()
        ),
        sc.Chart(
            id="compass", title="Soviet compass", columns=["Die", "Direction"],
            rows=[[str(n), "a card, no move" if n == 1 else GRID.directions[d]]
                  for n, d in enumerate(table.compass, 1)],
            clauses=("INF-COMPASS-01", "INF-SMOVE-09"),
        ),
    ]  # fmt: skip


def rows_of(table: Inferno, entry: dict[str, Any]) -> list[list[Any]]:
    """The rows of a table of the ledger; those of INF-T-SPAWN as the option `spawn_marine` has them (INF-SPAWN-03)."""
    if entry["id"] != "INF-T-SPAWN":
        return list(entry["rows"])
    first = entry["columns"].index(POOL_NAMES[0])
    return [
        [*row[:first], *(table.spawned[HEX[row[1]]].count(pool) for pool in range(len(POOL_NAMES))),
         *row[first + len(POOL_NAMES) :]]
        for row in entry["rows"]
    ]  # fmt: skip


def cell(value: Any) -> str:
    """A cell of a printed table."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)


def decks(table: Inferno) -> list[sc.Deck]:
    found = []
    for side, row in ((GERMAN, GERMAN_CARDS), (SOVIET, SOVIET_CARDS)):
        faces = [
            sc.CardFace(c, CARDS[c].title, [sc.CardLine(EFFECT, "", CARDS[c].text)], origin=CARDS[c].origin)
            for c in row
        ]
        found.append(sc.Deck(SEATS[side], f"{SIDE_NAMES[side]} cards", len(faces), faces))
    return found


def piece(u: int) -> sc.Piece:
    unit = UNITS[u]
    echelon = "division" if unit.name.endswith("Division") else ECHELON[unit.side]
    return sc.Piece(
        id=unit.id, name=unit.name, label=unit.label + " R" * unit.r, side=SEATS[unit.side],
        tone="b" if unit.side else "a", kind=unit.kind, steps=unit.strength, group=GROUP[unit.colour],
        pips=PIPS[unit.hits_on], home=HOMES.get(u, ""),
        symbol={"sidc": f"1003100000{ENTITY[unit.kind]}0000", "echelon": echelon},
    )  # fmt: skip


# ------------------------------------------------------------------ the picture


def picture(p: City, seat: int | None, side: int | None) -> sc.Picture:
    """How the table stands for a seat that sees with the eyes of a side; None where it has none."""
    step = p.table.step(p)
    last = procedure(p)[-1]
    return sc.Picture(
        turn=p.round, phase=step.phase if step else "", step=step.id if step else "",
        headline=headline(p),
        control={name: SEATS[GERMAN if p.control & GRID.bit[h] else SOVIET] for h, name in enumerate(GRID.ids)},
        pieces=blocks(p, side),
        marks=[
            *(sc.MarkAt("rubble", GRID.ids[h]) for h in GRID.hexes(p.rubble)),
            *(sc.MarkAt("spent", f"penalty-{row + 1}", text="0") for row in range(ROWS) if p.spent >> row & 1),
        ],
        tracks={
            "losses": p.losses, "soviet-deck": p.count(SOVIET, DECK), "rubble": p.rubble.bit_count(),
            "next": NEXT[last.outcome] if p.frames and p.round else None,
        },
        notes={
            "next": "" if last.limit is None else f"{last.test}: {last.value} against {last.limit}",
            "losses": ", ".join(UNITS[u].label + " (2)" * UNITS[u].r for u in GERMANS if p.at[u] == LOST),
        },
        held=[
            sc.HeldMarker(CARDS[c].id, CARDS[c].title, CARDS[c].text, ("INF-GCARD-01", "INF-SCARD-02"))
            for c in (*p.pile(GERMAN, PLAY), *p.pile(SOVIET, PLAY))
        ],
        decks={
            SEATS[owner]: sc.DeckState(
                draw=p.count(owner, DECK), removed=p.pile(owner, USED),
                seen=[sc.SeenCard(c, EFFECT) for c in (*p.pile(owner, SHOWN), *p.pile(owner, PLAY))],
            )
            for owner in (GERMAN, SOVIET)
        },
        hands=[
            sc.Hand(
                id=f"{SEATS[owner]}-hand", title=f"{SIDE_NAMES[owner]} hand",
                seat=p.table.game.seats[seat if seat == PARTNER and owner == GERMAN else owner], deck=SEATS[owner],
                count=p.count(owner, HAND), cards=tuple(p.pile(owner, HAND)) if owner == side else (),
            )
            for owner in (GERMAN, SOVIET)
        ],
        combat=attack(p, side), procedure=next_round(p), pools=pools(p, side),
        lost=[UNITS[u].id for u in GERMANS if p.at[u] == LOST],
        overlays=overlays(p), arrows=arrows(p),
        standing=f"Losses {p.losses} of {LOSSES}, {p.spawns_held().bit_count()} Soviet Spawn hexes, "
        f"{p.count(SOVIET, DECK)} Soviet cards",
    )  # fmt: skip


def headline(p: City) -> str:
    """The round, and who leads it where the Germans are two."""
    if not p.round:
        return "Set-up"
    return f"Round {p.round}" + (f", led by the {PLAYERS[p.leader]} German player" if p.table.partners else "")


def blocks(p: City, viewer: int | None) -> list[sc.PieceAt]:
    """Those on the map and on the chart. A block that shows its back is named only by its place; one on a blank edge
    has no strength."""
    found = []
    for h, stack in enumerate(p.stacks):
        if not stack:
            continue
        for u, name in zip(stack, shown_in(p, h, viewer), strict=True):
            side, at = SEATS[SIDE[u]], GRID.ids[h]
            if p.hidden(u, viewer):
                found.append(sc.PieceAt(id=name, side=side, at=at, hidden=True))
            else:
                flat = bool(p.battle & GRID.bit[h])
                strength, label = shown(p, u), signed(p, u)
                found.append(sc.PieceAt(id=name, side=side, at=at, strength=strength, flat=flat, label=label))
    for row in range(ROWS):
        for n, _ in enumerate(row_of(p, row)):
            found.append(sc.PieceAt(id=f"?chart-{row + 1}-{n}", side="german", at=f"chart-{row + 1}", hidden=True))
        u = PENALTY[row]
        if u != EMPTY and p.at[u] == REMOVED:
            found.append(sc.PieceAt(id=UNITS[u].id, side="german", at=f"penalty-{row + 1}", flat=True, strength=0))
    for row_of_units, name in zip(POOLS, POOL_NAMES, strict=True):
        for n in range(sum(p.at[u] == POOL for u in row_of_units)):
            found.append(sc.PieceAt(id=f"?{name}-{n}", side="soviet", at=f"pool-{name}", hidden=True))
    return sorted(found, key=lambda block: block.at)


def signed(p: City, u: int) -> str:
    """The label of a White unit of the second German player; "" for all others, whose colour says it."""
    return f"{UNITS[u].label} II" if UNITS[u].colour == "white" and p.owner(u) == PARTNER else ""


def pools(p: City, side: int | None) -> list[sc.Pool]:
    """Units picked up and those of them that had to go back, for the Germans to read; and, as a note, the enemy's units
    that the last combat has shown, with one's own that went back to their pool."""
    found = []
    if up := waiting(p):
        faces = tuple(UNITS[u].id for u in up) if side == GERMAN else ()
        found.append(sc.Pool("picked-up", "To be deployed", len(up), faces))
    if (back := [UNITS[u].id for u in GERMANS if p.returned >> u & 1]) and side == GERMAN:
        found.append(sc.Pool("returned", "Went back to the chart", len(back), tuple(back)))
    shown = [u for u in range(len(UNITS)) if p.seen >> u & 1]
    if seen := [UNITS[u].id for u in shown if SIDE[u] != side or p.at[u] == POOL]:
        found.append(sc.Pool("seen", "Seen in the last combat", len(seen), tuple(seen)))
    return found


def overlays(p: City) -> list[sc.Overlay]:
    """Spawn hexes by who controls them, what the Soviets will count next, and whom the Germans can attack."""
    tops = tuple(GRID.ids[h] for h in top_hexes(p))
    spawns = GRID.gather(SOVIET_SPAWN + GERMAN_SPAWN)
    order = {name: str(n) for n, name in enumerate(tops, 1)} if len(tops) <= p.spawns_held().bit_count() else {}
    held = (spawns & p.control, spawns & ~p.control)
    return [
        *(
            sc.Overlay(
                id=f"spawn-{SEATS[side]}", title="Spawn hexes", kind="range", side=SEATS[side],
                spaces=tuple(GRID.ids[h] for h in GRID.hexes(held[side])), shown=True,
            )
            for side in (GERMAN, SOVIET)
        ),
        sc.Overlay(id="tops", title="Top stacks", kind="range", spaces=tops, values=order, side="soviet"),
        sc.Overlay(
            id="targets", title="Stacks in contact", kind="zone", side="german",
            spaces=tuple(GRID.ids[h] for h in GRID.hexes(p.soviet & GRID.around(p.german))),
        ),
    ]  # fmt: skip


def arrows(p: City) -> list[sc.Arrow]:
    """From the attacking hexes to the one that is attacked."""
    if not p.inside("combat"):
        return []
    f = p.frame("combat")
    target = GRID.ids[f[Combat.target]]
    return [sc.Arrow(kind="attack", from_=GRID.ids[h], to=target) for h in GRID.hexes(f[Combat.origins])]
