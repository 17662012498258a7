# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Tries one environment of the zoo, in the package's own virtual environment.

    python -m parallel_pool.tools.zoo.trial PACKAGE ENVIRONMENT SECONDS

Its last line of output is the result as JSON; lines before it that begin with ``now:`` say what is
being done.
"""

from __future__ import annotations

import importlib.metadata
import itertools
import json
import os
import platform
import re
import statistics
import sys
import time
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from gymnasium.vector import AsyncVectorEnv

import parallel_pool
from parallel_pool.python_envs.agent_facts import MOVER
from parallel_pool.tools.zoo.catalogue import Package, by_name
from parallel_pool.tools.zoo.conformance import Plan, compare, is_reproducible, record
from parallel_pool.tools.zoo.stepping import Alone, stepper_of

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
        found["problem"] = _describe(error)
    return found


def _describe(error: Exception) -> str:
    """An exception in a line; if it has no text, with the line of code that raised it."""
    text = str(error)
    if not text:
        place = traceback.extract_tb(error.__traceback__)[-1]
        text = f"{Path(place.filename).name}, line {place.lineno}: {place.line}"
    return f"{type(error).__name__}: {text}"


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
    plan = Plan(function, count, STEPS, seed, COMPARED_SECONDS, package.unseeded_infos)
    recording = record(plan)
    for name, asynchronous in (("sync", False), ("async", True)):
        _say(f"comparing them with a pool, {name} mode")
        for workers in sorted({min(NUM_WORKERS, count), count}):
            difference = compare(recording, source, workers, asynchronous)
            if not difference:
                break
        found[f"exact_{name}"] = 0 if difference else recording.steps
        if difference and is_reproducible(recording):
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
    agents = pool.is_multi_player
    plays["sync"](0.2)
    memory = sum(proportional_kib(pid) for pid in descendants(os.getpid()) - before)
    halves = parallel_pool.make_python(source, NUM_ENVS, NUM_ENVS // 2, num_workers=workers)
    plays["async"] = _play_async(halves, seed)
    peer, why_no_peer = None, "it steps one agent" if agents else ""
    try:
        if not agents:
            peer = AsyncVectorEnv([function] * NUM_ENVS, context="spawn")
            plays["async_vector_env"] = _play(peer, seed)
    except Exception as error:
        why_no_peer = _describe(error)
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
                why_no_peer = _describe(error)
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
    choose = _chooser(envs)
    infos = envs.reset(seed=seed)[1]

    def play(seconds: float) -> int:
        nonlocal infos
        calls, end = 0, time.perf_counter() + seconds
        while time.perf_counter() < end:
            infos = envs.step(choose(infos))[4]
            calls += 1
        return calls * NUM_ENVS

    return play


def _play_async(envs: Any, seed: int | None) -> Play:
    choose = _chooser(envs)
    envs.async_reset(seed=seed)
    infos = envs.recv()[4]

    def play(seconds: float) -> int:
        nonlocal infos
        calls, end = 0, time.perf_counter() + seconds
        while time.perf_counter() < end:
            envs.send(choose(infos), infos["env_id"])
            infos = envs.recv()[4]
            calls += 1
        return calls * NUM_ENVS // 2

    return play


def _chooser(envs: Any) -> Callable[[dict[str, Any]], Any]:
    """Random actions for the rows of a result; those of agents that take turns are legal moves."""
    turn = itertools.cycle([envs.action_space.sample() for _ in range(64)])
    if not getattr(envs, "is_multi_player", False):
        return lambda infos: next(turn)
    agents = envs.get_attr("possible_agents")[0]
    generator = np.random.default_rng(1)

    def choose(infos: dict[str, Any]) -> Any:
        if MOVER not in infos:
            return next(turn)[: len(infos["players"]["id"])]
        movers = [agents[mover] for mover in infos[MOVER]]
        masks = np.array([infos[mover]["action_mask"][i] for i, mover in enumerate(movers)])
        return np.argmax(masks * generator.random(masks.shape), axis=1)

    return choose


def _play_bare(function: Callable[[], Any]) -> Play:
    env = stepper_of(function())
    result = env.reset(None)
    fixed = isinstance(env, Alone)
    actions = [env.sample() for _ in range(64)]

    def play(seconds: float) -> int:
        nonlocal result
        steps, end = 0, time.perf_counter() + seconds
        while time.perf_counter() < end:
            result = env.step(actions[steps % 64] if fixed else env.sample())
            if result.over:
                env.reset(None)
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
