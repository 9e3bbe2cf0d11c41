"""Declaration of attacks, odds, shifts, modifiers, results, losses, advance, emergency draws."""

from typing import Any

import pytest

from mamayev.engine.refusal import Refusal
from mamayev.games.donnerschlag.rules.odds import BELOW, COLUMNS, ratio

from .operation import (
    HQ6,
    M1,
    M2,
    M3,
    R1,
    R2,
    R3,
    RECON,
    SCAV,
    SM,
    ST,
    T1,
    T2,
    assault,
    at,
    begin,
    box,
    column,
    ends,
    go_on,
    last_roll,
    offered,
    play,
    refused,
    steps,
    to_fight,
    told,
    verbs,
    why_modified,
    why_shifted,
)

HOME = {HQ6: "4015"}


def axis(units: dict[str, str], *dice: int, **more: Any) -> Any:
    """The Axis attacks with the 6th Panzer Division."""
    cards = "act1-1 " + more.pop("cards", "")
    return to_fight(begin(HOME | units, dice, cards=cards, **more), "act1-1")


def soviet(units: dict[str, str], *dice: int, group: str = "51a-red", **more: Any) -> Any:
    """The Soviets attack with a colour of the 51st Army."""
    cards = "act12-1 " + more.pop("cards", "")
    match = begin(HOME | units, dice, cards=cards, active="soviet", **more)
    return to_fight(match, "act12-1", f"colour {group}")


# ------------------------------------------------------------------ declaration


@pytest.mark.rule("DON-COMBAT-01", "DON-COMBAT-03", "DON-COMBAT-05", "DON-COMBAT-06", "DON-COMBAT-07", "DON-COMBAT-09")
def test_who_may_attack_what() -> None:
    units = {T1: "4017", M1: "4017", M2: "4118", "6-5c": "4118", R1: "4018", R2: "3918", "51st-army-hq": "4117"}
    match = axis(units)
    assert offered(match, "attack") == {T1, M1, M2}
    assert ends(match, T1, "attack") == {"4018", "3918"}
    assert ends(match, M2, "attack") == {"4018"}
    assert "DON-COMBAT-05" in refused(match, "attack 6-5c 4018")
    assert "DON-COMBAT-01" in refused(match, f"attack {M2} 3918")
    assert "DON-COMBAT-02" in refused(match, f"attack {M2} 4117")
    play(match, f"attack {T1} 3918")
    assert offered(match, "attack") == {M1}, "two units of a stack may attack two hexes"
    play(match, "fight")
    go_on(match, "declare", "retreat")
    assert box(go_on(match, "declare"))[0] == "axis"
    assert "cease" in verbs(match)


@pytest.mark.rule("DON-COMBAT-09")
def test_a_hex_is_attacked_by_all_who_may_and_each_of_them_may_be_taken_out_again() -> None:
    match = axis({T1: "4017", M1: "4017", M2: "4118", R1: "4018", R2: "3918"})
    play(match, "assault 4018")
    assert offered(match, "take-out") == {T1, M1, M2}
    assert refused(match, "assault 4018") == ("DON-COMBAT-01",)
    assert refused(match, "assault 3918") == ("DON-PROC-01",)
    play(match, f"take-out {M2}")
    assert refused(match, f"take-out {M2}") == ("DON-COMBAT-09",)
    assert offered(match, "attack") == {M2}
    play(match, f"take-out {T1}", f"take-out {M1}")
    assert "cease" in verbs(match), "with the last of them the attack is taken back"


@pytest.mark.rule("DON-COMBAT-02", "DON-COMBAT-04", "DON-COMBAT-08", "DON-PROC-01")
def test_each_unit_attacks_once_and_each_hex_is_attacked_once() -> None:
    match = axis({T1: "4017", M1: "4017", M2: "4118", R1: "4018", R3: "4018", R2: "3918"}, 3)
    assault(match, "4018", M1, M2)
    go_on(match, "declare")
    assert "DON-COMBAT-04" in refused(match, f"attack {M1} 3918")
    assert "DON-COMBAT-08" in refused(match, f"attack {T1} 4018")
    assert offered(match, "attack") == {T1}


