"""What the HTTP API takes and gives: requests and answers as msgspec structs.

Answers share the engine's own shapes (Scene, Picture, events), and the OpenAPI document is written from both.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal, NotRequired, TypedDict

import msgspec
from msgspec import UNSET, Meta, UnsetType

from mamayev.engine.bot import Intent
from mamayev.engine.event import AnyEvent
from mamayev.engine.refusal import Refusal
from mamayev.engine.scene import Picture, Scene, TrackMark
from mamayev.engine.statement import Stated
from mamayev.engine.workshop import Workshop
from mamayev.match.catalogue import LeagueShare
from mamayev.match.data import ChoiceData, DecisionData
from mamayev.match.example import ExampleInfo, ExampleNow
from mamayev.match.foretold import Foretold
from mamayev.match.kinds import Kind
from mamayev.match.lesson import LessonNow
from mamayev.match.record import RecordForm

from .lines import one_line
from .thumbnail import Thumbnail

# ------------------------------------------------------------------ requests

Word = Annotated[str, Meta(max_length=64)]
Line = Annotated[str, Meta(max_length=200)]


# No control characters: some databases cannot store them.
MatchName = Annotated[str, Meta(max_length=120, pattern=r"^[^\x00-\x1f\x7f]*$")]


def name_of(wanted: str | None) -> str | None:
    """The name of a match as it is kept, in one line. Raises Refusal (malformed) where nothing can be seen of it."""
    if wanted is None:
        return None
    plain = one_line(wanted)
    if not plain:
        raise Refusal("Nothing can be seen of this name.", field="name", malformed=True)
    return plain


FileText = Annotated[str, Meta(max_length=800_000)]
Version = Annotated[int, Meta(ge=0, le=2**53, description="the version that the client last saw")]
Ply = Annotated[int, Meta(ge=0, le=2**31)]


class Request(msgspec.Struct, forbid_unknown_fields=True):
    """Unknown fields and values of another type are refused rather than converted."""


class ComponentFiles(Request):
    files: Annotated[dict[Word, FileText], Meta(description="the text of each file by its name")]
    undone: Annotated[
        dict[Word, Annotated[list[Word], Meta(max_length=5000)]],
        Meta(description="by file the spaces, counters and cards that are not transcribed yet", max_length=20),
    ] = {}


class NewDraft(Request):
    """A board that somebody is drawing. `empty`: it was begun from an empty sheet, not from ours; `done`: the hexes
    that have been looked at, separated by blanks; `standing`: what the list of drafts says of it."""

    game: Word
    name: MatchName
    files: Annotated[dict[Word, FileText], Meta(max_length=20)]
    empty: bool = False
    done: Annotated[str, Meta(max_length=40_000)] = ""
    standing: Annotated[str, Meta(max_length=200)] = ""


class DraftChange(Request):
    version: Version
    name: MatchName
    files: Annotated[dict[Word, FileText], Meta(max_length=20)]
    done: Annotated[str, Meta(max_length=40_000)] = ""
    standing: Annotated[str, Meta(max_length=200)] = ""


class NewMatch(Request):
    game: Word
    edition: Word | None = None
    options: dict[Word, bool | Annotated[int, Meta(ge=-(2**53), le=2**53)] | Line] = {}
    seed: Annotated[int, Meta(ge=0, le=2**53)] | None = None
    dice: Literal["seeded", "hand"] = "seeded"
    seats: Annotated[dict[Word, Word], Meta(description="seat to “human” or the name of a bot")] = {}
    name: MatchName | None = None
    components: Annotated[
        dict[Word, FileText] | None,
        Meta(description="one's own map, cards and counters: the text of each file by its name"),
    ] = None
    lesson: Annotated[Word | None, Meta(description="a lesson of the game, instead of a set-up of one's own")] = None
    held: Annotated[bool, Meta(description="whether each person's seat is held by a key; the answer has them")] = False


class Change(Request):
    name: MatchName | None = None
    seats: dict[Word, Word] | None = None


class Played(Request):
    version: Version
    text: Annotated[Line | None, Meta(description="the canonical text of an action")] = None
    texts: Annotated[
        Annotated[list[Line], Meta(max_length=200)] | None,
        Meta(description="several actions of one seat, played all or none and taken back by one undo"),
    ] = None


class UndoWanted(Request):
    version: Version
    practice: bool = False
    to: Annotated[Ply | None, Meta(description="take back all that came after this ply; else the last decision")] = None
    alone: Annotated[bool, Meta(description="what came after the ply `to` alone; the rest is played again")] = False
    ask: Annotated[bool, Meta(description="ask the other side where its consent is needed")] = False


class UndoAnswer(Request):
    version: Version
    answer: Literal["grant", "refuse", "withdraw"]


class ResignWanted(Request):
    version: Version


Reply = Literal["ask", "able", "pass"]


class ReplyWanted(Request):
    reply: Annotated[
        Reply,
        Meta(description="windows: ask me always; only when I can react; let pass what is fought now, then as before"),
    ]


class Said(Request):
    text: Annotated[str, Meta(max_length=2000, description="a line, at most 280 characters")]


class RedoWanted(Request):
    version: Version


class LeaveWanted(Request):
    version: Version


class Question(Request):
    """Either `text`, an action; or what was clicked: any of `piece`, `space`, `verb`, or a `card` of one's hand, by its
    id in the scene's decks."""

    text: Line | None = None
    piece: Word | None = None
    space: Word | None = None
    verb: Word | None = None
    card: Annotated[int, Meta(ge=0, le=2**31)] | None = None


