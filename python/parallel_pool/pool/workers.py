# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Worker threads that several pools share."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NoReturn, Self

from parallel_pool import _core

# The NUMA nodes that threads use: see `parallel_pool.make`.
NumaChoice = Literal["auto", "off"] | Sequence[int]


class Workers:
    """Threads that run the environments of several pools, so that these do not compete for CPUs.

    A thread that is free runs a task of the pool that has had the least of the threads' time, so
    pools that always have work get equal parts of it, however long their tasks are. Pools of
    different families may share workers. Results do not depend on it.

    Args:
        num_threads: the number of threads; None: as many as CPUs that this process may use.
        thread_affinity_offset: pin the threads to CPUs, starting with the CPU of this index.
        numa: the NUMA nodes whose CPUs the threads use, as for `parallel_pool.make`.

    Raises:
        TypeError, ValueError: an argument is invalid.
    """

    def __init__(
        self,
        num_threads: int | None = None,
        thread_affinity_offset: int | None = None,
        numa: NumaChoice = "auto",
    ) -> None:
        """See the class."""
        nodes = _core.checked_numa(numa)
        count = _core.available_parallelism(nodes) if num_threads is None else num_threads
        self._num_threads = _core.checked_integer("num_threads", count, 1)
        if thread_affinity_offset is not None:
            _core.checked_integer("thread_affinity_offset", thread_affinity_offset, 0)
        self._native = _core.Workers(self._num_threads, thread_affinity_offset, nodes)

    @property
    def num_threads(self) -> int:
        """The number of threads."""
        return self._num_threads

    @property
    def closed(self) -> bool:
        """Whether `close` was called."""
        return self._native.closed

    def capsule(self) -> object:
        """What pools take.

        Raises:
            PoolClosedError: these workers are closed.
            ForkedError: they belong to the parent of this process.
        """
        return self._native.capsule()

    def close(self) -> None:
        """Ends the threads, once the last pool that shares them is closed.

        No other pool can share them from now on.
        """
        self._native.close()

    def __enter__(self) -> Self:
        """The workers, which the end of the ``with`` block closes."""
        return self

    def __exit__(self, *_: object) -> None:
        """Closes the workers."""
        self.close()

    def __repr__(self) -> str:
        """As they were made."""
        return f"Workers(num_threads={self._num_threads})"

    def __reduce__(self) -> NoReturn:
        """Refuses to be pickled: other processes do not have the threads."""
        raise TypeError("Workers cannot be pickled: their threads belong to this process")
