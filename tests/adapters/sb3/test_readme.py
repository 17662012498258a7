# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""The README's example of Stable-Baselines3 runs."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("stable_baselines3")

from tests.snippets import blocks, run_block

README = Path(__file__).parents[3] / "README.md"


def test_the_example_runs() -> None:
    """With fewer time steps."""
    [(_, source)] = blocks(README, "python sb3")
    assert "learn(100_000)" in source
    names: dict[str, Any] = {}
    assert run_block(source.replace("100_000", "1_024"), "README", names) == []
    assert names["env"].num_envs == 16
