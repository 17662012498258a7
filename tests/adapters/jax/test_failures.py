# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""What goes wrong is an exception with its cause, and no freed memory is touched."""

from __future__ import annotations

import functools
import gc
import os
import re
import subprocess
import sys
from typing import Any

import numpy as np
import parallel_pool
import pytest
from parallel_pool.errors import PoolClosedError

from tests.engine.model import GO_ON, THROW

pytest.importorskip("jax", reason="needs JAX: `make test-adapters`")

import jax.numpy as jnp
import parallel_pool.jax as pjax

import jax
from jax import lax

Failure = jax.errors.JaxRuntimeError
ONES = np.ones(2, np.int32)


def started(id: str = "CartPole-v1", **options: Any) -> tuple[Any, pjax.PoolState]:
    pool = parallel_pool.make(id, num_envs=2, seed=0, **options)
    return pool, pjax.reset(pjax.init(pool))[0]


def result(values: Any) -> Any:
    return jax.block_until_ready(values)


@pytest.mark.parametrize("face", ["gymnasium", "gym"])
def test_a_pool_that_is_gone(face: str) -> None:
    """A compiled program outlives its pool; memory is reused meanwhile."""
    pool = parallel_pool.make("CartPole-v1", env_type=face, num_envs=2, seed=0)
    pool.reset()
    if face == "gym":
        handle, _, _, step = pool.xla()
    else:
        handle, step = pjax.init(pool), pjax.step
    compiled = jax.jit(step)
    handle = result(compiled(handle, ONES))[0]
    del pool
    gc.collect()
    others = [parallel_pool.make("CartPole-v1", num_envs=2) for _ in range(5)]
    for _ in range(20):
        with pytest.raises(Failure, match="the pool of this state no longer exists"):
            result(compiled(handle, ONES))
    assert others


def test_the_garbage_collector_runs_all_the_time() -> None:
    """Pools come and go between steps; states of the living ones stay right."""
    step = jax.jit(pjax.step)
    thresholds = gc.get_threshold()
    gc.set_threshold(1)
    try:
        keep, state = started()
        for _ in range(30):
            other, other_state = started()
            result(step(other_state, ONES))
            del other
            state, _ = result(step(state, ONES))
            with pytest.raises(Failure, match="no longer exists"):
                result(step(other_state, ONES))
    finally:
        gc.set_threshold(*thresholds)
    assert not keep.closed


def test_a_closed_pool() -> None:
    pool, state = started()
    pool.close()
    with pytest.raises(Failure, match="PoolClosedError"):
        result(jax.jit(pjax.step)(state, ONES))
    with pytest.raises(PoolClosedError, match=r"init\(\) was called on a closed pool"):
        pjax.init(pool)


def test_a_state_that_was_used() -> None:
    pool, state = started()
    following, _ = result(pjax.step(state, ONES))
    with pytest.raises(Failure, match="this state of CartPole-v1 is not the newest one"):
        result(pjax.step(state, ONES))
    result(pjax.step(following, ONES))
    pool.step(ONES)  # from Python in between
    result(pjax.step(pjax.init(pool), ONES))


def test_made_up_states() -> None:
    """Whatever stands in a token, it is looked up."""
    _, state = started()
    words = np.random.default_rng(0).integers(0, 2**32, (50, 2), dtype=np.uint32)
    for token in words:
        made_up = pjax.PoolState(jnp.asarray(token), state.layout)
        with pytest.raises(Failure, match=r"no longer exists|not the newest"):
            result(jax.jit(pjax.step)(made_up, ONES))


def test_another_pool_than_the_program_was_compiled_for() -> None:
    """The token of one pool with the layout of another: nothing is written."""
    pool, state = started()
    large = parallel_pool.make("Acrobot-v1", num_envs=64, seed=0)
    wrong = pjax.PoolState(pjax.init(large).token, state.layout)
    with pytest.raises(Failure, match=r"compiled for|must have|expected"):
        result(pjax.reset(wrong))
    assert pool.num_envs == 2


def test_vmap_is_refused() -> None:
    _, state = started()
    with pytest.raises(parallel_pool.PoolError, match="under vmap: CartPole-v1 has 2"):
        jax.vmap(lambda actions: pjax.step(state, actions))(np.ones((3, 2), np.int32))
    with pytest.raises(parallel_pool.PoolError, match="vmap"):
        jax.jit(jax.vmap(pjax.step, in_axes=(None, 0)))(state, np.ones((3, 2), np.int32))


def test_failing_environments() -> None:
    """The text names them. The pool goes on, with a new state."""
    pool, state = started("Scripted-v0")
    actions = np.array([[GO_ON, GO_ON], [GO_ON, THROW], [GO_ON, GO_ON]], np.int32)
    with pytest.raises(Failure, match=r"EnvironmentFailure: .*env id 1"):
        result(jax.jit(lambda s, a: lax.scan(pjax.step, s, a))(state, actions))
    _, first = result(pjax.reset(pjax.init(pool)))
    assert not first.terminated.any()


@pytest.mark.parametrize(
    ("actions", "text"),
    [
        (np.array([0, 2], np.int32), "InvalidActionError: env id 1"),
        (np.array([0.5, 1.0], np.float32), "TypeError"),
    ],
)
def test_bad_actions(actions: Any, text: str) -> None:
    pool, state = started()
    with pytest.raises(Failure, match=text):
        result(jax.jit(pjax.step)(state, actions))
    result(pjax.step(pjax.init(pool), ONES))


