# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""What dm_control's locomotion tasks tell the tests."""
