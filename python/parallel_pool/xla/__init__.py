# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Calls of pools within jitted programs: what `parallel_pool.jax` and EnvPool's ``xla()`` use."""
