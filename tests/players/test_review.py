"""Reviews: accounts that add up, mistakes that are found, and nothing that a seat could not know."""

from __future__ import annotations

import itertools
import math
import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mamayev.engine.chancebox import PoolBox
from mamayev.engine.event import Volley
from mamayev.engine.notation import ARG, DIE, MASK, act
from mamayev.engine.position import Position
from mamayev.engine.refusal import Refusal
from mamayev.lab.review import review as review_on
from mamayev.match.match import Match, Record
from mamayev.players import names, play_on
from mamayev.players.reviewing import Done, Progress, Review, plays, review
from mamayev.players.reviewing.account import Change, Guess, fitted
from mamayev.players.reviewing.findings import Findings, beyond_chance, gained, sure_at
from mamayev.players.reviewing.learned import Seen, learned
from mamayev.players.reviewing.plays import Compared, Judge, Valued
from mamayev.players.reviewing.review import NOTHING_KNOWN, alone
from mamayev.players.reviewing.story import Run
from mamayev.players.reviewing.words import LONGEST, told
from mamayev.testing.depth import deep


def adds_up(found: Review) -> None:
    """At every point, the start, luck and all decisions make the value."""
    for each in found.seats:
        assert math.isclose(each.start + each.luck + each.decisions + each.others, each.end, abs_tol=1e-9)
        for point in each.points:
            if point.known:
                value = each.start + point.luck + point.decisions + point.others
                assert math.isclose(value, point.value, abs_tol=1e-9)
        lost = each.resigned + sum(one.lost for one in each.mistakes)
        assert math.isclose(each.rest, each.decisions + lost, abs_tol=1e-9)


@cache
def played(game: str, seed: int, *bots: str, plies: int | None = None) -> str:
    """The record of a game between bots, up to a ply."""
    match = Match.new(game, seed=seed)
    play_on(match, dict(zip(match.table.open_seats, bots, strict=True)))
    return match.record.replay(plies).to_json()


def the(game: str, seed: int, *bots: str, plies: int | None = None) -> Match:
    return Match.from_json(played(game, seed, *bots, plies=plies))


def result(found: Review) -> Review:
    """The review without what describes its run."""
    return msgspec.structs.replace(found, seconds=0.0, workers=0)


# ------------------------------------------------------------------ what adds up


@settings(max_examples=deep(25, least=5))
@given(st.integers(0, 10_000), st.floats(0, 1), st.sampled_from(["captain", "recruit", "random"]))
def test_luck_and_decisions_are_the_change_of_value_at_every_ply(seed: int, share: float, bot: str) -> None:
    whole = the("skirmish", seed, bot, "captain")
    plies = round(share * len(whole.record.log))
    match = whole.record.replay(plies)
    adds_up(review(match, "blue", budget=40))
    if match.over:
        adds_up(review(match, budget=40))


def test_a_review_of_a_game_with_points_adds_up_and_ends_with_them() -> None:
    match = the("cauldron", 3, "recruit")
    found = review(match, budget=30)
    adds_up(found)
    (german,) = found.seats
    assert found.complete
    assert german.unit == "points"
    assert german.end == (match.result or {})["points"]
    assert [point.known for point in german.points] == [True] * len(german.points)
    assert german.points[-1].error == 0.0


def test_what_is_known_of_a_stopped_review_of_inferno_adds_up() -> None:
    heard: list[Progress] = []
    match = the("inferno", 3, "recruit")
    adds_up(review(match, budget=30, heard=heard.append, go_on=lambda: len(heard) < 8))
    adds_up(heard[-1].so_far())


guesses = st.builds(Guess, st.floats(0, 1), st.floats(0, 0.3))
parts = st.builds(Guess, st.floats(-0.5, 0.5), st.floats(0, 0.3))


@given(st.lists(st.tuples(guesses, parts, parts), min_size=1, max_size=8), guesses)
def test_an_account_agrees_with_itself(rows: list[tuple[Guess, Guess, Guess]], end: Guess) -> None:
    changes = [Change(luck, own) for _, luck, own in rows]
    found = fitted([*(value for value, _, _ in rows), Guess(end.mean)], changes, 0.0, 1.0)
    assert math.isclose(found.values[-1].mean, end.mean, abs_tol=1e-9)
    for change, here, then in zip(found.changes, found.values, found.values[1:], strict=False):
        assert math.isclose(change.total.mean, then.mean - here.mean, abs_tol=1e-9)
        assert change.others.mean == 0.0


