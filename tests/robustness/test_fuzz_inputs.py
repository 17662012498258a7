# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Readers of outside input take anything or refuse it; `make fuzz` tries more, with sanitizers."""

from __future__ import annotations

import os
import random
from pathlib import Path

import pytest

from tests.sanitizers.fuzz import targets

SEED = 0 if os.environ.get("HYPOTHESIS_PROFILE") == "ci" else random.randrange(2**32)


@pytest.mark.parametrize("name", targets())
def test_a_few_attempts(name: str, tmp_path: Path) -> None:
    for number in range(20):
        attempt = f"{name} {SEED}-{number}"
        try:
            targets()[name](random.Random(attempt), tmp_path)
        except Exception as error:
            error.add_note(f"attempt {attempt}")
            raise
