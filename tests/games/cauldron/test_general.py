"""The game as a whole: seats, components, map, control, the index, the relief force, dice, cards, sequence of play."""

from __future__ import annotations

from typing import Any

import pytest

import mamayev
from mamayev.engine.chance import Seeded
from mamayev.engine.position import CHANCE
from mamayev.engine.refusal import Refusal
from mamayev.match.match import Match

from .play import AVERAGE, QUIET, game, modifiers, names, to_actions, told

STRATEGIC = (
    "strategic.event", "strategic.weather", "strategic.luftwaffe", "strategic.relief", "strategic.morale",
    "strategic.initiative", "strategic.airlift", "strategic.upkeep",
)  # fmt: skip
GERMAN = ("german.actions", "german.attacks", "german.relief")
SOVIET = ("soviet.offensive", "soviet.targets", "soviet.attacks")
EVALUATION = ("evaluation.ssi", "evaluation.collapse", "evaluation.victory", "evaluation.advance")


def soviets(match: Match) -> set[int]:
    """The areas that hold a Soviet unit."""
    facts = match.facts()
    return {area for area in range(1, 65) if facts[f"soviet_{area}"]}


def germans(match: Match) -> set[int]:
    """The German-controlled areas."""
    facts = match.facts()
    return {area for area in range(1, 65) if facts[f"german_{area}"]}


def neighbours(match: Match) -> dict[int, set[int]]:
    """The areas joined to each area by a line of the map."""
    spaces = (space for space in match.table.look.kept.spaces if space.kind == "area")
    return {int(space.id): {int(other) for other in space.neighbours} for space in spaces}


def pieces(match: Match) -> dict[str, dict[str, Any]]:
    """What stands on the board, by its id."""
    return {piece["id"]: piece for piece in match.view()["pieces"]}


def surrendered(ssi: int) -> Match:
    """A game that ends with a surrender on turn 16, the Final Offensive never launched."""
    match = game((3, 3, 1, 3), QUIET, turn=16, ssi=ssi)
    match.play("surrender")
    return match


# ---- seats and aims


@pytest.mark.rule("CAU-SCOPE-01")
def test_one_player_and_no_soviet_seat() -> None:
    assert mamayev.info("cauldron")["seats"] == ["german"]
    assert [seat.id for seat in game().table.look.kept.seats] == ["german"]


@pytest.mark.rule("CAU-SCOPE-02")
def test_what_a_soviet_procedure_leaves_open_the_player_picks() -> None:
    match = to_actions((2, 6), (3, 22))
    match.play("end-actions")
    exposed = names(match)
    assert match.decision is not None
    assert (match.decision.step, match.decision.seat) == ("soviet.targets", "german")
    assert {"expose 39", "expose 41", "expose 20"} <= set(exposed)
    for area in (41, 24, 23):
        match.play(f"expose {area}")
    # Two armies stand next to area 41: the player says which one attacks.
    assert {"resolve 41 25", "resolve 41 26"} <= set(names(match))
    with pytest.raises(Refusal):
        match.play("resolve 20 19")


@pytest.mark.rule("CAU-SCOPE-03")
def test_commitments_are_rolled_and_not_chosen() -> None:
    for dice, step in (((), "strategic.luftwaffe"), ((2,), "strategic.relief")):
        match = game(dice, QUIET)
        assert match.decision is not None
        assert (match.decision.seat, match.decision.step) == ("chance", step)
        assert names(match) == [f"die {n}" for n in range(1, 7)]


@pytest.mark.rule("CAU-SCOPE-04", "CAU-SSI-01")
@pytest.mark.parametrize("ssi", [3, 6, 9])
def test_the_final_index_is_the_base_of_the_score(ssi: int) -> None:
    match = surrendered(ssi)
    final = match.facts()["ssi"]
    assert match.result is not None
    first, *others = match.result["sum"]
    assert (first["points"], first["clauses"]) == (final, ["CAU-VP-01"])
    assert [line["clauses"] for line in others] == [["CAU-VP-07"]]
    assert match.result["points"] == final + 1


