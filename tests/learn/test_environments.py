"""The environments, through the libraries' own tests and as a learner meets them."""

import random
import warnings
from typing import Any

import gymnasium
import numpy as np
import pyspiel
import pytest
from gymnasium.utils.env_checker import check_env
from open_spiel.python.algorithms.ismcts import ISMCTSBot
from open_spiel.python.algorithms.mcts import RandomRolloutEvaluator
from pettingzoo.test import api_test, seed_test

import mamayev.learn.spiel
from mamayev import learn
from mamayev.engine.refusal import Refusal
from mamayev.learn.seat import ID

GAMES = ["barbarossa", "cauldron", "donnerschlag", "inferno", "skirmish"]


class Legal(gymnasium.ActionWrapper[Any, Any, Any]):
    """Takes any action for a legal one: the library's checks draw without a mask."""

    def action(self, action: Any) -> Any:
        legal = self.unwrapped.episode.legal()  # type: ignore[attr-defined]
        return np.int64(legal[int(action) % len(legal)])


def by_lot(env: Any, rng: random.Random, steps: int = 10**6) -> tuple[dict[str, float], list[str]]:
    """Random play of a PettingZoo environment: what each agent has earned, and the texts of the actions."""
    earned, told = dict.fromkeys(env.possible_agents, 0.0), []
    for agent in env.agent_iter(steps):
        seen, reward, terminated, truncated, _ = env.last()
        earned[agent] += reward
        legal = np.flatnonzero(seen["action_mask"])
        env.step(None if terminated or truncated else int(legal[int(rng.random() * len(legal))]))
        if agent in env.infos and "action" in env.infos[agent]:
            told.append(env.infos[agent]["action"])
    return earned, told


# ------------------------------------------------------------------ PettingZoo


