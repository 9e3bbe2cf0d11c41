"""The sequence of play (BAR-SEQ)."""

from __future__ import annotations

from typing import Any

from mamayev.engine.box import Box, Sequence, loop, when
from mamayev.engine.position import Frame

from ..printed.board import AXIS, RUSSIAN
from .air import (
    STRATEGIC_ATTACK,
    SUPPLY_MISSION,
    AirCommitment,
    AirDie,
    AirLoss,
    AirSupply,
    Interception,
    SuppliedUnit,
    ask_for_supply,
    book_income,
    movement_is_over,
)
from .arrivals import Arrivals, anybody_arrives, receive_points, spend_or_lose
from .battle import (
    BATTLE,
    Advance,
    BattleDie,
    ExchangeLoss,
    NextBattle,
    Retreat,
    RetreatWay,
    StrikeInside,
    combat_goes_on,
)
from .declaration import Declaration, judge_contact, remove_hopeless
from .isolation import judge_early, judge_late
from .movement import Movement, WalkOn, make_ready
from .position import Campaign
from .set_up import SetUp, german_second, russian_first, to_set_up
from .victory import judge_elimination, read_clock, time_is_up
from .weather import WeatherDie, months_left, new_month, thrown, thrown_again


def german(p: Campaign, _f: Frame) -> None:
    """BAR-SEQ-02."""
    p.side = AXIS


def russian(p: Campaign, _f: Frame) -> None:
    """BAR-SEQ-03."""
    p.side = RUSSIAN


GAME = Sequence(
    "game", when(to_set_up, russian_first, "set-up", german_second, "set-up"), loop(months_left, "month"), time_is_up
)
MONTH = Sequence(
    "month",
    new_month,
    when(thrown, "weather"),
    german,
    "player-turn",
    russian,
    when(thrown_again, "weather"),
    "player-turn",
)
# --8<-- [start:player-turn]
PLAYER_TURN = Sequence(
    "player-turn",
    book_income,
    loop(ask_for_supply, "air-supply"),
    judge_early,
    receive_points,
    when(anybody_arrives, "arrivals"),
    spend_or_lose,
    make_ready,
    when(lambda p, f: p.ready, "move"),
    movement_is_over,
    judge_contact,
    loop(lambda p, f: p.free, "declare"),
    remove_hopeless,
    loop(combat_goes_on, "fight"),
    judge_late,
    judge_elimination,
    read_clock,
)
# --8<-- [end:player-turn]


def sequence_of_play() -> list[Box[Any]]:
    """BAR-SETUP-01, BAR-SEQ-01 to BAR-SEQ-03, BAR-SEQ-05, BAR-SEQ-06, BAR-V-FLOW-01. BAR-FLOW-02: a step without a
    decision is a function; BAR-FLOW-01, BAR-V-FLOW-02: a step with one is a box."""
    return [
        GAME,
        MONTH,
        PLAYER_TURN,
        SetUp(),
        WeatherDie(),
        Arrivals(),
        Movement(),
        WalkOn(),
        Declaration(),
        NextBattle(),
        BATTLE,
        BattleDie(),
        ExchangeLoss(),
        Retreat(),
        RetreatWay(),
        Advance(),
        StrikeInside(),
        AirSupply(),
        SUPPLY_MISSION,
        SuppliedUnit(),
        STRATEGIC_ATTACK,
        AirDie(),
        AirLoss(),
        AirCommitment(),
        Interception(),
    ]
