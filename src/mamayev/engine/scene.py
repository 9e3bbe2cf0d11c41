"""Scene and Picture: how a game looks, as data. The forms and the meaning of the fields: docs/protocol.md."""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import cached_property
from typing import Any, Literal, NotRequired, TypedDict

import msgspec

from .event import ModifierLine
from .foretell import Outcome

Point = tuple[float, float]
Tone = Literal["a", "b", "c", "d", "e", "f"]


class SeatName(msgspec.Struct, omit_defaults=True):
    """A seat, what it is called, and the id of its side."""

    id: str
    name: str
    side: str


class Side(msgspec.Struct, omit_defaults=True):
    """A side with its colour: a or b, or one of the further colours of side a (c to f). The tone decides the shape of
    counters, too."""

    id: str
    name: str
    tone: Tone


class StepLine(msgspec.Struct, omit_defaults=True):
    """A numbered step of a phase, with the clauses that tell it."""

    id: str
    title: str
    clauses: tuple[str, ...] = ()


class Phase(msgspec.Struct, omit_defaults=True):
    """A phase of the sequence of play; one that is played once is shown while it lasts. `panel`: what happens in it is
    shown in a panel, as a fight (its steps, both forces, volley by volley) or as a procedure of the rules (its tests,
    line by line)."""

    id: str
    title: str
    steps: list[StepLine]
    once: bool = False
    panel: Literal["fight", "procedure", ""] = ""


class Space(msgspec.Struct, omit_defaults=True, kw_only=True):
    """A place where pieces stand. All points are in board units; those that are left out follow from the grid.

    `label`: what is written on it, its number as a rule; `name`: what it is called, "" where it has no name; `shape`:
    its outline, not closed twice; `counters`, `markers`, `text`: the middle of what stands there; `features`: "key",
    "airfield", "city"; `terrain`: an entry of the scene's terrains; `neighbours`: ids; `slots`: of a box, where its
    pieces stand, in their order; `origin`: whether the rulebook states it. A box with a shape is a panel beside the
    board, one without stands on a track."""

    id: str
    label: str
    name: str
    kind: Literal["area", "hex", "box"]
    shape: list[Point] = []
    counters: Point | None = None
    markers: Point | None = None
    text: Point | None = None
    features: tuple[str, ...] = ()
    terrain: str = ""
    neighbours: tuple[str, ...] = ()
    slots: list[Point] = []
    origin: Literal["stated", "reconstructed", ""] = ""
    level: int | None = None
    """Of a hex: the level of the zoom from which its name is written, inside it or not at all; None: also beside it."""


class HexGrid(msgspec.Struct, omit_defaults=True, kw_only=True):
    """A board of hexes told row by row, so that only hexes with more to say stand among the scene's spaces.

    `pitch` is the distance between the centres of neighbours in board units, `origin` the centre of column 0 in row 0.
    The `shifted` columns (flat tops) or rows (pointy tops), counted from 0, stand half a hex further down or right than
    the others. A row of `ids` separates them by blanks; a row of `terrain` has a letter for each, which `codes`
    translates into an entry of the scene's terrains. "-" is a hole in both. `numbers`: screen pixels between the
    centres of neighbours from which hexes bear their numbers, those of side a and key ones on a chip; 0: where there
    is room for them, and plain.
    """

    orientation: Literal["flat", "pointy"]
    pitch: float
    origin: Point
    shifted: Literal["odd", "even"]
    ids: list[str]
    terrain: list[str] = []
    codes: dict[str, str] = {}
    numbers: float = 0.0

    def places(self) -> Iterator[tuple[str, int, int]]:
        """Id, column and row of each hex, row by row."""
        for row, line in enumerate(self.ids):
            for column, name in enumerate(line.split()):
                if name != "-":
                    yield name, column, row

    def centre(self, column: int, row: int) -> Point:
        """The middle of a hex; y grows down."""
        x, y = self.origin
        along, line = (column, row) if self.orientation == "pointy" else (row, column)
        half = 0.5 * (line % 2) * (1 if self.shifted == "odd" else -1)
        far, deep = self.pitch * (along + half), self.pitch * math.sqrt(0.75) * line
        return (x + far, y + deep) if self.orientation == "pointy" else (x + deep, y + far)

    def spaces(self) -> dict[str, Space]:
        """Every hex with outline, anchors, terrain and neighbours, by its id."""
        turn = 30 if self.orientation == "pointy" else 0
        radius = self.pitch / math.sqrt(3)
        corners = [(math.cos(math.radians(a)), math.sin(math.radians(a))) for a in range(turn, 360, 60)]
        at = {self._axial(column, row): name for name, column, row in self.places()}
        found = {}
        for name, column, row in self.places():
            x, y = self.centre(column, row)
            q, r = self._axial(column, row)
            around = ((q - 1, r), (q - 1, r + 1), (q, r - 1), (q, r + 1), (q + 1, r - 1), (q + 1, r))
            found[name] = Space(
                id=name,
                label=name,
                name="",
                kind="hex",
                shape=[(round(x + radius * dx, 3), round(y + radius * dy, 3)) for dx, dy in corners],
                counters=(x, y),
                markers=(x, y + 0.36 * self.pitch),
                text=(x, y - 0.42 * self.pitch),
                terrain=self.codes[self.terrain[row][column]] if self.terrain else "",
                neighbours=tuple(at[place] for place in around if place in at),
            )
        return found

    def _axial(self, column: int, row: int) -> tuple[int, int]:
        """Coordinates in which the neighbours of all hexes are the same six steps away."""
        along, line = (column, row) if self.orientation == "pointy" else (row, column)
        return along - (line + (0 if self.shifted == "odd" else 1)) // 2, line


