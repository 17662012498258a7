# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Engines that end, hang or cannot start fail their row alone, and none outlives its parent."""

from __future__ import annotations

import mmap
import os
import signal
import struct
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import numpy as np
import parallel_pool
import pytest
from parallel_pool.errors import EnvironmentFailure

from tests.families.vizdoom.running import (
    engines,
    left_behind,
    named_memory,
    other_engine,
    program_of_engine,
)

pytest.importorskip("vizdoom")


ID = "VizdoomBasic-v1"
SMALL = {"screen_resolution": "RES_160X120"}


def until_gone(process: int) -> None:
    """Waits for a process that is none of ours to end; the test's time limit ends the wait."""
    while Path(f"/proc/{process}").exists() and not _is_zombie(process):
        time.sleep(0.01)


def _is_zombie(process: int) -> bool:
    try:
        return " Z " in Path(f"/proc/{process}/stat").read_text()
    except OSError:
        return True


def test_a_killed_engine_fails_its_row_alone() -> None:
    with parallel_pool.make(ID, num_envs=2, num_threads=1, **SMALL) as envs:
        envs.reset(seed=1)
        first, second = engines(os.getpid())
        os.kill(first, signal.SIGKILL)
        with pytest.raises(EnvironmentFailure) as raised:
            envs.step([0, 0])
        (failed,) = raised.value.env_ids
        assert "the ViZDoom engine was ended by signal 9 (Killed)" in raised.value.causes[failed]
        assert raised.value.batch is not None
        assert [*raised.value.good_env_ids] == [1 - failed]
        mask = [bool(env == failed) for env in range(2)]
        envs.reset(options={"reset_mask": np.array(mask)})
        envs.step([0, 0])
        assert second in engines(os.getpid())
        assert first not in engines(os.getpid())


def start_and_step(envs: Any, killer: threading.Thread) -> None:
    """The engine may have started before its end."""
    envs.reset(seed=1)
    killer.join()
    envs.step([0])


@pytest.mark.parametrize("moment", [0.0, 0.04, 0.1])
@pytest.mark.parametrize("sent", [signal.SIGKILL, signal.SIGSEGV])
def test_an_engine_killed_while_it_starts(moment: float, sent: signal.Signals) -> None:
    """Seconds after its first sight: before it has memory to share, and about then."""

    def kill() -> None:
        while not (running := engines(os.getpid())):
            time.sleep(0.001)
        time.sleep(moment)
        os.kill(running[0], sent)

    with parallel_pool.make(ID, num_envs=1, **SMALL) as envs:
        killer = threading.Thread(target=kill)
        killer.start()
        with pytest.raises(EnvironmentFailure, match=f"by signal {int(sent)} "):
            start_and_step(envs, killer)
        killer.join()
        envs.reset(seed=1)
        envs.step([0])


@pytest.mark.parametrize("sent", ["SIGSEGV", "SIGILL", "SIGFPE", "SIGBUS"])
def test_a_crash_ends_an_engine_at_once(sent: str) -> None:
    """The engine's own handlers fork and start a debugger, and hang if malloc was interrupted."""
    number = signal.Signals[sent]
    with parallel_pool.make(ID, num_envs=1, **SMALL) as envs:
        envs.reset(seed=1)
        (engine,) = engines(os.getpid())
        status = Path(f"/proc/{engine}/status").read_text()
        caught = int(status.partition("SigCgt:")[2].split()[0], 16)
        assert not caught >> (number - 1) & 1
        os.kill(engine, number)
        with pytest.raises(EnvironmentFailure, match=f"by signal {int(number)} "):
            envs.step([0])


def test_an_engine_without_its_libraries(tmp_path: Path) -> None:
    program = other_engine(tmp_path, libraries=False)
    with parallel_pool.make("Basic-v1", num_envs=1, vzd_path=str(program)) as envs:
        with pytest.raises(EnvironmentFailure, match=r"status 127.*error while loading shared"):
            envs.reset(seed=1)
        (tmp_path / "vizdoom.libs").symlink_to(program_of_engine().parents[1] / "vizdoom.libs")
        envs.reset(seed=1)


def test_an_engine_that_is_no_program(tmp_path: Path) -> None:
    program = tmp_path / "vizdoom"
    program.write_text("no program")
    with parallel_pool.make("Basic-v1", num_envs=1, vzd_path=str(program)) as envs:
        with pytest.raises(EnvironmentFailure, match="cannot be started: Permission denied"):
            envs.reset(seed=1)
        program.chmod(0o755)
        with pytest.raises(EnvironmentFailure, match="cannot be started: Exec format error"):
            envs.reset(seed=1)


LITTLE_ROOM = """
import os, resource
import parallel_pool
from parallel_pool.errors import EnvironmentFailure

def failure():
    with parallel_pool.make("VizdoomBasic-v1", num_envs=1) as envs:
        try:
            envs.reset(seed=1)
        except EnvironmentFailure as error:
            return [*error.causes.values()][0]

limit = resource.getrlimit(resource.RLIMIT_FSIZE)
resource.setrlimit(resource.RLIMIT_FSIZE, (1_000_000, limit[1]))
print(failure())
resource.setrlimit(resource.RLIMIT_FSIZE, limit)
files = resource.getrlimit(resource.RLIMIT_NOFILE)
resource.setrlimit(resource.RLIMIT_NOFILE, (len(os.listdir("/proc/self/fd")) + 1, files[1]))
print(failure())
resource.setrlimit(resource.RLIMIT_NOFILE, files)
print(failure())
"""


