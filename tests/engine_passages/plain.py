"""The least that a passage of rules needs around it: a position that copies its slots, a table without a look."""

from __future__ import annotations

import copy
from collections.abc import Sequence
from typing import Any, Self

from mamayev.engine.box import Box
from mamayev.engine.event import Event
from mamayev.engine.ledger import Ledger
from mamayev.engine.notation import CHANCE_VERBS, Noun, Verb, encode
from mamayev.engine.position import Position
from mamayev.engine.refusal import Refusal
from mamayev.engine.scene import Picture, Scene
from mamayev.engine.table import Game, Procedure, Table


def number(verbs: Sequence[Verb]) -> list[int]:
    """The ints of a game's verbs, in their order."""
    return [encode(len(CHANCE_VERBS) + i) for i in range(len(verbs))]


class PlainPosition(Position):
    """Its `__slots__` are its whole state: ints and lists of ints."""

    __slots__: tuple[str, ...] = ()

    def copy(self) -> Self:
        p = type(self).__new__(type(self))
        p.table, p.journal, p.frames = self.table, None, [f[:] for f in self.frames]
        p.load_data(self.to_data())
        return p

    def to_data(self) -> dict[str, Any]:
        return {name: copy.copy(getattr(self, name)) for name in self.__slots__}

    def load_data(self, data: dict[str, Any]) -> None:
        for name in self.__slots__:
            setattr(self, name, copy.copy(data[name]))

    def note(self, who: str, text: str, *clauses: str) -> None:
        """A line of the log."""
        if self.journal is not None:
            self.journal.note(who, text, clauses)

    def say(self, event: Event) -> None:
        """A line of the log that changes something."""
        if self.journal is not None:
            self.journal.add(event)


class PlainTable(Table[Any]):
    """A passage at the table: `first` makes the position before the first step, `play` is the outermost sequence."""

    def __init__(
        self,
        game: Game,
        position: type[PlainPosition],
        first: dict[str, Any],
        boxes: Sequence[Box[Any]],
        verbs: Sequence[Verb],
        nouns: dict[str, Sequence[str]],
        procedures: dict[int, Procedure],
        options: dict[str, Any],
    ) -> None:
        self.game, self.edition, self.options, self.components = game, "plain", options, ""
        self.position, self.first, self.procedures = position, first, procedures
        self.bind(boxes, verbs, {kind: [Noun(n, n) for n in names] for kind, names in nouns.items()}, [])

    def start(self) -> PlainPosition:
        p = self.blank()
        p.call("play")
        p.settle()
        return p

    def blank(self) -> PlainPosition:
        p = self.position.__new__(self.position)
        p.table, p.journal, p.frames = self, None, []
        p.load_data(self.first)
        return p

    def facts(self, p: PlainPosition) -> dict[str, Any]:
        return p.to_data()

    def result(self, p: PlainPosition) -> dict[str, Any]:
        return {"winner": None, "why": "The passage is played."}

    def returns(self, p: PlainPosition) -> list[float]:
        return [0.0 for _ in self.game.seats]

    def scene(self) -> Scene:
        return Scene(
            game=self.game.name,
            title=self.game.title,
            edition="plain",
            unit="m",
            frame=(0, 0, 1, 1),
            counter={},
            seats=[],
            sides=[],
            notice="",
            phases=[],
            spaces=[],
        )

    def picture(self, p: PlainPosition, seat: int | None) -> Picture:
        return Picture(turn=0, phase="", step="", headline="", control={}, pieces=[])

    def change(self, p: PlainPosition, key: str, value: Any) -> None:
        if key not in p.__slots__:
            raise Refusal(f"There is nothing named “{key}” to set up.", field=key, malformed=True)
        setattr(p, key, value)


def plain_game(
    name: str,
    seats: tuple[str, ...],
    position: type[PlainPosition],
    first: dict[str, Any],
    boxes: Sequence[Box[Any]],
    verbs: Sequence[Verb],
    nouns: dict[str, Sequence[str]],
    procedures: dict[int, Procedure] | None = None,
    table: type[PlainTable] = PlainTable,
) -> Game:
    """A game that is one passage. `boxes` contain a sequence named "play"."""
    game = Game(
        name=name,
        title=name,
        blurb="",
        version="1",
        seats=seats,
        editions=("plain",),
        options=(),
        ledger=lambda: Ledger({"clause": []}),
        open=lambda edition, options, folder: table(
            game, position, first, boxes, verbs, nouns, procedures or {}, options
        ),
    )
    return game
