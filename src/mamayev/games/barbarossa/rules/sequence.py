"""The sequence of play (BAR-SEQ)."""

from __future__ import annotations

from typing import Any

from mamayev.engine.box import Box
from mamayev.engine.course import boxes_of
from mamayev.engine.position import Frame
from mamayev.engine.sequence import Sequence, loop, part, when

from ..printed.board import AXIS, RUSSIAN
from . import air, arrivals, battle, declaration, isolation, movement, set_up, victory, weather
from .position import Campaign


def german(p: Campaign, _f: Frame) -> None:
    """BAR-SEQ-02: make the German side the phasing side."""
    p.side = AXIS


def russian(p: Campaign, _f: Frame) -> None:
    """BAR-SEQ-03: make the Russian side the phasing side."""
    p.side = RUSSIAN


GAME = Sequence(
    "game",
    when(set_up.to_set_up, russian, "set-up", german, "set-up"),  # BAR-SETUP-01
    loop(weather.months_left, "month"),
    victory.time_is_up,
)
MONTH = Sequence(
    "month",
    part(lambda p: AXIS),
    weather.new_month,
    when(weather.thrown, "weather"),
    german,
    "player-turn",
    russian,
    part(lambda p: RUSSIAN),
    when(weather.thrown_again, "weather"),
    "player-turn",
)
# --8<-- [start:player-turn]
PLAYER_TURN = Sequence(
    "player-turn",
    air.book_income,
    loop(air.ask_for_supply, "air-supply"),
    isolation.judge_early,
    arrivals.receive_points,
    when(arrivals.anybody_arrives, "arrivals"),
    arrivals.spend_or_lose,
    movement.make_ready,
    when(lambda p, f: p.ready, "move"),
    air.movement_is_over,
    declaration.judge_contact,
    loop(lambda p, f: p.free, "declare"),
    declaration.remove_hopeless,
    loop(battle.combat_goes_on, "fight"),
    isolation.judge_late,
    victory.judge_elimination,
    victory.read_clock,
)
# --8<-- [end:player-turn]


def sequence_of_play() -> list[Box[Any]]:
    """BAR-SETUP-01, BAR-SEQ-01 to BAR-SEQ-03, BAR-SEQ-05, BAR-SEQ-06, BAR-V-FLOW-01.

    BAR-FLOW-02: a step without a decision is a function. BAR-FLOW-01, BAR-V-FLOW-02: a step with a decision is a box.
    """
    missions = air.SUPPLY_MISSION, air.STRATEGIC_ATTACK
    chapters = boxes_of(set_up, weather, arrivals, movement, declaration, battle, air)
    return [GAME, MONTH, PLAYER_TURN, battle.BATTLE, *missions, *chapters]
