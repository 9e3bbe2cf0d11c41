"""How Skirmish looks, as data. The forms are those of docs/protocol.md."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from mamayev.author import Look
from mamayev.author import scene as sc

from .rules import BLUE, COMBAT, COUNTERS, GRID, LOST, OWNER, RED, RESERVES, SEATS, STEPS, STRENGTH, VILLAGE, WOOD

if TYPE_CHECKING:
    from .rules import Field, Skirmish

LEFT, TOP, WIDTH, HEIGHT = GRID.frame(GRID.size / 2)
SIDE = round(GRID.size * 1.1, 2)
"""The side of a block, in board units."""
PANEL = 4.5 * SIDE
TONES: tuple[Literal["a", "b"], ...] = ("a", "b")
ENTITY = {"rifles": "121100", "guards": "121100", "scouts": "121300", "gunners": "130300"}  # of the NATO symbol


def scene(table: Skirmish) -> sc.Scene:
    hexes = range(len(GRID.ids))
    return sc.Scene(
        game=table.game.name, title=table.game.title, edition=table.edition, unit="hm",
        frame=(LEFT, TOP, WIDTH + PANEL, HEIGHT), counter={"side": SIDE, "gap": 0.15, "depth": 0.14 * SIDE},
        seats=[sc.SeatName(seat, seat.title(), seat) for seat in SEATS],
        sides=[sc.Side(seat, seat.title(), tone) for seat, tone in zip(SEATS, TONES, strict=True)],
        notice="An example of our own making; there is no printed game behind it.",
        phases=[
            sc.Phase(phase, title, [sc.StepLine(s.id, s.title, s.clauses) for s in STEPS if s.phase == phase])
            for phase, title in (("setup", "Set-up"), ("turn", "Player turn"))
        ],
        spaces=[*(space(h) for h in hexes), *(losses(seat) for seat in (BLUE, RED))],
        borders=[sc.Border((GRID.ids[a], GRID.ids[b]), "open", GRID.edge(a, b))
                 for a in hexes for b in GRID.neighbours[a] if a < b],
        terrains=[sc.Terrain("clear", "Clear", "steppe"), sc.Terrain("wood", "Wood", "wood")],
        tracks=[sc.Track(id="turn", title="Turn", kind="boxes", min=1, max=int(table.options["turns"]),
                         clauses=("SKI-TURN-01",), primary=True)],
        charts=[sc.Chart(
            id="combat", title="Combat", columns=["Die", *COMBAT["columns"]],
            rows=[[str(n), *(COMBAT["results"][r] for r in row)] for n, row in enumerate(COMBAT["rows"], 1)],
            modifiers=["Defender in wood −1", "Each further attacker's counter beside the defender +1"],
            note="The column is the attacker's strength less the defender's.", clauses=("SKI-FIGHT-01",),
        )],
        decks=[sc.Deck("reserve", "Reserves", 6, [
            sc.CardFace(i, COUNTERS[i]["name"], [sc.CardLine("strength", "Strength", str(STRENGTH[i]))])
            for row in RESERVES for i in row
        ])],
        pieces=[piece(i) for i in range(len(COUNTERS))],
    )  # fmt: skip


def losses(seat: int) -> sc.Space:
    """The box beside the map where the lost blocks of a side stand, a slot for each that can be on the map."""
    x, y, deep = LEFT + WIDTH, TOP + seat * HEIGHT / 2 + SIDE * 0.2, HEIGHT / 2 - SIDE * 0.4
    right, below = x + PANEL - SIDE * 0.3, y + deep
    middle = round(y + deep * 0.62, 2)
    return sc.Space(
        id=f"lost-{SEATS[seat]}", label="Lost", name=f"{SEATS[seat].title()}'s losses", kind="box",
        shape=[(x, y), (right, y), (right, below), (x, below)], text=((x + right) / 2, y + SIDE * 0.4),
        slots=[(round(x + SIDE * (0.85 + 1.25 * n), 2), middle) for n in range(3)],
    )  # fmt: skip


def space(h: int) -> sc.Space:
    x, y = GRID.centre(h)
    village = h == VILLAGE
    return sc.Space(
        id=GRID.ids[h], label=GRID.ids[h], name="the village" if village else f"hex {GRID.ids[h]}", kind="hex",
        shape=GRID.corners(h), counters=(x, y), markers=(x, y + GRID.size * 0.7), text=(x, y - GRID.size * 0.7),
        features=("key", "city") if village else (), terrain="wood" if h in WOOD else "clear",
        neighbours=tuple(GRID.ids[n] for n in GRID.neighbours[h]),
    )  # fmt: skip


def piece(i: int) -> sc.Piece:
    seat, kind = COUNTERS[i]["id"].split("-")
    entity = ENTITY.get(kind)
    symbol: sc.UnitSymbol = {"letters": "COOK"}
    if entity:
        symbol = {"sidc": f"1003100000{entity}0000", "echelon": "company"}
    return sc.Piece(
        id=COUNTERS[i]["id"], name=COUNTERS[i]["name"], label=str(STRENGTH[i]), side=seat, tone=TONES[OWNER[i]],
        symbol=symbol, kind=kind,
    )  # fmt: skip


def picture(p: Field, seat: int | None) -> sc.Picture:
    step, holder = p.table.step(p), p.holder()
    turns = p.table.options["turns"]
    pieces = []
    for i, space in enumerate(p.at):
        if space < LOST:
            side, hidden = SEATS[OWNER[i]], p.hidden_from(i, seat)
            name = f"?{side}" if hidden else COUNTERS[i]["id"]
            acted = ("moved" if step and step.id == "move" else "acted",) if p.acted[i] else ()
            known = bool(p.seen[i])  # a block stands, its face to its owner, until everybody has seen it
            pieces.append(
                sc.PieceAt(id=name, side=side, at=GRID.ids[space], states=acted, hidden=hidden, flat=known)
            )  # fmt: skip
        elif space == LOST:
            pieces.append(
                sc.PieceAt(id=COUNTERS[i]["id"], side=SEATS[OWNER[i]], at=f"lost-{SEATS[OWNER[i]]}", flat=True)
            )  # fmt: skip
    village = "nobody stands in the village" if holder is None else f"{SEATS[holder].title()} stands in the village"
    return sc.Picture(
        turn=p.turn, phase=step.phase if step else "", step=step.id if step else "",
        headline=f"Turn {p.turn} of {turns}" if p.turn else "Set-up",
        control={GRID.ids[space]: SEATS[OWNER[i]] for i, space in enumerate(p.at) if space < LOST},
        pieces=sorted(pieces, key=lambda piece: piece.at), tracks={"turn": p.turn or None},
        decks={"reserve": sc.DeckState(draw=sum(len(row) for row in RESERVES) - p.dealt())},
        standing=village.capitalize(),
    )  # fmt: skip


class SkirmishLook(Look["Field"]):
    table: Skirmish

    def scene(self) -> sc.Scene:
        return scene(self.table)

    def picture(self, p: Field, seat: int | None) -> sc.Picture:
        return picture(p, seat)
