"""Disputed clauses: what changes where another reading than ours is chosen."""

from __future__ import annotations

from typing import Any

import pytest

from mamayev.games.cauldron.rules.charts import row_of
from mamayev.games.cauldron.rules.position import TIGER_TANKS, ZHUKOV_DIES
from mamayev.games.cauldron.rules.rumors import ranges
from mamayev.games.cauldron.rules.survival import modifiers as survival_modifiers
from mamayev.match.match import Match

from .play import (
    card_of,
    choices,
    game,
    modifiers,
    names,
    on,
    pass_soviet,
    play,
    pocket,
    refused,
    to_actions,
    to_soviet,
    told,
)

HQ = "6th-army-hq"
LATER: dict[str, Any] = {"turn": 5, "fo": 8}
"""The Final Offensive has begun in an earlier turn."""


def facts(match: Match, *keys: str) -> tuple[Any, ...]:
    seen = match.facts()
    return tuple(seen[key] for key in keys)


def box(match: Match) -> str:
    """The box that asks now, "" at the end."""
    return match.decision.box if match.decision is not None else ""


def attacked(match: Match) -> set[int]:
    """The areas that wait for their attack."""
    return {int(name.split()[1]) for name in choices(match) if name.startswith("resolve ")}


def to_situation(match: Match) -> Match:
    """Past the relief force, on through a Soviet Phase without attacks, to Table H."""
    play(match, "die 2", "card 3", "card 14")
    while box(match) == "soviet.attacks.choose":
        play(match, "end-phase")
    assert box(match) == "evaluation.ssi"
    return match


# ------------------------------------------------------------------ morale


@pytest.mark.rule("CAU-MORALE-05")
@pytest.mark.parametrize(("reading", "advanced", "lost"), [("live", 34, 33), ("step", 33, 33)])
def test_morale_follows_at_once_or_stays_to_the_next_step_5(reading: str, advanced: int, lost: int) -> None:
    match = to_actions((5,), (3, 22), options={"morale": reading})
    play(match, "end-actions")
    assert facts(match, "hoth_box", "morale") == (2, advanced)
    play(match, "expose 39", "expose 40", "expose 38", "resolve 39 32", "die 6", "retreat 43")
    assert facts(match, "german_39", "morale") == (False, lost)
    play(match, "resolve 40 39", "die 6", "retreat 43")
    assert facts(match, "german_40", "morale") == (False, lost - 1 if reading == "live" else lost)
    play(pass_soviet(match), "die 3")
    # The next step 5 counts the two areas lost and the box gained.
    next_turn(match)
    assert match.facts()["morale"] == 32
    assert play(match, "surrender").facts()["morale"] == 0


WEAK_POCKET: dict[str, Any] = {
    f"unit.{unit}": area for unit, area in {"297th-inf": 39, "14th-pz": 39, "376th-inf": 39, "29th-mot": 24}.items()
} | {f"german_{area}": False for area in (42, 43, 44, 46, 47, 48, 49, 40, 41, 23)}
"""A pocket with a morale of 21."""


@pytest.mark.rule("CAU-MORALE-05", "CAU-COL-01")
@pytest.mark.parametrize(("reading", "collapses"), [("live", True), ("step", False)])
def test_the_collapse_looks_at_the_morale_of_now_or_of_step_5(reading: str, collapses: bool) -> None:
    match = to_soviet(options={"morale": reading}, **WEAK_POCKET, **LATER)
    assert match.facts()["morale"] == 21
    play(match, "resolve 22 11", "die 6", "retreat 21", "follow 21", "die 1")
    play(pass_soviet(match), "die 3")
    assert facts(match, "german_22", "collapsed") == (False, collapses)


@pytest.mark.rule("CAU-MORALE-05", "CAU-VP-05")
@pytest.mark.parametrize(("reading", "points"), [("live", 0), ("step", 1)])
def test_the_victory_point_looks_at_the_morale_of_now_or_of_step_5(reading: str, points: int) -> None:
    lost = {f"german_{area}": False for area in (20, 23, 42, 43, 44, 46, 48, 49)}
    match = to_soviet(
        "card 3", "card 22", options={"morale": reading}, turn=16,
        **{"unit.29th-mot": 24, "unit.76th-inf": 21}, **lost,
    )  # fmt: skip
    assert match.facts()["morale"] == 25
    play(match, "expose 22", "expose 38", "expose 50", "resolve 22 11", "die 6", "retreat 21")
    play(pass_soviet(match), "die 3")
    assert match.result is not None
    assert sum(line["points"] for line in match.result["sum"] if "Morale" in line["text"]) == points


