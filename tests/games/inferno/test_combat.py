"""The combat sequence: volleys, hits, rubble, Opportunity Fire, Close Combat, advance, Blitz."""

from __future__ import annotations

from typing import Any

import pytest

from mamayev.engine.refusal import Refusal
from mamayev.games.inferno.rules.fire import KIND_NAMES, Combat
from mamayev.match.match import Match

from .battle import (
    GDS,
    INF,
    INF2,
    MOT,
    NRB,
    PG,
    PG2,
    PZ,
    RB,
    RB2,
    RB3,
    RD,
    RD2,
    TB,
    TB2,
    WEAK,
    at,
    begin,
    box,
    offered,
    play,
    refused,
    soviet_hand,
    stack,
    strength,
    told,
    verbs,
    why,
)

MISS = [1] * 40


def steps(match: Match) -> list[str]:
    """Who speaks in the log, in order."""
    return [event.who for event in match.events]


def volleys(match: Match) -> list[Any]:
    return [event for event in match.events if event.kind == "volley"]


def rolls(match: Match) -> list[Any]:
    return [event for event in match.events if event.kind == "roll"]


@pytest.mark.rule("INF-STR-02")
@pytest.mark.rule("INF-STR-03")
@pytest.mark.rule("INF-STR-04")
@pytest.mark.rule("INF-CLOSE-01")
@pytest.mark.rule("INF-CLOSE-06")
@pytest.mark.rule("INF-FLOW-06")
def test_a_die_for_each_step_and_hits_by_the_colour_of_the_dots() -> None:
    """INF-EX-01; in the open both sides roll with what they have at the start."""
    dice = [1, 1, 1, 1, 4, 4, 4, 4, 4, 5, 6, 5, 6, 5, 4, 3]
    match = begin({PZ: "74", INF: "74", WEAK: "74", GDS: "59"}, dice)
    play(match, "attack 59")
    defence, attack = volleys(match)
    assert [(fire.needs, fire.dice) for fire in defence.fires] == [(5, (1, 1, 1, 1))]
    assert {fire.piece: (fire.needs, len(fire.dice)) for fire in attack.fires} == {
        PZ: (4, 4),
        INF: (5, 4),
        WEAK: (6, 4),
    }
    # 4 hits of the Panzers, 2 of 4, 5, 6, 5 less the 4 for the infantry, 1 of 6, 5, 4, 3.
    assert attack.hits == 4 + 3 + 1
    assert at(match, GDS) == "pool"


@pytest.mark.rule("INF-CLOSE-02")
@pytest.mark.rule("INF-CLOSE-03")
@pytest.mark.rule("INF-STEP-01")
@pytest.mark.rule("INF-STEP-02")
@pytest.mark.rule("INF-STEP-03")
@pytest.mark.rule("INF-STEP-05")
@pytest.mark.rule("INF-CONC-01")
def test_each_hit_falls_on_the_strongest_of_the_moment() -> None:
    """Guards 4, a division 3, a brigade 1: four hits take 4 to 3, then, chosen, both to 2, then 1."""
    match = begin({PZ: "74", GDS: "59", RD: "59", RB: "59"}, [1] * 8 + [6, 6, 6, 1], **{"strength__rb-10": 1})
    play(match, "attack 59")
    assert strength(match, GDS) == 3
    assert offered(match, "hit") == {GDS, RD}
    assert refused(match, f"hit {RB}") == ("INF-CLOSE-02",)
    assert refused(match, f"hit {PZ}") == ("INF-CLOSE-02",)
    play(match, f"hit {RD}")
    assert (strength(match, GDS), strength(match, RD), strength(match, RB)) == (2, 2, 1)
    # Strength is kept when the blocks stand again.
    view = match.view("german")
    assert all(piece["hidden"] for piece in view["pieces"] if piece["side"] == "soviet")
    gone = begin({PZ: "74", RB: "59"}, [1, 1, 6, 6, 6, 6], **{"strength__rb-10": 1})
    play(gone, "attack 59")
    assert (at(gone, RB), gone.facts()["infantry_pool"]) == ("pool", 32)


