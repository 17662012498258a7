# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Writes into saved states of matches."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from parallel_pool._core import sealed, unsealed
from parallel_pool.errors import StateError


def rewrite(envs: Any, env_id: int, changes: Iterable[tuple[bytes, bytes]]) -> None:
    """Replaces bytes in the state of an environment of a pool with the parallel face."""
    (state,) = envs.get_state([env_id])
    begin = next(i for i in range(len(state)) if _is_sealed(state, i))
    payload = unsealed(state, begin)
    for old, new in changes:
        assert old in payload
        payload = payload.replace(old, new)
    envs.set_state([env_id], [state[:begin] + sealed(payload)])


def _is_sealed(state: bytes, begin: int) -> bool:
    try:
        unsealed(state, begin)
    except StateError:
        return False
    return True
