"""Scene and Picture: how a game looks, as data. The forms and the meaning of the fields: docs/protocol.md."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

Point = tuple[float, float]


class SeatName(msgspec.Struct, omit_defaults=True):
    id: str
    name: str
    side: str


class Side(msgspec.Struct, omit_defaults=True):
    id: str
    name: str
    tone: Literal["a", "b", "c"]


class StepLine(msgspec.Struct, omit_defaults=True):
    id: str
    title: str
    clauses: tuple[str, ...] = ()


class Phase(msgspec.Struct, omit_defaults=True):
    """A phase of the sequence of play; one that is played once is shown while it lasts."""

    id: str
    title: str
    steps: list[StepLine]
    once: bool = False


class Space(msgspec.Struct, omit_defaults=True, kw_only=True):
    id: str
    label: str
    name: str
    kind: Literal["area", "hex", "box"]
    shape: list[Point] = []
    counters: Point | None = None
    markers: Point | None = None
    text: Point | None = None
    text_width: float = 0.0
    features: tuple[str, ...] = ()
    terrain: str = ""
    neighbours: tuple[str, ...] = ()
    origin: Literal["stated", "reconstructed", ""] = ""


class Border(msgspec.Struct, omit_defaults=True):
    spaces: tuple[str, ...]
    kind: Literal["open", "river", "blocked"]
    points: list[Point]


class Terrain(msgspec.Struct, omit_defaults=True):
    id: str
    name: str
    fill: Literal["steppe", "city", "wood", "water", "hill", "far"]


class Scenery(msgspec.Struct, omit_defaults=True, kw_only=True):
    kind: Literal["fill", "line", "place", "text"]
    style: str
    name: str = ""
    shape: list[Point] = []
    points: list[Point] = []
    at: Point | None = None
    width: float = 0.0
    rank: int = 0


class TrackMark(msgspec.Struct, omit_defaults=True):
    at: int
    text: str
    tone: Literal["bad", "good", "plain"] = "plain"


class Track(msgspec.Struct, omit_defaults=True, kw_only=True):
    id: str
    title: str
    kind: Literal["scale", "dial", "boxes", "states"]
    min: int = 0
    max: int = 0
    board: str = ""
    marks: list[TrackMark] = []
    states: tuple[str, ...] = ()
    spaces: tuple[str, ...] = ()
    values: dict[str, str] = {}
    clauses: tuple[str, ...] = ()
    primary: bool = False


class Chart(msgspec.Struct, omit_defaults=True, kw_only=True):
    """A table of the rulebook, printed from the data that the rules use."""

    id: str
    title: str
    columns: list[str]
    rows: list[list[str]]
    modifiers: list[str] = []
    note: str = ""
    clauses: tuple[str, ...] = ()


class CardLine(msgspec.Struct, omit_defaults=True):
    id: str
    label: str
    text: str


class CardFace(msgspec.Struct, omit_defaults=True):
    id: int
    title: str
    lines: list[CardLine]
    origin: Literal["stated", "reconstructed", ""] = ""


class Deck(msgspec.Struct, omit_defaults=True):
    id: str
    title: str
    size: int
    cards: list[CardFace]
    card: str = "card"


class Piece(msgspec.Struct, omit_defaults=True, kw_only=True):
    id: str
    name: str
    label: str
    side: str
    tone: Literal["a", "b", "c"]
    symbol: dict[str, Any]
    kind: str
    faces: tuple[str, ...] = ("full",)


class Mark(msgspec.Struct, omit_defaults=True, kw_only=True):
    id: str
    name: str
    symbol: str
    filled: bool = True
    clauses: tuple[str, ...] = ()


class Scene(msgspec.Struct, omit_defaults=True, kw_only=True):
    game: str
    title: str
    edition: str
    unit: str
    frame: tuple[float, float, float, float]
    counter: dict[str, float]
    seats: list[SeatName]
    sides: list[Side]
    notice: str
    phases: list[Phase]
    spaces: list[Space]
    borders: list[Border] = []
    terrains: list[Terrain] = []
    scenery: list[Scenery] = []
    tracks: list[Track] = []
    tables: list[Chart] = []
    decks: list[Deck] = []
    pieces: list[Piece] = []
    marks: list[Mark] = []
    options: list[dict[str, Any]] = []


class PieceAt(msgspec.Struct, omit_defaults=True, kw_only=True):
    id: str
    at: str
    face: str = ""
    side: str = ""
    states: tuple[str, ...] = ()
    hidden: bool = False


class MarkAt(msgspec.Struct, omit_defaults=True):
    mark: str
    at: str
    count: int = 1
    text: str = ""


class HeldMarker(msgspec.Struct, omit_defaults=True):
    id: str
    title: str
    text: str
    clauses: tuple[str, ...] = ()


class SeenCard(msgspec.Struct):
    card: int
    line: str


class DeckState(msgspec.Struct, kw_only=True):
    draw: int
    discard: list[int] = []
    removed: list[int] = []
    seen: list[SeenCard] = []


class Arrow(msgspec.Struct, omit_defaults=True, kw_only=True):
    kind: str
    piece: str
    from_: str = msgspec.field(name="from")
    to: str


class Pool(msgspec.Struct, omit_defaults=True):
    id: str
    title: str
    count: int
    pieces: tuple[str, ...] = ()


class Picture(msgspec.Struct, omit_defaults=True, kw_only=True):
    turn: int
    phase: str
    step: str
    headline: str
    control: dict[str, str]
    pieces: list[PieceAt]
    marks: list[MarkAt] = []
    tracks: dict[str, int | str | None] = {}
    notes: dict[str, str] = {}
    held: list[HeldMarker] = []
    decks: dict[str, DeckState] = {}
    arrows: list[Arrow] = []
    pools: list[Pool] = []
    lost: list[str] = []
    standing: str = ""
