# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Where PPO spends its time, with three vector environments and the same learner.

    python benchmarks/paper/time_of_ppo.py --csv out.csv [--iterations 3] [--turns 3]

As in EnvPool's paper (arXiv:2206.10558), an iteration is divided into environment, inference,
learning and the rest. All contenders run the policy and the update of `examples/ppo.py` in sync
mode, take turns, and have all CPUs. Medians over the turns.
"""

from __future__ import annotations

import argparse
import os
import statistics
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

# Before torch is loaded: on busy CPUs its threads would wait for each other most of the time.
os.environ.setdefault("OMP_WAIT_POLICY", "passive")

import gymnasium
import numpy as np
import torch

sys.path += [str(Path(__file__).parents[2] / "examples"), str(Path(__file__).parents[1])]
import ppo
from paper.contenders import TASKS, Task, gymnasium_env
from paper.hand_rollout import HandRollout
from turns import write

# Environments, and time steps of each between two updates.
SIZES = {"atari": (8, 32), "mujoco": (16, 128)}
# Networks of the usual sizes, for the environments' own options, and how often data is used.
NETWORKS: dict[str, dict[str, Any]] = {
    "atari": {"convolutions": ppo.Settings.convolutions, "hidden": (512,), "epochs": 3},
    "mujoco": {"hidden": (64, 64), "epochs": 4},
}
PARTS = ("environment", "inference", "learning", "other")


def made(name: str, task: Task, num_envs: int) -> Any:
    """The vector environment of a contender, with NextStep autoreset."""
    if name == "AsyncVectorEnv":
        return gymnasium.vector.AsyncVectorEnv([lambda: gymnasium_env(task)] * num_envs)
    cpus = len(os.sched_getaffinity(0))
    if name == "EnvPool":
        import envpool

        return envpool.make_gymnasium(task.id, num_envs=num_envs, num_threads=cpus, seed=0)
    import parallel_pool

    return parallel_pool.make(task.id, num_envs=num_envs, num_threads=cpus, seed=0)


class Trainer:
    """A policy that goes on training on its own environments."""

    def __init__(self, name: str, task: str) -> None:
        """Makes the environments and the learner, and resets."""
        num_envs, horizon = SIZES[task]
        self.envs = made(name, TASKS[task], num_envs)
        base = ppo.Settings.of(TASKS[task].id, num_envs=num_envs, horizon=horizon, **NETWORKS[task])
        self.settings = base
        spaces = gymnasium_env(TASKS[task])
        torch.manual_seed(0)
        self.action_space = spaces.action_space
        self.policy = ppo.Policy(spaces.observation_space, spaces.action_space, base)
        self.optimizer = torch.optim.Adam(self.policy.parameters(), lr=1e-4, eps=1e-5)
        own = spaces.observation_space, spaces.action_space
        self.rollout = HandRollout(self.envs, (horizon, num_envs), *own)

    def iteration(self) -> dict[str, float]:
        """Collects a rollout and learns from it: the seconds of each part."""
        spent = dict.fromkeys(PARTS, 0.0)
        begun = time.perf_counter()
        rollout = self.rollout
        observations = rollout.begin()
        while not rollout.full:
            start = time.perf_counter()
            with torch.no_grad():
                features = self.policy.features(observations)
                chosen = self.policy.distribution(features)
                actions = chosen.sample()
                rollout.put(self.policy.values(features), chosen.log_prob(actions))
            taken = self._taken(actions)
            decided = time.perf_counter()
            result = self.envs.step(taken)
            done = time.perf_counter()
            spent["inference"] += decided - start
            spent["environment"] += done - decided
            observations = rollout.write(actions, result)
        start = time.perf_counter()
        with torch.no_grad():
            rollout.put(values=self.policy.values(self.policy.features(observations)))
        ppo.update(self.policy, self.optimizer, rollout, self.settings)
        spent["learning"] = time.perf_counter() - start
        spent["other"] = time.perf_counter() - begun - sum(spent.values())
        return spent

    def _taken(self, actions: torch.Tensor) -> Any:
        rows = actions.numpy()
        if isinstance(self.action_space, gymnasium.spaces.Box):
            low, high = self.action_space.low, self.action_space.high
            return np.clip(rows, low, high).astype(self.envs.single_action_space.dtype)
        return rows.astype(np.int32)


def rows(arguments: argparse.Namespace) -> Iterator[dict[str, Any]]:
    """The rows of the table: milliseconds of an iteration."""
    names = ["AsyncVectorEnv", "EnvPool", "parallel_pool"]
    cpus = torch.get_num_threads()
    for task in arguments.tasks:
        # As in the example: small networks gain nothing from more threads.
        torch.set_num_threads(cpus if task == "atari" else 1)
        trainers = {name: Trainer(name, task) for name in names}
        turns: dict[str, list[dict[str, float]]] = {name: [] for name in names}
        for trainer in trainers.values():
            trainer.iteration()  # loads and warms up
        for number in range(arguments.turns):
            first = number % len(names)
            for name in names[first:] + names[:first]:
                turns[name] += [trainers[name].iteration() for _ in range(arguments.iterations)]
        for name, taken in turns.items():
            trainers[name].envs.close()
            parts = {part: statistics.median(turn[part] for turn in taken) for part in PARTS}
            yield {
                "date": time.strftime("%Y-%m-%d"),
                "load": round(os.getloadavg()[0], 1),
                "task": task,
                "contender": name,
                **{f"{part}_ms": round(1e3 * seconds, 2) for part, seconds in parts.items()},
                "iteration_ms": round(1e3 * sum(parts.values()), 2),
            }


def main() -> None:
    """Measures, prints and writes."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--iterations", type=int, default=2)
    parser.add_argument("--turns", type=int, default=3)
    parser.add_argument("--tasks", nargs="+", choices=TASKS, default=list(TASKS))
    parser.add_argument("--csv", type=Path)
    arguments = parser.parse_args()
    write(rows(arguments), arguments.csv)


if __name__ == "__main__":
    main()
