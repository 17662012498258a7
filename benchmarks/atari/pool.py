# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Measures time steps per second of Atari pools, EnvPool and ale-py's vector environment.

    python -m benchmarks.atari.pool [--six] [--envpool PYTHON] [--out FILE]

For each game, the contenders take turns: the pool with the preset ``envpool``, EnvPool (in an
interpreter of its own, if PYTHON names one), the pool with the preset ``ale``, and ale-py. Where
JAX and chex are installed, so do steps of the latter two within a jitted `lax.scan`, by
`parallel_pool.jax` and by ale-py's `xla()`. Each has one thread, `send` and `recv`, and random
actions; resets are included. Rates are medians over the turns, by CPU time. A ratio is taken within
a turn, because the machine may be faster in one turn than in another; the median over the turns
counts.

Then the script measures how much faster two threads are than one in async mode. Two independent
pools of one thread each show how much the machine allows. Last, it makes 64 environments. With
``--six``, it measures six games and no more.
"""

from __future__ import annotations

import argparse
import contextlib
import csv
import importlib.util
import math
import statistics
import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import ale_py
import numpy as np
import parallel_pool
from ale_py.vector_env import AtariVectorEnv
from parallel_pool.atari import find_game

from benchmarks.turns import Process

# The games that papers show most often.
GAMES = [
    "alien", "amidar", "asterix", "asteroids", "atlantis", "battle_zone", "beam_rider", "bowling",
    "boxing", "breakout", "enduro", "freeway", "frostbite", "gopher", "hero", "jamesbond",
    "kangaroo", "krull", "montezuma_revenge", "ms_pacman", "pong", "private_eye", "qbert",
    "riverraid", "seaquest", "space_invaders", "tennis", "tutankham", "venture",
]  # fmt: skip
# Those of which the documents show each.
SIX = ["pong", "breakout", "montezuma_revenge", "freeway", "qbert", "seaquest"]
PEERS = {
    "ours/envpool": ("ours", "envpool"),
    "ours_ale/ale": ("ours_ale", "ale"),
    "ours_xla/ale_xla": ("ours_xla", "ale_xla"),
}
COLUMNS = ["game", "ours", "envpool", "ours_ale", "ale", "ours_xla", "ale_xla", *PEERS]

Turn = Callable[[int, np.ndarray], float]  # the turn's number and actions to its CPU-seconds


def steps_of(envs: Any) -> Turn:
    """Steps from Python."""
    envs.reset()

    def turn(_: int, actions: np.ndarray) -> float:
        start = time.process_time()
        for row in actions:
            envs.send(row)
            envs.recv()
        return time.process_time() - start

    return turn


def scan_of(step: Callable[[Any, Any], Any], carry: Any) -> Turn:
    """Steps within a program of JAX."""
    import jax

    @jax.jit
    def play(carry: Any, actions: Any) -> Any:
        return jax.lax.scan(lambda carry, row: (step(carry, row), None), carry, actions)[0]

    def turn(_: int, actions: np.ndarray) -> float:
        nonlocal carry
        start = time.process_time()
        carry = jax.block_until_ready(play(carry, actions))
        return time.process_time() - start

    return turn


def contenders(
    name: str, num_envs: int, steps: int, python: str | None, pools: list[Any]
) -> dict[str, Turn]:
    """All that take turns in one game; their pools are added to a list."""
    id = f"{find_game(name).envpool_title}-v5"
    common = {"num_envs": num_envs, "num_threads": 1}

    def ours(**options: Any) -> Any:
        pools.append(parallel_pool.make(id, seed=1, **common, **options))
        return pools[-1]

    def ale() -> Any:
        pools.append(AtariVectorEnv(name, **common))
        return pools[-1]

    made = {
        "ours": steps_of(ours()),
        "ours_ale": steps_of(ours(preset="ale")),
        "ale": steps_of(ale()),
    }
    if python is not None:
        script = Path(__file__).with_name("envpool_turns.py")
        rival = Process([python, script, id, str(num_envs), str(steps)])
        made["envpool"] = lambda number, _: rival.ask(number)[0]
    if all(importlib.util.find_spec(module) for module in ("jax", "chex")):
        import parallel_pool.jax as pool_jax

        pool, rival_pool = ours(preset="ale"), ale()
        pool.reset()
        rival_pool.reset()
        made["ours_xla"] = scan_of(lambda c, row: pool_jax.step(c, row)[0], pool_jax.init(pool))
        handle, _, step = rival_pool.xla()
        made["ale_xla"] = scan_of(lambda c, row: step(c, row)[0], handle)
    return made


def measure(
    name: str, num_envs: int, steps: int, turns: int, python: str | None
) -> dict[str, float | str]:
    """One row of the table: time steps per CPU-second."""
    pools: list[Any] = []
    made = contenders(name, num_envs, steps, python, pools)
    count = pools[0].single_action_space.n
    taken: dict[str, list[float]] = {who: [] for who in made}
    names = list(made)
    for number in range(turns + 1):
        rng = np.random.default_rng(number)
        actions = rng.integers(count, size=(steps, num_envs)).astype(np.int32)
        for who in names[number % len(names) :] + names[: number % len(names)]:
            took = made[who](number, actions)
            if number > 0:  # the first one warms up
                taken[who].append(took)
    for envs in pools:
        envs.close()
    row: dict[str, float | str] = {"game": name}
    for who, times in taken.items():
        row[who] = round(num_envs * steps / statistics.median(times))
    for what, (us, them) in PEERS.items():
        if us in taken and them in taken:
            ratios = (b / a for a, b in zip(taken[us], taken[them], strict=True))
            row[what] = round(statistics.median(ratios), 2)
    return row


def summary(rows: list[dict[str, Any]]) -> str:
    """Geometric means of the ratios, and the smallest."""
    lines = []
    for what in PEERS:
        ratios = {row["game"]: row[what] for row in rows if what in row}
        if ratios:
            mean = math.exp(sum(map(math.log, ratios.values())) / len(ratios))
            least = min(ratios, key=ratios.__getitem__)
            lines.append(f"{what}: {mean:.2f} times, at least {ratios[least]:.2f} ({least})")
    return "\n".join(lines)


def async_steps(threads: int, seconds: float) -> float:
    """Time steps per second of 64 Pongs in batches of 16, by the clock."""
    envs = parallel_pool.make("Pong-v5", num_envs=64, batch_size=16, num_threads=threads, seed=1)
    envs.async_reset()
    actions = np.zeros(16, np.int64)

    def turn() -> None:
        infos = envs.recv()[4]
        envs.send(actions, infos["env_id"])

    for _ in range(40):
        turn()
    count, start = 0, time.perf_counter()
    while time.perf_counter() - start < seconds:
        turn()
        count += 16
    rate = count / (time.perf_counter() - start)
    envs.close()
    return rate


def scaling(turns: int, seconds: float) -> dict[str, float]:
    """The speed of two threads, and of two pools of one thread, relative to one thread."""
    ratios: dict[str, list[float]] = {"two threads": [], "two pools": []}
    with ThreadPoolExecutor(2) as two:
        for _ in range(turns):
            one = async_steps(1, seconds)
            ratios["two threads"].append(async_steps(2, seconds) / one)
            ratios["two pools"].append(sum(two.map(async_steps, (1, 1), [seconds] * 2)) / one)
    return {who: statistics.median(values) for who, values in ratios.items()}


def seconds(call: Callable[[], object]) -> float:
    """The wall time of a call."""
    start = time.perf_counter()
    call()
    return time.perf_counter() - start


def main() -> None:
    """Measures, and writes a table as CSV to standard output or a file."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", help="29 by default")
    parser.add_argument("--six", action="store_true", help="six games, and nothing after them")
    parser.add_argument("--envpool", help="a Python interpreter that has EnvPool")
    parser.add_argument("--num-envs", type=int, default=8)
    parser.add_argument("--steps", type=int, default=60, help="time steps of each turn")
    parser.add_argument("--turns", type=int, default=7)
    parser.add_argument("--out", type=Path, help="the CSV file")
    given = parser.parse_args()
    ale_py.ALEInterface.setLoggerMode(ale_py.LoggerMode.Error)  # otherwise each prints a greeting
    rows = []
    with (
        open(given.out, "w", newline="") if given.out else contextlib.nullcontext(sys.stdout) as out
    ):
        writer = csv.DictWriter(out, COLUMNS, lineterminator="\n")
        writer.writeheader()
        for name in given.games or (SIX if given.six else GAMES):
            rows.append(measure(name, given.num_envs, given.steps, given.turns, given.envpool))
            writer.writerow(rows[-1])
            out.flush()
    print(summary(rows), file=sys.stderr)
    if given.six:
        return

    for who, ratio in scaling(given.turns, 2.0).items():
        print(f"{who}: {ratio:.2f} times one thread", file=sys.stderr)
    made: list[Any] = []
    build = seconds(lambda: made.append(parallel_pool.make("Enduro-v5", num_envs=64)))
    build += seconds(made[0].reset)
    print(f"64 environments made and reset: {build:.2f} s", file=sys.stderr)


if __name__ == "__main__":
    main()
