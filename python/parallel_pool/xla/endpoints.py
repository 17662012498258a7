# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""A pool as jitted programs call it. This module uses NumPy and no JAX."""

from __future__ import annotations

import weakref
from collections.abc import Sequence
from typing import Any

import numpy as np

from parallel_pool import _xla
from parallel_pool.errors import PoolError
from parallel_pool.xla.layout import Layout, actions_of, layout_of, leaves, structure_of

PARTS = ("obs", "reward", "terminated", "truncated", "info")
DM_PARTS = ("obs", "reward", "discount", "step_type", "info")


class Endpoint:
    """A pool that programs may call. The module `_xla` reads all attributes but the first two.

    Attributes:
        layout: what programs are compiled for.
        number: the first word of tokens.
        id: the pool's id, for messages.
        is_linear: whether each state may be used once.
        pool: steps, sends and receives.
        reset: resets; see `_Resets`.
        actions: the structure of actions.
        batch: the structure of batches.
    """

    def __init__(
        self, pool: Any, layout: Layout, is_linear: bool, parts: Sequence[str] = PARTS
    ) -> None:
        """Registers the pool, and forgets it when nobody else holds it.

        Args:
            pool: a pool with Gymnasium's face, EnvPool's or dm_env's.
            layout: its layout.
            is_linear: whether each state may be used once.
            parts: the names of a batch's parts, for messages.
        """
        self.layout = layout
        self.id = layout.id
        self.is_linear = is_linear
        self.pool = pool._pool
        self.reset = _Resets(pool, layout)
        self.actions = actions_of(layout.action, "actions")
        self.batch = tuple(
            structure_of(part, name) for name, part in zip(parts, layout.batch.parts, strict=True)
        )
        self.number = _xla.add_endpoint(self)
        weakref.finalize(pool, _xla.remove_endpoint, self.number).atexit = False

    def new_token(self) -> np.ndarray:
        """A token that is valid now; older ones no longer are."""
        return np.array([self.number, _xla.renew_token(self.number)], np.uint32)


def make_endpoint(pool: Any, result_format: str, is_linear: bool) -> Endpoint:
    """Makes a pool known to jitted programs.

    Args:
        pool: a pool with one of the faces.
        result_format: what its batches contain: ``"gymnasium"``, ``"gym"`` or ``"dm"``.
        is_linear: whether each state may be used once.

    Raises:
        PoolError: the pool's results have no fixed structure of arrays.
    """
    if result_format == "gymnasium" and pool.result_options.array_type != "numpy":
        raise PoolError(
            f"the pool makes {pool.result_options.array_type} tensors: make it without array_type"
        )
    id = pool._id if result_format == "gymnasium" else pool.spec.id
    layout = layout_of(pool, id, _description(pool), result_format)
    return Endpoint(pool, layout, is_linear, DM_PARTS if result_format == "dm" else PARTS)


def _description(pool: Any) -> dict[str, Any]:
    """What the engine says of the infos; nobody knows those of Python environments beforehand."""
    if hasattr(pool._engine, "python_pool"):
        infos: dict[str, Any] = {"children": []}
        return {"multi_player": pool._engine.python_pool.facts.max_players > 0, "info": infos}
    description: dict[str, Any] = pool._engine.setup.spec
    return description


class _Resets:
    """Resets a pool that others keep alive."""

    def __init__(self, pool: Any, layout: Layout) -> None:
        self._pool = weakref.ref(pool)
        self._layout = layout

    def __call__(self, operation: int, arguments: list[np.ndarray]) -> tuple[Any, ...]:
        """A batch with rewards and flags of zero.

        Args:
            operation: which of the following arguments there are, as flags of `_xla`.
            arguments: the env ids, the mask and the seed.
        """
        rest = iter(arguments)
        env_id = next(rest) if operation & _xla.ENV_ID else None
        options = {"reset_mask": next(rest)} if operation & _xla.MASK else None
        seed = next(rest).tolist() if operation & _xla.SEED else None
        pool = self._pool()
        assert pool is not None  # programs would not find its number
        observations, infos = pool._engine.reset(seed, options, env_id)
        asked = self._layout.num_envs if env_id is None else len(env_id)
        rows = min(asked, self._layout.batch_size)
        nothing = np.zeros(rows, np.bool_)
        _, reward = next(leaves(self._layout.batch.parts[1]))
        return observations, np.zeros(rows, reward.dtype), nothing, nothing, infos
