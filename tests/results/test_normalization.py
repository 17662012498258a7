# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Normalised results equal those of Gymnasium's wrappers, and of a model where these refuse."""

from __future__ import annotations

from typing import Any

import numpy as np
import parallel_pool
import pytest
from gymnasium.wrappers.utils import RunningMeanStd
from gymnasium.wrappers.vector import NormalizeObservation, NormalizeReward
from parallel_pool import errors
from parallel_pool._core import RunningMoments
from parallel_pool.testing.compare import assert_same
from parallel_pool.testing.trajectory import ActionSource

from tests.engine.model import GO_ON, THROW

MODES = ["NextStep", "SameStep", "Disabled"]
BOTH = {"normalize_observation": True, "normalize_reward": True}


def step_both(own: Any, wrapped: Any, mode: str, steps: int = 120) -> None:
    """Compares every byte, with resets where the mode needs them."""
    count = own.num_envs
    source = ActionSource(own.single_action_space, count, 0)
    assert_same(own.reset(seed=3)[0], wrapped.reset(seed=3)[0], "reset")
    for step in range(steps):
        actions = source.batch(range(count))
        results = own.step(actions), wrapped.step(actions)
        assert_same(results[0][:4], results[1][:4], f"step {step}")
        if mode == "Disabled" and (results[0][2] | results[0][3]).any():
            assert_same(own.reset()[0], wrapped.reset()[0], "reset")


@pytest.mark.parametrize("mode", ["NextStep", "Disabled"])
@pytest.mark.parametrize("num_envs", [1, 3, 17])
@pytest.mark.parametrize(
    "id", ["CartPole-v1", "Pendulum-v1", "MountainCarContinuous-v0", "Catch-v0"]
)
def test_equal_to_both_wrappers(id: str, num_envs: int, mode: str) -> None:
    """`NormalizeObservation` takes NextStep only, so it is given that name for Disabled."""
    options: dict[str, Any] = {
        "num_envs": num_envs,
        "autoreset_mode": mode,
        "max_episode_steps": 15,
    }
    own = parallel_pool.make(id, **options, **BOTH, reward_gamma=0.9)
    plain = parallel_pool.make(id, **options)
    rewards = NormalizeReward(plain, gamma=0.9)
    plain.metadata = plain.metadata | {"autoreset_mode": type(plain.autoreset_mode)("NextStep")}
    wrapped = NormalizeObservation(rewards)
    assert own.single_observation_space == wrapped.single_observation_space
    assert own.observation_space == wrapped.observation_space
    step_both(own, wrapped, mode)
    assert_same(own.normalization.observations.var, wrapped.obs_rms.var)
    assert_same(np.asarray(own.normalization.returns.mean), np.asarray(rewards.return_rms.mean))


@pytest.mark.parametrize("dtype", ["float16", "float32", "float64", "uint8", "int64"])
def test_moments_of_any_rows(dtype: str) -> None:
    """Their number and their shape decide the order in which NumPy adds them."""
    rng = np.random.default_rng(0)
    for shape in [(), (1,), (2,), (4,), (5,), (8,), (3, 7)]:
        own = RunningMoments(shape, single=True)
        peer = RunningMeanStd(shape=shape, dtype=np.float32)
        for count in [1, 7, 8, 127, 128, 129, 300, 1000]:
            rows = (5 * rng.random((count, *shape))).astype(dtype)
            own.update(rows)
            peer.update(rows)
            for name in ("mean", "var", "count"):
                assert_same(np.asarray(getattr(own, name)), np.asarray(getattr(peer, name)), name)
            expected = (rows - peer.mean) / np.sqrt(peer.var + 1e-8)
            assert_same(own.normalize(rows), expected.astype(np.float32))


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("id", ["Pendulum-v1", "Blackjack-v1", "FrozenLake-v1"])
def test_rewards_equal_in_every_mode(id: str, mode: str) -> None:
    options: dict[str, Any] = {"num_envs": 4, "autoreset_mode": mode, "max_episode_steps": 9}
    own = parallel_pool.make(id, **options, normalize_reward=True)
    step_both(own, NormalizeReward(parallel_pool.make(id, **options)), mode)


@pytest.mark.parametrize("mode", MODES)
def test_returns_of_single_episodes(mode: str) -> None:
    """`reward_per_episode` begins each return at 0, unlike the wrapper with NextStep."""
    options: dict[str, Any] = {"num_envs": 3, "autoreset_mode": mode, "max_episode_steps": 7}
    own = parallel_pool.make(
        "Pendulum-v1", **options, normalize_reward=True, reward_gamma=0.9, reward_per_episode=True
    )
    plain = parallel_pool.make("Pendulum-v1", **options)
    own.reset(seed=3), plain.reset(seed=3)
    moments, returns = RunningMeanStd(shape=()), np.zeros(3, np.float32)
    resets = np.zeros(3, np.bool_)
    for step in range(30):
        actions = np.full((3, 1), np.cos(step), np.float32)
        (_, scaled, *_), (_, rewards, terminated, truncated, _) = (
            envs.step(actions) for envs in (own, plain)
        )
        returns[~resets] = returns[~resets] * 0.9 + rewards[~resets]
        if not resets.all():
            moments.update(returns[~resets])
        assert_same(scaled, rewards / np.sqrt(moments.var + 1e-8))
        ended = terminated | truncated
        returns[ended] = 0
        resets = ended if mode == "NextStep" else resets
        if mode == "Disabled" and ended[0]:
            mask = {"reset_mask": np.array([True, False, True])}
            own.reset(options=mask), plain.reset(options=mask)
            own.reset(env_id=[1]), plain.reset(env_id=[1])


