# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""The DeepMind Control Suite by domain and task; see `parallel_pool.make` for whole pools."""

from parallel_pool.families.dm_control.loading import SuiteEnv, id_of, load

__all__ = ["SuiteEnv", "id_of", "load"]
