# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Plays a pool and the reference side by side and compares every byte."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import gymnasium
import numpy as np
import parallel_pool
from gymnasium.vector import AutoresetMode
from parallel_pool import registry

# Rewards and variables of every kind, so that each field of the shared memory is compared.
EVERY_REWARD = {
    "living_reward": 0.1,
    "death_penalty": 3.3,
    "map_exit_reward": 7.0,
    "kill_reward": 1.1,
    "secret_reward": 1.7,
    "item_reward": 0.3,
    "frag_reward": 2.0,
    "hit_reward": 0.7,
    "hit_taken_reward": -0.2,
    "damage_made_reward": 0.013,
    "damage_taken_penalty": 0.017,
    "health_reward": 0.11,
    "armor_reward": 0.07,
}
EVERY_BUFFER = {
    "depth_buffer_enabled": True,
    "labels_buffer_enabled": True,
    "automap_buffer_enabled": True,
    "notifications_buffer_enabled": True,
}


def every_variable() -> list[str]:
    """The names of all game variables."""
    import vizdoom

    return list(vizdoom.GameVariable.__members__)


def assert_equal(ours: Any, theirs: Any, where: str) -> None:
    """Arrays, texts and dicts of these, the latter by key."""
    if isinstance(theirs, Mapping):
        assert ours.keys() == theirs.keys(), where
        for key in theirs:
            assert_equal(ours[key], theirs[key], f"{where}, {key}")
    elif isinstance(theirs, str | tuple):
        assert ours == theirs, f"{where}: {ours!r}, expected {theirs!r}"
    else:
        assert ours.dtype == theirs.dtype, where
        np.testing.assert_array_equal(ours, theirs, where)


@dataclass
class SideBySide:
    """One environment of a pool, and the reference with the same options."""

    id: str
    options: Mapping[str, Any]
    seed: int = 3
    frames: bool = False

    def __post_init__(self) -> None:
        import vizdoom.gymnasium_wrapper  # noqa: F401 - which registers the references

        mode = {"render_mode": "rgb_array"} if self.frames else {}
        theirs = registry.find(self.id).reference
        self.reference = gymnasium.make(theirs, disable_env_checker=True, **mode, **self.options)
        self.pool = parallel_pool.make(
            self.id, num_envs=1, autoreset_mode=AutoresetMode.DISABLED, **mode, **self.options
        )
        self.rng = np.random.default_rng(self.seed)
        assert self.pool.single_observation_space == self.reference.observation_space
        assert self.pool.single_action_space == self.reference.action_space
        self.reference.action_space.seed(self.seed)
        self.episodes = 0
        self.digest = hashlib.sha256()  # of all that was compared

    def reset(self, seed: int | None = None) -> None:
        """Both at once."""
        options = {} if seed is not None else {"reset_mask": np.array([True])}
        ours = self.pool.reset(seed=seed, options=options)[0]
        self._compare(ours, self.reference.reset(seed=seed)[0], f"{self.id}, a reset")
        self.episodes += 1

    def play(self, steps: int) -> None:
        """Some steps and the resets that they need."""
        self.reset(self.seed)
        for number in range(steps):
            action = self._action()
            theirs = self.reference.step(action)
            ours = self.pool.step(_batched(action))
            where = f"{self.id}, step {number}"
            self._compare(ours[0], theirs[0], where)
            assert [values[0] for values in ours[1:4]] == [*theirs[1:4]], where
            self.digest.update(repr(theirs[1:4]).encode())
            if theirs[2] or theirs[3]:
                self.reset()

    def close(self) -> None:
        """Ends both engines."""
        self.pool.close()
        self.reference.close()

    def _action(self) -> Any:
        action = self.reference.action_space.sample()
        if isinstance(action, dict):  # numbers of a size that a game can use
            action["continuous"] = self.rng.normal(0, 5, action["continuous"].shape)
            action["continuous"] = action["continuous"].astype(np.float32)
        return action

    def _compare(self, ours: Any, theirs: Any, where: str) -> None:
        assert_equal({key: value[0] for key, value in ours.items()}, theirs, where)
        for key, value in theirs.items():
            self.digest.update(key.encode())
            self.digest.update(value.encode() if isinstance(value, str) else value.tobytes())
        if self.frames:
            frames = self.pool.render()
            assert frames is not None
            assert_equal(frames[0], self.reference.render(), f"{where}, the frame")


def _batched(action: Any) -> Any:
    if isinstance(action, dict):
        return {key: np.asarray(value)[None] for key, value in action.items()}
    return np.asarray(action)[None]