def test_exact_parts_of_an_account_stay() -> None:
    found = fitted([Guess(0.5, 0.01), Guess(1.0)], [Change(Guess(0.0, 0.1), Guess(-0.2), Guess())], 0.0, 1.0)
    assert found.changes[0].decisions == Guess(-0.2, 0.0)
    assert math.isclose(found.values[0].mean + found.changes[0].luck.mean, 1.2)


def test_values_between_sure_neighbors_are_drawn_to_them() -> None:
    quiet = Change(Guess(0.0, 1e-6))
    found = fitted([Guess(0.4, 0.01), Guess(0.9, 0.01), Guess(0.5)], [quiet, quiet], 0.0, 1.0)
    assert all(abs(one.mean - 0.5) < 0.01 and one.variance < 0.0001 for one in found.values)


def test_a_value_is_learned_from_plays_and_judged_by_others() -> None:
    rng = random.Random(1)
    rows = [Seen(n, {"a": rng.gauss(0, 1), "b": 5.0, "c": rng.random()}, 0.0) for n in range(400)]
    told = [row._replace(gave=1.0 if row.features["a"] + rng.gauss(0, 0.2) > 0 else -1.0) for row in rows]
    value = learned(told)
    assert value is not None
    assert 0.5 < value.fit < 1
    assert value.of({"a": 2.0, "b": 5.0, "c": 0.5}) == 1.0
    assert value.of({"a": -2.0, "b": 5.0, "c": 0.5}) == -1.0
    assert abs(value.of({"a": 0.0, "b": 5.0, "c": 0.5})) < 0.2
    noise = [row._replace(gave=rng.choice([-1.0, 1.0])) for row in rows]
    assert (found := learned(noise)) is None or found.fit < 0.05
    assert learned(told[:50]) is None


# ------------------------------------------------------------------ what it finds


def test_the_staff_differs_from_itself_nowhere() -> None:
    for game, bots in (("skirmish", ("captain", "captain")), ("inferno", ("staff",)), ("cauldron", ("staff",))):
        found = review(the(game, 5, *bots), budget=34)
        assert found.different == 0
        assert found.looked == 0
        for each in found.seats:
            assert each.decisions == each.others == 0.0
            assert not each.mistakes
            assert math.isclose(each.luck, each.end - each.start)


def blundered(game: str, seed: int, ply: int, text: str) -> Match:
    """A game of the staff in which one entry of the log is replaced, and the staff plays on."""
    match = Match.new(game, seed=seed)
    bots = dict.fromkeys(match.table.open_seats, names(match.game)[0])
    play_on(match, bots)
    again = match.record.replay(ply)
    again.play(text)
    play_on(again, bots)
    return again


LOST = ("skirmish", 7, 45, "move blue-guards 0403")
"""The blue guards leave the village in the last turn, and the game is lost."""


def test_a_planted_blunder_is_named_in_a_small_game() -> None:
    found = review(blundered(*LOST), budget=300)
    named = [one for each in found.seats for one in each.mistakes]
    assert [(one.ply, one.seat, one.played.actions) for one in named] == [(45, "blue", LOST[3:])]
    assert found.different == 1
    assert named[0].lost > 2 * named[0].error
    assert named[0].better.actions[0] != LOST[3]
    blue, red = found.seats
    assert blue.decisions < -0.5
    assert math.isclose(red.others, -blue.decisions, abs_tol=1e-9)
    adds_up(found)


def test_a_planted_blunder_is_named_in_inferno() -> None:
    """The long move instead of an attack costs a quarter of the chance to win (300 plays each way)."""
    found = review(blundered("inferno", 1001, 101, "long Y 102"), budget=320)
    (mistake,) = found.seats[0].mistakes
    assert (mistake.ply, mistake.title) == (101, "Round 1")
    assert 0.1 < mistake.lost < 0.5
    assert mistake.better.actions[0] == "hasty pz-2 2"
    assert "Chance to win" in mistake.why
    adds_up(found)


def test_a_decision_that_first_seems_to_cost_nothing_is_compared_with_the_rest_of_the_budget() -> None:
    found = review(blundered("skirmish", 5, 11, "move blue-guards 0302"), budget=200)
    assert found.different == 1
    assert 180 <= found.plays <= 200


