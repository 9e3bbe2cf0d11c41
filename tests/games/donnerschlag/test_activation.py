"""Activation cards, command range, the order of activations, the check of supply."""

import pytest

from mamayev.engine.refusal import Refusal
from mamayev.match.match import Match

from .operation import (
    CAV,
    HQ6,
    HQ23,
    M1,
    M2,
    R1,
    R2,
    R3,
    RECON,
    ROM,
    SM,
    ST,
    T1,
    T2,
    activate,
    active,
    begin,
    box,
    go_on,
    offered,
    play,
    refused,
    to_move,
    told,
    verbs,
)


def reason(match: Match, action: str) -> str:
    """Why an action is refused."""
    with pytest.raises(Refusal) as refusal:
        match.play(action)
    return refusal.value.text


@pytest.mark.rule(
    "DON-AXACT-01", "DON-AXACT-03", "DON-RANGE-01", "DON-RANGE-03", "DON-RANGE-05", "DON-CMD-01", "DON-CMD-02",
    "DON-HQ-02", "DON-ACARD-01", "DON-ACTION-02",
)  # fmt: skip
def test_the_command_example() -> None:
    """The book's example: in range, out of range, another formation, an enemy between."""
    units = {HQ6: "4014", RECON: "4018", T2: "4016", M1: "4014", "ii-4-6p": "4019", "i-128-23p": "4015", HQ23: "4112"}
    match = activate(begin(units | {"6-2gm": "4017"}, cards="act1-1"), "act1-1")
    assert active(match) == {HQ6, RECON, T2, M1}
    assert match.facts()["card.act1-1"] == "discard"


@pytest.mark.rule("DON-AXACT-05", "DON-AXACT-06", "DON-RANGE-02", "DON-SCHWER-02", "DON-CMD-03")
def test_the_schwerpunkt_activates_all_in_reach_and_in_command() -> None:
    units = {HQ6: "4014", T1: "4016", "i-128-23p": "4017", "ii-128-23p": "4018", HQ23: "4013", CAV: "4012"}
    match = activate(begin(units, turn=5, cards="act7-1", schwerpunkt=HQ6), "act7-1")
    assert active(match) == {T1, "i-128-23p"}, "in range of its own HQ, too; no HQ moves"
    nobody = begin(units, turn=5, cards="act7-1")
    activate(nobody, "act7-1")
    assert active(nobody) == set(), "without the marker the card is played in vain"


@pytest.mark.rule("DON-AXACT-02", "DON-AXACT-04", "DON-FLOW-06", "DON-FLOW-07", "DON-UNIT-02")
def test_any_formation_and_the_romanian_corps_together() -> None:
    units = {HQ6: "4014", T1: "4016", "vi-corps-hq": "4112", ROM: "4113", "vii-corps-hq": "4211", "5-4r": "4212"}
    match = activate(begin(units, cards="act5-1"), "act5-1")
    assert box(match) == ("axis", "whom")
    assert offered(match, "formation") == {"6p", "rom"}
    assert "DON-AXACT-02" in refused(match, "formation 23p")
    assert refused(match, "formation vi") == ("DON-AXACT-04",), "only with the other"
    assert "The HQ of the 23rd Panzer Division is not on the map" in reason(match, "formation 23p")
    assert "is not yours" in reason(match, "formation 13tc")
    play(match, "formation rom")
    assert active(match) == {"vi-corps-hq", ROM, "vii-corps-hq", "5-4r"}
    card = activate(begin(units, cards="act3-1"), "act3-1")
    assert active(card) == {"vi-corps-hq", ROM, "vii-corps-hq", "5-4r"}
    empty = activate(begin({T1: "4016"}, cards="act1-1"), "act1-1")
    assert active(empty) == set(), "the HQ is not on the map"


@pytest.mark.rule("DON-SOVACT-01", "DON-RANGE-06", "DON-UNIT-03")
def test_a_colour_card_activates_a_colour_of_one_army() -> None:
    units = {R1: "4018", "550-126": "1010", R2: "4019", "70g-24g-1g": "4020"}
    match = activate(begin(units, cards="act8-1", active="soviet"), "act8-1")
    assert active(match) == {R1, "550-126"}, "red of the 51st Army, however far, not that of the 2nd Guards"


@pytest.mark.rule("DON-SOVACT-02", "DON-FLOW-07")
def test_one_colour_of_one_army_or_one_formation() -> None:
    units = {SM: "4018", ST: "1010", R3: "4019", "4-2gm": "4020", "naval-154": "4021"}
    match = activate(begin(units, cards="act12-1", active="soviet"), "act12-1")
    assert offered(match, "formation") == {"13tc", "2gmc"}
    assert offered(match, "colour") == {"51a-blue", "51a-yellow", "2ga-yellow"}
    assert "DON-SOVACT-03" in refused(match, "headquarters 51st-army-hq")
    for formation, why in (
        ("51a", "is an army: choose one of its colors, a corps, or its HQ"),
        ("7tc", "No unit of the 7th Tank Corps is on the map"),
        ("6p", "is not yours"),
        ("rom", "is not yours"),
    ):
        assert why in reason(match, f"formation {formation}")
    assert refused(match, "colour 2ga-red") == ("DON-SOVACT-01",), "no unit of it is on the map"
    play(match, "formation 13tc")
    assert active(match) == {SM, ST}


