"""Copies and pickles of everything a learner holds: equal, independent, and good in another process."""

import copy
import pickle
import random
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from itertools import cycle
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pyspiel
import pytest

import mamayev
import mamayev.learn.spiel
from mamayev import learn
from mamayev.engine.bot import Bot, Plans
from mamayev.engine.chance import Scripted
from mamayev.engine.registry import find, names
from mamayev.learn.episode import Opponent
from mamayev.learn.seat import ID
from mamayev.match.match import Match


def pickled(one: Any, protocol: int) -> Any:
    return pickle.loads(pickle.dumps(one, protocol))


WAYS: dict[str, Callable[[Any], Any]] = {
    "deepcopy": copy.deepcopy,
    **{f"pickle {n}": partial(pickled, protocol=n) for n in range(pickle.HIGHEST_PROTOCOL + 1)},
}
CHOSEN: dict[str, dict[str, Any]] = {"inferno": {"options": {"soviet_side": "player"}}, "cauldron": {"edition": "1996"}}
"""What is set up otherwise than by default, by game."""


def tokens_of(env: Any, rng: random.Random, count: int) -> list[tuple[int, float]]:
    """So many random tokens given to a PettingZoo environment, and the reward before each."""
    found = []
    for _ in range(count):
        seen, reward, terminated, truncated, _ = env.last()
        if terminated or truncated:
            break
        token = int(rng.choice(list(np.flatnonzero(seen["action_mask"]))))
        env.step(token)
        found.append((token, float(reward)))
    return found


def seats_of(env: Any, rng: random.Random, count: int) -> list[tuple[int, float]]:
    """The same for a Gymnasium environment; it begins again where an episode ends."""
    found = []
    for _ in range(count):
        token = int(rng.choice(list(np.flatnonzero(env.unwrapped.action_masks()))))
        _, reward, terminated, truncated, _ = env.step(token)
        found.append((token, float(reward)))
        if terminated or truncated:
            env.reset()
    return found


def assert_same_arrays(one: dict[str, Any], other: dict[str, Any]) -> None:
    assert one.keys() == other.keys()
    for name in one:
        assert (one[name] == other[name]).all(), name


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("game", names())
def test_a_turn_based_environment_is_copied_in_the_middle_of_an_action(game: str, way: str) -> None:
    seed = list(WAYS).index(way)
    env = learn.aec(game, **CHOSEN.get(game, {}))
    env.reset(seed=seed)
    tokens_of(env, random.Random(seed), 41 + seed)
    other = WAYS[way](env)
    assert other.episode.table is env.episode.table
    assert other.episode.p is not env.episode.p
    assert other.episode.spelling.p is other.episode.p
    for agent in env.agents:
        assert_same_arrays(env.observe(agent)["observation"], other.observe(agent)["observation"])
        assert (env.observe(agent)["action_mask"] == other.observe(agent)["action_mask"]).all()
    before = env.episode.p.copy(), env.episode.spelling.prefix[:], env.steps
    taken = tokens_of(other, random.Random(1), 60)
    assert (env.episode.p, env.episode.spelling.prefix, env.steps) == before
    assert tokens_of(env, random.Random(1), 60) == taken  # the same dice come
    env.reset()
    other.reset()  # and the same next game
    assert tokens_of(env, random.Random(2), 20) == tokens_of(other, random.Random(2), 20)


@pytest.mark.parametrize("way", ["deepcopy", "pickle 5"])
@pytest.mark.parametrize("game", names())
def test_a_seat_is_copied_with_its_opponents_and_generators(game: str, way: str) -> None:
    reward = "shaped" if game == "cauldron" else "result"
    against = next(iter(find(game).bots)) if find(game).bots and game != "inferno" else "random"
    env = learn.single(game, against="random" if game == "cauldron" else against, reward=reward)
    env.reset(seed=5)
    seats_of(env, random.Random(5), 33)
    other = WAYS[way](env)
    assert_same_arrays(env._seen(), other._seen())
    assert seats_of(other, random.Random(1), 40) == seats_of(env, random.Random(1), 40)
    assert other.np_random.bit_generator.state == env.np_random.bit_generator.state


