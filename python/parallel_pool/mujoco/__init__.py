# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Your own MuJoCo models: physics in C++ threads, rules in NumPy.

`Batch` steps many simulations of a model. `Task` adds rules, and `vector_env` makes of both a pool
like every other.
"""

from __future__ import annotations

from parallel_pool.mujoco.registration import register, vector_env
from parallel_pool.simulations import rows
from parallel_pool.simulations.batch import Batch
from parallel_pool.simulations.geometry import Contacts
from parallel_pool.simulations.states import BatchState
from parallel_pool.simulations.task import Task

__all__ = ["Batch", "BatchState", "Contacts", "Task", "register", "rows", "vector_env"]
