# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""The DeepMind Control Suite."""

from parallel_pool.families.dm_control import native
from parallel_pool.families.dm_control.pictures import picture
from parallel_pool.families.dm_control.suite import missing
from parallel_pool.family import Family

FAMILY = Family(
    name="dm_control",
    module=native,
    picture=picture,
    missing=missing,
    extra="dmc",
)
