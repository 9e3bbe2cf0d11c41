"""The commanders play whole games within the rules, clearly better than random play, each in his own manner."""

from __future__ import annotations

import random
import statistics
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest

from mamayev.engine.match import Match
from mamayev.engine.position import CHANCE
from mamayev.engine.registry import find
from mamayev.engine.table import Choice
from mamayev.games.cauldron.commanders import COMMANDERS, command
from mamayev.players import hint

GAME = find("cauldron")
NAMES = sorted(COMMANDERS)


def drawn_options(rng: random.Random) -> dict[str, Any]:
    """A value at random for every option that the game has."""
    return {o.name: rng.choice([True, False] if o.type == "bool" else list(o.choices)) for o in GAME.options}


def play(
    seed: int, decide: Callable[[Any], Choice | None], edition: str | None = None, options: Any = None
) -> tuple[Any, list[str]]:
    """A whole game; where `decide` has no answer a player's action is drawn. Returns the position and the answers."""
    p, rng = GAME.table(edition, options).start(), random.Random(seed)
    played: list[str] = []
    while p.frames:
        actions = p.actions()
        choice = None if p.seat == CHANCE else decide(p)
        if choice is not None:
            assert choice.action in actions, p.name(choice.action)
            assert choice.why.endswith("."), choice.why
            played.append(p.name(choice.action))
            p.apply(choice.action)
        elif p.seat == CHANCE:
            p.apply(rng.choice(actions)[0])
        else:
            frame = p.frames[-1]
            p.apply(rng.choice(p.table.boxes[frame[0]].options(p, frame)))
        assert len(played) < 10_000
    return p, played


@cache
def games(name: str, number: int = 40) -> list[tuple[dict[str, Any], list[str]]]:
    """The facts and results of some games of a commander, and what he ordered in them; of random play for ""."""
    found = []
    for seed in range(number):
        p, played = play(seed, (lambda q: command(name, q)) if name else lambda q: None)
        found.append(({**p.table.facts(p), **p.table.result(p)}, played))
    return found


def points(name: str) -> list[int]:
    return [facts["points"] for facts, _ in games(name)]


@pytest.mark.parametrize("name", NAMES)
def test_a_commander_averages_clearly_more_than_random_play(name: str) -> None:
    ours, chance = points(name), points("")
    error = (statistics.variance(ours) / len(ours) + statistics.variance(chance) / len(chance)) ** 0.5
    assert statistics.mean(ours) - statistics.mean(chance) > 3 * error


@pytest.mark.parametrize("name", NAMES)
def test_a_commander_plays_to_the_end_under_any_options(name: str) -> None:
    rng = random.Random(name)
    for seed in range(6):
        p, _ = play(seed, lambda q: command(name, q), rng.choice(GAME.editions), drawn_options(rng))
        assert p.table.result(p)["level"]


def test_every_commander_has_a_legal_order_in_positions_of_random_play() -> None:
    rng = random.Random("random play")
    for seed in range(24):
        edition, options = rng.choice(GAME.editions), drawn_options(rng)
        play(seed, sometimes_asked, edition, options)


def sometimes_asked(p: Any) -> None:
    """At every fifth position or so all commanders are asked, and none is obeyed."""
    if (p.supply + p.ip + sum(p.at)) % 5 == 0:
        for name in NAMES:
            choice = command(name, p)
            assert choice.action in p.actions(), (name, p.name(choice.action))


@pytest.mark.parametrize("name", NAMES)
def test_a_commander_leaves_nothing_to_chance_and_the_position_alone(name: str) -> None:
    def decide(p: Any) -> Choice:
        before = p.to_data()
        choice = command(name, p)
        assert p.to_data() == before
        assert command(name, p) == choice
        return choice

    play(5, decide)


def test_the_game_offers_every_commander_with_a_sentence() -> None:
    assert set(GAME.bots) == set(COMMANDERS)
    assert next(iter(GAME.bots)) == "staff"
    assert all(GAME.info()["bot_docs"][name].endswith(".") for name in COMMANDERS)


def test_the_hint_is_that_of_the_staff() -> None:
    match = Match.new("cauldron", seed=1)
    position: Any = match.position
    choice = command("staff", position)
    assert hint(match)["text"] == match.table.notation.text(choice.action)
    assert hint(match)["why"] == choice.why
