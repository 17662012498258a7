# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""The table of Gymnasium's robots beside a bare loop over MuJoCo and other libraries."""

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
TABLES = {"mujoco": partial(speeds, "mujoco", PEERS, "robot")}
