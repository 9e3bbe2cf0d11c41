"""How Inferno looks, as data. The forms are those of docs/protocol.md; the shapes are drawn for the eye alone."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from mamayev.engine import scene as sc
from mamayev.terrain.grid import Point
from mamayev.terrain.look import board as whole_map
from mamayev.terrain.look import through

from ..printed.board import (
    BOXES,
    EMPTY,
    GERMAN,
    LOST,
    PARTNER,
    POOL,
    POOL_NAMES,
    REMOVED,
    ROWS,
    SEAT_SIDES,
    SEATS,
    SIDE_NAMES,
    SOVIET,
    TERRAIN_NAMES,
    Board,
)
from ..printed.shapes import layout
from ..rules.arrivals import shown
from ..rules.decks import EFFECT
from ..rules.fire import MOST_RUBBLE, Combat
from ..rules.partners import PLAYERS
from ..rules.position import DECK, HAND, PLAY, SHOWN, USED, City
from ..rules.reinforcements import row_of
from ..rules.setting import Setting
from ..rules.soviet import OUTCOMES, procedure, top_hexes
from ..rules.victory import LOSSES
from .panel import attack, next_round, shown_in

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
ECHELON = {GERMAN: "regiment", SOVIET: "brigade"}
CELL = 1.3
"""Of the reinforcement chart."""
NOTICE = (
    "Solo mode of the rulebook of 2017. Map, strengths of the blocks and a few lost passages are reconstructed; each "
    "such rule is marked as a house rule."
)
NEXT = dict(zip(OUTCOMES.values(), ("Card", "Spawn", "Move"), strict=True))


PHASES: tuple[tuple[str, str, Literal["fight", "procedure", ""]], ...] = (
    ("set-up", "Set-up", ""), ("german", "German round", ""), ("combat", "Combat", "fight"),
    ("soviet", "Soviet round", "procedure"),
)  # fmt: skip


def scene(table: Setting) -> sc.Scene:
    board, grid = table.board, table.board.grid
    drawn, place = table.drawing, layout(board)
    return sc.Scene(
        game=table.game.name, title=table.game.title, edition=table.edition, unit="km", frame=place.frame,
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
        spaces=[*(space(table, h) for h in range(len(grid))),
                *(chart_row(place.chart, row) for row in range(ROWS)),
                *(penalty(board, row) for row in range(ROWS)),
                *(pool(place.pools, n) for n in range(len(board.pools)))],
        grid=msgspec.structs.replace(
            whole_map(grid, lambda h: LETTER[TERRAIN_NAMES[board.terrain[h]]], {c: t.id for c, t in TERRAINS.items()}),
            numbers=NUMBERED,
        ),
        terrains=list(TERRAINS.values()), scenery=scenery(table), panels=beside(table), tracks=tracks(table),
        charts=charts(table),
        decks=decks(table), pieces=[piece(board, u) for u in range(len(board.units))],
        marks=[
            sc.Mark(id="rubble", name="Rubble: double defence", symbol="rubble", clauses=("INF-RUBBLE-01",)),
            sc.Mark(id="spent", name="No further penalty", symbol="letter", clauses=("INF-REINF-14",)),
        ],
        options=[{"name": name, "value": value} for name, value in table.options.items()],
    )  # fmt: skip


def space(table: Setting, h: int) -> sc.Space:
    board, grid = table.board, table.board.grid
    spawn = ("key",) if h in board.soviet_spawn + board.german_spawn else ()
    x, y = grid.centre(h)
    return sc.Space(
        id=grid.ids[h], label=grid.ids[h], name=place_label(table, h), kind="hex", features=spawn,
        origin="reconstructed",
        markers=(round(x + 0.62, 3), round(y + 0.62, 3)), text=(x, round(y - 0.97, 3)),
        level=2 if table.drawing["labels"].get(grid.ids[h], {}).get("rank") == 3 else 1,
    )  # fmt: skip


def place_label(table: Setting, h: int) -> str:
    """The name of a hex on the map, as on the water or in a few words."""
    board, grid, drawn = table.board, table.board.grid, table.drawing
    bank = {lead["hex"]: lead["name"] for lead in drawn["leads"]}
    label = drawn["labels"].get(grid.ids[h])
    return bank.get(grid.ids[h]) or (
        " ".join(label["alone"]["lines"]).replace("- ", "") if label else board.place_names[h]
    )


def chart_row(corner: Point, row: int) -> sc.Space:
    """The five boxes of a row of the chart, with its die left of them."""
    x, y = corner[0], corner[1] + row * CELL
    right, below = x + BOXES * CELL, y + CELL
    return sc.Space(
        id=f"chart-{row + 1}", label=f"Reinforcement chart, row {row + 1}", name=str(row + 1), kind="box",
        shape=[(x, y), (right, y), (right, below), (x, below)], text=(x - 0.45, y + CELL / 2),
        slots=[(round(x + (n + 0.5) * CELL, 2), round(y + CELL / 2, 2)) for n in range(BOXES)],
    )  # fmt: skip


def penalty(board: Board, row: int) -> sc.Space:
    """The space right of a row, with the unit that a surplus die removes."""
    corner = layout(board).chart
    x, y = corner[0] + BOXES * CELL + 0.1, corner[1] + row * CELL
    unit = board.penalty[row]
    name = "–" if unit == EMPTY else board.units[unit].label
    return sc.Space(
        id=f"penalty-{row + 1}", label=name, name=name, kind="box",
        shape=[(x, y), (x + CELL, y), (x + CELL, y + CELL), (x, y + CELL)], text=(x + CELL / 2, y + CELL / 2),
        slots=[(round(x + CELL / 2, 2), round(y + CELL / 2, 2))],
    )  # fmt: skip


POOL_BOXES = ((0.0, 6, "Infantry pool"), (8.2, 4, "Tank pool"), (14.0, 1, "Marine pool"))
"""The Soviet pools on the far bank: where each begins, its rows of blocks, its name (INF-STEP-03)."""
POOL_COLUMNS, POOL_WIDTH, POOL_BELOW = 4, 4.9, 16.5


def pool(corner: Point, n: int) -> sc.Space:
    """A box with places for the blocks that wait in it."""
    first, rows, title = POOL_BOXES[n]
    (left, top), right = corner, corner[0] + POOL_WIDTH
    top += first
    below = top + 1.15 + rows * 1.15
    return sc.Space(
        id=f"pool-{POOL_NAMES[n]}", label=title, name=title, kind="box",
        shape=[(left, top), (right, top), (right, below), (left, below)], text=((left + right) / 2, top + 0.4),
        slots=[
            (round(left + 0.7 + column * 1.17, 2), round(top + 1.65 + row * 1.15, 2))
            for row in range(rows) for column in range(POOL_COLUMNS)
        ],
    )  # fmt: skip


def beside(table: Setting) -> list[sc.BoardPanel]:
    """What lies beside the map at the table: what is the Soviets' on the far bank, the Germans' below their chart."""

    board, grid = table.board, table.board.grid

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
        return tuple(sc.PanelItem(board.cards[c].id, board.cards[c].title) for c in cards)

    place = layout(board)
    x, y = grid.centre(board.middle)
    toward = [(d, grid.centre(grid.toward[board.middle][d])) for d in table.compass]
    rose = tuple(
        sc.PanelItem(grid.directions[d], str(n), (round(to[0] - x, 3), round(to[1] - y, 3)))
        for n, (d, to) in enumerate(toward, 1)
    )
    corners = [
        (place.chart[0], place.chart[1] + ROWS * CELL + 0.5, (BOXES + 1) * CELL + 0.1),
        (place.pools[0], round(place.pools[1] + POOL_BELOW, 2), POOL_WIDTH),
    ]  # fmt: skip
    return [
        panel("german-leaders", "Leaders in play", GERMAN, 1.9, "held", items=leaders(board.paulus, board.hoth)),
        panel("losses", "German losses", GERMAN, 1.9, "track", "losses"),
        panel("soviet-deck", "Soviet deck", SOVIET, 3.1, "track", "soviet-deck"),
        panel("soviet-hand", "Soviet hand", SOVIET, 2.0, "hand", "soviet-hand"),
        panel("soviet-leaders", "Leaders in play", SOVIET, 2.8, "held", items=leaders(board.chuikov, board.khrushchev)),
        panel("rubble", "Rubble", SOVIET, 1.7, "track", "rubble"),
        panel("compass", "Soviet compass", SOVIET, 3.5, "rose", items=rose),
    ]


def scenery(table: Setting) -> list[sc.Scenery]:
    """From the ground up: relief, ravines, blocks, ways, river, names."""
    drawn = table.drawing
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
    if wall := drawn["wall"]["points"]:
        found.append(sc.Scenery(kind="line", style="wall", width=1.2, points=through(wall)))
    found += [sc.Scenery(kind="line", style="cliff", width=0.8, points=through(row)) for row in volga["cliffs"]]
    found += [sc.Scenery(kind="line", style="ferry", width=0.9, points=through(row)) for row in volga["ferries"]]
    found += [sc.Scenery(kind="place", style="landing", rank=3, at=tuple(x["at"])) for x in volga["landings"]]
    found += [
        sc.Scenery(kind="place", style=style, rank=3, at=tuple(x["at"]))
        for style, key in (("station", "stations"), ("airfield", "airfields"), ("height", "heights"))
        for x in drawn[key]
    ]
    return found + names(table)


def names(table: Setting) -> list[sc.Scenery]:
    """The river, its islands, and the places along its bank, whose names stand on the water."""
    drawn = table.drawing
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
    x, y = layout(table.board).chart
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


def tracks(table: Setting) -> list[sc.Track]:
    """The two clocks, what the Soviets will do next, and the rubble markers."""
    deck = sum(card.side == SOVIET and (table.larger_deck or not card.late) for card in table.board.cards)
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


def charts(table: Setting) -> list[sc.Chart]:
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
            if name != "soviet-die" or not table.soviet_player  # his dice belong to no hex (INF-HUMAN-07)
        ),
        sc.Chart(
            id="compass", title="Soviet compass", columns=["Die", "Direction"],
            rows=[[str(n), "a card, no move" if n == 1 else table.board.grid.directions[d]]
                  for n, d in enumerate(table.compass, 1)],
            clauses=("INF-COMPASS-01", "INF-SMOVE-09"),
        ),
    ]  # fmt: skip


def rows_of(table: Setting, entry: dict[str, Any]) -> list[list[Any]]:
    """The rows of a table of the ledger; those of INF-T-SPAWN as the option `spawn_marine` has them (INF-SPAWN-03)."""
    if entry["id"] != "INF-T-SPAWN":
        return list(entry["rows"])
    known, at_three = ({row[1]: row[n] for row in entry["rows"]} for n in (2, -1))
    found = []
    for n, h in enumerate(table.spawn_order, 1):
        name, comes = table.board.grid.ids[h], table.spawned[h]
        boxes = (comes.count(pool) for pool in range(len(POOL_NAMES)))
        found.append([n, name, known.get(name, ""), *boxes, at_three.get(name, "")])
    return found


def cell(value: Any) -> str:
    """A cell of a printed table."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)


