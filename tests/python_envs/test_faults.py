# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Environments that throw, die or hang fail their own rows; all else goes on."""

from __future__ import annotations

import gc
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np
import parallel_pool
import pytest
from parallel_pool import errors
from parallel_pool.errors import EnvironmentFailure
from parallel_pool.python_envs.worker_set import WorkerSet

from tests.python_envs.toy_envs import (
    END,
    GO_ON,
    HANG,
    KILL,
    LEAVE,
    ODD,
    RAISE,
    SEGFAULT,
    SLEEP,
    Obedient,
)
from tests.robustness.process_facts import eventually

DEATHS = [
    (KILL, r"was killed by signal 9 \(SIGKILL\) while it ran env id 2"),
    (SEGFAULT, r"was killed by signal 11 \(SIGSEGV\) while it ran env id 2"),
    (HANG, r"did not return within 0.4 seconds while it ran env id 2 and was killed"),
]


def actions(bad: int) -> list[int]:
    return [GO_ON, GO_ON, bad, GO_ON, GO_ON, GO_ON]


def step_failing(envs: Any, bad: int) -> EnvironmentFailure:
    with pytest.raises(EnvironmentFailure) as caught:
        envs.step(actions(bad))
    return caught.value


def receive_all(envs: Any) -> tuple[list[int], dict[int, str]]:
    """The env ids whose rows came, and what failed."""
    good: list[int] = []
    causes: dict[int, str] = {}
    while envs.in_flight:
        try:
            good += envs.recv()[4]["env_id"].tolist()
        except EnvironmentFailure as failure:
            good += failure.good_env_ids.tolist()
            causes |= failure.causes
    return sorted(good), causes


@pytest.mark.parametrize(
    ("bad", "kind", "message"),
    [(RAISE, ValueError, "asked to fail"), (LEAVE, SystemExit, "3")],
)
def test_a_row_has_its_traceback(bad: int, kind: type, message: str) -> None:
    envs = parallel_pool.make_python(Obedient, 6, num_workers=2)
    pids = envs.reset()[1]["pid"]
    failure = step_failing(envs, bad)
    assert failure.env_ids.tolist() == [2]
    assert failure.good_env_ids.tolist() == [0, 1, 3, 4, 5]
    assert failure.batch[0][:, 0].tolist() == [1] * 5
    cause = failure.causes[2]
    assert cause.startswith(f"{kind.__name__}: {message} (worker process {pids[2]})")
    assert "toy_envs.py" in cause
    assert "in step" in cause
    assert isinstance(failure.__cause__, kind)
    with pytest.raises(errors.ResetNeededError, match="env id 2 failed: reset it first"):
        envs.step(actions(GO_ON))
    envs.reset(env_id=[2])
    assert envs.step(actions(GO_ON))[0][:, 0].tolist() == [2, 2, 1, 2, 2, 2]
    assert (envs.reset()[1]["pid"] == pids).all(), "the workers are the same"
    envs.close()


SCRIPT = """
import numpy as np, parallel_pool
from tests.python_envs.toy_envs import Obedient

class Wrong(Obedient):
    def step(self, action):
        return {}["no such key"]

if __name__ == "__main__":
    envs = parallel_pool.make_python(Wrong, 2)
    envs.reset()
    try:
        envs.step(np.zeros(2, int))
    except parallel_pool.errors.EnvironmentFailure as failure:
        print(failure)
    envs.close()
"""


def test_a_traceback_shows_the_script(tmp_path: Path) -> None:
    """What a script defines travels by value, and its code keeps the name of its file."""
    script = tmp_path / "mine.py"
    script.write_text(SCRIPT)
    done = subprocess.run(
        [sys.executable, script],
        env=os.environ | {"PYTHONPATH": str(Path(__file__).parents[2])},
        capture_output=True,
        text=True,
        check=False,
    )
    assert f'File "{script}", line 7, in step\n    return {{}}["no such key"]' in done.stdout


class Returning(Obedient):
    """Returns the given values instead of what it should."""

    def __init__(self, from_reset: Any, from_step: Any) -> None:
        super().__init__()
        self.from_reset = from_reset
        self.from_step = from_step

    def reset(self, *, seed: int | None = None, options: Any = None) -> Any:
        return self.from_reset

    def step(self, action: int) -> Any:
        return self.from_step


