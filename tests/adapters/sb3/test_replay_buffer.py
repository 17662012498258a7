# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""The replay buffer of single frames gives the samples of SB3's own."""

from __future__ import annotations

import itertools
import pickle
from typing import Any

import numpy as np
import pytest

pytest.importorskip("stable_baselines3", reason="needs stable-baselines3: `make test-adapters`")

import torch
from gymnasium import spaces
from parallel_pool import sb3
from stable_baselines3 import DQN
from stable_baselines3.common.buffers import ReplayBuffer
from stable_baselines3.common.vec_env import VecFrameStack, VecNormalize

ACTIONS = spaces.Discrete(3)


def assert_same_samples(own: ReplayBuffer, plain: ReplayBuffer, env: Any = None) -> None:
    samples = []
    for buffer in (own, plain):
        np.random.seed(3)
        samples.append(buffer.sample(40, env=env))
    for one, other in zip(*samples, strict=True):
        if one is None and other is None:
            continue
        assert one.dtype == other.dtype
        assert one.shape == other.shape
        assert one.numpy().tobytes() == other.numpy().tobytes()


def buffers(space: spaces.Box, size: int, n_envs: int, stack: int) -> list[ReplayBuffer]:
    arguments = size, space, ACTIONS
    return [
        sb3.PoolReplayBuffer(*arguments, device="cpu", n_envs=n_envs, stack=stack),
        ReplayBuffer(*arguments, device="cpu", n_envs=n_envs),
    ]


def steps_of(rng: np.random.Generator, frame: Any, stack: int, n_envs: int) -> Any:
    """Endless steps; stacks go on, begin anew, turn over or are anything at all."""

    def anything(count: int) -> np.ndarray:
        return np.stack([frame() for _ in range(count)])

    shown = [anything(stack) for _ in range(n_envs)]
    while True:
        after = []
        for env, old in enumerate(shown):
            kind = rng.choice(7, p=[0.6, 0.1, 0.06, 0.06, 0.06, 0.06, 0.06])
            new = np.concatenate([old[1:], anything(1)])
            first = frame()
            shown[env] = {
                0: old,
                1: new,  # a life was lost: the stack goes on
                2: np.repeat(first[None], stack, 0),
                3: np.concatenate([np.zeros_like(old[1:]), first[None]]),
                4: old[::-1],
                5: np.repeat(old[1:2], stack, 0) if stack > 1 else old,
                6: anything(stack),
            }[int(kind)]
            follows = np.concatenate([shown[env][1:], anything(1)])
            after.append(follows if rng.random() < 0.9 else anything(stack))
        shape = (n_envs, -1, *shown[0].shape[2:])
        pair = [np.stack(stacks).reshape(shape) for stacks in (shown, after)]
        done = rng.random(n_envs) < 0.3
        infos = [{"TimeLimit.truncated": bool(flag)} for flag in rng.random(n_envs) < 0.5]
        yield *pair, rng.integers(3, size=n_envs), rng.normal(size=n_envs), done, infos
        shown = after


@pytest.mark.parametrize(
    ("shape", "dtype", "stack", "size", "n_envs"),
    [
        ((1, 2, 4), np.uint8, 4, 21, 3),  # frames of whole words
        ((3, 3), np.uint8, 4, 5, 1),
        ((5,), np.float64, 3, 2, 4),  # a row for each environment; some numbers are not numbers
        ((1,), np.float32, 1, 9, 2),
    ],
)
def test_samples_are_those_of_the_plain_buffer(
    shape: tuple[int, ...], dtype: Any, stack: int, size: int, n_envs: int
) -> None:
    """Frames repeat often, so that they are found where they should and should not be."""
    rng = np.random.default_rng(1)
    drawn = [rng.integers(256, size=shape).astype(dtype) for _ in range(4)]
    drawn += [np.zeros(shape, dtype), -np.zeros(shape, dtype)]
    if dtype == np.float64:
        drawn.append(np.full(shape, np.nan))
    space = spaces.Box(0, 255, (stack * shape[0], *shape[1:]), dtype)
    pair = buffers(space, size, n_envs, stack)
    steps = steps_of(rng, lambda: drawn[rng.integers(len(drawn))], stack, n_envs)
    for t in range(300):
        step = next(steps)
        for buffer in pair:
            buffer.add(*step)
        assert_same_samples(*pair)
        if t == 150:
            pair[0] = pickle.loads(pickle.dumps(pair[0]))
        if t == 220:
            for buffer in pair:
                buffer.reset()
    assert pair[0].size() == pair[1].size()


