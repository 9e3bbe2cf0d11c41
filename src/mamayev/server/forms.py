"""The forms of the HTTP API: requests and responses as msgspec structs.

Responses share the engine's own types (Scene, Picture, events). The OpenAPI document is generated from both.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal, NotRequired, TypedDict

import msgspec
from msgspec import UNSET, Meta, UnsetType

from mamayev.engine.bot import Intent
from mamayev.engine.event import AnyEvent
from mamayev.engine.foretell import Throw, Trade
from mamayev.engine.orders import Foreseen
from mamayev.engine.refusal import Refusal
from mamayev.engine.scene import Arrow, Picture, Scene, TrackMark
from mamayev.engine.statement import Stated
from mamayev.engine.study import Battles
from mamayev.engine.workshop import Workshop
from mamayev.match.catalogue import LeagueShare
from mamayev.match.data import ChoiceData, DecisionData
from mamayev.match.dispatch import Dispatch, Part
from mamayev.match.example import ExampleInfo, ExampleNow
from mamayev.match.foretold import Foretold
from mamayev.match.kinds import Kind
from mamayev.match.lesson import LessonNow
from mamayev.match.record import RecordForm
from mamayev.match.reviewed import Review
from mamayev.match.studies import CHAPTERS as MOST_CHAPTERS
from mamayev.match.studies import Annotation, Chapter, Comment, Marks, Title
from mamayev.players.forecast import Chance, Cost
from mamayev.story.edits import Edits
from mamayev.story.story import Story

from .lines import one_line
from .thumbnail import Thumbnail

# ------------------------------------------------------------------ requests

Word = Annotated[str, Meta(max_length=64)]
Line = Annotated[str, Meta(max_length=200)]


PLAIN = r"^[^\x00-\x1f\x7f]*$(?!\n)"
"""Text without control characters, which some databases cannot store. In Python, `$` also matches before a final line
break."""
MatchName = Annotated[str, Meta(max_length=120, pattern=PLAIN)]


def name_of(wanted: str | None) -> str | None:
    """Return the name of a match in stored form, as one line.

    Raises a malformed Refusal if it has no visible characters.
    """
    if wanted is None:
        return None
    plain = one_line(wanted)
    if not plain:
        raise Refusal("This name has no visible characters. Enter at least one.", field="name", malformed=True)
    return plain


FileText = Annotated[str, Meta(max_length=800_000)]
Version = Annotated[int, Meta(ge=0, le=2**53, description="the version that the client last saw")]
Ply = Annotated[int, Meta(ge=0, le=2**31)]


class Request(msgspec.Struct, forbid_unknown_fields=True):
    """The base of all request forms. Unknown fields and values of the wrong type are refused, not converted."""


class ComponentFiles(Request):
    files: Annotated[dict[Word, FileText], Meta(description="the text of each file, by file name")]
    undone: Annotated[
        dict[Word, Annotated[list[Word], Meta(max_length=5000)]],
        Meta(description="by file, the spaces, counters and cards that are not transcribed yet", max_length=20),
    ] = {}


class NewDraft(Request):
    """A new draft of a board.

    `empty`: whether the draft starts from an empty sheet instead of our map. `done`: the hexes checked so far,
    separated by spaces. `standing`: the summary of the draft in the list of drafts.
    """

    game: Word
    name: MatchName
    files: Annotated[dict[Word, FileText], Meta(max_length=20)]
    empty: bool = False
    done: Annotated[str, Meta(max_length=40_000, pattern=PLAIN)] = ""
    standing: Annotated[str, Meta(max_length=200, pattern=PLAIN)] = ""


class DraftChange(Request):
    version: Version
    name: MatchName
    files: Annotated[dict[Word, FileText], Meta(max_length=20)]
    done: Annotated[str, Meta(max_length=40_000, pattern=PLAIN)] = ""
    standing: Annotated[str, Meta(max_length=200, pattern=PLAIN)] = ""


class SetUpWanted(Request):
    """A game and its setup."""

    game: Word
    edition: Word | None = None
    options: dict[Word, bool | Annotated[int, Meta(ge=-(2**53), le=2**53)] | Line] = {}


class NewMatch(SetUpWanted):
    seed: Annotated[int, Meta(ge=0, le=2**53)] | None = None
    dice: Literal["seeded", "hand"] = "seeded"
    seats: Annotated[dict[Word, Word], Meta(description="by seat, “human” or the name of a bot")] = {}
    name: MatchName | None = None
    components: Annotated[
        dict[Word, FileText] | None,
        Meta(description="the player's own map, cards and counters: the text of each file, by file name"),
    ] = None
    lesson: Annotated[Word | None, Meta(description="a lesson of the game, instead of a setup")] = None
    held: Annotated[bool, Meta(description="whether each person's seat has a key; the answer contains the keys")] = (
        False
    )


Until = Literal["step", "turn", "stop"]


class Change(Request):
    name: MatchName | None = None
    seats: dict[Word, Word] | None = None
    until: Annotated[
        Until | None,
        Meta(description="when a bot in `seats` returns its seat; stop: when the player takes it back; default: never"),
    ] = None


class Played(Request):
    version: Version
    text: Annotated[Line | None, Meta(description="the canonical text of an action")] = None
    texts: Annotated[
        Annotated[list[Line], Meta(max_length=200)] | None,
        Meta(description="several actions of one seat, all or nothing, with one undo"),
    ] = None


class UndoWanted(Request):
    version: Version
    practice: bool = False
    to: Annotated[Ply | None, Meta(description="undo everything after this ply; by default, the last decision")] = None
    alone: Annotated[bool, Meta(description="only undo the decision right after the ply `to`, and replay the rest")] = (
        False
    )
    ask: Annotated[bool, Meta(description="ask the other side if its consent is needed")] = False


class UndoAnswer(Request):
    version: Version
    answer: Literal["grant", "refuse", "withdraw"]


class ResignWanted(Request):
    version: Version


Reply = Literal["ask", "able", "armed", "pass"]


class ReplyWanted(Request):
    reply: Annotated[
        Reply,
        Meta(
            description="reaction windows: always ask; ask only if I can react; ask only for my armed cards; "
            "pass the current combat, then return to the previous setting"
        ),
    ]
    armed: Annotated[
        list[Annotated[int, Meta(ge=0, le=2**31)]],
        Meta(description="the ids of the cards for which to ask", max_length=200),
    ] = []


class Said(Request):
    text: Annotated[str, Meta(max_length=2000, description="a line, at most 280 characters")]


class RedoWanted(Request):
    version: Version


class LeaveWanted(Request):
    version: Version


class Question(Request):
    """A question about an action: either its `text`, or what the player clicked: a `piece`, `space`, `verb`, or any of
    them together, or a `card` in a hand by its id in the scene's decks."""

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
        Meta(description="the player's own map, cards and counters to continue with; for missing files, ours are used"),
    ] = None


