# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""The error for an unavailable array type. `tests/adapters/torch` has the other tests."""

from __future__ import annotations

import importlib.util
from typing import Any

import gymnasium
import parallel_pool
import pytest

from tests.support import assert_clean, run_python


def test_torch_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    with pytest.raises(
        gymnasium.error.DependencyNotInstalled,
        match=r"array_type='torch' needs torch, which is not installed: "
        r"pip install 'parallel_pool\[torch\]'",
    ):
        parallel_pool.make("CartPole-v1", array_type="torch")


def test_stable_baselines3_is_missing() -> None:
    done = run_python(
        "import sys\n"
        "sys.modules['stable_baselines3'] = None\n"
        "try:\n"
        "    import parallel_pool.sb3\n"
        "except parallel_pool.errors.gymnasium.error.DependencyNotInstalled as error:\n"
        "    print(error)\n"
    )
    out = assert_clean(done)
    assert out.startswith("parallel_pool.sb3 needs Stable-Baselines3 (")
    assert out.endswith("): pip install 'parallel_pool[sb3]'\n")


@pytest.mark.parametrize("value", ["jax", None, 3])
def test_unknown(value: Any) -> None:
    with pytest.raises(ValueError, match="array_type must be one of \\['numpy', 'torch'\\], got"):
        parallel_pool.make("CartPole-v1", array_type=value)


def test_numpy_is_the_default() -> None:
    envs = parallel_pool.make("CartPole-v1", array_type="numpy")
    assert envs.spec.kwargs == parallel_pool.make("CartPole-v1").spec.kwargs
