"""The Model Context Protocol server: its tools, resources and prompts."""

from __future__ import annotations

import functools
import secrets
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from importlib.metadata import version
from pathlib import Path
from typing import Annotated, Any

from mcp.server.mcpserver import MCPServer
from mcp.types import CallToolResult, TextContent, ToolAnnotations
from pydantic import Field
from typing_extensions import TypedDict

import mamayev
from mamayev.engine import registry
from mamayev.engine.described import told
from mamayev.engine.lookup import look_up
from mamayev.engine.refusal import Refusal
from mamayev.engine.registry import find
from mamayev.engine.words import counted
from mamayev.match.data import DecisionData
from mamayev.players import names

from . import telling
from .joined import Joined
from .seat import Seat
from .table import Table

TABLES = 64
"""Maximum number of simultaneous games. When there are more, the least recently used game is dropped."""
LATEST = 4
"""Maximum number of events in the response of `look`."""
INSTEAD = 5
"""Maximum number of legal actions that a refusal names."""
CLAUSES = 12
"""Maximum number of clauses in one response."""
LONGEST = 100
"""Maximum number of actions in one call."""


GUIDES = (Path(__file__).parent / "guides", Path(__file__).parents[3] / "docs")
"""The folders of the guides: in the wheel, and in the checkout."""


class RefusedData(TypedDict):
    """The reason for a refusal. `clauses`: the rules that forbid it. `field`: the wrong argument. `instead`: legal
    actions with the same verb.
    """

    text: str
    clauses: list[str]
    field: str
    instead: list[str]


class ChoiceRow(TypedDict):
    """A legal choice: the text to pass to play, and its meaning."""

    play: str
    label: str


class Worded(TypedDict):
    """A response as text."""

    text: str


class Answer(Worded, total=False):
    """The response of every tool. `text`: the response as text. `table`: the id of the game. `over`: whether the game
    has ended. `choices`, `pieces`: the legal choices, and the pieces that have one. `played`: the number of actions
    played.
    """

    table: str
    over: bool
    choices: list[ChoiceRow]
    pieces: list[str]
    played: int
    refused: RefusedData


Told = Annotated[CallToolResult, Answer]
TableId = Annotated[
    str,
    Field(
        description="The id from begin or join. Over HTTP, it is required. Otherwise, the default is your latest game."
    ),
]


@dataclass
class Place:
    """An agent's game. Only one call at a time can use it."""

    id: str
    table: Seat
    lock: threading.Lock = field(default_factory=threading.Lock)