@pytest.mark.rule("CAU-SCOPE-04")
def test_the_army_s_own_fate_counts_too() -> None:
    alive = to_actions((2, 4), (3, 14), turn=16)
    alive.play("end-actions")
    alive.play("end-phase")
    assert alive.result is not None
    # SSI 10, morale 33, no Final Offensive.
    assert [line["points"] for line in alive.result["sum"]] == [10, 1, 1]


# ---- components and scale


@pytest.mark.rule("CAU-COMP-05", "CAU-DIE-01")
def test_every_table_is_one_six_sided_die() -> None:
    table = game().table
    rolled = [box for box in table.boxes if box.chance == "die"]
    assert {box.chart for box in rolled if box.chart} == {*"ABCDEFGH", "VARSET", "NEWUNIT"}
    for box in rolled:
        outcomes = box.outcomes(game().position, [0, 0])
        assert [weight for _, weight in outcomes] == [1] * 6
        assert [table.notation.text(code) for code, _ in outcomes] == [f"die {n}" for n in range(1, 7)]


@pytest.mark.rule("CAU-COMP-07")
def test_status_markers_never_run_short() -> None:
    match = to_actions((), (), supply=60)
    attacks = {"371st-inf": 37, "20th-rum": 32, "29th-mot": 9, "44th-inf": 11, "384th-inf": 15, "24th-pz": 59}
    for unit, area in attacks.items():
        match.play(f"attack {unit} {area}")
        for _ in range(3):
            match.play(f"support {area}")
    marks = [mark for mark in match.view()["marks"] if mark["mark"] == "supply"]
    assert sum(mark["count"] for mark in marks) == 18


@pytest.mark.rule("CAU-COMP-08")
def test_defenses_and_battlegroups_are_limited() -> None:
    more: dict[str, Any] = {f"pdm_{area}": "inactive" for area in (22, 23)}
    match = to_actions(supply=40, **more)
    match.play("build 43 supply")
    assert not [name for name in names(match) if name.startswith("build")]
    with pytest.raises(Refusal) as refused:
        match.play("build 44 supply")
    assert "CAU-COMP-08" in refused.value.clauses
    for _ in range(6):
        match.play("battlegroup 45")
    with pytest.raises(Refusal) as refused:
        match.play("battlegroup 45")
    assert "CAU-BG-03" in refused.value.clauses


@pytest.mark.rule("CAU-COMP-09", "CAU-UPK-09")
def test_a_division_has_two_sides_and_a_battlegroup_one() -> None:
    match = game(**{"unit.bg-a": 45})
    shown = {name: piece.get("face") for name, piece in pieces(match).items()}
    assert (shown["76th-inf"], shown["71st-inf"]) == ("full", "depleted")
    assert match.facts()["unit.bg-a.side"] == match.facts()["unit.6th-army-hq.side"] == "depleted"


@pytest.mark.rule("CAU-SCALE-01")
def test_turns_have_numbers_and_no_dates() -> None:
    (turns,) = (track for track in game().table.look.kept.tracks if track.id == "turn")
    assert (turns.kind, turns.min, turns.max, turns.states) == ("boxes", 1, 16, ())
    assert game(turn=9).view()["headline"] == "Turn 9 of 16"


@pytest.mark.rule("CAU-SCALE-04", "CAU-HOTH-03")
@pytest.mark.parametrize("box", [1, 2, 3, 4])
def test_an_advance_is_one_box_whatever_the_commitment(box: int) -> None:
    for commitment, die in ((3, 5), (6, 4), (6, 6)):
        match = to_actions((die,), strategic=(3, commitment, 1), ssi=6, hoth_box=box)
        match.play("end-actions")
        if box > 1:
            match.play("relieve")
        assert match.facts()["hoth_box"] == box + 1


