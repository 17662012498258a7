# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Lists of all families on other pages, made of what each family's page says.

A page has a pair of lines for each list, and what stands between them is written by `make golden`:

    <!-- families: NAME -->
    <!-- end of families -->
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

from parallel_pool.families import FAMILIES

from tools.family_pages import FOLDER

DOCS = FOLDER.parent
_BLOCK = re.compile(r"^(<!-- families: (\w+) -->\n).*?^(<!-- end of families -->)$", re.M | re.S)
# A family's page says this of itself: its environments, and what they equal.
_SUMMARY = re.compile(r"^<!-- In the README: (\|.*\|) -->$", re.MULTILINE)


def texts() -> dict[str, str]:
    """The families' pages, by name, in the order of their titles."""
    pages = {name: (FOLDER / f"{name}.md").read_text() for name in FAMILIES}
    return dict(sorted(pages.items(), key=lambda page: _title(page[1]).lower()))


def _title(text: str) -> str:
    return text.partition("\n")[0].removeprefix("# ")


def _rows() -> Iterator[str]:
    """The README's table."""
    yield "| family | environments | reference |"
    yield "|---|---|---|"
    for name, text in texts().items():
        summary = _SUMMARY.search(text)
        if summary is None:
            raise ValueError(f"{name}.md needs a line '<!-- In the README: | ... | ... | -->'")
        yield f"| [{_title(text)}](docs/environments/{name}.md) {summary[1]}"


def _links(anchor: str, needed: str) -> Iterator[str]:
    """Links to the pages that have a text, in an item each."""
    for name, text in texts().items():
        if needed in text:
            yield f"- [{_title(text)}](environments/{name}.md{anchor})"


LISTS: dict[str, Callable[[], Iterator[str]]] = {
    "table": _rows,
    "options": partial(_links, "", ""),
    "speed": partial(_links, "#speed", "\n## Speed\n"),
    "at_once": partial(_links, "", 'env_type="parallel"'),
    "in_turns": partial(_links, "", 'env_type="aec"'),
}


def filled(text: str) -> str:
    """A page's text with current lists."""

    def block(found: re.Match[str]) -> str:
        return found[1] + "\n" + "\n".join(LISTS[found[2]]()) + "\n\n" + found[3]

    return _BLOCK.sub(block, text)


def pages() -> dict[Path, Callable[[], str]]:
    """The pages that have lists, and what makes their texts."""
    candidates = [DOCS.parent / "README.md", *sorted(DOCS.glob("*.md"))]
    having = [page for page in candidates if _BLOCK.search(page.read_text())]
    return {page: partial(_current, page) for page in having}


def _current(page: Path) -> str:
    return filled(page.read_text())