class Door:
    """The games of one server's agents.

    `shared`: whether several clients use it, so that every call must name its game. `hints`: whether agents can ask
    bots for advice. `begins`: whether agents can start and join games. `heard`: receives the text of every response.
    `places`: the games by id, the most recently used last.
    """

    def __init__(
        self,
        *,
        shared: bool = False,
        hints: bool = True,
        begins: bool = True,
        heard: Callable[[str], None] | None = None,
    ) -> None:
        self.shared, self.hints, self.begins, self.heard = shared, hints, begins, heard
        self.places: dict[str, Place] = {}
        self._lock = threading.Lock()

    # ------------------------------------------------------------ games

    def games(self) -> Told:
        """List the games: their seats, editions, presets, options and bots."""
        lines = []
        for name in registry.names():
            offer = find(name)
            lines.append(f"{name}: {offer.title}. {offer.blurb}")
            lines.append(f"  seats: {', '.join(offer.seats)}; editions: {', '.join(offer.editions)}")
            presets = ", ".join(f"{one.name} ({one.title})" for one in offer.ledger().presets)
            lines.append(f"  presets: {presets or 'none'}; bots: {', '.join(names(offer))}")
            lines.append(f"  options: {', '.join(one.name for one in offer.ledger().options) or 'none'}")
        return _answer(lines)

    def begin(
        self,
        game: Annotated[str, Field(description="A name from games.")],
        seat: Annotated[str, Field(description="The seat to play; by default, the first.")] = "",
        opponent: Annotated[str, Field(description="The bot in every other seat; by default, the game's first.")] = "",
        preset: Annotated[str, Field(description="A preset from games.")] = "",
        edition: Annotated[str, Field(description="An edition from games; by default, the first.")] = "",
        options: Annotated[dict[str, Any] | None, Field(description="Options of the game, by name.")] = None,
        seed: Annotated[int | None, Field(description="The same seed gives the same dice and cards.")] = None,
    ) -> Told:
        """Start a game against bots, and look at the table."""
        table = Table.begin(game, seat, opponent, preset=preset, edition=edition, options=options, seed=seed)
        return self._look(self.seat(table))

    def join(
        self,
        address: Annotated[str, Field(description="The private link of your seat.")],
        key: Annotated[str, Field(description="The key of the seat, if the link has none.")] = "",
    ) -> Told:
        """Take a seat of a game on a running server, and look at the table."""
        return self._look(self.seat(Joined(address, key)))

    def seat(self, table: Seat) -> Place:
        """Give a game to the agent, and return it with its id."""
        place = Place(secrets.token_urlsafe(8), table)
        with self._lock:
            self.places[place.id] = place
            while len(self.places) > TABLES:
                del self.places[next(iter(self.places))]
        return place

    # ------------------------------------------------------------ looking

    def look(self, table: TableId = "") -> Told:
        """Show what has happened since you last looked, the table as your seat sees it, and the question to you."""
        with self._at(table) as place:
            return self._look(place)

    def legal(
        self,
        piece: Annotated[str, Field(description="The id of a piece: its choices, with complete paths.")] = "",
        verb: Annotated[str, Field(description="Only the actions with this verb.")] = "",
        space: Annotated[str, Field(description="Only the choices that end in this space.")] = "",
        start: Annotated[int, Field(description="Skip this many choices.", ge=0)] = 0,
        table: TableId = "",
    ) -> Told:
        """List the legal choices: by verb and piece without arguments, otherwise only those that you ask for. Pass the
        text before the colon to play."""
        with self._at(table) as place:
            at = place.table
            if piece or space:
                pieces = [piece] if piece else at.pieces()
                found = [row for each in pieces for row in at.choices(each)]
                found = [row for row in found if verb in ("", row["verb"]) and space in ("", row.get("space", ""))]
                rows: list[ChoiceRow] = [{"play": telling.path(row), "label": telling.meaning(row)} for row in found]
            elif verb:
                rows = [{"play": row["text"], "label": telling.meaning(row)} for row in at.actions(verb)]
            else:
                decision = at.decision
                lines = _question(at, decision)
                if decision is None:
                    return self._told(place, lines)
                return self._told(place, lines, choices=_listed(decision), pieces=decision.get("pieces", []))
            if not rows:
                why = telling.reasons(at.why(piece=piece, space=space, verb=verb))
                return self._told(place, why or ["Nothing."], choices=[], pieces=at.pieces())
            shown = rows[start : start + telling.ROWS]
            lines = [f"{row['play']}: {row['label']}" for row in shown]
            if left := len(rows) - start - len(shown):
                more = counted(left, "# more choice", "# more choices")
                lines.append(f"{more}: legal with start={start + len(shown)}")
            return self._told(place, lines, choices=shown, pieces=at.pieces())

    def why(
        self,
        action: Annotated[str, Field(description="An action in the form that play accepts.")] = "",
        piece: Annotated[str, Field(description="The id of a piece.")] = "",
        space: Annotated[str, Field(description="The id of a space.")] = "",
        verb: Annotated[str, Field(description="A verb.")] = "",
        table: TableId = "",
    ) -> Told:
        """Explain why an action, a piece, a space or a verb is not available, and cite the clauses."""
        with self._at(table) as place:
            lines = telling.reasons(place.table.why(action=action, piece=piece, space=space, verb=verb))
            return self._told(place, lines or ["It is available now."])

    def foresee(self, action: Annotated[str, Field(description="A legal action.")], table: TableId = "") -> Told:
        """Show the consequences of a legal action before you play it: certain events, and the chances of its rolls."""
        with self._at(table) as place:
            return self._told(place, telling.foreseen(place.table.scene, place.table.foresee(action)))

    def hint(
        self,
        bot: Annotated[str, Field(description="A bot from games; by default, the game's first.")] = "",
        table: TableId = "",
    ) -> Told:
        """Ask a bot what it would do in your place, and why."""
        with self._at(table) as place:
            advice = place.table.hint(bot)
            lines = [f"{advice['text']}: {advice['label']}", advice["why"]]
            if "intent" in advice:
                lines.append(advice["intent"].sentence)
            return self._told(place, lines)

    def history(
        self,
        last: Annotated[int, Field(description="The number of events to show.", ge=1, le=200)] = 20,
        table: TableId = "",
    ) -> Told:
        """List the latest events that your seat has seen."""
        with self._at(table) as place:
            lines = [line for event in place.table.history(last) if (line := told(event))]
            return self._told(place, lines or ["Nothing has happened yet."])

    def rule(
        self,
        game: Annotated[str, Field(description="A name from games.")],
        words: Annotated[str, Field(description="The id of a clause, or words to search for.")],
    ) -> Told:
        """Show a clause of the rules, or search for clauses with words."""
        ledger = find(game).ledger()
        one = ledger.clauses.get(words.upper())
        found, none = ([one], ()) if one else look_up(ledger, words)
        lines = list(none)
        for clause in found[:CLAUSES]:
            lines.append(f"{clause.id} ({clause.section}): {clause.text}")
            if clause.ruling:
                lines.append(f"  Our reading: {clause.ruling}")
        if len(found) > CLAUSES:
            lines.append(f"{len(found) - CLAUSES} more. Add a word.")
        if not lines:
            raise Refusal(f"{find(game).title} has no clauses with “{words}”.", field="words", malformed=True)
        return _answer(lines)

    # ------------------------------------------------------------ playing

    def play(
        self,
        actions: Annotated[
            list[str],
            Field(
                description="Actions in order. Write a path of several steps as one string with semicolons.",
                min_length=1,
                max_length=LONGEST,
            ),
        ],
        table: TableId = "",
    ) -> Told:
        """Play one or more actions. The call stops at the first action that is refused; earlier actions stay played."""
        with self._at(table) as place:
            at = place.table
            for number, text in enumerate(actions):
                try:
                    at.play([part.strip() for part in text.split(";")])
                except Refusal as refusal:
                    words = text.split()
                    instead = [row["text"] for row in at.actions(words[0])[:INSTEAD]] if words and at.decision else []
                    lines = [*telling.news(at.news()), *([f"{number} played."] if number else [])]
                    return self._told(place, lines, refusal=refusal, instead=instead, played=number)
            return self._told(place, [*telling.news(at.news()), *_question(at, at.decision)], played=len(actions))

    def orders(
        self,
        give: Annotated[
            dict[str, Any] | None,
            Field(description="The orders, keyed by field. The staff decides the fields that you omit."),
        ] = None,
        carry_out: Annotated[bool, Field(description="Let the staff play this turn under the orders.")] = False,
        go_on: Annotated[list[str] | None, Field(description="The fields of stops to accept.")] = None,
        table: TableId = "",
    ) -> Told:
        """Command by orders. Without arguments, this shows the fields and your orders. With arguments, it sets orders
        and lets the staff carry them out until you must decide."""
        with self._at(table) as place:
            at, lines = place.table, list[str]()
            if give is not None:
                for one in at.orders(give):
                    lines.append(f"Cannot be carried out, {one['field']}: {one['text']}{telling.cited(one['clauses'])}")
            if carry_out:
                done = at.carry_out(go_on or ())
                lines += telling.news(at.news())
                if done.stop is not None:
                    name, why = done.stop
                    lines.append(f"Your decision, {name}: {why.text}{telling.cited(why.clauses)}")
                lines += [f"{name}: {state}. {text}" for name, state, text in done.report]
                lines += _question(at, at.decision)
            elif give is None:
                lines += [
                    f"{one.name}: {'as the staff would' if one.value is None else one.value}. "
                    f"{one.meaning}{telling.cited(one.clauses)}"
                    for one in at.sheet()
                ]
            return self._told(place, lines or ["Given."])

    def resign(self, table: TableId = "") -> Told:
        """Resign the game."""
        with self._at(table) as place:
            place.table.resign()
            return self._told(place, telling.result(place.table.result or {}))

    # ------------------------------------------------------------ answers

    @contextmanager
    def _at(self, table: str) -> Iterator[Place]:
        """Yield a game for the length of a call; by default, the most recently used one. Raises Refusal."""
        with self._lock:
            if not table and self.shared:
                raise Refusal("Name the game: set table to the id from begin.", field="table", malformed=True)
            if not table and not self.places:
                raise Refusal("There is no game yet. Start one with begin.", field="table", malformed=True)
            name = table or next(reversed(self.places))
            if name not in self.places:
                raise Refusal(f"There is no game “{table}”. Start one with begin.", field="table", malformed=True)
            place = self.places[name] = self.places.pop(name)
        with place.lock:
            yield place

    def _look(self, place: Place) -> CallToolResult:
        at = place.table
        board = at.board()
        lines = telling.news(at.news(), LATEST)
        head = ["Since you last looked:", *(f"- {line}" for line in lines)] if lines else []
        return self._told(place, [*head, board, *_question(at, at.decision)])

    def _told(
        self, place: Place, lines: list[str], refusal: Refusal | None = None, instead: Sequence[str] = (), **data: Any
    ) -> CallToolResult:
        return _answer(lines, refusal, instead, table=place.id, over=place.table.over, **data)


