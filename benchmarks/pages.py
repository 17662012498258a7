# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Writes what the documents show of measured results: ``python -m benchmarks.pages``.

A page has a pair of lines for each table, and this program writes what stands between them:

    <!-- results: NAME -->
    <!-- end of results -->

Every folder of benchmarks has a module `tables` with ``TABLES``, functions by name that yield the
lines. The newest files in ``benchmarks/results`` count.
"""

from __future__ import annotations

import importlib
import os
import re
from collections.abc import Callable, Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
HERE = Path(__file__).parent
_BLOCK = re.compile(r"^(<!-- results: (\w+) -->\n).*?^(<!-- end of results -->)$", re.M | re.S)

Tables = dict[str, Callable[[], Iterator[str]]]


def tables() -> Tables:
    """The tables of all folders, by name."""
    found: Tables = {}
    for path in sorted(HERE.glob("*/tables.py")):
        found |= importlib.import_module(f"benchmarks.{path.parent.name}.tables").TABLES
    return found


def documents() -> list[Path]:
    """The pages that may have tables."""
    pages = (ROOT / "README.md", HERE / "NOTES.md", *sorted((ROOT / "docs").rglob("*.md")))
    return [path for path in pages if _BLOCK.search(path.read_text())]


def text_of(page: Path, made: Tables) -> str:
    """A page with current tables."""
    ways = {name: os.path.relpath(ROOT / name, page.parent) for name in ("benchmarks", "docs")}

    def block(found: re.Match[str]) -> str:
        lines = "\n".join(made[found[2]]())
        for name, way in ways.items():
            lines = lines.replace(f"{{{name}}}", way)
        return f"{found[1]}\n{lines}\n\n{found[3]}"

    return _BLOCK.sub(block, page.read_text())


if __name__ == "__main__":
    for page in documents():
        text = text_of(page, tables())
        if text != page.read_text():
            page.write_text(text)
            print(f"wrote {page.relative_to(ROOT)}")
