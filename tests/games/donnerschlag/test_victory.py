"""The call, the marker, the end of the game, the last great effort, and what is kept secret."""

import random
from typing import Any

import pytest

from mamayev.games.donnerschlag.printed.board import ours
from mamayev.games.donnerschlag.printed.cards import BOX, COMBAT, HAND
from mamayev.match.match import Match

from .operation import HQ6, R1, R2, T1, active, at, begin, box, go_on, offered, play, refused, verbs

BOARD = ours()

IN_ZONE_B = {HQ6: "1016", T1: "1017"}
"""In zone B; supplied by nobody."""


def at_the_end(units: dict[str, str], turn: int, **more: Any) -> Match:
    """A game that goes on to the end of a turn."""
    match = begin(units, turn=turn, **more)
    while not match.over and match.position.turn == turn:  # type: ignore[attr-defined]
        now = match.decision
        assert now is not None
        match.play(QUIET.get(now.box) or str(next(iter(now.actions))))
    return match


QUIET = {"window": "pass", "give-up": ""}


@pytest.mark.rule("DON-CALL-01", "DON-CALL-02", "DON-CALL-03", "DON-TRACK-04", "DON-TRACK-05", "DON-FOG-02")
def test_the_call_is_public_and_the_zone_is_not() -> None:
    match = begin({HQ6: "4015", R1: "1010"}, turn=3, admin=True)
    go_on(match, "calling")
    decision = match.decision
    assert decision is not None
    assert "turn 6" in decision.help
    play(match, "call b")
    assert (match.facts()["called"], match.facts()["donnerschlag"]) == (3, 0)
    seen = [e.text for e in match.events_for("soviet") if "DON-CALL-01" in e.clauses]
    assert seen
    assert not any("zone B" in text for text in seen)
    assert [held["id"] for held in match.view("axis")["held"]] == ["zone"]
    assert not match.view("soviet").get("held")
    again = begin({HQ6: "4015", R1: "1010"}, turn=4, admin=True, called=3, track=1)
    go_on(again, "exchange", "window")
    assert not [e for e in again.events if e.step == "call"], "once a game"


@pytest.mark.rule("DON-TRACK-01", "DON-TRACK-02", "DON-TRACK-08", "DON-TRACK-10", "DON-VICT-02")
def test_a_call_in_turn_4_ends_with_turn_7() -> None:
    match = begin({HQ6: "4015", R1: "1010"}, turn=4, admin=True)
    go_on(match, "calling")
    play(match, "call a")
    boxes = {}
    while not match.over:
        boxes[match.position.turn] = match.facts()["donnerschlag"]  # type: ignore[attr-defined]
        go_on(match, "give-up", "over")
        if not match.over:
            match.play(str(next(iter(match.decision.actions))))  # type: ignore[union-attr]
    assert boxes == {4: 0, 5: 1, 6: 2, 7: 3}
    assert match.facts()["donnerschlag"] == 4
    assert match.result is not None
    assert match.result["winner"] == "soviet"


@pytest.mark.rule("DON-TRACK-09", "DON-SCALE-03")
def test_without_a_call_in_time_the_soviets_win_with_turn_7() -> None:
    changes: list[dict[str, Any]] = [{}, {"called": 5, "track": 2, "zone": "A"}]
    for more in changes:
        match = at_the_end({HQ6: "4015", R1: "1010"}, 7, **more)
        assert match.result is not None
        assert match.result["winner"] == "soviet"
        assert match.result["notes"][0]["clauses"] == ["DON-TRACK-09"]


@pytest.mark.rule("DON-VICT-01", "DON-VICT-03", "DON-VICT-04", "DON-VICT-05", "DON-SUP-09", "DON-ALARM-04")
def test_a_unit_in_the_zone_in_supply_and_in_command_wins() -> None:
    called = {"called": 4, "track": 3, "zone": "B"}
    reached = at_the_end(IN_ZONE_B, 7, **called)
    assert reached.result is not None
    assert reached.result["winner"] == "axis", "nobody bars the line over the bridges"
    (told,) = (note["text"] for note in reached.result["notes"])
    assert told.startswith("The meeting zone was B. In supply and in command there: ")
    elsewhere = at_the_end(IN_ZONE_B, 7, called=4, track=3, zone="A")
    assert elsewhere.result is not None
    assert elsewhere.result["winner"] == "soviet"
    assert elsewhere.result["notes"][0]["text"].endswith("A. Nobody was there in supply and in command.")
    far_hq = at_the_end({HQ6: "1512", T1: "1017"}, 7, **called)
    assert far_hq.result is not None
    assert far_hq.result["winner"] == "soviet", "out of command"
    alone = at_the_end({HQ6: "1017", "alarm-1": "1018"}, 7, **called)
    assert alone.result is not None
    assert alone.result["winner"] == "soviet", "neither an HQ nor an Alarmgruppe"
    any_hq = {"alarmgruppe_command": "any-hq"}
    guard = at_the_end({HQ6: "1017", "alarm-1": "1018"}, 7, **called, options=any_hq)
    assert guard.result is not None
    assert guard.result["winner"] == "axis", "under one reading any HQ in range commands an Alarmgruppe"
    far_guard = at_the_end({HQ6: "1512", "alarm-1": "1018"}, 7, **called, options=any_hq)
    assert far_guard.result is not None
    assert far_guard.result["winner"] == "soviet"
    hq = at_the_end({HQ6: "1017"}, 7, **called, options={"victory_unit": "any-unit"})
    assert hq.result is not None
    assert hq.result["winner"] == "axis"
    cut = {R1: "1812", R2: "1813", "827-302": "2016", "366-126": "1921", "550-126": "1923"}
    no_line = at_the_end(IN_ZONE_B | cut, 7, **called)
    assert no_line.result is not None
    assert no_line.result["winner"] == "soviet", "a line is traced at that moment, whatever the markers say"


