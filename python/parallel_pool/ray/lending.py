# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""How what an actor returns reaches the caller: arrays are lent on one machine, and sent elsewhere.

The batches of an actor's pool lie in a file without a name. A caller on the same machine maps that
file and reads their arrays in place: of a batch, only the places of its arrays travel. The pool
does not write to the batch again before the caller has dropped all of its arrays; the next call
of the actor says so. To a caller elsewhere Ray carries the arrays.

Both ends number the calls of an actor, since a batch is returned by the number of its call.
"""

from __future__ import annotations

import ctypes
import mmap
import os
import pickle
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from ray import cloudpickle

# Smaller arrays are copied into the message: that takes less time than to lend them.
_LENT_BYTES = 4096
# First byte and bytes.
Place = tuple[int, int]


class Offer(NamedTuple):
    """A file that an actor's batches lie in, for processes of the same machine.

    Attributes:
        boot_id: of the system that runs there.
        pid, descriptor: the actor's process, and the file's descriptor in it.
        identity: the file's device, number and size.
    """

    boot_id: str
    pid: int
    descriptor: int
    identity: tuple[int, int, int]


class Lender:
    """The actor's end.

    Args:
        shared: where the pool's batches lie: a descriptor, an address and bytes; None if no other
            process can map them.
    """

    def __init__(self, shared: tuple[int, int, int] | None) -> None:
        """Nothing is lent."""
        self._shared = shared
        self._lent: dict[int, Any] = {}  # what the results of calls have lent
        # Nothing of it is freed when this process ends, since its callers would then read zeros.
        ctypes.pythonapi.Py_IncRef(ctypes.py_object(self._lent))

    def offer(self) -> Offer | None:
        """What the caller needs to map the file."""
        if self._shared is None:
            return None
        descriptor = self._shared[0]
        return Offer(_boot_id(), os.getpid(), descriptor, _identity(os.fstat(descriptor)))

    def take_back(self, calls: list[int]) -> None:
        """The caller has dropped what these calls returned."""
        for call in calls:
            self._lent.pop(call, None)

    def pack(self, call: int | None, value: Any) -> Any:
        """What Ray carries to the caller.

        Args:
            call: the number of the call; None if the caller has not mapped the file.
            value: what the call returns.
        """
        apart: list[Place | pickle.PickleBuffer] = []
        lent = False

        def within(buffer: pickle.PickleBuffer) -> bool:
            """Whether an array travels within the message."""
            nonlocal lent
            size = buffer.raw().nbytes
            if size < _LENT_BYTES:
                return True
            place = None if call is None else self._place_of(buffer, size)
            lent |= place is not None
            apart.append(buffer if place is None else place)
            return False

        head = cloudpickle.dumps(value, protocol=5, buffer_callback=within)
        if call is not None and lent:
            self._lent[call] = value
        if all(isinstance(one, tuple) for one in apart):
            return pickle.dumps((head, apart))
        return head, apart

    def _place_of(self, buffer: pickle.PickleBuffer, size: int) -> Place | None:
        if self._shared is None:
            return None
        _, address, extent = self._shared
        first = np.frombuffer(buffer.raw(), np.uint8).__array_interface__["data"][0] - address
        return (first, size) if 0 <= first <= extent - size else None


class Loan:
    """What a call of an actor may lend: it is returned when neither the call nor an array is left.

    Args:
        memory: all that the actor shares.
        call: the number of the call.
        returned: where it is noted at the end; any thread may do so.
    """

    def __init__(self, memory: np.ndarray, call: int, returned: list[int]) -> None:
        """See the class."""
        self.__array_interface__ = memory.__array_interface__  # arrays that are made of it keep it
        self.call = call
        self._memory, self._returned = memory, returned

    def __del__(self) -> None:
        self._returned.append(self.call)


class Borrower:
    """The caller's end, of one actor."""

    def __init__(self) -> None:
        """The file is not mapped yet."""
        self._memory: np.ndarray | None = None
        self._calls = 0
        self._returned: list[int] = []

    def accept(self, offer: Offer | None) -> None:
        """Maps the file of an actor if it is one of this machine, and open to this process."""
        if offer is not None and offer.boot_id == _boot_id():
            self._memory = _mapped(offer)

    def loan(self) -> Loan | None:
        """What the next call may lend; None if it has to send."""
        if self._memory is None:
            return None
        self._calls += 1
        return Loan(self._memory, self._calls, self._returned)

    def request(self, loan: Loan | None, name: str, args: Any) -> tuple[bytes, int]:
        """A call as the actor takes it, and how many loans it returns."""
        returned = self._returned[:]
        call = None if loan is None else loan.call
        return cloudpickle.dumps((name, args, call, returned), protocol=5), len(returned)

    def told(self, count: int) -> None:
        """The actor was told of this many loans that it has back."""
        del self._returned[:count]


def unpack(loan: Loan | None, answer: Any) -> Any:
    """What a call returned; arrays that are lent are read-only."""
    head, apart = pickle.loads(answer) if isinstance(answer, bytes) else answer
    if not apart:
        return pickle.loads(head)
    memory = None if loan is None else np.asarray(loan)

    def buffer_of(one: Any) -> Any:
        if not isinstance(one, tuple):
            return one
        assert memory is not None
        first, size = one
        return memory[first : first + size]

    return pickle.loads(head, buffers=map(buffer_of, apart))


def _mapped(offer: Offer) -> np.ndarray | None:
    path = Path(f"/proc/{offer.pid}/fd/{offer.descriptor}")
    try:
        if _identity(path.stat()) != offer.identity:  # another process, which has its number here
            return None
        with path.open("rb", buffering=0) as file:
            size = offer.identity[2]
            memory = mmap.mmap(file.fileno(), size, mmap.MAP_SHARED, mmap.PROT_READ)
    except (OSError, ValueError, OverflowError):
        return None
    return np.frombuffer(memory, np.uint8)


def _identity(status: os.stat_result) -> tuple[int, int, int]:
    return status.st_dev, status.st_ino, status.st_size


def _boot_id() -> str:
    return Path("/proc/sys/kernel/random/boot_id").read_text()
