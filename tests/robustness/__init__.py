# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""No input and no event makes the pool crash, hang or lie."""