@pytest.mark.rule("DON-TRACK-03", "DON-TRACK-06", "DON-TRACK-07", "DON-TRACK-11", "DON-T8-01", "DON-FOG-02")
def test_survival_opens_turn_8() -> None:
    units = {HQ6: "4015", R1: "1010"}
    called = {"called": 4, "track": 3, "zone": "B", "survival": 7}
    match = at_the_end(units, 7, **called)
    assert not match.over
    assert match.facts()["turn"] == 8
    assert match.facts()["donnerschlag"] == 4
    assert not any("zone was" in e.text for e in match.events)
    won = at_the_end(IN_ZONE_B, 7, **called)
    assert won.result is not None
    assert won.result["winner"] == "axis", "he cannot play on"
    late = at_the_end(units, 7, called=4, track=3, zone="B", survival=5, options={"air_fleet_turn": "turn-7"})
    assert late.over, "under one reading only in turn 7"
    early = at_the_end(units, 6, called=3, track=3, zone="B", survival=5)
    assert early.facts()["turn"] == 7
    end = at_the_end(units, 7, called=3, track=4, zone="B", survival=5)
    assert end.over, "a call in turn 3 never brings a turn 8"
    assert end.facts()["donnerschlag"] == 5


@pytest.mark.rule("DON-TRACK-06")
def test_air_fleet_4_turns_the_marker_once_and_is_remembered_where_it_comes_before_the_call() -> None:
    units = {HQ6: "4015", R1: "1010"}
    match = begin(units, [2], turn=5, cards="act1-1 al1-1", called=4, track=1)
    play(match, "play al1-1 general", "pass")
    assert match.facts()["survival"] is True
    assert match.view(None)["tracks"]["survival"] == "Survival"
    assert "DON-TRACK-06" in refused(begin(units, turn=5, cards="act1-1 al1-1", survival=5), "play al1-1 general")
    before = begin(units, [2], turn=4, cards="act1-1 al1-1")
    assert before.facts()["called"] == 0
    play(before, "play al1-1 general", "pass")
    assert before.facts()["survival"] is True
    remembered = at_the_end(units, 7, called=4, track=3, zone="B", survival=4)
    assert remembered.facts()["turn"] == 8


@pytest.mark.rule("DON-T8-01", "DON-T8-02", "DON-T8-03")
def test_the_last_great_effort() -> None:
    units = {HQ6: "4015", T1: "4016", R1: "1010", "36-4m": "1012", "51st-army-hq": "1011"}
    match = begin(units, turn=8, called=4, track=4, survival=7, schwerpunkt=HQ6)
    go_on(match, "whom")
    assert offered(match, "formation") == {"6p"}
    assert "main-effort" in verbs(match)
    play(match, "main-effort")
    assert active(match) == {T1}
    go_on(match, "whom", seat="soviet")
    assert verbs(match) == {"formation", "colour", "headquarters"}
    play(match, "headquarters 51st-army-hq")
    assert active(match) == {R1, "36-4m"}
    seats = ["axis", "soviet"]
    while True:
        go_on(match, "whom", "over", "give-up")
        if match.over or box(match)[1] != "whom":
            break
        seats.append(box(match)[0])
        match.play(str(next(iter(match.decision.actions))))  # type: ignore[union-attr]
    assert seats == ["axis", "soviet"] * 5


# ------------------------------------------------------------------ secrets


@pytest.mark.rule("DON-CALL-04", "DON-FLOW-09", "DON-FOG-01", "DON-BOX-05")
def test_what_the_soviets_cannot_tell() -> None:
    views = []
    for zone, card in (("A", "a2-1"), ("C", "a3-1")):
        match = begin({HQ6: "4015", R1: "1010"}, turn=5, called=4, track=1, zone=zone, **{f"card__{card}": "box"})
        views.append(match.view("soviet"))
        assert match.view("soviet") == match.view("soviet")
    assert views[0] == views[1]
    rng = random.Random(3)
    match = begin({HQ6: "4015", R1: "1010"}, turn=5, called=4, track=1, zone="A")
    zones = {match.table.sample(match.position, 1, rng).zone for _ in range(40)}
    assert zones == {0, 1, 2}
    assert {match.table.sample(match.position, 0, rng).zone for _ in range(5)} == {0}


