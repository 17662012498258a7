# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Messages between processes: pickles over a `Channel`, which neither tears nor loses them."""

from __future__ import annotations

import pickle
import select
from collections.abc import Sequence
from typing import Any

from parallel_pool.python_envs.native import Channel, OpenFile, channel_pair

# The number of messages that answer no request.
START = 0


def pair() -> tuple[Channel, OpenFile]:
    """Two connected ends: a channel, and one that another process or thread takes over."""
    return channel_pair()


def post(channel: Channel, value: Any, files: Sequence[int] = ()) -> None:
    """Sends a value and does not wait until it is written."""
    channel.post(START, pickle.dumps(value), [*files])


def send(channel: Channel, value: Any, number: int = START) -> None:
    """Sends a value; nothing happens where the other side has ended."""
    channel.send(number, pickle.dumps(value))


def receive(
    channel: Channel, timeout: float | None = None
) -> tuple[int, Any, list[OpenFile]] | None:
    """Waits for a message.

    Returns:
        Its number, its value, and the files that came with it; None after `timeout` seconds.

    Raises:
        EOFError: the other side has ended.
    """
    message = channel.front(timeout)
    if message is None:
        return None
    number, payload, files = message
    channel.pop()
    return number, pickle.loads(payload), files


def readable(files: Sequence[Any], seconds: float | None = None) -> list[int]:
    """Waits until one of some files can be read or has ended; the descriptors of those that can.

    Unlike `select.select` it takes descriptors of any size.
    """
    poll = select.poll()
    for file in files:
        poll.register(file, select.POLLIN)
    return [descriptor for descriptor, _ in poll.poll(None if seconds is None else seconds * 1000)]