def decks(table: Setting) -> list[sc.Deck]:
    board = table.board
    found = []
    for side, row in ((GERMAN, board.german_cards), (SOVIET, board.soviet_cards)):
        faces = [
            sc.CardFace(
                c, board.cards[c].title, [sc.CardLine(EFFECT, "", board.cards[c].text)], origin=board.cards[c].origin
            )
            for c in row
        ]
        found.append(sc.Deck(SEATS[side], f"{SIDE_NAMES[side]} cards", len(faces), faces))
    return found


def piece(board: Board, u: int) -> sc.Piece:
    unit = board.units[u]
    echelon = "division" if unit.name.endswith("Division") else ECHELON[unit.side]
    return sc.Piece(
        id=unit.id, name=unit.name, label=unit.label + " R" * unit.r, side=SEATS[unit.side],
        tone="b" if unit.side else "a", kind=unit.kind, steps=unit.strength, group=GROUP[unit.colour],
        pips=PIPS[unit.hits_on], home=f"pool-{POOL_NAMES[board.pool_of[u]]}" if u in board.pool_of else "",
        symbol={"sidc": f"1003100000{ENTITY[unit.kind]}0000", "echelon": echelon},
    )  # fmt: skip


# ------------------------------------------------------------------ the picture


def picture(p: City, seat: int | None, side: int | None) -> sc.Picture:
    """How the table stands for a seat that sees with the eyes of a side; None where it has none."""
    board, grid = p.board, p.board.grid
    step = p.table.step(p)
    last = procedure(p)[-1]
    return sc.Picture(
        turn=p.round, phase=step.phase if step else "", step=step.id if step else "",
        headline=headline(p),
        control={name: SEATS[GERMAN if p.control & grid.bit[h] else SOVIET] for h, name in enumerate(grid.ids)},
        pieces=blocks(p, side),
        marks=[
            *(sc.MarkAt("rubble", grid.ids[h]) for h in grid.hexes(p.rubble)),
            *(sc.MarkAt("spent", f"penalty-{row + 1}", text="0") for row in range(ROWS) if p.spent >> row & 1),
        ],
        tracks={
            "losses": p.losses, "soviet-deck": p.count(SOVIET, DECK), "rubble": p.rubble.bit_count(),
            "next": NEXT[last.outcome] if p.frames and p.round else None,
        },
        notes={
            "next": "" if last.limit is None else f"{last.test}: {last.value} against {last.limit}",
            "losses": ", ".join(
                board.units[u].label + " (2)" * board.units[u].r for u in board.germans if p.at[u] == LOST
            ),
        },
        held=[
            sc.HeldMarker(board.cards[c].id, board.cards[c].title, board.cards[c].text, (clause, board.cards[c].clause))
            for owner, clause in ((GERMAN, "INF-GCARD-01"), (SOVIET, "INF-SCARD-02"))
            for c in p.pile(owner, PLAY)
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
        lost=[board.units[u].id for u in board.germans if p.at[u] == LOST],
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
    board, grid = p.board, p.board.grid
    found = []
    for h, stack in enumerate(p.stacks):
        if not stack:
            continue
        for u, name in zip(stack, shown_in(p, h, viewer), strict=True):
            side, at = SEATS[board.side[u]], grid.ids[h]
            if p.hidden(u, viewer):
                found.append(sc.PieceAt(id=name, side=side, at=at, hidden=True))
            else:
                flat = bool(p.battle & grid.bit[h])
                strength, label = shown(p, u), signed(p, u)
                found.append(sc.PieceAt(id=name, side=side, at=at, strength=strength, flat=flat, label=label))
    for row in range(ROWS):
        for n, _ in enumerate(row_of(p, row)):
            found.append(sc.PieceAt(id=f"?chart-{row + 1}-{n}", side="german", at=f"chart-{row + 1}", hidden=True))
        u = board.penalty[row]
        if u != EMPTY and p.at[u] == REMOVED:
            found.append(
                sc.PieceAt(id=board.units[u].id, side="german", at=f"penalty-{row + 1}", flat=True, strength=0)
            )
    for row_of_units, name in zip(board.pools, POOL_NAMES, strict=True):
        for n in range(sum(p.at[u] == POOL for u in row_of_units)):
            found.append(sc.PieceAt(id=f"?{name}-{n}", side="soviet", at=f"pool-{name}", hidden=True))
    return sorted(found, key=lambda block: block.at)


def signed(p: City, u: int) -> str:
    """The label of a White unit of the second German player; "" for all others, whose colour says it."""
    board = p.board
    return f"{board.units[u].label} II" if board.units[u].colour == "white" and p.owner(u) == PARTNER else ""


def pools(p: City, side: int | None) -> list[sc.Pool]:
    """Units picked up and those of them that had to go back, for the Germans to read; and, as a note, the enemy's units
    that the last combat has shown, with one's own that went back to their pool."""
    board = p.board
    found = []
    if up := p.waiting:
        faces = tuple(board.units[u].id for u in up) if side == GERMAN else ()
        found.append(sc.Pool("picked-up", "To be deployed", len(up), faces))
    if (back := [board.units[u].id for u in board.germans if p.returned >> u & 1]) and side == GERMAN:
        found.append(sc.Pool("returned", "Went back to the chart", len(back), tuple(back)))
    shown = [u for u in range(len(board.units)) if p.seen >> u & 1]
    if seen := [board.units[u].id for u in shown if board.side[u] != side or p.at[u] == POOL]:
        found.append(sc.Pool("seen", "Seen in the last combat", len(seen), tuple(seen)))
    return found


def overlays(p: City) -> list[sc.Overlay]:
    """Spawn hexes by who controls them, what the Soviets will count next, and whom the Germans can attack."""
    board, grid = p.board, p.board.grid
    tops = tuple(grid.ids[h] for h in top_hexes(p))
    spawns = grid.gather(board.soviet_spawn + board.german_spawn)
    order = {name: str(n) for n, name in enumerate(tops, 1)} if len(tops) <= p.spawns_held().bit_count() else {}
    held = (spawns & p.control, spawns & ~p.control)
    return [
        *(
            sc.Overlay(
                id=f"spawn-{SEATS[side]}", title="Spawn hexes", kind="range", side=SEATS[side],
                spaces=tuple(grid.ids[h] for h in grid.hexes(held[side])), shown=True,
            )
            for side in (GERMAN, SOVIET)
        ),
        sc.Overlay(id="tops", title="Top stacks", kind="range", spaces=tops, values=order, side="soviet"),
        sc.Overlay(
            id="targets", title="Stacks in contact", kind="zone", side="german",
            spaces=tuple(grid.ids[h] for h in grid.hexes(p.soviet & grid.around(p.german))),
        ),
    ]  # fmt: skip


def arrows(p: City) -> list[sc.Arrow]:
    """From the attacking hexes to the one that is attacked."""
    grid = p.board.grid
    if not p.inside("combat"):
        return []
    f = p.frame("combat")
    target = grid.ids[f[Combat.target]]
    return [sc.Arrow(kind="attack", from_=grid.ids[h], to=target) for h in grid.hexes(f[Combat.origins])]
