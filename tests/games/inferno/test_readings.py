"""Disputed clauses: what changes where another reading than ours is chosen."""

from __future__ import annotations

from typing import Any

import pytest

from mamayev.games.inferno.printed.map import BOXES, GERMAN, INFANTRY_POOL, LOST, REMOVED
from mamayev.games.inferno.rules.actions import short_ends
from mamayev.games.inferno.rules.fire import shooters
from mamayev.games.inferno.rules.position import HAND
from mamayev.games.inferno.rules.reinforcements import Deployment, find_room, send_back
from mamayev.games.inferno.rules.victory import judge

from .battle import (
    BOARD,
    GDS,
    INF,
    INF2,
    INF3,
    INF4,
    PG,
    PZ,
    RD,
    RD2,
    begin,
    german_hand,
    offered,
    play,
    refused,
    stack,
    told,
)
from .test_combat import rolls, volleys
from .test_soviet import soviet, stacked


@pytest.mark.rule("INF-REINF-15", "INF-WIN-03")
@pytest.mark.parametrize(("reading", "losses"), [("apart", 0), ("lost", 10)])
def test_units_that_the_chart_removes_are_losses_or_not(reading: str, losses: int) -> None:
    p: Any = begin({INF: "W"}, options={"removed_units": reading}).position
    count = 0
    for u in BOARD.germans:
        if count < 10 and p.at[u] != BOARD.grid.index["W"]:
            p.at[u] = REMOVED
            count += 1 + BOARD.units[u].r
    assert p.losses >= losses
    assert bool(p.losses) == bool(losses)
    assert judge(p) == bool(losses)


@pytest.mark.rule("INF-SHORT-02")
def test_a_unit_breaks_contact_by_a_short_move_or_may_not() -> None:
    for reading, free in (("any", True), ("free", False)):
        match = begin({INF: "29", RD: "27", INF2: "X"}, options={"short_start": reading})
        p: Any = match.position
        u = BOARD.unit[INF]
        if not any(BOARD.grid.distance(p.at[u], h) == 1 for h in BOARD.grid.hexes(p.soviet)):
            place = BOARD.grid.ids[BOARD.grid.neighbours[BOARD.grid.index["27"]][0]]
            match = begin({INF: place, RD: "27", INF2: "X"}, options={"short_start": reading})
            p = match.position
        assert bool(short_ends(p, u)) == free
        moves = {text.split()[0] for text in offered(match, "short")}
        assert (INF in moves) == free
        assert INF2 in moves
        if not free:
            away = next(BOARD.grid.ids[n] for n in BOARD.grid.neighbours[p.at[u]] if n >= 0)
            assert refused(match, f"short {INF} {away}") in (("INF-SHORT-02",), ("INF-STACK-03",))


@pytest.mark.rule("INF-OPFIRE-02")
@pytest.mark.parametrize(("reading", "dice"), [("others", 1), ("all", 3)])
def test_the_attacked_hex_gives_no_opportunity_fire_but_under_one_reading(reading: str, dice: int) -> None:
    grid = BOARD.grid
    target = grid.index["27"]
    beside = [n for n in grid.neighbours[target] if n >= 0]
    start = beside[0]
    other = next(n for n in grid.neighbours[start] if n >= 0 and n != target)
    units = {PZ: grid.ids[start], RD: "27", RD2: "27", "rd-126": grid.ids[other]}
    p: Any = begin(units, options={"opportunity_fire": reading}).position
    assert shooters(p, target, grid.bit[start]) == dice


@pytest.mark.rule("INF-CLOSE-09")
@pytest.mark.parametrize(("reading", "offers"), [("both", True), ("attack", False)])
def test_the_combined_force_bonus_in_defense(reading: str, offers: bool) -> None:
    from mamayev.games.inferno.rules.fire import BY_SOVIETS, STRUCK_HASTILY, Combat, bonus

    clear = next(h for h in BOARD.grid.hexes(BOARD.clear_hexes) if BOARD.grid.ids[h] not in ("W", "X", "Y", "Z"))
    place = BOARD.grid.ids[clear]
    match = begin({PZ: place, INF: place}, in_play=["hoth"], options={"combined_force": reading})
    p: Any = match.position
    p.call("combat")
    f = p.frame("combat")
    f[Combat.target], f[Combat.kind] = clear, BY_SOVIETS
    assert bonus(p, f) == offers
    f[Combat.kind], f[Combat.origins] = STRUCK_HASTILY, BOARD.grid.bit[clear]
    assert bonus(p, f)


FULL = stacked(dict.fromkeys(["3", "19", "6", "15", "13", "7", "59"], 4))
CARDS = ["thompson-1", "thompson-2", "aa-1", "aa-2", "aa-3", "aa-4", *(f"soviet-sniper-{n}" for n in range(1, 6))]


