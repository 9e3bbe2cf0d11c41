"""The table: everything about the game that does not change during play."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from mamayev.engine.components import Files
from mamayev.engine.notation import ARG, MASK, VERB, Noun, verb_of
from mamayev.engine.table import Game

from ..printed.cards import ACTIVATION, BOX, COMBAT, DISCARD, EVENT_NAMES, REMOVED
from ..printed.map import NO_BRIDGE, OFF_MAP, SEATS, ZONE_NAMES
from ..printed.units import ASIDE, FORMATION_NAMES, FORMATIONS, GROUP_NAMES, GROUPS, NONE
from .fog import sample
from .invariants import INVARIANTS
from .position import NOT_CALLED, SIDE_NAMES, Operation
from .sequence import sequence_of_play
from .setting import Setting
from .verbs import CALL, DECLINE, DECLINED, KEEP, KEPT, PICK, STEPS, STOW, STOW_BOTH, SWAP, VERBS
from .victory import VERDICTS, ending
from .windows import events_of


class Donnerschlag(Setting):
    """The rules as the engine uses them."""

    in_order = ("DON-SEQ-01",)

    def __init__(self, game: Game, edition: str, options: dict[str, Any], own: Files | None) -> None:
        super().__init__(game, edition, options, own)
        board = self.board
        self.events_of = events_of(board)
        nouns = {
            "piece": [Noun(unit.id, unit.name) for unit in board.units],
            "space": [Noun(name, place) for name, place in zip(board.grid.ids, board.places, strict=True)],
            "card": [Noun(card.id, card.name) for card in board.cards],
            "event": [Noun(name, name) for name in EVENT_NAMES],
            "formation": [Noun(name.lower(), title) for name, title in zip(FORMATIONS, FORMATION_NAMES, strict=True)],
            "group": [Noun(name.lower(), title) for name, title in zip(GROUPS, GROUP_NAMES, strict=True)],
            "zone": [Noun(name.lower(), name) for name in ZONE_NAMES],
        }
        self.bind(sequence_of_play(), VERBS, nouns, STEPS)
        self.invariants = INVARIANTS

    def start(self) -> Operation:
        p = self.blank()
        for u in self.board.stugs:
            p.at[u] = ASIDE
        p.derive()
        p.call("game")
        p.settle()
        return p

    def blank(self) -> Operation:
        return Operation(self)

    def turn(self, p: Operation) -> int:
        return p.turn

    # ------------------------------------------------------------------ secrets

    def sample(self, p: Operation, seat: int, rng: random.Random) -> Operation:
        return sample(p, seat, rng)

    def disguise(self, p: Operation, action: int) -> str:
        """DON-FLOW-04, DON-CALL-04: return the text that the enemy sees for a secret choice."""
        verb, side = verb_of(action), SIDE_NAMES[p.seat]
        if verb == PICK:
            return f"The {side} side takes a High Command card"
        if verb == SWAP:
            kind = "an activation" if self.board.card_kind[action >> ARG & MASK] == ACTIVATION else "a combat"
            return f"The {side} side exchanges {kind} card, Schlachtenglück"
        if verb in (STOW, STOW_BOTH):
            return f"The {side} side puts {'two cards' if verb == STOW_BOTH else 'a card'} into its box"
        return "Donnerschlag is called, with a secret meeting zone" if verb == CALL else ""

    # ------------------------------------------------------------------ what players read about a position

    def label(self, p: Operation, action: int, stack: Sequence[int] = ()) -> str:
        """Return the text on an action's button. The first copy of a card in its place has no number."""
        own = self._own_words(p, action)
        words = own[0] if own else super().label(p, action, stack)
        kinds = self.notation.verbs[action >> VERB].args
        for kind, index in zip(kinds, self.notation.args(action), strict=True):
            card = self.board.cards[index] if kind == "card" else None
            if card and not any(p.where[c] == p.where[index] for c in self.board.by_code[card.code] if c < index):
                words = words.replace(card.name, card.uncounted)
        return words

    def told(self, p: Operation, action: int) -> str:
        own = self._own_words(p, action)
        return own[1] if own else super().told(p, action)

    def _own_words(self, p: Operation, action: int) -> tuple[str, str] | None:
        """Return the label and the log sentence for “keep” or “decline”, if a box has its own."""
        own = KEPT if action == KEEP else DECLINED if action == DECLINE else {}
        return own.get(p.box.name)

    def facts(self, p: Operation) -> dict[str, Any]:
        """Return the public facts of the position."""
        board, grid = self.board, self.board.grid
        facts: dict[str, Any] = {
            "turn": p.turn,
            "active": SEATS[p.active],
            "called": p.called,
            "donnerschlag": None if p.track == NOT_CALLED else p.track,
            "survival": bool(p.survival),
            "luck": SEATS[p.luck],
            "schwerpunkt": board.units[p.schwerpunkt].id if p.schwerpunkt != NONE else "",
            "bridge": " ".join(grid.ids[h] for h in grid.sides[p.built]) if p.built != NO_BRIDGE else "",
        }
        for side, seat in enumerate(SEATS):
            facts |= {
                f"{seat}_units": len(p.on_map(board.of_side[side] & board.troops)),
                f"{seat}_strength": p.strength(side),
                f"{seat}_activation_cards": len(p.hand(side, ACTIVATION)),
                f"{seat}_combat_cards": len(p.hand(side)),
                f"{seat}_boxed": len(p.held(side, COMBAT, BOX)),
            }
        facts |= {f"unit.{unit.id}": board.whereabouts(h) for unit, h in zip(board.units, p.at, strict=True)}
        facts |= {f"steps.{unit.id}": p.steps[u] for u, unit in enumerate(board.units) if board.troops >> u & 1}
        facts |= {
            f"supply.{unit.id}": not p.unsupplied >> u & 1 for u, unit in enumerate(board.units) if p.at[u] < OFF_MAP
        }
        return facts | {
            f"card.{board.cards[c].id}": "discard" if p.where[c] == DISCARD else "removed"
            for c in range(len(board.cards))
            if p.where[c] in (DISCARD, REMOVED)
        }

    def returns(self, p: Operation) -> list[float]:
        winner = VERDICTS[p.verdict].winner
        return [1.0 if side == winner else -1.0 for side in range(len(SEATS))]

    def result(self, p: Operation) -> dict[str, Any]:
        verdict = VERDICTS[p.verdict]
        note = {"text": ending(p), "clauses": [verdict.clause]}
        name = SIDE_NAMES[verdict.winner]
        return {"winner": SEATS[verdict.winner], "level": f"{name} victory", "why": verdict.why, "notes": [note]}
