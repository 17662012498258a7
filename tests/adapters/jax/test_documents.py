# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""What the page about JAX shows is run, and the example learns."""

from __future__ import annotations

import runpy
from pathlib import Path

import numpy as np
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


def test_the_example_s_patches() -> None:
    """Squares of all channels, row by row."""
    pytest.importorskip("optax", reason="needs optax: `make test-adapters`")
    example = runpy.run_path(str(ROOT / "examples" / "jax_ppo.py"))
    pictures = np.random.default_rng(0).integers(0, 256, (3, 2, 12, 18), np.uint8)
    patches = np.asarray(example["patches_of"](pictures))
    assert patches.shape == (3, 6, 72)
    for number, patch in enumerate(patches.swapaxes(0, 1)):
        row, column = divmod(number, 3)
        square = pictures[:, :, 6 * row : 6 * row + 6, 6 * column : 6 * column + 6]
        expected = square.transpose(0, 2, 3, 1).reshape(3, -1) / np.float32(255)
        np.testing.assert_allclose(patch, expected, rtol=1e-6)  # XLA may multiply by 1 / 255
