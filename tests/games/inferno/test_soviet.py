"""The Soviet round: what the procedure finds, Spawn Action, Movement Action, attacks."""

from __future__ import annotations

from typing import Any

import pytest

from mamayev.games.inferno.printed.board import ours
from mamayev.games.inferno.rules.soviet import order, procedure, top_hexes
from mamayev.match.match import Match

from .battle import (
    GDS,
    INF,
    MOT,
    NRB,
    RB,
    RB2,
    RB3,
    RD,
    RD2,
    RD3,
    at,
    begin,
    box,
    offered,
    play,
    refused,
    soviet_hand,
    stack,
    told,
    verbs,
)
from .test_combat import rolls, volleys

BOARD = ours()

FAR = {"inf-578": "W"}
MISS = [1] * 40
INFANTRY = [
    *(f"rd-{n}" for n in (45, 95, 112, 138, 193, 284, 308, 131, 157, 196, 204, 229, 244, 315, 399)),
    *("mrb-9", "mrb-38", "rb-124", "rb-129", "rb-149", "rb-160", "nkvd-10"),
]


def soviet(units: dict[str, str], dice: Any = (), **more: Any) -> Match:
    """A match whose Soviet round begins, with a lone German in W."""
    return begin(FAR | units, dice, home=False, player="soviet", **more)


def findings(match: Match) -> list[Any]:
    return [event for event in match.events if event.kind == "finding"]


def moves(match: Match) -> list[Any]:
    return [event for event in match.events if event.kind == "move"]


def stacked(places: dict[str, int]) -> dict[str, str]:
    """So many Soviet infantry units in these hexes."""
    names = iter([RD, RD2, RD3, RB, RB2, RB3, *INFANTRY])
    return {next(names): place for place, number in places.items() for _ in range(number)}


@pytest.mark.rule("INF-AI-01")
@pytest.mark.rule("INF-AI-03")
@pytest.mark.rule("INF-AI-04")
@pytest.mark.rule("INF-AI-05")
@pytest.mark.rule("INF-AI-06")
@pytest.mark.rule("INF-AI-07")
@pytest.mark.rule("INF-SMOVE-03")
@pytest.mark.rule("INF-SOLO-01")
def test_more_top_stacks_than_spawn_hexes_make_the_soviets_spawn() -> None:
    """INF-EX-16."""
    seven = soviet(stacked(dict.fromkeys(["59", "60", "61", "45", "48", "56", "62"], 2) | {"63": 1}))
    last = findings(seven)[2]
    assert (last.value, last.limit, last.outcome) == (7, 6, "Spawn Action")
    assert set(last.spaces) == {"59", "60", "61", "45", "48", "56", "62"}
    assert findings(seven)[1].value == 2
    six = soviet(stacked(dict.fromkeys(["59", "60", "61", "45", "48", "56"], 2) | {"63": 1}))
    last = findings(six)[2]
    assert (last.value, last.limit, last.outcome) == (6, 6, "Movement Action")
    assert box(six) == "movement-die"
    fewer = soviet(stacked(dict.fromkeys(["59", "60", "61", "45", "48", "56"], 2)), control__7="german")
    assert findings(fewer)[2].outcome == "Spawn Action"
    # X, Y and Z do not count for the Soviets.
    theirs = soviet(stacked(dict.fromkeys(["59", "60", "61", "45", "48", "56"], 2)), control__7="german",
                    control__X="soviet", control__Y="soviet")  # fmt: skip
    assert findings(theirs)[0].value == 5


