# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Processes that fork while workers use what all games of a process share."""

from __future__ import annotations

from tests.support import assert_clean, run_python


def test_a_forked_child_can_make_games() -> None:
    """No lock stays locked in it. Without care, about one child in 400 hangs."""
    code = """
import os, signal, threading, warnings
warnings.simplefilter("ignore", DeprecationWarning)

pools = [parallel_pool.make("Pong-v5", num_envs=64, num_threads=2) for _ in range(2)]
done = threading.Event()

def reset(pool):
    while not done.is_set():
        pool.reset()

threads = [threading.Thread(target=reset, args=(pool,)) for pool in pools]
for thread in threads:
    thread.start()
for _ in range(50):
    child = os.fork()
    if child == 0:
        signal.alarm(20)
        parallel_pool.make("Pong-v5", num_envs=1).reset()
        os._exit(0)
    _, status = os.waitpid(child, 0)
    assert status == 0, status
done.set()
for thread in threads:
    thread.join()
"""
    assert_clean(run_python(code))
