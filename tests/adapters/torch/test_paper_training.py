# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""The benchmark that trains with several vector environments."""

from __future__ import annotations

from typing import Any

import gymnasium
import pytest

pytest.importorskip("torch", reason="needs torch: `make test-adapters`")

from benchmarks.paper import training

pytestmark = pytest.mark.usefixtures("one_thread")


def test_equal_environments_train_equally() -> None:
    """Each step and each episode of Gymnasium's CartPole reaches the learner as that of a pool."""

    def received(settings: Any) -> training.Received:
        envs = gymnasium.vector.SyncVectorEnv([lambda: training.one(settings)] * settings.num_envs)
        return training.Received(envs, settings.num_envs, {"seed": settings.seed})

    settings = training.ppo.Settings.of("CartPole-v1", num_envs=4, total_steps=1024)
    curves = [
        [progress.mean_return for progress in training.ppo.train(settings, make=make)[1]]
        for make in (training.ppo.make_pool, received)
    ]
    assert curves[0] == curves[1]
    assert curves[0][-1] > 10


def test_a_run_ends_after_its_steps() -> None:
    arguments = training.argparse.Namespace(
        id="CartPole-v1", pool="parallel_pool", seed=3, steps=4096
    )
    rows: list[dict[str, Any]] = []
    training.run(arguments, lambda row: rows.append(dict(row)))
    assert [row["steps"] for row in rows] == [4096]
    assert list(rows[0]) == training.COLUMNS
    assert rows[0]["cpu_seconds"] > 0
