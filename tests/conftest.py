# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Registers the environments that only the tests use, and sets up hypothesis and pygame."""

from __future__ import annotations

import os

import hypothesis
import pytest
import support  # noqa: F401 - registers the test environments

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")  # windows without a screen

# Examples run C++ threads and Python references: slow machines must not fail on a deadline.
hypothesis.settings.register_profile("default", deadline=None, print_blob=True)
hypothesis.settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "default"))


def pytest_addoption(parser: pytest.Parser) -> None:
    """Options of this suite."""
    parser.addoption("--update-golden", action="store_true", help="rewrite the golden traces")
