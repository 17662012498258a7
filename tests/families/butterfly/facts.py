# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""What the shared tests need to know of PettingZoo's butterfly environments."""

from __future__ import annotations

from tests.families.facts import Facts

FACTS = Facts("parallel_pool.families.butterfly.native")
