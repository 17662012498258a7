# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""What a signal handler raises while a task's methods run comes out as it is."""

from __future__ import annotations

import contextlib
import random
import signal
from collections.abc import Callable, Iterator
from typing import Any

import gymnasium
import numpy as np
import pytest
from parallel_pool.errors import EnvironmentFailure, ResetNeededError
from parallel_pool.mujoco import Batch, Task, vector_env
from parallel_pool.testing.compare import assert_same

from tests.mujoco.reach import MODEL_OF_REACH, MODES

METHODS = ("reset", "settle", "act", "observe", "outcome", "reset_infos")


class CustomError(LookupError):
    """Of a kind that the task's own mistakes may have, too."""


class OwnInterrupt(KeyboardInterrupt):
    """A handler's own kind of Ctrl-C."""


KINDS = (TimeoutError, CustomError, ValueError, SystemExit, OwnInterrupt, GeneratorExit)


class Slow(Task):
    """Counts in Python, so that signals find it in its methods."""

    max_episode_steps = 7
    observation_space = gymnasium.spaces.Box(-np.inf, np.inf, (2,), np.float64)
    draws = True
    # What is called in each method. For all pools.
    calls: Callable[[str], None] = staticmethod(lambda method: None)
    rows = np.zeros(0)  # of the option, in the last pool

    def __init__(self, gain: float = 1.0) -> None: ...

    def setup(self, sim: Batch) -> None:
        self.goal = self.array("goal")
        self.gain = self.option("gain")
        if sim.num_envs == 4:
            type(self).rows = self.gain
        self._wait("setup")

    def reset(self, sim: Batch, ids: np.ndarray, generators: Any) -> None:
        for i, generator in zip(ids, generators, strict=True):
            self.goal[i] = generator.uniform(-1, 1)
            sim.qpos[i, 0] = generator.uniform(-1, 1)
        self._wait("reset")

    def settle(self, sim: Batch, ids: np.ndarray, generators: Any) -> None:
        for i, generator in zip(ids, generators, strict=True):
            self.goal[i] += generator.uniform(-1, 1)
        self._wait("settle")

    def act(self, sim: Batch, ids: Any, actions: np.ndarray) -> None:
        sim.ctrl[ids] = self.gain[ids, None] * actions
        self._wait("act")

    def observe(self, sim: Batch, ids: Any) -> Any:
        self._wait("observe")
        return np.stack([sim.qpos[ids, 0], self.goal[ids]], axis=-1)

    def outcome(self, sim: Batch, ids: Any, actions: np.ndarray) -> Any:
        self._wait("outcome")
        distance = np.abs(sim.qpos[ids, 0] - self.goal[ids])
        return -distance, distance < 0.05, {"distance": distance}

    def reset_infos(self, sim: Batch, ids: Any) -> Any:
        self._wait("reset_infos")
        return {"distance": np.abs(sim.qpos[ids, 0] - self.goal[ids])}

    def _wait(self, method: str) -> None:
        type(self).calls(method)
        for _ in range(2000):
            pass


def slow(**arguments: Any) -> Any:
    return vector_env(Slow, MODEL_OF_REACH, num_envs=4, **arguments)


def play(envs: Any, seed: int) -> list[Any]:
    """Results from a seed on, in whatever mode the pool has."""
    results = [envs.reset(seed=seed)]
    ended = np.zeros(4, bool)
    for k in range(9):
        if ended.any() and envs.metadata["autoreset_mode"].value == "Disabled":
            results.append(envs.reset(options={"reset_mask": ended}))
        results.append(envs.step(np.full((4, 1), 0.1 * k, np.float32)))
        ended = results[-1][2] | results[-1][3]
    return results


@contextlib.contextmanager
def handled(handler: Any) -> Iterator[None]:
    """SIGALRM has this handler; the tasks call nothing any more at the end."""
    before = signal.signal(signal.SIGALRM, handler)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
        Slow.calls = staticmethod(lambda method: None)


def rings_in(method: str) -> Callable[[str], None]:
    """A call that sends the signal, once, from a method."""
    left = [method]

    def call(current: str) -> None:
        if current in left:
            left.remove(current)
            signal.raise_signal(signal.SIGALRM)

    return call


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("method", METHODS)
def test_what_a_handler_raises_comes_out_as_it_is(method: str, mode: str) -> None:
    errors = [kind("enough") for kind in KINDS]
    waiting = errors[:]

    def handle(number: int, frame: Any) -> None:
        raise waiting.pop()

    with handled(handle), slow(autoreset_mode=mode) as envs, slow(autoreset_mode=mode) as twin:
        for error in reversed(errors):
            Slow.calls = staticmethod(rings_in(method))
            with pytest.raises(type(error)) as caught:
                play(envs, 1)
            assert caught.value is error
            assert_same(play(envs, 2), play(twin, 2))


