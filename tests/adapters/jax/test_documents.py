# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""What the page about JAX shows is run, and the example learns."""

from __future__ import annotations

import runpy
from pathlib import Path

import pytest

pytest.importorskip("jax", reason="needs JAX: `make test-adapters`")

from tests.snippets import run_document

ROOT = Path(__file__).parents[3]


def test_the_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert run_document(ROOT / "docs" / "jax.md") == []


def test_the_example_learns() -> None:
    """A mean return that no untrained agent has, which is about 22."""
    pytest.importorskip("optax", reason="needs optax: `make test-adapters`")
    example = runpy.run_path(str(ROOT / "examples" / "jax_ppo.py"))
    assert example["main"](30) >= 100
    assert -21 <= example["main"](1, task=example["TASKS"]["pong"]) <= 21
