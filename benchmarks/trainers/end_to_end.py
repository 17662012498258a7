# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Measures whole training runs of Stable-Baselines3: environments, inference and learning.

    python benchmarks/trainers/end_to_end.py [--rounds 5] [--csv out.csv]

For each case, the same algorithm trains on vector environments that take turns: this package's
and Stable-Baselines3's own two. Each turn trains for some more time steps. What counts is the CPU
time of the process and its children, with one thread of torch and one thread of the pool. The
ratios are medians over the turns.
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import statistics
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import torch
from parallel_pool import registry, sb3
from parallel_pool.tools.bench.cpu_time import CpuClock, cpu_clock_with, own_cpu_seconds
from stable_baselines3 import A2C, PPO
from stable_baselines3.common.env_util import make_vec_env
from stable_baselines3.common.vec_env import DummyVecEnv, SubprocVecEnv

sys.path.append(str(Path(__file__).parents[1]))
from turns import write


@dataclass
class Case:
    """An algorithm with its settings, and the time steps of a turn."""

    algorithm: Any
    id: str
    num_envs: int
    steps: int
    settings: dict[str, Any] = field(default_factory=dict)


# The settings of CartPole and LunarLander follow RL Baselines3 Zoo.
CASES = (
    Case(A2C, "CartPole-v1", 8, 2_000),
    Case(
        PPO,
        "CartPole-v1",
        8,
        4_096,
        {"n_steps": 32, "batch_size": 256, "n_epochs": 20, "learning_rate": 1e-3},
    ),
    Case(PPO, "CartPole-v1", 64, 8_192, {"n_steps": 128, "batch_size": 1024, "n_epochs": 4}),
    Case(PPO, "LunarLander-v3", 16, 4_096, {"n_steps": 256, "batch_size": 256, "n_epochs": 4}),
    Case(PPO, "Ant-v5", 16, 4_096, {"n_steps": 256, "batch_size": 256, "n_epochs": 4}),
)
MOST_PROCESSES = 16
POOL, DUMMY, SUBPROC = "parallel_pool", "DummyVecEnv", "SubprocVecEnv"


class Trainer:
    """A model that goes on training on its own vector environment."""

    def __init__(self, case: Case, name: str) -> None:
        """Opens the environments and trains a little, so that all is loaded."""
        clock: CpuClock = own_cpu_seconds
        if name == POOL:
            env: Any = sb3.make_vec_env(case.id, case.num_envs, seed=0, num_threads=1)
        else:
            kind = DummyVecEnv if name == DUMMY else SubprocVecEnv
            reference = registry.find(case.id).reference
            env = make_vec_env(reference, case.num_envs, seed=0, vec_env_cls=kind)
            if name == SUBPROC:
                clock = cpu_clock_with([process.pid for process in env.processes])
        self.env, self.case, self.clock = env, case, clock
        self.model = case.algorithm("MlpPolicy", env, seed=0, device="cpu", **case.settings)
        self.model.learn(case.num_envs)

    def turn(self) -> tuple[float, float]:
        """Trains for the steps of a turn: CPU-seconds and seconds of a time step."""
        cpu, start, steps = self.clock(), time.perf_counter(), self.model.num_timesteps
        self.model.learn(self.case.steps, reset_num_timesteps=False)
        done = self.model.num_timesteps - steps
        spent = self.clock()
        assert cpu is not None
        assert spent is not None
        return (spent - cpu) / done, (time.perf_counter() - start) / done


def measured(case: Case, rounds: int) -> list[dict[str, Any]]:
    """The rows of a case."""
    # A process for each environment loads torch in each.
    names = (POOL, DUMMY, SUBPROC) if case.num_envs <= MOST_PROCESSES else (POOL, DUMMY)
    trainers = {name: Trainer(case, name) for name in names}
    turns: dict[str, list[tuple[float, float]]] = {name: [] for name in trainers}
    for number in range(rounds):
        first = number % len(names)
        for name in names[first:] + names[:first]:
            turns[name].append(trainers[name].turn())
    for trainer in trainers.values():
        trainer.env.close()

    def ratio(name: str, which: int) -> float:
        pairs = zip(turns[name], turns[POOL], strict=True)
        return statistics.median(theirs[which] / ours[which] for theirs, ours in pairs)

    def median(name: str, which: int) -> float:
        return statistics.median(turn[which] for turn in turns[name])

    return [
        {
            "date": time.strftime("%Y-%m-%d"),
            "load": round(os.getloadavg()[0], 1),
            "algorithm": case.algorithm.__name__,
            "id": case.id,
            "num_envs": case.num_envs,
            "contender": name,
            "steps_per_cpu_second": round(1 / median(name, 0)),
            "cpu_ratio": round(ratio(name, 0), 3),
            "steps_per_second": round(1 / median(name, 1)),
            "ratio": round(ratio(name, 1), 3),
        }
        for name in trainers
    ]


def main() -> None:
    """Measures, prints and writes."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--csv", type=Path)
    arguments = parser.parse_args()
    torch.set_num_threads(1)
    multiprocessing.set_forkserver_preload(["stable_baselines3"])
    write((row for case in CASES for row in measured(case, arguments.rounds)), arguments.csv)


if __name__ == "__main__":
    main()
