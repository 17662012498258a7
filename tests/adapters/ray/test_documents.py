# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""What the page about Ray shows is run."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("ray", reason="needs Ray: `make test-adapters`")

from tests.snippets import run_document

ROOT = Path(__file__).parents[3]


@pytest.mark.usefixtures("cluster")
def test_the_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert run_document(ROOT / "docs" / "ray.md") == []
