"""Setting up, and what the German player can see of it."""

from __future__ import annotations

from collections import Counter
from importlib.resources import files
from typing import Any

import pytest

from mamayev.engine.refusal import Refusal
from mamayev.games.inferno.printed.board import ours
from mamayev.games.inferno.printed.map import POOL, SOVIET, TRACK
from mamayev.games.inferno.rules.position import DECK, HAND, PLAY
from mamayev.match.match import Match

from .battle import box, german_hand, play, strength, told

BOARD = ours()


def fresh(seed: int) -> tuple[Match, Any]:
    match = Match.new("inferno", seed=seed)
    return match, match.position


@pytest.mark.rule("INF-SETUP-01")
@pytest.mark.rule("INF-SETUP-02")
@pytest.mark.rule("INF-SETUP-03")
@pytest.mark.rule("INF-SETUP-04")
@pytest.mark.rule("INF-SETUP-11")
def test_the_soviets_are_dealt_to_pools_and_hexes() -> None:
    first = set()
    for seed in range(8):
        match, p = fresh(seed)
        pools = [[u for u in pool if p.at[u] == POOL] for pool in BOARD.pools]
        assert [len(pool) for pool in pools] == [17, 6, 2]
        assert sum(BOARD.units[u].kind == "guards" for u in pools[0]) == 4
        on_map = [p.stacks[h] for h in BOARD.set_up]
        assert all(len(row) == 1 and BOARD.side[row[0]] == SOVIET for row in on_map)
        assert Counter(BOARD.units[row[0]].kind for row in on_map) == {"tank": 7, "infantry": 16}
        facts = match.facts()
        assert (facts["soviet_units"], facts["soviet_hand"], facts["soviet_deck"]) == (23, 0, 21)
        first.add(tuple(row[0] for row in on_map))
    assert len(first) == 8, "the units do not depend on the seed"


@pytest.mark.rule("INF-SETUP-06")
@pytest.mark.rule("INF-SETUP-08")
@pytest.mark.rule("INF-SETUP-09")
@pytest.mark.rule("INF-SOLO-05")
def test_the_germans_have_seven_units_on_the_map_and_thirty_on_the_chart() -> None:
    for seed in range(5):
        match, p = fresh(seed)
        names = {place: {BOARD.units[u].id for u in p.stacks[BOARD.hex[place]]} for place in "WXYZ"}
        assert names["W"] == {"pz-2", "mot-15", "pg-79"}
        assert "mot-120" in names["X"]
        assert [len(names[place]) for place in "WXYZ"] == [3, 2, 2, 0]
        drawn = (names["X"] | names["Y"]) - {"mot-120"}
        assert all(
            BOARD.units[BOARD.unit[u]].colour == "yellow"
            and BOARD.units[BOARD.unit[u]].kind in ("infantry", "motorized")
            for u in drawn
        )
        assert all(strength(match, u) == BOARD.units[BOARD.unit[u]].strength for row in names.values() for u in row)
        assert sorted(p.chart) == [u for u, unit in enumerate(BOARD.units) if p.at[u] == TRACK]
        assert len(p.chart) == 30
        last = [BOARD.units[p.chart[row * 5 + 4]] for row in range(6)]
        assert all(unit.colour == "white" and unit.kind == "infantry" for unit in last)


@pytest.mark.rule("INF-SETUP-03")
@pytest.mark.rule("INF-SETUP-08")
@pytest.mark.rule("INF-SETUP-09")
def test_an_owner_lists_blocks_in_any_order() -> None:
    """A box can have other types and colors than ours. The setup draws by type and color, wherever in the list."""
    text = files("mamayev.games.inferno").joinpath("data", "units.toml").read_text()
    own = text
    for old, new in (
        ('"16.Pz", "yellow", "panzer", 4', '"16.Pz", "yellow", "motorized", 4'),  # pz-2, before two that are not
        ('"71.ID", "yellow", "infantry"', '"71.ID", "white", "infantry"'),  # amid the yellow ones
        ('"SF"],\n  ["nrb-92"', '"SF"],\n  ["tb-1", "1st Tank Brigade", "1", "tank", 2, "DF"],\n  ["nrb-92"'),
    ):
        assert old in own
        own = own.replace(old, new, 1)
    drawn = set()
    for seed in range(12):
        p: Any = Match.new("inferno", seed=seed, components={"units.toml": own}).position
        board = p.board
        at = {unit.id: p.at[u] for u, unit in enumerate(board.units)}
        assert at["pz-2"] == board.hex["W"]
        others = {h: [u for u in board.units if not u.side and at[u.id] == board.hex[h]] for h in "XY"}
        assert len(others["X"]) == len(others["Y"]) == 2
        assert {u.colour for u in (*others["X"], *others["Y"])} == {"yellow"}
        assert all(u.kind in ("infantry", "motorized") for u in (*others["X"], *others["Y"]))
        last = [board.units[p.chart[row * 5 + 4]] for row in range(6)]
        assert {(u.colour, u.arms) for u in last} == {("white", 1)}
        drawn |= {u.id for u in last}
        tanks = [u for u in board.units if u.kind == "tank" and at[u.id] == POOL]
        assert len(tanks) == 6
    assert "inf-191" in drawn