def test_bad_shapes_are_seen_while_tracing() -> None:
    _, state = started()
    with pytest.raises(ValueError, match=re.escape("actions must have the shape (2,), got (3,)")):
        jax.jit(pjax.step)(state, np.ones(3, np.int32))
    _, state = started("Echo-v0")
    with pytest.raises(TypeError, match="actions must be a dict with the keys"):
        jax.jit(pjax.step)(state, {"number": ONES})
    with pytest.raises(TypeError, match="env_id must be integers in one dimension"):
        jax.jit(pjax.step)(state, ONES, env_id=np.ones(2, np.float32))


@pytest.mark.parametrize("ids", [[0, 0], [2, 0], [-1, 0]])
def test_bad_env_ids(ids: list[int]) -> None:
    pool, state = started()
    with pytest.raises(Failure, match=r"env id|env_id"):
        result(jax.jit(pjax.step)(state, ONES, np.array(ids, np.int32)))
    result(pjax.step(pjax.init(pool), ONES))


def test_receiving_nothing() -> None:
    pool = parallel_pool.make("CartPole-v1", num_envs=4, batch_size=2, seed=0)
    with pytest.raises(Failure, match="NothingInFlightError"):
        result(pjax.recv(pjax.init(pool)))
    with pytest.raises(Failure, match="ResetNeededError"):
        result(pjax.step(pjax.init(pool), ONES))


def test_what_has_no_fixed_structure() -> None:
    with pytest.raises(parallel_pool.PoolError, match="several players"):
        pjax.init(parallel_pool.make("Crowd-v0", num_envs=2))
    with pytest.raises(TypeError, match=r"Gymnasium's face or EnvPool's.*: call its xla\(\)"):
        pjax.init(parallel_pool.make("CartPole-v1", env_type="dm"))
    with pytest.raises(TypeError, match="got str"):
        pjax.init("CartPole-v1")


def test_float64_under_x32(x32: None) -> None:
    """EnvPool copies 8 bytes for each 4 there are; here each value is rounded."""
    id, options = "InvertedDoublePendulum-v5", {"num_envs": 256, "seed": 0}
    own, plain = (parallel_pool.make(id, **options) for _ in range(2))
    state, first = pjax.reset(pjax.init(own))
    assert first.obs.dtype == np.float32
    assert (np.asarray(first.obs) == plain.reset()[0].astype(np.float32)).all()
    actions = np.zeros((50, 256, 1), np.float32)
    _, batches = jax.jit(lambda s, a: lax.scan(pjax.step, s, a))(state, actions)
    for t in range(50):
        observations, rewards, *_ = plain.step(actions[t])
        assert (np.asarray(batches.obs[t]) == observations.astype(np.float32)).all()
        assert (np.asarray(batches.reward[t]) == rewards.astype(np.float32)).all()


def jitted_before(state: Any) -> tuple[Any, Any]:
    """Steps by a function that was compiled and called before; the last state, and its step."""
    step = jax.jit(lambda state: pjax.step(state, ONES))
    return step(state)[0], step


def scanned_before(state: Any) -> tuple[Any, Any]:
    """The same for the body of a loop."""

    def body(state: Any, _: Any) -> Any:
        return pjax.step(state, ONES)

    def step(state: Any) -> Any:
        return lax.scan(body, state, length=2)

    return jax.jit(step)(state)[0], step


@pytest.mark.parametrize("prepare", [None, jitted_before, scanned_before])
def test_a_nan_of_the_users_own(prepare: Any) -> None:
    """With this option JAX runs the program again, which a pool cannot."""
    _, state = started()
    step = functools.partial(pjax.step, actions=ONES)
    if prepare is not None:
        state, step = prepare(state)

    @jax.jit
    def update(state: Any) -> Any:
        state, batch = step(state)
        return state, jnp.log(batch.reward - 2.0).sum()

    jax.config.update("jax_debug_nans", True)
    try:
        with pytest.raises(FloatingPointError, match=r"invalid value \(nan\).*steps CartPole-v1"):
            result(update(state))
    finally:
        jax.config.update("jax_debug_nans", False)


TWO_DEVICES = """
import jax, jax.numpy as jnp, numpy as np, parallel_pool, parallel_pool.jax as pjax
from jax.sharding import Mesh, NamedSharding, PartitionSpec

pool = parallel_pool.make("CartPole-v1", num_envs=4, seed=0)
state, _ = pjax.reset(pjax.init(pool))
actions = jnp.zeros(4, jnp.int32)
mesh = Mesh(np.array(jax.devices()), ("x",))
for spec in (PartitionSpec("x"), PartitionSpec()):
    spread = jax.device_put(actions, NamedSharding(mesh, spec))
    for step in (pjax.step, jax.jit(pjax.step), jax.jit(lambda s, a: pjax.step(s, actions, a))):
        try:
            step(state, spread)
        except parallel_pool.PoolError as error:
            assert "spread over 2 devices" in str(error), error
        else:
            raise AssertionError((spec, step))
state, batch = jax.jit(pjax.step)(state, jax.device_put(actions, jax.devices()[1]))
print(batch.reward.tolist())
"""


def test_arrays_of_several_devices() -> None:
    """They are refused in words; nothing is stepped, and those of one device are good."""
    done = subprocess.run(
        [sys.executable, "-c", TWO_DEVICES],
        capture_output=True,
        text=True,
        check=False,
        env=os.environ | {"XLA_FLAGS": "--xla_force_host_platform_device_count=2"},
    )
    assert done.stdout == "[1.0, 1.0, 1.0, 1.0]\n", done.stderr


def test_importing_the_package_does_not_import_jax() -> None:
    code = "import sys, parallel_pool; print('jax' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"
