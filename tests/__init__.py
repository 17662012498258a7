# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""The tests: the engine's own by topic, those of each family in `families`."""
