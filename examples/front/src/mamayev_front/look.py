"""How Front looks, as data. The forms are those of docs/protocol.md."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from mamayev.author import Look, board, rivers, ways
from mamayev.author import scene as sc

from .board import AWAY, CITIES, CITY, COMBAT, GRID, LETTER, RAIL_LINES, RIVERS, SIDE, SIDES, TERRAINS, UNITS
from .rules import STACK, STEPS_OF_PLAY, Declared

if TYPE_CHECKING:
    from .rules import Front, TheFront

TONES: tuple[Literal["a", "b"], ...] = ("a", "b")
ENTITY = {"infantry": "121100", "guards": "121100", "armour": "120500", "motorised": "121104", "cavalry": "120400"}
COUNTER = 0.62 * GRID.pitch


def scene(table: TheFront) -> sc.Scene:
    points = sum(city["points"] for city in CITIES)
    return sc.Scene(
        game=table.game.name, title=table.game.title, edition=table.edition, unit="km",
        frame=GRID.frame(GRID.pitch / 2), counter={"side": COUNTER, "gap": 0.4},
        seats=[sc.SeatName(seat, seat.title(), seat) for seat in SIDES],
        sides=[sc.Side(seat, seat.title(), tone) for seat, tone in zip(SIDES, TONES, strict=True)],
        notice="An example of our own making; there is no printed game behind it.",
        phases=[sc.Phase("turn", "Player turn", [sc.StepLine(s.id, s.title, s.clauses) for s in STEPS_OF_PLAY])],
        spaces=[city(h) for h in CITY],
        grid=board(GRID, LETTER.__getitem__, {letter: letter_id(letter) for letter in TERRAINS}),
        levels=(17, 28, 44, 72), stacks=[stack(n) for n in range(1, STACK + 1)], borders=rivers(GRID, sorted(RIVERS)),
        terrains=[sc.Terrain(letter_id(letter), entry["name"], entry["fill"]) for letter, entry in TERRAINS.items()],
        scenery=[
            *ways(GRID, RAIL_LINES, "railway", 1.2),
            *(sc.Scenery(kind="place", style="city", name=CITIES[i]["name"], rank=4 - CITIES[i]["points"],
                         at=GRID.centre(h), names=[(0, 14)]) for h, i in CITY.items()),
        ],
        tracks=[
            sc.Track(id="turn", title="Turn", kind="boxes", min=1, max=int(table.options["turns"]),
                     clauses=("FRO-TURN-01",), primary=True),
            *(sc.Track(id=seat, title=f"{seat.title()}: points", kind="scale", min=0, max=points,
                       clauses=("FRO-WIN-01",), primary=True) for seat in SIDES),
        ],
        charts=[
            sc.Chart(
                id="combat", title="Combat", columns=["Die", *COMBAT["columns"]],
                rows=[[str(n), *row] for n, row in enumerate(COMBAT["rows"], 1)],
                modifiers=["Columns to the left: woods, marshes, cities 1, mountains 2, across a river 1"],
                note=". ".join(f"{code}: {result['text']}" for code, result in COMBAT["results"].items()),
                clauses=("FRO-FIGHT-02",),
            ),
            sc.Chart(
                id="terrain", title="Terrain", columns=["Terrain", "Points to enter", "Columns to the left"],
                rows=[[t["name"], str(t.get("cost", "none")), str(t.get("shift", 0))] for t in TERRAINS.values()],
                note="A river hexside costs one point more.", clauses=("FRO-MOVE-01",),
            ),
        ],
        pieces=[piece(u) for u in range(len(UNITS))],
    )  # fmt: skip


def letter_id(letter: str) -> str:
    """The id of a terrain."""
    name: str = TERRAINS[letter]["name"]
    return name.lower()


def city(h: int) -> sc.Space:
    entry = CITIES[CITY[h]]
    return sc.Space(
        id=GRID.ids[h], label=GRID.ids[h], name=entry["name"], kind="hex", features=("key", "city"),
    )  # fmt: skip


def stack(n: int) -> sc.StackSlots:
    """Where the counters of a stack lie: each a little up and to the right of the one below."""
    step = 0.09 * GRID.pitch
    return sc.StackSlots(
        COUNTER, [(round((i - (n - 1) / 2) * step, 2), round(-(i - (n - 1) / 2) * step, 2)) for i in range(n)]
    )


def piece(u: int) -> sc.Piece:
    unit = UNITS[u]
    return sc.Piece(
        id=unit.id, name=unit.name, label=unit.id[1:], side=SIDES[unit.side], tone=TONES[unit.side],
        symbol={"sidc": f"1003100000{ENTITY[unit.kind]}0000", "echelon": "army"}, kind=unit.kind,
        faces=("full", "reduced"), steps=2,
        figures=tuple(f"{a}-{d}-{unit.movement}" for a, d in zip(unit.attack, unit.defence, strict=True)),
    )  # fmt: skip


def picture(p: Front) -> sc.Picture:
    step, points = p.table.step(p), p.table.points(p)
    ready = set(p.ready)
    moving = step is not None and step.id == "move"
    open_battle = p.frame("declare")[Declared.battle] if p.inside("declare") else 0

    def state(u: int) -> tuple[str, ...]:
        if moving and SIDE[u] == p.side and u not in ready:
            return ("moved",)
        return ("active",) if open_battle >> u & 1 else ()

    pieces = [
        sc.PieceAt(
            id=UNITS[u].id, at=GRID.ids[h], side=SIDES[SIDE[u]], face="reduced" if p.face(u) else "full",
            states=state(u),
        )
        for u, h in enumerate(p.at) if h != AWAY
    ]  # fmt: skip
    control = {GRID.ids[h]: SIDES[p.held_by_east >> i & 1] for h, i in CITY.items()}
    control |= {GRID.ids[h]: SIDES[SIDE[u]] for u, h in enumerate(p.at) if h != AWAY}
    return sc.Picture(
        turn=p.turn, phase=step.phase if step else "", step=step.id if step else "",
        headline=f"Turn {p.turn} of {p.table.options['turns']}", control=control,
        pieces=sorted(pieces, key=lambda piece: piece.at),
        tracks={"turn": p.turn, **dict(zip(SIDES, points, strict=True))},
        lost=[unit.id for unit, h in zip(UNITS, p.at, strict=True) if h == AWAY],
        overlays=[
            sc.Overlay(
                id=f"zones-{seat}", title=f"Zones of control: {seat.title()}", kind="zone", side=seat,
                spaces=tuple(GRID.ids[h] for h in GRID.hexes(p.zones.controlled[side])),
            )
            for side, seat in enumerate(SIDES)
        ],
        arrows=[
            sc.Arrow(kind="attack", from_=GRID.ids[a], to=GRID.ids[d])
            for a, d in sorted({(p.at[a], p.at[d]) for a, d in fights(p)})
        ],
        standing=f"West {points[0]}, East {points[1]}",
    )  # fmt: skip


def fights(p: Front) -> list[tuple[int, int]]:
    """Attackers and defenders of the battles, also of the one that is being declared, in pairs."""
    found = []
    for battle in [*p.battles, *([p.frame("declare")[Declared.battle]] if p.inside("declare") else [])]:
        ours = [u for u in range(len(UNITS)) if battle >> u & 1]
        found += [(a, d) for a in ours for d in ours if SIDE[a] == p.side != SIDE[d]]
    return found


class FrontLook(Look["Front"]):
    table: TheFront

    def scene(self) -> sc.Scene:
        return scene(self.table)

    def picture(self, p: Front, seat: int | None) -> sc.Picture:
        return picture(p)
