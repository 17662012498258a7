# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Measures pools in actors of Ray beside local pools and Ray's own transport.

    python benchmarks/ray/speed.py [--rounds 7] [--seconds 1] [--csv out.csv] [case ...]

All contenders of a case take turns, on one node on this machine; nothing of one is in flight in the
turn of another. Rates are medians over the rounds, and ratios are taken within a round. "transport"
means as many actors, with as many calls in flight, that return arrays of the same shapes and types
(no infos) without stepping anything. The driver's CPU time per batch says how many batches a driver
can take in a second. Images in C++ need a wheel with the environments of the tests
(-DPARALLEL_POOL_TEST_ENVS=ON).
"""

from __future__ import annotations

import argparse
import itertools
import os
import statistics
import sys
import tempfile
import time
import warnings
from collections.abc import Iterator
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
    "84x84x4, batches of 512": Case("Screens-v0", 2048, 512, (2,), transport=True),
    "84x84x4 in Python, batches of 512": Case(python_envs.image, 2048, 512, (2,), transport=True),
    "Pong, batches of 64": Case("Pong-v5", 256, 64, transport=True),
    "Ant, batches of 64": Case("Ant-v5", 256, 64),
    "Ant, batches of 512": Case("Ant-v5", 2048, 512, (1, 2)),
}


class Sender:
    """An actor that returns arrays as a pool does, without environments."""

    def __init__(self, arrays: dict[str, np.ndarray]) -> None:
        self.arrays = {name: array.copy() for name, array in arrays.items()}

    def step(self, actions: np.ndarray) -> dict[str, np.ndarray]:
        return self.arrays


class Stepper:
    """Steps a pool with random actions.

    Args:
        pool: the pool.
    """

    def __init__(self, pool: Any) -> None:
        """Resets all environments."""
        space = pool.single_action_space
        space.seed(0)
        drawn = [np.stack([space.sample() for _ in range(pool.num_envs)]) for _ in range(4)]
        self.pool, self._actions = pool, itertools.cycle(drawn)
        self._is_sync = pool.batch_size == pool.num_envs
        pool.async_reset(seed=0)
        self._in_flight = pool.num_envs
        self.end()

    def begin(self) -> None:
        """Sends actions to all environments."""
        if not self._is_sync:
            self.pool.send(next(self._actions), np.arange(self.pool.num_envs))
            self._in_flight = self.pool.num_envs

    def step(self) -> int:
        """A batch; returns its rows."""
        if self._is_sync:
            self.pool.step(next(self._actions))
            return int(self.pool.num_envs)
        ids = self.pool.recv()[-1]["env_id"]
        self.pool.send(next(self._actions)[: len(ids)], ids)
        return len(ids)

    def end(self) -> None:
        """Receives what is in flight."""
        while self._in_flight:
            self._in_flight -= len(self.pool.recv()[1])

    def close(self) -> None:
        """Closes the pool."""
        self.pool.close()


class Transport:
    """Calls actors that return arrays, two calls of each in flight.

    Args:
        actors: their number.
        arrays: what they return.
        actions: what they are given.
    """

    def __init__(self, actors: int, arrays: dict[str, np.ndarray], actions: np.ndarray) -> None:
        """Starts the actors."""
        self._actors = [
            ray.remote(Sender).options(num_cpus=1).remote(arrays) for _ in range(actors)
        ]
        self._actions = actions
        self._running: dict[Any, Any] = {}

    def begin(self) -> None:
        """Starts the calls."""
        self._running = {actor.step.remote(self._actions): actor for actor in self._actors * 2}

    def step(self) -> int:
        """A reply; returns its rows."""
        [ready], _ = ray.wait([*self._running], num_returns=1)
        actor = self._running.pop(ready)
        reply = ray.get(ready)
        self._running[actor.step.remote(self._actions)] = actor
        return len(reply["rewards"])

    def end(self) -> None:
        """Receives what is in flight."""
        ray.get([*self._running])

    def close(self) -> None:
        """Actors end with their handles."""


def contenders(case: Case) -> Iterator[tuple[str, Stepper | Transport]]:
    """Of each: its name, and what steps it."""
    if isinstance(case.env, str):
        local = parallel_pool.make(
            case.env, num_envs=case.num_envs, batch_size=case.batch_size, num_threads=1
        )
    else:
        local = parallel_pool.make_python(case.env, case.num_envs, case.batch_size, 1)
    yield "local", Stepper(local)
    for count in case.actors:
        pool = parallel_pool.ray.make(
            case.env, case.num_envs, case.batch_size, count, **case.options
        )
        yield f"{count} actors", Stepper(pool)
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
        yield "transport", Transport(case.actors[-1], arrays, np.zeros(rows, np.int64))


# What a row says of a contender: the place in its turns, and the factor.
_COLUMNS = (("rows/s", 0, 1), ("us a batch", 1, 1e6), ("driver us", 2, 1e6))


def take_turn(contender: Stepper | Transport, seconds: float) -> tuple[float, float, float]:
    """Rows a second, seconds of a batch, and CPU seconds of the driver for a batch."""
    contender.begin()
    for _ in range(3):  # fills what is on the way
        contender.step()
    rows = batches = 0
    start, cpu = time.perf_counter(), time.process_time()
    while time.perf_counter() - start < seconds:
        rows += contender.step()
        batches += 1
    wall, used = time.perf_counter() - start, time.process_time() - cpu
    contender.end()
    return rows / wall, wall / batches, used / batches


def measure(name: str, case: Case, rounds: int, seconds: float) -> dict[str, Any]:
    """A row of the table."""
    made = [*contenders(case)]
    taken: dict[str, list[tuple[float, float, float]]] = {who: [] for who, _ in made}
    for number in range(rounds + 1):
        for who, contender in made[number % len(made) :] + made[: number % len(made)]:
            turn = take_turn(contender, seconds)
            if number > 0:  # the first round is for warming up
                taken[who].append(turn)
    for _, contender in made:
        contender.close()
    row: dict[str, Any] = {"case": name, "rounds": rounds, "load": round(os.getloadavg()[0], 1)}
    for who in ("local", "1 actors", "2 actors", "transport"):
        of = taken.get(who, [])
        for what, column, scale in _COLUMNS:
            values = [turn[column] * scale for turn in of]
            row[f"{who}: {what}"] = round(statistics.median(values)) if values else ""
        for peer in ("local", "transport", "1 actors"):
            pairs = [(a[0] / b[0]) for a, b in zip(of, taken.get(peer, []), strict=False)]
            if who != peer and peer != who and who != "local":
                row[f"{who}/{peer}"] = round(statistics.median(pairs), 3) if pairs else ""
    return row


def know_test_environments(folder: Path) -> None:
    """Registers them here, and for the actors as an installed package would."""
    from parallel_pool import test_envs  # not in every wheel

    parallel_pool.register(test_envs)
    info = folder / "test_envs-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: test_envs\nVersion: 1\n")
    (info / "entry_points.txt").write_text("[parallel_pool.envs]\nall = parallel_pool.test_envs\n")
    paths = (str(folder), os.environ.get("PYTHONPATH", ""))
    os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, paths))


def main() -> None:
    """Measures and writes."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("cases", nargs="*", default=[*CASES])
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--seconds", type=float, default=1.0)
    parser.add_argument("--csv", type=Path)
    given: Any = parser.parse_args()
    with warnings.catch_warnings(), tempfile.TemporaryDirectory() as folder:
        warnings.simplefilter("ignore")
        if any(CASES[name].env == "Screens-v0" for name in given.cases):
            know_test_environments(Path(folder))
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
