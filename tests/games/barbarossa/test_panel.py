"""What the table shows: the declaration panel, what is owed, the turn record, frost."""

from typing import Any

import msgspec
import pytest

from mamayev.engine.scene import Picture
from mamayev.match.match import Match

from .campaign import A4, A7, ARM, CAV, IN, IN2, PZ, RES, begin, box, go_on, play


def shown(match: Match) -> Picture:
    """The table as everybody sees it."""
    return match.table.look.picture(match.position, None)


def states(match: Match) -> dict[str, tuple[str, ...]]:
    """What is marked on the counters."""
    return {piece.id: piece.states for piece in shown(match).pieces if piece.states}


@pytest.mark.rule("BAR-COMBAT-02", "BAR-COMBAT-03", "BAR-ODDS-03", "BAR-RESULT-06")
def test_a_battle_is_shown_with_its_odds_before_it_is_declared() -> None:
    match = play(begin({PZ: "F34", IN: "F34", CAV: "F35", A4: "E34"}), "done")
    first = shown(match).combat
    assert first is not None
    assert [(debt.space, debt.odds) for debt in first.debts] == [("E34", "1-1"), ("F35", "1-1")]
    marked = states(match)
    assert {unit for unit, row in marked.items() if "owed" in row} == {CAV, A4}
    assert {unit for unit, row in marked.items() if "owes" in row} == {PZ, IN}
    play(match, f"target {CAV}", f"attack {PZ}")
    now = shown(match).combat
    assert now is not None
    (battle,) = now.battles
    assert (battle.state, battle.attack, battle.defense, battle.odds, battle.column) == ("open", 8, 3, "2-1", "2-1")
    assert [(column.name, column.needs) for column in battle.columns] == [("1-1", 3), ("2-1", 6), ("3-1", 9)]
    chances = {one.text: round(6 * one.chance) for one in battle.columns[1].outcomes}
    assert chances == {"D Elim": 1, "D Back 2": 1, "Exchange": 2, "A Back 2": 1, "A Elim": 1}
    assert (battle.steps["1-6"], battle.steps["1-2"], battle.steps["7-1"]) == (1, 2, 21)
    assert battle.why[0].text == "F35: not doubled."
    assert battle.notes[0].text == (
        "An Exchange costs the Russian side all 3 factors, and the German side at least 3 of its choice."
    )
    assert [(debt.space, debt.odds) for debt in now.debts] == [("E34", "1-2")]
    assert {unit for unit, row in states(match).items() if "owes" in row} == {IN}
    assert now.debts[0].text == "1 unit can attack it: 4 to 6"
    match.play("declared")
    after = shown(match).combat
    assert after is not None
    assert [(one.id, one.state) for one in after.battles] == [("1", "declared")]
    go_on(match, "russian", "move")
    assert shown(match).combat is None


@pytest.mark.rule("BAR-WIN-09")
def test_a_game_resigned_during_the_declarations_is_still_shown() -> None:
    match = play(begin({PZ: "F34", CAV: "F35"}), "done")
    assert match.decision is not None
    match.decision.foretell("resign")
    match.play("resign")
    assert shown(match).combat is None


def test_what_must_still_be_attacked_has_the_odds_of_the_attack_that_a_click_starts() -> None:
    """Both corps of F34 touch two armies, and both armies must be attacked: neither attack can have both corps."""
    match = play(begin({PZ: "F34", IN: "F34", IN2: "E33", CAV: "F35", A4: "E34"}), "done")
    combat = shown(match).combat
    assert combat is not None
    for debt in combat.debts:
        there = play(Match.from_record(match.record), f"strike {debt.space}")
        found = shown(there).combat
        assert found is not None
        (battle,) = found.battles
        assert (debt.odds, debt.trade) == (battle.odds, battle.trade)
        assert debt.text.endswith(f": {battle.attack} to {battle.defense}")


