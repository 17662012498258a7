# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""What ``make golden`` writes and the tests compare: type stubs, pages of families, traces."""