@pytest.mark.parametrize("game", GAMES)
def test_pettingzoo_takes_a_game_as_it_is(game: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it would rather have no dicts and agents with numbers
        api_test(learn.aec(game), num_cycles=60)


def test_the_same_seed_gives_the_same_episode() -> None:
    seed_test(lambda: learn.aec("inferno"), num_cycles=30)
    env = learn.aec("inferno")
    games = []
    for seed in (7, 7, 8):
        env.reset(seed=seed)
        games.append(by_lot(env, random.Random(1))[1])
    assert games[0] == games[1] != games[2]


def test_a_new_reset_without_a_seed_is_another_game() -> None:
    env = learn.aec("skirmish")
    env.reset(seed=3)
    first = by_lot(env, random.Random(1))[1]
    again = []
    for _ in range(4):
        env.reset()
        again.append(by_lot(env, random.Random(1))[1])
    assert [first] * 4 != again


def test_an_episode_ends_with_the_result_for_each_side() -> None:
    env = learn.aec("donnerschlag")
    env.reset(seed=5)
    earned, _ = by_lot(env, random.Random(5))
    assert sorted(earned.values()) == [-1.0, 1.0]
    assert env.episode.p.returns() == list(earned.values())


def test_an_episode_can_be_cut() -> None:
    env = learn.aec("barbarossa", limit=50)
    env.reset(seed=1)
    earned, _ = by_lot(env, random.Random(1))
    assert earned == {"german": 0.0, "russian": 0.0}
    assert env.steps == 50


def test_a_token_that_is_masked_is_refused_and_nothing_is_lost() -> None:
    env = learn.aec("inferno")
    env.reset(seed=1)
    before = env.last()[0]
    wrong = int(np.flatnonzero(before["action_mask"] == 0)[-1])
    with pytest.raises(Refusal, match="cannot follow"):
        env.step(wrong)
    assert (env.last()[0]["action_mask"] == before["action_mask"]).all()


def test_whoever_waits_has_an_empty_mask_and_sees_no_token_of_the_other() -> None:
    env = learn.aec("skirmish")
    env.reset(seed=1)
    first = env.agent_selection
    other = next(agent for agent in env.agents if agent != first)
    env.step(int(np.flatnonzero(env.last()[0]["action_mask"])[0]))
    assert env.agent_selection == first
    assert env.observe(first)["observation"]["prefix"][0] >= 0
    assert (env.observe(other)["observation"]["prefix"] == -1).all()
    assert not env.observe(other)["action_mask"].any()


def test_rewards_are_named() -> None:
    with pytest.raises(Refusal, match="result, points, shaped"):
        learn.aec("inferno", reward="glory")
    with pytest.raises(Refusal, match="no value function"):
        learn.aec("skirmish", reward="shaped")
    env = learn.aec("cauldron", reward="points")
    env.reset(seed=2)
    earned, _ = by_lot(env, random.Random(2))
    assert earned["german"] == env.episode.table.result(env.episode.p)["points"]


def test_a_shaped_reward_adds_up_to_the_result_and_what_the_start_was_worth() -> None:
    games = []
    for reward in ("result", "shaped"):
        env = learn.aec("inferno", reward=reward)
        env.reset(seed=4)
        table, start = env.episode.table, env.episode.p.copy()
        games.append(by_lot(env, random.Random(4))[0]["german"])
    value: Any = table.game.foresight and table.game.foresight.value("german")
    worth = value.of(table.features(start, 0)) / max(abs(value.low), abs(value.high))
    assert games[1] == pytest.approx(games[0] - worth)


def test_editions_options_and_presets_are_chosen_by_name() -> None:
    assert learn.set_up("cauldron", edition="1996").edition == "1996"
    preset = learn.set_up("inferno").game.presets[-1]
    assert preset.options.items() <= learn.set_up("inferno", preset=preset.name).options.items()
    assert learn.aec("inferno", options={"soviet_side": "player"}).possible_agents == ["german", "soviet"]
    with pytest.raises(Refusal):
        learn.aec("inferno", options={"soviets": "player"})


# ------------------------------------------------------------------ Gymnasium


@pytest.mark.parametrize("game", ["cauldron", "skirmish"])
def test_gymnasium_takes_a_seat_as_it_is(game: str) -> None:
    env = learn.single(game)
    check_env(Legal(env), skip_render_check=True)
    # Stable-Baselines3 takes no spaces within spaces.
    spaces: Any = env.observation_space
    assert all(isinstance(part, gymnasium.spaces.Box) for part in spaces.values())


def test_a_seat_is_made_by_its_id_and_plays_against_a_bot() -> None:
    env = gymnasium.make(f"mamayev.learn.seat:{ID}", game="barbarossa", seat="russian", against="recruit")
    seen, _ = env.reset(seed=1)
    seat: Any = env.unwrapped
    asked = 0
    while asked < 40:
        assert seat.episode.p.seat == 1
        assert (seat.action_masks() == (seen["action_mask"] == 1)).all()
        seen, _, over, _, _ = env.step(np.flatnonzero(seen["action_mask"])[-1])
        asked += 1
        assert not over
    with pytest.raises(Refusal, match="german, russian"):
        learn.single("barbarossa", "finnish")
    with pytest.raises(Refusal, match="no bot"):
        learn.single("barbarossa", against="nobody")


def test_many_seats_play_in_step() -> None:
    envs: Any = learn.vector("skirmish", 3)
    seen, _ = envs.reset(seed=1)
    assert seen["action_mask"].shape == (3, envs.single_action_space.n)
    seen, rewards, *_ = envs.step(seen["action_mask"].argmax(axis=1))
    assert rewards.shape == (3,)
    assert seen["prefix"][:, 0].min() >= 0
    envs.close()


def test_a_board_of_hexes_is_an_image() -> None:
    table = learn.set_up("barbarossa")
    p = table.start()
    rows = table.observe(p, 0)["spaces"]
    shown = learn.image(table, rows)
    assert shown.shape == (rows.shape[1], 52, 42)
    assert (shown.sum(axis=(1, 2)) == rows.sum(axis=0)).all()
    grid: Any = table.look.kept.grid
    at = {name: (row, column) for name, column, row in grid.places()}
    name = table.notation.nouns["space"][77].id
    assert (shown[(slice(None), *at[name])] == rows[77]).all()
    with pytest.raises(Refusal, match="not a hex grid"):
        learn.image(learn.set_up("cauldron"), rows)


def test_what_the_numbers_mean_is_said() -> None:
    said = learn.describe("inferno")
    assert "tokens: 275: 1 none, 85 piece, 34 verb, 109 space, 46 card" in said
    assert "strength (0 to 4 steps)" in said
    assert "reward shaped" in said


# ------------------------------------------------------------------ OpenSpiel


@pytest.mark.parametrize("game", ["cauldron", "inferno", "skirmish"])
def test_openspiel_takes_a_game_as_it_is(game: str) -> None:
    loaded = pyspiel.load_game(mamayev.learn.spiel.NAME, {"game": game})
    pyspiel.random_sim_test(loaded, num_sims=1, serialize=False, verbose=False)


def test_openspiel_has_dice_and_cards_as_chance_that_adds_up() -> None:
    game = pyspiel.load_game("python_mamayev(game=inferno)")
    state, rng, met = game.new_initial_state(), random.Random(3), 0
    while not state.is_terminal() and met < 50:
        if state.is_chance_node():
            outcomes = state.chance_outcomes()
            assert sum(share for _, share in outcomes) == pytest.approx(1)
            state.apply_action(rng.choice(outcomes)[0])
            met += 1
        else:
            state.apply_action(rng.choice(state.legal_actions()))
    assert met == 50


def test_a_copy_of_a_state_goes_its_own_way() -> None:
    state = pyspiel.load_game("python_mamayev(game=skirmish)").new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[0][0])
    state.apply_action(state.legal_actions()[0])
    before, copy = str(state), state.clone()
    assert str(copy) == before
    assert copy.legal_actions() == state.legal_actions()
    copy.apply_action(copy.legal_actions()[0])
    assert str(state) == before


