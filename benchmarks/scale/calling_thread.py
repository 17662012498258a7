# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""What the calling thread of a pool does itself, while other threads step.

    python -m benchmarks.scale.calling_thread --csv FILE

The time of `send`, and that of a `recv` whose batch is complete, for each row; the fastest of many,
because other work on the machine can only slow a call. It includes waking the workers.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import parallel_pool

from benchmarks.scale.cases import CASES, WAITING
from benchmarks.turns import write

# Rows of a batch, and how often it is played.
BATCHES = {"CartPole": (65_536, 100), "Pong": (512, 20), "Ant": (512, 20)}
WAIT_S = 0.005  # between looks at whether a batch is complete


def received(envs: Any) -> tuple[dict[str, Any], int]:
    """The infos of a batch, and the nanoseconds of a `recv` that did not have to wait for it."""
    while True:
        time.sleep(WAIT_S)
        start = time.perf_counter_ns()
        try:
            infos = envs.recv(timeout=0)[-1]
        except TimeoutError:
            continue
        return infos, time.perf_counter_ns() - start


def row_ns(case: str, sync: bool) -> float:
    """Nanoseconds for each row."""
    batch, repeats = BATCHES[case]
    with parallel_pool.make(
        CASES[case].id,
        num_envs=batch if sync else WAITING * batch,
        batch_size=None if sync else batch,
        num_threads=2,
        seed=0,
    ) as envs:
        envs.action_space.seed(0)
        actions = [envs.action_space.sample() for _ in range(4)]
        ids = None
        if sync:
            envs.reset()
        else:
            envs.async_reset()
            ids = envs.recv()[-1]["env_id"]
        sending = receiving = float("inf")
        for number in range(repeats):
            start = time.perf_counter_ns()
            envs.send(actions[number % 4], ids)
            sending = min(sending, time.perf_counter_ns() - start)
            infos, took = received(envs)
            receiving = min(receiving, took)
            ids = None if sync else infos["env_id"]
    return (sending + receiving) / batch


def rows() -> Iterator[dict[str, Any]]:
    """A row for each case and mode."""
    for case, (batch, _) in BATCHES.items():
        for mode in ("sync", "async"):
            yield {
                "case": case,
                "mode": mode,
                "rows": batch,
                "row_ns": f"{row_ns(case, mode == 'sync'):.3g}",
            }


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--csv", type=Path)
    write(rows(), parser.parse_args().csv)
