"""The passages of docs/architecture.md are played: by script, at random to the end, copied, undone, replayed."""

import random
from typing import Any

import pytest

import mamayev
from mamayev.engine import registry
from mamayev.engine.box import Box, method_name
from mamayev.engine.chance import Scripted
from mamayev.engine.event import Chose, Roll
from mamayev.engine.notation import CHANCE_VERBS
from mamayev.engine.table import Game
from mamayev.match.match import Match
from mamayev.terrain.contact import units_of
from mamayev.testing.battery import assert_shifted

from . import battles, combat_with_cards, procedure

GAMES: dict[str, Game] = {game.name: game for game in (combat_with_cards.GAME, battles.GAME, procedure.GAME)}


@pytest.fixture(autouse=True)
def installed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The passages stand in for the installed games."""
    monkeypatch.setattr(registry, "find", GAMES.__getitem__)


def at_random(name: str, seed: int) -> Match:
    match, rng = Match.new(name, seed=seed), random.Random(seed)
    while (decision := match.decision) is not None:
        match.play(rng.choice(decision.actions))
    return match


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("seed", range(25))
def test_random_play_ends_and_replays_to_the_same_position_and_events(name: str, seed: int) -> None:
    match = at_random(name, seed)
    again = mamayev.from_json(match.to_json())
    assert again == match
    assert [e.to_data() for e in again.events] == [e.to_data() for e in match.events]


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("seed", range(5))
def test_undo_of_everything_and_redo_of_everything_is_the_identity(name: str, seed: int) -> None:
    match = at_random(name, seed)
    position, log = match.position.copy(), list(match.record.log)
    count = match.undos
    for _ in range(count):
        match.undo(practice=True)
    assert match.position == Match.new(name, seed=seed).position
    for _ in range(count):
        match.redo()
    assert (match.position, match.record.log) == (position, log)


@pytest.mark.parametrize("name", GAMES)
def test_a_copy_in_mid_play_is_equal_and_independent(name: str) -> None:
    p = Match.new(name, seed=3).position
    rng = random.Random(3)
    while p.seat != -1:
        q = p.copy()
        stored = p.table.from_data(p.table.to_data(p))
        actions = p.actions()
        action = rng.choice(actions)
        q.apply(action[0] if isinstance(action, tuple) else action)
        assert p == stored
        assert p != q
        p = q


@pytest.mark.parametrize("name", GAMES)
def test_playouts_visit_every_box_and_every_verb(name: str) -> None:
    boxes, verbs = set(), set()
    for seed in range(150):
        match = Match.new(name, seed=seed)
        rng = random.Random(seed)
        while (decision := match.decision) is not None:
            boxes.add(decision.box)
            action = rng.choice(decision.actions)
            match.play(action)
        verbs |= {line.split()[0] for line in match.record.log}
        assert mamayev.playout(Match.new(name, seed=seed).position, rng) > 0
    table: Any = match.table
    decided = {b.name for b in table.boxes if not b.runs and not b.chance}
    driven = {b.name for b in table.boxes if b.decider in table.procedures}
    assert decided - driven <= boxes
    missed = {v.name for v in table.notation.verbs[len(CHANCE_VERBS) :]} - verbs
    assert missed <= {"draw"}, "INF-AI-02: with victory left out, only a long random walk reaches the empty map"


def play(name: str, actions: str, **chance: Any) -> Match:
    match = Match.new(name, seed=1, chance=Scripted(**chance))
    for action in actions.split(", "):
        match.play(action)
    return match


def on_table(match: Match) -> Any:
    """The position, with the slots of its game."""
    return match.position


def offered(match: Match) -> set[str]:
    assert match.decision is not None
    return {str(a) for a in match.decision.actions}


# --------------------------------------------------------------- combat with cards


def test_cards_are_played_in_turn_until_both_pass() -> None:
    """DON-EX-COMBAT-02: one card works on a 3 and is removed, the other side's fails on a 5 and is discarded."""
    match = play("combat-with-cards", "play c0 general, keep, play c3 general", dice=[3, 5, 6])
    assert on_table(match).removed == 1 << 0
    assert on_table(match).discard == 1 << 3
    assert match.decision is not None
    assert match.decision.seat == "axis"
    match.play("pass")
    assert match.decision.seat == "soviet"
    events = match.play("pass")
    assert not any(isinstance(e, Roll) for e in events), "the attacker holds the marker: he is asked before it counts"
    events = match.play("keep")
    roll = next(e for e in events if isinstance(e, Roll))
    assert roll.modifiers == ()
    assert [(shift.value, shift.clauses) for shift in roll.shifts] == [
        (2, ("DON-SHIFT-02",)),
        (1, ("DON-SHIFT-05",)),
        (1, ("DON-SHIFT-03",)),
    ]
    assert (roll.start, roll.column, roll.result) == (4, 8, "3DR")
    assert_shifted(roll.to_data(), 9)