@pytest.mark.rule("INF-CLOSE-04")
@pytest.mark.rule("INF-FLOW-07")
@pytest.mark.rule("INF-FLOW-05")
def test_the_german_player_chooses_between_equals_of_both_sides_but_not_between_likes() -> None:
    match = begin({PZ: "74", INF: "74", RB: "59", RB2: "59", TB: "59"}, [5, 1, 1, 1, 1, 1, 6, 1, 1, 1, 1, 1, 1, 1])
    play(match, "attack 59")
    # All three Soviets have two steps; the two brigades are alike, the tank is not. Soviet hits come first.
    assert len(offered(match, "hit")) == 2
    assert TB in offered(match, "hit")
    other = ({RB, RB2} - offered(match, "hit")).pop()
    assert refused(match, f"hit {other}") == ("INF-FLOW-07",)


@pytest.mark.rule("INF-FLOW-05")
@pytest.mark.rule("INF-STEP-04")
def test_hits_on_several_stacks_fall_on_the_strongest_anywhere() -> None:
    match = begin({PZ: "74", WEAK: "60", RD: "59"}, [6, 6, 6, *MISS], **{"strength__inf-544": 1, "strength__pz-24": 1})
    play(match, "attack 59", "join 74", "join 60", "begin")
    assert offered(match, "hit") == {PZ, WEAK}
    play(match, f"hit {WEAK}")
    assert (at(match, WEAK), at(match, PZ)) == ("lost", "lost")
    assert match.facts()["losses"] == 3, "the Panzers have an R"


@pytest.mark.rule("INF-FLOW-14")
@pytest.mark.rule("INF-FLOW-24")
@pytest.mark.rule("INF-ADV-01")
def test_surplus_hits_are_lost_and_two_dead_sides_leave_the_hex_as_it_was() -> None:
    match = begin({PZ: "74", RB: "59", RD: "60"}, [6, 6], **{"strength__rb-10": 1, "strength__pz-24": 1})
    play(match, "attack 59")
    assert (at(match, PZ), at(match, RB)) == ("lost", "pool")
    assert match.facts()["control.59"] == "soviet"
    assert strength(match, RD) == 3


@pytest.mark.rule("INF-CLOSE-05")
@pytest.mark.rule("INF-COMBAT-11")
@pytest.mark.rule("INF-HEX-05")
def test_in_an_urban_hex_the_defender_rolls_first_and_the_dead_do_not_answer() -> None:
    match = begin({INF: "42", RD: "25"}, [1, 1, 1, 6, 6, 1, 5, 5], rubble__24=True)
    play(match, "attack 25")
    first, second = volleys(match)
    assert [len(fire.dice) for fire in first.fires] == [3]
    assert [len(fire.dice) for fire in second.fires] == [2], "two of four steps are gone"
    assert strength(match, RD) == 1
    dead = begin({INF: "42", RD: "25"}, [1, 1, 1, 6, 1, 1], **{"strength__inf-191": 1})
    play(dead, "attack 25")
    assert len(volleys(dead)) == 1
    assert at(dead, INF) == "lost"


@pytest.mark.rule("INF-CLOSE-05")
@pytest.mark.rule("INF-RUBBLE-01")
@pytest.mark.rule("INF-RUBBLE-11")
@pytest.mark.rule("INF-FLOW-37")
@pytest.mark.rule("INF-SATK-03")
def test_germans_defend_an_urban_hex_first_and_behind_rubble() -> None:
    attack = begin(
        {INF: "25", RD: "42", RD2: "42"}, [6, 5, 1, 1, 1, 6, 6, 6, 1, 1], player="soviet", rubble__25=True,
        cards=["heinkel-1"],
    )  # fmt: skip
    # 6 from 42 is north-east: 25. The defender rolls 5 1 1 1: one hit; then five Soviet dice: three hits, halved.
    german, soviet = volleys(attack)
    assert (german.hits, german.counted) == (1, 1)
    assert (soviet.hits, soviet.counted) == (3, 1)
    assert strength(attack, INF) == 3
    assert not told(attack, "INF-RUBBLE-03")
    assert attack.facts()["german_hand"] == 1