@pytest.mark.rule("DON-COMBAT-10", "DON-RATIO-01", "DON-UNIT-05", "DON-ALARM-01")
def test_all_units_in_the_hex_defend_together_alarmgruppen_among_them() -> None:
    match = soviet({R1: "4018", "alarm-5": "4017", M1: "4017"}, 3, group="51a-red")
    assault(match, "4017", R1)
    assert told(match, "DON-RATIO-05"), "2 against 2 + 2"
    alone = soviet({R1: "4018", "alarm-1": "4017", HQ6: "4017"}, 3)
    assault(alone, "4017", R1)
    assert column(alone) == (3, 3), "2 to 1; the HQ takes no part"


# ------------------------------------------------------------------ ratio


@pytest.mark.rule("DON-RATIO-02", "DON-RATIO-03", "DON-RATIO-04", "DON-RATIO-05", "DON-RATIO-07", "DON-CALC-03")
def test_the_columns_of_some_ratios() -> None:
    names = [
        COLUMNS[found] if (found := ratio(a, 4)) != BELOW else "below" for a in (4, 5, 6, 7, 8, 11, 12, 27, 28, 40, 3)
    ]
    assert names == ["1-1", "1-1", "1.5-1", "1.5-1", "2-1", "2-1", "3-1", "6-1", "7-1", "7-1", "below"]
    assert (ratio(0, 0), ratio(0, 3), ratio(1, 0)) == (BELOW, BELOW, 7)


@pytest.mark.rule("DON-RATIO-05", "DON-RATIO-06", "DON-DRAW-01", "DON-CRT-02")
def test_below_one_to_one_no_die_is_thrown() -> None:
    weak = {RECON: "4017", R1: "4018"}
    match = assault(axis(weak), "4018", RECON)
    assert at(match, RECON) == "lost"
    assert not [e for e in match.events if e.kind == "roll"]
    assert not told(match, "DON-CUP-05")
    shifted = {T1: "4017", SM: "4018", ST: "4018"}
    match = assault(axis(shifted), "4018", T1)
    assert steps(match, T1) == 1, "3 to 6 with a shift right: the shift does not help"
    drawn = axis(weak, options={"below_one_draw": "yes"}, lots=["adhoc-3"])
    assert box(assault(drawn, "4018", RECON))[1] == "placing"


@pytest.mark.rule("DON-RATIO-05")
@pytest.mark.parametrize(
    ("reading", "attacker", "defender"), [("1AR", "back", "4018"), ("1A", "4017", "4018"), ("A1-DR", "4017", "back")]
)
def test_what_happens_below_one_to_one(reading: str, attacker: str, defender: str) -> None:
    """3 to 6: no die is thrown."""
    match = axis({T1: "4017", SM: "4018", ST: "4018"}, options={"below_one_result": reading})
    assault(match, "4018", T1)
    assert steps(match, T1) == 1
    assert not [e for e in match.events if e.kind == "roll"]
    assert match.decision is not None
    if "back" not in (attacker, defender):
        assert at(match, T1) == attacker
        assert match.decision.box != "retreat"
    else:
        assert (match.decision.seat, match.decision.box) == ("soviet" if defender == "back" else "axis", "retreat")
    assert at(match, SM) == "4018"
    assert match.table.look.picture(match.position, None)


@pytest.mark.rule("DON-RATIO-06")
def test_the_other_readings_of_below_one_to_one() -> None:
    units = {M1: "4017", "stug-228": "4017", ST: "4018", SM: "4018", T2: "4118"}
    final = {"options": {"below_one_test": "final"}, "attach__stug_228": "6P", "steps__13_13t": 1, "steps__stug_228": 1}
    match = axis(units, 3, **final)
    assault(match, "4018", M1, "stug-228")
    assert column(match) == (0, 1), "4 to 5, tank and combined arms right, combined arms left"
    down = {M1: "4017", M2: "4118", "827-302": "4018", "62-13t": "4018"}
    floor = axis(down | {ST: "4018", "827-302": "out"}, 3, options={"below_one_test": "floor"}, steps__13_13t=1,
                 steps__62_13t=1)  # fmt: skip
    assault(floor, "4018", M1, M2)
    assert column(floor) == (1, 1), "the shift left stops at 1-1"
    ratio_ = axis(down | {ST: "4018", "827-302": "out"}, steps__13_13t=1, steps__62_13t=1)
    assault(ratio_, "4018", M1, M2)
    assert "shifted below 1:1" in told(ratio_, "DON-RATIO-05")[0], "shifted off the left end"


