"""Typed, JSON-ready events, and the journal in which rules write them.

docs/protocol.md describes the forms.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

import msgspec

ONLOOKERS = "*"


class Event(msgspec.Struct, kw_only=True, omit_defaults=True, tag_field="kind", tag="note", gc=False):
    """A piece of information. Most subclasses are changes. Events do not refer to each other, so the garbage collector
    need not track them. This saves 10% of the time that a match takes when its actions are given as text. `audience`:
    the seats that may see the event; if it is empty, all may. ONLOOKERS are viewers without a seat.
    """

    text: str = ""
    who: str = ""
    clauses: tuple[str, ...] = ()
    spaces: tuple[str, ...] = ()
    pieces: tuple[str, ...] = ()
    ply: int = -1
    turn: int = 0
    step: str = ""
    audience: tuple[str, ...] = ()

    def seen_by(self, seat: str | None) -> bool:
        """Return whether a seat can see the event. `seat` is None for a viewer without a seat."""
        return not self.audience or (ONLOOKERS if seat is None else seat) in self.audience

    @property
    def kind(self) -> str:
        """Return the kind of event, as in the table in docs/protocol.md."""
        return str(self.__struct_config__.tag)

    def to_data(self) -> dict[str, Any]:
        """Return the JSON-ready form."""
        data: dict[str, Any] = msgspec.to_builtins(self)
        return data


class Turn(Event, tag="turn"):
    """A turn begins."""

    number: int


class Step(Event, tag="step"):
    """A numbered step of the sequence of play begins. `skipped`: the reason that nothing happens in the step, else
    ""."""

    title: str
    phase: str
    skipped: str = ""


class Chose(Event, tag="chose"):
    """A seat chose an action, or the rules chose for a seat that they play. The action is in canonical text."""

    seat: str
    action: str


class Modifier(NamedTuple):
    """A die-roll modifier or a column shift (positive is to the right), with its reason."""

    value: int
    text: str
    clauses: tuple[str, ...] = ()


class ModifierLine(msgspec.Struct):
    value: int
    text: str
    clauses: tuple[str, ...] = ()


class Roll(Event, tag="roll"):
    """A roll on a chart. `row` and `column` identify the cell on the chart, and `start` is the column before any
    `shifts`.
    """

    title: str
    chart: str
    dice: tuple[int, ...]
    total: int
    result: str
    modifiers: tuple[ModifierLine, ...] = ()
    row: int | None = None
    start: int | None = None
    shifts: tuple[ModifierLine, ...] = ()
    column: int | None = None


class Fire(msgspec.Struct, omit_defaults=True):
    """The dice of one unit or card in a volley.

    `needs`: the lowest die roll that hits. `piece` is empty if no piece fires or the piece is hidden.
    """

    text: str
    needs: int
    dice: tuple[int, ...]
    piece: str = ""


class Volley(Event, tag="volley"):
    """Dice rolled together, each of which hits or misses.

    `side`: the firing side. `hits`: the hits as rolled. `counted`: the hits after halving. `own`: the hits on the
    firing side.
    """

    title: str
    fires: tuple[Fire, ...]
    hits: int
    counted: int
    own: int = 0
    side: str = ""


class Strength(Event, tag="strength"):
    """The remaining steps of a piece. If `from` is missing, the piece has just been revealed."""

    piece: str
    to: int
    from_: int | None = msgspec.field(default=None, name="from")


class Finding(Event, tag="finding"):
    """One test in an automatic procedure: the value, the limit (or None), and the outcome."""

    test: str
    value: int
    limit: int | None
    outcome: str


class Card(Event, tag="card"):
    """A card from a deck is drawn or shown. `line`: the id of the line that applies; empty for an open card that
    returns to a hand.
    """

    deck: str
    card: int
    line: str


class Move(Event, tag="move"):
    """A piece changes its space.

    `how`: the kind of move, such as "move", "retreat" or "advance". If the piece enters the map, `how` is "place" and
    `from` is empty.
    """

    piece: str
    to: str
    how: str
    from_: str = msgspec.field(default="", name="from")


class Flip(Event, tag="flip"):
    """A piece shows a different face."""

    piece: str
    face: str


class Loss(Event, tag="loss"):
    """A piece leaves the map."""

    piece: str
    from_: str = msgspec.field(default="", name="from")


class MarkChange(Event, tag="mark"):
    """Markers of one kind are added to a space, or removed if `change` is negative."""

    mark: str
    at: str
    change: int


class TrackChange(Event, tag="track"):
    """A track changes its value."""

    track: str
    to: int | str | None
    from_: int | str | None = msgspec.field(default=None, name="from")


class Control(Event, tag="control"):
    """A space changes hands."""

    space: str
    to: str


class Held(Event, tag="held"):
    """A held marker or card is gained or lost."""

    id: str
    gained: bool


class Shuffle(Event, tag="shuffle"):
    """The discard pile of a deck is shuffled back."""

    deck: str


class Over(Event, tag="over"):
    """The match is over, with the result from `Table.result`."""

    result: dict[str, Any]


class Begun(NamedTuple):
    """The beginning of a part of the game: the index of its first event, the length of the action log at that point,
    and the turn. `seat`: the seat whose part it is, or "".
    """

    event: int
    ply: int
    turn: int
    seat: str = ""


class Journal:
    """Collects the events of one action. Rules write into it only if the position has one (`p.journal`).

    `shown`: rules set it when something hidden is revealed without a die or card, some time after the choice that led
    to it. That choice can then no longer be undone. A box in which every choice reveals something uses `Box.reveals`
    instead.

    `begun`: the parts of the game that begin among these events. Each turn is a part, unless the sequence of play marks
    where parts begin (`sequence.part`).
    """

    __slots__ = ("begun", "events", "ply", "shown", "step", "turn")

    def __init__(self, ply: int = 0, turn: int = 0, step: str = "") -> None:
        self.events: list[Event] = []
        self.begun: list[Begun] = []
        self.shown = False
        self.ply = ply
        self.turn = turn
        self.step = step

    def add(self, event: Event) -> None:
        """Add an event, stamped with ply, turn and step."""
        if type(event) is Step:  # isinstance is slow on a Struct
            self.step = event.step
        elif type(event) is Turn:
            self.turn = event.number
            self.part()
        event.ply = self.ply
        event.turn = self.turn
        event.step = self.step
        self.events.append(event)

    def part(self, seat: str = "") -> None:
        """Begin a part of the game, for a seat or for none. If nothing has happened in the current part, it becomes
        this part.
        """
        if self.begun and all(type(event) in (Turn, Step) for event in self.events[self.begun[-1].event :]):
            self.begun[-1] = self.begun[-1]._replace(turn=self.turn, seat=seat or self.begun[-1].seat)
        else:
            self.begun.append(Begun(len(self.events), self.ply, self.turn, seat))

    def note(
        self,
        who: str,
        text: str,
        clauses: Iterable[str] = (),
        spaces: Iterable[str] = (),
        pieces: Iterable[str] = (),
    ) -> None:
        """Add a sentence to the log, for an event that changes nothing."""
        self.add(
            Event(
                who=who,
                text=text,
                clauses=tuple(clauses),
                spaces=tuple(spaces),
                pieces=tuple(pieces),
            )
        )

    def roll(
        self,
        who: str,
        text: str,
        *,
        title: str,
        chart: str,
        dice: tuple[int, ...],
        modifiers: Iterable[Modifier] = (),
        total: int,
        result: str,
        row: int | None = None,
        start: int | None = None,
        shifts: Iterable[Modifier] = (),
        column: int | None = None,
        clauses: Iterable[str] = (),
        spaces: Iterable[str] = (),
        pieces: Iterable[str] = (),
    ) -> None:
        """Add a roll on a chart: the dice, every modifier with its reason, the total, the cell and the result.

        A chart of odds adds the starting column and every shift with its reason.
        """
        self.add(
            Roll(
                who=who,
                text=text,
                title=title,
                chart=chart,
                dice=dice,
                modifiers=tuple(ModifierLine(m.value, m.text, m.clauses) for m in modifiers),
                total=total,
                result=result,
                row=row,
                start=start,
                shifts=tuple(ModifierLine(m.value, m.text, m.clauses) for m in shifts),
                column=column,
                clauses=tuple(clauses),
                spaces=tuple(spaces),
                pieces=tuple(pieces),
            )
        )


AnyEvent = (
    Event | Turn | Step | Chose | Roll | Volley | Strength | Finding | Card | Move | Flip | Loss | MarkChange
    | TrackChange | Control | Held | Shuffle | Over
)  # fmt: skip


def events_from_data(data: object) -> list[Event]:
    """Return events from their JSON-ready form. Raises msgspec.ValidationError."""
    return list(msgspec.convert(data, list[AnyEvent]))