@pytest.mark.rule("INF-RUBBLE-01")
@pytest.mark.rule("INF-RUBBLE-10")
@pytest.mark.rule("INF-FLOW-08")
@pytest.mark.rule("INF-FLOW-09")
@pytest.mark.rule("INF-RUBBLE-09")
def test_rubble_halves_hits_on_the_defender_alone() -> None:
    """INF-EX-12 in small: the odd hit is lost."""
    match = begin({PZ: "42", RD: "25"}, [6, 1, 1, 5, 5, 5], rubble__25=True, rubble__24=True)
    play(match, "attack 25")
    first, second = volleys(match)
    assert (first.hits, first.counted) == (1, 1)
    assert (second.hits, second.counted) == (3, 1)
    assert (strength(match, PZ), strength(match, RD)) == (3, 2)
    assert not told(match, "INF-RUBBLE-03"), "there is a marker already"


@pytest.mark.rule("INF-RUBBLE-03")
@pytest.mark.rule("INF-RUBBLE-04")
@pytest.mark.rule("INF-RUBBLE-05")
@pytest.mark.rule("INF-RUBBLE-06")
@pytest.mark.rule("INF-RUBBLE-07")
@pytest.mark.rule("INF-DELIB-05")
@pytest.mark.rule("INF-COMBAT-10")
def test_the_rubble_roll_needs_more_than_18() -> None:
    """INF-EX-11: four hexes, a Panzer, two Panzer Grenadiers, a Heinkel: +10."""
    units = {PZ: "28", PG: "29", PG2: "14", INF: "12", GDS: "13"}
    joins = ("attack 13", *(f"join {h}" for h in ("28", "29", "14", "12")), "begin")
    for dice, total, there in (([3, 3, 3], 19, True), ([2, 3, 3], 18, False)):
        match = begin(units, [1] * 6 + dice + [1] * 20, cards=["heinkel-1"])
        play(match, *joins, "play heinkel-1")
        roll = rolls(match)[0]
        assert (roll.total, roll.dice) == (total, tuple(dice))
        assert [(m.value, m.clauses[0]) for m in roll.modifiers] == [
            (3, "INF-RUBBLE-04"), (4, "INF-RUBBLE-05"), (3, "INF-RUBBLE-06"),
        ]  # fmt: skip
        assert match.facts()["rubble.13"] is there
    # It counts at once: five hits in Close Combat are two.
    match = begin(units, [1] * 6 + [6, 6, 6] + [1] * 4 + [6] * 5 + [1] * 20, cards=["heinkel-1"])
    play(match, *joins, "play heinkel-1")
    assert [(volley.hits, volley.counted) for volley in volleys(match)][-1] == (5, 2)
    assert strength(match, GDS) == 2


@pytest.mark.rule("INF-RUBBLE-02")
@pytest.mark.rule("INF-HASTY-07")
@pytest.mark.rule("INF-COMBAT-10")
def test_no_rubble_roll_in_the_open_or_in_a_hasty_attack() -> None:
    for units, actions in (
        ({PZ: "74", RD: "59"}, ("attack 59",)),
        ({PZ: "58", RD: "25"}, (f"hasty {PZ} 42", "strike 25")),
    ):
        match = play(begin(units, [1] * 20), *actions)
        assert not told(match, "INF-RUBBLE-03")
        assert not match.facts()["rubble"]


@pytest.mark.rule("INF-RUBBLE-08")
def test_no_more_than_fifteen_markers() -> None:
    rubble = ("4", "5", "6", "7", "8", "9", "10", "11", "12", "13", "14", "15", "16", "17", "21")
    match = begin({PZ: "42", RD: "25"}, [1] * 20, **{f"rubble__{h}": True for h in rubble})
    play(match, "attack 25")
    assert match.facts()["rubble"] == 15
    assert not told(match, "INF-RUBBLE-03")


