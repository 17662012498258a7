# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Operations on a pool as calls within a jitted program."""

from __future__ import annotations

import sys
from typing import Any

import jax.numpy as jnp
import numpy as np
from jax.extend.core import Primitive
from jax.interpreters import mlir

import jax
from parallel_pool import _xla
from parallel_pool.errors import PoolError
from parallel_pool.xla.layout import Branch, Layout, Leaf, leaves, pack, unpack

_TARGET = "parallel_pool"
_TOKEN = jax.ShapeDtypeStruct((2,), np.uint32)

jax.ffi.register_ffi_target(_TARGET, _xla.handler(), platform="cpu")
jax.ffi.register_ffi_target(_TARGET, _xla.cuda_handler(), platform="CUDA")


def step(layout: Layout, token: Any, actions: Any, env_id: Any) -> tuple[Any, Any]:
    """Steps environments: the next token, and a batch of nested arrays."""
    arguments, flags, rows = _sent(layout, actions, env_id)
    rows = min(rows, layout.batch_size)
    return _call(layout, token, _xla.STEP | flags, arguments, rows)


def send(layout: Layout, token: Any, actions: Any, env_id: Any) -> Any:
    """Starts steps: the next token."""
    arguments, flags, _ = _sent(layout, actions, env_id)
    return _call(layout, token, _xla.SEND | flags, arguments, None)[0]


def recv(layout: Layout, token: Any) -> tuple[Any, Any]:
    """Waits for a full batch: the next token, and the batch."""
    return _call(layout, token, _xla.RECV, [], layout.batch_size)


def reset(layout: Layout, token: Any, seed: Any, env_id: Any, mask: Any) -> tuple[Any, Any]:
    """Resets environments: the next token, and a batch with rewards and flags of zero."""
    arguments, flags, rows = [], _xla.RESET, layout.num_envs
    if env_id is not None:
        env_id = _env_ids(env_id)
        rows = env_id.shape[0]
        arguments.append(env_id)
        flags |= _xla.ENV_ID
    if mask is not None:
        arguments.append(jnp.asarray(mask))
        flags |= _xla.MASK
    if seed is not None:
        arguments.append(jnp.asarray(seed))
        flags |= _xla.SEED
    return _call(layout, token, flags, arguments, min(rows, layout.batch_size))


def _env_ids(env_id: Any) -> jax.Array:
    env_id = jnp.asarray(env_id)
    if env_id.ndim != 1 or not jnp.issubdtype(env_id.dtype, jnp.integer):
        raise TypeError(
            f"env_id must be integers in one dimension, got {env_id.dtype} of shape {env_id.shape}"
        )
    return env_id


def _sent(layout: Layout, actions: Any, env_id: Any) -> tuple[list[Any], int, int]:
    """What a call with actions passes, and how many rows that is."""
    rows, flags, ids = layout.batch_size, 0, []
    if env_id is not None:
        ids = [_env_ids(env_id)]
        rows, flags = ids[0].shape[0], _xla.ENV_ID
    arguments = [jnp.asarray(leaf) for leaf in unpack(layout.action, actions, "actions")]
    for (name, leaf), argument in zip(leaves(layout.action), arguments, strict=True):
        expected = (rows, *leaf.shape)
        if argument.shape != expected:
            raise ValueError(
                f"actions{f' {name!r}' if name else ''} must have the shape {expected}, "
                f"got {argument.shape}"
            )
    return arguments + ids, flags, rows


def _call(
    layout: Layout, token: Any, operation: int, arguments: list[Any], rows: int | None
) -> tuple[Any, Any]:
    """The call itself; without `rows` it has no batch."""
    refuse_second_run(layout)
    for value in (token, *arguments):
        if not isinstance(value, jax.core.Tracer):  # of which it is known when they are lowered
            _refuse_devices(layout.id, len(jnp.asarray(value).sharding.device_set))
    narrow = jax.dtypes.canonicalize_dtype(np.float64) != np.float64
    batch = layout.batch if rows is not None else Branch((), ())
    shapes = [_TOKEN, *(_shape(leaf, rows, narrow) for _, leaf in leaves(batch))]
    call = jax.ffi.ffi_call(_TARGET, shapes, has_side_effect=True, input_output_aliases={0: 0})

    def run_once(token: Any, *values: Any) -> list[Any]:
        token = _on_one_device.bind(token, id=layout.id)
        return list(call(token, *values, operation=np.int32(operation)))

    def refuse(*_: Any) -> None:
        raise PoolError(
            f"a pool cannot be stepped under vmap: {layout.id} has {layout.num_envs} environments, "
            "and a step already takes a batch of actions; make a pool with more environments, and "
            "apply vmap to the rest of the function only"
        )

    ordered = jax.custom_batching.custom_vmap(run_once)
    ordered.def_vmap(refuse)
    # Environments have no derivatives: they are constants to jax.grad.
    values = [jax.lax.stop_gradient(value) for value in arguments]
    token, *results = ordered(token, *values)
    return token, pack(batch, iter(results))


# --- What cannot be run ------------------------------------------------------------------------

# Returns its argument. While a program is lowered, it sees for how many devices.
_on_one_device = Primitive("parallel_pool_on_one_device")
_on_one_device.def_abstract_eval(lambda token, id: token)
_on_one_device.def_impl(lambda token, id: token)


def _lower(context: Any, token: Any, id: str) -> list[Any]:
    _refuse_devices(id, getattr(context.module_context.axis_context, "num_devices", 1))
    return [token]


def _refuse_devices(id: str, devices: int) -> None:
    if devices > 1:
        raise PoolError(
            f"a program that steps {id} was given arrays that are spread over {devices} devices, "
            "but a pool's calls run on one: give it arrays of one device, and spread what follows "
            "in a program of its own"
        )


mlir.register_lowering(_on_one_device, _lower)


def refuse_second_run(layout: Layout) -> None:
    """With ``jax_debug_nans``, JAX runs a program again that had a NaN, to find where it arose.

    Raises:
        FloatingPointError: JAX does so now.
    """
    error = sys.exc_info()[1]  # the one that JAX handles while it does so
    if type(error).__name__ == "InternalFloatingPointError":
        raise FloatingPointError(
            f"invalid value ({getattr(error, 'ty', 'nan')}) encountered in a program that steps "
            f"{layout.id}; JAX cannot run it again to find the operation, because the pool cannot "
            "go back: put what follows the step into a jitted function of its own"
        )


def _shape(leaf: Leaf, rows: int | None, narrow: bool) -> jax.ShapeDtypeStruct:
    dtype = leaf.dtype.replace("64", "32") if narrow else leaf.dtype
    assert rows is not None
    return jax.ShapeDtypeStruct((rows, *leaf.shape), np.dtype(dtype))
