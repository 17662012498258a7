# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Tasks in NumPy, which no package registers, in actors."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

pytest.importorskip("ray", reason="needs Ray: `make test-adapters`")

import parallel_pool.ray
from parallel_pool.mujoco import register, vector_env
from parallel_pool.testing import assert_same

from tests.mujoco.reach import MODEL_OF_REACH, Reach


@pytest.mark.usefixtures("cluster")
def test_actors_learn_the_task() -> None:
    class Local(Reach):
        """Which actors cannot import."""

        def act(self, sim: Any, ids: Any, actions: np.ndarray) -> None:
            super().act(sim, ids, actions / 2)

    id = register("OfActors-v0", Local, MODEL_OF_REACH)
    actions = np.random.default_rng(0).uniform(-1, 1, (30, 4, 1)).astype(np.float32)
    with (
        parallel_pool.ray.make(id, num_envs=4, num_actors=2, seed=3) as envs,
        vector_env(Local, MODEL_OF_REACH, num_envs=4, seed=3) as local,
    ):
        assert_same(envs.reset()[0], local.reset()[0])
        for action in actions:
            assert_same(envs.step(action)[:4], local.step(action)[:4])
