# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""How Minigrid's environments are made as references, with its wrappers for our options."""

from __future__ import annotations

import contextlib
import io
import warnings
from collections.abc import Callable, Mapping
from typing import Any

import gymnasium
from parallel_pool.native import NativeEnvType

_OURS = ("observation", "mission", "observation_tile_size")


class Silent(gymnasium.Wrapper[Any, Any, Any, Any]):
    """BabyAI's levels print whatever they reject."""

    def reset(self, **arguments: Any) -> tuple[Any, dict[str, Any]]:
        with contextlib.redirect_stdout(io.StringIO()):
            return self.env.reset(**arguments)


def wrappers() -> dict[str, Callable[..., gymnasium.Env[Any, Any]]]:
    """Minigrid's wrapper for each form of observation."""
    from minigrid import wrappers as theirs

    return {
        "image": theirs.ImgObsWrapper,
        "full": theirs.FullyObsWrapper,
        "one_hot": theirs.OneHotPartialObsWrapper,
        "symbolic": theirs.SymbolicObsWrapper,
        "rgb": theirs.RGBImgObsWrapper,
        "rgb_partial": theirs.RGBImgPartialObsWrapper,
        "flat": theirs.FlatObsWrapper,
    }


def make(
    env_type: NativeEnvType, config: Mapping[str, Any], max_episode_steps: int | None
) -> gymnasium.Env[Any, Any]:
    """The environment in the wrapper that gives this form of observation."""
    limit = {} if max_episode_steps is None else {"max_episode_steps": max_episode_steps}
    own = {name: value for name, value in config.items() if name not in _OURS}
    if "LavaGap" in env_type.id and "obstacle_type" in own:  # takes a class only
        from minigrid.core import world_object

        own["obstacle_type"] = getattr(world_object, own["obstacle_type"].capitalize())
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", ".*is out of date.*", DeprecationWarning)
        env = Silent(gymnasium.make(env_type.reference, disable_env_checker=True, **limit, **own))
    if config.get("mission", "text") == "tokens":
        from minigrid.wrappers import DictObservationSpaceWrapper

        return DictObservationSpaceWrapper(env)
    form = config.get("observation", "dict")
    if form == "dict":
        return env
    size = config.get("observation_tile_size", 8)
    options = {"tile_size": size} if form.startswith("rgb") else {}
    return wrappers()[form](env, **options)
