"""The task keeps the rules that every environment keeps, and can be balanced."""

import my_robot  # noqa: F401 - which registers the id
import numpy as np
import parallel_pool
from parallel_pool.testing import check


def test_conformance():
    """Seeds, autoreset, states and all else."""
    check("my_robot-v0")


def test_a_controller_balances_the_pole():
    """For 200 time steps."""
    with parallel_pool.make("my_robot-v0", num_envs=8) as envs:
        observations, _ = envs.reset(seed=0)
        for _ in range(200):
            force = observations @ np.array([0.3, 6.0, 0.4, 1.0])
            actions = np.clip(force[:, None], -1, 1).astype(np.float32)
            observations, _, terminated, _, _ = envs.step(actions)
            assert not terminated.any()
