# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Sessions of a soak: a pool with random options, used and abused, beside a twin."""

from __future__ import annotations

import os
import random
import signal
import threading
import time
import traceback
from collections import Counter
from functools import partial
from multiprocessing.connection import Connection
from typing import Any

import gymnasium
import parallel_pool
from gymnasium.vector.utils import create_empty_array
from hypothesis import HealthCheck, given, settings
from hypothesis import seed as with_seed
from hypothesis import strategies as st
from parallel_pool import _core, errors
from parallel_pool.testing.compare import describe_difference

from tests import registration  # noqa: F401 - registers the test environments
from tests.driver import Driver, modes_of
from tests.families.facts import facts_of, ids_that_run
from tests.parity.options import configs
from tests.python_envs import interrupts

# A session's trajectories take about this much memory at most.
KEPT_BYTES = 500_000_000


class Mismatch(Exception):  # noqa: N818 - the report's word
    """Twins differ."""


def drawn(strategy: st.SearchStrategy[Any], dice: random.Random) -> Any:
    """One value of a hypothesis strategy."""
    found: list[Any] = []
    test = given(strategy)(lambda value: found.append(value))
    quiet = settings(
        max_examples=10, database=None, deadline=None, suppress_health_check=list(HealthCheck)
    )
    with_seed(dice.getrandbits(32))(quiet(test))()
    return found[-1]


def schedule(dice: random.Random, num_envs: int) -> dict[str, Any]:
    """Threads, chunks, batches and nodes, which must not change results."""
    return {
        "num_threads": dice.choice([1, 2, 3]),
        "chunk_size": dice.choice([None, 1, 3]),
        "batch_size": dice.choice([num_envs, dice.randint(1, num_envs)]),
        "numa": dice.choice(["auto", "off", [next(iter(_core.numa_nodes()))]]),
    }


def row_bytes(driver: Driver) -> int:
    """The bytes of an environment's observations in one step; `Driver.run` keeps those of all."""

    def total(value: Any) -> int:
        if isinstance(value, dict | tuple):
            parts = value.values() if isinstance(value, dict) else value
            return sum(total(part) for part in parts)
        return int(getattr(value, "nbytes", 100))

    row = create_empty_array(driver.envs.single_observation_space, 1)
    return total(row) * int(driver.spec["max_players"])


def same(one: Any, other: Any, what: str) -> None:
    """Raises Mismatch if anything differs."""
    difference = describe_difference(one, other, "")
    if difference is not None:
        raise Mismatch(f"{what}: {difference}")