def test_a_mask_leaves_the_returns_of_others() -> None:
    options: dict[str, Any] = {"normalize_reward": True, "reward_per_episode": True}
    envs = parallel_pool.make("Pendulum-v1", num_envs=2, **options)
    envs.reset(seed=0)
    envs.step(np.zeros((2, 1), np.float32))
    before = envs._engine.normalization._discounted.copy()
    envs.reset(options={"reset_mask": np.array([True, False])})
    assert envs._engine.normalization._discounted.tolist() == [0, before[1]]


def test_a_mask_resets_as_in_the_wrapper() -> None:
    """As in the wrapper, a mask clears the running return of every environment."""
    options: dict[str, Any] = {"num_envs": 3, "autoreset_mode": "Disabled"}
    own = parallel_pool.make("Pendulum-v1", **options, normalize_reward=True)
    wrapped = NormalizeReward(parallel_pool.make("Pendulum-v1", **options))
    own.reset(seed=0), wrapped.reset(seed=0)
    actions = np.ones((3, 1), dtype=np.float32)
    for step in range(20):
        assert_same(own.step(actions)[:4], wrapped.step(actions)[:4], f"step {step}")
        if step % 4 == 3:
            mask = np.array([True, step % 8 == 3, False])
            for env in (own, wrapped):
                env.reset(options={"reset_mask": mask.copy()})


def test_a_mask_counts_new_observations_only() -> None:
    own = parallel_pool.make("CartPole-v1", num_envs=3, normalize_observation=True)
    plain = parallel_pool.make("CartPole-v1", num_envs=3)
    moments: Any = RunningMeanStd(shape=(4,), dtype=np.float32)
    own.reset(seed=0)
    moments.update(plain.reset(seed=0)[0])
    mask = np.array([True, False, True])
    shown = own.reset(options={"reset_mask": mask})[0]
    raw = plain.reset(options={"reset_mask": mask})[0]
    moments.update(raw[mask])
    expected = (raw - moments.mean) / np.sqrt(moments.var + 1e-8)
    assert_same(shown, expected.astype(np.float32))


def test_same_step_observations() -> None:
    """Moments come from the observations in batches; final observations are only scaled."""
    options: dict[str, Any] = {"num_envs": 3, "autoreset_mode": "SameStep", "max_episode_steps": 5}
    own = parallel_pool.make("CartPole-v1", **options, normalize_observation=True)
    plain = parallel_pool.make("CartPole-v1", **options)
    moments: Any = RunningMeanStd(shape=(4,), dtype=np.float32)

    def scaled(rows: np.ndarray) -> np.ndarray:
        deviation = np.sqrt(moments.var + 1e-8)
        return ((rows - moments.mean) / deviation).astype(np.float32)

    raw = plain.reset(seed=0)[0]
    moments.update(raw)
    assert_same(own.reset(seed=0)[0], scaled(raw))
    ended = 0
    for _ in range(30):
        results = own.step([0, 1, 0]), plain.step([0, 1, 0])
        moments.update(results[1][0])
        assert_same(results[0][0], scaled(results[1][0]))
        done = results[1][2] | results[1][3]
        for i in done.nonzero()[0]:
            last = results[1][4]["final_obs"][i]
            assert_same(results[0][4]["final_obs"][i], scaled(last[np.newaxis])[0])
            ended += 1
        assert_same(results[0][4].get("_final_obs"), results[1][4].get("_final_obs"))
    assert ended >= 15