@pytest.mark.rule("CAU-SCALE-05", "CAU-CTRL-05", "CAU-MOVE-12")
def test_a_soviet_counter_is_one_unit() -> None:
    match = game()
    armies = [piece["at"] for name, piece in pieces(match).items() if name.startswith("soviet")]
    assert sorted(map(int, armies)) == sorted(soviets(match))
    assert len(armies) == match.facts()["soviet_units"] == 14


# ---- the map and who controls it


@pytest.mark.rule("CAU-AREA-02", "CAU-AREA-03")
def test_moves_and_attacks_go_to_adjacent_areas() -> None:
    match = to_actions(supply=60)
    near, red, grey = neighbours(match), soviets(match), germans(match)
    legal = names(match)
    for unit, piece in pieces(match).items():
        if f"unit.{unit}" not in match.facts():
            continue
        at = int(piece["at"])
        moves = {int(name.split()[2]) for name in legal if name.startswith(f"move {unit} ")}
        attacks = {int(name.split()[2]) for name in legal if name.startswith(f"attack {unit} ")}
        assert moves == near[at] & grey
        assert attacks == (near[at] & red if unit != "6th-army-hq" else set())
    with pytest.raises(Refusal) as refused:
        match.play("move 71st-inf 39")
    assert "CAU-AREA-02" in refused.value.clauses


@pytest.mark.rule("CAU-AREA-03")
def test_retreats_and_the_ring_use_the_same_lines() -> None:
    match = to_actions((2, 6), (3, 22))
    near, red, grey = neighbours(match), soviets(match), germans(match)
    assert red == {other for area in grey for other in near[area]} - grey
    match.play("end-actions")
    for area in (39, 24, 23):
        match.play(f"expose {area}")
    assert {name for name in names(match) if name.startswith("resolve 39")} == {
        f"resolve 39 {area}" for area in near[39] & red
    }
    match.play("resolve 39 32")
    ways = {int(name.split()[1]) for name in names(match) if name.startswith("retreat")}
    assert ways == near[39] & grey == {38, 40, 43}


@pytest.mark.rule("CAU-AREA-03")
def test_a_river_pair_is_not_adjacent() -> None:
    match = to_actions(supply=40, **{"unit.71st-inf": 31, "unit.76th-inf": 30})
    for order in ("move 71st-inf 30", "move 76th-inf 31"):
        with pytest.raises(Refusal) as refused:
            match.play(order)
        assert "CAU-AREA-02" in refused.value.clauses
    # Across the Karpovka no supply is traced: area 30 is cut off, area 31 touches the pocket.
    shown = pieces(match)
    assert "isolated" in shown["76th-inf"].get("states", ())
    assert "isolated" not in shown["71st-inf"].get("states", ())
    near = neighbours(match)
    assert soviets(match) == {other for area in germans(match) for other in near[area]} - germans(match)


@pytest.mark.rule("CAU-CTRL-01", "CAU-CTRL-02", "CAU-CTRL-03")
def test_vacant_areas_inside_are_german_and_outside_soviet() -> None:
    match = to_actions(**{"unit.71st-inf": 31})
    grey = germans(match)
    assert {42, 43, 44, 45, 46, 47, 48, 49, 31} <= grey
    assert 30 not in grey
    match.play("move 76th-inf 48")
    assert 20 in germans(match)


@pytest.mark.rule("CAU-CTRL-02", "CAU-MORALE-02", "CAU-FLOW-26")
def test_an_area_outside_becomes_german_when_a_unit_enters() -> None:
    match = to_actions((6,), supply=40)
    match.play("attack 371st-inf 37")
    for _ in range(3):
        match.play("support 37")
    match.play("end-actions")
    match.play("advance 371st-inf")
    assert {37, 38} <= germans(match)
    assert 36 in soviets(match)
    assert match.facts()["morale"] == 34


