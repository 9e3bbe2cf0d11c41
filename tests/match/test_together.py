"""Several actions in one go, and what a piece may do: routes and stacks."""

import random

import pytest

import mamayev
from mamayev.engine.choices import Choice
from mamayev.engine.position import Frame
from mamayev.engine.refusal import Refusal
from mamayev.games.barbarossa.rules.movement import Movement
from mamayev.games.barbarossa.rules.position import Campaign
from mamayev.match.match import Match


@pytest.fixture
def match() -> Match:
    """The Cauldron at its first Action, where units move area by area."""
    match = mamayev.new("cauldron", seed=7)
    while match.decision is not None and match.decision.box != "german.actions":
        match.play(match.decision.actions[0])
    return match


def test_a_route_is_played_in_one_go_and_taken_back_by_one_undo(match: Match) -> None:
    before, undos = match.position.copy(), match.undos
    assert match.decision is not None
    far = max(match.decision.choices("29th-mot"), key=lambda choice: len(choice.path))
    assert len(far.actions) == len(far.path) > 4
    events = match.play(far.actions)
    assert [event.to_data()["to"] for event in events if event.kind == "move"] == list(far.path)
    assert str(match.facts()["unit.29th-mot"]) == far.space
    assert match.undos == undos + 1
    match.undo()
    assert match.position == before
    match.redo()
    assert (str(match.facts()["unit.29th-mot"]), match.undos) == (far.space, undos + 1)


def test_a_saved_game_keeps_what_was_played_together(match: Match) -> None:
    assert match.decision is not None
    match.play(max(match.decision.choices("29th-mot"), key=lambda choice: len(choice.path)).actions)
    again = mamayev.from_json(match.to_json())
    assert (again == match, again.undos) == (True, match.undos)
    again.undo()
    match.undo()
    assert again == match


def test_what_is_played_afterwards_stays_apart_however_often_the_game_is_opened(match: Match) -> None:
    assert match.decision is not None
    match.play(max(match.decision.choices("29th-mot"), key=lambda choice: len(choice.path)).actions)
    together = list(match.record.together)
    for _ in range(3):
        match.play(match.decision.actions[0])
    for _ in range(2):
        again = mamayev.from_json(match.to_json())
        assert (again.record.together, again.undos) == (together, match.undos)
        match = again


def test_all_or_none(match: Match) -> None:
    before = match.to_json()
    for wrong in (["move 29th-mot 22", "move 29th-mot 57"], ["move 29th-mot 22", "no such thing"], []):
        with pytest.raises(Refusal):
            match.play(wrong)
        assert match.to_json() == before
    assert match.undos == mamayev.from_json(before).undos


def test_nobody_sees_a_die_and_takes_it_back_by_a_list_that_is_refused(match: Match) -> None:
    before = match.position.copy()
    with pytest.raises(Refusal, match="because of a roll"):
        match.play(["appeal airlift", "move 29th-mot 22"])
    assert match.position == before


def test_each_space_is_reached_by_its_cheapest_way_and_each_way_is_legal(match: Match) -> None:
    assert match.decision is not None
    rng = random.Random(3)
    for piece in rng.sample(match.decision.pieces(), 6):
        choices = match.decision.choices(piece)
        single = {str(action) for action in match.decision.actions if str(action).split()[1:2] == [piece]}
        assert single == {str(choice.actions[0]) for choice in choices if len(choice.actions) == 1}
        for choice in choices:
            other = match.copy()
            other.play(choice.actions)
            if str(choice.actions[0]).startswith("move"):
                assert str(other.facts()[f"unit.{piece}"]) == choice.space == choice.path[-1]
                assert int(choice.cost.split("+")[1].split(",")[0]) >= len(choice.path)


def test_a_stack_goes_where_all_of_it_can_go(match: Match) -> None:
    assert match.decision is not None
    alone = {choice.space for choice in match.decision.choices("60th-mot") if choice.path}
    together = match.decision.choices("60th-mot", "113th-inf")
    assert together
    assert {choice.space for choice in together if choice.path} <= alone
    far = max(together, key=lambda choice: len(choice.path))
    match.play(far.actions)
    assert {str(match.facts()[f"unit.{name}"]) for name in ("60th-mot", "113th-inf")} == {far.space}


def test_a_piece_of_no_game_is_refused(match: Match) -> None:
    assert match.decision is not None
    with pytest.raises(Refusal, match="no piece “nobody”"):
        match.decision.choices("29th-mot", "nobody")


def test_a_decision_held_while_play_goes_on_stays_what_it_was(match: Match) -> None:
    decision = match.decision
    assert decision is not None
    before = decision.to_data()
    match.play("end-actions")
    assert decision.to_data() == before
    assert decision.parse("end-actions") in decision.actions
    assert match.decision is not None
    assert decision.parse("end-actions") not in match.decision.actions


