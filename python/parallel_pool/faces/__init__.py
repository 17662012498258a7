# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""The faces of pools: the interfaces of Gymnasium, EnvPool, dm_env and PettingZoo."""
