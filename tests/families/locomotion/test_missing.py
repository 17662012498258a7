# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Where dm_control is missing, all that asks for a task says what to install."""

from __future__ import annotations

import importlib.util
from collections.abc import Callable
from typing import Any

import parallel_pool
import pytest
from gymnasium.error import DependencyNotInstalled


@pytest.mark.skipif(importlib.util.find_spec("dm_control") is not None, reason="it is installed")
@pytest.mark.parametrize("ask", [parallel_pool.make, parallel_pool.make_spec])
def test_the_message_says_what_to_install(ask: Callable[[str], Any]) -> None:
    with pytest.raises(DependencyNotInstalled, match=r"dm_control .*pip install 'parallel_pool"):
        ask("DmcCmuHumanoidRunWalls-v1")