@pytest.mark.rule("CAU-CTRL-06", "CAU-CTRL-02", "CAU-CTRL-03", "CAU-FLOW-26")
def test_an_area_outside_is_german_as_long_as_a_unit_stands_there() -> None:
    match = to_actions(supply=40, **{"unit.71st-inf": 31, "unit.94th-inf": 31})
    assert match.facts()["morale"] == 34
    assert {34, 32, 26} <= soviets(match)
    match.play("move 71st-inf 40")
    assert 31 in germans(match)
    match.play("move 94th-inf 40")
    assert 31 not in germans(match)
    # The ring closes behind them at once, and area 34 is no part of it any more.
    assert 31 in soviets(match)
    assert 34 not in soviets(match)
    assert match.facts()["morale"] == 33
    with pytest.raises(Refusal) as refused:
        match.play("move 71st-inf 31")
    assert "CAU-MOVE-09" in refused.value.clauses


@pytest.mark.rule("CAU-CTRL-04", "CAU-CTRL-05", "CAU-CTRL-01")
def test_an_area_with_a_soviet_unit_is_soviet_inside_the_perimeter_too() -> None:
    match = to_actions((2, 6), (3, 22))
    match.play("end-actions")
    for area in (39, 24, 23):
        match.play(f"expose {area}")
    match.play("resolve 39 32")
    match.play("retreat 43")
    assert 39 in soviets(match)
    assert 39 not in germans(match)
    assert not [piece for name, piece in pieces(match).items() if piece["at"] == "39" and name != "soviet-39"]


@pytest.mark.rule("CAU-CTRL-05")
def test_no_german_unit_enters_an_area_with_a_soviet_one() -> None:
    match = to_actions(supply=40)
    for order in ("move 371st-inf 37", "move 295th-inf 54", "move 24th-pz 59"):
        assert order not in names(match)
        with pytest.raises(Refusal) as refused:
            match.play(order)
        assert "CAU-MOVE-09" in refused.value.clauses


@pytest.mark.rule("CAU-FLOW-26", "CAU-AIR-03")
def test_airfields_are_counted_when_the_airlift_is_rolled() -> None:
    start: dict[str, Any] = {f"german_{area}": False for area in (43, 46, 47, 48, 49)}
    match = game((3, 3, 6), QUIET, ssi=6, **start)
    assert modifiers(match, "B") == {"one airfield held": -2}
    # A unit in Pitomnik holds it again.
    held = game((3, 3, 6), QUIET, ssi=6, **start, **{"unit.71st-inf": 47})
    assert modifiers(held, "B") == {}


# ---- the Strategic Situation Index


@pytest.mark.rule("CAU-SSI-02", "CAU-FLOW-25")
def test_the_index_at_zero_ends_the_game_in_the_evaluation_phase() -> None:
    match = to_actions((2, 1), (3, 14), strategic=(6, 6, 1), ssi=1)
    match.play("end-actions")
    match.play("end-phase")
    assert match.over
    assert match.result is not None
    assert (match.result["winner"], match.result["level"]) == ("soviet", "Soviet Decisive Victory")
    assert (match.result["points"], match.result["sum"], match.facts()["ssi"]) == (0, [], 0)
    assert "evaluation.collapse" not in [event.step for event in told(match, "step")]


@pytest.mark.rule("CAU-SSI-03", "CAU-FLOW-25")
def test_the_index_stays_at_ten() -> None:
    match = to_actions((2, 6), (3, 14))
    match.play("end-actions")
    match.play("end-phase")
    assert told(match, "roll", chart="H")[0].result == "+1"
    assert match.facts()["ssi"] == 10


# ---- the relief force


@pytest.mark.rule("CAU-HOTH-01", "CAU-FLOW-30")
def test_the_entry_area_is_chosen_before_turn_1_where_the_option_gives_the_choice() -> None:
    match = game(cards=(1,), options={"entry": "choose"})
    assert match.decision is not None
    assert match.decision.step == "set-up.entry"
    assert [name for name in names(match) if name != "surrender"] == ["entry a", "entry b", "entry c", "entry d"]
    match.play("entry d")
    assert match.facts()["entry"] == "D"
    assert pieces(match)["hollidt"]["at"] == "box-1"
    assert told(match, "card")[0].step == "strategic.event"


