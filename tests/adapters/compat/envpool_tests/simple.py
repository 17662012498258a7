# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""EnvPool's tests of classic control and toy text."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
from gymnasium.wrappers.vector import NormalizeObservation

from tests.adapters.compat.envpool_tests.cases import (
    case,
    drawn,
    full,
    in_bounds,
    inner,
    renders,
    renders_as_reference,
    same,
    spaces_agree,
)

CLASSIC = "classic_control_test.py"
PICTURES = "classic_control_render_test.py"
TOY = "toy_text_test.py"
SIZES = {
    "CartPole-v1": (400, 600, 3),
    "Pendulum-v1": (500, 500, 3),
    "MountainCar-v0": (400, 600, 3),
    "MountainCarContinuous-v0": (400, 600, 3),
    "Acrobot-v1": (500, 500, 3),
}


def _seeds_differ(library: Any, id: str) -> None:
    """Without a reset: equal seeds give the same, and others something else, at every step."""
    pools = [library.make_gym(id, num_envs=4, seed=seed) for seed in (0, 0, 1)]
    space = pools[0].action_space
    space.seed(1)
    for _ in range(full(5000, 60)):
        actions = drawn(space, 4)
        one, other, third = (pool.step(actions)[0] for pool in pools)
        assert same(one, other)
        assert not same(one, third)
        in_bounds(pools[0].observation_space, one, third)


@case(CLASSIC, "cartpole")
def _(library: Any) -> None:
    spaces_agree(library, "CartPole-v1", bounds=True)
    _seeds_differ(library, "CartPole-v1")


@case(CLASSIC, "pendulum")
def _(library: Any) -> None:
    spaces_agree(library, "Pendulum-v1", bounds=True)
    _seeds_differ(library, "Pendulum-v1")


@case(CLASSIC, "acrobot")
def _(library: Any) -> None:
    spaces_agree(library, "Acrobot-v1", bounds=True)
    _seeds_differ(library, "Acrobot-v1")


@case(CLASSIC, "mountain_car")
def _(library: Any) -> None:
    for id in ("MountainCar-v0", "MountainCarContinuous-v0"):
        spaces_agree(library, id, bounds=True)
        _seeds_differ(library, id)
        pool, reference = library.make_gym(id), gymnasium.make(id)
        for episode in range(full(10, 1)):
            reference.action_space.seed(episode)
            reference.reset()
            reference.unwrapped.state = pool.reset()[0][0]  # type: ignore[attr-defined]
            over = False
            while not over:
                action = reference.action_space.sample()
                theirs = reference.step(action)
                ours = pool.step(np.array([action]), np.array([0]))
                assert np.allclose(ours[0][0], theirs[0], atol=1e-4)
                assert np.allclose(float(ours[1][0]), float(theirs[1]))
                assert (ours[2][0], ours[3][0]) == theirs[2:4]
                over = theirs[2] or theirs[3]


@case(CLASSIC, "cartpole_gymnasium_vector_wrapper")
def _(library: Any) -> None:
    pool = library.make_gym("CartPole-v1", num_envs=4)
    assert isinstance(pool, gymnasium.vector.VectorEnv)
    assert (pool.num_envs, pool.is_vector_env) == (4, True)
    assert pool.single_observation_space is pool.observation_space
    assert pool.single_action_space is pool.action_space
    wrapped = NormalizeObservation(pool)
    assert wrapped.reset()[0].shape == (4, 4)
    observations, *flags, _ = wrapped.step(np.zeros(4, np.int32))
    assert observations.shape == (4, 4)
    assert [flag.shape for flag in flags] == [(4,)] * 3


@case(PICTURES, "render_is_batch_consistent_and_state_invariant", "pygame")
def _(library: Any) -> None:
    for id, shape in SIZES.items():
        renders(library, id, shape)


@case(PICTURES, "render_matches_upstream_for_multiple_steps", "pygame")
def _(library: Any) -> None:
    """The test sets the reference to Acrobot's info ``state``."""
    for id, shape in SIZES.items():
        ours, _ = renders_as_reference(library, id, 4.0, steps=2)
        assert ours.shape == shape
    library.make_gymnasium("Acrobot-v1").reset()[1]["state"]


