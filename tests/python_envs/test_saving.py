# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Saved states of environments in Python."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import parallel_pool
import pytest
from gymnasium.utils import EzPickle
from parallel_pool import PerEnv, errors
from parallel_pool.testing import assert_same


def steps(envs: Any, count: int) -> list[Any]:
    space = envs.action_space
    space.seed(3)
    return [envs.step(space.sample())[:4] for _ in range(count)]


@pytest.mark.parametrize("mode", ["NextStep", "SameStep", "Disabled"])
def test_states_go_on_in_other_pools(mode: str) -> None:
    def pool(workers: int) -> Any:
        return parallel_pool.make_python(
            "CartPole-v1", 4, num_workers=workers, autoreset_mode=mode, max_episode_steps=9
        )

    one, other = pool(1), pool(3)
    one.reset(seed=5)
    steps(one, 7)
    states = one.get_state()
    count = 2 if mode == "Disabled" else 20
    expected = steps(one, count)
    other.set_state(None, states)  # it was never reset
    assert_same(steps(other, count), expected)
    one.set_state([3, 0], [states[0], states[3]])
    other.set_state([0, 3], [states[0], states[3]])
    assert_same(one.step([0, 1], [3, 0])[:4], other.step([0, 1], [0, 3])[:4])
    one.close()
    other.close()


@pytest.mark.parametrize("mode", ["NextStep", "Disabled"])
def test_ended_episodes(mode: str) -> None:
    envs = parallel_pool.make_python("CartPole-v1", 2, autoreset_mode=mode, max_episode_steps=3)
    envs.reset(seed=[5, 6])
    envs.step([0, 0])
    envs.reset(options={"reset_mask": np.array([True, False])})
    steps(envs, 2)
    running, ended = envs.get_state()
    envs.set_state([0, 1], [ended, running])
    if mode == "Disabled":
        with pytest.raises(errors.ResetNeededError, match="env id 0's episode has ended"):
            envs.step([0, 0])
    else:
        _, rewards, _, truncated, _ = envs.step([0, 0])
        assert rewards.tolist() == [0, 1]
        assert truncated.tolist() == [False, True]
    envs.close()


def test_statistics_and_normalisation() -> None:
    made: dict[str, Any] = {"record_episode_statistics": True, "normalize_observation": True}
    envs = parallel_pool.make_python("CartPole-v1", 3, max_episode_steps=12, **made)
    envs.reset(seed=1)
    steps(envs, 8)
    states = envs.get_state()
    expected = steps(envs, 30)
    envs.set_state(None, states)
    assert_same(steps(envs, 30), expected)
    envs.set_state(None, states)
    lengths = [envs.step([0, 0, 0])[4].get("episode", {}).get("l") for _ in range(4)]
    assert max(int(np.max(one)) for one in lengths if one is not None) > 4
    envs.close()


def test_states_carry_options() -> None:
    envs = parallel_pool.make_python("Pendulum-v1", 2, num_workers=2, g=PerEnv([1.0, 2.0]))
    envs.reset(seed=1)
    states = envs.get_state()
    envs.set_state([0, 1], states[::-1])
    assert envs.get_attr("g") == (2.0, 1.0)
    envs.close()


class Rebuilt(gymnasium.Env[Any, Any], EzPickle):
    """Its pickle would be that of a new environment."""

    observation_space = gymnasium.spaces.Discrete(100)
    action_space = gymnasium.spaces.Discrete(2)

    def __init__(self, start: int = 3) -> None:
        EzPickle.__init__(self, start)
        self.at = start

    def reset(self, *, seed: int | None = None, options: Any = None) -> Any:
        return self.at, {}

    def step(self, action: Any) -> Any:
        self.at += 1
        return self.at, 0.0, False, False, {}


def test_environments_pickled_by_their_arguments() -> None:
    envs = parallel_pool.make_python(Rebuilt, 2, num_workers=2)
    envs.reset()
    envs.step([0, 0])
    (state,) = envs.get_state([0])
    assert envs.step([0, 0])[0].tolist() == [5, 5]
    envs.set_state([0], [state])
    assert envs.step([0, 0])[0].tolist() == [5, 6]
    envs.clone([1], [0])
    assert envs.step([0, 0])[0].tolist() == [7, 7]
    envs.close()


@pytest.mark.parametrize("id", ["HalfCheetah-v5", "Ant-v5"])
def test_robots(id: str) -> None:
    envs = parallel_pool.make_python(id, 3, num_workers=2)
    envs.reset(seed=2)
    steps(envs, 5)
    states = envs.get_state()
    expected = steps(envs, 10)
    envs.set_state(None, states)
    assert_same(steps(envs, 10), expected)
    envs.clone([0, 0], [1, 2])
    rows = envs.step(np.zeros(envs.action_space.shape, np.float32))[0]
    assert_same(rows[0], rows[1])
    assert_same(rows[0], rows[2])
    envs.close()


class Grumpy(gymnasium.Env[Any, Any]):
    """Its states can be saved; those of some numbers cannot be restored."""

    observation_space = gymnasium.spaces.Discrete(100)
    action_space = gymnasium.spaces.Discrete(100)

    def reset(self, *, seed: int | None = None, options: Any = None) -> Any:
        self.last = 0
        return 0, {}

    def step(self, action: Any) -> Any:
        self.last = int(action)
        return self.last, 0.0, False, False, {}

    def __setstate__(self, state: dict[str, Any]) -> None:
        if state["last"] == 13:
            raise ValueError("unlucky")
        self.__dict__.update(state)


def test_refusals_change_nothing() -> None:
    envs = parallel_pool.make_python(Grumpy, 3, num_workers=2)
    with pytest.raises(errors.ResetNeededError, match="env id 0 was never reset"):
        envs.get_state()
    envs.reset()
    envs.step([1, 2, 13])
    states = envs.get_state()
    envs.step([4, 5, 6])
    with pytest.raises(errors.StateError, match=r"unpickling it failed.*unlucky"):
        envs.set_state(None, states)
    assert envs.get_attr("last") == (4, 5, 6)
    envs.set_state([1], [states[0]])
    assert envs.get_attr("last") == (4, 1, 6)
    with pytest.raises(errors.StateError, match="damaged"):
        envs.set_state([0], [states[0][:-1] + b"x"])
    with pytest.raises(ValueError, match="expected 1 states, got 2"):
        envs.set_state([0], states[:2])
    with pytest.raises(ValueError, match="env id 0 appears twice"):
        envs.set_state([0, 0], states[:2])
    other = parallel_pool.make_python("CartPole-v1", 1)
    with pytest.raises(errors.StateError, match="the state belongs to another id"):
        other.set_state([0], states[:1])
    envs.send([0], [1])
    with pytest.raises(errors.InFlightError):
        envs.get_state([1])
    with pytest.raises(errors.InFlightError):
        envs.set_state([1], states[:1])
    envs.close()
    other.close()
