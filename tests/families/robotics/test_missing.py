# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Without the package that has the models, ids are listed and making them says what to install."""

from __future__ import annotations

import parallel_pool
import pytest
from gymnasium.error import DependencyNotInstalled
from parallel_pool.families import robotics


def test_making_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(robotics, "folder", lambda: None)
    assert "FetchReach-v4" in parallel_pool.list_all_envs()
    with pytest.raises(DependencyNotInstalled, match=r"pip install 'parallel_pool\[robotics\]'"):
        parallel_pool.make("FetchReach-v4")
