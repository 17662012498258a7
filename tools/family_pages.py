# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Where the families' pages are, and what divides them."""

from __future__ import annotations

from pathlib import Path

FOLDER = Path(__file__).parents[1] / "docs" / "environments"
# What stands between these lines of a page, or after the first one, is written by `make golden`.
MARKER = "<!-- What follows is written by `make golden`. -->\n"
END = "<!-- Until here. -->\n"
