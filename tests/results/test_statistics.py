# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Episode statistics equal those of Gymnasium's wrapper, and work where it does not."""

from __future__ import annotations

import time
from typing import Any

import numpy as np
import parallel_pool
import pytest
from gymnasium.wrappers.vector import RecordEpisodeStatistics
from parallel_pool import errors
from parallel_pool.testing.compare import assert_same
from parallel_pool.testing.trajectory import ActionSource

from tests.engine.model import GO_ON, THROW

MODES = ["NextStep", "SameStep", "Disabled"]
# Negative, fractional and integral rewards; episodes that end in every way.
IDS = ["CartPole-v1", "Pendulum-v1", "FrozenLake-v1", "Blackjack-v1", "MountainCarContinuous-v0"]


def without_times(infos: dict[str, Any]) -> dict[str, Any]:
    """Infos with clocks replaced by their dtype and by which of them are 0."""
    if "episode" in infos:
        times = infos["episode"]["t"]
        infos["episode"] = infos["episode"] | {"t": (str(times.dtype), times.shape)}
    return infos


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("id", IDS)
def test_equal_to_the_wrapper(id: str, mode: str) -> None:
    """Keys and their order, dtypes, masks and every byte but the clock's."""
    options: dict[str, Any] = {"num_envs": 5, "autoreset_mode": mode, "max_episode_steps": 40}
    own = parallel_pool.make(id, **options, record_episode_statistics=True)
    wrapped = RecordEpisodeStatistics(parallel_pool.make(id, **options))
    source = ActionSource(own.single_action_space, 5, 0)
    own.reset(seed=3), wrapped.reset(seed=3)
    ended = 0
    for step in range(200):
        actions = source.batch(range(5))
        results = own.step(actions), wrapped.step(actions)
        infos = [without_times(result[4]) for result in results]
        assert list(infos[0]) == list(infos[1])
        assert_same(infos[0], infos[1], f"step {step}")
        assert_same(results[0][1], results[1][1], "rewards")
        done = results[0][2] | results[0][3]
        ended += int(done.sum())
        if mode == "Disabled" and done.any():
            for env in (own, wrapped):
                env.reset(options={"reset_mask": done.copy()})
        if step == 90:  # in the middle of episodes
            own.reset(seed=4), wrapped.reset(seed=4)
    assert ended > 10


@pytest.mark.parametrize("mode", ["NextStep", "SameStep"])
def test_async_counts_each_environment(mode: str) -> None:
    """The statistics sum the rows of an environment since its reset."""
    envs = parallel_pool.make(
        "Pendulum-v1",
        num_envs=6,
        batch_size=2,
        autoreset_mode=mode,
        max_episode_steps=7,
        record_episode_statistics=True,
    )
    source = ActionSource(envs.single_action_space, 6, 0)
    returns, lengths, told = np.zeros(6), np.zeros(6, dtype=np.int64), 0
    resetting = np.ones(6, dtype=bool)
    envs.async_reset(seed=0)
    for step in range(300):
        _, rewards, terminated, truncated, infos = envs.recv()
        for row, i in enumerate(infos["env_id"]):
            if resetting[i]:
                returns[i], lengths[i], resetting[i] = 0, 0, False
                assert rewards[row] == 0
                continue
            returns[i] += rewards[row]
            lengths[i] += 1
            if terminated[row] or truncated[row]:
                assert infos["_episode"][row]
                assert infos["episode"]["r"][row] == returns[i]
                assert infos["episode"]["l"][row] == lengths[i] == 7
                told += 1
                resetting[i] = mode == "NextStep"
                returns[i], lengths[i] = 0, 0
        if step % 50 == 30:  # an early reset of one of them
            first, rest = infos["env_id"][:1], infos["env_id"][1:]
            envs.async_reset(env_id=first)
            resetting[first] = True
            envs.send(source.batch(rest), rest)
        else:
            envs.send(source.batch(infos["env_id"]), infos["env_id"])
    assert told > 30


def test_the_clock() -> None:
    """Seconds since the reset, with six digits; zero for episodes that continue."""
    envs = parallel_pool.make(
        "CartPole-v1", num_envs=2, max_episode_steps=3, record_episode_statistics=True
    )
    before = time.perf_counter()
    envs.reset(seed=0)
    envs.step([0, 0])
    envs.reset(options={"reset_mask": np.array([False, True])})
    time.sleep(0.01)
    envs.step([0, 0])
    infos = envs.step([0, 0])[4]
    passed = time.perf_counter() - before
    times = infos["episode"]["t"]
    assert times[1] == 0
    assert 0.01 <= times[0] <= passed
    assert np.array_equal(times, np.round(times, 6))
    assert infos["_episode"].tolist() == [True, False]


@pytest.mark.parametrize("mode", MODES)
def test_a_saved_state_goes_on(mode: str) -> None:
    """In another pool, the same return and length at the end of the episode."""
    options: dict[str, Any] = {
        "num_envs": 3,
        "autoreset_mode": mode,
        "max_episode_steps": 9,
        "record_episode_statistics": True,
    }
    envs = parallel_pool.make("Pendulum-v1", **options, seed=1)
    envs.reset()
    actions = np.ones((3, 1), dtype=np.float32)
    for _ in range(4):
        envs.step(actions)
    other = parallel_pool.make("Pendulum-v1", **options)
    time.sleep(0.01)
    other.set_state(None, envs.get_state())
    for _ in range(5):
        infos = envs.step(actions)[4], other.step(actions)[4]
    assert infos[0]["episode"]["l"].tolist() == [9, 9, 9]
    assert (infos[1]["episode"]["t"] >= 0.01).all()
    assert_same(*map(without_times, infos), "infos")


def test_states_of_pools_without_are_refused() -> None:
    envs = parallel_pool.make("CartPole-v1", seed=0)
    envs.reset()
    other = parallel_pool.make("CartPole-v1", record_episode_statistics=True)
    with pytest.raises(errors.StateError, match="another config"):
        other.set_state(None, envs.get_state())


def test_failed_environments_have_none() -> None:
    """The exception's batch has the statistics of the others."""
    envs = parallel_pool.make(
        "Scripted-v0", num_envs=3, max_episode_steps=2, record_episode_statistics=True, seed=0
    )
    envs.reset()
    envs.step([GO_ON, GO_ON, GO_ON])
    with pytest.raises(errors.EnvironmentFailure) as failure:
        envs.step([THROW, GO_ON, GO_ON])
    episode = failure.value.batch[4]["episode"]
    assert episode["l"].tolist() == [2, 2]
    assert episode["r"].tolist() == [3.0, 3.0]
    envs.reset()
    envs.step([GO_ON, GO_ON, GO_ON])
    assert envs.step([GO_ON, GO_ON, GO_ON])[4]["episode"]["l"].tolist() == [2, 2, 2]


def test_refusals() -> None:
    make: Any = parallel_pool.make
    with pytest.raises(ValueError, match="does not suit a multi-player environment"):
        make("Crowd-v0", record_episode_statistics=True)
    with pytest.raises(TypeError, match="record_episode_statistics must be a bool, got 1"):
        make("CartPole-v1", record_episode_statistics=1)
    with pytest.raises(errors.InvalidOptionError, match="record_episode_statistics"):
        make("CartPole-v1", "gym", record_episode_statistics=True)
