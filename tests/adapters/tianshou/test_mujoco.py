# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Tasks in NumPy in Tianshou's vector environment."""

from __future__ import annotations

import numpy as np
import pytest

pytest.importorskip("tianshou", reason="needs Tianshou: `make test-adapters`")

from parallel_pool.mujoco import register, vector_env
from parallel_pool.testing import assert_same
from parallel_pool.tianshou import TianshouPool

from tests.mujoco.reach import MODEL_OF_REACH, Reach


def test_a_task_equals_its_pool() -> None:
    id = register("OfTianshou-v0", Reach, MODEL_OF_REACH)
    actions = np.random.default_rng(0).uniform(-1, 1, (15, 4, 1)).astype(np.float32)
    pool = TianshouPool(id, 4)
    with vector_env(Reach, MODEL_OF_REACH, num_envs=4, autoreset_mode="Disabled") as local:
        assert_same(rows_of(pool.reset(seed=3)[0]), local.reset(seed=[3, 3, 3, 3])[0])
        for action in actions:
            observations, *others = pool.step(action)[:4]
            expected = local.step(action)
            assert_same(rows_of(observations), expected[0])
            assert_same(tuple(others), expected[1:4])
    pool.close()


def rows_of(observations: np.ndarray) -> dict[str, np.ndarray]:
    """Tianshou's batches of one as arrays by name."""
    names = ("angle", "goal")
    return {name: np.stack([one[name] for one in observations]) for name in names}