class Border(msgspec.Struct, omit_defaults=True):
    """The border of two neighbouring spaces. Between hexes of the grid the `points` are left out. The front is not
    among them: it is drawn wherever two neighbours are held by different sides."""

    spaces: tuple[str, ...]
    kind: Literal["open", "river", "blocked"]
    points: list[Point] = []


Fill = Literal["steppe", "city", "wood", "water", "hill", "mountain", "marsh", "rough", "closed", "far"]


class Terrain(msgspec.Struct, omit_defaults=True):
    """A kind of ground. `frozen`: what it is drawn as while the picture says that there is frost."""

    id: str
    name: str
    fill: Fill
    frozen: Fill | None = None


class Scenery(msgspec.Struct, omit_defaults=True, kw_only=True):
    """Something drawn under borders and counters, in the order of the list; docs/protocol.md lists the styles.

    A fill has a `shape` and may have `holes`; a line has `points` and a `width` in board units; a place stands `at` a
    point, `names` being the offset of its name in screen pixels level by level; a text runs along its `points`, of a
    `size` in screen pixels with `spacing` in ems. `rank`: 1 is major; `levels`: the first and the last level of the
    zoom at which it is drawn; `freezes`: it is drawn as ice while the picture is frozen."""

    kind: Literal["fill", "line", "place", "text"]
    style: str
    name: str = ""
    shape: list[Point] = []
    holes: list[list[Point]] = []
    points: list[Point] = []
    at: Point | None = None
    width: float = 0.0
    rank: int = 0
    levels: tuple[int, int] | None = None
    names: list[Point] = []
    size: float = 0.0
    spacing: float = 0.0
    freezes: bool = False


class PanelItem(msgspec.Struct, omit_defaults=True):
    """An entry of a panel: a held marker that is in play or not; or a direction of a rose, with `at`, the step to the
    neighbour there in board units."""

    id: str
    text: str
    at: Point | None = None


class BoardPanel(msgspec.Struct, omit_defaults=True, kw_only=True):
    """A panel drawn beside the map: x, y, width and height in board units. `shows`: a track as a square for each step,
    the backs of a hand, which of some held markers are in play, or a rose of directions; `of`: the track or hand."""

    id: str
    title: str
    frame: tuple[float, float, float, float]
    shows: Literal["track", "hand", "held", "rose"]
    of: str = ""
    items: tuple[PanelItem, ...] = ()
    side: str = ""


class TrackMark(msgspec.Struct, omit_defaults=True):
    """A value of a track that has a meaning: where, what, and for whom it is good."""

    at: int
    text: str
    tone: Literal["bad", "good", "plain"] = "plain"