@pytest.mark.parametrize("way", WAYS)
def test_a_wrapped_and_a_vector_environment_are_copied(way: str) -> None:
    env = gymnasium.make(f"mamayev.learn.seat:{ID}", game="skirmish", max_episode_steps=30)
    env.reset(seed=1)
    seats_of(env, random.Random(1), 7)
    other = WAYS[way](env)
    assert seats_of(env, random.Random(1), 50) == seats_of(other, random.Random(1), 50)
    envs: Any = learn.vector("skirmish", 2)
    seen, _ = envs.reset(seed=1)
    twins = WAYS[way](envs)
    for _ in range(20):
        tokens = seen["action_mask"].argmax(axis=1)
        seen, *_ = envs.step(tokens)
        assert_same_arrays(seen, twins.step(tokens)[0])


class Begun:
    """A bot that keeps a plan for the turn in which it was made, each time another one."""

    made: Iterator[str]

    @classmethod
    def bot(cls, asked: list[str]) -> Bot:
        cls.made = cycle(["left", "right"])
        plans = Plans(lambda p: False, lambda p, go_on: next(cls.made), lambda name, _roots: cls._by(name, asked))
        return Bot(lambda p, rng: cls._noted("", asked, p, rng), lambda p, a: "", "", plans=plans)

    @classmethod
    def _by(cls, name: str, asked: list[str]) -> Bot:
        return Bot(lambda p, rng: cls._noted(name, asked, p, rng), lambda p, a: "", "")

    @staticmethod
    def _noted(name: str, asked: list[str], p: Any, rng: random.Random) -> int:
        asked.append(name)
        return int(p.draw(rng.random))


