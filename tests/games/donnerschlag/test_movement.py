"""Movement, rivers, roads, zones of control, stacking and overruns."""

import pytest

from mamayev.engine.refusal import Refusal
from mamayev.games.donnerschlag.printed.board import ours

from .operation import (
    CAV,
    HQ6,
    HQ23,
    M1,
    M2,
    R1,
    R2,
    RECON,
    ROM,
    SM,
    ST,
    T1,
    T2,
    at,
    begin,
    box,
    ends,
    go_on,
    offered,
    play,
    refused,
    to_move,
    told,
)

BOARD = ours()

SIXTH = {HQ6: "4112"}  # on the road Sharnutovski - Budarka


POCKET = {R1: "1812", R2: "1813", "827-302": "2016", "366-126": "1921", "550-126": "1923"}
"""Soviets that hold the crossings of the Myshkova and the dry passage east of it: who is north of it is cut off."""


BANKS = BOARD.on_rivers["Myshkova"]
"""The hexes on both banks of a river that bends."""


def distances(found: set[str], start: str) -> int:
    """The greatest distance among some hexes."""
    return max(BOARD.grid.distance(BOARD.hex[start], BOARD.hex[h]) for h in found)


@pytest.mark.rule("DON-MOVE-01", "DON-MOVE-02", "DON-MOVE-03", "DON-MOVE-05", "DON-MOVE-06", "DON-EZOC-02")
def test_units_move_one_by_one_as_far_as_their_points_go() -> None:
    match = to_move(begin(SIXTH | {T1: "4014", M1: "4015"}, cards="act1-1"), "act1-1")
    assert offered(match, "move") == {T1, M1, HQ6}
    assert distances(ends(match, T1), "4014") == 5
    assert distances(ends(match, M1), "4015") == 4
    assert "DON-MOVE-06" in refused(match, "move i-114-6p 4020")
    play(match, "move i-11-6p 4016")
    assert "DON-MOVE-02" in refused(match, "move i-11-6p 4017")
    assert "DON-MOVE-01" in refused(match, "move 823-302 4017")
    assert offered(match, "move") == {M1, HQ6}
    assert box(play(match, "done"))[1] != "move"


@pytest.mark.rule("DON-MOVE-04", "DON-FLOW-01", "DON-EZOC-03")
def test_a_second_activation_gives_a_fresh_allowance() -> None:
    match = to_move(begin(SIXTH | {T1: "4014"}, cards="act1-1 act1-2"), "act1-1")
    play(match, "move i-11-6p 4013")
    go_on(match, "activation-card")
    to_move(match, "act1-2")
    assert distances(ends(match, T1), "4013") == 5


@pytest.mark.rule("DON-RIVER-03", "DON-RIVER-04", "DON-EZOC-04")
def test_tanks_cross_rivers_by_bridges_alone() -> None:
    match = to_move(begin({HQ6: "2805", T1: "2802", T2: "2805"}, cards="act1-1"), "act1-1")
    assert "2704" in ends(match, T1), "round by the bridge 2705/2805"
    assert "DON-RIVER-03" in refused(match, f"move {T1} 2703")
    assert {"2705", "2603"} <= ends(match, T2)


@pytest.mark.rule("DON-RIVER-02")
def test_a_motorised_crossing_is_the_first_step_and_the_last() -> None:
    units = {HQ6: "2613", M1: "2514", M2: "2612"}
    match = to_move(begin(units, cards="act1-1"), "act1-1")
    assert {"2413", "2414"} <= ends(match, M1)
    assert "2313" not in ends(match, M1), "it stops on the far side, and the bridge is too far for it"
    assert "2413" not in ends(match, M2), "it does not begin at the river"
    play(match, f"move {M1} 2413")
    assert M1 not in offered(match, "move")
    any_bank = begin({HQ6: "2616", M1: "2514"}, cards="act1-1", options={"motorised_crossing": "any-bank"})
    to_move(any_bank, "act1-1")
    assert "2412" in ends(any_bank, M1), "along the bank to 2513, then across"
    assert "2412" not in ends(to_move(begin({HQ6: "2616", M1: "2514"}, cards="act1-1"), "act1-1"), M1)


