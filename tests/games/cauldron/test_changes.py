"""What the [setup] of a script may change, and how it is told that a change is wrong."""

from __future__ import annotations

from typing import Any

import pytest

from mamayev.engine.refusal import Refusal

from .play import game


@pytest.mark.parametrize(
    ("key", "value", "words"),
    [
        ("supply", -1, "supply must be a number from 0 to 99"),
        ("supply", True, "supply must be a number"),
        ("supply", "9", "supply must be a number"),
        ("ssi", 0, "ssi must be a number from 1 to 10"),
        ("launched", 3, "Set fo = 8 before launched"),
        ("foa", 1, "foa must be true or false"),
        ("weather", "Sunny", "is not a setup change"),
        ("luftwaffe", "", "is not a setup change"),
        ("entry", "E", "is not a setup change"),
        ("hoth_area", 65, "hoth_area must be an area from 1 to 64"),
        ("moral", 3, "is not a setup change"),
        ("discard", 3, "discard must be a list of card ids"),
        ("discard", [26], "discard must be a list of card ids"),
        ("discard", [[1]], "discard must be a list of card ids"),
        ("discard", list(range(1, 26)), "the deck would be empty"),
        ("unit.7th-inf", 39, "There is no unit"),
        ("defeat", 45, "must be an area with German units next to Soviet ones"),
        ("defeat", [1], "must be an area with German units"),
        ("unit.71st-inf", 65, "must be an area"),
        ("unit.71st-inf", True, "must be an area"),
        ("unit.71st-inf.face", "full", "There is no unit"),
        ("unit.bg-a.side", "full", "must be a division"),
        ("pdm_45", "on", "must be active, inactive or none"),
        ("pdm_58", "active", "the area is not German-controlled"),
        ("german_45", False, "the area has German units"),
        ("german_58", True, "put a unit there"),
        ("german_65", True, "must be an area from 1 to 64"),
    ],
)
def test_a_wrong_change_is_named(key: str, value: Any, words: str) -> None:
    with pytest.raises(Refusal, match=words) as refused:
        game(**{key: value})
    assert refused.value.malformed
    assert refused.value.field == key


def test_no_more_defenses_than_counters() -> None:
    more = {f"pdm_{area}": "inactive" for area in (22, 23, 24)}
    assert game(**more).facts()["pdm_24"] == "inactive"
    with pytest.raises(Refusal, match="there are only 13"):
        game(**more, pdm_39="active")


@pytest.mark.parametrize(
    "start",
    [
        {"unit.71st-inf": 54, "unit.bg-b": 31, "unit.22nd-pz": "box-4"},
        {"hoth_box": 5, "entry": "B"},
        {"hoth_area": 48},
        {"hoth_area": 29, "hoth_box": 4},
        {"fo": 8, "launched": 1, "turn": 9},
        {"fo": 8, "turn": 5},
        {"german_48": False, "german_46": False, "unit.6th-army-hq": 0, "german_52": False, "pdm_53": "none"},
        {"discard": [1, 2, 3, 24], "weather": "Poor", "hit_54": True},
    ],
)
def test_every_change_leaves_a_sound_table(start: dict[str, Any]) -> None:
    match = game(**start)
    assert [check.text for check in match.table.invariants if not check.holds(match.position)] == []
    facts = match.facts()
    told = {name: value for name, value in start.items() if name in facts and name not in ("hoth_area", "discard")}
    assert {name: facts[name] for name in told} == told


@pytest.mark.rule("CAU-SOVATK-05")
def test_a_script_may_begin_with_a_defeat() -> None:
    match = game(defeat=39)
    assert match.decision is not None
    assert match.decision.box == "soviet.loss"
    assert match.decision.prompt.endswith("which unit takes the loss, or do all retreat?")


def test_nothing_is_changed_after_a_defeat() -> None:
    with pytest.raises(Refusal, match="supply comes after defeat"):
        game(defeat=39, supply=9)