@pytest.mark.rule("CAU-MORALE-06")
@pytest.mark.parametrize(("reading", "outside", "inside"), [("box-5", 37, 36), ("nothing", 32, 32), ("area", 33, 32)])
def test_what_the_relief_force_on_the_map_adds_to_morale(reading: str, outside: int, inside: int) -> None:
    options = {"relief_on_map": reading}
    assert game(options=options, hoth_area=29).facts()["morale"] == outside
    # 48 is a vacant German-controlled area, which counts with or without the relief force.
    assert game(options=options, hoth_area=48).facts()["morale"] == inside
    # In a box nothing is disputed.
    assert game(options=options, hoth_box=3).facts()["morale"] == 35


# ------------------------------------------------------------------ Soviet units driven out


@pytest.mark.rule("CAU-ATK-16")
@pytest.mark.parametrize("reading", ["vacant", "never"])
def test_a_beaten_soviet_unit_retreats_or_is_destroyed(reading: str) -> None:
    match = to_actions((6,), supply=30, options={"soviet_retreat": reading})
    play(match, "attack 29th-mot 9", "end-actions")
    if reading == "vacant":
        assert choices(match) == ["drive 8", "drive 10", "drive 27"]
        play(match, "drive 10")
    assert bool(told(match, "loss", piece="soviet-9")) == (reading == "never")
    assert choices(match) == ["advance 29th-mot", "halt"]


@pytest.mark.rule("CAU-ATK-16", "CAU-RELIEF-14")
@pytest.mark.parametrize("reading", ["vacant", "never"])
def test_the_relief_force_drives_out_or_destroys(reading: str) -> None:
    match = play(to_actions(hoth_box=5, options={"soviet_retreat": reading}), "end-actions", "relieve", "die 6")
    assert (box(match) == "german.attacks.drive") == (reading == "vacant")
    assert bool(told(match, "loss", piece="soviet-29")) == (reading == "never")


# ------------------------------------------------------------------ collapse and surrender


@pytest.mark.rule("CAU-COL-01")
@pytest.mark.parametrize(
    ("reading", "wounded", "launched", "collapses"),
    [
        ("either", 20, False, True),
        ("either", 20, True, True),
        ("offensive", 20, False, False),
        ("offensive", 20, True, True),
        ("offensive", 19, True, False),
    ],
)
def test_twenty_wounded_break_the_army_alone_or_with_the_final_offensive(
    reading: str, wounded: int, launched: bool, collapses: bool
) -> None:
    match = to_soviet(options={"collapse": reading}, wounded=wounded, **(LATER if launched else {}))
    if not launched:
        play(match, "card 3", "card 14")
    play(pass_soviet(match), "die 3")
    assert match.facts()["collapsed"] == collapses


@pytest.mark.rule("CAU-COL-01")
@pytest.mark.parametrize("reading", ["either", "offensive"])
def test_low_morale_always_needs_the_final_offensive(reading: str) -> None:
    start = WEAK_POCKET | {"unit.44th-inf": 21, "german_22": False}
    match = to_soviet(options={"collapse": reading}, **start, **LATER)
    assert match.facts()["morale"] == 20
    assert play(pass_soviet(match), "die 3").facts()["collapsed"]
    match = to_soviet("card 3", "card 14", options={"collapse": reading}, **start)
    assert not play(pass_soviet(match), "die 3").facts()["collapsed"]


@pytest.mark.rule("CAU-SURR-02", "CAU-EVAL-03")
@pytest.mark.parametrize(
    ("reading", "kept"),
    [("kept", {"Luftwaffe Strong": -1, "relief force Weak": 1}), ("dropped", {})],
)
def test_commitments_modify_table_h_after_a_surrender_or_not(reading: str, kept: dict[str, int]) -> None:
    options = {"surrender_commitments": reading}
    match = play(to_actions(strategic=(5, 1, 1), ssi=6, options=options), "surrender", "die 6")
    assert modifiers(match, "H") == {**kept, "No FoA Surrender marker": -2}
    assert modifiers(play(match, "die 6"), "H") == {**kept, "No FoA Surrender marker": -2}
    # An army that fights on has both in either reading.
    match = play(to_actions(strategic=(5, 1, 1), ssi=6, options=options), "end-actions")
    assert set(modifiers(play(to_situation(match), "die 6"), "H")) == {"Luftwaffe Strong", "relief force Weak"}


