# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""The rodent that should touch a sphere twice equals dm_control's, whenever it touches it."""

from __future__ import annotations

from collections.abc import Container
from typing import Any

import numpy as np
import parallel_pool
import pytest
from parallel_pool._core import sealed, unsealed
from parallel_pool.errors import StateError
from parallel_pool.testing import assert_same

pytest.importorskip("dm_control")

from tests.families.locomotion.test_locomotion import (
    TASKS,
    TOUCH,
    _no_drawing,  # noqa: F401
    is_sealed,
    make_without_camera,
    move,
)

pytestmark = pytest.mark.filterwarnings("ignore")
UNTOUCHED, ONCE, TWICE, TOO_SOON, TOO_LATE = range(5)


def hand_on_target(reference: Any) -> tuple[np.ndarray, np.ndarray]:
    """Positions with the left hand on the sphere, and velocities without any movement."""
    model, data = reference.physics.model, reference.physics.data
    hand = data.xpos[model.name2id("walker/hand_L", "body")]
    target = data.geom_xpos[model.name2id("target_0_0/geom", "geom")]
    positions = data.qpos.copy()
    positions[:3] += target - hand
    return positions, np.zeros_like(data.qvel)


def play(
    seed: int, steps: int, touches: Container[int], time_limit: float | None = None
) -> tuple[list[int], int]:
    """Compares a pool with the reference.

    Args:
        seed: of both, and of their actions.
        steps: how many there are.
        touches: the steps before which a hand is put on the sphere.
        time_limit: as the option.

    Returns:
        The stages one after the other, and the number of touches that were rewarded.
    """
    envs = parallel_pool.make(TOUCH, num_envs=1, seed=seed, time_limit=time_limit)
    rng = np.random.default_rng(seed)
    reference = make_without_camera(TASKS[TOUCH], seed, time_limit)
    wanted, (seen, _) = reference.reset(), envs.reset()
    stages, prizes = [UNTOUCHED], 0
    for number in range(steps):
        what = f"step {number}"
        assert list(seen) == list(wanted.observation)
        for name, array in seen.items():
            assert_same(array[0], np.asarray(wanted.observation[name]), f"{what}, {name}")
        if (stage := int(seen["task_logic"][0, 0])) != stages[-1]:
            stages.append(stage)
        if number in touches:
            move([(envs, 0)], reference, *hand_on_target(reference))
        action = np.clip(0.3 * rng.normal(size=38), -1, 1)
        wanted = reference.step(action)
        seen, reward, terminated, truncated, _ = envs.step(action[None])
        assert reward[0] == (wanted.reward or 0.0), what
        assert wanted.first() or wanted.discount == 1
        assert not terminated[0]
        assert truncated[0] == wanted.last(), what
        prizes += reward[0] > 20
    return stages, prizes


@pytest.mark.parametrize(
    ("touches", "steps", "stages", "prizes"),
    [
        # In time; then another sphere, too.
        ({1, 41, 46}, 50, [UNTOUCHED, ONCE, TWICE, UNTOUCHED, ONCE], 3),
        # At the last moment, 0.9 seconds later, and a last bit after that.
        ({5, 50}, 54, [UNTOUCHED, ONCE, TWICE, UNTOUCHED], 2),
        ({1, 46}, 50, [UNTOUCHED, ONCE, TOO_LATE], 1),
        # A touch that lasts counts as two; another sphere comes after a second.
        (range(1, 15), 80, [UNTOUCHED, ONCE, TOO_SOON, UNTOUCHED], 1),
        # Too late, and again while nothing counts.
        ({1, 60, 75}, 115, [UNTOUCHED, ONCE, TOO_LATE, UNTOUCHED], 1),
    ],
)
def test_touches(touches: Container[int], steps: int, stages: list[int], prizes: int) -> None:
    assert play(3, steps, touches) == (stages, prizes)


def test_time_limit_between_touches() -> None:
    """The next episode's sphere is untouched, and its model has it where the last one was."""
    stages, prizes = play(4, 42, {3, 22}, time_limit=0.4)
    assert stages == [UNTOUCHED, ONCE, UNTOUCHED, ONCE]
    assert prizes == 2


def test_states_hold_touches() -> None:
    """A pool that takes over a state at any stage goes on like the other."""
    envs, other = (parallel_pool.make(TOUCH, num_envs=1, seed=seed) for seed in (3, 8))
    reference = make_without_camera(TASKS[TOUCH], 3)
    reference.reset(), envs.reset(), other.reset()
    still = np.zeros((1, 38))
    for number in range(110):
        if number in (2, 70):
            move([(envs, 0)], reference, *hand_on_target(reference))
        if number % 6 == 0:
            other.set_state([0], envs.get_state())
        reference.step(still[0])
        wanted, given = envs.step(still), other.step(still)
        if number % 6 < 2:
            assert_same(given, wanted, f"step {number}")


@pytest.mark.parametrize(
    ("wrong", "message"),
    [(1.6, "no possible target"), (np.nan, "target"), (np.inf, "target")],
)
def test_impossible_targets_are_refused(wrong: float, message: str) -> None:
    envs = parallel_pool.make(TOUCH, num_envs=1, seed=0)
    envs.reset()
    (state,) = envs.get_state()
    begin = next(i for i in range(len(state)) if is_sealed(state, i))
    payload = unsealed(state, begin)
    _, x = 2 * np.pi, 1.5 * np.random.RandomState(0).uniform(-1, 1, 2)[1]
    changed = payload.replace(np.float64(x).tobytes(), np.float64(wrong).tobytes())
    assert changed != payload
    with pytest.raises(StateError, match=message):
        envs.set_state([0], [state[:begin] + sealed(changed)])