class Track(msgspec.Struct, omit_defaults=True, kw_only=True):
    """A track, a gauge or a value that the table shows; what stands on it is in the picture, by its id.

    `kind`: a scale is a bar with ticks, a dial a half-round gauge, boxes are numbered or named by `labels` (under
    `heads`), states are words side by side, a value is shown alone. `board`: tracks of the same board share a row of
    boxes; `spaces`: the boxes in which pieces stand, with `values` written in them; `primary`: also in the strip of a
    phone."""

    id: str
    title: str
    kind: Literal["scale", "dial", "boxes", "states", "value"]
    min: int = 0
    max: int = 0
    board: str = ""
    marks: list[TrackMark] = []
    states: tuple[str, ...] = ()
    labels: tuple[str, ...] = ()
    heads: list[TrackMark] = []
    spaces: tuple[str, ...] = ()
    values: dict[str, str] = {}
    clauses: tuple[str, ...] = ()
    primary: bool = False


Verdict = Literal["good", "bad", "fair", "none"]
"""What a result is for whoever rolls or decides; none: nothing happens."""


class Chart(msgspec.Struct, omit_defaults=True, kw_only=True):
    """A printed table of the rulebook, drawn from the data that the rules use. `verdicts`: what its results, by their
    words, are for whoever decides, from bad to good; they colour the faces of a die. `attacking`: they are so for an
    attacker, and for whoever is attacked good and bad change places. `words`: what its short results are called where
    a person reads them elsewhere than in the table."""

    id: str
    title: str
    columns: list[str]
    rows: list[list[str]]
    modifiers: list[str] = []
    note: str = ""
    clauses: tuple[str, ...] = ()
    verdicts: dict[str, Verdict] = {}
    attacking: bool = False
    words: dict[str, str] = {}


class CardLine(msgspec.Struct, omit_defaults=True):
    """A line of a card. `die`: it happens on a six-sided die up to this, 6 for always; 0 where no die belongs to it.
    `fate`: what becomes of the card then."""

    id: str
    label: str
    text: str
    die: int = 0
    fate: str = ""


class CardFace(msgspec.Struct, omit_defaults=True):
    """What is printed on a card. `timing`: when it is played, in words; `when`: before or after what it is played for,
    or at any time."""

    id: int
    title: str
    lines: list[CardLine]
    origin: Literal["stated", "reconstructed", ""] = ""
    timing: str = ""
    when: Literal["before", "after", "any", ""] = ""


class Deck(msgspec.Struct, omit_defaults=True):
    """A deck with all its cards. `card` and `several`: what one and several of them are called."""

    id: str
    title: str
    size: int
    cards: list[CardFace]
    card: str = "card"
    several: str = "cards"


Silhouette = Literal["tank", "sloped-tank", "assault-gun", "infantry", "motorized", "cavalry"]


class UnitSymbol(TypedDict, total=False):
    """What is drawn on a counter: a 20-digit code, letters, or a plain block; and the size of the unit above it.
    `silhouette`: the drawing that a player may choose instead."""

    sidc: str
    silhouette: Silhouette
    letters: str
    block: bool
    echelon: str


Ink = Literal["cream", "sky", "violet", "brown", "forest", "plum", "red", "blue", "yellow", "green"]


class Strip(msgspec.Struct, omit_defaults=True):
    """A strip along a counter's upper edge, by which those that act together are told: all in one ink, or so many
    blocks of it on a dark ground, or on a light one."""

    ink: Ink
    blocks: int = 0
    light: bool = False


class Piece(msgspec.Struct, omit_defaults=True, kw_only=True):
    """A counter or block. `group`: the colour of its symbol's box, where the pieces of a side belong to groups; `pips`:
    how its steps are drawn where their shape tells how well it fires, else as discs; `home`: the box that it goes back
    to when it is lost."""

    id: str
    name: str
    label: str
    side: str
    tone: Tone
    symbol: UnitSymbol
    kind: str
    faces: tuple[str, ...] = ("full",)
    figures: tuple[str, ...] = ()
    steps: int = 0
    group: Literal["yellow", "blue", "white", ""] = ""
    pips: Literal["ring", "diamond", ""] = ""
    strip: Strip | None = None
    home: str = ""


