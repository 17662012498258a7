# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Steps of Gymnasium-Robotics' environments per CPU-second, of contenders in turns.

The pool and EnvPool have 64 and 8 environments, the reference and the bare loop one; all have one
thread and random actions, and a reset counts as a step. The bare loop repeats the controls and the
starts of the pool's first environment with `mujoco.mj_step` alone: no rules, no observations, no
settling.
"""

from __future__ import annotations

import sys
import types
from collections.abc import Callable
from pathlib import Path
from typing import Any

import gymnasium
import gymnasium_robotics
import mujoco
import numpy as np
import parallel_pool
from gymnasium_robotics.utils import mujoco_utils
from parallel_pool.families.robotics.maps import MAPS
from parallel_pool.families.robotics.mazes import point_maze, point_model
from parallel_pool.simulations.definition import Definition

sys.path.append(str(Path(__file__).parents[1]))
import plays

ENVS = 64
FEW = 8
IDS = (
    "FetchReach-v4",
    "FetchPickAndPlace-v4",
    "AdroitHandDoor-v1",
    "AdroitHandHammer-v1",
    "AdroitHandPen-v1",
    "AdroitHandRelocate-v1",
    "HandReach-v3",
    "HandManipulateBlock-v1",
    "HandManipulateBlock_ContinuousTouchSensors-v1",
    "FrankaKitchen-v1",
    "PointMaze_UMaze-v3",
    "AntMaze_UMaze-v5",
)
NOT_IN_ENVPOOL = ("AntMaze_UMaze-v5",)
EIGHTS = "eight/envpool_eight"
INPUTS = ("ctrl", "mocap_pos", "mocap_quat")


def repair() -> None:
    """The reference's helpers compare joint types with ints, which MuJoCo's enums do not equal."""
    names = ("mjJNT_FREE", "mjJNT_BALL", "mjJNT_SLIDE", "mjJNT_HINGE")
    view = types.SimpleNamespace(**vars(mujoco))
    view.mjtJoint = types.SimpleNamespace(**{n: int(getattr(mujoco.mjtJoint, n)) for n in names})
    mujoco_utils.mujoco = view
    gymnasium.register_envs(gymnasium_robotics)


Inputs = dict[str, np.ndarray]


def of_task(id: str) -> tuple[Any, Any, int, Callable[[np.ndarray, Any], Inputs]]:
    """A pool of one environment, its model, its physics steps, and what it gives the physics."""
    drivers = []
    make = Definition.driver

    def made(definition: Definition, config: dict[str, object], num_envs: int) -> Any:
        drivers.append(make(definition, config, num_envs))
        return drivers[-1]

    Definition.driver = made  # type: ignore[method-assign]
    pool = parallel_pool.make(id, num_envs=1, num_threads=1, seed=0)
    Definition.driver = make  # type: ignore[method-assign]
    task, sim = drivers[-1].task, drivers[-1].sim
    shown = [name for name in INPUTS if name in sim._bound and sim._bound[name].size]
    shown += [name for name in ("qpos", "qvel") if name not in shown]
    return (
        pool,
        sim.models[0],
        task.frame_skip,
        lambda action, observed: {name: sim._bound[name][0].copy() for name in shown},
    )


def of_ball(id: str) -> tuple[Any, Any, int, Callable[[np.ndarray, Any], Inputs]]:
    """The same of a ball in a maze, whose rules are in C++."""
    pool = parallel_pool.make(id, num_envs=1, num_threads=1, seed=0)
    model = point_model(point_maze(MAPS["UMaze"]))

    def inputs(action: np.ndarray, observed: Any) -> Inputs:
        seen = observed["observation"][0]
        return {"ctrl": action[0], "qpos": seen[:2].copy(), "qvel": seen[2:].copy()}

    return pool, model, 1, inputs


def bare_play(id: str, steps: int = 300) -> plays.Play:
    """A loop of `mj_step` with what a pool has done."""
    pool, model, skip, inputs_of = (of_ball if id.startswith("Point") else of_task)(id)
    pool.reset()
    pool.action_space.seed(0)
    starts = {0}
    inputs: list[Inputs] = []
    ended = False
    for step in range(steps):
        action = pool.action_space.sample()
        observed, _, terminated, truncated, _ = pool.step(action)
        if ended:  # this step was a reset
            starts.add(step)
        inputs.append(inputs_of(action, observed))
        ended = bool(terminated[0] or truncated[0])
    data = mujoco.MjData(model)
    places = {name: getattr(data, name) for name in inputs[0]}
    at = 0

    def play(count: int) -> None:
        nonlocal at
        for _ in range(count):
            for name, values in inputs[at].items():
                if at in starts or name in INPUTS:
                    places[name][:] = values
            mujoco.mj_step(model, data, skip)
            at = (at + 1) % steps

    return play


def measure(id: str, seconds: float, rounds: int, python: str | None) -> dict[str, Any]:
    """One row of the table of speeds."""
    pools = [parallel_pool.make(id, num_envs=n, num_threads=1, seed=0) for n in (ENVS, FEW)]
    contenders = {
        "pool": (plays.pool_play(pools[0]), ENVS),
        "eight": (plays.pool_play(pools[1]), FEW),
        "reference": (plays.env_play(gymnasium.make(id, disable_env_checker=True)), 1),
        "bare": (bare_play(id), 1),
    }
    if python and id not in NOT_IN_ENVPOOL:
        command = [python, Path(__file__).parents[1] / "mujoco" / "envpool_turns.py", id]
        rivals = {"envpool": (command, "pool"), "envpool_eight": (command, "eight")}
        row = plays.row(id, contenders, seconds, rounds, rivals)
        del row["pool/envpool_eight"]
        return row | {EIGHTS: round(row["eight"] / row["envpool_eight"], 2)}
    absent = dict.fromkeys(("envpool", "pool/envpool", "envpool_eight", EIGHTS), "")
    return plays.row(id, contenders, seconds, rounds) | absent


if __name__ == "__main__":
    repair()
    plays.main(__doc__, IDS, measure)
