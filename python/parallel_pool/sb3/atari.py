# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""`make_atari_env`: pools of Atari games as Stable-Baselines3's wrappers make them."""

from __future__ import annotations

import operator
from typing import Any

import numpy as np
from gymnasium import spaces

from parallel_pool.faces.vector_env import PoolVectorEnv
from parallel_pool.families.atari.emulator import Emulator
from parallel_pool.families.atari.names import find_game
from parallel_pool.sb3.refusals import refuse_options
from parallel_pool.sb3.vec_env import PoolVecEnv, make_pool

__all__ = ["AtariVecEnv", "make_atari_env"]

# The parameters of Stable-Baselines3's AtariWrapper, and the options that do the same.
_OPTIONS = {
    "noop_max": ("noop_max",),
    "frame_skip": ("frame_skip",),
    "screen_size": ("img_height", "img_width"),
    "terminal_on_life_loss": ("episodic_life",),
    "clip_reward": ("reward_clip",),
}
_STICKY = "action_repeat_probability"


def make_atari_env(
    env_id: str,
    n_envs: int = 1,
    seed: int | None = None,
    start_index: int = 0,
    monitor_dir: str | None = None,
    wrapper_kwargs: dict[str, Any] | None = None,
    env_kwargs: dict[str, Any] | None = None,
    **options: Any,
) -> AtariVecEnv:
    """Replaces Stable-Baselines3's ``make_atari_env``: makes a pool with the same rollouts.

    Args:
        env_id: an id of the game, such as ``"BreakoutNoFrameskip-v4"``. Ids of other versions name
            the same environment: frames are skipped once, and actions are not sticky.
        n_envs: the number of environments.
        seed: seeds environment i with seed + i at the first reset; None draws fresh entropy.
        start_index: the number of the first environment, for the seed of the action space and the
            names of monitor files.
        monitor_dir: the folder for a monitor file of each environment; None writes none.
        wrapper_kwargs: parameters of Stable-Baselines3's ``AtariWrapper``.
        env_kwargs: the environment's own options.
        **options: more of the environment's options, and those of `parallel_pool.make`, such as
            ``num_threads``.

    Returns:
        The vector environment; observations are uint8 of shape ``(n_envs, 84, 84, 1)``. ``episode``
        in the infos tells the score of a whole game and its length in frames, at the game's end.

    Raises:
        TypeError, ValueError: Stable-Baselines3 or the pool does not support an argument.
        UnknownEnvironmentError: there is no such game; the message names the nearest.
    """
    refuse_options(options, "make_atari_env")
    own = _own_names(dict(wrapper_kwargs or {})) | (env_kwargs or {}) | options
    if own.pop("frameskip", 1) != 1:
        raise ValueError(
            "make_atari_env repeats actions itself, so the option frameskip must be 1: use "
            "wrapper_kwargs={'frame_skip': ...}"
        )
    game = find_game(env_id)
    envs = make_pool(f"ALE-{game.title}-v5", n_envs, {"preset": "sb3"} | own)
    if seed is not None:
        envs.single_action_space.seed(operator.index(seed) + start_index)
    console = Emulator()
    console.load(game.name)
    settings = {name: own.get(name) for name in ("mode", "difficulty")}
    console.reset(**{key: None if value == -1 else value for key, value in settings.items()})
    vec_env = AtariVecEnv(envs, monitor_dir, start_index, console.episode_frame_number)
    vec_env.seed(seed)
    return vec_env


def _own_names(wrapper_kwargs: dict[str, Any]) -> dict[str, Any]:
    if wrapper_kwargs.pop(_STICKY, 0.0) > 0.0:
        raise ValueError(
            f"make_atari_env does not support wrapper_kwargs[{_STICKY!r}]: use the console's own "
            "sticky actions, env_kwargs={'repeat_action_probability': ...}"
        )
    unknown = sorted(wrapper_kwargs.keys() - _OPTIONS.keys())
    if unknown:
        raise TypeError(
            f"wrapper_kwargs has {unknown[0]!r}, expected some of {sorted({*_OPTIONS, _STICKY})}"
        )
    return {name: value for key, value in wrapper_kwargs.items() for name in _OPTIONS[key]}


class AtariVecEnv(PoolVecEnv):
    """A pool of Atari games whose observations have their channel last, as images in SB3 do.

    Args:
        envs: a pool of one gray frame for each observation, ``autoreset_mode="SameStep"``.
        monitor_dir: the folder for a monitor file of each environment; None writes none.
        start_index: the number in the name of the first of these files.
        first_frame: the number of a game's first frame, from which the lengths of games count.
    """

    def __init__(
        self,
        envs: PoolVectorEnv,
        monitor_dir: str | None = None,
        start_index: int = 0,
        first_frame: int = 0,
    ) -> None:
        """See the class."""
        super().__init__(envs, monitor_dir, start_index)
        self._first_frame = first_frame
        shape: tuple[int, ...] = envs.single_observation_space.shape or ()
        if len(shape) != 3 or shape[0] != 1:
            raise ValueError(
                f"make_atari_env makes observations of one gray frame, got the shape {shape}: "
                "stack frames with VecFrameStack, or use make_vec_env"
            )
        self.observation_space = spaces.Box(0, 255, (*shape[1:], 1), np.uint8)

    def reset(self) -> Any:
        """Resets all environments; see `PoolVecEnv.reset`."""
        return _channel_last(super().reset())

    def step_wait(self) -> tuple[Any, np.ndarray, np.ndarray, list[dict[str, Any]]]:
        """Steps all environments; see `PoolVecEnv.step_wait`."""
        observations, rewards, dones, infos = super().step_wait()
        for i in dones.nonzero()[0]:
            infos[i]["terminal_observation"] = _channel_last(infos[i]["terminal_observation"])
        return _channel_last(observations), rewards, dones, infos

    def _lengths(self, ended: dict[str, Any]) -> np.ndarray:
        """In frames: Stable-Baselines3 monitors the environment below its wrappers."""
        frames: np.ndarray = ended["final_info"]["episode_frame_number"] - self._first_frame
        return frames


def _channel_last(frames: np.ndarray) -> np.ndarray:
    """Moves the only channel to the end; a view."""
    return frames.reshape(*frames.shape[:-3], *frames.shape[-2:], 1)
