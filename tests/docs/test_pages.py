# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""The tables of measured numbers on the pages are those of the newest results."""

from __future__ import annotations

import itertools
import re
from pathlib import Path

import pytest

from benchmarks import pages
from tests.docs.test_snippets import DOCUMENTS

MADE = pages.tables()
NOTES = pages.HERE / "NOTES.md"


@pytest.mark.parametrize("page", pages.documents(), ids=lambda path: path.name)
def test_the_tables_are_current(page: Path) -> None:
    """`python -m benchmarks.pages` writes them."""
    assert page.read_text() == pages.text_of(page, MADE)


def test_every_table_is_shown() -> None:
    text = "".join(page.read_text() for page in pages.documents())
    assert [name for name in MADE if f"<!-- results: {name} -->" not in text] == []


def test_the_conditions_of_every_table_are_told() -> None:
    """Tables link to headings of the notes."""
    headings = set(re.findall(r"^## ([\w-]+)$", NOTES.read_text(), re.MULTILINE))
    linked = {
        name
        for page in pages.documents()
        for name in re.findall(r"NOTES\.md#([\w-]+)", page.read_text())
    }
    assert linked
    assert linked - headings == set()


@pytest.mark.parametrize("page", [*DOCUMENTS, NOTES], ids=lambda path: path.name)
def test_every_table_has_a_head(page: Path) -> None:
    """A blank line within a table would end it, and what follows would be shown as text."""
    lines = page.read_text().splitlines()
    for number, (before, line) in enumerate(itertools.pairwise(lines), 2):
        if line.startswith("|") and not before.startswith("|"):
            following = lines[number] if number < len(lines) else ""
            assert re.match(r"\|[ :|-]+\|$", following), f"{page.name}:{number}: {line[:60]}"


@pytest.mark.parametrize("page", [*DOCUMENTS, NOTES], ids=lambda path: path.name)
def test_no_merge_is_left_unfinished(page: Path) -> None:
    assert not re.search(r"^(<{7}|>{7}) ", page.read_text(), re.MULTILINE)
