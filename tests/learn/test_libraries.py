"""Whatever the field's libraries do to an environment works, or is told in a sentence."""

import functools
import random
import warnings
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import gymnasium
import numpy as np
import pyspiel
import pytest
from gymnasium import wrappers
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AsyncVectorEnv, AutoresetMode, SyncVectorEnv
from pettingzoo.test import api_test, render_test, seed_test
from pettingzoo.utils import conversions
from pettingzoo.utils import wrappers as zoo

import mamayev.learn.spiel  # noqa: F401 — registers the game
from mamayev import learn
from mamayev.engine.refusal import Refusal
from mamayev.learn.seat import ID

ADDRESS = f"mamayev.learn.seat:{ID}"


class Legal(gymnasium.ActionWrapper[Any, Any, Any]):
    """Takes any action for a legal one: the libraries' checks and wrappers draw without a mask."""

    def action(self, action: Any) -> Any:
        legal = np.flatnonzero(self.unwrapped.action_masks())  # type: ignore[attr-defined]
        return np.int64(legal[int(action) % len(legal)])


def seat(**chosen: Any) -> Any:
    return Legal(learn.single("skirmish", **chosen))


def flat(**chosen: Any) -> Any:
    return wrappers.FlattenObservation(seat(**chosen))


@pytest.fixture(autouse=True)
def _quiet() -> Iterator[None]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # PettingZoo would rather have no dicts, and agents with numbers
        yield


# ------------------------------------------------------------------ Gymnasium

WRAPPED: dict[str, Callable[[], Any]] = {
    "RecordEpisodeStatistics": lambda: wrappers.RecordEpisodeStatistics(seat()),
    "TimeLimit": lambda: wrappers.TimeLimit(seat(), 5),
    "FlattenObservation": flat,
    "Autoreset": lambda: wrappers.Autoreset(seat()),
    "OrderEnforcing": lambda: wrappers.OrderEnforcing(seat()),
    "PassiveEnvChecker": lambda: wrappers.PassiveEnvChecker(seat()),
    "FrameStackObservation": lambda: wrappers.FrameStackObservation(seat(), 2),
    "NormalizeObservation": lambda: wrappers.NormalizeObservation(flat()),
    "NormalizeReward": lambda: wrappers.NormalizeReward(seat()),
    "ClipReward": lambda: wrappers.ClipReward(seat(), -1, 1),
    "TransformReward": lambda: wrappers.TransformReward(seat(), lambda reward: 2 * float(reward)),
    "TransformObservation": lambda: wrappers.TransformObservation(seat(), lambda seen: seen, None),
    "FilterObservation": lambda: wrappers.FilterObservation(seat(), ["pieces", "action_mask"]),
    "DelayObservation": lambda: wrappers.DelayObservation(flat(), 2),
    "DtypeObservation": lambda: wrappers.DtypeObservation(flat(), np.float32),
    "RescaleObservation": lambda: wrappers.RescaleObservation(flat(), np.float32(0), np.float32(1)),
    "TimeAwareObservation": lambda: wrappers.TimeAwareObservation(wrappers.TimeLimit(seat(), 90)),
    "MaxAndSkipObservation": lambda: wrappers.MaxAndSkipObservation(flat(), 2),
    "StickyAction": lambda: wrappers.StickyAction(seat(), 0.5),
    "RepeatAction": lambda: wrappers.RepeatAction(seat(), 2),
    "RenderCollection": lambda: wrappers.RenderCollection(seat(render_mode="ansi")),
}


@pytest.mark.parametrize("name", WRAPPED)
def test_gymnasium_s_wrappers_take_a_seat(name: str) -> None:
    env = WRAPPED[name]()
    env.action_space.seed(1)
    env.reset(seed=1)
    ends = 0
    for _ in range(200):
        seen, _, terminated, truncated, _ = env.step(env.action_space.sample())
        assert env.observation_space.contains(seen)
        if terminated or truncated:
            ends += 1
            if name != "Autoreset":
                env.reset()
    assert ends > 0


@pytest.mark.parametrize("mode", [None, "human", "ansi"])
def test_gymnasium_s_checks_pass(mode: str | None, capsys: pytest.CaptureFixture[str]) -> None:
    check_env(seat(render_mode=mode))
    env = gymnasium.make(ADDRESS, game="skirmish", render_mode=mode)
    env.reset(seed=1)
    assert isinstance(env.render(), str) == (mode == "ansi")
    assert bool(capsys.readouterr().out) == (mode == "human")


