# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Plays EnvPool's ids and hashes all that they give; run with EnvPool, writes the record of it.

``python tests/families/vizdoom/envpool_play.py`` needs envpool 1.2.7 and nothing of this package.
"""

from __future__ import annotations

import hashlib
import json
import random
from pathlib import Path
from typing import Any

import numpy as np

RECORD = Path(__file__).with_name("envpool.json")
# The two others need files that ViZDoom does not bring.
IDS = (
    *("Basic-v1", "BasicAudio-v1", "BasicNotifications-v1", "Cig-v1", "D1Basic-v1"),
    *("D2Navigation-v1", "DeadlyCorridor-v1", "Deathmatch-v1", "DefendTheCenter-v1"),
    *("DefendTheLine-v1", "HealthGathering-v1", "HealthGatheringSupreme-v1", "MultiDuel-v1"),
    *("MyWayHome-v1", "PredictPosition-v1", "RocketBasic-v1", "SimplerBasic-v1", "TakeCover-v1"),
)
INFOS = (
    *("AMMO2", "AMMO3", "AMMO4", "AMMO5", "AMMO6", "AMMO7", "ARMOR", "DAMAGECOUNT", "DEATHCOUNT"),
    *("FRAGCOUNT", "HEALTH", "HITCOUNT", "KILLCOUNT", "SELECTED_WEAPON", "SELECTED_WEAPON_AMMO"),
    "USER2",
)
STEPS = 80


def play(library: Any, id: str, **options: Any) -> dict[str, str]:
    """The hash of the observations, the rewards with the flags, and the infos of some steps."""
    envs = library.make(
        id,
        env_type="gym",
        num_envs=1,
        seed=7,
        use_combined_action=True,
        gym_reset_return_info=True,
        max_episode_steps=50,
        **options,
    )
    stream = random.Random(id)
    seen, gained, told = (hashlib.sha256() for _ in range(3))
    observations, infos = envs.reset()
    for _ in range(STEPS):
        seen.update(np.ascontiguousarray(observations).tobytes())
        told.update(np.array([infos[name] for name in INFOS], np.float64).tobytes())
        action = stream.randrange(envs.action_space.n)
        observations, rewards, terminated, truncated, infos = envs.step(np.array([action]))
        gained.update(np.concatenate([rewards, terminated, truncated]).astype(np.float64).tobytes())
    envs.close()
    return {"seen": seen.hexdigest(), "gained": gained.hexdigest(), "told": told.hexdigest()}


if __name__ == "__main__":
    import envpool

    RECORD.write_text(json.dumps({id: play(envpool, id) for id in IDS}, indent=1) + "\n")