@pytest.mark.rule("DON-RIVER-02", "DON-MOVE-02")
@pytest.mark.parametrize("reading", ["first-step", "any-bank"])
def test_nobody_moves_to_where_it_stands(reading: str) -> None:
    for start in (BOARD.grid.ids[h] for h in BOARD.grid.hexes(BANKS)):
        match = begin({HQ6: start, M1: start}, cards="act1-1", options={"motorised_crossing": reading})
        assert start not in ends(to_move(match, "act1-1"), M1), start


@pytest.mark.rule("DON-RIVER-01")
def test_infantry_and_cavalry_cross_rivers_as_if_they_were_not_there() -> None:
    units = {"gr-popescu-hq": "2610", CAV: "2513", R1: "0910"}
    match = to_move(begin(units, cards="act4-1"), "act4-1")
    assert {"2413", "2313", "2213"} <= ends(match, CAV)


@pytest.mark.rule("DON-RIVER-05", "DON-HQ-03", "DON-HQMOVE-01", "DON-HQMOVE-02")
def test_an_axis_hq_ends_its_move_on_a_road() -> None:
    match = to_move(begin({HQ6: "4112", T1: "4112"}, cards="act1-1"), "act1-1")
    found = ends(match, HQ6)
    assert {"4012", "4211", "4311"} <= found
    assert "4113" not in found
    assert "DON-HQ-03" in refused(match, f"move {HQ6} 4113")
    beyond = to_move(begin({HQ6: "4511"}, cards="act1-1"), "act1-1")
    assert "4410" in ends(beyond, HQ6), "it leaves the road on the way"


@pytest.mark.rule("DON-ROAD-01", "DON-ROAD-02", "DON-ROAD-03")
def test_the_road_bonus() -> None:
    match = to_move(begin({HQ6: "4307", RECON: "4607"}, cards="act1-1"), "act1-1")
    assert {"4106", "4006"} <= ends(match, RECON), "five points and the bonus hex along the railway"
    zone = to_move(begin({HQ6: "4307", RECON: "4607", R1: "4509"}, cards="act1-1"), "act1-1")
    assert "4006" in ends(zone, RECON)
    near = to_move(begin({HQ6: "4307", RECON: "4607", R1: "4608"}, cards="act1-1"), "act1-1")
    assert "4106" in ends(near, RECON)
    assert "4006" not in ends(near, RECON), "who leaves a zone has no bonus"
    bonus_in_zone = to_move(begin({HQ6: "4307", RECON: "4607", R1: "3906"}, cards="act1-1"), "act1-1")
    assert "4006" not in ends(bonus_in_zone, RECON), "the bonus hex must not lie in a zone"


@pytest.mark.rule("DON-OOS-01", "DON-CALC-02", "DON-SUP-06", "DON-ROAD-02")
def test_out_of_supply_halves_the_allowance_and_not_the_bonus() -> None:
    match = to_move(begin(POCKET | {HQ6: "1412", RECON: "1512"}, cards="act1-1"), "act1-1")
    assert len(told(match, "DON-SUP-06")) == 2, "the HQ is out of supply, too"
    found = ends(match, RECON)
    assert "1213" in found, "two points and the bonus hex along the road"
    beyond = {h for h in found if BOARD.grid.distance(BOARD.hex["1512"], BOARD.hex[h]) > 2}
    assert beyond <= {BOARD.grid.ids[h] for h in BOARD.grid.hexes(BOARD.road)}
    assert distances(found, "1512") == 3
    other = begin(POCKET | {HQ6: "1412", RECON: "1512"}, cards="act1-1", options={"bonus_out_of_supply": "no"})
    assert distances(ends(to_move(other, "act1-1"), RECON), "1512") == 2
    assert refused(other, f"move {RECON} 1213") == ("DON-ROAD-02",)
    supplied = begin({HQ6: "1412", RECON: "1512"}, cards="act1-1", options={"bonus_out_of_supply": "no"})
    assert "1010" in ends(to_move(supplied, "act1-1"), RECON)


@pytest.mark.rule("DON-ROAD-02")
def test_under_one_reading_the_road_must_cross_each_hexside() -> None:
    units = {HQ6: "3115", RECON: "3115"}
    by_hex = to_move(begin(units, cards="act1-1"), "act1-1")
    by_side = to_move(begin(units, cards="act1-1", options={"road_bonus": "hexside"}), "act1-1")
    assert {"3020", "2515"} <= ends(by_hex, RECON)
    assert ends(by_hex, RECON) - ends(by_side, RECON) == {"2515", "2516"}, "hexes side by side without a road between"


