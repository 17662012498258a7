# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""The table of highway-env's scenes beside EnvPool and highway-env."""

from __future__ import annotations

from functools import partial

from benchmarks.markdown import speeds

PEERS = {"EnvPool": "envpool", "highway-env": "reference"}
TABLES = {"highway": partial(speeds, "highway", PEERS, "environment")}
