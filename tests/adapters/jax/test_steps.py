# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Steps within jitted programs equal the same steps from Python."""

from __future__ import annotations

from typing import Any

import numpy as np
import parallel_pool
import pytest
from parallel_pool.testing.compare import assert_same
from parallel_pool.testing.trajectory import ActionSource

from tests.adapters.jax.reference import arrays, dense, narrowed, row, stacked

pytest.importorskip("jax", reason="needs JAX: `make test-adapters`")

import jax.numpy as jnp
import parallel_pool.jax as pjax

import jax
from jax import lax

# Every dtype in nested spaces, tuples, infos with masks, float64 observations, limits, images.
IDS = ["CartPole-v1", "Pendulum-v1", "Taxi-v4", "Blackjack-v1", "Echo-v0", "InvertedPendulum-v5"]
STEPS = 40


@jax.jit
def rollout(state: pjax.PoolState, actions: Any) -> tuple[pjax.PoolState, pjax.Batch]:
    return lax.scan(pjax.step, state, actions)


def pair(id: str, **options: Any) -> tuple[Any, Any]:
    """Two equal pools."""
    return parallel_pool.make(id, **options), parallel_pool.make(id, **options)


def actions_of(pool: Any, rows: int, steps: int) -> Any:
    """Actions of every step, stacked."""
    source = ActionSource(pool.single_action_space, rows, 0)
    return stacked([tuplify(source.batch(range(rows))) for _ in range(steps)])


def tuplify(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: tuplify(part) for key, part in value.items()}
    return tuple(map(tuplify, value)) if isinstance(value, tuple) else np.asarray(value)


def compare(batch: Any, results: Any, wide: bool) -> None:
    """A batch of JAX, and what `step` returned."""
    *values, infos = results
    *own, own_infos = arrays(tuple(batch))
    expected = (*values, dense(infos, own_infos))
    assert_same((*own, own_infos), expected if wide else narrowed(expected))


@pytest.mark.parametrize("mode", ["NextStep", "SameStep"])
@pytest.mark.parametrize("id", IDS)
def test_a_scan(id: str, mode: str, bits: bool) -> None:
    """Observations, rewards, flags, infos, final observations: bit for bit, or in 32 bits."""
    options: dict[str, Any] = {"num_envs": 3, "autoreset_mode": mode, "max_episode_steps": 9}
    own, plain = pair(id, **options)
    state, first = jax.jit(pjax.reset)(pjax.init(own), 7)
    observations, infos = plain.reset(seed=7)
    nothing = np.zeros(3, np.bool_)
    compare(first, (observations, np.zeros(3), nothing, nothing, infos), bits)
    actions = actions_of(plain, 3, STEPS)
    _, batches = rollout(state, actions)
    batches = arrays(tuple(batches))
    assert batches[2].any() or batches[3].any()  # episodes ended
    for t in range(STEPS):
        compare(row(batches, t), plain.step(row(actions, t)), bits)


@pytest.mark.parametrize(
    "steps", [20_000, pytest.param(1_000_000, marks=[pytest.mark.slow, pytest.mark.timeout(900)])]
)
def test_many_steps(steps: int, x64: None) -> None:
    """A policy within the program, whose choices depend on everything before."""
    own, plain = pair("CartPole-v1", num_envs=4, num_threads=2)
    state, first = pjax.reset(pjax.init(own), 3)
    observations, _ = plain.reset(seed=3)

    @jax.jit
    def run(state: Any, obs: Any) -> Any:
        def body(carry: Any, _: Any) -> Any:
            state, obs = carry
            state, batch = pjax.step(state, (obs[:, 2] + obs[:, 3] > 0).astype(jnp.int64))
            return (state, batch.obs), (batch.obs, batch.reward, batch.terminated)

        return lax.scan(body, (state, obs), length=steps)

    _, own_results = run(state, first.obs)
    expected = []
    for _ in range(steps):
        actions = (observations[:, 2] + observations[:, 3] > 0).astype(np.int64)
        observations, rewards, terminated, _, _ = plain.step(actions)
        expected.append((observations.copy(), rewards.copy(), terminated.copy()))
    assert_same(arrays(own_results), stacked(expected))