def native_twins(family: str, dice: random.Random, counts: Counter[str]) -> None:
    """Two pools under the same seed and different schedules; states move from one to the other."""
    id = dice.choice(ids_that_run()[family])
    num_envs = dice.randint(1, 4 if facts_of(id).simulates else 8)
    config = {} if dice.random() < 0.3 else drawn(configs(id), dice)
    mode, seed = dice.choice(modes_of(id)), dice.getrandbits(40)
    fixed = {"num_envs": num_envs, "autoreset_mode": mode} | config
    tasks = dice.randint(5, 60 if facts_of(id).simulates else 400)
    what = f"{id} {fixed} seed={seed}"
    counts[f"sessions of {family}"] += 1
    one = Driver(id, **fixed, **schedule(dice, num_envs))
    other = Driver(id, **fixed, **schedule(dice, num_envs))
    tasks = min(tasks, max(3, KEPT_BYTES // (2 * num_envs * row_bytes(one))))
    try:
        same(one.run(tasks, seed), other.run(tasks, seed), what)
        counts["steps"] += 2 * tasks * num_envs
        if dice.random() < 0.5:
            states = one.envs.get_state()
            for _ in range(2):  # leaves the state, and comes back to it
                for i in range(num_envs):
                    other.take_over(i, one, i)
                other.envs.set_state(None, states)
                counts["states moved"] += num_envs
                continued = [other.advance(range(num_envs)) for _ in range(3)]
            expected = [one.advance(range(num_envs)) for _ in range(3)]
            same(continued, expected, f"{what} after a state moved")
        if dice.random() < 0.3:
            close_in_the_middle(one, dice, counts)
    finally:
        one.envs.close()
        other.envs.close()


def close_in_the_middle(driver: Driver, dice: random.Random, counts: Counter[str]) -> None:
    """Another thread closes the pool while results are in flight."""
    driver.envs.async_reset()
    while driver.envs.in_flight:
        driver.receive()
    closing = threading.Thread(target=lambda: (time.sleep(dice.random() / 500), close(driver)))
    closing.start()
    try:
        for _ in range(200):
            driver.send(range(driver.envs.num_envs))
            while driver.envs.in_flight:
                driver.receive()
    except (errors.PoolClosedError, errors.ConcurrentCallError):
        counts["faults: closed in the middle"] += 1
    closing.join()


def close(driver: Driver) -> None:
    """Closes, also while another thread's call begins."""
    while True:
        try:
            driver.envs.close()
            return
        except errors.ConcurrentCallError:
            time.sleep(1e-4)


class WithPid(gymnasium.Wrapper[Any, Any, Any, Any]):
    """Tells in which process it is."""

    def pid(self) -> int:
        return os.getpid()


def make_with_pid(id: str) -> gymnasium.Env[Any, Any]:
    return WithPid(gymnasium.make(id))


def python_twins(dice: random.Random, counts: Counter[str]) -> None:
    """Worker processes beside Gymnasium's loop; sometimes one of them is killed and replaced."""
    id = dice.choice(["CartPole-v1", "Taxi-v4", "Acrobot-v1", "FrozenLake-v1", "Pendulum-v1"])
    make = partial(make_with_pid, id)
    num_envs, steps = dice.randint(2, 6), dice.randint(5, 60)
    workers = dice.randint(1, 2)
    envs = parallel_pool.make_python(make, num_envs, num_workers=workers, restart=True)
    twin = gymnasium.vector.SyncVectorEnv([make] * num_envs)
    counts["sessions of Python environments"] += 1
    try:
        for _ in range(3):
            seed = dice.getrandbits(30)
            same(envs.reset(seed=seed)[0], twin.reset(seed=seed)[0], f"{id} reset {seed}")
            envs.action_space.seed(seed)
            for _ in range(steps):
                actions = envs.action_space.sample()
                same(envs.step(actions)[:4], twin.step(actions)[:4], f"{id} seed={seed}")
            counts["steps"] += 2 * steps * num_envs
            if dice.random() < 0.5:
                os.kill(dice.choice(envs.call("pid")), signal.SIGKILL)
                counts["faults: workers killed"] += 1
                try:
                    envs.step(envs.action_space.sample())
                except errors.PoolError:
                    continue
                raise Mismatch(f"{id}: a killed worker was not noticed")
    finally:
        envs.close()
        twin.close()


def interrupted_requests(dice: random.Random, counts: Counter[str]) -> None:
    """Requests to worker processes, interrupted at random moments; see `interrupts`."""
    done = interrupts.run(dice.getrandbits(32), requests=50, seconds=300)
    counts["sessions of interrupted requests"] += 1
    counts["faults: requests interrupted"] += done["interrupted"]


def bad_calls(family: str, dice: random.Random, counts: Counter[str]) -> None:
    """What is refused changes nothing."""
    id = dice.choice(ids_that_run()[family])
    driver = Driver(id, num_envs=2)
    twin = Driver(id, num_envs=2)
    try:
        same(driver.run(3, 1), twin.run(3, 1), id)
        for call in (
            lambda: driver.envs.step("nonsense"),
            lambda: driver.envs.send([0, 0], [0, 9]),
            lambda: driver.envs.set_state(None, [b"junk", b""]),
            lambda: driver.envs.reset(seed=-1),
            lambda: driver.envs.recv(timeout=0),
        ):
            try:
                call()
            except (errors.PoolError, ValueError, TypeError, IndexError, TimeoutError):
                counts["faults: bad calls refused"] += 1
            else:
                raise Mismatch(f"{id}: a bad call was accepted")
        same([driver.advance(range(2))], [twin.advance(range(2))], f"{id} after bad calls")
    finally:
        driver.envs.close()
        twin.envs.close()


def run_one(dice: random.Random, counts: Counter[str]) -> None:
    """One session of a kind drawn at random; all families come equally often."""
    families = list(ids_that_run())
    kind = dice.random()
    if kind < 0.75:
        native_twins(dice.choice(families), dice, counts)
    elif kind < 0.9:
        bad_calls(dice.choice(families), dice, counts)
    elif kind < 0.95:
        python_twins(dice, counts)
    else:
        interrupted_requests(dice, counts)


def work(seed: int, channel: Connection) -> None:
    """Runs sessions for ever; sends (session, counts, failure) after each, and its name before."""
    number = 0
    while True:
        number += 1
        counts: Counter[str] = Counter()
        failure = ""
        name = f"{seed}/{number}"
        channel.send((name, None, ""))  # a crash is blamed on it
        try:
            run_one(random.Random(name), counts)
        except Exception:
            failure = traceback.format_exc()
        channel.send((name, counts, failure))
