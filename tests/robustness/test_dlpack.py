# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Arrays handed on by DLPack share memory with the batch and keep it, with or without the pool."""

from __future__ import annotations

import gc

import numpy as np
import parallel_pool

from tests import support
from tests.driver import is_multi_player
from tests.robustness.isolation import isolated


def leaves(value: object) -> list[np.ndarray]:
    """The arrays of nested results."""
    if isinstance(value, dict):
        value = tuple(value.values())
    if isinstance(value, tuple):
        return [leaf for part in value for leaf in leaves(part)]
    return [value] if isinstance(value, np.ndarray) and value.dtype != object else []


@isolated
def test_no_copy_and_no_dangling() -> None:
    single_player = [id for id in support.PUBLIC_IDS if not is_multi_player(id)]
    for id in (*single_player, "Echo-v0", "Scripted-v0"):
        for mode in ("NextStep", "SameStep"):
            envs = parallel_pool.make(id, num_envs=3, autoreset_mode=mode)
            envs.reset(seed=0)
            envs.action_space.seed(0)
            shared, expected = [], []
            for _ in range(6):
                action = envs.action_space.sample()
                for array in leaves(
                    envs.step(0 * action if type(action) is np.ndarray else action)
                ):
                    view = np.from_dlpack(array)
                    assert view.ctypes.data == array.ctypes.data
                    assert (view.dtype, view.shape) == (array.dtype, array.shape)
                    shared.append(view)
                    expected.append(array.copy())
            envs.close()
            del envs, array, view
            gc.collect()
            noise = [np.full(1 << 12, 255, np.uint8) for _ in range(200)]  # takes what was freed
            for view, copy in zip(shared, expected, strict=True):
                assert np.array_equal(view, copy, equal_nan=view.dtype.kind == "f")
            del noise


@isolated
def test_capsules_that_nobody_takes() -> None:
    envs = parallel_pool.make("CartPole-v1", num_envs=3)
    for _ in range(100):
        observations, _ = envs.reset(seed=0)
        capsule = observations.__dlpack__()
        del capsule
    capsule = observations.__dlpack__()
    envs.close()
    del envs, observations
    gc.collect()
    del capsule


@isolated
def test_the_last_view_may_die_in_another_thread() -> None:
    import threading

    envs = parallel_pool.make("CartPole-v1", num_envs=64)
    envs.reset(seed=0)
    views = [np.from_dlpack(envs.step(np.zeros(64, np.int64))[0]) for _ in range(50)]
    envs.close()
    del envs
    thread = threading.Thread(target=views.clear)
    thread.start()
    thread.join()
    assert not views
