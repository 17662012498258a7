# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""The modes that end in ``_list``: every frame since the last call of ``render``."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from parallel_pool.drawing import Renderer
from parallel_pool.native import NativePool, StepResult
from parallel_pool.rendering.watched_pool import WatchedPool

SUFFIX = "_list"


class CollectingPool(WatchedPool):
    """A native pool that keeps a frame of each row of each result.

    The frames of an environment start anew with each of its episodes, as in Gymnasium's
    ``RenderCollection``.
    """

    def __init__(self, pool: NativePool, renderer: Renderer) -> None:
        """See the class."""
        super().__init__(pool)
        self._renderer = renderer
        self._frames: list[list[Any]] = [[] for _ in range(pool.num_envs)]
        self._ended = np.zeros(pool.num_envs, bool)

    def take(self, env_ids: Iterable[int]) -> tuple[list[Any], ...]:
        """The frames of these environments, which are then forgotten."""
        taken = []
        for i in env_ids:
            taken.append(self._frames[i])
            self._frames[i] = []
        return tuple(taken)

    def _look_at_step(self, result: StepResult) -> None:
        _, _, terminations, truncations, infos = result
        ids = self._env_ids(infos.get("env_id"))
        restarted = infos.get("_final_obs", np.zeros(len(ids), bool))  # in mode SameStep
        for row, i in enumerate(ids):
            if self._ended[i] or restarted[row]:
                self._frames[i] = []
            self._ended[i] = (terminations[row] or truncations[row]) and not restarted[row]
        self._collect(ids)

    def _look_at_reset(self, env_id: Any) -> None:
        ids = self._env_ids(env_id)
        for i in ids:
            self._frames[i] = []
            self._ended[i] = False
        self._collect(ids)

    def _collect(self, ids: list[int]) -> None:
        for i, frame in zip(ids, self._renderer.draw_all(ids), strict=True):
            self._frames[i].append(frame)
