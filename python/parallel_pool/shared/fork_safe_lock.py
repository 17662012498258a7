# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Locks of the whole process that a forked child finds unlocked."""

from __future__ import annotations

import os
import threading
from contextlib import AbstractContextManager


def fork_safe_lock() -> AbstractContextManager[bool]:
    """A lock that its thread may take again.

    The thread that forks takes it before the fork and releases it afterwards, in both processes. So
    no other thread can hold it at the fork.
    """
    lock = threading.RLock()
    if hasattr(os, "register_at_fork"):  # not on Windows
        os.register_at_fork(
            before=lock.acquire, after_in_parent=lock.release, after_in_child=lock.release
        )
    return lock