class ReviewWanted(Request):
    whose: Annotated[Word | None, Meta(description="the seat to review; by default, your own, or else the first")] = (
        None
    )
    budget: (
        Annotated[
            int,
            Meta(ge=1, le=100_000, description="the number of playouts; the default depends on the game's length"),
        ]
        | None
    ) = None


class LineWanted(Request):
    ply: Ply
    whose: Annotated[Word | None, Meta(description="the reviewed seat, as in the request for the review")] = None


class NoteWanted(Request):
    """A note: a comment, and marks on the map."""

    text: Comment = ""
    marks: Marks = ()
    whose: Annotated[Word | None, Meta(description="the author at an open table; by default, everyone there")] = None
    replaces: Annotated[
        Annotation | None,
        Meta(description="the note that this one replaces, or an empty one; any other note is kept (409)"),
    ] = None


class Arrangement(Request):
    """The title and the chapters of a study."""

    title: Title = ""
    chapters: Annotated[tuple[Chapter, ...], Meta(max_length=MOST_CHAPTERS)] = ()
    shared: Annotated[bool, Meta(description="whether the others in a private game may read it before the end")] = False


class StudyWanted(Arrangement):
    """A change of the title and the chapters of a study."""

    whose: Annotated[Word | None, Meta(description="the author, as for a note")] = None
    replaces: Annotated[
        Arrangement | None,
        Meta(description="what this replaces, or an empty one; anything else is kept (409)"),
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
    clauses: list[str]


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


class Daily(msgspec.Struct):
    """The default clock for a correspondence game: days at the start, and hours added for each player turn."""

    days: int
    hours: int


class GameInfo(msgspec.Struct):
    name: str
    title: str
    blurb: str
    scale: str
    hours: str
    daily: Daily
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
    guest: bool


class ComponentCheck(msgspec.Struct):
    """The check of one file: whether it exists, its problem, and the number of valid entries."""

    name: str
    given: bool
    problem: str
    entries: int


class OwnBox(msgspec.Struct):
    """A game's data for the workshop: how to draw and fill in its files, and the text of our files, by name."""

    workshop: Workshop
    files: dict[str, str]


class DraftCard(msgspec.Struct, kw_only=True):
    """A draft in the list of drafts."""

    id: str
    name: str
    game: str
    version: int
    standing: str
    updated: str


class Draft(DraftCard, kw_only=True):
    """A complete draft of a board."""

    files: dict[str, str]
    empty: bool
    done: str


class StatedPlace(msgspec.Struct):
    """Where a statement applies: the file, the counter or card, and the spaces. For the whole file, the counter or card
    is "" and the spaces are empty."""

    file: str
    entry: str
    spaces: list[str]


class StatedForm(msgspec.Struct):
    """A rulebook statement about the map, counters or cards, compared with the player's own files.

    `says`: the statement in our own words. `found`: the different fact in the player's files.
    """

    id: str
    clause: str
    about: Literal["map", "counters", "cards"]
    state: Literal["agrees", "differs", "not stated", "to come"]
    says: str
    found: str
    place: StatedPlace


def stated_form(stated: Stated) -> StatedForm:
    """Return a statement compared with a board, in the form of the API."""
    place = StatedPlace(stated.place.file, stated.place.entry, list(stated.place.spaces))
    return StatedForm(stated.id, stated.clause, stated.about, stated.state, stated.says, stated.found, place)


class ComponentChecks(msgspec.Struct):
    """The check of a player's own map, counters and cards: each file, and the rulebook's statements."""

    files: list[ComponentCheck]
    statements: list[StatedForm]


class CitedForm(msgspec.Struct):
    """A place in a game's code that cites a clause: the name of a function, class or constant."""

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
    options: list[str]
    cited: list[CitedForm]


class TermForm(msgspec.Struct):
    """A word that players use: the clauses about it, and the message if the game does not have it."""

    words: list[str]
    clauses: list[str]
    none: str


class Rules(msgspec.Struct):
    clauses: list[ClauseForm]
    examples: list[ExampleInfo]
    terms: list[TermForm]


class ResultLine(TypedDict):
    """A line in a result. A note has no points."""

    text: str
    points: NotRequired[int]
    clauses: NotRequired[list[str]]


class ResultForm(TypedDict, total=False):
    """The result of a game. Each game may add fields."""

    winner: str | None
    level: str
    points: int
    why: str
    sum: list[ResultLine]
    none: list[ResultLine]
    notes: list[ResultLine]


# A result is the game's own dictionary; this form names its fields in the document.
Result = Annotated[dict[str, Any], msgspec.Meta(extra_json_schema={"$ref": "#/components/schemas/ResultForm"})]


class FileRead(msgspec.Struct):
    """A file that a player chose: its text, and its kind, detected from its content."""

    kind: Kind
    text: str


class Stopped(msgspec.Struct):
    """The point where the installed rules cannot continue a stored game: the first `ply` of its `plies` entries are
    valid.

    `why`: why the rules refuse the next entry.
    """

    ply: int
    plies: int
    why: str


class MatchCard(msgspec.Struct):
    """A match in the list of games.

    - `held`: whether its seats have keys.
    - `to_move`: the seat to move, “chance” for dice that a player enters, or "" if the game is over or was last
    played with an older version of the program.
    - `bots`: whether bots play every seat.
    - `bot_seats`: the bots by seat.
    - `thinks`: whether the match is waiting for a bot.
    - `away`: the seats played by mail.
    - `damaged`: the part of the stored match that cannot be read.
    - `stopped`: the point where the installed rules cannot continue the game.
    """

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
    bot_seats: dict[str, str] = {}
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
    """How the server replies for a seat in its reaction windows. It passes those in which the seat cannot do anything
    (able), those that offer only cards that are not `armed`, or none (ask). `passing`: it passes all reaction windows
    until the end of the current combat."""

    usual: Literal["ask", "able", "armed"]
    passing: bool = False
    armed: tuple[int, ...] = ()

    @property
    def now(self) -> Reply:
        """Return the setting in the form of the API."""
        return "pass" if self.passing else self.usual


class Lent(msgspec.Struct):
    """When a bot returns a seat to a player: when the turn or its step changes, or when the player stops the bot."""

    until: Until
    turn: int
    step: str


class StopForm(msgspec.Struct, omit_defaults=True):
    """A decision that the player must make because the orders do not cover it. `field`: the order concerned; "" if the
    staff failed. `space`: the space concerned. `gain`, `cost`: what the player can gain or lose by continuing. `cure`:
    a change to the orders after which the staff no longer asks. `dice`: the die roll if the staff continues, and the
    die roll of the ordered action. `ply`: the ply at which the player accepted it."""

    field: str
    text: str
    clauses: list[str] = []
    space: str = ""
    gain: str = ""
    cost: str = ""
    cure: dict[str, Any] | None = None
    dice: list[Throw] = []
    ply: int = 0


class KeptForm(msgspec.Struct):
    """The outcome of an order in a turn."""

    field: str
    state: Literal["kept", "goes on", "half done", "missed", "broken"]
    text: str


class StudyNow(msgspec.Struct):
    """The study that belongs to a seat, or to everyone at an open table (""). See `match.studies`."""

    seat: str
    title: str
    notes: list[Annotation]
    chapters: list[Chapter]
    shared: bool


class Studies(msgspec.Struct):
    """The studies of a match that the caller may read.

    `writes`: the seat whose study the caller may edit, "" for the study of an open table, or null if the caller may
    only read.
    """

    writes: str | None
    studies: list[StudyNow]


class ReviewNow(msgspec.Struct):
    """The review of a match for a seat, if there is one.

    `seats`: the seats whose reviews the caller may see. `share`: the progress of a running review, from 0 to 1.
    `title`: the turn under review. `made`: the time of the review, as ISO 8601 in UTC. `old`: whether the game or the
    staff has changed since. `problem`: why the last review failed.
    """

    seat: str
    seats: list[str]
    review: Review | None = None
    share: float | None = None
    title: str = ""
    made: str | None = None
    old: bool = False
    problem: str = ""


class Commanded(msgspec.Struct, omit_defaults=True):
    """The outcome of a seat's orders, in stored form.

    `since`: the length of the log when the staff began its turn. `turn`: that turn. `passed`: the stops that the player
    accepted. `stop`: the decision that the player must make now. `over`: whether the turn has ended. `report`: the
    outcome of each order at the end of the turn, when the log had `plies` entries.
    """

    since: int
    turn: int
    passed: list[StopForm] = []
    stop: StopForm | None = None
    over: bool = False
    report: list[KeptForm] = []
    plies: int = 0


class CommandNow(msgspec.Struct):
    """The state of a seat's orders, visible only to this seat. `carrying`: whether the staff is carrying out the
    orders. `stop`: the decision that the player must make. `report`: the outcome of the orders in the last turn that
    the staff played.
    """

    carrying: bool
    stop: StopForm | None = None
    report: list[KeptForm] = []


class OrderChoice(msgspec.Struct):
    """A possible value for an order, and the name that players see."""

    value: str
    title: str


class OrderField(msgspec.Struct, omit_defaults=True):
    """An order that a seat can give.

    - `meaning`: what the order does, as a sentence.
    - `kind`: the type of its value: one of the `choices`, a number, true or false, a list of spaces with the most
      important first, a line of spaces, spaces to hold to the last unit, or text.
    - `least`, `most`: the range of a number. `most` is also the maximum length of a list.
    - `unit`: the sign after a number, such as "%".
    - `default`: the value that leaves the decision to the staff.
    - `group`: its row on the order sheet; missing for orders to the whole front.
    - `advanced`: whether a client may collapse it.
    """

    name: str
    title: str
    meaning: str
    kind: Literal["choice", "number", "flag", "spaces", "line", "stand", "leave", "text"]
    default: Any
    clauses: list[str]
    choices: list[OrderChoice] = []
    least: int | None = None
    most: int | None = None
    unit: str = ""
    group: str = ""
    advanced: bool = False


class ObjectionForm(msgspec.Struct):
    """An order that the staff cannot carry out. `cure`: a change of one field that removes the objection."""

    field: str
    text: str
    clauses: list[str]
    cure: dict[str, Any] | None = None


class OrderPart(msgspec.Struct, omit_defaults=True):
    """A row of the order sheet that has a place on the map. `title`: the `group` of its fields. `own`, `enemy`: each
    side's strength there. `spaces`: its area, if it has one."""

    title: str
    own: float
    enemy: float
    spaces: list[str] = []


class OrderPlan(msgspec.Struct):
    """A set of orders to choose from: a title, and the changed fields with their values."""

    title: str
    orders: dict[str, Any]


class Sheet(msgspec.Struct):
    """The orders of a seat, visible only to this seat.

    - `turn`: the name of the current turn.
    - `orders`: the changed fields with their values. The staff decides all others.
    - `before`: the same fields as they were at the start of this turn.
    - `objections`: the orders that the staff cannot carry out now.
    - `parts`: the rows of the sheet that have a place on the map.
    - `plans`: other sets of orders that the staff could carry out now.
    - `by_hand`: the units that the player has moved this turn and can give back to the staff, each with the length of
      the log before its last action. The staff does not move them.
    - `stop`, `carrying`, `report`: see `CommandNow`.
    """

    seat: str
    turn: str
    fields: list[OrderField]
    orders: dict[str, Any]
    before: dict[str, Any]
    objections: list[ObjectionForm]
    parts: list[OrderPart]
    plans: list[OrderPlan]
    by_hand: dict[str, int]
    stop: StopForm | None
    carrying: bool
    report: list[KeptForm]


class Report(msgspec.Struct):
    """An entry in a situation report. `spaces`: the places that it mentions. `threat`: whether it reports a threat."""

    text: str
    spaces: list[str]
    threat: bool = False


class Situation(msgspec.Struct):
    """A seat's situation after the others have played, visible only to its player. `heading`: the name of the current
    turn. `sentences`: at most five entries. `orders`: the outcome of the orders in the last turn that the staff played.
    """

    heading: str
    sentences: list[Report]
    orders: list[KeptForm]


class GivenOrders(msgspec.Struct):
    """A seat's orders after `ply` entries of the log: the changed fields with their values, and as on the sheet."""

    ply: int
    seat: str
    orders: dict[str, Any]
    fields: list[OrderField]


class OrdersWanted(Request):
    version: Version
    orders: Annotated[
        dict[Word, Any], Meta(description="the changed fields; the staff decides all others", max_length=200)
    ]


class PreviewWanted(OrdersWanted):
    plays: Annotated[int, Meta(ge=0, le=400, description="the number of rollouts")] = 100


class Preview(msgspec.Struct):
    """The forecast of a turn under the given orders. A forecast does not change the match.

    - `sentence`, `arrows`: the staff's plan; empty in the middle of a turn.
    - `battles`: the battles that the staff expects, if the game supports this.
    - `chances`, `costs`: the outcome of `plays` rollouts (of the `of` requested), with 95% intervals.
    - `objections`: the orders that the staff cannot carry out now.
    - `second`: the staff's next best plan as orders, or null if no orders express it.
    """

    sentence: str
    arrows: tuple[Arrow, ...]
    battles: tuple[Foreseen, ...]
    chances: tuple[Chance, ...]
    costs: tuple[Cost, ...]
    plays: int
    of: int
    objections: list[ObjectionForm]
    second: OrderPlan | None = None


class CarryWanted(Request):
    version: Version
    go_on: Annotated[
        list[Word], Meta(description="the fields of the stops to accept in this turn", max_length=200)
    ] = []


class Undos(msgspec.Struct, omit_defaults=True):
    """The possible undos and redos.

    `free`, `redo`: how many decisions the caller can undo freely, and how many they can redo. `practice`: how many they
    can undo in practice mode; in a private game with several people, an undo asks the others and goes back to the
    caller's own last decision. `entry`: the ply before the last die, card or lot that a player entered. `pieces`: the
    pieces whose last decision can be undone alone, each with the ply before that decision.
    """

    free: int
    practice: int
    redo: int
    entry: int | None = None
    pieces: dict[str, int] = {}


class UndoAsked(msgspec.Struct):
    """A seat's request to undo the `count` decisions after the ply `to`.

    `agreed`: the seats that have agreed. `plies`: the length of the log at the time of the request. The request ends
    when play continues.
    """

    seat: str
    to: int
    count: int
    plies: int
    agreed: list[str] = []


class State(msgspec.Struct, kw_only=True, omit_defaults=True):
    """A match as one seat sees it.

    - `viewer`: that seat. It is missing from the public state.
    - `parts`: the number of parts, such as turns, that have begun. If it changes, the diary has changed.
    - `held`: whether its seats have keys.
    - `secrets`: whether the game hides information from any seat.
    - `keys`: the key of each seat, only in the response that creates a private game.
    - `asked`: an open undo request.
    - `reply`: this seat's setting for reaction windows; missing if the game has none or the seat shares a screen.
    - `armed`: the cards for which, under that setting, a reaction window still asks this seat.
    - `lent`: the players' seats that a bot is playing temporarily.
    - `command`: the state of this seat's orders, visible only to its player; missing if the game takes no orders.
    - `passes`: whether the server is about to pass a reaction window for this seat.
    - `example`: the worked example, if the match is one. Everyone can read it, and no one can change it.
    - `stopped`: the point where the installed rules cannot continue the game. It can be replayed and branched up to
      that point. The picture shows the last valid position or, if `left` is set, the position stored when play last
      stopped.
    """

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
    parts: int
    viewer: str = ""
    held: bool = False
    secrets: bool = False
    keys: dict[str, str] = {}
    asked: UndoAsked | None = None
    reply: Reply | UnsetType = UNSET
    armed: tuple[int, ...] = ()
    lent: tuple[str, ...] = ()
    command: CommandNow | None = None
    passes: bool = False
    notice: str = ""
    stopped: Stopped | None = None
    left: bool = False
    lesson: LessonNow | None = None
    example: ExampleNow | None = None
    events: list[AnyEvent] | UnsetType = UNSET


class Mailed(msgspec.Struct, omit_defaults=True):
    """The result of a turn by mail.

    `outcome`: the turn started a new match (“begun”) or continued the match here (“went on”). All other outcomes change
    nothing: the turn is already known (“known”), the match here is further along (“older”), the two logs differ at an
    entry (“parted”), a die or card does not match the seed (“loaded”), the turn decides for a seat that is played here
    (“decided”), or the other seat has a new mark (“stranger”).

    - `seat`: the seat in question.
    - `state`: the match here, if there is one.
    - `plies`: the length of the received log. `new`: the number of its entries that are new here.
    - `checked`: the number of dice and cards among the new entries that match the seed.
    - `practice`: the number of new decisions that were undone in practice mode.
    - `ply`, `moment`: the number and time of the entry that differs or does not match.
    - `there`: that entry in the received log. `here`: the entry in this match, or the entry that the seed gives.
    """

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
    """The setup of a match.

    `options`: all options with their values. `components`: the names of the player's own files. `differs`: the rulebook
    statements that these files contradict.
    """

    edition: str
    options: dict[str, Any]
    seed: int
    dice: Literal["seeded", "hand"]
    components: list[str] = []
    differs: list[StatedForm] = []


class Log(msgspec.Struct):
    events: list[AnyEvent]


class PastTable(msgspec.Struct):
    """A past position.

    `boards`: the number of board changes since then. If there are any, `GET .../scene?ply=` returns the scene of that
    time.
    """

    picture: Picture
    ply: int
    title: str
    prompt: str
    boards: int = 0


class Hint(msgspec.Struct, omit_defaults=True):
    """A hint from a bot. `intent`: the adviser's plan for this turn, if there is one."""

    text: str
    label: str
    why: str
    intent: Intent | None = None


class Intended(msgspec.Struct, omit_defaults=True):
    """The staff's plan at a past decision. `intent`: the plan, if there was one."""

    intent: Intent | None = None


class Thought(msgspec.Struct):
    """The progress of a bot's search for a seat, from 0 to 1; null when the search has ended."""

    seat: str
    share: float | None


class ThoughtEnded(msgspec.Struct):
    """The response to a request to stop thinking: whether a bot was thinking about the match."""

    ended: bool


class SeriesForm(msgspec.Struct, omit_defaults=True):
    """A value plotted over the turns. Each point is [turn, value, ply]. `spent`: whether players spend the value.
    `pieces`: the pieces whose moves change it. `battles`: which of its changes a battle can explain. `changes`: every
    change of a finished game, as [turn, ply, by]."""

    id: str
    title: str
    points: list[tuple[int, float, int]]
    marks: list[TrackMark] = []
    spent: bool = False
    pieces: list[str] = []
    battles: Battles = "all"
    changes: list[tuple[int, int, float]] = []


class GameReport(msgspec.Struct, kw_only=True):
    """A report as a file: its name, text and word count. `beside`: its pictures, by file name."""

    name: str
    text: str
    words: int
    beside: dict[str, str] = {}


class ReportDraft(msgspec.Struct, kw_only=True):
    """A report in the form that an editor needs.

    `maps`: the map of each section as SVG, which uses the shared `ground` in `<defs>`. `rest`: the size of the web page
    in bytes without sections, ground and maps. `edits`: the caller's edits, stored at `changed` (ISO 8601 in UTC; null
    if there are none). `editable`: whether the caller may store edits.
    """

    story: Story
    ground: str
    maps: dict[str, str]
    rest: int
    edits: Edits
    changed: str | None
    editable: bool


class EditsSent(Edits, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """Edits to store. `replaces`: edits that were sent before without an answer, and that these replace if they were
    stored.
    """

    replaces: Edits | None = None

    def edits(self) -> Edits:
        """Return the edits alone."""
        return Edits(**{name: getattr(self, name) for name in Edits.__struct_fields__})


class EditsKept(msgspec.Struct):
    """The time at which edits were stored, as ISO 8601 in UTC."""

    changed: str


class SeriesList(msgspec.Struct):
    series: list[SeriesForm]


class Diary(msgspec.Struct):
    """The parts of the game: turns, player turns or activations. `dispatches`: what happened in the completed parts."""

    parts: list[Part]
    dispatches: list[Dispatch]


class Expectation(msgspec.Struct):
    """The expected losses in a battle before its dice are rolled. `event`: the index of its line in the event log."""

    event: int
    trade: Trade


class Expectations(msgspec.Struct):
    """The expected losses in the requested battles, in order."""

    battles: list[Expectation]


class Presence(msgspec.Struct, omit_defaults=True):
    """Whether a seat has a tab open. If it does not, since when it has been away, if known."""

    here: bool
    since: str = ""


class ChatLine(msgspec.Struct, omit_defaults=True):
    """A chat message. Without a seat, it comes from the table itself."""

    number: int
    at: str
    text: str
    seat: str = ""


class Company(msgspec.Struct):
    """The people in a private game, and the last chat messages."""

    presence: dict[str, Presence]
    lines: list[ChatLine]


class Health(msgspec.Struct, omit_defaults=True):
    """The response of a running server. `club`: whether it has accounts, which /api/club describes."""

    status: Literal["ok"]
    version: str
    club: bool = False


class RefusalForm(msgspec.Struct, omit_defaults=True):
    """A refusal and its reason. The request has changed nothing. `state`: the current state, if the `version` was old.

    `holds`: for a saved game that the rules cannot continue, the number of valid entries in its log. They can be
    imported as a branch.
    """

    error: str
    clauses: tuple[str, ...] = ()
    field: str = ""
    state: State | UnsetType = UNSET
    holds: int | UnsetType = UNSET


ANSWERS = (
    GameInfo, ComponentChecks, OwnBox, DraftCard, Draft,
    Rules, Scene, FileRead, MatchCard, ResultForm, Reasons, ChoiceData, DecisionData, Foretold, State,
    Sheet, Preview, Situation, Mailed, Setup, Log, PastTable, Hint, Intended, Thought, ThoughtEnded, SeriesList, Diary,
    Company, ChatLine, Health,
    RefusalForm,
    RecordForm,
    Thumbnail,
)  # fmt: skip
