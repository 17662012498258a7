# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Other Python threads run while the engine works."""

from __future__ import annotations

import sys
import threading
import time

import numpy as np
import parallel_pool
import pytest


@pytest.mark.parametrize(
    ("busy", "action", "env_id"),
    [
        ("spin_always", 0, None),
        ("spin_always", 0, np.arange(8)),
        ("spin_resets", 1, None),  # each step ends an episode or begins one
    ],
    ids=["all", "subset", "resets that are due"],
)
def test_long_work_in_the_calling_thread_lets_others_run(
    busy: str, action: int, env_id: np.ndarray | None
) -> None:
    """The GIL is never taken by force here, so other threads run only if the call released it."""
    envs = parallel_pool.make(
        "Scripted-v0", num_envs=8, num_threads=1, spin_us=400.0, seed=0, **{busy: True}
    )
    envs.reset()
    actions = np.full(8, action)
    for _ in range(10):  # until the engine knows what a step costs
        envs.step(actions, env_id)
    ticks, stop = 0, False

    def tick() -> None:
        nonlocal ticks
        while not stop:
            ticks += 1
            time.sleep(0.0001)

    interval = sys.getswitchinterval()
    ticker = threading.Thread(target=tick)
    sys.setswitchinterval(100.0)
    try:
        ticker.start()
        while ticks == 0:
            time.sleep(0.001)
        before = ticks
        for _ in range(40):
            envs.step(actions, env_id)
        during = ticks - before
    finally:
        sys.setswitchinterval(interval)
        stop = True
        ticker.join()
    envs.close()
    assert during > 0
