"""What is printed: the map, the blocks, the cards, and what is said of each side's."""

from __future__ import annotations

from typing import Any

import pytest

from mamayev.engine.registry import find
from mamayev.engine.scene import Scene
from mamayev.games.inferno import GAME
from mamayev.games.inferno.printed.board import ours
from mamayev.games.inferno.printed.map import CLEAR, GERMAN, ROUGH, SOVIET, URBAN
from mamayev.games.inferno.printed.units import INFANTRY, PANZER

from .battle import begin

BOARD = ours()


def ids(hexes: Any) -> list[str]:
    return [BOARD.grid.ids[h] for h in hexes]


def toward(place: str, direction: str) -> str:
    return BOARD.grid.ids[BOARD.grid.toward[BOARD.hex[place]][BOARD.grid.directions.index(direction)]]


@pytest.mark.rule("INF-MAP-01")
@pytest.mark.rule("INF-MAP-06")
@pytest.mark.rule("INF-HEX-01")
def test_the_map_has_109_hexes_27_of_them_urban() -> None:
    assert set(BOARD.grid.ids) == {str(n) for n in range(1, 106)} | set("WXYZ")
    assert [BOARD.terrain.count(kind) for kind in (CLEAR, ROUGH, URBAN)] == [58, 24, 27]


@pytest.mark.rule("INF-MAP-02")
@pytest.mark.rule("INF-MAP-05")
def test_nine_spawn_hexes_and_who_holds_what_at_first() -> None:
    assert ids(BOARD.grid.hexes(BOARD.german_at_first)) == [name for name in BOARD.grid.ids if name in "WXYZ"]
    assert set(ids(BOARD.soviet_spawn)) == {"3", "6", "7", "13", "15", "19"}
    assert set(ids(BOARD.german_spawn)) == {"X", "Y", "Z"}


def test_the_geography_that_the_rulebook_tells() -> None:
    """What the book says by the way: INF-EX-15, INF-EX-18, INF-EX-19."""
    assert toward("7", "NE") == "6"
    assert toward("25", "NW") == "24"
    assert {"7", "8", "25"} <= set(ids(BOARD.grid.neighbours[BOARD.hex["24"]]))
    assert "9" not in ids(BOARD.grid.neighbours[BOARD.hex["24"]])
    assert BOARD.row[BOARD.hex["7"]] < BOARD.row[BOARD.hex["9"]] == BOARD.row[BOARD.hex["25"]]
    assert BOARD.rank[BOARD.hex["9"]] < BOARD.rank[BOARD.hex["25"]]
    assert BOARD.terrain[BOARD.hex["9"]] == BOARD.terrain[BOARD.hex["13"]] == URBAN
    assert len(BOARD.grid.neighbours[BOARD.hex["9"]]) >= 4
    assert len(BOARD.grid.neighbours[BOARD.hex["13"]]) >= 4


@pytest.mark.rule("INF-COMPASS-01")
def test_the_compass_fits_both_moves_that_the_rulebook_tells() -> None:
    compass = BOARD.compass["clockwise"]
    assert sorted(compass) == list(range(6))
    assert BOARD.grid.toward[BOARD.hex["7"]][compass[5]] == BOARD.hex["6"]
    assert BOARD.grid.toward[BOARD.hex["25"]][compass[4]] == BOARD.hex["24"]


@pytest.mark.rule("INF-UNIT-01")
@pytest.mark.rule("INF-SETUP-05")
def test_37_regiments_against_48_divisions_and_brigades() -> None:
    assert len(BOARD.germans) == 37
    assert all("Regiment" in BOARD.units[u].name for u in BOARD.germans)
    assert len(BOARD.soviets) == 48
    assert all("Division" in BOARD.units[u].name or "Brigade" in BOARD.units[u].name for u in BOARD.soviets)
    kinds = [BOARD.units[u].kind for u in BOARD.soviets]
    assert {kind: kinds.count(kind) for kind in kinds} == {"tank": 13, "infantry": 29, "guards": 4, "marine": 2}
    assert not any(BOARD.units[u].colour == "black" for u in BOARD.germans)


