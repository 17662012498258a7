# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""What the page about TorchRL shows is run, and the example learns."""

from __future__ import annotations

import runpy
from pathlib import Path

import pytest

pytest.importorskip("torchrl", reason="needs TorchRL: `make test-adapters`")

from tests.snippets import run_document

ROOT = Path(__file__).parents[3]
pytestmark = pytest.mark.filterwarnings("ignore")  # TorchRL's and its dependencies' own


def test_the_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert run_document(ROOT / "docs" / "torchrl.md") == []


@pytest.mark.timeout(600)
def test_the_example_learns() -> None:
    """The policy without training holds the pole for about 10 steps."""
    assert runpy.run_path(str(ROOT / "examples" / "torchrl_ppo.py"))["main"](25) >= 150