class Mark(msgspec.Struct, omit_defaults=True, kw_only=True):
    """A marker that may lie in a space. `symbol`: battlement, hit, breakthrough, letter, supply, control, disc or
    rubble, which changes the ground of its space; without `filled` its outline is dashed."""

    id: str
    name: str
    symbol: str
    filled: bool = True
    clauses: tuple[str, ...] = ()


class StackSlots(msgspec.Struct):
    """How so many counters stand in one space: their side, and where, seen from the space's anchor."""

    side: float
    at: list[Point]


class CounterSize(TypedDict):
    """The side of a counter, the gap between two and the depth of a block, in board units."""

    side: float
    gap: NotRequired[float]
    depth: NotRequired[float]


class SetOption(TypedDict):
    """An option with the value that it has in this match."""

    name: str
    value: Any


class VictoryLevel(msgspec.Struct, omit_defaults=True, kw_only=True):
    """A level of victory with its points, both ends included; the lowest has no `from`, the highest no `to`. `side`:
    whose it is."""

    title: str
    from_: int | None = msgspec.field(default=None, name="from")
    to: int | None = None
    side: str = ""


class VictoryScale(msgspec.Struct, omit_defaults=True, kw_only=True):
    """All levels of victory from the lowest up, and the points of the historical result."""

    levels: list[VictoryLevel]
    history: int | None = None


class TurnNames(msgspec.Struct, omit_defaults=True):
    """What turns are called: `names` from turn 0 on, later ones by their number, with `word` before it. `halves`: each
    seat has a player turn of its own in them, one after the other."""

    names: tuple[str, ...] = ()
    word: str = "Turn"
    halves: bool = False


class Scene(msgspec.Struct, omit_defaults=True, kw_only=True, dict=True):
    """How a game looks, once: what never changes during a match. What a field is left out of does without it.

    `unit`: of distances on the board; `frame`: x, y, width and height of the board; `counter`: their size; `notice`:
    what is reconstructed, in one sentence; `grid`: a board of hexes, of which `spaces` then lists those alone that
    have more to say; `levels`: screen pixels a board unit at which the levels 1, 2, 3 of the zoom begin; `stacks`: how
    one, two, three counters stand in a hex; `sums`: so many numbers of a counter's figures add up in a stack."""

    game: str
    title: str
    edition: str
    unit: str
    frame: tuple[float, float, float, float]
    counter: CounterSize
    seats: list[SeatName]
    sides: list[Side]
    notice: str
    phases: list[Phase]
    spaces: list[Space]
    grid: HexGrid | None = None
    levels: tuple[float, ...] = ()
    stacks: list[StackSlots] = []
    sums: int = 0
    borders: list[Border] = []
    terrains: list[Terrain] = []
    scenery: list[Scenery] = []
    panels: list[BoardPanel] = []
    tracks: list[Track] = []
    charts: list[Chart] = []
    decks: list[Deck] = []
    pieces: list[Piece] = []
    marks: list[Mark] = []
    options: list[SetOption] = []
    victory: VictoryScale | None = None
    turns: TurnNames | None = None
    """For games whose turns are not just numbered."""
    control: dict[str, str] = {}
    """Whose each space is where a picture does not say otherwise; for boards of so many spaces that each picture tells
    the changed ones alone."""

    @cached_property
    def every_space(self) -> dict[str, Space]:
        """All spaces by their ids: the hexes of the grid, completed by what is listed of them, then the others."""
        found = self.grid.spaces() if self.grid else {}
        for listed in self.spaces:
            hex_ = found.get(listed.id)
            if hex_ is not None:
                said = {name: value for name in hex_.__struct_fields__ if (value := getattr(listed, name))}
                found[listed.id] = msgspec.structs.replace(hex_, **said)
            else:
                found[listed.id] = listed
        return found

    def sides_of(self, picture: Picture) -> dict[str, str]:
        """The side that holds each space in a picture; spaces that nobody holds are left out."""
        return {**self.control, **picture.control}

    def space_ids(self) -> set[str]:
        """The ids of all spaces, those of the grid among them."""
        hexes = {name for name, _, _ in self.grid.places()} if self.grid else set()
        return hexes.union(space.id for space in self.spaces)


