"""Positions in which a staff once was foolish, and what it must or must not do there."""

from __future__ import annotations

import random
from typing import Any

import pytest

from mamayev.engine.bot import Policy
from mamayev.engine.chance import Luck
from mamayev.engine.playout import playout
from mamayev.engine.registry import find
from mamayev.games.inferno.printed.board import ours
from mamayev.games.inferno.printed.map import GERMAN
from mamayev.match.match import Match

from .battle import (
    GDS,
    INF,
    INF2,
    INF3,
    INF4,
    LAST_HEX,
    LAST_HEX_MORE,
    MOT,
    PG,
    PG2,
    PZ,
    RB,
    RB2,
    RB3,
    RD,
    RD2,
    RD3,
    TB,
    TB2,
    WEAK,
    begin,
    blocks,
    box,
    play,
)

BOARD = ours()

STAFF = find("inferno").bots["staff"]
PLAYER = {"soviet_side": "player"}

FULL = dict.fromkeys(("rd-45", "rd-95", "rd-112", "rd-138"), "13") | dict.fromkeys(
    ("rd-193", "rd-284", "rd-308", "nkvd-10"), "15"
)
"""Two full Spawn hexes."""


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


ROUND_12 = (
    dict.fromkeys((PZ, PG, PG2), "10")
    | dict.fromkeys(("mot-8", INF, INF2, INF3), "75")
    | dict.fromkeys(("inf-517", "inf-518", "mot-29", "mot-120"), "X")
    | dict.fromkeys(("mot-92", INF4, "inf-544", "inf-546"), "Y")
    | dict.fromkeys(("inf-212", "inf-54", "pg-108", "inf-82"), "Z")
    | dict.fromkeys(("pg-103", "mot-71", "inf-274", "inf-577"), "82")
    | blocks(h13=4, h15=4, h19=4, h29=4, h38=1, h42=1, h45=1, h59=1, h65=1, h72=1, h90=1, h31=1, h33=1, h35=1)
)
"""Four full stacks for three Spawn hexes: three cards a round are drawn, and 14 are left."""


def test_the_way_to_the_stack_that_runs_the_clock_is_opened() -> None:
    """It marched on for three rounds, nine cards, while a block in 45 barred the way to the full stack in 29."""
    match = germans("3", "6", "7", units=ROUND_12, options=PLAYER, soviet_deck=14)
    assert advice(match).split()[0::2] in (["hasty", "60"], ["hasty", "61"])


def test_a_full_stack_that_runs_the_clock_is_struck_though_it_will_hardly_be_emptied() -> None:
    """One block fewer in it ends the Spawn Actions, and four hits do that where seven empty the hex."""
    units = dict.fromkeys((INF, INF2, INF3), "45") | dict.fromkeys(("inf-517", "inf-518"), "90")
    match = germans("3", "6", "7", "15", "19", units=units | blocks(h29=4, h13=4), options=PLAYER, soviet_deck=6)
    assert advice(match) == "attack 29"


def test_nobody_is_called_while_three_regiments_stand_idle_in_the_middle_of_the_city() -> None:
    """Ten regiments were called in two rounds; nine of them never moved."""
    units = (
        dict.fromkeys((PZ, PG, PG2), "7")
        | dict.fromkeys(("mot-8", INF, INF2, INF3), "89")
        | dict.fromkeys(("inf-517", "inf-518", "mot-120"), "X")
        | dict.fromkeys(("pg-103", "mot-71", "inf-274"), "Z")
        | blocks(h13=3, h15=3, h19=3, h29=2, h9=1, h14=1, h18=1, h28=1, h33=1, h35=1, h42=1, h45=1, h48=1, h59=1, h65=1)
        | {RB: "72", RB2: "77", RB3: "82"}
    )
    waiting = [unit.id for u, unit in enumerate(BOARD.units) if BOARD.side[u] == GERMAN and unit.id not in units]
    chart = {f"chart__{row + 1}": waiting[row::6] for row in range(6)}
    match = germans("3", "6", "7", units=units, options=PLAYER, soviet_deck=22, **chart)
    assert advice(match) != "reinforce"


def test_a_base_is_not_left_empty_beside_a_block() -> None:
    """All four marched from Y to 101, and the block in 91 walked in: a card, and nobody came in there any more."""
    units = (
        dict.fromkeys((INF, INF2, INF3, INF4), "Y")
        | dict.fromkeys(("inf-517", "inf-518", "inf-212", "mot-120"), "X")
        | dict.fromkeys(("pz-36", "inf-267", "inf-274", "inf-276"), "Z")
        | blocks(h7=4, h13=4, h15=4, h19=4, h91=1, h95=1, h45=1, h59=1)
    )
    assert advice(germans("3", "6", units=units, soviet_deck=14)) == "attack 91"
    match = germans("3", "6", units=units, options=PLAYER, soviet_deck=14)
    play(match, f"short {INF} 101")
    while box(match) == "short-moves":
        match.play(advice(match))
    p: Any = match.position
    assert p.stacks[BOARD.hex["Y"]], "one of them stays"


