"""The rules: a cart balances a pole. Replace the model and the methods by your own."""

from pathlib import Path

import numpy as np
from gymnasium.spaces import Box
from parallel_pool.mujoco import Task, register


class Balance(Task):
    """Keeps the pole upright; the reward is 1 for each time step until it falls."""

    model = Path(__file__).parent / "model.xml"
    frame_skip = 2
    max_episode_steps = 500
    observation_space = Box(-np.inf, np.inf, (4,), np.float64)

    def reset(self, sim, ids, generators):
        """Starts near the upright position."""
        for i, generator in zip(ids, generators, strict=True):
            sim.qpos[i] = generator.uniform(-0.05, 0.05, sim.model.nq)

    def act(self, sim, ids, actions):
        """Pushes the cart."""
        sim.ctrl[ids] = actions

    def observe(self, sim, ids):
        """Positions and velocities."""
        return np.concatenate((sim.qpos[ids], sim.qvel[ids]), axis=-1)

    def outcome(self, sim, ids, actions):
        """Ends an episode when the pole has fallen."""
        fallen = np.abs(sim.qpos[ids, 1]) > 0.3
        return np.ones(len(fallen)), fallen, {"angle": sim.qpos[ids, 1]}


register("my_robot-v0", Balance)
