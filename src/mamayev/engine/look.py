"""The look of a table. A game names its class in `Game.look`."""

from __future__ import annotations

from collections.abc import Collection
from functools import cached_property
from typing import Generic, TypedDict, TypeVar, final

from msgspec import structs

from .refusal import Reason, Refusal
from .rules import Rules
from .scene import Overlay, Picture, PieceAt, Scene, SeatName, Side, Space
from .scene import Piece as Counter
from .state import State
from .statement import Stated
from .words import counted

P = TypeVar("P", bound=State)

TOLD = 5  # statements quoted in the notice about a player's own board; `differs` lists all
ACROSS = 8  # spaces per row in a plain look
SIZE = 10.0  # side length of a space in a plain look


class PurseLine(TypedDict):
    """Something that the deciding seat can spend."""

    track: str
    title: str
    value: int | str | None


class Look(Generic[P]):
    """The look of a table.

    A game overrides these methods to provide its own drawings. The default is a plain look based on the notation's
    nouns: the spaces are in rows, and contain the pieces that the facts "unit.ID" place in them.
    """

    def __init__(self, table: Rules[P]) -> None:
        self.table = table

    def scene(self) -> Scene:
        """Return the look of the game that never changes during a match."""
        table, nouns = self.table, self.table.notation.nouns
        seats = table.game.seats
        spaces = [
            Space(id=noun.id, label=noun.id, name=noun.name, kind="area", shape=_square(n))
            for n, noun in enumerate(nouns.get("space", ()))
        ]
        rows = -(-len(spaces) // ACROSS)
        return Scene(
            game=table.game.name, title=table.game.title, edition=table.edition, unit="",
            frame=(0.0, 0.0, ACROSS * SIZE, max(rows, 1) * SIZE), counter={"side": SIZE / 3, "gap": 0.5},
            seats=[SeatName(seat, seat.title(), seat) for seat in seats],
            sides=[Side(seat, seat.title(), "b" if n else "a") for n, seat in enumerate(seats)],
            notice="", phases=[], spaces=spaces,
            pieces=[
                Counter(
                    id=noun.id, name=noun.name, label=noun.id, side=seats[0], tone="a", symbol={"letters": ""}, kind=""
                )
                for noun in nouns.get("piece", ())
            ],
        )  # fmt: skip

    def picture(self, p: P, seat: int | None) -> Picture:
        """Return the picture for a seat. `seat`: the seat's index, or None for the public view.

        In a game without `secrets`, there is a single picture for all seats.
        """
        facts, spaces = self.table.facts(p), {space.id for space in self.kept.spaces}
        step, turn = self.table.step(p), self.table.turn(p)
        at = {piece.id: str(facts.get(f"unit.{piece.id}", "")) for piece in self.kept.pieces}
        return Picture(
            turn=turn, phase=step.phase if step else "", step=step.id if step else "",
            headline=f"Turn {turn}" if turn else "", control={},
            pieces=[PieceAt(id=piece, at=space) for piece, space in at.items() if space in spaces],
        )  # fmt: skip

    def overlay(self, p: P, seat: int | None, name: str, apart: Collection[str] = ()) -> Overlay:
        """Return an overlay that is computed on demand (`Overlay.asked`), for a seat. `apart`: ids of pieces that other
        attacks need, so that its `offers` do not use them.

        Raises Refusal for an unknown name.
        """
        raise Refusal(f"There is no overlay “{name}”.", field="overlay", malformed=True)

    def card_use(self, card: int) -> Reason | None:
        """Return when a card can be used, for a click on an unplayable card. `card`: its id in the scene's decks.
        Return None if there is nothing to add.
        """
        return None

    def purse(self, p: P) -> list[PurseLine]:
        """Return everything that the deciding seat can spend."""
        return []

    @final
    @cached_property
    def kept(self) -> Scene:
        """Return the scene for display, with the options in force.

        It is cached, because building it takes longer than most requests. With a player's own components, the scene's
        notice names these instead of describing ours.
        """
        options = [{"name": name, "value": value} for name, value in self.table.options.items()]
        scene = structs.replace(self.scene(), options=options)
        if not self.table.own:
            return scene
        decks = [
            structs.replace(deck, cards=[structs.replace(c, origin="") for c in deck.cards]) for deck in scene.decks
        ]
        spaces = [structs.replace(space, origin="") for space in scene.spaces]
        return structs.replace(scene, notice=self._whose(), spaces=spaces, decks=decks)

    @final
    @cached_property
    def sides(self) -> dict[str, str]:
        """Return the side of each seat."""
        return {seat.id: seat.side for seat in self.kept.seats}

    @final
    @cached_property
    def differs(self) -> list[Stated]:
        """Return the statements of the rulebook that a player's own components contradict. The list is empty for our
        components.
        """
        game = self.table.game
        if not self.table.own or game.statements is None:
            return []
        return [one for one in game.statements().beside(self.table) if one.state == "differs"]

    def _whose(self) -> str:
        """Return the owner of the components, and their differences from the rulebook."""
        own = self.table.own
        text = f"A player's own board: {', '.join(own)}."
        if rest := [name for name in self.table.game.component_files if name not in own]:
            text += f" Ours, a reconstruction: {', '.join(rest)}."
        if self.differs:
            points = counted(len(self.differs), "# point", "# points")
            text += f" It differs from the rulebook on {points}: {' '.join(one.says for one in self.differs[:TOLD])}"
            text += " …" if len(self.differs) > TOLD else ""
        return text


def _square(n: int) -> list[tuple[float, float]]:
    """Return the outline of the space with a number, in rows of `ACROSS`."""
    x, y = n % ACROSS * SIZE, n // ACROSS * SIZE
    return [(x, y), (x + SIZE, y), (x + SIZE, y + SIZE), (x, y + SIZE)]
