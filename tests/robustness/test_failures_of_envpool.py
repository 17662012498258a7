# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Calls that make EnvPool 1.2.7 crash, hang or return wrong results raise or work here.

The comments name what EnvPool does.
"""

from __future__ import annotations

import multiprocessing
import os
import sys
import threading
import time

import gymnasium
import numpy as np
import parallel_pool
import pytest
from gymnasium.envs.registration import EnvSpec
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from parallel_pool import errors, registry
from parallel_pool.testing import assert_same

from tests import support
from tests.driver import is_multi_player
from tests.robustness.isolation import isolated
from tests.robustness.twins import Twins

# --- Where it crashes -----------------------------------------------------------------------------


@isolated
def test_env_ids_out_of_range() -> None:
    """Segmentation fault."""
    twins = Twins("CartPole-v1")
    bad = (4, -1, 7_000_000, 2**31 - 1, 2**31, 2**63 - 1, -(2**63))
    for ids in (form for i in bad for form in ([i], [0, i], np.array([3, i]))):
        message = f"env id {ids[-1]} is out of range: this pool has 4 environments, 0 to 3"
        zeros = np.zeros(len(ids), int)
        twins.refuses(IndexError, message, "step", zeros, ids)
        twins.refuses(IndexError, message, "send", zeros, ids)
        twins.refuses(IndexError, message, "async_reset", ids)
        twins.refuses(IndexError, message, "get_state", ids)
        twins.refuses(IndexError, message, "set_state", ids, [b""] * len(ids))
        with pytest.raises(IndexError, match="is out of range"):
            twins.envs.reset(env_id=ids)
        twins.still_equal()


@isolated
def test_render() -> None:
    """Segmentation fault for an id that does not exist."""
    twins = Twins("CartPole-v1", render_mode="rgb_array")
    message = "env id 99 is out of range: this pool has 4 environments, 0 to 3"
    twins.refuses(IndexError, message, "render", [99])
    message = "env_ids must be a one-dimensional array or sequence of ints, got 99"
    twins.refuses(TypeError, message, "render", 99)


@pytest.mark.parametrize(
    ("id", "last"),
    [("CartPole-v1", 1), ("FrozenLake-v1", 3), ("Blackjack-v1", 1), ("Scripted-v0", 7)],
)
@isolated
def test_discrete_actions_far_out_of_range(id: str, last: int) -> None:
    """Segmentation fault."""
    envs = parallel_pool.make(id, num_envs=4)
    envs.reset(seed=0)
    for action in (2**31, 2**63 - 1, -(2**63), -1):
        state = envs.get_state()
        message = f"env id 2: action is {action}, but must lie in 0..{last}"
        for call in (envs.step, envs.send):
            with pytest.raises(errors.InvalidActionError, match=f"^{message}$"):
                call([0, 0, action, 0])
        with pytest.raises(errors.InvalidActionError, match=f"^{message}$"):
            envs.send([action, 0], [2, 3])
        assert envs.in_flight == 0
        assert envs.get_state() == state
    assert len(envs.step([0] * 4)[1]) == 4


@isolated
def test_box_actions_far_out_of_range() -> None:
    """Finite ones pass to the rules, as in the reference; what float32 cannot hold is refused."""
    envs = parallel_pool.make("Pendulum-v1", num_envs=4)
    reference = gymnasium.make_vec("Pendulum-v1", num_envs=4, vectorization_mode="sync")
    envs.reset(seed=0)
    reference.reset(seed=0)
    largest = np.finfo(np.float32).max
    for values in ([1e30, -1e30, largest, -largest], [2.0001, -3, 17, 0]):
        actions = np.array(values, np.float32)[:, np.newaxis]
        assert_same(envs.step(actions)[:4], reference.step(actions)[:4])
    with pytest.raises(
        errors.InvalidActionError, match="env id 1: action is inf, but must be finite"
    ):
        envs.step(np.array([[0], [1e300], [0], [0]]))
    assert_same(envs.step(actions)[:4], reference.step(actions)[:4])


@isolated
def test_repeated_async_reset() -> None:
    """Abort."""
    for batch in (4, 2):
        envs = parallel_pool.make("CartPole-v1", num_envs=4, batch_size=batch)
        envs.async_reset(seed=0)
        for _ in range(20):
            with pytest.raises(
                errors.InFlightError, match=r"^4 results are in flight: recv them before"
            ):
                envs.async_reset()
            with pytest.raises(
                errors.InFlightError, match=r"^env id 2 is in flight: recv its result"
            ):
                envs.async_reset([2])
        assert envs.in_flight == 4
        assert len(envs.recv()[1]) == batch


@isolated
def test_twenty_sends_without_recv() -> None:
    """Abort."""
    for batch in (4, 2):
        envs = parallel_pool.make("CartPole-v1", num_envs=4, batch_size=batch)
        envs.reset(seed=0)
        while envs.in_flight:
            envs.recv()
        ids = np.arange(4)
        envs.send([0, 1, 0, 1], ids)
        for _ in range(20):
            with pytest.raises(
                errors.InFlightError, match=r"^env id 0 is in flight: recv its result"
            ):
                envs.send([1, 1, 1, 1], ids)
        received = [envs.recv() for _ in range(4 // batch)]
        assert sum(len(result[1]) for result in received) == 4
        with pytest.raises(errors.NothingInFlightError):
            envs.recv()


@isolated
def test_actions_of_another_length_or_width_than_before() -> None:
    """Abort if too short, a read out of bounds if too narrow."""
    twins = Twins("Pendulum-v1")
    expected = "actions must have shape (4, 1), one row for each of 4 environments, got "
    for shape in ((3, 1), (5, 1), (0, 1), (4,), (4, 0), (4, 2), (4, 1, 1), (1, 4), ()):
        listed = f"({', '.join(map(str, shape))}{',' if len(shape) == 1 else ''})"
        for call in ("step", "send"):
            twins.refuses(ValueError, expected + listed, call, np.zeros(shape, np.float32))
    subset = "actions must have shape (2, 1), one row for each of 2 environments, got (4, 1)"
    twins.refuses(ValueError, subset, "step", np.zeros((4, 1), np.float32), [0, 1])
    cartpole = Twins("CartPole-v1")
    expected = "actions must have shape (4,), one row for each of 4 environments, got (1,)"
    cartpole.refuses(ValueError, expected, "step", np.zeros(1, np.int64))
    cartpole.refuses(ValueError, expected, "step", np.zeros(1, np.int32))


@isolated
def test_negative_counts() -> None:
    """Abort for num_threads=-1."""
    for name, least in (("num_threads", 0), ("batch_size", 0), ("chunk_size", 0), ("num_envs", 1)):
        for value in (-1, -(2**31), -(2**63), -(2**100), 2**31, 2**64 - 1):
            message = f"^{name} must be at least {least} and below 2\\*\\*31, got {value}$"
            with pytest.raises(ValueError, match=message):
                parallel_pool.make("CartPole-v1", **{"num_envs": 4, name: value})
    envs = parallel_pool.make("CartPole-v1", num_envs=4, num_threads=2**31 - 1)
    assert envs.num_threads == 4


@isolated
def test_duplicate_env_ids() -> None:
    """A race of two threads on one environment."""
    twins = Twins("CartPole-v1", num_threads=4)
    message = "env id 1 appears twice: each environment takes one task at a time"
    for call in ("step", "send"):
        twins.refuses(ValueError, message, call, [0, 1, 0], [0, 1, 1])
    twins.refuses(ValueError, message, "async_reset", [1, 2, 1])


@isolated
def test_actions_that_are_not_finite() -> None:
    """They pass."""
    twins = Twins("Pendulum-v1")
    for value, shown in ((np.nan, "nan"), (np.inf, "inf"), (-np.inf, "-inf")):
        actions = np.zeros((4, 1), np.float32)
        actions[3] = value
        message = f"env id 3: action is {shown}, but must be finite"
        for call in ("step", "send"):
            twins.refuses(errors.InvalidActionError, message, call, actions)


# --- Where it hangs -------------------------------------------------------------------------------


@isolated
def test_recv_without_send() -> None:
    """A hang that ignores Ctrl-C."""
    message = "^recv\\(\\) was called with nothing in flight: send or async_reset first$"
    for batch in (4, 2):
        envs = parallel_pool.make("CartPole-v1", num_envs=4, batch_size=batch)
        for timeout in (None, 0, 60):
            with pytest.raises(errors.NothingInFlightError, match=message):
                envs.recv(timeout)
        assert len(envs.reset(seed=0)[0]) == batch


@isolated
def test_fork_after_creation() -> None:
    """A hang in the child."""
    envs = parallel_pool.make("CartPole-v1", num_envs=8, num_threads=3)
    twin = parallel_pool.make("CartPole-v1", num_envs=8, num_threads=3)
    first = envs.reset(seed=0)
    assert_same(first, twin.reset(seed=0))
    child = os.fork()
    if child == 0:
        calls = {
            "step": lambda: envs.step([0] * 8),
            "send": lambda: envs.send([0] * 8),
            "recv": envs.recv,
            "reset": envs.reset,
            "async_reset": envs.async_reset,
            "get_state": envs.get_state,
        }
        for name, call in calls.items():
            with pytest.raises(
                errors.ForkedError, match=f"^{name}\\(\\) was called in a forked child"
            ):
                call()
        envs.close()
        own = parallel_pool.make("CartPole-v1", num_envs=8, num_threads=3)
        assert_same(own.reset(seed=0), first)  # the parent's arrays are readable, too
        own.close()
        sys.exit(0)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    assert_same(envs.step([0] * 8), twin.step([0] * 8))


def _work_of_a_forked_process() -> None:
    envs = parallel_pool.make("CartPole-v1", num_envs=8, num_threads=2, batch_size=4)
    envs.async_reset(seed=0)
    for _ in range(20):
        infos = envs.recv(timeout=30)[4]
        envs.send([0] * 4, infos["env_id"])
    assert INHERITED is not None
    with pytest.raises(errors.ForkedError):
        INHERITED.recv()


INHERITED: parallel_pool.PoolVectorEnv | None = None


@isolated
def test_multiprocessing_by_fork() -> None:
    """The same through multiprocessing, with rows of the parent's pool in flight."""
    global INHERITED
    INHERITED = parallel_pool.make("Scripted-v0", num_envs=4, num_threads=2, sleep_ms=300)
    INHERITED.reset(seed=0)
    INHERITED.send([5] * 4)
    process = multiprocessing.get_context("fork").Process(target=_work_of_a_forked_process)
    process.start()
    process.join()
    assert process.exitcode == 0
    assert len(INHERITED.recv()[1]) == 4


