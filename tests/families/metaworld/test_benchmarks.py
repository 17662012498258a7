# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Benchmarks beside MetaWorld's own vector environments of the same seeds."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import pytest
from parallel_pool.errors import InvalidActionError, ResetNeededError
from parallel_pool.families.metaworld import benchmarks
from parallel_pool.metaworld import Benchmark

metaworld = pytest.importorskip("metaworld")
mujoco = pytest.importorskip("mujoco")

from metaworld import env_dict, sawyer_xyz_env  # noqa: E402

from tests.families.metaworld.test_exactness import INFOS, _welds  # noqa: E402

TASKS = ("reach-v3", "sweep-into-v3", "door-open-v3")


@pytest.fixture(autouse=True)
def runs_on_this_mujoco(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sawyer_xyz_env.SawyerMocapBase, "reset_mocap_welds", _welds)


def test_tasks_are_metaworlds() -> None:
    for (name, split), ids in benchmarks.BENCHMARKS.items():
        theirs = getattr(env_dict, f"{name}_V3")
        assert ids == tuple(theirs if name.startswith("MT") else theirs[split]), name


def _compare(envs: Benchmark, reference: Any) -> None:
    expected, _ = reference.reset()
    assert np.array_equal(envs.reset()[0], expected)
    dice = np.random.default_rng(1)
    for _ in range(25):
        actions = dice.uniform(-1, 1, (len(TASKS), 4)).astype(np.float32)
        theirs, ours = reference.step(actions), envs.step(actions)
        for k in range(4):
            assert np.array_equal(ours[k], theirs[k])
        told, same = ours[4], theirs[4]
        assert ("final_obs" in told) == ("final_obs" in same)
        if "final_obs" in same:
            for row in range(len(TASKS)):
                assert np.array_equal(told["final_obs"][row], same["final_obs"][row])
            told, same = told["final_info"], same["final_info"]
        for name in INFOS:
            assert told[name].tolist() == np.asarray(same[name], float).tolist(), name


@pytest.mark.filterwarnings("ignore")
def test_a_named_benchmark_draws_goals_task_by_task(monkeypatch: pytest.MonkeyPatch) -> None:
    """With fewer tasks, as making the reference takes seconds for each."""
    monkeypatch.setattr(metaworld._env_dict, "MT10_V3", env_dict._get_env_dict(TASKS))
    kwargs = env_dict._get_args_kwargs(env_dict.ALL_V3_ENVIRONMENTS, env_dict.MT10_V3)
    monkeypatch.setattr(metaworld._env_dict, "MT10_V3_ARGS_KWARGS", kwargs)
    monkeypatch.setitem(benchmarks.BENCHMARKS, ("MT10", "train"), TASKS)
    reference = metaworld.make_mt_envs(
        "MT10", seed=4, num_tasks=len(TASKS), use_one_hot=True, max_episode_steps=10
    )
    with Benchmark("MT10", seed=4, autoreset_mode="SameStep", max_episode_steps=10) as envs:
        _compare(envs, reference)


@pytest.mark.filterwarnings("ignore")
def test_own_sets_equal_metaworlds() -> None:
    reference = gymnasium.make_vec(
        "Meta-World/custom-mt-envs",
        vector_strategy="sync",
        envs_list=[*TASKS],
        seed=6,
        max_episode_steps=10,
    )
    with Benchmark(
        TASKS, seed=6, use_one_hot=False, autoreset_mode="SameStep", max_episode_steps=10
    ) as envs:
        _compare(envs, reference)


def test_rows_and_hidden_goals() -> None:
    with Benchmark("ML10", split="test", envs_per_task=2, seed=0, num_threads=2) as envs:
        assert envs.num_envs == 10
        assert envs.task_of.tolist() == [0, 0, 1, 1, 2, 2, 3, 3, 4, 4]
        observations, _ = envs.reset()
        assert observations.shape == envs.observation_space.shape == (10, 44)
        assert not observations[:, 36:39].any()
        assert observations[:, 39:].argmax(-1).tolist() == envs.task_of.tolist()
        assert np.array_equal(envs.reset(seed=0)[0], observations)
        mask = np.arange(10) == 3
        again, _ = envs.reset(options={"reset_mask": mask})
        assert (again != observations).any(-1).tolist() == mask.tolist()


def test_nothing_steps_where_an_episode_has_ended() -> None:
    """And an interrupted step leaves nothing behind."""
    options: dict[str, Any] = {"seed": 0, "autoreset_mode": "Disabled", "max_episode_steps": 3}
    with Benchmark(TASKS, **options) as envs, Benchmark(TASKS, **options) as others:
        actions = np.zeros((3, 4))
        with pytest.raises(ResetNeededError, match=r"rows \[0 1 2\] must be reset first"):
            envs.step(actions)
        envs.reset()
        others.reset()
        envs.pools[1].recv, recv = _interrupted, envs.pools[1].recv
        with pytest.raises(KeyboardInterrupt):
            envs.step(actions)
        envs.pools[1].recv = recv
        others.step(actions)
        for _ in range(2):
            assert np.array_equal(envs.step(actions)[0], others.step(actions)[0])
        with pytest.raises(ResetNeededError):
            envs.step(actions)
        envs.reset(options={"reset_mask": np.arange(3) > 0})
        with pytest.raises(ResetNeededError, match=r"rows \[0\]"):
            envs.step(actions)


def _interrupted() -> Any:
    raise KeyboardInterrupt


def test_bad_arguments_are_refused() -> None:
    with pytest.raises(ValueError, match=r"no benchmark MT11 \(train\); there are MT10"):
        Benchmark("MT11")
    with pytest.raises(ValueError, match="at least one"):
        Benchmark([])
    with pytest.raises(ValueError, match="such as 'reach-v3', got 'CartPole-v1'"):
        Benchmark(["reach-v3", "CartPole-v1"])
    with pytest.raises(TypeError, match="takes no batch_size"):
        Benchmark(["reach-v3"], batch_size=1)
    with Benchmark(["reach-v3"]) as envs:
        envs.reset()
        with pytest.raises(ValueError, match=r"shape \(1, 4\), got \(2, 4\)"):
            envs.step(np.zeros((2, 4)))
        for wrong in (np.nan, 1e39):
            with pytest.raises(InvalidActionError, match="in row 0"):
                envs.step(np.full((1, 4), wrong))
        envs.step(np.zeros((1, 4)))
