"""Isolation, replacements, reinforcements."""

from typing import Any

import pytest

from mamayev.games.barbarossa.printed.board import RUSSIAN, ours
from mamayev.games.barbarossa.rules.isolation import isolated, lines
from mamayev.games.barbarossa.rules.odds import attack
from mamayev.match.match import Match

from .campaign import (
    A3,
    A4,
    A7,
    A9,
    A12,
    CAV,
    IN,
    IN2,
    PZ,
    PZ2,
    SHOCK,
    at,
    begin,
    box,
    ends,
    go_on,
    offered,
    play,
    refused,
    told,
    verbs,
)

BOARD = ours()

RING = {A4: "F32", A7: "F37", A9: "D35", A12: "H35"}
"""Russian units whose zones and hexes close a ring two hexes away from F34 and F35."""
CLOSED_RING = RING | {A3: "D33", CAV: "H33", SHOCK: "D37", "ru-army-5": "H37"}


def cut_off(match: Match, side: int) -> set[str]:
    """The units of a side that no line leads from."""
    p: Any = match.position
    found = isolated(p, side)
    return {unit for unit, u in BOARD.unit.items() if found >> u & 1}


@pytest.mark.rule("BAR-ISO-01", "BAR-ISO-02", "BAR-ISO-04", "BAR-MAP-09")
def test_russian_lines_of_any_length_lead_to_the_east_edge() -> None:
    match = begin({A4: "C20", A3: "K42", IN: "F35"})
    assert cut_off(match, RUSSIAN) == set()
    p: Any = match.position
    assert lines(p, RUSSIAN).hexes & BOARD.grid.bit[BOARD.hex["C20"]]
    ring = {IN: "E16", IN2: "G17", PZ: "E14", PZ2: "C16"}
    surrounded = begin({A4: "E15"} | ring | {"ge-in-x": "C14", "ge-in-xxvi": "F12"}, russian=True)
    assert A4 in cut_off(surrounded, RUSSIAN)


@pytest.mark.rule("BAR-ISO-03", "BAR-ISO-04")
def test_axis_lines_lead_to_any_of_three_capitals_that_the_axis_controls() -> None:
    units = {IN: "F35", "fi-in-ii": "F10"}
    assert cut_off(begin(units), 0) == set()
    lost = {"city__Warsaw": "russian", "city__Bucharest": "russian"}
    assert cut_off(begin(units, **lost), 0) == set(), "Helsinki serves all"
    assert cut_off(begin(units, **lost, city__Helsinki="russian"), 0) == {IN, "fi-in-ii", "ge-in-liii"}
    besieged = begin({IN: "Y3", PZ: "F35", A4: "W3"}, **{k: v for k, v in lost.items() if "Bucharest" in k})
    p: Any = besieged.position
    assert p.zones.controlled[1]


@pytest.mark.rule("BAR-ISO-05", "BAR-ZOC-07")
def test_a_friend_in_a_hex_opens_it_for_lines_under_one_reading_alone() -> None:
    units = {IN: "C10", "fi-in-ii": "F11", A4: "F12"}
    lost = {"city__Warsaw": "russian", "city__Bucharest": "russian"}
    blocked, open_ = (begin(units, options={"supply_friends": word}, **lost) for word in ("blocked", "open"))
    assert cut_off(blocked, 0) == {IN, "ge-in-liii"}, "who stands in the source is never isolated"
    assert IN not in cut_off(open_, 0)


def surrounded(turn: int, **more: Any) -> Match:
    """A German corps in a ring of Russian armies that do not touch it."""
    return begin({IN: "F35"} | CLOSED_RING, turn=turn, **more)


@pytest.mark.rule("BAR-ISO-06", "BAR-ISO-07", "BAR-ISO-09", "BAR-ISO-10", "BAR-ISO-11", "BAR-FLOW-02")
def test_a_unit_isolated_in_two_own_turns_is_eliminated_in_the_closing_step_of_the_second() -> None:
    """BAR-EX-20."""
    match = surrounded(13)
    p: Any = match.position
    assert p.cut_off_early >> BOARD.unit[IN] & 1
    go_on(match, "russian", "move")
    assert (at(match, IN), p_of(match).cut_off[BOARD.unit[IN]]) == ("F35", 1)
    go_on(match, "german", "move")
    assert "F36" in ends(match, IN), "it moves with its whole factor"
    go_on(match, "russian", "move")
    assert at(match, IN) == "lost"
    assert any("isolated for two turns" in text for text in told(match, "BAR-ISO-07"))