class PieceAt(msgspec.Struct, omit_defaults=True, kw_only=True):
    """A piece on the table, in the order of its stack. `at`: its space; `face`: the one that shows, the first where it
    is left out; `states`: acted, moved and spent are drawn pale, active ringed, unsupplied on its side, isolated
    crossed, interdicted barred, owes dashed, others told in words; `hidden`: a piece that this seat cannot see, under
    an id of the picture's own; `strength`: the steps left, where the face does not tell; `flat`: a block that lies
    open; `side`, `name`, `label`, `strip`: where they differ from the scene's."""

    id: str
    at: str
    face: str = ""
    side: str = ""
    states: tuple[str, ...] = ()
    hidden: bool = False
    strength: int | None = None
    flat: bool = False
    name: str = ""
    label: str = ""
    strip: Strip | None = None


class MarkAt(msgspec.Struct, omit_defaults=True):
    """A marker of the scene in a space, or several of them, with what is written on it."""

    mark: str
    at: str
    count: int = 1
    text: str = ""


class HeldMarker(msgspec.Struct, omit_defaults=True):
    """A marker that a seat holds, and what it is good for."""

    id: str
    title: str
    text: str
    clauses: tuple[str, ...] = ()


class SeenCard(msgspec.Struct):
    """A card that was turned up this turn, and the line of it that counted."""

    card: int
    line: str


class DeckState(msgspec.Struct, kw_only=True):
    """A deck in play: how many cards are left to draw, and the ids of those laid aside, out of play and seen."""

    draw: int
    discard: list[int] = []
    removed: list[int] = []
    seen: list[SeenCard] = []


class Arrow(msgspec.Struct, omit_defaults=True, kw_only=True):
    """What has been declared from one space to another, by a piece or, where none is named, by a stack."""

    kind: str
    piece: str = ""
    from_: str = msgspec.field(name="from")
    to: str


class Pool(msgspec.Struct, omit_defaults=True):
    """Pieces that wait off the board; those that an action names lie in a tray, to be clicked before their space."""

    id: str
    title: str
    count: int
    pieces: tuple[str, ...] = ()


class Overlay(msgspec.Struct, omit_defaults=True, kw_only=True):
    """Something to be shown over the board at will; `lines` run from space to space. `notes`: what is said of a space
    that is pointed at; `origins`: by space, those from which what is shown there comes; `drafts`: the actions that make
    what is shown at a space, to be played in one go, where that can be done now. One that is `asked` for is empty until
    then: `Table.overlay` fills it."""

    id: str
    title: str
    kind: Literal["reach", "zone", "range", "supply", "line", "threat"]
    spaces: tuple[str, ...] = ()
    values: dict[str, str] = {}
    lines: list[tuple[str, ...]] = []
    side: str = ""
    shown: bool = False
    notes: dict[str, str] = {}
    asked: bool = False
    origins: dict[str, tuple[str, ...]] = {}
    drafts: dict[str, list[str]] = {}


class Hand(msgspec.Struct, omit_defaults=True, kw_only=True):
    """Cards that a seat holds: how many, and which only for who may see them."""

    id: str
    title: str
    seat: str
    deck: str
    count: int
    cards: tuple[int, ...] = ()


class OddsColumn(msgspec.Struct, omit_defaults=True):
    """A column of the results table: the least strength of the attackers that reaches it, and what it gives."""

    name: str
    needs: int
    outcomes: tuple[Outcome, ...]


class Remark(msgspec.Struct, omit_defaults=True):
    """A sentence with the clauses behind it."""

    text: str
    clauses: tuple[str, ...] = ()


class PlayedCard(msgspec.Struct, omit_defaults=True):
    """A card that a seat has played in a battle: in force, without effect (void), or just being played (now)."""

    deck: str
    card: int
    line: str
    seat: str
    state: Literal["force", "void", "now"]


