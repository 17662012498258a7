# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""dm_control's cart-pole, swung up, as a task in NumPy: bit for bit the original.

Needs dm_control. Run ``python examples/mujoco_cartpole.py``. It shows what a task does where the
reference draws from a generator of its own, here a ``RandomState``.
"""
# ruff: noqa: D102 - the methods are those of `Task`

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import mujoco
import numpy as np
from dm_control.suite import cartpole
from gymnasium.spaces import Box, Dict
from parallel_pool.mujoco import Batch, Task, rows, vector_env


def model() -> mujoco.MjModel:
    """dm_control's model."""
    xml, assets = cartpole.get_model_and_assets()
    return mujoco.MjModel.from_xml_string(xml, assets)


class Generators:
    """A ``RandomState`` for each environment, kept in arrays that saved states contain."""

    def __init__(self, task: Task) -> None:
        """Makes the arrays; call it in `setup`."""
        self.words = task.array("words", 624, np.uint32)
        self.place = task.array("place", 2, np.int64)  # in the words; whether a normal is left
        self.normal = task.array("normal")
        self.shared = np.random.RandomState(0)

    def load(self, i: int, seed: int | None, entropy: np.random.Generator) -> np.random.RandomState:
        """The generator of an environment, seeded if a seed is given, or if it never was."""
        if seed is not None:
            self.shared.seed(seed)
        elif not self.place[i].any():
            self.shared.seed(entropy.integers(2**32))
        else:
            place = self.place[i]
            self.shared.set_state(("MT19937", self.words[i], place[0], place[1], self.normal[i]))
        return self.shared

    def save(self, i: int) -> None:
        """Keeps the generator that was loaded."""
        _, words, place, left, normal = self.shared.get_state()
        self.words[i], self.place[i], self.normal[i] = words, (place, left), normal


class SwingUp(Task):
    """Swings a pole up, and balances it in the middle."""

    model = model
    frame_skip = 1
    after_step = ("step1",)  # so that observations are those of the new positions
    max_episode_steps = 1000
    observation_space = Dict(
        {
            "position": Box(-np.inf, np.inf, (3,), np.float64),
            "velocity": Box(-np.inf, np.inf, (2,), np.float64),
        }
    )
    action_space = Box(-1, 1, (1,), np.float64)

    def setup(self, sim: Batch) -> None:
        self.random = Generators(self)

    def reset(self, sim: Batch, ids: np.ndarray, generators: Sequence[np.random.Generator]) -> None:
        for i, generator in zip(ids, generators, strict=True):
            draw = self.random.load(i, self.seeds.get(i), generator)
            sim.qpos[i] = 0.01 * draw.randn(), np.pi + 0.01 * draw.randn()
            sim.qvel[i] = 0.01 * draw.randn(2)
            self.random.save(i)

    def observe(self, sim: Batch, ids: Any) -> dict[str, np.ndarray]:
        pole = sim.xmat[ids, 2]
        position = np.stack((sim.qpos[ids, 0], pole[:, 8], pole[:, 2]), axis=-1)
        return {"position": position, "velocity": sim.qvel[ids]}

    def outcome(self, sim: Batch, ids: Any, actions: np.ndarray) -> Any:
        upright = (sim.xmat[ids, 2, 8] + 1) / 2
        centered = (1 + rows.tolerance(sim.qpos[ids, 0], margin=2)) / 2
        small_control = rows.tolerance(
            sim.ctrl[ids, 0], margin=1, value_at_margin=0, sigmoid="quadratic"
        )
        small_velocity = (1 + rows.tolerance(sim.qvel[ids, 1], margin=5)) / 2
        reward = upright * ((4 + small_control) / 5) * small_velocity * centered
        return reward, np.zeros(len(reward), bool), {}


def main() -> None:
    """Steps it with random actions."""
    with vector_env(SwingUp, num_envs=16, seed=0) as envs:
        envs.action_space.seed(0)
        envs.reset()
        total = sum(envs.step(envs.action_space.sample())[1].mean() for _ in range(100))
        print(f"a mean reward of {total:.1f} in 100 steps")


if __name__ == "__main__":
    main()
