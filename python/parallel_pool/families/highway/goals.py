# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""What the parking environments reward for a goal, for algorithms that choose goals afterwards."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np


def compute_reward(
    config: Mapping[str, Any],
    achieved_goal: np.ndarray,
    desired_goal: np.ndarray,
    info: object,
    p: float = 0.5,
) -> Any:
    """The reward of an achieved goal, or of a batch of them.

    Args:
        config: the environment's options.
        achieved_goal: float64 of shape (6,) or (batch, 6), as observed.
        desired_goal: the same of what was wanted.
        info: not used; algorithms pass it.
        p: the power of the weighted distance.
    """
    weights = np.array(config["config"]["reward_weights"])
    return -np.power(np.dot(np.abs(achieved_goal - desired_goal), weights), p)
