# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""A rollout holds what steps of an equal pool return, whatever is done to the pool beside it."""

from __future__ import annotations

import gc
import os
import signal
import threading
from typing import Any

import numpy as np
import parallel_pool
import pytest
from gymnasium import spaces
from parallel_pool import RolloutError, registry
from parallel_pool.rollout.memory import flatten

from tests.support import IDS, a_third, ctrl_c_raises

GO_ON, TERMINATE, TRUNCATE, THROW, SLEEP = 0, 1, 2, 3, 5
MODES = ["NextStep", "SameStep"]
STATISTICS = {"record_episode_statistics": True}


def leaves(space: Any, value: Any) -> list[np.ndarray]:
    return [np.asarray(leaf) for leaf in flatten(space, value)]


def check_against_steps(rollout: Any, envs: Any, twin: Any, mode: str, rounds: int = 3) -> None:
    """Fills the rollout, and compares all of it with what `step` of the twin returns."""
    space, actions = twin.single_observation_space, twin.single_action_space
    twin.action_space.seed(3)
    shown = leaves(space, twin.reset()[0])
    pending = np.zeros(twin.num_envs, dtype=bool)
    starts = np.ones(twin.num_envs, dtype=bool)
    for _ in range(rounds):
        episodes, final_rows, finals = [], [], []
        rollout.begin()
        for t in range(rollout.steps):
            for leaf, mine in zip(leaves(space, rollout.observations), shown, strict=True):
                np.testing.assert_array_equal(leaf[t], mine, strict=True)
            np.testing.assert_array_equal(rollout.starts[t], starts)
            action = twin.action_space.sample()
            row = rollout.step(action)
            shown_now, rewards, terminated, truncated, infos = twin.step(action)
            shown = leaves(space, shown_now)
            for leaf, mine in zip(leaves(space, row), shown, strict=True):
                np.testing.assert_array_equal(leaf, mine, strict=True)
            for leaf, mine in zip(
                leaves(actions, rollout.actions), leaves(actions, action), strict=True
            ):
                np.testing.assert_array_equal(leaf[t], mine)
            np.testing.assert_array_equal(rollout.rewards[t], rewards.astype(np.float32))
            np.testing.assert_array_equal(rollout.terminated[t], terminated, strict=True)
            np.testing.assert_array_equal(rollout.truncated[t], truncated, strict=True)
            np.testing.assert_array_equal(rollout.valid[t], ~pending, strict=True)
            ended = terminated | truncated
            starts, pending = (ended, pending) if mode == "SameStep" else (pending, ended)
            for env in np.flatnonzero(infos.get("_episode", [])):
                of = infos["episode"]
                episodes.append((t, env, float(of["r"][env]), int(of["l"][env])))
            for env in np.flatnonzero(infos.get("_final_obs", [])):
                final_rows.append(t * twin.num_envs + env)
                finals.append(leaves(space, infos["final_obs"][env]))
        np.testing.assert_array_equal(rollout.starts[-1], starts)
        assert rollout.full
        assert rollout.episodes == episodes
        assert rollout.final_rows.tolist() == final_rows
        for i, leaf in enumerate(leaves(space, rollout.final_observations)):
            assert len(leaf) == len(finals)
            for mine, theirs in zip(leaf, finals, strict=True):
                np.testing.assert_array_equal(mine, theirs[i])
    envs.close()
    twin.close()


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("id", a_third(1, IDS))
def test_rollouts_hold_what_steps_return(id: str, mode: str) -> None:
    """Over three rollouts; short episodes end in all rows, also in the last."""
    spec = registry.find(id).spec({})
    if spec["multi_player"] or "'Text'" in str(spec["observation"]):
        pytest.skip("has no rollouts")
    made = [
        parallel_pool.make(
            id,
            num_envs=3,
            num_threads=threads,
            seed=5,
            autoreset_mode=mode,
            max_episode_steps=4,
            **STATISTICS,
        )
        for threads in (3, 1)
    ]
    if id == "Scripted-v0":  # some of its actions throw
        made[1].action_space = spaces.MultiDiscrete([3] * 3)
    check_against_steps(made[0].rollout(6), *made, mode)


