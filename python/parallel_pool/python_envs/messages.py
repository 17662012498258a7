# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Messages between processes: a length, a pickle, and optionally file descriptors."""

from __future__ import annotations

import pickle
import select
import socket
from collections.abc import Sequence
from typing import Any

_LENGTH_BYTES = 8
_MOST_DESCRIPTORS = 4


def send(channel: socket.socket, value: Any, descriptors: Sequence[int] = ()) -> None:
    """Sends a value that pickles, or the bytes of a pickle, and open files."""
    payload = value if isinstance(value, bytes) else pickle.dumps(value)
    socket.send_fds(channel, [len(payload).to_bytes(_LENGTH_BYTES, "little")], descriptors)
    channel.sendall(payload)


def receive(channel: socket.socket) -> tuple[Any, list[int]]:
    """Waits for a message.

    Returns:
        The value and the descriptors that came with it, which are the caller's to close.

    Raises:
        EOFError: the other side has ended.
    """
    head, descriptors, _, _ = socket.recv_fds(channel, _LENGTH_BYTES, _MOST_DESCRIPTORS)
    head += _exactly(channel, _LENGTH_BYTES - len(head))
    payload = _exactly(channel, int.from_bytes(head, "little"))
    return pickle.loads(payload), list(descriptors)


def readable(files: Sequence[Any], seconds: float | None = None) -> list[int]:
    """Waits until one of some files can be read or has ended; the descriptors of those that can.

    Unlike `select.select` it takes descriptors of any size.
    """
    poll = select.poll()
    for file in files:
        poll.register(file, select.POLLIN)
    return [descriptor for descriptor, _ in poll.poll(None if seconds is None else seconds * 1000)]


def _exactly(channel: socket.socket, count: int) -> bytes:
    parts = bytearray()
    while len(parts) < count:
        part = channel.recv(min(count - len(parts), 1 << 20))
        if not part:
            raise EOFError("the other process has ended")
        parts += part
    return bytes(parts)