@pytest.mark.rule("INF-SETUP-10")
@pytest.mark.rule("INF-GCARD-01")
def test_three_german_cards_and_a_leader_among_them_goes_into_play_unreplaced() -> None:
    met = set()
    for seed in range(30):
        match, p = fresh(seed)
        hand, play_ = p.count(0, HAND), p.count(0, PLAY)
        assert hand + play_ == 3
        assert p.count(0, DECK) == 20
        met.add(play_)
        if play_:
            assert match.facts()["leaders"]
    assert met >= {0, 1}


@pytest.mark.rule("INF-SOLO-03")
@pytest.mark.rule("INF-SOLO-04")
@pytest.mark.rule("INF-FLOW-03")
@pytest.mark.rule("INF-FLOW-32")
def test_random_strength_is_any_of_four_edges_blank_ones_included() -> None:
    edges: Counter[int] = Counter()
    for seed in range(25):
        _, p = fresh(seed)
        edges.update(p.strength[p.stacks[h][0]] for h in BOARD.set_up)
    assert set(edges) == {1, 2, 3, 4}
    assert min(edges.values()) > 100
    log = fresh(3)[0].record.log
    spun = [n for n, line in enumerate(log) if line.startswith("die")]
    assert len(spun) == 23
    assert all(log[n - 1].startswith("lot") for n in spun)


@pytest.mark.rule("INF-FOG-02")
@pytest.mark.rule("INF-FLOW-01")
@pytest.mark.rule("INF-SOLO-02")
@pytest.mark.rule("INF-SOLO-07")
def test_the_player_sees_where_and_how_many_but_not_what() -> None:
    match, _ = fresh(4)
    view = match.view("german")
    soviet = [piece for piece in view["pieces"] if piece["side"] == "soviet"]
    assert {piece["at"] for piece in soviet if "pool" not in piece["at"]} == {BOARD.grid.ids[h] for h in BOARD.set_up}
    assert all(piece["hidden"] and piece["id"].startswith("?") and "strength" not in piece for piece in soviet)
    chart = [piece for piece in view["pieces"] if piece["at"].startswith("chart")]
    assert len(chart) == 30
    assert all(piece["hidden"] for piece in chart)
    own = [piece for piece in view["pieces"] if piece["at"] in "WXYZ"]
    assert all("hidden" not in piece and piece["strength"] for piece in own)
    hands = {hand["seat"]: hand for hand in view["hands"]}
    assert hands["soviet"] == {
        "id": "soviet-hand", "title": "Soviet hand", "seat": "soviet", "deck": "soviet", "count": 0,
    }  # fmt: skip
    assert {BOARD.cards[c].id for c in hands["german"]["cards"]} == german_hand(match)
    waiting = Counter(piece["at"] for piece in view["pieces"] if piece["at"].startswith("pool"))
    assert waiting == {"pool-infantry": 17, "pool-tank": 6, "pool-marine": 2}
    secret = {unit.name for u, unit in enumerate(BOARD.units) if BOARD.side[u] == SOVIET}
    assert not [event.text for event in match.events for name in secret if name in event.text]


@pytest.mark.rule("INF-SEQ-01")
@pytest.mark.rule("INF-SEQ-02")
@pytest.mark.rule("INF-SEQ-04")
@pytest.mark.rule("INF-ACT-01")
def test_rounds_alternate_and_the_germans_begin() -> None:
    match, p = fresh(4)
    assert (p.round, box(match)) == (1, "german-round")
    play(match, "pass")
    assert told(match, "INF-SEQ-01") == ["Round 1.", "Round 2."]
    assert len([event for event in match.events if event.kind == "chose" and event.who == "Spawn Action"]) == 1
    assert match.facts()["round"] == 2


@pytest.mark.rule("INF-ACT-03")
@pytest.mark.rule("INF-AI-01")
@pytest.mark.rule("INF-AI-04")
def test_the_first_soviet_round_is_a_spawn_action() -> None:
    """INF-EX-21."""
    match, _ = fresh(7)
    play(match, "pass")
    found = [event for event in match.events if event.kind == "finding"]
    last = found[2]
    assert (last.to_data()["value"], last.to_data()["limit"], last.to_data()["outcome"]) == (23, 6, "Spawn Action")
    assert len(last.spaces) == 23
    facts = match.facts()
    assert {h: facts[f"soviets.{h}"] for h in ("3", "19", "6", "15", "13", "7")} == {
        "3": 3, "19": 3, "6": 2, "15": 2, "13": 3, "7": 2,
    }  # fmt: skip
    assert (facts["infantry_pool"], facts["tank_pool"], facts["marine_pool"]) == (11, 4, 1)


def test_changes_of_the_set_up_that_make_no_sense_are_refused() -> None:
    for changes in (
        {"unit.pz-2": "W"},  # before "round"
        {"round": 5, "unit.pz-2": "9", "unit.rb-10": "9"},
        {"round": 5, "rubble.88": True},
        {"round": 5, "card.heinkel-1": "play"},
        {"round": 5, "chart.7": []},
        {"round": 5, "unit.rb-10": "lost"},
        {"round": 5, "unit.pz-2": "W", "strength.pz-2": 5},
    ):
        with pytest.raises(Refusal):
            Match.new("inferno", start=changes)
