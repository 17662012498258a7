# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Four of Gymnasium's robots as tasks in NumPy, bit for bit: Hopper, HalfCheetah, Ant, Humanoid.

Run ``python examples/mujoco_tasks.py``.
"""
# ruff: noqa: D102 - the methods are those of `Task`

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
from gymnasium.spaces import Box
from parallel_pool.mujoco import Batch, Task, rows, vector_env

ASSETS = Path(gymnasium.__file__).parent / "envs" / "mujoco" / "assets"


class Runner(Task):
    """What the robots share: noisy starts, and the speed along x."""

    max_episode_steps = 1000
    hidden = 1  # positions that are not observed
    noise = 0.1
    ctrl_cost_weight = 0.1

    def setup(self, sim: Batch) -> None:
        model = sim.model
        self.dt = model.opt.timestep * self.frame_skip
        self.qpos0, self.qvel0 = sim.qpos[0].copy(), sim.qvel[0].copy()
        size = model.nq + model.nv - self.hidden + self.more(sim)
        self.observation_space = Box(-np.inf, np.inf, (size,), np.float64)
        self.before = self.array("before", 2)  # where the robot was

    def more(self, sim: Batch) -> int:
        """How many other numbers are observed."""
        return 0

    def reset(self, sim: Batch, ids: np.ndarray, generators: Sequence[np.random.Generator]) -> None:
        for i, generator in zip(ids, generators, strict=True):
            sim.qpos[i] = self.qpos0 + generator.uniform(-self.noise, self.noise, sim.model.nq)
            sim.qvel[i] = self.qvel0 + self.velocities(sim, generator)

    def velocities(self, sim: Batch, generator: np.random.Generator) -> np.ndarray:
        return self.noise * generator.standard_normal(sim.model.nv)

    def place(self, sim: Batch, ids: Any) -> np.ndarray:
        return sim.qpos[ids, :1]

    def act(self, sim: Batch, ids: Any, actions: np.ndarray) -> None:
        place = self.place(sim, ids)
        self.before[ids, : place.shape[1]] = place
        sim.ctrl[ids] = actions

    def observe(self, sim: Batch, ids: Any) -> np.ndarray:
        return np.concatenate((sim.qpos[ids, self.hidden :], sim.qvel[ids]), axis=-1)

    def speed(self, sim: Batch, ids: Any) -> np.ndarray:
        place = self.place(sim, ids)
        return (place - self.before[ids, : place.shape[1]]) / self.dt

    def ctrl_cost(self, actions: np.ndarray) -> np.ndarray:
        return self.ctrl_cost_weight * np.square(actions).sum(-1)

    def reset_infos(self, sim: Batch, ids: Any) -> dict[str, np.ndarray]:
        return {"x_position": sim.qpos[ids, 0]}


class HalfCheetah(Runner):
    """Runs, and its episodes never terminate."""

    model = ASSETS / "half_cheetah.xml"
    frame_skip = 5

    def outcome(self, sim: Batch, ids: Any, actions: np.ndarray) -> Any:
        speed, cost = self.speed(sim, ids)[:, 0], self.ctrl_cost(actions)
        infos = {
            "x_position": sim.qpos[ids, 0],
            "x_velocity": speed,
            "reward_forward": speed,
            "reward_ctrl": -cost,
        }
        return speed - cost, np.zeros(len(speed), bool), infos


class Hopper(Runner):
    """Hops until it falls."""

    model = ASSETS / "hopper.xml"
    frame_skip = 4
    noise = 5e-3
    ctrl_cost_weight = 1e-3

    def velocities(self, sim: Batch, generator: np.random.Generator) -> np.ndarray:
        return generator.uniform(-self.noise, self.noise, sim.model.nv)

    def observe(self, sim: Batch, ids: Any) -> np.ndarray:
        return np.concatenate((sim.qpos[ids, 1:], np.clip(sim.qvel[ids], -10, 10)), axis=-1)

    def outcome(self, sim: Batch, ids: Any, actions: np.ndarray) -> Any:
        state = np.concatenate((sim.qpos[ids], sim.qvel[ids]), axis=-1)[:, 2:]
        z, angle = sim.qpos[ids, 1], sim.qpos[ids, 2]
        healthy = ((state > -100) & (state < 100)).all(-1)
        healthy &= (z > 0.7) & (angle > -0.2) & (angle < 0.2)
        speed, cost = self.speed(sim, ids)[:, 0], self.ctrl_cost(actions)
        infos = self.reset_infos(sim, ids) | {
            "x_velocity": speed,
            "reward_forward": speed,
            "reward_ctrl": -cost,
            "reward_survive": healthy * 1.0,
        }
        return speed + healthy * 1.0 - cost, ~healthy, infos

    def reset_infos(self, sim: Batch, ids: Any) -> dict[str, np.ndarray]:
        height = sim.qpos[ids, 1] - self.qpos0[1]
        return {"x_position": sim.qpos[ids, 0], "z_distance_from_origin": height}


class Ant(Runner):
    """Walks on four legs, and observes the forces of contacts."""

    model = ASSETS / "ant.xml"
    frame_skip = 5
    after_step = ("rne_post_constraint",)  # which computes cfrc_ext
    hidden = 2
    ctrl_cost_weight = 0.5

    def more(self, sim: Batch) -> int:
        return 6 * (sim.model.nbody - 1)

    def place(self, sim: Batch, ids: Any) -> np.ndarray:
        return sim.xpos[ids, 1, :2]  # of the torso

    def observe(self, sim: Batch, ids: Any) -> np.ndarray:
        forces = np.clip(sim.cfrc_ext[ids, 1:], -1, 1).reshape(len(sim.qpos[ids]), -1)
        return np.concatenate((sim.qpos[ids, 2:], sim.qvel[ids], forces), axis=-1)

    def outcome(self, sim: Batch, ids: Any, actions: np.ndarray) -> Any:
        qpos, qvel = sim.qpos[ids], sim.qvel[ids]
        healthy = np.isfinite(qpos).all(-1) & np.isfinite(qvel).all(-1)
        healthy &= (qpos[:, 2] >= 0.2) & (qpos[:, 2] <= 1)
        speed, ctrl_cost = self.speed(sim, ids), self.ctrl_cost(actions)
        # The forces on the world, zeros, belong to the sum: without them its order would differ.
        forces = np.clip(sim.cfrc_ext[ids], -1, 1).reshape(len(qpos), -1)
        contact_cost = 5e-4 * np.square(forces).sum(-1)
        infos = self.reset_infos(sim, ids) | {
            "x_velocity": speed[:, 0],
            "y_velocity": speed[:, 1],
            "reward_forward": speed[:, 0],
            "reward_ctrl": -ctrl_cost,
            "reward_contact": -contact_cost,
            "reward_survive": healthy * 1.0,
        }
        return speed[:, 0] + healthy * 1.0 - (ctrl_cost + contact_cost), ~healthy, infos

    def reset_infos(self, sim: Batch, ids: Any) -> dict[str, np.ndarray]:
        return {
            "x_position": sim.qpos[ids, 0],
            "y_position": sim.qpos[ids, 1],
            "distance_from_origin": rows.norm(sim.qpos[ids, :2]),
        }


class Humanoid(Runner):
    """Walks on two legs, and observes inertias, velocities and forces of all bodies."""

    model = ASSETS / "humanoid.xml"
    frame_skip = 5
    after_step = ("rne_post_constraint",)
    hidden = 2
    noise = 1e-2

    def setup(self, sim: Batch) -> None:
        self.mass = sim.model.body_mass[:, None].copy()
        super().setup(sim)

    def more(self, sim: Batch) -> int:
        return (10 + 6 + 6) * (sim.model.nbody - 1) + sim.model.nv - 6

    def velocities(self, sim: Batch, generator: np.random.Generator) -> np.ndarray:
        return generator.uniform(-self.noise, self.noise, sim.model.nv)

    def place(self, sim: Batch, ids: Any) -> np.ndarray:
        weighted = self.mass * sim.xipos[ids, :, :2]
        return weighted.cumsum(1)[:, -1] / self.mass.sum()  # one body after the other

    def observe(self, sim: Batch, ids: Any) -> np.ndarray:
        parts = (
            sim.qpos[ids, 2:],
            sim.qvel[ids],
            sim.cinert[ids, 1:],
            sim.cvel[ids, 1:],
            sim.qfrc_actuator[ids, 6:],
            sim.cfrc_ext[ids, 1:],
        )
        return np.concatenate([one.reshape(len(one), -1) for one in parts], axis=-1)

    def outcome(self, sim: Batch, ids: Any, actions: np.ndarray) -> Any:
        speed, height = self.speed(sim, ids), sim.qpos[ids, 2]
        ctrl_cost = self.ctrl_cost(sim.ctrl[ids])
        forces = sim.cfrc_ext[ids]
        squares = np.square(forces).reshape(len(forces), -1).sum(-1)
        contact_cost = np.minimum(5e-7 * squares, 10.0)
        healthy = (height > 1) & (height < 2)
        forward, survive = 1.25 * speed[:, 0], healthy * 5.0
        infos = self.reset_infos(sim, ids) | {
            "x_velocity": speed[:, 0],
            "y_velocity": speed[:, 1],
            "reward_survive": survive,
            "reward_forward": forward,
            "reward_ctrl": -ctrl_cost,
            "reward_contact": -contact_cost,
        }
        return forward + survive - (ctrl_cost + contact_cost), ~healthy, infos

    def reset_infos(self, sim: Batch, ids: Any) -> dict[str, np.ndarray]:
        return {
            "x_position": sim.qpos[ids, 0],
            "y_position": sim.qpos[ids, 1],
            "tendon_length": sim.ten_length[ids],
            "tendon_velocity": sim.ten_velocity[ids],
            "distance_from_origin": rows.norm(sim.qpos[ids, :2]),
        }


def main() -> None:
    """Steps each of them with random actions."""
    for task in (HalfCheetah, Hopper, Ant, Humanoid):
        envs = vector_env(task, num_envs=16, seed=0)
        envs.action_space.seed(0)
        envs.reset()
        total = sum(envs.step(envs.action_space.sample())[1].mean() for _ in range(100))
        print(f"{task.__name__}: a mean reward of {total:.1f} in 100 steps")
        envs.close()


if __name__ == "__main__":
    main()