@pytest.mark.rule("INF-COMBAT-01")
@pytest.mark.rule("INF-COMBAT-02")
@pytest.mark.rule("INF-COMBAT-03")
@pytest.mark.rule("INF-COMBAT-04")
@pytest.mark.rule("INF-COMBAT-08")
@pytest.mark.rule("INF-COMBAT-14")
@pytest.mark.rule("INF-FOG-03")
@pytest.mark.rule("INF-FOG-04")
@pytest.mark.rule("INF-FLOW-02")
@pytest.mark.rule("INF-ACT-02")
def test_the_steps_come_in_their_order_and_units_are_seen_between_showdown_and_concealing() -> None:
    match = begin(
        {INF: "42", RD: "25", RB: "25"}, [1] * 40, cards=["thompson-1", "howitzer-1"], drawn=["thompson-1"]
    )  # fmt: skip
    play(match, "attack 25")
    assert box(match) == "german-card"
    assert all(piece["hidden"] for piece in match.view("german")["pieces"] if piece["side"] == "soviet")
    play(match, "play howitzer-1")
    order = [who for who in steps(match) if who in ("Card", "Showdown", "Fire", "Rubble", "Combat", "Close combat")]
    assert order == [
        "Combat", "Card", "Showdown", "Showdown", "Showdown", "Showdown", "Fire", "Fire", "Card", "Card", "Rubble",
        "Close combat", "Fire", "Fire", "Combat",
    ]  # fmt: skip
    titles = [volley.title for volley in volleys(match)]
    assert titles == ["Thompson", "Howitzer", "Soviet fire", "German fire"]
    assert soviet_hand(match) == set()


def test_all_thirteen_steps_are_told_and_why_some_are_left_out() -> None:
    match = begin({INF: "74", GDS: "59"}, MISS)
    play(match, "attack 59")
    told_steps: list[Any] = [event for event in match.events if event.kind == "step"]
    start = next(n for n, event in enumerate(told_steps) if event.step == "combat-1")
    combat = told_steps[start : start + 13]
    assert [event.step for event in combat] == [f"combat-{n}" for n in range(1, 14)]
    assert {event.title: event.skipped for event in combat if event.skipped} == {
        "Soviet card": "no card in the Soviet hand",
        "German card": "no card in hand",
        "Soviet card effect": "no card laid",
        "German card effect": "no card played",
        "Discard": "no card to discard",
        "Opportunity Fire": "Chuikov is not in play",
        "Rubble roll": "59 is not Urban",
        "Advance": "59 is still held",
        "Blitz": "Hoth is not in play",
    }
    volley = volleys(match)[-1]
    assert (volley.step, volley.side) == ("combat-10", "german")


@pytest.mark.rule("INF-COMBAT-05")
@pytest.mark.rule("INF-SOLO-06")
def test_a_blank_edge_becomes_the_lowest_strength_for_good() -> None:
    """INF-EX-02."""
    match = begin({WEAK: "74", TB: "59"}, [1] * 8, **{"strength__tb-6": 4})
    play(match, "attack 59")
    assert strength(match, TB) == 1
    assert told(match, "INF-SOLO-06")
    assert [len(fire.dice) for fire in volleys(match)[0].fires] == [1]


@pytest.mark.rule("INF-HASTY-06")
@pytest.mark.rule("INF-FLOW-37")
def test_a_hasty_attack_has_a_soviet_card_but_no_german_one() -> None:
    match = begin({INF: "88", RD: "59"}, [1] * 20, cards=["soviet-sniper-1", "heinkel-1"], drawn=["soviet-sniper-1"])
    play(match, f"hasty {INF} 74", "strike 59")
    assert strength(match, INF) == 3
    assert match.facts()["german_hand"] == 1


@pytest.mark.rule("INF-FLOW-13")
@pytest.mark.rule("INF-COMBAT-02")
def test_an_empty_soviet_hand_plays_nothing() -> None:
    match = play(begin({INF: "74", RD: "59"}, [1] * 20), "attack 59")
    assert not told(match, "INF-COMBAT-02")
    assert match.facts()["soviet_deck"] == 21


@pytest.mark.rule("INF-COMBAT-15")
@pytest.mark.rule("INF-ADV-04")
def test_there_is_one_exchange_and_a_defender_who_holds_does_not_advance() -> None:
    match = play(begin({WEAK: "74", RD: "59"}, [6, 6, 6] + [1] * 20, **{"strength__inf-544": 3}), "attack 59")
    assert len(volleys(match)) == 2
    assert at(match, WEAK) == "lost"
    assert match.facts()["control.74"] == "german"
    assert at(match, RD) == "59"