class HintWanted(Request):
    bot: Word | None = None


class BranchWanted(Request):
    ply: Ply
    name: MatchName | None = None
    components: Annotated[
        dict[Word, FileText] | None,
        Meta(description="one's own map, cards and counters to go on with; files that are not among them are ours"),
    ] = None


# ------------------------------------------------------------------ answers


class OptionInfo(msgspec.Struct):
    name: str
    type: str
    default: Any
    choices: list[Any]
    title: str
    doc: str
    group: str
    labels: list[str]


class PresetInfo(msgspec.Struct):
    name: str
    title: str
    doc: str
    edition: str
    options: dict[str, Any]
    hints: bool


class LessonInfo(msgspec.Struct):
    name: str
    title: str
    doc: str
    minutes: int


class GameInfo(msgspec.Struct):
    name: str
    title: str
    blurb: str
    scale: str
    hours: str
    complexity: int
    players: int
    seats: list[str]
    ruled: dict[str, dict[str, Any]]
    secrets: bool
    editions: list[str]
    options: list[OptionInfo]
    presets: list[PresetInfo]
    edition_docs: dict[str, str]
    lessons: list[LessonInfo]
    bots: list[str]
    bot_docs: dict[str, str]
    bot_strengths: dict[str, str]
    bot_shares: dict[str, LeagueShare]
    component_files: list[str]


class ComponentCheck(msgspec.Struct):
    """What a game says of one of its files: whether it was given, what is wrong in it, and how many entries fit."""

    name: str
    given: bool
    problem: str
    entries: int


class OwnBox(msgspec.Struct):
    """What the workshop needs of a game: how its files are drawn and filled in, and ours, text by name."""

    workshop: Workshop
    files: dict[str, str]


class DraftCard(msgspec.Struct, kw_only=True):
    """A line of the list of drafts."""

    id: str
    name: str
    game: str
    version: int
    standing: str
    updated: str


class Draft(DraftCard, kw_only=True):
    """A board that somebody is drawing, whole."""

    files: dict[str, str]
    empty: bool
    done: str


class StatedPlace(msgspec.Struct):
    """Where a statement is decided: the file, the counter or card, the spaces; "" and none for the whole file."""

    file: str
    entry: str
    spaces: list[str]


class StatedForm(msgspec.Struct):
    """Something that the rulebook states of map, counters or cards, beside one's own. `says`: in our words; `found`:
    what one's own files say instead."""

    id: str
    clause: str
    about: Literal["map", "counters", "cards"]
    state: Literal["agrees", "differs", "not stated", "to come"]
    says: str
    found: str
    place: StatedPlace


def stated_form(stated: Stated) -> StatedForm:
    """A statement beside a board, as it is sent."""
    place = StatedPlace(stated.place.file, stated.place.entry, list(stated.place.spaces))
    return StatedForm(stated.id, stated.clause, stated.about, stated.state, stated.says, stated.found, place)


class ComponentChecks(msgspec.Struct):
    """What a game says of one's own map, counters and cards: of each file, and of what the rulebook states."""

    files: list[ComponentCheck]
    statements: list[StatedForm]


class CitedForm(msgspec.Struct):
    """A place in a game's code that cites a clause; the name is of a function, class or constant."""

    file: str
    line: int
    name: str


class ClauseForm(msgspec.Struct):
    id: str
    section: str
    text: str
    ruling: str
    edition: str
    optional: str
    grade: str
    where: str
    cited: list[CitedForm]


class TermForm(msgspec.Struct):
    """What players call a thing: the clauses that rule it, and what to say where the game has no such thing."""

    words: list[str]
    clauses: list[str]
    none: str


