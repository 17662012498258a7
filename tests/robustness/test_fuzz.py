# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""A pool's methods accept or refuse any argument, and a refused call changes nothing."""

from __future__ import annotations

import os
import random
from typing import Any

import gymnasium
import hypothesis
import numpy as np
import parallel_pool
import pytest
from hypothesis import strategies as st
from parallel_pool import errors
from parallel_pool.testing import assert_same

from tests import registration  # noqa: F401 - registers the test environments
from tests.robustness import junk
from tests.robustness.isolation import isolated, isolated_for

NUM_ENVS = 4
# Some are missing where an environment needs actions that depend on what came before.
IDS = ["CartPole-v1", "Pendulum-v1", "FrozenLake-v1", "Blackjack-v1", "Echo-v0", "Crowd-v0"]
REFUSALS = (
    TypeError,
    ValueError,
    IndexError,
    OverflowError,
    TimeoutError,
    errors.PoolError,
    junk.Raised,
)

valid_ids = st.lists(st.integers(0, NUM_ENVS - 1), unique=True, max_size=NUM_ENVS)
env_ids = st.one_of(
    st.none(),
    st.none(),
    valid_ids,
    valid_ids.map(lambda ids: np.array(ids, np.int32)),
    junk.anything,
)
seeds = st.one_of(
    st.none(),
    st.integers(0, 2**80),
    st.lists(st.one_of(st.none(), st.integers(0, 9)), min_size=3, max_size=4),
    junk.anything,
)
masks = st.one_of(st.lists(st.booleans(), min_size=4, max_size=4).map(np.array), junk.anything)
option_values = st.one_of(st.floats(-0.1, 0.1), junk.anything)
options = st.one_of(
    st.none(),
    st.fixed_dictionaries(
        {},
        optional={
            "reset_mask": masks,
            "low": option_values,
            "high": option_values,
            "offset": masks,
        },
    ),
    junk.anything,
)
timeouts = st.one_of(st.none(), st.floats(0, 0.01), junk.scalars)


@st.composite
def actions(draw: st.DrawFn, space: gymnasium.Space[Any]) -> Any:
    """A valid batch of actions, an invalid one, or any object."""
    kind = draw(st.sampled_from(["valid", "valid", "flawed", "junk"]))
    if kind == "junk":
        return draw(junk.anything)
    space.seed(draw(st.integers(0, 100)))
    batch = space.sample()
    if kind == "valid":
        return batch
    return flawed(draw, batch)


def flawed(draw: st.DrawFn, batch: Any) -> Any:
    """The batch with one wrong or unusual place."""
    if isinstance(batch, dict) and batch:
        key = draw(st.sampled_from(sorted(batch)))
        return batch | {key: flawed(draw, batch[key])}
    if isinstance(batch, tuple):
        at = draw(st.integers(0, len(batch) - 1))
        return (*batch[:at], flawed(draw, batch[at]), *batch[at + 1 :])
    array = np.array(batch)
    how = draw(st.sampled_from(["value", "dtype", "rows", "list", "other"]))
    if how == "value" and array.size:
        value = draw(junk.numbers)
        try:
            array.flat[draw(st.integers(0, array.size - 1))] = value
        except (ValueError, TypeError, OverflowError, RuntimeWarning, np.exceptions.ComplexWarning):
            return array
        return array
    if how == "dtype":
        return array.astype(draw(st.sampled_from(["int8", "uint64", "float64", "bool", ">i4"])))
    if how == "rows":
        return array[draw(st.integers(0, 3)) :]
    return array.tolist() if how == "list" else draw(junk.anything)


@st.composite
def calls(draw: st.DrawFn, space: gymnasium.Space[Any]) -> tuple[str, list[Any], dict[str, Any]]:
    """A method's name and its arguments."""
    name = draw(st.sampled_from(sorted(ARGUMENTS)))
    return name, *ARGUMENTS[name](draw, space)


Arguments = tuple[list[Any], dict[str, Any]]
ARGUMENTS: dict[str, Any] = {
    "step": lambda draw, space: ([draw(actions(space)), draw(env_ids)], {}),
    "send": lambda draw, space: ([draw(actions(space)), draw(env_ids)], {}),
    "recv": lambda draw, _: ([draw(timeouts)], {}),
    "reset": lambda draw, _: (
        [],
        {"seed": draw(seeds), "options": draw(options), "env_id": draw(env_ids)},
    ),
    "async_reset": lambda draw, _: ([draw(env_ids), draw(seeds), draw(options)], {}),
    "get_state": lambda draw, _: ([draw(env_ids)], {}),
    "set_state": lambda draw, _: ([draw(env_ids), draw(junk.anything)], {}),
    "set_attr": lambda draw, _: (
        [draw(st.one_of(st.just("np_random"), junk.scalars)), draw(junk.anything)],
        {},
    ),
    "get_attr": lambda draw, _: ([draw(st.one_of(st.just("spec"), junk.scalars))], {}),
    "call": lambda draw, _: ([draw(junk.scalars), draw(junk.scalars)], {}),
    "render": lambda draw, _: ([draw(env_ids)], {}),
}


