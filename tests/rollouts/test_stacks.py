# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Stacks that are gathered from frames equal the pool's own, whatever clears them."""

from __future__ import annotations

from typing import Any

import numpy as np
import parallel_pool
import pytest

ENVS, STEPS = 5, 60


def games(mode: str = "NextStep", **keywords: Any) -> Any:
    options = {"episodic_life": True, "max_episode_steps": 90, **keywords}
    return parallel_pool.make(
        "Breakout-v5", num_envs=ENVS, seed=2, autoreset_mode=mode, num_threads=2, **options
    )


def check(rollout: Any, seen: list[np.ndarray]) -> None:
    """All that the rollout gathers is what the pool showed."""
    whole = np.stack(seen)
    stacks = rollout.stacks(np.arange(len(seen) * ENVS))
    np.testing.assert_array_equal(stacks.reshape(whole.shape), whole, strict=True)
    rows = []
    for batch in rollout.minibatches(3):
        t, env = np.divmod(batch.rows, ENVS)
        np.testing.assert_array_equal(batch.observations, whole[t, env], strict=True)
        np.testing.assert_array_equal(batch.actions, rollout.actions[t, env])
        rows += batch.rows.tolist()
    assert sorted(rows) == np.flatnonzero(rollout.valid).tolist()


@pytest.mark.parametrize("mode", ["NextStep", "SameStep"])
def test_stacks_equal_those_of_the_pool(mode: str) -> None:
    """After lost lives, time limits, masked resets and loaded states, over three rollouts."""
    envs, twin = games(mode), games(mode)
    rollout = envs.rollout(STEPS, stack=4)
    whole = twin.rollout(STEPS)
    dice = np.random.default_rng(0)
    resets = 0
    for turn in range(3):
        first, other = rollout.begin(), whole.begin()
        np.testing.assert_array_equal(first, other, strict=True)
        seen = [other.copy()]
        for t in range(STEPS):
            actions = dice.integers(0, 4, ENVS)
            row, other = rollout.step(actions), whole.step(actions)
            np.testing.assert_array_equal(row, other, strict=True)
            if t == 20 + turn:
                states = envs.get_state()
            if t == 40 + turn:
                mask = np.arange(ENVS) % 2 == 0
                for pool in (envs, twin):
                    pool.set_state([1, 3], [states[1], states[4]])
                    pool.reset(options={"reset_mask": mask})
            seen.append(whole.observations[t + 1].copy())
        resets += int(rollout.starts.sum())
        np.testing.assert_array_equal(rollout.starts, whole.starts)
        np.testing.assert_array_equal(rollout.valid, whole.valid)
        np.testing.assert_array_equal(rollout.final_observations, whole.final_observations)
        rollout.compute_advantages(
            0.9, 0.9, *([np.zeros(len(rollout.final_rows))] * (mode != "NextStep"))
        )
        check(rollout, seen)
    assert resets > 20
    assert rollout.frames.nbytes <= 0.27 * whole.observations.nbytes
    envs.close()
    twin.close()


def test_rollouts_with_and_without_stacks_take_turns() -> None:
    envs = games()
    whole, frames = envs.rollout(3), envs.rollout(3, stack=4)
    newest = whole.begin()
    for rollout in (frames, whole, frames):
        for _ in range(3):
            before = newest
            newest = (whole if rollout is frames else frames).step(np.ones(ENVS, int))
        assert not np.array_equal(before, newest)
        kept = newest.copy()
        newest = rollout.begin()
        np.testing.assert_array_equal(newest, kept)
    envs.close()


def test_zeros_cost_nothing() -> None:
    """A stack that begins with zeros; here by hand."""
    from parallel_pool._core import FrameStacks

    frames = np.zeros((2 + 2, 1, 4), np.uint8)
    stacks = FrameStacks(frames, 2, 3)
    shown = np.zeros((1, 3, 4), np.uint8)
    stacks.begin(shown)
    for value in (np.array([0, 0, 7]), np.array([3, 2, 1]), np.array([9, 9, 9])):
        shown[0] = value[:, None]
        stacks.write(1, shown, np.zeros(1, np.int64))
        out = np.ones_like(shown)
        stacks.gather(np.ones(1, np.int64), out)
        np.testing.assert_array_equal(out, shown)
    with pytest.raises(IndexError):
        stacks.gather(np.array([2]), out)
    with pytest.raises(IndexError):
        stacks.write(1, shown, np.array([1]))
    with pytest.raises(ValueError, match="one stack for each row"):
        stacks.gather(np.array([0, 1]), out)


def test_stacks_are_refused_where_there_are_none() -> None:
    envs = games()
    for stack, message in ((3, r"stack=3 needs Box observations whose first axis"), (0, "stack")):
        with pytest.raises(ValueError, match=message):
            envs.rollout(2, stack=stack)
    with pytest.raises(ValueError, match="leave out observation_dtype"):
        envs.rollout(2, stack=4, observation_dtype=np.float32)
    rollout = envs.rollout(2, stack=4)
    with pytest.raises(AttributeError, match="it has `frames`, and `stacks"):
        _ = rollout.observations
    with pytest.raises(IndexError):
        rollout.stacks([3 * ENVS])
    with pytest.raises(ValueError, match="only one made with stack"):
        envs.rollout(2).stacks([0])
    assert rollout.arrays()["frames"] is rollout.frames
    envs.close()