@pytest.mark.rule("INF-AI-02")
def test_without_a_spawn_hex_the_soviets_only_draw() -> None:
    """Out of reach in play, for the Germans have won before; so it is looked at by itself."""
    p: Any = soviet({RD: "59"}).position.copy()
    for name in ("3", "6", "7", "13", "15", "19"):
        p.control |= BOARD.grid.bit[BOARD.grid.index[name]]
    assert [found.outcome for found in procedure(p)] == ["draw a card"]
    assert p.name(order(p).action) == "take-card"
    opening: Any = p.table.openings()[-2]
    assert opening.box.name == "soviet-action"
    left = p.table.facts(opening)["soviet_deck"]
    opening.apply(order(opening).action)
    opening.apply(opening.actions()[0][0])
    assert p.table.facts(opening)["soviet_deck"] == left - 1


@pytest.mark.rule("INF-AI-08")
def test_the_count_is_not_revised_while_the_action_runs() -> None:
    """Two stacks of three roll; the first die makes one of them higher, and the second still rolls as before."""
    match = soviet(stacked({"59": 2, "60": 2, "61": 1}), [4, 3], lots=[RB, RD])
    assert len(rolls(match)) == 2


@pytest.mark.rule("INF-SPAWN-01")
@pytest.mark.rule("INF-SPAWN-02")
@pytest.mark.rule("INF-SPAWN-08")
@pytest.mark.rule("INF-SPAWN-03")
def test_every_spawn_hex_in_soviet_hands_gets_its_units_in_the_order_of_the_list() -> None:
    seven = stacked(dict.fromkeys(["59", "60", "61", "45", "48", "56", "62"], 1))
    match = soviet(seven, [1] * 9, control__6="german", lots=[])
    assert box(match) == "arrival"
    for _ in range(8):
        assert match.decision is not None
        match.play(str(match.decision.actions[0]))
    told_of = [event.spaces[0] for event in match.events if event.who == "Deployed"]
    assert told_of == ["3", "3", "19", "19", "15", "13", "13", "7"]
    assert stack(match, "6") == 0
    facts = match.facts()
    assert (facts["tank_pool"], facts["marine_pool"]) == (11, 1)


@pytest.mark.rule("INF-SPAWN-01")
@pytest.mark.rule("INF-SPAWN-03")
def test_a_spawn_action_says_for_each_hex_what_its_list_gives_from_which_box_or_why_nothing_comes() -> None:
    marines = {"nrb-92": "63", "nrb-154": "63"}
    units = stacked(dict.fromkeys(["59", "60", "61", "45", "48", "56"], 2)) | marines
    lots = ["gds-13", "tb-6", "gds-35", "tb-13", "gds-37"]
    match = soviet(units, [1] * 5, control__6="german", control__13="german", lots=lots, drawn=["aa-1"])
    assert [(found.text, found.clauses) for found in findings(match)[3:]] == [
        ("3 is in Soviet hands and has room: its list gives 1 Infantry and 1 Tank.", ("INF-SPAWN-01", "INF-SPAWN-03")),
        ("19 is in Soviet hands and has room: its list gives 1 Infantry and 1 Tank.", ("INF-SPAWN-01", "INF-SPAWN-03")),
        ("6 is in German hands: nothing comes there.", ("INF-SPAWN-02", "INF-SPAWN-01")),
        ("15 is in Soviet hands and has room: its list gives 1 Infantry.", ("INF-SPAWN-01", "INF-SPAWN-03")),
        ("13 is in German hands: nothing comes there.", ("INF-SPAWN-02", "INF-SPAWN-01")),
        ("7 is in Soviet hands and has room: its list gives 1 Marine.", ("INF-SPAWN-01", "INF-SPAWN-03")),
    ]
    came = [event for event in match.events if event.who == "Deployed"]
    assert [event.text for event in came] == [
        "A Soviet unit comes from the infantry pool to 3.",
        "A Soviet unit comes from the tank pool to 3.",
        "A Soviet unit comes from the infantry pool to 19.",
        "A Soviet unit comes from the tank pool to 19.",
        "A Soviet unit comes from the infantry pool to 15.",
    ]
    assert {event.clauses for event in came} == {("INF-SPAWN-01", "INF-SPAWN-03", "INF-SOLO-03", "INF-SOLO-04")}
    assert told(match, "INF-SPAWN-07") == ["The marine pool is empty: a card instead."]


