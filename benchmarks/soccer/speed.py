# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Time steps of dm_control's soccer per CPU-second, of contenders in turns.

The pool and EnvPool have 16 matches of teams of two, the reference has one; all have one thread and
random actions. A time step is one of a whole match. Matches are far longer than turns, so what a
reset costs is measured on its own, in milliseconds.
"""

from __future__ import annotations

import sys
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import parallel_pool

sys.path.append(str(Path(__file__).parents[1]))
import plays
import turns

ENVS = 16
TEAM_SIZE = 2
WALKERS = {"DmcSoccerBoxhead-v1": "BOXHEAD", "DmcSoccerAnt-v1": "ANT"}
Play = Callable[[int], None]  # that many time steps of each match


def pool_of(id: str) -> Any:
    """The pool."""
    return parallel_pool.make(
        id, "parallel", num_envs=ENVS, num_threads=1, seed=0, team_size=TEAM_SIZE
    )


def pool_play(pool: Any) -> Play:
    """A pool with random actions."""
    pool.reset()
    rng = np.random.default_rng(0)
    shape = (ENVS, *pool.action_space(pool.possible_agents[0]).shape)
    actions = [
        {agent: rng.uniform(-1, 1, shape) for agent in pool.possible_agents} for _ in range(16)
    ]

    def play(steps: int) -> None:
        for i in range(steps):
            pool.step(actions[i % 16])

    return play


def reference_of(id: str) -> Any:
    """dm_control's environment."""
    with warnings.catch_warnings(action="ignore"):
        from dm_control.locomotion import soccer

        walker = soccer.WalkerType[WALKERS[id]]
        return soccer.load(TEAM_SIZE, random_state=0, walker_type=walker)


def reference_play(env: Any) -> Play:
    """The reference with random actions."""
    env.reset()
    rng = np.random.default_rng(0)
    actions = [[rng.uniform(-1, 1, spec.shape) for spec in env.action_spec()] for _ in range(16)]

    def play(steps: int) -> None:
        for i in range(steps):
            env.step(actions[i % 16])

    return play


def calibrated(play: Play, seconds: float) -> int:
    """How many steps take about so many CPU-seconds."""
    return max(2, round(seconds / turns.cpu_seconds(lambda: play(4))() * 4))


def measure(id: str, seconds: float, rounds: int, python: str | None) -> dict[str, Any]:
    """One row of the table of speeds."""
    pool, reference = pool_of(id), reference_of(id)
    plays = {"pool": pool_play(pool), "reference": reference_play(reference)}
    steps = {name: calibrated(play, seconds) for name, play in plays.items()}
    contenders = {
        name: turns.cpu_seconds(lambda play=play, count=steps[name]: play(count))
        for name, play in plays.items()
    }
    rows = {"pool": ENVS, "envpool": ENVS}
    if python is not None:
        steps["envpool"] = steps["pool"]
        script = str(Path(__file__).parents[1] / "mujoco" / "envpool_turns.py")
        players = ["--players", str(2 * TEAM_SIZE)]
        command = [python, script, id, str(ENVS), str(steps["envpool"]), *players]
        contenders["envpool"] = turns.in_other_interpreter(command)
    best = turns.fastest(contenders, rounds)
    each = {name: best[name] / steps[name] / rows.get(name, 1) for name in best}
    resets = turns.fastest(
        {
            "pool": turns.cpu_seconds(pool.reset),
            "reference": turns.cpu_seconds(reference.reset),
        },
        rounds,
    )
    return {
        "id": id,
        "envs": ENVS,
        **turns.speeds(each, 2),
        "reset_ms": round(resets["pool"] / ENVS * 1e3, 2),
        "reference_reset_ms": round(resets["reference"] * 1e3, 1),
    }


if __name__ == "__main__":
    plays.main(__doc__, [*WALKERS], measure)
