"""A Soviet player: what each side sees and reads, what it decides. The scripts named human-… show the rest."""

from __future__ import annotations

import random
from typing import Any

import pytest

from mamayev.games.inferno.printed.board import ours
from mamayev.games.inferno.printed.map import GERMAN, IN_HAND, SOVIET
from mamayev.games.inferno.rules.position import HAND
from mamayev.match.match import Match

from .battle import INF, INF2, INF3, PG, PZ, RB, RD, RD2, begin, box, offered, play, refused, why

BOARD = ours()

PLAYER = {"soviet_side": "player"}
SEATS = ("german", "soviet", None)
EAST = {"rd-422": "19"}


def human(units: dict[str, str], dice: Any = (), **more: Any) -> Match:
    """A match with a Soviet player; a lone German stands in W."""
    return begin({"inf-578": "W"} | units, dice, home=False, options=PLAYER, **more)


def shown(match: Match, seat: str | None) -> set[str]:
    """The blocks on the map whose face a seat sees."""
    return {piece["id"] for piece in match.view(seat)["pieces"] if not piece.get("hidden")}


def read(match: Match, seat: str | None) -> str:
    """All that a seat reads in the log."""
    return "\n".join(event.text for event in match.events_for(seat))


@pytest.mark.rule("INF-HUMAN-02")
@pytest.mark.rule("INF-HUMAN-03")
def test_blocks_stand_with_their_back_to_the_enemy_but_in_a_combat_and_are_noted_afterwards() -> None:
    match = human({INF: "88", PG: "88", RD: "74", PZ: "100"} | EAST, [6, *[1] * 10, 4, 5])
    assert shown(match, "german") == {"inf-578", INF, PG, PZ}
    assert shown(match, "soviet") == {RD, "rd-422"}
    assert shown(match, None) == set()
    play(match, "attack 74")
    assert box(match) == "hit"
    assert shown(match, "german") == {"inf-578", INF, PG, PZ, RD}
    assert shown(match, "soviet") == {INF, PG, RD, "rd-422"}
    assert shown(match, None) == {INF, PG, RD}
    play(match, f"hit {INF}")
    assert shown(match, "soviet") == {RD, "rd-422"}
    notes = {seat: {name for pool in match.view(seat)["pools"] for name in pool["pieces"]} for seat in SEATS}
    assert notes == {"german": {RD}, "soviet": {INF, PG}, None: {INF, PG, RD}}


@pytest.mark.rule("INF-HUMAN-02")
@pytest.mark.rule("INF-HUMAN-06")
def test_hands_are_their_owners_and_draws_are_read_by_them_alone() -> None:
    cards = ("heinkel-1", "chuikov", "soviet-sniper-1")
    match = human({INF: "88", RD: "74"} | EAST, [1] * 7 + [3, 3], cards=cards, drawn=["thompson-1", "aa-1"])
    hands = {seat: {hand["seat"]: list(hand.get("cards", ())) for hand in match.view(seat)["hands"]} for seat in SEATS}
    assert hands["german"] == {"german": [BOARD.card["heinkel-1"]], "soviet": []}
    assert hands["soviet"] == {"german": [], "soviet": [BOARD.card["chuikov"], BOARD.card["soviet-sniper-1"]]}
    assert hands[None] == {"german": [], "soviet": []}
    play(match, "attack 74")
    assert offered(match, "lay") == {"chuikov", "soviet-sniper-1"}
    play(match, "lay chuikov")
    assert "Chuikov" in read(match, "soviet")
    assert "Chuikov" not in read(match, "german") + read(match, None)
    play(match, "no-card")
    assert match.facts()["leaders"] == "Chuikov"
    assert "Thompson" in read(match, "soviet")
    assert "Thompson" not in read(match, "german") + read(match, None)
    assert refused(human({INF: "88", RD: "74"}, cards=cards), "lay chuikov")


