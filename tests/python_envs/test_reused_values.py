# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Environments that use their arrays and dicts again: results are the values of their moment."""

from __future__ import annotations

from functools import partial
from typing import Any

import gymnasium
import numpy as np
import parallel_pool
import pytest
from gymnasium import spaces

pettingzoo = pytest.importorskip("pettingzoo")

METHODS = ["starter", "thread"]
LENGTH = 3


class Reusing(gymnasium.Env[Any, Any]):
    """Has one array, one nested dict and one info for all environments and steps of a process."""

    observation_space = spaces.Dict(
        array=spaces.Box(0, 99, (2,), np.float32),
        nested=spaces.Dict(array=spaces.Box(0, 99, (3,), np.int64)),
    )
    action_space = spaces.Discrete(2)
    shared: Any = {  # noqa: RUF012
        "array": np.zeros(2, np.float32),
        "nested": {"array": np.zeros(3, np.int64)},
    }
    info: Any = {"step": 0, "array": np.zeros(2), "nested": {"name": ""}}  # noqa: RUF012

    def __init__(self, first: int = 0) -> None:
        self.first = first

    def reset(self, *, seed: int | None = None, options: Any = None) -> Any:
        self.steps = self.first
        return self._shown(), self.info

    def step(self, action: int) -> Any:
        self.steps += 1
        return self._shown(), 1.0, self.steps == self.first + LENGTH, False, self.info

    def spoil(self) -> Any:
        """Writes to everything, and returns it."""
        self.steps = 90
        self._shown()
        return self.info

    def _shown(self) -> Any:
        self.shared["array"][:] = self.steps
        self.shared["nested"]["array"][:] = self.steps
        self.info["step"] = self.steps
        self.info["array"][:] = self.steps
        self.info["nested"]["name"] = str(self.steps)
        return self.shared


class ReusingArray(Reusing):
    """The same with an array alone."""

    observation_space = spaces.Box(0, 99, (2,), np.float32)  # type: ignore[assignment]

    def _shown(self) -> Any:
        return super()._shown()["array"]


def assert_step(observation: Any, step: int) -> None:
    leaves = observation if isinstance(observation, np.ndarray) else observation["array"]
    assert (leaves == step).all()
    if isinstance(observation, dict):
        assert (observation["nested"]["array"] == step).all()


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("kind", [Reusing, ReusingArray])
def test_final_values_in_the_same_step(kind: Any, method: str) -> None:
    with parallel_pool.make_python(
        [kind] * 4, num_workers=2, autoreset_mode="SameStep", start_method=method
    ) as envs:
        envs.reset()
        for step in range(1, LENGTH + 1):
            observations, *_, infos = envs.step([0] * 4)
            assert_step(observations, step % LENGTH)
        assert infos["step"].tolist() == [0] * 4
        for row in range(4):
            assert_step(infos["final_obs"][row], LENGTH)
        assert infos["final_info"]["step"].tolist() == [LENGTH] * 4
        assert (infos["final_info"]["array"] == LENGTH).all()
        assert infos["final_info"]["nested"]["name"].tolist() == [str(LENGTH)] * 4


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("kind", [Reusing, ReusingArray])
def test_async_results_that_wait_to_be_published(kind: Any, method: str) -> None:
    """Quick steps are published in groups; by then the arrays have other values."""
    functions = [partial(kind, 10 * i) for i in range(8)]
    with parallel_pool.make_python(functions, 8, 4, 1, start_method=method) as envs:
        envs.async_reset()
        for _ in range(40):
            observations, *_, infos = envs.recv()
            leaf = observations if isinstance(observations, np.ndarray) else observations["array"]
            assert leaf[:, 0].tolist() == infos["step"].tolist()
            envs.send([0] * 4, infos["env_id"])


@pytest.mark.parametrize("method", METHODS)
def test_results_of_calls(method: str) -> None:
    """Each is that of its own moment, though all environments return the same dict."""

    class Counting(gymnasium.Env[Any, Any]):
        observation_space = spaces.Discrete(2)
        action_space = spaces.Discrete(2)
        shared: Any = {"calls": 0, "list": []}  # noqa: RUF012

        def reset(self, *, seed: int | None = None, options: Any = None) -> Any:
            return 0, {}

        def count(self) -> Any:
            self.shared["calls"] += 1
            self.shared["list"].append(0)
            return self.shared

    with parallel_pool.make_python([Counting] * 3, num_workers=1, start_method=method) as envs:
        results = envs.call("count")
    assert [(one["calls"], len(one["list"])) for one in results] == [(1, 1), (2, 2), (3, 3)]


