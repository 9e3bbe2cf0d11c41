"""The German actions before any combat: Long Move, Short Moves, Hasty and Deliberate Attack."""

from __future__ import annotations

import pytest

from .battle import (
    INF,
    INF2,
    INF3,
    MOT,
    PG,
    PG2,
    PZ,
    RB,
    RD,
    RD2,
    at,
    begin,
    box,
    offered,
    play,
    refused,
    told,
    verbs,
    why,
)


def ends(match_offered: set[str], start: str) -> set[str]:
    return {row.split()[1] for row in match_offered if row.split()[0] == start}


@pytest.mark.rule("INF-LONG-01")
@pytest.mark.rule("INF-LONG-02")
@pytest.mark.rule("INF-LONG-04")
@pytest.mark.rule("INF-HEX-02")
@pytest.mark.rule("INF-HEX-03")
@pytest.mark.rule("INF-HEX-04")
def test_a_long_move_of_one_or_two_clear_hexes() -> None:
    match = begin({PZ: "88", INF: "88", MOT: "89"})
    # 86, 72, 73 and 98 are Rough; 89 holds Germans, but 101 and 90 behind it may be reached.
    assert ends(offered(match, "long"), "88") == {"87", "74", "75", "99", "100", "59", "60", "76", "90", "101"}
    assert refused(match, "long 88 73") == ("INF-LONG-01", "INF-HEX-03")
    assert refused(match, "long 88 25") == ("INF-LONG-01", "INF-HEX-04")
    assert refused(match, "long 88 89") == ("INF-LONG-04",)
    assert refused(match, "long 74 88") == ("INF-LONG-01",)
    assert refused(match, "long 88 1") == ("INF-LONG-01",)
    play(match, "long 88 60")
    assert (at(match, PZ), at(match, INF)) == ("60", "60")


@pytest.mark.rule("INF-LONG-02")
@pytest.mark.rule("INF-LONG-03")
def test_no_hex_of_a_long_move_nor_its_start_touches_a_soviet_stack() -> None:
    match = begin({PZ: "88", RB: "61", INF: "75"})  # 61 touches 60, 75, 76, 45, 46 and 62
    found = ends(offered(match, "long"), "88")
    assert "74" in found
    assert not {"75", "60", "76"} & found
    assert ends(offered(match, "long"), "75") == set()
    assert refused(match, "long 88 60") == ("INF-LONG-02",)
    assert refused(match, "long 75 74") == ("INF-LONG-03",)
    # 90 is reached by 89; by way of 76 it would not be.
    assert "90" in found


@pytest.mark.rule("INF-MAP-03")
@pytest.mark.rule("INF-MAP-04")
@pytest.mark.rule("INF-FLOW-17")
@pytest.mark.rule("INF-LONG-01")
def test_a_long_move_takes_both_hexes_and_leaves_its_start_german() -> None:
    match = play(begin({PZ: "88"}), "long 88 60")
    facts = match.facts()
    middle = {facts[f"control.{h}"] for h in ("74", "75")}
    assert middle == {"german", "soviet"}, "it enters one of the two hexes between"
    assert facts["control.60"] == facts["control.88"] == "german"
    assert facts["control.59"] == "soviet"


@pytest.mark.rule("INF-FLOW-17")
@pytest.mark.parametrize(("spawn", "start", "end", "other"), [("Z", "105", "95", "94"), ("Y", "101", "90", "89")])
def test_a_long_move_retakes_a_spawn_hex_on_its_way(spawn: str, start: str, end: str, other: str) -> None:
    """From 105 to 95 by Z or by 94; from 101 to 90, which is a neighbour, at once, by Y or by 89."""
    match = play(begin({PZ: start}, **{f"control__{spawn}": "soviet"}), f"long {start} {end}")
    facts = match.facts()
    assert (at(match, PZ), facts[f"control.{spawn}"]) == (end, "german")
    assert facts[f"control.{other}"] == "soviet"
    nothing = play(begin({PZ: "101"}, control__89="german", control__90="german"), "long 101 90")
    assert not [text for text in told(nothing, "INF-MAP-03") if "101" not in text]


@pytest.mark.rule("INF-SHORT-01")
@pytest.mark.rule("INF-SHORT-02")
@pytest.mark.rule("INF-SHORT-04")
@pytest.mark.rule("INF-MOVE-03")
def test_a_short_move_goes_anywhere_but_next_to_a_soviet_stack_and_may_break_contact() -> None:
    """INF-EX-06: 44 has one neighbour that touches no Soviet stack."""
    match = begin({PZ: "44", RB: "27", RD: "45"})
    assert {row for row in offered(match, "short") if row.startswith(PZ)} == {f"{PZ} 59"}
    assert refused(match, f"short {PZ} 43") == ("INF-SHORT-02",)
    assert refused(match, f"short {PZ} 57") == ("INF-SHORT-01",)
    assert refused(match, f"short {PZ} 45") == ("INF-STACK-03",)
    rough = begin({PZ: "87"})
    assert f"{PZ} 73" in offered(rough, "short")
    urban = begin({PZ: "44"})
    assert f"{PZ} 28" in offered(urban, "short")


