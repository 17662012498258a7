# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""The pool's processes beside everything else that happens to processes."""

from __future__ import annotations

import multiprocessing
import os
import signal
import subprocess
import sys
import textwrap
import threading
import time
from pathlib import Path

import numpy as np
import parallel_pool
import pytest
from parallel_pool import errors

from tests.python_envs.toy_envs import GO_ON, HANG, SLEEP, Obedient
from tests.robustness.isolation import isolated, isolated_for
from tests.robustness.process_facts import eventually, resident_kib, threads


def alive(pid: int) -> bool:
    """Whether a process runs; a zombie does not."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False


def children(pid: int) -> list[int]:
    """The processes that another one has started, and theirs."""
    direct = [int(c) for c in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
    return direct + [one for child in direct for one in children(child)]


@pytest.mark.parametrize("method", ["starter", "fork", "spawn"])
@pytest.mark.parametrize("action", [GO_ON, HANG])
def test_kill_of_the_parent_ends_all(method: str, action: int) -> None:
    code = f"""
        import sys, time
        sys.path[:0] = [{os.getcwd()!r}]
        import parallel_pool
        from tests.python_envs.toy_envs import Obedient
        envs = parallel_pool.make_python(Obedient, 4, num_workers=2, start_method={method!r})
        pids = envs.reset()[1]["pid"]
        envs.send([{action}] * 4)
        print(*set(pids.tolist()), flush=True)
        time.sleep(1000)
    """
    parent = subprocess.Popen(
        [sys.executable, "-c", textwrap.dedent(code)], stdout=subprocess.PIPE, text=True
    )
    assert parent.stdout is not None
    workers = [int(pid) for pid in parent.stdout.readline().split()]
    everyone = {*workers, *children(parent.pid)}
    assert len(workers) == 2
    assert all(alive(pid) for pid in everyone)
    parent.kill()
    assert eventually(lambda: not any(alive(pid) for pid in everyone))
    parent.wait()
    parent.stdout.close()


def test_a_script_needs_no_guard(tmp_path: Path) -> None:
    """Its classes and lambdas are taken by value; nothing runs twice."""
    script = tmp_path / "script.py"
    script.write_text(
        textwrap.dedent("""
        import gymnasium
        import parallel_pool
        print("once", flush=True)
        class Mine(gymnasium.Env):
            observation_space = gymnasium.spaces.Discrete(4)
            action_space = gymnasium.spaces.Discrete(2)
            def reset(self, *, seed=None, options=None):
                return 3, {}
            def step(self, action):
                return int(action), 1.0, False, False, {}
        envs = parallel_pool.make_python([Mine, lambda: Mine()], num_workers=2)
        print(envs.reset()[0], envs.step([1, 0])[0])
    """)
    )
    done = subprocess.run([sys.executable, str(script)], capture_output=True, text=True, timeout=60)
    assert (done.stdout, done.stderr) == ("once\n[3 3] [1 0]\n", "")


@isolated
def test_ctrl_c_once() -> None:
    """It ends the wait and not the workers; the results can be received."""
    envs = parallel_pool.make_python(Obedient, 4, num_workers=2)
    pids = envs.reset()[1]["pid"].tolist()
    # As a terminal does: to the whole group of processes.
    os.setpgid(0, 0)
    threading.Timer(0.1, os.killpg, (0, signal.SIGINT)).start()
    with pytest.raises(KeyboardInterrupt):
        envs.step([SLEEP] * 4)
    assert envs.in_flight == 4
    assert envs.recv()[0][:, 0].tolist() == [1] * 4
    assert envs.call("pid") == tuple(pids)
    envs.close()


@isolated
def test_fork_of_the_parent() -> None:
    """The child cannot use the pool and does it no harm; it can have one of its own."""
    envs = parallel_pool.make_python(Obedient, 4, num_workers=2)
    kept = envs.reset()[0]
    pid = os.fork()
    if pid == 0:
        status = 1
        try:
            for call in (lambda: envs.step([GO_ON] * 4), envs.recv, lambda: envs.call("pid")):
                with pytest.raises(errors.ForkedError):
                    call()
            own = parallel_pool.make_python(Obedient, 2)
            own.reset()
            own.step([GO_ON] * 2)
            own.close()
            envs.close()
            status = 0 if (kept == 0).all() else 2
        finally:
            os._exit(status)
    assert os.waitpid(pid, 0)[1] == 0
    for step in range(20):
        assert envs.step([GO_ON] * 4)[0][:, 0].tolist() == [step + 1] * 4
    envs.close()


def use_a_pool(method: str) -> None:
    envs = parallel_pool.make_python(Obedient, 3, num_workers=2, start_method=method)
    envs.reset()
    assert envs.step([GO_ON] * 3)[0][:, 0].tolist() == [1] * 3
    envs.close()


@isolated
def test_daemonic_parents() -> None:
    """Processes of multiprocessing that may not have children of that kind."""
    context = multiprocessing.get_context("spawn")
    for method in ("starter", "fork"):
        process = context.Process(target=use_a_pool, args=(method,), daemon=True)
        process.start()
        process.join(40)
        assert process.exitcode == 0


@isolated_for(120)
def test_many_pools_leave_nothing() -> None:
    def open_and_close(count: int) -> None:
        for i in range(count):
            envs = parallel_pool.make_python(Obedient, 3, 1 + i % 3, num_workers=2)
            if i % 4:
                envs.async_reset()
            if i % 4 > 1:
                envs.recv()
            if i % 2:
                envs.close()
            del envs

    open_and_close(20)
    before = len(os.listdir("/proc/self/fd")), threads(), children(os.getpid())
    memory = resident_kib()
    open_and_close(60)
    assert eventually(lambda: children(os.getpid()) == before[2])
    assert (len(os.listdir("/proc/self/fd")), threads()) == before[:2]
    assert resident_kib() - memory < 2000
    # The starter, too, keeps nothing.
    starter = before[2][0]
    assert len(os.listdir(f"/proc/{starter}/fd")) < 12


@pytest.mark.slow
@isolated_for(1800)
def test_ten_thousand_pools_leave_nothing() -> None:
    for i in range(10_000):
        envs = parallel_pool.make_python(Obedient, 2, num_workers=1)
        envs.reset()
        envs.close()
        if i == 1000:
            before = len(os.listdir("/proc/self/fd")), threads()
            memory = resident_kib()
    assert (len(os.listdir("/proc/self/fd")), threads()) == before
    assert resident_kib() - memory < 4000


@isolated
def test_arrays_outlive_the_pool_and_give_their_memory_back() -> None:
    def mapped() -> int:
        lines = Path("/proc/self/maps").read_text().splitlines()
        return sum("memfd:parallel_pool" in line for line in lines)

    envs = parallel_pool.make_python(Obedient, 4, num_workers=2)
    kept = [envs.reset()[0]] + [envs.step([GO_ON] * 4)[0] for _ in range(30)]
    envs.close()
    del envs
    assert [int(array[0, 0]) for array in kept] == list(range(31))
    assert mapped() == 1
    kept.clear()
    assert mapped() == 0


@isolated
def test_nothing_has_a_name_in_shared_memory() -> None:
    """So nothing can stay there. Other processes may use the folder at the same time."""
    envs = parallel_pool.make_python(Obedient, 4, num_workers=2)
    envs.reset()
    shared = 0
    for pid in (os.getpid(), *children(os.getpid())):
        maps = Path(f"/proc/{pid}/maps").read_text()
        assert "/dev/shm/" not in maps
        shared += "memfd:parallel_pool" in maps
    assert shared > 0
    envs.close()


@isolated
def test_the_starter_may_die() -> None:
    one = parallel_pool.make_python(Obedient, 2, num_workers=1)
    one.reset()
    starter = next(pid for pid in children(os.getpid()))
    os.kill(starter, signal.SIGKILL)
    assert eventually(lambda: not alive(starter))
    two = parallel_pool.make_python(Obedient, 2, num_workers=1)
    two.reset()
    assert two.step([GO_ON] * 2)[0][:, 0].tolist() == [1, 1]
    one.close()
    two.close()


@isolated
def test_limited_address_space() -> None:
    import resource

    limit = 6 << 30
    resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
    envs = parallel_pool.make_python(Obedient, 4, num_workers=2)
    envs.reset()
    assert envs.step([GO_ON] * 4)[0][:, 0].tolist() == [1] * 4
    envs.close()


@isolated
def test_other_threads_run_while_one_waits() -> None:
    envs = parallel_pool.make_python(Obedient, 2, num_workers=2)
    envs.reset()
    counted = 0
    done = threading.Event()

    def count() -> None:
        nonlocal counted
        while not done.is_set():
            counted += 1
            time.sleep(0.001)

    thread = threading.Thread(target=count)
    thread.start()
    envs.step([SLEEP] * 2)
    done.set()
    thread.join()
    assert counted > 10
    envs.close()


@isolated
def test_close_from_another_thread_ends_a_wait() -> None:
    envs = parallel_pool.make_python(Obedient, 2, num_workers=2)
    envs.reset()
    threading.Timer(0.1, envs.close).start()
    with pytest.raises(errors.PoolClosedError, match="was waiting when the pool was closed"):
        envs.step([HANG] * 2)


def test_workers_have_one_thread_beside_the_watcher() -> None:
    envs = parallel_pool.make_python(Obedient, 2, num_workers=2)
    for pid in np.unique(envs.reset()[1]["pid"]):
        assert len(os.listdir(f"/proc/{pid}/task")) == 2
    envs.close()
