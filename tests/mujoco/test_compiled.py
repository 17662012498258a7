# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Tasks that are compiled, beside the same tasks in Python."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from gymnasium.spaces import Box
from parallel_pool import mujoco as pp
from parallel_pool.errors import EnvironmentFailure, PoolError
from parallel_pool.simulations import rows

_MODEL = """
<mujoco>
  <worldbody>
    <geom name="floor" type="plane" size="5 5 .1"/>
    <body name="ball" pos="0 0 .3"><freejoint/><geom name="ball" size=".1"/></body>
    <body pos="1 0 0.2"><joint name="hinge" axis="0 1 0"/><geom size=".05"/></body>
  </worldbody>
  <actuator><motor joint="hinge" ctrlrange="-1 1"/></actuator>
</mujoco>
"""


def _model() -> Any:
    import mujoco

    return mujoco.MjModel.from_xml_string(_MODEL)


class Everything(pp.Task):
    """Uses all that can be recorded, in float64, in float32 and with bools."""

    model = staticmethod(_model)
    frame_skip = 3
    max_episode_steps = 30
    observation_space = Box(-np.inf, np.inf, (14,), np.float64)

    def setup(self, sim: pp.Batch) -> None:
        sim.bind("qpos")
        sim.bind("qvel")
        self.before = self.array("before", 7)
        self.best = self.array("best")
        self.was_low = self.array("was_low", (), np.bool_)

    def reset(self, sim: pp.Batch, ids: np.ndarray, generators: Any) -> None:
        sim.qpos[ids, 2] = [one.uniform(0.1, 0.4) for one in generators]
        self.before[ids] = 0.0
        self.best[ids] = 0.0

    def act(self, sim: pp.Batch, ids: Any, actions: np.ndarray) -> None:
        sim.ctrl[ids] = np.clip(actions * np.float32(0.7), -1, 1)
        self.before[ids] = sim.qpos[ids, :7]

    def observe(self, sim: pp.Batch, ids: Any) -> np.ndarray:
        now = sim.qpos[ids, :7]
        turned = np.stack([np.sin(now[:, 2]), -np.cos(now[:, 2])], -1)
        scaled = now[:, [0, 2]] / (1 + np.abs(now[:, 1:2]))
        rest = np.concatenate([turned, scaled, np.ones((len(now), 3))], -1)
        return np.concatenate([now - self.before[ids], rest], -1)

    def outcome(self, sim: pp.Batch, ids: Any, actions: np.ndarray) -> Any:
        height, speed = sim.qpos[ids, 2], rows.norm(sim.qvel[ids, :3])
        self.best[ids] = np.maximum(self.best[ids], height)
        single = (actions[:, 0] + 1.0) / 3.0 - actions[:, 0] * np.float32(0.1)
        low = (height <= 0.11) & ~(speed > 2.0) | (height == 0)
        on_floor = sim.pressing(0, 1, ids, where=speed < 1.0, forward=True)
        value = np.where(low, np.exp(-speed), np.log(1 + np.sqrt(height * height)))
        value = value + rows.power(speed, 2.0) * single.astype(np.float64) - 0.1 * on_floor
        place = sim.qpos[ids, :3].copy()
        place[:, 1] = np.minimum(height, 0.2)
        self.was_low[ids] = low
        both = np.stack([low, on_floor | sim.pressing(1, 0, ids)], -1)
        infos = {
            "single": single,
            "low": low,
            "all": both.all(-1),
            "any": both.any(-1),
            "place": place,
            "dot": rows.dot(place, np.array([0.1, 0.2, 0.3])),
        }
        return value, height > 10.0, infos


class Compiled(Everything):
    """The same, recorded."""

    compiled = True


@pytest.mark.parametrize("mode", ["NextStep", "SameStep"])
def test_a_compiled_task_equals_itself_in_python(mode: str) -> None:
    with (
        pp.vector_env(Everything, num_envs=3, num_threads=1, autoreset_mode=mode) as envs,
        pp.vector_env(Compiled, num_envs=3, num_threads=2, autoreset_mode=mode) as others,
    ):
        one, other = envs.reset(seed=1)[0], others.reset(seed=1)[0]
        assert one.tobytes() == other.tobytes()
        dice = np.random.default_rng(0)
        touched = 0
        for step in range(70):
            if step == 40:
                state = others.get_state([0, 1, 2])
                others.step(np.ones((3, 1), np.float32))
                others.set_state([0, 1, 2], state)
            actions = dice.uniform(-1, 1, (3, 1)).astype(np.float32)
            result, same = envs.step(actions), others.step(actions)
            for a, b in zip(result[:4], same[:4], strict=True):
                assert a.tobytes() == b.tobytes()
            assert result[4].keys() == same[4].keys()
            for name, values in result[4].items():
                if isinstance(values, np.ndarray) and values.dtype != object:
                    assert values.tobytes() == same[4][name].tobytes(), name
            touched += result[4]["any"].sum() if "any" in result[4] else 0
        assert touched


def test_a_compiled_task_equals_itself_in_async_mode() -> None:
    with (
        pp.vector_env(Compiled, num_envs=4, num_threads=1) as envs,
        pp.vector_env(Compiled, num_envs=4, num_threads=2, batch_size=2) as others,
    ):
        actions = np.array([[-0.5], [0.0], [0.5], [1.0]], np.float32)
        envs.reset(seed=3)
        expected = [envs.step(actions)[0] for _ in range(45)]
        others.async_reset(seed=3)
        seen = [-1] * 4  # the resets' rows come first
        while min(seen) < 40:
            observations, _, _, _, infos = others.recv()
            for row, i in enumerate(infos["env_id"]):
                if 0 <= seen[i] < 45:
                    assert observations[row].tobytes() == expected[seen[i]][i].tobytes()
                seen[i] += 1
            others.send(actions[infos["env_id"]], infos["env_id"])


def test_callbacks_fail_the_rows() -> None:
    import mujoco

    with pp.vector_env(Compiled, num_envs=2) as envs:
        envs.reset(seed=0)
        mujoco.set_mjcb_passive(lambda model, data: None)
        try:
            with pytest.raises(EnvironmentFailure, match="mjcb_passive is set"):
                envs.step(np.zeros((2, 1), np.float32))
        finally:
            mujoco.set_mjcb_passive(None)
        envs.reset()
        envs.step(np.zeros((2, 1), np.float32))


class _Branches(Compiled):
    def outcome(self, sim: pp.Batch, ids: Any, actions: np.ndarray) -> Any:
        height = sim.qpos[ids, 2]
        reward = np.zeros(len(height)) if (height > 1).all(-1) else height
        return reward, height > 10.0, {}


class _Others(Compiled):
    def outcome(self, sim: pp.Batch, ids: Any, actions: np.ndarray) -> Any:
        return sim.qpos[:, 2][ids], sim.qpos[ids, 2] > 10.0, {}


class _Unknown(Compiled):
    def outcome(self, sim: pp.Batch, ids: Any, actions: np.ndarray) -> Any:
        return np.tan(sim.qpos[ids, 2]), sim.qpos[ids, 2] > 10.0, {}


@pytest.mark.parametrize(
    ("task", "why"),
    [(_Branches, "branches on values"), (_Others, "other environments"), (_Unknown, "np.tan")],
)
def test_what_cannot_be_recorded_is_named(task: type[pp.Task], why: str) -> None:
    with pytest.raises(PoolError, match=f"cannot be recorded: .*{why}.*test_compiled.py"):
        pp.vector_env(task)