@isolated
def test_fork_while_another_thread_waits() -> None:
    """The child is told that it is a child, not that another thread's call is in progress."""
    envs = parallel_pool.make("Scripted-v0", num_envs=2, num_threads=2, sleep_ms=500)
    envs.reset(seed=0)
    envs.send([5, 5])
    results = []
    thread = threading.Thread(target=lambda: results.append(envs.recv()))
    thread.start()
    time.sleep(0.1)
    child = os.fork()
    if child == 0:
        with pytest.raises(errors.ForkedError):
            envs.recv()
        envs.close()
        os._exit(0)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    thread.join()
    assert len(results) == 1


# --- Where it lies --------------------------------------------------------------------------------


def test_reset_seed_is_honoured() -> None:
    """Ignored."""
    envs = parallel_pool.make("CartPole-v1", num_envs=3)
    reference = gymnasium.make_vec("CartPole-v1", num_envs=3, vectorization_mode="sync")
    for seed in (0, 42, [5, 3, 2**70], 42):
        assert_same(envs.reset(seed=seed)[0], reference.reset(seed=seed)[0])


@pytest.mark.parametrize("id", [id for id in support.PUBLIC_IDS if not is_multi_player(id)])
def test_a_real_vector_env(id: str) -> None:
    """Single spaces where batched ones belong, a spec of its own, unknown to make_vec."""
    envs = gymnasium.make_vec(f"parallel_pool/{id}", num_envs=3)
    assert isinstance(envs, VectorEnv)
    assert type(envs.spec) is EnvSpec
    assert envs.spec.id == f"parallel_pool/{id}"
    assert envs.observation_space == batch_space(envs.single_observation_space, 3)
    assert envs.action_space == batch_space(envs.single_action_space, 3)
    assert envs.observation_space.contains(envs.reset(seed=0)[0])
    env_type = registry.find(id)
    if not env_type.reference or registry.missing_reference(env_type):
        return
    reference = gymnasium.make(env_type.reference)
    assert envs.single_observation_space == reference.observation_space
    assert envs.single_action_space == reference.action_space