@pytest.mark.rule("CAU-HOTH-01", "CAU-HOTH-02", "CAU-SETUP-05")
def test_the_historical_set_up_gives_no_choice() -> None:
    match = game()
    assert match.decision is not None
    assert (match.decision.seat, match.decision.step) == ("chance", "strategic.event")
    assert (match.facts()["entry"], match.facts()["hoth_box"]) == ("A", 1)
    assert pieces(match)["hoth"]["at"] == "box-1"


@pytest.mark.rule("CAU-HOTH-03")
def test_the_relief_force_goes_back_on_a_retreat() -> None:
    match = to_actions((1,), hoth_box=3)
    match.play("end-actions")
    match.play("relieve")
    assert match.facts()["hoth_box"] == 2
    first = to_actions((1,))
    first.play("end-actions")
    assert first.facts()["hoth_box"] == 1


@pytest.mark.rule("CAU-HOTH-04")
@pytest.mark.parametrize(("letter", "area"), [("A", 29), ("B", 28), ("C", 8), ("D", 6)])
def test_box_5_touches_the_area_of_its_letter_alone(letter: str, area: int) -> None:
    ring = soviets(game(entry=letter, hoth_box=4))
    assert soviets(game(entry=letter, hoth_box=5)) - ring == {area}
    # A unit in the lettered area of another counter is no neighbour of box 5; one in its own is.
    for other, entry in ((29, "A"), (28, "B"), (8, "C"), (6, "D")):
        match = to_actions((5,), hoth_box=4, entry=letter, **{"unit.71st-inf": other})
        match.play("end-actions")
        match.play("relieve")
        assert match.over == (entry == letter)


@pytest.mark.rule("CAU-HOTH-05")
@pytest.mark.parametrize(("letter", "area", "back"), [("A", 29, 30), ("B", 28, 27)])
def test_an_advance_from_box_5_breaks_through_onto_the_map(letter: str, area: int, back: int) -> None:
    match = to_actions((5,), hoth_box=5, entry=letter)
    match.play("end-actions")
    match.play("relieve")
    match.play(f"drive {back}")
    facts = match.facts()
    assert (facts["hoth_box"], facts["hoth_area"], facts[f"breakthrough_{area}"]) == (None, area, True)
    assert area not in soviets(match)


# ---- dice


@pytest.mark.rule("CAU-DIE-02", "CAU-DIE-03")
@pytest.mark.parametrize(
    ("die", "start", "kind", "total", "row"),
    [
        (6, {"foa_bonus": 2}, "foa", 7, 5),
        (6, {"foa_bonus": 2, "appeal_penalty": True}, "foa", 6, 5),
        (1, {"appeal_penalty": True}, "airlift", 0, 0),
        (1, {"appeal_penalty": True, "foa_bonus": 2}, "airlift", 1, 0),
    ],
)
def test_table_d_ends_with_its_printed_rows(die: int, start: dict[str, Any], kind: str, total: int, row: int) -> None:
    match = to_actions((die,), **start)
    match.play(f"appeal {kind}")
    roll = told(match, "roll", chart="D")[0]
    assert (roll.total, roll.row) == (total, row)


@pytest.mark.rule("CAU-DIE-02", "CAU-DIE-03")
@pytest.mark.parametrize(
    ("commitments", "die", "total", "change"),
    [((1, 1), 6, 8, 2), ((1, 1), 5, 7, 2), ((6, 6), 1, -1, -2), ((6, 1), 3, 3, 0)],
)
def test_table_h_ends_with_its_printed_columns(commitments: tuple[int, int], die: int, total: int, change: int) -> None:
    match = to_actions((2, die), (3, 14), strategic=(*commitments, 3), ssi=6)
    match.play("end-actions")
    match.play("end-phase")
    assert told(match, "roll", chart="H")[0].total == total
    assert match.facts()["ssi"] == 6 + change


