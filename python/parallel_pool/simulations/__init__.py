# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Batches of MuJoCo simulations and tasks on them: what `parallel_pool.mujoco` offers."""
