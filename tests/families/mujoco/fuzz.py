# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Damaged model files."""

from __future__ import annotations

import contextlib
import random
from pathlib import Path

import gymnasium
import parallel_pool

from tests.driver import Driver
from tests.sanitizers.mutations import mutated_text

_MODELS = {
    "Ant-v5": "ant.xml",
    "Hopper-v5": "hopper.xml",
    "InvertedPendulum-v5": "inverted_pendulum.xml",
    "Pusher-v5": "pusher_v5.xml",
}


def models(dice: random.Random, folder: Path) -> None:
    id, name = dice.choice([*_MODELS.items()])
    assets = Path(gymnasium.__file__).parent / "envs" / "mujoco" / "assets"
    path = folder / "some.xml"
    path.write_bytes(mutated_text((assets / name).read_text(), dice))
    try:
        driver = Driver(id, num_envs=2, xml_file=str(path))
    except (ValueError, OSError, parallel_pool.PoolError, MemoryError):
        return
    # MuJoCo may find it unfit only when it is stepped.
    with driver.envs, contextlib.suppress(ValueError, parallel_pool.PoolError):
        driver.run(3, seed=1)


TARGETS = {"models": models}