@pytest.mark.rule("CAU-DIE-03", "CAU-DIE-02")
def test_table_h_below_its_first_column() -> None:
    # Both commitments Strong and a surrender without Freedom of Action: 1 - 1 - 1 - 2.
    match = game((6, 6, 3, 1), QUIET, ssi=6)
    match.play("surrender")
    assert told(match, "roll", chart="H")[0].total == -3
    assert match.facts()["ssi"] == 4


# ---- cards


@pytest.mark.rule("CAU-CARD-02", "CAU-CARD-01")
def test_the_deck_is_shuffled_and_face_down() -> None:
    waiting = game()
    assert names(waiting) == [f"card {n}" for n in range(1, 26)]
    assert waiting.position.seat == CHANCE
    assert {weight for _, weight in waiting.position.actions()} == {1}
    assert set(waiting.view()["decks"]["events"]) <= {"draw", "discard", "removed", "seen"}
    first = {Seeded(seed).outcome(waiting.position, 0) for seed in range(60)}
    assert len(first) > 15


@pytest.mark.rule("CAU-CARD-03", "CAU-CARD-04")
def test_one_card_for_each_draw_and_it_is_discarded() -> None:
    match = to_actions((2, 4), (14, 3, 6))
    match.play("tactical")
    match.play("end-actions")
    match.play("end-phase")
    drawn = [(card.card, card.line) for card in told(match, "card")]
    assert drawn == [(1, "event"), (19, "weather"), (14, "random"), (3, "offensive"), (6, "attack")]
    deck = match.view()["decks"]["events"]
    assert (sorted(deck["discard"]), deck["draw"], deck["removed"]) == ([1, 3, 6, 14, 19], 20, [])
    assert names(match) == [f"card {n}" for n in range(1, 26) if n not in (1, 3, 6, 14, 19)]


@pytest.mark.rule("CAU-CARD-05")
def test_only_the_line_that_is_asked_for_counts() -> None:
    # Card 17: event FO +1, Poor, offensive 2/1, attack All, random number 6.
    event = game((*AVERAGE, 1), (17, 19)).facts()
    assert (event["fo"], event["weather"]) == (2, "Fair")
    weather = game((*AVERAGE, 1), (1, 17)).facts()
    assert (weather["fo"], weather["weather"]) == (1, "Poor")
    offensive = to_actions((2,), (17,))
    offensive.play("end-actions")
    assert (offensive.facts()["fo"], offensive.facts()["weather"]) == (2, "Fair")
    tactical = to_actions((), (17,))
    tactical.play("tactical")
    assert (tactical.facts()["fo"], tactical.facts()["weather"]) == (1, "Fair")


@pytest.mark.rule("CAU-CARD-06")
def test_after_the_last_card_all_discards_come_back() -> None:
    rest = [n for n in range(1, 26) if n not in (1, 2)]
    match = game(cards=(1,), discard=rest)
    assert (match.facts()["deck"], match.facts()["discard"]) == (1, 24)
    match = to_actions(drawn=(1, 2), discard=rest)
    # The last card is carried out first, and comes back with the others.
    assert match.facts()["weather"] == "Poor"
    assert (match.facts()["deck"], match.facts()["discard"]) == (25, 0)
    kinds = [event.kind for event in match.events if event.step == "strategic.weather"]
    assert kinds == ["step", "card", "track", "shuffle"]


@pytest.mark.rule("CAU-CARD-07", "CAU-CARD-05")
@pytest.mark.parametrize("purpose", ["event", "weather", "random", "offensive", "attack"])
def test_a_reshuffle_card_reshuffles_for_any_purpose(purpose: str) -> None:
    cards = {"event": [12], "weather": [2, 12], "random": [2, 3, 12], "offensive": [2, 3, 12], "attack": [2, 3, 4, 12]}
    match = to_actions((2, 4), cards[purpose][2:], drawn=cards[purpose][:2])
    if purpose == "random":
        match.play("tactical")
    elif purpose in ("offensive", "attack"):
        match.play("end-actions")
    assert told(match, "card")[-1].line == purpose
    assert (match.facts()["deck"], match.facts()["discard"]) == (25, 0)
    assert len(told(match, "shuffle")) == 1


