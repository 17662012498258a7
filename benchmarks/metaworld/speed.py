# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Steps of MetaWorld's environments per CPU-second, of contenders in turns.

Pools and EnvPool have 64 and 8 environments of a task, and the reference one. Of MT50 all have one
environment of each task, the reference in its own vector environment. All have one thread and
random actions. The bare loop makes the five steps of MuJoCo's that a time step has, with the arms
moved by the same actions: no rules, no observations, no resets.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import gymnasium
import metaworld
import mujoco
import numpy as np
import parallel_pool
from metaworld import sawyer_xyz_env
from parallel_pool.families.metaworld import FAMILY, task_class
from parallel_pool.families.metaworld.benchmarks import BENCHMARKS
from parallel_pool.families.metaworld.sawyer import model_of
from parallel_pool.metaworld import Benchmark

sys.path.append(str(Path(__file__).parents[1]))
import plays

ENVS, FEW = 64, 8
NAMES = ("reach-v3", "pick-place-v3", "door-open-v3", "MT50")
COLUMNS = (
    *("id", "envs", "pool", "eight", "reference", "bare", "envpool", "envpool_eight"),
    *("pool/reference", "pool/bare", "pool/envpool", "eight/envpool_eight"),
)


def welds(self: Any) -> None:
    """The reference's method, which fails on MuJoCo from 3.12 on: welds have 12 numbers."""
    for i in range(self.model.neq):
        if self.model.eq_type[i] == mujoco.mjtEq.mjEQ_WELD:
            self.model.eq_data[i, :11] = [0, 0, 0, 0, 0, 0, -1, 0, 0, 0, 5]


def actions_of(count: int) -> list[np.ndarray]:
    """Actions of so many environments."""
    dice = np.random.default_rng(0)
    return [*dice.uniform(-1, 1, (64, count, 4)).astype(np.float32)]


def bare_play(ids: Sequence[str]) -> plays.Play:
    """A loop of `mj_step` over a simulation of each task."""
    rows = []
    for id in ids:
        task, model = task_class(id), model_of(task_class(id).file).model
        data = mujoco.MjData(model)
        data.mocap_pos[0], data.mocap_quat[0] = task.hand_start, [1, 0, 1, 0]
        data.ctrl[:] = [-1, 1]
        mujoco.mj_step(model, data, 250)
        rows.append((model, data, np.array(task.hand_low), np.array(task.hand_high)))
    actions = actions_of(len(rows))

    def play(steps: int) -> None:
        for i in range(steps):
            for (model, data, low, high), action in zip(rows, actions[i % 64], strict=True):
                data.mocap_pos[0] = np.clip(data.mocap_pos[0] + 0.01 * action[:3], low, high)
                data.ctrl[0], data.ctrl[1] = action[3], -action[3]
                mujoco.mj_step(model, data, 5)

    return play


def measure(name: str, seconds: float, rounds: int, python: str | None) -> dict[str, Any]:
    """One row of the table of speeds."""
    rivals: dict[str, tuple[list[str | Path], str]] = {}
    if name == "MT50":
        ids = BENCHMARKS["MT50", "train"]
        count = len(ids)
        pool = Benchmark("MT50", seed=0, num_threads=1)
        reference = metaworld.make_mt_envs("MT50", seed=0, use_one_hot=True)
        contenders = {
            "pool": (plays.pool_play(pool, actions_of(count)), count),
            "reference": (plays.pool_play(reference, actions_of(count)), count),
            "bare": (bare_play(ids), count),
        }
    else:
        pools = [parallel_pool.make(name, num_envs=n, num_threads=1, seed=0) for n in (ENVS, FEW)]
        one = gymnasium.make("Meta-World/MT1", env_name=name, seed=0)
        contenders = {
            "pool": (plays.pool_play(pools[0]), ENVS),
            "eight": (plays.pool_play(pools[1]), FEW),
            "reference": (plays.env_play(one), 1),
            "bare": (bare_play([name]), 1),
        }
        theirs = next(alias for alias, id in FAMILY.aliases.items() if id == name)
        for rival, (command, _) in plays.envpool(python, theirs).items():
            rivals |= {rival: (command, "pool"), f"{rival}_eight": (command, "eight")}
    row = plays.row(name, contenders, seconds, rounds, rivals)
    if rivals:
        row["eight/envpool_eight"] = round(row["eight"] / row["envpool_eight"], 2)
    return {column: row.get(column, "") for column in COLUMNS}


if __name__ == "__main__":
    sawyer_xyz_env.SawyerMocapBase.reset_mocap_welds = welds
    metaworld._N_GOALS = 2  # each of the reference's takes a reset; none is measured
    plays.main(__doc__, NAMES, measure)