# ------------------------------------------------------------------ attacks without Freedom of Action


@pytest.mark.rule("CAU-FLOW-18", "CAU-FOA-03", "CAU-FOA-04")
@pytest.mark.parametrize("reading", ["turn", "appeal"])
def test_the_attack_marker_goes_after_its_turn_or_with_an_appeal(reading: str) -> None:
    stays = reading == "appeal"
    match = to_actions(supply=60, options={"attack_marker": reading})
    play(match, "attack 79th-inf 54", "attack 389th-inf 59", "end-actions", "roll 79th-inf", "die 1", "die 1")
    play(to_situation(match), "die 6")
    assert modifiers(match, "H") == {"attacks without Freedom of Action": -2}
    assert facts(match, "attack_without_foa", "appeal_penalty") == (2 * stays, True)

    # A turn without an Appeal, without an attack.
    next_turn(match)
    play(to_situation(play(match, "end-actions")), "die 6")
    assert modifiers(match, "H") == ({"attacks without Freedom of Action": -2} if stays else {})
    assert facts(match, "attack_without_foa", "appeal_penalty") == (2 * stays, stays)

    # A third area attacked before the Appeal: the Appeal takes the old ones off the marker, the new one stays.
    next_turn(match)
    play(match, "attack 79th-inf 54", "appeal conference", "die 1")
    assert modifiers(match, "D") == ({"attacked without Freedom of Action": -1} if stays else {})
    assert match.facts()["attack_without_foa"] == 1
    play(match, "end-actions", "die 1")
    play(to_situation(match), "die 6")
    assert modifiers(match, "H") == {"attacks without Freedom of Action": -1}


def next_turn(match: Match) -> None:
    """A quiet Strategic Phase with average commitments."""
    assert box(match) == "strategic.event"
    ssi = match.facts()["ssi"]
    average = 2 if ssi >= 9 else 3
    # The first card changes nothing and brings all others back.
    play(match, "card 12", "card 19", f"die {average}", f"die {average}", "die 1")
    on(match)
    assert box(match) == "german.actions"


# ------------------------------------------------------------------ Soviet targets


ALL, EVEN, ANY_THREE, NO_CHANGE = "card 7", "card 9", "card 22", "card 3"


@pytest.mark.rule("CAU-FLOW-10")
@pytest.mark.parametrize(("reading", "found"), [("listed", set()), ("anew", {43})])
@pytest.mark.parametrize("launched", [False, True])
def test_areas_exposed_by_an_advance_are_spared_or_attacked(reading: str, found: set[int], launched: bool) -> None:
    start = {"unit.20th-rum": 56, **(LATER if launched else {})}
    match = to_soviet(*(() if launched else (NO_CHANGE, ALL)), options={"targets": reading}, **start)
    listed = attacked(match)
    play(match, "resolve 39 32", "die 3")
    assert match.facts()["soviet_39"]
    assert attacked(match) == listed - {39} | found
    if found:
        play(match, "resolve 43 39", "die 1")
    # Each area is attacked once at most.
    assert "CAU-FLOW-10" in refused(match, "resolve 43 39")


@pytest.mark.rule("CAU-FLOW-10", "CAU-TARGET-04")
@pytest.mark.parametrize(("reading", "found"), [("listed", set()), ("anew", {44})])
def test_the_word_of_the_card_holds_for_areas_exposed_later(reading: str, found: set[int]) -> None:
    # 38 falls and exposes 44 and 45; the card says Even.
    match = to_soviet(NO_CHANGE, EVEN, options={"targets": reading}, **{"unit.371st-inf": 56})
    listed = attacked(match)
    assert attacked(play(match, "resolve 38 37", "die 3")) == listed - {38} | found


