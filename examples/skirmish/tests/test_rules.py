"""The five rules of Skirmish, each by the situations that people get wrong."""

# --8<-- [start:begin]
import random
from typing import Any

import pytest

from mamayev.engine.chance import Scripted
from mamayev.engine.event import Roll
from mamayev.engine.refusal import Refusal
from mamayev.match.match import Match

SCOUTS, GUNNERS, COOKS = 2, 3, 4  # Blue's reserves as cards; Red's are five more


def begin(dice: list[int] | None = None, blue: int = SCOUTS, red: int = SCOUTS + 5, **units: str) -> Match:
    """A match with these dice, reserves and counters ("red_rifles") in other hexes."""
    start = {f"unit.{unit.replace('_', '-')}": space for unit, space in units.items()}
    return Match.new("skirmish", seed=1, start=start, chance=Scripted(dice or [], [blue, red]))


def play(match: Match, *actions: str) -> Match:
    for action in actions:
        match.play(action)
    return match


# --8<-- [end:begin]


# --8<-- [start:helpers]
def seat(match: Match) -> str:
    assert match.decision is not None
    return match.decision.seat


def offered(match: Match, verb: str) -> set[str]:
    assert match.decision is not None
    return {str(action) for action in match.decision.actions if str(action).startswith(verb)}


# --8<-- [end:helpers]


def refused(match: Match, action: str) -> Refusal:
    with pytest.raises(Refusal) as refusal:
        match.play(action)
    return refusal.value


def last_roll(match: Match) -> Roll:
    return next(event for event in reversed(match.events) if isinstance(event, Roll))


# ------------------------------------------------------------------ SKI-TURN-01


@pytest.mark.rule("SKI-TURN-01")
def test_blue_moves_and_attacks_before_red_does() -> None:
    match = begin(blue_guards="0202", red_rifles="0302")
    order = []
    while match.facts()["turn"] < 2:
        assert match.decision is not None
        order.append((match.decision.seat, match.decision.box))
        match.play("done")
    assert order == [("blue", "move"), ("blue", "attack"), ("red", "move"), ("red", "attack")]


@pytest.mark.rule("SKI-TURN-01")
def test_nobody_is_asked_whom_to_attack_where_no_enemy_is_near() -> None:
    assert seat(play(begin(), "done")) == "red"


@pytest.mark.rule("SKI-TURN-01")
@pytest.mark.parametrize("turns", [3, 7])
def test_the_game_has_as_many_turns_as_its_option_says(turns: int) -> None:
    match = Match.new("skirmish", seed=1, options={"turns": turns})
    while not match.over:
        match.play("done")
    assert match.facts()["turn"] == turns


@pytest.mark.rule("SKI-TURN-01")
def test_the_other_side_waits_for_its_turn() -> None:
    refusal = refused(begin(), "move red-rifles 0302")
    assert refusal.text == "Red Rifles is not yours."
    assert refusal.clauses == ("SKI-TURN-01",)


# ------------------------------------------------------------------ SKI-MOVE-01


@pytest.mark.rule("SKI-MOVE-01")
def test_a_counter_moves_into_an_empty_neighbouring_hex() -> None:
    assert offered(begin(), "move blue-rifles") == {"move blue-rifles 0201"}


@pytest.mark.rule("SKI-MOVE-01")
@pytest.mark.parametrize(
    ("action", "reason"),
    [
        ("move blue-rifles 0102", "0102 is occupied."),
        ("move blue-rifles 0302", "0302 is not beside Blue Rifles."),
        ("move blue-cooks 0202", "Blue Cooks is not on the map."),
    ],
)
def test_other_hexes_are_refused(action: str, reason: str) -> None:
    refusal = refused(begin(), action)
    assert refusal.text == reason
    assert refusal.clauses == ("SKI-MOVE-01",)


@pytest.mark.rule("SKI-MOVE-01")
def test_a_counter_moves_once_a_turn() -> None:
    match = play(begin(), "move blue-rifles 0201")
    assert refused(match, "move blue-rifles 0101").text == "Blue Rifles has done that already in this turn."
    assert offered(play(match, "done", "done"), "move blue-rifles")


