# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""The tables of robots in C++, of tasks in NumPy and of batches beside bare loops and peers."""

from __future__ import annotations

from functools import partial

from benchmarks.markdown import speeds

PEERS = {
    "bare loop": "bare",
    "`mujoco.rollout`": "rollout",
    "`mujoco.batch`": "batch",
    "EnvPool": "envpool",
    "Gymnasium": "gymnasium",
}
PEERS_OF_TASKS = {
    "bare loop": "bare",
    "our id in C++": "cpp",
    "EnvPool": "envpool",
    "Gymnasium": "gymnasium",
}
PEERS_OF_BATCHES = {
    "bare loop": "bare",
    "mjbatch": "mjbatch",
    "`mujoco.rollout`": "rollout",
}
TABLES = {
    "mujoco": partial(speeds, "mujoco", PEERS, "robot"),
    "mujoco_tasks": partial(speeds, "mujoco_tasks", PEERS_OF_TASKS, "task, environments"),
    "mujoco_batches": partial(speeds, "mujoco_batches", PEERS_OF_BATCHES, "robot, simulations"),
}
