# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Frames for the documentation of environments without a reference: their observations."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import parallel_pool

from tools.site.pictures import enlarged

_GROUND, _FIGURE = (24, 32, 48), (255, 176, 0)


def frames(id: str) -> Iterator[np.ndarray] | None:
    """None: the reference draws."""
    return _cells(id) if id in ("Catch-v0", "NChain-v0") else None


def _cells(id: str) -> Iterator[np.ndarray]:
    with parallel_pool.make(id, seed=0) as envs:
        envs.action_space.seed(0)
        observations, _ = envs.reset()
        while True:
            seen = observations[0]
            cells = seen if seen.ndim else np.arange(envs.single_observation_space.n) == seen
            full = np.atleast_2d(cells).astype(bool)
            yield enlarged(np.where(full[..., None], _FIGURE, _GROUND), 320 // max(full.shape))
            observations = envs.step(envs.action_space.sample())[0]