@pytest.mark.rule("CAU-FLOW-10", "CAU-TARGET-05")
@pytest.mark.parametrize("reading", ["listed", "anew"])
def test_any_three_stays_with_the_three_chosen(reading: str) -> None:
    match = to_soviet(NO_CHANGE, ANY_THREE, options={"targets": reading}, **{"unit.20th-rum": 56})
    play(match, "expose 39", "expose 40", "expose 38", "resolve 39 32", "die 3")
    assert match.facts()["soviet_39"]
    assert attacked(match) == {38, 40}


# ------------------------------------------------------------------ cards


@pytest.mark.rule("CAU-CARD-07")
@pytest.mark.parametrize(("reading", "deck"), [("any-draw", 25), ("event-draw", 23)])
def test_the_word_reshuffle_counts_at_any_draw_or_as_event(reading: str, deck: int) -> None:
    options = {"reshuffle": reading}
    assert game(cards=(2, 12), options=options).facts()["deck"] == deck
    assert game(cards=(12,), options=options).facts()["deck"] == 25


@pytest.mark.rule("CAU-CARD-06", "CAU-CARD-07")
def test_the_last_card_brings_a_reshuffle_in_any_reading() -> None:
    rest = [n for n in range(1, 26) if n not in (2, 12)]
    match = game(cards=(2, 12), options={"reshuffle": "event-draw"}, discard=rest)
    assert facts(match, "deck", "discard") == (25, 0)


# ------------------------------------------------------------------ breakout, relief force

ROAD = {"unit.14th-pz": 29, "unit.71st-inf": 29, "unit.295th-inf": 29, "unit.94th-inf": 26}
"""Three units in the entry area A and one that keeps the way open."""


@pytest.mark.rule("CAU-BREAK-03")
@pytest.mark.parametrize("reading", ["every-result", "one-box"])
def test_a_breakout_goes_a_box_for_every_result_or_one_for_the_attack(reading: str) -> None:
    match = to_actions(supply=30, options={"breakout": reading}, **ROAD, **{"unit.24th-pz": 6})
    play(match, "attack 14th-pz box-5", "attack 71st-inf box-5", "attack 24th-pz box-5")
    play(match, "support box-5", "support box-5", "end-actions")
    play(match, "roll 14th-pz", "die 6", "advance 14th-pz", "advance 71st-inf")
    if reading == "every-result":
        play(match, "roll 71st-inf", "die 6", "advance 14th-pz", "halt")
    # The breakout from the other entry area is an attack of its own, and the last one.
    play(match, "die 6", "advance 24th-pz")
    assert box(match) == "german.relief.roll"
    assert facts(match, "unit.24th-pz", "unit.71st-inf") == ("box-5", "box-5")
    assert match.facts()["unit.14th-pz"] == ("box-5" if reading == "one-box" else "box-4")


@pytest.mark.rule("CAU-RELIEF-08")
@pytest.mark.parametrize("reading", ["result", "driven-out"])
@pytest.mark.parametrize(
    ("attacks", "rolls", "driven"),
    [
        (["attack 29th-mot 9"], ["die 6", "drive 10", "halt"], True),
        (["attack 305th-inf 54", "support 54", "support 54"], ["die 6"], False),
        (["attack 305th-inf 54", "attack 79th-inf 54", "support 54", "support 54"],
         ["roll 305th-inf", "die 6", "die 6", "halt"], True),
        (["attack 14th-pz box-5"], ["die 6", "halt"], False),
        (["attack 29th-mot 9", "attack 305th-inf 54", "support 54", "support 54"],
         ["roll 29th-mot", "die 6", "drive 10", "halt", "die 6"], True),
    ],
    ids=["out of 9", "a Hit in 54", "out of 54", "into box 5", "out of 9, then a Hit in 54"],
)  # fmt: skip
def test_the_star_counts_any_retreat_result_or_a_unit_driven_out(
    reading: str, attacks: list[str], rolls: list[str], driven: bool
) -> None:
    match = to_actions(supply=30, options={"relief_bonus": reading}, **{"unit.14th-pz": 29})
    play(match, *attacks, "end-actions", *rolls, "die 4")
    assert match.facts()["hoth_box"] == (2 if reading == "result" or driven else 1)


# ------------------------------------------------------------------ Tables A and B, Stalingrad


