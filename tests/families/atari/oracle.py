# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""ale-py, driven through its public interface."""

from __future__ import annotations

from pathlib import Path

import ale_py
import numpy as np
from ale_py import roms

# Else each console greets on standard error.
ale_py.ALEInterface.setLoggerMode(ale_py.LoggerMode.Error)


class Oracle:
    """A console of ALE with a game, or with a ROM of our own under the game's name."""

    def __init__(
        self,
        game: str,
        image: Path | None = None,
        *,
        seed: int = 1,
        sticky: float = 0.0,
        frame_skip: int = 1,
        frame_limit: int = 0,
        truncate_on_loss_of_life: bool = False,
        color_averaging: bool = False,
    ) -> None:
        self.ale = ale_py.ALEInterface()
        self.ale.setInt("random_seed", seed)
        self.ale.setFloat("repeat_action_probability", sticky)
        self.ale.setInt("frame_skip", frame_skip)
        self.ale.setInt("max_num_frames_per_episode", frame_limit)
        self.ale.setBool("truncate_on_loss_of_life", truncate_on_loss_of_life)
        self.ale.setBool("color_averaging", color_averaging)
        self.ale.loadROM(image or Path(roms.get_rom_path(game) or ""))

    def act(self, action: int) -> int:
        return int(self.ale.act(action))

    def ram(self) -> bytes:
        return bytes(self.ale.getRAM())

    def poke(self, cells: dict[int, int]) -> None:
        """Writes cells of memory, by address."""
        for cell, value in cells.items():
            self.ale.setRAM(cell - 0x80, value)

    def result(self) -> tuple[int, bool]:
        """Lives and game over."""
        return self.ale.lives(), self.ale.game_over(with_truncation=False)


def actions(kind: str, oracle: Oracle, rng: np.random.Generator, count: int) -> list[int]:
    """A stream of actions."""
    minimal = [action.value for action in oracle.ale.getMinimalActionSet()]
    legal = [action.value for action in oracle.ale.getLegalActionSet()]
    if kind == "idle":
        return [0] * count
    if kind == "random":
        return [int(action) for action in rng.choice(minimal, count)]
    if kind == "full":
        return [int(action) for action in rng.choice(legal, count)]
    assert kind == "held"
    return [int(action) for action in np.repeat(rng.choice(minimal, count // 20 + 1), 20)[:count]]