@pytest.mark.rule("DON-SOVACT-03", "DON-HQ-04", "DON-AXACT-07")
def test_one_hq_activates_all_in_its_range() -> None:
    units = {"51st-army-hq": "4018", R1: "4018", "4-2gm": "4022", "adhoc-1": "4013", ST: "4012"}
    match = activate(begin(units, cards="act13-1", active="soviet"), "act13-1")
    assert offered(match, "headquarters") == {"51st-army-hq"}, "that on the map"
    assert offered(match, "formation") == {"2gmc", "13tc"}
    play(match, "headquarters 51st-army-hq")
    assert active(match) == {R1, "4-2gm", "adhoc-1"}, "of any colour, formation or army; the HQ itself does not move"


@pytest.mark.rule("DON-CMD-02", "DON-SUP-01", "DON-RANGE-04")
def test_units_may_be_left_out_and_are_not_checked() -> None:
    match = begin({HQ6: "4014", T1: "4016", M1: "4016"}, cards="act1-1", supply__i_11_6p=0)
    activate(match, "act1-1")
    play(match, f"leave {T1}", "begin")
    assert active(match) == {HQ6, M1}
    assert match.facts()["supply.i-11-6p"] is False, "only activated units are checked"
    go_on(match, "move")
    assert "DON-MOVE-01" in refused(match, f"move {T1} 4017")


@pytest.mark.rule("DON-CMD-02", "DON-SUP-01", "DON-SUP-06")
def test_who_is_left_out_matters_only_where_the_check_of_supply_would_mark_somebody() -> None:
    met = activate(begin({HQ6: "4014", T1: "4016", M1: "4016"}, cards="act1-1"), "act1-1").decision
    assert met is not None
    assert met.idle, "all trace a line: leaving one out spares him nothing"
    ring = {R1: "3918", R2: "4118", R3: "4015"}
    cut = activate(begin({HQ6: "4214", T1: "4017"} | ring, cards="act1-1"), "act1-1").decision
    assert cut is not None
    assert not cut.idle
    left = {one["piece"]: one for one in map(cut.action_data, cut.codes) if one["verb"] == "leave"}
    assert left[T1]["note"] == "would be out of supply"
    assert {unit for unit, one in left.items() if "vain" in one} == {HQ6}


@pytest.mark.rule("DON-ACTION-01", "DON-ACTION-03", "DON-ACTION-04", "DON-ACTION-05", "DON-ACARD-04", "DON-SEQ-04")
def test_activations_alternate_and_the_longer_hand_goes_on_alone() -> None:
    match = begin({HQ6: "4014", R1: "1010"}, cards="act1-1 act1-2 act8-1 act8-2 act9-1 act9-2")
    seats = []
    for _ in range(6):
        go_on(match, "activation-card")
        seats.append(box(match)[0][0])
        match.play(str(next(iter(match.decision.actions))))  # type: ignore[union-attr]
    assert "".join(seats) == "asasss"
    go_on(match, "exchange", "stow", "arrive", "calling")
    assert match.position.turn == 4  # type: ignore[attr-defined]


@pytest.mark.rule("DON-ACTION-03", "DON-CARDWIN-06")
def test_the_steps_of_an_activation_and_its_windows() -> None:
    match = begin({HQ6: "4014", T1: "4017", R1: "4018"}, cards="act1-1")
    asked = []
    while box(match)[1] not in ("give-up", "activation-card") or "activation-card" not in asked:
        asked.append(box(match)[1])
        now = match.decision
        assert now is not None
        choice = {"window": "pass", "muster": "begin", "move": "done", "declare": "cease"}.get(now.box)
        match.play(choice or str(next(iter(now.actions))))
        if match.over or match.position.turn > 3:  # type: ignore[attr-defined]
            break
    assert asked[:12] == [
        "window", "window", "activation-card", "muster", "window", "window", "move", "window", "window", "declare",
        "window", "window",
    ]  # fmt: skip


@pytest.mark.rule("DON-CARDWIN-06")
def test_who_waits_is_not_asked_until_his_next_activation() -> None:
    match = begin({HQ6: "4014", R1: "1010"}, cards="act1-1 act8-1 act1-2")
    play(match, "pass", "wait")
    assert box(match) == ("axis", "activation-card")
    play(match, "activate act1-1", "begin", "pass")
    assert box(match) == ("axis", "move"), "the Soviet player waits"
    play(match, "done", "pass", "pass")
    assert box(match) == ("soviet", "window"), "his own activation begins"
    assert "wait" in verbs(match)


@pytest.mark.rule("DON-SUP-01", "DON-SUP-02", "DON-SUP-03", "DON-SUP-04", "DON-SUP-06", "DON-MAP-02")
def test_supply_is_traced_around_zones_and_through_friends() -> None:
    # The six hexes around 4017 lie in Soviet zones, or hold Soviets.
    units = {HQ6: "4214", T1: "4017", R1: "3918", R2: "4118", R3: "4015"}
    match = to_move(begin(units, cards="act1-1"), "act1-1")
    assert match.facts()["supply.i-11-6p"] is False
    assert match.facts()["supply.6p-hq"] is True
    opened = to_move(begin(units | {M1: "4016", M2: "4116"}, cards="act1-1"), "act1-1")
    assert opened.facts()["supply.i-11-6p"] is True, "friends open hexes in zones"
    assert told(match, "DON-SUP-06")


@pytest.mark.rule("DON-SUP-08")
def test_a_marker_goes_in_the_enemys_turn_too() -> None:
    units = {HQ6: "4214", T1: "4017", R1: "3918", R2: "4118", R3: "4015"}
    match = to_move(begin(units, cards="act1-1 act9-1"), "act1-1")
    play(match, "done")
    to_move(match, "act9-1")
    play(match, f"move {R2} 4219")
    assert match.facts()["supply.i-11-6p"] is True
