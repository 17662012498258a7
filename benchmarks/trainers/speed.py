# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Measures what the adapters of training libraries add to a step of 64 CartPoles.

    python benchmarks/trainers/speed.py [--rounds 15] [--csv out.csv]

For each library that is installed, three contenders take turns in one process: the pool alone, the
pool through the adapter as the library steps it, and the library's own vector environment over
Gymnasium's environments. Times are CPU times of the process, medians over the turns.
``added/own`` is the median of (adapter - pool) / own within a turn.
"""

from __future__ import annotations

import argparse
import csv
import importlib.util
import statistics
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import parallel_pool

NUM_ENVS, ID = 64, "CartPole-v1"

Step = Callable[[], object]


def main() -> None:
    """Measures, prints and writes."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--csv", type=Path)
    arguments = parser.parse_args()
    rows = []
    for module, library, contenders in LIBRARIES:
        if not installed(module):
            continue
        turns = measured([pool_alone(), *contenders()], arguments.rounds)
        pool, adapter, own = (1e6 * statistics.median(turn) for turn in zip(*turns, strict=True))
        added = statistics.median((turn[1] - turn[0]) / turn[2] for turn in turns)
        rows.append([library, f"{pool:.1f}", f"{adapter:.1f}", f"{own:.1f}", f"{added:.4f}"])
        print(
            f"{library}: pool {pool:.1f} us, adapter {adapter:.1f} us, own {own:.1f} us, ", end=""
        )
        print(f"added {100 * added:.1f} % of own")
    if arguments.csv:
        with arguments.csv.open("w", newline="") as file:
            writer = csv.writer(file)
            writer.writerow(["library", "pool_us", "adapter_us", "own_us", "added/own"])
            writer.writerows(rows)


def installed(module: str) -> bool:
    """Whether a module can be found."""
    try:
        return importlib.util.find_spec(module) is not None
    except ModuleNotFoundError:
        return False


def measured(steps: list[Step], rounds: int, seconds: float = 0.1) -> list[list[float]]:
    """The CPU seconds of a step of each contender, in each turn."""
    counts = []
    for step in steps:
        step()
        begin = time.process_time()
        for _ in range(3):
            step()
        counts.append(max(3, int(3 * seconds / max(time.process_time() - begin, 1e-9))))
    turns = []
    for _ in range(rounds):
        turn = []
        for step, count in zip(steps, counts, strict=True):
            begin = time.process_time()
            for _ in range(count):
                step()
            turn.append((time.process_time() - begin) / count)
        turns.append(turn)
    return turns


def actions() -> Iterator[np.ndarray]:
    """Random actions, again and again."""
    drawn = np.random.default_rng(0).integers(2, size=(64, NUM_ENVS))
    while True:
        yield from drawn


def pool_alone() -> Step:
    envs = parallel_pool.make(
        ID, num_envs=NUM_ENVS, num_threads=1, seed=0, autoreset_mode="SameStep"
    )
    envs.reset()
    drawn = actions()
    return lambda: envs.step(next(drawn))


def torchrl() -> tuple[Step, Step]:
    import torch
    from parallel_pool.torchrl import PoolEnv
    from torchrl.envs import GymEnv, SerialEnv

    torch.set_num_threads(1)

    def stepper(env: Any) -> Step:
        state, drawn = env.reset(), actions()

        def step() -> None:
            nonlocal state
            state.set("action", torch.from_numpy(next(drawn)))
            _, state = env.step_and_maybe_reset(state)

        return step

    own = SerialEnv(NUM_ENVS, lambda: GymEnv(ID, categorical_action_encoding=True))
    return stepper(PoolEnv(ID, NUM_ENVS, num_threads=1, seed=0)), stepper(own)


def pufferlib() -> tuple[Step, Step]:
    import pufferlib.vector
    from parallel_pool.pufferlib import PoolEnv
    from pufferlib.emulation import GymnasiumPufferEnv

    def one(buf: Any = None, seed: int = 0) -> GymnasiumPufferEnv:
        return GymnasiumPufferEnv(gymnasium.make(ID), buf=buf, seed=seed)

    def stepper(envs: Any) -> Step:
        envs.async_reset(0)
        envs.recv()
        drawn = actions()

        def step() -> None:
            envs.send(next(drawn).astype(np.int32))
            envs.recv()

        return step

    ours = pufferlib.vector.make(
        PoolEnv, env_args=[ID, NUM_ENVS], env_kwargs={"num_threads": 1, "seed": 0}
    )
    own = pufferlib.vector.make(one, backend=pufferlib.vector.Serial, num_envs=NUM_ENVS)
    return stepper(ours), stepper(own)


def sample_factory() -> tuple[Step, Step]:
    import torch
    from parallel_pool.sample_factory import PoolEnv
    from sample_factory.algo.utils.make_env import BatchedVecEnv, SequentialVectorizeWrapper

    torch.set_num_threads(1)

    def stepper(envs: Any) -> Step:
        envs.reset()
        drawn = actions()
        return lambda: envs.step(next(drawn))

    own = SequentialVectorizeWrapper([BatchedVecEnv(gymnasium.make(ID)) for _ in range(NUM_ENVS)])
    return stepper(BatchedVecEnv(PoolEnv(ID, NUM_ENVS, num_threads=1, seed=0))), stepper(own)


def rllib() -> tuple[Step, Step]:
    from gymnasium.wrappers.vector import DictInfoToList
    from parallel_pool.rllib.registration import _make

    def stepper(envs: Any) -> Step:
        envs = DictInfoToList(envs)
        envs.reset(seed=0)
        drawn = actions()
        return lambda: envs.step(next(drawn))

    own = gymnasium.make_vec(ID, NUM_ENVS, vectorization_mode="sync")
    return stepper(_make(ID, {"num_threads": 1}, {"num_envs": NUM_ENVS})), stepper(own)


LIBRARIES = (
    ("torchrl", "TorchRL", torchrl),
    ("pufferlib", "PufferLib", pufferlib),
    ("sample_factory", "Sample Factory", sample_factory),
    ("ray.rllib", "RLlib", rllib),
)


if __name__ == "__main__":
    main()