@pytest.mark.parametrize("kind", [SyncVectorEnv, AsyncVectorEnv])
@pytest.mark.parametrize("mode", AutoresetMode)
def test_a_vector_environment_goes_on_after_each_end(mode: AutoresetMode, kind: Any) -> None:
    envs = kind([partial(learn.single, "skirmish")] * 2, autoreset_mode=mode)
    seen, _ = envs.reset(seed=1)
    rng, ends = np.random.default_rng(1), 0
    for _ in range(250):
        tokens = np.array([rng.choice(np.flatnonzero(mask)) for mask in seen["action_mask"]])
        seen, _, terminated, truncated, _ = envs.step(tokens)
        over = terminated | truncated
        ends += int(over.sum())
        if mode == AutoresetMode.DISABLED and over.any():
            seen, _ = envs.reset(options={"reset_mask": over})
    assert ends > 2
    envs.close()


def test_gymnasium_makes_many_by_the_id() -> None:
    envs: Any = gymnasium.make_vec(ADDRESS, num_envs=2, game="skirmish")
    envs.reset(seed=[1, 2])
    envs.close()


# ------------------------------------------------------------------ PettingZoo

ZOO: dict[str, Callable[[], Any]] = {
    "bare": lambda: learn.aec("skirmish"),
    "BaseWrapper": lambda: zoo.BaseWrapper(learn.aec("skirmish")),
    "OrderEnforcingWrapper": lambda: zoo.OrderEnforcingWrapper(learn.aec("skirmish")),
    "AssertOutOfBoundsWrapper": lambda: zoo.AssertOutOfBoundsWrapper(learn.aec("skirmish")),
    "TerminateIllegalWrapper": lambda: zoo.TerminateIllegalWrapper(learn.aec("skirmish"), illegal_reward=-1),
    "CaptureStdoutWrapper": lambda: zoo.CaptureStdoutWrapper(learn.aec("skirmish", render_mode="human")),
    "MultiEpisodeEnv": lambda: zoo.MultiEpisodeEnv(learn.aec("skirmish"), 2),
}


@pytest.mark.parametrize("name", ZOO)
def test_pettingzoo_s_wrappers_and_tests_take_all_seats(name: str) -> None:
    if name != "MultiEpisodeEnv":  # where an episode ends, it begins another: to api_test, agents that come back
        api_test(ZOO[name](), num_cycles=30)
    seed_test(ZOO[name], num_cycles=20)
    env, rng = ZOO[name](), np.random.default_rng(1)
    env.reset(seed=1)
    for _ in env.agent_iter(2000):
        seen, _, terminated, truncated, _ = env.last()
        over = terminated or truncated
        env.step(None if over else int(rng.choice(np.flatnonzero(seen["action_mask"]))))
    assert not env.agents


def test_pettingzoo_s_render_test_passes(capsys: pytest.CaptureFixture[str]) -> None:
    render_test(lambda render_mode: learn.aec("skirmish", render_mode=render_mode))
    assert "Turn 1 of 5" in capsys.readouterr().out
    captured = ZOO["CaptureStdoutWrapper"]()
    captured.reset(seed=1)
    assert "Turn 1 of 5" in captured.render()


def test_an_illegal_token_ends_the_game_where_the_wrapper_says_so() -> None:
    env = ZOO["TerminateIllegalWrapper"]()
    env.reset(seed=1)
    agent = env.agent_selection
    env.step(int(np.flatnonzero(env.last()[0]["action_mask"] == 0)[0]))
    assert env.terminations == dict.fromkeys(env.possible_agents, True)
    assert env.rewards[agent] == -1


def test_agents_that_take_turns_do_not_act_at_once() -> None:
    with pytest.raises(AssertionError, match="not generally safe"):
        conversions.aec_to_parallel(learn.aec("skirmish"))
    env = conversions.turn_based_aec_to_parallel(learn.aec("skirmish"))
    seen, _ = env.reset(seed=1)
    for _ in range(200):
        if not env.agents:
            break
        legal = {agent: np.flatnonzero(seen[agent]["action_mask"]) for agent in env.agents}
        seen, *_ = env.step({agent: int(row[0]) if len(row) else None for agent, row in legal.items()})
    assert not env.agents


# ------------------------------------------------------------------ OpenSpiel


