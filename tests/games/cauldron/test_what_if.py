"""The optional rule What If: one card after the setup, each of its lines."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from mamayev.engine.refusal import Refusal
from mamayev.engine.registry import find
from mamayev.games.cauldron.printed.components import export
from mamayev.match.match import Match

from .play import QUIET, choices, game, modifiers, names, play, pocket, refused, to_actions, to_soviet, told

WHAT_IF = {"what_if": True}
CARD = {1: 14, 2: 4, 3: 10, 4: 7, 5: 2, 6: 8, 7: 12, 8: 15, 9: 5, 10: 9, 11: 3, 12: 11, 13: 6}
"""A card of each Random Number."""


def drawn(number: int, *cards: int, options: Any = None, **start: Any) -> Match:
    """A game after the What If card of this Random Number."""
    return game((), (CARD[number], *cards), options={**WHAT_IF, **(options or {})}, **start)


def acting(number: int, dice: Any = (), **start: Any) -> Match:
    """The first German Actions after such a card; events and weather change nothing."""
    return to_actions(dice, drawn=(CARD[number], *QUIET), options=WHAT_IF, **start)


def run_on(match: Match, *boxes: str, die: int = 1) -> Match:
    """On to one of these boxes, or to the end: this die, the first card, the last choice, no Actions."""
    while match.decision is not None and match.decision.box not in boxes:
        if match.decision.chance == "die":
            play(match, f"die {die}")
        elif match.decision.chance:
            play(match, names(match)[0])
        else:
            play(match, "end-actions" if "end-actions" in names(match) else choices(match)[-1])
    return match


@pytest.mark.rule("CAU-WHATIF-01")
def test_one_card_is_drawn_after_the_set_up_and_before_the_first_turn() -> None:
    match = game((), (14,), options=WHAT_IF)
    assert match.facts()["discard"] == 1
    assert match.facts()["turn"] == 1
    cards = told(match, "card")
    assert [(card.card, card.line) for card in cards] == [(14, "random")]
    assert match.decision is not None
    assert match.decision.box == "strategic.event"
    assert game((), ()).facts()["what_if"] is None


@pytest.mark.rule("CAU-WHATIF-01", "CAU-HOTH-01")
def test_the_entry_is_chosen_before_the_card() -> None:
    match = game((), (CARD[9],), options={**WHAT_IF, "entry": "choose"})
    assert choices(match) == [f"entry {letter}" for letter in "abcd"]
    play(match, "entry c")
    assert match.facts()["entry"] == "D"


@pytest.mark.rule("CAU-WHATIF-01")
@pytest.mark.parametrize("number", range(1, 14))
def test_the_log_cites_the_clause_of_the_line(number: int) -> None:
    match = game((), (CARD[number],), options=WHAT_IF)
    [note] = [event for event in match.events if event.who == "What if"]
    texts = [match.game.ledger().clauses[clause].text for clause in note.clauses]
    spans = [text.split(":")[0].split("-") for text in texts if text[0].isdigit()]
    assert spans
    assert all(int(span[0]) <= number <= int(span[-1]) for span in spans)


@pytest.mark.rule("CAU-SURR-01")
def test_nobody_surrenders_before_the_game_has_begun() -> None:
    match = game(options={"entry": "choose"})
    assert "surrender" not in names(match)
    assert refused(match, "surrender") == ("CAU-SURR-01",)
    assert refused(match, "battlegroup 34") == ("CAU-BG-02",)  # not CAU-SURR-02: nobody has surrendered


@pytest.mark.rule("CAU-WHATIF-02")
@pytest.mark.parametrize("number", [1, 2])
def test_one_and_two_change_nothing(number: int) -> None:
    plain, facts = game().facts(), drawn(number).facts()
    assert facts.pop("what_if") == "no effect"
    deck = {"what_if", "deck", "discard"}
    assert {key: value for key, value in plain.items() if key not in deck} == {
        key: value for key, value in facts.items() if key not in deck
    }


@pytest.mark.rule("CAU-WHATIF-03")
def test_three_brings_ten_supply() -> None:
    assert drawn(3).facts()["supply"] == 20
    assert all(drawn(n).facts()["supply"] == 10 for n in CARD if n != 3)


@pytest.mark.rule("CAU-WHATIF-03", "CAU-VARSET-07")
def test_the_ten_come_on_top_of_what_was_rolled() -> None:
    options = {**WHAT_IF, "variable_setup": True}
    match = play(game((2, 1, 3, 4, 1, 6), (CARD[3],), options=options), "raise depleted", "raise depleted", "cast")
    assert run_on(match, "strategic.event").facts()["supply"] == 2 + 10


@pytest.mark.rule("CAU-WHATIF-04")
@pytest.mark.parametrize("number", [4, 5])
def test_four_and_five_make_the_weather_of_the_first_turn_poor(number: int) -> None:
    match = drawn(number)
    assert match.facts()["weather"] == "Poor"
    play(match, "card 19" if number == 5 else "card 20")
    assert match.decision is not None
    assert match.decision.box == "strategic.luftwaffe"
    assert match.facts()["weather"] == "Poor"


@pytest.mark.rule("CAU-WHATIF-04")
def test_the_weather_of_the_second_turn_is_drawn_again() -> None:
    match = run_on(play(drawn(5), "card 19"), "evaluation.ssi")
    assert match.facts()["weather"] == "Poor"
    run_on(play(match, "die 3"), "strategic.weather", "strategic.luftwaffe")
    assert match.facts()["turn"] == 2
    assert match.decision is not None
    assert match.decision.box == "strategic.weather"


@pytest.mark.rule("CAU-WHATIF-04", "CAU-VARSET-10")
def test_the_first_turn_played_is_poor_where_the_game_begins_later() -> None:
    options = {**WHAT_IF, "variable_setup": True}
    match = play(game((2, 2, 3, 4, 6, 6), (CARD[4], 19), options=options), "raise start", "raise depleted", "cast")
    run_on(match, "strategic.weather", "strategic.luftwaffe")
    assert (match.facts()["turn"], match.facts()["weather"]) == (2, "Poor")
    assert match.decision is not None
    assert match.decision.box == "strategic.luftwaffe"


@pytest.mark.rule("CAU-WHATIF-05")
def test_six_offers_the_officers_a_way_out_when_the_army_surrenders() -> None:
    match = play(acting(6), "surrender")
    assert choices(match) == ["decline", "fly-out"]
    play(match, "fly-out")
    assert match.facts()["what_if"] == "high officers flown out"
    last = turn_16(match)
    assert {"text": "High officers flown out", "points": -1, "clauses": ["CAU-WHATIF-05"]} in last["sum"]


@pytest.mark.rule("CAU-WHATIF-05", "CAU-COUNCIL-01", "CAU-RUMOR-08")
@pytest.mark.parametrize(
    ("action", "clause"),
    [("fly-out", "CAU-WHATIF-05"), ("dispel", "CAU-RUMOR-08"), ("take-counter", "CAU-COUNCIL-01")],
)
def test_what_belongs_to_another_moment_is_refused_with_its_own_clause_and_the_sequence_of_play(
    action: str, clause: str
) -> None:
    clauses = refused(acting(6), action)
    assert clauses == (clause, "CAU-SEQ-06", "CAU-SEQ-03")


@pytest.mark.rule("CAU-WHATIF-05")
def test_the_offer_may_be_declined() -> None:
    match = play(acting(6), "surrender", "decline")
    assert "evaluation.officers" not in [event.step for event in told(match, "step")][-1:]
    assert all("officers" not in line["text"] for line in turn_16(match)["sum"])


@pytest.mark.rule("CAU-WHATIF-05")
def test_the_offer_comes_too_when_the_army_is_gone() -> None:
    match = to_soviet(drawn=(CARD[6], *QUIET), options=WHAT_IF, **pocket({47: ["6th-army-hq"]}), fo=8)
    for _ in range(60):
        assert match.decision is not None
        if match.decision.box == "evaluation.officers":
            break
        lose = [name for name in choices(match) if name.startswith("lose")]
        play(match, "die 6" if match.decision.chance else (lose or choices(match))[0])
    assert match.facts()["units"] == 0
    assert choices(match) == ["decline", "fly-out"]
    assert refused(match, "surrender") == ("CAU-SURR-01", "CAU-END-03")


@pytest.mark.rule("CAU-WHATIF-05")
def test_a_collapse_that_kills_everybody_brings_the_offer_before_the_end() -> None:
    match = acting(6, turn=16, wounded=20, supply=4, **pocket({47: ["14th-pz"]}))
    run_on(match, "evaluation.officers")
    assert match.facts()["turn"] == 16
    assert match.facts()["collapsed"]
    assert match.facts()["units"] == 0
    assert play(match, "fly-out").over


def turn_16(match: Match) -> dict[str, Any]:
    """The result after Evaluation Phases alone."""
    run_on(match, die=6)
    assert match.result is not None
    return match.result


@pytest.mark.rule("CAU-WHATIF-06", "CAU-WHATIF-11", "CAU-MORALE-02")
@pytest.mark.parametrize(("number", "area", "gain"), [(7, 24, 2), (11, 59, 0)])
def test_seven_and_eleven_name_another_key_area(number: int, area: int, gain: int) -> None:
    match = drawn(number)
    assert match.facts()["morale"] == game().facts()["morale"] + gain
    # Held, it counts three; with a unit in Rynok, too.
    held = drawn(number, **{"unit.94th-inf": area}).facts()["morale"]
    assert held == game(**{"unit.94th-inf": area}).facts()["morale"] + 2
    marks = [(mark.mark, mark.at) for mark in match.table.look.picture(match.position, 0).marks]
    assert ("key-area", str(area)) in marks


@pytest.mark.rule("CAU-WHATIF-06", "CAU-COL-04")
def test_the_army_may_fall_back_on_the_new_key_area() -> None:
    match = run_on(acting(7, wounded=20), "evaluation.collapse.rally")
    assert choices(match) == ["rally 24", "rally 47", "rally 52", "rally 53", "rally 54", "rally 55"]


@pytest.mark.rule("CAU-WHATIF-06", "CAU-WHATIF-11")
def test_a_map_without_karpovka_is_refused_with_the_option_only(tmp_path: Path) -> None:
    export(tmp_path)
    file = tmp_path / "map.toml"
    file.write_text(file.read_text(encoding="utf-8").replace('"Karpovka"', '"Elsewhere"'), encoding="utf-8")
    find("cauldron").table(components=tmp_path)
    with pytest.raises(Refusal, match=r"Karpovka.*map\.toml") as refusal:
        find("cauldron").table(options=WHAT_IF, components=tmp_path)
    assert refusal.value.malformed


CENTRAL_HELD = {"unit.79th-inf": 54}


@pytest.mark.rule("CAU-WHATIF-07")
@pytest.mark.parametrize(
    ("start", "side"),
    [
        ({"ssi": 6, **CENTRAL_HELD}, 1),
        ({"ssi": 6}, 0),
        ({"ssi": 8, **CENTRAL_HELD}, 1),
        ({"ssi": 8, "hoth_box": 3, **CENTRAL_HELD}, None),
    ],
)
def test_eight_counts_the_right_hand_number_while_all_of_stalingrad_is_held(start: Any, side: int | None) -> None:
    match = to_soviet("card 20", drawn=(CARD[8], *QUIET), options=WHAT_IF, fo=4, **start)
    card = match.table.components.cards[19]  # type: ignore[attr-defined]
    assert len(card.offensive) == 2
    assert card.offensive[0] != card.offensive[1]
    assert match.facts()["fo"] == 4 + (0 if side is None else card.offensive[side])


@pytest.mark.rule("CAU-WHATIF-07")
def test_without_the_line_the_city_changes_no_offensive_number() -> None:
    match = to_soviet("card 20", drawn=(CARD[1], *QUIET), options=WHAT_IF, fo=4, ssi=6, **CENTRAL_HELD)
    card = match.table.components.cards[19]  # type: ignore[attr-defined]
    assert match.facts()["fo"] == 4 + card.offensive[0]


@pytest.mark.rule("CAU-WHATIF-08", "CAU-WHATIF-09", "CAU-WHATIF-10")
@pytest.mark.parametrize(
    ("number", "shifts"),
    [(9, {"A": "B", "B": "C", "C": "D", "D": "D"}), (10, {"A": "A", "B": "A", "C": "B", "D": "C"})],
)
def test_nine_and_ten_shift_the_entry_at_no_cost(number: int, shifts: dict[str, str]) -> None:
    for before, after in shifts.items():
        facts = shifted(number, before)
        assert facts["entry"] == after
        assert facts["hoth_box"] == 1
        assert facts["ssi"] == 10


def shifted(number: int, before: str) -> dict[str, Any]:
    """The facts after the entry has been chosen and the card drawn."""
    match = game((), (CARD[number],), options={**WHAT_IF, "entry": "choose"})
    return play(match, f"entry {before.lower()}").facts()


@pytest.mark.rule("CAU-WHATIF-12")
@pytest.mark.parametrize("number", [12, 13])
def test_twelve_and_thirteen_make_stalingrad_central_a_regular_area_for_attacks(number: int) -> None:
    match = acting(number, (4,), supply=20, **{"unit.16th-pz": 55})
    play(match, "attack 16th-pz 54", "support 54", "support 54", "end-actions")
    assert modifiers(match, "E") == {"2 supply points": 2, "panzer or motorized": 1}
    assert not match.facts()["hit_54"]
    assert not match.facts()["soviet_54"]


@pytest.mark.rule("CAU-WHATIF-12", "CAU-ATK-14")
def test_the_other_stalingrad_areas_stay_as_they_are() -> None:
    start = {"unit.100th-inf": 38, "unit.295th-inf": 38, "german_53": False, "supply": 20}
    match = acting(12, (6,), **start)
    assert match.facts()["soviet_53"]
    play(match, "attack 100th-inf 53", "support 53", "support 53", "end-actions")
    assert modifiers(match, "E") == {"2 supply points": 2, "Stalingrad area": -1}
    assert match.facts()["hit_53"]


@pytest.mark.rule("CAU-WHATIF-13", "CAU-VP-04")
def test_stalingrad_central_stays_a_key_area_and_counts_for_the_victory() -> None:
    held, plain = drawn(12, **CENTRAL_HELD).facts(), drawn(12).facts()
    assert held["morale"] == plain["morale"] + 3
    match = run_on(acting(12, turn=16, **CENTRAL_HELD))
    assert match.result is not None
    assert "All Stalingrad areas German-controlled" in [line["text"] for line in match.result["sum"]]


@pytest.mark.rule("CAU-WHATIF-01")
def test_the_table_is_among_the_charts_and_the_line_among_what_is_in_force() -> None:
    match = drawn(8)
    charts = {chart.id: chart for chart in match.table.look.kept.charts}
    assert charts["WHATIF"].rows[7][0] == "10"
    assert "WHATIF" not in {chart.id for chart in find("cauldron").table().look.kept.charts}
    held = {one.id: one for one in match.table.look.picture(match.position, 0).held}
    assert held["what-if"].text.startswith("Right-hand Offensive number")