def _question(at: Seat, decision: DecisionData | None) -> list[str]:
    """Return the question to a seat, or the end of the game."""
    if decision is not None:
        return telling.question(at.scene, decision)
    return telling.result(at.result or {}) if at.over else ["The other players are deciding. Look again later."]


def _answer(
    lines: list[str], refusal: Refusal | None = None, instead: Sequence[str] = (), **data: Any
) -> CallToolResult:
    """Return a tool's result in the form of `Answer`. `data`: its other fields."""
    if refusal is not None:
        lines = [*lines, f"Refused: {refusal.text}{telling.cited(refusal.clauses)}"]
        if instead:
            lines.append(f"Legal instead: {'; '.join(instead)}")
        data["refused"] = RefusedData(
            text=refusal.text, clauses=list(refusal.clauses), field=refusal.field, instead=list(instead)
        )
    text = "\n".join(lines)
    return CallToolResult(
        content=[TextContent(text=text)], structured_content={"text": text, **data}, is_error=refusal is not None
    )


def _listed(decision: DecisionData) -> list[ChoiceRow]:
    """Return the actions that a question lists, without standing actions."""
    standing = {verb["verb"] for verb in decision["verbs"] if verb.get("standing")}
    return [
        {"play": row["text"], "label": telling.meaning(row)}
        for row in decision["actions"]
        if row["verb"] not in standing
    ]


