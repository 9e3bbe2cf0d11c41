"""Positions in which a staff once was foolish, and what it must or must not do there."""

from __future__ import annotations

import random
from typing import Any

import pytest

from mamayev.engine.bot import Policy
from mamayev.engine.chance import Luck
from mamayev.engine.playout import playout
from mamayev.engine.registry import find
from mamayev.games.inferno.board import ours
from mamayev.match.match import Match

from .battle import GDS, INF, INF2, INF3, INF4, PG, PG2, PZ, RB, RB2, RB3, RD, RD2, RD3, WEAK, begin, box, play

BOARD = ours()

STAFF = find("inferno").bots["staff"]
PLAYER = {"soviet_side": "player"}


def advice(match: Match) -> str:
    """What the staff does at the question that is asked."""
    p: Any = match.position
    return str(p.name(STAFF.policy(p, random.Random(1))))


def germans(*held: str, units: dict[str, str], **more: Any) -> Match:
    """A German round, with these Spawn hexes in German hands."""
    return begin(units, home=False, **{f"control__{h}": "german" for h in held}, **more)


def soviets(units: dict[str, str], dice: list[int], **more: Any) -> Match:
    """A Soviet round of a player: a die for each of the highest stacks."""
    return begin({"inf-578": "W"} | units, dice, home=False, options=PLAYER, player="soviet", **more)


# ------------------------------------------------------------------ the Germans


def test_a_spawn_hex_that_nobody_holds_is_walked_into() -> None:
    match = germans("3", "7", "15", "19", units={INF: "5", INF2: "5", RD: "22", RD2: "13"})
    assert advice(match) in (f"hasty {INF} 6", f"hasty {INF2} 6")


def test_the_last_spawn_hex_is_walked_into_and_the_game_is_won() -> None:
    match = germans("3", "6", "7", "15", "19", units={INF: "12", INF2: "Y", RD: "65"})
    assert advice(match) == f"short {INF} 13"
    assert play(match, f"short {INF} 13").over


def test_strong_stacks_come_to_the_last_spawn_hex_and_a_weak_one_does_not_chase_blocks_elsewhere() -> None:
    units = {PG: "22", INF: "90", INF2: "90", INF3: "90", PZ: "90", RD: "37", RD2: "13", RD3: "13", RB: "13"}
    match = germans("3", "6", "7", "15", "19", units=units, **{f"strength__{PG}": 3})
    assert advice(match).startswith("long 90 ")


def test_nobody_is_called_while_the_last_spawn_hex_can_be_struck() -> None:
    units = {INF: "14", INF2: "14", INF3: "12", INF4: "12", RD: "13", RB: "13"}
    assert advice(germans("3", "6", "7", "15", "19", units=units)) == "attack 13"


def test_the_first_round_takes_hex_3_from_w() -> None:
    match = germans(units={PZ: "W", "mot-15": "W", "pg-79": "W", RD: "3", INF: "X", RD2: "19", RB: "6"})
    assert advice(match).split()[0::2] == ["hasty", "2"]


@pytest.mark.parametrize(("near", "stays"), [("21", 1), ("19", 0)])
def test_one_unit_stays_in_a_spawn_hex_that_soviets_could_walk_into(near: str, stays: int) -> None:
    units = {INF: "6", INF2: "6", INF3: "6", RB: "7", RD: near, "rd-98": "13"}
    dice = [1, 1, 1, *[1] * 2, *[6] * 12]
    match = germans("3", "6", units=units, dice=dice, **{f"strength__{RB}": 2})
    play(match, "attack 7")
    while box(match) in ("hit", "advance", "german-card"):
        match.play(advice(match))
    p: Any = match.position
    assert len(p.stacks[BOARD.hex["6"]]) == stays


def test_nobody_is_called_while_strong_stacks_stand_on_the_far_side() -> None:
    """Nine calls in thirteen rounds, and no stack of sixteen steps marched: lost with three Spawn hexes to take."""
    units = {INF: "78", INF2: "78", INF3: "78", PG: "82", PG2: "82", INF4: "82"}
    units |= {RD: "13", RD2: "13", RB: "15", RB2: "15", RD3: "19"}
    assert not advice(germans("3", "6", "7", units=units)).startswith("reinforce")


def test_a_stack_on_a_short_move_stays_together() -> None:
    match = germans("3", "7", "13", "15", "19", units={INF: "4", INF2: "4", INF3: "4", RD: "6", RD2: "6"})
    play(match, f"short {INF} 20")
    assert box(match) == "short-moves"
    assert advice(match).split()[2] == "20"


def test_a_block_that_bars_the_way_to_the_last_spawn_hex_is_struck() -> None:
    """13 touches 28, so nobody goes on to 14 before 28 is gone."""
    units = {INF: "13", INF2: "13", INF3: "13", RD: "28", RB: "15", RB2: "15"}
    assert advice(germans("3", "6", "7", "13", "19", units=units)) == "attack 28"


def test_the_stack_on_the_far_side_is_brought_up_when_nothing_is_to_be_struck() -> None:
    units = {INF: "X", INF2: "X", INF3: "X", INF4: "X", RD: "13", RD2: "13", RD3: "13", RB: "13"}
    assert advice(germans("3", "6", "7", "15", "19", units=units)).split()[0] in ("long", "short")


# ------------------------------------------------------------------ the Soviets