@pytest.mark.parametrize(("options", "march"), [({}, "long X 85"), (PLAYER, "long Z 81")])
def test_against_a_soviet_player_the_army_goes_for_one_spawn_hex(options: dict[str, str], march: str) -> None:
    """The stack in Z is nearest to a Spawn hex, 19. The stack in X gains more on the way to 6 and 7."""
    units = dict.fromkeys((PZ, PG, PG2, MOT), "X") | dict.fromkeys((INF, INF2, INF3, INF4), "Z")
    units |= blocks(h3=2, h6=2, h7=2, h13=2, h15=2, h19=2)
    assert advice(begin(units, home=False, options=options)) == march


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


def test_a_lone_tank_strikes_no_stack_of_four_though_it_would_be_lost_anyhow() -> None:
    """It struck eleven steps in 19 with two of its own."""
    lost = {f"control__{h}": "german" for h in ("3", "6", "7", "19")}
    cards = ("soviet-sniper-4", "infiltration-4", "at-gun-1")
    units = FULL | {TB: "34", RB: "56", RB2: "56", RB3: "42", INF2: "46", INF3: "7"}
    units |= dict.fromkeys(("pg-64", PG2, MOT, INF), "19")
    leaders = ("khrushchev", "chuikov")
    match = soviets(units, [1, 2], drawn=["aa-1"], soviet_deck=11, cards=cards, in_play=leaders, **lost)
    assert advice(match) == "use 56"


def test_a_worn_stack_beside_a_spawn_hex_is_struck_by_all_that_chuikov_brings() -> None:
    """A move came first, for it was counted as lost who would have been struck there anyhow."""
    lost = {f"control__{h}": "german" for h in ("3", "6", "7", "15", "19")}
    units = {"rd-45": "29", "rd-95": "29", TB: "29", TB2: "29", GDS: "13", RD: "13", RB: "42", RB2: "59"}
    units |= dict.fromkeys(("mot-92", "inf-518", "pg-64"), "14") | {"pz-2": "7", "pg-21": "19"}
    worn = {f"strength__{unit}": 1 for unit in ("mot-92", "inf-518", "pg-64", GDS, RD)}
    assert advice(soviets(units, [3], in_play=["khrushchev", "chuikov"], **worn, **lost)) == "use 13"


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


def test_nobody_leaves_the_last_spawn_hex_for_the_clock() -> None:
    """Its block of four went away, three weak ones stayed in the rubble, and the game was lost in the next round."""
    match = soviets(LAST_HEX, [5], **LAST_HEX_MORE)
    assert advice(match) != "use 13"


def test_the_garrison_of_the_last_spawn_hex_strikes_no_full_stack() -> None:
    """Six steps against eleven in the city, where the defender fires first, and its only card."""
    lost = {f"control__{h}": "german" for h in ("3", "6", "7", "15", "19")}
    units = {"rd-244": "13", "rd-193": "13", "rd-284": "13", "tb-26": "13", "rd-204": "58", "tb-6": "33"}
    units |= dict.fromkeys(("inf-194", "inf-211", "inf-546", "inf-208"), "29")
    worn = {"strength__rd-244": 1, "strength__rd-193": 2, "strength__rd-284": 2, "strength__tb-26": 1}
    cards = ["soviet-sniper-1"]
    match = soviets(units, [4], in_play=["chuikov"], soviet_deck=11, cards=cards, **worn, **lost)
    assert advice(match) != "use 13"


def test_the_weakest_leaves_a_spawn_hex_though_germans_stand_near() -> None:
    units = {RD: "13", RB: "13", "rd-45": "13", INF: "29"}
    match = play(soviets(units, [5], **{f"strength__{RB}": 1}), "use 13")
    assert advice(match) == f"send {RB}"


def test_no_aa_is_laid_for_a_lone_block_that_is_lost_anyhow() -> None:
    """Three of four AAs were gone before a Heinkel came."""
    units = {"pz-24": "19", "inf-274": "19", "inf-276": "19", "inf-82": "19", RD: "18"}
    cards = ("aa-2", "at-gun-3", "heinkel-1", "heinkel-2")
    match = begin(units, home=False, options=PLAYER, control__19="german", cards=cards, **{f"strength__{RD}": 1})
    assert advice(play(match, "attack 18")) == "lay at-gun-3"


def test_aa_is_laid_where_an_airstrike_is_likely_and_the_hex_could_hold() -> None:
    units = dict.fromkeys(("rd-45", "rd-95", "rd-112", "rd-138"), "74") | {INF: "88", INF2: "88"}
    cards = ("aa-2", "thompson-1", *(f"heinkel-{n}" for n in range(1, 5)))
    assert advice(play(begin(units, options=PLAYER, cards=cards), "attack 74")) == "lay aa-2"


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


@pytest.mark.parametrize(("start", "die"), [("46", 2), ("33", 6), ("44", 3)])
def test_a_block_two_hexes_away_comes_up_for_one_more_stack_of_three(start: str, die: int) -> None:
    """It saw no further than the next hex there, and dice went to blocks far away."""
    lost = {f"control__{h}": "german" for h in ("3", "6", "7")}
    units = dict.fromkeys((RD, RD2, RD3), "13") | dict.fromkeys(("rd-45", "rd-95", "rd-112"), "19")
    units |= {"rd-138": "15", "rd-193": "15", RB: start, RB2: "59", RB3: "68", INF: "Y", INF2: "X"}
    assert advice(soviets(units, [1, die], drawn=["aa-1"], **lost)) == f"use {start}"


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