def test_dqn_learns_the_same_with_an_eighth_of_the_memory(tmp_path: Any) -> None:
    """Weights are equal bit for bit; episodes are cut by time, and the buffer wraps around."""
    weights, bytes_of = [], []
    for buffer in (sb3.PoolReplayBuffer, ReplayBuffer):
        env = sb3.make_vec_env("Pong-v5", n_envs=2, seed=1, max_episode_steps=60)
        model = DQN(
            "CnnPolicy",
            env,
            buffer_size=400,
            learning_starts=400,
            train_freq=10,
            batch_size=8,
            replay_buffer_class=buffer,
            policy_kwargs={"features_extractor_kwargs": {"features_dim": 8}},
            seed=2,
            device="cpu",
        )
        model.learn(480)
        weights.append(torch.cat([one.flatten() for one in model.policy.parameters()]))
        model.save_replay_buffer(tmp_path / buffer.__name__)
        bytes_of.append((tmp_path / f"{buffer.__name__}.pkl").stat().st_size)
        model.load_replay_buffer(tmp_path / buffer.__name__)
        model.learn(20, reset_num_timesteps=False)
        env.close()
    assert torch.equal(*weights)
    assert bytes_of[0] < 0.15 * bytes_of[1]


def test_normalised_samples() -> None:
    env = VecNormalize(VecFrameStack(sb3.make_vec_env("Pendulum-v1", n_envs=2, seed=1), 3))
    pair = buffers(env.observation_space, 20, 2, 3)
    obs = env.reset()
    for _ in range(30):
        after, reward, done, infos = env.step([env.action_space.sample()] * 2)
        for buffer in pair:
            buffer.add(obs, after, np.zeros(2, int), reward, done, infos)
        obs = after
    assert_same_samples(*pair, env)


def test_refusals() -> None:
    space = spaces.Box(0, 255, (4, 3, 3), np.uint8)
    with pytest.raises(ValueError, match="leave optimize_memory_usage out"):
        sb3.PoolReplayBuffer(8, space, ACTIONS, optimize_memory_usage=True)
    with pytest.raises(ValueError, match=r"stack=3 needs Box observations.*\(4, 3, 3\)"):
        sb3.PoolReplayBuffer(8, space, ACTIONS, stack=3)
    with pytest.raises(ValueError, match=r"got Discrete\(3\)"):
        sb3.PoolReplayBuffer(8, ACTIONS, ACTIONS)
    with pytest.raises(ValueError, match="stack must be at least 1, got 0"):
        sb3.PoolReplayBuffer(8, space, ACTIONS, stack=0)
    buffer = sb3.PoolReplayBuffer(8, space, ACTIONS, n_envs=2)
    steps = np.random.default_rng(0).integers(1, 255, (9, 2, 4, 3, 3), np.uint8)
    some = np.zeros(2), np.zeros(2), [{}, {}]
    for obs, after in itertools.pairwise(steps):
        buffer.add(obs, after, np.zeros(2, int), *some)
    np.random.seed(0)
    before = buffer._get_samples(np.arange(1, 4))
    for _ in range(5):  # as many as would overwrite frames
        with pytest.raises(ValueError, match="cannot reshape"):
            buffer.add(steps[0], steps[1], np.zeros(3, int), *some)
        with pytest.raises(ValueError, match=r"shape \(2, 4, 3, 3\), got \(2, 3, 3, 4\)"):
            buffer.add(steps[0].transpose(0, 2, 3, 1), steps[1], np.zeros(2, int), *some)
    np.random.seed(0)
    after = buffer._get_samples(np.arange(1, 4))
    assert torch.equal(before.observations, after.observations)
    assert torch.equal(before.next_observations, after.next_observations)
