"""The table: the data of a battle that never changes, and the start and end of a game."""

from __future__ import annotations

import random
from typing import Any

from mamayev.engine.components import Files
from mamayev.engine.notation import Noun
from mamayev.engine.table import Game

from ..printed.board import Board
from ..printed.map import BESIDE, EMPTY, GERMAN, LOST, PARTNER, POOL, POOL_NAMES, SEAT_SIDES, SEATS, SOVIET
from .fog import dealt_anew, disguised
from .invariants import INVARIANTS
from .position import DECK, HAND, PLAY, City
from .sequence import sequence_of_play
from .setting import Setting
from .soviet import order
from .verbs import STEPS, VERBS
from .victory import VERDICTS


class Inferno(Setting):
    """The constant data of a battle, and how a game begins and ends."""

    in_order = ("INF-SEQ-04",)

    def __init__(self, game: Game, edition: str, options: dict[str, Any], own: Files | None) -> None:
        super().__init__(game, edition, options, own)
        board, grid = self.board, self.board.grid
        nouns = {
            "piece": [Noun(unit.id, unit.name) for unit in board.units],
            "space": [Noun(name, place) for name, place in zip(grid.ids, self.places, strict=True)],
            "card": [Noun(card.id, card.title) for card in board.cards],
        }
        self.bind(sequence_of_play(board, secret=self.soviet_player, shared=self.partners), VERBS, nouns, STEPS)
        self.invariants = INVARIANTS
        self.procedures = {
            seat: order  # with one German player there is no partner to ask
            for seat, ruled in ((SOVIET, not self.soviet_player), (PARTNER, not self.partners))
            if ruled
        }
        self._blank = City(self)
        if self.larger_deck:
            for c, card in enumerate(board.cards):
                self._blank.cards[c] = DECK if card.late else self._blank.cards[c]
            self._blank.derive()

    def start(self) -> City:
        p = self.blank()
        p.call("game")
        p.settle()
        return p

    def blank(self) -> City:
        p = self._blank.copy()
        p.table = self
        return p

    def turn(self, p: City) -> int:
        return p.round

    def sample(self, p: City, seat: int, rng: random.Random) -> City:
        return dealt_anew(p, SOVIET if self.soviet_player and seat == SOVIET else GERMAN, rng)

    def disguise(self, p: City, action: int) -> str:
        return disguised(p, action) if self.soviet_player else ""

    def facts(self, p: City) -> dict[str, Any]:
        board, grid = self.board, self.board.grid
        facts: dict[str, Any] = {
            "round": p.round,
            "losses": p.losses,
            "rubble": p.rubble.bit_count(),
            "soviet_spawn_hexes": p.spawns_held().bit_count(),
            "soviet_units": sum(len(p.stacks[h]) for h in grid.hexes(p.soviet)),
            "german_units": sum(len(p.stacks[h]) for h in grid.hexes(p.german)),
            "german_deck": p.count(GERMAN, DECK),
            "german_hand": p.count(GERMAN, HAND),
            "soviet_deck": p.count(SOVIET, DECK),
            "soviet_hand": p.count(SOVIET, HAND),
            "leaders": ", ".join(board.cards[c].title for c in (*p.pile(GERMAN, PLAY), *p.pile(SOVIET, PLAY))),
            "chart": len(p.chart) - p.chart.count(EMPTY),
        }
        if self.partners:
            facts["leader"] = self.game.seats[p.leader]
        for pool, name in enumerate(POOL_NAMES):
            facts[f"{name}_pool"] = sum(p.at[u] == POOL for u in board.pools[pool])
        for h, name in enumerate(grid.ids):
            bit = grid.bit[h]
            facts[f"control.{name}"] = SEATS[GERMAN if p.control & bit else SOVIET]
            facts[f"soviets.{name}"] = len(p.stacks[h]) if p.soviet & bit else 0
            if board.urban_hexes & bit:
                facts[f"rubble.{name}"] = bool(p.rubble & bit)
            if self.soviet_player:
                facts[f"germans.{name}"] = len(p.stacks[h]) if p.german & bit else 0
        for u in board.germans:
            if not self.soviet_player or not p.hidden(u, None):
                facts[f"unit.{board.units[u].id}"] = place_name(board, p.at[u])
                facts[f"strength.{board.units[u].id}"] = p.strength[u] if p.at[u] < LOST else 0
        shown = [u for h in grid.hexes(p.soviet & p.battle) for u in p.stacks[h]]
        return facts | {f"strength.{board.units[u].id}": p.strength[u] for u in shown}

    def returns(self, p: City) -> list[float]:
        winner = VERDICTS[p.verdict].winner
        return [1.0 if side == winner else -1.0 for side in SEAT_SIDES]

    def result(self, p: City) -> dict[str, Any]:
        verdict = VERDICTS[p.verdict]
        name = ("German", "Soviet")[verdict.winner]
        notes = [{"text": verdict.why, "clauses": [verdict.clause]}]
        if self.partners:
            second = p.taken_by_partner.bit_count()
            first = p.taken.bit_count() - second
            text = f"Spawn hexes first entered: {first} in rounds of the first German player, {second} of the second."
            notes.append({"text": text, "clauses": ["INF-SHARE-09"]})
        return {
            "winner": SEATS[verdict.winner], "level": f"{name} Decisive Victory", "why": verdict.why, "notes": notes,
        }  # fmt: skip


def place_name(board: Board, h: int) -> str:
    """Return the name of a unit's place: its hex, or a place beside the map."""
    return board.grid.ids[h] if h < LOST else BESIDE[h]
