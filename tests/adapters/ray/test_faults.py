# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Processes that die, readers that wait, users who press Ctrl-C: with real actors."""

from __future__ import annotations

import gc
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np
import parallel_pool
import pytest
from parallel_pool.testing import assert_same

pytest.importorskip("ray", reason="needs Ray: `make test-adapters`")

import parallel_pool.ray
import ray
from parallel_pool.ray import ActorFailure

from tests.adapters.ray.conftest import INIT
from tests.python_envs.toy_envs import GO_ON, KILL, RAISE, SLEEP, Obedient

pytestmark = pytest.mark.usefixtures("cluster")
ROOT = Path(__file__).parents[3]
NODE = ray.util.get_node_ip_address()


def pid_of(pool: Any, k: int) -> int:
    pid: int = pool.actors()[k]["pid"]
    return pid


def wait_until_gone(pids: list[int]) -> None:
    end = time.monotonic() + 60
    while any(runs(pid) for pid in pids):
        assert time.monotonic() < end, f"still there: {[pid for pid in pids if runs(pid)]}"
        time.sleep(0.05)


def runs(pid: int) -> bool:
    """Whether the process exists and is no zombie."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False


def test_a_killed_actor_fails_its_rows_and_is_replaced() -> None:
    with parallel_pool.make("CartPole-v1", num_envs=5, seed=1) as local:
        ours = parallel_pool.ray.make("CartPole-v1", 5, num_actors=2, seed=1)
        assert_same(ours.reset(), local.reset())
        dead = pid_of(ours, 1)
        os.kill(dead, signal.SIGKILL)
        with pytest.raises(ActorFailure) as caught:
            ours.step([1] * 5)
        failure = caught.value
        assert failure.env_ids.tolist() == failure.lost_env_ids.tolist() == [2, 3, 4]
        assert f"actor 1 (pid {dead} on node {NODE}" in failure.causes[2]
        assert failure.resumed_env_ids.size == 0
        good = local.step([1] * 5)
        assert failure.batch is not None
        assert_same(failure.batch[0], good[0][:2])
        with pytest.raises(parallel_pool.ResetNeededError, match="env id 2 was lost with its"):
            ours.step([1] * 5)
        assert_same(ours.step([1, 1], [0, 1])[0], local.step([1, 1], [0, 1])[0])
        assert_same(ours.reset(seed=8, env_id=[2, 3, 4]), local.reset(seed=8, env_id=[2, 3, 4]))
        assert_same(ours.step([1] * 5), local.step([1] * 5))
        assert pid_of(ours, 1) != dead
        ours.close()


def test_environments_resume_from_their_last_states() -> None:
    with parallel_pool.make("Pendulum-v1", num_envs=4, seed=1) as local:
        ours = parallel_pool.ray.make(
            "Pendulum-v1", 4, num_actors=2, seed=1, after_death="resume", save_every=2
        )
        ours.reset(), local.reset()
        actions = np.full((4, 1), 0.5, np.float32)
        for _ in range(2):
            assert_same(ours.step(actions), local.step(actions))
        saved, seen = local.get_state(), local.step(actions[:1], [3])[0]
        local.set_state(None, saved)
        assert seen.shape == (1, 3)
        observations = ours.step(actions)[0]  # not saved: every second row is
        assert_same(observations, local.step(actions)[0])
        os.kill(pid_of(ours, 1), signal.SIGKILL)
        with pytest.raises(ActorFailure) as caught:
            ours.step(actions)
        assert caught.value.resumed_env_ids.tolist() == [2, 3]
        local.step(actions[:2], [0, 1])
        local.set_state([2, 3], saved[2:])
        mask = {"reset_mask": np.array([True, False, False, False])}
        resumed = local.reset(options=mask, seed=4)[0]  # shows where the others are
        assert_same(caught.value.resumed_observations, resumed[2:])
        ours.reset(env_id=[0], seed=4)
        for _ in range(3):
            assert_same(ours.step(actions), local.step(actions))
        ours.close()


def test_others_go_on_in_async_mode() -> None:
    ours = parallel_pool.ray.make("CartPole-v1", 6, 2, 3, seed=1)
    ours.async_reset()
    os.kill(pid_of(ours, 1), signal.SIGKILL)
    failed: list[int] = []
    received = 0
    while received < 60:
        try:
            *_, infos = ours.recv(timeout=60)
            ids = infos["env_id"]
        except ActorFailure as failure:
            failed += failure.env_ids.tolist()
            ids = failure.good_env_ids
            ours.async_reset(failure.env_ids)
        received += len(ids)
        if len(ids):
            ours.send(np.zeros(len(ids), int), ids)
        assert ours.in_flight == 6
    assert set(failed) <= {2, 3}
    ours.close()


def test_environments_that_fail_are_named_by_their_env_ids() -> None:
    ours = parallel_pool.ray.make(Obedient, 5, num_actors=2, num_threads=2)
    ours.reset()
    with pytest.raises(parallel_pool.EnvironmentFailure, match="asked to fail") as caught:
        ours.step([GO_ON, GO_ON, GO_ON, RAISE, GO_ON])
    assert caught.value.env_ids.tolist() == [3]
    assert caught.value.good_env_ids.tolist() == [0, 1, 2, 4]
    assert not isinstance(caught.value, ActorFailure)
    with pytest.raises(parallel_pool.EnvironmentFailure, match="killed") as caught:
        ours.step([GO_ON, KILL], [0, 1])
    assert caught.value.env_ids.tolist() == [1]
    ours.close()


def references() -> int:
    """How many objects this process keeps alive in the store."""
    gc.collect()
    worker = ray._private.worker.global_worker
    return len(worker.core_worker.get_all_reference_counts())


def test_no_objects_are_left_and_a_slow_reader_holds_few() -> None:
    before = references()
    ours = parallel_pool.ray.make("CarRacing-v3", 4, 2, 2, seed=1)
    made = references()
    ours.async_reset()
    for _ in range(6):
        with pytest.raises(parallel_pool.InFlightError):
            ours.send(np.zeros((1, 3), np.float32), [0])
        time.sleep(0.1)
        assert references() <= made + 2 * ours.num_actors + 1
        observations, *_, infos = ours.recv(timeout=60)
        ours.send(np.zeros((2, 3), np.float32), infos["env_id"])
    ours.close()
    assert np.isfinite(observations.astype(float)).all()  # a closed pool's arrays stay
    del ours, observations, infos
    assert references() <= before


def test_a_timeout_loses_nothing() -> None:
    ours = parallel_pool.ray.make(lambda: Obedient(sleep_s=1.0), 2, num_actors=2)
    ours.reset()
    ours.send([SLEEP, GO_ON])
    with pytest.raises(TimeoutError):
        ours.recv(timeout=0.1)
    assert ours.recv(timeout=60)[1].tolist() == [float(SLEEP), float(GO_ON)]
    ours.close()


def drive(code: str) -> subprocess.Popen[str]:
    """Another driver of the same cluster; it has the pool `envs`."""
    address = ray.get_runtime_context().gcs_address
    start = f"""