@pytest.mark.rule("INF-COMBAT-12")
@pytest.mark.rule("INF-ADV-01")
@pytest.mark.rule("INF-ADV-02")
@pytest.mark.rule("INF-FLOW-23")
def test_one_to_four_of_the_attackers_advance() -> None:
    units = {PZ: "74", INF: "74", MOT: "60", PG: "60", PG2: "60", RB: "59"}
    match = begin(units, [1, 1] + [6] * 20)
    play(match, "attack 59", "join 74", "join 60", "begin")
    assert box(match) == "advance"
    assert verbs(match) == {"advance"}
    assert refused(match, "halt") == ("INF-ADV-01", "INF-COMBAT-12")
    assert refused(match, "advance inf-578") == ("INF-ADV-02",)
    play(match, f"advance {INF}")
    assert refused(match, f"advance {INF}") == ("INF-ADV-02",)
    play(match, f"advance {MOT}", "halt")
    assert (at(match, INF), at(match, MOT), at(match, PZ)) == ("59", "59", "74")
    assert match.facts()["control.59"] == "german"
    four = play(begin(units, [1, 1] + [6] * 20), "attack 59", "join 74", "join 60", "begin")
    play(four, *(f"advance {unit}" for unit in (PZ, INF, MOT, PG)))
    assert refused(four, f"advance {PG2}") == ("INF-ADV-02",)
    assert verbs(four) == {"halt"}, "the last one named does not end the step by itself"
    play(four, "halt")
    assert (stack(four, "59"), at(four, PG2)) == (4, "60")
    alone = play(begin({PZ: "74", RB: "59"}, [1, 1] + [6] * 4), "attack 59")
    assert at(alone, PZ) == "59"


@pytest.mark.rule("INF-CAPT-01")
@pytest.mark.rule("INF-CAPT-02")
@pytest.mark.rule("INF-FLOW-34")
@pytest.mark.rule("INF-COMBAT-13")
def test_a_captured_spawn_hex_brings_a_card_at_once_and_hoth_serves_the_blitz_of_that_combat() -> None:
    match = begin({PZ: "2", RB: "3"}, [1, 1] + [6] * 4, drawn=["hoth"], **{"unit__rd-422": "13"})
    play(match, "attack 3")
    assert match.facts()["leaders"] == "Hoth"
    assert at(match, PZ) == "3"
    # 3 touches 2 (Clear), 4 (Urban) and 20 (Rough): the Blitz may go back to 2 alone.
    assert offered(match, "blitz") == {f"{PZ} 2"}
    again = begin({PZ: "2", RB: "3"}, [1, 1] + [6] * 4, drawn=["pak-1", "pak-2"], in_play=["paulus"])
    play(again, "attack 3")
    assert again.facts()["german_hand"] == 2
    own = begin({"pz-2": "99"}, control__X="soviet")
    assert own.facts()["german_hand"] == 0


@pytest.mark.rule("INF-COMBAT-13")
@pytest.mark.rule("INF-GCARD-12")
def test_the_blitz_takes_panzers_that_advanced_one_clear_hex_further() -> None:
    units = {PZ: "74", PG: "74", INF: "74", RB: "59", RD: "61", TB2: "43"}
    dice = [1, 1] + [6] * 20
    advance = (f"advance {PZ}", f"advance {PG}", f"advance {INF}", "halt")
    match = play(begin(units, dice, in_play=["hoth"]), "attack 59", "together", *advance)
    assert box(match) == "blitz"
    # 59 touches 58, 44, 60 and 74 (Clear), 73 (Rough) and 43 (held).
    assert offered(match, "blitz") == {f"{unit} {h}" for unit in (PZ, PG) for h in ("58", "44", "60", "74")}
    assert why(match, f"blitz {INF} 44").startswith(
        "191st Infantry Regiment is neither a Panzer nor a Panzer Grenadier"
    )
    assert why(match, f"blitz {RB} 44").startswith("10th Rifle Brigade is not German.")
    assert why(match, "blitz pz-2 44").startswith("2nd Panzer Regiment has not advanced in this combat.")
    assert why(match, f"blitz {PZ} 73").startswith("73 is not Clear.")
    assert why(match, f"blitz {PZ} 61").startswith("61 is not next to 59.")
    play(match, f"blitz {PZ} 44")
    assert offered(match, "blitz") == {f"{PG} 44"}
    assert why(match, f"blitz {PG} 60").startswith("All units must Blitz to the same hex: 44.")
    play(match, "stay")
    assert (at(match, PZ), at(match, PG), at(match, INF)) == ("44", "59", "59")
    assert match.facts()["control.44"] == "german"
    for more in ({"options": {"blitz": "off"}, "in_play": ["hoth"]}, {}):
        other = play(begin(units, dice, **more), "attack 59")
        if box(other) == "first-fire":
            play(other, "together")
        play(other, *advance)
        assert box(other) == "soviet-draw", "the next Soviet round has begun"