class BattleShown(msgspec.Struct, omit_defaults=True, kw_only=True):
    """A battle that is being declared (open), has been declared, or is fought now. `columns`: the one that it is fought
    on, `column`, and its neighbours; `steps`: the strengths at which all columns begin; `more`: what may still be added
    to the attack; `why` says how the strengths come about, `notes` what a result would cost. `start`: the column before
    the `shifts`; `modifiers`: those of the die; `cards`: those played so far; `window`: who may play cards now, in
    words; `result`: what the die gave, once it has fallen."""

    id: str
    title: str
    state: Literal["open", "declared", "now"]
    spaces: tuple[str, ...]
    attackers: tuple[str, ...]
    defenders: tuple[str, ...]
    attack: int
    defense: int
    odds: str = ""
    column: str = ""
    columns: tuple[OddsColumn, ...] = ()
    steps: dict[str, int] = {}
    more: int = 0
    chart: str = ""
    why: tuple[Remark, ...] = ()
    notes: tuple[Remark, ...] = ()
    start: str = ""
    shifts: tuple[ModifierLine, ...] = ()
    modifiers: tuple[ModifierLine, ...] = ()
    cards: tuple[PlayedCard, ...] = ()
    window: str = ""
    result: str = ""


class Debt(msgspec.Struct, omit_defaults=True):
    """A battle that is still owed in a space: by whom it can be fought, and at what odds."""

    space: str
    title: str
    text: str
    odds: str
    pieces: tuple[str, ...] = ()


class Combat(msgspec.Struct, omit_defaults=True):
    """The battles that are declared or open, and those that are still owed."""

    battles: list[BattleShown] = []
    debts: list[Debt] = []


class Test(msgspec.Struct, omit_defaults=True):
    """One test of a procedure that the rules carry out: what is looked at, what it is held against (None: against
    nothing), what follows."""

    test: str
    value: int
    limit: int | None
    outcome: str
    text: str = ""
    spaces: tuple[str, ...] = ()
    clauses: tuple[str, ...] = ()


class Procedure(msgspec.Struct, omit_defaults=True):
    """What a procedure of the rules would find as the table stands now; the last test names what it does."""

    title: str
    tests: list[Test]


class Stage(msgspec.Struct):
    """A part of an activation, in the order in which they follow."""

    title: str
    state: Literal["done", "now", "ahead"]


class ActingPiece(msgspec.Struct):
    """A piece of an activation: it may act in this stage, has done so (done), or can do nothing in it (out)."""

    id: str
    state: Literal["may", "done", "out"]


class Activation(msgspec.Struct, omit_defaults=True, kw_only=True):
    """The pieces that act together now. `lead`: the piece that commands them; `text`: how they are commanded and
    supplied; `notes`: what is still to come and what it would cost."""

    title: str
    side: str
    text: str = ""
    lead: str = ""
    stages: tuple[Stage, ...] = ()
    pieces: tuple[ActingPiece, ...] = ()
    notes: tuple[Remark, ...] = ()


Sign = Literal["sun", "mud", "snow", "die", ""]
"""What is drawn in a box of a track."""


class Picture(msgspec.Struct, omit_defaults=True, kw_only=True):
    """How the table stands, for one seat: nothing in it that this seat may not see.

    `headline`: the turn in words; `control`: whose a space is, where the scene does not say so; `tracks`, `notes` and
    `signs` by the ids of tracks; `overlays`: what is switched on above the board; `lost`: ids out of play; `standing`:
    who is ahead, in a few words. The list of games shows `turn`, `headline` and `standing` to everybody: they say the
    same to every seat."""

    turn: int
    phase: str
    step: str
    headline: str
    frozen: bool = False
    control: dict[str, str]
    pieces: list[PieceAt]
    marks: list[MarkAt] = []
    tracks: dict[str, int | str | None] = {}
    notes: dict[str, str] = {}
    signs: dict[str, list[Sign]] = {}
    held: list[HeldMarker] = []
    decks: dict[str, DeckState] = {}
    arrows: list[Arrow] = []
    overlays: list[Overlay] = []
    hands: list[Hand] = []
    pools: list[Pool] = []
    combat: Combat | None = None
    procedure: Procedure | None = None
    activation: Activation | None = None
    lost: list[str] = []
    standing: str = ""
    queue: tuple[str, ...] = ()
    """The spaces of what is resolved one after the other and is still to come, in this order; a space for each roll."""
