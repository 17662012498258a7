# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""On a free-threaded Python: the import leaves the GIL off, and threads share pools safely."""

from __future__ import annotations

import sysconfig
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import parallel_pool
import pytest
from parallel_pool.errors import ConcurrentCallError

from tests.robustness.isolation import isolated, run_code

pytestmark = pytest.mark.skipif(
    not sysconfig.get_config_var("Py_GIL_DISABLED"), reason="this Python cannot run without the GIL"
)

THREADS = 4


def in_threads(work: Callable[[int], Any]) -> list[Any]:
    """What `work` returns in each of some threads, which begin at the same time."""
    results: list[Any] = [None] * THREADS
    errors: list[BaseException] = []
    together = threading.Barrier(THREADS)

    def run(number: int) -> None:
        try:
            together.wait()
            results[number] = work(number)
        except BaseException as error:
            errors.append(error)

    threads = [threading.Thread(target=run, args=[number]) for number in range(THREADS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if errors:
        raise errors[0]
    return results


def test_import_leaves_the_gil_off() -> None:
    """Of the package and of each of its extension modules; Python's warning would be an error."""
    suffix = sysconfig.get_config_var("EXT_SUFFIX")
    modules = [
        ".".join(("parallel_pool", *file.relative_to(folder).parent.parts, file.name.split(".")[0]))
        for folder in map(Path, parallel_pool.__path__)
        for file in folder.rglob(f"*{suffix}")
    ]
    assert "parallel_pool._core" in modules
    code = (
        f"import importlib, sys\nfor name in ['parallel_pool', *{sorted(modules)!r}]:\n"
        "    importlib.import_module(name)\n"
        "    if sys._is_gil_enabled():\n        sys.exit(f'{name} has turned the GIL on')\n"
        "parallel_pool = sys.modules['parallel_pool']\n"
        "parallel_pool.make('CartPole-v1', num_envs=2).reset(seed=0)\n"
        "parallel_pool.make_python('CartPole-v1', 2, start_method='thread').reset(seed=0)\n"
        "print(sys._is_gil_enabled())"
    )
    assert run_code(code).check() == "False\n"


def play(seed: int, steps: int = 200) -> list[bytes]:
    """What a pool of its own shows."""
    with parallel_pool.make("CartPole-v1", num_envs=64, num_threads=2, seed=seed) as envs:
        shown = [envs.reset()[0].tobytes()]
        actions = np.random.default_rng(seed).integers(2, size=(steps, 64))
        for row in actions:
            observations, rewards, *_ = envs.step(row)
            shown.append(observations.tobytes() + rewards.tobytes())
    return shown


@isolated
def test_each_thread_has_a_pool() -> None:
    expected = [play(seed) for seed in range(THREADS)]
    for _ in range(5):
        assert in_threads(play) == expected


@isolated
def test_threads_call_one_pool() -> None:
    """Each call is made whole or refused; the episodes' lengths tell how many were made."""
    envs = parallel_pool.make("MountainCar-v0", num_envs=64, num_threads=2, seed=0)
    envs.reset()
    expected = parallel_pool.make("MountainCar-v0", num_envs=64, num_threads=1, seed=0)
    expected.reset()
    actions = np.ones(64, np.int64)

    def hammer(number: int) -> int:
        made = 0
        for _ in range(200):
            try:
                observations = envs.step(actions)[0]
            except ConcurrentCallError:
                continue
            made += 1
            observations[:] = number  # they are this thread's alone
        return made

    for _ in range(sum(in_threads(hammer))):
        expected.step(actions)
    np.testing.assert_array_equal(envs.step(actions)[0], expected.step(actions)[0])
    envs.close()


@isolated
def test_threads_keep_and_drop_batches() -> None:
    """One thread receives; others read, keep and drop its arrays. None may change meanwhile."""
    envs = parallel_pool.make("CartPole-v1", num_envs=48, batch_size=16, num_threads=2, seed=0)
    envs.async_reset()
    handed: list[tuple[np.ndarray[Any, Any], bytes]] = []
    over = threading.Event()

    def work(number: int) -> int:
        kept: list[tuple[np.ndarray[Any, Any], bytes]] = []
        if number == 0:
            for _ in range(3_000):
                observations, *_, infos = envs.recv()
                handed.append((observations, observations.tobytes()))
                envs.send(np.zeros(16, np.int64), infos["env_id"])
            over.set()
        while number != 0 and not (over.is_set() and not handed):
            try:
                kept.append(handed.pop())
            except IndexError:
                continue
            assert all(array.tobytes() == shown for array, shown in kept)
            del kept[: len(kept) - number]
        return 0

    in_threads(work)
    envs.close()
