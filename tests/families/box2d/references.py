# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Policies that play as trained ones do, and comparisons of whole runs with Gymnasium."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np
import parallel_pool

Policy = Callable[[gymnasium.Env[Any, Any], Any], Any]


def random_policy(seed: int) -> Policy:
    """Draws from the action space."""

    def act(env: gymnasium.Env[Any, Any], observation: Any) -> Any:
        return env.action_space.sample()

    return act


def land(env: gymnasium.Env[Any, Any], observation: Any) -> Any:
    """Gymnasium's heuristic for LunarLander, which lands and comes to rest."""
    from gymnasium.envs.box2d.lunar_lander import heuristic

    action = heuristic(env.unwrapped, observation)
    return np.asarray(action, np.float32) if env.action_space.shape else int(action)


def walker() -> Policy:
    """Gymnasium's heuristic for BipedalWalker."""
    from gymnasium.envs.box2d.bipedal_walker import BipedalWalkerHeuristics

    heuristics = BipedalWalkerHeuristics()

    def act(env: gymnasium.Env[Any, Any], observation: Any) -> Any:
        return heuristics.step_heuristic(observation).astype(np.float32)

    return act


def drive(env: gymnasium.Env[Any, Any], observation: Any) -> Any:
    """Follows CarRacing's road for whole laps."""
    base: Any = env.unwrapped
    hull = base.car.hull
    track = np.array(base.track)[:, 2:4]
    nearest = int(np.argmin(((track - np.array(hull.position)) ** 2).sum(axis=1)))
    dx, dy = track[(nearest + 6) % len(track)] - np.array(hull.position)
    turn = (np.arctan2(dy, dx) - np.pi / 2 - hull.angle + np.pi) % (2 * np.pi) - np.pi
    speed = float(np.hypot(*hull.linearVelocity))
    wanted = 38 - 60 * abs(turn)
    controls = [
        np.clip(-2.2 * turn, -1, 1),
        0.45 if speed < wanted else 0,
        0.15 if speed > wanted + 6 else 0,
    ]
    return np.array(controls, np.float32)


def compare(id: str, policy: Policy, steps: int, seed: int, **options: Any) -> list[float]:
    """Plays an environment and its reference and requires equal bytes throughout.

    Returns:
        The last reward of each episode that ended.
    """
    reference = gymnasium.make(id, **options)
    ours = parallel_pool.make(id, num_envs=1, autoreset_mode="Disabled", **options)
    reference.action_space.seed(seed)
    expected, _ = reference.reset(seed=seed)
    got, _ = ours.reset(seed=seed)
    assert got[0].tobytes() == expected.tobytes()
    last = []
    for _ in range(steps):
        action = policy(reference, expected)
        expected, reward, terminated, truncated, info = reference.step(action)
        got, rewards, ends, limits, infos = ours.step(np.asarray([action]))
        assert got[0].tobytes() == expected.tobytes()
        assert (rewards[0], ends[0], limits[0]) == (float(reward), terminated, truncated)
        assert {
            key: infos[key][0] for key in infos if key[0] != "_" and infos[f"_{key}"][0]
        } == info
        if terminated or truncated:
            last.append(float(reward))
            expected, _ = reference.reset()
            got, _ = ours.reset()
            assert got[0].tobytes() == expected.tobytes()
    return last