def test_the_shifts_of_a_roll_are_told_before_it_where_the_dice_are_typed_in() -> None:
    foretold = []
    for seed in range(20):
        match, rng = Match.new("combat-with-cards", seed=seed, dice="hand"), random.Random(seed)
        while (decision := match.decision) is not None:
            chance = decision.to_data().get("chance", {})
            events = match.play(rng.choice(decision.actions))
            if "shifts" in chance:
                roll = next(e for e in events if isinstance(e, Roll))
                assert chance["start"] == roll.start
                assert [line["text"] for line in chance["shifts"]] == [shift.text for shift in roll.shifts]
                assert_shifted(roll.to_data(), 9)
                foretold.append(len(roll.shifts))
    assert any(foretold)


def test_a_pass_does_not_forfeit_a_card_while_the_other_side_plays_on() -> None:
    """DON-CARDWIN-02, -03."""
    match = play("combat-with-cards", "pass, play c4 general", dice=[])
    assert match.decision is not None
    assert match.decision.seat == "axis"
    assert "play c0 general" in offered(match)


def test_the_marker_changes_hands_when_a_die_is_thrown_again() -> None:
    """DON-SCHLACHT-02, -04: the second throw stands, and nobody can throw it a third time."""
    match = play("combat-with-cards", "play c0 general, reroll", dice=[5, 2])
    assert on_table(match).luck == 1
    assert on_table(match).removed == 1
    assert match.decision is not None
    assert (match.decision.box, match.decision.seat) == ("before-combat", "soviet")


def test_a_card_from_the_supreme_command_needs_no_die() -> None:
    """DON-BOX-04."""
    match = Match.new("combat-with-cards", seed=1, start={"chest": [1, 1 << 5]}, chance=Scripted())
    match.play("play c0 general")
    assert on_table(match).removed == 1


@pytest.mark.parametrize("seat", [0, 1])
def test_a_seat_cannot_tell_a_sample_from_the_truth_and_samples_differ(seat: int) -> None:
    """DON-BOX-05: the enemy's hand and box are hidden, one's own choices do not depend on them."""
    p = on_table(Match.new("combat-with-cards", seed=1))
    while p.seat != seat:
        p.apply(p.actions()[0])
    others = [p.table.sample(p, seat, random.Random(n)) for n in range(20)]
    assert all(o.actions() == p.actions() for o in others)
    assert all(o.hand[seat] == p.hand[seat] for o in others)
    assert len({o.chest[1 - seat] for o in others}) > (seat == 0)


# --------------------------------------------------------------- battles


SOAK_OFF = (
    "target rus-2, attack inf-3, declared, target rus-3, attack inf-2, declared, "
    "target rus-1, attack pz-1, attack pz-2, attack inf-1, declared"
)


def test_a_weak_attack_frees_the_rest_to_concentrate() -> None:
    """BAR-COMBAT-08, -09: two single infantry tie one defender each, three units fall upon the last; then the dice."""
    match = play("battles", SOAK_OFF)
    named = [{battles.NAMES[u] for u in units_of(b)} for b in on_table(match).battles]
    assert named == [{"rus-2", "inf-3"}, {"rus-3", "inf-2"}, {"rus-1", "pz-1", "pz-2", "inf-1"}]
    assert offered(match) == {"resolve 0", "resolve 1", "resolve 2"}


