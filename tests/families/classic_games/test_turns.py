# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Games in turns equal PettingZoo's bit for bit, alone and in pools."""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np
import parallel_pool
import pytest
from parallel_pool.errors import ResetNeededError
from parallel_pool.testing import assert_same

from tests.families.classic_games.games import TURNS, TurnGames, pick, reference

ENVS = 5
TURN_IDS = pytest.mark.parametrize("id", TURNS)


def facts_of_pool(envs: Any, i: int) -> dict[str, Any]:
    observations = [envs.observe(agent) for agent in envs.possible_agents]
    agents = len(envs.possible_agents)
    return {
        "agent_selection": int(envs.agent_selection[i]),
        "observations": [{key: value[i] for key, value in one.items()} for one in observations],
        "rewards": envs.rewards[i].tolist(),
        "cumulative": envs.cumulative_rewards[i].tolist(),
        "terminations": [bool(envs.terminations[i])] * agents,
        "truncations": [bool(envs.truncations[i])] * agents,
    }


def compare(id: str, steps: int, mode: str, threads: int, illegal: float, seed: int) -> None:
    envs = parallel_pool.make(
        id, "aec", num_envs=ENVS, num_threads=threads, autoreset_mode=mode, chunk_size=1
    )
    games = TurnGames(partial(reference, id), ENVS, mode == "NextStep")
    assert envs.possible_agents == games.games[0].possible_agents
    rng = np.random.default_rng(seed)
    envs.reset(seed=seed)
    for i in range(ENVS):
        games.reset(i, seed + i)
    for number in range(steps):
        for i in range(ENVS):
            assert_same(facts_of_pool(envs, i), games.facts(i), f"step {number}, game {i}")
        observations, rewards, *_ = envs.last()
        assert_same(observations["action_mask"], envs.action_mask)
        assert_same(rewards, envs.cumulative_rewards[np.arange(ENVS), envs.agent_selection])
        actions = [pick(rng, mask, illegal) for mask in envs.action_mask]
        if mode == "Disabled":
            over = np.array([games.over(i) for i in range(ENVS)])
            if over.any():
                seeds = [int(rng.integers(99)) if rng.random() < 0.5 else None for _ in over]
                envs.reset(seed=seeds, options={"reset_mask": over})
                for i in np.flatnonzero(over):
                    games.reset(i, seeds[i])
                continue
        envs.step(np.array(actions))
        for i in range(ENVS):
            games.step(i, actions[i])
    envs.close()


@TURN_IDS
@pytest.mark.parametrize("mode", ["NextStep", "Disabled"])
@pytest.mark.parametrize("threads", [1, 3])
def test_pool_equals_games(id: str, mode: str, threads: int) -> None:
    compare(id, 150, mode, threads, illegal=0.03, seed=11)


@pytest.mark.slow
@TURN_IDS
@pytest.mark.parametrize("mode", ["NextStep", "Disabled"])
@pytest.mark.parametrize("illegal", [0.0, 0.02, 0.5])
def test_pool_equals_games_for_long(id: str, mode: str, illegal: float) -> None:
    for seed in (0, 2**31 - 3, 2**32 - 2, 2**63):
        compare(id, 1500, mode, 2, illegal, seed)


@TURN_IDS
def test_seeds_of_any_size(id: str) -> None:
    """The reference hashes seeds, of which it takes 64 bits."""
    envs = parallel_pool.make(id, "aec")
    game = reference(id)
    for seed in (0, 1, 9, 10, 123456789, 2**32 - 1, 2**32, 2**64 - 1, 2**64, 2**70 + 5):
        envs.reset(seed=seed)
        game.reset(seed=seed)
        for agent in game.possible_agents:
            ours = {key: value[0] for key, value in envs.observe(agent).items()}
            assert_same(ours, game.observe(agent))
        assert game.possible_agents[envs.agent_selection[0]] == game.agent_selection


@TURN_IDS
def test_states_continue_exactly(id: str) -> None:
    """In another pool, with all that the face tells."""
    envs = parallel_pool.make(id, "aec", num_envs=3, seed=5)
    other = parallel_pool.make(id, "aec", num_envs=3, seed=8)
    envs.reset()
    other.reset()
    rng = np.random.default_rng(0)
    for number in range(30):
        if number % 5 == 0:
            other.set_state([2, 0, 1], [envs.get_state()[i] for i in (2, 0, 1)])
        for i in range(3):
            assert_same(facts_of_pool(other, i), facts_of_pool(envs, i))
        actions = np.array([pick(rng, mask, 0.03) for mask in envs.action_mask])
        envs.step(actions)
        other.step(actions)


@TURN_IDS
def test_clones_tell_the_same(id: str) -> None:
    envs = parallel_pool.make(id, "aec", num_envs=3, seed=5)
    envs.reset()
    rng = np.random.default_rng(0)
    for _ in range(3):
        envs.step(np.array([pick(rng, mask, 0.0) for mask in envs.action_mask]))
    envs.clone([0], [2])
    for _ in range(20):
        assert_same(facts_of_pool(envs, 2), facts_of_pool(envs, 0))
        first, second, _ = (pick(rng, mask, 0.03) for mask in envs.action_mask)
        envs.step(np.array([first, second, first]))


@TURN_IDS
def test_all_faces_tell_the_same(id: str) -> None:
    """Rows of the Gymnasium and the EnvPool face are those of the agents, and infos say whose."""
    turns = parallel_pool.make(id, "aec", num_envs=3, seed=5)
    vector = parallel_pool.make(id, num_envs=3, seed=5)
    plain = parallel_pool.make(id, "gym", num_envs=3, seed=5)
    turns.reset()
    observations, infos = vector.reset()
    for key, rows in plain.reset().items():
        assert_same(rows, observations[key])
    assert vector.observation_space["action_mask"].shape[0] == 6
    assert vector.action_space.shape == (3,)
    rng = np.random.default_rng(0)
    for _ in range(60):
        for i, agent in enumerate(turns.possible_agents):
            for key, value in turns.observe(agent).items():
                assert_same(value, observations[key][i::2])
        assert_same(infos["mover"], turns.agent_selection)
        actions = np.array([pick(rng, mask, 0.05) for mask in turns.action_mask])
        turns.step(actions)
        observations, rewards, *flags, infos = vector.step(actions)
        assert_same(rewards.reshape(3, 2), turns.rewards)
        seen, reward, *_, told = plain.step(actions)
        assert_same(seen["observation"], observations["observation"])
        assert_same(reward, rewards.astype(np.float32))
        assert told["players"]["env_id"].tolist() == [0, 0, 1, 1, 2, 2]
        assert told["players"]["id"].tolist() == [0, 1, 0, 1, 0, 1]
        assert_same(told["mover"], infos["mover"])
        assert_same(flags, [turns.terminations, turns.truncations])


def test_nothing_is_told_before_a_reset() -> None:
    games = parallel_pool.make("tictactoe-v3", "aec", num_envs=2)
    with pytest.raises(ResetNeededError, match="call reset before last"):
        games.last()
    games.reset()
    assert games.last()[1].shape == (2,)
