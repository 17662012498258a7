# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Engines that end at certain moments: while they hold a lock, or around the mapping of memory."""

from __future__ import annotations

import contextlib
import mmap
import os
import signal
import struct
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import parallel_pool
import pytest
from parallel_pool.errors import EnvironmentFailure

from tests.families.vizdoom.running import engines, program_of_engine

pytest.importorskip("vizdoom")

ID = "VizdoomBasic-v1"
SMALL = {"screen_resolution": "RES_160X120"}
MUTEX = 48  # bytes, from the beginning of a queue
HELD = 2  # by someone, for whom others may wait


def queues() -> list[str]:
    """The two queues of the engine that this process has started, to it and from it."""
    return [path for path, name in own_files() if "vizdoom queue" in name]


def own_files() -> list[tuple[str, str]]:
    """The paths and names of the files that this process has open, in the order of numbers."""
    found = []
    for number in sorted(map(int, os.listdir("/proc/self/fd"))):
        with contextlib.suppress(OSError):  # the folder itself is closed by now
            path = f"/proc/self/fd/{number}"
            found.append((path, os.readlink(path)))
    return found


def hold(queue: str, owner: int) -> None:
    """Makes a queue's lock look as if a thread held it."""
    with open(queue, "r+b", buffering=0) as file, mmap.mmap(file.fileno(), 4096) as memory:
        struct.pack_into("<iIi", memory, MUTEX, HELD, 0, owner)


@pytest.mark.parametrize("number", [0, 1], ids=["to the engine", "from it"])
@pytest.mark.parametrize("ends", [True, False], ids=["killed", "hanging"])
def test_a_lock_that_is_never_released(number: int, ends: bool) -> None:
    """The engine's row fails, and a reset starts another engine."""
    with parallel_pool.make(ID, num_envs=1, engine_timeout=3.0, **SMALL) as envs:
        envs.reset(seed=1)
        (engine,) = engines(os.getpid())
        os.kill(engine, signal.SIGSTOP)
        hold(queues()[number], engine)
        if ends:
            os.kill(engine, signal.SIGKILL)
        message = "ended by signal 9" if ends else "did not answer within 3 seconds"
        with pytest.raises(EnvironmentFailure, match=message):
            envs.step([0])
        envs.reset(seed=1)
        envs.step([0])


def script(folder: Path, text: str) -> str:
    """A program in place of the engine."""
    path = folder / "vizdoom"
    path.write_text(f"#!/bin/sh\n{text}\n")
    path.chmod(0o755)
    return str(path)


def test_an_engine_that_hangs_at_its_start(tmp_path: Path) -> None:
    program = script(tmp_path, "exec sleep 600")
    with parallel_pool.make("Basic-v1", num_envs=1, vzd_path=program, engine_timeout=0.5) as envs:
        with pytest.raises(EnvironmentFailure, match=r"did not answer within 0\.5 seconds"):
            envs.reset(seed=1)
        assert not sleepers()


def sleepers() -> list[str]:
    """The children of this process that sleep."""
    found = []
    for entry in Path("/proc").glob("[0-9]*"):
        try:
            words = (entry / "cmdline").read_bytes().split(b"\0")
            parent = int((entry / "stat").read_text().rpartition(")")[2].split()[1])
        except OSError:
            continue
        if parent == os.getpid() and words[0] == b"sleep":
            found.append(entry.name)
    return found


@pytest.mark.parametrize(
    ("text", "message"),
    [
        # Before it has made memory, and with no room to make it.
        ("kill -9 $$", "ended by signal 9"),
        ('ulimit -f 100; exec {engine} "$@"', "ended by signal 25|ended with status|says: "),
    ],
    ids=["before", "no room"],
)
def test_engines_that_never_map_memory(text: str, message: str, tmp_path: Path) -> None:
    program = script(tmp_path, text.format(engine=program_of_engine()))
    with parallel_pool.make("Basic-v1", num_envs=1, vzd_path=program) as envs:
        for _ in range(2):
            with pytest.raises(EnvironmentFailure, match=message):
                envs.reset(seed=1)
    assert engines(os.getpid()) == []


def has_made_memory(engine: int) -> bool:
    """Which it maps next."""
    return any(os.stat(path).st_size > 0 for path, name in own_files() if "vizdoom memory" in name)


def has_mapped_memory(engine: int) -> bool:
    return "vizdoom memory" in Path(f"/proc/{engine}/maps").read_text()


def receive_and_step(envs: Any) -> None:
    """The engine may have done all for the reset."""
    envs.recv()
    envs.step([0])


@pytest.mark.parametrize("moment", [has_made_memory, has_mapped_memory])
def test_an_engine_killed_around_its_mapping(moment: Callable[[int], bool]) -> None:
    """Stopped every half a millisecond, to see how far it has come."""
    with parallel_pool.make(ID, num_envs=1, batch_size=1, **SMALL) as envs:
        envs.async_reset()
        while not (running := engines(os.getpid())):
            time.sleep(0.0005)
        while True:
            os.kill(running[0], signal.SIGSTOP)
            if moment(running[0]):
                break
            os.kill(running[0], signal.SIGCONT)
            time.sleep(0.0005)
        os.kill(running[0], signal.SIGKILL)
        with pytest.raises(EnvironmentFailure, match="ended by signal 9"):
            receive_and_step(envs)
        envs.reset(seed=1)
        envs.step([0])


def test_engines_have_nothing_with_a_name_in_shared_memory() -> None:
    """So its size does not limit them, and nothing can be left behind."""
    with parallel_pool.make(ID, num_envs=1, **SMALL) as envs:
        envs.reset(seed=1)
        (engine,) = engines(os.getpid())
        used = Path(f"/proc/{engine}/maps").read_text()
        used += "".join(os.readlink(one) for one in Path(f"/proc/{engine}/fd").iterdir())
    assert "/dev/shm" not in used
    assert "memfd:vizdoom memory" in used