# ------------------------------------------------------------------ SKI-FIGHT-01


@pytest.mark.rule("SKI-FIGHT-01")
def test_the_column_is_the_difference_of_the_strengths() -> None:
    match = play(begin([4], blue_guards="0202", red_rifles="0302"), "done", "attack blue-guards 0302")
    roll = last_roll(match)
    assert (roll.dice, roll.modifiers, roll.total) == ((4,), (), 4)
    assert (roll.row, roll.column, roll.result) == (3, 3, "defender retreats")


@pytest.mark.rule("SKI-FIGHT-01")
def test_wood_and_further_counters_change_the_die() -> None:
    match = begin([4], blue_guards="0303", blue_rifles="0302")
    roll = last_roll(play(match, "done", "attack blue-guards 0402"))
    assert [(m.value, m.text) for m in roll.modifiers] == [
        (-1, "defender in wood"),
        (+1, "Blue Rifles beside the defender"),
    ]
    assert roll.total == 4


@pytest.mark.rule("SKI-FIGHT-01")
@pytest.mark.parametrize(
    ("die", "result"),
    [(1, "attacker lost"), (2, "no effect"), (3, "no effect"), (4, "no effect"), (5, "defender retreats")],
)
def test_the_table_decides(die: int, result: str) -> None:
    match = begin([die], blue_rifles="0303")
    play(match, "done", "attack blue-rifles 0403")
    assert last_roll(match).result == result
    assert (match.facts()["blue-rifles"] == "lost") == (result == "attacker lost")


# --8<-- [start:test]
@pytest.mark.rule("SKI-FIGHT-01")
def test_the_defender_chooses_his_retreat_and_the_attacker_takes_his_hex() -> None:
    match = play(begin([5], blue_rifles="0202", red_rifles="0302"), "done", "attack blue-rifles 0302")
    assert seat(match) == "red"
    assert offered(match, "retreat") == {f"retreat {space}" for space in ("0201", "0301", "0303", "0402")}
    play(match, "retreat 0303")
    assert (match.facts()["red-rifles"], match.facts()["blue-rifles"]) == ("0303", "0302")
    assert seat(match) == "blue"


# --8<-- [end:test]


@pytest.mark.rule("SKI-FIGHT-01")
def test_a_defender_who_cannot_retreat_is_lost() -> None:
    match = begin([6], blue_rifles="0303")
    play(match, "done", "attack blue-rifles 0403")
    assert last_roll(match).result == "defender retreats"
    assert (match.facts()["red-guards"], match.facts()["blue-rifles"]) == ("lost", "0403")


@pytest.mark.rule("SKI-FIGHT-01")
def test_a_counter_attacks_once_and_only_its_neighbours() -> None:
    match = play(begin([2], blue_guards="0202", red_rifles="0302"), "done", "attack blue-guards 0302")
    assert "already" in refused(match, "attack blue-guards 0302").text
    refusal = refused(match, "attack blue-rifles 0302")
    assert refusal.text == "No enemy of Blue Rifles stands in 0302, or it is not a neighbouring hex."
    assert refusal.clauses == ("SKI-FIGHT-01",)


# ------------------------------------------------------------------ SKI-HIDDEN-01


def pieces(match: Match, viewer: str | None) -> dict[str, dict[str, Any]]:
    return {piece["id"]: piece for piece in match.view(viewer)["pieces"]}


@pytest.mark.rule("SKI-HIDDEN-01")
def test_only_its_owner_knows_a_reserve() -> None:
    match = begin(blue=GUNNERS, red=COOKS + 5)
    assert pieces(match, "blue")["blue-gunners"]["at"] == "0103"
    assert pieces(match, "blue")["?red"] == {"id": "?red", "side": "red", "at": "0401", "hidden": True}
    assert "blue-gunners" not in pieces(match, "red")
    assert {"?blue", "?red"} <= set(pieces(match, None))
    assert "gunners" not in str(match.facts())


