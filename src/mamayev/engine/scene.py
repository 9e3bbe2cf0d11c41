"""Scene and Picture: the look of a game as data. docs/protocol.md describes the forms and fields."""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import cached_property
from typing import Literal, NotRequired, TypedDict

import msgspec

from .event import ModifierLine
from .foretell import Outcome, Trade
from .options import Value

Point = tuple[float, float]
Tone = Literal["a", "b", "c", "d", "e", "f"]


class SeatName(msgspec.Struct, omit_defaults=True):
    """A seat, its name, and the id of its side."""

    id: str
    name: str
    side: str


class Side(msgspec.Struct, omit_defaults=True):
    """A side with its color: a or b, or one of the extra colors of side a (c to f). The tone also sets the shape of
    counters. `people`: the name of its soldiers, as used after "the".
    """

    id: str
    name: str
    tone: Tone
    people: str = ""


class StepLine(msgspec.Struct, omit_defaults=True):
    """A numbered step of a phase, with its clauses."""

    id: str
    title: str
    clauses: tuple[str, ...] = ()


class Phase(msgspec.Struct, omit_defaults=True):
    """A phase of the sequence of play.

    `once`: the phase is played only once, and shown only while it lasts. `panel`: a separate panel for a fight (its
    steps, both forces, volley by volley) or a procedure of the rules (its tests, line by line).
    """

    id: str
    title: str
    steps: list[StepLine]
    once: bool = False
    panel: Literal["fight", "procedure", ""] = ""


class Space(msgspec.Struct, omit_defaults=True, kw_only=True):
    """A place for pieces. All points are in board units. Missing points follow from the grid.

    `label`: its printed text, usually its number. `name`: its name, or "". `shape`: its outline, without repeating the
    first point. `counters`, `markers`, `text`: the points on which these are centered. `features`: any of "key",
    "airfield" and "city". `terrain`: an entry in the scene's terrains. `neighbours`: the ids of adjacent spaces.
    `slots`: the places for pieces in a box, in order. `origin`: whether the rulebook states the space or we
    reconstructed it. A box with a shape is a panel beside the board; a box without one is on a track.
    """

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
    """The lowest zoom level at which a hex shows its name, inside the hex only. If it is None, the name may also appear
    beside the hex.
    """


