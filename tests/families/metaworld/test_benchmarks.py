# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Benchmarks beside MetaWorld's own vector environments of the same seeds."""

from __future__ import annotations

import threading
from typing import Any

import gymnasium
import numpy as np
import parallel_pool
import pytest
from gymnasium.wrappers.utils import RunningMeanStd
from parallel_pool.errors import (
    ConcurrentCallError,
    InvalidActionError,
    PoolClosedError,
    ResetNeededError,
)
from parallel_pool.families.metaworld import benchmarks, goals
from parallel_pool.metaworld import ML1, Benchmark, CustomML

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


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize(("split", "total"), [("train", None), ("test", 4)])
def test_ml1_keeps_goals_until_they_are_sampled(
    split: str, total: int | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With fewer goals, as the reference draws them by resets, and all options of observations."""
    monkeypatch.setattr(metaworld, "_N_GOALS", 6)
    monkeypatch.setattr(goals, "GOALS", 6)
    options: dict[str, Any] = {"recurrent_info_in_obs": True, "max_episode_steps": 4}
    options |= {"reward_normalization_method": "gymnasium", "total_tasks_per_cls": total}
    make = metaworld.make_ml_envs_train if split == "train" else metaworld.make_ml_envs_test
    reference = make("door-open-v3", seed=4, meta_batch_size=2, **options)
    dice = np.random.default_rng(1)
    with ML1(
        "door-open-v3", envs_per_task=2, split=split, seed=4, autoreset_mode="SameStep", **options
    ) as envs:
        assert envs.single_observation_space.dtype == reference.single_observation_space.dtype
        for _ in range(6):
            theirs = [one[0] for one in reference.call("sample_tasks")]
            assert np.array_equal(envs.sample_tasks()[0], np.array(theirs, np.float32))
            for _ in range(6):
                actions = dice.uniform(-1, 1, (2, 4)).astype(np.float32)
                expected, same = reference.step(actions), envs.step(actions)
                for k in range(4):
                    assert np.array_equal(same[k], expected[k])
                if "final_obs" in expected[4]:
                    for a, b in zip(same[4]["final_obs"], expected[4]["final_obs"], strict=True):
                        assert np.array_equal(a, b)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize(
    ("split", "options"),
    [
        (
            "train",
            {
                "normalize_observations": True,
                "recurrent_info_in_obs": True,
                "total_tasks_per_cls": 2,
            },
        ),
        ("test", {"task_select": "pseudorandom", "terminate_on_success": True}),
    ],
)
def test_custom_ml_sets_equal_metaworlds(
    split: str, options: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """With fewer goals, as the reference draws them by resets; and its observations normalised."""
    monkeypatch.setattr(metaworld, "_N_GOALS", 4)
    monkeypatch.setattr(goals, "GOALS", 4)
    train, test = ["push-v3", "door-close-v3"], ["reach-v3", "drawer-close-v3"]
    options = options | {"seed": 5, "max_episode_steps": 5}
    reference = gymnasium.make_vec(
        "Meta-World/custom-ml-envs",
        vector_strategy="sync",
        train_envs=train,
        test_envs=test,
        meta_batch_size=4,
        split=split,
        **options,
    )
    dice = np.random.default_rng(1)
    with CustomML(
        train,
        test,
        envs_per_task=2,
        split=split,
        use_one_hot=False,
        autoreset_mode="SameStep",
        **options,
    ) as envs:
        assert envs.single_observation_space.dtype == reference.single_observation_space.dtype
        for _ in range(3):
            theirs = [one[0] for one in reference.call("sample_tasks")]
            shown = envs.sample_tasks()[0]
            assert shown.tolist() == np.array(theirs, shown.dtype).tolist()
            for step in range(8):
                if step == 6:
                    assert np.array_equal(envs.reset()[0], reference.reset()[0])
                actions = dice.uniform(-1, 1, (4, 4)).astype(np.float32)
                expected, same = reference.step(actions), envs.step(actions)
                for k in range(4):
                    assert np.array_equal(same[k], expected[k])
                assert ("final_obs" in expected[4]) == ("final_obs" in same[4])
                if "final_obs" in expected[4]:
                    for a, b in zip(same[4]["final_obs"], expected[4]["final_obs"], strict=True):
                        assert np.array_equal(a, b)


def test_observations_are_normalised_in_every_mode() -> None:
    """Row by row as Gymnasium's wrapper does, by what each row has shown."""
    options: dict[str, Any] = {"seed": 2, "max_episode_steps": 4}
    with (
        Benchmark(TASKS[:2], normalize_observations=True, **options) as envs,
        Benchmark(TASKS[:2], **options) as others,
    ):
        moments = [RunningMeanStd(shape=(41,), dtype=np.float32) for _ in range(2)]

        def check(given: np.ndarray, own: list[np.ndarray], learns: bool = True) -> None:
            hot = np.eye(2)
            for k, moment in enumerate(moments):
                row = np.concatenate([own[k][0], hot[k]])
                if learns:
                    moment.update(row[None])
                expected = np.float32((row - moment.mean) / np.sqrt(moment.var + 1e-8))
                assert given[k].tobytes() == expected.tobytes()

        shown = envs.reset()[0]
        others.reset()
        check(shown, others._last)
        for step in range(8):
            envs.update_running_mean = step < 6
            actions = np.full((2, 4), 0.1 * step, np.float32)
            last, shown = shown, envs.step(actions)[0]
            others.step(actions)
            check(shown, others._last, step < 6)
        kept = envs.reset(options={"reset_mask": np.array([True, False])})[0]
        assert kept[1].tobytes() == shown[1].tobytes()
        assert kept[0].tobytes() != last[0].tobytes()


@pytest.mark.filterwarnings("ignore")
def test_rewards_are_normalised_exponentially(monkeypatch: pytest.MonkeyPatch) -> None:
    """In float64, where the reference may have float32."""
    monkeypatch.setattr(metaworld, "_N_GOALS", 4)
    monkeypatch.setattr(goals, "GOALS", 4)
    reference = gymnasium.make(
        "Meta-World/MT1", env_name="reach-v3", seed=4, reward_normalization_method="exponential"
    )
    with Benchmark(
        ["reach-v3"], seed=4, use_one_hot=False, reward_normalization_method="exponential"
    ) as envs:
        assert np.array_equal(envs.reset()[0][0], reference.reset()[0])
        for _ in range(20):
            actions = np.full((1, 4), 0.1, np.float32)
            assert envs.step(actions)[1][0] == reference.step(actions[0])[1]


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
        kept, _ = envs.reset(options={"reset_mask": mask})
        assert np.array_equal(kept, observations)
    options: dict[str, Any] = {"envs_per_task": 2, "seed": 0, "task_select": "random"}
    with Benchmark("ML10", split="test", **options) as envs:
        observations, _ = envs.reset()
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
    with pytest.raises(ValueError, match="'gymnasium', 'exponential'], got 'none'"):
        Benchmark(["reach-v3"], reward_normalization_method="none")
    with pytest.raises(ValueError, match="split must be 'train' or 'test', got 'all'"):
        ML1("reach-v3", split="all")
    with pytest.raises(ValueError, match="3 environments cannot divide 50 goals"):
        ML1("reach-v3", envs_per_task=3)
    with pytest.raises(ValueError, match="drawn_after must be ids such as 'reach-v3', got 'x'"):
        parallel_pool.make("reach-v3", drawn_after=["x"])
    with pytest.raises(ValueError, match="2 environments cannot divide 5 goals"):
        Benchmark("ML10", envs_per_task=2, total_tasks_per_cls=5)
    with pytest.raises(ValueError, match="in both train_tasks and test_tasks, got 'push-v3'"):
        CustomML(["reach-v3", "push-v3"], ["push-v3"])
    with pytest.raises(ValueError, match="train_tasks must have each id once"):
        CustomML(["reach-v3", "reach-v3"], ["push-v3"])
    with pytest.raises(TypeError, match="train_tasks must be a list of ids, got 'ML10'"):
        CustomML("ML10", ["push-v3"])
    with (
        Benchmark(TASKS[:1], normalize_observations=True) as envs,
        pytest.raises(TypeError, match="must be True or False, got 'no'"),
    ):
        envs.update_running_mean = "no"  # type: ignore[assignment]
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


def test_an_interrupted_step_leaves_nothing_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    """The step after it resets what it has ended, and knows so."""
    made = {"envs_per_task": 2, "seed": 0, "recurrent_info_in_obs": True, "max_episode_steps": 3}
    envs = ML1("reach-v3", **made)
    envs.reset()
    actions = np.full((2, 4), 0.5)
    envs.step(actions)
    envs.step(actions)

    def interrupt() -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(envs.pools[0], "recv", interrupt)
        with pytest.raises(KeyboardInterrupt):
            envs.step(actions)
    observations, *_ = envs.step(actions)
    assert not observations[:, -6:].any()
    envs.close()


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"use_one_hot": "no"}, "use_one_hot must be True or False, got 'no'"),
        ({"recurrent_info_in_obs": 1}, "recurrent_info_in_obs must be True or False, got 1"),
        ({"seed": "a"}, "seed"),
        ({"split": "zzz"}, "split must be 'train' or 'test', got 'zzz'"),
        ({"split": "test"}, "only ML benchmarks have a split 'test'"),
        ({"goals_from": -1}, "goals_from must be at least 0, got -1"),
        ({"total_tasks_per_cls": 0}, "total_tasks_per_cls must be at least 1"),
    ],
)
def test_wrong_arguments_are_refused(wrong: dict[str, Any], message: str) -> None:
    with pytest.raises((TypeError, ValueError), match=message):
        Benchmark(["reach-v3"], **wrong)