@pytest.mark.parametrize("text", [
    "python_mamayev(game=skirmish)", "python_mamayev(game=skirmish,recall=True)",
    "python_mamayev(game=cauldron,edition='1996')", "python_mamayev(game=inferno,options=soviet_side:player)",
    "python_mamayev(game=skirmish,actions=text,recall=True)",
])  # fmt: skip
def test_openspiel_s_simulation_test_passes_with_serialization(text: str) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(text), num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize("recall", [False, True])
def test_openspiel_writes_a_playthrough(recall: bool) -> None:
    text = f"python_mamayev(game=skirmish,recall={recall})"
    from open_spiel.python.algorithms import generate_playthrough  # loads SciPy, which no other test needs

    told, again = (generate_playthrough.playthrough(text, action_sequence=None, seed=1) for _ in range(2))
    assert told == again
    assert "IsTerminal() = True" in told
    assert ("InformationStateString" in told) == recall


@pytest.mark.parametrize("game", ["skirmish", "inferno"])
def test_a_move_of_openspiel_can_be_a_whole_text(game: str) -> None:
    state = pyspiel.load_game(f"python_mamayev(game={game},actions=text)").new_initial_state()
    rng, moves = random.Random(2), 0
    while not state.is_terminal() and moves < 60:
        if state.is_chance_node():
            state.apply_action(state.chance_outcomes()[0][0])
            continue
        player = state.current_player()
        p, table = state.held.p, state.get_game().table
        texts = [state.action_to_string(player, action) for action in state.legal_actions()]
        assert texts
        assert all(p.allows(table.notation.parse(text)) for text in texts)
        assert table.describe(p, p.seat) in state.observation_string(player)
        chosen = rng.choice(texts)
        action = state.string_to_action(player, chosen)
        assert action < state.get_game().num_distinct_actions()
        there = p.copy()
        there.apply(table.notation.parse(chosen))
        state.apply_action(action)
        moves += 1
        if there.seat not in table.procedures:
            assert state.held.p == there
    assert moves > 5


# ------------------------------------------------------------------ what somebody gets wrong

WRONG: dict[str, tuple[dict[str, Any], str]] = {
    "a game": ({"game": "chess"}, "no game “chess”.*skirmish"),
    "no game": ({"game": None}, "no game “None”"),
    "an option": ({"options": {"turnz": 3}}, "no option “turnz”. Do you mean turns"),
    "options without names": ({"options": ["turns"]}, r"Options must be a dict of names and values, .*\['turns'\]"),
    "an edition": ({"edition": "2nd"}, "no edition “2nd”; it has first"),
    "a preset": ({"preset": "hard"}, "no preset “hard”"),
    "a reward": ({"reward": "glory"}, "Unknown reward “glory”. Use one of these: result, points, shaped"),
    "a render mode": (
        {"render_mode": "rgb_array"},
        "Unknown render mode 'rgb_array'. Use one of these: None, 'human', 'ansi'",
    ),
    "components": ({"game": "inferno", "components": "/nowhere"}, "/nowhere is not a folder"),
}


@pytest.mark.parametrize(("chosen", "sentence"), WRONG.values(), ids=WRONG)
@pytest.mark.parametrize("kind", [learn.aec, learn.single])
def test_a_wrong_argument_is_told(kind: Any, chosen: dict[str, Any], sentence: str) -> None:
    with pytest.raises(Refusal, match=sentence):
        kind(**{"game": "skirmish", **chosen})


@pytest.mark.parametrize(
    ("make", "sentence"),
    [
        (lambda: learn.single("skirmish", "green"), "“green” is not an open seat. Use one of these: blue, red"),
        (lambda: learn.single("skirmish", 0), "“0” is not an open seat"),  # type: ignore[arg-type]
        (lambda: learn.single("skirmish", against="nobody"), "no bot"),
        (lambda: learn.single("skirmish", against={"green": "random"}), "“green” is not an open seat"),
        (lambda: learn.single("skirmish", against=3), "`against` must be the name of a bot.*not 3"),  # type: ignore[arg-type]
        (lambda: learn.aec("skirmish", limit=0), "`limit` must be an int of at least 1, not 0"),
        (lambda: learn.vector("skirmish", 0), "`count` must be an int of at least 1"),
        (lambda: pyspiel.load_game("python_mamayev(game=skirmish,options=turns)"), "no value: write “turns:value”"),
        (lambda: pyspiel.load_game("python_mamayev"), "Name a game"),
        (lambda: pyspiel.load_game("python_mamayev(game=skirmish,actions=words)"), "Use tokens or text"),
    ],
)  # fmt: skip
def test_a_wrong_seat_bot_or_number_is_told(make: Callable[[], Any], sentence: str) -> None:
    with pytest.raises(Refusal, match=sentence):
        make()