def test_another_state_that_a_player_cannot_tell_looks_the_same_to_him() -> None:
    game = pyspiel.load_game("python_mamayev(game=donnerschlag)")
    rng = random.Random(11)
    state = game.new_initial_state()
    for _ in range(300):
        outcomes = [n for n, _ in state.chance_outcomes()] if state.is_chance_node() else state.legal_actions()
        state.apply_action(rng.choice(outcomes))
    for player in (0, 1):
        others = [state.resample_from_infostate(player, rng.random) for _ in range(3)]
        assert {other.observation_string(player) for other in others} == {state.observation_string(player)}
        assert any(other.held.p != state.held.p for other in others)
        if player == state.current_player():
            assert others[0].legal_actions() == state.legal_actions()


def walked(game: Any, moves: list[int]) -> Any:
    """The state after some moves, each the one of this number among those there are."""
    state = game.new_initial_state()
    for move in moves:
        there = [n for n, _ in state.chance_outcomes()] if state.is_chance_node() else state.legal_actions()
        state.apply_action(there[move % len(there)])
    return state


def test_openspiel_has_information_states_with_perfect_recall() -> None:
    game = pyspiel.load_game(mamayev.learn.spiel.NAME, {"game": "skirmish", "recall": True})
    pyspiel.random_sim_test(game, num_sims=1, serialize=False, verbose=False)
    drawn = {blue: [walked(game, [blue, red]) for red in range(3)] for blue in range(3)}
    known = {blue: {state.information_state_string(0) for state in states} for blue, states in drawn.items()}
    assert [len(strings) for strings in known.values()] == [1, 1, 1]  # who draws does not know the other's reserve
    assert len(set.union(*known.values())) == 3
    assert known[0] == {drawn[0][0].clone().information_state_string(0)}


def test_what_was_done_is_remembered_where_nothing_of_it_is_left_to_be_seen() -> None:
    game = pyspiel.load_game(mamayev.learn.spiel.NAME, {"game": "skirmish", "recall": True})

    def after(*moves: str) -> Any:
        """The state after turns in which Blue makes these moves, and nobody does anything else."""
        state = walked(game, [0, 0])
        for move in moves:
            for text in filter(None, (move, "done", "done")):
                for token in game.tokens.parse(text):
                    state.apply_action(token)
        return state

    still, there_and_back = after("", ""), after("move blue-rifles 0201", "move blue-rifles 0101")
    assert still.observation_string(1) == there_and_back.observation_string(1)
    assert still.information_state_string(1) != there_and_back.information_state_string(1)
    other = still.resample_from_infostate(1, random.Random(1).random)
    assert other.information_state_string(1) == still.information_state_string(1)
    with pytest.raises(Exception, match="recall"):
        pyspiel.load_game("python_mamayev(game=skirmish)").new_initial_state().information_state_string(0)


@pytest.mark.parametrize(("name", "options"), [("skirmish", ""), ("inferno", "soviet_side=player")])
def test_a_search_of_the_library_plays_a_game_with_secrets(name: str, options: str) -> None:
    game = pyspiel.load_game("python_mamayev", {"game": name, "options": options})
    rng = np.random.RandomState(1)
    bot = ISMCTSBot(game=game, evaluator=RandomRolloutEvaluator(1, rng), uct_c=2.0, max_simulations=4,
                    random_state=rng, use_observation_string=True)  # fmt: skip
    state = game.new_initial_state()
    for _ in range(12):
        if state.is_chance_node():
            state.apply_action(state.chance_outcomes()[0][0])
        else:
            token = bot.step(state)
            assert token in state.legal_actions()
            state.apply_action(token)


def test_nobody_plays_against_a_seat_where_the_rules_play_all_others() -> None:
    with pytest.raises(Refusal, match="There is no opponent for german"):
        learn.single("inferno", "german", against="staff")


def test_openspiel_refuses_what_there_is_not() -> None:
    skirmish = {"game": "skirmish"}
    for wrong in ({}, {"game": "chess"}, {**skirmish, "options": "hills=1"}, {**skirmish, "reward": "shaped"}):
        with pytest.raises(Exception, match=r"game|option|reward"):
            pyspiel.load_game("python_mamayev", wrong)