def test_a_fori_loop_and_a_while_loop(x64: None) -> None:
    own, plain = pair("CartPole-v1", num_envs=2)
    state, first = pjax.reset(pjax.init(own), 0)
    plain.reset(seed=0)
    ones = jnp.ones(2, jnp.int64)

    @jax.jit
    def run(state: Any, batch: Any) -> Any:
        state, batch = lax.fori_loop(0, 5, lambda _, c: pjax.step(c[0], ones), (state, batch))
        return lax.while_loop(
            lambda c: ~c[1].terminated.any(), lambda c: pjax.step(c[0], ones), (state, batch)
        )

    _, batch = run(state, first)
    results = plain.step([1, 1])
    while not results[2].any():
        results = plain.step([1, 1])
    compare(batch, results, True)


def test_without_jit(x64: None) -> None:
    own, plain = pair("Pendulum-v1", num_envs=2, seed=1)
    state, _ = pjax.reset(pjax.init(own))
    plain.reset()
    for _ in range(3):
        state, batch = pjax.step(state, np.ones((2, 1), np.float32))
        compare(batch, plain.step(np.ones((2, 1), np.float32)), True)


def test_some_environments(x64: None) -> None:
    """Env ids that the program computes."""
    own, plain = pair("CartPole-v1", num_envs=4, seed=1)
    state, _ = pjax.reset(pjax.init(own))
    plain.reset()
    ids = np.array([2, 0], np.int32)
    state, batch = jax.jit(pjax.step)(state, np.array([1, 0]), ids)
    compare(batch, plain.step([1, 0], ids), True)
    state, batch = jax.jit(pjax.reset)(state, env_id=ids, seed=5)
    observations, _ = plain.reset(seed=5, env_id=ids)
    assert_same(np.asarray(batch.obs), observations)
    mask = np.array([True, False, False, True])
    state, batch = jax.jit(pjax.reset)(state, mask=mask, seed=np.arange(4))
    observations, _ = plain.reset(seed=[0, 1, 2, 3], options={"reset_mask": mask})
    assert_same(np.asarray(batch.obs), observations)


def test_disabled_autoreset(x64: None) -> None:
    """Ended episodes are reset by the program, in the steps in which there are any."""
    own, plain = pair("CartPole-v1", num_envs=3, autoreset_mode="Disabled", seed=2)
    state, _ = pjax.reset(pjax.init(own))
    plain.reset()

    @jax.jit
    def run(state: Any) -> Any:
        def body(state: Any, _: Any) -> Any:
            state, batch = pjax.step(state, jnp.ones(3, jnp.int64))
            done = batch.terminated | batch.truncated
            state, after = lax.cond(
                done.any(), lambda s: pjax.reset(s, mask=done), lambda s: (s, batch), state
            )
            return state, (batch.obs, after.obs)

        return lax.scan(body, state, length=60)

    _, own_results = run(state)
    expected = []
    for _ in range(60):
        observations, _, terminated, truncated, _ = plain.step([1, 1, 1])
        done = terminated | truncated
        after = plain.reset(options={"reset_mask": done})[0] if done.any() else observations
        expected.append((observations.copy(), after.copy()))
    assert_same(arrays(own_results), stacked(expected))


@pytest.mark.parametrize("threads", [1, 3])
def test_async(threads: int, x64: None) -> None:
    """Every environment's own history is that of the same pool in sync mode."""
    own = parallel_pool.make("CartPole-v1", num_envs=5, batch_size=2, num_threads=threads)
    own.async_reset(seed=0)

    @jax.jit
    def run(state: Any) -> Any:
        def body(state: Any, _: Any) -> Any:
            state, batch = pjax.recv(state)
            ids = batch.info["env_id"]
            actions = (batch.obs[:, 2] > 0).astype(jnp.int64)
            return pjax.send(state, actions, ids), (ids, batch.obs, batch.reward)

        return lax.scan(body, state, length=200)

    _, (ids, observations, rewards) = run(pjax.init(own))
    plain = parallel_pool.make("CartPole-v1", num_envs=5)
    shown, _ = plain.reset(seed=0)
    history = [(shown.copy(), np.zeros(5))]
    for _ in range(400):
        shown, reward, *_ = plain.step((shown[:, 2] > 0).astype(np.int64))
        history.append((shown.copy(), reward.copy()))
    flat_ids = np.asarray(ids).reshape(-1)
    flat = np.asarray(observations).reshape(-1, 4), np.asarray(rewards).reshape(-1)
    for env in range(5):
        mine = flat_ids == env
        expected = [np.stack([h[part][env] for h in history])[: mine.sum()] for part in (0, 1)]
        assert_same((flat[0][mine], flat[1][mine]), tuple(expected))
    assert (np.bincount(flat_ids, minlength=5) > 20).all()