class HexGrid(msgspec.Struct, omit_defaults=True, kw_only=True):
    """A board of hexes, row by row. If a scene has a grid, its `spaces` list only the hexes with extra data.

    `pitch`: the distance between the centers of neighbors in board units. `origin`: the center of column 0 in row 0.
    The `shifted` columns (flat tops) or rows (pointy tops), counted from 0, are half a hex farther down or to the
    right. Each row of `ids` is a string of ids separated by spaces. Each row of `terrain` has one letter per hex, which
    `codes` maps to the scene's terrains. "-" is a hole in both. `numbers`: the minimum distance between the centers of
    neighbors, in screen pixels, at which hexes show their numbers. Key hexes and hexes of side a show them on a chip.
    If it is 0, the numbers are plain and appear where there is room.
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
        """Yield the id, column and row of each hex, row by row."""
        for row, line in enumerate(self.ids):
            for column, name in enumerate(line.split()):
                if name != "-":
                    yield name, column, row

    def centre(self, column: int, row: int) -> Point:
        """Return the center of a hex. y grows downward."""
        x, y = self.origin
        along, line = (column, row) if self.orientation == "pointy" else (row, column)
        half = 0.5 * (line % 2) * (1 if self.shifted == "odd" else -1)
        far, deep = self.pitch * (along + half), self.pitch * math.sqrt(0.75) * line
        return (x + far, y + deep) if self.orientation == "pointy" else (x + deep, y + far)

    def spaces(self) -> dict[str, Space]:
        """Return every hex with outline, anchors, terrain and neighbors, by id."""
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
        """Return coordinates in which the same six steps lead to the neighbors of every hex."""
        along, line = (column, row) if self.orientation == "pointy" else (row, column)
        return along - (line + (0 if self.shifted == "odd" else 1)) // 2, line


class Border(msgspec.Struct, omit_defaults=True):
    """The border between two neighboring spaces.

    Between hexes of the grid, the `points` can be omitted. The front is not listed, because the client draws it between
    neighbors under different control.
    """

    spaces: tuple[str, ...]
    kind: Literal["open", "river", "blocked"]
    points: list[Point] = []


Fill = Literal["steppe", "city", "wood", "water", "hill", "mountain", "marsh", "rough", "closed", "far"]


class Terrain(msgspec.Struct, omit_defaults=True):
    """A kind of terrain. `frozen`: how it looks while the picture is frozen."""

    id: str
    name: str
    fill: Fill
    frozen: Fill | None = None


class Scenery(msgspec.Struct, omit_defaults=True, kw_only=True):
    """A drawing below borders and counters. The client draws the scenery in list order. docs/protocol.md lists the
    styles.

    A fill has a `shape` and optional `holes`. A line has `points` and a `width` in board units. A place is `at` a
    point, with `names` as the offset of its name in screen pixels by level. A text follows its `points`, with a `size`
    in screen pixels and `spacing` in ems. `rank`: 1 is major. `levels`: the first and last zoom level at which it is
    drawn. `freezes`: whether it is drawn as ice while the picture is frozen.
    """

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
    """An entry in a panel: a held marker, in play or not, or a direction of a compass rose, with the step to the
    neighbor (`at`) in board units."""

    id: str
    text: str
    at: Point | None = None


class BoardPanel(msgspec.Struct, omit_defaults=True, kw_only=True):
    """A panel beside the map: x, y, width and height in board units.

    `shows`: a track with a square for each step, the backs of a hand, held markers in play, or a rose of directions.
    `of`: the track or hand.
    """

    id: str
    title: str
    frame: tuple[float, float, float, float]
    shows: Literal["track", "hand", "held", "rose"]
    of: str = ""
    items: tuple[PanelItem, ...] = ()
    side: str = ""


class TrackMark(msgspec.Struct, omit_defaults=True):
    """A special value on a track: its position, its meaning, and whether it is good or bad."""

    at: int
    text: str
    tone: Literal["bad", "good", "plain"] = "plain"


class Track(msgspec.Struct, omit_defaults=True, kw_only=True):
    """A track, gauge or value on the table. The picture contains its current value, by id.

    `kind`: a scale is a bar with ticks, a dial is a half-round gauge, boxes are numbered or named by `labels` (under
    `heads`), states are words side by side, and a value is a number or word. `board`: tracks with the same board share
    a row of boxes. `spaces`: boxes for pieces, with `values` in them. `primary`: whether the track also appears in the
    strip on a phone.
    """

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
"""The meaning of a result for the player who rolls or decides. None: nothing happens."""


class Chart(msgspec.Struct, omit_defaults=True, kw_only=True):
    """A printed table of the rulebook, drawn from the data of the rules.

    `verdicts`: the value of each result for the deciding player, from bad to good, which sets the colors of the die
    faces. `attacking`: the verdicts are the attacker's, so good and bad are swapped for the defender. `words`: full
    names of its abbreviated results, for use outside the table.
    """

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
    """A line on a card.

    `die`: the highest roll of a six-sided die at which the line applies: 6 for always, 0 if there is no die roll.
    `fate`: where the card goes afterward.
    """

    id: str
    label: str
    text: str
    die: int = 0
    fate: str = ""


Ink = Literal["cream", "sky", "violet", "brown", "forest", "plum", "red", "blue", "yellow", "green"]


class Strip(msgspec.Struct, omit_defaults=True):
    """A strip along a counter's upper edge for units that act together: all in one ink, or blocks of it on a dark or
    light ground."""

    ink: Ink
    blocks: int = 0
    light: bool = False


class CardFace(msgspec.Struct, omit_defaults=True):
    """The face of a card. `timing`: when to play it, in words. `when`: before or after its event, or at any time.
    `strip`: the strip on the counters of the units that it activates."""

    id: int
    title: str
    lines: list[CardLine]
    origin: Literal["stated", "reconstructed", ""] = ""
    timing: str = ""
    when: Literal["before", "after", "any", ""] = ""
    strip: Strip | None = None


class Deck(msgspec.Struct, omit_defaults=True):
    """A deck with all its cards. `card` and `several`: the singular and the plural word for its cards."""

    id: str
    title: str
    size: int
    cards: list[CardFace]
    card: str = "card"
    several: str = "cards"


Silhouette = Literal["tank", "sloped-tank", "assault-gun", "infantry", "motorized", "cavalry"]


class UnitSymbol(TypedDict, total=False):
    """The drawing on a counter: a 20-digit code, letters, or a plain block, with the unit size above it. `silhouette`:
    an alternative drawing."""

    sidc: str
    silhouette: Silhouette
    letters: str
    block: bool
    echelon: str


class Piece(msgspec.Struct, omit_defaults=True, kw_only=True):
    """A counter or block.

    `group`: the color of its symbol's box, for groups of pieces. `pips`: the shape of its step marks if the shape shows
    its firepower; by default, discs. `home`: the box to which it returns when lost.
    """

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
    """A marker that can be in a space. `symbol`: battlement, hit, breakthrough, letter, supply, control, disc or rubble
    (which changes the terrain of its space). The marker is dashed unless it is `filled`.
    """

    id: str
    name: str
    symbol: str
    filled: bool = True
    clauses: tuple[str, ...] = ()


class StackSlots(msgspec.Struct):
    """The arrangement of counters in one space: the length of their side, and their offsets from the space's anchor."""

    side: float
    at: list[Point]


