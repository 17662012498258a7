# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Advantages equal those of loops in NumPy bit for bit; minibatches hold each valid row once."""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np
import parallel_pool
import pytest

STEPS, ENVS = 24, 40
F = np.float32


def rollout_of(mode: str = "NextStep", seed: int = 0) -> Any:
    """A full rollout with random numbers, in which all combinations of flags occur."""
    envs = parallel_pool.make("CartPole-v1", num_envs=ENVS, seed=0, autoreset_mode=mode)
    rollout = envs.rollout(STEPS)
    rollout.begin()
    for _ in range(STEPS):
        rollout.step(np.zeros(ENVS, int))
    envs.close()
    dice = np.random.default_rng(seed)
    for name in ("rewards", "values", "logprobs"):
        array = getattr(rollout, name)
        array[:] = dice.standard_normal(array.shape)
    for name, share in (("terminated", 0.1), ("truncated", 0.1), ("valid", 0.8)):
        array = getattr(rollout, name)
        array[:] = dice.random(array.shape) < share
    flags = zip(*(getattr(rollout, n).ravel() for n in ("terminated", "truncated", "valid")))  # noqa: B905
    assert {tuple(map(bool, one)) for one in flags} == {*itertools.product([False, True], repeat=3)}
    return rollout


def loop(rollout: Any, gamma: float, gae_lambda: float, last: np.ndarray) -> np.ndarray:
    """The estimates, one by one; `last` stands for the rest of truncated episodes."""
    out = np.zeros((STEPS, ENVS), F)
    for env in range(ENVS):
        running = F(0)
        for t in reversed(range(STEPS)):
            if not rollout.valid[t, env]:
                running = F(0)
                continue
            cut = rollout.truncated[t, env]
            future = last[t, env] if cut else rollout.values[t + 1, env]
            delta = rollout.rewards[t, env] - rollout.values[t, env]
            if not rollout.terminated[t, env]:
                delta = rollout.rewards[t, env] + F(gamma) * future - rollout.values[t, env]
            ended = cut or rollout.terminated[t, env]
            running = delta if ended else delta + F(gamma * gae_lambda) * running
            out[t, env] = running
    return out


def test_advantages_equal_a_loop() -> None:
    """In all combinations of flags. A value after a termination may be infinite."""
    rollout = rollout_of()
    ends = rollout.terminated & ~np.roll(rollout.truncated, 1, 0)
    rollout.values[1:][ends] = np.inf
    with np.errstate(invalid="ignore"):
        expected = loop(rollout, 0.98, 0.9, rollout.values[1:])
        rollout.compute_advantages(0.98, 0.9)
        returns = expected + rollout.values[:-1]
    np.testing.assert_array_equal(rollout.advantages, expected)
    np.testing.assert_array_equal(rollout.returns, returns)


def test_same_step_needs_the_values_of_last_observations() -> None:
    rollout = rollout_of("SameStep")
    cut = rollout.terminated | rollout.truncated
    rows = np.flatnonzero(cut.ravel())
    rollout._final_places[:] = [rows]
    with pytest.raises(ValueError, match=r"episodes were truncated.* pass final_values"):
        rollout.compute_advantages(0.99, 0.95)
    with pytest.raises(ValueError, match=r"final_values must have shape"):
        rollout.compute_advantages(0.99, 0.95, np.zeros(3))
    last = np.random.default_rng(1).standard_normal((STEPS, ENVS)).astype(F)
    rollout.compute_advantages(0.99, 0.95, last.ravel()[rows])
    np.testing.assert_array_equal(rollout.advantages, loop(rollout, 0.99, 0.95, last))


def test_v_trace_equals_a_loop() -> None:
    """Of float64, to the precision of float32; it is GAE where both policies are one."""
    rollout = rollout_of()
    target = rollout.logprobs + np.random.default_rng(2).normal(0, 1, (STEPS, ENVS)).astype(F)
    rollout.compute_vtrace(0.97, target, rho_clip=1.3, c_clip=0.9)
    returns, advantages = np.zeros((2, STEPS, ENVS))
    for env in range(ENVS):
        correction = 0.0
        for t in reversed(range(STEPS)):
            value = float(rollout.values[t, env])
            if not rollout.valid[t, env]:
                correction, returns[t, env] = 0.0, value
                continue
            ratio = np.exp(float(target[t, env] - rollout.logprobs[t, env]))
            rho, c = min(1.3, ratio), min(0.9, ratio)
            gamma = 0.0 if rollout.terminated[t, env] else 0.97
            if rollout.truncated[t, env] or rollout.terminated[t, env]:
                correction = 0.0
            reward, after = float(rollout.rewards[t, env]), float(rollout.values[t + 1, env])
            advantages[t, env] = rho * (reward + gamma * (after + correction) - value)
            correction = rho * (reward + gamma * after - value) + 0.97 * c * correction
            returns[t, env] = value + correction
    np.testing.assert_allclose(rollout.returns, returns, rtol=1e-4, atol=1e-5)
    np.testing.assert_allclose(rollout.advantages, advantages, rtol=1e-4, atol=1e-5)
    rollout.compute_vtrace(0.97, rollout.logprobs)
    on_policy = rollout.returns.copy()
    rollout.compute_advantages(0.97, 1.0)
    np.testing.assert_allclose(on_policy, rollout.returns, rtol=1e-4, atol=1e-5)


def test_arguments_are_checked() -> None:
    rollout = rollout_of()
    for gamma, gae_lambda, message in (
        (1.5, 0.9, r"gamma must be in \[0, 1\], got 1.5"),
        (0.9, float("nan"), "gae_lambda must be in"),
    ):
        with pytest.raises(ValueError, match=message):
            rollout.compute_advantages(gamma, gae_lambda)
    with pytest.raises(ValueError, match="final_values are for SameStep"):
        rollout.compute_advantages(0.9, 0.9, np.zeros(3))
    with pytest.raises(ValueError, match=r"target_logprobs must have shape \(24, 40\), got \(3,\)"):
        rollout.compute_vtrace(0.9, np.zeros(3))
    with pytest.raises(ValueError, match="rho_clip and c_clip must be positive"):
        rollout.compute_vtrace(0.9, rollout.logprobs, rho_clip=0)
    with pytest.raises(ValueError, match="count"):
        next(rollout.minibatches(0))


@pytest.mark.parametrize("count", [1, 3, 7, 500, 10_000])
def test_minibatches_hold_each_valid_row_once(count: int) -> None:
    rollout = rollout_of()
    rollout.compute_advantages(0.9, 0.9)
    rows, places, sizes = [], set(), []
    for batch in rollout.minibatches(count, np.random.default_rng(4)):
        places.add(batch.observations.ctypes.data)
        rows += batch.rows.tolist()
        sizes.append(len(batch.rows))
        t, env = np.divmod(batch.rows, ENVS)
        for name in ("observations", "actions", "logprobs", "values", "advantages", "returns"):
            part, source = getattr(batch, name), getattr(rollout, name)
            np.testing.assert_array_equal(part, source[t, env], strict=True)
    assert len(sizes) == min(count, len(rows))
    assert max(sizes) - min(sizes) <= 1
    assert len(places) == 1, "all are gathered into the same memory"
    assert sorted(rows) == np.flatnonzero(rollout.valid).tolist() != rows
    again = rollout.minibatches(count, np.random.default_rng(4))
    assert rows == [row for batch in again for row in batch.rows]
    rollout.valid[:] = False
    assert [*rollout.minibatches(count)] == []
