"""Retreats: the ordered conditions, stacks and groups, rivers, lone HQs, units without a way."""

import random
from typing import Any

import pytest

from mamayev.engine.position import Frame
from mamayev.engine.refusal import Refusal
from mamayev.games.donnerschlag.printed.board import ours
from mamayev.games.donnerschlag.rules import retreat
from mamayev.games.donnerschlag.rules.position import Operation
from mamayev.testing.battery import CLASHES, play_crowd
from mamayev.testing.play import Case, Crowds

from .operation import (
    HQ6,
    M1,
    M2,
    R1,
    R2,
    RECON,
    SM,
    ST,
    T1,
    T2,
    assault,
    at,
    begin,
    box,
    ends,
    go_on,
    last_roll,
    offered,
    play,
    refused,
    steps,
    to_fight,
    told,
)

BOARD = ours()

HOME = {HQ6: "4015"}


def driven(
    units: dict[str, str], *dice: int, attackers: tuple[str, ...] = (T1, T2), target: str = "4018", **more: Any
) -> Any:
    """The Axis attacks a hex with the 6th Panzer Division, up to the first question about the result."""
    cards = "act1-1 " + more.pop("cards", "")
    match = to_fight(begin(HOME | units, dice, cards=cards, **more), "act1-1")
    return assault(match, target, *attackers)


STRONG = {T1: "4017", T2: "4017"}  # 6 against 2 is 3-1, a tank shifts to 4-1: a 2 is DR


@pytest.mark.rule("DON-RETREAT-01", "DON-RETREAT-02", "DON-RETREAT-04", "DON-RETREAT-07", "DON-RETREAT-09")
def test_a_unit_retreats_one_hex_nearer_to_an_edge_and_out_of_zones() -> None:
    match = driven(STRONG | {R1: "4018"}, 2)
    assert box(match) == ("soviet", "retreat")
    assert ends(match, R1, "retreat") == {"3919", "4019"}, "nearer to the north or to the east edge, no zone"
    assert "DON-RETREAT-12" in refused(match, f"retreat {R1} 4119")
    play(match, f"retreat {R1} 3919")
    assert at(match, R1) == "3919"


@pytest.mark.rule("DON-RETREAT-08", "DON-RETREAT-10", "DON-RETREAT-11", "DON-RETREAT-12", "DON-RETREAT-15")
def test_nearer_and_full_comes_before_farther_and_free() -> None:
    # 3919 and 4019 are full; 4119 has room and is no nearer.
    full = {"366-126": "3919", "550-126": "3919", "690-126": "4019", "503-91": "4019"}
    match = driven(STRONG | {R1: "4018"} | full, 2)
    assert ends(match, R1, "retreat") == {"3919", "4019"}
    play(match, f"retreat {R1} 4019")
    assert box(match) == ("soviet", "retreat"), "it goes on from a full hex"
    assert ends(match, R1, "retreat") == {"3920", "4020"}
    play(match, f"retreat {R1} 3920")
    assert at(match, R1) == "3920"
    assert steps(match, R1) == 2


@pytest.mark.rule("DON-RETREAT-08", "DON-RETREAT-14", "DON-STACK-01")
def test_into_a_zone_only_without_another_hex_and_at_a_step() -> None:
    ring = {"18-18r": "3918", "90-18r": "4020", "92-18r": "4218"}
    match = driven(STRONG | {R1: "4018"} | ring, 2)
    assert ends(match, R1, "retreat") == {"3919", "4019"}
    play(match, f"retreat {R1} 4019")
    assert steps(match, R1) == 1, "a lone unit is a group of one"


@pytest.mark.rule("DON-RETREAT-03", "DON-RETREAT-05", "DON-RETREAT-14")
def test_a_stack_may_split_and_each_group_pays_for_its_zone() -> None:
    ring = {"18-18r": "3918", "90-18r": "4020", "92-18r": "4218"}
    strong = {T1: "4017", T2: "4017", M1: "4118", M2: "4118"}
    together = driven(strong | {R1: "4018", R2: "4018"} | ring, 2, attackers=(T1, T2, M1, M2))
    assert offered(together, "retreat") == {R1, R2}
    play(together, f"retreat {R1} 4019", f"retreat {R2} 4019")
    assert box(together) == ("soviet", "loss"), "one step for the pair"
    play(together, f"lose {R2}")
    assert (steps(together, R1), steps(together, R2)) == (2, 1)
    apart = driven(strong | {R1: "4018", R2: "4018"} | ring, 2, attackers=(T1, T2, M1, M2))
    play(apart, f"retreat {R1} 4019", f"retreat {R2} 3919")
    assert (steps(apart, R1), steps(apart, R2)) == (1, 1)


