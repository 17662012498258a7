# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""How long PPO takes to reach EnvPool's goals in Pong and Ant, with three vector environments.

    python benchmarks/paper/training.py Pong-v5 parallel_pool --seed 1 --csv out.csv
    python benchmarks/paper/training.py Pong-v5 EnvPool --steps 200000 --csv out.csv

The learner is always that of `examples/ppo.py`, with its settings for the environment. A run ends
at the goal, a return of 18 or 5,000, or after `--steps`. It appends a row to the CSV file after
every tenth rollout and after the last one. CPU seconds are those of the process, its threads and
its child processes. `python -m benchmarks.chart` draws the newest results.
"""

from __future__ import annotations

import argparse
import contextlib
import csv
import itertools
import os
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

# Before torch is loaded: on busy CPUs its threads would wait for each other most of the time.
os.environ.setdefault("OMP_WAIT_POLICY", "passive")

import gymnasium
import numpy as np

sys.path += [str(Path(__file__).parents[2] / "examples"), str(Path(__file__).parents[2])]
import ppo

from benchmarks.paper.hand_rollout import HandRollout

POOLS = ("parallel_pool", "EnvPool", "AsyncVectorEnv")
IDS = ("Pong-v5", "Ant-v5")
COLUMNS = ["date", "load", "id", "pool", "seed", "steps"]
COLUMNS += ["wall_seconds", "cpu_seconds", "mean_return"]


class EnoughError(Exception):
    """A run has made the steps that it was asked for."""


class Received:
    """A vector environment of others, with what `ppo.train` asks of a pool."""

    def __init__(self, envs: Any, num_envs: int, options: dict[str, Any]) -> None:
        """Wraps environments with NextStep autoreset; `options` are those of `reset`."""
        self.envs, self.options = envs, options
        one = getattr(envs, "single_observation_space", envs.observation_space)
        self.single_observation_space = one
        self.single_action_space = getattr(envs, "single_action_space", envs.action_space)
        self.returns = np.zeros(num_envs)

    def __enter__(self) -> Received:
        """Nothing to do."""
        return self

    def __exit__(self, *_: object) -> None:
        """Ends the environments."""
        self.envs.close()

    def rollout(self, steps: int, observation_dtype: Any) -> HandRollout:
        """A rollout by hand."""
        spaces = self.single_observation_space, self.single_action_space
        return HandRollout(self, (steps, len(self.returns)), *spaces)

    def reset(self) -> Any:
        """Starts the first episodes."""
        return self.envs.reset(**self.options)

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        """Steps all environments, and reports the returns of episodes as our pools do."""
        kind = self.single_action_space.dtype
        observations, rewards, terminated, truncated, _ = self.envs.step(actions.astype(kind))
        self.returns += rewards
        ended = np.asarray(terminated) | np.asarray(truncated)
        infos = {"episode": {"r": self.returns.copy()}, "_episode": ended}
        self.returns[ended] = 0
        return observations, np.asarray(rewards), terminated, truncated, infos


def envpool(settings: Any) -> Received:
    """EnvPool, with the same options by its names."""
    import envpool

    options = dict(settings.options)
    if "include_cfrc_ext_in_observation" in options:
        options["use_contact_force"] = options.pop("include_cfrc_ext_in_observation")
    made = envpool.make_gymnasium(
        settings.id,
        num_envs=settings.num_envs,
        num_threads=settings.num_threads,
        seed=settings.seed,
        **options,
    )
    return Received(made, settings.num_envs, {})


def async_vector_env(settings: Any) -> Received:
    """Gymnasium's processes, with the wrappers that make their environments like ours."""
    made = gymnasium.vector.AsyncVectorEnv([lambda: one(settings)] * settings.num_envs)
    return Received(made, settings.num_envs, {"seed": settings.seed})


def one(settings: Any) -> Any:
    """One environment of Gymnasium."""
    if settings.id != "Pong-v5":
        return gymnasium.make(settings.id, disable_env_checker=True, **settings.options)
    import ale_py

    gymnasium.register_envs(ale_py)
    env = gymnasium.make(
        "ALE/Pong-v5", frameskip=1, repeat_action_probability=0.0, disable_env_checker=True
    )
    size = settings.options["img_width"], settings.options["img_height"]
    env = gymnasium.wrappers.AtariPreprocessing(env, screen_size=size)
    return gymnasium.wrappers.FrameStackObservation(env, settings.options["stack_num"])


MAKERS: dict[str, Callable[[Any], Any]] = dict(
    zip(POOLS, (ppo.make_pool, envpool, async_vector_env), strict=True)
)


def cpu_seconds() -> float:
    """Of this process, its threads and its children, those that live and those that ended."""
    ended = os.times()
    total = ended.user + ended.system + ended.children_user + ended.children_system
    ticks = os.sysconf("SC_CLK_TCK")
    for children in Path("/proc/self/task").glob("*/children"):
        for child in children.read_text().split():
            fields = Path(f"/proc/{child}/stat").read_text().rpartition(")")[2].split()
            total += (int(fields[11]) + int(fields[12])) / ticks
    return total


def run(arguments: argparse.Namespace, write: Callable[[dict[str, Any]], None]) -> None:
    """Trains until the goal or the last step, and writes rows."""
    settings = ppo.Settings.of(
        arguments.id, seed=arguments.seed, num_threads=len(os.sched_getaffinity(0))
    )
    row: dict[str, Any] = {}
    start, count = cpu_seconds(), itertools.count(1)

    def show(progress: Any) -> None:
        row.update(
            date=time.strftime("%Y-%m-%d"),
            load=round(os.getloadavg()[0], 1),
            id=arguments.id,
            pool=arguments.pool,
            seed=arguments.seed,
            steps=progress.steps,
            wall_seconds=round(progress.seconds, 1),
            cpu_seconds=round(cpu_seconds() - start, 1),
            mean_return=round(progress.mean_return, 2),
        )
        if next(count) % 10 == 0:
            write(row)
            row.clear()
        if arguments.steps is not None and progress.steps >= arguments.steps:
            raise EnoughError

    with contextlib.suppress(EnoughError):
        ppo.train(settings, show, "cpu", MAKERS[arguments.pool])
    if row:
        write(row)


def main() -> None:
    """Runs, prints and writes."""
    parser = argparse.ArgumentParser()
    parser.add_argument("id", choices=IDS)
    parser.add_argument("pool", choices=POOLS)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--steps", type=int, help="stop after so many")
    parser.add_argument("--csv", type=Path, required=True)
    arguments = parser.parse_args()
    fresh = not arguments.csv.exists()
    with arguments.csv.open("a", newline="") as file:
        writer = csv.DictWriter(file, COLUMNS)
        if fresh:
            writer.writeheader()

        def write(row: dict[str, Any]) -> None:
            print(*row.values(), flush=True)
            writer.writerow(row)
            file.flush()

        run(arguments, write)


if __name__ == "__main__":
    main()
