# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Registers the environments that only the tests use.

A module of its own, because `support` asks all families for their ids, which takes longer than what
many tests of a fresh process do.
"""

from __future__ import annotations

import parallel_pool
from parallel_pool import test_envs

if "Scripted-v0" not in parallel_pool.list_all_envs():
    parallel_pool.register(test_envs)
