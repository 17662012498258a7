# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""How many bits JAX uses is set for each test, and is as before after it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest


def _with_bits(wide: bool) -> Iterator[None]:
    import jax

    before = jax.config.jax_enable_x64
    jax.config.update("jax_enable_x64", wide)
    yield
    jax.config.update("jax_enable_x64", before)


@pytest.fixture
def x64() -> Iterator[None]:
    yield from _with_bits(True)


@pytest.fixture
def x32() -> Iterator[None]:
    yield from _with_bits(False)


@pytest.fixture(params=[False, True], ids=["x32", "x64"])
def bits(request: Any) -> Iterator[bool]:
    for _ in _with_bits(request.param):
        yield request.param