@case(TOY, "catch")
def _(library: Any) -> None:
    """The paddle that follows the ball catches it, and the one that flees does not."""
    for env_type in ("gym", "dm"):
        for toward, reward in ((1, 1.0), (-1, -1.0)):
            pool = library.make("Catch-v0", env_type=env_type, num_envs=3)
            seen = _seen(pool.reset())
            ball = np.where(seen[:, 0] == 1)[1]
            for step in range(9):
                paddle = np.where(seen[:, -1] == 1)[1]
                action = np.sign((ball - paddle) * toward) + 1
                if toward < 0:
                    action[action == 1] = 0
                result = pool.step(action, np.arange(3))
                seen = _seen(result)
                assert seen.shape == (3, 10, 5)
                rewards, over = _ends(result)
                assert (over == (step == 8)).all()
                assert (rewards == (reward if step == 8 else 0)).all()


def _seen(result: Any) -> np.ndarray:
    return np.asarray(result.observation.obs if hasattr(result, "observation") else result[0])


def _ends(result: Any) -> tuple[np.ndarray, np.ndarray]:
    if hasattr(result, "observation"):
        return result.reward, result.last()
    return result[1], result[2] | result[3]


@case(TOY, "frozen_lake")
def _(library: Any) -> None:
    for id, size in (("FrozenLake-v1", 4), ("FrozenLake8x8-v1", 8)):
        pool, reference = library.make_gymnasium(id), gymnasium.make(id).unwrapped
        assert (pool.observation_space.n, pool.action_space.n) == (size * size, 4)
        rng = np.random.default_rng(0)
        before = pool.reset()[0][0]
        for _ in range(full(1000, 200)):
            action = int(rng.integers(4))
            (now,), (reward,), (over,), (late,), _ = pool.step(np.array([action]))
            table = reference.P[int(before)][action]  # type: ignore[attr-defined]
            assert (int(now), float(reward), bool(over)) in {entry[1:] for entry in table}
            before = pool.reset()[0][0] if over or late else now


@case(TOY, "taxi")
def _(library: Any) -> None:
    pool, reference = library.make_gymnasium("Taxi-v3"), gymnasium.make("Taxi-v3")
    assert (pool.observation_space.n, pool.action_space.n) == (500, 6)
    reference.reset()


@case(TOY, "nchain")
def _(library: Any) -> None:
    pool = library.make_gymnasium("NChain-v0", num_envs=100)
    assert (pool.observation_space.n, pool.action_space.n) == (5, 2)
    rng = np.random.default_rng(1)
    pool.reset()
    returns, over = np.zeros(100), False
    while not over:
        _, rewards, terminated, truncated, _ = pool.step(rng.integers(2, size=100))
        returns += rewards
        over = bool((terminated | truncated).any())
    assert abs(returns.mean() - 1310) < 30
    assert abs(returns.std() - 78) < 15


@case(TOY, "cliffwalking")
def _(library: Any) -> None:
    pool, reference = library.make_gymnasium("CliffWalking-v1"), gymnasium.make("CliffWalking-v1")
    assert (pool.observation_space.n, pool.action_space.n) == (48, 4)
    for right in range(12):
        (now,), infos = pool.reset()
        assert now == reference.reset()[0]
        assert infos["prob"] == 1
        for action in [0] * 4 + [1] * right + [2] * 4:
            theirs = reference.step(action)
            ours = pool.step(np.array([action]))
            assert [part[0] for part in ours[:4]] == [*theirs[:4]]
            assert ours[4]["prob"] == theirs[4]["prob"] == 1
            if theirs[2]:
                break


@case(TOY, "cliffwalking_slippery")
def _(library: Any) -> None:
    pool = library.make_gymnasium("CliffWalkingSlippery-v1", seed=0)
    table = gymnasium.make("CliffWalkingSlippery-v1").unwrapped.P  # type: ignore[attr-defined]
    (before,), infos = pool.reset()
    assert infos["prob"] == 1
    for action in np.random.default_rng(0).integers(4, size=200):
        (now,), (reward,), (over,), (late,), infos = pool.step(np.array([action], np.int32))
        assert not late
        found = round(float(infos["prob"][0]), 6), int(now), float(reward), bool(over)
        told = table[int(before)][int(action)]
        assert found in {(round(entry[0], 6), *entry[1:]) for entry in told}
        before = pool.reset()[0][0] if over else now


@case(TOY, "blackjack")
def _(library: Any) -> None:
    inner("toy_text.registration")
    pool = library.make_gymnasium("Blackjack-v1", num_envs=100)
    assert pool.observation_space.shape == (3,)
