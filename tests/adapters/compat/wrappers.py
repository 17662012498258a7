# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Pools of EnvPool and of this package in Gymnasium's wrappers of vectors."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import gymnasium
import numpy as np
from gymnasium.wrappers import vector as wrappers

from tests.adapters.compat.outcomes import Outcome


def of_wrappers() -> dict[str, Outcome]:
    """An input for each wrapper."""
    return {
        f"`gymnasium.wrappers.vector.{name}` of `make_gymnasium(...)`": _wrapped(name, id, given)
        for name, id, given in _wrappers()
    }


def _wrappers() -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Gymnasium's wrappers of vectors, each with an id and arguments."""
    box = gymnasium.spaces.Box(-1, 1, (4,), np.float32)
    yield "RecordEpisodeStatistics", "CartPole-v1", {}
    yield "DictInfoToList", "CartPole-v1", {}
    yield "NormalizeObservation", "CartPole-v1", {}
    yield "NormalizeReward", "CartPole-v1", {}
    yield "ClipReward", "CartPole-v1", {"min_reward": -1, "max_reward": 1}
    yield "TransformReward", "CartPole-v1", {"func": lambda reward: 2 * reward}
    yield (
        "TransformObservation",
        "CartPole-v1",
        {"func": lambda obs: obs, "single_observation_space": box},
    )
    yield "TransformAction", "CartPole-v1", {"func": lambda action: action}
    yield (
        "VectorizeTransformReward",
        "CartPole-v1",
        {"wrapper": gymnasium.wrappers.TransformReward, "func": lambda reward: 2 * reward},
    )
    yield "FlattenObservation", "Catch-v0", {}
    yield "ReshapeObservation", "Catch-v0", {"shape": (50,)}
    yield "DtypeObservation", "CartPole-v1", {"dtype": np.float64}
    yield "RescaleObservation", "Catch-v0", {"min_obs": 0, "max_obs": 2}
    yield "ClipAction", "Pendulum-v1", {}
    yield "RescaleAction", "Pendulum-v1", {"min_action": -1, "max_action": 1}
    yield "HumanRendering", "CartPole-v1", {"screen_size": (60, 40)}


def _wrapped(name: str, id: str, arguments: dict[str, Any]) -> Outcome:
    def run(library: Any) -> str:
        mode = {"render_mode": "rgb_array"} if name == "HumanRendering" else {}
        pool = library.make_gymnasium(id, num_envs=2, max_episode_steps=3, **mode)
        wrapped = getattr(wrappers, name)(pool, **arguments)
        wrapped.reset()
        space = pool.single_action_space
        actions = np.zeros((2, *(space.shape or ())), space.dtype)
        for _ in range(5):
            observations, rewards, *_ = wrapped.step(actions)
        return f"works: {observations.dtype} {observations.shape}, {rewards.shape}"

    return run
