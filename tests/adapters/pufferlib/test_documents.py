# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""What the page about PufferLib shows is run, and the example learns."""

from __future__ import annotations

import runpy
from pathlib import Path

import pytest

pytest.importorskip("pufferlib", reason="needs PufferLib: `make test-adapters`")

from tests.snippets import run_document

ROOT = Path(__file__).parents[3]
pytestmark = pytest.mark.filterwarnings("ignore")  # PufferLib's and its dependencies' own


def test_the_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert run_document(ROOT / "docs" / "pufferlib.md") == []


@pytest.mark.timeout(600)
def test_the_example_learns() -> None:
    """PufferLib's trainer; an untrained policy has a mean return of about 22."""
    assert runpy.run_path(str(ROOT / "examples" / "pufferlib_ppo.py"))["main"](40) >= 100
