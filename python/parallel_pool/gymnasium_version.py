# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Which Gymnasium is installed, for what differs between its versions."""

from __future__ import annotations

import re

import gymnasium

_INSTALLED = tuple(int(number) for number in re.findall(r"\d+", gymnasium.__version__)[:3])


def since(*version: int) -> bool:
    """Whether it is this version, such as ``since(1, 2, 1)``, or a later one."""
    return version <= _INSTALLED