@pytest.mark.parametrize("kind", [Reusing, ReusingArray])
def test_rows_that_a_mask_leaves_alone(kind: Any) -> None:
    with parallel_pool.make_python([kind] * 2, num_workers=2) as envs:
        envs.reset()
        envs.step([0, 0])
        envs.call("spoil")
        observations, _ = envs.reset(options={"reset_mask": np.array([True, False])})
        leaf = observations["array"] if isinstance(observations, dict) else observations
        assert leaf[:, 0].tolist() == [0, 1]


class ReusingAgents(pettingzoo.ParallelEnv):  # type: ignore[misc, name-defined]
    """Two agents with one array."""

    metadata = {"name": "reusing"}  # noqa: RUF012

    def __init__(self) -> None:
        self.possible_agents = ["ann", "bob"]
        self.arrays = {agent: np.zeros(2, np.float32) for agent in self.possible_agents}
        self.infos: dict[str, Any] = {agent: {} for agent in self.possible_agents}

    def observation_space(self, agent: str) -> Any:
        return spaces.Box(0, 99, (2,), np.float32)

    def action_space(self, agent: str) -> Any:
        return spaces.Discrete(2)

    def reset(self, seed: int | None = None, options: Any = None) -> Any:
        self.agents = self.possible_agents[:]
        self.turn = 0
        return self._shown()

    def step(self, actions: dict[str, int]) -> Any:
        self.turn += 1
        over = dict.fromkeys(self.agents, self.turn == LENGTH)
        observations, infos = self._shown()
        rewards = dict.fromkeys(self.agents, 1.0)
        if self.turn == LENGTH:
            self.agents = []
        return observations, rewards, over, dict.fromkeys(over, False), infos

    def _shown(self) -> Any:
        for agent in self.possible_agents:
            self.arrays[agent][:] = self.turn
            self.infos[agent]["turn"] = self.turn
        return self.arrays, self.infos


@pytest.mark.parametrize("method", METHODS)
def test_final_values_of_agents(method: str) -> None:
    with parallel_pool.make_python(
        ReusingAgents, 2, autoreset_mode="SameStep", start_method=method
    ) as envs:
        envs.reset()
        for _ in range(LENGTH):
            observations, *_, infos = envs.step([0] * 4)
        assert (observations == 0).all()
        for final in infos["final_obs"]:
            assert {agent: value.tolist() for agent, value in final.items()} == {
                "ann": [LENGTH] * 2,
                "bob": [LENGTH] * 2,
            }
        assert infos["final_info"]["ann"]["turn"].tolist() == [LENGTH] * 2


class ReusingTurns(pettingzoo.AECEnv):  # type: ignore[misc, name-defined]
    """Observes every agent in the same array, and changes its infos as ended agents leave."""

    metadata = {"name": "turns"}  # noqa: RUF012

    def __init__(self) -> None:
        super().__init__()
        self.possible_agents = ["ann", "bob"]
        self.array = np.zeros(1, np.float32)

    def observation_space(self, agent: str) -> Any:
        return spaces.Box(0, 99, (1,), np.float32)

    def action_space(self, agent: str) -> Any:
        return spaces.Discrete(2)

    def observe(self, agent: str) -> Any:
        self.array[0] = 10 + self.possible_agents.index(agent)
        return self.array

    def reset(self, seed: int | None = None, options: Any = None) -> None:
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, Any] = {agent: {"left": 0} for agent in self.agents}
        self.agent_selection = "ann"

    def step(self, action: int | None) -> None:
        if action is None:
            for info in self.infos.values():
                info["left"] += 1
            self._was_dead_step(action)
            return
        self.terminations = dict.fromkeys(self.agents, True)


def test_values_of_agents_that_take_turns() -> None:
    with parallel_pool.make_python(ReusingTurns, 1, start_method="thread") as envs:
        assert envs.reset()[0][:, 0].tolist() == [10, 11]
        observations, *_, infos = envs.step([0])
        assert observations[:, 0].tolist() == [10, 11]
        assert [infos[agent]["left"].tolist() for agent in ("ann", "bob")] == [[0], [0]]