@pytest.mark.rule("INF-SPAWN-04")
@pytest.mark.parametrize(("reading", "cards"), [("one", 6), ("each", 9)])
def test_a_full_spawn_hex_brings_a_card_or_one_for_each_unit(reading: str, cards: int) -> None:
    match = soviet(FULL, drawn=CARDS[:cards], options={"full_spawn": reading})
    assert match.facts()["soviet_hand"] == cards
    instead = "a card" if cards == 6 else "2 cards"
    assert f"13 is full: the Soviets draw {instead} instead." in told(match, "INF-SPAWN-04")


@pytest.mark.rule("INF-SPAWN-05")
@pytest.mark.parametrize(("reading", "cards"), [("card", 1), ("nothing", 0)])
def test_a_spawn_hex_with_three_units_where_no_infantry_is_left(reading: str, cards: int) -> None:
    infantry = [unit.id for u, unit in enumerate(BOARD.units) if u in BOARD.pools[INFANTRY_POOL]]
    places = [h for h in ("59", "60", "61", "45", "46", "47", "48", "56", "62", "63", "64", "65") for _ in range(3)]
    units = dict(zip(infantry, ["3"] * 3 + places, strict=False))
    held: Any = {f"control__{h}": "german" for h in ("19", "6", "15", "13", "7")}
    match = soviet(units, drawn=CARDS[:cards], options={"lone_infantry": reading}, **held)
    assert stack(match, "3") == 3
    assert match.facts()["soviet_hand"] == cards
    assert ("The Infantry pool is empty: nothing comes, and no card." in told(match, "INF-SPAWN-05")) == (not cards)


@pytest.mark.rule("INF-SPAWN-08")
@pytest.mark.parametrize(("reading", "order"), [("list", "3 19 6 15 13 7"), ("north", "3 6 7 13 15 19")])
def test_spawn_hexes_are_served_as_listed_or_from_the_north(reading: str, order: str) -> None:
    match = soviet(FULL, drawn=CARDS[:6], options={"spawn_order": reading})
    served = [event.spaces[0] for event in match.events if "INF-SPAWN-04" in event.clauses]
    assert served == order.split()
    chart = next(chart for chart in match.table.scene().charts if chart.id == "spawn")
    assert [row[1] for row in chart.rows] == order.split()


@pytest.mark.rule("INF-RUBBLE-05", "INF-RUBBLE-06")
@pytest.mark.parametrize(("reading", "hexes", "panzers"), [("survivors", 1, 0), ("declared", 2, 1)])
def test_the_rubble_roll_counts_who_still_attacks_or_who_began(reading: str, hexes: int, panzers: int) -> None:
    """An Anti-Tank Gun destroys the Panzer Grenadiers before the roll."""
    units, weak = {PG: "28", INF: "29", GDS: "13"}, {"strength__pg-64": 1}
    fight: Any = begin(units, [3, 3, 3, *[1] * 20], cards=["at-gun-1"], drawn=["at-gun-1"],
                  options={"rubble_count": reading}, **weak)  # fmt: skip
    play(fight, "attack 13", "join 28", "join 29", "begin")
    assert stack(fight, "28") == 0
    assert [(m.value, m.clauses[0]) for m in rolls(fight)[0].modifiers] == [
        (hexes, "INF-RUBBLE-05"), *([(panzers, "INF-RUBBLE-06")] if panzers else []),
    ]  # fmt: skip


@pytest.mark.rule("INF-WIN-06", "INF-AI-02")
@pytest.mark.parametrize("reading", ["at-once", "couplet"])
def test_a_victory_is_tested_at_once_or_as_the_couplet_ends(reading: str) -> None:
    """The Germans take the last Spawn hex; then the Soviets draw one card, and their last if there is no other."""
    held: Any = {f"control__{h}": "german" for h in ("3", "6", "7", "15", "19")}
    for cards, winner in ((2, "german"), (1, "soviet")):
        waits = reading == "couplet"
        match = begin({INF: "12", RD: "68"}, home=False, soviet_deck=cards, options={"victory_test": reading},
                      drawn=["heinkel-1", "chuikov"] if waits else [], **held)  # fmt: skip
        play(match, "short inf-191 13", *["done"] * waits)
        assert match.result is not None
        assert match.result["winner"] == (winner if waits else "german")


@pytest.mark.rule("INF-SETUP-10")
@pytest.mark.parametrize(("reading", "held"), [("drawn", 2), ("held", 3)])
def test_a_leader_of_the_opening_hand_is_replaced_or_not(reading: str, held: int) -> None:
    table: Any = begin({}, options={"opening_hand": reading}).table
    p = table.blank()
    p.call("german-draw", 3)
    p.settle()
    for card in ("hoth", "heinkel-1", "pak-1", "sniper-1"):
        if p.frames:
            p.box.card(p, p.frames[-1], BOARD.card[card])
    assert (len(p.pile(GERMAN, HAND)), p.in_play(BOARD.hoth)) == (held, True)


