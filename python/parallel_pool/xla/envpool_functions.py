# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""What `xla` of EnvPool's faces returns: EnvPool's functions over a handle."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import jax.numpy as jnp

import jax
from parallel_pool.xla import calls
from parallel_pool.xla.endpoints import make_endpoint

Functions = tuple[jax.Array, Callable[..., Any], Callable[..., Any], Callable[..., Any]]


def envpool_functions(pool: Any, result_format: str, form: Callable[..., Any]) -> Functions:
    """See `EnvPoolMembers.xla`.

    Args:
        pool: the pool.
        result_format: as for `make_endpoint`.
        form: makes a batch as the face has it; holds no pool.
    """
    endpoint = make_endpoint(pool, result_format, is_linear=False)
    layout = endpoint.layout

    def recv(handle: Any) -> tuple[Any, Any]:
        handle, batch = calls.recv(layout, handle)
        return handle, form(*batch)

    def send(handle: Any, action: Any, env_id: Any = None) -> Any:
        return calls.send(layout, handle, action, env_id)

    def step(handle: Any, action: Any, env_id: Any = None) -> tuple[Any, Any]:
        handle, batch = calls.step(layout, handle, action, env_id)
        return handle, form(*batch)

    return jnp.asarray(endpoint.new_token()), recv, send, step
