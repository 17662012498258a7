# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Creators of vector environments, for `gymnasium.make_vec`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from parallel_pool import registry
from parallel_pool.faces.vector_env import PoolVectorEnv


@dataclass(frozen=True)
class Creator:
    """Makes vector environments of one id."""

    id: str

    def __call__(self, **kwargs: Any) -> PoolVectorEnv:
        """See `parallel_pool.make`."""
        return PoolVectorEnv(self.id, **kwargs)


def __getattr__(name: str) -> Creator:
    if name.startswith("__"):
        raise AttributeError(name)
    return Creator(registry.find(name).id)