def test_its_environments_have_failed() -> None:
    def handle(*_: Any) -> None:
        signal.signal(signal.SIGALRM, signal.SIG_IGN)
        raise TimeoutError("enough")

    with handled(handle), slow() as envs:
        envs.reset(seed=0)
        Slow.calls = staticmethod(rings_in("act"))
        with pytest.raises(TimeoutError, match="enough"):
            envs.step(np.zeros((4, 1), np.float32))
        with pytest.raises(ResetNeededError, match="env id 0"):
            envs.step(np.zeros((4, 1), np.float32))
        envs.reset()
        envs.step(np.zeros((4, 1), np.float32))


@pytest.mark.parametrize("method", ["setup", *METHODS])
def test_while_a_pool_is_made(method: str) -> None:
    error = TimeoutError()

    def handle(*_: Any) -> None:
        raise error

    class New(Slow):  # which has not been rehearsed
        pass

    with handled(handle):
        New.calls = staticmethod(rings_in(method))
        with pytest.raises(TimeoutError) as caught:
            vector_env(New, MODEL_OF_REACH, num_envs=2)
        assert caught.value is error
        vector_env(New, MODEL_OF_REACH, num_envs=2).close()


def play_async(envs: Any) -> None:
    for _ in range(20):
        if not envs.in_flight:
            envs.send(np.zeros((4, 1), np.float32), np.arange(4))
        envs.recv()


def test_in_async_mode() -> None:
    error = TimeoutError()

    def handle(*_: Any) -> None:
        raise error

    with handled(handle), slow(batch_size=2) as envs:
        for method in METHODS:
            envs.async_reset()
            while envs.in_flight:
                envs.recv()
            Slow.calls = staticmethod(rings_in(method))
            with pytest.raises(TimeoutError) as caught:
                play_async(envs)
            assert caught.value is error
            while envs.in_flight:
                with contextlib.suppress(EnvironmentFailure):
                    envs.recv()


def test_what_the_task_raises_is_the_task_s() -> None:
    def call(method: str) -> None:
        raise SystemExit(3)

    with handled(signal.SIG_IGN), slow() as envs:
        envs.reset(seed=0)
        Slow.calls = staticmethod(call)
        with pytest.raises(EnvironmentFailure, match=r"Slow.act\(\) raised SystemExit: 3"):
            envs.step(np.zeros((4, 1), np.float32))


def test_options_are_whole() -> None:
    """Environments that get options have them, whatever a handler raises meanwhile."""
    dice = random.Random(0)
    armed = [False]

    def handle(*_: Any) -> None:
        if armed[0]:
            armed[0] = False
            raise TimeoutError

    interrupted = 0
    with handled(handle), slow() as envs:
        for k in range(300):
            try:
                armed[0] = True
                signal.setitimer(signal.ITIMER_REAL, 10 ** dice.uniform(-4.7, -3.5))
                envs.set_config(gain=float(k % 2))
                armed[0] = False
            except TimeoutError:
                interrupted += 1
            assert_same(Slow.rows, np.array(envs.get_attr("gain")))
            assert len({*Slow.rows}) == 1
    assert interrupted > 10


@pytest.mark.parametrize("mode", MODES)
def test_at_random_moments(mode: str) -> None:
    """Nothing else comes out, and what the pool does next is right."""
    dice = random.Random(mode)
    armed = [False]
    interrupted = 0

    def handle(*_: Any) -> None:
        if armed[0]:
            armed[0] = False
            raise TimeoutError("of the test")

    with handled(handle), slow(autoreset_mode=mode) as envs, slow(autoreset_mode=mode) as twin:
        for seed in range(40):
            try:
                armed[0] = True
                signal.setitimer(signal.ITIMER_REAL, 10 ** dice.uniform(-4.5, -2))
                with contextlib.suppress(ResetNeededError):  # before the first reset
                    envs.set_config(gain=1.0 + seed)
                play(envs, seed)
                armed[0] = False
            except TimeoutError:
                interrupted += 1
            twin.set_config(gain=1.0 + seed)
            while envs.in_flight:
                with contextlib.suppress(EnvironmentFailure):
                    envs.recv()
            envs.set_config(gain=1.0 + seed)
            assert_same(play(envs, seed), play(twin, seed))
    assert interrupted > 10