@pytest.mark.rule("DON-CALC-01", "DON-RATIO-08", "DON-TERR-02", "DON-PROC-03")
def test_halves_are_rounded_down_hex_by_hex() -> None:
    units = {HQ6: "3506", T1: "3505", T2: "3506", SCAV: "3605"}
    by_hex = axis(units, 4)
    assault(by_hex, "3605", T1, T2)
    assert last_roll(by_hex)["text"].startswith("2 to 1"), "1.5 and 1.5 are 1 and 1"
    stack = axis(units | {RECON: "3506"}, 4)
    assault(stack, "3605", T1, T2, RECON)
    assert last_roll(stack)["text"].startswith("3 to 1"), "the units of a hex are added first: 4 is 2"
    by_side = axis(units, 4, options={"rounding_scope": "side"})
    assault(by_side, "3605", T1, T2)
    assert last_roll(by_side)["text"].startswith("3 to 1")


# ------------------------------------------------------------------ shifts and modifiers


@pytest.mark.rule("DON-SHIFT-01", "DON-SHIFT-03", "DON-SHIFT-04", "DON-SHIFT-05", "DON-UNIT-07")
def test_tanks_and_combined_arms_shift_the_column() -> None:
    match = axis({T1: "4017", M1: "4118", R1: "4018"}, 4)
    assault(match, "4018", T1, M1)
    assert why_shifted(match) == {"Tank": 1, "Combined arms, attacker": 1}
    assert column(match) == (3, 5), "5 to 2 is 2-1"
    defended = axis({T1: "4017", M1: "4118", SM: "4018", "254-tk": "4018"}, 4)
    assault(defended, "4018", T1, M1)
    assert why_shifted(defended) == {"Tank": 1, "Combined arms, attacker": 1, "Combined arms, defender": -1}
    assert column(defended) == (1, 2)


@pytest.mark.rule("DON-OOS-01", "DON-OOS-02", "DON-OOS-03", "DON-SHIFT-06", "DON-SUP-09", "DON-SUP-01")
def test_out_of_supply_units_are_halved_and_give_no_shift() -> None:
    cut_off = {SM: "4018", ST: "4018"}
    match = axis({T1: "4017", M1: "4118"} | cut_off, 4, supply__62_13t=0, supply__13_13t=0)
    assault(match, "4018", T1, M1)
    assert last_roll(match)["text"].startswith("5 to 3")
    assert "Combined arms, defender" not in why_shifted(match)


@pytest.mark.rule("DON-TERR-01", "DON-DRM-01", "DON-DRM-02", "DON-DRM-03", "DON-MAP-01")
def test_villages_and_towns() -> None:
    village = axis({HQ6: "3120", T1: "3120", M1: "3120", R1: "3020"}, 4)
    assault(village, "3020", T1, M1)
    assert why_modified(village) == {"Minor village": -1}
    assert "Tank" in why_shifted(village)
    town = axis({HQ6: "2422", T1: "2421", M1: "2522", R1: "2521"}, 4)
    assault(town, "2521", T1, M1)
    assert why_modified(town) == {"Town": -2}
    assert why_shifted(town) == {"Combined arms, attacker": 1}, "no tank shift in a town"


@pytest.mark.rule("DON-TERR-02")
def test_a_city_halves_the_attack_and_takes_all_tank_bonuses() -> None:
    match = axis({HQ6: "3506", T1: "3505", M1: "3505", T2: "3506", M2: "3506", R1: "3605"}, 4, steps__823_302=1)
    assault(match, "3605", T1, M1, T2, M2)
    assert last_roll(match)["text"].startswith("4 to 1")
    assert why_shifted(match) == {}
    assert why_modified(match) == {}


