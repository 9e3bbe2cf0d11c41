"""The optional rule of attacks across rivers."""

from __future__ import annotations

import re
import tomllib
from importlib.resources import files
from typing import Any

import pytest

from mamayev.engine.registry import find
from mamayev.match.match import Match

from .play import choices, modifiers, names, play, refused, to_actions, told

ACROSS = {"river_attacks": True}
AT_30 = {"unit.14th-pz": 30, "unit.371st-inf": 30, "supply": 20}


def bank(*dice: int, options: Any = ACROSS, **start: Any) -> Match:
    """The German Actions, with 14th Panzer and 371st Infantry in 30, across the river from the Soviet unit in 31."""
    return to_actions(dice, options=options, **{**AT_30, **start})


@pytest.mark.rule("CAU-RIVER-01")
@pytest.mark.parametrize(
    ("near", "far", "holder"),
    [(10, 2, 3), (2, 10, 11), (9, 7, 8), (7, 9, 23), (30, 31, 26), (31, 30, 29), (33, 34, 35), (34, 33, 30)],
)
def test_attacks_go_across_the_named_rivers_in_both_directions(near: int, far: int, holder: int) -> None:
    start = {"unit.14th-pz": near, "unit.16th-pz": holder, "supply": 20}
    attack = f"attack 14th-pz {far}"
    assert attack in names(to_actions(options=ACROSS, **start))
    without = to_actions(**start)
    assert attack not in names(without)
    assert refused(without, attack) == ("CAU-ATK-01",)


@pytest.mark.rule("CAU-RIVER-01")
def test_rivers_are_crossed_on_an_own_map_that_began_as_an_empty_sheet() -> None:
    """The workshop cannot draw the pairs, which the book gives by number, so an empty sheet keeps them."""
    open_workshop = find("cauldron").workshop
    assert open_workshop is not None
    sheet = open_workshop().areas
    assert sheet is not None
    own = files("mamayev.games.cauldron").joinpath("data", sheet.file).read_text()
    for key in {*tomllib.loads(own)} - {path[0] for path in (*sheet.keeps, sheet.path)}:
        own = re.sub(rf"^{key} = .*$", "", own, flags=re.MULTILINE)
    match = Match.new("cauldron", seed=0, options=ACROSS, components={sheet.file: own}, start=AT_30)
    while match.decision is not None and match.decision.step != "german.actions":
        match.play(choices(match)[-1])
    assert "attack 14th-pz 31" in names(match)


@pytest.mark.rule("CAU-RIVER-01")
def test_elsewhere_only_neighbours_are_attacked() -> None:
    match = bank()
    assert [name for name in names(match) if name.startswith("attack 14th-pz ")] == [
        f"attack 14th-pz {area}" for area in (26, 29, 31, 33)
    ]
    assert refused(match, "attack 14th-pz 32") == ("CAU-ATK-01", "CAU-RIVER-01")


@pytest.mark.rule("CAU-RIVER-01", "CAU-AREA-03")
def test_a_river_bars_everything_but_the_attack() -> None:
    match = bank(**{"unit.297th-inf": 0, "german_40": False, "unit.14th-pz": 30})
    assert not match.facts()["soviet_31"]
    assert "attack 14th-pz 31" not in names(match)
    assert refused(match, "move 14th-pz 31") == ("CAU-MOVE-01", "CAU-AREA-02")


@pytest.mark.rule("CAU-RIVER-02")
def test_a_target_across_a_river_counts_as_a_stalingrad_area() -> None:
    match = play(bank(6), "attack 14th-pz 31", *["support 31"] * 2, "end-actions")
    assert modifiers(match, "E") == {"2 supply points": 2, "across a river": -1}
    assert match.facts()["hit_31"]
    assert match.facts()["soviet_31"]


@pytest.mark.rule("CAU-RIVER-02")
def test_the_second_success_drives_the_unit_out() -> None:
    match = play(
        bank(6, 6), "attack 14th-pz 31", "attack 371st-inf 31", *["support 31"] * 3, "end-actions", "roll 14th-pz"
    )
    assert match.facts()["hit_31"] is False
    assert match.facts()["soviet_31"] is False
    assert told(match, "mark", mark="hit")[0].clauses == ("CAU-ATK-14", "CAU-RIVER-02")


@pytest.mark.rule("CAU-RIVER-02")
def test_who_attacks_the_same_area_from_its_own_bank_uses_the_normal_rules() -> None:
    match = play(
        bank(4, **{"unit.16th-pz": 40}),
        "attack 14th-pz 31",
        "attack 16th-pz 31",
        *["support 31"] * 2,
        "end-actions",
        "roll 16th-pz",
    )
    assert modifiers(match, "E") == {"2 supply points": 2, "panzer or motorized": 1}
    assert not match.facts()["soviet_31"]
    assert not told(match, "mark", mark="hit")


@pytest.mark.rule("CAU-RIVER-03")
def test_soviet_units_do_not_attack_across_rivers() -> None:
    board = find("cauldron").table(options=ACROSS).board  # type: ignore[attr-defined]
    assert all(not board.adjacent[one] >> other & 1 for one, other in ((10, 2), (9, 7), (30, 31), (33, 34)))
    # 31 is held, its only German neighbour is empty of Soviet units but across the river: nobody attacks 30 from there.
    match = bank(fo=8)
    play(match, "end-actions")
    while match.decision is not None and match.decision.box != "soviet.attacks.choose":
        play(match, "die 1" if match.decision.chance == "die" else choices(match)[0])
    assert [name for name in choices(match) if name.startswith("resolve 30 ")] == [
        f"resolve 30 {area}" for area in (26, 29, 33)
    ]


@pytest.mark.rule("CAU-RIVER-04")
def test_who_attacked_across_may_advance() -> None:
    match = play(
        bank(6, 6), "attack 14th-pz 31", "attack 371st-inf 31", *["support 31"] * 3, "end-actions", "roll 14th-pz"
    )
    while match.decision is not None and match.decision.box == "german.attacks.drive":
        play(match, choices(match)[0])
    play(match, "advance 14th-pz")
    assert match.facts()["unit.14th-pz"] == 31
    assert match.facts()["german_31"]


@pytest.mark.rule("CAU-RIVER-02", "CAU-ATK-14")
def test_a_hit_across_the_river_is_none_in_the_city() -> None:
    match = play(
        bank(6, 6),
        "attack 14th-pz 31",
        *["support 31"] * 2,
        "attack 305th-inf 54",
        *["support 54"] * 2,
        "end-actions",
        "roll 14th-pz",
    )
    assert [match.facts()[f"{mark}_{area}"] for area in (31, 54) for mark in ("hit", "soviet")] == [True] * 4


@pytest.mark.rule("CAU-RIVER-02")
def test_table_e_names_the_river_with_the_option_only() -> None:
    for options, shown in ((ACROSS, True), ({}, False)):
        chart = next(chart for chart in find("cauldron").table(options=options).look.kept.charts if chart.id == "E")
        assert any("across a river" in line for line in chart.modifiers) == shown