@pytest.mark.rule("CAU-FLOW-28", "CAU-CARD-07")
def test_cards_drawn_before_play_are_discards() -> None:
    match = game(discard=[4, 6])
    assert names(match) == [f"card {n}" for n in range(1, 26) if n not in (4, 6)]
    assert match.facts()["discard"] == 2
    assert game(cards=(12,), discard=[4, 6]).facts()["deck"] == 25


# ---- the sequence of play


@pytest.mark.rule("CAU-SEQ-01", "CAU-SEQ-02", "CAU-SEQ-03", "CAU-SEQ-04", "CAU-SEQ-05")
def test_every_step_of_a_turn_in_its_order() -> None:
    match = to_actions((2, 4, 2, 2, 1, 2, 4), (3, 14, 23, 2, 16, 6))
    match.play("end-actions")
    match.play("end-phase")
    match.play("pay 5")
    match.play("end-actions")
    match.play("end-phase")
    steps = [(event.step, event.phase) for event in told(match, "step") if event.turn == 2]
    assert [step for step, _ in steps] == [*STRATEGIC, *GERMAN, *SOVIET, *EVALUATION]
    assert list(dict.fromkeys(phase for _, phase in steps)) == ["strategic", "german", "soviet", "evaluation"]
    assert match.facts()["turn"] == 3
    cards = [[(card.step, card.line) for card in told(match, "card") if card.turn == turn] for turn in (1, 2)]
    assert cards[0] == cards[1]
    assert cards[1] == [
        ("strategic.event", "event"),
        ("strategic.weather", "weather"),
        ("soviet.offensive", "offensive"),
        ("soviet.targets", "attack"),
    ]
    rolls = [(roll.step, roll.chart) for roll in told(match, "roll") if roll.turn == 2]
    assert rolls == [
        ("strategic.luftwaffe", "A"),
        ("strategic.relief", "A"),
        ("strategic.airlift", "B"),
        ("german.relief", "F"),
        ("evaluation.ssi", "H"),
    ]


@pytest.mark.rule("CAU-SEQ-06", "CAU-SEQ-01")
def test_no_step_is_played_out_of_order() -> None:
    upkeep = game((*AVERAGE, 1), QUIET)
    for order in ("move 71st-inf 44", "tactical", "end-actions", "relieve", "end-phase", "resolve 39 32", "die 3"):
        with pytest.raises(Refusal):
            upkeep.play(order)
    actions = to_actions()
    for order in ("pay 3", "starve 14th-pz", "relieve", "roll 71st-inf", "end-phase", "expose 39", "card 4"):
        with pytest.raises(Refusal):
            actions.play(order)
    assert actions.facts()["turn"] == 1


@pytest.mark.rule("CAU-SEQ-06")
def test_a_step_with_nothing_to_do_is_passed() -> None:
    match = to_actions((2, 4), (3, 14))
    assert not told(match, "roll", chart="C")
    match.play("end-actions")
    # No attack was named and the relief force in box 1 can only attack: on to the Soviet Phase.
    assert match.decision is not None
    assert match.decision.step == "soviet.attacks"


@pytest.mark.rule("CAU-RUM-01")
def test_rumanians_are_german_units() -> None:
    match = to_actions(supply=40, **{"unit.2nd-rum": 31})
    assert 31 in germans(match)
    assert match.facts()["units"] == 23
    assert {"move 20th-rum 43", "attack 20th-rum 32", "move 2nd-rum 40"} <= set(names(match))
    hungry = game((1, 3, 1, 5), QUIET, supply=0, ssi=6)
    assert "lose 20th-rum" in names(hungry)
    hungry.play("lose 20th-rum")
    assert hungry.facts()["unit.20th-rum"] == 0
