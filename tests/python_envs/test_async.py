# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Batches of the environments that finish first."""

from __future__ import annotations

import time
from functools import partial
from typing import Any

import numpy as np
import parallel_pool
import pytest
from parallel_pool import errors
from parallel_pool.testing.compare import describe_difference
from parallel_pool.testing.trajectory import take_info, take_row

from tests.python_envs.test_spaces_and_infos import numbers, objects
from tests.python_envs.toy_envs import GO_ON, SLEEP, Infos, Obedient


def trajectories(envs: Any, steps: int) -> list[list[Any]]:
    """What each environment goes through, whatever the order of batches."""
    found: list[list[Any]] = [[] for _ in range(envs.num_envs)]

    def note(result: Any) -> Any:
        for row, env_id in enumerate(result[4].get("env_id", range(envs.num_envs))):
            values = [take_row(value, row) for value in result[:4]]
            info = take_info(result[4], row)
            found[env_id].append((values, {k: v for k, v in info.items() if "env_id" not in k}))
        return result[4].get("env_id", np.arange(envs.num_envs))

    envs.async_reset(seed=5)
    while min(map(len, found)) < steps:  # a worker may get little of a busy machine
        ids = note(envs.recv())
        envs.send(np.array([len(found[i]) % 2 for i in ids]), ids)
    while envs.in_flight:
        note(envs.recv())
    return found


@pytest.mark.parametrize(
    ("batch_size", "workers", "mode", "kind"),
    [
        (1, 3, "NextStep", numbers),
        (2, 2, "SameStep", numbers),
        (3, 1, "NextStep", objects),
        (4, 4, "SameStep", objects),
        (6, 6, "NextStep", numbers),
    ],
)
def test_every_environment_goes_its_own_way(
    batch_size: int, workers: int, mode: str, kind: Any
) -> None:
    functions = [partial(Infos, kind, 3 + i) for i in range(7)]
    plain = parallel_pool.make_python(functions, num_workers=1, autoreset_mode=mode)
    pool = parallel_pool.make_python(
        functions, batch_size=batch_size, num_workers=workers, autoreset_mode=mode
    )
    expected = trajectories(plain, 15)
    for ours, theirs in zip(trajectories(pool, 15), expected, strict=True):
        shared = min(len(ours), len(theirs))
        assert shared >= 15
        for one, other in zip(ours[:shared], theirs[:shared], strict=True):
            assert describe_difference(one, other, "") is None
    plain.close()
    pool.close()


def test_slow_environments_hold_nobody_up() -> None:
    envs = parallel_pool.make_python(partial(Obedient, sleep_s=30.0), 4, 3, num_workers=4)
    envs.async_reset()
    seen = envs.recv()[4]["env_id"].tolist() + envs.recv()[4]["env_id"].tolist()
    assert sorted(seen) == [0, 1, 2, 3]
    start = time.monotonic()
    envs.send([SLEEP, GO_ON, GO_ON, GO_ON], [0, 1, 2, 3])
    assert sorted(envs.recv()[4]["env_id"].tolist()) == [1, 2, 3]
    assert time.monotonic() - start < 20
    assert envs.in_flight == 1
    with pytest.raises(TimeoutError, match="timed out with 1 results in flight"):
        envs.recv(timeout=0.01)
    with pytest.raises(errors.InFlightError):
        envs.send([GO_ON], [0])
    envs.close()
    assert time.monotonic() - start < 25, "a worker that does not return is killed"


def test_calls_out_of_order_are_refused() -> None:
    envs = parallel_pool.make_python(Obedient, 4, 2, num_workers=2)
    with pytest.raises(errors.NothingInFlightError):
        envs.recv()
    with pytest.raises(errors.ResetNeededError, match="no batch was received yet"):
        envs.step([GO_ON] * 2)
    with pytest.raises(errors.ResetNeededError, match="env id 1 was never reset"):
        envs.send([GO_ON], [1])
    with pytest.raises(IndexError, match="out of range"):
        envs.async_reset([4])
    envs.async_reset()
    with pytest.raises(errors.InFlightError):
        envs.async_reset([0])
    envs.recv()
    envs.recv()
    with pytest.raises(errors.InvalidActionError, match="env id 1: action is 9"):
        envs.send([GO_ON, 9], [0, 1])
    with pytest.raises(ValueError, match="appears twice"):
        envs.send([GO_ON, GO_ON], [1, 1])
    with pytest.raises(ValueError, match="must have shape"):
        envs.send([GO_ON] * 3, [0, 1])
    assert envs.in_flight == 0
    envs.close()
    with pytest.raises(errors.PoolClosedError):
        envs.recv()
