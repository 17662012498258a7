# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Writes what is generated and differs: ``python -m tools.golden``, from the source tree."""

from __future__ import annotations

from tools.golden.pages import pages
from tools.golden.stubs import stubs
from tools.golden.traces import traces


def main() -> None:
    """Names each file that it writes."""
    for path, make in (stubs() | pages() | traces()).items():
        text = make()
        if not path.exists() or path.read_text() != text:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
            print(f"wrote {path}")


if __name__ == "__main__":
    main()