class CounterSize(TypedDict):
    """The side of a counter, the gap between two counters and the depth of a block, in board units."""

    side: float
    gap: NotRequired[float]
    depth: NotRequired[float]


class SetOption(TypedDict):
    """An option with its value in this match."""

    name: str
    value: Value


class VictoryLevel(msgspec.Struct, omit_defaults=True, kw_only=True):
    """A level of victory and its range of points, inclusive. The lowest level has no `from`, and the highest has no
    `to`. `side`: the winning side.
    """

    title: str
    from_: int | None = msgspec.field(default=None, name="from")
    to: int | None = None
    side: str = ""


class VictoryScale(msgspec.Struct, omit_defaults=True, kw_only=True):
    """All levels of victory from the lowest up, and the points of the historical result."""

    levels: list[VictoryLevel]
    history: int | None = None


class TurnNames(msgspec.Struct, omit_defaults=True):
    """The names of turns. `names` starts with turn 0. Turns after the last name are called `word` and a number."""

    names: tuple[str, ...] = ()
    word: str = "Turn"


class Scene(msgspec.Struct, omit_defaults=True, kw_only=True, dict=True):
    """The look of a game, which never changes during a match. Fields with a default value are optional.

    - `unit`: the unit of distances on the board.
    - `frame`: x, y, width and height of the board.
    - `counter`: the size of the counters.
    - `notice`: a sentence about the reconstructed parts.
    - `grid`: a board of hexes. If there is one, `spaces` lists only the hexes with extra data.
    - `levels`: the screen pixels per board unit at which zoom levels 1, 2 and 3 begin.
    - `stacks`: the arrangement of one, two and three counters in a hex.
    - `sums`: how many of the numbers on a counter are added up for a stack.
    """

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
    """The names of turns, for games that have them."""
    control: dict[str, str] = {}
    """The control of each space unless a picture overrides it.

    It is for large boards, whose pictures list only changes.
    """

    @cached_property
    def every_space(self) -> dict[str, Space]:
        """Return all spaces by id: the hexes of the grid with their listed data, then the others."""
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
        """Return the side that controls each space in a picture, without neutral spaces."""
        return {**self.control, **picture.control}

    def space_ids(self) -> set[str]:
        """Return the ids of all spaces, including those of the grid."""
        hexes = {name for name, _, _ in self.grid.places()} if self.grid else set()
        return hexes.union(space.id for space in self.spaces)


