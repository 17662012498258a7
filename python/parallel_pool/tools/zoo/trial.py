# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Tries one environment of the zoo, in the package's own virtual environment.

    python -m parallel_pool.tools.zoo.trial PACKAGE ENVIRONMENT SECONDS

Its last line of output is the result as JSON; lines before it that begin with ``now:`` say what is
being done.
"""

from __future__ import annotations

import importlib.metadata
import json
import os
import platform
import re
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from gymnasium.vector import AsyncVectorEnv

import parallel_pool
from parallel_pool.tools.zoo.catalogue import Package, by_name
from parallel_pool.tools.zoo.conformance import compare, is_reproducible, record

NUM_ENVS = 8
NUM_WORKERS = 2
STEPS = 250
ROUNDS = 3
# Seconds after which slow environments are not compared any further.
COMPARED_SECONDS = 15.0
# In place of a number of steps that agree.
UNREPRODUCIBLE = "two loops differ"

Play = Callable[[float], int]


def attempt(package: Package, env: str, seconds: float) -> dict[str, Any]:
    """The row of an environment: whether it is exact, and how fast it is.

    Args:
        package: of the zoo.
        env: one of its environments.
        seconds: wall time of each slice of the measurement.

    Returns:
        A value for each measured column; ``problem`` says what does not work.
    """
    found: dict[str, Any] = {"package": package.name, "env": env}
    found |= {"python": platform.python_version(), "num_envs": NUM_ENVS}
    try:
        found["version"] = _version(package)
        seed = 7 if package.seeded else None
        found |= _exactness(package, env, seed)
        found |= _speeds(package, env, seed, seconds)
    except Exception as error:
        found["problem"] = f"{type(error).__name__}: {error}"
    return found


def _version(package: Package) -> str:
    if not package.install:
        return ""
    wanted = (package.without_dependencies or package.install)[0]
    try:
        return importlib.metadata.version(re.split(r"[^\w.-]", wanted)[0])
    except importlib.metadata.PackageNotFoundError:
        return ""


def _exactness(package: Package, env: str, seed: int | None) -> dict[str, Any]:
    """How many steps agree; environments that share a generator need a worker each."""
    found: dict[str, Any] = {}
    source, function = package.source(env), package.function(env)
    count = 1 if package.one_per_process else NUM_ENVS // 2
    _say(f"stepping {count} environments in a loop")
    recording = record(function, count, STEPS, seed, COMPARED_SECONDS)
    for name, asynchronous in (("sync", False), ("async", True)):
        _say(f"comparing them with a pool, {name} mode")
        for workers in sorted({min(NUM_WORKERS, count), count}):
            difference = compare(recording, source, workers, asynchronous)
            if not difference:
                break
        found[f"exact_{name}"] = 0 if difference else recording.steps
        if difference and is_reproducible(recording, function):
            found["problem"] = f"differs from a loop: {difference}"
        elif difference:
            found[f"exact_{name}"] = UNREPRODUCIBLE
    return found


def _speeds(package: Package, env: str, seed: int | None, seconds: float) -> dict[str, Any]:
    """Steps per second of each contender, in turns, and what the pool's workers hold."""
    source, function = package.source(env), package.function(env)
    workers = NUM_ENVS if package.one_per_process else NUM_WORKERS
    _say("starting the contenders")
    start = time.perf_counter()
    before = descendants(os.getpid())
    pool = parallel_pool.make_python(source, NUM_ENVS, num_workers=workers)
    started = time.perf_counter() - start
    plays = {"sync": _play(pool, seed)}
    plays["sync"](0.2)
    memory = sum(proportional_kib(pid) for pid in descendants(os.getpid()) - before)
    halves = parallel_pool.make_python(source, NUM_ENVS, NUM_ENVS // 2, num_workers=workers)
    plays["async"] = _play_async(halves, seed)
    peer, why_no_peer = None, ""
    try:
        peer = AsyncVectorEnv([function] * NUM_ENVS, context="spawn")
        plays["async_vector_env"] = _play(peer, seed)
    except Exception as error:
        why_no_peer = f"{type(error).__name__}: {error}"
    plays["bare"] = _play_bare(function)
    rates: dict[str, list[float]] = {name: [] for name in plays}
    for turn in range(ROUNDS + 1):
        for name, play in [*plays.items()]:
            _say(f"measuring {name}, turn {turn} of {ROUNDS}")
            start = time.perf_counter()
            try:
                steps = play(seconds)
            except Exception as error:
                if name != "async_vector_env":
                    raise
                why_no_peer = f"{type(error).__name__}: {error}"
                del plays[name], rates[name]
                continue
            if turn:  # the first one warms up
                rates[name].append(steps / (time.perf_counter() - start))
    for one in (pool, halves):
        one.close()
    if peer is not None:
        peer.close(terminate=True)
    found = {name: round(statistics.median(measured), 1) for name, measured in rates.items()}
    return found | {
        "mib_per_env": round(memory / 1024 / NUM_ENVS, 1),
        "start_s": round(started, 2),
        "peer_problem": why_no_peer,
    }


def _play(envs: Any, seed: int | None) -> Play:
    envs.reset(seed=seed)
    actions = [envs.action_space.sample() for _ in range(64)]

    def play(seconds: float) -> int:
        calls, end = 0, time.perf_counter() + seconds
        while time.perf_counter() < end:
            envs.step(actions[calls % 64])
            calls += 1
        return calls * NUM_ENVS

    return play


def _play_async(envs: Any, seed: int | None) -> Play:
    half = NUM_ENVS // 2
    actions = [envs.action_space.sample() for _ in range(64)]

    envs.async_reset(seed=seed)
    ids = envs.recv()[4]["env_id"]

    def play(seconds: float) -> int:
        nonlocal ids
        calls, end = 0, time.perf_counter() + seconds
        while time.perf_counter() < end:
            envs.send(actions[calls % 64], ids)
            ids = envs.recv()[4]["env_id"]
            calls += 1
        return calls * half

    return play


def _play_bare(function: Callable[[], Any]) -> Play:
    env = function()
    env.reset()
    actions = [env.action_space.sample() for _ in range(64)]

    def play(seconds: float) -> int:
        steps, end = 0, time.perf_counter() + seconds
        while time.perf_counter() < end:
            result = env.step(actions[steps % 64])
            if result[2] or result[3]:
                env.reset()
            steps += 1
        return steps

    return play


def descendants(pid: int) -> set[int]:
    """The processes that a process has started, and those that these have started."""
    found: set[int] = set()
    for task in Path(f"/proc/{pid}/task").iterdir():
        for child in (task / "children").read_text().split():
            found |= {int(child)} | descendants(int(child))
    return found


def proportional_kib(pid: int) -> int:
    """The memory of a process in KiB; what n processes share counts as an n-th."""
    for line in Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines():
        if line.startswith("Pss:"):
            return int(line.split()[1])
    return 0


def _say(what: str) -> None:
    print(f"now: {what}", flush=True)


def main() -> None:
    """Tries what the command line names."""
    _, name, env, seconds = sys.argv
    package = by_name(name)
    assert package is not None
    result = attempt(package, env, float(seconds))
    print(json.dumps(result), flush=True)
    os._exit(0)  # what some packages do at the end is of no interest


if __name__ == "__main__":
    main()