@pytest.mark.rule("DON-RETREAT-13", "DON-RETREAT-18", "DON-ADV-05")
def test_who_has_no_hex_is_eliminated_and_the_hex_is_vacated() -> None:
    ring = {"18-18r": "3918", "90-18r": "3919", "92-18r": "4019", "1-2r": "4119", "26-2r": "4118"}
    match = driven(STRONG | {R1: "4018"} | ring, 2)
    assert at(match, R1) == "lost"
    assert told(match, "DON-RETREAT-18")
    assert box(match) == ("axis", "advance")


@pytest.mark.rule("DON-ADV-05", "DON-FLOW-02")
def test_a_last_step_lost_on_the_way_out_also_opens_the_hex() -> None:
    ring = {"18-18r": "3918", "90-18r": "4020", "92-18r": "4218"}
    match = driven({T1: "4017", "213-61c": "4018"} | ring, 2, attackers=(T1,))
    play(match, "retreat 213-61c 4019")
    assert at(match, "213-61c") == "lost"
    assert box(match) == ("axis", "advance")


@pytest.mark.rule("DON-RETREAT-16", "DON-RETREAT-17")
def test_rivers_in_retreat() -> None:
    units = {HQ6: "2610", T1: "2312", T2: "2312", M1: "2313"}
    infantry = driven(units | {R1: "2412"}, 2, attackers=(T1, T2), target="2412")
    assert ends(infantry, R1, "retreat"), "it may cross the Aksai as its first hex"
    tank = driven(units | {"254-tk": "2412", "18-18r": "2411", "90-18r": "2413"}, 2, attackers=(T1, T2), target="2412")
    assert at(tank, "254-tk") == "lost", "south of it there is water alone, which tanks do not cross"
    watched = {"18-18r": "2411", "90-18r": "2413", "92-18r": "2612", "1-2r": "2613", "26-2r": "2611"}
    barred = driven(units | {R1: "2412"} | watched, 2, attackers=(T1, T2), target="2412")
    assert at(barred, R1) == "lost", "no river is crossed into a zone"


@pytest.mark.rule("DON-RETREAT-19", "DON-RETREAT-20")
def test_a_lone_hq_is_not_overrun_in_retreat() -> None:
    ring = {"18-18r": "3918", "92-18r": "4119"}
    units = STRONG | {R1: "4018", "23p-hq": "4019"} | ring
    match = driven(units, 2)
    assert ends(match, R1, "retreat") == {"3919"}, "3919 is in the zone of 3918, and beside 4019 and the unit"
    stays = driven(units | {"90-18r": "3919"}, 2)
    assert at(stays, R1) == "4018"
    assert told(stays, "DON-RETREAT-20")
    assert box(stays)[1] != "advance"


@pytest.mark.rule("DON-RETREAT-19", "DON-RETREAT-20")
def test_under_one_reading_a_lone_hq_closes_its_hex_and_no_more() -> None:
    """The next best hex is beside the HQ as well; it is not; none is open beside it."""
    units = STRONG | {R1: "4018", "23p-hq": "4019", "18-18r": "3918"}
    deflected = driven(units, 2)
    assert ends(deflected, R1, "retreat") == {"4119"}
    far = STRONG | {R1: "4018", "23p-hq": "3919", "90-18r": "4020"}
    for reading, found in (("deflects", {"3918", "4019"}), ("closes", {"4119"})):
        assert ends(driven(far, 2, options={"lone_hq_in_retreat": reading}), R1, "retreat") == found
    barred = units | {"92-18r": "4119", "90-18r": "3919"}
    assert at(driven(barred, 2), R1) == "4018"
    closed = driven(barred, 2, options={"lone_hq_in_retreat": "closes"})
    assert ends(closed, R1, "retreat") == {"4118"}, "in a zone, farther from home, but open"


