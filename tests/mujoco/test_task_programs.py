# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""What happens around a task's physics steps and resets, where it says so."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import mujoco
import numpy as np
import pytest
from gymnasium.spaces import Box
from parallel_pool import PoolError
from parallel_pool.mujoco import Batch, Task, vector_env

MODEL = mujoco.MjModel.from_xml_string("""
<mujoco>
  <worldbody>
    <body><joint name="a" type="slide"/><geom size=".1"/></body>
    <body pos="1 0 0"><joint name="b" type="slide"/><geom size=".1"/></body>
  </worldbody>
  <actuator><motor joint="a"/><motor joint="b"/></actuator>
</mujoco>
""")


class Held(Task):
    """The second joint is put back after the physics, and positions are computed again."""

    observation_space = Box(-np.inf, np.inf, (4,), np.float64)
    frame_skip = 3
    after_step: Sequence[str] = ("insert qpos", "forward")

    def setup(self, sim: Batch) -> None:
        self.held = sim.insert("qpos", slice(1, 2))
        assert self.held.shape == (sim.num_envs, 1)

    def reset(self, sim: Batch, ids: Any, generators: Any) -> None:
        self.held[ids, 0] = ids

    def observe(self, sim: Batch, ids: Any) -> Any:
        return np.concatenate([sim.qpos[ids], sim.xpos[ids, 1:, 2]], axis=-1)

    def outcome(self, sim: Batch, ids: Any, actions: Any) -> Any:
        return sim.qvel[ids, 1].copy(), np.zeros(len(actions), bool), {}


@pytest.mark.parametrize("threads", [1, 3])
def test_rows_are_inserted_after_the_physics(threads: int) -> None:
    with vector_env(Held, MODEL, num_envs=3, num_threads=threads) as envs:
        envs.reset(seed=0)
        datas = [mujoco.MjData(MODEL) for _ in range(3)]
        for step in range(5):
            actions = np.full((3, 2), step, np.float32)
            observations, rewards, *_ = envs.step(actions)
            for i, data in enumerate(datas):
                data.ctrl[:] = step
                mujoco.mj_step(MODEL, data, 3)
                data.qpos[1] = i
                mujoco.mj_forward(MODEL, data)
                assert observations[i].tolist() == [*data.qpos, *data.xpos[1:, 2]]
                assert rewards[i] == data.qvel[1]


def test_what_cannot_be_inserted() -> None:
    class Unknown(Held):
        def setup(self, sim: Batch) -> None:
            sim.insert("qpos", slice(0, 9, 2))

    class Absent(Held):
        after_step = ("insert qvel",)

    with pytest.raises(PoolError, match=r"columns must be a slice of 2 elements, got slice\(0, 9"):
        vector_env(Unknown, MODEL)
    with pytest.raises(PoolError, match=r"has 'insert qvel', but setup\(\) has no sim.insert\('qv"):
        vector_env(Absent, MODEL)


class Seeded(Held):
    """Shows the seeds, and leaves out what usually follows a reset."""

    after_step = ()
    after_reset = ()

    def setup(self, sim: Batch) -> None:
        self.seed = self.array("seed", dtype=np.uint64)

    def reset(self, sim: Batch, ids: Any, generators: Any) -> None:
        sim.qpos[ids] = 5
        for i in ids:
            self.seed[i] = self.seeds.get(i, 0)

    def reset_infos(self, sim: Batch, ids: Any) -> Any:
        return {"seed": self.seed[ids]}


def test_seeds_are_told_in_resets_that_seed() -> None:
    with vector_env(Seeded, MODEL, num_envs=2, seed=2**40) as envs:
        observations, infos = envs.reset(seed=[7, 2**40 + 1])
        assert infos["seed"].tolist() == [7, 2**40 + 1]
        # Nothing computed the bodies' places from the positions.
        assert observations.tolist() == [[5, 5, 0, 0]] * 2
        assert envs.reset()[1]["seed"].tolist() == [0, 0]


class Drawing(Seeded):
    """Rewards are drawn."""

    draws = True

    def outcome(self, sim: Batch, ids: Any, actions: Any) -> Any:
        numbers = np.arange(sim.num_envs)[ids]
        reward = np.array([self.generators[i].uniform() for i in numbers])
        return reward, np.zeros(len(reward), bool), {}


def test_outcomes_are_drawn_from_the_environments_generators() -> None:
    with vector_env(Drawing, MODEL, num_envs=2) as envs, vector_env(Drawing, MODEL, 2) as others:
        envs.reset(seed=3)
        others.reset(seed=8)
        generators = [np.random.default_rng(3 + i) for i in range(2)]
        actions = np.zeros((2, 2), np.float32)
        for _ in range(3):
            assert envs.step(actions)[1].tolist() == [one.uniform() for one in generators]
        others.set_state([0, 1], envs.get_state([0, 1]))
        assert others.step(actions)[1].tolist() == [one.uniform() for one in generators]


class Settled(Held):
    """Episodes go on where the last one ended, after two steps with other controls."""

    draws = True
    resets_data = False
    after_step = ()
    after_reset = ("insert ctrl", "step 2")

    def setup(self, sim: Batch) -> None:
        sim.insert("ctrl")[:] = 1.0
        self.drawn = self.array("drawn")

    def reset(self, sim: Batch, ids: Any, generators: Any) -> None:
        pass

    def settle(self, sim: Batch, ids: Any, generators: Any) -> None:
        for i, generator in zip(ids, generators, strict=True):
            self.drawn[i] = sim.qpos[i, 0] + generator.random()

    def reset_infos(self, sim: Batch, ids: Any) -> Any:
        return {"drawn": self.drawn[ids]}


@pytest.mark.parametrize("mode", ["NextStep", "SameStep"])
def test_resets_settle(mode: str) -> None:
    """Draws follow the physics of a reset, and go on in the next one."""
    with vector_env(Settled, MODEL, num_envs=2, max_episode_steps=2, autoreset_mode=mode) as envs:
        data = mujoco.MjData(MODEL)
        generators = [np.random.default_rng(5 + i) for i in range(2)]

        def settled(controls: float, steps: int) -> list[float]:
            data.ctrl[:] = controls
            mujoco.mj_step(MODEL, data, steps)
            return [data.qpos[0] + generator.random() for generator in generators]

        assert envs.reset(seed=5)[1]["drawn"].tolist() == settled(1.0, 2)
        actions = np.full((2, 2), 0.5, np.float32)
        for _episode in range(3):
            for _ in range(2):
                infos = envs.step(actions)[-1]
                data.ctrl[:] = 0.5
                mujoco.mj_step(MODEL, data, 3)
            if mode == "NextStep":
                infos = envs.step(actions)[-1]
            assert infos["drawn"].tolist() == settled(1.0, 2)
