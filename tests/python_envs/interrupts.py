# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Interrupts requests of every kind at random moments, and checks that each gets its own answer.

``python -m tests.python_envs.interrupts [--requests N] [--hours H] [--seed S]``

A signal handler raises at a random moment of most requests. Workers and the starter are killed and
stopped, and another thread calls as well. Every answer has to be that of its own request, every
row has to come, and nothing may be left at the end. Ends with exit code 1 otherwise; a request
that takes two minutes aborts the process.
"""

from __future__ import annotations

import argparse
import contextlib
import faulthandler
import itertools
import os
import random
import signal
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import parallel_pool
from gymnasium import spaces
from parallel_pool.errors import ConcurrentCallError, EnvironmentFailure, PoolError

HANGS_AFTER_S = 120


# Whether the handler raises. A list, since the lock of an Event is not for signal handlers.
armed = [False]


class Interrupted(Exception):  # noqa: N818 - what the handler raises
    pass


class Mismatch(Exception):  # noqa: N818 - an answer of something else
    pass


class Echo(gymnasium.Env[np.ndarray, int]):
    """Holds a value, which all of its answers show.

    Args:
        value: the first one.
    """

    observation_space = spaces.Box(-np.inf, np.inf, (2,), np.float64)
    action_space = spaces.Discrete(2)
    metadata = {"render_modes": ["rgb_array"]}  # noqa: RUF012
    render_mode = "rgb_array"

    def __init__(self, value: int = 0) -> None:
        self.value = value
        self.steps = 0

    def reset(self, *, seed: int | None = None, options: Any = None) -> Any:
        super().reset(seed=seed)
        self.steps = 0
        return self._observe(), {"value": self.value}

    def step(self, action: int) -> Any:
        self.steps += 1
        return self._observe(), float(self.value), False, False, {"value": self.value}

    def echo(self, value: Any) -> Any:
        return value

    def pid(self) -> int:
        return os.getpid()

    def render(self) -> Any:
        return self.value

    def _observe(self) -> np.ndarray:
        return np.array([self.value, self.steps], np.float64)


def descendants(pid: int) -> list[int]:
    """The processes below one, those that have ended excluded."""
    found = []
    with contextlib.suppress(OSError):
        for task in Path(f"/proc/{pid}/task").iterdir():
            for child in map(int, (task / "children").read_text().split()):
                state = Path(f"/proc/{child}/stat").read_text().rsplit(")", 1)[1].split()[0]
                found += [child] * (state != "Z") + descendants(child)
    return found


def facts(pid: int) -> str:
    """What a process is, for messages."""
    status = Path(f"/proc/{pid}/status").read_text().split("\n")
    command = Path(f"/proc/{pid}/cmdline").read_bytes()[-80:]
    return f"{pid} {command!r} {status[2]} {status[6]}"


def same(one: Any, other: Any) -> bool:
    """Whether values are equal. `numpy.array_equal` would take an interrupt for a difference."""
    return bool(np.all(one == other))


class Harness:
    """A pool that is used and abused, and what its environments' values may be.

    Attributes:
        counts: what was done, and what came of it.
    """

    def __init__(self, dice: random.Random, counts: Counter[str]) -> None:
        """Makes the pool; nothing is interrupted yet."""
        self.dice, self.counts = dice, counts
        self.tokens = itertools.count(1000 * dice.randrange(1, 10**6))
        self.method = dice.choice(["starter", "starter", "starter", "fork", "spawn"])
        self.count = dice.randint(2, 5)
        self.step_timeout = dice.choice([None, 2.0])
        self.envs = parallel_pool.make_python(
            Echo,
            self.count,
            num_workers=dice.randint(1, 3),
            start_method=self.method,
            restart=True,
            step_timeout=self.step_timeout,
        )
        self.values = [{0} for _ in range(self.count)]
        self.harmed: list[threading.Thread] = []  # what kills or stops a process
        self.envs.reset()

    # --- Requests -------------------------------------------------------------------------------

    def echo(self) -> None:
        token = next(self.tokens)
        value = token if self.dice.random() < 0.9 else np.full(500_000, token)
        got = self.envs.call("echo", value)
        self.check(all(same(one, value) for one in got), "echo", token, got)

    def attribute(self) -> None:
        self.see(self.envs.get_attr("value"))

    def render(self) -> None:
        self.see(self.envs.render() or ())

    def set_attribute(self) -> None:
        tokens = [next(self.tokens) for _ in range(self.count)]
        self.may_become(range(self.count), tokens)
        self.envs.set_attr("value", tokens)
        self.values = [{token} for token in tokens]

    def states(self) -> None:
        before = [set(values) for values in self.values]
        states = self.envs.get_state()
        if self.dice.random() < 0.5:
            tokens = [next(self.tokens) for _ in range(self.count)]
            self.may_become(range(self.count), tokens)
            self.envs.set_attr("value", tokens)
        for i in range(self.count):
            self.values[i] |= before[i]
        self.envs.set_state(None, states)
        self.values = before

    def clone(self) -> None:
        source, target = self.dice.sample(range(self.count), 2)
        self.values[target] |= self.values[source]
        self.envs.clone([source], [target])
        self.values[target] = set(self.values[source])

    def step(self) -> None:
        for _ in range(self.dice.randint(1, 20)):
            self.see_rows(self.envs.step([0] * self.count))

    def reset(self) -> None:
        observations, infos = self.envs.reset()
        self.see_rows((observations, None, None, None, infos))

    def make(self) -> None:
        token = next(self.tokens)
        envs = None
        try:
            envs = parallel_pool.make_python(
                lambda: Echo(token), 2, num_workers=2, start_method=self.method
            )
            got = envs.get_attr("value")
            self.check(got == (token, token), "make_python", token, got)
        finally:
            if envs is not None:
                envs.close()

    # --- What happens to them -------------------------------------------------------------------

    def interrupt(self, request: Callable[[], None]) -> None:
        """Makes a request, of which a signal may be in the way."""
        name = request.__name__
        self.counts[name] += 1
        faulthandler.dump_traceback_later(HANGS_AFTER_S, exit=True)
        try:
            armed[0] = True
            signal.setitimer(signal.ITIMER_REAL, 10 ** self.dice.uniform(-5, -1.3))
            try:
                request()
            finally:
                armed[0] = False  # the kernel may still deliver the signal, to another thread
        except (Interrupted, KeyboardInterrupt):
            self.counts["interrupted"] += 1
            self.counts[f"interrupted {name}"] += 1
        except ConcurrentCallError:
            self.counts["concurrent"] += 1
        except EnvironmentFailure:
            self.counts["rows failed"] += 1
        except (PoolError, parallel_pool.errors.ResetNeededError) as error:
            self.counts["out of time" if "2 seconds" in str(error) else "refused"] += 1
        finally:
            faulthandler.cancel_dump_traceback_later()

    def harm(self) -> None:
        """Kills or stops a process.

        One that is stopped goes on after a while, or is a worker that the pool has to replace.
        """
        starters = descendants(os.getpid())[:1] if self.method != "fork" else []
        workers = []
        with contextlib.suppress(PoolError):
            workers = sorted(set(self.envs.call("pid")))
        victims = workers if self.dice.random() < 0.7 or not starters else starters
        if not victims:
            return
        victim = self.dice.choice(victims)
        what = self.dice.choice([signal.SIGKILL, signal.SIGSTOP])
        self.counts[f"{what.name} of a {'worker' if victim in workers else 'starter'}"] += 1
        delay = 10 ** self.dice.uniform(-5, -2)
        for_ever = self.step_timeout is not None and victim in workers

        def act() -> None:
            time.sleep(delay)
            with contextlib.suppress(ProcessLookupError):
                os.kill(victim, what)
                if for_ever:
                    return
                time.sleep(0.2)
                os.kill(victim, signal.SIGCONT)

        self.harmed.append(threading.Thread(target=act, daemon=True))
        self.harmed[-1].start()

    def call_from_a_thread(self) -> Callable[[], None]:
        """Has another thread call for a while; returns what waits for its end."""
        wrong: list[Any] = []

        def call() -> None:
            for k in range(20):
                try:
                    got = self.envs.call("echo", ("thread", k))
                except PoolError:
                    continue
                if got != (("thread", k),) * self.count:
                    wrong.append((k, got))

        thread = threading.Thread(target=call)
        thread.start()

        def wait() -> None:
            thread.join()
            self.check(not wrong, "call in a thread", None, wrong)

        self.counts["threads"] += 1
        return wait

    def settle(self) -> None:
        """Brings the pool into a state that is known, which must always be possible."""
        faulthandler.dump_traceback_later(HANGS_AFTER_S, exit=True)
        for thread in self.harmed:
            thread.join()
        while self.envs.in_flight:
            with contextlib.suppress(EnvironmentFailure):
                observations, _, _, _, infos = self.envs.recv()  # of steps or of a reset
                self.see_rows((observations, None, None, None, infos))
        while True:
            with contextlib.suppress(PoolError):  # workers that have died
                self.reset()
                self.attribute()
                break
        self.harmed.clear()
        faulthandler.cancel_dump_traceback_later()

    # --- Checks ---------------------------------------------------------------------------------

    def may_become(self, env_ids: range, values: list[int]) -> None:
        for i, value in zip(env_ids, values, strict=True):
            self.values[i].add(value)

    def see(self, values: tuple[Any, ...]) -> None:
        """An environment's value is one that it may have; from then on it has that."""
        for i, value in enumerate(values):
            # A new worker's environments have the first value.
            may_be = self.values[i] | ({0} if self.harmed else set())
            self.check(value in may_be, f"value of env id {i}", may_be, value)
            self.values[i] = {value}

    def see_rows(self, result: Any) -> None:
        observations, rewards, _, _, infos = result
        self.see(tuple(int(value) for value in observations[:, 0]))
        shown = observations[:, 0]
        self.check(same(infos["value"], shown), "infos", shown, infos)
        if rewards is not None:
            self.check(same(rewards, shown), "rewards", shown, rewards)

    def check(self, right: bool, what: str, expected: Any, got: Any) -> None:
        if not right:
            raise Mismatch(f"{what}: expected {expected}, got {got}")

    def run(self, requests: int) -> None:
        """Makes requests, and closes the pool."""
        kinds = [self.echo, self.attribute, self.render, self.set_attribute, self.states]
        kinds += [self.clone, self.step, self.reset, self.make]
        weights = [4, 2, 2, 2, 2, 2, 4, 2, 1]
        for _ in range(requests):
            if self.dice.random() < 0.05:
                self.harm()
            wait = self.call_from_a_thread() if self.dice.random() < 0.03 else None
            self.interrupt(self.dice.choices(kinds, weights)[0])
            if wait is not None:
                wait()
            if self.dice.random() < 0.3:
                self.settle()
        for thread in self.harmed:
            thread.join()
        self.envs.close()


