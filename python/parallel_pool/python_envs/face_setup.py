# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""What faces read of a `PoolSetup`, for pools of Python environments."""

from __future__ import annotations

from dataclasses import dataclass

from parallel_pool.python_envs.engine import PythonEngine
from parallel_pool.python_envs.settings import Settings


@dataclass(frozen=True)
class _Facts:
    """What the faces read of a setup's ``env_type`` and ``engine``."""

    id: str
    reward_threshold: float | None
    num_envs: int
    batch_size: int
    num_threads: int
    max_episode_steps: int | None = None
    thread_affinity_offset: int | None = None


class PythonSetup:
    """What the faces read of a `PoolSetup`."""

    def __init__(self, settings: Settings, name: str, engine: PythonEngine) -> None:
        pool = engine.python_pool
        self.env_type = self.engine = _Facts(
            id=name,
            reward_threshold=None if pool.facts.spec is None else pool.facts.spec.reward_threshold,
            num_envs=settings.num_envs,
            batch_size=settings.batch_size,
            num_threads=settings.num_workers,
        )
        self.spec = engine.spec_of(pool)
        self.shown_config: dict[str, object] = {}
        self.seed = settings.seed
        self.autoreset_mode = settings.autoreset_mode
        self.render_mode = pool.facts.render_mode
        self.metadata = dict(pool.facts.metadata)
