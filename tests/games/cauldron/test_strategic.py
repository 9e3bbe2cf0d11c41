"""The Strategic Phase: random event, weather, commitments, morale, Initiative Points, airlift, upkeep."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from mamayev.engine.chance import Scripted
from mamayev.engine.refusal import Refusal
from mamayev.games.cauldron.printed.components import export
from mamayev.match.match import Match

from .play import AVERAGE, QUIET, choices, game, modifiers, names, to_actions, told

DIVISIONS = (
    "76th-inf", "384th-inf", "44th-inf", "371st-inf", "297th-inf", "376th-inf", "113th-inf", "100th-inf",
    "295th-inf", "305th-inf", "79th-inf", "389th-inf",
)  # fmt: skip
"""Infantry that begins at full strength."""
ALL = (
    *DIVISIONS, "6th-army-hq", "14th-pz", "16th-pz", "24th-pz", "29th-mot", "3rd-mot", "60th-mot", "71st-inf",
    "94th-inf", "20th-rum",
)  # fmt: skip
"""The 22 units of the setup."""
NO_SUPPLY: dict[str, Any] = {"supply": 0, "ssi": 6}
NOTHING = (1, 3, 1)
"""With an SSI of 6: Luftwaffe Weak, relief Average, and an airlift that brings nothing."""


def only(*units: str, **changes: Any) -> dict[str, Any]:
    """Setup changes that leave these units alone in play."""
    return {f"unit.{unit}": 0 for unit in ALL if unit not in units} | changes


def starving(units: int, die: int) -> Match:
    """A game in which so many divisions get no supply at all, at the first decision about losses."""
    return game((*NOTHING, die), QUIET, **only(*DIVISIONS[:units]), **NO_SUPPLY)


def losses(match: Match) -> int:
    """The number of losses that Table C has asked for."""
    return int(told(match, "roll", chart="C")[-1].result)


def end_turn(match: Match) -> None:
    """From the Actions to the next turn, with nothing but the rolls."""
    match.play("end-actions")
    match.play("end-phase")


# ---- step 1: random event


@pytest.mark.rule("CAU-EVENT-01", "CAU-SEQ-02")
@pytest.mark.parametrize(
    ("card", "start", "expect"),
    [
        (2, {}, {"wounded": 4}),
        (4, {"ssi": 8}, {"ssi": 9}),
        (5, {}, {"airlift_each_turn": -1, "supply": 10}),
        (6, {}, {"luftwaffe_marker": True, "luftwaffe": "Strong"}),
        (8, {}, {"hoth_marker": True, "relief": "Strong"}),
        (7, {}, {"ssi": 9, "removed": 0}),
        (9, {"ssi": 8}, {"manstein": True}),
        (9, {"ssi": 7}, {"manstein": False, "removed": 0, "discard": 2}),
        (10, {"luftwaffe_marker": True}, {"ssi": 8, "luftwaffe_marker": False, "luftwaffe": "Average"}),
        (11, {}, {"supply": 10}),
        (13, {}, {"ssi": 8, "removed": 1}),
        (14, {}, {"supply": 9}),
        (16, {"fo": 1}, {"fo": 0}),
        (16, {"fo": 0}, {"fo": 0}),
        (16, {"fo": 8}, {"fo": 8, "final_offensive": True}),
        (17, {}, {"fo": 2, "ssi": 9}),
        (17, {"fo": 7}, {"fo": 8, "final_offensive": True}),
        (18, {"wounded": 19}, {"wounded": 22, "collapsed": False}),
        (20, {"wounded": 2}, {"wounded": 0, "evacuated_wounded": 2}),
        (20, {"wounded": 5}, {"wounded": 2, "evacuated_wounded": 3}),
        (23, {}, {"ip": 7}),
        (25, {}, {"ip": 5, "ssi": 9}),
    ],
)
def test_an_event_does_what_its_text_says(card: int, start: dict[str, Any], expect: dict[str, Any]) -> None:
    plain = AVERAGE if start.get("ssi", 10) >= 9 else (3, 3)
    facts = game((*plain, 1), (card, 19), **start).facts()
    assert {name: facts[name] for name in expect} == expect


@pytest.mark.parametrize(
    ("card", "start", "expect"),
    [
        (7, {}, {"ssi": 10}),
        (9, {"ssi": 6}, {"manstein": True}),
        (10, {}, {"ssi": 9}),
        (14, {}, {"supply": 13}),
        (18, {}, {"wounded": 5}),
        (25, {}, {"ip": 5, "ssi": 10}),
    ],
)
def test_the_first_deck_says_what_it_said(card: int, start: dict[str, Any], expect: dict[str, Any]) -> None:
    plain = AVERAGE if start.get("ssi", 10) >= 9 else (3, 3)
    facts = game((*plain, 1), (card, 19), options={"deck": "first"}, **start).facts()
    assert {name: facts[name] for name in expect} == expect


@pytest.mark.rule("CAU-EVENT-01")
def test_a_barrage_turns_the_defense_that_the_player_names() -> None:
    match = game(cards=(15,))
    assert [name for name in names(match) if name != "surrender"] == [f"disarm {n}" for n in (50, 51, 53, 55, 56, 57)]
    with pytest.raises(Refusal) as refused:
        match.play("disarm 20")
    assert "CAU-EVENT-01" in refused.value.clauses
    match.play("disarm 55")
    assert match.facts()["pdm_55"] == "inactive"
    assert match.facts()["wounded"] == 3
    bare = game(cards=(15,), **{f"pdm_{n}": "inactive" for n in (50, 51, 53, 55, 56, 57)})
    assert bare.facts()["wounded"] == 4


@pytest.mark.rule("CAU-EVENT-01", "CAU-MOVE-04")
def test_a_fuel_shortage_makes_movement_dearer_for_one_turn() -> None:
    match = to_actions((2, 4, 2, 2, 1), (3, 14, 23, 2), drawn=(22, 19), supply=20)
    assert (match.facts()["ip"], match.facts()["supply"]) == (6, 16)
    for area in (44, 43, 39, 43):
        match.play(f"move 71st-inf {area}")
    assert (match.facts()["ip"], match.facts()["supply"]) == (5, 14)
    end_turn(match)
    match.play("pay 5")
    before = match.facts()["supply"]
    for area in (39, 43, 39):
        match.play(f"move 71st-inf {area}")
    assert match.facts()["supply"] == before - 1


@pytest.mark.rule("CAU-EVENT-02", "CAU-CARD-08")
def test_a_card_drawn_as_event_is_removed_where_it_says_so() -> None:
    match = to_actions(drawn=(5, 12))
    facts = match.facts()
    assert (facts["removed"], facts["discard"], facts["deck"]) == (1, 0, 24)
    # Card 12 has brought all discards back, itself included, but not card 5.
    match.play("tactical")
    assert names(match) == [f"card {n}" for n in range(1, 26) if n != 5]


@pytest.mark.rule("CAU-CARD-05", "CAU-EVENT-02")
def test_a_card_drawn_for_weather_brings_neither_its_event_nor_its_removal() -> None:
    facts = game(cards=(1, 10)).facts()
    assert (facts["weather"], facts["ssi"]) == ("Poor", 10)
    assert (facts["removed"], facts["discard"]) == (0, 2)


@pytest.mark.rule("CAU-FLOW-37", "CAU-EVENT-01", "CAU-FLOW-18")
def test_an_event_bars_the_appeals_of_its_turn_only() -> None:
    match = to_actions((2, 4, 2, 2, 1), (14, 6, 1, 2), drawn=(3, 19), appeal_penalty=True)
    assert not [name for name in names(match) if name.startswith("appeal")]
    with pytest.raises(Refusal) as refused:
        match.play("appeal airlift")
    assert "CAU-FLOW-37" in refused.value.clauses
    end_turn(match)
    facts = match.facts()
    assert (facts["turn"], facts["appeal_allowed"], facts["appeal_penalty"]) == (2, True, False)
    match.play("pay 5")
    assert "appeal airlift" in names(match)


@pytest.mark.rule("CAU-SSI-02", "CAU-FLOW-25")
def test_an_event_that_brings_the_index_to_zero_ends_the_game_at_once() -> None:
    match = game(cards=(10,), ssi=1)
    assert match.over
    assert match.result is not None
    assert (match.result["level"], match.result["points"]) == ("Soviet Decisive Victory", 0)
    assert not told(match, "step", step="strategic.weather")


@pytest.mark.rule("CAU-SSI-03", "CAU-FLOW-25")
def test_a_gain_at_ten_is_lost() -> None:
    match = to_actions((2, 2, 2, 2, 1), (14, 6, 12, 19), drawn=(4, 2))
    assert match.facts()["ssi"] == 10
    end_turn(match)
    # Table H gives -1 on a 2, the event of turn 2 another -1; the gain lost on turn 1 makes up for neither.
    assert match.facts()["ssi"] == 8


# ---- step 2: weather


@pytest.mark.rule("CAU-WEATHER-01", "CAU-WEATHER-02")
@pytest.mark.parametrize(
    ("before", "card", "after"),
    [("Fair", 7, "Poor"), ("Poor", 4, "Fair"), ("Fair", 19, "Fair"), ("Poor", 19, "Poor"), ("Poor", 14, "Poor")],
)
def test_the_weather_is_the_card_s(before: str, card: int, after: str) -> None:
    assert game(cards=(1, card), weather=before).facts()["weather"] == after


@pytest.mark.rule("CAU-WEATHER-03", "CAU-AIR-01")
@pytest.mark.parametrize(
    ("weather", "die", "points"),
    [("Fair", n, n) for n in range(1, 7)]
    + [("Poor", n, p) for n, p in zip(range(1, 7), (1, 1, 2, 2, 3, 4), strict=True)],
)
def test_the_weather_chooses_the_row_of_the_airlift(weather: str, die: int, points: int) -> None:
    facts = game((*AVERAGE, die), QUIET, weather=weather).facts()
    assert facts["supply"] == 10 + points


@pytest.mark.rule("CAU-WEATHER-03")
def test_the_weather_has_no_other_effect() -> None:
    fair, poor = (game((*AVERAGE, 1), QUIET, weather=weather).facts() for weather in ("Fair", "Poor"))
    assert {name for name in fair if fair[name] != poor[name]} == {"weather"}


# ---- steps 3 and 4: commitments


@pytest.mark.rule("CAU-COMMIT-02", "CAU-COMMIT-01")
@pytest.mark.parametrize(
    ("ssi", "modifier"), [(10, 2), (9, 2), (8, 1), (7, 1), (6, 0), (5, -1), (4, -2), (3, -2), (2, -2), (1, -2)]
)
def test_the_index_modifies_both_rolls(ssi: int, modifier: int) -> None:
    match = game((3, 4), QUIET, ssi=ssi)
    luftwaffe, relief = told(match, "roll", chart="A")
    assert (luftwaffe.step, relief.step) == ("strategic.luftwaffe", "strategic.relief")
    assert (luftwaffe.dice, luftwaffe.total) == ((3,), 3 + modifier)
    assert (relief.dice, relief.total) == ((4,), 4 + modifier)


@pytest.mark.rule("CAU-COMMIT-06", "CAU-COMMIT-01")
@pytest.mark.parametrize(
    ("ssi", "die", "level"),
    [
        (4, 1, "Weak"), (6, 1, "Weak"), (6, 2, "Weak"), (6, 3, "Average"), (6, 4, "Average"), (6, 5, "Strong"),
        (6, 6, "Strong"), (10, 6, "Strong"), (10, 1, "Average"), (4, 6, "Average"),
    ],
)  # fmt: skip
def test_table_a(ssi: int, die: int, level: str) -> None:
    other = 2 if die != 2 else 6
    match = game((die, other), QUIET, ssi=ssi)
    assert match.facts()["luftwaffe"] == level
    match = game((other, die), QUIET, ssi=ssi)
    assert match.facts()["relief"] == level


@pytest.mark.rule("CAU-COMMIT-01")
def test_the_luftwaffe_is_rolled_for_first() -> None:
    match = game((6, 1), QUIET, ssi=6)
    assert (match.facts()["luftwaffe"], match.facts()["relief"]) == ("Strong", "Weak")
    waiting = game((6,), QUIET, ssi=6)
    assert waiting.decision is not None
    assert waiting.decision.step == "strategic.relief"
    assert waiting.facts()["relief"] is None


@pytest.mark.rule("CAU-COMMIT-03", "CAU-COMMIT-04", "CAU-DIE-02")
def test_each_marker_helps_its_own_roll() -> None:
    match = game((1, 1), QUIET, luftwaffe_marker=True)
    assert [roll.total for roll in told(match, "roll", chart="A")] == [4, 3]
    assert match.facts()["luftwaffe_marker"]
    match = game((1, 1), QUIET, hoth_marker=True)
    assert [roll.total for roll in told(match, "roll", chart="A")] == [3, 4]
    assert match.facts()["hoth_marker"]
    hollidt = game((1, 1), QUIET, hoth_marker=True, entry="D")
    assert [roll.total for roll in told(hollidt, "roll", chart="A")] == [3, 4]


@pytest.mark.rule("CAU-COMMIT-05", "CAU-DIE-02")
@pytest.mark.parametrize("value", [1, 2])
def test_the_commitment_marker_helps_both_rolls_and_is_used_up(value: int) -> None:
    match = game((1, 1), QUIET, commitment=value, luftwaffe_marker=True, hoth_marker=True, ssi=8)
    for roll in told(match, "roll", chart="A"):
        assert roll.total == 1 + 1 + value + 1
        assert len(roll.modifiers) == 3
    assert match.facts()["commitment"] == 0
    (used,) = told(match, "held", id="commitment")
    assert (used.gained, used.step) == (False, "strategic.relief")


@pytest.mark.rule("CAU-COMMIT-05", "CAU-COMMIT-03")
def test_on_the_next_turn_only_the_lasting_marker_is_left() -> None:
    match = to_actions((2, 5, 2, 2, 1), (3, 14, 23, 2), commitment=2, luftwaffe_marker=True, strategic=(1, 1, 1))
    end_turn(match)
    rolls = told(match, "roll", chart="A")
    assert [sorted(line.text for line in roll.modifiers) for roll in rolls] == [
        ["Commitment marker", "Luftwaffe +1 marker", "SSI 10"],
        ["Commitment marker", "SSI 10"],
        ["Luftwaffe +1 marker", "SSI 10"],
        ["SSI 10"],
    ]


@pytest.mark.rule("CAU-COMMIT-07", "CAU-AIR-02")
@pytest.mark.parametrize(
    ("die", "airlift", "situation"), [(1, -2, 1), (3, 0, 0), (6, 2, -1)], ids=["weak", "average", "strong"]
)
def test_what_a_commitment_brings_and_costs(die: int, airlift: int, situation: int) -> None:
    match = to_actions((1, 4), (3, 14), strategic=(die, die, 3), ssi=6)
    assert told(match, "roll", chart="B")[0].total == 3 + airlift
    match.play("end-actions")
    relief = told(match, "roll", chart="F")[0]
    assert relief.row == {-2: 0, 0: 1, 2: 2}[airlift]
    match.play("end-phase")
    assert told(match, "roll", chart="H")[0].total == 4 + 2 * situation


# ---- steps 5 and 6: morale and Initiative Points


@pytest.mark.rule("CAU-MORALE-01", "CAU-MORALE-02", "CAU-MORALE-04")
def test_morale_counts_areas_and_key_areas() -> None:
    assert game().facts()["morale"] == 33
    assert game(german_48=False).facts()["morale"] == 32
    assert game(german_47=False).facts()["morale"] == 30
    # A unit outside the Perimeter holds one area more.
    assert game(**{"unit.71st-inf": 31}).facts()["morale"] == 34
    # All of Stalingrad: one Key Area more.
    assert game(**{"unit.71st-inf": 54}).facts()["morale"] == 36
    match = to_actions(german_48=False)
    (note,) = [event for event in told(match, "note") if event.step == "strategic.morale"]
    assert note.text.endswith("= 32.")


@pytest.mark.rule("CAU-MORALE-02")
def test_a_unit_in_a_relief_box_holds_no_area() -> None:
    assert game(**{"unit.71st-inf": "box-4"}).facts()["morale"] == 33


@pytest.mark.rule("CAU-MORALE-03")
@pytest.mark.parametrize("box", range(1, 6))
def test_morale_adds_the_value_of_the_relief_box(box: int) -> None:
    assert game(hoth_box=box).facts()["morale"] == 32 + box


@pytest.mark.rule("CAU-MORALE-06")
def test_on_the_map_the_relief_force_counts_box_5_and_not_its_area() -> None:
    assert game(hoth_area=29).facts()["morale"] == 32 + 5
    # Area 48 is a vacant German-controlled area; with the relief force in it, it counts no more.
    assert game(hoth_area=48).facts()["morale"] == 31 + 5


@pytest.mark.rule("CAU-MORALE-05", "CAU-FLOW-26")
def test_morale_follows_at_once_and_initiative_waits_for_step_6() -> None:
    match = to_actions((5, 6), (3, 22))
    assert (match.facts()["morale"], match.facts()["ip"]) == (33, 6)
    match.play("evacuate")
    match.play("end-actions")
    ip = match.facts()["ip"]
    # Table F: 5 on Average advances the relief force into box 2.
    assert (match.facts()["morale"], match.facts()["hoth_box"]) == (34, 2)
    for area in (39, 23, 24):
        match.play(f"expose {area}")
    match.play("resolve 39 32")
    match.play("retreat 43")
    assert (match.facts()["morale"], match.facts()["ip"]) == (33, ip)


@pytest.mark.rule("CAU-IP-01")
@pytest.mark.parametrize(("lost", "morale", "points"), [(0, 33, 6), (3, 30, 6), (4, 29, 5)])
def test_five_morale_points_make_an_initiative_point(lost: int, morale: int, points: int) -> None:
    areas = {f"german_{area}": False for area in (42, 43, 44, 46)[:lost]}
    facts = game((*AVERAGE, 1), QUIET, **areas).facts()
    assert (facts["morale"], facts["ip"]) == (morale, points)


@pytest.mark.rule("CAU-IP-02", "CAU-IP-03")
@pytest.mark.parametrize(("wounded", "points"), [(0, 6), (4, 6), (5, 5), (9, 5), (10, 4), (30, 0), (99, 0)])
def test_five_wounded_take_an_initiative_point(wounded: int, points: int) -> None:
    """Nine Wounded take one from 33 morale: each count is rounded by itself."""
    assert game((*AVERAGE, 1), QUIET, wounded=wounded).facts()["ip"] == points


@pytest.mark.rule("CAU-FLOW-41", "CAU-IP-03")
@pytest.mark.parametrize(
    ("card", "wounded", "points"), [(25, 30, 0), (25, 25, 0), (23, 29, 2), (25, 20, 1), (23, 99, 1)]
)
def test_an_event_changes_the_initiative_of_step_6(card: int, wounded: int, points: int) -> None:
    waiting = game(cards=(card,), wounded=wounded)
    assert waiting.facts()["ip"] == 0
    assert game((*AVERAGE, 1), (card, 19), wounded=wounded).facts()["ip"] == points


@pytest.mark.rule("CAU-IP-04", "CAU-AIR-05", "CAU-FLOW-41")
def test_initiative_lapses_and_supply_stays() -> None:
    match = to_actions((2, 4, 2, 2, 4), (3, 14, 1, 2), drawn=(23, 19))
    assert (match.facts()["ip"], match.facts()["supply"]) == (7, 6)
    end_turn(match)
    # Seven points unspent, and the event of turn 1 is over: six again. Supply 6 + 2 (a 4 in Poor weather).
    assert (match.facts()["turn"], match.facts()["ip"], match.facts()["supply"]) == (2, 6, 8)


# ---- step 7: airlift


@pytest.mark.rule("CAU-AIR-02", "CAU-DIE-03")
@pytest.mark.parametrize(
    ("luftwaffe", "die", "total", "points"), [(6, 3, 5, 5), (6, 6, 8, 7), (3, 3, 3, 3), (1, 3, 1, 1), (1, 1, -1, 0)]
)
def test_the_luftwaffe_modifies_the_airlift(luftwaffe: int, die: int, total: int, points: int) -> None:
    match = game((luftwaffe, 3, die), QUIET, ssi=6)
    assert told(match, "roll", chart="B")[0].total == total
    assert match.facts()["supply"] == 10 + points


@pytest.mark.rule("CAU-AIR-03", "CAU-AIR-04", "CAU-DIE-03")
@pytest.mark.parametrize(
    ("lost", "modifier"), [((), None), (("pitomnik",), -2), (("gumrak",), -2), (("pitomnik", "gumrak"), -3)]
)
def test_lost_airfields_cost_supply(lost: tuple[str, ...], modifier: int | None) -> None:
    start: dict[str, Any] = {"german_47": False} if "pitomnik" in lost else {}
    if "gumrak" in lost:
        start |= {"unit.6th-army-hq": 45, "german_52": False}
    match = game((3, 3, 6), QUIET, ssi=6, **start)
    assert list(modifiers(match, "B").values()) == ([] if modifier is None else [modifier])
    assert match.facts()["supply"] == 10 + 6 + (modifier or 0)


@pytest.mark.rule("CAU-AIR-03")
def test_a_vacant_airfield_counts() -> None:
    assert not modifiers(game((*AVERAGE, 1), QUIET, **{"unit.6th-army-hq": 51}), "B")


@pytest.mark.rule("CAU-DIE-02", "CAU-DIE-03", "CAU-EVENT-01")
def test_the_worst_airlift_brings_nothing() -> None:
    start = {"german_47": False, "unit.6th-army-hq": 45, "german_52": False}
    match = game((1, 3, 1), (11, 19), ssi=6, **start)
    assert told(match, "roll", chart="B")[0].total == 1 - 2 - 3 - 2
    assert match.facts()["supply"] == 10


@pytest.mark.rule("CAU-EVENT-01", "CAU-AIR-05")
def test_a_lasting_event_takes_supply_after_each_airlift() -> None:
    assert game((*AVERAGE, 4), (5, 19)).facts()["supply"] == 13
    assert game((*AVERAGE, 4), QUIET, airlift_each_turn=-1).facts()["supply"] == 13
    assert game(NOTHING, QUIET, airlift_each_turn=-1, **NO_SUPPLY).facts()["supply"] == 0


# ---- step 8: upkeep


def price(**start: Any) -> int:
    """What full upkeep costs at the start."""
    match = game((*AVERAGE, 1), QUIET, **start)
    return max(int(name.removeprefix("pay ")) for name in names(match) if name.startswith("pay "))


@pytest.mark.rule("CAU-UPK-01", "CAU-UPK-04")
@pytest.mark.parametrize(("units", "points"), [(1, 1), (4, 1), (5, 1), (6, 2), (10, 2), (11, 3), (12, 3)])
def test_a_point_for_every_five_units_and_one_for_the_rest(units: int, points: int) -> None:
    match = game((*AVERAGE, 1), QUIET, **only(*DIVISIONS[:units]))
    match.play(f"pay {points}")
    assert match.facts()["supply"] == 11 - points
    assert not told(match, "roll", chart="C")
    with pytest.raises(Refusal) as refused:
        game((*AVERAGE, 1), QUIET, **only(*DIVISIONS[:units])).play(f"pay {points + 1}")
    assert "CAU-UPK-04" in refused.value.clauses


@pytest.mark.rule("CAU-UPK-02", "CAU-RUM-01")
def test_every_kind_of_unit_counts_as_one() -> None:
    five = ("6th-army-hq", "20th-rum", "71st-inf", "14th-pz", "60th-mot")
    assert price(**only(*five)) == 1
    assert price(**only(*five), **{"unit.bg-a": 45}) == 2
    assert price(**only(*five) | {"unit.376th-inf": "box-5"}) == 2
    for left in five:
        assert price(**only(*(unit for unit in five if unit != left)), **{"unit.bg-a": 45}) == 1
    # Prepared Defenses are no units: ten of them stand on the map.
    assert price() == 5


@pytest.mark.rule("CAU-UPK-03")
def test_the_relief_force_needs_no_supply() -> None:
    assert price(**only(*DIVISIONS[:5]), hoth_box=4) == 1
    assert price(**only(*DIVISIONS[:5]), hoth_area=29) == 1


@pytest.mark.rule("CAU-UPK-14")
def test_neither_isolation_nor_a_lost_headquarters_makes_upkeep_dearer() -> None:
    cut_off = {"german_47": False, "unit.6th-army-hq": 0, "german_52": False}
    assert price(**cut_off) == 5
    assert price(**{"unit.6th-army-hq": 0, "unit.bg-a": 45}) == 5


@pytest.mark.rule("CAU-UPK-01", "CAU-UPK-05", "CAU-UPK-06")
def test_who_goes_without_is_named_before_the_roll() -> None:
    match = game((*AVERAGE, 1, 1), QUIET)
    match.play("pay 4")
    assert not told(match, "roll", chart="C")
    match.play("starve 14th-pz")
    with pytest.raises(Refusal) as refused:
        match.play("starve 14th-pz")
    assert "CAU-UPK-05" in refused.value.clauses
    with pytest.raises(Refusal) as refused:
        match.play("starve bg-a")
    assert "CAU-UPK-05" in refused.value.clauses
    assert not told(match, "roll", chart="C")
    match.play("starve 71st-inf")
    assert losses(match) == 0
    assert match.facts()["supply"] == 11 - 4


@pytest.mark.rule("CAU-UPK-01")
def test_more_than_there_is_cannot_be_paid() -> None:
    match = game((*AVERAGE, 1), QUIET, supply=2)
    assert names(match) == ["pay 0", "pay 1", "pay 2", "pay 3", "surrender"]
    with pytest.raises(Refusal) as refused:
        match.play("pay 5")
    assert "CAU-UPK-01" in refused.value.clauses


@pytest.mark.rule("CAU-UPK-06", "CAU-UPK-05")
def test_without_supply_all_go_without_and_the_roll_follows() -> None:
    match = starving(3, 1)
    assert told(match, "roll", chart="C")
    assert match.decision is not None
    assert match.decision.step == "german.actions"


@pytest.mark.rule("CAU-UPK-07")
@pytest.mark.parametrize(("units", "modifier"), [(1, 0), (3, 0), (4, 1), (6, 1), (7, 2), (9, 2), (10, 3), (12, 3)])
def test_table_c_modifiers(units: int, modifier: int) -> None:
    roll = told(starving(units, 1), "roll", chart="C")[0]
    assert roll.total == 1 + modifier


@pytest.mark.rule("CAU-UPK-07", "CAU-UPK-02")
def test_headquarters_and_battlegroups_count_among_the_unsupplied() -> None:
    start = only("6th-army-hq", "71st-inf") | {"unit.bg-a": 45, "unit.bg-b": 45} | NO_SUPPLY
    roll = told(game((*NOTHING, 1), QUIET, **start), "roll", chart="C")[0]
    assert roll.total == 2


@pytest.mark.rule("CAU-UPK-08")
@pytest.mark.parametrize(
    ("units", "die", "lost"),
    [(3, 4, 0), (3, 5, 1), (3, 6, 1), (6, 6, 2), (9, 6, 3), (12, 6, 4), (12, 1, 0), (12, 2, 1), (12, 3, 1), (12, 4, 2)],
)
def test_table_c(units: int, die: int, lost: int) -> None:
    assert losses(starving(units, die)) == lost


@pytest.mark.rule("CAU-UPK-09", "CAU-UPK-10")
def test_one_unit_may_take_two_losses() -> None:
    match = starving(6, 6)
    match.play("lose 44th-inf")
    assert match.facts()["unit.44th-inf.side"] == "depleted"
    match.play("lose 44th-inf")
    assert match.facts()["unit.44th-inf"] == 0
    assert match.facts()["units"] == 5
    assert match.decision is not None
    assert match.decision.step == "german.actions"


@pytest.mark.rule("CAU-UPK-09", "CAU-UPK-10")
def test_losses_may_be_shared() -> None:
    match = starving(6, 6)
    match.play("lose 44th-inf")
    match.play("lose 76th-inf")
    facts = match.facts()
    assert (facts["unit.44th-inf.side"], facts["unit.76th-inf.side"], facts["units"]) == ("depleted", "depleted", 6)


@pytest.mark.rule("CAU-UPK-09", "CAU-UPK-05")
def test_a_supplied_unit_takes_no_loss() -> None:
    match = game((*AVERAGE, 1, 6), QUIET)
    match.play("pay 4")
    match.play("starve 14th-pz")
    match.play("starve 16th-pz")
    with pytest.raises(Refusal) as refused:
        match.play("lose 24th-pz")
    assert {"CAU-UPK-05", "CAU-UPK-09"} <= set(refused.value.clauses)
    match.play("lose 16th-pz")
    assert match.facts()["unit.16th-pz.side"] == "depleted"


@pytest.mark.rule("CAU-UPK-12")
def test_headquarters_and_battlegroups_take_no_upkeep_loss() -> None:
    start = only("6th-army-hq", "71st-inf", "94th-inf") | {"unit.bg-a": 45} | NO_SUPPLY
    match = game((*NOTHING, 6), QUIET, **start)
    assert losses(match) == 2
    assert choices(match) == ["lose 71st-inf", "lose 94th-inf"]
    for unit in ("6th-army-hq", "bg-a"):
        with pytest.raises(Refusal) as refused:
            match.play(f"lose {unit}")
        assert "CAU-UPK-12" in refused.value.clauses


@pytest.mark.rule("CAU-UPK-11", "CAU-UPK-12")
def test_losses_that_nobody_can_take_are_ignored() -> None:
    start = only("6th-army-hq", "71st-inf") | {"unit.bg-a": 45, "unit.bg-b": 44} | NO_SUPPLY
    match = game((*NOTHING, 6), QUIET, **start)
    # Two losses; the depleted 71st takes the first, the only one that can.
    facts = match.facts()
    assert (losses(match), facts["unit.71st-inf"], facts["units"]) == (2, 0, 3)
    assert match.decision is not None
    assert match.decision.step == "german.actions"
    spared = game((*NOTHING, 6), QUIET, **only("6th-army-hq"), **NO_SUPPLY)
    assert (losses(spared), spared.facts()["units"]) == (1, 1)


@pytest.mark.rule("CAU-UPK-11", "CAU-FLOW-29")
def test_the_last_unit_may_starve() -> None:
    match = game((*NOTHING, 5, 3), QUIET, **only("71st-inf"), **NO_SUPPLY)
    assert match.facts()["units"] == 0
    steps = [event.step for event in told(match, "step")]
    assert "german.actions" not in steps
    assert steps[steps.index("strategic.upkeep") + 1] == "evaluation.ssi"


@pytest.mark.rule("CAU-UPK-13")
def test_being_unsupplied_ends_with_the_step() -> None:
    def rotated(match: Match) -> list[str]:
        return [piece["id"] for piece in match.view()["pieces"] if "unsupplied" in piece.get("states", ())]

    match = game((*AVERAGE, 1, 5), QUIET)
    match.play("pay 4")
    match.play("starve 14th-pz")
    assert rotated(match) == ["14th-pz"]
    match.play("starve 16th-pz")
    match.play("lose 14th-pz")
    assert rotated(match) == []
    assert "attack 16th-pz 58" in names(match)
    lucky = game((*AVERAGE, 1, 1), QUIET)
    lucky.play("pay 4")
    lucky.play("starve 14th-pz")
    lucky.play("starve 16th-pz")
    assert (losses(lucky), rotated(lucky)) == (0, [])
    given_up = game((*AVERAGE, 1), QUIET)
    given_up.play("pay 4")
    given_up.play("starve 14th-pz")
    given_up.play("surrender")
    assert rotated(given_up) == []


@pytest.mark.rule("CAU-FLOW-42", "CAU-EVENT-01")
def test_an_event_changes_the_price_of_full_upkeep_only() -> None:
    match = game((*AVERAGE, 1, 1), (21, 19))
    with pytest.raises(Refusal) as refused:
        match.play("pay 5")
    assert "CAU-FLOW-42" in refused.value.clauses
    full = match.copy()
    full.play("pay 4")
    assert full.decision is not None
    assert full.decision.step == "german.actions"
    assert full.facts()["supply"] == 7
    match.play("pay 3")
    assert match.decision is not None
    # Three points keep fifteen of the 22 units.
    assert "7 to choose" in match.decision.prompt
    free = game((*NOTHING,), (21, 19), **only(*DIVISIONS[:5]), **NO_SUPPLY)
    assert not told(free, "roll", chart="C")


@pytest.mark.rule("CAU-FLOW-27")
def test_wounded_have_no_upper_bound_and_never_fall_below_zero() -> None:
    match = game((*AVERAGE, 1), (18, 19), wounded=97)
    assert match.facts()["wounded"] == 100
    # More than twenty: nothing happens before the collapse step.
    assert not match.facts()["collapsed"]
    assert game(cards=(20,), wounded=1).facts()["wounded"] == 0


@pytest.mark.rule("CAU-SSI-02")
def test_nothing_of_an_event_is_carried_out_after_the_end(tmp_path: Path) -> None:
    for path in export(tmp_path / "own"):
        text = path.read_text(encoding="utf-8").replace('[["ssi", -1]]', '[["ssi", -1], ["barrage", 1]]')
        path.write_text(text, encoding="utf-8")
    match = Match.new("cauldron", seed=0, components=tmp_path / "own", start={"ssi": 1}, chance=Scripted((), (13,)))
    assert match.over
    assert match.decision is None


@pytest.mark.rule("CAU-SCALE-06")
def test_the_airlift_is_told_in_tons() -> None:
    (roll,) = told(game((*AVERAGE, 3), QUIET), "roll", chart="B")
    assert roll.text.endswith("+3 supply, 150 tons a day.")


def test_a_number_that_is_none_is_answered_with_the_range_of_the_decision() -> None:
    match = Match.new("cauldron", seed=7)
    for typed, wrong in (("pay all", "“all” is not a number."), ("pay 9999", "“9999” is too large a number.")):
        with pytest.raises(Refusal) as refused:
            match.play(typed)
        assert refused.value.text == f"{wrong} Possible here: 0 to 5, for instance “pay 5”."
    match.play("pay 5")
