# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""``parallel-pool zoo``: packages with Python environments, each installed and tried."""
