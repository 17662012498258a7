# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Entry points in Gymnasium's registry: ``parallel_pool.faces.entry_points.vector:CartPole-v1``.

Each id is an attribute of these modules, so a spec is a plain string that JSON can store.
"""
