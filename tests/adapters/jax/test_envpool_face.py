# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""`xla()` of EnvPool's two faces, used as scripts for EnvPool use it."""

from __future__ import annotations

from typing import Any

import dm_env
import numpy as np
import parallel_pool
import pytest
from parallel_pool.testing.compare import assert_same

from tests.adapters.jax.reference import arrays, row

pytest.importorskip("jax", reason="needs JAX: `make test-adapters`")

import jax.numpy as jnp

import jax
from jax import lax


def make(id: str = "CartPole-v1", **options: Any) -> Any:
    return parallel_pool.make(id, env_type="gym", num_envs=3, seed=0, **options)


@pytest.mark.parametrize("id", ["CartPole-v1", "Taxi-v4", "Blackjack-v1"])
def test_a_scan(id: str, x64: None) -> None:
    """Five values, float32 rewards, infos as in Python."""
    own, plain = make(id), make(id)
    own.reset(), plain.reset()
    handle, _, _, step = own.xla()
    actions = np.arange(90).reshape(30, 3) % 2
    _, batches = jax.jit(lambda h, a: lax.scan(step, h, a))(handle, actions)
    batches = arrays(batches)
    assert batches[1].dtype == np.float32
    for t in range(30):
        assert_same(row(batches, t), plain.step(actions[t]))


def test_one_handle_again_and_again() -> None:
    """Scripts start every rollout from the first handle."""
    own, plain = make(), make()
    states = own.reset()
    observations = plain.reset()
    handle, _, _, step = own.xla()

    def body(_: Any, carry: Any) -> Any:
        handle, states = carry
        handle, (states, *_) = step(handle, (states[:, 2] > 0).astype(jnp.int32))
        return handle, states

    run = jax.jit(lambda carry: lax.fori_loop(0, 10, body, carry))
    for _ in range(4):
        _, states = run((handle, states))
        for _ in range(10):
            observations = plain.step((observations[:, 2] > 0).astype(np.int32))[0]
        assert (np.asarray(states) == observations).all()


def test_four_values() -> None:
    own, plain = make(legacy_step=True), make(legacy_step=True)
    own.reset(), plain.reset()
    handle, _, _, step = own.xla()
    handle, (obs, rew, done, info) = jax.jit(step)(handle, jnp.ones(3, jnp.int32))
    expected = plain.step(np.ones(3, np.int32))
    assert_same(arrays((obs, rew, done, info)), expected)


def test_send_and_recv() -> None:
    own = make(batch_size=2)
    own.async_reset()
    handle, recv, send, _ = own.xla()

    @jax.jit
    def run(handle: Any) -> Any:
        def body(handle: Any, _: Any) -> Any:
            handle, (obs, _, _, _, info) = recv(handle)
            handle = send(handle, (obs[:, 2] > 0).astype(jnp.int32), info["env_id"])
            return handle, info["env_id"]

        return lax.scan(body, handle, length=50)

    _, ids = run(handle)
    assert (np.bincount(np.asarray(ids).reshape(-1), minlength=3) > 0).all()


@pytest.mark.parametrize(("id", "limit"), [("CartPole-v1", 500), ("Taxi-v4", 9)])
def test_time_steps_in_a_scan(id: str, limit: int, x64: None) -> None:
    """On dm_env's face a batch is a time step; rules or a limit end episodes."""
    arguments: Any = {"num_envs": 3, "seed": 0, "max_episode_steps": limit}
    own, plain = (parallel_pool.make_dm(id, **arguments) for _ in range(2))
    own.reset(), plain.reset()
    handle, _, _, step = own.xla()
    actions = np.arange(180).reshape(60, 3) % 2
    _, steps = jax.jit(lambda h, a: lax.scan(step, h, a))(handle, actions)
    assert isinstance(steps, dm_env.TimeStep)
    assert {*np.unique(steps.step_type).tolist()} == {0, 1, 2}
    assert np.unique(steps.discount).tolist() == ([0, 1] if id == "CartPole-v1" else [1])
    for t in range(60):
        got, expected = row(arrays(steps), t), plain.step(actions[t])
        assert steps.observation._fields == expected.observation._fields
        assert_same(got, arrays(expected))


def test_time_steps_carried_by_a_loop() -> None:
    """A time step of the pool and one of the program have the same structure."""
    own, plain = (parallel_pool.make_dm("CartPole-v1", num_envs=3, seed=0) for _ in range(2))
    states, expected = own.reset(), plain.reset()
    handle, _, _, step = own.xla()

    def body(_: Any, carry: Any) -> Any:
        handle, states = carry
        return step(handle, (states.observation.obs[:, 2] > 0).astype(jnp.int32))

    _, states = jax.jit(lambda carry: lax.fori_loop(0, 10, body, carry))((handle, states))
    for _ in range(10):
        expected = plain.step((expected.observation.obs[:, 2] > 0).astype(np.int32))
    assert_same(arrays(states), arrays(expected))


def test_send_and_recv_time_steps() -> None:
    own = parallel_pool.make_dm("CartPole-v1", num_envs=3, batch_size=2, seed=0)
    handle, recv, send, _ = own.xla()
    own.async_reset()
    handle, states = recv(handle)
    assert states.step_type.tolist() == [0, 0]

    def body(carry: Any, _: Any) -> Any:
        handle, states = carry
        actions = (states.observation.obs[:, 2] > 0).astype(jnp.int32)
        handle, states = recv(send(handle, actions, states.observation.env_id))
        return (handle, states), states.observation.env_id

    _, ids = jax.jit(lambda carry: lax.scan(body, carry, length=50))((handle, states))
    assert (np.bincount(np.asarray(ids).reshape(-1), minlength=3) > 0).all()


@pytest.mark.parametrize("face", ["gym", "dm"])
def test_environments_in_python(face: str, x64: None) -> None:
    """Both faces have `xla()` for worker processes too."""
    arguments: Any = {"num_workers": 1, "seed": 0, "max_episode_steps": 9}
    own, plain = (
        parallel_pool.make_python("CartPole-v1", 3, env_type=face, **arguments) for _ in range(2)
    )
    own.reset(), plain.reset()
    handle, _, _, step = own.xla()
    actions = np.arange(90).reshape(30, 3) % 2
    _, steps = jax.jit(lambda h, a: lax.scan(step, h, a))(handle, actions)
    for t in range(30):
        assert_same(row(arrays(steps), t), arrays(plain.step(actions[t])))
    own.close(), plain.close()
