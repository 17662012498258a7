# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Environments written in Python, in worker processes that share memory with the pool."""

from parallel_pool.python_envs.making import make_python

__all__ = ["make_python"]
