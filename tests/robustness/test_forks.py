# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Programs that fork while other threads are at work."""

from __future__ import annotations

import sys

import pytest

from tests.support import assert_clean, run_python


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no forks")
@pytest.mark.parametrize("kind", ["a lock of the process", "an attribute made when asked for"])
def test_a_child_does_not_wait_for_threads_of_its_parent(kind: str) -> None:
    code = f"""
import os, signal, threading, time, warnings
from parallel_pool.shared.fork_safe_lock import fork_safe_lock
from parallel_pool.when_asked import when_asked
warnings.simplefilter("ignore", DeprecationWarning)

lock, begun = fork_safe_lock(), threading.Event()

def work():
    begun.set()
    time.sleep(0.2)
    return 5

class Worker:
    @when_asked
    def value(self):
        return work()

def use():
    if {kind!r} == "a lock of the process":
        with lock:
            work()
    else:
        assert Worker().value == 5

thread = threading.Thread(target=use)
thread.start()
begun.wait()
child = os.fork()
if child == 0:
    signal.alarm(20)
    use()
    os._exit(0)
_, status = os.waitpid(child, 0)
assert status == 0, status
thread.join()
"""
    assert_clean(run_python(code))