@pytest.mark.rule("DON-EZOC-01", "DON-EZOC-02", "DON-EZOC-03", "DON-ZOC-01", "DON-ZOC-04", "DON-ZOC-05", "DON-ZOC-06")
def test_a_zone_stops_and_is_left_at_the_start_of_a_move() -> None:
    match = to_move(begin({HQ6: "4014", M1: "4016", R1: "4018"}, cards="act1-1"), "act1-1")
    found = ends(match, M1)
    assert {"4017", "4118", "3919"} <= found, "a zone hex is entered, there it stops"
    assert match.decision is not None
    stops = {choice.space for choice in match.decision.choices(M1) if choice.stops}
    assert {"4017", "4118", "3919"} <= stops < found, "and only there it is marked so"
    assert not {"4019", "4020"} & found, "nobody goes on through a zone"
    within = to_move(begin({HQ6: "4014", M1: "4017", R1: "4018"}, cards="act1-1"), "act1-1")
    assert {"4118", "4016"} <= ends(within, M1), "from zone to zone as the first step"
    assert "4019" not in ends(within, M1)


@pytest.mark.rule("DON-ZOC-02", "DON-ZOC-03", "DON-EZOC-04", "DON-MAP-01")
def test_zones_cross_no_river_and_hqs_have_none() -> None:
    match = begin({R1: "2413", R2: "2411", "51st-army-hq": "2510", T1: "2612", HQ6: "2610"}, cards="act1-1")
    p = match.position
    zone = p.controlled(1)  # type: ignore[attr-defined]
    assert not zone & BOARD.grid.bit[BOARD.hex["2513"]]
    assert not zone & BOARD.grid.bit[BOARD.hex["2511"]], "not over the bridge 2411/2511 either"
    assert not zone & BOARD.grid.bit[BOARD.hex["2509"]]
    assert zone & BOARD.grid.bit[BOARD.hex["2313"]]


@pytest.mark.rule("DON-STACK-01", "DON-STACK-02", "DON-STACK-03", "DON-STACK-05", "DON-STACK-06", "DON-STACK-07")
def test_two_units_and_an_hq_fill_a_hex() -> None:
    units = {HQ6: "4211", HQ23: "4112", T1: "4012", T2: "4014", M1: "4014", RECON: "4013", ROM: "4013"}
    match = to_move(begin(units | {R1: "3715"}, cards="act1-1"), "act1-1")
    assert not {"4013", "4014"} & ends(match, T1)
    assert "DON-STACK-02" in refused(match, f"move {T1} 4014")
    assert "4015" in ends(match, T1), "it passes full hexes"
    assert "4112" not in ends(match, HQ6), "two HQs never share a hex"
    assert "DON-STACK-05" in refused(match, f"move {T1} 3715")
    play(match, f"move {T2} 4016")
    assert "4014" in ends(match, T1)
    assert at(match, ROM) == at(match, RECON), "Germans and Romanians share a hex"


@pytest.mark.rule("DON-STACK-04", "DON-ALARM-02", "DON-ALARM-03")
def test_alarmgruppen_fill_no_hex_and_do_not_move() -> None:
    units = {HQ6: "4112", T1: "4015", "alarm-1": "4016", "alarm-2": "4016", M1: "4016"}
    match = to_move(begin(units, cards="act1-1"), "act1-1")
    assert "4016" in ends(match, T1)
    assert "DON-MOVE-01" in refused(match, "move alarm-1 4017")


@pytest.mark.rule("DON-OVERRUN-01", "DON-OVERRUN-06", "DON-STACK-05", "DON-HQ-01")
def test_a_lone_soviet_hq_is_overrun_and_comes_back() -> None:
    units = {HQ6: "4014", T1: "4016", "51st-army-hq": "4018", R1: "3922"}
    match = to_move(begin(units, cards="act1-1"), "act1-1")
    assert "4018" in ends(match, T1)
    play(match, f"move {T1} 4018")
    assert at(match, "51st-army-hq") == "overrun"
    assert box(match) == ("axis", "move"), "it has points left and moves on"
    assert offered(match, "move") == {T1}
    assert distances(ends(match, T1), "4018") == 3
    far = begin({HQ6: "4014", R1: "4019", T1: "4012"}, cards="act12-1", active="soviet", overrun__51st_army_hq="4018")
    to_move(far, "act12-1", "colour 51a-red")
    play(far, f"move {R1} 4018")
    assert at(far, "51st-army-hq") == "4018"
    assert box(far) == ("soviet", "move"), "passing through is enough"