@pytest.mark.rule("CAU-COMMIT-02")
@pytest.mark.parametrize(("reading", "taken"), [("-2", -2), ("0", 0), ("-3", -3)])
def test_the_lowest_index_on_table_a(reading: str, taken: int) -> None:
    match = game((4, 4), (3, 22), ssi=1, options={"ssi_one": reading})
    assert modifiers(match, "A").get("SSI 1", 0) == taken
    assert [roll.total for roll in told(match, "roll", chart="A")] == [4 + taken] * 2
    other = game((4, 4), (3, 22), ssi=2, options={"ssi_one": reading})
    assert modifiers(other, "A") == {"SSI 2": -2}, "the other rows stay"


@pytest.mark.rule("CAU-VP-04", "CAU-SURR-05")
@pytest.mark.parametrize(("reading", "points"), [("lost", 0), ("held", 1)])
def test_stalingrad_held_to_a_surrender(reading: str, points: int) -> None:
    options = {"surrendered_city": reading}
    match = play(to_actions(turn=16, options=options, **{"unit.100th-inf": 54}), "surrender", "die 6")
    assert match.result is not None
    found = [one for one in match.result["sum"] if one["clauses"] == ["CAU-VP-04"]]
    assert sum(one["points"] for one in found) == points
    nothing = [one["text"] for one in match.result["none"] if one["clauses"] == ["CAU-VP-04"]]
    assert nothing == ([] if points else ["Stalingrad: an army that has surrendered holds no area"])
    lost = play(to_actions(turn=16, options=options), "surrender", "die 6")
    assert lost.result is not None
    assert [one for one in lost.result["sum"] if one["clauses"] == ["CAU-VP-04"]] == [], "54 is not German"


@pytest.mark.rule("CAU-AIR-01", "CAU-SETUP-02")
@pytest.mark.parametrize(
    ("edition", "reading", "supply"),
    [
        ("1996", "slip", 13),
        ("1996", "table", 15),
        ("1996", "supply", 15),
        ("2020", "table", 13),
        ("2020", "supply", 13),
    ],
)
def test_the_airlift_of_the_sample_turn(edition: str, reading: str, supply: int) -> None:
    """Strong, so a 3 is a 5, in Poor weather."""
    match = game((4, 1, 3), (3, 7), edition=edition, options={"sample_airlift": reading}, weather="Poor")
    assert match.facts()["weather"] == "Poor"
    assert match.facts()["supply"] == supply


@pytest.mark.rule("CAU-RUMOR-09", "CAU-RUMOR-11")
@pytest.mark.parametrize(("reading", "tiger", "zhukov"), [("swapped", 0, 1), ("printed", 1, 0)])
def test_a_three_dispels_one_of_two_rumors(reading: str, tiger: int, zhukov: int) -> None:
    p: Any = game(options={"rumors": True, "rumor_ranges": reading}).position
    assert (row_of(ranges(p, TIGER_TANKS), 3), row_of(ranges(p, ZHUKOV_DIES), 3)) == (tiger, zhukov)
    assert {row_of(ranges(p, rumor), 2) for rumor in (TIGER_TANKS, ZHUKOV_DIES)} == {0}


@pytest.mark.rule("CAU-SURV-03")
@pytest.mark.parametrize(("reading", "bonus"), [("higher", 4), ("both", 6)])
def test_without_wounded_one_bonus_counts_or_both(reading: str, bonus: int) -> None:
    p: Any = game(options={"survival": True, "survival_bonus": reading}, wounded=0).position
    assert [line.value for line in survival_modifiers(p)] == [bonus]
    p.wounded = 2
    assert [line.value for line in survival_modifiers(p)] == [2]


# ------------------------------------------------------------------ movement

INLAND = tuple(f"move {HQ} {area}" for area in (47, 46, 42, 43))
"""Four areas that count one each; area 41 beyond them counts two."""


@pytest.mark.rule("CAU-MOVE-04")
@pytest.mark.parametrize(("reading", "left"), [("carried", 1), ("lost", 0)])
@pytest.mark.parametrize("tallies", ["whole", "separate"])
def test_points_beyond_five_carry_over_or_are_lost(reading: str, left: int, tallies: str) -> None:
    match = to_actions(supply=20, options={"move_tally": reading, "isolated_movement": tallies})
    ip, supply = facts(match, "ip", "supply")
    play(match, *INLAND, f"move {HQ} 41")
    assert facts(match, "tally", "ip", "supply") == (left, ip - 1, supply - 1)
    play(match, "end-actions")
    assert facts(match, "ip", "supply") == (ip - 1 - left, supply - 1 - left)


