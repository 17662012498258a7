# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Adapter for Stable-Baselines3: pools as its vector environments."""

from parallel_pool.sb3.atari import AtariVecEnv, make_atari_env
from parallel_pool.sb3.replay_buffer import PoolReplayBuffer
from parallel_pool.sb3.rollout_buffer import PoolRolloutBuffer
from parallel_pool.sb3.vec_env import PoolVecEnv, make_vec_env

__all__ = [
    "AtariVecEnv",
    "PoolReplayBuffer",
    "PoolRolloutBuffer",
    "PoolVecEnv",
    "make_atari_env",
    "make_vec_env",
]
