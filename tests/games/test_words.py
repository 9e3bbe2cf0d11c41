"""The rules know players' words: each leads to a clause, or to a sentence that the game has no such thing."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from mamayev.engine.lookup import folded, look_up
from mamayev.engine.registry import find

GAMES = ("barbarossa", "cauldron", "donnerschlag", "inferno")
WORDS = """
ZOC; zone of control; zones-of-control; stacking limit; stacking; movement allowance; MP; terrain effects; TEC; CRT;
combat results table; odds; column shifts; DRM; die roll modifier; retreat; retreats; withdrawal; advance after combat;
exploitation; overrun; over-run; step loss; step losses; exchange; line of supply; supply line; LOS; out of supply; OOS;
encircled; attrition; armour; armor; tanks; panzer; artillery; bombardment; air support; combined arms; weather; snow;
mud; rivers; bridges; rail movement; railway; roads; reinforcements; replacements; reserves; HQ; headquarters;
command range; leaders; initiative; fog of war; victory; victory conditions; victory points; VP; setup; setup; set up;
sequence of play; turn order; game length; morale; cards; event cards; entrenchment; fortifications; trenches;
minefield; paratroopers; fuel; ammunition; optional rules; scenario; solitaire; dice; rounding; mandatory attack;
soak-off; soakoff; city; urban; street fighting; double defence; doubled; ships; partisans; engineers;
line of sight; facing
"""
PLAYERS = [" ".join(word.split()) for word in WORDS.split(";")]


@pytest.mark.parametrize("game", GAMES)
def test_every_word_of_players_finds_a_clause_or_is_answered(game: str) -> None:
    assert len(PLAYERS) >= 40
    ledger = find(game).ledger()
    found = {word: look_up(ledger, word) for word in PLAYERS}
    assert [word for word, (clauses, none) in found.items() if not clauses and not none] == []


@pytest.mark.parametrize("game", GAMES)
def test_what_a_game_has_not_no_clause_speaks_of(game: str) -> None:
    """A term that says "this game has none" and leads to no clause: no clause has its first words in it."""
    ledger = find(game).ledger()
    barren = [term.words[0] for term in ledger.terms if not term.clauses]
    spoken = {word: [clause.id for clause in look_up(ledger, word).clauses] for word in barren}
    assert {word: ids for word, ids in spoken.items() if ids} == {}


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(
    "spellings",
    [
        ("armor", "armour", "ARMOUR"),
        ("zone of control", "Zones-of-Control", "ZONE OF CONTROL"),
        ("step loss", "step-losses", "step losses"),
        ("set-up", "setup"),
        ("Schlachtenglück", "Schlachtenglueck", "SCHLACHTENGLÜCK"),
        ("neighbouring", "neighboring"),
        ("defence", "defense"),
        ("motorised", "motorized"),
    ],
)
def test_spellings_find_the_same(game: str, spellings: tuple[str, ...]) -> None:
    ledger = find(game).ledger()
    found = [[clause.id for clause in look_up(ledger, one).clauses] for one in spellings]
    assert all(ids == found[0] for ids in found), dict(zip(spellings, map(len, found), strict=True))


@pytest.mark.parametrize(
    ("game", "word", "clause"),
    [
        ("barbarossa", "ZOC", "BAR-ZOC-01"),
        ("barbarossa", "line of supply", "BAR-V-SUPPLY-01"),
        ("barbarossa", "exploitation", "BAR-V-AFTER-01"),
        ("cauldron", "trenches", "CAU-PDM-01"),
        ("cauldron", "supply line", "CAU-UPK-01"),
        ("donnerschlag", "combined arms", "DON-SHIFT-01"),
        ("donnerschlag", "fog of war", "DON-FOG-01"),
        ("inferno", "step loss", "INF-STEP-01"),
        ("inferno", "ruins", "INF-RUBBLE-01"),
    ],
)
def test_a_word_leads_where_the_matter_is(game: str, word: str, clause: str) -> None:
    assert clause in [one.id for one in look_up(find(game).ledger(), word).clauses]


FOLDED = Path(__file__).parents[2] / "web" / "test" / "folded.json"


@pytest.mark.parametrize(("text", "wanted"), json.loads(FOLDED.read_text(encoding="utf-8")).items())
def test_a_text_is_folded_as_in_the_client(text: str, wanted: str) -> None:
    assert folded(text) == wanted


def test_two_spellings_are_folded_alike() -> None:
    assert folded("Nahaufklärung, Grey Armour; Batteries-of losses") == folded(
        "nahaufklaerung gray armor battery of loss"
    )


@pytest.mark.parametrize("game", GAMES)
def test_the_notes_of_charts_name_nothing_that_only_our_files_know(game: str) -> None:
    """No names of fields or of our tables, and no values as a file writes them."""
    charts = find(game).table().look.kept.charts
    assert len(charts) > 5
    for chart in charts:
        assert not re.search(r"\w_\w|\b(true|false)\b|[A-Z]{3}-T-[A-Z]", chart.note), chart.title