@pytest.mark.rule("INF-SHORT-03")
@pytest.mark.rule("INF-SHORT-05")
@pytest.mark.rule("INF-MOVE-01")
@pytest.mark.rule("INF-MOVE-02")
@pytest.mark.rule("INF-STACK-01")
@pytest.mark.rule("INF-FLOW-04")
def test_two_short_moves_split_and_join_up() -> None:
    """INF-EX-07: the left stack in 87, the right one in 74, J is 88."""
    units = {INF: "87", INF2: "87", PG: "74", PG2: "74", MOT: "88"}
    split = play(begin(units), f"short {INF} 99", f"short {INF2} 88", "done")
    assert (at(split, INF), at(split, INF2)) == ("99", "88")
    both = play(begin(units), f"short {INF} 88", f"short {PG} 88", "done")
    assert at(both, INF) == at(both, PG) == "88"
    four = play(begin(units), f"short {INF} 88", f"short {INF2} 88", f"short {PG} 88")
    assert refused(four, f"short {PG2} 88") == ("INF-STACK-01",)
    play(four, "done")
    # A unit moves once; the first move is over when the second has begun; there is no third.
    moving = play(begin(units), f"short {INF} 99")
    assert refused(moving, f"short {INF} 98") == ("INF-SHORT-05",)
    play(moving, f"short {PG} 75")
    assert refused(moving, f"short {INF2} 99") == ("INF-SHORT-01",)
    assert refused(moving, f"short {PG2} 59") == ("INF-SHORT-01",)
    assert offered(moving, "short") == {f"{PG2} 75"}


@pytest.mark.rule("INF-SHORT-05")
def test_a_stack_may_enter_what_the_other_has_just_left() -> None:
    full = {"inf-544": "88", "inf-545": "88", "inf-546": "88", "inf-518": "88", INF: "87"}
    match = begin(full)
    assert refused(match, f"short {INF} 88") == ("INF-STACK-01",)
    play(match, "short inf-544 89", f"short {INF} 88", "done")
    assert at(match, INF) == "88"


@pytest.mark.rule("INF-SHORT-06")
@pytest.mark.rule("INF-ACT-04")
def test_moving_nothing_is_a_pass() -> None:
    match = play(begin({PZ: "88"}), "pass")
    assert at(match, PZ) == "88"
    assert told(match, "INF-AI-01")


@pytest.mark.rule("INF-HASTY-01")
@pytest.mark.rule("INF-HASTY-02")
@pytest.mark.rule("INF-HASTY-03")
@pytest.mark.rule("INF-HASTY-04")
@pytest.mark.rule("INF-HASTY-05")
@pytest.mark.rule("INF-DELIB-06")
def test_a_hasty_attack_three_ways() -> None:
    """INF-EX-08: MOT in 88 joins PZ in 74 or INF in 89, or enters 75 alone; RB and RD are in 59 and 76."""
    units = {MOT: "88", PZ: "74", INF: "89", RB: "59", RD: "76"}
    for end, targets in (("74", {"59"}), ("89", {"76"}), ("75", {"76"})):
        match = begin(units)
        assert offered(match, "hasty") == {f"{MOT} {h}" for h in ("74", "89", "75")}
        play(match, f"hasty {MOT} {end}")
        assert box(match) == "hasty"
        assert verbs(match) == {"strike"}
        assert offered(match, "strike") == targets
    start = begin(units)
    assert refused(start, f"hasty {PZ} 75") == ("INF-HASTY-05", "INF-DELIB-06")
    assert refused(start, f"hasty {MOT} 100") == ("INF-HASTY-01",)
    assert offered(start, "attack") == {"59", "76"}
    joined = play(begin(units), f"hasty {MOT} 74", "strike 59")
    shown = [set(event.pieces) for event in joined.events if event.who == "Showdown"]
    assert shown == [{PZ, MOT}, {RB}]


@pytest.mark.rule("INF-HASTY-03")
@pytest.mark.rule("INF-HASTY-04")
def test_more_of_the_same_stack_may_join_a_hasty_attack_as_long_as_there_is_room() -> None:
    match = begin({MOT: "88", PG: "88", INF2: "88", PZ: "74", INF: "74", RB: "59"})
    play(match, f"hasty {MOT} 74")
    assert offered(match, "hasty") == {f"{PG} 74", f"{INF2} 74"}
    assert refused(match, f"hasty {PG} 75") == ("INF-HASTY-04",)
    play(match, f"hasty {PG} 74")
    assert refused(match, f"hasty {INF2} 74") == ("INF-STACK-01",)
    assert refused(match, "strike 76") == ("INF-HASTY-02",)
    play(match, "strike 59")
    assert at(match, INF2) == "88"