@pytest.mark.rule("BAR-ISO-03", "BAR-ISO-04")
def test_the_line_of_an_isolated_unit_is_drawn_to_the_hex_that_cuts_it() -> None:
    match = surrounded(13)
    p = match.position
    (empty,) = (one for one in match.table.look.picture(p, 0).overlays if one.id == "isolated")
    assert empty.asked
    shown = match.table.look.overlay(p, 0, "isolated")
    assert shown.spaces == (at(match, IN),)
    ((first, *_, cut),) = shown.lines
    assert first == at(match, IN)
    assert cut not in {BOARD.grid.ids[h] for h in BOARD.grid.hexes(lines(p, 0).hexes)}  # type: ignore[arg-type]
    assert "cuts its line in" in shown.notes[first]


def p_of(match: Match) -> Any:
    """The position."""
    return match.position


@pytest.mark.rule("BAR-ISO-08", "BAR-ISO-11")
def test_relief_within_the_own_turn_sets_the_count_to_zero() -> None:
    count = {f"isolated__{IN}": 1}
    ring = {unit: place for unit, place in CLOSED_RING.items() if unit != A7}
    kept = begin({IN: "F35", PZ: "F39", A7: "F37"} | ring, turn=13, **count)
    p: Any = kept.position
    assert p.cut_off_early >> BOARD.unit[IN] & 1
    assert p.cut_off[BOARD.unit[IN]] == 1
    p.lose(BOARD.unit[A7], "")
    p.lose(BOARD.unit["ru-shock-1"], "")
    go_on(kept, "russian", "move")
    assert (p_of(kept).cut_off[BOARD.unit[IN]], at(kept, IN)) == (0, "F35"), "the line was open in the closing step"


@pytest.mark.rule("BAR-ISO-07", "BAR-WEATHER-09", "BAR-ODDS-01")
def test_under_one_reading_isolated_units_stay_and_are_halved() -> None:
    match = surrounded(20, options={"isolation": "halve"})
    assert "F34" in ends(match, IN)
    assert "F33" not in ends(match, IN), "4, halved by snow, halved again"
    go_on(match, "german", "move")
    go_on(match, "russian", "move")
    go_on(match, "german", "move")
    assert at(match, IN) == "F35"
    assert attack(p_of(match), 1 << BOARD.unit[IN], 0) == 2


# ------------------------------------------------------------------ replacements


@pytest.mark.rule(
    "BAR-REPL-01", "BAR-REPL-03", "BAR-REPL-04", "BAR-REPL-05", "BAR-REPL-09", "BAR-REPL-11", "BAR-SEQ-04"
)
def test_russian_purchases() -> None:
    """BAR-EX-21."""
    dead = {"unit__ru-army-3": "lost", "unit__ru-army-4": "lost", "unit__ru-cav-2": "lost", "unit__ru-shock-1": "lost"}
    match = begin({}, turn=4, russian=True, **dead)
    assert (box(match), match.facts()["russian_points"]) == (("russian", "arrivals"), 12)
    assert {"H17", "S26"} < ends(match, A3, "buy")
    assert len(ends(match, A3, "buy")) == 3
    assert match.decision is not None
    assert {choice.cost for choice in match.decision.choices(A3)} == {"7 points"}
    play(match, f"buy {A3} S26", f"buy {CAV} H17")
    assert match.facts()["russian_points"] == 2
    assert (box(match), offered(match, "buy")) == (("russian", "arrivals"), set()), "nothing more can be paid for"
    play(match, "arrived")
    assert ends(match, A3), "it may move at once"
    lose = begin({}, turn=4, russian=True, points__russian=5, options={"replacement_saving": "lose"}, **dead)
    play(lose, "arrived")
    assert lose.facts()["russian_points"] == 0
    kept = begin({}, turn=4, russian=True, points__russian=5, **dead)
    play(kept, f"buy {SHOCK} S26")
    assert refused(kept, "buy ru-army-9 S26") == ("BAR-REPL-01",)
    play(kept, "arrived")
    assert kept.facts()["russian_points"] == 7
    poor = begin({}, turn=4, russian=True, city__Leningrad="german", **dead)
    assert refused(poor, f"buy {SHOCK} S26") == ("BAR-REPL-05",)


@pytest.mark.rule("BAR-REPL-02", "BAR-REPL-03", "BAR-REPL-04", "BAR-REPL-06")
def test_each_russian_city_gives_points_at_the_rate_of_the_month() -> None:
    for turn, rate in ((3, 0), (4, 4), (7, 6), (12, 8)):
        assert begin({}, turn=turn, russian=True).facts()["russian_points"] == 3 * rate
    besieged = begin({A4: "S26", IN: "S25"}, turn=4, russian=True, city__Leningrad="german")
    assert besieged.facts()["russian_points"] == 8, "a besieged city gives, a lost one does not"


