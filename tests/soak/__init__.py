# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Hours of use, with faults, beside twins that must give the same: ``make soak HOURS=n``."""
