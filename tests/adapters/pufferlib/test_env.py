# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""PufferLib's vector layers take pools, with the results of single environments; and misuse."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import parallel_pool
import pytest

pytest.importorskip("pufferlib", reason="needs PufferLib: `make test-adapters`")

import pufferlib.models
import pufferlib.pytorch
import pufferlib.vector
import torch
from gymnasium import spaces
from parallel_pool.pufferlib import PoolEnv
from parallel_pool.pufferlib.observations import Observations, check_actions
from pufferlib.emulation import GymnasiumPufferEnv

ROOT = Path(__file__).parents[3]
pytestmark = [
    pytest.mark.filterwarnings("ignore"),  # PufferLib's and its dependencies' own
    pytest.mark.usefixtures("one_thread"),
]


def made(id: str, num_envs: int, **options: Any) -> PoolEnv:
    return pufferlib.vector.make(PoolEnv, env_args=[id, num_envs], env_kwargs=options)


@pytest.mark.parametrize("id", ["CartPole-v1", "Pendulum-v1", "MountainCar-v0"])
def test_equals_single_environments(id: str) -> None:
    """Observations after resets within the step, rewards in float32, flags and episodes."""
    count = 3
    envs = made(id, count)
    singles = [gymnasium.make(id) for _ in range(count)]
    observations, infos = envs.reset(seed=4)
    assert infos == []
    expected = np.stack([env.reset(seed=4 + i)[0] for i, env in enumerate(singles)])
    assert np.array_equal(observations, expected)
    rng = np.random.default_rng(0)
    totals, episodes, expected_episodes = np.zeros((count, 2)), [], []
    for _ in range(220):
        actions = np.stack([single.action_space.sample() for single in singles])
        if isinstance(envs.single_action_space, spaces.Discrete):
            actions = rng.integers(envs.single_action_space.n, size=count).astype(np.int32)
        observations, rewards, terminals, truncations, infos = envs.step(actions)
        episodes += infos
        for i, single in enumerate(singles):
            observation, reward, terminated, truncated, _ = single.step(actions[i])
            totals[i] += float(reward), 1
            if terminated or truncated:
                told = {"episode_return": totals[i, 0], "episode_length": int(totals[i, 1])}
                expected_episodes.append(told)
                totals[i] = 0
                observation, _ = single.reset()
            assert np.array_equal(observations[i], observation)
            assert rewards[i] == np.float32(reward)
            assert (terminals[i], truncations[i]) == (terminated, truncated)
    assert episodes == expected_episodes
    assert len(episodes) > 0
    assert rewards.dtype == np.float32
    assert terminals.dtype == truncations.dtype == bool


def test_its_protocol() -> None:
    """``async_reset``, ``send`` and ``recv`` of a native environment."""
    envs = made("CartPole-v1", 4)
    assert envs.num_agents == 4
    envs.async_reset(seed=1)
    observations, rewards, *_ = envs.recv()
    assert observations is envs.observations
    assert rewards.tolist() == [0, 0, 0, 0]
    envs.send(np.ones(4, dtype=np.int32))
    results = envs.recv()
    assert results[0].shape == (4, 4)
    assert results[1].tolist() == [1, 1, 1, 1]
    assert envs.observation_space.shape == (4, 4)
    assert envs.action_space == spaces.MultiDiscrete([2] * 4)
    envs.close()


def test_own_buffers_are_the_pools_arrays() -> None:
    """Nothing is copied, and rows that somebody kept are not written again."""
    envs = made("CartPole-v1", 2)
    first, _ = envs.reset(seed=0)
    kept = first.copy()
    seen = {id(first)}
    for _ in range(5):
        observations, _, terminals, _, _ = envs.step(np.zeros(2, dtype=int))
        assert observations.base is not None or not observations.flags.owndata
        assert terminals is envs.terminals
        seen.add(id(observations))
    assert np.array_equal(first, kept)
    assert len(seen) > 1


def test_given_buffers_are_written_in_place() -> None:
    """Two pools as parts of PufferLib's Serial: their rows are slices of its arrays."""
    envs = pufferlib.vector.make(
        PoolEnv,
        env_args=["CartPole-v1", 3],
        env_kwargs={"max_episode_steps": 5},
        backend=pufferlib.vector.Serial,
        num_envs=2,
    )
    buffer = envs.observations
    envs.async_reset(seed=5)
    results = envs.recv()
    assert results[0] is buffer
    pool = parallel_pool.make("CartPole-v1", num_envs=6)
    # Pool k begins with seed (5 + k) * 3: no two environments have the same.
    assert np.array_equal(buffer, pool.reset(seed=15)[0])
    for step in range(1, 31):
        envs.send(np.tile([0, 1], 3).astype(np.int32))
        observations, _, terminals, truncations, *_ = envs.recv()
        assert observations is buffer
        assert not terminals.any()
        assert truncations.tolist() == [step % 5 == 0] * 6
    envs.close()


@pytest.mark.timeout(120)
def test_in_processes() -> None:
    """PufferLib's Multiprocessing steps a pool in each process, over its shared memory."""
    envs = pufferlib.vector.make(
        PoolEnv,
        env_args=["CartPole-v1", 4],
        env_kwargs={"num_threads": 1},
        backend=pufferlib.vector.Multiprocessing,
        num_envs=2,
        num_workers=2,
        overwork=True,
    )
    try:
        envs.async_reset(seed=3)
        observations = envs.recv()[0]
        assert observations.shape == (8, 4)
        assert len({row.tobytes() for row in observations}) == 8
        for _ in range(10):
            envs.send(np.ones(8, dtype=np.int32))
            assert envs.recv()[1].tolist() == [1] * 8
    finally:
        envs.close()