def test_several_pools_and_programs(x64: None) -> None:
    """Equal pools share a compiled program; several programs take turns with one pool."""
    pools = [parallel_pool.make("CartPole-v1", num_envs=2) for _ in range(4)]
    step = jax.jit(lambda state, actions: pjax.step(state, actions))
    reset = jax.jit(pjax.reset)
    states = [reset(pjax.init(pool), i)[0] for i, pool in enumerate(pools[:2])]
    for i, pool in enumerate(pools[2:]):
        pool.reset(seed=i)
    for t in range(30):
        for i in (0, 1):
            actions = np.full(2, t % 2)
            if t % 3:
                states[i], batch = step(states[i], actions)
            else:
                states[i], batches = rollout(states[i], actions[None])
                batch = jax.tree.map(lambda leaf: leaf[0], batches)
            compare(batch, pools[2 + i].step(actions), True)
    assert step._cache_size() == 1

    @jax.jit
    def both(first: Any, second: Any) -> Any:
        return pjax.step(first, np.ones(2, int)), pjax.step(second, np.zeros(2, int))

    (_, one), (_, other) = both(*states)
    compare(one, pools[2].step([1, 1]), True)
    compare(other, pools[3].step([0, 0]), True)


def test_text_is_bytes() -> None:
    own, plain = pair("Talk-v0", num_envs=2, seed=0)
    _, first = pjax.reset(pjax.init(own))
    observations, _ = plain.reset()
    texts = [leaf for leaf in jax.tree.leaves(first.obs) if leaf.dtype == np.uint8]
    shown = [leaf for leaf in jax.tree.leaves(observations) if isinstance(leaf, str)]
    found = {bytes(np.asarray(text)).rstrip(b"\0").decode() for leaf in texts for text in leaf}
    assert shown
    assert set(shown) <= found


def test_episode_statistics(x64: None) -> None:
    own, plain = pair("CartPole-v1", num_envs=2, seed=0, record_episode_statistics=True)
    state, _ = pjax.reset(pjax.init(own))
    plain.reset()
    _, batches = rollout(state, np.ones((30, 2), int))
    ended = 0
    for t in range(30):
        infos = plain.step([1, 1])[4]
        mask = np.asarray(batches.info["_episode"][t])
        assert mask.any() == ("episode" in infos)
        if mask.any():
            assert_same(
                np.asarray(batches.info["episode"]["r"][t])[mask], infos["episode"]["r"][mask]
            )
            ended += mask.sum()
    assert ended >= 4


def test_normalised_results(x64: None) -> None:
    options: dict[str, Any] = {"num_envs": 2, "seed": 0, "normalize_observation": True}
    own, plain = pair("CartPole-v1", **options, normalize_reward=True)
    state, _ = pjax.reset(pjax.init(own))
    plain.reset()
    for _ in range(5):
        state, batch = pjax.step(state, np.ones(2, int))
        compare(batch, plain.step([1, 1]), True)


def test_environments_in_python(x64: None) -> None:
    import gymnasium

    functions = [lambda: gymnasium.make("CartPole-v1")] * 2
    own, plain = (parallel_pool.make_python(functions, num_workers=1) for _ in range(2))
    with own, plain:
        state, _ = pjax.reset(pjax.init(own), 0)
        plain.reset(seed=0)
        state, batches = rollout(state, np.ones((20, 2), int))
        batches = arrays(tuple(batches))
        for t in range(20):
            compare(row(batches, t), plain.step(np.ones(2, int)), True)


def test_gradients_stop_at_the_pool() -> None:
    """A loss through a rollout has the derivatives of the rest."""
    own = parallel_pool.make("Pendulum-v1", num_envs=2, seed=0)
    state, _ = pjax.reset(pjax.init(own))

    def loss(weight: Any) -> Any:
        _, batch = pjax.step(state, weight * jnp.ones((2, 1)))
        return (batch.reward + weight * batch.obs[:, 0]).sum()

    value = jax.jit(jax.grad(loss))(jnp.float32(0.5))
    assert np.isfinite(value)
    assert value != 0
