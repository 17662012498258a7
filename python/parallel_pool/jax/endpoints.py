# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""The pools that jitted programs may call, by number. This module uses NumPy and no JAX.

A program holds a pool's number in its token, never an address. Numbers are not used again, so a
program that outlives its pool gets an error.
"""

from __future__ import annotations

import itertools
import weakref
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from parallel_pool.errors import PoolClosedError, PoolError
from parallel_pool.jax.layout import Layout, Leaf, columns, leaves, pack

_numbers = itertools.count(1)
_endpoints: dict[int, Endpoint] = {}


class Operation:
    """Flags of what a call does and which arguments it has; plain ints, which are faster."""

    STEP = 1
    SEND = 2
    RECV = 4
    RESET = 8
    ENV_ID = 16
    MASK = 32
    SEED = 64
    NARROW = 128  # results have at most 32 bits


class Endpoint:
    """A pool that programs may call.

    Attributes:
        number: the first word of tokens.
        layout: what programs are compiled for.
    """

    def __init__(self, pool: Any, layout: Layout, is_linear: bool) -> None:
        """Registers the pool, and forgets it when nobody else holds it.

        Args:
            pool: a pool with Gymnasium's face or EnvPool's.
            layout: its layout.
            is_linear: whether each state may be used once.
        """
        self.number = next(_numbers)
        self.layout = layout
        self._pool = weakref.ref(pool)
        self._is_linear = is_linear
        self._used = 0
        self._columns = [name for name, _ in leaves(layout.batch)]
        self._wide_integers = [
            (i, np.dtype(leaf.dtype.replace("64", "32")))
            for i, (_, leaf) in enumerate(leaves(layout.batch))
            if leaf.dtype in ("int64", "uint64")
        ]
        # Batches of four arrays and no infos, the most common ones, need no search for columns.
        *values, infos = layout.batch.parts
        self._is_flat = not any(True for _ in leaves(infos)) and all(
            isinstance(part, Leaf) and not part.is_text for part in values
        )
        self._casts: dict[np.dtype[Any], bool] = {}
        self._action_dtypes = [np.dtype(leaf.dtype) for _, leaf in leaves(layout.action)]
        _endpoints[self.number] = self
        weakref.finalize(pool, _endpoints.pop, self.number, None).atexit = False

    def new_token(self) -> np.ndarray:
        """A token that is valid now; older ones no longer are."""
        self._used = (self._used + 1) & 0xFFFFFFFF
        return np.array([self.number, self._used], np.uint32)

    def run(self, operation: int, arguments: list[np.ndarray]) -> Sequence[np.ndarray]:
        """Runs an operation; see `run`."""
        pool = self._pool()
        if pool is None:
            raise _gone()
        if self._is_linear and arguments[0][1] != self._used:
            raise PoolError(
                f"this state of {self.layout.id} is not the newest one: each state may be used "
                "once, because the pool cannot go back; continue with the state that the last "
                "call returned, or take a new one from init(pool)"
            )
        rest = iter(arguments[1:])
        results = [self._next_token(arguments[0])]
        if operation & (Operation.STEP | Operation.SEND):
            actions = self._actions(rest)
            env_id = next(rest) if operation & Operation.ENV_ID else None
            if operation & Operation.SEND:
                pool._pool.send(actions, env_id)
                return results
            batch = pool._pool.step(actions, env_id)
        elif operation & Operation.RECV:
            batch = pool._pool.recv()
        else:
            batch = self._reset(pool, operation, rest)
        if self._is_flat:
            results += batch[:4]
        else:
            columns(self.layout.batch, batch, len(batch[2]), results)
        return self._narrowed(results) if operation & Operation.NARROW else results

    def _next_token(self, token: np.ndarray) -> np.ndarray:
        """Changes the token, which is a copy of the program's."""
        self._used = (self._used + 1) & 0xFFFFFFFF
        token[1] = self._used
        return token

    def _actions(self, arguments: Iterator[np.ndarray]) -> Any:
        """The actions, in the space's dtype where theirs is narrower, as 32 bits often are."""
        if isinstance(self.layout.action, Leaf):
            return self._action(next(arguments))
        actions = [
            action.astype(dtype)
            if action.dtype != dtype and np.can_cast(action.dtype, dtype)
            else action
            for dtype, action in zip(self._action_dtypes, arguments, strict=False)
        ]
        return pack(self.layout.action, iter(actions))

    def _action(self, action: np.ndarray) -> np.ndarray:
        """The only leaf of the actions; which dtypes are widened is looked up once."""
        dtype = self._action_dtypes[0]
        widened = self._casts.get(action.dtype)
        if widened is None:
            widened = action.dtype != dtype and np.can_cast(action.dtype, dtype)
            self._casts[action.dtype] = widened
        return action.astype(dtype) if widened else action

    def _reset(self, pool: Any, operation: int, arguments: Iterator[np.ndarray]) -> tuple[Any, ...]:
        env_id = next(arguments) if operation & Operation.ENV_ID else None
        options = {"reset_mask": next(arguments)} if operation & Operation.MASK else None
        seed = next(arguments).tolist() if operation & Operation.SEED else None
        observations, infos = pool._engine.reset(seed, options, env_id)
        asked = self.layout.num_envs if env_id is None else len(env_id)
        rows = min(asked, self.layout.batch_size)
        nothing = np.zeros(rows, np.bool_)
        reward = leaves(self.layout.batch.parts[1])
        return observations, np.zeros(rows, next(reward)[1].dtype), nothing, nothing, infos

    def _narrowed(self, results: list[np.ndarray]) -> list[np.ndarray]:
        """The same integers in 32 bits, which must fit. The handler rounds floats itself."""
        for i, dtype in self._wide_integers:
            column = results[i + 1]
            limits = np.iinfo(dtype)
            if column.size and (column.min() < limits.min or column.max() > limits.max):
                raise OverflowError(
                    f"{self._name_of(i)} has a value that {dtype} cannot hold: let JAX use 64 bits "
                    "with jax.config.update('jax_enable_x64', True)"
                )
            results[i + 1] = column.astype(dtype)
        return results

    def _name_of(self, column: int) -> str:
        part, *rest = self._columns[column].split(".")
        first = ("obs", "reward", "terminated", "truncated", "info")[int(part)]
        return ".".join([first, *rest])


def _gone() -> PoolClosedError:
    return PoolClosedError(
        "the pool of this state no longer exists: keep a reference to the pool for as long as "
        "jitted functions use it"
    )


def run(operation: int, arguments: list[np.ndarray]) -> Sequence[np.ndarray]:
    """Runs an operation of a jitted program.

    Args:
        operation: the flags of an `Operation`.
        arguments: the token, the leaves of the actions, then the env ids, the mask and the seed, as
            far as the operation has them.

    Returns:
        The next token, then the batch's arrays, if the operation has a batch.

    Raises:
        PoolClosedError: the pool was closed, or no longer exists.
        PoolError: the token is not the newest one.
        Exception: what the pool raises.
    """
    endpoint = _endpoints.get(int(arguments[0][0]))
    if endpoint is None:
        raise _gone()
    return endpoint.run(operation, arguments)