class PieceAt(msgspec.Struct, omit_defaults=True, kw_only=True):
    """A piece on the table, in stack order.

    - `at`: its space.
    - `face`: the visible one, default the first.
    - `states`: the client draws acted, moved and spent pale, active with a ring, unsupplied on its side, isolated
      crossed out, interdicted barred, owes dashed. It does not draw other states, but screen readers say them.
    - `hidden`: this seat cannot see it, and its id is only valid in this picture.
    - `strength`: steps left, if the face does not show them.
    - `flat`: a block that is face up.
    - `side`, `name`, `label`, `strip`: if they differ from the scene's.
    """

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
    """One or more of the scene's markers in a space, with their text."""

    mark: str
    at: str
    count: int = 1
    text: str = ""


class HeldMarker(msgspec.Struct, omit_defaults=True):
    """A marker that a seat holds, and its effect."""

    id: str
    title: str
    text: str
    clauses: tuple[str, ...] = ()


class SeenCard(msgspec.Struct):
    """A card revealed this turn, and the line that applied."""

    card: int
    line: str


class DeckState(msgspec.Struct, kw_only=True):
    """A deck in play: the number of remaining cards, and the ids of the discarded, removed and seen cards."""

    draw: int
    discard: list[int] = []
    removed: list[int] = []
    seen: list[SeenCard] = []


class Arrow(msgspec.Struct, omit_defaults=True, kw_only=True):
    """A declared action from one space to another, by a piece or, if none is named, by a stack."""

    kind: str
    piece: str = ""
    from_: str = msgspec.field(name="from")
    to: str


class Pool(msgspec.Struct, omit_defaults=True):
    """Pieces off the board. Pieces that an action names are in a tray, where you click them before their space."""

    id: str
    title: str
    count: int
    pieces: tuple[str, ...] = ()


class Offer(msgspec.Struct, omit_defaults=True, kw_only=True):
    """One way to attack a space. `attack`, `defense`: the strengths. `text`: the attack in words. `pieces`: the
    attacking units; `against`: all their targets; `origins`: their hexes. `draft`: the actions that set up the attack,
    played together. `later`: the actions that declare it after the draft, if that is a separate question. The last of
    these actions closes the battle.
    """

    odds: str
    attack: int
    defense: int
    trade: Trade
    text: str
    pieces: tuple[str, ...] = ()
    against: tuple[str, ...] = ()
    origins: tuple[str, ...] = ()
    draft: list[str] = []
    later: list[str] = []


class Offers(msgspec.Struct, omit_defaults=True):
    """The ways to attack a space, from the lowest odds to the highest. `best`: the index of the one with the best
    trade."""

    space: str
    title: str
    ways: list[Offer]
    best: int = 0


class Overlay(msgspec.Struct, omit_defaults=True, kw_only=True):
    """An optional layer over the board. `lines` run from space to space. `notes`: the text to show for a space under
    the pointer. `origins`: for each space, the spaces that cause its value. `drafts`: for each space, the actions that
    produce its value if they are played together, if this is possible now. `trades`: for each space, the expected
    losses of the attack. `now`: whether its `side` can attack now. If so, `offers` are the targets with all ways to
    attack them, the best trade first. `asked`: the overlay is empty until `Look.overlay` fills it.
    """

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
    trades: dict[str, Trade] = {}
    now: bool = False
    offers: list[Offers] = []


class Hand(msgspec.Struct, omit_defaults=True, kw_only=True):
    """The cards that a seat holds: their number, and the cards themselves for viewers who can see them."""

    id: str
    title: str
    seat: str
    deck: str
    count: int
    cards: tuple[int, ...] = ()


class OddsColumn(msgspec.Struct, omit_defaults=True):
    """A column of the results table: the lowest attack strength for it, and its outcomes."""

    name: str
    needs: int
    outcomes: tuple[Outcome, ...]