def test_no_room_for_memory() -> None:
    """For the engine's, and for ours; with room, all goes well."""
    done = subprocess.run(
        [sys.executable, "-c", LITTLE_ROOM], capture_output=True, text=True, check=True
    )
    engines_memory, ours, nothing = done.stdout.splitlines()
    assert engines_memory.startswith("the ViZDoom engine ")
    assert ours.startswith("memory for an engine cannot be made: Too many open files")
    assert nothing == "None"


def test_a_hanging_engine_fails_in_time() -> None:
    with parallel_pool.make(ID, num_envs=1, engine_timeout=20.0, **SMALL) as envs:
        envs.reset(seed=1)
    with parallel_pool.make(ID, num_envs=1, engine_timeout=3.0, **SMALL) as envs:
        try:
            envs.reset(seed=1)
        except EnvironmentFailure:
            pytest.fail("an engine took more than 3 seconds to start")
        (engine,) = engines(os.getpid())
        os.kill(engine, signal.SIGSTOP)
        with pytest.raises(EnvironmentFailure, match="did not answer within 3 seconds"):
            envs.step([0])
        until_gone(engine)


@pytest.mark.parametrize(
    "options",
    [{"game_args": "-timedemo x"}, {"episode_start_time": 2**31 - 1}, {"game_args": "+menu_main"}],
)
def test_an_episode_that_never_begins(options: dict[str, Any]) -> None:
    with parallel_pool.make(ID, num_envs=1, engine_timeout=2.0, **SMALL, **options) as envs:
        started = time.monotonic()
        with pytest.raises(EnvironmentFailure, match="within 2 seconds"):
            envs.reset(seed=1)
        assert time.monotonic() - started < 8


@pytest.mark.parametrize("timeout", [1e300, float("inf")])
def test_a_timeout_that_no_clock_can_count(timeout: float) -> None:
    with parallel_pool.make(ID, num_envs=1, engine_timeout=timeout, **SMALL) as envs:
        envs.reset(seed=1)
        envs.step([0])


def test_engines_end_with_the_pool() -> None:
    envs = parallel_pool.make(ID, num_envs=2, **SMALL)
    envs.reset(seed=1)
    running = engines(os.getpid())
    assert len(running) == 2
    envs.close()
    del envs
    assert not set(running) & set(engines(os.getpid()))


PLAY = """
import parallel_pool, sys, time
envs = parallel_pool.make(sys.argv[1], num_envs=2, num_threads=2)
envs.reset(seed=1)
for _ in range(5):
    envs.step(envs.action_space.sample())
print("ready", flush=True)
time.sleep(600)
"""


@pytest.mark.parametrize(
    ("id", "moment"),
    [(ID, "playing"), (ID, "starting"), ("VizdoomDuelPlayers-v0", "playing")],
)
def test_nothing_outlives_a_killed_parent(id: str, moment: str, tmp_path: Path) -> None:
    """Not an engine, not a file where it ran, and nothing in shared memory."""
    before = named_memory()
    parent = subprocess.Popen(
        [sys.executable, "-c", PLAY, id], cwd=tmp_path, stdout=subprocess.PIPE, text=True
    )
    assert parent.stdout is not None
    if moment == "playing":
        assert parent.stdout.readline() == "ready\n"
    while not (running := engines(parent.pid)):
        time.sleep(0.005)
    parent.kill()
    parent.wait()
    parent.stdout.close()
    for engine in running:
        until_gone(engine)
    assert [*tmp_path.iterdir()] == []
    assert not left_behind(before)


def test_what_is_left_behind_is_found(tmp_path: Path) -> None:
    """But not what was there before, nor what a living process has open or mapped."""
    old, left, opened, mapped = (tmp_path / f"ViZDoom{i}" for i in range(4))
    old.write_text("memory")
    before = named_memory(tmp_path)
    for path in (left, opened, mapped, tmp_path / "another"):
        path.write_text("memory")
    with mapped.open("rb") as file:
        memory = mmap.mmap(file.fileno(), 0, prot=mmap.PROT_READ)
    with memory, opened.open("rb"):
        assert left_behind(before, tmp_path) == {left}
    assert left_behind(before, tmp_path) == {left, opened, mapped}


def test_an_engine_that_ends_at_once(tmp_path: Path) -> None:
    """It finds no game in a file that has a map; its own words are in the error, each time."""
    entries = b"".join(struct.pack("<ii8s", 12, 0, name) for name in (b"MAP01", b"THINGS"))
    wad = tmp_path / "empty.wad"
    wad.write_bytes(b"IWAD" + struct.pack("<ii", 2, 12) + entries)
    with parallel_pool.make(ID, num_envs=1, doom_game_path=str(wad)) as envs:
        for _ in range(2):
            with pytest.raises(EnvironmentFailure, match=r"ended with status .* last words were"):
                envs.reset(seed=1)
    assert engines(os.getpid()) == []