@pytest.mark.rule("INF-HUMAN-11")
def test_the_enemy_reads_from_where_to_where_a_unit_goes_and_not_who() -> None:
    match = human({RD: "59", RB: "59"}, [4], player="soviet")
    play(match, "use 59", f"send {RB}", "short inf-578 1")
    soviet, german = BOARD.units[BOARD.unit[RB]].name, BOARD.units[BOARD.unit["inf-578"]].name
    assert f"{soviet} goes from 59 to 74." in read(match, "soviet")
    assert f"{german} goes from W to 1." in read(match, "german")
    for seat, own, other in (("soviet", "A Soviet unit", soviet), ("german", "A German unit", german)):
        for others in {*SEATS} - {seat}:
            assert other not in read(match, others)
            assert f"{own} goes from" in read(match, others)


@pytest.mark.rule("INF-HUMAN-04")
@pytest.mark.rule("INF-HUMAN-05")
def test_a_unit_that_comes_in_is_read_by_its_owner_alone() -> None:
    spawned = {f"control__{name}": "german" for name in ("3", "6", "13", "15", "19")}
    more: Any = {**spawned, "chart__1": [INF, INF2]}
    match = human(
        {RD: "59", RD2: "60"}, [2, 1, 1, 5, 5, 6, 6], player="soviet", lots=["nrb-92"], drawn=["pak-1"], **more
    )
    assert shown(match, "soviet") == {RD, RD2, "nrb-92"}
    assert "92nd Naval Rifle Brigade comes from the marine pool to 7, at strength 2." in read(match, "soviet")
    play(match, "reinforce")
    up = {seat: next(pool for pool in match.view(seat)["pools"] if pool["id"] == "picked-up") for seat in SEATS}
    assert [pool["count"] for pool in up.values()] == [2, 2, 2]
    assert set(up["german"]["pieces"]) == {INF, INF2}
    assert "pieces" not in up["soviet"]
    play(match, f"deploy {INF2} Y")
    assert BOARD.units[BOARD.unit[INF2]].name not in read(match, "soviet")
    assert "A German unit comes in at Y." in read(match, "soviet")


@pytest.mark.rule("INF-HUMAN-05")
def test_a_blank_edge_has_no_strength_for_its_owner() -> None:
    match = human({RB: "59"} | EAST, player="soviet", **{"strength__rb-10": 4})
    block = next(piece for piece in match.view("soviet")["pieces"] if piece["id"] == RB)
    assert block["strength"] == 0


def test_what_a_seat_is_dealt_keeps_what_it_sees() -> None:
    match, rng = Match.new("inferno", seed=1, options=PLAYER), random.Random(1)
    p: Any = match.position
    others = [match.table.sample(p, SOVIET, rng) for _ in range(20)]
    for q in others:
        assert [q.at[u] for u in BOARD.soviets] == [p.at[u] for u in BOARD.soviets]
        assert [len(stack) for stack in q.stacks] == [len(stack) for stack in p.stacks]
        assert q.pile(SOVIET, HAND) == p.pile(SOVIET, HAND)
        assert not {BOARD.card["hoth"], BOARD.card["paulus"]} & set(q.pile(GERMAN, HAND))
    assert len({tuple(q.pile(GERMAN, HAND)) for q in others}) > 1
    assert len({bytes(q.chart) for q in others}) > 1
    assert len({q.stacks[BOARD.hex["W"]] for q in others}) > 1


BLUES = ("pz-36", "pg-21", "pg-26", "mot-15", "mot-71")