@pytest.mark.rule("DON-RETREAT-01", "DON-RETREAT-08", "DON-RETREAT-09", "DON-RETREAT-10", "DON-RETREAT-13")
@pytest.mark.parametrize(("more", "hex_", "clause"), [
    ({}, "4020", "DON-RETREAT-01"),
    ({}, "4017", "DON-RETREAT-13"),
    ({}, "4119", "DON-RETREAT-09"),
    ({"90-18r": "4020"}, "4019", "DON-RETREAT-08"),
    ({"366-126": "4019", "550-126": "4019"}, "4019", "DON-RETREAT-10"),
    ({"23p-hq": "4019"}, "4019", "DON-RETREAT-19"),
])  # fmt: skip
def test_a_refused_retreat_names_the_one_thing_that_bars_it(more: dict[str, str], hex_: str, clause: str) -> None:
    assert refused(driven(STRONG | {R1: "4018"} | more, 2), f"retreat {R1} {hex_}")[0] == clause


@pytest.mark.rule("DON-RETREAT-15", "DON-RETREAT-16", "DON-RETREAT-17")
def test_a_refused_retreat_names_river_and_hex_that_was_left() -> None:
    units = {HQ6: "2610", T1: "2312", T2: "2312", M1: "2313"}
    watched = driven(units | {R1: "2412", "18-18r": "2612"}, 2, attackers=(T1, T2), target="2412")
    assert "2512" in {BOARD.grid.ids[h] for h in BOARD.grid.neighbours[BOARD.hex["2412"]]}
    assert refused(watched, f"retreat {R1} 2512")[0] == "DON-RETREAT-17"
    tank = driven(units | {"254-tk": "2412"}, 2, attackers=(T1, T2), target="2412")
    assert refused(tank, "retreat 254-tk 2512")[0] == "DON-RETREAT-16"
    full = {"366-126": "3919", "550-126": "3919", "690-126": "4019", "503-91": "4019"}
    on = play(driven(STRONG | {R1: "4018"} | full, 2), f"retreat {R1} 4019")
    assert refused(on, f"retreat {R1} 4018")[0] == "DON-RETREAT-15"


POCKET = {HQ6: "4015", "36-4m": "4117", "59-4m": "4118", "60-4m": "4317", "55-4m": "4218"}
"""Tanks and motorised brigades around 4217; to the west 4216 is open, to the south 4318."""


def struck(units: dict[str, str], die: int, **more: Any) -> Any:
    """The 4th Mechanized Corps attacks 4217 from four hexes, up to the retreat."""
    match = begin(POCKET | units, [die], cards="act12-1", active="soviet", **more)
    to_fight(match, "act12-1", "formation 4mc")
    return assault(match, "4217", "36-4m", "59-4m", "60-4m", "55-4m")


@pytest.mark.rule("DON-RETREAT-03", "DON-RETREAT-20")
def test_whether_a_retreat_is_ignored_is_asked_anew_for_each_unit() -> None:
    """The first takes the last room; then the best hex of the second holds a lone HQ, and no hex beside it is open."""
    units = {"18-18r": "4217", "90-18r": "4217", "92-18r": "4216", "51st-army-hq": "4318"}
    match = struck(units, 2)
    assert last_roll(match)["result"] == "DR"
    assert offered(match, "retreat") == {"18-18r", "90-18r"}
    play(match, "retreat 18-18r 4216")
    assert at(match, "90-18r") == "4217"
    assert told(match, "DON-RETREAT-20") == ["90/18R stays: a lone HQ bars its way."]
    go_on(match, "activation-card", "over")


@pytest.mark.rule("DON-RETREAT-20")
def test_a_script_may_begin_with_a_retreat() -> None:
    match = begin(POCKET | {"18-18r": "4217"}, [], retreat="4217")
    assert box(match) == ("axis", "retreat")
    assert ends(match, "18-18r", "retreat") == {"4216", "4318"}


@pytest.mark.parametrize(
    ("hex_", "sentence"),
    [("4216", "4216 has no combat units to retreat."), ("0000", "“retreat” cannot become '0000'")],
)
def test_a_retreat_needs_units_beside_an_enemy(hex_: str, sentence: str) -> None:
    with pytest.raises(Refusal, match=sentence):
        begin(POCKET | {"18-18r": "4217"}, [], retreat=hex_)


