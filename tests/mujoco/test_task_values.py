# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Options of tasks count by their value, and states keep all that a task remembers."""

from __future__ import annotations

from typing import Any

import mujoco
import numpy as np
import parallel_pool
import pytest
from gymnasium.spaces import Box
from parallel_pool import PoolError
from parallel_pool.mujoco import Batch, Task, vector_env

XML = """
<mujoco>
  <worldbody>
    <body>
      <joint name="hinge" axis="0 1 0" damping="{}"/>
      <geom type="capsule" fromto="0 0 0 0 0 .5" size=".05"/>
    </body>
  </worldbody>
  <actuator><motor joint="hinge"/></actuator>
</mujoco>"""
ACTIONS = np.ones((1, 1), np.float32)


def arm(field: Any) -> Any:
    return mujoco.MjModel.from_xml_string(XML.format(float(np.sum(field))))


class Arm(Task):
    model = arm
    observation_space = Box(-np.inf, np.inf, (2,), np.float64)

    def __init__(self, field: object = (0.1,), gain: object = 1.0, more: object = None) -> None: ...

    def setup(self, sim: Batch) -> None:
        self.gain = self.option("gain")

    def observe(self, sim: Batch, ids: Any) -> Any:
        return np.concatenate([sim.qpos[ids], sim.qvel[ids]], axis=-1)

    def outcome(self, sim: Batch, ids: Any, actions: Any) -> Any:
        return sim.qpos[ids, 0].copy(), np.zeros(len(actions), bool), {}


def played(envs: Any) -> list[Any]:
    return [envs.step(ACTIONS)[0].tolist() for _ in range(5)]


def test_models_are_remembered_by_value() -> None:
    """What NumPy leaves out of a printed array counts, too."""
    one = np.zeros(2000)
    other = one.copy()
    other[1000] = 5.0
    results = []
    for field in (one, other, np.array([0.1]), np.array([0.1 + 5e-10])):
        with vector_env(Arm, num_envs=1, field=field) as envs:
            envs.reset(seed=0)
            results.append(played(envs))
    assert results[0] != results[1]
    assert results[2] != results[3]


def test_options_are_the_pools_own() -> None:
    field = [0.1]
    with vector_env(Arm, num_envs=1, field=field) as envs:
        field[0] = 7.0
        assert envs.config["field"] == [0.1]
        with pytest.raises(ValueError, match="'field' of Arm is the same for all"):
            envs.set_config(field=[7.0])


def test_an_option_that_is_not_a_number_stays_the_same() -> None:
    with vector_env(Arm, num_envs=2, more=float("nan")) as envs:
        envs.reset(seed=0)
        envs.set_config(gain=2.0)
    gains = parallel_pool.PerEnv([np.int8(1), np.int16(1000)])
    with pytest.raises(ValueError, match="the option 'gain' must be of int8, got"):
        vector_env(Arm, num_envs=2, gain=gains)


class Inserted(Arm):
    before_step = ("insert ctrl",)

    def setup(self, sim: Batch) -> None:
        super().setup(sim)
        self.rows = sim.insert("ctrl")

    def reset(self, sim: Batch, ids: Any, generators: Any) -> None:
        for i, generator in zip(ids, generators, strict=True):
            self.rows[i] = generator.uniform(-3, 3)

    def act(self, sim: Batch, ids: Any, actions: Any) -> None:
        """The rows are those of the episode."""


def test_states_have_inserted_rows() -> None:
    with vector_env(Inserted, num_envs=1) as envs, vector_env(Inserted, num_envs=1) as others:
        envs.reset(seed=0)
        others.reset(seed=9)
        others.set_state([0], envs.get_state([0]))
        assert played(envs) == played(others)


@pytest.mark.parametrize("late", ["array", "option"])
def test_what_states_would_lack_is_refused(late: str) -> None:
    class Late(Arm):
        def setup(self, sim: Batch) -> None: ...

        def reset(self, sim: Batch, ids: Any, generators: Any) -> None:
            getattr(self, late)("gain")

    with pytest.raises(PoolError, match=r"'gain' must (be made|first be read) in setup\(\)"):
        vector_env(Late, num_envs=1)