@pytest.mark.rule("INF-SHARE-06")
@pytest.mark.rule("INF-REINF-09")
@pytest.mark.parametrize(
    ("players", "row", "held", "asked"),
    [
        ("2", [INF], "XYZ", "german"),
        ("2", ["pz-24", INF], "XYZ", "partner"),
        ("2", ["pz-24", INF], "XY", "german"),
        ("1", [INF], "XY", "german"),
        ("1", ["pz-24"], "Z", "german"),
    ],
)
def test_who_deploys_and_that_there_is_room_is_no_secret(players: str, row: list[str], held: str, asked: str) -> None:
    """The enemy reads whose turn it is: a Blue unit is the partner's and needs Z, a Yellow one X or Y."""
    units = {RD: "59", INF2: "W", **dict.fromkeys(BLUES[:3], "W")}
    more: Any = {f"control__{place}": "soviet" for place in "XYZ" if place not in held}
    more |= {"chart__1": row, "chart__6": [*BLUES[3:], INF3]}
    match = begin(units, [1] * 6, home=False, options=PLAYER | {"german_players": players}, drawn=["pak-1"], **more)
    play(match, "reinforce")
    p: Any = match.position
    assert (p.box.name, p.table.game.seats[p.seat]) == ("deploy", asked)
    rng, waiting = random.Random(1), set()
    for _ in range(100):
        q = match.table.sample(p, SOVIET, rng)
        assert q.seat == p.seat
        assert q.actions()
        waiting.add(tuple(u for u in BOARD.germans if q.at[u] == IN_HAND))
    assert len(waiting) > 1


@pytest.mark.rule("INF-HUMAN-12")
@pytest.mark.rule("INF-ADV-03")
def test_who_chooses_the_soviet_unit_that_advances_is_cited_right() -> None:
    units, dice = {INF: "74", RD: "59", RB: "59"}, [4, *[6] * 5, *[1] * 4]
    strengths = {"strength__inf-191": 1, "strength__rd-87": 3, "strength__rb-10": 2}
    match = play(human(units, dice, player="soviet", **strengths), "use 59")
    assert match.decision is not None
    assert (match.decision.seat, match.decision.clauses) == ("soviet", ("INF-ADV-03", "INF-HUMAN-12"))


@pytest.mark.rule("INF-HUMAN-09")
def test_a_soviet_attack_tells_its_chances_and_trade_before_a_stack_uses_the_die() -> None:
    match = human({INF: "74", RD: "59", RB: "59"}, [4], player="soviet")
    assert match.decision is not None
    (roll,) = match.decision.foretell("use 59").rolls
    assert sum(outcome.chance for outcome in roll.outcomes) == pytest.approx(1)
    assert roll.trade is not None
    assert 0 < roll.trade.kills < 4


@pytest.mark.rule("INF-HUMAN-11")
def test_a_unit_that_the_soviet_player_has_chosen_is_not_said_to_be_drawn_by_lot() -> None:
    match = play(human({RD: "88", RD2: "88"} | EAST, [4], player="soviet"), "use 88", f"send {RD}")
    moves = {event.clauses for event in match.events if event.kind == "move" and event.who == "Move"}
    assert moves == {("INF-HUMAN-11",)}


@pytest.mark.rule("INF-HUMAN-09")
def test_a_stack_that_cannot_use_a_die_is_told_why() -> None:
    full = {"rd-126": "75", "rb-10": "89", "rb-42": "89", "rb-115": "89", "rd-131": "89"}
    units = {"rd-87": "59", "rd-98": "59", "rd-157": "10"} | full
    west = human(units, [4, 4], player="soviet", round=5)
    assert why(west, "use 74") == "There is no Soviet stack in 74."
    assert why(west, "use 75") == "89 has four Soviet units."
    more = {"rd-196": "10", "rd-204": "10", "rd-229": "10"}
    twice = play(human(units | more, [3, 4], player="soviet", round=5), "use 59", "send rd-87")
    assert why(twice, "use 59") == "The stack in 59 already has a die in this action."
    southeast = human(units, [2, 2], player="soviet", round=5)
    assert why(southeast, "use 10") == "There is no hex SE of 10."


@pytest.mark.rule("INF-HUMAN-07")
def test_the_chart_of_the_dice_of_hexes_lies_only_where_hexes_have_dice() -> None:
    charts = [{chart.id for chart in match.table.look.kept.charts} for match in (begin({}), human(EAST))]
    assert charts[0] - charts[1] == {"soviet-die"}
