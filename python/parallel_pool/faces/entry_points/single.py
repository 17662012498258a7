# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Creators of single environments, for `gymnasium.make`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from parallel_pool import registry
from parallel_pool.faces.single_env import PoolEnv
from parallel_pool.rendering import render_metadata


@dataclass(frozen=True)
class Creator:
    """Makes single environments of one id."""

    id: str
    metadata: dict[str, Any]  # the render modes

    def __call__(self, **kwargs: Any) -> PoolEnv:
        """Makes the environment without a time limit, which `gymnasium.make` adds."""
        return PoolEnv(self.id, **kwargs)


def __getattr__(name: str) -> Creator:
    if name.startswith("__"):
        raise AttributeError(name)
    env_type = registry.find(name)
    return Creator(env_type.id, render_metadata(env_type))