@pytest.mark.parametrize("method", ["reset", "step"])
@pytest.mark.parametrize(
    ("value", "got"),
    [(3, "int"), (None, "NoneType"), (np.zeros(3), "3 values"), ((1, 0.0, False, {}), "4 values")],
)
def test_what_reset_and_step_must_return(method: str, value: Any, got: str) -> None:
    rule = {
        "reset": "reset must return (observation, info)",
        "step": "step must return (observation, reward, terminated, truncated, info)",
    }[method]
    good = (np.zeros(3, np.float32), {})
    with parallel_pool.make_python(
        lambda: Returning(value if method == "reset" else good, value)
    ) as envs:
        if method == "step":
            envs.reset()
        with pytest.raises(EnvironmentFailure, match=re.escape(f"{rule}, got {got}")):
            envs.step([GO_ON]) if method == "step" else envs.reset()


def test_exceptions_that_cannot_be_had_here() -> None:
    envs = parallel_pool.make_python(Obedient, 6)
    envs.reset()
    failure = step_failing(envs, ODD)
    assert failure.causes[2].startswith("tests.python_envs.toy_envs.OddError: odd 1 2")
    assert failure.__cause__ is None
    envs.close()


@pytest.mark.parametrize(("bad", "message"), DEATHS)
@pytest.mark.parametrize("restart", [False, True])
def test_a_dead_worker_in_sync_mode(bad: int, message: str, restart: bool) -> None:
    envs = parallel_pool.make_python(Obedient, 6, num_workers=3, step_timeout=0.4, restart=restart)
    pids = envs.reset()[1]["pid"]
    failure = step_failing(envs, bad)
    assert failure.env_ids.tolist() == [2, 3]
    assert failure.good_env_ids.tolist() == [0, 1, 4, 5]
    assert failure.batch[0][:, 0].tolist() == [1] * 4
    for cause in failure.causes.values():
        assert f"worker process 1 (pid {pids[2]})" in cause
        assert re.search(message, cause)
    if restart:
        again = envs.reset()[1]["pid"]
        assert (again != pids).tolist() == [False, False, True, True, False, False]
        assert envs.step(actions(GO_ON))[0][:, 0].tolist() == [1] * 6
    else:
        with pytest.raises(EnvironmentFailure, match="worker process 1") as caught:
            envs.reset()
        assert caught.value.env_ids.tolist() == [2, 3]
        assert envs.step([GO_ON] * 4, [0, 1, 4, 5])[0][:, 0].tolist() == [1] * 4
    envs.close()


@pytest.mark.parametrize(("bad", "message"), DEATHS)
@pytest.mark.parametrize("batch_size", [1, 2, 4])
@pytest.mark.parametrize("restart", [False, True])
def test_a_dead_worker_in_async_mode(
    bad: int, message: str, batch_size: int, restart: bool
) -> None:
    envs = parallel_pool.make_python(Obedient, 6, batch_size, 2, step_timeout=0.4, restart=restart)
    envs.async_reset()
    assert receive_all(envs) == ([0, 1, 2, 3, 4, 5], {})
    for _ in range(3 if restart else 1):
        envs.send(actions(bad), range(6))
        good, causes = receive_all(envs)
        assert sorted([*good, *causes]) == [0, 1, 2, 3, 4, 5]
        assert {2} <= set(causes) <= {0, 1, 2}
        assert re.search(message, causes[2])
        if not restart:
            break
        envs.async_reset()
        assert receive_all(envs) == ([0, 1, 2, 3, 4, 5], {})
    envs.async_reset([3, 4, 5])
    assert receive_all(envs)[0] == [3, 4, 5]
    envs.close()


def test_a_worker_that_dies_between_steps() -> None:
    envs = parallel_pool.make_python(Obedient, 4, num_workers=2, restart=True)
    pids = envs.reset()[1]["pid"]
    os.kill(pids[3], signal.SIGKILL)
    failure_or_rows = None
    try:
        envs.step([GO_ON] * 4)
    except EnvironmentFailure as failure:
        failure_or_rows = failure
    assert failure_or_rows is not None
    assert failure_or_rows.env_ids.tolist() == [2, 3]
    assert envs.reset()[0].shape == (4, 3)
    envs.close()


