# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""MetaWorld's benchmarks: many tasks in one vector environment."""

from __future__ import annotations

from parallel_pool.metaworld.benchmark import Benchmark
from parallel_pool.metaworld.meta_learning import ML1, CustomML

__all__ = ["ML1", "Benchmark", "CustomML"]
