# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Catch and NChain, which Gymnasium does not have, against models of their rules in Python."""

from __future__ import annotations

import importlib
import importlib.util
from typing import Any, Protocol

import numpy as np
import parallel_pool
import pytest
from gymnasium import spaces
from gymnasium.vector import AutoresetMode
from hypothesis import given
from hypothesis import strategies as st
from parallel_pool.testing import assert_same


class CatchModel:
    """A ball falls by a row a step; the paddle should be below it in the last row."""

    def __init__(self, height: int = 10, width: int = 5) -> None:
        self.height, self.width = height, width

    def reset(self, rng: np.random.Generator) -> None:
        self.start(int(rng.integers(self.width)))

    def start(self, column: int) -> None:
        self.row, self.column, self.paddle = 0, column, self.width // 2

    def step(self, action: int, rng: np.random.Generator) -> tuple[float, bool]:
        self.paddle = min(max(self.paddle + action - 1, 0), self.width - 1)
        self.row += 1
        if self.row < self.height - 1:
            return 0.0, False
        return (1.0 if self.paddle == self.column else -1.0), True

    def observation(self) -> np.ndarray:
        board = np.zeros((self.height, self.width), dtype=np.float32)
        board[self.row, self.column] = board[self.height - 1, self.paddle] = 1
        return board


class NChainModel:
    """Action 0 goes on along the chain, 1 back to its start; now and then they are swapped."""

    def __init__(self, n: int = 5, slip: float = 0.2, small: float = 2, large: float = 10) -> None:
        self.n, self.slip, self.small, self.large = n, slip, small, large

    def reset(self, rng: np.random.Generator) -> None:
        self.state = 0

    def step(self, action: int, rng: np.random.Generator) -> tuple[float, bool]:
        return self.go(1 - action if rng.random() < self.slip else action), False

    def go(self, action: int) -> float:
        at_end = self.state == self.n - 1
        self.state = 0 if action == 1 else min(self.state + 1, self.n - 1)
        return self.small if action == 1 else self.large if at_end else 0

    def observation(self) -> np.ndarray:
        return np.array(self.state, dtype=np.int64)


class Model(Protocol):
    def reset(self, rng: np.random.Generator) -> None: ...
    def step(self, action: int, rng: np.random.Generator) -> tuple[float, bool]: ...
    def observation(self) -> np.ndarray: ...


def compare(id: str, model: Model, config: dict[str, Any], seed: int, steps: int) -> None:
    """One environment with the time limit 7, in SameStep mode, beside the model."""
    rng, choices = np.random.default_rng(seed), np.random.default_rng(1)
    envs = parallel_pool.make(
        id, num_envs=1, max_episode_steps=7, autoreset_mode=AutoresetMode.SAME_STEP, **config
    )
    model.reset(rng)
    assert_same(envs.reset(seed=seed)[0][0], model.observation()[()])
    elapsed = 0
    for _ in range(steps):
        action = int(choices.integers(envs.single_action_space.n))
        reward, terminated = model.step(action, rng)
        elapsed += 1
        observations, rewards, terminations, truncations, infos = envs.step([action])
        assert rewards[0] == reward
        assert terminations[0] == terminated
        assert truncations[0] == (elapsed == 7)
        if terminated or elapsed == 7:
            assert_same(np.asarray(infos["final_obs"][0]), model.observation())
            model.reset(rng)
            elapsed = 0
        assert_same(observations[0], model.observation()[()])
    assert envs.np_random[0].bit_generator.state == rng.bit_generator.state


@given(
    config=st.fixed_dictionaries(
        {}, optional={"height": st.integers(2, 12), "width": st.integers(1, 9)}
    ),
    seed=st.integers(0, 2**70),
)
def test_catch(config: dict[str, Any], seed: int) -> None:
    compare("Catch-v0", CatchModel(**config), config, seed, 40)


@given(
    config=st.fixed_dictionaries(
        {},
        optional={
            "n": st.integers(1, 7),
            "slip": st.floats(0, 1),
            "small": st.floats(-5, 5),
            "large": st.integers(-5, 50),
        },
    ),
    seed=st.integers(0, 2**70),
)
def test_nchain(config: dict[str, Any], seed: int) -> None:
    compare("NChain-v0", NChainModel(**config), config, seed, 40)


def test_spaces_and_limits() -> None:
    catch = parallel_pool.make("Catch-v0", num_envs=1)
    assert catch.single_observation_space == spaces.Box(0, 1, (10, 5), np.float32)
    assert catch.single_action_space == spaces.Discrete(3)
    assert catch.spec is not None
    assert catch.spec.max_episode_steps is None
    nchain = parallel_pool.make("NChain-v0", num_envs=1)
    assert nchain.single_observation_space == spaces.Discrete(5)
    assert nchain.single_action_space == spaces.Discrete(2)
    assert nchain.spec is not None
    assert nchain.spec.max_episode_steps == 1000


@pytest.mark.parametrize(
    ("id", "config", "message"),
    [
        ("Catch-v0", {"height": 1}, r"height must lie in \[2, 1024\], got 1"),
        ("Catch-v0", {"width": 0}, r"width must lie in \[1, 1024\], got 0"),
        ("Catch-v0", {"width": 2**40}, r"width must lie in \[1, 1024\], got 1099511627776"),
        ("NChain-v0", {"n": 0}, "n must be at least 1, got 0"),
        ("NChain-v0", {"slip": 1.5}, r"slip must lie in \[0, 1\], got 1.5"),
        ("NChain-v0", {"large": np.inf}, "finite, got small=2.0+ and large=inf"),
    ],
)
def test_bad_options_are_refused(id: str, config: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        parallel_pool.make(id, num_envs=1, **config)


@pytest.mark.skipif(importlib.util.find_spec("envpool") is None, reason="EnvPool is not installed")
class TestEnvPool:
    """EnvPool's environments keep to the same models; its random numbers are its own."""

    def test_catch(self) -> None:
        envs: Any = importlib.import_module("envpool").make_gymnasium(
            "Catch-v0", num_envs=1, seed=3
        )
        model, rng = CatchModel(), np.random.default_rng(0)
        for _ in range(30):
            observations, _ = envs.reset()
            model.start(int(np.argmax(observations[0][0])))
            done = False
            while not done:
                assert_same(observations[0], model.observation())
                action = int(rng.integers(3))
                observations, rewards, terminations, _, _ = envs.step(np.array([action], np.int32))
                reward, done = model.step(action, rng)
                assert (rewards[0], terminations[0]) == (reward, done)

    def test_nchain(self) -> None:
        envs: Any = importlib.import_module("envpool").make_gymnasium(
            "NChain-v0", num_envs=1, seed=3
        )
        envs.reset()
        model, rng = NChainModel(), np.random.default_rng(0)
        model.reset(rng)
        slips = 0
        for _ in range(900):
            action = int(rng.integers(10) == 0)
            observations, rewards, _, _, _ = envs.step(np.array([action], np.int32))
            slipped = (rewards[0] == model.small) != (action == 1)
            slips += slipped
            assert rewards[0] == model.go(1 - action if slipped else action)
            assert observations[0] == model.state
        assert 120 < slips < 240