def test_unbounded_spaces_have_infinite_bounds() -> None:
    """The lower bound is 1.17e-38, the smallest positive float."""
    space = parallel_pool.make("CartPole-v1").single_observation_space
    assert space.low[[1, 3]].tolist() == [-np.inf, -np.inf]
    assert space.high[[1, 3]].tolist() == [np.inf, np.inf]
    assert (space.low < 0).all()


def test_autoreset_in_the_same_step() -> None:
    """No SameStep, no final_obs."""
    envs = parallel_pool.make("Scripted-v0", num_envs=3, autoreset_mode=AutoresetMode.SAME_STEP)
    envs.reset(seed=0)
    observations, _, terminations, _, infos = envs.step([0, 1, 0])
    assert terminations.tolist() == [False, True, False]
    assert observations["counters"][:, :2].tolist() == [[1, 1], [2, 0], [1, 1]]
    assert infos["_final_obs"].tolist() == [False, True, False]
    assert infos["final_obs"][0] is None
    assert infos["final_obs"][1]["counters"].tolist() == [1, 1, 1, 0]
    assert infos["final_info"]["steps"][1] == 1


def test_autoreset_disabled() -> None:
    """No such mode."""
    envs = parallel_pool.make("Scripted-v0", num_envs=2, autoreset_mode=AutoresetMode.DISABLED)
    envs.reset(seed=0)
    envs.step([1, 0])
    message = "^env id 0's episode has ended and autoreset is disabled: reset it first$"
    with pytest.raises(errors.ResetNeededError, match=message):
        envs.step([0, 0])
    envs.reset(options={"reset_mask": np.array([True, False])})
    assert envs.step([0, 0])[0]["counters"][:, :2].tolist() == [[2, 1], [1, 2]]


