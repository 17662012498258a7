# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Clones and options of single environments in Python."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import parallel_pool
import pytest
from parallel_pool import PerEnv, errors
from parallel_pool.testing import assert_same


@pytest.mark.parametrize("workers", [1, 2])
@pytest.mark.parametrize("mode", ["NextStep", "SameStep", "Disabled"])
def test_clones_go_on_as_their_sources(workers: int, mode: str) -> None:
    """In one process and from one to another, through episodes' ends."""
    envs = parallel_pool.make_python(
        "CartPole-v1", 4, num_workers=workers, autoreset_mode=mode, seed=1, max_episode_steps=9
    )
    envs.reset()
    for _ in range(5):
        envs.step([1, 0, 1, 0])
    envs.clone([0, 3], [3, 0])  # an exchange
    envs.clone([3, 3], [1, 2])
    for _ in range(3 if mode == "Disabled" else 20):
        rows = envs.step([1, 0, 0, 0])
        for part in rows[:4]:
            assert_same(part[1], part[3])
            assert_same(part[2], part[3])
    assert not np.array_equal(rows[0][0], rows[0][1])
    envs.close()


def test_statistics_and_masks() -> None:
    envs = parallel_pool.make_python(
        "CartPole-v1", 3, seed=1, max_episode_steps=6, record_episode_statistics=True
    )
    envs.reset()
    for _ in range(2):
        envs.step([1, 0, 1])
    last = envs.step([1, 1, 1])[0]
    envs.clone([0], [2])
    mask = np.array([False, True, False])
    observations, _ = envs.reset(options={"reset_mask": mask})
    assert_same(observations[2], last[0])
    infos = [envs.step([0, 0, 0])[4] for _ in range(3)][-1]
    assert infos["episode"]["l"].tolist() == [6, 0, 6]
    envs.close()


class Unpicklable(gymnasium.Env[Any, Any]):
    """Cannot be copied."""

    observation_space = gymnasium.spaces.Discrete(3)
    action_space = gymnasium.spaces.Discrete(3)

    def __init__(self) -> None:
        self.generator = (i for i in range(3))

    def reset(self, *, seed: int | None = None, options: Any = None) -> Any:
        return 0, {}

    def step(self, action: Any) -> Any:
        return 1, 0.0, False, False, {}


def test_refusals() -> None:
    envs = parallel_pool.make_python(Unpicklable, 3)
    with pytest.raises(errors.ResetNeededError, match="env id 0 was never reset"):
        envs.clone([0], [1])
    envs.reset()
    with pytest.raises(errors.PoolError, match="state of Unpicklable cannot be saved, because the"):
        envs.clone([0], [1])
    with pytest.raises(ValueError, match="appears twice in to_ids"):
        envs.clone([0, 0], [1, 1])
    envs.send([0], [2])
    with pytest.raises(errors.InFlightError):
        envs.clone([2], [1])
    envs.recv()
    envs.step([0, 0, 0])
    with pytest.raises(TypeError, match="env id 1 is made by a function, which takes no options"):
        envs.set_config([1], g=3)
    envs.close()


def test_options_of_single_environments() -> None:
    envs = parallel_pool.make_python("Pendulum-v1", 3, num_workers=2, g=PerEnv([1.0, 2.0, 3.0]))

    def same(seed: int | None) -> None:
        assert_same(envs.reset(seed=seed)[0], native.reset(seed=seed)[0])
        for _ in range(3):
            assert_same(envs.step([[1.0]] * 3)[0], native.step([[1.0]] * 3)[0])

    native = parallel_pool.make("Pendulum-v1", num_envs=3, g=PerEnv([1.0, 2.0, 3.0]))
    same(4)
    for pool in (envs, native):
        pool.set_config([0, 2], g=PerEnv([7.0, 8.0]))
    assert envs.get_attr("g") == (1.0, 2.0, 3.0)
    same(None)  # the generators go on
    assert envs.get_attr("g") == (7.0, 2.0, 8.0)
    with pytest.raises(TypeError, match="unexpected keyword argument 'h'"):
        envs.set_config([1], h=3)
    same(6)
    envs.close()


def test_spaces_must_agree() -> None:
    envs = parallel_pool.make_python("FrozenLake-v1", 2)
    envs.reset()
    with pytest.raises(errors.PoolError, match="options of env id 1 change its observation space"):
        envs.set_config([1], map_name="8x8")
    envs.reset()
    envs.close()