def test_nobody_can_be_left_without_an_opponent() -> None:
    """BAR-COMBAT-02, -03: a unit is refused where its enemy elsewhere would not be attacked, with the clause."""
    match = play("battles", "target rus-1")
    assert match.decision is not None
    with pytest.raises(mamayev.Refusal) as refusal:
        match.play("attack inf-2")
    assert refusal.value.clauses == ("BAR-COMBAT-05",)
    match = play("battles", "target rus-1, attack pz-1, attack inf-1")
    with pytest.raises(mamayev.Refusal) as refusal:
        match.play("attack inf-3")
    assert refusal.value.clauses == ("BAR-COMBAT-02",)


@pytest.mark.parametrize("seed", range(200))
def test_a_declaration_can_always_be_finished_and_meets_every_duty(seed: int) -> None:
    """BAR-COMBAT-02 to -05 and -12, from random positions."""
    rng = random.Random(seed)
    p = battles.GAME.table().blank()
    p.at = [rng.choice(range(30)) for _ in battles.NAMES]
    for e in units_of(battles.SIDES[1]):
        while p.at[e] in p.at[:5]:
            p.at[e] = rng.choice(range(30))
    contact = p.contact()
    p.call("play")
    p.settle()
    while p.frames and p.box.name == "declaration":
        actions = p.actions()
        assert actions
        p.apply(rng.choice(actions))
    fought = 0
    for battle in p.battles:
        assert not fought & battle
        fought |= battle
        for u in units_of(battle):
            opponents = battle & battles.SIDES[u < 5]
            assert opponents
            assert not opponents & ~contact.touching[u]
    assert fought == contact.duty


def test_an_advance_goes_hex_by_hex_to_its_limit() -> None:
    """BAR-V-AFTER-05, -08, -10: in an enemy zone a unit stops; three hexes for a mobile unit, one for infantry."""
    match = play("battles", SOAK_OFF + ", resolve 0", dice=[1, 1, 1])
    match.play("advance inf-3 0404")
    match.play("halt")
    for action in ("resolve 1", "halt", "resolve 2", "advance pz-1 0403", "advance pz-1 0404", "advance pz-1 0405"):
        match.play(action)
    assert battles.GRID.ids[on_table(match).at[0]] == "0405"
    assert not any(a.startswith("advance pz-1") for a in offered(match))
    match.play("advance pz-2 0403")
    match.play("advance pz-2 0503")
    assert not any(a.startswith("advance pz-2") for a in offered(match)), "BAR-V-AFTER-09: a swamp"
    match.play("advance inf-1 0403")
    assert match.over or not any(a.startswith("advance inf-1") for a in offered(match))


# --------------------------------------------------------------- the procedure


def test_the_rules_play_their_seat_and_say_by_which_clause() -> None:
    """INF-AI-04, -05: the event of the choice carries the clauses; the record holds it; nobody is asked."""
    match = play("procedure", "hold", dice=[1, 4], cards=[0], lots=["sov-3"])
    chose = [e for e in match.events if isinstance(e, Chose) and e.seat == "soviet"]
    assert [(e.action, e.clauses) for e in chose] == [("movement", ("INF-AI-03", "INF-AI-05"))]
    assert match.record.log[:2] == ["hold", "movement"]


def test_dice_are_resolved_from_the_lowest_and_equal_ones_draw_cards() -> None:
    """INF-SMOVE-04, -07 and -09: the 1 draws its card before the 4 moves a unit drawn by lot."""
    match = play("procedure", "hold", dice=[4, 1], cards=[7], lots=["sov-2"])
    assert match.record.log == ["hold", "movement", "die 4", "die 1", "card 7", "lot sov-2"]
    assert procedure.GRID.ids[on_table(match).at[5]] == "0502"
    match = play("procedure", "hold", dice=[3, 3], cards=[1, 2])
    assert match.record.log[4:] == ["card 1", "card 2"]


def test_a_die_that_points_at_germans_makes_the_whole_stack_attack() -> None:
    """INF-SATK-01, -02, INF-FLOW-07: a pool of dice each way; who is hit is asked only between equals."""
    match = play("procedure", "march ger-4 0402", dice=[4, 6, 5, 1, 1, 1, 6, 6], lots=["sov-1"])
    assert match.record.log[4:] == ["lot sov-1", *(f"die {n}" for n in (5, 1, 1, 1, 6, 6))]
    strength = dict(zip(procedure.NAMES, on_table(match).strength, strict=True))
    assert (strength["ger-4"], strength["sov-3"], strength["sov-4"]) == (1, 1, 1)
    assert match.decision is not None
    assert match.decision.box == "german-round"
    match = play("procedure", "hold", dice=[5, 2, 1, 1, 1, 1, 6, 1], lots=["sov-3"])
    assert match.decision is not None
    assert (match.decision.seat, offered(match)) == ("german", {"hit sov-1", "hit sov-2"})


