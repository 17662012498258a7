# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""A signal handler interrupts a call: the face still knows its games or asks for a reset."""

from __future__ import annotations

import random
import signal
import time
from collections.abc import Iterator
from functools import partial
from types import FrameType
from typing import Any

import numpy as np
import parallel_pool
import pytest
from parallel_pool import ResetNeededError


class HandlerError(Exception):
    """Raised by the signal handler."""


class Timer:
    """The state of the timer that interrupts calls.

    Attributes:
        is_armed: whether the handler raises. A signal may arrive after its timer was stopped, if
            the system delivered it to another thread.
    """

    is_armed = False


@pytest.fixture(autouse=True)
def raising() -> Iterator[None]:
    def handle(number: int, frame: FrameType | None) -> None:
        if Timer.is_armed:
            raise HandlerError

    before = signal.signal(signal.SIGALRM, handle)
    yield
    signal.setitimer(signal.ITIMER_REAL, 0)
    signal.signal(signal.SIGALRM, before)


def interrupted(call: Any, seconds: float) -> bool:
    try:
        try:
            Timer.is_armed = True
            signal.setitimer(signal.ITIMER_REAL, seconds)
            call()
        finally:
            Timer.is_armed = False
            signal.setitimer(signal.ITIMER_REAL, 0)
    except HandlerError:
        return True
    return False


def test_games_of_turns() -> None:
    """In tic-tac-toe, the marks on a board say whose turn it is."""
    games = parallel_pool.make("tictactoe-v3", num_envs=2, seed=0, num_threads=1, env_type="aec")
    games.reset()
    dice = random.Random(0)
    counts = {"interrupted": 0, "unfinished": 0}
    end = time.monotonic() + 1.5
    while time.monotonic() < end:
        moves = np.array([dice.choice(np.flatnonzero(mask)) for mask in games.action_mask])
        counts["interrupted"] += interrupted(partial(games.step, moves), dice.uniform(1e-5, 8e-5))
        if games.unfinished:
            counts["unfinished"] += 1
            with pytest.raises(ResetNeededError, match="interrupted before its results were noted"):
                games.step(moves)
            games.reset()
        marks = np.asarray(games.last()[0]["observation"]).reshape(2, -1).sum(axis=1)
        over = games.terminations | games.truncations
        assert (over | (marks % 2 == games.agent_selection)).all()
        if over.any():
            games.reset()
    assert min(counts.values()) > 0


def test_a_reset_that_is_interrupted_and_one_of_some() -> None:
    games = parallel_pool.make("tictactoe-v3", num_envs=2, seed=0, num_threads=1, env_type="aec")
    games.reset()
    states = games.get_state()
    dice = random.Random(1)
    while not games.unfinished:
        interrupted(games.reset, dice.uniform(1e-5, 8e-5))
    some = {"reset_mask": np.array([True, False])}
    for call in (lambda: games.reset(options=some), games.last, games.get_state):
        with pytest.raises(ResetNeededError, match="reset all environments"):
            call()
    games.set_state(None, states)
    games.step(games.action_mask.argmax(axis=1))