@pytest.mark.rule("INF-FLOW-27")
@pytest.mark.parametrize(("reading", "drawn"), [("next", 1), ("at-once", 2)])
def test_paulus_doubles_the_draw_that_brings_him_or_later_ones(reading: str, drawn: int) -> None:
    cards = ["paulus", "heinkel-1"][:drawn]
    match = begin({INF: "W"}, [1, 1, 1, 1, 1, 1], drawn=cards, options={"paulus_draw": reading})
    play(match, "reinforce")
    assert match.facts()["german_hand"] == drawn - 1
    assert match.facts()["leaders"] == "Paulus"


@pytest.mark.rule("INF-REINF-08")
@pytest.mark.parametrize(("reading", "rows"), [("fewest", [1, 4]), ("row", [1, 1])])
def test_units_without_room_go_back_each_to_the_emptiest_row_or_to_one(reading: str, rows: list[int]) -> None:
    full = dict.fromkeys((INF2, INF3, INF4, "inf-274"), "Z")
    chart: Any = {"chart__2": ["pz-2", "mot-15"], "chart__3": ["inf-267"]}
    match = begin(full, [2, 2, 3, 3, 3, 3], drawn=["heinkel-1"], options={"returned_units": reading}, **chart)
    p: Any = match.position
    blue = [u for u in BOARD.germans if BOARD.units[u].colour == "blue" and p.at[u] >= LOST][:2]
    for u in blue:
        p.pick_up(u)
    send_back(p, p.frames[-1])
    assert [p.chart.index(u) // BOXES + 1 for u in blue] == rows


@pytest.mark.rule("INF-REINF-10")
@pytest.mark.parametrize("reading", ["closed", "open"])
def test_an_entry_hex_that_was_lost_is_closed_or_open_while_it_is_empty(reading: str) -> None:
    z = BOARD.grid.index["Z"]
    for units, free in (({}, reading == "open"), ({RD: "Z"}, False)):
        p: Any = begin(units, control__Z="soviet", options={"lost_entry": reading}).position
        blue = next(u for u in BOARD.germans if BOARD.units[u].colour == "blue" and p.at[u] >= LOST)
        p.pick_up(blue)
        assert find_room(p, p.waiting) == free
        refusal = Deployment(forced=True).refuse_deploy(p, p.frames[-1], blue, z)
        assert (refusal is None) == free
        if free:
            Deployment(forced=True).bring(p, blue, z)
            assert p.control & BOARD.grid.bit[z]


@pytest.mark.rule("INF-GCARD-05")
@pytest.mark.parametrize(("reading", "back"), [("used", False), ("back", True)])
def test_a_canceled_airstrike_is_used_up_or_returns(reading: str, back: bool) -> None:
    match = begin({INF: "74", RD: "59"}, [1] * 20, cards=["aa-1", "heinkel-1"], drawn=["aa-1"],
                  options={"canceled_card": reading})  # fmt: skip
    play(match, "attack 59", "play heinkel-1")
    assert ("heinkel-1" in german_hand(match)) == back
    plain = begin({INF: "74", RD: "59"}, [1] * 20, cards=["aa-1", "pioneer-1"], drawn=["aa-1"],
                  options={"canceled_card": reading})  # fmt: skip
    play(plain, "attack 59", "play pioneer-1")
    assert german_hand(plain) == set(), "it was not canceled"


@pytest.mark.rule("INF-FLOW-33", "INF-TOTAL-01")
@pytest.mark.parametrize(("reading", "fires"), [("next", 1), ("at-once", 2)])
def test_chuikov_brings_the_neighbors_in_from_the_next_attack_on_or_at_once(reading: str, fires: int) -> None:
    match = soviet(stacked({"59": 2}) | {GDS: "61", INF: "60"}, [3, *[2] * 40], cards=["chuikov"], drawn=["chuikov"],
                   options={"chuikov_joins": reading})  # fmt: skip
    assert [len(volley.fires) for volley in volleys(match) if volley.side == "soviet"] == [fires + 1]


@pytest.mark.rule("INF-ADV-03")
@pytest.mark.parametrize(("reading", "place"), [("any", "61"), ("lead", "59")])
def test_the_strongest_attacker_of_all_or_of_the_stack_of_the_die_advances(reading: str, place: str) -> None:
    weak: Any = {"strength__inf-191": 1}
    match = soviet(stacked({"59": 2}) | {GDS: "61", INF: "60"}, [3, 1, *[6] * 40], in_play=["chuikov"],
                   options={"soviet_advance": reading}, **weak)  # fmt: skip
    moved: Any = next(event for event in match.events if event.who == "Advance")
    assert (moved.from_, moved.to) == (place, "60")
