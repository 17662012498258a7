# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Adapter for Sample Factory 2: a pool as a batched environment.

>>> from parallel_pool.sample_factory import register
>>> register("CartPole-v1", num_envs=64)  # then run_rl with --env=CartPole-v1
"""

from __future__ import annotations

try:
    import sample_factory as _sample_factory  # noqa: F401
except ImportError as error:
    raise ImportError(
        "parallel_pool.sample_factory needs Sample Factory 2. Its package requires NumPy below 2 "
        "and Gymnasium below 1, so install it without them: pip install --no-deps sample-factory"
    ) from error

from parallel_pool.sample_factory.env import PoolEnv, register

__all__ = ["PoolEnv", "register"]