@pytest.mark.rule("DON-FLOW-09", "DON-FOG-02")
def test_a_failed_check_rules_out_the_zones_that_were_reached() -> None:
    match = at_the_end(IN_ZONE_B, 7, called=4, track=3, zone="A", survival=7)
    assert match.facts()["turn"] == 8
    rng = random.Random(3)
    zones = {match.table.sample(match.position, 1, rng).zone for _ in range(40)}
    assert zones == {0, 2}


@pytest.mark.rule("DON-FOG-01", "DON-FOG-03")
def test_samples_keep_what_a_seat_has_seen() -> None:
    match = begin({HQ6: "4015", R1: "1010"}, [5], cards="act1-1 a10-1 s1-1 s7-1 s8-1")
    play(match, "play a10-1 general", "pass")
    p: Any = match.position
    hand = set(p.hand(1))
    assert len(hand) == 2
    rng = random.Random(3)
    for _ in range(10):
        assert set(match.table.sample(p, 0, rng).hand(1)) == hand, "the Axis has seen it"
    mine = {frozenset(match.table.sample(p, 1, rng).held(0, COMBAT, HAND, BOX)) for _ in range(10)}
    assert len(mine) == 1, "nothing hidden is in an empty hand"
    assert at(match, R1) == "1010"


@pytest.mark.rule("DON-FOG-01", "DON-SCHLACHT-03")
def test_a_secret_exchange_after_a_look_may_have_taken_any_card_that_was_seen() -> None:
    match = begin({HQ6: "4015", R1: "1010"}, [5], turn=3, cards="act1-1 a10-1 s1-1 s7-1 s8-1", luck="soviet")
    play(match, "play a10-1 general", "pass")
    go_on(match, "give-up", seat="soviet")
    play(match, f"discard {sorted(offered(match, 'discard'))[0]}", "keep")
    p: Any = match.position
    [seen] = [c for c in range(len(BOARD.cards)) if p.known >> c & 1]
    go_on(match, "exchange", seat="soviet")
    before = match.view("axis")["held"]
    play(match, f"swap {BOARD.cards[seen].id}")
    p = match.position
    assert match.view("axis")["held"] == before, "he does not learn which card it was"
    rng = random.Random(3)
    assert len({match.table.sample(p, 0, rng).where[seen] for _ in range(20)}) == 2
    assert all(match.table.sample(p, 0, rng).known == p.known for _ in range(5))


@pytest.mark.rule("DON-FOG-01", "DON-BOX-05")
@pytest.mark.parametrize("beside", [True, False])
def test_a_box_holds_nothing_that_came_into_the_hand_after_it_was_filled(beside: bool) -> None:
    robbed = BOARD.card_index["s1-1"]
    match = begin({HQ6: "4015", R1: "1010"}, [5], turn=2, cards="act1-1 a10-1 s1-1 s7-1 s8-1", deal=[robbed])
    play(match, "play a10-1 general", "pass")
    go_on(match, "give-up", seat="soviet")
    play(match, "discard s8-1", "keep")
    go_on(match, "stow", seat="soviet")
    play(match, "stow s7-1")
    p: Any = match.position
    inside = BOARD.card_index["s7-1"]
    rng = random.Random(3)
    if beside:
        go_on(match, "window")
        p = match.position
        assert len({match.table.sample(p, 0, rng).where[inside] for _ in range(20)}) == 2, "it may still be in the hand"
        return
    go_on(match, "give-up", seat="soviet")
    for card in sorted(offered(match, "discard")):
        play(match, f"discard {card}")
    go_on(match, "window")
    p = match.position
    assert len(p.hand(1)) == 5
    assert {match.table.sample(p, 0, rng).where[inside] for _ in range(20)} == {BOX}


@pytest.mark.rule("DON-FOG-01")
def test_samples_deal_the_enemys_hand_anew() -> None:
    match = Match.new("donnerschlag", seed=4)
    play(match, "attach stug-228 6p", "attach stug-243 23p", "decline", "decline")
    go_on(match, "window")
    p: Any = match.position
    rng = random.Random(3)
    hands = [frozenset(match.table.sample(p, 0, rng).hand(1)) for _ in range(10)]
    assert len(set(hands)) > 5
    assert {len(hand) for hand in hands} == {5}
    assert all(match.table.sample(p, 0, rng).hand(0) == p.hand(0) for _ in range(3))


def test_the_end_page_plots_the_way_to_the_zones_and_what_is_cut_off() -> None:
    there, away = (begin({HQ6: "1016", T1: name}) for name in ("1017", "1020"))
    series = [match.table.series(match.position) for match in (there, away)]
    assert series[0]["to_zone"] == 0 < series[1]["to_zone"]
    assert series[0]["axis_cut"] == 0
    assert set(series[0]) == set(there.table.series_titles())