@pytest.mark.rule("DON-TERR-03", "DON-TERR-04", "DON-DRM-04", "DON-PROC-04", "DON-PROC-05", "DON-ADV-03")
def test_across_an_unbridged_river_tanks_drop_out_and_the_die_is_worse() -> None:
    units = {HQ6: "2610", T1: "2513", M1: "2513", M2: "2514", M3: "2514", "62-13t": "2413", "13-13t": "2413"}
    match = axis(units, 4, steps__62_13t=1, steps__13_13t=1)
    assault(match, "2413", T1, M1, M2, M3)
    assert told(match, "DON-PROC-05")
    assert last_roll(match)["text"].startswith("7 to 4")
    assert why_modified(match) == {"Unbridged river": -1}
    assert why_shifted(match) == {"Combined arms, defender": -1}
    assert column(match) == (2, 1)
    too_weak = axis(units | {M3: "out"}, steps__62_13t=1, steps__13_13t=1)
    assault(too_weak, "2413", T1, M1, M2)
    assert told(too_weak, "DON-RATIO-05"), "4 to 4 and a shift left: it cannot be called off"
    alone = axis({HQ6: "2610", T1: "2513", T2: "2513", R1: "2413", R2: "2613"})
    assault(alone, "2413", T1)
    assert ends(alone, T1, "attack") == {"2613"}, "a void attack counts for nothing, but there is none again"
    assert ends(alone, T2, "attack") == {"2413", "2613"}
    assert "DON-PROC-04" in refused(alone, f"attack {T1} 2413")
    assault(alone, "2413", T2)
    play(alone, f"attack {T1} 2613")
    over = axis({HQ6: "2610", T1: "2513", R1: "2413"})
    assault(over, "2413", T1)
    assert box(over)[1] != "declare", "nobody can attack any more"


@pytest.mark.rule("DON-PROC-04")
def test_under_one_reading_who_is_declared_has_had_his_attack() -> None:
    spent = {"declared_for_nothing": "spent"}
    alone = axis({HQ6: "2610", T1: "2513", T2: "2513", R1: "2413", R2: "2613"}, options=spent)
    assault(alone, "2413", T1)
    assert refused(alone, f"attack {T1} 2613") == ("DON-COMBAT-04",)
    assert refused(alone, f"attack {T2} 2413") == ("DON-COMBAT-08",)
    units = {HQ6: "2610", T1: "2513", M1: "2513", R1: "2413", R2: "2613"}
    for options, clause in (({}, ""), (spent, "DON-COMBAT-04")):
        match = go_on(assault(axis(units, 4, options=options), "2413", T1, M1), "declare", "activation-card")
        if clause:
            assert box(match)[1] != "declare", "both have attacked"
        else:
            assert ends(match, T1, "attack") == {"2613"}, "it has dropped out, and not attacked"


@pytest.mark.rule("DON-TERR-05", "DON-TERR-06", "DON-ADV-03")
def test_a_bridge_lifts_the_river_for_its_hexside_alone() -> None:
    match = axis({HQ6: "2610", T1: "2511", M1: "2512", R1: "2411"}, 5)
    assault(match, "2411", T1, M1)
    assert why_shifted(match) == {"Tank": 1, "Combined arms, attacker": 1}
    assert why_modified(match)["Unbridged river"] == -1
    go_on(match, "advance")
    assert offered(match, "advance") == {T1}
    over = axis({HQ6: "2610", M1: "2511", R1: "2411"}, 5)
    assault(over, "2411", M1)
    assert "Unbridged river" not in why_modified(over)


# ------------------------------------------------------------------ results


@pytest.mark.rule("DON-CRT-01", "DON-CRT-02", "DON-CRT-03", "DON-CRT-04", "DON-UNIT-04")
def test_the_results_table_is_the_printed_one() -> None:
    match = begin(HOME | {T1: "4017", R1: "4018"}, cards="act1-1")
    table: Any = match.table
    assert table.results[0] == ("1AR", "1A", "1A", "1AR", "--", "DR", "DR", "1DR")
    assert table.results[5] == ("DR", "1DR", "1DR", "1DR", "2DR", "2DR", "3DR", "3DR")
    assert table.results[2] == table.results[3]
    match = axis({HQ6: "3120", T1: "3120", R1: "3020"}, 1)
    assault(match, "3020", T1)
    assert last_roll(match)["total"] == 0
    assert last_roll(match)["row"] == 0, "1 or less is the first row"


@pytest.mark.rule("DON-LOSS-01", "DON-LOSS-02", "DON-LOSS-03", "DON-LOSS-04", "DON-DRAW-04")
def test_the_owner_loses_steps_before_the_rest_retreats() -> None:
    match = axis({T1: "4017", T2: "4017", M1: "4118", M2: "4118", R1: "4018", "adhoc-1": "4018"}, 6)
    assault(match, "4018", T1, T2, M1, M2)
    assert box(match) == ("soviet", "loss")
    assert "DON-LOSS-01" in refused(match, f"lose {T1}")
    play(match, f"lose {R1}")
    assert steps(match, R1) == 1
    play(match, "lose adhoc-1")
    assert at(match, "adhoc-1") == "cup"
    go_on(match, "advance")
    assert at(match, R1) != "4018", "what is left retreats"


