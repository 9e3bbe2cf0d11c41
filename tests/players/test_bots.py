"""Bots on a seat: random and the game's own, and bad ones that must not harm a match."""

import random

import pytest

import mamayev
from mamayev import Refusal
from mamayev.engine.registry import find as find_game
from mamayev.players import answer, find, hint, names, play_on, take

OWN = ["eager", "moody", "crasher", "cheat", "vandal", "mumbler", "mute"]


def test_a_game_has_its_own_bots_and_random(tiny: str) -> None:
    assert names(find_game(tiny)) == [*OWN, "recruit", "random"]


def test_an_unknown_bot_is_refused_with_the_names(tiny: str) -> None:
    with pytest.raises(Refusal, match=r"no bot “deep”; it has eager, .*random") as refusal:
        find(find_game(tiny), "deep")
    assert refusal.value.malformed


def test_random_never_takes_a_standing_action_and_takes_all_others(tiny: str) -> None:
    match = mamayev.new(tiny, seed=1)
    bot, rng = find(match.game, "random"), random.Random(1)
    chosen = {match.position.name(answer(match.position, bot, rng)) for _ in range(100)}
    assert chosen == {"rest", "step north 1"}


def test_take_plays_one_decision(tiny: str) -> None:
    match = mamayev.new(tiny, seed=1)
    events = take(match, find(match.game, "eager"), random.Random(1))
    assert events[0].to_data()["action"] == "step north 1"
    assert match.decision is not None
    assert match.decision.seat == "south"


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("crasher", "The bot “crasher” failed: ZeroDivisionError: no idea."),
        ("cheat", "The bot “cheat” chose “step north 5”, which is not allowed here."),
        ("mumbler", "The bot “mumbler” answered 'step north 1' instead of an action."),
    ],
)
def test_a_bad_bot_is_named_and_changes_nothing(tiny: str, name: str, reason: str) -> None:
    match = mamayev.new(tiny, seed=1)
    before = match.copy()
    with pytest.raises(Refusal) as refusal:
        take(match, find(match.game, name), random.Random(1), name)
    assert refusal.value.text == reason
    assert match == before
    assert match.decision is not None


def test_a_bot_that_edits_its_position_edits_a_copy(tiny: str) -> None:
    match, honest = mamayev.new(tiny, seed=1), mamayev.new(tiny, seed=1)
    take(match, find(match.game, "vandal"), random.Random(1))
    honest.play("rest")
    assert match == honest


def test_a_reason_is_asked_for_only_where_a_person_reads_it(tiny: str) -> None:
    match = mamayev.new(tiny, seed=1)
    take(match, find(match.game, "mute"), random.Random(1), "mute")
    with pytest.raises(Refusal) as refusal:
        hint(match, "mute")
    assert refusal.value.text == "The bot “mute” failed: ZeroDivisionError: no words."


def test_a_bot_with_luck_gives_the_reason_of_the_action_that_it_took(tiny: str) -> None:
    taken = set()
    for seed in range(10):
        advice = hint(mamayev.new(tiny, seed=seed), "moody")
        assert advice["why"] == f"I felt like it on field 0: {advice['text']}."
        taken.add(advice["text"])
    assert taken == {"rest", "step north 1"}


def test_the_reason_is_asked_about_the_position_as_it_was(tiny: str) -> None:
    assert hint(mamayev.new(tiny, seed=1), "vandal")["why"] == "I felt like it on field 0: rest."


def test_bots_play_on_until_a_person_must_decide(tiny: str) -> None:
    match = mamayev.new(tiny, seed=1)
    assert play_on(match, {"south": "eager"}) == []
    match.play("rest")
    play_on(match, {"south": "eager"})
    assert match.decision is not None
    assert match.decision.seat == "north"
    play_on(match, {"south": "eager", "north": "random"})
    assert match.over


def test_bots_choose_the_same_for_the_same_seed(tiny: str) -> None:
    matches = [mamayev.new(tiny, seed=4) for _ in range(2)]
    for match in matches:
        play_on(match, {"south": "random", "north": "random"})
    assert matches[0] == matches[1]


def test_a_hint_says_what_and_why(tiny: str) -> None:
    match = mamayev.new(tiny, seed=1)
    assert hint(match) == {
        "text": "step north 1",
        "label": "The north runner steps to field 1",
        "why": "A runner runs.",
    }
    match.play("resign")
    with pytest.raises(Refusal, match="no seat decides now"):
        hint(match)