@pytest.mark.rule("INF-SPAWN-04")
@pytest.mark.rule("INF-SPAWN-05")
@pytest.mark.rule("INF-FLOW-36")
def test_a_full_spawn_hex_gives_one_card_and_one_with_three_units_takes_an_infantry() -> None:
    full = stacked(dict.fromkeys(["3", "19", "6", "15", "13", "7", "59"], 4))
    match = soviet(full, drawn=["thompson-1", "thompson-2", "aa-1", "aa-2", "aa-3", "aa-4"])
    assert match.facts()["soviet_hand"] == 6
    assert box(match) == "german-round"
    three = stacked(dict.fromkeys(["3", "19", "13", "59", "60", "61", "45"], 3))
    match = soviet(three, [1] * 5, control__6="german", control__7="german", control__15="german",
                   lots=["gds-13", "gds-35", "gds-37"])  # fmt: skip
    assert [at(match, unit) for unit in ("gds-13", "gds-35", "gds-37")] == ["3", "19", "13"]
    assert match.facts()["soviet_hand"] == 0
    assert match.facts()["tank_pool"] == 13


@pytest.mark.rule("INF-SPAWN-06")
@pytest.mark.rule("INF-SPAWN-07")
def test_an_empty_box_gives_a_card_for_each_unit_that_is_missing() -> None:
    """INF-EX-13 and INF-EX-14."""
    tanks = ["gtb-6", *(f"tb-{n}" for n in (6, 13, 26, 27, 56, 84, 99, 133, 135, 137, 189, 254))]
    places = ["59"] * 4 + ["60"] * 4 + ["61"] * 4 + ["45"]
    units = dict(zip(tanks, places, strict=True)) | stacked({"45": 3, "48": 4, "56": 4, "62": 4})
    units |= {"nrb-92": "63", "nrb-154": "63"}
    match = soviet(units, [1] * 6, drawn=["thompson-1", "thompson-2", "aa-1"], control__13="german",
                   lots=["gds-13", "gds-35", "gds-37", "gds-39"])  # fmt: skip
    assert soviet_hand(match) == {"thompson-1", "thompson-2", "aa-1"}
    assert [at(match, unit) for unit in ("gds-13", "gds-35", "gds-37", "gds-39")] == ["3", "19", "6", "15"]
    assert stack(match, "7") == 0


@pytest.mark.rule("INF-SMOVE-01")
@pytest.mark.rule("INF-SMOVE-02")
@pytest.mark.rule("INF-FLOW-15")
def test_the_rolling_order_is_north_first_then_the_nearest_to_the_volga() -> None:
    """INF-EX-15."""
    match = soviet(stacked({"25": 3, "9": 3, "7": 3, "8": 1}))
    names = []
    for _ in range(3):
        assert match.decision is not None
        names.append(match.decision.prompt)
        match.play("die 2") if len(names) < 3 else None
    assert names == [f"Roll one die for {h}" for h in ("7", "9", "25")]
    p: Any = match.position
    assert [BOARD.grid.ids[h] for h in top_hexes(p)] == ["7", "9", "25"]