@pytest.mark.rule("INF-UNIT-02")
@pytest.mark.rule("INF-UNIT-03")
@pytest.mark.rule("INF-UNIT-04")
def test_infantry_and_panzers_and_what_is_both() -> None:
    assert {unit.kind for u, unit in enumerate(BOARD.units) if BOARD.arms[u] == INFANTRY | PANZER} == {
        "panzer-grenadier"
    }
    assert {unit.kind for u, unit in enumerate(BOARD.units) if BOARD.arms[u] == PANZER} == {"panzer", "tank"}
    infantry = {unit.kind for u, unit in enumerate(BOARD.units) if BOARD.arms[u] == INFANTRY}
    assert infantry == {"infantry", "motorized", "guards", "marine"}


@pytest.mark.rule("INF-STR-01")
def test_a_block_has_one_to_four_steps_and_a_tank_two_blank_edges() -> None:
    assert {unit.strength for unit in BOARD.units} <= {1, 2, 3, 4}
    assert {unit.strength for unit in BOARD.units if unit.kind == "tank"} == {2}


@pytest.mark.rule("INF-WIN-04")
def test_five_units_have_an_r() -> None:
    assert sum(unit.r for unit in BOARD.units) == 5
    assert {u for u in BOARD.penalty if u != 255} == {u for u in BOARD.germans if BOARD.units[u].r}
    assert BOARD.units[BOARD.penalty[0]].id == "pg-64"


@pytest.mark.rule("INF-SETUP-07")
def test_every_german_unit_has_a_colour_and_enough_are_white() -> None:
    assert {BOARD.units[u].colour for u in BOARD.germans} == {"yellow", "blue", "white"}
    assert sum(BOARD.units[u].colour == "white" and BOARD.arms[u] == INFANTRY for u in BOARD.germans) >= 6


@pytest.mark.rule("INF-SCOPE-04")
def test_the_side_of_a_block_is_its_own() -> None:
    assert {BOARD.units[u].side for u in BOARD.germans} == {GERMAN}
    assert {BOARD.units[u].side for u in BOARD.soviets} == {SOVIET}


@pytest.mark.rule("INF-CARD-01")
@pytest.mark.rule("INF-GCARD-02")
def test_the_german_deck_has_23_cards() -> None:
    titles = [card.title for card in BOARD.cards if card.side == GERMAN]
    assert {title: titles.count(title) for title in titles} == {
        "Paulus": 1, "Hoth": 1, "Heinkel 111": 5, "Howitzer": 4, "Pioneer": 5, "Sniper": 5, "Pak": 2,
    }  # fmt: skip


@pytest.mark.rule("INF-SCARD-15")
@pytest.mark.rule("INF-SCARD-16")
@pytest.mark.rule("INF-HUMAN-13")
def test_the_soviet_deck_has_21_cards_or_23() -> None:
    row = [card for card in BOARD.cards if card.side == SOVIET]
    kinds = [card.title.split(" ")[0] for card in row if not card.late]
    assert {kind: kinds.count(kind) for kind in kinds} == {
        "Chuikov": 1, "Khrushchev": 1, "Thompson": 2, "AA": 4, "Soviet": 5, "Infiltration": 4, "T-34": 3,
        "Anti-Tank": 1,
    }  # fmt: skip
    assert len(kinds) == 21
    assert len(row) == 23
    for soviet_side, sizes in (("procedure", (21, 21, 23)), ("player", (23, 21, 23))):
        for choice, size in zip(("mode", "21", "23"), sizes, strict=True):
            table = find("inferno").table(options={"soviet_deck": choice, "soviet_side": soviet_side})
            assert table.facts(table.start())["soviet_deck"] == size


@pytest.mark.rule("INF-RUBBLE-02")
def test_every_aa_card_names_an_urban_hex() -> None:
    hexes = [card.hex for card in BOARD.cards if card.kind == "aa"]
    assert len(set(hexes)) == 4
    assert all(BOARD.terrain[h] == URBAN for h in hexes)


@pytest.mark.rule("INF-SPAWN-03")
def test_the_four_rows_of_the_spawn_list() -> None:
    for choice, rows in (
        ("hex-7", {"3": (0, 1), "19": (0, 1), "6": (0,), "15": (0,), "13": (0, 0), "7": (2,)}),
        ("hex-13", {"3": (0, 1), "19": (0, 1), "6": (0,), "15": (0,), "13": (0, 2), "7": (0,)}),
    ):
        assert {BOARD.grid.ids[h]: pools for h, pools in BOARD.spawned[choice].items()} == rows