@pytest.mark.parametrize("mode", ["NextStep", "SameStep"])
def test_async(mode: str) -> None:
    """Moments take batches in the order of receipt; a return belongs to its environment."""
    own = parallel_pool.make(
        "Pendulum-v1",
        num_envs=6,
        batch_size=2,
        num_threads=1,
        autoreset_mode=mode,
        max_episode_steps=5,
        **BOTH,
    )
    plain = parallel_pool.make("Pendulum-v1", num_envs=6, autoreset_mode=mode, max_episode_steps=5)
    seen: Any = RunningMeanStd(shape=(3,), dtype=np.float32)
    returns: Any = RunningMeanStd(shape=())
    discounted = np.zeros(6, dtype=np.float32)
    resetting = np.ones(6, dtype=bool)
    raw = plain.reset(seed=0)[0]
    first = {i: raw[i] for i in range(6)}
    own.async_reset(seed=0)
    for step in range(120):
        observations, rewards, terminated, truncated, infos = own.recv()
        ids = infos["env_id"]
        if step < 3:
            rows, raw_rewards = np.stack([first[i] for i in ids]), np.zeros(2)
            done = np.zeros(2, dtype=bool)
        else:
            rows, raw_rewards, ends, cuts, _ = plain.step(np.ones((2, 1), np.float32), ids)
            done = ends | cuts
        counts = ~resetting[ids]
        for row, i in enumerate(ids):
            if counts[row]:
                step_return = discounted[i] * 0.99 * (1 - int(terminated[row])) + raw_rewards[row]
                discounted[i] = step_return
        if counts.any():
            returns.update(discounted[ids[counts]])
        if mode == "SameStep":
            discounted[ids[done]] = 0
        resetting[ids] = done if mode == "NextStep" else False
        seen.update(rows)
        assert_same(rewards, raw_rewards / np.sqrt(returns.var + 1e-8), f"batch {step}")
        expected = (rows - seen.mean) / np.sqrt(seen.var + 1e-8)
        assert_same(observations, expected.astype(np.float32), f"batch {step}")
        assert_same(truncated | terminated, done)
        own.send(np.ones((2, 1), np.float32), ids)


@pytest.mark.parametrize("mode", MODES)
def test_a_saved_state_goes_on(mode: str) -> None:
    """The state restores the moments if all environments are set, and not if only one is."""
    options: dict[str, Any] = {"num_envs": 3, "autoreset_mode": mode, "max_episode_steps": 50}
    actions = np.ones((3, 1), dtype=np.float32)
    envs = parallel_pool.make("Pendulum-v1", **options, **BOTH, seed=1)
    envs.reset()
    for _ in range(7):
        envs.step(actions)
    states = envs.get_state()
    other = parallel_pool.make("Pendulum-v1", **options, **BOTH, seed=2)
    other.set_state(None, states)
    for _ in range(20):
        assert_same(envs.step(actions)[:4], other.step(actions)[:4])
    before = other.normalization.returns.count
    other.set_state([1], states[1:2])
    assert other.normalization.returns.count == before


def test_moments_can_be_kept() -> None:
    """As the wrappers' ``update_running_mean``."""
    own = parallel_pool.make("CartPole-v1", num_envs=2, **BOTH)
    rewards = NormalizeReward(parallel_pool.make("CartPole-v1", num_envs=2))
    wrapped = NormalizeObservation(rewards)
    step_both(own, wrapped, "NextStep", 10)
    own.normalization.update = False
    rewards.update_running_mean = wrapped.update_running_mean = False
    step_both(own, wrapped, "NextStep", 30)
    assert own.normalization.observations.count == wrapped.obs_rms.count < 25


def test_failures_bring_normalised_rows() -> None:
    envs = parallel_pool.make("Scripted-v0", num_envs=3, normalize_reward=True, seed=0)
    twin = parallel_pool.make("Scripted-v0", num_envs=2, normalize_reward=True, seed=1)
    envs.reset(), twin.reset()
    with pytest.raises(errors.EnvironmentFailure) as failure:
        envs.step([THROW, GO_ON, GO_ON])
    assert_same(failure.value.batch[1], twin.step([GO_ON, GO_ON])[1])


def test_without_the_options_there_are_none() -> None:
    assert parallel_pool.make("CartPole-v1").normalization is None


def test_refusals() -> None:
    make: Any = parallel_pool.make
    with pytest.raises(ValueError, match="needs a Box observation, FrozenLake-v1 has a Discrete"):
        make("FrozenLake-v1", normalize_observation=True)
    with pytest.raises(ValueError, match="Crowd-v0 has several players"):
        make("Crowd-v0", normalize_reward=True)
    with pytest.raises(TypeError, match=r"normalize_reward must be a bool, got 0\.9"):
        make("CartPole-v1", normalize_reward=0.9)
    with pytest.raises(ValueError, match=r"reward_gamma must be in \[0, 1\], got 1.5"):
        make("CartPole-v1", normalize_reward=True, reward_gamma=1.5)
    with pytest.raises(TypeError, match="reward_gamma must be a number, got 'a'"):
        make("CartPole-v1", normalize_reward=True, reward_gamma="a")


def test_the_spec_makes_an_equal_pool() -> None:
    import gymnasium

    envs = parallel_pool.make("CartPole-v1", num_envs=2, **BOTH, reward_gamma=0.5, seed=3)
    again = gymnasium.make_vec(envs.spec)
    assert again.unwrapped.normalization is not None
    assert_same(envs.reset()[0], again.reset()[0])
    for _ in range(5):
        assert_same(envs.step([0, 1])[:2], again.step([0, 1])[:2])