SEEDS = [3, np.int64(3), np.uint8(3), np.array(3), 2**70, np.random.SeedSequence(3), None]


@pytest.mark.parametrize("seed", SEEDS, ids=repr)
def test_seeds_of_any_kind_give_the_same_game_again(seed: Any) -> None:
    for env in (learn.aec("skirmish"), learn.single("skirmish")):
        games = []
        for _ in range(2):
            env.reset(seed=seed)
            games.append(env.episode.p.copy())
        assert games[0] == games[1] or seed is None


@pytest.mark.parametrize("seed", [-1, 2.5, "three", float("nan"), [1]], ids=repr)
@pytest.mark.parametrize("kind", [learn.aec, learn.single])
def test_what_is_no_seed_is_told(kind: Any, seed: Any) -> None:
    with pytest.raises(Refusal, match="A seed must be a non-negative int or None, not"):
        kind("skirmish").reset(seed=seed)


TOKENS = [int, np.int8, np.int64, np.array, lambda token: np.array([token])]


@pytest.mark.parametrize("given", TOKENS, ids=["int", "int8", "int64", "array", "array of one"])
@pytest.mark.parametrize("kind", [learn.aec, learn.single])
def test_a_token_is_an_int_of_any_kind(kind: Any, given: Any) -> None:
    env = kind("skirmish")
    env.reset(seed=1)
    env.step(given(env.episode.legal()[0]))
    assert len(env.episode.spelling.prefix) == 1


@pytest.mark.parametrize(
    ("action", "sentence"),
    [
        (10**6, r"no token 1000000; tokens are ints from 0 to \d+\."),
        (-1, "no token -1"),
        (0.0, "one token, an int from 0 to"),
        (np.float32(1), "one token"),
        (float("nan"), "one token, .*not nan"),
        (None, "one token, .*not None"),
        ("1", "one token, .*not '1'"),
        (np.array([1, 2]), "one token"),
    ],
)
@pytest.mark.parametrize("kind", [learn.aec, learn.single])
def test_what_is_no_token_is_told_and_changes_nothing(kind: Any, action: Any, sentence: str) -> None:
    env = kind("skirmish")
    env.reset(seed=1)
    before = env.episode.p.copy()
    with pytest.raises(Refusal, match=sentence):
        env.step(action)
    assert env.episode.p == before
    assert env.episode.spelling.prefix == []


def test_calls_out_of_order_are_told() -> None:
    env = learn.aec("skirmish")
    for call in (env.last, partial(env.step, 0), partial(env.observe, "blue"), lambda: list(env.agent_iter())):
        with pytest.raises(AttributeError, match=r"Call reset\(\) first"):
            call()
    with pytest.raises(Refusal, match=r"Unknown agent 'green'\. Use one of these: blue, red"):
        env.observation_space("green")
    env.reset(seed=1)
    with pytest.raises(Refusal, match="Unknown agent 'green'"):
        env.observe("green")
    rng = random.Random(1)
    for _ in env.agent_iter():
        seen, _, terminated, _, _ = env.last()
        if terminated:
            with pytest.raises(ValueError, match="only valid action is None"):
                env.step(0)
        env.step(None if terminated else int(rng.choice(list(np.flatnonzero(seen["action_mask"])))))
    for call in (env.last, partial(env.step, None), partial(env.step, 0)):
        with pytest.raises(Refusal, match=r"The episode is over: call reset\(\)"):
            call()
    env.close()
    env.reset(seed=1)
    assert env.last()[0] is not None


def test_a_seat_says_that_its_episode_is_over() -> None:
    env = learn.single("skirmish")
    seen, _ = env.reset(seed=1)
    over = False
    while not over:
        seen, _, over, _, _ = env.step(np.flatnonzero(seen["action_mask"])[0])
    assert list(np.flatnonzero(seen["action_mask"])) == [0]
    assert env.action_masks().sum() == 1
    with pytest.raises(Refusal, match=r"The episode is over: call reset\(\)"):
        env.step(0)
    assert functools.reduce(lambda found, _: env.reset()[0], range(2), seen)["action_mask"].any()
