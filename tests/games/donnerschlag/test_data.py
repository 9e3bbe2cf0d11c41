"""Map, counters, cards and tables are what the ledger says of them."""

from collections import Counter
from typing import Any

import pytest

from mamayev.engine.registry import find
from mamayev.games.donnerschlag.printed.board import ours
from mamayev.games.donnerschlag.printed.cards import ACTIVATION, COMBAT, EVENT_NAMES
from mamayev.games.donnerschlag.printed.map import AXIS, EDGES, NO_BRIDGE, SOVIET
from mamayev.games.donnerschlag.printed.units import ALARM, CORPS, CUPS, FORMATION, GROUPS, HEADQUARTERS, SNAFU, members
from mamayev.games.donnerschlag.rules.command import LAST_ACTIVATIONS

BOARD = ours()

GAME = find("donnerschlag")
TABLES = {table["id"]: table for table in GAME.ledger().data["table"]}


def rows(name: str) -> list[list[Any]]:
    """The rows of a table."""
    found: list[list[Any]] = TABLES[name]["rows"]
    return found


@pytest.mark.rule("DON-INTRO-01", "DON-SCALE-03", "DON-VICT-02")
def test_two_players_and_eight_turns_at_most() -> None:
    assert GAME.seats == ("axis", "soviet")
    track = next(track for track in GAME.table().look.kept.tracks if track.id == "turn")
    assert (track.min, track.max) == (1, 8)
    assert all(not word.isdigit() for mark in track.marks for word in mark.text.split(" ")[:1])


@pytest.mark.rule("DON-INTRO-02", "DON-SCALE-01", "DON-SCALE-02", "DON-SCALE-04")
def test_the_scale_is_told() -> None:
    assert "4 km" in GAME.scale
    grid = GAME.table().look.kept.grid
    assert grid is not None
    assert grid.pitch == 4 * 12.5
    assert "1942" in GAME.blurb
    assert {BOARD.units[u].steps for u in range(len(BOARD.units)) if BOARD.is_combat[u]} == {1, 2}


@pytest.mark.rule("DON-MAP-01", "DON-ROAD-01")
def test_the_board() -> None:
    assert len(BOARD.grid) == 836
    assert (BOARD.villages.bit_count(), BOARD.towns.bit_count(), BOARD.cities.bit_count()) == (33, 11, 1)
    assert (len(BOARD.rivers), len(BOARD.bridges)) == (149, 12)
    assert BOARD.bridges <= BOARD.rivers
    assert {kind for kind, _ in BOARD.road_lines} == {"rail", "major", "minor"}
    assert all(BOARD.road & BOARD.grid.bit[h] for _, line in BOARD.road_lines for h in line)
    dry = BOARD.crossings(NO_BRIDGE).dry
    assert all(dry.leads(a, b) for a in range(len(BOARD.grid)) for b in BOARD.roads.exits[a]), (
        "every road has its bridge"
    )


@pytest.mark.rule("DON-MAP-02", "DON-REINF-03", "DON-REINF-06", "DON-RETREAT-09")
def test_the_edges_and_entries() -> None:
    assert EDGES == (("south", "west"), ("north", "east"))
    assert (BOARD.sources[AXIS].bit_count(), BOARD.sources[SOVIET].bit_count()) == (29, 42)
    assert [[BOARD.grid.ids[h] for h in BOARD.grid.hexes(entries)] for entries in BOARD.entries] == [
        ["4607"],
        ["0914", "2124"],
    ]
    assert all(BOARD.road & entries == entries for entries in BOARD.entries)
    assert [zone.bit_count() for zone in BOARD.zones] == [6, 6, 6]


@pytest.mark.rule("DON-UNIT-01", "DON-UNIT-02", "DON-UNIT-03", "DON-AXACT-07")
def test_the_formations_of_the_book_are_there() -> None:
    told = {row[2] for row in rows("DON-T-OOB")}
    assert {"6th Panzer Division", "4th Mechanized Corps"} <= told
    assert all(BOARD.of_formation[n] for n in (*range(6), *CORPS))
    assert set(BOARD.hq_of) == {*range(6), FORMATION["51A"], FORMATION["2GA"]}
    for name in ("i-11-6p", "ii-11-6p", "i-114-6p", "ii-4-6p", "6-6p", "i-128-23p", "7-5c", "6-2gm", "5g-3g-13g"):
        assert BOARD.units[BOARD.unit[name]].stated
    assert [BOARD.units[BOARD.unit[name]].formation for name in ("stug-228", "stug-243")] == [-1, -1]


@pytest.mark.rule("DON-UNIT-04", "DON-UNIT-05", "DON-UNIT-06", "DON-UNIT-07", "DON-UNIT-08")
def test_what_is_printed_on_counters() -> None:
    tank = BOARD.units[BOARD.unit["i-11-6p"]]
    assert (tank.steps, tank.strength, tank.movement) == (2, (0, 2, 3), (0, 5, 5))
    assert len({unit.id for unit in BOARD.units}) == len(BOARD.units), "one counter for both pictures of a tank"
    scene = GAME.table().look.kept
    faces = {piece.id: (piece.faces, piece.figures) for piece in scene.pieces}
    assert faces["i-11-6p"] == (("full", "reduced"), ("3-5", "2-5"))
    assert faces["alarm-5"] == (("full",), ("(2)",))
    assert {BOARD.kind[u] for u in range(len(BOARD.units)) if BOARD.is_combat[u]} == {0, 1, 2, 3}
    assert not any(BOARD.is_combat[u] for u in range(len(BOARD.units)) if BOARD.kind[u] in (HEADQUARTERS, SNAFU))


