# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""MuJoCo's timer, which pools answer for themselves, still tells others the time."""

from __future__ import annotations

import threading

import numpy as np
import parallel_pool
import pytest

mujoco = pytest.importorskip("mujoco")

STEP = int(mujoco.mjtTimer.mjTIMER_STEP)


def timed_steps(count: int) -> tuple[int, float]:
    """How many steps of a simulation of one's own MuJoCo has timed, and how long they took."""
    model = mujoco.MjModel.from_xml_string(
        "<mujoco><worldbody><body><freejoint/><geom size='.1'/></body></worldbody></mujoco>"
    )
    data = mujoco.MjData(model)
    for _ in range(count):
        mujoco.mj_step(model, data)
    return data.timer[STEP].number, data.timer[STEP].duration


def test_simulations_of_others_are_timed() -> None:
    """Before, between and while pools step."""
    envs = parallel_pool.make("InvertedPendulum-v5", num_envs=8, num_threads=2, seed=0)
    envs.reset()
    actions = np.zeros((8, 1), np.float32)
    envs.step(actions)
    found = [timed_steps(20)]
    other = threading.Thread(target=lambda: found.append(timed_steps(200)))
    other.start()
    while other.is_alive():
        envs.step(actions)
    other.join()
    envs.close()
    for count, seconds in found:
        assert count in (20, 200)
        assert seconds < 1e4  # a time and a zero mixed up would be years
        # The package of 3.3.0 has MuJoCo time nothing.
        assert (seconds > 0) == (mujoco.__version__ != "3.3.0")
