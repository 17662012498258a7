# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""torch beside the pool."""

import pytest

pytest.importorskip("torch", reason="needs torch: `make test-adapters`")


def test_x() -> None:
    pass
