# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Small models for the tests."""

from __future__ import annotations

from pathlib import Path

import gymnasium
import pytest

from tests.mujoco.gl import skip_unless_drawn

ASSETS = Path(gymnasium.__file__).parent / "envs" / "mujoco" / "assets"

# A ball that falls onto a plane, a hinge with a motor, a mocap body, a sensor and two keyframes.
MODEL = """
<mujoco model="small">
  <size nuserdata="2"/>
  <worldbody>
    <geom name="floor" type="plane" size="5 5 .1"/>
    <body name="target" mocap="true" pos="1 0 1">
      <geom size=".1" contype="0" conaffinity="0"/>
    </body>
    <body name="ball" pos="0 0 .3"><freejoint/><geom name="ball" size=".1" mass="1"/></body>
    <body name="arm" pos="2 0 1">
      <joint name="hinge" axis="0 1 0"/><geom type="capsule" size=".05 .2" mass="1"/>
      <site name="tip" pos="0 0 .2"/>
    </body>
  </worldbody>
  <actuator><motor joint="hinge" gear="2"/></actuator>
  <sensor><jointpos joint="hinge"/></sensor>
  <keyframe>
    <key name="up" qpos="0 0 2 1 0 0 0 0.5"/>
    <key name="down" qpos="0 0 .5 1 0 0 0 -0.5" ctrl="0.25"/>
  </keyframe>
</mujoco>
"""


def use_egl(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lets MuJoCo render without a screen, or skips the test."""
    monkeypatch.setenv("MUJOCO_GL", "egl")

    def draw() -> None:
        from mujoco.egl import GLContext

        GLContext(8, 8).free()

    skip_unless_drawn(draw)
