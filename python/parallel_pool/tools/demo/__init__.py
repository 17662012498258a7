# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""``parallel-pool demo``: exactness, speed and pictures within a minute."""
