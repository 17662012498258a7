# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""A task of an arm, and how tests play."""

from __future__ import annotations

from typing import Any

import gymnasium
import mujoco
import numpy as np
from parallel_pool.mujoco import Batch, Task, vector_env

from tests.mujoco.models import MODEL

MODES = ("NextStep", "SameStep", "Disabled")


def play(envs: Any, steps: int, mode: str) -> list[Any]:
    """Results of seeded resets and steps; where nothing resets by itself, a mask does."""
    results: list[Any] = [envs.reset(seed=5)]
    generator = np.random.default_rng(0)
    low, high = envs.action_space.low, envs.action_space.high
    for _ in range(steps):
        actions = generator.uniform(low, high).astype(envs.action_space.dtype)
        results.append(envs.step(actions))
        ended = results[-1][2] | results[-1][3]
        if mode == "Disabled" and ended.any():
            results.append(envs.reset(options={"reset_mask": ended}))
    return results


class Reach(Task):
    """An arm whose tip is to come near a goal."""

    max_episode_steps = 20
    observation_space = gymnasium.spaces.Dict(
        {
            "angle": gymnasium.spaces.Box(-np.inf, np.inf, (1,), np.float64),
            "goal": gymnasium.spaces.Box(-1, 1, (1,), np.float32),
        }
    )
    action_space = gymnasium.spaces.Box(-1, 1, (1,), np.float32)

    def __init__(self, gain: float = 1.0, broken: str = "") -> None:
        self.gain, self.broken = gain, broken

    def setup(self, sim: Batch) -> None:
        self.goal = self.array("goal", 1, np.float32)
        self.count = self.array("count", (), np.int64)
        sim.bind("sensordata")

    def reset(self, sim: Batch, ids: np.ndarray, generators: Any) -> None:
        for i, generator in zip(ids, generators, strict=True):
            self.goal[i] = generator.uniform(-1, 1)
        self.count[ids] = 0
        if self.broken == "reset" and sim.num_envs > 1:
            raise RuntimeError("no goal")

    def act(self, sim: Batch, ids: Any, actions: np.ndarray) -> None:
        sim.ctrl[ids] = self.gain * actions
        self.count[ids] += 1
        if self.broken == "act" and sim.num_envs > 1 and self.count.max() == 3:
            raise RuntimeError("no motor")

    def observe(self, sim: Batch, ids: Any) -> Any:
        goal = self.goal[ids].astype(np.float64) if self.broken == "dtype" else self.goal[ids]
        if self.broken == "late" and sim.num_envs > 1 and self.count.max() == 2:
            return {"angle": sim.sensordata[ids]}
        return {"angle": sim.sensordata[ids], "goal": goal}

    def outcome(self, sim: Batch, ids: Any, actions: np.ndarray) -> Any:
        distance = np.abs(sim.sensordata[ids, 0] - self.goal[ids, 0])
        reward = -distance[:, None] if self.broken == "shape" else -distance
        return reward, distance < 0.01, {"count": self.count[ids]}


MODEL_OF_REACH = mujoco.MjModel.from_xml_string(MODEL)


def reach(**arguments: Any) -> Any:
    return vector_env(Reach, MODEL_OF_REACH, **arguments)


def play_reach(envs: Any, steps: int) -> list[Any]:
    results = [envs.reset(seed=0)]
    results += [envs.step(np.ones((envs.num_envs, 1), np.float32)) for _ in range(steps)]
    return results