@pytest.mark.rule("BAR-TERRAIN-18", "BAR-RESULT-06")
def test_the_panel_says_why_a_defender_is_doubled_and_what_a_weak_attack_risks() -> None:
    match = play(begin({PZ: "S25", CAV: "S26"}), "done", f"target {CAV}", f"attack {PZ}")
    found = shown(match).combat
    assert found is not None
    (battle,) = found.battles
    assert (battle.why[0].text, battle.why[0].clauses) == (
        "Moscow (S26): doubled, in a major city.",
        ("BAR-TERRAIN-18",),
    )
    weak = play(begin({RES: "F34", A4: "F35", A7: "F35"}), "done", f"target {A4}", f"target {A7}", f"attack {RES}")
    found = shown(weak).combat
    assert found is not None
    assert found.battles[0].odds == "1-3"
    assert not found.battles[0].notes, "no Exchange in that column"


@pytest.mark.rule("BAR-V-TAC-07", "BAR-V-TAC-01")
def test_what_aircraft_could_add_is_part_of_the_panel() -> None:
    match = play(begin({PZ: "F34", CAV: "F35"}, options={"airpower": True}), "done", f"target {CAV}", f"attack {PZ}")
    match.play("declared")
    found = shown(match).combat
    assert found is not None
    (battle,) = found.battles
    assert (battle.state, battle.more) == ("now", 20)


@pytest.mark.rule("BAR-ODDS-01", "BAR-ODDS-02", "BAR-RETREAT-01", "BAR-TERRAIN-15")
@pytest.mark.parametrize(("die", "back"), [(1, f"retreat {A4} S8"), (3, f"retreat {IN} S6")], ids=["D Back", "A Back"])
def test_a_battle_keeps_its_hex_and_its_sums_while_units_retreat(die: int, back: str) -> None:
    match = play(
        begin({IN: "U7", IN2: "U7", A4: "U8"}, [die]),
        *("done", f"target {A4}", f"attack {IN}", f"attack {IN2}", "declared"),
    )
    assert box(match)[1] == "retreat"
    match.play(back)
    found = shown(match).combat
    assert found is not None
    (battle,) = found.battles
    assert (battle.spaces, battle.attack, battle.defense, battle.column) == (("U8",), 8, 12, "1-2")
    assert battle.why[0].text == "U8: doubled, attacked from one bank alone."


@pytest.mark.rule("BAR-WEATHER-05", "BAR-TERRAIN-04", "BAR-TERRAIN-10", "BAR-V-OOB-01")
def test_the_turn_record_keeps_the_weather_and_frost_changes_the_map() -> None:
    match = begin({IN: "F34", ARM: "K40"}, [4, 6], turn=5, options={"order_of_battle": True})
    assert shown(match).signs["turn"][:7] == ["sun", "sun", "sun", "sun", "mud", "die", "snow"]
    assert not shown(match).frozen
    while match.facts()["turn"] == 5:
        go_on(match, "german" if match.facts()["turn"] > 5 else "russian", "move").play("done")
    assert shown(match).signs["turn"][4:7] == ["mud", "snow", "snow"]
    assert shown(match).frozen
    later = begin({ARM: "K40"}, turn=8, options={"order_of_battle": True})
    (tank,) = (piece for piece in shown(later).pieces if piece.id == ARM)
    assert (tank.name, tank.label) == ("1 Tank Army", "1 TA")
    scene: Any = later.table.look.kept
    labels = {piece.id: piece.label for piece in scene.pieces}
    assert (labels[ARM], labels[A4], labels["ru-shock-1"], labels[RES]) == ("III", "4", "1 Sh", "XXIII R")


def test_turns_are_called_by_their_months() -> None:
    match = begin({IN: "F34", ARM: "K40"}, turn=5)
    scene: Any = match.table.look.kept
    assert (scene.turns.names[0], len(scene.turns.names)) == ("Set-up", 25)
    assert shown(match).headline.startswith(f"{scene.turns.names[5]},")


def test_the_ground_is_drawn_in_the_season_of_the_month() -> None:
    """Snow and mud have colors of their own; the client reads them off the picture and knows no game."""
    seasons = {1: ((), ""), 5: ((6,), "mud"), 8: ((), "winter")}
    for turn, (dice, season) in seasons.items():
        assert shown(begin({}, list(dice), turn=turn)).season == season
    set_up = Match.new("barbarossa", seed=1)
    assert shown(set_up).season == ""
    assert b"season" not in msgspec.json.encode(shown(set_up)), "older clients read the picture as before"
