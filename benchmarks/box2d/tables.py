# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""The table of Box2D's environments beside EnvPool and Gymnasium."""

from __future__ import annotations

from functools import partial

from benchmarks.markdown import speeds

PEERS = {"Gymnasium": "gymnasium", "EnvPool": "envpool"}
TABLES = {"box2d": partial(speeds, "box2d", PEERS, "environment")}
