"""Events: what happened, typed and JSON-ready, and the journal that rules write them into.

The forms are those of docs/protocol.md.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

import msgspec

ONLOOKERS = "*"


class Event(msgspec.Struct, kw_only=True, omit_defaults=True, tag_field="kind", tag="note", gc=False):
    """Anything worth saying; the subclasses say what changed. None refers to another, so that the collector of cycles
    need not look at them (a tenth of the time of a match played by text). `audience`: the seats that may see it, all
    if empty; ONLOOKERS stands for whoever has no seat."""

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
        """Whether a seat may see it; None: whoever has no seat."""
        return not self.audience or (ONLOOKERS if seat is None else seat) in self.audience

    @property
    def kind(self) -> str:
        """The kind, as in the protocol's table."""
        return str(self.__struct_config__.tag)

    def to_data(self) -> dict[str, Any]:
        """The JSON-ready form."""
        data: dict[str, Any] = msgspec.to_builtins(self)
        return data


class Turn(Event, tag="turn"):
    """A turn begins."""

    number: int


class Step(Event, tag="step"):
    """A numbered step of the sequence of play begins. `skipped`: why nothing is done in it, "" where something may
    be."""

    title: str
    phase: str
    skipped: str = ""


class Chose(Event, tag="chose"):
    """A seat has chosen an action, in its canonical text; or the rules have, for a seat that they play."""

    seat: str
    action: str


class Modifier(NamedTuple):
    """One die-roll modifier, or one shift of the column (to the right where positive), with its reason."""

    value: int
    text: str
    clauses: tuple[str, ...] = ()


class ModifierLine(msgspec.Struct):
    value: int
    text: str
    clauses: tuple[str, ...] = ()


class Roll(Event, tag="roll"):
    """`row` and `column` are the cell that was hit; `start` is the column before the `shifts`, where there are any."""

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
    """The dice of one unit, or of a card, in a volley. `needs`: the lowest die that hits; `piece` is empty where it is
    nobody's or not to be shown."""

    text: str
    needs: int
    dice: tuple[int, ...]
    piece: str = ""


class Volley(Event, tag="volley"):
    """Dice thrown together, each of which hits or not. `side`: who fires; `hits` as thrown, `counted` after what halves
    them; `own`: hits on the firing side itself."""

    title: str
    fires: tuple[Fire, ...]
    hits: int
    counted: int
    own: int = 0
    side: str = ""


class Strength(Event, tag="strength"):
    """A piece has so many steps left. Without `from` it is told for the first time: the piece has been turned up."""

    piece: str
    to: int
    from_: int | None = msgspec.field(default=None, name="from")


class Finding(Event, tag="finding"):
    """One test of a procedure that the rules themselves carry out: what was looked at, what it was held against (None:
    against nothing), and what follows."""

    test: str
    value: int
    limit: int | None
    outcome: str


class Card(Event, tag="card"):
    """A card of a deck is drawn or shown. `line`: the id of the line of its face that counts this time."""

    deck: str
    card: int
    line: str


class Move(Event, tag="move"):
    """A piece stands in another space. `how`: the word for it, such as "move", "retreat", "advance"; "place" where it
    comes onto the map, `from` empty."""

    piece: str
    to: str
    how: str
    from_: str = msgspec.field(default="", name="from")


class Flip(Event, tag="flip"):
    """A piece shows another face."""

    piece: str
    face: str


class Loss(Event, tag="loss"):
    """A piece leaves the map."""

    piece: str
    from_: str = msgspec.field(default="", name="from")


class MarkChange(Event, tag="mark"):
    """So many marks of a kind come to a space, or go where `change` is negative."""

    mark: str
    at: str
    change: int


class TrackChange(Event, tag="track"):
    """A track stands at another value."""

    track: str
    to: int | str | None
    from_: int | str | None = msgspec.field(default=None, name="from")


class Control(Event, tag="control"):
    """A space is under another side."""

    space: str
    to: str


class Held(Event, tag="held"):
    """A marker or a card that is held is gained or lost."""

    id: str
    gained: bool


class Shuffle(Event, tag="shuffle"):
    """The discards of a deck are shuffled back."""

    deck: str


class Over(Event, tag="over"):
    """The match is over, with the result of `Table.result`."""

    result: dict[str, Any]


class Journal:
    """Collects the events of one action. Rules write into it only when the position has one (`p.journal`).

    `shown`: rules set it where something hidden comes to light without a die or a card, later in the sequence than the
    choice that led to it; that choice cannot be taken back then. A box whose every choice shows something
    says so itself (`Box.reveals`).
    """

    __slots__ = ("events", "ply", "shown", "step", "turn")

    def __init__(self, ply: int = 0, turn: int = 0, step: str = "") -> None:
        self.events: list[Event] = []
        self.shown = False
        self.ply = ply
        self.turn = turn
        self.step = step

    def add(self, event: Event) -> None:
        """Stamp an event with ply, turn and step and keep it."""
        if type(event) is Step:  # isinstance is slow on a Struct
            self.step = event.step
        elif type(event) is Turn:
            self.turn = event.number
        event.ply = self.ply
        event.turn = self.turn
        event.step = self.step
        self.events.append(event)

    def note(
        self,
        who: str,
        text: str,
        clauses: Iterable[str] = (),
        spaces: Iterable[str] = (),
        pieces: Iterable[str] = (),
    ) -> None:
        """A sentence that changes nothing by itself."""
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
        """A roll on a chart: dice, every modifier with its reason, total, the cell that was hit, the result; on a chart
        of odds also the column at the start and every shift with its reason."""
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
    """Events from their JSON-ready form. Raises msgspec.ValidationError."""
    return list(msgspec.convert(data, list[AnyEvent]))