def test_the_better_line_can_be_played() -> None:
    match, ply = blundered(*LOST), LOST[2]
    (mistake,) = review(match, "blue", budget=300).seats[0].mistakes
    assert mistake.line is not None
    assert mistake.line.ply == ply
    record = match.record.copy()
    record.log = [*record.log[:ply], *mistake.line.entries]
    branch = record.replay()
    assert branch.over or branch.table.turn(branch.position) != mistake.turn
    assert mistake.line.entries[0] == mistake.better.actions[0]


def test_more_tests_need_more_certainty() -> None:
    assert sure_at(1) == 2.0
    assert 2.4 < sure_at(7) < 2.5 < sure_at(20)


def test_few_unequal_plays_prove_nothing() -> None:
    for losses, wins, equal, tests, proves in (
        (5, 0, 11, 7, False),
        (12, 0, 20, 7, True),
        (12, 3, 17, 7, False),
        (40, 12, 0, 7, True),
    ):
        pairs = [(0.0, 1.0)] * losses + [(1.0, 0.0)] * wins + [(1.0, 1.0)] * equal
        assert beyond_chance(pairs, gained(pairs, 0.0), tests, -1) == proves
        assert not beyond_chance(pairs, gained(pairs, 0.0), tests, 1)


def test_a_resignation_is_a_decision_of_the_seat_that_resigned() -> None:
    match = the("skirmish", 4, "captain", "captain", plies=6)
    match.resign("blue")
    found = review(match, budget=60)
    adds_up(found)
    blue, red = found.seats
    assert (blue.end, red.end) == (0.0, 1.0)
    assert blue.decisions < -0.05
    assert math.isclose(red.others, -blue.decisions)
    assert (blue.resigned > 0.05, red.resigned) == (True, 0.0)
    assert blue.sentence.endswith(f"Of this, your resignation cost {round(100 * blue.resigned)}.")


def test_a_loss_on_time_is_no_resignation() -> None:
    match = the("skirmish", 4, "captain", "captain", plies=6)
    match.resign("blue", on_time=True)
    blue = review(match, budget=60).seats[0]
    assert blue.on_time
    assert blue.sentence.endswith(f"Of this, the loss on time cost {round(100 * blue.resigned)}.")


def test_a_solitaire_game_that_is_given_up_has_no_exact_end_and_nothing_decided_it() -> None:
    match = the("cauldron", 3, "staff", plies=40)
    match.resign("german")
    [seat] = review(match, budget=12).seats
    assert seat.unit == "points"
    assert (seat.resigned, seat.points[-1].error > 0) == (0.0, True)
    assert "decided" not in seat.sentence


def test_a_roll_that_changes_nothing_matters_to_nobody() -> None:
    class Even(Judge):
        """Values every position alike."""

        def of(self, p: Position, seat: int) -> float:
            return 0.0

    match = the("barbarossa", 3, "staff", "staff", plies=230)
    runs = Findings(match, "german").story.runs
    assert runs
    for run in runs:
        found = plays.sift(0, run, 0, Even(match.game, opposite=True), 1)
        assert (found.gained, found.chance) == (0.0, 1.0)


def test_turns_without_a_decision_have_luck_if_dice_fall_in_them() -> None:
    """One run of chance goes on through several turns after the army is lost."""
    match = Match.new("cauldron", seed=3, options={"survival": True})
    play_on(match, {"german": "random"})
    found = Findings(match, "german")
    crossing = [run for run in found.story.runs if any(run.ply < one.ply < run.until for one in found.story.periods)]
    assert crossing
    for run in crossing:
        for number, period in enumerate(found.story.periods):
            assert found.rolls_in(number) or not run.ply <= period.ply < run.until


@pytest.mark.parametrize("by_the_rules", [True, False])
def test_a_game_without_a_roll_has_no_luck_even_if_it_is_resigned(by_the_rules: bool) -> None:
    """BAR-WIN-09: a player can resign."""
    match = Match.new("barbarossa", seed=1)
    for action in ("historical", "confirm", "historical", "confirm"):
        match.play(action)
    if by_the_rules:
        match.play("resign")
    else:
        match.resign("german")
    found = review(match, budget=12)
    adds_up(found)
    german, russian = found.seats
    assert (german.end, russian.end) == (0.0, 1.0)
    assert [point.luck for point in (*german.points, *russian.points)] == [0.0] * 6
    assert german.resigned > 0.3
    assert math.isclose(german.decisions + german.resigned, 0.0, abs_tol=0.05)


