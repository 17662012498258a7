# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""The tasks with any MuJoCo: the rules need no physics of dm_control's own."""

from __future__ import annotations

import os
from importlib.metadata import version

import numpy as np
import parallel_pool
import pytest
from gymnasium.error import DependencyNotInstalled
from parallel_pool.families.dm_control import native

os.environ.setdefault("MUJOCO_GL", "egl")
pytest.importorskip("dm_control")

FITS = version("mujoco") == "3.17.0"


@pytest.mark.parametrize("id", native.tasks())
def test_task_runs(id: str) -> None:
    """Equal seeds, equal results; other physics than dm_control's may not be its results."""
    pools = [parallel_pool.make(id, num_envs=2, seed=1, num_threads=t) for t in (1, 2)]
    for envs in pools:
        envs.reset()
    space = pools[0].action_space
    draw = np.random.default_rng(0)
    for _ in range(12):
        action = draw.uniform(np.maximum(space.low, -1), np.minimum(space.high, 1))
        ours, theirs = (envs.step(action) for envs in pools)
        for name, value in ours[0].items():
            assert np.isfinite(value).all()
            assert value.tobytes() == theirs[0][name].tobytes()
        assert np.isfinite(ours[1]).all()
    for envs in pools:
        envs.close()


@pytest.mark.skipif(FITS, reason="this is the pair that renders")
def test_rendering_says_which_pair_works() -> None:
    envs = parallel_pool.make("CheetahRun-v1", render_mode="rgb_array", seed=0)
    envs.reset()
    with pytest.raises(DependencyNotInstalled, match=r"1\.0\.50 works with mujoco 3\.17\.0"):
        envs.render()
