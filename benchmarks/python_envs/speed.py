# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Measures steps per second of environments in Python: the pool, and other vector environments.

    python benchmarks/python_envs/speed.py --case cartpole_64 [--rounds 7] [--csv out.csv]

All contenders take turns in one process, with random actions, resets included. Rates
and ratios are medians over the turns; a ratio is taken within a turn, since a machine may be faster
in one turn than in another. "bare" is one process that steps the environments in a loop, without
making batches; "bare, 2 processes" are two such loops at once: the bound for a pool of two workers.

As root on Linux, the benchmark raises the scheduling weight of all its processes equally, so that
other processes disturb it less. The peers that are installed take part. With
``--start-method thread``, bare loops in threads take their place: the bound without the GIL.
"""

from __future__ import annotations

import argparse
import contextlib
import csv
import multiprocessing
import os
import signal
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import gymnasium
import parallel_pool
from gymnasium.vector import AsyncVectorEnv

import envs as environments

WORKERS = 2


@dataclass(frozen=True)
class Case:
    """What is stepped.

    Attributes:
        make: makes an environment.
        num_envs: how many.
        batches: rows of a batch in async mode.
        workers: of our pools and PufferLib's.
    """

    make: Callable[[], Any]
    num_envs: int = 64
    batches: int = 32
    workers: int = WORKERS


CASES = {
    "cartpole_64": Case(environments.cartpole),
    "cartpole_8": Case(environments.cartpole, 8, 4),
    "image_64": Case(environments.image),
    "dict_64": Case(environments.dictionary),
    "typed_info_64": Case(environments.Telling),
    "busy_64": Case(environments.Busy),
    "asleep_64": Case(environments.Asleep, workers=64),
    "uneven_64": Case(environments.Uneven, batches=16, workers=64),
    "half_cheetah_64": Case(environments.half_cheetah),
}

# Steps for some seconds, and says how many.
Play = Callable[[float], int]


def play_bare(case: Case) -> Play:
    made = [case.make() for _ in range(case.num_envs)]
    for env in made:
        env.reset()
    actions = [made[0].action_space.sample() for _ in range(64)]

    def play(seconds: float) -> int:
        steps = 0
        end = time.perf_counter() + seconds
        while time.perf_counter() < end:
            for i, env in enumerate(made):
                result = env.step(actions[(steps + i) % 64])
                if result[2] or result[3]:
                    env.reset()
            steps += len(made)
        return steps

    return play


def play_bare_threads(case: Case) -> Play:
    """As many bare loops at once as there are workers; it is a bound only without the GIL."""
    share = replace(case, num_envs=case.num_envs // case.workers)
    loops = [play_bare(share) for _ in range(case.workers)]

    def play(seconds: float) -> int:
        with ThreadPoolExecutor(case.workers) as threads:
            return sum(threads.map(lambda loop: loop(seconds), loops))

    return play


def play_bare_processes(case: Case) -> Play:
    """As many bare loops at once, each in a process of its own; no messages while they run."""
    share = replace(case, num_envs=case.num_envs // WORKERS)
    context = multiprocessing.get_context("fork")
    channels = []
    for _ in range(WORKERS):
        ours, theirs = context.Pipe()
        context.Process(target=_serve_bare, args=(share, theirs), daemon=True).start()
        channels.append(ours)

    def play(seconds: float) -> int:
        for channel in channels:
            channel.send(seconds)
        return sum(channel.recv() for channel in channels)

    return play


def _serve_bare(case: Case, channel: Any) -> None:
    play = play_bare(case)
    while True:
        channel.send(play(channel.recv()))


def play_sync(envs: Any, num_envs: int) -> Play:
    envs.reset()
    space = envs.action_space
    actions = [space.sample() for _ in range(64)]

    def play(seconds: float) -> int:
        calls = 0
        end = time.perf_counter() + seconds
        while time.perf_counter() < end:
            envs.step(actions[calls % 64])
            calls += 1
        return calls * num_envs

    return play


def play_async(envs: Any, batch: int) -> Play:
    actions = [envs.action_space.sample() for _ in range(64)]

    def play(seconds: float) -> int:
        calls = 0
        envs.async_reset()
        envs.recv()
        end = time.perf_counter() + seconds
        while time.perf_counter() < end:
            envs.send(actions[calls % 64])
            envs.recv()
            calls += 1
        while envs.in_flight:
            envs.recv()
        return calls * batch

    return play


def play_puffer(case: Case, workers: int) -> Play:
    import pufferlib.emulation
    import pufferlib.vector

    def make(buf: Any = None, seed: int = 0) -> Any:
        return pufferlib.emulation.GymnasiumPufferEnv(env_creator=case.make, buf=buf, seed=seed)

    envs = pufferlib.vector.make(
        make, num_envs=case.num_envs, num_workers=workers, backend=pufferlib.vector.Multiprocessing
    )
    mine = [process.pid for process in envs.processes]
    play = play_sync(envs, case.num_envs)

    def wake_and_play(seconds: float) -> int:
        """Its workers spin while they are idle: between its turns they are stopped."""
        signal_all(mine, signal.SIGCONT)
        steps = play(seconds)
        signal_all(mine, signal.SIGSTOP)
        return steps

    signal_all(mine, signal.SIGSTOP)
    return wake_and_play


def signal_all(pids: list[int], number: int) -> None:
    for pid in pids:
        os.kill(pid, number)


def contenders(case: Case, start_method: str) -> dict[str, Play]:
    """Those that can run, ready to be stepped."""
    count, workers = case.num_envs, case.workers
    how = {"num_workers": workers, "start_method": start_method}
    loops = {}
    if start_method != "thread":
        loops[f"bare, {WORKERS} processes"] = play_bare_processes(case)  # forked first of all
    pool = parallel_pool.make_python(case.make, count, **how)
    halves = parallel_pool.make_python(case.make, count, case.batches, **how)
    found = {
        "bare": play_bare(case),
        "sync": play_sync(pool, count),
        "async": play_async(halves, case.batches),
    } | loops
    if start_method == "thread":
        return found | {f"bare, {workers} threads": play_bare_threads(case)}
    found["AsyncVectorEnv"] = play_sync(AsyncVectorEnv([case.make] * count), count)
    with contextlib.suppress(ImportError):
        from stable_baselines3.common.vec_env import SubprocVecEnv

        peer = SubprocVecEnv([case.make] * count)
        peer.action_space = gymnasium.vector.utils.batch_space(peer.action_space, count)
        found["SubprocVecEnv"] = play_sync(peer, count)
    with contextlib.suppress(ImportError):
        for number in (1, 2):
            found[f"PufferLib, {number} workers"] = play_puffer(case, number)
    return found


def raise_priority() -> None:
    """Of this process and all it has started, alike: each session has a weight of its own."""
    for pid in [os.getpid(), *children(os.getpid())]:
        for _ in range(3):
            try:
                Path(f"/proc/{pid}/autogroup").write_text("-20")
                break
            except BlockingIOError:
                time.sleep(0.15)
            except OSError:
                return


def children(pid: int) -> list[int]:
    direct = [int(c) for c in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
    return direct + [one for child in direct for one in children(child)]


def busy_processes() -> list[subprocess.Popen[bytes]]:
    """One that computes for each CPU."""
    command = [sys.executable, "-c", "while True: pass"]
    return [subprocess.Popen(command) for _ in os.sched_getaffinity(0)]


def measure(given: argparse.Namespace) -> list[dict[str, Any]]:
    """A row for each contender."""
    name, rounds, seconds = given.case, given.rounds, given.seconds
    ready = contenders(CASES[name], given.start_method)
    if given.busy:
        busy_processes()  # they end with all others
    raise_priority()
    rates: dict[str, list[float]] = {contender: [] for contender in ready}
    for turn in range(rounds + 1):
        for contender, play in ready.items():
            start = time.perf_counter()
            steps = play(seconds)
            if turn:  # the first one warms up
                rates[contender].append(steps / (time.perf_counter() - start))
    rows = []
    for contender, measured in rates.items():
        row: dict[str, Any] = {
            "case": name,
            "contender": contender,
            "steps_per_s": round(statistics.median(measured)),
        }
        for ours in ("sync", "async"):
            ratios = [a / b for a, b in zip(rates[ours], measured, strict=True)]
            row[f"{ours}/this"] = round(statistics.median(ratios), 2)
        rows.append(row)
    return rows


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--seconds", type=float, default=0.4)
    parser.add_argument("--case", choices=list(CASES), required=True)
    parser.add_argument("--start-method", default="starter")
    parser.add_argument("--busy", action="store_true", help="beside a busy process on each CPU")
    parser.add_argument("--csv", type=Path)
    given = parser.parse_args()
    rows = measure(given)
    for row in rows:
        print(*(f"{value!s:>22}" for value in row.values()), flush=True)
    if given.csv is not None:
        new = not given.csv.exists()
        with given.csv.open("a", newline="") as file:
            writer = csv.DictWriter(file, rows[0])
            if new:
                writer.writeheader()
            writer.writerows(rows)
    signal_all(children(os.getpid()), signal.SIGKILL)  # some peers do not end their processes
    os._exit(0)


if __name__ == "__main__":
    main()
