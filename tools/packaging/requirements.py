# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Prints what the package needs, and what the extras need that are named on the command line."""

from __future__ import annotations

import sys
import tomllib
from pathlib import Path


def main() -> None:
    """One requirement a line."""
    project = tomllib.loads(Path("pyproject.toml").read_text())["project"]
    extras = (project["optional-dependencies"][name] for name in sys.argv[1:])
    print(*project["dependencies"], *(line for extra in extras for line in extra), sep="\n")


if __name__ == "__main__":
    main()
