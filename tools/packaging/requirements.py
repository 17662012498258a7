# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Prints what the package needs, and what the extras need that are named on the command line."""

from __future__ import annotations

import sys
import tomllib
from collections.abc import Sequence
from pathlib import Path


def requirements(extras: Sequence[str]) -> list[str]:
    """What the package needs, and what these extras need."""
    project = tomllib.loads(Path("pyproject.toml").read_text())["project"]
    lists = (project["optional-dependencies"][name] for name in extras)
    return [*project["dependencies"], *(line for extra in lists for line in extra)]


def main() -> None:
    """One requirement a line."""
    print(*requirements(sys.argv[1:]), sep="\n")


if __name__ == "__main__":
    main()
