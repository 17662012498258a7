# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Workers that are threads: what they do otherwise than processes."""

from __future__ import annotations

import os
import sys
import threading
from functools import partial
from typing import Any

import gymnasium
import parallel_pool
import pytest
from gymnasium import spaces
from parallel_pool import _core
from parallel_pool.errors import EnvironmentFailure

from tests.python_envs.parity import MODES, play_beside
from tests.python_envs.test_async import trajectories
from tests.python_envs.test_spaces_and_infos import KINDS
from tests.python_envs.toy_envs import GO_ON, RAISE, Infos, Obedient
from tests.robustness.isolation import isolated
from tests.robustness.process_facts import eventually

FOUR = {"num_envs": 4, "num_workers": 2, "start_method": "thread"}


class Waiting(gymnasium.Env[int, int]):
    """Waits in each step until it may go on; cannot be pickled."""

    observation_space = spaces.Discrete(2)
    action_space = spaces.Discrete(2)

    def __init__(self, go_on: threading.Event) -> None:
        self.go_on = go_on

    def reset(self, *, seed: int | None = None, options: Any = None) -> Any:
        return 0, {}

    def step(self, action: int) -> Any:
        self.go_on.wait()
        return 1, 0.0, False, False, {}


@pytest.mark.parametrize("kind", KINDS)
def test_infos(kind: Any) -> None:
    functions = [partial(Infos, kind, 3 + i % 3) for i in range(5)]
    mode = MODES[KINDS.index(kind) % 3]
    play_beside(functions, mode, 20, num_workers=2, start_method="thread")


def test_async_batches() -> None:
    pool = parallel_pool.make_python(partial(Infos, KINDS[0]), 6, 2, 3, start_method="thread")
    assert all(len(one) >= 15 for one in trajectories(pool, 15))
    pool.close()


def test_environments_are_of_this_process() -> None:
    envs = parallel_pool.make_python(Obedient, **FOUR)
    assert set(envs.reset()[1]["pid"].tolist()) == {os.getpid()}
    assert envs.call("add", 1) == (1,) * 4
    with pytest.raises(EnvironmentFailure, match="asked to fail") as caught:
        envs.step([GO_ON, RAISE, GO_ON, GO_ON])
    assert isinstance(caught.value.__cause__, ValueError)
    envs.reset(env_id=[1])
    assert envs.step([GO_ON] * 4)[0][:, 0].tolist() == [2, 1, 2, 2]
    envs.close()


def test_close_does_not_wait_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("parallel_pool.python_envs.pool._CLOSE_SECONDS", 0.05)
    go_on = threading.Event()
    before = threading.active_count()
    envs = parallel_pool.make_python(lambda: Waiting(go_on), **FOUR)
    envs.reset()
    envs.send([0] * 4)
    with pytest.raises(TimeoutError):
        envs.recv(timeout=0.01)
    envs.close()
    assert threading.active_count() == before + 2
    go_on.set()
    assert eventually(lambda: threading.active_count() == before)


@isolated
def test_many_pools_leave_nothing() -> None:
    def facts() -> tuple[int, int]:
        return threading.active_count(), len(os.listdir("/proc/self/fd"))

    for i in range(60):
        envs = parallel_pool.make_python(Obedient, **FOUR, batch_size=1 + i % 4)
        if i % 3:
            envs.async_reset()
        envs.close()
        if i == 10:
            before = facts()
    assert facts() == before


@isolated
def test_fork_of_the_parent() -> None:
    envs = parallel_pool.make_python(Obedient, **FOUR)
    envs.reset()
    pid = os.fork()
    if pid == 0:
        status = 1
        try:
            with pytest.raises(parallel_pool.ForkedError):
                envs.step([GO_ON] * 4)
            envs.close()
            status = 0
        finally:
            os._exit(status)
    assert os.waitpid(pid, 0)[1] == 0
    assert envs.step([GO_ON] * 4)[0][:, 0].tolist() == [1] * 4
    envs.close()


def test_number_of_threads() -> None:
    """With the GIL, more than one thread would only hand it over."""
    with_gil = getattr(sys, "_is_gil_enabled", lambda: True)()
    envs = parallel_pool.make_python(Obedient, 4, start_method="thread")
    assert envs.num_workers == (1 if with_gil else min(4, _core.available_parallelism()))
    envs.close()