def test_the_soviets_start_in_23_hexes_away_from_the_germans() -> None:
    assert len(set(BOARD.set_up)) == 23
    assert set(BOARD.soviet_spawn) <= set(BOARD.set_up)
    assert all(not set(BOARD.grid.neighbours[BOARD.hex[name]]) & set(BOARD.set_up) for name in "WXYZ")


@pytest.mark.rule("INF-SCOPE-01")
@pytest.mark.rule("INF-SCOPE-02")
@pytest.mark.rule("INF-SCOPE-03")
@pytest.mark.rule("INF-FOG-01")
def test_the_rules_play_the_soviets_and_the_players_name_is_german() -> None:
    game = find("inferno")
    assert game.players == 1
    table = game.table()
    assert [game.seats[seat] for seat in table.procedures] == ["soviet", "partner"]
    assert BOARD.grid.centre(BOARD.hex["W"])[0] < BOARD.grid.centre(BOARD.hex["1"])[0]
    assert "1942" in game.blurb


def test_every_house_rule_says_so() -> None:
    for clause in GAME.ledger().clauses.values():
        assert ("House rule" in clause.ruling) == (clause.grade == "house"), clause.id


def test_what_is_reconstructed_is_marked() -> None:
    scene: Scene = find("inferno").table().look.kept
    assert all(space.origin == "reconstructed" for space in scene.spaces if space.kind == "hex")
    origins = {face.title: face.origin for deck in scene.decks for face in deck.cards}
    assert origins["Heinkel 111"] == "stated"
    assert origins["Hoth"] == origins["Khrushchev"] == origins["Anti-Tank Gun"] == "reconstructed"
    stated = {BOARD.units[u].label for u in BOARD.germans if BOARD.units[u].origin == "stated"}
    assert stated == {"2", "15", "64", "79", "120"}


def test_what_lies_beside_the_map_keeps_off_it_and_off_one_another() -> None:
    scene: Scene = find("inferno").table().look.kept
    x, y, width, height = scene.frame
    rects = [panel.frame for panel in scene.panels]
    for box in scene.spaces:
        if box.kind == "box" and box.shape:
            (left, top), (right, below) = box.shape[0], box.shape[2]
            rects.append((left, top, right - left, below - top))
    for n, (left, top, across, down) in enumerate(rects):
        assert x <= left < left + across <= x + width, n
        assert y <= top < top + down <= y + height, n
        for left2, top2, across2, down2 in rects[:n]:
            apart = max(left2 - left - across, left - left2 - across2, top2 - top - down, top - top2 - down2)
            assert apart > -1e-9, n
    tracks, boxes = {track.id for track in scene.tracks}, {space.id for space in scene.spaces}
    assert {panel.of for panel in scene.panels if panel.shows == "track"} <= tracks
    assert {piece.home for piece in scene.pieces} - {""} <= boxes


def test_panzers_and_their_grenadiers_are_german() -> None:
    assert all(BOARD.side[BOARD.unit[name]] == GERMAN for name in ("pg-64", "pz-24"))


@pytest.mark.rule("INF-MAP-05", "INF-CAPT-01", "INF-SPAWN-01", "INF-WIN-01")
def test_hex_9_may_be_the_sixth_spawn_hex() -> None:
    """It spawns what 6 does, brings a card when it is captured, and the game is won with it."""
    units, nine = {"pz-2": "8", "rb-10": "59"}, {"sixth_spawn": "hex-9"}
    plain: Any = begin(units).table
    table: Any = begin(units, options=nine).table
    board = table.board
    assert [board.grid.ids[h] for h in board.spawn_order] == ["3", "19", "9", "15", "13", "7"]
    assert {board.grid.ids[h] for h in board.soviet_spawn} == {"3", "7", "9", "13", "15", "19"}
    assert table.spawned[board.hex["9"]] == plain.spawned[board.hex["6"]]
    for options, captured in ((None, False), (nine, True)):
        match = begin(units, options=options, home=False)
        match.play("short pz-2 9")
        assert ("9 is captured." in [event.text for event in match.events]) == captured
    held = {f"control__{name}": "german" for name in ("3", "7", "13", "15", "19")}
    won = begin(units, options=nine, home=False, **held)
    won.play("short pz-2 9")
    assert won.result is not None
    assert won.result["notes"][0]["clauses"] == ["INF-WIN-01"]