def test_the_sentence_names_dice_and_decisions() -> None:
    for luck, decisions, others, blamed, says in (
        (-0.09, -0.31, 0.0, True, "The dice cost you 9 points in 100, your decisions 31."),
        (0.06, 0.19, 0.0, False, "The dice gave you 6 points in 100, your decisions 19."),
        (0.06, -0.19, 0.0, True, "The dice gave you 6 points in 100, your decisions cost 19."),
        (-0.21, -0.02, 0.0, False, "The dice decided it: 21 points in 100 against you. Your decisions cost 2."),
        (
            -0.21,
            0.0,
            -0.3,
            False,
            "The dice cost you 21 points in 100. The decisions of the others cost you 30.",
        ),
        (
            -0.31,
            0.0,
            0.2,
            False,
            "The dice decided it: 31 points in 100 against you. The decisions of the others gave you 20.",
        ),
        (0.0, -0.12, 0.0, True, "Your decisions cost you 12 points in 100."),
        (0.06, 0.05, 0.0, False, "The dice gave you 6 points in 100, your decisions 5."),
        (0.0, 0.0, 0.8, False, "The decisions of the others gave you 80 points in 100."),
        (0.0, 0.0, 0.0, False, "Dice and decisions changed nothing."),
    ):
        assert told(luck, decisions, others, "chance", blamed=blamed) == says
    assert told(-1.0, -4.2, 0.0, "points", blamed=True) == "The dice cost you 1 point, your decisions 4."


# ------------------------------------------------------------------ pools of dice


def pools(match: Match) -> Iterator[tuple[int, Any]]:
    """The positions before the pools of a game of Inferno, each with its ply."""
    for ply, p in enumerate(match.onwards(0)):
        if p.frames and isinstance(p.box, PoolBox) and not p.box.pool(p, p.top):
            yield ply, p.copy()


@pytest.mark.parametrize("side", ["procedure", "player"])
def test_the_chances_of_a_pool_are_those_of_its_dice(side: str) -> None:
    """Every sequence of dice means one of the results, as often as its chance says, and equal meanings play alike."""
    match, looked = Match.new("inferno", seed=3, options={"soviet_side": side}), set[str]()
    play_on(match, dict.fromkeys(match.table.open_seats, "staff"))
    for _, p in pools(match):
        dice = p.box.pooled(p, p.top)
        if not 1 < dice <= 4:
            continue
        throws, chances, after = p.box.throws(p, p.top), Counter[object](), dict[object, object]()
        for faces in itertools.product(range(1, 7), repeat=dice):
            rolled, there = tuple(act(DIE, face) for face in faces), p.copy()
            key = p.box.meaning(p, p.top, rolled)
            for action in rolled:
                there.apply(action)
            chances[key] += 1
            if p.box.name != "movement-die":  # its hexes are moved in the order of the dice
                assert after.setdefault(key, there.frames) == there.frames
        assert len(throws) == len(chances)
        for outcomes, chance in throws:
            assert math.isclose(chance, chances[p.box.meaning(p, p.top, outcomes)] / 6**dice)
        looked.add(p.box.name)
    assert {"movement-die", "volley"} <= looked


def test_a_pool_of_dice_counts_as_one_roll(monkeypatch: pytest.MonkeyPatch) -> None:
    """If hits are all that counts, it gains its hits minus the expected hits, and its chance is that of at least or at
    most as many."""

    def hits(needs: Iterable[int], rolled: Iterable[int]) -> int:
        return sum(action >> ARG & MASK >= need for need, action in zip(needs, rolled, strict=True))

    monkeypatch.setattr(plays, "_after", lambda p, rolled, *_: float(hits(p.needs, rolled)))
    match, looked = the("inferno", 3, "staff"), 0
    for ply, p in pools(match):
        if p.box.name != "volley":
            continue
        entries = match.record.log[ply : ply + p.box.pooled(p, p.top)]
        rolled, after = tuple(map(p.table.notation.parse, entries)), p.copy()
        for action in rolled:
            after.apply(action)
        odds, came = [(7 - need) / 6 for need in p.needs], hits(p.needs, rolled)
        chances = [1.0]
        for odd in odds:
            chances = [miss * (1 - odd) + hit * odd for miss, hit in zip([*chances, 0], [0, *chances], strict=True)]
        gained = came - sum(odds)
        found = plays.sift(0, Run(ply, rolled, p, after, 0), 0, Judge(match.game, opposite=True), 1)
        assert found.ply == ply
        assert math.isclose(found.gained, gained, abs_tol=1e-9)
        if not math.isclose(gained, 0, abs_tol=1e-9):
            assert math.isclose(found.chance, sum(chances[came:] if gained > 0 else chances[: came + 1]))
        looked += 1
    assert looked > 3


