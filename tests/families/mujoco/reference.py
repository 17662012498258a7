# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""How Gymnasium's robots are made as references."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import gymnasium
import mujoco
from gymnasium.wrappers import FrameStackObservation
from parallel_pool.native import NativeEnvType

from tests.parity import reference

# References print MuJoCo's warnings and write them into a file.
mujoco.set_mju_user_warning(lambda _: None)


def make(
    env_type: NativeEnvType, config: Mapping[str, Any], max_episode_steps: int | None
) -> gymnasium.Env[Any, Any]:
    """The robot; EnvPool's option that stacks frames is a wrapper of Gymnasium's."""
    ours = ("frame_stack", "from_pixels", "channels_first")
    own = {name: value for name, value in config.items() if name not in ours}
    env = reference.make(env_type, own, max_episode_steps)
    stack = config.get("frame_stack", 1)
    return FrameStackObservation(env, stack) if stack > 1 else env
