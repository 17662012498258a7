# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Programs that fork while other threads are at work."""

from __future__ import annotations

import sys

import pytest

from tests.support import assert_clean, run_python


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no forks")
def test_a_child_finds_locks_of_the_process_unlocked() -> None:
    code = """
import os, signal, threading, time, warnings
from parallel_pool.shared.fork_safe_lock import fork_safe_lock
warnings.simplefilter("ignore", DeprecationWarning)

lock, locked = fork_safe_lock(), threading.Event()

def hold():
    with lock:
        locked.set()
        time.sleep(0.2)

thread = threading.Thread(target=hold)
thread.start()
locked.wait()
child = os.fork()
if child == 0:
    signal.alarm(20)
    with lock:
        os._exit(0)
_, status = os.waitpid(child, 0)
assert status == 0, status
with lock:
    thread.join()
"""
    assert_clean(run_python(code))