@pytest.mark.rule("CAU-MOVE-04", "CAU-FLOW-17")
@pytest.mark.parametrize(("reading", "left"), [("carried", 1), ("lost", 0)])
def test_the_tally_of_isolated_units_carries_over_or_loses_its_excess(reading: str, left: int) -> None:
    options = {"move_tally": reading, "isolated_movement": "separate"}
    army = pocket({52: [HQ], 23: ["29th-mot"]}, [22, 24, 43, 44, 45, 47, 48, 49, 51, 55, 56])
    match = to_actions(supply=20, options=options, **army)
    play(match, "move 29th-mot 24", "move 29th-mot 22", "move 29th-mot 24")
    assert facts(match, "tally", "isolated_tally") == (0, left)


@pytest.mark.rule("CAU-MOVE-04", "CAU-MOVE-05")
@pytest.mark.parametrize(("reading", "open_"), [("carried", False), ("lost", True)])
def test_the_last_supply_point_pays_for_a_step_past_five(reading: str, open_: bool) -> None:
    match = play(to_actions(supply=5, options={"move_tally": reading}), *INLAND)
    assert facts(match, "tally", "supply") == (4, 1)
    assert (f"move {HQ} 41" in choices(match)) == open_
    if open_:
        assert facts(play(match, f"move {HQ} 41"), "tally", "supply") == (0, 0)
        assert not any(name.startswith("move") for name in choices(match))


# ------------------------------------------------------------------ the Council of War


def counter(**start: Any) -> Match:
    """The German Phase of turn 8, with the counter in hand."""
    options = {"council_of_war": True, **start.pop("options", {})}
    return to_actions(options=options, **{"turn": 8, "council": True, "supply": 20} | start)


@pytest.mark.rule("CAU-COUNCIL-03")
@pytest.mark.parametrize("reading", ["actions", "phase"])
def test_the_council_is_called_among_the_actions_or_at_any_moment_of_the_phase(reading: str) -> None:
    match = counter(options={"council_moments": reading})
    assert names(match).count("council") == 1
    play(match, "attack 29th-mot 9", "attack 305th-inf 54", "end-actions")
    assert box(match) == "german.attacks.choose"
    assert ("council" in names(match)) == (reading == "phase")
    if reading == "actions":
        assert refused(match, "council")
        return
    # A 10 ends nothing: the attacks go on where they were, and the counter is gone.
    play(match, "council", card_of(match, 10))
    assert (box(match), match.facts()["council"]) == ("german.attacks.choose", False)
    assert "council" not in names(match)
    assert "CAU-COUNCIL-03" in refused(match, "council")


@pytest.mark.rule("CAU-COUNCIL-03", "CAU-COUNCIL-06")
def test_a_council_between_two_rolls_may_end_the_phase() -> None:
    match = play(counter(options={"council_moments": "phase"}), "attack 29th-mot 9", "attack 305th-inf 54")
    play(match, "end-actions", "stop", "roll 305th-inf", "go-on", "die 1")
    assert box(match) == "moment"
    play(match, "council", "go-on", card_of(match, 4))
    assert (match.facts()["surrendered"], box(match)) == (True, "evaluation.ssi")


@pytest.mark.rule("CAU-COUNCIL-03")
def test_no_council_is_called_outside_the_german_phase() -> None:
    options = {"council_of_war": True, "council_moments": "phase"}
    match = to_soviet(options=options, turn=8, fo=8, council=True)
    assert box(match) == "soviet.attacks.choose"
    assert "council" not in names(match)
    assert refused(match, "council") == ("CAU-COUNCIL-03",)


@pytest.mark.rule("CAU-COUNCIL-11")
@pytest.mark.parametrize(("reading", "bonus"), [("adds", 2), ("once", 1)])
def test_a_second_resolve_adds_again_or_nothing(reading: str, bonus: int) -> None:
    match = counter(options={"council_bonus": reading}, council_bonus=1)
    play(match, "council", card_of(match, 13))
    assert facts(match, "council_bonus", "surrendered") == (bonus, False)
    match = counter(options={"council_bonus": reading})
    assert play(match, "council", card_of(match, 13)).facts()["council_bonus"] == 1


