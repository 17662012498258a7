# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Tests of the Gymnasium, dm_env and EnvPool faces."""
