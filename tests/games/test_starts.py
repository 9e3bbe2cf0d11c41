"""What a start may not be in the other games: refused with the sentence and the clause."""

from __future__ import annotations

from typing import Any

import pytest

from mamayev.engine.refusal import Refusal
from mamayev.match.match import Match

BARBAROSSA = {"turn": 3, "unit.all": "out"}
FOUR = {f"unit.{unit}": "F34" for unit in ("ge-pz-iii", "ge-in-i", "ge-in-ii", "ge-in-x")}
INFERNO: dict[str, Any] = {"round": 3}

WRONG: list[tuple[str, dict[str, Any], dict[str, Any], str, str]] = [
    ("barbarossa", {}, BARBAROSSA | FOUR, "would exceed the stacking limit in", "BAR-STACK-01"),
    (
        "barbarossa",
        {},
        BARBAROSSA | {"unit.ge-in-i": "F34", "unit.ru-army-4": "F34"},
        "it has an enemy unit",
        "BAR-MOVE-03",
    ),
    ("barbarossa", {}, BARBAROSSA | {"unit.ge-in-i": "A1"}, "units cannot enter", "BAR-TERRAIN-03"),
    ("barbarossa", {}, {"unit.ge-in-i": "F34"}, "is not west of the border", "BAR-SETUP-03"),
    ("inferno", {}, {"unit.pz-2": "W"}, "write “round” first", ""),
    ("inferno", {}, INFERNO | {"unit.pz-2": "W", "unit.rb-10": "W"}, "it has enemy units", "INF-STACK-03"),
    ("inferno", {}, INFERNO | {"unit.rb-10": "lost"}, "returns to its pool", "INF-STEP-03"),
    ("inferno", {}, INFERNO | {"unit.pz-2": "pool"}, "has no pool", "INF-STEP-04"),
    ("inferno", {}, INFERNO | {"chart.1": ["pz-2"], "unit.pz-2": "W"}, "already on the chart", "INF-REINF-02"),
    ("inferno", {}, INFERNO | {"chart.1": ["pz-2", "pz-2"]}, "already on the chart", "INF-REINF-02"),
    ("inferno", {}, INFERNO | {"chart.1": ["rb-10"]}, "is not a German unit", "INF-SOLO-05"),
    ("inferno", {}, INFERNO | {"unit.pz-2": "W", "strength.pz-2": 9}, "a strength of 1 to", "INF-STR-01"),
    ("inferno", {}, INFERNO | {"strength.pz-2": 1}, "is not on the map", "INF-STR-01"),
    ("inferno", {}, INFERNO | {"unit.pz-2": "W", "control.W": "soviet"}, "units are in it", "INF-MAP-03"),
    ("inferno", {}, INFERNO | {"rubble.1": True}, "is not Urban", "INF-RUBBLE-08"),
    ("inferno", {}, INFERNO | {"card.sniper-1": "play"}, "is not a Leader", "INF-SCARD-03"),
    ("cauldron", {}, {"hit_47": True}, "only Soviet units have Hit markers", "CAU-ATK-14"),
    ("cauldron", {"council_of_war": True}, {"council": True}, "only from turn 8 on", "CAU-COUNCIL-01"),
    ("cauldron", {}, {"pdm_58": "active"}, "not German-controlled", "CAU-PDM-02"),
    ("cauldron", {}, {"german_45": False}, "the area has German units", "CAU-CTRL-02"),
    ("cauldron", {}, {"german_58": True}, "put a unit there", "CAU-CTRL-03"),
    ("cauldron", {}, {"unit.bg-a.side": "full"}, "must be a division", "CAU-COMP-09"),
    ("cauldron", {"variable_placement": True}, {"unit.71st-inf": 39}, "drawn for a Soviet unit", "CAU-VARPL-02"),
]


@pytest.mark.parametrize(("game", "options", "changes", "sentence", "clause"), WRONG)
def test_a_start_that_the_rules_forbid_is_refused(
    game: str, options: dict[str, Any], changes: dict[str, Any], sentence: str, clause: str
) -> None:
    with pytest.raises(Refusal, match=sentence) as refused:
        Match.new(game, seed=1, options=options, start=changes)
    assert refused.value.malformed
    assert clause in (*refused.value.clauses, "")


@pytest.mark.parametrize("value", [["a"], [], [[1]], {"a": 1}, None])
@pytest.mark.parametrize(
    ("game", "changes"),
    [
        ("barbarossa", {"unit.all": ""}),
        ("barbarossa", {"turn": 3, "unit.ge-in-i": ""}),
        ("barbarossa", {"turn": 3, "weather": ""}),
        ("inferno", {"round": 5, "card.sniper-1": ""}),
        ("inferno", {"round": 5, "unit.pz-2": ""}),
        ("donnerschlag", {"turn": 3, "unit.6p-hq": ""}),
        ("donnerschlag", {"turn": 3, "card.act1-1": ""}),
        ("donnerschlag", {"turn": 3, "schwerpunkt": ""}),
        ("cauldron", {"supply": ""}),
        ("cauldron", {"unit.71st-inf": ""}),
    ],
)
def test_a_value_of_no_use_is_refused(game: str, changes: dict[str, Any], value: Any) -> None:
    changes = {key: value if given == "" else given for key, given in changes.items()}
    with pytest.raises(Refusal) as refused:
        Match.new(game, seed=1, start=changes)
    assert refused.value.malformed


def test_lists_of_cards_and_units_are_taken() -> None:
    assert Match.new("cauldron", seed=1, start={"discard": [3, 7]}).facts()
    assert Match.new("inferno", seed=1, start=INFERNO | {"chart.1": ["pz-2"]}).facts()


def test_one_unit_too_many_for_the_order_of_battle() -> None:
    """Its clause stands in place of the first one."""
    units = {f"unit.{unit}": "V20" for unit in ("ru-army-4", "ru-army-7", "ru-army-9")}
    with pytest.raises(Refusal, match="would exceed the stacking limit in") as refused:
        Match.new("barbarossa", seed=1, options={"order_of_battle": True}, start=BARBAROSSA | units)
    assert refused.value.clauses == ("BAR-V-OOB-02",)


def test_a_long_move_that_wins_on_the_way_takes_the_hex_it_ends_in() -> None:
    match = Match.new("inferno", seed=1, start={"round": 1, "control.29": "soviet", "unit.pz-24": "18"})
    match.play("long 18 35")
    assert match.over
    assert match.facts()["control.35"] == "german"


def test_the_ring_closes_around_an_entry_that_is_chosen_with_the_relief_force_beside_it() -> None:
    match = Match.new("cauldron", seed=1, options={"entry": "choose"}, start={"hoth_box": 5})
    match.play("entry D")
    assert match.table.broken_invariants(match.position) == []
