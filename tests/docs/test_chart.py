# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""The chart of the README shows the newest results."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

pytest.importorskip("matplotlib")
from parallel_pool.tools.bench.chart import times

from benchmarks import chart

DRAWN = Path(__file__).parents[2] / "docs" / "speed.svg"


def texts(file: Path) -> list[str]:
    return sorted(re.findall(r"<text[^>]*>([^<]+)</text>", file.read_text()))


def test_the_chart_is_current(tmp_path: Path) -> None:
    """`python -m benchmarks.chart` draws it again; its texts do not depend on matplotlib."""
    again = tmp_path / "speed.svg"
    chart.draw(again)
    assert texts(DRAWN) == texts(again)
    shown = [f"{times(bar.ratio)}  {bar.peer}" for _, bars in chart.groups() for bar in bars]
    assert set(shown) <= set(texts(DRAWN))


def test_no_bar_flatters() -> None:
    """All peers of a case that were measured are shown, and none of them was faster."""
    for case, bars in chart.groups():
        assert bars, case
        assert all(bar.ratio > 1 for bar in bars), case