@pytest.mark.parametrize("mode", list(AutoresetMode))
def test_termination_at_the_time_limit_is_both(mode: AutoresetMode) -> None:
    """Termination is lost."""
    envs = parallel_pool.make("Scripted-v0", num_envs=3, max_episode_steps=2, autoreset_mode=mode)
    envs.reset(seed=0)
    envs.step([0, 0, 0])
    _, _, terminations, truncations, _ = envs.step([1, 0, 2])
    assert terminations.tolist() == [True, False, False]
    assert truncations.tolist() == [True, True, True]


@pytest.mark.parametrize("threads", [1, 4])
def test_players_of_sync_batches_are_in_order(threads: int) -> None:
    """Rows come in the order in which threads finish."""
    envs = parallel_pool.make("Crowd-v0", num_envs=40, num_threads=threads, chunk_size=1)
    _, infos = envs.reset(seed=0)
    for _ in range(30):
        owners = infos["players"]["env_id"]
        assert owners.tolist() == sorted(owners)
        assert sorted(set(owners)) == list(range(40))
        counts = np.bincount(owners)
        assert infos["players"]["id"].tolist() == [i for n in counts for i in range(n)]
        actions = {"choice": np.arange(len(owners)) % 10, "finish": np.zeros(40, int)}
        observations, rewards, _, _, infos = envs.step(actions)
        assert observations["view"][:, 0].tolist() == infos["players"]["id"].tolist()
        assert len(rewards) == len(infos["players"]["id"])


def test_unknown_keywords() -> None:
    """They pass, or fail far from the call."""
    with pytest.raises(
        errors.InvalidOptionError, match="keyword argument 'num_thread', did you mean"
    ):
        parallel_pool.make("CartPole-v1", num_thread=2)
    with pytest.raises(TypeError):
        parallel_pool.make("CartPole-v1", num_thread=2)
