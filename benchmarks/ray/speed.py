# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Measures pools in actors of Ray beside local pools and Ray's own transport.

    python benchmarks/ray/speed.py [--rounds 7] [--seconds 1] [--csv out.csv] [case ...]

All contenders of a case take turns, on one node on this machine. Rates are medians over the
rounds, and ratios are taken within a round. "transport" means as many actors, with as many calls in
flight, that return arrays of the same shapes and types without stepping anything. The driver's CPU
time per batch says how many batches a driver can take in a second.
"""

from __future__ import annotations

import argparse
import os
import statistics
import sys
import time
import warnings
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import cloudpickle
import numpy as np
import parallel_pool.ray
import ray

sys.path += [str(Path(__file__).parents[1]), str(Path(__file__).parents[1] / "python_envs")]

import turns

import envs as python_envs

cloudpickle.register_pickle_by_value(python_envs)  # actors do not have these folders
STEP = Callable[[], int]  # a batch; returns its rows


@dataclass(frozen=True)
class Case:
    """What is stepped.

    Attributes:
        env: an id, or a function that makes an environment in Python.
        num_envs: how many.
        batch_size: rows of a batch; None: all.
        actors: the numbers of actors that are compared.
        transport: whether Ray's own transport takes part, with as many actors as the last pool.
        options: of the pools.
    """

    env: Any
    num_envs: int
    batch_size: int | None = None
    actors: tuple[int, ...] = (1,)
    transport: bool = False
    options: dict[str, Any] = field(default_factory=dict)


CASES = {
    "CartPole, N=64": Case("CartPole-v1", 64),
    "Pong, N=64": Case("Pong-v5", 64),
    "Ant, N=64": Case("Ant-v5", 64),
    "CartPole in Python, N=64": Case(python_envs.cartpole, 64),
    "84x84x4, batches of 512": Case(python_envs.image, 2048, 512, (2,), transport=True),
    "Ant, batches of 512": Case("Ant-v5", 2048, 512, (1, 2)),
}


class Sender:
    """An actor that returns arrays as a pool does, without environments."""

    def __init__(self, arrays: dict[str, np.ndarray]) -> None:
        self.arrays = {name: array.copy() for name, array in arrays.items()}

    def step(self, actions: np.ndarray) -> dict[str, np.ndarray]:
        return self.arrays


def stepping(pool: Any) -> STEP:
    """Steps a pool with random actions."""
    pool.single_action_space.seed(0)
    rows = pool.batch_size
    drawn = [np.stack([pool.single_action_space.sample() for _ in range(rows)]) for _ in range(4)]
    turn = 0
    if pool.batch_size == pool.num_envs:
        pool.reset(seed=0)

        def sync() -> int:
            nonlocal turn
            turn += 1
            pool.step(drawn[turn % 4])
            return rows

        return sync
    pool.async_reset(seed=0)

    def asynchronous() -> int:
        nonlocal turn
        turn += 1
        *_, infos = pool.recv()
        ids = infos["env_id"]
        pool.send(drawn[turn % 4][: len(ids)], ids)
        return len(ids)

    return asynchronous


def sending(actors: int, arrays: dict[str, np.ndarray], actions: np.ndarray) -> STEP:
    """Calls actors that return these arrays, two calls of each in flight."""
    handles = [ray.remote(Sender).options(num_cpus=1).remote(arrays) for _ in range(actors)]
    running = {handle.step.remote(actions): handle for handle in handles * 2}

    def step() -> int:
        [ready], _ = ray.wait([*running], num_returns=1)
        handle = running.pop(ready)
        reply = ray.get(ready)
        running[handle.step.remote(actions)] = handle
        return len(reply["rewards"])

    return step


def contenders(case: Case) -> Iterator[tuple[str, STEP, Callable[[], None]]]:
    """Of each: its name, a batch, and what ends it."""
    if isinstance(case.env, str):
        local = parallel_pool.make(
            case.env, num_envs=case.num_envs, batch_size=case.batch_size, num_threads=1
        )
    else:
        local = parallel_pool.make_python(case.env, case.num_envs, case.batch_size, 1)
    yield "local", stepping(local), local.close
    for count in case.actors:
        pool = parallel_pool.ray.make(
            case.env, case.num_envs, case.batch_size, count, **case.options
        )
        yield f"{count} actors", stepping(pool), pool.close
    if case.transport:
        assert case.batch_size is not None
        rows = case.batch_size
        space = local.single_observation_space
        arrays = {
            "observations": np.zeros((rows, *space.shape), space.dtype),
            "rewards": np.zeros(rows),
            "terminated": np.zeros(rows, bool),
            "truncated": np.zeros(rows, bool),
            "env_ids": np.zeros(rows, np.int32),
        }
        yield "transport", sending(case.actors[-1], arrays, np.zeros(rows, np.int64)), _nothing


# What a row says of a contender: the place in its turns, and the factor.
_COLUMNS = (("rows/s", 0, 1), ("us a batch", 1, 1e6), ("driver us", 2, 1e6))


def _nothing() -> None:
    """Actors end with their handles."""


def measure(name: str, case: Case, rounds: int, seconds: float) -> dict[str, Any]:
    """A row of the table."""
    made = [*contenders(case)]
    taken: dict[str, list[tuple[float, float, float]]] = {who: [] for who, _, _ in made}
    for number in range(rounds + 1):
        for who, step, _ in made[number % len(made) :] + made[: number % len(made)]:
            rows = batches = 0
            start, cpu = time.perf_counter(), time.process_time()
            while time.perf_counter() - start < seconds:
                rows += step()
                batches += 1
            wall = time.perf_counter() - start
            if number > 0:  # the first round is for warming up
                used = time.process_time() - cpu
                taken[who].append((rows / wall, wall / batches, used / batches))
    for _, _, close in made:
        close()
    row: dict[str, Any] = {"case": name, "rounds": rounds, "load": round(os.getloadavg()[0], 1)}
    for who in ("local", "1 actors", "2 actors", "transport"):
        of = taken.get(who, [])
        for what, column, scale in (
            ("rows/s", 0, 1),
            ("us a batch", 1, 1e6),
            ("driver us", 2, 1e6),
        ):
            values = [turn[column] * scale for turn in of]
            row[f"{who}: {what}"] = round(statistics.median(values)) if values else ""
        for peer in ("local", "transport", "1 actors"):
            pairs = [(a[0] / b[0]) for a, b in zip(of, taken.get(peer, []), strict=False)]
            if who != peer and peer != who and who != "local":
                row[f"{who}/{peer}"] = round(statistics.median(pairs), 3) if pairs else ""
    return row


def main() -> None:
    """Measures and writes."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("cases", nargs="*", default=[*CASES])
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--seconds", type=float, default=1.0)
    parser.add_argument("--csv", type=Path)
    given: Any = parser.parse_args()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        ray.init(
            num_cpus=8,
            include_dashboard=False,
            _node_ip_address="127.0.0.1",
            log_to_driver=False,
            object_store_memory=2_000_000_000,
        )
    rows = (measure(name, CASES[name], given.rounds, given.seconds) for name in given.cases)
    turns.write(rows, given.csv)
    ray.shutdown()


if __name__ == "__main__":
    main()
