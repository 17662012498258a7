# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Saved states of environments in Python that live in actors."""

from __future__ import annotations

import threading
from typing import Any

import gymnasium
import numpy as np
import parallel_pool
import pytest
from parallel_pool.testing import assert_same

pytest.importorskip("ray", reason="needs Ray: `make test-adapters`")

import parallel_pool.ray
from parallel_pool.ray import ActorFailure, making

from tests.adapters.ray.in_process import InProcessActors

PENDULUM: dict[str, Any] = {"backend": "python", "seed": 2, "max_episode_steps": 7}
PUSH = np.full((4, 1), 0.5, np.float32)


@pytest.fixture
def in_process(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(making, "Actors", InProcessActors)


@pytest.mark.usefixtures("in_process")
@pytest.mark.parametrize("mode", ["NextStep", "Disabled"])
def test_states_move_between_pools(mode: str) -> None:
    options: dict[str, Any] = PENDULUM | {"autoreset_mode": mode}
    with parallel_pool.make("Pendulum-v1", num_envs=4, num_threads=2, **options) as local:
        ours = parallel_pool.ray.make("Pendulum-v1", 4, num_actors=2, **options)
        for pool in (ours, local):
            pool.reset(), pool.step(PUSH)
        states = local.get_state()
        later = [local.step(PUSH) for _ in range(9 if mode == "NextStep" else 6)]
        ours.set_state([3, 0, 1, 2], states)  # each goes to another place, some to another actor
        order = np.array([1, 2, 3, 0])
        for observations, rewards, *_ in later:
            got = ours.step(PUSH)
            assert_same((got[0], got[1]), (observations[order], rewards[order]))
        local.set_state(None, ours.get_state())
        if mode == "Disabled":
            for pool in (ours, local):
                with pytest.raises(parallel_pool.ResetNeededError, match="env id 0's episode has"):
                    pool.step(PUSH)
        else:
            assert_same(ours.step(PUSH), local.step(PUSH))
            states = ours.get_state([2])
            mask = {"reset_mask": np.array([True, False, False, False])}
            for pool in (ours, local):
                pool.set_state([0], states)  # whose observation nobody has seen there
            mask = {"reset_mask": np.array([False, True, False, False])}
            assert_same(ours.reset(options=mask), local.reset(options=mask))
        ours.close()


@pytest.mark.usefixtures("in_process")
def test_environments_resume_after_a_death() -> None:
    with parallel_pool.make("Pendulum-v1", num_envs=4, num_threads=1, **PENDULUM) as local:
        ours = parallel_pool.ray.make(
            "Pendulum-v1", 4, num_actors=2, after_death="resume", **PENDULUM
        )
        assert_same(ours.reset(), local.reset())
        shown, *_ = local.step(PUSH)
        ours.step(PUSH)
        ours._engine.remote._actors.dying |= {1}
        with pytest.raises(ActorFailure) as caught:
            ours.step(PUSH)
        assert caught.value.resumed_env_ids.tolist() == [2, 3]
        assert_same(caught.value.resumed_observations, shown[2:])
        local.step(PUSH[:2], [0, 1])
        for _ in range(9):
            assert_same(ours.step(PUSH), local.step(PUSH))
        ours.close()


class Locked(gymnasium.Env[np.ndarray, int]):
    """Cannot be pickled."""

    observation_space = gymnasium.spaces.Box(0, 1, (1,))
    action_space = gymnasium.spaces.Discrete(2)

    def reset(self, *, seed: int | None = None, options: Any = None) -> Any:
        super().reset(seed=seed)
        self.lock = threading.Lock()
        return np.zeros(1, np.float32), {}


@pytest.mark.usefixtures("in_process")
def test_an_environment_that_cannot_be_saved() -> None:
    message = "the state of Locked cannot be saved, because the environment cannot be pickled"
    with pytest.raises(parallel_pool.PoolError, match=message):
        parallel_pool.ray.make(Locked, 2, after_death="resume")
    ours = parallel_pool.ray.make(Locked, 2)
    ours.reset()
    with pytest.raises(parallel_pool.PoolError, match=message):
        ours.get_state()
    ours.close()


@pytest.mark.usefixtures("in_process")
def test_states_of_others_are_refused() -> None:
    ours = parallel_pool.ray.make("Pendulum-v1", 2, num_actors=2, **PENDULUM)
    ours.reset()
    before = ours.get_state()
    with parallel_pool.make("CartPole-v1", backend="python") as other:
        other.reset()
        wrong = other.get_state()
    with pytest.raises(parallel_pool.StateError, match="the state belongs to another id"):
        ours.set_state(None, [before[0], *wrong])
    assert ours.get_state() == before
    ours.close()
