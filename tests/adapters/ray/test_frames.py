# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Stacks whose frames travel once equal those of a local pool bit for bit."""

from __future__ import annotations

import pickle
from typing import Any

import gymnasium
import numpy as np
import parallel_pool
import pytest
from parallel_pool.testing import assert_same

pytest.importorskip("ray", reason="needs Ray: `make test-adapters`")

import parallel_pool.ray
from parallel_pool.ray import ActorFailure, making
from parallel_pool.ray.frames import FrameReceiver, FrameSender

from tests.adapters.ray.in_process import InProcessActors

ENVS = 5
GAME = {"episodic_life": True, "max_episode_steps": 60, "seed": 2}


@pytest.fixture(autouse=True)
def in_process(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(making, "Actors", InProcessActors)


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"autoreset_mode": "SameStep", "gray_scale": False},
        {"stack_padding": "zero", "stack_num": 3},
        {"obs_type": "ram", "env_type": "gym"},
    ],
)
def test_batches_equal_those_of_a_local_pool(options: dict[str, Any]) -> None:
    """After lost lives, resets that throw away what is in flight, masks, states and a death."""
    game = GAME | options
    local = parallel_pool.make("Breakout-v5", num_envs=ENVS, num_threads=1, **game)
    ours = parallel_pool.ray.make("Breakout-v5", ENVS, num_actors=2, **game)
    is_gym = options.get("env_type") == "gym"
    pools = ours, local
    assert_same(*(pool.reset() for pool in pools))
    dice = np.random.default_rng(0)
    for t in range(90):
        actions = dice.integers(0, 4, ENVS)
        assert_same(*(pool.step(actions) for pool in pools))
        if t == 20:
            states = local.get_state()
        if t == 40:
            for pool in pools:
                pool.set_state([1, 3], [states[1], states[4]])
        if t == 50 and not is_gym:
            mask = {"reset_mask": np.arange(ENVS) % 2 == 0}
            assert_same(*(pool.reset(options=mask) for pool in pools))
        if t == 60:
            for pool in pools:
                pool.send(actions)
            assert_same(*(pool.reset() for pool in pools))
    ours._engine.remote._actors.dying |= {0}
    with pytest.raises(ActorFailure):
        ours.step(actions)
    if not is_gym:
        local.step(actions[2:], [2, 3, 4])
        assert_same(*(pool.reset(seed=9) for pool in pools))
    for _ in range(4 * (not is_gym)):
        assert_same(*(pool.step(actions) for pool in pools))
    local.close()
    ours.close()


def test_a_batch_is_a_quarter_as_large() -> None:
    """Also where episodes end, with two stacks of each environment."""
    game = {"autoreset_mode": "SameStep", "max_episode_steps": 3}
    ours = parallel_pool.ray.make("Pong-v5", 8, num_actors=1, seed=1, **game)
    ours.reset()
    [actor] = ours._engine.remote._actors._actors
    for step in range(1, 4):
        whole = actor.step(np.arange(8, dtype=np.int32), np.zeros(8, np.int64))
        assert whole.batch[3].all() == (step == 3)
        sizes = [len(pickle.dumps(one)) for one in (actor.in_frames(whole), whole)]
        assert sizes[0] < 0.26 * sizes[1]
    ours.close()


def test_environments_in_python() -> None:
    def make() -> Any:
        return gymnasium.wrappers.FrameStackObservation(gymnasium.make("CartPole-v1"), 3)

    local = parallel_pool.make_python(make, 3, seed=1)
    ours = parallel_pool.ray.make(make, 3, num_actors=2, seed=1, stack=3)
    assert_same(ours.reset(), local.reset())
    for _ in range(30):
        assert_same(ours.step([1] * 3), local.step([1] * 3))
    with pytest.raises(ValueError, match=r"stack=2 needs Box observations whose first axis"):
        parallel_pool.ray.make(make, 3, stack=2)
    with pytest.raises(ValueError, match="stack"):
        parallel_pool.ray.make(make, 3, stack=0)
    local.close()
    ours.close()


def test_a_batch_may_be_decoded_again_and_none_may_be_lost() -> None:
    """As after Ctrl-C between the two."""
    dice = np.random.default_rng(0)
    sender, receiver = FrameSender(2, 3), FrameReceiver(2)
    ids = np.arange(2, dtype=np.int32)
    shown = dice.integers(0, 255, (2, 3, 4), np.uint8)
    for _ in range(5):
        shown = np.concatenate([shown[:, 1:], dice.integers(0, 255, (2, 1, 4), np.uint8)], axis=1)
        sent = sender.sent(ids, shown)
        for _ in range(2):
            assert_same(receiver.observations(ids, sent), shown)
    assert len(sent.frames) == 2
    sender.sent(ids, shown)
    with pytest.raises(ValueError, match="a batch of frames was lost"):
        receiver.observations(ids, sender.sent(ids, shown))
    sender.forget()
    assert_same(receiver.observations(ids, sender.sent(ids, shown)), shown)
    none, ended = np.zeros(2), np.array([False, True])
    last = np.array([None, dice.integers(0, 255, (3, 4), np.uint8)], dtype=object)
    batch = (shown[::-1], none, none, ended, {"final_obs": last, "_final_obs": ended})
    sent_batch = sender.batch(ids, batch)
    for _ in range(2):
        assert_same(receiver.batch(ids, sent_batch), batch)


class Overtaking(InProcessActors):
    """The newest reply arrives first."""

    def wait(self, refs: list[object], timeout: float | None) -> list[object]:
        for k, calls in enumerate(self._waiting):
            while calls:
                self._run(k)
        return [[ref for ref in refs if ref in self._results][-1]]


def test_a_reply_may_overtake_an_earlier_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(making, "Actors", Overtaking)
    local = parallel_pool.make("Breakout-v5", num_envs=ENVS, num_threads=1, **GAME)
    ours = parallel_pool.ray.make("Breakout-v5", ENVS, num_actors=1, **GAME)
    actions = np.ones(ENVS, int)
    assert_same(*(pool.reset() for pool in (ours, local)))
    for _ in range(3):
        for pool in (ours, local):
            pool.send(actions[:3], [0, 1, 2])
            pool.send(actions[3:], [3, 4])
        assert_same(*(pool.recv() for pool in (ours, local)))
    local.close()
    ours.close()