def outcome(envs: parallel_pool.PoolVectorEnv, call: tuple[str, list[Any], dict[str, Any]]) -> Any:
    """What a call returns, or the type and text of what it raises."""
    name, positional, keywords = call
    also: tuple[type[Exception], ...] = ()
    if name in ("get_attr", "set_attr", "call"):
        also = (AttributeError,)
    if name == "render":
        also = (UserWarning,)  # that there is no render mode
    try:
        return getattr(envs, name)(*positional, **keywords)
    except REFUSALS + also as error:
        return (type(error), str(error))


def was_refused(result: Any) -> bool:
    return isinstance(result, tuple) and len(result) == 2 and isinstance(result[0], type)


def snapshot(envs: parallel_pool.PoolVectorEnv) -> list[Any]:
    """Everything that can be read from a pool without changing it."""
    known: list[Any] = [envs.in_flight]
    for i in range(NUM_ENVS):
        try:
            known.append(envs.get_state([i]))
        except errors.PoolError as error:
            known.append(str(error))
    if envs.in_flight == 0:
        known.append(envs.np_random_seed)
    return known


def check_still_good(envs: parallel_pool.PoolVectorEnv, fresh: parallel_pool.PoolVectorEnv) -> None:
    """After a reset, the pool behaves like a new one."""
    while envs.in_flight:
        envs.recv(timeout=30)
    first, expected = envs.reset(seed=77), fresh.reset(seed=77)
    assert_same(first, expected)
    while envs.in_flight:
        envs.recv(timeout=30)
    assert snapshot(envs)[0] == 0


def session(data: st.DataObject) -> None:
    """Makes the same calls on two equal pools, but refused calls on only one of them."""
    id = data.draw(st.sampled_from(IDS))
    keywords: dict[str, Any] = {
        "num_envs": NUM_ENVS,
        "num_threads": data.draw(st.integers(1, 3)),
        "autoreset_mode": data.draw(st.sampled_from(["NextStep", "SameStep", "Disabled"])),
        "max_episode_steps": 3,
        "seed": 5,
    }
    if id == "Crowd-v0":
        keywords["autoreset_mode"] = "NextStep"
    if id == "FrozenLake-v1":
        keywords["render_mode"] = data.draw(st.sampled_from(["ansi", None]))
    envs, twin = (parallel_pool.make(id, **keywords) for _ in range(2))
    if data.draw(st.booleans()):
        assert_same(envs.reset(), twin.reset())
    for _ in range(data.draw(st.integers(1, 8))):
        call = data.draw(calls(envs.action_space), label="call")
        before = snapshot(envs)
        result = outcome(envs, call)
        if was_refused(result):
            assert snapshot(envs) == before, f"refused, but changed something: {call}, {result}"
        elif call[0] in ("step", "send", "recv", "reset", "async_reset", "set_attr"):
            if call[0] == "recv":  # which may or may not run out of time
                call = ("recv", [30.0], {})
            assert_same(result, outcome(twin, call))
        assert snapshot(envs) == snapshot(twin)
    check_still_good(envs, parallel_pool.make(id, **keywords))
    envs.close()
    twin.close()


def asynchronous_session(data: st.DataObject) -> None:
    """The same in async mode, where the schedules of two pools may differ."""
    id = data.draw(st.sampled_from(IDS))
    envs = parallel_pool.make(id, num_envs=NUM_ENVS, batch_size=3, num_threads=2)
    envs.async_reset(seed=5)
    for _ in range(data.draw(st.integers(1, 8))):
        call = data.draw(calls(envs.action_space), label="call")
        before = snapshot(envs)
        if was_refused(outcome(envs, call)):
            assert snapshot(envs) == before
    while envs.in_flight:
        envs.recv(timeout=30)
    envs.async_reset(seed=77)
    rows = sum(len(envs.recv(timeout=30)[2]) for _ in range(2))
    assert rows == NUM_ENVS
    envs.close()


def run(examples: int) -> None:
    """Runs both kinds of session with a new seed, which the output names."""
    seed = int(os.environ.get("FUZZ_SEED", random.randrange(2**32)))
    print(f"FUZZ_SEED={seed}", flush=True)
    settings = hypothesis.settings(
        max_examples=examples,
        deadline=None,
        database=None,
        suppress_health_check=list(hypothesis.HealthCheck),
        print_blob=False,
    )
    for body, share in ((session, 3), (asynchronous_session, 1)):
        test = hypothesis.given(data=st.data())(body)
        settings_for = hypothesis.settings(settings, max_examples=max(1, examples * share // 4))
        hypothesis.seed(seed)(settings_for(test))()


@isolated
def test_some() -> None:
    run(300)


@pytest.mark.slow
@pytest.mark.timeout(3700)
@isolated_for(3600)
def test_many() -> None:
    run(20_000)
