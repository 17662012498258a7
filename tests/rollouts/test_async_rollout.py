# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Async mode collects what sync mode does, if both act alike."""

from __future__ import annotations

from typing import Any

import numpy as np
import parallel_pool
import pytest
from parallel_pool import RolloutError

ENVS, STEPS = 7, 13
NAMES = ["rewards", "terminated", "truncated", "valid", "starts", "values", "logprobs", "actions"]


def pools(id: str, mode: str, **keywords: Any) -> tuple[Any, Any]:
    options = {
        "num_envs": ENVS,
        "seed": 4,
        "autoreset_mode": mode,
        "max_episode_steps": 9,
        "record_episode_statistics": True,
        **keywords,
    }
    return (
        parallel_pool.make(id, **options),
        parallel_pool.make(id, batch_size=3, num_threads=2, **options),
    )


@pytest.mark.parametrize("mode", ["NextStep", "SameStep"])
@pytest.mark.parametrize(
    ("id", "keywords", "stack"),
    [
        ("CartPole-v1", {}, None),
        ("CartPole-v1", {"normalize_reward": False, "array_type": "numpy"}, None),
        ("Scripted-v0", {}, None),
        ("Pong-v5", {}, 4),
    ],
)
def test_both_modes_collect_the_same(
    id: str, keywords: dict[str, Any], stack: int | None, mode: str
) -> None:
    """Over three rollouts, with Dict and Tuple observations and with frames kept once."""
    sync, other = pools(id, mode, **keywords)
    rollouts = sync.rollout(STEPS, stack=stack), other.rollout(STEPS, stack=stack)
    dice = np.random.default_rng(0)
    for _ in range(3):
        table = dice.integers(0, 2, (STEPS, ENVS))
        for rollout in rollouts:
            count = np.zeros(ENVS, dtype=int)
            rollout.begin()
            while not rollout.full:
                ids = rollout.env_ids
                rollout.put(values=count[ids] + 0.1 * ids, logprobs=ids - count[ids])
                actions = table[count[ids], ids]
                count[ids] += 1
                shown = rollout.step(actions)
            rollout.put(values=np.arange(ENVS))
            assert (count == STEPS).all()
        one, two = (rollout.arrays() for rollout in rollouts)
        for name in NAMES:
            np.testing.assert_array_equal(one[name], two[name], err_msg=name, strict=True)
        if stack is None:
            np.testing.assert_equal(one["observations"], two["observations"])
        else:
            rows = np.arange((STEPS + 1) * ENVS)
            whole = rollouts[0].stacks(rows)
            np.testing.assert_array_equal(whole, rollouts[1].stacks(rows))
            np.testing.assert_array_equal(whole[-ENVS:], shown)
        assert sorted(rollouts[0].episodes) == sorted(rollouts[1].episodes)
        np.testing.assert_array_equal(*(rollout.final_rows for rollout in rollouts))
        np.testing.assert_equal(*(rollout.final_observations for rollout in rollouts))
        last = [] if mode == "NextStep" else [np.arange(len(rollouts[0].final_rows))]
        for rollout in rollouts:
            rollout.compute_advantages(0.9, 0.8, *last)
        np.testing.assert_array_equal(*(rollout.advantages for rollout in rollouts))
    sync.close()
    other.close()


def fill(rollout: Any, actions: Any = np.zeros(ENVS, dtype=int)) -> None:  # noqa: B008
    rollout.begin()
    while not rollout.full:
        rollout.step(actions[rollout.env_ids])


def test_what_is_done_beside_it() -> None:
    """Results in flight are waited for; steps of others end the rollout."""
    envs = pools("Scripted-v0", "NextStep", max_episode_steps=90)[1]
    rollout = envs.rollout(4)
    with pytest.raises(RolloutError, match="was not begun"):
        rollout.step(np.zeros(3, int))
    fill(rollout)
    with pytest.raises(RolloutError, match="full after 4 steps"):
        rollout.step(np.zeros(ENVS, int))
    envs.send(np.zeros(5, int), [0, 1, 2, 3, 4])
    fill(rollout)
    assert rollout.observations["counters"][0, :, 1].tolist() == [5] * 5 + [4] * 2
    rollout.begin()
    envs.send(np.zeros(1, int), [6])
    with pytest.raises(RolloutError, match="the pool was stepped beside"):
        rollout.step(np.zeros(3, int))
    fill(rollout)
    assert rollout.observations["counters"][0, :, 1].tolist() == [9] * 5 + [8, 9]
    envs.close()


def test_failures_end_it_and_it_begins_anew_after_a_reset() -> None:
    envs = pools("Scripted-v0", "NextStep")[1]
    rollout = envs.rollout(3)
    with pytest.raises(parallel_pool.EnvironmentFailure, match="asked to fail"):
        fill(rollout, 3 * (np.arange(ENVS) == 5))
    assert not rollout.valid[0, 5]
    envs.async_reset([5])
    fill(rollout)
    assert rollout.valid.all()
    assert rollout.observations["counters"][0, 5].tolist() == [2, 0, -1, 0]
    envs.close()


def test_refused_actions_are_not_sent() -> None:
    envs = pools("CartPole-v1", "NextStep")[1]
    rollout = envs.rollout(3)
    rollout.begin()
    for bad in (np.full(3, 2), np.zeros(2, int)):
        with pytest.raises(ValueError, match="action"):
            rollout.step(bad)
    assert rollout.env_ids.tolist() == [0, 1, 2]
    rollout.step(np.zeros(3, int))
    envs.close()


def test_an_interrupted_step_is_begun_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    """What it sent is in flight, so its environments cannot be stepped."""
    with parallel_pool.make("Pendulum-v1", num_envs=2, batch_size=1, num_threads=1, seed=1) as envs:
        rollout, actions = envs.rollout(3), np.zeros((1, 1), np.float32)
        rollout.begin()

        def interrupted() -> None:
            raise KeyboardInterrupt

        with monkeypatch.context() as patch:
            patch.setattr(rollout, "_next", interrupted)
            with pytest.raises(KeyboardInterrupt):
                rollout.step(actions)
        with pytest.raises(RolloutError, match=r"a step was interrupted: call begin\(\)"):
            rollout.step(actions)
        rollout.begin()
        fill(rollout, np.zeros((2, 1), np.float32))


def test_lost_results_do_not_pass_for_new_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    """An interrupt between a result and its row leaves an old observation there."""
    with parallel_pool.make("Pendulum-v1", num_envs=2, batch_size=1, num_threads=1, seed=1) as envs:
        rollout = envs.rollout(4)
        written, writes = rollout._write_rows, iter([True])

        def interrupted(*rows: Any) -> None:
            if next(writes, False):
                raise KeyboardInterrupt
            written(*rows)

        rollout.begin()
        rollout.step(np.zeros((1, 1), np.float32))  # of the other environment
        monkeypatch.setattr(rollout, "_write_rows", interrupted)
        with pytest.raises(KeyboardInterrupt):
            rollout.step(np.zeros((1, 1), np.float32))
        rollout.begin()
        while not rollout.full:
            rollout.step(np.zeros((len(rollout.env_ids), 1), np.float32))
        cosine, sine, velocity = np.moveaxis(rollout.observations, -1, 0)
        follows = np.clip(velocity[:-1] + 0.75 * np.sin(np.arctan2(sine, cosine))[:-1], -8, 8)
        np.testing.assert_allclose(velocity[1:], follows, atol=1e-5)
