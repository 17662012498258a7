# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""What rollouts cost, and the loops that they replace, in turns in one process.

    python benchmarks/rollouts/speed.py --csv out.csv [--rounds 5]

CPU time on one thread: the median of the rounds, whose first does not count. A contender's "data"
are storing steps, statistics of episodes, advantages and the minibatches of four epochs: all but
the environments' steps, the policy and learning, which are the same for all.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import numpy as np
import torch

sys.path += [str(Path(__file__).parents[1])]
from loops import GAMMA, LAMBDA, STEPS, Careful, CleanRL, Rollout, by_torch, made
from turns import write


def medians(contenders: Mapping[str, Callable[[], float]], rounds: int) -> dict[str, float]:
    """The median of what each call returns, in turns."""
    found: dict[str, list[float]] = {name: [] for name in contenders}
    names = list(contenders)
    for number in range(rounds + 1):
        first = number % len(names)
        for name in names[first:] + names[:first]:
            found[name].append(contenders[name]())
    return {name: statistics.median(numbers[1:]) for name, numbers in found.items()}


def rows(measure: str, case: str, unit: str, found: Mapping[str, float]) -> Iterator[Any]:
    """Lines of the file; the ratio is to the last contender."""
    base = found[list(found)[-1]]
    for name, value in found.items():
        line = {"measure": measure, "case": case, "contender": name, "value": f"{value:.4g}"}
        yield line | {"unit": unit, "ratio": f"{value / base:.3g}" if base else ""}


def loops(id: str, num_envs: int, rounds: int) -> Iterator[Any]:
    """Whole iterations, and their data path."""
    whole: dict[str, list[float]] = {}
    loops = {kind.__name__: kind(id, num_envs) for kind in (CleanRL, Careful, Rollout)}

    def turn(name: str) -> float:
        loop = loops[name]
        loop.seconds, loop.faults = 0.0, 0
        begun = time.process_time()
        loop.iterate()
        whole.setdefault(name, []).append(time.process_time() - begun)
        return loop.seconds

    data = medians({name: lambda name=name: turn(name) for name in loops}, rounds)  # type: ignore[misc]
    case, scale = f"{id}, N = {num_envs}, T = {STEPS}", 1e6 / STEPS / num_envs
    yield from rows("data path", case, "µs a step", {n: scale * s for n, s in data.items()})
    medium = {name: scale * statistics.median(all[1:]) for name, all in whole.items()}
    yield from rows("iteration", case, "µs a step", medium)
    faults = {name: float(loop.faults) for name, loop in loops.items()}
    yield from rows("page faults", case, "in the last data path", faults)


def steps(id: str, num_envs: int, rounds: int) -> Iterator[Any]:
    """A step, with copies in NumPy, and into a rollout."""
    horizon = STEPS if id != "Pong-v5" else 32
    plain, copied, filled = (made(id, num_envs) for _ in range(3))
    space = plain.single_observation_space
    plain.action_space.seed(0)
    actions = [plain.action_space.sample() for _ in range(horizon)]
    store = np.zeros((horizon + 1, num_envs, *space.shape), space.dtype)
    kept = np.zeros((horizon, *actions[0].shape), actions[0].dtype)
    rewards = np.zeros((horizon, num_envs), np.float32)
    flags = np.zeros((3, horizon, num_envs), bool)
    fresh = np.zeros(num_envs, bool)
    rollout = filled.rollout(horizon)
    plain.reset()
    copied.reset()

    def alone() -> float:
        begun = time.process_time()
        for action in actions:
            plain.step(action)
        return time.process_time() - begun

    def with_copies() -> float:
        nonlocal fresh
        begun = time.process_time()
        for t, action in enumerate(actions):
            observations, reward, terminated, truncated, _ = copied.step(action)
            store[t + 1], rewards[t], kept[t] = observations, reward, action
            flags[0, t], flags[1, t], flags[2, t] = terminated, truncated, ~fresh
            fresh = terminated | truncated
        return time.process_time() - begun

    def in_rollout() -> float:
        rollout.begin()
        begun = time.process_time()
        for action in actions:
            rollout.step(action)
        return time.process_time() - begun

    contenders = {"step": alone, "step and copies": with_copies, "rollout.step": in_rollout}
    found = medians(contenders, 3 * rounds)
    scale = 1e6 / horizon / num_envs
    case = f"{id}, N = {num_envs}"
    yield from rows("step", case, "µs a row", {name: scale * s for name, s in found.items()})


