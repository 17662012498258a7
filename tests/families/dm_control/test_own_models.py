# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Models of environments whose episodes write into them: small, and nobody else's."""

from __future__ import annotations

import resource
from pathlib import Path

import numpy as np
import parallel_pool
import pytest

pytest.importorskip("dm_control")


def megabytes() -> float:
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * resource.getpagesize() / 1e6


def test_own_models_are_small() -> None:
    """Whole copies, with their textures, would take 12 MB each."""
    parallel_pool.make("ReacherEasy-v1").close()
    before = megabytes()
    envs = parallel_pool.make("ReacherEasy-v1", num_envs=100, seed=0)
    envs.reset()
    envs.step(np.zeros((100, 2)))
    assert megabytes() - before < 200
    envs.close()


def test_targets_are_their_own() -> None:
    """An episode that begins anew moves the target of its own environment only."""
    envs = parallel_pool.make("ReacherEasy-v1", num_envs=2, seed=0)
    first, _ = envs.reset()
    second, _ = envs.reset(options={"reset_mask": np.array([True, False])})
    stepped = envs.step(np.zeros((2, 2)))[0]
    twin = parallel_pool.make("ReacherEasy-v1", seed=1)
    twin.reset()
    assert not np.array_equal(first["to_target"][0], second["to_target"][0])
    assert np.array_equal(first["to_target"][1], second["to_target"][1])
    assert np.array_equal(stepped["to_target"][1], twin.step(np.zeros((1, 2)))[0]["to_target"][0])
    envs.close()
    twin.close()