@pytest.mark.parametrize("mode", MODES)
def test_results_are_processed_as_those_of_steps(mode: str) -> None:
    """Normalised, and kept in another dtype."""
    options = {"normalize_observation": True, "normalize_reward": True, **STATISTICS}
    made = [
        parallel_pool.make(
            "Pendulum-v1", num_envs=5, seed=1, autoreset_mode=mode, max_episode_steps=7, **options
        )
        for _ in range(2)
    ]
    check_against_steps(made[0].rollout(9), *made, mode)
    envs = parallel_pool.make("MountainCarContinuous-v0", num_envs=2, seed=1)
    rollout = envs.rollout(3, observation_dtype=np.float16)
    rollout.begin()
    rows = [rollout.step(np.zeros((2, 1), np.float32)) for _ in range(3)]
    assert rollout.observations.dtype == rows[0].dtype == np.float16
    envs.close()


@pytest.mark.parametrize("dtype", ["U3", "int8", "complex64", "nonsense"])
def test_dtypes_that_cannot_hold_observations_are_refused(dtype: str) -> None:
    with (
        parallel_pool.make("Pendulum-v1") as envs,
        pytest.raises(TypeError, match=rf"that holds the observations' float32.* got '{dtype}'"),
    ):
        envs.rollout(2, observation_dtype=dtype)


def test_a_rollout_does_not_begin_with_what_another_has_rounded() -> None:
    with parallel_pool.make("CartPole-v1", num_envs=2, seed=1) as envs:
        expected = envs.reset(seed=1)[0].copy()
        halves, other = envs.rollout(2, observation_dtype="float16"), envs.rollout(2)
        halves.begin()
        with pytest.raises(RolloutError, match="float16 by another rollout, and this one keeps fl"):
            other.begin()
        envs.reset(seed=1)
        assert np.array_equal(other.begin(), expected)
        assert halves.begin().dtype == np.float16  # rounding more is no harm


def test_whole_numbers_are_kept_in_dtypes_that_hold_the_space() -> None:
    with parallel_pool.make("Taxi-v4", num_envs=2) as envs:
        assert envs.rollout(2, observation_dtype="int16").observations.dtype == np.int16
        for dtype in ("int8", "uint8", "bool"):
            with pytest.raises(TypeError, match="holds the observations' int64"):
                envs.rollout(2, observation_dtype=dtype)


def test_environments_in_python_fill_rollouts() -> None:
    made = [
        parallel_pool.make("CartPole-v1", num_envs=3, backend="python", seed=2, num_threads=1)
        for _ in range(2)
    ]
    check_against_steps(made[0].rollout(12), *made, "NextStep")


def scripted(num_envs: int = 4, **keywords: Any) -> Any:
    return parallel_pool.make("Scripted-v0", num_envs=num_envs, seed=0, **keywords)


def test_begin_goes_on_where_the_pool_is() -> None:
    """It resets the first time only, and two rollouts take turns."""
    envs = scripted()
    first, second = envs.rollout(3), envs.rollout(3)
    with pytest.raises(RolloutError, match="was not begun: call begin"):
        first.step(np.zeros(4, int))
    first.begin()
    with pytest.raises(RolloutError, match="was not begun: call begin"):
        second.step(np.zeros(4, int))
    for _ in range(3):
        newest = first.step(np.zeros(4, int))
    kept = newest["counters"].copy()
    assert kept[0].tolist() == [1, 3, 0, 0]
    with pytest.raises(RolloutError, match="full after 3 steps"):
        first.step(np.zeros(4, int))
    np.testing.assert_array_equal(second.begin()["counters"], kept)
    second.step(np.zeros(4, int))
    np.testing.assert_array_equal(first.observations["counters"][-1], kept)
    with pytest.raises(RolloutError, match="ended as another began"):
        first.step(np.zeros(4, int))
    with pytest.raises(RolloutError, match="the rollout has 1 of its 3 steps"):
        second.compute_advantages(0.9, 0.9)
    with pytest.raises(RolloutError, match="the rollout has 1 of its 3 steps"):
        next(second.minibatches(1))
    envs.close()


def test_reset_before_begin_is_kept() -> None:
    envs = scripted()
    rollout = envs.rollout(2)
    shown, _ = envs.reset(seed=9, options={"offset": 5})
    np.testing.assert_array_equal(rollout.begin()["counters"], shown["counters"])
    envs.close()


