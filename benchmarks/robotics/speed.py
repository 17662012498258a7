# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Steps of Gymnasium-Robotics' environments per CPU-second, of contenders in turns.

The pool and EnvPool have 64 and 8 environments, the reference and the bare loop one; all have one
thread and random actions, and a reset counts as a step. The bare loop repeats the controls and the
starts of the pool's first environment with `mujoco.mj_step` alone: no rules, no observations, no
settling.
"""

from __future__ import annotations

import argparse
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
import turns

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
Play = Callable[[int], None]  # that many time steps of each environment


def repair() -> None:
    """The reference's helpers compare joint types with ints, which MuJoCo's enums do not equal."""
    names = ("mjJNT_FREE", "mjJNT_BALL", "mjJNT_SLIDE", "mjJNT_HINGE")
    view = types.SimpleNamespace(**vars(mujoco))
    view.mjtJoint = types.SimpleNamespace(**{n: int(getattr(mujoco.mjtJoint, n)) for n in names})
    mujoco_utils.mujoco = view
    gymnasium.register_envs(gymnasium_robotics)


def pool_play(pool: Any) -> Play:
    """A pool."""
    pool.reset()
    pool.action_space.seed(0)
    actions = [pool.action_space.sample() for _ in range(64)]

    def play(steps: int) -> None:
        for i in range(steps):
            pool.step(actions[i % 64])

    return play


def reference_play(id: str) -> Play:
    """A single environment of the reference."""
    env = gymnasium.make(id, disable_env_checker=True)
    env.reset(seed=0)
    env.action_space.seed(0)
    ended = False

    def play(steps: int) -> None:
        nonlocal ended
        for _ in range(steps):
            if ended:
                env.reset()
                ended = False
            else:
                ended = any(env.step(env.action_space.sample())[2:4])

    return play


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


def bare_play(id: str, steps: int = 300) -> Play:
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


def calibrated(play: Play, seconds: float) -> int:
    """How many steps take about so many CPU-seconds."""
    return max(2, round(seconds / turns.cpu_seconds(lambda: play(9))() * 9))


def measure(id: str, seconds: float, rounds: int, python: str | None) -> dict[str, Any]:
    """One row of the table of speeds."""
    plays = {
        "pool": pool_play(parallel_pool.make(id, num_envs=ENVS, num_threads=1, seed=0)),
        "eight": pool_play(parallel_pool.make(id, num_envs=FEW, num_threads=1, seed=0)),
        "reference": reference_play(id),
        "bare": bare_play(id),
    }
    steps = {name: calibrated(play, seconds) for name, play in plays.items()}
    contenders = {
        name: turns.cpu_seconds(lambda play=play, count=steps[name]: play(count))
        for name, play in plays.items()
    }
    rows = {"pool": ENVS, "eight": FEW, "envpool": ENVS, "envpool_eight": FEW}
    if python is not None and id not in NOT_IN_ENVPOOL:
        script = str(Path(__file__).parents[1] / "mujoco" / "envpool_turns.py")
        for name, own in (("envpool", "pool"), ("envpool_eight", "eight")):
            steps[name] = steps[own]
            command = [python, script, id, str(rows[name]), str(steps[name])]
            contenders[name] = turns.in_other_interpreter(command)
    best = turns.fastest(contenders, rounds)
    each = {name: best[name] / steps[name] / rows.get(name, 1) for name in best}
    few = each.pop("envpool_eight", None)
    row = {"id": id, "envs": ENVS, **turns.speeds(each, 2)}
    if few is None:
        return row | dict.fromkeys(("envpool", "pool/envpool", "envpool_eight", EIGHTS), "")
    return row | {"envpool_eight": round(1 / few), EIGHTS: round(few / each["eight"], 2)}


def main() -> None:
    """Measures, and writes a table as CSV to standard output or a file."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("ids", nargs="*", default=[*IDS])
    parser.add_argument("--seconds", type=float, default=0.5, help="of a contender's turn, about")
    parser.add_argument("--rounds", type=int, default=8)
    parser.add_argument("--envpool", help="a Python interpreter that has EnvPool")
    parser.add_argument("--out", type=Path, help="the CSV file")
    given = parser.parse_args()
    repair()
    rows = (measure(id, given.seconds, given.rounds, given.envpool) for id in given.ids)
    turns.write(rows, given.out)


if __name__ == "__main__":
    main()
