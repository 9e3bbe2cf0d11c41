"""The first edition, Der Kessel of 1996, and what sets it apart from the second."""

from __future__ import annotations

import random
import re

import pytest

from mamayev.engine.registry import find
from mamayev.match.match import Match

from .play import game, play, to_actions, told


@pytest.mark.rule("CAU-SETUP-03", "CAU-SETUP-04")
def test_the_printed_morale_stands_until_the_first_count() -> None:
    old, new = game(edition="1996"), game()
    assert (old.facts()["morale"], new.facts()["morale"]) == (32, 33)
    assert old.view()["tracks"]["morale"] == 32
    counted = to_actions(edition="1996")
    assert counted.facts()["morale"] == 33
    assert counted.facts()["ip"] == to_actions().facts()["ip"] == 6


@pytest.mark.rule("CAU-SETUP-04", "CAU-AIR-01")
def test_the_sample_turn_of_1996_stands_at_15_after_the_airlift() -> None:
    match = game([4, 1, 3], [3, 7], edition="1996", supply=12)
    assert match.facts()["supply"] == 15
    assert game([4, 1, 3], [3, 7], edition="1996").facts()["supply"] == 13


@pytest.mark.rule("CAU-COMP-02")
def test_the_relief_force_goes_along_an_arrow() -> None:
    match = to_actions(edition="1996", hoth_box=3)
    scene = match.table.look.kept
    assert [space.name for space in scene.spaces if space.kind == "box"] == [
        f"Relief Arrow box {n}" for n in range(1, 6)
    ]
    assert [space.id for space in scene.spaces] == [space.id for space in game().table.look.kept.spaces]
    play(match, "end-actions", "relieve", "die 6")
    assert match.facts()["hoth_box"] == 4
    assert "Relief Arrow box 4" in told(match, "move", piece="hoth")[-1].text


@pytest.mark.rule("CAU-COMP-04")
def test_chits_come_from_a_cup() -> None:
    match = game(edition="1996")
    assert match.decision is not None
    assert match.decision.prompt == "Draw a chit: Random event"
    play(match, "card 3")
    assert told(match, "card")[-1].who == "Chit 3"
    assert told(match, "card")[-1].text.startswith("Chit 3, ")
    deck = match.table.look.kept.decks[0]
    assert (deck.title, deck.card, len(deck.cards)) == ("Event chits", "chit", 25)
    last = [card for card in range(1, 26) if card != 5]
    emptied = play(game(edition="1996", discard=last), "card 5")
    assert told(emptied, "shuffle")[-1].text == "The discards are shuffled back into the cup."


@pytest.mark.rule("CAU-SCALE-03")
def test_the_size_of_an_area_changes_no_rule() -> None:
    old, new = (find("cauldron").table(edition) for edition in ("1996", "2020"))
    one, other = ([(s.id, s.neighbours) for s in table.look.kept.spaces] for table in (old, new))
    assert one == other


@pytest.mark.rule("CAU-APPEAL-17")
def test_x_gives_the_foa_marker() -> None:
    match = play(to_actions(edition="1996"), "appeal foa", "die 5")
    assert told(match, "roll", chart="D")[-1].result == "not granted, X"
    assert match.facts()["foa_bonus"] == 1
    chart = next(chart for chart in match.table.look.kept.charts if chart.id == "D")
    cells = {cell for row in chart.rows for cell in row}
    assert "not granted, X" in cells
    assert not any("#" in cell or "*" in cell for cell in cells)
    assert chart.note == "X: FoA +1. @: FoA/Airlift +1."


@pytest.mark.rule("CAU-APPEAL-11", "CAU-APPEAL-12", "CAU-APPEAL-13")
def test_no_hq_politics_in_1996() -> None:
    for edition, politics in (("1996", 0), ("2020", 1)):
        match = play(to_actions(edition=edition), "appeal foa", "die 1")
        assert match.facts()["hq_politics"] == politics


@pytest.mark.rule("CAU-RELIEF-03", "CAU-RELIEF-02")
def test_hoth_himself_comes_by_entry_d() -> None:
    choose = {"entry": "choose"}
    for edition, name in (("1996", "hoth"), ("2020", "hollidt")):
        match = play(game(edition=edition, options=choose), "entry d")
        assert name in {piece.id for piece in match.table.look.picture(match.position, 0).pieces}
        pieces = {piece.id for piece in match.table.look.kept.pieces}
        assert ("hollidt" in pieces) == (edition == "2020")


WORDS_OF_2020 = re.compile(r"\b(card|deck)s?\b|Relief box|Hollidt|HQ Politics|#", re.IGNORECASE)


@pytest.mark.rule("CAU-COMP-04", "CAU-COMP-02")
@pytest.mark.parametrize("seed", range(3))
def test_a_game_of_1996_speaks_its_own_words(seed: int) -> None:
    everything = {option.name: True for option in find("cauldron").options if option.group == "Optional rules"}
    match = Match.new("cauldron", seed=seed, edition="1996", options=everything if seed else {})
    rng = random.Random(seed)
    table = match.table
    shown = [*(f"{c.title} {c.note} {c.rows}" for c in table.look.kept.charts), table.look.kept.notice]
    assert table.look.kept.title == "Der Kessel"
    while not match.over:
        decision = match.decision
        assert decision is not None
        shown += [decision.prompt, decision.help]
        if not decision.chance:
            shown += [table.notation.label(action.code) for action in decision.actions]
        picture = match.view()
        shown += [*picture.get("notes", {}).values(), *(held["text"] for held in picture.get("held", ()))]
        match.play(rng.choice([action for action in decision.actions if action.text != "surrender"]).text)
    shown += [f"{getattr(event, 'who', '')} {event.text}" for event in match.events]
    assert [text for text in shown if WORDS_OF_2020.search(text)] == []
