# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Adapter for TorchRL: a pool as a batched environment.

>>> from parallel_pool.torchrl import PoolEnv
>>> env = PoolEnv("CartPole-v1", num_envs=8)
>>> rollout = env.rollout(100, break_when_any_done=False)
"""

from __future__ import annotations

try:
    import torchrl as _torchrl  # noqa: F401
except ImportError as error:
    raise ImportError(
        "parallel_pool.torchrl needs TorchRL: pip install 'parallel_pool[torchrl]'"
    ) from error

from parallel_pool.torchrl.env import PoolEnv

__all__ = ["PoolEnv"]