@pytest.mark.rule("INF-COMBAT-13")
def test_why_nobody_drives_on_is_told() -> None:
    def skipped(units: dict[str, str], *actions: str) -> str:
        match = play(begin(units, [1] * 2 + [6] * 4, in_play=["hoth"]), *actions)
        told_steps: list[Any] = [event for event in match.events if event.kind == "step"]
        return str(next(event.skipped for event in told_steps if event.title == "Blitz"))

    assert skipped({INF: "74", RB: "59"}, "attack 59") == "no Panzer has advanced"
    # Of the neighbours of 40 only 57 is Clear.
    full = {INF: "57", INF2: "57", "inf-211": "57", MOT: "57", PZ: "56", RB: "40"}
    assert skipped(full, "attack 40", "join 56", "begin") == "no free Clear hex beside it"


@pytest.mark.rule("INF-CLOSE-07")
@pytest.mark.rule("INF-CLOSE-09")
@pytest.mark.rule("INF-COMBAT-11")
def test_the_combined_force_bonus_lets_the_germans_roll_first_in_the_open() -> None:
    for units, asked in (
        ({PZ: "74", INF: "74"}, True), ({PG: "74"}, True), ({PZ: "74"}, False), ({INF: "74"}, False),
    ):  # fmt: skip
        match = play(begin({**units, RB: "59"}, in_play=["hoth"]), "attack 59")
        assert (box(match) == "first-fire") is asked
    match = play(begin({PG: "74", RB: "59"}, [6, 6, 1, 1], in_play=["hoth"]), "attack 59", "first")
    assert [volley.title for volley in volleys(match)] == ["German fire"]
    assert at(match, RB) == "pool"
    both = play(begin({PG: "74", RB: "59"}, [6, 6, 6, 6, 1, 1], in_play=["hoth"]), "attack 59", "together")
    assert [volley.title for volley in volleys(both)] == ["Soviet fire", "German fire"]
    urban = play(begin({PG: "42", RD: "25"}, [1] * 20, in_play=["hoth"]), "attack 25")
    assert [volley.title for volley in volleys(urban)] == ["Soviet fire", "German fire"]


@pytest.mark.rule("INF-CLOSE-09")
@pytest.mark.rule("INF-FLOW-37")
def test_the_bonus_serves_germans_who_defend() -> None:
    """INF-EX-26."""
    asked = begin({PZ: "59", INF: "59", RD: "58"}, [3], home=False, player="soviet", in_play=["hoth"])
    assert box(asked) == "first-fire"
    assert verbs(asked) == {"first", "together"}


@pytest.mark.rule("INF-OPFIRE-01")
@pytest.mark.rule("INF-OPFIRE-02")
@pytest.mark.rule("INF-OPFIRE-03")
@pytest.mark.rule("INF-OPFIRE-04")
@pytest.mark.rule("INF-COMBAT-09")
def test_opportunity_fire_of_the_neighbours_of_the_attackers() -> None:
    """INF-EX-20 without Khrushchev. 60 is attacked from 74 and 75: RB in 59 and RB2 and RB3 in 61 touch an attacker."""
    units = {INF: "74", INF2: "75", RD: "60", RB: "59", RB2: "61", RB3: "61", GDS: "43"}
    match = begin(units, [1, 5, 6, *MISS], in_play=["chuikov"])
    play(match, "attack 60", "join 74", "join 75", "begin")
    assert box(match) == "hit"
    fire = volleys(match)[0]
    assert (fire.title, fire.hits, fire.own, [len(f.dice) for f in fire.fires]) == ("Opportunity Fire", 1, 0, [3])
    assert not any(f.piece for f in fire.fires)
    shown = {piece for event in match.events if event.who == "Showdown" for piece in event.pieces}
    assert shown == {INF, INF2, RD}
    assert offered(match, "hit") == {INF, INF2}
    without = play(begin(units, MISS), "attack 60", "join 74", "join 75", "begin")
    assert volleys(without)[0].title == "Soviet fire"


