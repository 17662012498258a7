# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Environments that do more than step: print, run threads, or use what a fork breaks."""

from __future__ import annotations

import os
import subprocess
import sys
import textwrap
import threading
import time
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import parallel_pool
import pytest
from gymnasium import spaces
from parallel_pool.python_envs import starter

METHODS = ("starter", "fork", "spawn")


class Quiet(gymnasium.Env[int, int]):
    """Does nothing."""

    observation_space = spaces.Discrete(1000)
    action_space = spaces.Discrete(2)

    def reset(self, *, seed: int | None = None, options: Any = None) -> Any:
        super().reset(seed=seed)
        return 0, {}

    def step(self, action: int) -> Any:
        return 1, 0.5, False, False, {}


PRINTING = """
    import os, sys
    import gymnasium, parallel_pool
    from gymnasium import spaces

    class Printing(gymnasium.Env):
        observation_space = action_space = spaces.Discrete(5)

        def reset(self, *, seed=None, options=None):
            print("reset\\n", end="")  # in one piece, as workers share the file
            return 1, {}

        def step(self, action):
            print("a step", file=sys.stderr)
            print("a step\\n", end="")
            try:
                os.write(1, b"from C\\n")
            except OSError:
                pass
            return 2, 0.5, False, False, {}

    print("before")
    envs = parallel_pool.make_python(Printing, 2, num_workers=2, start_method=sys.argv[1])
    envs.reset()
    for _ in range(3):
        rewards = envs.step([0, 0])[1]
    envs.close()
    with open(sys.argv[2], "w") as file:
        file.write(str(rewards.tolist()))
"""


@pytest.mark.parametrize(
    ("method", "closed"), [("starter", False), ("fork", False), *((one, True) for one in METHODS)]
)
def test_environments_may_print(method: str, closed: bool, tmp_path: Path) -> None:
    """All of it arrives once; without standard files it goes nowhere, and into no channel."""
    result = tmp_path / "result"
    script = tmp_path / "script.py"
    script.write_text(textwrap.dedent(PRINTING))
    command = [sys.executable, str(script), method, str(result)]
    if closed:
        command = ["sh", "-c", 'exec "$@" <&- >&- 2>&-', "sh", *command]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stderr
    assert result.read_text() == "[0.5, 0.5]"
    lines = [] if closed else ["a step"] * 6 + ["before"] + ["from C"] * 6 + ["reset"] * 2
    assert sorted(done.stdout.splitlines()) == lines


class Counting(Quiet):
    """Observes how far a thread of its own, which never ends, has counted."""

    def __init__(self) -> None:
        self.count = 0
        threading.Thread(target=self.run).start()

    def run(self) -> None:
        while True:
            self.count += 1
            time.sleep(0.001)

    def counted(self) -> int:
        return self.count


@pytest.mark.parametrize("method", METHODS)
def test_threads_of_environments(method: str) -> None:
    """They run while the environment waits for actions, and do not keep its worker from ending."""
    envs = parallel_pool.make_python(Counting, 2, num_workers=1, start_method=method)
    envs.reset()
    before = envs.call("counted")
    time.sleep(0.3)
    after = envs.call("counted")
    assert all(new > old + 20 for old, new in zip(before, after, strict=True))
    start = time.monotonic()
    envs.close()
    assert time.monotonic() - start < 3


DEVICE = """
    import os

    import gymnasium
    from gymnasium import spaces

    begun = []
    os.register_at_fork(after_in_child=lambda: begun and begun.append("forked"))

    def begin():
        if "forked" in begun:
            raise RuntimeError("cannot begin again in a forked process")
        begun.append("here")

    class OnDevice(gymnasium.Env):
        observation_space = action_space = spaces.Discrete(5)

        def __init__(self):
            begin()

        def reset(self, *, seed=None, options=None):
            return len(begun), {}

        def step(self, action):
            return 0, 0.0, False, False, {}
"""


@pytest.mark.parametrize("method", METHODS)
def test_libraries_that_a_fork_breaks(
    method: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As CUDA: once the calling process has begun to use it, forks of that process cannot."""
    (tmp_path / "device.py").write_text(textwrap.dedent(DEVICE))
    monkeypatch.syspath_prepend(str(tmp_path))
    import device  # type: ignore[import-not-found]

    try:
        device.begin()
        if method == "fork":
            with pytest.raises(RuntimeError, match="cannot begin again in a forked process"):
                parallel_pool.make_python(device.OnDevice, 2, num_workers=2, start_method=method)
            return
        envs = parallel_pool.make_python(device.OnDevice, 2, num_workers=2, start_method=method)
        assert envs.reset()[0].tolist() == [1, 1]
        envs.close()
    finally:
        del sys.modules["device"]


class Seeding(Quiet):
    """Sets the process's random state in each reset, and draws from it."""

    def reset(self, *, seed: int | None = None, options: Any = None) -> Any:
        np.random.seed(seed)
        return int(np.random.randint(1000)), {}

    def step(self, action: int) -> Any:
        return int(np.random.randint(1000)), 0.0, False, False, {}


def test_environments_that_seed_the_process() -> None:
    """With a worker each they are a loop's, and the calling process draws what it would."""
    np.random.seed(5)
    expected = np.random.randint(1000, size=3)
    np.random.seed(5)
    envs = parallel_pool.make_python(Seeding, 2, num_workers=2)
    observations = [envs.reset(seed=3)[0], envs.step([0, 0])[0]]
    envs.close()
    assert np.random.randint(1000, size=3).tolist() == expected.tolist()
    for i in range(2):
        random = np.random.RandomState(3 + i)
        assert [row[i] for row in observations] == [random.randint(1000) for _ in range(2)]


class Libraries(Quiet):
    """Says how many threads libraries are to use."""

    def reset(self, *, seed: int | None = None, options: Any = None) -> Any:
        return 0, {name: os.environ.get(name, "") for name in starter.THREAD_VARIABLES}


@pytest.mark.parametrize("method", ["starter", "spawn"])
def test_libraries_start_no_threads(method: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Unless they are told to."""
    for name in starter.THREAD_VARIABLES:
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("OMP_NUM_THREADS", "3")
    envs = parallel_pool.make_python(Libraries, 1, start_method=method)
    _, infos = envs.reset()
    envs.close()
    told = {name: infos[name][0] for name in starter.THREAD_VARIABLES}
    assert told.pop("OMP_NUM_THREADS") == "3"
    assert told.pop("LP_NUM_THREADS") == "0"  # besides the thread that draws
    assert set(told.values()) == {"1"}
