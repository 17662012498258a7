# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""A cluster of one node on this machine, for all tests of a process."""

from __future__ import annotations

import warnings
from collections.abc import Iterator

import pytest

# Ray 2.60 warns of its own future, and leaves files of its processes to the garbage collector.
INIT = {
    "num_cpus": 16,
    "include_dashboard": False,
    "_node_ip_address": "127.0.0.1",
    "log_to_driver": False,
    "logging_level": "ERROR",
    "object_store_memory": 200_000_000,
}


@pytest.fixture(scope="session")
def cluster() -> Iterator[None]:
    import ray

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for attempts in reversed(range(5)):
            try:
                ray.init(**INIT)
                break
            except Exception:  # busy CPUs: it was not ready within the 30 seconds that Ray gives it
                ray.shutdown()
                if attempts == 0:
                    raise
    yield
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        ray.shutdown()
