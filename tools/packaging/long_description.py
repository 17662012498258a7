# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""The README as a package index shows it: its links and pictures have full addresses.

scikit-build-core calls `dynamic_metadata` when it builds, as `pyproject.toml` says.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

README = Path(__file__).parents[2] / "README.md"
# Anything with a scheme, and places on the same page.
_COMPLETE = re.compile(r"[a-z]+:|#")


def dynamic_metadata(settings: Mapping[str, Any], project: Mapping[str, Any]) -> dict[str, Any]:
    """The field ``readme`` of the package's metadata."""
    text = absolute(README.read_text(), project["urls"]["Source"], f"v{project['version']}")
    return {"readme": {"content-type": "text/markdown", "text": text}}


def absolute(text: str, source: str, tag: str) -> str:
    """Gives links and pictures of Markdown the addresses that the files of a tag have.

    Args:
        text: the Markdown.
        source: the address of the repository, on GitHub.
        tag: the name of a tag or a branch.
    """
    raw = source.replace("https://github.com", "https://raw.githubusercontent.com")

    def completed(found: re.Match[str]) -> str:
        picture, words, target = found.groups()
        if _COMPLETE.match(target):
            return found[0]
        base = f"{raw}/{tag}" if picture else f"{source}/blob/{tag}"
        return f"{picture}[{words}]({base}/{target})"

    return re.sub(r"(!?)\[([^][]*)\]\(([^()\s]+)\)", completed, text)
