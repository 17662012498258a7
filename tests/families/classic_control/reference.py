# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""How Gymnasium's classic control is made as a reference."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import gymnasium
from parallel_pool.native import NativeEnvType

from tests.parity import reference

# Options that the reference has as attributes, not as arguments: Acrobot's and CartPole's.
ATTRIBUTES = {
    "book_or_nips",
    "torque_noise_max",
    "gravity",
    "masscart",
    "masspole",
    "length",
    "force_mag",
}


def make(
    env_type: NativeEnvType, config: Mapping[str, Any], max_episode_steps: int | None
) -> gymnasium.Env[Any, Any]:
    """The reference with its attributes set."""
    arguments = {name: value for name, value in config.items() if name not in ATTRIBUTES}
    env = reference.make(env_type, arguments, max_episode_steps)
    for name in ATTRIBUTES & config.keys():
        setattr(env.unwrapped, name, config[name])
    if "masspole" in vars(env.unwrapped):  # what its constructor works out of them
        pole: Any = env.unwrapped
        pole.total_mass = pole.masspole + pole.masscart
        pole.polemass_length = pole.masspole * pole.length
    return env
