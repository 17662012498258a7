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


def compare_infos(pool: Any, i: int, reference: dict[str, Any]) -> None:
    """Row i of a pool's infos and all that the reference tells; no other info is told."""
    told = {name for name in pool if f"_{name}" in pool and pool[f"_{name}"][i]}
    assert told - {"final_obs", "final_info"} == reference.keys()
    for name, value in reference.items():
        assert np.asarray(value).dtype == pool[name].dtype, name
        assert np.asarray(value).tobytes() == pool[name][i].tobytes(), name


def play(
    id: str,
    mode: str,
    steps: int,
    policies: Sequence[Policy],
    first: dict[str, Any] | None = None,
    **options: Any,
) -> int:
    """Steps a pool beside references; returns how many rows reached their goal.

    Args:
        id: of the environments.
        mode: how the pool resets environments.
        steps: how many.
        policies: one for each environment.
        first: reset options of the first episodes.
        options: of both.
    """
    count, reached = len(policies), 0
    references = [gymnasium.make(id, disable_env_checker=True, **options) for _ in policies]
    last: list[Any] = [None] * count

    def begins(i: int, **given: Any) -> None:
        last[i], told = references[i].reset(**given)
        compare(observed, i, last[i])
        compare_infos(infos, i, told)

    with parallel_pool.make(
        id, num_envs=count, num_threads=2, autoreset_mode=mode, **options
    ) as envs:
        assert envs.single_observation_space == references[0].observation_space
        assert envs.single_action_space == references[0].action_space
        observed, infos = envs.reset(seed=7, options=first)
        for i in range(count):
            begins(i, seed=7 + i, options=first)
        ended, step = np.zeros(count, bool), np.zeros(count, int)
        for _ in range(steps):
            if mode == "Disabled" and ended.any():
                observed, infos = envs.reset(options={"reset_mask": ended})
                for i in np.flatnonzero(ended):
                    begins(i)
                ended[:] = False
            pairs = zip(policies, last, step, strict=True)
            actions = np.array([policy(one, at) for policy, one, at in pairs], np.float32)
            observed, rewards, terminated, truncated, infos = envs.step(actions)
            for i, reference in enumerate(references):
                if ended[i]:  # NextStep: this step is the reset
                    begins(i)
                    step[i], ended[i] = 0, False
                    continue
                last[i], reward, ends, cut, told = reference.step(actions[i])
                assert np.float64(reward).tobytes() == rewards[i].tobytes()
                assert (ends, cut) == (terminated[i], truncated[i])
                reached += int(told.get("success", told.get("is_success", 0)))
                step[i] += 1
                ended[i] = ends or cut
                if not ended[i] or mode != "SameStep":
                    compare(observed, i, last[i])
                    compare_infos(infos, i, told)
                    continue
                compare_infos(infos["final_info"], i, told)
                for name, values in leaves(infos["final_obs"][i]).items():
                    assert values.tobytes() == leaves(last[i])[name].tobytes(), name
                begins(i)
                step[i], ended[i] = 0, False
            if mode == "Disabled":
                step[ended] = 0
    for one in references:
        one.close()
    return reached