def test_a_worker_that_dies_at_random_moments() -> None:
    """Kills come at any instruction: rows are lost as failures, never otherwise."""
    rng = np.random.default_rng(0)
    envs = parallel_pool.make_python(Obedient, 9, 4, 3, restart=True)
    for round_ in range(25):
        envs.async_reset()
        good, causes = receive_all(envs)
        assert sorted([*good, *causes]) == list(range(9))
        if causes:
            continue
        pids = sorted(set(envs.call("pid")))
        envs.send([GO_ON] * 9, range(9))
        time.sleep(float(rng.random()) * 3e-4)
        os.kill(pids[round_ % 3], signal.SIGKILL)
        good, causes = receive_all(envs)
        assert sorted([*good, *causes]) == list(range(9))
    envs.close()


def test_a_death_is_noticed_soon() -> None:
    envs = parallel_pool.make_python(Obedient, 4, num_workers=2)
    envs.reset()
    times = []
    start = time.monotonic()
    with pytest.raises(EnvironmentFailure):
        envs.step([GO_ON, KILL, GO_ON, GO_ON])
    times.append(time.monotonic() - start)
    assert min(times) < 5.0  # 0.05 s and what the machine is busy with
    envs.close()


def test_a_worker_that_dies_while_it_answers_a_call() -> None:
    envs = parallel_pool.make_python(Obedient, 4, num_workers=2)
    envs.reset()
    with pytest.raises(errors.PoolError, match=r"ended while it answered a call|has ended"):
        envs.call("die")
    envs.close()


def test_nobody_is_left_behind() -> None:
    envs = parallel_pool.make_python(Obedient, 4, num_workers=4)
    pids = envs.reset()[1]["pid"].tolist()
    envs.step([GO_ON] * 4)
    envs.close()
    assert not any(os.path.exists(f"/proc/{pid}") for pid in pids)
    envs = parallel_pool.make_python(Obedient, 4, num_workers=4)
    pids = envs.reset()[1]["pid"].tolist()
    envs.send([SLEEP] * 4)
    del envs
    gc.collect()
    assert eventually(lambda: not any(os.path.exists(f"/proc/{pid}") for pid in pids))


def test_what_environments_start_ends_with_them() -> None:
    envs = parallel_pool.make_python(Obedient, 2, num_workers=1)
    envs.reset()
    children = envs.call("start_child")
    envs.step([END, GO_ON])
    envs.close()
    assert eventually(lambda: not any(os.path.exists(f"/proc/{pid}") for pid in children))


def test_a_worker_restarted_at_once_owes_no_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    """The answer of the dead one is missing, though the one in its place owes nothing."""
    restart = WorkerSet.restart

    def slowly(self: WorkerSet, i: int) -> str:
        failure = restart(self, i)
        time.sleep(1.5)  # meanwhile, the other one begins to run
        return failure

    monkeypatch.setattr(WorkerSet, "restart", slowly)
    envs = parallel_pool.make_python(Obedient, 1, restart=True)
    envs.reset()
    with pytest.raises(errors.PoolError, match=r"SIGKILL.*it ended while it answered a call"):
        envs.call("die")
    envs.reset()
    assert envs.call("add", 1, right=2) == (3,)
    envs.close()


def test_a_worker_that_is_replaced_while_states_are_loaded(monkeypatch: pytest.MonkeyPatch) -> None:
    """Between unpickling the new environments and using them."""
    envs = parallel_pool.make_python(Obedient, 2, num_workers=2, restart=True)
    envs.reset(seed=1)
    states = envs.get_state()
    ask = WorkerSet.ask

    def kill_before_use(self: WorkerSet, request: Any, env_ids: Any, calls: Any) -> Any:
        if calls[0][0] == "put":
            killed = self._processes[1].pid
            os.kill(killed, signal.SIGKILL)
            while self._processes[1].pid in (0, killed):  # it is replaced while others are asked
                ask(self, request, [0], [("apply", "", lambda env: time.sleep(0.1), None)])
        return ask(self, request, env_ids, calls)

    with monkeypatch.context() as patch:
        patch.setattr(WorkerSet, "ask", kill_before_use)
        with pytest.raises(errors.PoolError, match="has not got the new environments"):
            envs.set_state(None, states)
    with pytest.raises(errors.ResetNeededError):
        envs.step([GO_ON, GO_ON])
    envs.reset(seed=1)
    envs.set_state(None, states)
    envs.step([GO_ON, GO_ON])
    envs.close()