@pytest.mark.rule("DON-HQ-01", "DON-HQ-02", "DON-HQ-03", "DON-ALARM-01", "DON-ALARM-04")
def test_hqs_and_alarmgruppen() -> None:
    assert sorted(BOARD.ranges[hq] for hq in BOARD.hq_of.values()) == [4] * 6 + [5] * 2
    assert all(BOARD.units[hq].strength == (0, 0) for hq in BOARD.hq_of.values())
    starts = [
        BOARD.units[hq].start
        for hq in BOARD.hq_of.values()
        if BOARD.side_of[hq] == AXIS and BOARD.units[hq].start < len(BOARD.grid)
    ]
    assert all(BOARD.road & BOARD.grid.bit[h] for h in starts)
    alarm = [u for u in range(len(BOARD.units)) if BOARD.cup[u] == ALARM and BOARD.kind[u] != SNAFU]
    assert sorted(BOARD.units[u].strength[1] for u in alarm) == [1, 1, 1, 1, 2, 2, 2, 3]
    assert {BOARD.units[u].movement[1] for u in alarm} == {0}
    assert {BOARD.units[u].formation for u in alarm} == {-1}


@pytest.mark.rule("DON-CUP-01", "DON-CUP-02", "DON-CUP-03")
def test_the_cups() -> None:
    for row in rows("DON-T-CUPS"):
        cup = {"Ad Hoc Infantry": "adhoc", "Alarmgruppe": "alarmgruppe", "Tank Reinforcements": "tank"}[row[0]]
        inside = members(BOARD.of_cup[CUPS.index(cup)])
        assert sum(BOARD.kind[u] == SNAFU for u in inside) == row[2]
    assert [bits.bit_count() for bits in BOARD.of_cup] == [14, 9, 9]


@pytest.mark.rule("DON-ACARD-01", "DON-CMD-03", "DON-SOVACT-01", "DON-SETUP-03", "DON-CCARD-07")
def test_the_decks() -> None:
    ways = Counter(BOARD.cards[c].way for c in BOARD.deck[AXIS][ACTIVATION])
    assert ways == {"formation": 18, "any": 6, "schwerpunkt": 4}
    soviet = Counter(BOARD.cards[c].way for c in BOARD.deck[SOVIET][ACTIVATION])
    assert soviet == {"colour": 12, "colour-or-formation": 6, "hq-or-formation": 6}
    assert {BOARD.cards[c].whom for c in BOARD.deck[SOVIET][ACTIVATION]} - {""} == set(GROUPS)
    assert all(BOARD.cards[c].late for c in BOARD.deck[AXIS][ACTIVATION] if BOARD.cards[c].way == "schwerpunkt")
    assert [sum(BOARD.cards[c].late for c in BOARD.deck[s][COMBAT]) for s in (AXIS, SOVIET)] == [18, 18]
    assert {(BOARD.cards[a].title, BOARD.cards[b].title.split(" (")[0]) for a, b in BOARD.pairs.items()} == {
        ("SWT-40", "Deadbolt Position"),
        ("Naval Rifle Brigade", "Garde"),
    }


@pytest.mark.rule("DON-CCARD-08", "DON-CCARD-09", "DON-CCARD-10", "DON-CCARD-11", "DON-CCARD-16")
def test_cards_of_the_book_are_as_it_says() -> None:
    by_code = {card.code: card for card in BOARD.cards if card.kind == COMBAT}
    general = by_code["A1"].events[0]
    assert general is not None
    assert (general.roll, general.removes) == (4, True)
    model = by_code["S1"].events[0]
    assert model is not None
    assert model.roll == 3
    for card in by_code.values():
        assert not any(event.removes for event in card.events[1:2] if event is not None), "tactical events stay"
    stated = {card.code for card in by_code.values() if card.stated}
    assert {"A1", "AL1", "S1", "S2", "S3", "S4", "S5", "A12"} <= stated
    assert EVENT_NAMES == ("general", "tactical", "joint")


@pytest.mark.rule("DON-RATIO-05", "DON-T8-01", "DON-CRT-04")
def test_figures_of_the_tables_are_those_of_the_rules() -> None:
    assert GAME.table().below_one_result == "1AR"  # type: ignore[attr-defined]
    assert LAST_ACTIVATIONS == 5
    by_id = {chart.id: chart for chart in GAME.table().look.kept.charts}
    assert by_id["combat"].rows[0][4] == "1AR", "3-1 at 1 or less, as printed"


@pytest.mark.rule("DON-SETUP-01", "DON-STACK-02", "DON-AXACT-01")
def test_the_set_up_holds() -> None:
    p: Any = GAME.table().start()
    assert GAME.table().broken_invariants(p) == []
    axis = [
        u
        for u in range(len(BOARD.units))
        if BOARD.is_combat[u] and BOARD.side_of[u] == AXIS and p.at[u] < len(BOARD.grid)
    ]
    assert all(p.in_command(u) for u in axis)
    assert not p.troops(AXIS) & BOARD.grid.around(p.troops(SOVIET)), "nobody begins next to an enemy"
