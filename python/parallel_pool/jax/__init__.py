# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Pools within jitted JAX programs, through pure functions over a state.

>>> import jax, parallel_pool, parallel_pool.jax
>>> pool = parallel_pool.make("CartPole-v1", num_envs=4, seed=0)
>>> state = parallel_pool.jax.init(pool)
>>> state, batch = jax.jit(parallel_pool.jax.reset)(state)
>>> batch.obs.shape
(4, 4)
"""

from __future__ import annotations

from parallel_pool.jax.functions import Batch, PoolState, init, recv, reset, send, step

__all__ = ["Batch", "PoolState", "init", "recv", "reset", "send", "step"]
