# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Time steps of dm_control's locomotion per CPU-second, of contenders in turns.

Each is measured without the walker's camera and with it; of EnvPool's tasks, some have it, others
do not. All have one thread and random actions, with which a humanoid falls after some 17 steps, so
resets count.
"""

from __future__ import annotations

import functools
import os
import sys
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any
from unittest import mock

os.environ.setdefault("MUJOCO_GL", "egl")

import numpy as np
import parallel_pool
from parallel_pool.families.locomotion import FUNCTIONS
from parallel_pool.families.locomotion.tasks import module_of

sys.path.append(str(Path(__file__).parents[1]))
import plays
import turns

ENVS = 8
Play = Callable[[int], None]  # that many time steps of each environment


def pool_play(id: str, has_camera: bool) -> Play:
    """The pool."""
    pool = parallel_pool.make(
        id, num_envs=ENVS, num_threads=1, seed=0, egocentric_camera=has_camera
    )
    pool.reset()
    rng = np.random.default_rng(0)

    def play(steps: int) -> None:
        for _ in range(steps):
            pool.step(rng.uniform(-1, 1, pool.action_space.shape))

    return play


def reference_of(id: str, has_camera: bool) -> Any:
    """dm_control's environment."""
    with warnings.catch_warnings(action="ignore"):
        import importlib

        from dm_control import composer

        make = getattr(importlib.import_module(module_of(FUNCTIONS[id])), FUNCTIONS[id])
        real = composer.Environment

        def changed(task: Any, **arguments: Any) -> Any:
            task._walker.observables.egocentric_camera.enabled = has_camera
            return real(task, **arguments)

        with mock.patch.object(composer, "Environment", changed):
            return make(random_state=0)


def reference_play(id: str, has_camera: bool) -> Play:
    """The reference."""
    env = reference_of(id, has_camera)
    env.reset()
    rng = np.random.default_rng(0)
    shape = env.action_spec().shape

    def play(steps: int) -> None:
        for _ in range(steps):
            env.step(rng.uniform(-1, 1, shape))

    return play


def measure(
    id: str, has_camera: bool, seconds: float, rounds: int, python: str | None
) -> dict[str, Any]:
    """One row of the table of speeds."""
    plays = {"pool": pool_play(id, has_camera), "reference": reference_play(id, has_camera)}
    rows = {"pool": ENVS, "reference": 1, "envpool": ENVS}
    steps, contenders = {}, {}
    for name, play in plays.items():
        first = turns.cpu_seconds(functools.partial(play, 4))() / 4
        steps[name] = max(2, round(seconds / first))
        contenders[name] = turns.cpu_seconds(functools.partial(play, steps[name]))
    has_rival = has_camera != (id == "DmcCmuHumanoidGoToTarget-v1")  # as EnvPool's tasks are
    if python is not None and has_rival:
        steps["envpool"] = steps["pool"]
        script = str(Path(__file__).parents[1] / "mujoco" / "envpool_turns.py")
        contenders["envpool"] = turns.in_other_interpreter(
            [python, script, id, str(ENVS), str(steps["envpool"])]
        )
    best = turns.fastest(contenders, rounds)
    each = turns.speeds({name: best[name] / steps[name] / rows[name] for name in best}, 2)
    camera = "yes" if has_camera else "no"
    return {"id": id, "camera": camera, "envs": ENVS, "envpool": "", "pool/envpool": "", **each}


def measure_name(name: str, seconds: float, rounds: int, python: str | None) -> dict[str, Any]:
    """The row of an id, or of ``id:camera``."""
    id, _, camera = name.partition(":")
    return measure(id, bool(camera), seconds, rounds, python)


if __name__ == "__main__":
    names = [name for id in FUNCTIONS for name in (id, f"{id}:camera")]
    plays.main(__doc__, names, measure_name)