@pytest.mark.rule("INF-SMOVE-04")
@pytest.mark.rule("INF-SMOVE-07")
@pytest.mark.rule("INF-SMOVE-09")
@pytest.mark.rule("INF-SMOVE-10")
@pytest.mark.rule("INF-SMOVE-11")
@pytest.mark.rule("INF-FLOW-22")
def test_cards_for_ones_and_equal_dice() -> None:
    """INF-EX-17: 1 2 6 6 3 2 give five cards and one move."""
    hexes = ["7", "59", "60", "61", "48", "65"]  # 59, 60, 61 are rows 11 to 13; 48 is row 16, 65 row 17
    match = soviet(stacked(dict.fromkeys(hexes, 2)), [1, 2, 6, 6, 3, 2], lots=["rd-112"],
                   drawn=["thompson-1", "thompson-2", "aa-1", "aa-2", "aa-3"])  # fmt: skip
    thrown = rolls(match)
    assert [(roll.spaces[0], roll.dice[0]) for roll in thrown] == list(zip(hexes, [1, 2, 6, 6, 3, 2], strict=True))
    assert match.facts()["soviet_hand"] == 5
    outcomes = [(found.test, found.outcome) for found in findings(match)[3:]]
    assert [text for text, _ in outcomes][:3] == ["Dice that show 1", "Dice that show 2", "Dice that show 2"]
    assert [outcome for _, outcome in outcomes] == [
        "1 card, no move", "1 card, no move", "1 card, no move", "one unit moves", "1 card, no move", "1 card, no move",
    ]  # fmt: skip
    assert [(move.from_, move.to) for move in moves(match)] == [("48", "49")]
    two_ones = soviet(stacked({"59": 2, "60": 2}), [1, 1], drawn=["aa-1", "aa-2", "aa-3", "aa-4"])
    assert two_ones.facts()["soviet_hand"] == 4
    assert [(found.text, found.clauses) for found in findings(two_ones)[3:]] == [
        (
            f"The die of {name} shows 1, as another one does; that gives a card, and so does a 1: 2 cards, no move.",
            ("INF-SMOVE-07", "INF-SMOVE-09", "INF-SMOVE-10"),
        )
        for name in ("59", "60")
    ]


@pytest.mark.rule("INF-AI-04")
@pytest.mark.rule("INF-AI-05")
def test_the_tests_of_the_procedure_do_not_say_again_what_the_order_says() -> None:
    for number, order_of in ((6, "Movement Action"), (7, "Spawn Action")):
        match = soviet(stacked(dict.fromkeys(["59", "60", "61", "45", "48", "56", "62"][:number], 2)))
        order, *tests = [event for event in match.events if event.kind in ("chose", "finding")][:4]
        assert order.text.endswith(f"Spawn hexes in Soviet hands: {order_of}.")
        assert len({order.text, *(test.text for test in tests)}) == 4
        assert not any(order_of in test.text for test in tests)


@pytest.mark.rule("INF-SMOVE-05")
@pytest.mark.rule("INF-SMOVE-06")
@pytest.mark.rule("INF-SOLO-09")
@pytest.mark.rule("INF-FLOW-20")
@pytest.mark.rule("INF-COMPASS-01")
def test_a_die_moves_one_unit_chosen_by_lot_into_any_playable_hex_unseen() -> None:
    for die, end in ((2, "45"), (3, "61"), (4, "75"), (5, "74"), (6, "59")):
        match = soviet(stacked({"60": 2}), [die], lots=[RD2])
        assert (at(match, RD2), at(match, RD)) == (end, "60")
        move = moves(match)[0]
        assert (move.piece, move.pieces) == ("?soviet", ())
        assert move.to == end
    rival = soviet(stacked({"60": 2}), [4], lots=[RD2], options={"compass": "anticlockwise"})
    assert at(rival, RD2) == "44"
    twice = soviet(stacked({"59": 2, "60": 2}), [3, 4], lots=[RD, RD])
    assert at(twice, RD) == "75", "59 to 60 by the 3, and on to 75 by the 4"


@pytest.mark.rule("INF-SMOVE-06")
@pytest.mark.rule("INF-FLOW-29")
@pytest.mark.rule("INF-CAPT-01")
@pytest.mark.rule("INF-MAP-03")
def test_a_soviet_unit_may_take_a_german_spawn_hex_for_a_card() -> None:
    match = soviet({RD: "84"}, [4], drawn=["aa-1"])
    assert at(match, RD) == "X"
    assert match.facts()["control.X"] == "soviet"
    assert soviet_hand(match) == {"aa-1"}
    own = soviet({RD: "8"}, [5], control__7="german")
    assert own.facts()["control.7"] == "soviet"
    assert own.facts()["soviet_hand"] == 0, "its own Spawn hex taken back brings nothing"
    w = begin({RD: "2", "inf-578": "88"}, [5], home=False, player="soviet")
    assert (at(w, RD), w.facts()["soviet_hand"]) == ("W", 0)


