# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Pools in actors of Ray: equal to one pool, and what happens when processes die."""