def test_a_seat_of_the_rules_has_one_action_and_a_refusal_with_its_clause() -> None:
    """A record cut before the rules' own choice stops there; nothing but that choice can be played."""
    match = play("procedure", "hold", dice=[1, 1], cards=[1, 2, 3, 4])
    cut = match.record.replay(1)
    assert cut.decision is not None
    assert (cut.decision.seat, [str(a) for a in cut.decision.actions]) == ("soviet", ["movement"])
    with pytest.raises(mamayev.Refusal) as refusal:
        cut.play("spawn")
    assert refusal.value.clauses == ("INF-AI-03", "INF-AI-05")
    cut.play("movement")
    assert cut.record.log[:2] == ["hold", "movement"]


def test_a_log_with_another_choice_than_the_rules_make_is_refused_by_its_ply() -> None:
    record = play("procedure", "hold", dice=[1, 1], cards=[1, 2, 3, 4]).record
    record.log[1] = "spawn"
    with pytest.raises(mamayev.Refusal, match="Ply 2 of the log, “spawn”") as refusal:
        record.replay()
    assert refusal.value.clauses == ("INF-AI-03", "INF-AI-05")


def test_without_a_spawn_hex_the_soviets_only_draw_a_card() -> None:
    """INF-AI-02."""
    p = on_table(Match.new("procedure", seed=1))
    for unit, h in zip((0, 1, 2), procedure.SPAWN_HEXES, strict=True):
        p.at[unit] = h
    order = procedure.soviet_procedure(p)
    assert (p.name(order.action), order.clauses) == ("draw", ("INF-AI-02",))


# --------------------------------------------------------------- what the passages made of the engine


@pytest.mark.parametrize("name", GAMES)
def test_dice_cards_and_lots_can_all_be_typed_in_and_taken_back(name: str) -> None:
    match, rng = Match.new(name, seed=1, dice="hand"), random.Random(1)
    kinds = set()
    while (decision := match.decision) is not None:
        data = decision.to_data()
        if decision.seat == "chance":
            kinds.add(data["chance"]["kind"])
            before = match.position.copy()
            match.play(rng.choice(decision.actions))
            match.undo(practice=True)
            assert match.position == before
        match.play(rng.choice(decision.actions))
    assert mamayev.from_json(match.to_json()) == match
    assert kinds <= {"die", "card", "lot"}
    assert "die" in kinds


def test_no_free_undo_past_the_choices_of_the_rules_and_their_dice() -> None:
    match = play("procedure", "hold", dice=[1, 1], cards=[1, 2, 3, 4])
    assert match.free_undos == 0
    with pytest.raises(mamayev.Refusal):
        match.undo()
    match.undo(practice=True)
    assert match.record.log == []
    match.redo()
    assert match.record.log[:2] == ["hold", "movement"]


def test_a_sample_follows_the_weights() -> None:
    class Uneven(Box[Any]):
        name, chance = "uneven", "card"

        def outcomes(self, p: Any, f: list[int]) -> list[tuple[int, int]]:
            return [(7, 1), (8, 0), (9, 3)]

    box = Uneven()
    marks = iter([0.0, 0.24, 0.25, 0.5, 0.99])
    assert [box.sample(None, [], marks.__next__) for _ in range(5)] == [7, 7, 9, 9, 9]


def test_a_verb_may_be_a_word_that_python_or_box_has_taken() -> None:
    names = {verb: method_name(verb) for verb in ("pass", "seat", "name", "end-phase", "retreat")}
    assert names == {
        "pass": "pass_",
        "seat": "seat_",
        "name": "name_",
        "end-phase": "end_phase",
        "retreat": "retreat",
    }


def test_lots_of_a_script_are_checked() -> None:
    with pytest.raises(mamayev.Refusal, match=r"lots give ger-1 .* possible are sov-1, sov-2") as refusal:
        play("procedure", "hold", dice=[4, 1], cards=[7], lots=["ger-1"])
    assert refusal.value.field == "chance.lots"