def test_no_single_block_walks_up_to_panzers() -> None:
    match = soviets({PZ: "88", PG: "88", PG2: "88", RB: "59", RD: "33", RD2: "33"}, [4])
    assert advice(match) == "use 33"


def test_a_weak_regiment_is_struck_by_three_guards() -> None:
    units = {WEAK: "74", GDS: "59", "gds-35": "59", "gds-37": "59", RB: "33"}
    assert advice(soviets(units, [4], **{f"strength__{WEAK}": 1})) == "use 59"


def test_a_lone_brigade_strikes_no_full_stack() -> None:
    units = {PZ: "74", PG: "74", PG2: "74", INF: "74", RB: "59", RD: "33", RD2: "33"}
    assert advice(soviets(units, [4])) == "use 33"


def test_the_two_blocks_of_a_spawn_hex_strike_no_full_stack_beside_it() -> None:
    """They were lost so, and the Germans walked into the Grain Elevator."""
    units = {RD: "15", RB: "15", INF: "30", INF2: "30", INF3: "30", INF4: "30", RD2: "59", RD3: "13"}
    assert advice(soviets(units, [5])) != "use 15"


def test_nobody_leaves_a_spawn_hex_empty_while_another_can_use_the_die() -> None:
    assert advice(soviets({RD: "13", RB: "27", RB2: "27", INF: "42"}, [3])) == "use 27"


def test_a_threatened_spawn_hex_is_manned() -> None:
    units = {RD: "13", INF: "14", INF2: "14", RB: "28", RB2: "28", RD2: "45"}
    assert advice(soviets(units, [2])) == "use 28"


def test_a_lost_spawn_hex_that_stands_empty_is_taken_back() -> None:
    units = {RD: "8", RD2: "8", RB: "45", INF: "5"}
    assert advice(soviets(units, [5], control__7="german")) == "use 8"


def test_stacks_of_one_height_are_made_for_the_clock() -> None:
    units = {RD: "13", RD2: "13", RD3: "15", RB: "45", "rd-131": "27", "rd-157": "61"}
    assert advice(soviets(units, [5])) == "use 13", "six stacks of one throw six dice for cards"


def test_a_leader_is_laid_first_and_aa_never_against_a_hand_without_cards() -> None:
    def laid(*cards: str) -> str:
        return advice(play(begin({INF: "88", RB: "74"}, options=PLAYER, cards=cards), "attack 74"))

    assert laid("soviet-sniper-1", "khrushchev", "thompson-1") == "lay khrushchev"
    assert laid("aa-1", "soviet-sniper-1") == "lay soviet-sniper-1"
    assert laid("infiltration-1", "at-gun-1") == "lay infiltration-1"


def test_aa_is_not_laid_in_a_hasty_attack_where_no_airstrike_can_come() -> None:
    cards = ("aa-1", "soviet-sniper-1", "heinkel-1")
    match = play(begin({INF: "100", RB: "74"}, options=PLAYER, cards=cards), f"hasty {INF} 88", "strike 74")
    assert advice(match) == "lay soviet-sniper-1"


FULL = dict.fromkeys(("rd-45", "rd-95", "rd-112", "rd-138"), "13") | dict.fromkeys(
    ("rd-193", "rd-284", "rd-308", "nkvd-10"), "15"
)
"""Two full Spawn hexes."""


@pytest.mark.parametrize(("start", "die"), [("59", 2), ("43", 3), ("46", 6)])
def test_blocks_come_up_to_fill_one_more_stack_than_spawn_hexes_are_held(start: str, die: int) -> None:
    """Then each full Spawn hex draws a card, round after round; with two dice for two full stacks nine cards lasted for
    twenty rounds."""
    lost = {f"control__{h}": "german" for h in ("3", "6", "7", "19")}
    units = FULL | {RD: "29", RD2: "29", RD3: "29", RB: start, RB2: "48", RB3: "38", "rd-131": "72", INF: "102"}
    assert advice(soviets(units, [1, die], drawn=["aa-1"], **lost)) == f"use {start}"


@pytest.mark.parametrize(("left", "laid"), [(20, "thompson-1"), (4, "infiltration-1")])
def test_with_few_cards_left_a_unit_that_finds_no_room_is_laid_for_its_card(left: int, laid: str) -> None:
    full = dict.fromkeys(("rd-45", "rd-95", "rd-112", "rd-138"), "74")
    cards = ("infiltration-1", "thompson-1")
    match = play(begin(full | {INF: "88"}, options=PLAYER, cards=cards, soviet_deck=left), "attack 74")
    assert advice(match) == f"lay {laid}"


def test_the_strongest_goes_where_germans_stand_near_and_the_weakest_elsewhere() -> None:
    far = play(soviets({GDS: "59", RB: "59", RD: "33"}, [2], **{f"strength__{RB}": 1}), "use 59")
    assert advice(far) == f"send {RB}"
    near = play(soviets({GDS: "59", RB: "59", RD: "33", INF: "60"}, [2], **{f"strength__{RB}": 1}), "use 59")
    assert advice(near) == f"send {GDS}"


@pytest.mark.parametrize("seed", [7003, 7008])
def test_the_clock_runs_against_germans_who_do_nothing(seed: int) -> None:
    """It once waited with one high stack, and so one die a round, for 150 rounds."""
    game = find("inferno")
    p: Any = game.table(options=PLAYER).start()
    players: dict[int, Policy] = {0: game.probes["passive"].policy, 1: STAFF.policy}
    playout(p, random.Random(seed), players, luck=Luck(seed))
    assert p.round < 30
