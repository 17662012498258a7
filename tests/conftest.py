# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Registers the environments that only the tests use, and sets up hypothesis."""

from __future__ import annotations

import os

import hypothesis
import parallel_pool
import pytest
from parallel_pool.envs import test_envs

parallel_pool.register(test_envs)

TEST_IDS = [env_type.id for env_type in test_envs.env_types]

# Examples run C++ threads and Python references: slow machines must not fail on a deadline.
hypothesis.settings.register_profile("default", deadline=None, print_blob=True)
hypothesis.settings.register_profile("long", deadline=None, print_blob=True, max_examples=2000)
hypothesis.settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "default"))


def pytest_addoption(parser: pytest.Parser) -> None:
    """Options of this suite."""
    parser.addoption("--update-golden", action="store_true", help="rewrite the golden traces")
