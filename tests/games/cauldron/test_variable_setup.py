"""The optional rule of the variable scenario setup."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from mamayev.engine.chance import Scripted
from mamayev.engine.playout import playout
from mamayev.engine.registry import find
from mamayev.games.cauldron.printed.components import export
from mamayev.match.match import Match

from .play import choices, game, modifiers, names, play, refused, told

VARIED = {"variable_setup": True}
COLUMNS = ("order-of-battle", "supplies", "ssi", "defenses", "start", "depleted")
PLAIN = (2, 2, 3, 4, 1, 4)
"""Dice for the six columns: no change, 4 supply, SSI 10, five and four PDMs, turn 1, four depleted."""


def modifying(*dice: int, options: Any = None, **start: Any) -> Match:
    """A game at the question for the modifiers."""
    return game(dice, (), options={**VARIED, **(options or {})}, **start)


def cast(*dice: int, raised: str = "", options: Any = None) -> Match:
    """A game after the six rolls; `raised` names the columns that get a modifier."""
    match = modifying(*dice, options=options)
    return play(match, *(f"raise {column}" for column in raised.split()), "cast")


def last_roll(match: Match, title: str) -> Any:
    """The last roll of this title."""
    return told(match, "roll", title=title)[-1]


def finish(match: Match) -> Match:
    """On to the first turn, with the first choice everywhere."""
    while match.decision is not None and not match.decision.chance:
        play(match, choices(match)[0])
    return match


# ---- the modifiers and the rolls


@pytest.mark.rule("CAU-VARSET-01")
def test_one_die_is_rolled_for_each_of_the_six_columns() -> None:
    match = cast(1, 2, 3, 4, 5, 6)
    rolls = told(match, "roll", chart="VARSET")
    assert [roll.title for roll in rolls] == ["Order of Battle", "Supplies", "SSI", "PDMs", "Start", "Depleted"]
    assert [roll.row for roll in rolls] == [0, 1, 2, 3, 4, 5]
    chart = {chart.id: chart for chart in match.table.look.kept.charts}["VARSET"]
    cells = [chart.rows[roll.row][roll.column] for roll in rolls]
    assert cells == ["-1", "4", "10", "5", "1", "2"]


@pytest.mark.rule("CAU-VARSET-01")
def test_without_the_option_the_set_up_is_historical() -> None:
    match = game()
    assert match.decision is not None
    assert match.decision.step == "strategic.event"
    assert "set-up" not in {phase.id for phase in match.table.look.kept.phases}
    assert next(phase.id for phase in find("cauldron").table(options=VARIED).look.kept.phases) == "set-up"


@pytest.mark.rule("CAU-VARSET-02")
def test_four_modifiers_are_given_and_no_more() -> None:
    match = play(modifying(), *(f"raise {column}" for column in ("supplies", "ssi", "defenses", "start")))
    assert choices(match) == ["cast"]
    assert refused(match, "raise depleted") == ("CAU-VARSET-02",)


@pytest.mark.rule("CAU-VARSET-02", "CAU-VARSET-07", "CAU-VARSET-11")
def test_the_buttons_say_what_each_roll_can_bring() -> None:
    match = modifying()

    def ranges() -> dict[str, str]:
        decision = match.decision
        assert decision is not None
        return {a["text"]: a.get("cost", "") for a in decision.to_data()["actions"]}

    assert ranges()["raise supplies"] == "now 2 to 12 supply"
    assert ranges()["raise start"] == "now turn 1"
    play(match, "raise supplies", "raise depleted")
    assert ranges()["raise supplies"] == "now 4 to 14 supply"
    assert ranges()["raise depleted"] == "now 6 to 1 units"


@pytest.mark.rule("CAU-VARSET-02")
def test_no_roll_is_raised_by_more_than_two() -> None:
    match = play(modifying(), "raise supplies", "raise supplies")
    assert "raise supplies" not in names(match)
    assert "raise ssi" in names(match)
    assert refused(match, "raise supplies") == ("CAU-VARSET-02",)


@pytest.mark.rule("CAU-VARSET-02")
def test_modifiers_may_stay_unused_and_are_named_in_the_roll() -> None:
    match = cast(*PLAIN, raised="supplies supplies")
    assert modifiers(match, "VARSET") == {}
    roll = last_roll(match, "Supplies")
    assert (roll.dice, roll.total) == ((2,), 4)
    assert [(line.value, line.clauses) for line in roll.modifiers] == [(2, ("CAU-VARSET-02",))]


@pytest.mark.rule("CAU-VARSET-03")
def test_all_modifiers_are_announced_before_any_roll() -> None:
    match = modifying(*PLAIN)
    assert match.decision is not None
    assert match.decision.box == "set-up.modifiers"
    assert not told(match, "roll")
    play(match, "raise ssi", "cast")
    assert len(told(match, "roll", chart="VARSET")) == 6
    assert "set-up.modifiers" not in {event.step for event in match.events if event.kind == "roll"}


@pytest.mark.rule("CAU-VARSET-01", "CAU-VARSET-02", "CAU-VARSET-07")
def test_the_books_example() -> None:
    assert cast(2, 4, 3, 4, 1, 4).facts()["supply"] == 8
    match = play(modifying(), "raise order-of-battle", "raise supplies", "raise supplies", "raise defenses")
    assert choices(match) == ["cast"]


# ---- what the columns say


@pytest.mark.rule("CAU-VARSET-01", "CAU-VARSET-07", "CAU-VARSET-08", "CAU-VARSET-09", "CAU-VARSET-10", "CAU-VARSET-11")
def test_the_table_is_the_books() -> None:
    chart = {chart.id: chart for chart in modifying().table.look.kept.charts}["VARSET"]
    assert [[int(cell) for cell in row] for row in chart.rows] == [
        # roll, order of battle, supplies, SSI, activated and inactive defenses, first turn, depleted
        [1, -1, 2, 8, 2, 4, 1, 7],
        [2, 0, 4, 9, 3, 4, 1, 6],
        [3, 0, 6, 10, 4, 4, 1, 5],
        [4, 1, 8, 10, 5, 4, 1, 4],
        [5, 1, 10, 10, 6, 4, 1, 3],
        [6, 2, 12, 10, 7, 4, 1, 2],
        [7, 2, 14, 10, 8, 4, 2, 1],
        [8, 3, 16, 10, 9, 4, 2, 0],
    ]


@pytest.mark.rule("CAU-VARSET-07")
def test_supplies() -> None:
    found = [
        cast(2, die, 3, 4, 1, 4, raised="supplies supplies" if die > 4 else "").facts()["supply"] for die in range(1, 7)
    ]
    assert found == [2, 4, 6, 8, 14, 16]


@pytest.mark.rule("CAU-VARSET-08")
def test_strategic_situation() -> None:
    assert [cast(2, 2, die, 4, 1, 4).facts()["ssi"] for die in (1, 2, 3, 6)] == [8, 9, 10, 10]


@pytest.mark.rule("CAU-VARSET-09")
@pytest.mark.parametrize(("die", "active"), [(1, 2), (6, 7)])
def test_prepared_defenses_are_placed_by_the_player(die: int, active: int) -> None:
    match = cast(2, 2, 3, die, 1, 6, raised="depleted depleted")
    areas = [str(area) for area in range(1, 65) if match.facts()[f"german_{area}"]]
    assert not any(match.facts()[f"pdm_{area}"] != "none" for area in areas)
    assert choices(match) == [f"fortify {area}" for area in areas]
    assert refused(match, "fortify 54") == ("CAU-VARSET-09",)
    assert refused(match, "prepare 47") == ("CAU-VARSET-09",)
    play(match, *["fortify 47"] * active)
    assert choices(match) == [f"prepare {area}" for area in areas]
    play(match, *["prepare 20"] * 4)
    marks = {(mark.mark, mark.at): mark.count for mark in match.table.look.picture(match.position, 0).marks}
    assert marks["pdm-active", "47"] == active
    assert marks["pdm-inactive", "20"] == 4
    assert match.decision is not None
    assert match.decision.box == "set-up.entry"


@pytest.mark.rule("CAU-VARSET-10")
def test_play_may_begin_on_turn_2_and_still_ends_with_turn_16() -> None:
    match = finish(cast(2, 2, 3, 4, 6, 4, raised="start"))
    assert match.facts()["turn"] == 2
    assert match.decision is not None
    assert match.decision.step == "strategic.event"
    p = match.position.copy()
    playout(p, random.Random(1))
    assert p.turn <= 16  # type: ignore[attr-defined]
    assert [cast(2, 2, 3, 4, die, 4).facts()["turn"] for die in (1, 6)] == [1, 1]


@pytest.mark.rule("CAU-VARSET-11")
def test_the_player_chooses_who_starts_depleted() -> None:
    match = cast(2, 2, 3, 4, 1, 6)
    facts = match.facts()
    assert {facts[f"unit.{unit}.side"] for unit in ("60th-mot", "14th-pz", "71st-inf")} == {"full"}
    assert refused(match, "deplete 6th-army-hq") == ("CAU-VARSET-11", "CAU-COMP-09")
    assert refused(match, "deplete bg-a") == ("CAU-VARSET-11",)
    play(match, "deplete 71st-inf")
    assert refused(match, "deplete 71st-inf") == ("CAU-VARSET-11",)
    play(match, "deplete 20th-rum")
    facts = match.facts()
    sides = [key for key, value in facts.items() if key.endswith(".side") and value == "depleted"]
    assert sorted(sides) == ["unit.20th-rum.side", "unit.6th-army-hq.side", "unit.71st-inf.side"]
    assert match.decision is not None
    assert match.decision.box == "set-up.defenses"


@pytest.mark.rule("CAU-VARSET-11")
@pytest.mark.parametrize(("die", "count"), [(1, 7), (3, 5), (6, 0)])
def test_as_many_are_depleted_as_the_roll_says(die: int, count: int) -> None:
    match = cast(2, 2, 3, 4, 1, die, raised="depleted depleted" if die == 6 else "")
    for _ in range(count):
        play(match, choices(match)[0])
    assert match.decision is not None
    assert match.decision.box == "set-up.defenses"
    depleted = [unit for unit, steps in enumerate(match.position.steps) if steps == 1]  # type: ignore[attr-defined]
    assert len(depleted) == count + 1


@pytest.mark.rule("CAU-VARSET-12", "CAU-HOTH-01")
def test_everything_else_is_historical_and_the_entry_is_chosen() -> None:
    match = cast(*PLAIN)
    while match.decision is not None and match.decision.box != "set-up.entry":
        play(match, choices(match)[0])
    assert choices(match) == ["entry a", "entry b", "entry c", "entry d"]
    play(match, "entry b", "begin")
    varied, plain = match.facts(), game().facts()
    for fact in ("wounded", "fo", "weather", "ip", "morale", "hoth_box", "units", "areas", "soviet_units", "luftwaffe"):
        assert varied[fact] == plain[fact], fact
    assert varied["entry"] == "B"
    assert all(varied[key] == plain[key] for key in plain if key.startswith("unit.") and key.count(".") == 1)


# ---- the order of battle


@pytest.mark.rule("CAU-VARSET-04")
def test_a_division_of_the_players_choice_is_lost() -> None:
    match = cast(1, 2, 3, 4, 1, 4)
    assert "remove 14th-pz" in names(match)
    assert "remove 6th-army-hq" not in names(match)
    assert refused(match, "remove 6th-army-hq") == ("CAU-VARSET-04",)
    assert refused(match, "remove 22nd-pz") == ("CAU-VARSET-04",)
    play(match, "remove 371st-inf")
    facts = match.facts()
    assert (facts["unit.371st-inf"], facts["units"], facts["german_38"]) == (0, 21, True)
    assert "371st-inf" in match.table.look.picture(match.position, 0).lost


@pytest.mark.rule("CAU-VARSET-05")
@pytest.mark.parametrize(
    ("die", "unit"),
    [(1, "62nd-inf"), (2, "62nd-inf"), (3, "62nd-inf"), (4, "16th-mot"), (5, "22nd-pz"), (6, "2nd-rum")],
)
def test_the_kind_of_an_additional_unit_is_rolled(die: int, unit: str) -> None:
    match = cast(4, 2, 3, 4, 1, 4, die)
    assert match.table.look.picture(match.position, 0).pools[0].pieces == (unit,)
    assert match.facts()["to_place"] == 1
    assert last_roll(match, "Additional unit").pieces == (unit,)


@pytest.mark.rule("CAU-VARSET-05", "CAU-VARSET-02")
@pytest.mark.parametrize(
    ("die", "raised", "count"), [(2, 0, 0), (3, 0, 0), (4, 0, 1), (5, 0, 1), (6, 0, 2), (6, 1, 2), (6, 2, 3)]
)
def test_as_many_units_come_as_the_order_of_battle_says(die: int, raised: int, count: int) -> None:
    match = cast(die, 2, 3, 4, 1, 4, *[1] * count, raised="order-of-battle " * raised)
    assert match.facts()["to_place"] == count
    assert len(told(match, "roll", chart="NEWUNIT")) == count


@pytest.mark.rule("CAU-VARSET-06")
def test_where_a_kind_has_run_out_german_infantry_comes() -> None:
    match = cast(6, 2, 3, 4, 1, 4, 5, 5)
    assert match.table.look.picture(match.position, 0).pools[0].pieces == ("22nd-pz", "62nd-inf")
    assert last_roll(match, "Additional unit").clauses == ("CAU-VARSET-05", "CAU-VARSET-06")


@pytest.mark.rule("CAU-VARPL-04", "CAU-VARPL-05", "CAU-VARSET-05")
def test_an_added_unit_goes_to_any_area_of_the_pocket() -> None:
    match = cast(4, 2, 3, 4, 1, 4, 5)
    inside = [area for area in range(1, 65) if match.facts()[f"german_{area}"]]
    assert choices(match) == [f"place 22nd-pz {area}" for area in inside]
    # All areas beside the pocket hold Soviet units of the historical setup.
    assert refused(match, "place 22nd-pz 58") == ("CAU-VARPL-04",)
    assert refused(match, "place 22nd-pz 54") == ("CAU-VARPL-04",)
    assert refused(match, "place 14th-pz 47") == ("CAU-VARPL-04",)
    play(match, "place 22nd-pz 47")
    assert (match.facts()["unit.22nd-pz"], match.facts()["unit.22nd-pz.side"]) == (47, "full")
    # It is one of those that may be chosen as depleted, and it plays on like any other.
    play(match, "deplete 22nd-pz")
    assert match.facts()["unit.22nd-pz.side"] == "depleted"


# ---- at the table


@pytest.mark.rule("CAU-FLOW-30")
def test_what_has_been_placed_can_be_taken_back_until_the_first_card() -> None:
    match = cast(4, 2, 3, 4, 1, 6, 5)
    play(match, "place 22nd-pz 47", "deplete 14th-pz")
    match.undo()
    match.undo()
    assert match.facts()["to_place"] == 1
    assert match.facts()["unit.22nd-pz"] == 0


@pytest.mark.rule("CAU-SURR-01")
def test_nobody_surrenders_while_the_army_is_being_set_up() -> None:
    match = cast(*PLAIN)
    assert refused(match, "surrender") == ("CAU-SURR-01",)


@pytest.mark.rule("CAU-VARSET-09", "CAU-COMP-08")
def test_no_more_defenses_than_counters() -> None:
    match = cast(2, 2, 3, 6, 1, 6, raised="defenses defenses depleted depleted")
    while match.decision is not None and match.decision.box == "set-up.defenses":
        play(match, choices(match)[-1])
    p: Any = match.position
    assert (sum(p.pdm_active), sum(p.pdm_inactive)) == (9, 4)


@pytest.mark.rule("CAU-VARSET-09", "CAU-COMP-08")
def test_with_fewer_counters_there_are_fewer_inactive_defenses(tmp_path: Path) -> None:
    export(tmp_path)
    file = tmp_path / "counters.toml"
    file.write_text(file.read_text("utf-8").replace("limit = 13", "limit = 10"), encoding="utf-8")
    chance = Scripted((2, 2, 3, 6, 1, 6), ())
    match = Match.new("cauldron", seed=0, options=VARIED, components=tmp_path, chance=chance)
    play(match, *(f"raise {column}" for column in ("defenses", "defenses", "depleted", "depleted")), "cast")
    while match.decision is not None and match.decision.box == "set-up.defenses":
        play(match, choices(match)[0])
    p: Any = match.position
    assert (sum(p.pdm_active), sum(p.pdm_inactive)) == (9, 1)


@pytest.mark.rule("CAU-VARSET-01")
@pytest.mark.parametrize("edition", find("cauldron").editions)
@pytest.mark.parametrize("placement", [False, True])
def test_random_games_from_such_a_set_up_end(edition: str, placement: bool) -> None:
    table = find("cauldron").table(edition, {**VARIED, "variable_placement": placement, "what_if": True})
    rng = random.Random(5)
    for _ in range(5):
        p = table.start()
        while p.inside("set-up"):
            actions = p.actions()
            chosen = rng.choice(actions)
            p.apply(chosen[0] if isinstance(chosen, tuple) else chosen)
            assert [one.clause for one in table.broken_invariants(p)] == []
        assert p.fighting == 0
        playout(p, rng)
        assert table.result(p)["level"]
