# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Rollouts: the memory that a learner learns from, which steps of a pool fill."""

from parallel_pool.rollout.async_rollout import AsyncRollout
from parallel_pool.rollout.memory import Minibatch
from parallel_pool.rollout.rollout import Rollout

__all__ = ["AsyncRollout", "Minibatch", "Rollout"]
