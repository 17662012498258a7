# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""A rollout that travels to another process is the same there, with each frame once."""

from __future__ import annotations

import pickle
from typing import Any

import gymnasium
import numpy as np
import parallel_pool
import pytest
from parallel_pool.testing import assert_same

STEPS = 40


def travelled(value: Any) -> Any:
    """As Ray carries it: arrays apart, and read-only where they arrive."""
    apart: list[pickle.PickleBuffer] = []
    head = pickle.dumps(value, protocol=5, buffer_callback=apart.append)
    return pickle.loads(head, buffers=[bytes(one.raw()) for one in apart])


def filled(envs: Any, **options: Any) -> Any:
    rollout = envs.rollout(STEPS, **options)
    observations = rollout.begin()
    dice = np.random.default_rng(0)
    envs.single_action_space.seed(0)
    while not rollout.full:
        count = len(rollout.env_ids)
        rollout.put(dice.random(count), dice.random(count))
        actions = np.stack([envs.single_action_space.sample() for _ in range(count)])
        observations = rollout.step(actions)
    rollout.put(np.zeros(len(observations)))
    return rollout


def check(copy: Any, rollout: Any) -> None:
    """All that a learner does with them is the same."""
    assert copy.full
    assert_same(copy.arrays(), rollout.arrays())
    assert_same(copy.final_rows, rollout.final_rows)
    assert_same(copy.final_observations, rollout.final_observations)
    assert copy.episodes == rollout.episodes
    finals = [np.ones(len(rollout.final_rows))] * ("SameStep" in str(rollout._facts))
    for one in (copy, rollout):
        one.compute_vtrace(0.9, one.logprobs * 0.5, final_values=finals[0] if finals else None)
    both = [one.minibatches(3, np.random.default_rng(1)) for one in (copy, rollout)]
    for ours, theirs in zip(*both, strict=True):
        assert_same(tuple(ours), tuple(theirs))


@pytest.mark.parametrize("mode", ["NextStep", "SameStep"])
def test_stacks_travel_as_frames(mode: str) -> None:
    """Loaded states bring frames that lie apart; a copy of the copy has them, too."""
    options = {"episodic_life": True, "max_episode_steps": 25, "autoreset_mode": mode}
    with parallel_pool.make("Breakout-v5", num_envs=3, seed=2, **options) as envs:
        first = filled(envs, stack=4)
        envs.set_state([0], [envs.get_state([1])[0]])
        rollout = filled(envs, stack=4)
        whole = (STEPS + 1) * 3 * rollout.stacks([0]).nbytes
        size = len(pickle.dumps(rollout)) - 2 * rollout.final_observations.nbytes
        assert size < 0.35 * whole
        copy = travelled(rollout)
        rows = np.arange((STEPS + 1) * 3)
        assert_same(copy.stacks(rows), rollout.stacks(rows))
        check(travelled(copy), rollout)
        check(travelled(first), first)


def test_of_async_mode_with_statistics_and_casts() -> None:
    with parallel_pool.make(
        "CartPole-v1", num_envs=6, batch_size=2, seed=0, record_episode_statistics=True
    ) as envs:
        rollout = filled(envs, observation_dtype="float16")
        assert rollout.episodes
        check(travelled(rollout), rollout)


def test_of_nested_spaces_and_tensors() -> None:
    torch = pytest.importorskip("torch")
    with parallel_pool.make("Blackjack-v1", num_envs=3, seed=0, array_type="torch") as envs:
        assert isinstance(envs.single_observation_space, gymnasium.spaces.Tuple)
        rollout = filled(envs)
        copy = travelled(rollout)
        assert isinstance(copy.rewards, torch.Tensor)
        assert torch.equal(copy.rewards, rollout.rewards)
        assert all(map(torch.equal, copy.observations, rollout.observations))


def test_a_copy_cannot_be_stepped() -> None:
    with parallel_pool.make("CartPole-v1", num_envs=2, seed=0) as envs:
        rollout = envs.rollout(3)
        rollout.begin()
        copy = travelled(rollout)
        assert not hasattr(copy, "step")
        with pytest.raises(parallel_pool.RolloutError, match="has 0 of its 3 steps"):
            next(copy.minibatches(1))
