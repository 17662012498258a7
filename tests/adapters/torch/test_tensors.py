# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Results as torch tensors over the pool's own memory, and actions that are tensors."""

from __future__ import annotations

from typing import Any

import numpy as np
import parallel_pool
import pytest
from parallel_pool import errors
from parallel_pool.testing.compare import assert_same
from parallel_pool.testing.trajectory import ActionSource

from tests.engine.model import GO_ON, THROW

torch = pytest.importorskip("torch", reason="needs torch: `make test-adapters`")

IDS = ["CartPole-v1", "Pendulum-v1", "Taxi-v4", "Blackjack-v1", "Echo-v0"]


def arrays(values: Any) -> Any:
    """Nested tensors as arrays; anything else fails."""
    if isinstance(values, dict):
        return {key: arrays(value) for key, value in values.items()}
    if isinstance(values, tuple):
        return tuple(arrays(value) for value in values)
    assert isinstance(values, torch.Tensor), type(values)
    return values.numpy()


def tensors(values: Any) -> Any:
    """Nested arrays as tensors."""
    if isinstance(values, dict):
        return {key: tensors(value) for key, value in values.items()}
    if isinstance(values, tuple):
        return tuple(tensors(value) for value in values)
    return torch.from_numpy(values)


@pytest.mark.parametrize("mode", ["NextStep", "SameStep"])
@pytest.mark.parametrize("id", IDS)
def test_the_same_values(id: str, mode: str) -> None:
    """Of observations, rewards and flags; infos are NumPy's as ever."""
    options: dict[str, Any] = {"num_envs": 3, "autoreset_mode": mode, "max_episode_steps": 9}
    own = parallel_pool.make(id, **options, array_type="torch")
    plain = parallel_pool.make(id, **options)
    source = ActionSource(plain.single_action_space, 3, 0)
    first, infos = own.reset(seed=0)
    assert_same(arrays(first), plain.reset(seed=0)[0])
    for _ in range(30):
        actions = source.batch(range(3))
        *results, infos = own.step(tensors(actions))
        *expected, expected_infos = plain.step(actions)
        assert_same(arrays(tuple(results)), tuple(expected))
        assert_same(infos, expected_infos)


def test_async() -> None:
    own = parallel_pool.make("Pendulum-v1", num_envs=4, batch_size=2, array_type="torch")
    own.async_reset(seed=0)
    for _ in range(10):
        observations, rewards, *_, infos = own.recv()
        assert observations.dtype == torch.float32
        assert rewards.dtype == torch.float64
        own.send(torch.ones(2, 1), torch.from_numpy(infos["env_id"]))


def test_nothing_is_copied() -> None:
    """A tensor is a view of the batch, which is not reused before the tensor is gone."""
    envs = parallel_pool.make("CartPole-v1", num_envs=4, array_type="torch")
    observations = envs.reset(seed=0)[0]
    kept, places = [], set()
    for _ in range(50):
        observations = envs.step(torch.ones(4, dtype=torch.int64))[0]
        places.add(observations.data_ptr())
        kept.append((observations, observations.clone()))
    assert len(places) == 50
    assert all(torch.equal(tensor, copy) for tensor, copy in kept)
    del kept, observations
    places = {envs.step(torch.ones(4, dtype=torch.int64))[0].data_ptr() for _ in range(50)}
    assert len(places) < 5  # memory comes back


def test_tensors_lie_where_the_arrays_would() -> None:
    """Columns of one batch are parts of one allocation, at the same distances."""
    own = parallel_pool.make("CartPole-v1", num_envs=4, array_type="torch", seed=0)
    plain = parallel_pool.make("CartPole-v1", num_envs=4, seed=0)
    own.reset(), plain.reset()
    places = [tensor.data_ptr() for tensor in own.step([0] * 4)[:4]]
    expected = [array.ctypes.data for array in plain.step([0] * 4)[:4]]
    assert np.diff(places).tolist() == np.diff(expected).tolist()


def test_tensors_can_be_written() -> None:
    envs = parallel_pool.make("CartPole-v1", num_envs=2, array_type="torch")
    observations, rewards, *_ = envs.reset(seed=0)[0], *envs.step([0, 1])[1:]
    observations += 1
    rewards *= 2
    assert rewards.tolist() == [2.0, 2.0]


def test_actions_as_policies_make_them() -> None:
    """With gradients, of a narrower dtype, or as arrays and lists."""
    envs = parallel_pool.make("Pendulum-v1", num_envs=2, array_type="torch")
    envs.reset(seed=0)
    policy = torch.nn.Linear(3, 1)
    observations = envs.step(policy(torch.zeros(2, 3)))[0]
    assert not observations.requires_grad
    envs.step(torch.zeros(2, 1, dtype=torch.float16))
    envs.step(np.zeros((2, 1)))
    envs.step([[0.0], [0.0]])


@pytest.mark.parametrize("dtype", [torch.bfloat16, torch.float8_e5m2])
def test_floats_that_numpy_does_not_have(dtype: torch.dtype) -> None:
    """As those of a policy under torch.autocast; they are cast exactly."""
    options: dict[str, Any] = {"num_envs": 2, "array_type": "torch", "seed": 0}
    pools = [parallel_pool.make("Pendulum-v1", **options) for _ in range(2)]
    for envs in pools:
        envs.reset()
    actions = torch.tensor([[0.7], [-1.3]]).to(dtype)
    own, plain = pools[0].step(actions), pools[1].step(actions.float())
    assert_same(arrays(own[:4]), arrays(plain[:4]))


def test_bad_actions() -> None:
    envs = parallel_pool.make("CartPole-v1", num_envs=2, array_type="torch")
    envs.reset(seed=0)
    with pytest.raises(errors.InvalidActionError, match="env id 1"):
        envs.step(torch.tensor([0, 2]))
    with pytest.raises(ValueError, match="shape"):
        envs.step(torch.tensor([0]))


def test_failures_bring_tensors() -> None:
    envs = parallel_pool.make("Scripted-v0", num_envs=3, array_type="torch", seed=0)
    envs.reset()
    with pytest.raises(errors.EnvironmentFailure) as failure:
        envs.step(torch.tensor([THROW, GO_ON, GO_ON]))
    assert torch.equal(failure.value.batch[1], torch.ones(2, dtype=torch.float64))


def test_with_normalised_results() -> None:
    options: dict[str, Any] = {"normalize_observation": True, "normalize_reward": True}
    own = parallel_pool.make("CartPole-v1", num_envs=2, array_type="torch", **options)
    plain = parallel_pool.make("CartPole-v1", num_envs=2, **options)
    assert_same(own.reset(seed=0)[0].numpy(), plain.reset(seed=0)[0])
    assert_same(arrays(own.step([0, 1])[:4]), plain.step([0, 1])[:4])


def test_states_fit_pools_of_either_kind() -> None:
    own = parallel_pool.make("CartPole-v1", num_envs=2, array_type="torch", seed=0)
    own.reset()
    plain = parallel_pool.make("CartPole-v1", num_envs=2)
    plain.set_state(None, own.get_state())
    assert_same(own.step([0, 1])[0].numpy(), plain.step([0, 1])[0])
