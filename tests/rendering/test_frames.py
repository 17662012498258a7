# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Every frame of every row equals the reference's frame byte for byte."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import gymnasium
import numpy as np
import parallel_pool
import pytest
from gymnasium.vector import AutoresetMode
from hypothesis import given, settings
from hypothesis import strategies as st
from parallel_pool import registry
from parallel_pool.testing.trajectory import ActionSource, take_row

from tests.parity.options import configs, reset_options
from tests.parity.reference import References
from tests.rendering.ids import IDS, modes_of

PICTURES = [
    (id, mode)
    for id in IDS
    for mode in modes_of(id)
    if registry.find(id).reference and mode != "human"
]


@dataclass
class Case:
    """One rollout."""

    num_envs: int
    mode: AutoresetMode
    max_episode_steps: int | None
    config: dict[str, Any]
    options: dict[str, Any] | None
    seed: int
    steps: int


@st.composite
def cases(draw: st.DrawFn, id: str) -> Case:
    return Case(
        num_envs=draw(st.integers(1, 3)),
        mode=draw(st.sampled_from(list(AutoresetMode))),
        max_episode_steps=draw(st.one_of(st.none(), st.integers(1, 12))),
        config=draw(configs(id)),
        options=draw(reset_options(id)),
        seed=draw(st.integers(0, 2**32)),
        steps=draw(st.integers(1, 30)),
    )


def assert_same_pictures(envs: parallel_pool.PoolVectorEnv, references: References) -> None:
    frames = envs.render()
    assert isinstance(frames, tuple)
    assert len(frames) == envs.num_envs
    for frame, reference in zip(frames, references.envs, strict=True):
        expected = reference.render()
        assert type(frame) is type(expected)
        if isinstance(frame, str):
            assert frame == expected
        else:
            assert frame.dtype == expected.dtype == np.uint8
            assert frame.shape == expected.shape
            assert np.array_equal(frame, expected)


def make_both(
    id: str, render_mode: str, case: Case
) -> tuple[parallel_pool.PoolVectorEnv, References]:
    envs = parallel_pool.make(
        id,
        num_envs=case.num_envs,
        autoreset_mode=case.mode,
        max_episode_steps=case.max_episode_steps,
        render_mode=render_mode,
        **case.config,
    )
    config = case.config | {"render_mode": render_mode}
    references = References(
        registry.find(id), config, case.num_envs, case.mode, case.max_episode_steps
    )
    return envs, references


@pytest.mark.parametrize(("id", "render_mode"), PICTURES)
@given(data=st.data())
@settings(max_examples=3)
def test_pictures_are_the_references(id: str, render_mode: str, data: st.DataObject) -> None:
    """Compares after every reset and step, in a random autoreset mode, with any options."""
    case = data.draw(cases(id))
    envs, references = make_both(id, render_mode, case)
    source = ActionSource(envs.single_action_space, case.num_envs, case.seed)
    everybody = range(case.num_envs)
    envs.reset(seed=case.seed, options=case.options)
    for i in everybody:
        references.reset(i, case.seed + i, case.options)
    assert_same_pictures(envs, references)
    for _ in range(case.steps):
        ended = np.array(references.pending)
        if case.mode == AutoresetMode.DISABLED and ended.any():
            envs.reset(options={"reset_mask": ended})
            for i in np.flatnonzero(ended):
                references.reset(i, None)
        else:
            actions = source.batch(everybody)
            envs.step(actions)
            for i in everybody:
                references.step(i, take_row(actions, i))
        assert_same_pictures(envs, references)
    envs.close()


