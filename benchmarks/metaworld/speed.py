# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Steps of MetaWorld's environments per CPU-second, of contenders in turns.

Pools and EnvPool have 64 and 8 environments of a task, and the reference one. Of MT50 all have one
environment of each task, the reference in its own vector environment. All have one thread and
random actions. The bare loop makes the five steps of MuJoCo's that a time step has, with the arms
moved by the same actions: no rules, no observations, no resets.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import gymnasium
import metaworld
import mujoco
import numpy as np
import parallel_pool
from metaworld import sawyer_xyz_env
from parallel_pool.families.metaworld import task_class
from parallel_pool.families.metaworld.benchmarks import BENCHMARKS
from parallel_pool.families.metaworld.sawyer import model_of
from parallel_pool.metaworld import Benchmark

sys.path.append(str(Path(__file__).parents[1]))
import turns

ENVS, FEW = 64, 8
IDS = ("reach-v3", "pick-place-v3", "door-open-v3", "MT50")
Play = Callable[[int], None]  # that many time steps of each environment


def welds(self: Any) -> None:
    """The reference's method, which fails on MuJoCo from 3.12 on: welds have 12 numbers."""
    for i in range(self.model.neq):
        if self.model.eq_type[i] == mujoco.mjtEq.mjEQ_WELD:
            self.model.eq_data[i, :11] = [0, 0, 0, 0, 0, 0, -1, 0, 0, 0, 5]


def vector_play(envs: Any) -> Play:
    """A vector environment."""
    envs.reset()
    dice = np.random.default_rng(0)
    actions = dice.uniform(-1, 1, (64, envs.num_envs, 4)).astype(np.float32)

    def play(steps: int) -> None:
        for i in range(steps):
            envs.step(actions[i % 64])

    return play


def single_play(env: Any) -> Play:
    """A single environment of the reference."""
    env.reset()
    dice = np.random.default_rng(0)
    actions = dice.uniform(-1, 1, (64, 4)).astype(np.float32)

    def play(steps: int) -> None:
        for i in range(steps):
            if any(env.step(actions[i % 64])[2:4]):
                env.reset()

    return play


def bare_play(ids: Sequence[str]) -> Play:
    """A loop of `mj_step` over a simulation of each task."""
    rows = []
    for id in ids:
        task, model = task_class(id), model_of(task_class(id).file).model
        data = mujoco.MjData(model)
        data.mocap_pos[0], data.mocap_quat[0] = task.hand_start, [1, 0, 1, 0]
        data.ctrl[:] = [-1, 1]
        mujoco.mj_step(model, data, 250)
        rows.append((model, data, np.array(task.hand_low), np.array(task.hand_high)))
    actions = np.random.default_rng(0).uniform(-1, 1, (64, len(rows), 4))

    def play(steps: int) -> None:
        for i in range(steps):
            for (model, data, low, high), action in zip(rows, actions[i % 64], strict=True):
                data.mocap_pos[0] = np.clip(data.mocap_pos[0] + 0.01 * action[:3], low, high)
                data.ctrl[0], data.ctrl[1] = action[3], -action[3]
                mujoco.mj_step(model, data, 5)

    return play


def plays_of(id: str) -> tuple[dict[str, Play], dict[str, int]]:
    """The contenders, and how many environments each steps."""
    if id == "MT50":
        ids = BENCHMARKS["MT50", "train"]
        plays = {
            "pool": vector_play(Benchmark("MT50", seed=0, num_threads=1)),
            "reference": vector_play(metaworld.make_mt_envs("MT50", seed=0, use_one_hot=True)),
            "bare": bare_play(ids),
        }
        return plays, dict.fromkeys(plays, len(ids))
    one = gymnasium.make("Meta-World/MT1", env_name=id, seed=0)
    plays = {
        "pool": vector_play(parallel_pool.make(id, num_envs=ENVS, num_threads=1, seed=0)),
        "eight": vector_play(parallel_pool.make(id, num_envs=FEW, num_threads=1, seed=0)),
        "reference": single_play(one),
        "bare": bare_play([id]),
    }
    return plays, {"pool": ENVS, "eight": FEW, "reference": 1, "bare": 1}


def in_envpool(id: str) -> str:
    """EnvPool's id."""
    name, _, version = id.rpartition("-")
    return "MetaWorld/" + "".join(part.capitalize() for part in name.split("-")) + f"-{version}"


def measure(id: str, seconds: float, rounds: int, python: str | None) -> dict[str, Any]:
    """One row of the table of speeds."""
    plays, rows = plays_of(id)
    steps = {}
    for name, play in plays.items():
        play(2)
        steps[name] = max(2, round(seconds / turns.cpu_seconds(lambda play=play: play(5))() * 5))
    contenders = {
        name: turns.cpu_seconds(lambda play=play, count=steps[name]: play(count))
        for name, play in plays.items()
    }
    if python is not None and id != "MT50":
        script = str(Path(__file__).parents[1] / "mujoco" / "envpool_turns.py")
        for name, like in (("envpool", "pool"), ("envpool_eight", "eight")):
            rows[name], steps[name] = rows[like], steps[like]
            command = [python, script, in_envpool(id), str(rows[name]), str(steps[name])]
            contenders[name] = turns.in_other_interpreter(command)
    best = turns.fastest(contenders, rounds)
    each = {name: best[name] / steps[name] / rows[name] for name in best}
    speeds: dict[str, Any] = turns.speeds(each, 2)
    if "envpool_eight" in each:
        speeds["eight/envpool_eight"] = round(each["envpool_eight"] / each["eight"], 2)
    columns = ("pool", "eight", "reference", "bare", "envpool", "envpool_eight")
    names = [*columns, *(f"pool/{name}" for name in columns[2:5]), "eight/envpool_eight"]
    return {"id": id, "envs": rows["pool"], **{name: speeds.get(name, "") for name in names}}


def main() -> None:
    """Measures, and writes a table as CSV to standard output or a file."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("ids", nargs="*", default=[*IDS])
    parser.add_argument("--seconds", type=float, default=0.4, help="of a contender's turn, about")
    parser.add_argument("--rounds", type=int, default=8)
    parser.add_argument("--envpool", help="a Python interpreter that has EnvPool")
    parser.add_argument("--out", type=Path, help="the CSV file")
    given = parser.parse_args()
    sawyer_xyz_env.SawyerMocapBase.reset_mocap_welds = welds
    metaworld._N_GOALS = 2  # each of the reference's takes a reset; none is measured
    rows = (measure(id, given.seconds, given.rounds, given.envpool) for id in given.ids)
    turns.write(rows, given.out)


if __name__ == "__main__":
    main()