def test_errors_name_the_method_that_was_called() -> None:
    """Of calls on a closed benchmark, while it is closed, and while another thread calls."""
    envs = Benchmark(TASKS[:2], seed=0, num_threads=1)
    envs.reset()
    actions = np.zeros((2, 4), np.float32)
    inner = envs.pools[1].recv
    within = threading.Event()
    refused = threading.Event()

    def wait(*arguments: Any) -> Any:
        within.set()
        refused.wait(30)
        return inner(*arguments)

    envs.pools[1].recv = wait  # type: ignore[method-assign]
    other = threading.Thread(target=envs.step, args=(actions,))
    other.start()
    within.wait(30)
    calls: dict[str, Any] = {
        "step": lambda: envs.step(actions),
        "reset": envs.reset,
        "sample_tasks": envs.sample_tasks,
    }
    for name, call in calls.items():
        with pytest.raises(ConcurrentCallError, match=rf"^{name}\(\) was called while another"):
            call()
    refused.set()
    other.join()
    envs.pools[1].recv = lambda: envs.close() or inner()  # type: ignore[method-assign, func-returns-value]
    with pytest.raises(PoolClosedError, match=r"^step\(\) was"):
        envs.step(actions)
    for name, call in calls.items():
        with pytest.raises(PoolClosedError, match=rf"^{name}\(\) was called on a closed Bench"):
            call()