@pytest.mark.skipif(not str(retreat.__file__).endswith(".py"), reason="compiled code calls `settle` past its module")
@pytest.mark.rule("DON-RETREAT-20")
def test_crowds_would_find_a_retreat_that_is_not_asked_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    """As many as the battery plays for three cases."""
    settle, judged = retreat.settle, list[Frame]()

    def once(p: Operation, retreats: Frame, units: list[int]) -> None:
        if not any(one is retreats for one in judged):
            judged.append(retreats)
            settle(p, retreats, units)

    monkeypatch.setattr(retreat, "settle", once)
    with pytest.raises(AssertionError, match="no answer is legal"):
        play_clashes(3 * CLASHES)


def play_clashes(crowds: int) -> None:
    table = Crowds(Case.of("donnerschlag 2022").table)
    for seed in range(crowds):
        rng = random.Random(seed)
        for p, changes in table.clashes(rng):
            play_crowd(p, changes, rng, clash=True)


@pytest.mark.rule("DON-RETREAT-18", "DON-RETREAT-20")
@pytest.mark.parametrize(("reading", "place"), [("eliminated", "lost"), ("back", "4217")])
def test_a_lone_hq_on_the_way_on_from_a_full_hex(reading: str, place: str) -> None:
    full = {"90-18r": "4216", "92-18r": "4216", "823-302": "4116", "825-302": "4316", "827-302": "4318"}
    units = full | {"18-18r": "4217", "51st-army-hq": "4215"}
    match = struck(units, 2, options={"barred_on_the_way": reading})
    play(match, "retreat 18-18r 4216")
    assert at(match, "18-18r") == place
    assert at(match, "51st-army-hq") == "4215"
    assert (box(match)[1] == "advance") is (place == "lost"), "it has left its hex or it has not"
    if place == "4217":
        assert steps(match, "18-18r") == 1, "the zone that it is not in costs nothing"


@pytest.mark.rule("DON-RETREAT-06", "DON-HQMOVE-03", "DON-HQ-04")
def test_an_hq_may_go_along() -> None:
    match = driven(STRONG | {R1: "4018", "51st-army-hq": "4018"}, 2)
    play(match, f"retreat {R1} 4019")
    assert box(match) == ("soviet", "follow")
    assert ends(match, "51st-army-hq", "follow") == {"4019"}
    play(match, "follow 51st-army-hq 4019")
    assert at(match, "51st-army-hq") == "4019"
    axis = begin(
        {HQ6: "4017", RECON: "4017", M1: "4017", SM: "4018", ST: "4018"}, [4], cards="act12-1", active="soviet"
    )
    to_fight(axis, "act12-1", "formation 13tc")
    assault(axis, "4017", SM, ST)
    go_on(axis, "follow")
    goals = ends(axis, HQ6, "follow")
    assert goals, "also to a hex without a road"
    play(axis, f"follow {HQ6} {sorted(goals)[0]}")
    assert at(axis, HQ6) == sorted(goals)[0]


@pytest.mark.rule("DON-CRT-03", "DON-RETREAT-05")
def test_only_units_that_attacked_retreat_with_the_attackers() -> None:
    match = driven({T1: "4017", M1: "4017", SM: "4018", "254-tk": "4018"}, 2, attackers=(T1,))
    assert told(match, "DON-RATIO-05"), "3 to 5: the attackers lose a step and retreat"
    assert steps(match, T1) == 1
    assert box(match) == ("axis", "retreat")
    assert offered(match, "retreat") == {T1}, "its stack mate stays"
    assert ends(match, T1, "retreat") <= {"4016", "4117"}


@pytest.mark.rule("DON-ALARM-03", "DON-RETREAT-02")
def test_alarmgruppen_retreat_or_under_one_reading_are_lost() -> None:
    units = {HQ6: "4211", "alarm-1": "4017", R1: "4018", R2: "4118"}
    for reading, place in (("yes", "4016"), ("no", "cup")):
        match = begin(units, [5], cards="act12-1", active="soviet", options={"alarmgruppe_retreats": reading})
        to_fight(match, "act12-1", "colour 51a-red")
        assault(match, "4017", R1)
        if box(match)[1] == "retreat":
            play(match, "retreat alarm-1 4016")
        assert at(match, "alarm-1") == place
