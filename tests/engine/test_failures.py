# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""An environment that throws fails its own row only."""

from __future__ import annotations

from typing import Any

import numpy as np
import parallel_pool
import pytest
from parallel_pool import errors
from parallel_pool.testing import assert_same

from tests.engine.model import GO_ON, THROW, THROW_LATER, THROW_NO_EXCEPTION


def test_others_rows_come_with_the_exception() -> None:
    envs = parallel_pool.make("Scripted-v0", num_envs=4, payload=3)
    envs.reset(seed=0)
    with pytest.raises(errors.EnvironmentFailure, match="2 of 4 environments failed") as caught:
        envs.step([GO_ON, THROW, GO_ON, THROW_LATER])
    failure = caught.value
    assert failure.env_ids.tolist() == [1, 3]
    assert failure.good_env_ids.tolist() == [0, 2]
    assert failure.causes == {1: "asked to fail at step 0", 3: "asked to fail in observe"}
    observations, rewards, terminations, truncations, infos = failure.batch
    assert observations["counters"].tolist() == [[1, 1, 0, 0]] * 2
    assert observations["inner"][1].shape == (2, 3)
    assert rewards.tolist() == [1.0, 1.0]
    assert not terminations.any()
    assert not truncations.any()
    assert infos["steps"].tolist() == [1, 1]
    assert "env id 1: asked to fail at step 0" in str(failure)


def test_a_failed_environment_steps_again_after_its_reset() -> None:
    envs = parallel_pool.make("Scripted-v0", num_envs=2)
    envs.reset(seed=0)
    with pytest.raises(errors.EnvironmentFailure):
        envs.step([THROW, GO_ON])
    with pytest.raises(errors.ResetNeededError, match="env id 0 failed: reset it first"):
        envs.step([GO_ON, GO_ON])
    with pytest.raises(errors.ResetNeededError, match="env id 0 failed"):
        envs.get_state([0])
    assert envs.step([GO_ON], [1])[0]["counters"][0, 1] == 2  # the other goes on
    envs.reset(options={"reset_mask": np.array([True, False])})
    assert envs.step([GO_ON, GO_ON])[0]["counters"][:, 1].tolist() == [1, 3]


@pytest.mark.parametrize("command", [THROW, THROW_LATER, THROW_NO_EXCEPTION])
@pytest.mark.parametrize("batch", [3, 1])
def test_all_rows_can_fail(command: int, batch: int) -> None:
    envs = parallel_pool.make("Scripted-v0", num_envs=3, batch_size=batch, num_threads=2)
    envs.async_reset(seed=0)
    for _ in range(3 // batch):
        envs.recv()
    envs.send([command] * 3, [0, 1, 2])
    for _ in range(3 // batch):
        with pytest.raises(errors.EnvironmentFailure) as caught:
            envs.recv()
        assert caught.value.batch is None
        assert len(caught.value.env_ids) == batch
    assert envs.in_flight == 0


def test_failures_in_reset() -> None:
    envs = parallel_pool.make("Scripted-v0", num_envs=3)
    with pytest.raises(errors.EnvironmentFailure, match="asked to fail in reset"):
        envs.reset(seed=0, options={"fail": True})
    with pytest.raises(errors.ResetNeededError):
        envs.step([0, 0, 0])
    observations, _ = envs.reset()  # the options were for that reset only; the stream goes on
    again = parallel_pool.make("Scripted-v0", num_envs=3)
    assert observations["inner"][0].tolist() == again.reset(seed=0)[0]["inner"][0].tolist()


@pytest.mark.parametrize("options", [{}, {"backend": "python", "start_method": "thread"}])
def test_a_mask_can_not_leave_out_what_was_never_reset(options: dict[str, Any]) -> None:
    """There is no observation to show."""
    envs = parallel_pool.make("CartPole-v1", num_envs=3, seed=0, **options)
    twin = parallel_pool.make("CartPole-v1", num_envs=3, seed=0, **options)
    masks = [{"reset_mask": np.array([True, i > 0, False])} for i in range(2)]
    for mask, env in zip(masks, (1, 2), strict=True):
        with pytest.raises(errors.ResetNeededError, match=f"env id {env} was never reset, so a"):
            envs.reset(options=mask)
    envs.reset(env_id=[2])
    twin.reset(env_id=[2])
    assert_same(envs.reset(options=masks[1])[0][:2], twin.reset(env_id=[0, 1])[0])
    envs.close()
    twin.close()


def test_a_failed_environment_that_a_mask_leaves_alone_shows_zeros() -> None:
    envs = parallel_pool.make("Scripted-v0", num_envs=2, payload=5)
    envs.reset(seed=0)
    envs.step([GO_ON, GO_ON])
    with pytest.raises(errors.EnvironmentFailure):
        envs.step([THROW_LATER, GO_ON])
    observations, infos = envs.reset(options={"reset_mask": np.array([False, True])})
    assert observations["counters"][0].tolist() == [0, 0, 0, 0]
    assert infos["_steps"].tolist() == [False, True]


def test_failures_do_not_disturb_others_bit_for_bit() -> None:
    """Failing environments do not change the trajectories of the others."""
    envs = parallel_pool.make("Scripted-v0", num_envs=4, num_threads=3, chunk_size=1)
    alone = parallel_pool.make("Scripted-v0", num_envs=4)
    envs.reset(seed=0)
    alone.reset(seed=0)
    for _ in range(8):
        with pytest.raises(errors.EnvironmentFailure) as caught:
            envs.step([THROW, GO_ON, THROW, GO_ON])
        envs.reset(options={"reset_mask": np.array([True, False, True, False])})
        expected = alone.step([GO_ON] * 4)
        assert np.array_equal(caught.value.batch[0]["inner"][0], expected[0]["inner"][0][[1, 3]])
        assert np.array_equal(caught.value.batch[1], expected[1][[1, 3]])
