# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""What pools of Atari games are compared with: Gymnasium's pipeline and EnvPool's rules."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import ale_py
import cv2
import gymnasium
import numpy as np
from ale_py import roms
from ale_py.vector_env import AtariVectorEnv
from gymnasium.wrappers import AtariPreprocessing, FrameStackObservation
from parallel_pool.atari import find_game

gymnasium.register_envs(ale_py)
ale_py.ALEInterface.setLoggerMode(ale_py.LoggerMode.Error)

# It writes its autoreset mode into the metadata of its class, which are VectorEnv's.
AtariVectorEnv.metadata = {}

# The infos that all of them have.
INFOS = ("lives", "frame_number", "episode_frame_number")


def gymnasium_env(game: str, **options: Any) -> Callable[[], gymnasium.Env[Any, Any]]:
    """Makes the references of preset ``gymnasium``, with our names for the options."""
    given = {
        "stack_num": 4, "frame_skip": 4, "noop_max": 30, "img_height": 84, "img_width": 84,
        "gray_scale": True, "episodic_life": False, "stack_padding": "repeat",
        "repeat_action_probability": 0.25,
    } | options  # fmt: skip
    stack, padding = given.pop("stack_num"), given.pop("stack_padding")
    preprocessing = {
        "frame_skip": given.pop("frame_skip"),
        "noop_max": given.pop("noop_max"),
        "screen_size": (given.pop("img_width"), given.pop("img_height")),
        "grayscale_obs": given.pop("gray_scale"),
        "terminal_on_life_loss": given.pop("episodic_life"),
    }

    frameskip: int | tuple[int, int] = 1
    if isinstance(preprocessing["frame_skip"], tuple):  # drawn by the environment below
        frameskip, preprocessing["frame_skip"] = preprocessing["frame_skip"], 1

    def make() -> gymnasium.Env[Any, Any]:
        env = gymnasium.make(f"ALE/{find_game(game).title}-v5", frameskip=frameskip, **given)
        return FrameStackObservation(
            AtariPreprocessing(env, **preprocessing),
            stack,
            padding_type="reset" if padding == "repeat" else padding,
        )

    return make


class Twister:
    """std::uniform_int_distribution of the GNU library over std::mt19937."""

    def __init__(self, seed: int) -> None:
        self._random = np.random.RandomState(seed)

    def below(self, count: int) -> int:
        while True:
            product = int(self._random.randint(0, 2**32, dtype=np.uint32)) * count
            if product % 2**32 >= (2**32 - count) % count:
                return product >> 32


class EnvPoolRules:
    """EnvPool's documented rules over ALE, one environment.

    An episode that ends in the middle of a step leaves it at once and shows what was seen before,
    as Gymnasium's and ale-py's do.
    """

    def __init__(self, game: str, seed: int, **options: Any) -> None:
        """Options by EnvPool's names."""
        given = {
            "stack_num": 4, "frame_skip": 4, "noop_max": 30, "episodic_life": False,
            "reward_clip": False, "use_fire_reset": True, "img_height": 84, "img_width": 84,
            "full_action_space": False, "repeat_action_probability": 0.0,
            "use_inter_area_resize": True, "gray_scale": True, "max_episode_steps": 27000,
            "color_averaging": False,
        } | options  # fmt: skip
        self.given = given
        self.ale = ale_py.ALEInterface()
        self.ale.setFloat("repeat_action_probability", given["repeat_action_probability"])
        self.ale.setInt("random_seed", seed)
        self.ale.setBool("color_averaging", given["color_averaging"])
        self.ale.loadROM(roms.get_rom_path(game))
        full = given["full_action_space"]
        self.actions = self.ale.getLegalActionSet() if full else self.ale.getMinimalActionSet()
        self.fire = given["use_fire_reset"] and ale_py.Action.FIRE in self.actions
        self.random = Twister(seed)
        self.fresh, self.elapsed = True, 0
        self.stack: list[np.ndarray] = []
        self.buffers: list[np.ndarray] = []
        self.lives = 0

    def screen(self) -> np.ndarray:
        gray = self.given["gray_scale"]
        return self.ale.getScreenGrayscale() if gray else self.ale.getScreenRGB()

    def push(self, everywhere: bool = False) -> None:
        given = self.given
        how = cv2.INTER_AREA if given["use_inter_area_resize"] else cv2.INTER_LINEAR
        size = (given["img_width"], given["img_height"])
        frame = cv2.resize(self.buffers[0], size, interpolation=how)
        frame = frame[None] if given["gray_scale"] else frame.transpose(2, 0, 1)
        count = given["stack_num"]
        self.stack = [frame] * count if everywhere else [*self.stack[1:], frame]

    def observation(self) -> np.ndarray:
        return np.concatenate(self.stack)

    def reset(self) -> np.ndarray:
        noops = self.random.below(self.given["noop_max"]) + 1 - int(self.fire)
        time_is_up = self.elapsed >= self.given["max_episode_steps"]
        begins = self.fresh or not self.given["episodic_life"] or self.ale.game_over() or time_is_up
        self.fresh = False
        if begins:
            self.ale.reset_game()
            self.elapsed = 0
        for _ in range(noops):
            self.ale.act(0)
            if self.ale.game_over():
                self.ale.reset_game()
                begins = True
        if self.fire:
            self.ale.act(1)
        self.buffers = [self.screen(), self.screen()]
        self.push(begins)
        self.lives = self.ale.lives()
        return self.observation()

    def step(self, action: int) -> tuple[np.ndarray, float, bool, bool, float]:
        """Observation, reward, terminated, truncated, discount on a lost life."""
        reward, lost = 0.0, False
        for left in range(self.given["frame_skip"], 0, -1):
            reward += self.ale.act(self.actions[action])
            lost = self.given["episodic_life"] and 0 < self.ale.lives() < self.lives
            if self.ale.game_over() or lost:
                break
            if left <= 2:
                self.buffers[left - 1] = self.screen()
        if self.given["frame_skip"] > 1:
            self.buffers[0] = np.maximum(*self.buffers)
        self.push()
        self.elapsed += 1
        discount = float(self.ale.lives() >= self.lives)
        self.lives = self.ale.lives()
        if self.given["reward_clip"]:
            reward = float(np.sign(reward))
        truncated = self.elapsed >= self.given["max_episode_steps"]
        return self.observation(), reward, self.ale.game_over() or lost, truncated, discount
