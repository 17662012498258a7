# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""What the shared tests need to know of the toy texts."""

from __future__ import annotations

from tests.families.facts import Facts

FACTS = Facts("parallel_pool.families.toy_text.native", all_of_envpool=True)