class Rules(msgspec.Struct):
    clauses: list[ClauseForm]
    examples: list[ExampleInfo]
    terms: list[TermForm]


class ResultLine(TypedDict):
    """A line of a result; a note counts no points."""

    text: str
    points: NotRequired[int]
    clauses: NotRequired[list[str]]


class ResultForm(TypedDict, total=False):
    """How a game ended; a game may add what it likes."""

    winner: str | None
    level: str
    points: int
    why: str
    sum: list[ResultLine]
    none: list[ResultLine]
    notes: list[ResultLine]


# Results are the game's own dictionaries; the document names their form.
Result = Annotated[dict[str, Any], msgspec.Meta(extra_json_schema={"$ref": "#/components/schemas/ResultForm"})]


class FileRead(msgspec.Struct):
    """A file that a player chose: its text, and what it is by what it holds, whatever it is called."""

    kind: Kind
    text: str


class Stopped(msgspec.Struct):
    """Where the installed rules stop a stored game: the first `ply` of its `plies` entries hold, and `why` they refuse
    the next one."""

    ply: int
    plies: int
    why: str


class MatchCard(msgspec.Struct):
    """A line of the list of games. `held`: its seats are held by keys; `to_move`: the seat that decides, “chance” where
    somebody types dice in, "" when the game is over, or where the match has not been played since an older program;
    `bots`: bots hold every seat; `thinks`: it is a bot that decides; `away`: the seats that somebody plays elsewhere,
    by mail; `damaged` says what of it cannot be read; `stopped`: the installed rules do not carry it to its end."""

    id: str
    name: str
    game: str
    title: str
    turn: int
    headline: str
    standing: str
    over: bool
    result: Result | None
    updated: str
    created: str
    plies: int
    edition: str
    options: dict[str, Any]
    dice: str
    held: bool
    to_move: str = ""
    bots: bool = False
    thinks: bool = False
    away: list[str] = []
    damaged: str = ""
    stopped: Stopped | None = None


class ReasonForm(msgspec.Struct, omit_defaults=True):
    text: str
    clauses: list[str]
    action: str = ""


class Reasons(msgspec.Struct):
    reasons: list[ReasonForm]


class Replying(msgspec.Struct):
    """How the server answers the windows of a seat: it lets pass those in which the seat can do nothing (able), or none
    (ask); `passing`: all until what is fought now is over."""

    usual: Literal["ask", "able"]
    passing: bool = False

    @property
    def now(self) -> Reply:
        """As it is told."""
        return "pass" if self.passing else self.usual


class Undos(msgspec.Struct, omit_defaults=True):
    """How many decisions can be taken back freely, in practice mode (of a held match with several people: by asking
    them, as far as one's own last decision), and played again; the ply before the last die, card or lot that was typed
    in; the pieces whose last decision can be taken back alone, each with the ply before it."""

    free: int
    practice: int
    redo: int
    entry: int | None = None
    pieces: dict[str, int] = {}


class UndoAsked(msgspec.Struct):
    """A seat asks to take back everything after the ply `to`, `count` decisions; the seats in `agreed` do. `plies`: the
    length of the log then, for the question ends when the game goes on."""

    seat: str
    to: int
    count: int
    plies: int
    agreed: list[str] = []


class State(msgspec.Struct, kw_only=True, omit_defaults=True):
    """A match as one seat sees it. `viewer`: that seat, missing where it is what everybody sees; `held`: its seats are
    held by keys; `secrets`: the game hides something from a seat; `keys`: the key of each seat, told once, to whoever
    begins a held match; `asked`: what one seat asks the others to take back; `reply`: how the windows of this seat are
    answered, missing where the game has none or the seat is not asked for itself; `passes`: this seat is asked in a
    window that the server is about to let pass for it; `example`: the worked example that the match is: everybody reads
    it, and nobody changes it; `stopped`: the installed rules do not carry the game to its end, `plies` is how far it
    can be replayed and played on from, and the picture the last of these moments, or with `left` the one that was kept
    when the game was left."""

    id: str
    name: str
    version: int
    game: str
    seats: dict[str, str]
    dice: Literal["seeded", "hand"]
    over: bool
    result: Result | None
    picture: Picture
    decision: DecisionData | None
    undo: Undos
    practice_used: int
    plies: int
    viewer: str = ""
    held: bool = False
    secrets: bool = False
    keys: dict[str, str] = {}
    asked: UndoAsked | None = None
    reply: Reply | UnsetType = UNSET
    passes: bool = False
    notice: str = ""
    stopped: Stopped | None = None
    left: bool = False
    lesson: LessonNow | None = None
    example: ExampleNow | None = None
    events: list[AnyEvent] | UnsetType = UNSET