import signal, sys
sys.path.insert(0, {str(ROOT)!r})
signal.signal(signal.SIGINT, signal.default_int_handler)
import ray
ray.init(address={address!r}, _node_ip_address="127.0.0.1", log_to_driver=False)
import parallel_pool.ray
import ray
from tests.python_envs.toy_envs import SLEEP, GO_ON, Obedient
envs = parallel_pool.ray.make(lambda: Obedient(sleep_s=3.0), 2, num_actors=2)
envs.reset()
pids = [one["pid"] for one in envs.actors()] + [*envs.call("pid")]
envs.send([SLEEP, GO_ON])
print(*pids, flush=True)
"""
    return subprocess.Popen(
        [sys.executable, "-c", start + code],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def test_ctrl_c_ends_the_wait_and_loses_nothing() -> None:
    process = drive(
        "try:\n    envs.recv()\nexcept KeyboardInterrupt:\n    print('interrupted', flush=True)\n"
        "print(envs.recv()[1].tolist(), flush=True)\nenvs.close()"
    )
    assert process.stdout is not None
    pids = [int(pid) for pid in process.stdout.readline().split()]
    time.sleep(0.5)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=120)
    assert out.splitlines() == ["interrupted", "[6.0, 0.0]"], err
    wait_until_gone(pids)


def test_actors_end_when_the_driver_is_killed() -> None:
    process = drive("envs.recv()\nimport time\ntime.sleep(1000)")
    assert process.stdout is not None
    pids = [int(pid) for pid in process.stdout.readline().split()]
    assert len(pids) == 4
    process.kill()
    process.communicate()
    wait_until_gone(pids)


def test_a_pool_that_is_dropped_ends_its_actors() -> None:
    ours = parallel_pool.ray.make("CartPole-v1", 2, num_actors=2)
    pids = [pid_of(ours, k) for k in range(2)]
    del ours
    gc.collect()
    wait_until_gone(pids)


AFTER_SHUTDOWN = """
import warnings
warnings.simplefilter("ignore")
import ray, parallel_pool.ray
init = {init!r}
ray.init(**init)
envs = parallel_pool.ray.make("CartPole-v1", 2, num_actors=1, seed=0)
envs.reset()
envs.send([0], [0])
ray.shutdown()
for again in (False, True):
    if again:
        ray.init(**init)
    for call in (envs.recv, lambda: envs.step([0], [1]), envs.get_state, envs.actors):
        try:
            call()
        except parallel_pool.PoolError as error:
            assert "ray.shutdown() was called" in str(error), error
        else:
            raise AssertionError(call)
        assert ray.is_initialized() == again
envs.close()
print("closed")
"""


def test_a_pool_after_the_shutdown_of_ray() -> None:
    """Its calls are refused, start no cluster, and reach no later one."""
    done = subprocess.run(
        [sys.executable, "-c", AFTER_SHUTDOWN.format(init=INIT)],
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert done.stdout == "closed\n", done.stderr