def test_a_way_bends_where_it_is_told_to_and_there_are_others(match: Match) -> None:
    decision = match.decision
    assert decision is not None
    direct = next(choice for choice in decision.choices("29th-mot") if choice.space == "57")
    ways = decision.choices("29th-mot", space="57")
    assert (ways[0], len({way.path for way in ways})) == (direct, len(ways))
    assert len(ways) > 2
    for way in ways:
        assert (way.space, len(set(way.path))) == ("57", len(way.path))
        other = match.copy()
        other.play(way.actions)
        assert str(other.facts()["unit.29th-mot"]) == "57"
    bend = next(at for at in ways[-1].path if at not in direct.path)
    past = decision.choices("29th-mot", by=[bend])
    assert past[0].space == bend
    assert all(bend in choice.path for choice in past)
    bent = next(choice for choice in past if choice.space == "57")
    assert price(bent.cost) >= price(direct.cost)
    assert bent in decision.choices("29th-mot", space="57", by=[bend])
    together = decision.choices("60th-mot", "113th-inf", space="45")
    assert len(together) > 1
    for way in together:
        other = match.copy()
        other.play(way.actions)
        assert {str(other.facts()[f"unit.{name}"]) for name in ("60th-mot", "113th-inf")} == {"45"}
    with pytest.raises(Refusal, match="no space “nowhere”"):
        decision.choices("29th-mot", by=["nowhere"])


def test_a_hex_out_of_reach_takes_one_search_where_a_move_names_only_its_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """In Barbarossa, it took one search for each hex within reach: seconds for a unit on a railroad."""
    match = mamayev.new("barbarossa", seed=1)
    found = list[int]()
    routes = Movement.routes

    def counted(self: Movement, p: Campaign, f: Frame, piece: int) -> list[Choice]:
        found.append(piece)
        return routes(self, p, f, piece)

    monkeypatch.setattr(Movement, "routes", counted)
    while match.decision is not None and match.decision.box != "move":
        match.play(match.decision.actions[-1])
    decision = match.decision
    assert decision is not None
    piece = next(name for name in decision.pieces() if len(decision.choices(name)) > 10)
    reached = decision.choices(piece)
    found.clear()
    assert decision.choices(piece, space="PP40") == []
    assert decision.choices(piece, space=reached[-1].space)[0].space == reached[-1].space
    assert len(found) == 2


def price(cost: str) -> int:
    return int(cost.split("+")[1].split(",")[0])


FRONT = {"turn": 1, "unit.all": "out", "unit.ge-in-liii": "X2", "unit.ru-army-26": "A40", "unit.ru-army-4": "F38"}
CORPS = {"unit.ge-pz-iii": "F34", "unit.ge-pz-xxiv": "E34", "unit.ge-in-i": "F33"}


def moving(**places: str) -> Match:
    """German units that move one by one."""
    match = Match.new("barbarossa", seed=1, start=FRONT | CORPS | places)
    while match.decision is not None and match.decision.box != "move":
        match.play(match.decision.actions[-1])
    return match


def test_one_move_is_taken_back_alone_and_the_others_stand() -> None:
    match, without = moving(), moving()
    for move in ("move ge-pz-iii E36", "move ge-pz-xxiv F36", "move ge-in-i E35"):
        match.play(move)
        if "xxiv" not in move:
            without.play(move)
    assert list(match.loose()) == ["ge-pz-iii", "ge-pz-xxiv", "ge-in-i"]
    match.take_back(match.loose()["ge-pz-xxiv"])
    assert match == without
    assert mamayev.from_json(match.to_json()) == match
    assert [event.to_data() for event in match.events] == [event.to_data() for event in without.events]
    assert match.redos == 0


def test_orders_given_after_a_move_stay_when_it_is_taken_back_alone() -> None:
    """Also those before it, at the place where they were given."""
    match = moving()
    match.order("least_south=2-1")
    match.play("move ge-pz-iii E36")
    match.order("least_south=3-1")
    match.play("move ge-pz-xxiv F36")
    match.order("least_south=4-1 losses_south=2")
    match.take_back(match.loose()["ge-pz-iii"])
    assert match.orders_of("german").changed() == {"least_south": "4-1", "losses_south": 2}
    assert [given.ply for given in match.record.orders] == sorted(given.ply for given in match.record.orders)
    assert max(given.ply for given in match.record.orders) == len(match.record.log)
    match.undo()
    assert match.orders_of("german").changed() == {"least_south": "3-1"}
    match.redo()
    assert match.orders_of("german").changed() == {"least_south": "4-1", "losses_south": 2}


def test_a_branch_has_the_orders_given_before_it() -> None:
    match = moving()
    match.order("least_south=2-1")
    match.play("move ge-pz-iii E36")
    match.order("least_south=3-1")
    ply = len(match.record.log) - 1
    branch = match.branch(ply, onwards=["move ge-pz-xxiv F36"])
    assert branch.orders_of("german").changed() == {"least_south": "2-1"}


def test_what_rests_on_a_move_is_named_and_nothing_is_lost() -> None:
    """Three units are a full hex: the fourth came in because the first had left."""
    match = moving(**{"unit.ge-in-ii": "F34", "unit.ge-in-x": "F34"})
    match.play("move ge-pz-iii E36")
    match.play("move ge-in-i F34")
    before = match.to_json()
    with pytest.raises(Refusal, match=r"“Move I Corps to F34” depends on it and must be undone first: F34 is full"):
        match.take_back(match.loose()["ge-pz-iii"])
    assert match.to_json() == before
    match.take_back(match.loose()["ge-in-i"])
    match.take_back(match.loose()["ge-pz-iii"])
    assert not match.loose()


def test_beyond_a_barrier_nothing_is_taken_back_alone() -> None:
    match = moving(**{"unit.ru-army-4": "F36"})
    match.play("move ge-pz-iii F35")
    ply = match.loose()["ge-pz-iii"]
    for action in ("done", "strike F36", "declared"):
        match.play(action)
    assert not match.loose()
    with pytest.raises(Refusal, match="only undo the last decision"):
        match.take_back(ply)
    with pytest.raises(Refusal, match="There is no decision"):
        match.take_back(999)
