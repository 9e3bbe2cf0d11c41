"""The table: everything about a campaign that does not change during play."""

from __future__ import annotations

from typing import Any

from mamayev.engine.components import Files
from mamayev.engine.notation import Noun
from mamayev.engine.steps import StepName
from mamayev.engine.table import Game

from ..printed.board import AXIS, IN_HAND, LOST, OUT, RUSSIAN, SEATS, WAITING, Board
from ..printed.calendar import MONTHS, WEATHER
from .air import GERMAN_AIR
from .invariants import INVARIANTS
from .odds import COLUMNS
from .position import Campaign
from .results import D_ELIM
from .sequence import sequence_of_play
from .setting import Setting
from .verbs import STEPS, VERBS
from .victory import VERDICTS, Resign, held


def chances(results: tuple[str, ...]) -> dict[str, float]:
    """Return the chance of each result in a column."""
    found: dict[str, float] = {}
    for result in results:
        found[result] = found.get(result, 0.0) + 1 / len(results)
    return found


class Barbarossa(Setting):
    """The rules as the engine uses them."""

    in_order = ("BAR-SEQ-01",)

    def __init__(self, game: Game, edition: str, options: dict[str, Any], own: Files | None) -> None:
        super().__init__(game, edition, options, own)
        grid = self.board.grid
        assert self.columns == COLUMNS
        self.chances = [*map(chances, zip(*self.combat, strict=True)), {D_ELIM: 1.0}]
        pieces = [Noun(unit.id, unit.name) for unit in self.board.units]
        spaces = [Noun(name, place) for name, place in zip(grid.ids, self.places, strict=True)]
        self.bind(sequence_of_play(), VERBS, {"piece": pieces, "space": spaces}, self._steps(), Resign())
        self.invariants = INVARIANTS

    def _steps(self) -> list[StepName]:
        """Return the numbered steps. The air supply step is included only with airpower."""
        return [step for step in STEPS if self.airpower or step.id != "air-supply"]

    def start(self) -> Campaign:
        p = self.blank()
        p.at = [WAITING if enters else IN_HAND for enters in self.enters]
        p.air = [GERMAN_AIR if self.airpower else 0, 0]
        p.call("game")
        p.settle()
        return p

    def blank(self) -> Campaign:
        return Campaign(self)

    def turn(self, p: Campaign) -> int:
        return p.turn

    def facts(self, p: Campaign) -> dict[str, Any]:
        board = self.board
        facts: dict[str, Any] = {
            "turn": p.turn,
            "month": MONTHS[p.turn - 1].name if p.turn else "Set-up",
            "weather": WEATHER[p.weather],
        }
        for side, seat in enumerate(SEATS):
            units = p.units(side)
            facts |= {
                f"{seat}_units": len(units),
                f"{seat}_attack": sum(board.units[u].attack for u in units),
                f"{seat}_defense": sum(board.units[u].defense for u in units),
                f"{seat}_points": p.points[side],
                f"{seat}_clock": p.clocks[side],
                f"{seat}_objectives": held(p, side),
            }
        if self.airpower:
            facts |= {f"{seat}_air": p.air[side] for side, seat in enumerate(SEATS)}
            facts["interdicted"] = p.interdicted.bit_count()
        places = {f"unit.{unit.id}": place_name(board, h) for unit, h in zip(board.units, p.at, strict=True)}
        return facts | ({"economy": p.run} if self.extra_victory else {}) | places

    def returns(self, p: Campaign) -> list[float]:
        winner = VERDICTS[p.verdict].winner
        return [1.0 if side == winner else -1.0 for side in (AXIS, RUSSIAN)]

    def result(self, p: Campaign) -> dict[str, Any]:
        """BAR-WIN-09: return the result of the game. There is always a winner."""
        verdict = VERDICTS[p.verdict]
        name = ("German", "Russian")[verdict.winner]
        note = {"text": verdict.why, "clauses": [verdict.clause]}
        return {"winner": SEATS[verdict.winner], "level": f"{name} victory", "why": verdict.why, "notes": [note]}


def place_name(board: Board, h: int) -> str:
    """Return the hex of a unit, or the name of its place off the map."""
    return board.grid.ids[h] if h < LOST else BESIDE[h]


BESIDE = {LOST: "lost", WAITING: "waiting", IN_HAND: "in hand", OUT: "out"}
"""The names of places off the map."""