# ------------------------------------------------------------------ letters of the relief force


@pytest.mark.rule("CAU-RELIEF-16")
@pytest.mark.parametrize(("reading", "open_"), [("present", {"a", "c", "d"}), ("game", {"c", "d"})])
def test_an_unused_letter_is_another_or_one_never_used(reading: str, open_: set[str]) -> None:
    match = play(to_actions(supply=30, hoth_box=5, options={"unused_letters": reading}), "end-actions", "redirect b")
    next_turn(to_evaluated(match))
    play(match, "end-actions")
    assert {name[-1] for name in choices(match) if name.startswith("redirect")} == open_
    if reading == "game":
        assert refused(match, "redirect a") == ("CAU-RELIEF-16",)


@pytest.mark.rule("CAU-RELIEF-16")
def test_with_all_letters_used_the_relief_force_attacks() -> None:
    match = to_actions(supply=60, hoth_box=5, options={"unused_letters": "game"})
    for letter in "bcd":
        play(match, "end-actions", f"redirect {letter}")
        next_turn(to_evaluated(match))
    match.position.relief_box = 2  # type: ignore[attr-defined]
    assert box(play(match, "end-actions")) == "german.relief.roll"


def to_evaluated(match: Match) -> Match:
    """Past a Soviet Phase without attacks and Table H."""
    play(match, "card 3", "card 14")
    while box(match) == "soviet.attacks.choose":
        play(match, "end-phase")
    return play(match, "die 4")


# ------------------------------------------------------------------ more about cards


@pytest.mark.rule("CAU-CARD-06")
@pytest.mark.parametrize(("reading", "deck", "discard"), [("returns", 25, 0), ("waits", 24, 1)])
def test_the_last_card_returns_with_the_others_or_waits(reading: str, deck: int, discard: int) -> None:
    rest = [n for n in range(1, 26) if n not in (1, 2)]
    match = to_actions(drawn=(1, 2), discard=rest, options={"last_card": reading})
    assert match.facts()["weather"] == "Poor"
    assert facts(match, "deck", "discard") == (deck, discard)
    kinds = [event.kind for event in match.events if event.step == "strategic.weather"]
    assert kinds.index("shuffle") == (3 if reading == "returns" else 1)


@pytest.mark.rule("CAU-FLOW-28")
@pytest.mark.parametrize(("reading", "deck"), [("discarded", 24), ("shuffled", 25)])
def test_cards_drawn_before_play_stay_discarded_or_return(reading: str, deck: int) -> None:
    match = game((), (2,), options={"what_if": True, "set_up_cards": reading})
    assert box(match) == "strategic.event"
    assert facts(match, "deck", "discard") == (deck, 25 - deck)
    plain = game((), (), options={"set_up_cards": reading})
    assert not told(plain, "shuffle")


# ------------------------------------------------------------------ the end of the army


@pytest.mark.rule("CAU-END-03", "CAU-EVAL-05")
@pytest.mark.parametrize(
    ("reading", "boxes"),
    [
        ("evaluation", ["evaluation.ssi"]),
        (
            "turns",
            ["strategic.event", "strategic.weather", "strategic.luftwaffe", "strategic.relief", "strategic.airlift"],
        ),
    ],
)
def test_after_the_loss_of_the_army_only_evaluations_or_full_turns(reading: str, boxes: list[str]) -> None:
    army = pocket({23: ["29th-mot"]}, [22]) | {"unit.29th-mot.side": "depleted"}
    match = to_soviet(options={"lost_army": reading}, **army, **LATER)
    play(match, "resolve 23 9", "die 6", "lose 29th-mot")
    assert match.facts()["units"] == 0
    if reading == "turns":
        # The turn goes on: the attacker has another area to attack.
        assert box(match) == "soviet.roll"
        play(match, "die 1")
    while box(match) != "evaluation.ssi":
        play(match, choices(match)[0] if "end-phase" not in choices(match) else "end-phase")
    play(match, "die 5")
    assert modifiers(match, "H") == {"all German units eliminated": -1}
    for name in boxes:
        assert box(match) == name
        play(match, {"strategic.event": "card 12", "strategic.weather": "card 19"}.get(name, "die 2"))
    assert box(match) == ("evaluation.ssi" if reading == "evaluation" else "german.actions")