@pytest.mark.rule("INF-SMOVE-08")
@pytest.mark.rule("INF-FLOW-18")
@pytest.mark.rule("INF-FLOW-19")
def test_a_die_that_leads_off_the_map_or_into_a_full_hex_draws_a_card() -> None:
    off = soviet({RD: "68"}, [5], drawn=["aa-1"])
    assert soviet_hand(off) == {"aa-1"}
    assert at(off, RD) == "68"
    # 60 lies south-west of 59 and holds four as well.
    full = soviet(stacked({"59": 4, "60": 4}), [3, 4], lots=["rd-45"], drawn=["aa-1"])
    assert soviet_hand(full) == {"aa-1"}
    # A hex that a combat of the same action has emptied may be entered: 59 and 61 take 60, the second moves in.
    dice = [3, 6, 1, 6, *[1] * 8]
    match = soviet(stacked({"59": 3, "61": 3}) | {INF: "60"}, dice, **{"strength__inf-191": 1}, lots=[RB2])
    assert at(match, INF) == "lost"
    assert stack(match, "60") == 2


@pytest.mark.rule("INF-FLOW-16")
def test_a_die_whose_stack_is_gone_has_no_effect() -> None:
    # 59 and 61 attack 60 in one combat (Chuikov) and 61, of one unit, is destroyed or advances; its die does nothing.
    match = soviet({RB: "59", GDS: "61", INF: "60"}, [3, 6, 1, 6, 1, 1, 1, 1, 1], in_play=["chuikov"],
                   **{"strength__inf-191": 1})  # fmt: skip
    assert at(match, GDS) == "60", "the strongest advances"
    assert told(match, "INF-FLOW-16")
    assert match.facts()["soviet_hand"] == 0


@pytest.mark.rule("INF-SATK-01")
@pytest.mark.rule("INF-SATK-02")
@pytest.mark.rule("INF-SATK-03")
@pytest.mark.rule("INF-SATK-04")
@pytest.mark.rule("INF-FLOW-21")
@pytest.mark.rule("INF-SMOVE-11")
def test_the_whole_stack_attacks_with_a_card_that_may_have_just_been_drawn() -> None:
    """INF-EX-18: 7, 9 and 25 roll 6, 1 and 5."""
    units = stacked({"7": 3, "9": 3, "25": 3}) | {INF: "24"}
    # Thompson rolls two dice; 24 is Urban, so the German rolls first, four dice; then come twelve Soviet dice.
    dice = [6, 1, 5, 1, 1, *[1] * 4, *[6] * 4, *[1] * 8]
    match = soviet(units, dice, drawn=["thompson-1", "thompson-1"], lots=[RD2], cards=["heinkel-1"])
    assert [found.outcome for found in findings(match)[3:5]] == ["1 card, no move", "an attack"]
    last: Any = findings(match)[5]
    assert (last.outcome, last.step) == ("one unit moves", "movement-action"), "behind the fight the action goes on"
    assert volleys(match)[0].title == "Thompson"
    german, soviet_fire = volleys(match)[1:3]
    assert len(german.fires[0].dice) == 4
    assert {fire.piece for fire in soviet_fire.fires} == {"rd-45", "rd-95", "rd-112"}
    assert at(match, INF) == "lost"
    assert stack(match, "24") == 1
    assert at(match, RD2) == "6", "the 6 of the stack in 7 comes last"
    assert match.facts()["german_hand"] == 1


