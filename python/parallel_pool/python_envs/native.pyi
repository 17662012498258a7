# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Written by `make golden`."""

from collections.abc import Sequence
from typing import Any


class OpenFile:
    """An open file, closed with this object."""

    def __init__(self, descriptor: int) -> None: ...

    def fileno(self) -> int: ...

    @staticmethod
    def of_process(pid: int) -> OpenFile:
        """That of a process."""

    def detach(self) -> int:
        """The descriptor, which is no longer closed here."""

    def close(self) -> None: ...

    def __enter__(self) -> OpenFile: ...

    def __exit__(self, *args: object) -> None: ...

class Channel:
    """
    Messages over one end of a socket pair, which it takes over. No message is torn or lost where a signal handler raises.
    """

    def __init__(self, descriptor: int) -> None: ...

    def fileno(self) -> int: ...

    def post(self, number: int, payload: bytes, files: list[int] = []) -> None:
        """
        Adds a message and does not wait; later calls write what is left of it.
        """

    def send(self, number: int, payload: bytes, files: list[int] = []) -> None:
        """The same, and waits until it is written or the other side has ended."""

    def front(self, timeout: float | None = None) -> tuple[int, bytes, list[OpenFile]] | None:
        """
        The first message that was not popped; None after this many seconds. Raises EOFError when none will come.
        """

    def pop(self) -> None: ...

    def close(self) -> None: ...

def channel_pair() -> tuple[Channel, OpenFile]:
    """
    Two connected ends: a channel, and one for somebody else. Both have an owner at once, whatever a signal handler raises.
    """

class Child:
    """
    A child process. It is killed and waited for when this object is deleted.
    """

    def __init__(self) -> None: ...

    def start(self, function: object, *args: Any, **kwargs: Any) -> None:
        """
        Calls a function written in C that starts a process and returns its id, such as `os.fork`.
        """

    @property
    def pid(self) -> int: ...

    def fileno(self) -> int: ...

    def end(self) -> int | None:
        """Ends it and its process group; its status, if it can be known soon."""

class ProcessPool:
    """The pool's side of worker processes."""

    def __init__(self, observation: dict[str, Any], action: dict[str, Any], starter: object, *, num_envs: int, batch_size: int, num_workers: int, max_players: int, autoreset_mode: str, result_format: str, episode_statistics: bool, step_timeout: float | None, restart: bool) -> None: ...

    @property
    def closed(self) -> bool: ...

    @property
    def in_flight(self) -> int: ...

    def step(self, actions: object, env_id: object | None = None) -> tuple[Any, Any, Any, Any, dict[str, Any]]: ...

    def reset(self, env_id: object | None = None, seed: object | None = None, options: dict[str, object] | None = None, masked: bool = False) -> tuple[Any, dict[str, Any]]: ...

    def send(self, actions: object, env_id: object | None = None) -> None: ...

    def async_reset(self, env_id: object | None = None, seed: object | None = None, options: dict[str, object] | None = None) -> None: ...

    def recv(self, timeout: float | None = None) -> tuple[Any, Any, Any, Any, dict[str, Any]]: ...

    def close(self) -> None: ...

    def needs_reset(self, env_id: int) -> bool: ...

    @property
    def num_envs(self) -> int: ...

    @property
    def batch_size(self) -> int: ...

    @property
    def num_workers(self) -> int: ...

    @property
    def unit(self) -> int: ...

    @property
    def descriptor(self) -> int: ...

    @property
    def shared_memory(self) -> tuple[int, int, int] | None:
        """
        Where batches lie that other processes may map: the descriptor of a file, its address and its bytes; None if they lie elsewhere.
        """

    @property
    def forked(self) -> bool: ...

    def first_env(self, worker: int) -> int: ...

    def attach_worker(self, worker: int, process_descriptor: int, channel: Channel) -> None: ...

    def set_seeds(self, seeds: list[int | None]) -> None: ...

class Request:
    """A call of several parts, alone until it is released."""

    def __init__(self, pool: ProcessPool, name: str) -> None: ...

    def release(self) -> None: ...

    def ask(self, messages: list[tuple[int, bytes]]) -> list[bytes]: ...

    def check_idle(self, env_ids: Sequence[int]) -> None: ...

    def check_clone(self, from_ids: object, to_ids: object) -> None: ...

    def note_clone(self, from_ids: object, to_ids: object, failed: bool) -> None: ...

    def save(self, env_id: int) -> bytes: ...

    def check_load(self, env_ids: Sequence[int]) -> None: ...

    def note_load(self, env_ids: Sequence[int], states: Sequence[bytes]) -> None: ...

class WorkerLoop:
    """What runs in a worker process."""

    def __init__(self, descriptor: int, observation: dict[str, Any], action: dict[str, Any], *, num_envs: int, batch_size: int, num_workers: int, max_players: int, unit: int, worker: int, autoreset_mode: str, envs: list[Any]) -> None: ...

    def episode(self, index: int) -> tuple[Any, Any, bool, int]: ...

    def set_episode(self, index: int, env: Any, last_observation: Any, ended: bool, elapsed: int) -> None: ...

    def keep_observation(self, index: int) -> None: ...

    def set_next_env(self, index: int, successor: object) -> None: ...

    def begin(self, index: int) -> None:
        """Notes that an environment's code runs from now on, for a request."""

    def rest(self) -> None:
        """Notes that none runs."""

    def run(self) -> bool:
        """
        Works off tasks. True when the worker shall read its socket, False when it shall end.
        """

def adopt_orphans() -> None:
    """
    Makes this process the parent of all that its descendants leave behind.
    """

def end_with(process_descriptor: int) -> None:
    """Ends this process and its group when another process has ended."""