class Remark(msgspec.Struct, omit_defaults=True):
    """A sentence and its clauses."""

    text: str
    clauses: tuple[str, ...] = ()


class PlayedCard(msgspec.Struct, omit_defaults=True):
    """A card that a seat played in a battle: in force, without effect (void), or just being played (now)."""

    deck: str
    card: int
    line: str
    seat: str
    state: Literal["force", "void", "now"]


class BattleShown(msgspec.Struct, omit_defaults=True, kw_only=True):
    """A battle that is open, declared, or being fought. `columns`: its `column` and the neighbors. `steps`: the
    strength at which each column begins. `more`: the factors that could still join the attack. `why`: an explanation of
    the strengths. `notes`: the cost of a result. `start`: the column before the `shifts`. `modifiers`: the die-roll
    modifiers. `cards`: the cards played so far. `window`: who can play cards now. `result`: the result after the roll.
    `trade`: the expected losses, before the roll.
    """

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
    trade: Trade | None = None


class Debt(msgspec.Struct, omit_defaults=True):
    """A battle that the rules still require in a space. The data include the attack that a click starts, with its odds
    and expected losses, or the reason that there is none.
    """

    space: str
    title: str
    text: str
    odds: str
    pieces: tuple[str, ...] = ()
    trade: Trade | None = None


class Combat(msgspec.Struct, omit_defaults=True):
    """The declared and open battles, and the battles that the rules still require. `trade`: the total expected losses
    in all unfought battles."""

    battles: list[BattleShown] = []
    debts: list[Debt] = []
    trade: Trade | None = None


class Test(msgspec.Struct, omit_defaults=True):
    """One test in a printed procedure: the value, the limit (or None), and the outcome."""

    test: str
    value: int
    limit: int | None
    outcome: str
    text: str = ""
    spaces: tuple[str, ...] = ()
    clauses: tuple[str, ...] = ()


class Procedure(msgspec.Struct, omit_defaults=True):
    """The findings of a printed procedure in this position. The last test names the action that the rules require."""

    title: str
    tests: list[Test]


class Stage(msgspec.Struct):
    """A stage of an activation."""

    title: str
    state: Literal["done", "now", "ahead"]


class ActingPiece(msgspec.Struct):
    """A piece in an activation, which can act in this stage (may), has acted (done), or cannot act in it (out)."""

    id: str
    state: Literal["may", "done", "out"]


class Activation(msgspec.Struct, omit_defaults=True, kw_only=True):
    """The pieces that act together now.

    `lead`: their commander. `text`: their command and supply state. `notes`: the remaining actions and their cost.
    """

    title: str
    side: str
    text: str = ""
    lead: str = ""
    stages: tuple[Stage, ...] = ()
    pieces: tuple[ActingPiece, ...] = ()
    notes: tuple[Remark, ...] = ()


Season = Literal["winter", "mud", ""]
"""The season of the board, or "" for summer, and for games without seasons."""
Sign = Literal["sun", "mud", "snow", "die", ""]
"""The drawing in a track box."""


class Picture(msgspec.Struct, omit_defaults=True, kw_only=True):
    """The position as one seat sees it, without information that is hidden from that seat.

    `headline`: the turn in words. `frozen`: whether lakes are ice and marshes are firm. `season`: the ground's colors.
    `mover`: the side whose turn it is, even while another side responds. On this side's stacks, a single number is the
    attack strength; on other stacks, it is the defense strength. `control`: the changes to the scene's `control`.
    `tracks`, `notes`, `signs`: values by track id. `overlays`: the layers with switches above the board. `lost`: the
    ids of pieces out of play. `standing`: the state of the game as a short phrase. The list of games shows `turn`,
    `headline` and `standing` to everyone, so they are the same for every seat.
    """

    turn: int
    phase: str
    step: str
    headline: str
    frozen: bool = False
    season: Season = ""
    mover: str = ""
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
    """The spaces of the coming rolls, in order."""
