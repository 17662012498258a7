# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Environments equal MPE2's bit for bit, in pools and with all options."""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np
import parallel_pool
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from parallel_pool.errors import InvalidActionError
from parallel_pool.testing import assert_same

from tests.families.at_once import (
    MODES,
    assert_same_states,
    assert_states_continue,
    count_terminations,
    random_actions,
)
from tests.families.mpe.games import IDS, compare, parallel_reference
from tests.families.mpe.options import CONFIG

ALL_IDS = pytest.mark.parametrize("id", IDS)
UNLIKE = ["simple_speaker_listener-v4", "simple_crypto-v3", "simple_push-v3"]


@MODES
@ALL_IDS
@pytest.mark.parametrize("continuous", [False, True])
def test_pool_equals_the_reference(id: str, continuous: bool, mode: str) -> None:
    compare(id, 60, seed=3, threads=2, mode=mode, continuous_actions=continuous)


@ALL_IDS
@given(data=st.data())
@settings(max_examples=4, deadline=None, suppress_health_check=[HealthCheck.differing_executors])
def test_all_options(id: str, data: st.DataObject) -> None:
    compare(id, 12, seed=7, **drawn(id, data))


@ALL_IDS
def test_state(id: str) -> None:
    assert_same_states(id, partial(parallel_reference, id), 12, max_cycles=8)


@pytest.mark.slow
@ALL_IDS
@given(data=st.data())
@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.differing_executors])
def test_all_options_for_long(id: str, data: st.DataObject) -> None:
    compare(id, 300, seed=data.draw(st.integers(0, 2**40)), threads=2, **drawn(id, data))


def drawn(id: str, data: st.DataObject) -> dict[str, Any]:
    return {name: data.draw(values) for name, values in CONFIG[id.rpartition("-v")[0]].items()}


@pytest.mark.parametrize("id", ["simple_spread-v3", "simple_tag-v3", "simple_line-v1"])
def test_success_ends_the_episode(id: str) -> None:
    """Steered there in both, because it is rare by chance."""
    config = {"terminate_on_success": True, "max_cycles": 200}
    if id == "simple_tag-v3":
        config |= {"curriculum": True, "num_obstacles": 0}
    if id != "simple_tag-v3":
        config |= {"N": 1}
    terminations = count_terminations(
        id,
        partial(parallel_reference, id),
        200,
        lambda _, seen: {agent: towards_the_first_thing(rows) for agent, rows in seen.items()},
        **config,
    )
    assert terminations > 0


def towards_the_first_thing(observations: np.ndarray) -> np.ndarray:
    """To the first landmark or, without one, the first agent; gently, so that it stays there."""
    delta = observations[:, 4:6] - 0.6 * observations[:, :2]
    x, y = delta.T
    moves = np.where(np.abs(x) > np.abs(y), np.where(x < 0, 1, 2), np.where(y < 0, 3, 4))
    return np.where(np.abs(delta).max(axis=1) < 0.03, 0, moves)


@pytest.mark.parametrize("continuous", [False, True])
@pytest.mark.parametrize("id", UNLIKE)
def test_faces_with_one_space_pad_it(id: str, continuous: bool) -> None:
    """Observations end with zeros, and what lies beyond an agent's actions does nothing."""
    config = {"num_envs": 3, "seed": 5, "continuous_actions": continuous}
    envs = parallel_pool.make(id, "parallel", **config)
    stacked = parallel_pool.make(id, "parallel", layout="stacked", **config)
    vector = parallel_pool.make(id, **config)
    plain = parallel_pool.make(id, "gym", **config)
    agents = envs.possible_agents
    rng = np.random.default_rng(0)
    seen, whole, rows, flat = envs.reset()[0], stacked.reset()[0], vector.reset()[0], plain.reset()
    widest = vector.single_observation_space.shape[0]
    assert widest == max(envs.observation_space(agent).shape[0] for agent in agents)
    for _ in range(40):
        expected = np.zeros((3, len(agents), widest), np.float32)
        for i, agent in enumerate(agents):
            expected[:, i, : seen[agent].shape[1]] = seen[agent]
        assert_same(whole, expected)
        assert_same(rows, expected.reshape(-1, widest))
        assert_same(flat, rows)
        actions = random_actions(rng, envs)
        padded = []
        for agent in agents:
            space, room = envs.action_space(agent), vector.single_action_space
            own = actions[agent]
            if continuous:
                beyond = rng.random((3, room.shape[0] - space.shape[0])).astype(np.float32)
                padded.append(np.concatenate([own, beyond], axis=1))
            elif space.n < room.n:
                padded.append(np.where(own == 0, rng.integers(space.n, room.n, 3), own))
            else:
                padded.append(own)
        together = np.stack(padded, axis=1)
        seen, rewards, *_ = envs.step(actions)
        whole, all_rewards, *_ = stacked.step(together)
        rows, row_rewards, *_ = vector.step(together.reshape(-1, *together.shape[2:]))
        flat = plain.step(together.reshape(-1, *together.shape[2:]))[0]
        assert_same(np.stack([rewards[agent] for agent in agents], axis=1), all_rewards)
        assert_same(row_rewards, all_rewards.reshape(-1))


def test_observations_of_agents_are_views() -> None:
    envs = parallel_pool.make("simple_speaker_listener-v4", "parallel", num_envs=4)
    observations, _ = envs.reset()
    speaker, listener = observations["speaker_0"], observations["listener_0"]
    assert speaker.shape == (4, 3)
    assert listener.shape == (4, 11)
    assert speaker.base is not None
    assert speaker.__array_interface__["data"][0] + 44 == listener.__array_interface__["data"][0]


def test_actions_are_checked_by_agent() -> None:
    envs = parallel_pool.make("simple_speaker_listener-v4", "parallel", num_envs=2)
    envs.reset(seed=0)
    before = envs.get_state()
    moves = {"speaker_0": np.array([0, 3]), "listener_0": np.array([0, 4])}
    with pytest.raises(
        InvalidActionError,
        match=r"actions\['speaker_0'\] is 3 in environment 1, but must lie in 0\.\.2",
    ):
        envs.step(moves)
    forces = parallel_pool.make(
        "simple_speaker_listener-v4", "parallel", num_envs=2, continuous_actions=True
    )
    forces.reset()
    with pytest.raises(ValueError, match=r"'speaker_0'\] must have shape \(2, 3\), got \(2, 5\)"):
        forces.step({"speaker_0": np.zeros((2, 5)), "listener_0": np.zeros((2, 5))})
    assert envs.get_state() == before


@ALL_IDS
def test_states_continue_exactly(id: str) -> None:
    assert_states_continue(id, 40, continuous_actions=True)


@pytest.mark.parametrize(
    ("id", "config", "message"),
    [
        ("simple-v3", {"max_cycles": 0}, "max_cycles must be at least 1, got 0"),
        ("simple_spread-v3", {"N": 0}, "N must be 1 to 1000, got 0"),
        ("simple_spread-v3", {"local_ratio": 1.5}, "local_ratio must be 0 to 1, got 1.5"),
        ("simple_tag-v3", {"num_landmark_neighbors": 0}, "num_landmark_neighbors must be 1 to"),
        ("simple_world_comm-v3", {"num_food": 0}, "num_food must be 1 to 1000, got 0"),
        ("collect_treasure-v1", {"num_deposits": 0}, "num_deposits must be 1 to 1000, got 0"),
        ("simple_line-v1", {"N": -1}, "N must be 1 to 1000, got -1"),
    ],
)
def test_options_are_checked(id: str, config: dict[str, float], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        parallel_pool.make(id, "parallel", **config)