@pytest.mark.rule("SKI-HIDDEN-01")
def test_the_other_side_reads_of_a_counter_without_a_name() -> None:
    match = play(begin(blue=GUNNERS), "move blue-gunners 0202")
    told = {viewer: " ".join(event.text for event in match.events_for(viewer)) for viewer in ("blue", "red")}
    assert "Blue Gunners moves to 0202." in told["blue"]
    assert "A hidden counter moves to 0202." in told["red"]
    assert "Gunners" not in told["red"]


@pytest.mark.rule("SKI-HIDDEN-01")
@pytest.mark.parametrize("attacker", ["blue-gunners", "blue-guards"])
def test_whoever_fights_is_turned_up(attacker: str) -> None:
    match = begin([2], blue=GUNNERS, blue_guards="0302", red_rifles="0303")
    play(match, "move blue-gunners 0202", "done", "done", "move red-scouts 0301", "done", "done")
    play(match, "move blue-gunners 0201", "done", f"attack {attacker} 0301")
    assert "red-scouts" in pieces(match, None)
    assert ("blue-gunners" in pieces(match, None)) == (attacker == "blue-gunners")
    with pytest.raises(Refusal, match="practice"):
        match.undo()


@pytest.mark.rule("SKI-HIDDEN-01")
def test_a_sample_deals_the_enemys_reserve_anew() -> None:
    match, rng = begin(blue=GUNNERS), random.Random(1)
    found = {f"blue-{kind}" for _ in range(40) for kind in RESERVES if f"blue-{kind}" in dealt(match, rng)}
    assert found == {"blue-scouts", "blue-gunners", "blue-cooks"}
    assert {"red-scouts"} == {name for name in dealt(match, rng) if name.startswith("red") and name[4:] in RESERVES}


RESERVES = ("scouts", "gunners", "cooks")


def dealt(match: Match, rng: random.Random) -> set[str]:
    """Everything on the map in a match that Red cannot tell from this one."""
    sample = match.sample("red", rng)
    return set(pieces(sample, "blue")) | set(pieces(sample, "red"))


# ------------------------------------------------------------------ SKI-WIN-01


@pytest.mark.rule("SKI-WIN-01")
@pytest.mark.parametrize(("move", "winner"), [("move blue-guards 0202", "blue"), ("done", None)])
def test_whoever_stands_in_the_village_at_the_end_wins(move: str, winner: str | None) -> None:
    match = play(begin(), move)
    while not match.over:
        match.play("done")
    assert match.result is not None
    assert match.result["winner"] == winner
    assert match.position.returns() == ([1.0, -1.0] if winner else [0.0, 0.0])


@pytest.mark.rule("SKI-WIN-01")
def test_a_side_without_counters_loses_at_once() -> None:
    match = begin([6], red=COOKS + 5, blue_guards="0301", red_rifles="lost", red_guards="lost")
    play(match, "done", "attack blue-guards 0401")
    assert match.result == {"winner": "blue", "level": "Blue wins", "why": "Blue alone is left."}


def test_blocks_stand_until_all_have_seen_them_and_the_lost_ones_stand_in_their_box() -> None:
    match = begin([6], red=COOKS + 5, blue_guards="0301", red_rifles="lost", red_guards="lost")
    shown = {seat: match.table.look.picture(match.position, seat).pieces for seat in (0, 1)}
    lying = {piece.id: piece.flat for piece in shown[0] if not piece.hidden}
    assert (lying["blue-guards"], lying["red-rifles"]) == (True, True)
    standing = {seat: sorted(piece.id for piece in row if not piece.flat) for seat, row in shown.items()}
    assert standing[0][0] == "?red"
    assert "?red" not in standing[1]
    lost = [piece for piece in shown[0] if piece.at == "lost-red"]
    box = match.table.look.kept.every_space["lost-red"]
    assert 1 < len(lost) <= len(box.slots)