@pytest.mark.rule("INF-OPFIRE-05")
@pytest.mark.rule("INF-SCARD-14")
def test_khrushchev_widens_soviet_dice_and_turns_ones_on_the_soviets() -> None:
    """INF-EX-20."""
    units = {INF: "74", INF2: "75", RD: "60", RB: "59", RB2: "61", RB3: "61"}
    leaders = ["chuikov", "khrushchev"]
    match = begin(units, [1, 5, 6], in_play=leaders)
    play(match, "attack 60", "join 74", "join 75", "begin")
    fire = volleys(match)[0]
    assert (fire.hits, fire.own) == (2, 1)
    assert fire.clauses == ("INF-OPFIRE-01", "INF-OPFIRE-04", "INF-OPFIRE-05")
    assert strength(match, RD) == 2
    # In Close Combat as well: black dots hit on 5 and 6, and ones strike the attackers when the Soviets attack.
    close = begin({INF: "74", RD: "59"}, [1, 5, 1, 1, 1, 1, 1], in_play=["khrushchev"])
    play(close, "attack 59")
    assert (volleys(close)[0].hits, volleys(close)[0].own) == (1, 2)
    assert volleys(close)[0].clauses == ("INF-CLOSE-01", "INF-STR-03", "INF-SCARD-14")
    assert (strength(close, INF), strength(close, RD)) == (3, 1)
    attack = begin({INF: "59", RD: "58"}, [3, 1, 1, 1, 1, 1, 5, 4], home=False, player="soviet", in_play=["khrushchev"])
    assert [volley.own for volley in volleys(attack)] == [0, 1]
    assert (strength(attack, INF), strength(attack, RD)) == (3, 2)


@pytest.mark.rule("INF-FLOW-10")
def test_the_sequence_runs_through_though_one_side_is_gone() -> None:
    # Step 5 kills the attacker: the German card still takes effect.
    match = begin(
        {INF: "42", RD: "25"}, [6, 6, 6, 1, 1, 1, *MISS], cards=["soviet-sniper-1", "howitzer-1"],
        drawn=["soviet-sniper-1"], **{"strength__inf-191": 1},
    )  # fmt: skip
    play(match, "attack 25", "play howitzer-1")
    assert at(match, INF) == "lost"
    assert at(match, RD) == "pool"
    assert not told(match, "INF-RUBBLE-03")
    # Step 6 kills the defender: Opportunity Fire and the rubble roll still come; then the hex is taken.
    match = begin(
        {INF: "42", RB: "25", NRB: "41"}, [6, 6, 1, 1, 1, 1, 6, 6, 6, 6], cards=["howitzer-1"], in_play=["chuikov"]
    )
    play(match, "attack 25", "play howitzer-1")
    assert [volley.title for volley in volleys(match)] == ["Howitzer", "Opportunity Fire"]
    assert match.facts()["rubble.25"] is True
    assert (at(match, INF), strength(match, INF)) == ("25", 3)


@pytest.mark.rule("INF-COMBAT-01")
@pytest.mark.parametrize(("target", "kind"), [("88", "Soviet Deliberate Attack"), ("89", "Deliberate Attack")])
def test_a_script_may_begin_with_a_combat(target: str, kind: str) -> None:
    match = begin({INF: "88", RD: "89", RD2: "75"}, combat=target)
    assert KIND_NAMES[match.position.frame("combat")[Combat.kind]] == kind


@pytest.mark.parametrize(
    ("more", "sentence"),
    [
        ({"combat": "99"}, "There are no units to attack in hex 99"),
        ({"combat": "88", "rubble__9": True}, "last change"),
    ],
)
def test_a_combat_needs_both_sides_and_comes_last(more: Any, sentence: str) -> None:
    with pytest.raises(Refusal, match=sentence):
        begin({INF: "88", RD: "89"}, **more)