def test_random_lakes() -> None:
    """Rows have different maps, which only their states contain."""
    envs = parallel_pool.make(
        "FrozenLake-v1", num_envs=4, desc=None, map_name=None, render_mode="rgb_array"
    )
    envs.reset(seed=0)
    maps = [envs._pool.render_state(i)["map"].view("S1") for i in range(4)]
    assert len({each.tobytes() for each in maps}) > 1
    singles = [gymnasium.make("FrozenLake-v1", desc=each, render_mode="rgb_array") for each in maps]
    for i, single in enumerate(singles):
        single.reset(seed=i)
    for _ in range(10):
        actions = envs.action_space.sample()
        for frame, single in zip(envs.render() or (), singles, strict=True):
            assert frame.tobytes() == single.render().tobytes()  # type: ignore[union-attr]
        _, _, terminations, truncations, _ = envs.step(actions)
        if (terminations | truncations).any():
            break
        for single, action in zip(singles, actions, strict=True):
            single.step(action)


@pytest.mark.parametrize("id", IDS)
def test_restored_states_look_the_same(id: str) -> None:
    """A saved state contains everything that its frame shows."""
    envs = parallel_pool.make(id, num_envs=2, render_mode="rgb_array")
    other = parallel_pool.make(id, num_envs=2, render_mode="rgb_array")
    other.reset(seed=5)
    envs.reset(seed=1)
    envs.action_space.seed(0)
    for steps in range(4):
        other.set_state(None, envs.get_state())
        for one, two in zip(envs.render() or (), other.render() or (), strict=True):
            assert one.tobytes() == two.tobytes(), f"after {steps} steps"
        envs.step(envs.action_space.sample())


def test_frames_are_the_callers_own() -> None:
    """A later frame changes no earlier frame, of the same row or another."""
    envs = parallel_pool.make("CartPole-v1", num_envs=3, render_mode="rgb_array")
    envs.reset(seed=0)
    frames = envs.render()
    assert frames is not None
    copies = [frame.copy() for frame in frames]
    for _ in range(5):
        envs.step(np.ones(3, np.int64))
        for frame in envs.render() or ():
            frame[:] = 0
    assert all(np.array_equal(*pair) for pair in zip(frames, copies, strict=True))


def test_rows_that_look_the_same_have_frames_of_their_own() -> None:
    """All rows of FrozenLake look the same after a reset; they are drawn once."""
    envs = parallel_pool.make("FrozenLake-v1", num_envs=3, render_mode="rgb_array")
    envs.reset(seed=0)
    frames = envs.render()
    assert frames is not None
    assert all(np.array_equal(frame, frames[0]) for frame in frames)
    before = frames[0].copy()
    frames[1][:] = 0
    assert np.array_equal(frames[0], before)
    assert np.array_equal(frames[2], before)


def test_headings_follow_moves_that_nobody_saw() -> None:
    """A taxi shows its last move; the reference knows only the moves that it has rendered."""
    envs = parallel_pool.make("Taxi-v4", render_mode="rgb_array")
    watched = gymnasium.make("Taxi-v4", render_mode="rgb_array")
    envs.reset(seed=0)
    watched.reset(seed=0)
    watched.render()
    for action in (2, 3, 4, 5):  # east, west, and two actions that are no moves
        envs.step(np.array([action]))
        watched.step(action)
        expected = watched.render()
    frames = envs.render()
    assert frames is not None
    assert frames[0].tobytes() == expected.tobytes()  # type: ignore[union-attr]


@pytest.mark.parametrize("id", ["Acrobot-v1", "MountainCarContinuous-v0"])
def test_states_have_the_references_dtype(id: str) -> None:
    """Pixels depend on it, but too rarely for random frames to show a difference."""
    envs = parallel_pool.make(id, render_mode="rgb_array")
    reference = gymnasium.make(id)
    envs.reset(seed=0)
    reference.reset(seed=0)
    for _ in range(3):
        envs.render()
        renderer: Any = envs._engine.view._renderer
        given = renderer._renderer._reference.state
        own = reference.unwrapped.state  # type: ignore[attr-defined]
        assert (given[0], given[0].dtype) == (own[0], own[0].dtype)
        action = reference.action_space.sample()
        envs.step(np.array([action]))
        reference.step(action)
