# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Every task of the suite, bit for bit as dm_control plays it."""

from __future__ import annotations

from typing import Any

import numpy as np
import parallel_pool
import pytest
from parallel_pool import errors

from tests.families.dm_control.suite import SHORT, TASKS, actions, compare, load, same, suite

control = pytest.importorskip("dm_control.rl.control")


def short(id: str) -> dict[str, Any]:
    """Arguments for both sides that make an episode short, so that several end."""
    limit = SHORT[id]
    return {"pool": {"time_limit": limit}, "reference": {"task_kwargs": {"time_limit": limit}}}


def test_all_tasks_are_there() -> None:
    assert {*TASKS.values()} == {*suite.ALL_TASKS}


@pytest.mark.parametrize("id", TASKS)
def test_task_equals_reference(id: str) -> None:
    assert compare(id, 35, **short(id)) > 0


@pytest.mark.slow
@pytest.mark.parametrize("threads", [1, 2, 4])
@pytest.mark.parametrize("id", TASKS)
def test_task_equals_reference_for_long(id: str, threads: int) -> None:
    engine = {"num_threads": threads}
    compare(id, 1010, seeds=(20 + threads,), engine=engine)
    compare(id, 330, seeds=(0, 1, 2, 3, 4, 5), engine=engine, **short(id))


@pytest.mark.parametrize(
    ("id", "options"),
    [
        ("CheetahRun-v1", {"control_timestep": 0.03}),
        ("CheetahRun-v1", {"n_sub_steps": 3, "legacy_step": False}),
        ("AcrobotSwingup-v1", {"legacy_step": False}),
        ("ReacherEasy-v1", {"n_sub_steps": 2}),
    ],
)
def test_environment_options(id: str, options: dict[str, Any]) -> None:
    compare(id, 40, pool=options, reference={"environment_kwargs": options})


@pytest.mark.parametrize(
    ("id", "options"),
    [
        ("CartpoleThreePoles-v1", {"num_poles": 5, "sparse": True}),
        ("CartpoleThreePoles-v1", {"num_poles": 1}),
        ("ManipulatorBringPeg-v1", {"fully_observable": False}),
        ("StackerStack4-v1", {"fully_observable": False}),
    ],
)
def test_task_options(id: str, options: dict[str, Any]) -> None:
    compare(id, 15, pool=options, reference={"task_kwargs": options})


def test_flat_observation() -> None:
    envs = parallel_pool.make("WalkerWalk-v1", flat_observation=True, seed=1)
    reference = load("WalkerWalk-v1", 1, environment_kwargs={"flat_observation": True})
    ours, _ = envs.reset()
    assert same(ours[0], reference.reset().observation["observations"])


def test_time_limit_option_counts_as_the_reference() -> None:
    """A limit between two time steps lets the second one happen."""
    options = {"time_limit": 0.055}
    ended = compare(
        "CheetahRun-v1", 20, pool=options, reference={"task_kwargs": options}, seeds=(1,)
    )
    assert ended == 2


def test_lqr_ends_where_it_is_at_rest() -> None:
    """Under the optimal policy: a state that is as good as zero is terminal, with discount 0."""
    from dm_control.suite import lqr_solver

    reference = load("LqrLqr21-v1", 0)
    _, gains, _ = lqr_solver.solve(reference)
    envs = parallel_pool.make("LqrLqr21-v1", seed=0)
    observation, _ = envs.reset()
    wanted = reference.reset()
    for _ in range(8000):
        state = np.concatenate([wanted.observation["position"], wanted.observation["velocity"]])
        action = gains @ state
        observation, _, terminations, truncations, _ = envs.step(action[None])
        wanted = reference.step(action)
        assert same(observation["position"][0], wanted.observation["position"])
        assert terminations[0] == wanted.last()
        assert not truncations[0]
        if wanted.last():
            break
    assert wanted.discount == 0.0


def test_a_limit_ends_lqr_as_the_reference() -> None:
    """By truncation, in the midst of its way; it has no limit of its own."""
    options = {"time_limit": 0.1}
    assert (
        compare("LqrLqr62-v1", 15, pool=options, reference={"task_kwargs": options}, seeds=(6,)) > 2
    )


def test_divergence_has_the_words_of_the_reference() -> None:
    """Its row fails alone; a reset heals it, with the same first observation as the reference."""
    envs = parallel_pool.make("LqrLqr21-v1", num_envs=2, seed=0)
    references = [load("LqrLqr21-v1", seed) for seed in range(2)]
    envs.reset()
    for env in references:
        env.reset()
    huge = np.array([[1e200], [0.0]])
    with pytest.raises(control.PhysicsError) as wanted:
        references[0].step(huge[0])
    with pytest.raises(errors.EnvironmentFailure) as found:
        envs.step(huge)
    assert str(wanted.value) in str(found.value)
    assert str(wanted.value).startswith("Physics state is invalid. Warning(s) raised: mjWARN_")
    observation, _ = envs.reset(options={"reset_mask": np.array([True, False])})
    assert same(observation["position"][0], references[0].reset().observation["position"])


def test_every_seed_is_its_own() -> None:
    """Seeds are dm_control's: those of environment i are s + i, and a reset takes new ones."""
    envs = parallel_pool.make("ReacherHard-v1", num_envs=2, seed=7)
    first, _ = envs.reset()
    again, _ = envs.reset(seed=8)
    assert same(first["position"][1], again["position"][0])
    later, _ = envs.reset()
    assert not same(later["position"], again["position"])


def compare_async(id: str, steps: int) -> None:
    """Plays batches of one row, in whatever order they come, on the dm_env face."""
    envs = parallel_pool.make_dm(id, num_envs=3, batch_size=1, num_threads=2, seed=0)
    references = [load(id, seed) for seed in range(3)]
    moves = [actions(env, seed) for seed, env in enumerate(references)]
    expected = [env.reset() for env in references]
    envs.async_reset()
    for _ in range(steps):
        row = envs.recv()
        i = int(row.observation.env_id[0])
        for name, value in expected[i].observation.items():
            assert same(getattr(row.observation, name)[0], value)
        action = next(moves[i])
        envs.send(action[None], np.array([i], np.int32))
        expected[i] = references[i].step(action)
    envs.close()


@pytest.mark.parametrize("id", ["CheetahRun-v1", "LqrLqr62-v1", "ManipulatorInsertPeg-v1"])
def test_async_rows_equal_references(id: str) -> None:
    compare_async(id, 60)


@pytest.mark.slow
@pytest.mark.parametrize("id", TASKS)
def test_async_rows_of_every_task_equal_references(id: str) -> None:
    compare_async(id, 600)
