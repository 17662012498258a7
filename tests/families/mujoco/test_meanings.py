# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""The names that explain observations and actions are MuJoCo's, in its order."""

from __future__ import annotations

from pathlib import Path

import gymnasium
import mujoco
import pytest
from parallel_pool.families.mujoco.meanings import _WORDS, Model

ASSETS = Path(gymnasium.__file__).parent / "envs" / "mujoco" / "assets"


@pytest.mark.parametrize(
    "file", ["ant.xml", "half_cheetah.xml", "humanoid.xml", "pusher_v5.xml", "walker2d_v5.xml"]
)
def test_the_order_is_mujocos(file: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)  # for MuJoCo's log
    true, read = mujoco.MjModel.from_xml_path(str(ASSETS / file)), Model(file)
    bodies = [true.body(i).name or f"body {i}" for i in range(1, true.nbody)]
    assert read.bodies == bodies
    assert [name for name, _ in read.joints] == [
        _WORDS.get(true.joint(i).name, true.joint(i).name) for i in range(true.njnt)
    ]
    assert sum(one.count for one in read.positions()) == true.nq
    assert sum(one.count for one in read.velocities()) == true.nv
    moved = [true.joint(true.actuator(i).trnid[0]).name for i in range(true.nu)]
    assert [motor.meaning for motor in read.motors] == [
        f"Torque on {_WORDS.get(name, name)}" for name in moved
    ]
    gears = [true.actuator(i).gear[0] for i in range(true.nu)]
    assert [float(motor.unit.removesuffix("N m") or 1) for motor in read.motors] == gears
