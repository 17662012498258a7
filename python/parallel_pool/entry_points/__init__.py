# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""What Gymnasium's registry names: ``parallel_pool.entry_points.vector:CartPole-v1``.

Each id is an attribute of these modules, so that specs are plain strings that can be saved as JSON.
"""
