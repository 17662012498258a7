# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Plays pools beside Gymnasium-Robotics' own environments, and compares all bytes."""

from __future__ import annotations

import types
from collections.abc import Callable, Sequence
from typing import Any

import gymnasium
import mujoco
import numpy as np
import parallel_pool
import pytest

MODES = ("NextStep", "SameStep", "Disabled")
Policy = Callable[[Any, int], np.ndarray]


def repair(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its helpers compare joint types with ints, which MuJoCo's enums no longer equal."""
    import gymnasium_robotics
    from gymnasium_robotics.utils import mujoco_utils

    class View(types.ModuleType):
        names = ("mjJNT_FREE", "mjJNT_BALL", "mjJNT_SLIDE", "mjJNT_HINGE")
        mjtJoint = types.SimpleNamespace(  # noqa: N815
            **{n: int(getattr(mujoco.mjtJoint, n)) for n in names}
        )

        def __getattr__(self, name: str) -> Any:
            return getattr(mujoco, name)

    monkeypatch.setattr(mujoco_utils, "mujoco", View("mujoco"))
    gymnasium.register_envs(gymnasium_robotics)


def randomly(seed: int, size: int) -> Policy:
    """Random actions, some beyond the bounds."""
    generator = np.random.default_rng(seed)
    return lambda observation, step: generator.uniform(-1.2, 1.2, size)


def leaves(observation: Any) -> dict[str, np.ndarray]:
    """The arrays of an observation by name."""
    return observation if isinstance(observation, dict) else {"": observation}


def compare(pool: Any, i: int, reference: Any) -> None:
    """Row i of a pool's observation and the reference's."""
    assert leaves(pool).keys() == leaves(reference).keys()
    for name, values in leaves(reference).items():
        assert values.dtype == leaves(pool)[name].dtype
        assert values.tobytes() == leaves(pool)[name][i].tobytes(), name


def play(
    id: str,
    mode: str,
    steps: int,
    policies: Sequence[Policy],
    success: str = "is_success",
    first: dict[str, Any] | None = None,
    **options: Any,
) -> int:
    """Steps a pool beside references; returns how many rows reached their goal.

    Args:
        id: of the environments.
        mode: how the pool resets environments.
        steps: how many.
        policies: one for each environment.
        success: the info of success.
        first: reset options of the first episodes.
        options: of both.
    """
    count, reached = len(policies), 0
    references = [gymnasium.make(id, disable_env_checker=True, **options) for _ in policies]
    with parallel_pool.make(
        id, num_envs=count, num_threads=2, autoreset_mode=mode, **options
    ) as envs:
        assert envs.single_observation_space == references[0].observation_space
        assert envs.single_action_space == references[0].action_space
        observed, infos = envs.reset(seed=7, options=first)
        assert success not in infos
        last = [one.reset(seed=7 + i, options=first)[0] for i, one in enumerate(references)]
        for i, one in enumerate(last):
            compare(observed, i, one)
        step, ended = 0, False
        for _ in range(steps):
            if ended and mode == "Disabled":
                observed, _ = envs.reset()
                last = [one.reset()[0] for one in references]
                for i, one in enumerate(last):
                    compare(observed, i, one)
                step, ended = 0, False
            actions = np.array(
                [policy(one, step) for policy, one in zip(policies, last, strict=True)], np.float32
            )
            observed, rewards, terminated, truncated, infos = envs.step(actions)
            step += 1
            for i, reference in enumerate(references):
                if ended:  # NextStep: this step is the reset
                    last[i], _ = reference.reset()
                    compare(observed, i, last[i])
                    continue
                last[i], reward, ends, cut, told = reference.step(actions[i])
                assert np.float64(reward).tobytes() == rewards[i].tobytes()
                assert (ends, cut) == (terminated[i], truncated[i])
                where = infos
                if cut and mode == "SameStep":
                    where = infos["final_info"]
                    for name, values in leaves(infos["final_obs"][i]).items():
                        assert values.tobytes() == leaves(last[i])[name].tobytes(), name
                    last[i], _ = reference.reset()
                compare(observed, i, last[i])
                assert told[success] == where[success][i]
                assert np.asarray(told[success]).dtype == where[success].dtype
                reached += int(told[success])
            if ended:
                step = 0
            ended = bool(truncated.any()) and mode != "SameStep"
            step = 0 if mode == "SameStep" and truncated.any() else step
    for one in references:
        one.close()
    return reached
