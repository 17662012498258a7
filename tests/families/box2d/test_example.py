# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""The PPO example runs, and in full lands the lander."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[3]


def load() -> Any:
    spec = importlib.util.spec_from_file_location(
        "ppo_lunar_lander", ROOT / "examples" / "ppo_lunar_lander.py"
    )
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # where dataclasses look for it
    spec.loader.exec_module(module)
    return module


def test_returns_grow(monkeypatch: pytest.MonkeyPatch) -> None:
    example = load()
    monkeypatch.setattr(example, "STEPS", 64)
    assert example.main(updates=8) > -500


@pytest.mark.slow
@pytest.mark.timeout(1200)
def test_lands() -> None:
    assert load().main() >= 200