def test_faces_with_the_same_result_are_equally_good() -> None:
    """On Table H of The Cauldron, several faces change the SSI by the same amount. What is rolled after that must not
    make one of them look better."""
    match = the("cauldron", 3, "staff")
    judge, looked = Judge(match.game, opposite=False), 0
    for ply, entry in enumerate(match.record.log):
        p = match.at(ply)
        if p.box.name != "evaluation.ssi":
            continue
        faces = {}
        for face in range(1, 7):
            there = p.copy()
            there.apply(act(DIE, face))
            faces[act(DIE, face)] = there.ssi  # type: ignore[attr-defined]
        rolled, after = p.table.notation.parse(entry), p.copy()
        after.apply(rolled)
        same = sum(ssi == faces[rolled] for ssi in faces.values())
        for seed in range(3):
            found = plays.sift(0, Run(ply, (rolled,), p, after, 0), 0, judge, seed)
            assert found.chance > (same - 0.5) / 6
        looked += same > 1
    assert looked > 3


def test_a_review_shows_all_dice_of_a_pool() -> None:
    match = the("inferno", 3, "staff")
    [german] = review(match, budget=60).seats
    volleys = {event.ply: event for event in match.events if isinstance(event, Volley)}
    shown = [one for one in german.dice if one.ply in volleys]
    assert shown
    for one in shown:
        fallen = tuple(n for fire in volleys[one.ply].fires for n in fire.dice)
        assert one.faces == fallen[:LONGEST]
        assert 0 < one.chance < 1


# ------------------------------------------------------------------ how it runs


def test_the_number_of_processes_does_not_matter() -> None:
    record = the("skirmish", 7, "recruit", "captain").record
    one = review_on(record, "blue", budget=120)
    two = review_on(record, "blue", budget=120, workers=2)
    assert result(one) == result(two)
    assert (one.workers, two.workers) == (1, 2)
    assert one.plays <= 120


def test_a_review_of_all_turns_speaks_of_the_whole_game() -> None:
    seat = review(the("skirmish", 7, "recruit", "captain"), "blue", budget=40).seats[0]
    assert all(point.known for point in seat.points)
    assert not seat.since
    assert not seat.sentence.startswith("From ")


def test_a_stopped_review_knows_the_last_periods() -> None:
    match = the("inferno", 3, "recruit")
    heard: list[Progress] = []
    found = review(match, budget=30, heard=heard.append, go_on=lambda: len(heard) < 5)
    known = [point.known for point in found.seats[0].points]
    assert not found.complete
    assert 1 < sum(known) < len(known)
    assert known == sorted(known)
    assert heard[0].title == found.seats[0].points[-1].title
    adds_up(found)
    seat = found.seats[0]
    first = seat.points[known.index(True)]
    assert seat.since == first.title
    assert seat.sentence.startswith(f"From {first.title}, ")
    assert seat.start == first.value
    assert sum(point.known for point in heard[2].so_far().seats[0].points) > 1


def test_a_review_that_has_not_begun_knows_nothing_but_the_end() -> None:
    for plies, end in ((None, True), (20, False)):
        known = list[list[bool]]()

        def look(progress: Progress, known: list[list[bool]] = known) -> None:
            known.append([point.known for point in progress.so_far().seats[0].points])

        review(the("skirmish", 7, "recruit", "captain", plies=plies), "blue", budget=40, heard=look)
        assert known[0] == [False] * (len(known[0]) - 1) + [end]
        assert all(known[-1])


def test_a_review_can_be_stopped_while_the_game_is_cut_up() -> None:
    """For a long game, this takes a minute."""
    match = the("skirmish", 7, "recruit", "captain")
    met: list[int] = []
    review(match, budget=2, met=met.append)
    assert met == list(range(len(match.record.log)))
    heard: list[Progress] = []
    met.clear()
    with pytest.raises(Refusal, match=NOTHING_KNOWN):
        review(match, heard=heard.append, met=met.append, go_on=lambda: len(met) < 3)
    assert (met, heard) == ([0, 1, 2], [])


def test_ctrl_c_keeps_what_is_known() -> None:
    heard: list[Progress] = []

    def stop() -> bool:
        if len(heard) == 4:
            raise KeyboardInterrupt
        return True

    found = review(the("skirmish", 7, "recruit", "captain"), heard=heard.append, go_on=stop)
    assert not found.complete
    assert found.seats[0].points[-1].known
    assert not found.seats[0].points[0].known