@pytest.mark.rule("DON-ADV-01", "DON-ADV-02", "DON-ADV-04", "DON-RETREAT-06", "DON-COMBAT-04")
def test_tanks_advance_into_the_vacated_hex_and_overrun_a_lone_hq() -> None:
    match = axis({T1: "4017", T2: "4118", M1: "4118", R1: "4018", "51st-army-hq": "4018"}, 2)
    assault(match, "4018", T1, T2, M1)
    go_on(match, "follow")
    play(match, "decline")
    assert offered(match, "advance") == {T1, T2}
    assert "DON-ADV-01" in refused(match, f"advance {M1} 4018")
    play(match, f"advance {T1} 4018")
    assert at(match, "51st-army-hq") == "overrun"
    play(match, f"advance {T2} 4018")
    assert box(match)[1] == "window", "after the advance come the cards"
    go_on(match, "activation-card", "declare", "give-up", "over")
    assert at(match, T1) == at(match, T2) == "4018"


@pytest.mark.rule("DON-DRAW-01", "DON-DRAW-03", "DON-CUP-01", "DON-CUP-05", "DON-FLOW-02", "DON-FLOW-08")
def test_a_bad_axis_attack_brings_ad_hoc_infantry_at_once() -> None:
    match = axis({T1: "4017", M1: "4017", R1: "4018", "51st-army-hq": "1821"}, 1, lots=["adhoc-4"])
    assault(match, "4018", T1, M1)
    assert box(match) == ("soviet", "placing")
    found = ends(match, "adhoc-4", "place")
    assert {"1821", "1921", "4019"} <= found, "with or next to a friend in supply, HQs among them"
    assert not {"4018", "4118", "3918"} & found, "never next to an enemy"
    assert "DON-DRAW-03" in refused(match, "place adhoc-4 4118")
    play(match, "place adhoc-4 4019")
    assert at(match, "adhoc-4") == "4019"


def test_a_script_that_draws_by_lot_what_is_not_in_the_cup_is_told_so() -> None:
    match = soviet({R1: "4018", "550-126": "4018", RECON: "4017"}, 6, lots=["adhoc-4"])
    with pytest.raises(Refusal, match=r"The script's lots give adhoc-4 .* possible: .*alarm-8") as refusal:
        assault(match, "4017", R1, "550-126")
    assert refusal.value.field == "chance.lots"


@pytest.mark.rule("DON-DRAW-02", "DON-CUP-02", "DON-CUP-06", "DON-CUP-07", "DON-DRAW-05", "DON-CUP-08")
def test_a_good_soviet_attack_brings_an_alarmgruppe_and_snafu_nothing() -> None:
    units = {R1: "4018", "550-126": "4018", RECON: "4017"}
    match = soviet(units, 6, lots=["alarm-8"])
    assault(match, "4017", R1, "550-126")
    assert box(match) == ("axis", "placing")
    snafu = soviet(units, 6, lots=["snafu-alarmgruppe-1"])
    assault(snafu, "4017", R1, "550-126")
    assert told(snafu, "DON-CUP-06")
    assert at(snafu, "snafu-alarmgruppe-1") == "cup"
    empty = {f"unit__alarm_{n}": "out" for n in range(1, 9)}
    nobody = soviet(units, 6, **empty)
    assault(nobody, "4017", R1, "550-126")
    assert not told(nobody, "DON-CUP-06")
    assert not told(nobody, "DON-CUP-05")


@pytest.mark.parametrize(("other", "said"), [(T2, "These units are equal: any of them will do."), (M1, "")])
def test_the_question_says_so_if_it_makes_no_difference_which_unit_loses_a_step(other: str, said: str) -> None:
    p: Any = begin({T1: "4018", other: "4018", HQ6: "4015"}).position.copy()
    units = sum(1 << p.board.unit[unit] for unit in (T1, other))
    p.call("losses", 0, units, 1)
    p.settle()
    assert p.box.name == "loss"
    assert p.box.help(p, p.top) == said