@pytest.mark.rule("DON-OVERRUN-01", "DON-RIVER-02")
@pytest.mark.parametrize("reading", ["first-step", "any-bank"])
def test_who_goes_on_after_an_overrun_is_past_its_first_step_at_a_river(reading: str) -> None:
    units = {HQ6: "2616", M1: "2515", "51st-army-hq": "2514"}
    match = to_move(begin(units, cards="act1-1", options={"motorised_crossing": reading}), "act1-1")
    play(match, f"move {M1} 2514")
    assert box(match) == ("axis", "move")
    found = ends(match, M1)
    assert "2513" in found, "it has points left"
    assert "2413" not in found, "across the river from there"


@pytest.mark.rule("DON-OVERRUN-01", "DON-ROAD-02", "DON-ROAD-03")
@pytest.mark.parametrize(("start", "hq", "beyond", "kept"), [
    ("4607", "4206", "4006", True), ("4607", "4106", "4006", True), ("4508", "4206", "4006", False),
])  # fmt: skip
def test_the_bonus_hex_is_left_after_an_overrun_to_who_kept_to_the_road(
    start: str, hq: str, beyond: str, kept: bool
) -> None:
    match = to_move(begin({HQ6: "4307", RECON: start, "51st-army-hq": hq}, cards="act1-1"), "act1-1")
    play(match, f"move {RECON} {hq}")
    assert (beyond in ends(match, RECON)) is kept


@pytest.mark.rule("DON-OVERRUN-01", "DON-ROAD-02")
def test_the_bonus_hex_may_be_that_of_a_lone_hq() -> None:
    match = to_move(begin({HQ6: "4307", RECON: "4607", "51st-army-hq": "4006"}, cards="act1-1"), "act1-1")
    play(match, f"move {RECON} 4006")
    assert at(match, "51st-army-hq") == "overrun"
    assert RECON not in offered(match, "move"), "its points are spent"


RING = {
    "823-302": "4017",
    "825-302": "4019",
    "827-302": "3918",
    "366-126": "3919",
    "550-126": "4118",
    "690-126": "4119",
}
"""Soviets all around 4018."""


@pytest.mark.rule("DON-MOVE-06", "DON-EZOC-01", "DON-EZOC-03", "DON-RIVER-02", "DON-RIVER-03", "DON-ROAD-03",
                  "DON-OVERRUN-01", "DON-STACK-05", "DON-OOS-01")  # fmt: skip
@pytest.mark.parametrize(("units", "move", "clauses"), [
    ({HQ6: "4112", M1: "4015"}, f"{M1} 4020", ("DON-MOVE-06",)),
    ({HQ6: "4112", T1: "4015"} | RING, f"{T1} 4022", ("DON-MOVE-06",)),
    ({HQ6: "4014", T1: "4016", R1: "4018"}, f"{T1} 4019", ("DON-EZOC-03",)),
    ({HQ6: "4014", M1: "4017", R1: "4018"}, f"{M1} 4019", ("DON-EZOC-03",)),
    ({HQ6: "4014", T1: "4016", R1: "4018"}, f"{T1} 4020", ("DON-EZOC-01",)),
    ({HQ6: "4014", T1: "4018"} | RING, f"{T1} 4020", ("DON-STACK-05",)),
    ({HQ6: "2613", M2: "2612"}, f"{M2} 2413", ("DON-RIVER-02",)),
    ({HQ6: "2805", T1: "2802"}, f"{T1} 2703", ("DON-RIVER-03",)),
    ({HQ6: "4307", RECON: "4607", R1: "4608"}, f"{RECON} 4006", ("DON-ROAD-03",)),
    ({HQ6: "4307", RECON: "4607", R1: "3906"}, f"{RECON} 4006", ("DON-ROAD-03",)),
    ({HQ6: "4307", RECON: "4607", "51st-army-hq": "4206"}, f"{RECON} 4006", ("DON-OVERRUN-01",)),
    (POCKET | {HQ6: "1412", RECON: "1512"}, f"{RECON} 1214", ("DON-MOVE-06", "DON-OOS-01")),
])  # fmt: skip
def test_a_refused_move_names_the_one_thing_that_bars_it(
    units: dict[str, str], move: str, clauses: tuple[str, ...]
) -> None:
    assert refused(to_move(begin(units, cards="act1-1"), "act1-1"), f"move {move}") == clauses


