"""The table: everything about the operation that does not change in play."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from mamayev.engine.components import Files
from mamayev.engine.notation import ARG, MASK, VERB, Noun, verb_of
from mamayev.engine.observation import Observation
from mamayev.engine.refusal import Reason, Refusal
from mamayev.engine.scene import Overlay, Picture, Scene
from mamayev.engine.table import Game

from ..printed.cards import ACTIVATION, BOX, COMBAT, DISCARD, EVENT_NAMES, REMOVED
from ..printed.map import AXIS, NO_BRIDGE, OFF_MAP, SEATS, ZONE_NAMES
from ..printed.units import (
    ASIDE,
    FORMATION_NAMES,
    FORMATIONS,
    GROUP_NAMES,
    GROUPS,
    NONE,
)
from .fog import sample
from .invariants import INVARIANTS
from .position import NOT_CALLED, SIDE_NAMES, Operation
from .preparation import Exchange, HighCommand, Stow
from .sequence import sequence_of_play
from .setting import Setting
from .verbs import DECLINE, DECLINED, KEEP, KEPT, STEPS, STOW_BOTH, VERBS
from .victory import VERDICTS, Call, ending
from .windows import card_use, events_of


class Donnerschlag(Setting):
    """Everything that does not change in play, and how a game begins and ends."""

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

    def card_use(self, card: int) -> Reason:
        return card_use(self.board, card)

    # ------------------------------------------------------------------ secrets

    def sample(self, p: Operation, seat: int, rng: random.Random) -> Operation:
        return sample(p, seat, rng)

    def disguise(self, p: Operation, action: int) -> str:
        """DON-FLOW-04, DON-CALL-04: what the enemy reads of a secret choice."""
        box = p.box
        side = SIDE_NAMES[p.seat]
        verb = self.notation.verbs[action >> VERB].name
        if isinstance(box, HighCommand) and verb == "pick":
            return f"The {side} side takes a High Command card"
        if isinstance(box, Exchange) and verb == "swap":
            kind = (
                "an activation card" if self.board.cards[action >> ARG & MASK].kind == ACTIVATION else "a combat card"
            )
            return f"The {side} side exchanges {kind}, Schlachtenglück"
        if isinstance(box, Stow) and verb in ("stow", "stow-both"):
            return f"The {side} side puts {'two cards' if verb_of(action) == STOW_BOTH else 'a card'} into its box"
        if isinstance(box, Call) and verb == "call":
            return "Donnerschlag is called, with a secret meeting zone"
        return ""

    # ------------------------------------------------------------------ what is read of a position

    def label(self, p: Operation, action: int, stack: Sequence[int] = ()) -> str:
        here = KEPT if action == KEEP else DECLINED if action == DECLINE else {}
        row = here.get(p.box.name)
        return row[0] if row else super().label(p, action, stack)

    def told(self, p: Operation, action: int) -> str:
        here = KEPT if action == KEEP else DECLINED if action == DECLINE else {}
        row = here.get(p.box.name)
        return row[1] if row else super().told(p, action)

    def facts(self, p: Operation) -> dict[str, Any]:
        """What everybody may know."""
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

    def series(self, p: Operation) -> dict[str, float]:
        strengths = {f"{seat}_strength": float(p.strength(side)) for side, seat in enumerate(SEATS)}
        cut = p.on_map(p.board.of_side[AXIS] & p.unsupplied)
        return {**strengths, "to_zone": float(p.to_zones()), "axis_cut": float(len(cut))}

    def series_titles(self) -> dict[str, str]:
        strengths = {f"{seat}_strength": f"{SIDE_NAMES[side]} strength on the map" for side, seat in enumerate(SEATS)}
        return {
            **strengths,
            "to_zone": "Hexes from the foremost Axis unit to the nearest zone",
            "axis_cut": "Axis units out of supply",
        }

    def openings(self) -> Sequence[Operation]:
        """The start of turn 4 and of the last great effort, and the moments that random play seldom meets."""
        from ..lab.situations import openings

        return openings(self)

    def crowds(self) -> Sequence[dict[str, Any]]:
        """The Admin Phase of each turn that is sure to have one, and the Action Phase of either side, with the units as
        they begin and on an empty map."""
        turns = range(2, 8)
        phases: list[dict[str, Any]] = [{"admin": turn} for turn in turns]
        phases += [{"turn": turn, "active": side} for turn in turns for side in SEATS]
        return [phase | units for phase in phases for units in ({}, {"unit.all": "out"})]

    def clashes(self) -> Sequence[str]:
        return ("retreat",)

    # ------------------------------------------------------------------ situations

    def change(self, p: Operation, key: str, value: Any) -> None:
        """Before play: "turn" = 5 begins with the Action Phase of that turn, "admin" = 5 with its Admin Phase; "active"
        = "soviet" with his activation; "unit.all" = "out" clears the map; "unit.i-11-6p" = "2513", "lost", "waiting",
        "cup" or "out"; "steps.i-11-6p" = 1; "attach.stug-228" = "23P"; "cards.all" = "draw" and "card.a1-1" = "hand",
        "box", "discard", "removed", "draw" or "late"; "limit.axis-combat" = 6; "supply.i-11-6p" = 0;
        "schwerpunkt" = a unit; "called" = 4, "track" = 0, "zone" = "B", "survival" = 7; "luck" = "soviet";
        "overrun.51st-army-hq" = "1821"; "bridge" = "2413/2514"; "retreat" = "4217", as the last change: all next to
        that hex have attacked it, and the defenders must retreat."""
        from ..lab.situations import changed

        if not changed(p, key, value):
            raise Refusal(f"“{key}” cannot become {value!r} at the start.", field=f"setup.{key}", malformed=True)
        p.derive()

    def misplaced(self, p: Operation) -> Reason | None:
        from ..lab.situations import misplaced

        return misplaced(p) or super().misplaced(p)

    def scene(self) -> Scene:
        from ..look.scene import scene

        return self.signed(scene(self))

    def observation(self) -> Observation:
        from ..lab.observation import observation

        return observation(self)

    def picture(self, p: Operation, seat: int | None) -> Picture:
        from ..look.picture import picture

        return picture(p, seat)

    def overlay(self, p: Operation, seat: int | None, name: str) -> Overlay:
        from ..look.overlays import overlay

        return overlay(p, seat, name) or super().overlay(p, seat, name)