# --- Emulation ----------------------------------------------------------------------------------


def test_dicts_are_emulated_as_pufferlib_does() -> None:
    """Byte for byte what PufferLib makes of single environments, and its policies take it."""
    id, options = "parallel_pool/BabyAI-GoToObj-v0", {"mission": "bytes"}
    envs = made(id, 2, **options)
    single = GymnasiumPufferEnv(gymnasium.make(id, **options))
    assert envs.single_observation_space == single.single_observation_space
    assert envs.emulated == single.emulated
    expected, _ = single.reset(seed=6)
    observations, _ = envs.reset(seed=6)
    assert observations[0].tobytes() == expected.tobytes()
    expected, *_ = single.step(np.array([2]))
    observations, *_ = envs.step(np.array([2, 1]))
    assert observations[0].tobytes() == expected.tobytes()
    policy = pufferlib.models.Default(envs, hidden_size=8)
    logits, values = policy(torch.as_tensor(observations))
    assert values.shape == (2, 1)
    assert logits.shape == (2, envs.single_action_space.n)
    named = pufferlib.pytorch.nativize_observation(torch.as_tensor(observations), envs.emulated)
    assert named.keys() == envs.envs.single_observation_space.keys()


def test_mixed_dtypes() -> None:
    """They become bytes, with the alignment that PufferLib expects."""
    space = spaces.Dict(
        {
            "image": spaces.Box(0, 255, (3,), np.uint8),
            "number": spaces.Discrete(5),
            "pair": spaces.Tuple((spaces.Box(-1, 1, (2,), np.float32), spaces.Discrete(3))),
        }
    )
    layout = Observations("It", space)
    buffer = np.zeros((2, *layout.space.shape), dtype=layout.space.dtype)
    batch = {
        "image": np.array([[1, 2, 3], [4, 5, 6]], np.uint8),
        "number": np.array([4, 2]),
        "pair": (np.array([[0.5, -0.5], [1, -1]], np.float32), np.array([2, 1])),
    }
    layout.write(buffer, batch)
    named = pufferlib.pytorch.nativize_observation(torch.as_tensor(buffer), layout.emulated)
    assert named["image"].tolist() == batch["image"].tolist()
    assert named["number"].flatten().tolist() == [4, 2]
    assert named["pair"]["f0"].tolist() == [[0.5, -0.5], [1, -1]]


# --- Misuse -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"batch_size": 2}, "does not support batch_size: PufferLib's trainer needs rows"),
        ({"autoreset_mode": "NextStep"}, "does not support autoreset_mode: PufferLib's native"),
        ({"array_type": "torch"}, "does not support array_type: PufferLib takes NumPy arrays"),
    ],
)
def test_options_that_it_sets_itself(options: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        PoolEnv("CartPole-v1", 4, **options)


@pytest.mark.parametrize(
    ("id", "error", "message"),
    [
        ("FrozenLake-v1", TypeError, "cannot emulate observations that contain only integers"),
        ("Blackjack-v1", TypeError, "cannot emulate observations that contain only integers"),
        ("BabyAI-GoToObj-v0", TypeError, "takes no text, .* choose another observation"),
        ("simple_spread-v3", ValueError, "has several players in each environment"),
    ],
)
def test_spaces_that_it_can_not_express(id: str, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        PoolEnv(id, 2)


def test_pufferlib_itself_can_not_emulate_these() -> None:
    """Why they are refused: an int32 has no room in elements of int64."""
    lake = GymnasiumPufferEnv(gymnasium.make("FrozenLake-v1"))
    assert lake.single_observation_space.shape == (0,)
    with pytest.raises(ValueError, match="its size must be a divisor of the total size"):
        GymnasiumPufferEnv(gymnasium.make("Blackjack-v1"))


@pytest.mark.parametrize(
    "space", [spaces.Discrete(3, start=1), spaces.Dict({}), spaces.MultiBinary(2)]
)
def test_actions_that_it_can_not_express(space: spaces.Space[Any]) -> None:
    with pytest.raises(TypeError, match="PufferLib takes Box, MultiDiscrete and Discrete actions"):
        check_actions("It", space)


def test_bad_actions_are_refused_and_the_next_step_is_good() -> None:
    envs = made("CartPole-v1", 2)
    envs.reset(seed=0)
    with pytest.raises(parallel_pool.InvalidActionError, match="env id 1"):
        envs.step(np.array([0, 7]))
    envs.step(np.array([0, 1]))


def test_rendering() -> None:
    envs = made("CartPole-v1", 2, render_mode="rgb_array")
    envs.reset(seed=0)
    assert envs.render().shape == (400, 600, 3)


@pytest.mark.parametrize("seed", [np.int32(2_000_000_000), np.uint32(4_000_000_000)])
def test_seeds_of_numpy_do_not_wrap_around(seed: Any) -> None:
    def first(given: Any) -> Any:
        envs = pufferlib.vector.make(
            PoolEnv, env_args=["CartPole-v1", 3], backend=pufferlib.vector.Serial, num_envs=1
        )
        return np.array(envs.reset(seed=given)[0])

    assert np.array_equal(first(seed), first(int(seed)))