@pytest.mark.rule("DON-OVERRUN-01", "DON-UNIT-06")
def test_hqs_overrun_nobody_and_units_protect_theirs() -> None:
    units = {HQ6: "4112", T1: "4015", "51st-army-hq": "4211", "2nd-guards-army-hq": "4017", R1: "4017"}
    match = to_move(begin(units, cards="act1-1"), "act1-1")
    assert "4211" not in ends(match, HQ6)
    assert "4017" not in ends(match, T1)


@pytest.mark.rule("DON-OVERRUN-02", "DON-OVERRUN-05", "DON-SCHWER-02")
def test_an_overrun_axis_hq_goes_to_the_nearest_unit_on_a_road() -> None:
    units = {HQ6: "4112", T1: "4311", M1: "3814", RECON: "4113", R1: "4115"}
    match = begin(units, cards="act12-1", active="soviet", schwerpunkt=HQ6)
    to_move(match, "act12-1", "colour 51a-red")
    assert "4112" not in ends(match, R1), "the zone of 6/6P"
    match = begin(units | {RECON: "out"}, cards="act12-1", active="soviet", schwerpunkt=HQ6)
    to_move(match, "act12-1", "colour 51a-red")
    play(match, f"move {R1} 4112")
    assert at(match, HQ6) == "4311"
    assert match.facts()["schwerpunkt"] == HQ6


@pytest.mark.rule("DON-MOVE-02")
def test_a_unit_finishes_its_move_before_another_begins() -> None:
    units = {HQ6: "4112", T1: "4311", ST: "4114", SM: "4116"}
    match = begin(units, cards="act12-1", active="soviet")
    to_move(match, "act12-1", "formation 13tc")
    play(match, f"move {ST} 4112")
    assert box(match)[1] == "move"
    bars = {
        f"move {SM} 4117": "13/13T must finish its move first.",
        f"move {ST} 4122": "4122 costs 10 movement points; 13/13T has 3.",
    }
    for action, text in bars.items():
        with pytest.raises(Refusal) as refusal:
            match.play(action)
        assert refusal.value.text == text


@pytest.mark.rule("DON-OVERRUN-02")
def test_between_equally_near_units_the_owner_picks() -> None:
    units = {HQ6: "4112", T1: "4311", M1: "3913", R1: "4115"}
    match = begin(units, cards="act12-1", active="soviet")
    to_move(match, "act12-1", "colour 51a-red")
    play(match, f"move {R1} 4112")
    assert box(match) == ("axis", "redeploying")
    assert ends(match, HQ6, "redeploy") == {"4311", "3913"}
    assert "DON-OVERRUN-02" in refused(match, f"redeploy {HQ6} 4012")


@pytest.mark.rule("DON-OVERRUN-03", "DON-OVERRUN-04")
def test_without_a_unit_on_a_road_it_goes_to_a_road_in_range_and_without_units_it_is_gone() -> None:
    match = begin({HQ6: "4112", T1: "4309", R1: "4115"}, cards="act12-1", active="soviet")
    to_move(match, "act12-1", "colour 51a-red")
    play(match, f"move {R1} 4112")
    found = ends(match, HQ6, "redeploy")
    assert {"4012", "4211", "3814"} <= found
    assert max(BOARD.grid.distance(BOARD.hex["4112"], BOARD.hex[h]) for h in found) <= 4
    gone = begin({HQ6: "4112", R1: "4115"}, cards="act12-1", active="soviet")
    to_move(gone, "act12-1", "colour 51a-red")
    play(gone, f"move {R1} 4112")
    assert at(gone, HQ6) == "lost"


@pytest.mark.rule("DON-OOS-04", "DON-SUP-08", "DON-SUP-07")
def test_a_marker_is_taken_off_as_soon_as_a_line_is_open_and_gives_no_points_back() -> None:
    match = to_move(begin(POCKET | {HQ6: "1412", RECON: "1512", M1: "1513"}, cards="act1-1"), "act1-1")
    assert match.facts()["supply.6-6p"] is False
    match = begin({HQ6: "4014", T1: "4016"}, cards="act1-1", supply__i_11_6p=0)
    assert match.facts()["supply.i-11-6p"] is False
    to_move(match, "act1-1")
    assert match.facts()["supply.i-11-6p"] is True, "it traces a line at the next check"
