# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Acme's environment loop drives the dm_env face of single environments."""

from __future__ import annotations

import importlib.util
import runpy
import sys
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import parallel_pool
import pytest

if importlib.util.find_spec("acme") is None:
    pytest.skip("needs Acme: `make test-adapters`", allow_module_level=True)

from parallel_pool.acme import EnvironmentLoop

# isort: split
from acme import core, specs  # needs launchpad, or what stands in for it
from acme.utils import loggers

from tests.snippets import run_document

ROOT = Path(__file__).parents[3]


class Recorder(core.Actor):
    """Acts at random, and writes down what it is told."""

    def __init__(self, space: gymnasium.Space[Any]) -> None:
        self.space = space
        self.told: list[tuple[Any, ...]] = []
        self.updates = 0

    def select_action(self, observation: Any) -> Any:
        return self.space.sample()

    def observe_first(self, timestep: Any) -> None:
        self.told.append((timestep.observation,))

    def observe(self, action: Any, next_timestep: Any) -> None:
        self.told.append((next_timestep.observation, next_timestep.reward, next_timestep.discount))

    def update(self, wait: bool = False) -> None:
        self.updates += 1


@pytest.mark.parametrize("id", ["CartPole-v1", "Pendulum-v1", "FrozenLake-v1"])
def test_the_loop_equals_a_loop_over_the_reference(id: str) -> None:
    """Observations, rewards, discounts and the returns that Acme counts."""
    reference = gymnasium.make(id)
    env = parallel_pool.DmEnv(id, seed=3)
    specs.make_environment_spec(env)
    space = reference.action_space
    space.seed(1)
    actor = Recorder(space)
    loop = EnvironmentLoop(env, actor, logger=loggers.NoOpLogger())
    results = [loop.run_episode() for _ in range(3)]
    space.seed(1)
    told: list[tuple[Any, ...]] = []
    for episode, result in enumerate(results):
        observation, _ = reference.reset(seed=3 if episode == 0 else None)
        told.append((observation,))
        total, length, ended = 0.0, 0, False
        while not ended:
            observation, reward, terminated, truncated, _ = reference.step(space.sample())
            ended = terminated or truncated
            told.append((observation, float(reward), 0.0 if terminated else 1.0))
            total, length = total + float(reward), length + 1
        assert result["episode_length"] == length
        assert float(result["episode_return"]) == total
    assert len(actor.told) == len(told)
    for one, other in zip(actor.told, told, strict=True):
        assert np.array_equal(one[0], other[0])
        assert one[1:] == other[1:]
    assert actor.updates == sum(result["episode_length"] for result in results)


def test_it_runs_until_told() -> None:
    actor = Recorder(gymnasium.make("CartPole-v1").action_space)
    logged: list[Any] = []

    class Log(loggers.NoOpLogger):
        def write(self, data: Any) -> None:
            logged.append(data)

    env = parallel_pool.DmEnv("CartPole-v1", seed=0, max_episode_steps=7)
    EnvironmentLoop(env, actor, logger=Log()).run(num_steps=30)
    assert [data["episode_length"] for data in logged] == [7] * 5
    assert logged[-1]["steps"] == 35


def test_the_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert run_document(ROOT / "docs" / "acme.md") == []


def test_the_example_learns() -> None:
    """The best return is -13; a random walk falls down the cliff again and again."""
    assert runpy.run_path(str(ROOT / "examples" / "acme_q_learning.py"))["main"]() >= -17


def test_the_stand_in_has_nothing_else() -> None:
    launchpad = sys.modules["launchpad"]
    if launchpad.__spec__ is not None:
        pytest.skip("Launchpad is installed")
    assert not hasattr(launchpad, "Program")
