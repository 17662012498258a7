# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Environments of MetaWorld for meta-learning."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from parallel_pool.families.metaworld.benchmarks import tasks_of
from parallel_pool.metaworld.benchmark import Benchmark


class ML1(Benchmark):
    """Environments of one of MetaWorld's tasks with hidden goals, for meta-learning.

    Results equal those of `gymnasium.make_vec("Meta-World/ML1-train", ...)` and ``ML1-test`` with
    the same seed.

    Args:
        task: the id, such as ``"reach-v3"``.
        envs_per_task: the number of environments, a divisor of the number of goals, which is 50
            or ``total_tasks_per_cls``.
        split: which goals to use, ``"train"`` or ``"test"``.
        options: as of `Benchmark`, with the defaults of ML benchmarks, but no one-hot ids.

    Raises:
        ValueError, TypeError: an argument is invalid.
        DependencyNotInstalled: MetaWorld or MuJoCo is missing.
    """

    _is_meta = True

    def __init__(
        self, task: str, *, envs_per_task: int = 10, split: str = "train", **options: Any
    ) -> None:
        """See the class."""
        self.closed = True
        if not isinstance(task, str):
            raise TypeError(f"task must be an id such as 'reach-v3', got {task!r}")
        own = {"use_one_hot": False, "goals_from": int(split == "test")}
        super().__init__([task], envs_per_task=envs_per_task, split=split, **(own | options))


class CustomML(Benchmark):
    """Environments with hidden goals for meta-learning, of tasks that you choose.

    Results equal those of `gymnasium.make_vec("Meta-World/custom-ml-envs", ...)` with the same
    seed.

    Args:
        train_tasks: ids of the tasks to train with, such as ``["reach-v3", "push-v3"]``.
        test_tasks: ids of the tasks to test with, none of which is in ``train_tasks``.
        envs_per_task: how many environments each task has, a divisor of the number of goals, which
            is 50 or ``total_tasks_per_cls``.
        split: which of them to use, ``"train"`` or ``"test"``.
        options: as of `Benchmark`, with the defaults of ML benchmarks but for two, as in MetaWorld:
            ``task_select="random"``, and ``terminate_on_success=False`` in ``"test"`` too.

    Raises:
        ValueError, TypeError: an argument is invalid.
        DependencyNotInstalled: MetaWorld or MuJoCo is missing.
    """

    _is_meta = True
    _in_turn = True

    def __init__(
        self,
        train_tasks: Sequence[str],
        test_tasks: Sequence[str],
        *,
        envs_per_task: int = 1,
        split: str = "train",
        **options: Any,
    ) -> None:
        """See the class."""
        self.closed = True
        for name, tasks in {"train_tasks": train_tasks, "test_tasks": test_tasks}.items():
            if isinstance(tasks, str):
                raise TypeError(f"{name} must be a list of ids, got {tasks!r}")
            if len({*tasks_of(tasks, split)}) < len(tasks):
                raise ValueError(f"{name} must have each id once, got {[*tasks]}")
        if both := [id for id in test_tasks if id in train_tasks]:
            raise ValueError(f"no id may be in both train_tasks and test_tasks, got {both[0]!r}")
        own: dict[str, Any] = {"task_select": "random", "terminate_on_success": False}
        super().__init__(
            train_tasks if split == "train" else test_tasks,
            envs_per_task=envs_per_task,
            split=split,
            **(own | options),
        )