class Mailed(msgspec.Struct, omit_defaults=True):
    """What came of a turn by mail. `outcome`: a match that was not here has begun (“begun”), the one here has gone on
    with it (“went on”), or nothing has changed: it is here already (“known”), the one here is further (“older”), they
    part at an entry of the log (“parted”), a die or card is not the seed's (“loaded”), it decides for a seat that is
    played here (“decided”), the other seat has the mark of somebody else than before (“stranger”). `seat`: that seat.
    `state`: the match here, missing
    where there is none; `plies`: the length of the log that came, `new` of them were not here; `checked`: the dice and
    cards among those that are as the seed deals them; `practice`: how often decisions among them were taken back in
    practice mode. Of what parts or is loaded: `ply`, the number of the entry; `moment`, when that is; `there`, what the
    log that came has there; `here`, what the match here has, or the seed deals."""

    outcome: Literal["begun", "went on", "known", "older", "parted", "loaded", "decided", "stranger"]
    title: str
    plies: int
    dice: Literal["seeded", "hand"]
    new: int = 0
    checked: int = 0
    practice: int = 0
    state: State | None = None
    ply: int = 0
    moment: str = ""
    here: str = ""
    there: str = ""
    seat: str = ""


class Setup(msgspec.Struct, omit_defaults=True):
    """How a match was set up. `options`: all of them with their values; `components`: the names of one's own files;
    `differs`: what the rulebook states and these contradict."""

    edition: str
    options: dict[str, Any]
    seed: int
    dice: Literal["seeded", "hand"]
    components: list[str] = []
    differs: list[StatedForm] = []


class Log(msgspec.Struct):
    events: list[AnyEvent]


class PastTable(msgspec.Struct):
    """`boards`: how often the board has been changed since; where it has, `GET .../scene?ply=` tells how the game
    looked then."""

    picture: Picture
    ply: int
    title: str
    prompt: str
    boards: int = 0


class Hint(msgspec.Struct, omit_defaults=True):
    """`intent`: what the adviser means to do in this turn, where it says so."""

    text: str
    label: str
    why: str
    intent: Intent | None = None


class Intended(msgspec.Struct, omit_defaults=True):
    """`intent`: what the staff meant to do at a past decision; nothing where it was no time to say so."""

    intent: Intent | None = None


class Thought(msgspec.Struct):
    """How far the bot of a seat is with its thought, from 0 to 1; null when it is over."""

    seat: str
    share: float | None


class ThoughtEnded(msgspec.Struct):
    """Whether a bot was thinking about the match."""

    ended: bool


class SeriesForm(msgspec.Struct, omit_defaults=True):
    """A value over the turns; each point is [turn, value, ply]. `spent`: it is what players pay with."""

    id: str
    title: str
    points: list[tuple[int, float, int]]
    marks: list[TrackMark] = []
    spent: bool = False


class SeriesList(msgspec.Struct):
    series: list[SeriesForm]


class Presence(msgspec.Struct, omit_defaults=True):
    """Whether a seat has a tab open; else since when not, where that is known."""

    here: bool
    since: str = ""


class ChatLine(msgspec.Struct, omit_defaults=True):
    """What somebody said, or the table itself where there is no seat."""

    number: int
    at: str
    text: str
    seat: str = ""


class Company(msgspec.Struct):
    """The people at a held match, and the last lines that they said."""

    presence: dict[str, Presence]
    lines: list[ChatLine]


class Health(msgspec.Struct):
    status: Literal["ok"]
    version: str


class RefusalForm(msgspec.Struct, omit_defaults=True):
    """Why something was refused; nothing has changed. `state` comes with an old `version`, `holds` with a saved game
    that the rules stop: so many entries of its log hold, and can be taken in as a branch."""

    error: str
    clauses: tuple[str, ...] = ()
    field: str = ""
    state: State | UnsetType = UNSET
    holds: int | UnsetType = UNSET


ANSWERS = (
    GameInfo, ComponentChecks, OwnBox, DraftCard, Draft,
    Rules, Scene, FileRead, MatchCard, ResultForm, Reasons, ChoiceData, DecisionData, Foretold, State,
    Mailed, Setup, Log, PastTable, Hint, Intended, Thought, ThoughtEnded, SeriesList, Company, ChatLine, Health,
    RefusalForm,
    RecordForm,
    Thumbnail,
)  # fmt: skip