def _refusing(
    tool: Callable[..., CallToolResult], heard: Callable[[str], None] | None
) -> Callable[..., CallToolResult]:
    """Wrap a tool so that it returns a Refusal as data."""

    @functools.wraps(tool)
    def answer(*given: Any, **named: Any) -> CallToolResult:
        try:
            found = tool(*given, **named)
        except Refusal as refusal:
            found = _answer([], refusal)
        if heard is not None:
            heard(str((found.structured_content or {})["text"]))
        return found

    return answer


INSTRUCTIONS = """\
Play historical board wargames. Every rule is enforced and cited.
Call games, then begin. look shows the table and your decision; legal lists the choices; play takes actions as legal
writes them. why explains what is not available, foresee shows chances before a roll, rule reads the rules."""

PLAYING = ("look", "legal", "why", "foresee", "play", "rule", "history", "resign")
READING = ("games", "look", "legal", "why", "foresee", "hint", "history", "rule")


def server(door: Door) -> MCPServer[Any]:
    """Return the server with its tools, resources and prompts."""
    found: MCPServer[Any] = MCPServer(
        "mamayev", title="Mamayev", instructions=INSTRUCTIONS, version=version("mamayev"), log_level="WARNING"
    )
    begins = ["games", "begin", "join", "orders"] if door.begins else []
    for name in [*begins, *PLAYING, *(["hint"] if door.hints else [])]:
        found.add_tool(
            _refusing(getattr(door, name), door.heard),
            annotations=ToolAnnotations(read_only_hint=name in READING, open_world_hint=False),
        )
    _add_resources(found)
    return found


def _add_resources(found: MCPServer[Any]) -> None:
    @found.resource("mamayev://{game}/rules", title="The rules in our words", mime_type="text/plain")
    def rules(game: str) -> str:
        """All clauses of a game, in the order of its rulebook."""
        return "\n".join(f"{one.id} ({one.section}): {one.text}" for one in find(game).ledger().clauses.values())

    @found.resource("mamayev://{game}/charts", title="The charts", mime_type="text/plain")
    def charts(game: str) -> str:
        """The printed tables of a game."""
        return "\n\n".join(telling.chart(one) for one in mamayev.new(game).table.look.kept.charts)

    @found.resource("mamayev://{game}/guide", title="The guide", mime_type="text/markdown")
    def guide(game: str) -> str:
        """How to play a game well."""
        files = [folder / f"{find(game).name}-guide.md" for folder in GUIDES]
        text = next((file.read_text("utf-8") for file in files if file.exists()), "")
        return text or f"{find(game).title} has no guide."

    @found.prompt(title="Play a game")
    def play(game: str, seat: str = "") -> str:
        """Introduce a game to a player."""
        offer = find(game)
        seats = seat or " or ".join(offer.seats)
        return (
            f"Play {offer.title} as {seats}. {offer.blurb} Start with the begin tool (game “{game}”). "
            "Before an attack, call foresee. If an action is refused, read the clauses with rule. Play to the end."
        )
