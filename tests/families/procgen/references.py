# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Procgen's own environments, one game each, from whichever package is installed."""

from __future__ import annotations

import importlib.util
import sys
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

GAMES = (
    *("bigfish", "bossfight", "caveflyer", "chaser", "climber", "coinrun", "dodgeball"),
    *("fruitbot", "heist", "jumper", "leaper", "maze", "miner", "ninja", "plunder", "starpilot"),
)


def need_package() -> None:
    """Skips tests without a package that has the reference."""
    if not (importlib.util.find_spec("procgen_gym") or importlib.util.find_spec("gym3")):
        pytest.skip("no package of Procgen is installed", allow_module_level=True)


def _env_class() -> tuple[Any, str]:
    if importlib.util.find_spec("procgen_gym"):
        from procgen_gym.env import ProcgenVecEnv

        return ProcgenVecEnv, "num_envs"
    if "procgen" not in sys.modules:  # what it runs when it is imported needs gym
        spec = importlib.util.find_spec("procgen")
        assert spec is not None
        sys.modules["procgen"] = importlib.util.module_from_spec(spec)
    from procgen.env import ProcgenGym3Env

    return ProcgenGym3Env, "num"


class Reference:
    """One game.

    Attributes:
        frame: uint8 of shape (64, 64, 3).
        reward: of the last step, a float32.
        first: whether the frame is an episode's first.
        infos: the level, the level before, and whether that was completed.
    """

    def __init__(self, game: str, seed: int, **options: Any) -> None:
        """Makes the game and looks at its first frame."""
        made, count = _env_class()
        options = {"distribution_mode": "hard", **options}
        self._env = made(**{count: 1}, env_name=game, rand_seed=seed, num_threads=0, **options)
        self._is_new = count == "num_envs"
        self._look()

    def step(self, action: int) -> None:
        """Steps it; -1 leaves the level."""
        act = self._env._clib.act if self._is_new else self._env.act
        act(np.array([action], np.int32))
        self._look()

    def picture(self) -> NDArray[np.uint8]:
        """What ``render_mode="rgb_array"`` shows: uint8 of shape (512, 512, 3)."""
        return np.array(self._env.render()[0] if self._is_new else self._env.get_info()[0]["rgb"])

    def state(self) -> bytes:
        """The library's bytes."""
        state: bytes = self._env.get_state()[0]
        return state

    def close(self) -> None:
        """Frees the game."""
        self._env.close()

    def _look(self) -> None:
        if self._is_new:
            first, observed, reward, infos = self._env._clib.observe()
            infos = {name: values[0] for name, values in infos.items()}
        else:
            reward, observed, first = self._env.observe()
            infos = self._env.get_info()[0]
        self.frame = np.array(observed["rgb"][0])
        self.reward = reward[0]
        self.first = bool(first[0])
        self.infos = {name: value for name, value in infos.items() if name != "rgb"}
