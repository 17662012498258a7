# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""The interfaces that a pool is used through: Gymnasium, EnvPool, dm_env."""
