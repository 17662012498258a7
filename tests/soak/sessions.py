# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Sessions of a soak: a pool with random options, used and abused, beside a twin."""

from __future__ import annotations

import contextlib
import gc
import os
import random
import signal
import threading
import time
import traceback
from collections import Counter
from collections.abc import Callable
from functools import partial
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, NamedTuple

import gymnasium
import parallel_pool
from gymnasium.vector.utils import create_empty_array
from hypothesis import HealthCheck, given, settings
from hypothesis import seed as with_seed
from hypothesis import strategies as st
from parallel_pool import _core, errors, registry
from parallel_pool.testing.compare import describe_difference

from tests import registration  # noqa: F401 - registers the test environments
from tests.driver import Driver, modes_of
from tests.families.facts import all_families, facts_of, ids_that_run
from tests.parity.options import configs
from tests.python_envs import interrupts

# A session's trajectories take about this much memory at most.
KEPT_BYTES = 500_000_000


PYTHON = "Python environments"
REQUESTS = "requests to worker processes"


class Mismatch(Exception):  # noqa: N818 - the report's word
    """Twins differ."""


class Interrupt(Exception):  # noqa: N818 - what the handler raises
    pass


class Held(NamedTuple):
    """What a process holds between two sessions.

    Attributes:
        mib: of resident memory.
        files: open ones.
        threads: its own.
    """

    mib: float
    files: int
    threads: int

    @classmethod
    def by(cls, process: int) -> Held:
        """What a process holds. Raises OSError if the process ends meanwhile."""
        proc = Path(f"/proc/{process}")
        pages = int((proc / "statm").read_text().split()[1])
        counts = (len(list((proc / name).iterdir())) for name in ("fd", "task"))
        return cls(round(pages / 256, 1), *counts)


def open_files() -> dict[int, str]:
    """This process's descriptors and what they are of."""
    found = {}
    for file in Path("/proc/self/fd").iterdir():
        with contextlib.suppress(OSError):  # the folder itself, which is closed again
            found[int(file.name)] = os.readlink(file)
    return found


def absent() -> dict[str, str]:
    """The families that take no part, and why."""
    here = ids_that_run()
    return {
        facts.name: str(registry.family_of(facts.ids[0]).missing(registry.find(facts.ids[0])))
        for facts in all_families().values()
        if facts.name not in here
    }


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
    one = Driver(id, **fixed, **schedule(dice, num_envs))
    other = Driver(id, **fixed, **schedule(dice, num_envs))
    tasks = min(tasks, max(3, KEPT_BYTES // (2 * num_envs * row_bytes(one))))
    try:
        first, second = (run_unless_it_fails(each, tasks, seed) for each in (one, other))
        same(first, second, what)
        if first is None:
            return
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


def run_unless_it_fails(driver: Driver, tasks: int, seed: int) -> Any:
    """What `Driver.run` returns; None if an environment fails.

    With some options, some episodes cannot start, as there is no room for all players.
    """
    try:
        return driver.run(tasks, seed)
    except errors.EnvironmentFailure:
        return None


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
        counts["pools closed in the middle"] += 1
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
    """Has a method that tells in which process it runs."""

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
                counts["processes killed"] += 1
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
    counts["calls interrupted"] += done["interrupted"]
    counts["processes killed"] += sum(done[f"SIGKILL of a {who}"] for who in ("worker", "starter"))


def bad_calls(family: str, dice: random.Random, counts: Counter[str]) -> None:
    """Makes bad calls, which must be refused and change nothing."""
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
                counts["bad calls refused"] += 1
            else:
                raise Mismatch(f"{id}: a bad call was accepted")
        same([driver.advance(range(2))], [twin.advance(range(2))], f"{id} after bad calls")
    finally:
        driver.envs.close()
        twin.envs.close()


def interrupt(call: Callable[[], object], seconds: float) -> bool:
    """Makes a call, with a signal handler that raises after some seconds; whether it raised."""
    armed = False

    def handler(*_: object) -> None:
        if armed:
            raise Interrupt

    signal.signal(signal.SIGALRM, handler)
    try:
        try:
            armed = True
            signal.setitimer(signal.ITIMER_REAL, seconds)
            call()
        finally:
            armed = False
            signal.setitimer(signal.ITIMER_REAL, 0)
    except Interrupt:
        return True
    return False


def receive_interrupted(envs: Any) -> None:
    """Receives a batch, in which only environments with an interrupted method may have failed."""
    try:
        envs.recv()
    except errors.EnvironmentFailure as failure:
        if not all(f"interrupted by {__name__}" in cause for cause in failure.causes.values()):
            raise


def interrupted_calls(family: str, dice: random.Random, counts: Counter[str]) -> None:
    """Interrupts calls at random moments; then a state continues as in any other pool."""
    id, seed = dice.choice(ids_that_run()[family]), dice.getrandbits(40)
    num_envs = dice.randint(1, 4)
    one = Driver(id, num_envs=num_envs, **schedule(dice, num_envs))
    other = Driver(id, num_envs=num_envs, **schedule(dice, num_envs))
    try:
        one.run(3, seed)
        for _ in range(20):
            if interrupt(lambda: one.advance(range(num_envs)), 10 ** dice.uniform(-5, -2.5)):
                counts["calls interrupted"] += 1
                while one.envs.in_flight:
                    receive_interrupted(one.envs)
                one.run(1, seed)  # lost steps may have ended episodes or removed players
        # Some environments remember earlier episodes, as their references do. So only a state
        # makes the two pools equal, and a reset does not.
        other.run(1, seed)
        everyone = range(num_envs)
        other.envs.set_state([*everyone], one.envs.get_state([*everyone]))
        for i in everyone:
            other.take_over(i, one, i)
        for _ in range(10):
            ours, theirs = one.advance(everyone), other.advance(everyone)
            same([ours], [theirs], f"{id} {num_envs=} {seed=} after interrupts")
        counts["steps"] += 20 * num_envs
    finally:
        one.envs.close()
        other.envs.close()


def run_one(name: str, counts: Counter[str]) -> str:
    """Runs the session ``SEED/NUMBER``, and says what it was about; families take turns."""
    families = ids_that_run()
    family = list(families)[int(name.rpartition("/")[2]) % len(families)]
    dice = random.Random(name)
    kind = dice.random()
    if kind < 0.65:
        native_twins(family, dice, counts)
    elif kind < 0.8:
        bad_calls(family, dice, counts)
    elif kind < 0.9:
        faults = facts_of(families[family][0]).beside("faults")
        getattr(faults, "session", partial(interrupted_calls, family))(dice, counts)
    elif kind < 0.95:
        python_twins(dice, counts)
        return PYTHON
    else:
        interrupted_requests(dice, counts)
        return REQUESTS
    return family


def work(seed: str, first: int, channel: Connection) -> None:
    """Runs sessions for ever, from number `first` on.

    Sends a session's name before it, and after it (name, subject, counts, failure, what is held,
    the files that it has left open if there are more than ever).
    """
    number = first
    gc.collect()
    files = most = open_files()
    while True:
        number += 1
        counts: Counter[str] = Counter()
        failure, subject = "", "?"
        name = f"{seed}/{number}"
        channel.send((name,))  # a crash is blamed on it
        try:
            subject = run_one(name, counts)
        except Exception:
            failure = traceback.format_exc()
        gc.collect()
        before, files = files, open_files()
        opened: list[str] = []
        if len(files) > len(most):
            most = files
            opened = [f"{i} {file}" for i, file in files.items() if before.get(i) != file]
        channel.send((name, subject, counts, failure, Held.by(os.getpid()), opened))
