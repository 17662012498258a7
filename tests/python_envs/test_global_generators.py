# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Environments that draw from the global generators of NumPy and Python."""

from __future__ import annotations

import random
from functools import partial
from typing import Any

import gymnasium
import numpy as np
import parallel_pool
import pytest


class Drawing(gymnasium.Env[np.ndarray, int]):
    """Observes a draw of each global generator."""

    observation_space = gymnasium.spaces.Box(0, 1, (2,), np.float64)
    action_space = gymnasium.spaces.Discrete(2)

    def __init__(self, seed: int | None = None) -> None:
        if seed is not None:
            random.seed(seed)
            np.random.seed(seed)

    def reset(self, *, seed: int | None = None, options: Any = None) -> Any:
        super().reset(seed=seed)
        return np.array([np.random.random(), random.random()]), {}

    def step(self, action: int) -> Any:
        return self.reset()[0], 0.0, False, False, {}


@pytest.mark.parametrize("method", ["starter", "fork", "spawn", "thread"])
def test_no_two_workers_draw_the_same(method: str) -> None:
    draws = []
    for _ in range(2):
        with parallel_pool.make_python(Drawing, 2, num_workers=2, start_method=method) as envs:
            draws += [envs.reset(seed=0)[0], envs.step([0] * 2)[0]]
    assert len(np.unique(np.array(draws))) == 2 * 2 * 2 * 2


@pytest.mark.parametrize("method", ["starter", "fork"])
def test_functions_may_seed_them(method: str) -> None:
    functions = [partial(Drawing, seed) for seed in (3, 4)]
    with parallel_pool.make_python(functions, num_workers=2, start_method=method) as envs:
        rows = envs.reset()[0]
    for row, seed in zip(rows, (3, 4), strict=True):
        numpys, pythons = np.random.RandomState(seed), random.Random(seed)
        assert row.tolist() == [numpys.random(), pythons.random()]


def test_the_generators_of_the_calling_process_are_left_alone() -> None:
    np.random.seed(5)
    before = np.random.get_state()[1].tolist()  # type: ignore[index, union-attr]
    with parallel_pool.make_python(Drawing, 2, start_method="fork") as envs:
        envs.reset()
    assert np.random.get_state()[1].tolist() == before  # type: ignore[index, union-attr]