@pytest.mark.rule("INF-ADV-03")
@pytest.mark.rule("INF-SATK-04")
def test_the_strongest_soviet_attacker_advances_and_the_german_player_chooses_between_equals() -> None:
    weak = {"strength__inf-191": 1, "strength__gds-13": 2, "strength__nrb-92": 2}
    east = soviet({GDS: "60", NRB: "60", INF: "59"}, [6, 1, 6, 6, 6, 6], **weak)
    assert box(east) == "follow"
    assert verbs(east) == {"follow"}
    assert offered(east, "follow") == {GDS, NRB}
    assert refused(east, f"follow {RD}") == ("INF-ADV-03", "INF-SATK-04")
    play(east, f"follow {NRB}")
    assert (at(east, NRB), at(east, GDS)) == ("59", "60")
    strong = soviet({GDS: "60", NRB: "60", INF: "59"}, [6, 1, *[6] * 7], **{"strength__inf-191": 1})
    assert at(strong, GDS) == "59"


@pytest.mark.rule("INF-TOTAL-01")
@pytest.mark.rule("INF-TOTAL-02")
@pytest.mark.rule("INF-TOTAL-03")
@pytest.mark.rule("INF-ADV-03")
@pytest.mark.rule("INF-RUBBLE-11")
def test_with_chuikov_all_stacks_that_touch_the_target_attack_and_keep_their_dice() -> None:
    """INF-EX-19: 25 attacks 24; 7 and 8 join."""
    units = stacked({"7": 3, "9": 3}) | {"rd-131": "25", "rd-157": "25", "rd-196": "25", GDS: "8", INF: "24"}
    match = soviet(units, [6, 1, 5, 1, *[6] * 22], drawn=["aa-1", "aa-1"], in_play=["chuikov"], lots=[RD2],
                   **{"strength__inf-191": 1})  # fmt: skip
    attack = volleys(match)[-1]
    assert len(attack.fires) == 7
    assert at(match, GDS) == "24", "the strongest of all three stacks"
    assert not match.facts()["rubble"]
    assert at(match, RD2) == "6", "the 6 of the stack in 7 is still resolved"
    assert len(told(match, "INF-COMBAT-02")) == 1
    assert told(match, "INF-TOTAL-01") == [
        f"Chuikov is in play: the stack in {place} touches 24, too, and must join in." for place in ("7", "8")
    ]


@pytest.mark.rule("INF-FLOW-33")
@pytest.mark.rule("INF-TOTAL-01")
def test_chuikov_turned_up_in_an_attack_joins_the_neighbours_from_the_next_one_on() -> None:
    """INF-EX-24: 59 attacks 60 with Chuikov as its card, then 48 attacks 47."""
    units = stacked({"59": 2, "48": 2}) | {GDS: "61", NRB: "46", INF: "60", MOT: "47"}
    match = soviet(units, [3, 5, *MISS], cards=["chuikov"], drawn=["chuikov"])
    combats = [event.text for event in match.events if event.who == "Combat" and " on " in event.text]
    assert combats[0] == "Soviet Deliberate Attack on 60 from 59."
    assert combats[1] == "Soviet Deliberate Attack on 47 from 46, 48."
    assert match.facts()["leaders"] == "Chuikov"
    assert stack(match, "61") == 1


@pytest.mark.rule("INF-SPAWN-03")
@pytest.mark.parametrize(("reading", "at_13", "at_7"), [("hex-7", "200", "001"), ("hex-13", "101", "100")])
def test_the_chart_of_the_spawn_hexes_is_that_of_the_reading(reading: str, at_13: str, at_7: str) -> None:
    """Infantry, Tanks and Marines."""
    match = begin({}, options={"spawn_marine": reading})
    chart = next(chart for chart in match.table.scene().charts if chart.id == "spawn")
    assert {row[1]: "".join(row[3:6]) for row in chart.rows if row[1] in ("13", "7", "3")} == {
        "13": at_13, "7": at_7, "3": "110",
    }  # fmt: skip
