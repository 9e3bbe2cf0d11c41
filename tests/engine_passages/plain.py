"""The least that a passage of rules needs around it: a position and a table without a look."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from mamayev.engine.box import Box
from mamayev.engine.event import Event
from mamayev.engine.ledger import Ledger
from mamayev.engine.notation import Noun, Verb, codes
from mamayev.engine.position import Position
from mamayev.engine.refusal import Refusal
from mamayev.engine.scene import Picture, Scene
from mamayev.engine.table import Game, Procedure, Table


def number(verbs: Sequence[Verb]) -> list[int]:
    """The ints of a game's verbs, in their order."""
    return list(codes(verbs))


class PlainPosition(Position):
    """A position that writes its log in few words."""

    def note(self, who: str, text: str, *clauses: str) -> None:
        """A line of the log."""
        if self.journal is not None:
            self.journal.note(who, text, clauses)

    def say(self, event: Event) -> None:
        """A line of the log that changes something."""
        if self.journal is not None:
            self.journal.add(event)


class PlainTable(Table[Any]):
    """A passage at the table: `play` is the outermost sequence."""

    def __init__(
        self,
        game: Game,
        position: type[PlainPosition],
        boxes: Sequence[Box[Any]],
        verbs: Sequence[Verb],
        nouns: dict[str, Sequence[str]],
        procedures: dict[int, Procedure],
        options: dict[str, Any],
    ) -> None:
        self.game, self.edition, self.options, self.components = game, "plain", options, ""
        self.position, self.procedures = position, procedures
        self.bind(boxes, verbs, {kind: [Noun(n, n) for n in names] for kind, names in nouns.items()}, [])

    def start(self) -> PlainPosition:
        p = self.blank()
        p.call("play")
        p.settle()
        return p

    def blank(self) -> PlainPosition:
        return self.position(self)

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
            counter={"side": 1},
            seats=[],
            sides=[],
            notice="",
            phases=[],
            spaces=[],
        )

    def picture(self, p: PlainPosition, seat: int | None) -> Picture:
        return Picture(turn=0, phase="", step="", headline="", control={}, pieces=[])

    def change(self, p: PlainPosition, key: str, value: Any) -> None:
        if key not in self.position.fields:
            raise Refusal(f"There is nothing named “{key}” to set up.", field=key, malformed=True)
        setattr(p, key, value)


def plain_game(
    name: str,
    seats: tuple[str, ...],
    position: type[PlainPosition],
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
        open=lambda edition, options, folder: table(game, position, boxes, verbs, nouns, procedures or {}, options),
    )
    return game