@pytest.mark.parametrize("way", WAYS)
def test_the_plan_of_an_opponent_goes_along_and_ends_with_its_game(way: str, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    bot = Begun.bot(asked)
    monkeypatch.setattr("mamayev.players.contender", lambda game, name: bot)
    table, rng = learn.set_up("skirmish"), random.Random(1)
    p = table.start()
    while p.seat < 0:
        p.apply(p.roll(rng.random))
    opponent = Opponent(table.game, "planner")
    opponent.begin((table.turn(p), "right"))
    other = WAYS[way](opponent)
    other(p, random.Random(1))
    assert asked == ["right"]
    episode = learn.Episode(table, policies={1: other})
    episode.reset(1)
    other(p, random.Random(1))
    assert asked[-1] == ""


@pytest.mark.parametrize("way", WAYS)
def test_a_match_on_its_own_board_is_copied_with_undo_and_practice(way: str, tmp_path: Path) -> None:
    export: Any = find("inferno").export_components
    export(tmp_path)
    match = Match.new("inferno", seed=3, components=tmp_path)
    rng = random.Random(3)
    for _ in range(20):
        assert match.decision is not None
        match.play(rng.choice(match.decision.actions))
    match.undo(practice=True)
    match.undo(practice=True)
    other = WAYS[way](match)
    assert other == match
    assert other.position.table is other.table
    assert other.table.own == match.table.own != ()
    assert (other.redos, other.record.practice) == (2, match.record.practice)
    other.redo()
    match.redo()
    assert other == match
    assert WAYS[way](match.position) == match.position
    decision: Any = match.decision
    assert list(WAYS[way](decision).actions) == list(decision.actions)


@pytest.mark.parametrize("way", WAYS)
def test_a_lesson_goes_on_in_its_copy(way: str) -> None:
    match = Match.new("inferno", lesson=find("inferno").lessons[0].stem)
    for _ in range(3):
        match.play(match.lesson_tasks[0].line)
    other = WAYS[way](match)
    for each in (other, match):
        each.play(each.lesson_tasks[0].line)
    assert other == match
    assert other.lesson_now() == match.lesson_now()


@pytest.mark.parametrize("way", ["copy", *WAYS])
def test_a_copy_uses_up_its_own_dice(way: str) -> None:
    match = Match.new("cauldron", seed=1, chance=Scripted(dice=[1, 2, 3]))
    other = match.copy() if way == "copy" else WAYS[way](match)
    chance, own = match.chance, other.chance
    assert isinstance(chance, Scripted)
    assert isinstance(own, Scripted)
    own.dice.pop(0)
    assert (chance.dice, own.dice) == ([1, 2, 3], [2, 3])


def test_a_game_that_is_not_installed_is_named() -> None:
    found = find("skirmish")
    strange = replace(found, name="strange", open=lambda *given: found.open(*given))
    assert copy.deepcopy(strange) is strange
    with pytest.raises(mamayev.Refusal, match="no game “strange”"):
        pickle.dumps(strange.table().start())


# ------------------------------------------------------------------ OpenSpiel

LOADED: list[dict[str, Any]] = [
    {"game": "skirmish"},
    {"game": "skirmish", "recall": True, "reward": "points"},
    {"game": "inferno", "options": "soviet_side=player"},
    {"game": "cauldron", "edition": "1996", "standing": True},
    {"game": "donnerschlag"},
    {"game": "barbarossa"},
]


def walked(game: Any, seed: int, moves: int) -> Any:
    state, rng = game.new_initial_state(), random.Random(seed)
    for _ in range(moves):
        if not state.is_terminal():
            outcomes = [n for n, _ in state.chance_outcomes()] if state.is_chance_node() else state.legal_actions()
            state.apply_action(rng.choice(outcomes))
    return state


def assert_same_state(one: Any, other: Any) -> None:
    assert one.held.p == other.held.p
    assert one.held.p is not other.held.p
    assert one.held.spelling.prefix == other.held.spelling.prefix
    assert one.held.memories == other.held.memories
    assert one.history() == other.history()
    assert one.move_number() == other.move_number()
    assert one.legal_actions() == other.legal_actions()


SPIEL = {
    **WAYS,
    "clone": lambda state: state.clone(),
    "serialize": lambda state: state.get_game().deserialize_state(state.serialize()),
    "with its game": lambda state: pyspiel.deserialize_game_and_state(
        pyspiel.serialize_game_and_state(state.get_game(), state)
    )[1],
}


@pytest.mark.parametrize("way", SPIEL)
@pytest.mark.parametrize("chosen", LOADED, ids=lambda chosen: " ".join(map(str, chosen.values())))
def test_a_state_of_openspiel_is_copied(chosen: dict[str, Any], way: str) -> None:
    game = pyspiel.load_game(mamayev.learn.spiel.NAME, chosen)
    state = walked(game, len(way), 120)
    for one in (state, state.resample_from_infostate(0, random.Random(1).random)):
        other = SPIEL[way](one)
        assert_same_state(one, other)
        if not other.is_terminal():
            before = one.held.p.copy()
            other.apply_action(other.chance_outcomes()[0][0] if other.is_chance_node() else other.legal_actions()[0])
            assert one.held.p == before


@pytest.mark.parametrize("chosen", LOADED, ids=lambda chosen: " ".join(map(str, chosen.values())))
def test_the_string_of_a_game_loads_it_again(chosen: dict[str, Any]) -> None:
    game = pyspiel.load_game(mamayev.learn.spiel.NAME, chosen)
    for again in (pyspiel.load_game(str(game)), *(way(game) for way in WAYS.values())):
        assert str(again) == str(game)
        assert again.table is game.table
        assert (again.recall, again.tokens.standing, again.max_utility()) == (
            game.recall, game.tokens.standing, game.max_utility()
        )  # fmt: skip


# ------------------------------------------------------------------ another process

ELSEWHERE = """
import pickle, random, sys
things = pickle.load(sys.stdin.buffer)
env, seat, match, position, state = things
rng = random.Random(1)
played = []
for _ in range(30):
    mask = env.last()[0]["action_mask"]
    token = int(rng.choice([n for n, may in enumerate(mask) if may]))
    env.step(token)
    played.append(token)
seat.step(seat.action_masks().argmax())
match.play(match.decision.actions[0])
sys.stdout.buffer.write(pickle.dumps((played, env.episode.p, seat.episode.p, match, position, state.serialize())))
"""


def test_everything_goes_to_another_process_and_back() -> None:
    env = learn.aec("inferno", options={"soviet_side": "player"})
    env.reset(seed=3)
    tokens_of(env, random.Random(3), 60)
    seat = learn.single("barbarossa", against="staff")
    seat.reset(seed=4)
    match = mamayev.new("cauldron", seed=7)
    state = walked(pyspiel.load_game(mamayev.learn.spiel.NAME, {"game": "cauldron", "edition": "1996"}), 5, 40)
    sent = pickle.dumps((env, seat, match, match.position, state))
    done = subprocess.run([sys.executable, "-c", ELSEWHERE], input=sent, capture_output=True, check=False)
    assert done.returncode == 0, done.stderr.decode()
    played, p, at, other, position, told = pickle.loads(done.stdout)
    assert [token for token, _ in tokens_of(env, random.Random(1), 30)] == played
    assert env.episode.p == p
    seat.step(seat.action_masks().argmax())
    assert seat.episode.p == at
    assert position == match.position
    assert match.decision is not None
    match.play(match.decision.actions[0])
    assert other == match
    assert_same_state(state.get_game().deserialize_state(told), state)
