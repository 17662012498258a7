# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Registers the environments that only the tests use, and sets up hypothesis and pygame."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import hypothesis
import pytest

from tests import registration  # noqa: F401 - registers the test environments

# Folders whose tests share something expensive: with pytest-xdist one process runs all of them.
ONE_PROCESS = (
    "tests/adapters/ray/",
    "tests/adapters/rllib/",
    "tests/out_of_tree/",
    "tests/typing/",
)

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")  # windows without a screen

# Examples run C++ threads and Python references: slow machines must not fail on a deadline.
hypothesis.settings.register_profile("default", deadline=None, print_blob=True)
# Continuous integration tries the same examples each time; new ones are found at developers' desks.
hypothesis.settings.register_profile("ci", deadline=None, print_blob=True, derandomize=True)
hypothesis.settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "default"))


def pytest_addoption(parser: pytest.Parser) -> None:
    """Options of this suite."""
    parser.addoption(
        "--wheel",
        type=Path,
        help="the wheel of this source tree that tests/out_of_tree installs, instead of its own",
    )


@pytest.hookimpl(optionalhook=True)  # Absent without pytest-xdist.
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """Deals out single tests, but those of `ONE_PROCESS` to one process.

    The marks of `--dist loadgroup` would do, but pytest-xdist 3.8 loses them under pytest 9.2.
    """
    from xdist.scheduler import LoadScopeScheduling

    class Scheduling(LoadScopeScheduling):
        def _split_scope(self, nodeid: str) -> str:
            return next((folder for folder in ONE_PROCESS if nodeid.startswith(folder)), nodeid)

    return Scheduling(config, log)