def run(seed: int, requests: int, seconds: float) -> Counter[str]:
    """Makes so many requests, or as many as so many seconds allow; what was done, counted.

    Raises:
        Mismatch: an answer was of something else, or something was left.
    """

    def handler(*_: Any) -> None:
        if armed[0]:
            armed[0] = False
            raise Interrupted if time.monotonic_ns() % 2 else KeyboardInterrupt

    signal.signal(signal.SIGALRM, handler)
    gymnasium.logger.min_level = gymnasium.logger.ERROR
    counts: Counter[str] = Counter()
    dice = random.Random(seed)
    end = time.monotonic() + seconds
    done = 0
    while done < requests and time.monotonic() < end:
        batch = min(requests - done, 100)
        Harness(dice, counts).run(batch)
        counts["pools"] += 1
        done += batch
        if done % 1000 == 0:
            print(f"{done:,} requests", flush=True)
    signal.setitimer(signal.ITIMER_REAL, 0)  # of a request that came before its signal
    left = descendants(os.getpid())
    for _ in range(100):  # the last ones are still ending
        if len(left) <= 1:
            break
        time.sleep(0.1)
        left = descendants(os.getpid())
    if len(left) > 1:  # than the starter
        raise Mismatch(f"processes are left: {[*map(facts, left)]}")
    return counts


def main() -> int:
    """Runs; returns the process's exit code."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--requests", type=int, default=10_000)
    parser.add_argument("--hours", type=float, default=1.0)
    parser.add_argument("--seed", type=int, default=random.randrange(10**6))
    given = parser.parse_args()
    print(f"seed {given.seed}", flush=True)
    start = time.monotonic()
    counts = run(given.seed, given.requests, given.hours * 3600)
    print(f"{time.monotonic() - start:.0f} s")
    for name, count in sorted(counts.items()):
        print(f"{name:>40} {count:10,}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
