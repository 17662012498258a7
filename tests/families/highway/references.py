# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Environments of highway-env beside a pool of one environment, compared to the last bit."""

from __future__ import annotations

import contextlib
import warnings
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import gymnasium
import numpy as np
import parallel_pool
from gymnasium import spaces

from tests.families.highway.driver import Driver

# What a reset tells of an action that the reference draws without a seed.
UNSEEDED = ("action", "action_reward", "lane_change_reward")
WITHOUT_CONFIG = ("parking-ActionRepeat-v0", "parking-parked-v0")


def make_reference(
    id: str, config: dict[str, Any] | None, **keywords: Any
) -> gymnasium.Env[Any, Any]:
    """One of highway-env's, with the classes as they are before anybody makes an intersection."""
    from highway_env.vehicle import behavior

    behavior.IDMVehicle.DISTANCE_WANTED = 10.0
    behavior.IDMVehicle.COMFORT_ACC_MAX = 3.0
    behavior.IDMVehicle.COMFORT_ACC_MIN = -5.0
    for name in ("LinearVehicle", "AggressiveVehicle", "DefensiveVehicle"):
        for number in ("DISTANCE_WANTED", "COMFORT_ACC_MAX", "COMFORT_ACC_MIN"):
            with contextlib.suppress(AttributeError):
                delattr(getattr(behavior, name), number)
    given = {} if config is None or id in WITHOUT_CONFIG else {"config": config}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # that an id has a newer version
        return gymnasium.make(f"highway_env:{id}", disable_env_checker=True, **given, **keywords)


def with_pictures(env: gymnasium.Env[Any, Any]) -> gymnasium.Env[Any, Any]:
    """The same environment with frames as arrays.

    Some constructors take no render mode, and without a screen the viewer would leave all black.
    """
    from highway_env.envs.common.graphics import EnvViewer

    inner: Any = env.unwrapped
    inner.render_mode = "rgb_array"
    inner.config["offscreen_rendering"] = True
    inner.viewer = EnvViewer(inner)
    inner.viewer.enabled = True
    return env


def same_observation(theirs: Any, ours: Any, space: spaces.Space[Any]) -> bool:
    """Whether a row of the pool is what the reference observed."""
    if isinstance(space, spaces.Tuple):
        parts = enumerate(space.spaces)
        return all(same_observation(theirs[i], ours[i], part) for i, part in parts)
    if isinstance(space, spaces.Dict):
        parts = space.spaces.items()
        return all(same_observation(theirs[key], ours[key], part) for key, part in parts)
    theirs = np.asarray(theirs)
    shape = (theirs.shape, theirs.dtype)
    return shape == (ours[0].shape, ours.dtype) and theirs.tobytes() == ours[0].tobytes()


def unlike_infos(
    theirs: dict[str, Any], ours: dict[str, Any], skipped: tuple[str, ...]
) -> list[str]:
    """The infos that differ, also by being there or not."""
    unlike = [key for key in ours if not key.startswith(("_", "final_")) and key not in theirs]
    for key, value in theirs.items():
        if key in skipped:
            continue
        if key not in ours:
            unlike.append(key)
        elif isinstance(value, dict):
            unlike += [f"{key}.{inner}" for inner in unlike_infos(value, ours[key], skipped)]
        else:
            row = ours[key][0]
            if np.asarray(value).astype(row.dtype).tobytes() != np.asarray(row).tobytes():
                unlike.append(key)
    return unlike


def batched(actions: Sequence[Any], space: spaces.Space[Any]) -> Any:
    """Actions of several environments as a batch."""
    if isinstance(space, spaces.Tuple):
        agents = zip(*actions, strict=True)
        return tuple(batched(one, part) for one, part in zip(agents, space.spaces, strict=True))
    return np.array(actions, dtype=space.dtype)


@dataclass
class Played:
    """What happened in the episodes that were compared."""

    steps: int = 0
    crashes: int = 0
    ends: int = 0
    differences: list[str] = field(default_factory=list)


class Twins:
    """A reference and a pool with the same options."""

    def __init__(self, id: str, config: dict[str, Any] | None = None) -> None:
        given = {} if config is None else {"config": config}
        self.id = id
        self.env = make_reference(id, config)
        self.pool = parallel_pool.make(
            id, num_envs=1, autoreset_mode="Disabled", players=False, **given
        )
        assert self.env.observation_space == self.pool.single_observation_space
        assert self.env.action_space == self.pool.single_action_space

    def play(self, seed: int, style: int, most_steps: int, played: Played) -> None:
        """Compares an episode; the driver's style is `style`."""
        driver = Driver(self.env.unwrapped, style, seed)
        observation, info = self.env.reset(seed=seed)
        ours, infos = self.pool.reset(seed=[seed])
        self._compare(played, f"reset {seed}", observation, ours, info, infos, UNSEEDED)
        for step in range(most_steps):
            action = driver.action(step)
            result = self.env.step(action)
            own = self.pool.step(batched([action], self.env.action_space))
            where = f"episode {seed}, step {step}, action {action}"
            self._compare(played, where, result[0], own[0], result[4], own[4], ())
            self._compare_ends(played, where, result, own)
            played.steps += 1
            over = bool(own[2][0] or own[3][0])
            played.ends += over
            played.crashes += over and bool(result[4].get("crashed", False))
            if over or played.differences:
                break
        if self.env.unwrapped.np_random.random() != self.pool.np_random[0].random():
            played.differences.append(f"the generator after episode {seed}")

    def _compare(
        self,
        played: Played,
        where: str,
        theirs: Any,
        ours: Any,
        info: dict[str, Any],
        infos: dict[str, Any],
        skipped: tuple[str, ...],
    ) -> None:
        unlike = unlike_infos(info, infos, skipped)
        if not same_observation(theirs, ours, self.env.observation_space):
            unlike.append("observation")
        played.differences += [f"{what} in {where}" for what in unlike]

    def _compare_ends(self, played: Played, where: str, theirs: Any, ours: Any) -> None:
        """Where the reference has rewards and ends of agents, the infos have them too."""
        _, reward, terminated, truncated, _ = theirs
        own_reward, own_end = ours[1][0], ours[2][0]
        if isinstance(reward, tuple):
            own_reward = ours[4]["agents_rewards"][0]
            own_end = ours[4]["agents_terminated"][0]
        equal = np.asarray(reward, float).tobytes() == np.asarray(own_reward).tobytes()
        if not (equal and np.array_equal(terminated, own_end) and truncated == ours[3][0]):
            played.differences.append(f"reward or end in {where}")


def compare(id: str, config: dict[str, Any] | None, episodes: int, most_steps: int) -> Played:
    """Plays episodes by seed, with the drivers in turns."""
    twins = Twins(id, config)
    played = Played()
    for seed in range(episodes):
        twins.play(seed, seed % Driver.STYLES, most_steps, played)
    return played