@pytest.mark.parametrize("mode", MODES)
def test_steps_beside_a_rollout_end_it(mode: str) -> None:
    envs = scripted(autoreset_mode=mode)
    rollout = envs.rollout(4)
    rollout.begin()
    rollout.step(np.zeros(4, int))
    beside = envs.step(np.array([GO_ON, TERMINATE, GO_ON, TRUNCATE]))
    with pytest.raises(RolloutError, match="the pool was stepped beside this rollout"):
        rollout.step(np.zeros(4, int))
    np.testing.assert_array_equal(rollout.begin()["counters"], beside[0]["counters"])
    ended = [False, True, False, True]
    assert rollout.starts[0].tolist() == (ended if mode == "SameStep" else [False] * 4)
    rollout.step(np.zeros(4, int))
    assert rollout.valid[0].tolist() == ([True] * 4 if mode == "SameStep" else [True, False] * 2)
    part = envs.step(np.zeros(2, int), env_id=[3, 1])
    whole = rollout.begin()["counters"]
    np.testing.assert_array_equal(whole[[3, 1]], part[0]["counters"])
    np.testing.assert_array_equal(whole[[0, 2]], rollout.observations["counters"][0][[0, 2]])
    envs.async_reset([2])
    shown = envs.recv()[0]["counters"][0]
    np.testing.assert_array_equal(rollout.begin()["counters"][2], shown)
    rollout.step(np.zeros(4, int))
    assert rollout.valid[0].all()
    envs.close()


@pytest.mark.parametrize("mode", MODES)
def test_masked_resets_show_in_the_current_row(mode: str) -> None:
    """The step before one counts only where it ended the episode: its last observation is gone."""
    envs = scripted(autoreset_mode=mode)
    rollout = envs.rollout(4)
    rollout.begin()
    row = rollout.step(np.array([GO_ON, TERMINATE, GO_ON, GO_ON]))
    mask = np.array([True, True, False, False])
    shown, _ = envs.reset(options={"reset_mask": mask})
    np.testing.assert_array_equal(row["counters"], shown["counters"])
    np.testing.assert_array_equal(rollout.observations["counters"][1], shown["counters"])
    rollout.step(np.zeros(4, int))
    assert rollout.valid[0].tolist() == [False, True, True, True]
    assert rollout.valid[1].all(), "a reset ends the wait for one"
    assert rollout.starts[1].tolist() == mask.tolist()
    envs.close()


def test_rows_after_loaded_states_are_not_valid() -> None:
    """Nobody saw what they follow, and the state may be of an episode that has ended."""
    envs = scripted()
    rollout = envs.rollout(3)
    rollout.begin()
    states = envs.get_state()
    rollout.step(np.zeros(4, int))
    envs.set_state([1], [states[1]])
    envs.clone([0], [2])
    rollout.step(np.zeros(4, int))
    rollout.step(np.zeros(4, int))
    assert rollout.valid.tolist() == [[True] * 4, [True, False, False, True], [True] * 4]
    assert rollout.starts[2].tolist() == [False, True, True, False]
    assert rollout.observations["counters"][2][:, 1].tolist() == [2, 1, 2, 2]
    envs.close()


@pytest.mark.parametrize("mode", MODES)
def test_failed_environments_have_no_valid_row(mode: str) -> None:
    """The others' rows count, and the rollout goes on after a reset."""
    envs = scripted(autoreset_mode=mode, **STATISTICS)
    rollout = envs.rollout(3)
    rollout.begin()
    rollout.step(np.array([GO_ON, GO_ON, TERMINATE, GO_ON]))
    with pytest.raises(parallel_pool.EnvironmentFailure, match="env id 1: asked to fail"):
        rollout.step(np.array([GO_ON, THROW, GO_ON, TRUNCATE]))
    assert rollout.t == 2
    same = mode == "SameStep"
    assert rollout.valid[1].tolist() == [True, False, same, True]
    assert rollout.truncated[1].tolist() == [False, False, False, True]
    assert rollout.actions[1].tolist() == [GO_ON, THROW, GO_ON, TRUNCATE]
    assert rollout.observations["counters"][2][0].tolist() == [1, 2, 0, 0]
    assert [episode[:2] for episode in rollout.episodes] == [(0, 2), (1, 3)]
    assert rollout.final_rows.tolist() == ([2, 7] if same else [])
    with pytest.raises(parallel_pool.ResetNeededError):
        rollout.step(np.zeros(4, int))
    envs.reset(options={"reset_mask": np.array([False, True, False, False])})
    rollout.step(np.zeros(4, int))
    assert rollout.valid[2].tolist() == [True, True, True, same]
    assert rollout.observations["counters"][3][1].tolist() == [2, 1, 0, 0]
    rollout.begin()
    with pytest.raises(parallel_pool.EnvironmentFailure):
        rollout.step(np.full(4, THROW))
    assert not rollout.valid[0].any()
    envs.close()


