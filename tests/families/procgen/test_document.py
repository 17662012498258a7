# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""What the family's page shows runs, and gives what it says."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.families.procgen.references import need_package
from tests.snippets import run_document

need_package()


def test_python_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    page = Path(__file__).parents[3] / "docs" / "environments" / "procgen.md"
    assert run_document(page) == []
