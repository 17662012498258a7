# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Compares a pool with an equal one to show that refused calls change nothing."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import parallel_pool
import pytest
from parallel_pool.testing import assert_same

from tests import registration  # noqa: F401 - registers the test environments


class Twins:
    """Two pools of the same arguments under the same seeds."""

    def __init__(self, id: str, num_envs: int = 4, **keywords: Any) -> None:
        self.envs = parallel_pool.make(id, num_envs=num_envs, **keywords)
        self.twin = parallel_pool.make(id, num_envs=num_envs, **keywords)
        self.envs.action_space.seed(0)
        assert_same(self.envs.reset(seed=3), self.twin.reset(seed=3))
        self.still_equal()

    def refuses(self, error: type[Exception], message: str, method: str, *arguments: Any) -> None:
        """The call raises exactly this, and the pool continues as if the call had not been made."""
        with pytest.raises(error, match=f"^{re.escape(message)}$") as caught:
            getattr(self.envs, method)(*arguments)
        assert type(caught.value) is error
        self.still_equal()

    def still_equal(self, steps: int = 3) -> None:
        """Both continue alike."""
        for _ in range(steps):
            actions = self.envs.action_space.sample()
            assert_same(self.envs.step(actions), self.twin.step(actions))
            assert self.envs.in_flight == 0


def actions_for(envs: parallel_pool.PoolVectorEnv) -> np.ndarray:
    """Some valid actions for all environments."""
    return np.zeros(envs.action_space.shape, envs.action_space.dtype)