def test_refused_actions_leave_the_rollout_as_it_was() -> None:
    envs = parallel_pool.make("CartPole-v1", num_envs=3, seed=0)
    rollout = envs.rollout(2)
    rollout.begin()
    for bad in (np.array([0, 1, 2]), np.zeros(2, int), np.zeros(3)):
        with pytest.raises((ValueError, TypeError)):
            rollout.step(bad)
    assert rollout.t == 0
    rollout.actions[0] = [1, 0, 1]
    rollout.step(rollout.actions[0])
    assert rollout.actions[0].tolist() == [1, 0, 1]
    rollout.step([0, 1, 0])
    assert rollout.actions[1].tolist() == [0, 1, 0]
    envs.close()


def test_an_interrupted_step_is_received_later() -> None:
    """Ctrl-C in a step; then the rollout is gone, and its row lies in memory of the pool."""
    envs = scripted(num_threads=2, sleep_ms=1500.0)
    rollout = envs.rollout(3)
    rollout.begin()
    rollout.step(np.zeros(4, int))
    timer = threading.Timer(0.1, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    with ctrl_c_raises():
        with pytest.raises(KeyboardInterrupt):
            rollout.step(np.full(4, SLEEP))
        timer.join()
    assert rollout.t == 1
    with pytest.raises(RolloutError, match="a step was interrupted"):
        rollout.step(np.zeros(4, int))
    newest = envs.recv()[0]["counters"]
    del rollout
    gc.collect()
    assert newest[:, 1].tolist() == [2] * 4
    again = envs.rollout(3)
    np.testing.assert_array_equal(again.begin()["counters"], newest)
    envs.close()


def test_pools_without_rollouts_say_what_to_use() -> None:
    with (
        scripted(autoreset_mode="Disabled") as envs,
        pytest.raises(ValueError, match="rollouts need autoreset"),
    ):
        envs.rollout(2)
    with (
        parallel_pool.make("Crowd-v0", num_envs=2) as envs,
        pytest.raises(ValueError, match="several players have no rollouts"),
    ):
        envs.rollout(2)
    with (
        parallel_pool.make("Talk-v0", num_envs=2) as envs,
        pytest.raises(ValueError, match="a rollout holds numbers, but observations have a part"),
    ):
        envs.rollout(2)
    with scripted() as envs, pytest.raises(ValueError, match="steps"):
        envs.rollout(0)


def test_wrong_actions_to_keep_step_nothing() -> None:
    envs, plain = (parallel_pool.make("Pendulum-v1", num_envs=2, seed=0) for _ in range(2))
    rollout, zeros = envs.rollout(2), np.zeros((2, 1), np.float32)
    rollout.begin(), plain.reset()
    with pytest.raises(ValueError, match=r"keep must have shape \(2, 1\), got \(3,\)"):
        rollout.step(zeros, keep=[1, 2, 3])
    np.testing.assert_array_equal(rollout.step(zeros), plain.step(zeros)[0])


def test_an_interrupted_step_is_no_transition(monkeypatch: pytest.MonkeyPatch) -> None:
    """The pool may be a step further than the newest row."""
    envs = parallel_pool.make("Pendulum-v1", num_envs=2, seed=0)
    rollout, zeros = envs.rollout(2), np.zeros((2, 1), np.float32)
    rollout.begin()

    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(rollout, "_write", interrupted)
        with pytest.raises(KeyboardInterrupt):
            rollout.step(zeros)
    with pytest.raises(RolloutError, match="a step was interrupted"):
        rollout.step(zeros)
    rollout.begin()
    rollout.step(zeros), rollout.step(zeros)
    assert rollout.valid.tolist() == [[False, False], [True, True]]