class Twin(Match):
    """A match whose positions are others that its seat 0 cannot tell from the true ones."""

    def onwards(self, ply: int) -> Iterator[Position]:
        for number, p in enumerate(super().onwards(ply)):
            yield p.table.sample(p, 0, random.Random(number)).copy()


@pytest.mark.parametrize(
    ("game", "seat", "plies", "options"),
    [("skirmish", "blue", 9, {}), ("inferno", "german", 140, {"soviet_side": "player"})],
    ids=["skirmish", "inferno"],
)
def test_a_seat_reads_nothing_from_what_is_hidden(game: str, seat: str, plies: int, options: dict[str, str]) -> None:
    match = Match.new(game, seed=3, options=options)
    play_on(match, {one: "random" if one == seat else names(match.game)[0] for one in match.table.open_seats})
    record = match.record.replay(plies).record
    twin = Twin.from_record(record)
    true = record.replay().position
    others = (twin.table.sample(true, 0, random.Random(number)).copy() for number in range(20))
    twin.position = next(p for p in others if p != true)
    one = review(record.replay(), seat, budget=24)
    assert one.seats[0].as_known
    assert one.different > 0
    assert review(twin, seat, budget=24) == one


def test_a_better_line_tells_no_die_that_can_still_come() -> None:
    match = the("cauldron", 3, "random", plies=150)
    turn = match.table.turn(match.position)
    assert not match.over
    assert not match.table.secrets
    found = Findings(match, "german")
    for leaf in found.leaves:
        leaf.fresh = [(-1.0, 1.0)] * 40
    assert {leaf.stretch.turn for leaf in found.leaves} >= {turn - 1, turn}
    for leaf in found.leaves:
        (mistake,) = found.mistakes([leaf])
        assert (mistake.line is None) == (mistake.turn == turn)


# ------------------------------------------------------------------ what it refuses


def test_what_cannot_be_reviewed_is_refused() -> None:
    for match, seat, budget, says in (
        (the("inferno", 3, "recruit"), "soviet", None, "The rules play soviet"),
        (the("inferno", 3, "recruit"), "axis", None, "no seat “axis”"),
        (the("skirmish", 4, "captain", "captain", plies=6), None, None, "Name the seat"),
        (the("skirmish", 4, "captain", "captain"), None, 0, "A budget must be at least 1 playout"),
    ):
        with pytest.raises(Refusal, match=says):
            review(match, seat, budget=budget)
    with pytest.raises(Refusal, match="The number of workers must be 1 or more"):
        review_on(Record.from_json(played("skirmish", 4, "captain", "captain")), workers=0)


# ------------------------------------------------------------------ what is known is kept


@pytest.mark.parametrize("stop_after", [3, 20, 40])
def test_a_stopped_review_continues_to_the_same_result(stop_after: int) -> None:
    match = the("skirmish", 7, "recruit", "captain")
    done, left = Done(), iter(range(len(match.record.log) + stop_after))
    stopped = review(match, budget=300, go_on=lambda: next(left, None) is not None, done=done)
    assert not stopped.complete
    known = msgspec.json.decode(msgspec.json.encode(done), type=Done)  # as it is stored
    ran: list[int] = []

    def counted(work: Callable[..., Any], jobs: Iterable[tuple[Any, ...]]) -> Iterator[Any]:
        for one in alone(work, jobs):
            ran.append(isinstance(one, Valued | Compared))
            yield one

    found = review(match, budget=300, run=counted, done=known)
    assert result(found) == result(review(match, budget=300))
    assert sum(ran) == len(known.values) + len(known.pairs) - len(done.values) - len(done.pairs)


def test_looking_closer_keeps_what_is_known() -> None:
    match = the("skirmish", 7, "recruit", "captain")
    done = Done()
    review(match, budget=200, done=done)
    first = done.after(0, 0)
    closer = review(match, budget=400, done=done)
    assert result(closer) == result(review(match, budget=400))
    other = Done()
    review(match, budget=400, done=other)
    again = first.values.keys() & other.values.keys() | first.pairs.keys() & other.pairs.keys()
    assert len(again) > (len(first.values) + len(first.pairs)) / 2


def test_the_plays_of_another_game_are_not_used() -> None:
    done = Done()
    review(the("skirmish", 7, "recruit", "captain"), budget=60, done=done)
    other = the("skirmish", 8, "recruit", "captain")
    assert result(review(other, budget=60, done=done)) == result(review(other, budget=60))
