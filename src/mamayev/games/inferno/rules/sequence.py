"""The sequence of play (INF-SEQ)."""

from __future__ import annotations

from typing import Any

from mamayev.engine import event
from mamayev.engine.box import Box
from mamayev.engine.course import boxes_of
from mamayev.engine.position import Frame
from mamayev.engine.sequence import Sequence, loop, step

from ..printed.board import Board
from ..printed.map import GERMAN, PARTNER
from . import arrivals, cards, combat, decks, fire, partners, reinforcements, set_up, soviet
from .actions import Attackers, GermanRound, HastyAttack, ShortMoves
from .position import City
from .victory import judge


def nobody_has_won(p: City, _f: Frame) -> bool:
    """Return whether no side has won yet. The game ends only with a victory (INF-SEQ-03)."""
    return not p.verdict


def new_round(p: City, _f: Frame) -> None:
    """Start a turn of one German and one Soviet round (INF-SEQ-01)."""
    p.round += 1
    p.leader = PARTNER if p.table.partners and p.round % 2 == 0 else GERMAN
    if p.journal is not None:
        text = f"Round {p.round}."
        p.say(event.Turn(number=p.round, text=text, who="Round", clauses=("INF-SEQ-01",)))


def couplet_over(p: City, _f: Frame) -> None:
    """Check for victory at the end of the Soviet round, under one reading (INF-WIN-06, INF-AI-02)."""
    if p.table.readings["victory_test=couplet"]:
        judge(p, couplet_ends=True)


def sequence_of_play(board: Board, *, secret: bool, shared: bool) -> list[Box[Any]]:
    """Return the sequences of play (INF-SEQ-01 to INF-SEQ-04, INF-AI-06). `secret`: whether a player, rather than the
    rules, plays the Soviets (INF-SCOPE-02). `shared`: whether there are two German players.
    """
    soviet_round = soviet.act if secret else "soviet-action"
    chapters = boxes_of(arrivals, cards, combat, decks, fire, partners, reinforcements, soviet)
    return [
        Sequence("game", "set-up", loop(nobody_has_won, "round")),
        Sequence("round", new_round, "german-round", step("soviet-round"), soviet_round, couplet_over),
        *set_up.boxes(board),
        partners.SharedRound() if shared else GermanRound(),
        ShortMoves(),
        HastyAttack(),
        Attackers(),
        reinforcements.CALL,
        reinforcements.Deployment(forced=not secret),
        combat.COMBAT,
        combat.Follow("INF-HUMAN-12" if secret else "INF-SATK-04"),
        fire.CLOSE_COMBAT,
        *fire.volleys(),
        soviet.SPAWN_ACTION,
        soviet.MOVEMENT_ACTION,
        *chapters,
    ]
