"""Dice and cards from a seed, a script or by hand."""

import random
from collections import Counter
from itertools import pairwise
from types import SimpleNamespace
from typing import Any

import pytest

from mamayev.engine.box import Box
from mamayev.engine.chance import Luck, Scripted, Seeded, keyed
from mamayev.engine.chancebox import DieBox, DrawBox, LotBox
from mamayev.engine.notation import ARG, CARD, DIE, LOT
from mamayev.engine.playout import playout
from mamayev.engine.position import CHANCE
from mamayev.engine.refusal import Refusal
from mamayev.engine.registry import find
from mamayev.match.match import Match
from mamayev.players import play_on


def scripted(game: str, chance: Scripted) -> Match:
    return Match.new(game, seed=1, chance=chance)


def test_a_script_gives_dice_and_cards_in_the_order_they_are_asked_for(tiny: str) -> None:
    match = scripted(tiny, Scripted([6, 2], [3]))
    for action in ("step north 1", "rest", "step north 2"):
        match.play(action)
    assert [line for line in match.record.log if line.split()[0] in ("die", "card")] == ["die 6", "card 3", "die 2"]


def test_cards_may_be_given_deck_by_deck(tiny: str) -> None:
    match = scripted(tiny, Scripted(cards={"bonus": [4], "other": [1]}))
    match.play("rest")
    assert match.record.log == ["rest", "card 4"]


@pytest.mark.parametrize(
    ("chance", "action", "reason", "field"),
    [
        (
            Scripted([7]),
            "step north 1",
            "The script's dice give 7 for “Roll one die: Stumbling”; possible: 1, 2, 3, 4, 5, 6.",
            "chance.dice",
        ),
        (
            Scripted(cards=[9]),
            "rest",
            "The script's cards give 9 for “Draw a card: A bonus”; possible: 1, 2, 3, 4.",
            "chance.cards",
        ),
    ],
)
def test_a_script_that_does_not_fit_says_what_was_asked(
    tiny: str, chance: Scripted, action: str, reason: str, field: str
) -> None:
    match = scripted(tiny, chance)
    before = match.copy()
    with pytest.raises(Refusal) as refusal:
        match.play(action)
    assert refusal.value.text == reason
    assert refusal.value.field == field
    assert refusal.value.malformed
    assert match == before
    assert match.undos == 0


def test_where_a_script_runs_out_the_match_waits_at_the_roll(tiny: str) -> None:
    match = scripted(tiny, Scripted())
    match.play("step north 1")
    assert match.decision is not None
    assert match.decision.seat == "chance"
    assert match.decision.prompt == "Roll one die: Stumbling"


def test_the_outcome_depends_on_the_seed_and_the_number_only(tiny: str) -> None:
    match = Match.new(tiny, seed=1, dice="hand")
    match.play("step north 1")
    first = [Seeded(5).outcome(match.position, n) for n in range(50)]
    assert first == [Seeded(5).outcome(match.position, n) for n in range(50)]
    assert first != [Seeded(6).outcome(match.position, n) for n in range(50)]


def test_the_luck_of_a_seed_is_the_same_on_every_machine_and_python() -> None:
    uniform = keyed(7, 3, "stumble", 0)
    assert (uniform(), uniform()) == (0.47222119121345796, 0.11125268177984937)
    assert keyed(7, 3, "stumble", 1)() == 0.32743333275525044


def test_plans_that_part_meet_the_same_dice_again(tiny: str) -> None:
    dice = []
    for seed in range(20):
        rolls = []
        for first in ("rest", "step north 1"):
            match = Match.new(tiny, seed=seed)
            match.play(first)
            match.play("rest")
            match.play(f"step north {match.facts()['north'] + 1}")
            rolls.append(match.record.log[-1])
        assert rolls[0] == rolls[1]
        dice.append(rolls[0])
    assert len(set(dice)) > 3


def test_luck_without_a_match_is_that_of_the_match(tiny: str) -> None:
    for seed in range(20):
        match = Match.new(tiny, seed=seed)
        play_on(match, {"north": "eager", "south": "eager"})
        p, eager = match.table.start(), match.game.bots["eager"].policy
        playout(p, random.Random(1), {0: eager, 1: eager}, luck=Luck(seed))
        assert p == match.position


def test_seeded_dice_are_fair(tiny: str) -> None:
    match = Match.new(tiny, seed=1, dice="hand")
    match.play("step north 1")
    count = Counter(Seeded(seed).outcome(match.position, n) for seed in range(60) for n in range(100))
    assert len(count) == 6
    chi_square = sum((seen - 1000) ** 2 / 1000 for seen in count.values())
    assert chi_square < 25.7  # five degrees of freedom: a fair die exceeds it once in ten thousand times


def test_pairs_of_seeded_dice_are_fair(tiny: str) -> None:
    match = Match.new(tiny, seed=1, dice="hand")
    match.play("step north 1")
    source = Seeded(1)
    rolls = [source.outcome(match.position, n) for n in range(7201)]
    count = Counter(pairwise(rolls))
    chi_square = sum((seen - 200) ** 2 / 200 for seen in count.values())
    assert len(count) == 36
    assert chi_square < 78.0  # 35 degrees of freedom, once in twenty thousand times


