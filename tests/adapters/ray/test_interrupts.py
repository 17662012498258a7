# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Ctrl-C at any moment of a call: no step is lost or made twice, and the next call is right."""

from __future__ import annotations

import signal
from typing import Any

import numpy as np
import parallel_pool
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from parallel_pool.testing import assert_same

pytest.importorskip("ray", reason="needs Ray: `make test-adapters`")

import parallel_pool.ray
from parallel_pool.ray import making
from parallel_pool.ray.interrupts import Interrupts

from tests.adapters.ray.in_process import InProcessActors


class Interrupted(InProcessActors):
    """Ctrl-C comes before or after the calls that `moments` counts.

    Attributes:
        moments: how many more places are passed until each comes.
    """

    moments: list[int]

    def _pass(self) -> None:
        self.moments = [moment - 1 for moment in self.moments]
        if 0 in self.moments:
            signal.raise_signal(signal.SIGINT)

    def call(self, *args: Any) -> object:
        self._pass()
        ref = super().call(*args)
        self._pass()
        return ref

    def wait(self, *args: Any) -> list[object]:
        self._pass()
        return super().wait(*args)

    def result(self, k: int, ref: object) -> Any:
        self._pass()
        kept = super().result(k, ref)
        self._results[ref] = kept  # Ray has it until it is dropped
        self._pass()
        return kept


@settings(max_examples=60)
@given(st.lists(st.integers(1, 60), min_size=1, max_size=6), st.integers(0, 9))
def test_no_step_is_lost_or_made_twice(moments: list[int], seed: int) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(making, "Actors", Interrupted)
        patch.setattr(Interrupted, "moments", [], raising=False)
        patch.setattr(InProcessActors, "rng", np.random.default_rng(seed))
        before = signal.signal(signal.SIGINT, signal.default_int_handler)
        ours = parallel_pool.ray.make("Breakout-v5", 6, num_actors=3, seed=3)
        with parallel_pool.make("Breakout-v5", num_envs=6, seed=3) as local:
            assert_same(ours.reset(), local.reset())
            states = local.get_state()
            ours._engine.remote._actors.moments = moments
            for _ in range(6):
                right = local.step([1] * 6)
                try:
                    assert_same(ours.step([1] * 6), right)
                except KeyboardInterrupt:
                    if ours.in_flight:
                        again(lambda right=right: assert_same(ours.recv(), right))
            again(lambda: assert_same(ours.get_state(), local.get_state()))
            again(lambda: ours.set_state(None, states))
            local.set_state(None, states)
            ours._engine.remote._actors.moments = []
            assert_same(ours.step([1] * 6), local.step([1] * 6))
        ours.close()
        assert signal.signal(signal.SIGINT, before) is signal.default_int_handler


def again(call: Any) -> None:
    """Until no Ctrl-C comes; what is received may be lost as it is handed over."""
    while True:
        try:
            call()
        except KeyboardInterrupt:
            continue
        except parallel_pool.NothingInFlightError:
            pass
        return


def test_interrupts_are_held_back_and_let_through() -> None:
    interrupts, log = Interrupts(), []
    before = signal.signal(signal.SIGINT, lambda *_: log.append("handled"))
    with interrupts.held():
        signal.raise_signal(signal.SIGINT)
        log.append("held")
        with interrupts.let():
            log.append("let")
            signal.raise_signal(signal.SIGINT)
        signal.raise_signal(signal.SIGINT)
        log.append("end")
    signal.signal(signal.SIGINT, before)
    assert log == ["held", "handled", "let", "handled", "end", "handled"]


class TakenWithInterrupt:
    """A lock, of which Ctrl-C comes as it is taken."""

    def __init__(self, lock: Any) -> None:
        self._lock = lock

    def acquire(self, blocking: bool) -> bool:
        taken: bool = self._lock.acquire(blocking)
        signal.raise_signal(signal.SIGINT)
        return taken

    def release(self) -> None:
        self._lock.release()


def test_as_a_call_begins(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(making, "Actors", InProcessActors)
    ours = parallel_pool.ray.make("CartPole-v1", 2, num_actors=1, seed=3)
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    remote = ours._engine.remote
    lock = remote._busy
    try:
        remote._busy = TakenWithInterrupt(lock)
        with pytest.raises(KeyboardInterrupt):
            ours.reset()
    finally:
        remote._busy = lock
        signal.signal(signal.SIGINT, before)
    with parallel_pool.make("CartPole-v1", num_envs=2, seed=3) as local:
        local.reset()
        again(lambda: assert_same(ours.reset(seed=5), local.reset(seed=5)))
    ours.close()
