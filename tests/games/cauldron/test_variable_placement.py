"""The optional rule of the variable placement."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from mamayev.engine.refusal import Refusal
from mamayev.engine.registry import find
from mamayev.games.cauldron.printed.components import export
from mamayev.match.match import Match

from .play import choices, game, names, play, refused, told

PLACED = {"variable_placement": True}
CARDS = (14, 10, 2, 12, 1, 16)
"""Random Numbers 1, 3, 5 for German units: 21, 23, 45; then 7, 8, 10 for Soviet ones: 9, 31, 39."""


def drawn(*cards: int, options: Any = None, **start: Any) -> Match:
    """A game after the six areas have been drawn."""
    return game((), cards or CARDS, options={**PLACED, **(options or {})}, **start)


def waiting(match: Match) -> list[str]:
    """The units to be placed."""
    pools = {pool.id: pool for pool in match.table.look.picture(match.position, 0).pools}
    return list(pools["waiting"].pieces) if "waiting" in pools else []


def home(unit: str) -> int:
    """Where the historical setup puts a unit."""
    area: int = game().facts()[f"unit.{unit}"]
    return area


def place_all(match: Match, **where: int) -> Match:
    """Everybody where history put him, but for those named; who has lost his place goes to 47."""
    for unit in waiting(match):
        if unit in waiting(match):
            wanted = f"place {unit} {where.get(unit, home(unit))}"
            play(match, wanted if wanted in names(match) else f"place {unit} 47")
    return match


@pytest.mark.rule("CAU-VARPL-01", "CAU-VARPL-02")
def test_three_german_and_then_three_soviet_areas_are_drawn() -> None:
    match = drawn()
    assert [card.line for card in told(match, "card")] == ["random"] * 6
    marks = [mark.at for mark in match.table.look.picture(match.position, 0).marks if mark.mark == "drawn"]
    assert marks == ["21", "23", "45"]
    soviet = [area for area in range(1, 65) if match.facts()[f"soviet_{area}"]]
    assert soviet == [9, 31, 39]
    assert len(waiting(match)) == 22
    assert match.facts()["units"] == 0


@pytest.mark.rule("CAU-VARPL-01", "CAU-VARPL-02")
@pytest.mark.parametrize(
    ("cards", "german", "soviet"),
    [
        ((14, 25, 13, 20, 7, 8), (21, 23, 45), (12, 32, 37)),
        ((15, 19, 9, 1, 5, 16), (24, 53, 55), (31, 26, 39)),
        ((3, 11, 6, 21, 23, 18), (40, 56, 48), (15, 20, 25)),
    ],
)
def test_each_random_number_names_its_areas(cards: Any, german: Any, soviet: Any) -> None:
    match = drawn(*cards)
    assert [area for area in range(1, 65) if match.facts()[f"soviet_{area}"]] == sorted(soviet)
    marks = [mark.at for mark in match.table.look.picture(match.position, 0).marks if mark.mark == "drawn"]
    assert marks == [str(area) for area in sorted(german)]


@pytest.mark.rule("CAU-VARPL-03")
def test_an_area_drawn_twice_is_drawn_again() -> None:
    # 1 and 2 are one column, 3 and 4 another: the second German and the third Soviet card bring nothing new.
    match = drawn(14, 4, 10, 2, 20, 7, 22, 8)
    cards = told(match, "card")
    assert len(cards) == 8
    again = [event.text for event in match.events if event.clauses == ("CAU-VARPL-03",)]
    assert again == [f"{area} has been drawn already: another card." for area in ("21 Kazachi Kurgan", "32 Gavrilovka")]
    marks = [mark.at for mark in match.table.look.picture(match.position, 0).marks if mark.mark == "drawn"]
    assert marks == ["21", "23", "45"]
    assert [area for area in range(1, 65) if match.facts()[f"soviet_{area}"]] == [12, 32, 37]


@pytest.mark.rule("CAU-VARPL-01")
def test_the_draws_are_discarded_as_usual() -> None:
    assert drawn(14, 10, 2, 20, 7, 8).facts()["discard"] == 6
    assert drawn(*CARDS).facts()["discard"] == 2  # Card 12 says Reshuffle.


@pytest.mark.rule("CAU-VARPL-04")
def test_units_are_placed_inside_the_pocket_or_beside_it() -> None:
    match = drawn()
    areas = {int(name.split()[2]) for name in choices(match)}
    board: Any = match.table.board  # type: ignore[attr-defined]
    near = {area for area in range(1, 65) if (board.inside | board.touching(board.inside)) >> area & 1}
    assert areas == near - {54, 9, 31, 39}
    assert {58, 20, 22, 11} <= areas
    assert refused(match, "place 14th-pz 54") == ("CAU-VARPL-04",)
    assert refused(match, "place 14th-pz 39") == ("CAU-VARPL-04",)
    assert refused(match, "place 14th-pz 63") == ("CAU-VARPL-04",)
    assert refused(match, "place 22nd-pz 47") == ("CAU-VARPL-04",)


@pytest.mark.rule("CAU-VARPL-01", "CAU-VARPL-04")
def test_the_last_units_must_fill_the_drawn_areas() -> None:
    match = drawn()
    for unit in waiting(match)[:19]:
        play(match, f"place {unit} 47")
    assert choices(match) == [f"place {unit} {area}" for unit in waiting(match) for area in (21, 23, 45)]
    assert refused(match, f"place {waiting(match)[0]} 47") == ("CAU-VARPL-01",)
    last = waiting(match)
    play(match, f"place {last[0]} 45", f"place {last[1]} 21")
    # Where nothing is left to choose the unit is placed by itself.
    assert match.facts()[f"unit.{last[2]}"] == 23
    assert match.decision is not None
    assert match.decision.box == "set-up.defenses"


@pytest.mark.rule("CAU-VARPL-01")
def test_any_unit_may_go_to_a_drawn_area() -> None:
    match = play(drawn(), "place 20th-rum 21", "place 6th-army-hq 45")
    assert (match.facts()["unit.20th-rum"], match.facts()["unit.6th-army-hq"]) == (21, 45)
    assert [mark.at for mark in match.table.look.picture(match.position, 0).marks if mark.mark == "drawn"] == ["23"]


@pytest.mark.rule("CAU-VARPL-05", "CAU-FLOW-02", "CAU-FLOW-04")
def test_the_ring_is_set_up_after_the_placement_and_a_lost_area_stays_lost() -> None:
    match = place_all(drawn())
    facts = match.facts()
    assert not facts["german_39"]
    soviet = {area for area in range(1, 65) if facts[f"soviet_{area}"]}
    assert soviet == {9, 11, 12, 15, 16, 19, 58, 25, 26, 31, 32, 37, 39, 54, 59}
    assert facts["areas"] == 23
    assert facts["morale"] == 32
    assert refused(match, "fortify 39") == ("CAU-VARSET-09",)


@pytest.mark.rule("CAU-VARPL-04", "CAU-VARPL-05", "CAU-CTRL-02")
def test_a_unit_beside_the_pocket_holds_its_area_and_the_ring_goes_round_it() -> None:
    match = place_all(drawn(), **{"94th-inf": 58})
    facts = match.facts()
    assert facts["german_58"]
    assert all(facts[f"soviet_{area}"] for area in (60, 61, 62))
    assert not facts["soviet_58"]


@pytest.mark.rule("CAU-VARPL-01")
def test_alone_it_places_the_historical_army_with_its_values() -> None:
    match = place_all(drawn())
    facts, plain = match.facts(), game().facts()
    for fact in ("supply", "ssi", "turn", "wounded", "fo", "units", "weather"):
        assert facts[fact] == plain[fact], fact
    assert {key: facts[key] for key in facts if key.endswith(".side")} == {
        key: plain[key] for key in plain if key.endswith(".side")
    }
    play(match, *["fortify 47"] * 6, *["prepare 52"] * 4)
    assert choices(match) == ["entry a", "entry b", "entry c", "entry d"]
    play(match, "entry d", "begin")
    assert match.facts()["entry"] == "D"
    assert match.decision is not None
    assert match.decision.step == "strategic.event"


@pytest.mark.rule("CAU-VARPL-01", "CAU-VARSET-11")
def test_with_the_variable_set_up_the_rolls_come_first() -> None:
    match = game((6, 2, 3, 4, 1, 3, 5, 6), CARDS, options={**PLACED, "variable_setup": True})
    play(match, "cast")
    assert len(waiting(match)) == 24
    assert {"22nd-pz", "2nd-rum"} <= set(waiting(match))
    kinds = [event.kind for event in match.events if event.kind in ("card", "roll")]
    assert kinds == ["roll"] * 8 + ["card"] * 6
    place_all(match, **{"22nd-pz": 21, "2nd-rum": 22})
    # The depleted units of the historical army start at full strength until the player has chosen.
    assert match.facts()["unit.60th-mot.side"] == "full"
    assert match.decision is not None
    assert match.decision.box == "set-up.deplete"


@pytest.mark.rule("CAU-VARPL-01", "CAU-VARSET-04")
def test_a_division_lost_at_the_start_is_not_among_the_units_to_be_placed() -> None:
    match = game((1, 2, 3, 4, 1, 3), CARDS, options={**PLACED, "variable_setup": True})
    play(match, "cast", "remove 94th-inf")
    assert len(waiting(match)) == 21
    assert "94th-inf" not in waiting(match)


@pytest.mark.rule("CAU-VARPL-03")
def test_a_deck_that_cannot_bring_three_areas_is_refused(tmp_path: Path) -> None:
    export(tmp_path)
    file = tmp_path / "cards.toml"
    lines = ["random = 1" if line.startswith("random = ") else line for line in file.read_text("utf-8").splitlines()]
    file.write_text("\n".join(lines), encoding="utf-8")
    find("cauldron").table(components=tmp_path)
    with pytest.raises(Refusal, match=r"three different areas.*cards\.toml"):
        find("cauldron").table(options=PLACED, components=tmp_path)


@pytest.mark.rule("CAU-VARPL-01", "CAU-VARPL-02")
def test_the_table_is_among_the_charts() -> None:
    charts = {chart.id: chart for chart in drawn().table.look.kept.charts}
    assert charts["VARPL"].columns == ["Side", "1-2", "3-4", "5-6", *map(str, range(7, 14))]
    assert charts["VARPL"].rows[0] == ["German", "21", "23", "45", "22", "24", "53", "55", "40", "56", "48"]
    assert "VARSET" not in charts


@pytest.mark.rule("CAU-VARPL-04")
def test_a_script_may_place_units_beforehand() -> None:
    match = drawn(**{"unit.14th-pz": 41, "unit.71st-inf": 0})
    assert len(waiting(match)) == 20
    assert match.facts()["unit.14th-pz"] == 41