@pytest.mark.rule("INF-DELIB-01")
@pytest.mark.rule("INF-DELIB-02")
@pytest.mark.rule("INF-DELIB-03")
def test_the_player_picks_whole_stacks_and_one_target() -> None:
    """INF-EX-09."""
    units = {PZ: "74", INF: "74", MOT: "75", RB: "59", RD: "60"}
    match = begin(units)
    assert offered(match, "attack") == {"59", "60"}
    assert refused(match, "attack 61") == ("INF-DELIB-02",)
    play(match, "attack 60")
    assert box(match) == "attackers"
    assert offered(match, "join") == {"74", "75"}
    assert verbs(match) == {"join", "join-all"}
    play(match, "join 74")
    assert refused(match, "join 74") == ("INF-DELIB-02",)
    assert refused(match, "join 88") == ("INF-DELIB-02",)
    assert verbs(match) == {"join", "stay-out", "begin"}
    play(match, "begin")
    shown = [set(event.pieces) for event in match.events if event.who == "Showdown"]
    assert shown == [{PZ, INF}, {RD}]
    assert box(play(begin(units), "attack 59")) == "volley", "74 alone touches 59"


@pytest.mark.rule("INF-DELIB-02")
def test_the_target_comes_first_and_stacks_go_in_and_out() -> None:
    units = {PZ: "74", INF: "74", MOT: "75", RB: "59", RD: "60"}
    match = play(begin(units), "assault 60")
    assert box(match) == "attackers"
    assert offered(match, "stay-out") == {"74", "75"}
    (volley,) = match.decision.foretell("begin").rolls  # type: ignore[union-attr]
    (less,) = match.decision.foretell("stay-out 75").rolls  # type: ignore[union-attr]
    assert volley.outcomes != less.outcomes
    play(match, "stay-out 74", "stay-out 75")
    assert "begin" not in verbs(match), "nobody attacks"
    play(match, "join-all", "stay-out 74", "begin")
    shown = [set(event.pieces) for event in match.events if event.who == "Showdown"]
    assert shown == [{MOT}, {RD}]
    alone = play(begin(units), "assault 59")
    assert box(alone) == "attackers", "no die is rolled before the attack is confirmed"
    assert refused(begin(units), "assault 61") == ("INF-DELIB-02",)


@pytest.mark.rule("INF-STACK-02")
def test_a_single_unit_is_a_stack() -> None:
    match = begin({PZ: "74", RB: "59"})
    assert offered(match, "attack") == {"59"}


@pytest.mark.rule("INF-STACK-03")
def test_nobody_enters_a_hex_of_the_enemy_by_moving() -> None:
    match = begin({PZ: "75", RB: "60", RD2: "61", INF3: "88"})
    assert refused(match, f"short {PZ} 60") == ("INF-STACK-03",)
    assert refused(match, f"hasty {INF3} 60") == ("INF-HASTY-01",)


def test_the_odds_of_the_volley_are_told_before_an_attack() -> None:
    match = begin({PZ: "42", INF: "8", RD: "25"}, rubble__25=True, **{"strength__pz-24": 2, "strength__inf-191": 1})
    play(match, "attack 25", "join 42")
    assert match.decision is not None
    (both,) = match.decision.foretell("join 8").rolls
    chances = {outcome.text: outcome.chance for outcome in both.outcomes}
    # Two dice at one half, one at a third, two hits for one: none, one or two of three hit.
    two_or_three = 0.25 + 0.5 * (1 / 3)
    assert chances == pytest.approx({"0 hits": 1 - two_or_three, "1 hit": two_or_three})
    (alone,) = match.decision.foretell("begin").rolls
    assert {outcome.text for outcome in alone.outcomes} == {"0 hits", "1 hit"}
    hasty = play(begin({MOT: "88", RB: "59"}), f"hasty {MOT} 74")
    assert hasty.decision is not None
    assert len(hasty.decision.foretell("strike 59").rolls[0].outcomes) == 5


@pytest.mark.rule("INF-SHORT-01", "INF-HASTY-02", "INF-DELIB-02", "INF-LONG-02")
def test_a_refusal_says_which_of_two_conditions_fails() -> None:
    match = begin({INF: "74", MOT: "89", RD: "59"})
    assert why(match, f"short {RB} 75").startswith("10th Rifle Brigade is a Soviet unit.")
    assert why(match, f"short {PZ} 75").startswith("24th Panzer Regiment is not on the map.")
    assert why(match, "long 89 59").startswith("59 has Soviet units.")
    attack = play(begin({INF: "74", INF2: "60", MOT: "89", RD: "59"}), "attack 59")
    assert why(attack, "join 61").startswith("There is no German stack in 61.")
    assert why(attack, "join 89").startswith("89 is not next to 59.")
    strike = play(begin({MOT: "75", RD: "59", RD2: "48"}), f"hasty {MOT} 74")
    assert why(strike, "strike 73").startswith("There is no Soviet stack in 73.")
    assert why(strike, "strike 48").startswith("48 is not next to 74.")
