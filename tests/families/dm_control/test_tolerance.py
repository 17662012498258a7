# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""`rows.tolerance` gives on rows the bits that dm_control's gives for one number."""

from __future__ import annotations

import numpy as np
import pytest
from parallel_pool.mujoco import rows

rewards = pytest.importorskip("dm_control.utils.rewards")


@pytest.mark.parametrize("value", [0.1, 0.5, 0.0])
@pytest.mark.parametrize("margin", [0.0, 0.3, 2.0])
@pytest.mark.parametrize("sigmoid", sorted(rows._SIGMOIDS))
def test_tolerance(sigmoid: str, margin: float, value: float) -> None:
    if value == 0 and sigmoid not in ("cosine", "linear", "quadratic"):
        return
    x = np.random.default_rng(0).normal(size=4000) * 2
    for bounds in ((0.0, 0.0), (-0.5, 1.0), (0.5, np.inf)):
        found = rows.tolerance(x, bounds, margin, sigmoid, value)
        one_by_one = [rewards.tolerance(one, bounds, margin, sigmoid, value) for one in x]
        np.testing.assert_array_equal(found, one_by_one)