@pytest.mark.rule("BAR-REPL-11", "BAR-REPL-12", "BAR-STACK-02")
def test_nobody_is_rebuilt_beside_an_enemy_or_as_a_fourth() -> None:
    units = {A7: "H17", A9: "H17", A12: "H17", IN: "S25"}
    match = begin(units, turn=4, russian=True, **{"unit__ru-army-4": "lost"})
    stalingrad = ends(match, A4, "buy")
    assert len(stalingrad) == 1
    assert not stalingrad & {"S26", "H17"}
    for place in ("S26", "H17", "F35"):
        assert refused(match, f"buy {A4} {place}")[0] == "BAR-REPL-11"
    assert refused(match, f"buy {A4} F35") == ("BAR-REPL-11",), "no such city"


@pytest.mark.rule("BAR-REPL-05", "BAR-REPL-07", "BAR-REPL-08", "BAR-REPL-10", "BAR-REPL-13", "BAR-REPL-14")
def test_german_points_come_every_turn_and_pay_for_units_at_warsaw() -> None:
    dead = {"unit__ge-in-i": "lost", "unit__ge-pz-iii": "lost", "unit__fi-in-ii": "lost", "unit__rm-in-i": "lost"}
    match = begin({}, **dead)
    assert (box(match), match.facts()["german_points"]) == (("german", "arrivals"), 4)
    assert offered(match, "buy") == {IN, "rm-in-i"}
    assert refused(match, "buy fi-in-ii X2") == ("BAR-REPL-10",)
    assert refused(match, f"buy {PZ} X2") == ("BAR-REPL-05",)
    assert refused(match, f"buy {IN2} X2") == ("BAR-REPL-01",)
    assert refused(match, f"buy {A4} X2") == ("BAR-REPL-01",)
    warsaw = ends(match, IN, "buy")
    assert len(warsaw) == 1
    assert refused(match, f"buy {IN} Z2") == ("BAR-REPL-07",)
    play(match, f"buy {IN} {warsaw.pop()}")
    assert (match.facts()["german_points"], offered(match, "buy")) == (0, set())
    play(match, "arrived")
    assert box(match) == ("german", "move")
    saved = begin({}, points__german=4, **dead)
    assert PZ in offered(saved, "buy"), "8 points in two turns"
    late = begin({}, options={"german_replacements_from": "september-1941"}, **dead)
    assert late.facts()["german_points"] == 0
    assert begin({}, city__Warsaw="russian", **dead).facts()["german_points"] == 0


@pytest.mark.rule("BAR-REPL-07", "BAR-REPL-11", "BAR-REPL-12", "BAR-STACK-01")
def test_where_no_city_has_room_every_question_says_why() -> None:
    dead = {"unit__ge-in-i": "lost", "unit__ge-in-ii": "lost", "unit__rm-in-i": "lost"}
    (warsaw,) = ends(begin({}, **dead), IN2, "buy")
    match = begin({PZ: warsaw, PZ2: warsaw}, points__german=20, **dead)
    play(match, f"buy {IN2} {warsaw}")
    assert box(match) == ("german", "arrivals")
    for piece, verb in (("", "buy"), ("rm-in-i", ""), (IN, "buy")):
        reason = match.why(piece=piece, verb=verb)[0][1]
        assert "is full" in reason.text
        assert "BAR-REPL-07" in reason.clauses


# ------------------------------------------------------------------ reinforcements


@pytest.mark.rule("BAR-REINF-01", "BAR-REINF-02", "BAR-REINF-03", "BAR-SETUP-07")
def test_hungarians_and_italians_come_free_from_may_1942() -> None:
    waiting = {"unit__hu-in-iii": "waiting", "unit__it-in-ii": "waiting"}
    early = begin({}, turn=11, dice=[6], **waiting)
    assert box(early) == ("german", "move")
    match = begin({A4: "HH2", IN: "Z2", IN2: "Z2", PZ: "Z2"}, turn=12, **waiting)
    assert offered(match, "bring") == {"hu-in-iii", "it-in-ii"}
    found = ends(match, "it-in-ii", "bring")
    assert {"Z3", "PP3"} <= found, "Germany, Rumania"
    for place in ("HH2", "HH3", "Z2", "F11", "F35"):
        full = ("BAR-STACK-01",) if place == "Z2" else ()
        assert refused(match, f"bring it-in-ii {place}") == ("BAR-REINF-03", *full), place
    points = match.facts()["german_points"]
    play(match, "bring it-in-ii Z3", "arrived")
    assert match.facts()["german_points"] == points
    assert ends(match, "it-in-ii"), "it may move in the same turn"
    go_on(match, "german", "arrivals")
    assert match.facts()["turn"] == 13, "the other one may come in any later turn"
    assert verbs(match) == {"bring", "arrived"}