@pytest.mark.rule("CAU-RUMOR-01")
@pytest.mark.parametrize("reading", ["command", "always"])
def test_the_rumor_step_ends_with_the_army_or_goes_on(reading: str) -> None:
    match = to_actions(options={"rumors": True, "rumors_heard": reading})
    play(match, "surrender", "die 4")
    assert box(match) == ("evaluation.rumor.new" if reading == "always" else "evaluation.ssi")
    begun = to_actions(options={"rumors": True, "rumors_heard": reading}, **LATER)
    assert box(play(begun, "surrender", "die 4")) == "evaluation.ssi"


@pytest.mark.rule("CAU-RUMOR-12")
@pytest.mark.parametrize("reading", ["drawn", "none"])
def test_without_zhukov_status_cards_are_drawn_or_not(reading: str) -> None:
    options = {"rumors": True, "zhukov_draws": reading}
    start: dict[str, Any] = {"rumor.zhukov": "obtained"}
    match = to_soviet(options=options, **start)
    assert box(match) == ("soviet.offensive" if reading == "drawn" else "soviet.targets.draw")
    assert box(to_soviet(options=options)) == "soviet.offensive"


@pytest.mark.rule("CAU-FLOW-20")
@pytest.mark.parametrize(("reading", "kept"), [("around", {45, 47, 49, 52}), ("occupied", {45, 52})])
def test_the_collapsed_army_keeps_vacant_areas_or_not(reading: str, kept: set[int]) -> None:
    army = pocket({52: [HQ, "14th-pz"], 45: ["29th-mot"]}, [47, 49, 46])
    match = to_soviet("card 3", "card 14", options={"collapsed_pocket": reading}, wounded=20, **army)
    play(pass_soviet(match), "die 4", "rally 52")
    while box(match).startswith("evaluation.collapse"):
        wanted = [f"shelter {HQ} 52", "shelter 14th-pz 52", "shelter 29th-mot 45", "die 6"]
        play(match, next((name for name in wanted if name in choices(match)), choices(match)[0]))
    assert {area for area in range(1, 65) if match.facts()[f"german_{area}"]} == kept


# ------------------------------------------------------------------ battlegroups before follow-ups

TWO_OPEN: dict[str, Any] = {"unit.20th-rum": 40, "unit.371st-inf": 53}
"""With 39 lost, 38 and 43 are open to a follow-up."""


@pytest.mark.rule("CAU-FLOW-11", "CAU-BG-02")
@pytest.mark.parametrize("reading", ["open", "closed"])
@pytest.mark.parametrize("moments", ["phases", "before-attacks", "any-moment"])
def test_a_battlegroup_comes_before_a_follow_up_or_only_before_the_attack(reading: str, moments: str) -> None:
    options = {"follow_up_window": reading, "battlegroups": moments}
    match = to_soviet(options=options, supply=40, **TWO_OPEN, **LATER)
    assert "battlegroup 43" in names(match)
    play(match, "resolve 39 32", "die 6")
    assert box(match) == "soviet.follow-up-area"
    assert ("battlegroup 43" in names(match)) == (reading == "open")
    if reading == "closed":
        assert "CAU-FLOW-11" in refused(match, "battlegroup 43")
    play(match, "follow 38")
    assert box(match) == ("soviet.follow-up-window" if reading == "open" else "soviet.roll")


@pytest.mark.rule("CAU-FLOW-11")
def test_a_moment_before_the_die_of_a_follow_up_is_closed_too() -> None:
    options = {"follow_up_window": "closed"}
    match = to_soviet(options=options, supply=40, **TWO_OPEN, **LATER)
    play(match, "stop", "resolve 39 32", "go-on", "die 6", "follow 38")
    assert box(match) == "moment"
    assert not any(name.startswith("battlegroup") for name in names(match))
    assert "CAU-FLOW-11" in refused(match, "battlegroup 43")
    play(match, "go-on", "die 1")
    assert box(match) == "soviet.attacks.choose"
    assert "battlegroup 44" in names(match)
