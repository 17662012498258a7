# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""The tables about EnvPool's paper show the newest results."""

from __future__ import annotations

from benchmarks.paper import page


def test_the_tables_are_current() -> None:
    """`python -m benchmarks.paper.page` writes them."""
    assert page.PAGE.read_text() == page.page()


def test_the_papers_numbers_are_marked_as_theirs() -> None:
    text = page.page()
    assert "The paper's own numbers" in text
    assert "1,069,922" in text
