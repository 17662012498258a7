# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Draws the picture of MetaWorld's page again: ``python -m tests.families.metaworld.page_picture``.

MetaWorld itself shows each task when its policy has solved it, or after 150 time steps.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import gymnasium
import metaworld
import mujoco
import numpy as np
from metaworld import sawyer_xyz_env
from metaworld.policies import ENV_POLICY_MAP
from parallel_pool.families.metaworld import FAMILY
from PIL import Image, ImageDraw, ImageFont, ImageOps

FILE = Path(__file__).parents[3] / "docs" / "environments" / "metaworld_tasks.webp"
COLUMNS, TILE, TEXT, GAP = 10, 104, 12, 3
STEPS = 150


def welds(self: Any) -> None:
    """The reference's method, which fails on MuJoCo from 3.12 on: welds have 12 numbers."""
    for i in range(self.model.neq):
        if self.model.eq_type[i] == mujoco.mjtEq.mjEQ_WELD:
            self.model.eq_data[i, :11] = [0, 0, 0, 0, 0, 0, -1, 0, 0, 0, 5]


def frame(id: str) -> Any:
    """A frame of a task's end."""
    size = {"render_mode": "rgb_array", "width": 3 * TILE, "height": 3 * TILE}
    env: Any = gymnasium.make("Meta-World/MT1", env_name=id, seed=0, camera_name="corner2", **size)
    policy = ENV_POLICY_MAP[id]()
    observation, _ = env.reset()
    for _ in range(STEPS):
        action = np.clip(policy.get_action(observation), -1, 1).astype(np.float32)
        observation, _, _, _, infos = env.step(action)
        if infos["success"]:
            break
    shown = env.render()
    env.close()
    upright = shown[::-1]  # this camera is upside down
    side = len(upright)
    return upright[side * 3 // 10 : side * 9 // 10, side // 5 : side * 4 // 5]  # the table


def main() -> None:
    """Draws it."""
    sawyer_xyz_env.SawyerMocapBase.reset_mocap_welds = welds
    metaworld._N_GOALS = 2  # each takes a reset
    rows = -(-len(FAMILY.ids) // COLUMNS)
    size = COLUMNS * (TILE + GAP) - GAP, rows * (TILE + TEXT + GAP) - GAP
    image = Image.new("RGB", size, "white")
    drawing, font = ImageDraw.Draw(image), ImageFont.load_default(TEXT - 4)
    for place, id in enumerate(FAMILY.ids):
        row, column = divmod(place, COLUMNS)
        corner = column * (TILE + GAP), row * (TILE + TEXT + GAP)
        tile = ImageOps.fit(Image.fromarray(frame(id)), (TILE, TILE), Image.Resampling.LANCZOS)
        image.paste(tile, corner)
        drawing.text((corner[0] + 2, corner[1] + TILE), id.removesuffix("-v3"), "black", font)
    image.save(FILE, quality=55, method=6)


if __name__ == "__main__":
    main()
