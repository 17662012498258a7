# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""The functions that step a pool, and what they take and return."""

from __future__ import annotations

import weakref
from dataclasses import dataclass
from typing import Any, NamedTuple

import jax.numpy as jnp

import jax
from parallel_pool.errors import PoolClosedError
from parallel_pool.faces.dm_pool import DmPool
from parallel_pool.faces.gym_pool import GymPool
from parallel_pool.faces.vector_env import PoolVectorEnv
from parallel_pool.xla import calls
from parallel_pool.xla.endpoints import Endpoint, make_endpoint
from parallel_pool.xla.layout import Layout


class Batch(NamedTuple):
    """The rows of one call, each leaf with a leading axis of rows.

    Attributes:
        obs: observations, nested as the observation space.
        reward: rewards; zeros after a reset.
        terminated: whether the rules ended the episode.
        truncated: whether a limit ended the episode.
        info: a dict with the same entries in every batch. As in `gymnasium.vector`, the entry
            ``_key`` says which rows have ``key``; the other rows hold zeros.
    """

    obs: Any
    reward: jax.Array
    terminated: jax.Array
    truncated: jax.Array
    info: dict[str, Any]


@dataclass(frozen=True)
class PoolState:
    """A pool between two calls. Each state may be used once.

    Attributes:
        token: names the pool, and orders the calls.
        layout: the structure of actions and batches, which programs are compiled for.
    """

    token: jax.Array
    layout: Layout


def _parts(state: PoolState) -> tuple[tuple[jax.Array], Layout]:
    # A function that was compiled before calls nothing else of this module.
    calls.refuse_second_run(state.layout)
    return (state.token,), state.layout


def _named_parts(state: PoolState) -> tuple[Any, Layout]:
    (token,), layout = _parts(state)
    return ((jax.tree_util.GetAttrKey("token"), token),), layout


jax.tree_util.register_pytree_with_keys(
    PoolState, _named_parts, lambda layout, parts: PoolState(parts[0], layout), _parts
)

_endpoints: weakref.WeakKeyDictionary[Any, Endpoint] = weakref.WeakKeyDictionary()


def init(pool: PoolVectorEnv | GymPool) -> PoolState:
    """Returns the current state of a pool; earlier states can no longer be used.

    The pool goes on from where it is: reset it before or after. A state does not keep its pool
    alive.

    Args:
        pool: a pool with Gymnasium's face or EnvPool's.

    Raises:
        TypeError: it is another object.
        PoolClosedError: the pool is closed.
        PoolError: the pool's results have no fixed structure of arrays.
    """
    if not isinstance(pool, PoolVectorEnv | GymPool):
        raise TypeError(
            "expected a pool with Gymnasium's face or EnvPool's (env_type='gymnasium' or 'gym'), "
            f"got {type(pool).__name__}" + (": call its xla()" if isinstance(pool, DmPool) else "")
        )
    if pool.closed:
        raise PoolClosedError("init() was called on a closed pool")
    endpoint = _endpoints.get(pool)
    if endpoint is None:
        face = "gym" if isinstance(pool, GymPool) else "gymnasium"
        endpoint = _endpoints[pool] = make_endpoint(pool, face, is_linear=True)
    return PoolState(jnp.asarray(endpoint.new_token()), endpoint.layout)


def step(state: PoolState, actions: Any, env_id: Any = None) -> tuple[PoolState, Batch]:
    """Steps environments.

    Args:
        state: the newest state.
        actions: an action for each addressed environment, nested as the action space, with a
            leading axis. Without `env_id` that is all environments in sync mode, and those of the
            last batch in async mode.
        env_id: the environments to step, as integers.

    Returns:
        The next state, and a row for each addressed environment; in async mode the first
        ``batch_size`` rows that finish, whose env ids are in ``batch.info["env_id"]``.

    Raises:
        TypeError, ValueError: while tracing, if structure or shape of the actions are wrong.
        jax.errors.JaxRuntimeError: while running; its text has the exception that
            `PoolVectorEnv.step` raises.
    """
    token, batch = calls.step(state.layout, state.token, actions, env_id)
    return PoolState(token, state.layout), Batch(*batch)


def send(state: PoolState, actions: Any, env_id: Any = None) -> PoolState:
    """Starts steps, whose rows `recv` returns.

    Args:
        state: the newest state.
        actions: as for `step`.
        env_id: as for `step`.

    Returns:
        The next state.

    Raises:
        As `step`.
    """
    return PoolState(calls.send(state.layout, state.token, actions, env_id), state.layout)


def recv(state: PoolState) -> tuple[PoolState, Batch]:
    """Waits for a full batch of ``batch_size`` rows.

    Args:
        state: the newest state.

    Returns:
        The next state, and the batch.

    Raises:
        jax.errors.JaxRuntimeError: as `step`, or if fewer rows are in flight.
    """
    token, batch = calls.recv(state.layout, state.token)
    return PoolState(token, state.layout), Batch(*batch)


def reset(
    state: PoolState, seed: Any = None, env_id: Any = None, mask: Any = None
) -> tuple[PoolState, Batch]:
    """Resets environments.

    Args:
        state: the newest state.
        seed: an integer s seeds environment i with s + i; an integer array has one for each
            addressed environment. None continues the random streams.
        env_id: the environments to reset, as integers; None: all.
        mask: bool of shape ``(num_envs,)``, instead of `env_id`; sync mode only. At least one must
            be True. The rows of the other environments have their last observations.

    Returns:
        The next state, and a batch with the first observations, rewards of 0 and False flags. In
        async mode it has the first ``batch_size`` rows that finish.

    Raises:
        jax.errors.JaxRuntimeError: as `step`.
    """
    token, batch = calls.reset(state.layout, state.token, seed, env_id, mask)
    return PoolState(token, state.layout), Batch(*batch)