def test_by_hand_each_die_is_asked_for_refused_and_taken(tiny: str) -> None:
    match = Match.new(tiny, seed=1, dice="hand")
    match.play("step north 1")
    assert match.decision is not None
    assert match.decision.seat == "chance"
    data = match.decision.to_data()
    assert data["chance"] == {
        "kind": "die",
        "faces": 6,
        "chart": "S",
        "modifiers": [{"value": 0, "text": "bonus", "clauses": ["TINY-CARD-01"]}],
        "spaces": [],
        "pieces": [],
    }
    assert [(a["text"], a["total"], a["result"], a["row"]) for a in data["actions"][:2]] == [
        ("die 1", 1, "back", 0),
        ("die 2", 2, "on", 1),
    ]
    with pytest.raises(Refusal, match="Possible: die 1, die 2, die 3, die 4, die 5, die 6") as refusal:
        match.play("die 7")
    assert refusal.value.clauses == ("TINY-DIE-01",)
    match.play("die 4")
    assert match.decision is not None
    assert match.decision.seat == "south"
    match.undo()  # a slip of the hand
    assert match.decision.seat == "chance"
    match.undo()  # the player's own die was no secret of the computer's
    match.redo()
    match.redo()
    assert match.record.log == ["step north 1", "die 4"]
    assert match.undos == 2
    assert match.record.practice == []


def by_hand(tiny: str) -> Match:
    """A match in which each side has had its turn."""
    match = Match.new(tiny, seed=1, dice="hand")
    for text in ("step north 1", "die 4", "rest", "card 2", "step north 2"):
        match.play(text)
    return match


def test_a_wrong_die_is_corrected_with_all_that_followed_it(tiny: str) -> None:
    match = by_hand(tiny)
    assert match.last_entry == 3
    match.undo_to(1, practice=True)
    assert match.record.log == ["step north 1"]
    assert match.decision is not None
    assert match.decision.seat == "chance"
    match.play("die 1")
    assert match.facts()["north"] == 0
    assert match.last_entry == 1


def test_own_dice_are_no_barrier_but_another_seats_decision_is(tiny: str) -> None:
    match = by_hand(tiny)
    assert match.free_undos == 2  # the step, and the card before it; the other seat's rest stays
    match.undo_to(3)
    assert match.record.practice == []
    assert match.free_undos == 2  # nothing is drawn yet: the seat that rested may think again
    match.play("card 3")
    before = match.copy()
    for ply in (1, 7, -1):
        with pytest.raises(Refusal) as refusal:
            match.undo_to(ply)
        assert refusal.value.field == "to"
        assert match == before


def test_dice_that_the_computer_rolled_stay(tiny: str) -> None:
    match = Match.new(tiny, seed=1)
    match.play("step north 1")
    assert (match.free_undos, match.undos) == (0, 1)
    with pytest.raises(Refusal, match="practice mode"):
        match.undo_to(0)
    match.undo_to(0, practice=True)
    assert match.record.practice == [[2, 2]]


def test_a_draw_follows_the_weights() -> None:
    class Uneven(Box[Any]):
        name, chance = "uneven", "card"

        def outcomes(self, p: Any, f: list[int]) -> list[tuple[int, int]]:
            return [(7, 1), (8, 0), (9, 3)]

    marks = iter([0.0, 0.24, 0.25, 0.5, 0.99])
    assert [Uneven().sample(None, [], marks.__next__) for _ in range(5)] == [7, 7, 9, 9, 9]


class Lots(LotBox[Any]):
    kind, row, number = "lot", 3, 5  # a game may use these names

    def pieces(self, p: Any, f: list[int]) -> list[int]:
        return [2, 4, 7]


class Cards(DrawBox[Any]):
    kind, row, number, once = "card", 3, 5, True

    def cards(self, p: Any, f: list[int]) -> list[int]:
        return [2, 4, 7]


class Dice(DieBox[Any]):
    kind, row, number, faces = "die", 3, 5, 3


@pytest.mark.parametrize(
    ("box", "verb", "numbers"), [(Lots, LOT, [2, 4, 7]), (Cards, CARD, [2, 4, 7]), (Dice, DIE, [1, 2, 3])]
)
def test_all_ways_to_roll_give_the_same_numbers(box: type[Box[Any]], verb: int, numbers: list[int], tiny: str) -> None:
    rolled: list[int] = []

    def read(self: Box[Any], p: Any, f: list[int], n: int) -> None:
        rolled.append(n)

    rolls = type("Rolled", (box,), {"name": "rolled", box.chance: read})()
    rolls.bind(find(tiny).table())
    codes = [verb | n << ARG for n in numbers]
    assert rolls.outcomes(None, []) == [(code, 1) for code in codes]
    for mark, n, code in zip([0.1, 0.5, 0.9], numbers, codes, strict=True):
        assert rolls.sample(None, [], lambda mark=mark: mark) == code
        rolls.falling()(SimpleNamespace(frames=[[]] if box.once else []), [], lambda mark=mark: mark)
        assert [rolled.pop(), *rolled] == [n]


@pytest.mark.parametrize("game", ["barbarossa", "cauldron", "donnerschlag", "inferno"])
def test_where_chance_decides_no_action_can_be_drawn(game: str) -> None:
    p = find(game).table().start()
    while p.seat != CHANCE:
        p.apply(p.draw(lambda: 0.5))
    with pytest.raises(ValueError, match="Chance decides"):
        p.draw(lambda: 0.5)
