# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Adapter for RLlib: pools as the vector environments of its env runners.

>>> from gymnasium import VectorizeMode
>>> from parallel_pool import rllib
>>> from ray.rllib.algorithms.ppo import PPOConfig
>>> config = PPOConfig().environment(rllib.register("CartPole-v1"))
>>> config = config.env_runners(
...     num_envs_per_env_runner=64, gym_env_vectorize_mode=VectorizeMode.VECTOR_ENTRY_POINT
... )
"""

from __future__ import annotations

try:
    import ray.rllib as _rllib  # noqa: F401
except ImportError as error:
    raise ImportError(
        "parallel_pool.rllib needs Ray and the packages that RLlib imports: "
        "pip install 'parallel_pool[rllib]'"
    ) from error

from parallel_pool.rllib.registration import register

__all__ = ["register"]