def small_parts(rounds: int) -> Iterator[Any]:
    """Advantages; gathering stacks of frames that are kept once, against whole rows."""
    envs = made("CartPole-v1", 1024, array_type="torch")
    rollout = envs.rollout(STEPS)
    rollout.begin()
    for _ in range(STEPS):
        rollout.step(envs.action_space.sample())
    rollout.values.normal_()
    terminated = rollout.terminated.float()
    ended = (rollout.terminated | rollout.truncated | ~rollout.valid).float()

    def torch_loop() -> None:
        by_torch(rollout.rewards, rollout.values, terminated, ended)

    def own() -> None:
        rollout.compute_advantages(GAMMA, LAMBDA)

    parts = {"a loop of tensors": torch_loop, "compute_advantages": own}
    found = medians({name: cpu_of(part, 5) for name, part in parts.items()}, 3 * rounds)
    per_row = {name: 1e9 * seconds / STEPS / 1024 for name, seconds in found.items()}
    yield from rows("advantages", "N = 1024, T = 128", "ns a row", per_row)

    envs = made("Pong-v5", 8, array_type="torch")
    whole, once = (
        envs.rollout(STEPS),
        made("Pong-v5", 8, array_type="torch").rollout(STEPS, stack=4),
    )
    for rollout in (whole, once):
        rollout.begin()
        for t in range(STEPS):
            rollout.step(np.full(8, t % 6))
    some = torch.randperm(8 * STEPS)[:256]
    out = torch.zeros(256, 4, 84, 84, dtype=torch.uint8)
    flat = whole.observations.flatten(0, 1)
    gathers = {
        "stacks of frames kept once": lambda: once.stacks(some, out=out),
        "whole rows": lambda: torch.index_select(flat, 0, some, out=out),
    }
    found = medians({name: cpu_of(part, 20) for name, part in gathers.items()}, 3 * rounds)
    per_row = {name: 1e6 * seconds / 256 for name, seconds in found.items()}
    yield from rows("gather", "Pong-v5, 256 of 1024", "µs a row", per_row)
    held = {"frames kept once": once.frames.nbytes / 1e6, "whole rows": flat.nbytes / 1e6}
    yield from rows("memory", "Pong-v5, N = 8, T = 128", "MB", held)


def cpu_of(part: Callable[[], object], count: int) -> Callable[[], float]:
    """The CPU seconds of a call."""

    def turn() -> float:
        begun = time.process_time()
        for _ in range(count):
            part()
        return (time.process_time() - begun) / count

    return turn


def all_rows(rounds: int) -> Iterator[Any]:
    """All measurements, the short ones first."""
    yield from small_parts(rounds)
    for id, num_envs in (("CartPole-v1", 1024), ("CartPole-v1", 64), ("Pong-v5", 8)):
        yield from steps(id, num_envs, rounds)
    for id, num_envs in (("Ant-v5", 64), ("Pong-v5", 64)):
        yield from steps(id, num_envs, min(rounds, 2))
    yield from loops("CartPole-v1", 1024, rounds)
    yield from loops("Pong-v5", 64, min(rounds, 3))


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--csv", type=Path)
    parser.add_argument("--rounds", type=int, default=5)
    given = parser.parse_args()
    torch.set_num_threads(1)
    write(all_rows(given.rounds), given.csv)
