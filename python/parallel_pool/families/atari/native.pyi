# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Written by `make golden`."""

import numpy
from numpy.typing import NDArray
from parallel_pool.native import NativeEnvType as EnvType, NativePool as Pool


class Rom:
    """The identity of a ROM image."""

    @property
    def name(self) -> str: ...

    @property
    def md5(self) -> str: ...

    @property
    def size(self) -> int:
        """Bytes of the ROM image."""

class Game:
    """A game's facts, and what its cartridge needs of the console."""

    @property
    def name(self) -> str: ...

    @property
    def title(self) -> str:
        """The name in Gymnasium's ids: TicTacToe3D."""

    @property
    def envpool_title(self) -> str:
        """The name in EnvPool's ids: TicTacToe3d."""

    @property
    def md5(self) -> str: ...

    @property
    def size(self) -> int:
        """Bytes of the ROM image."""

    @property
    def cartridge(self) -> str: ...

    @property
    def television(self) -> str: ...

    @property
    def first_line(self) -> int: ...

    @property
    def height(self) -> int: ...

    @property
    def controllers(self) -> str: ...

    @property
    def minimal_actions(self) -> tuple[int, ...]: ...

    @property
    def legal_actions(self) -> tuple[int, ...]: ...

    @property
    def modes(self) -> tuple[int, ...]:
        """The first is the default."""

    @property
    def difficulties(self) -> tuple[int, ...]:
        """Bit 0: the left switch at A; bit 1: the right one."""

    @property
    def has_mode_procedure(self) -> bool: ...

    @property
    def fresh_lives(self) -> int:
        """What the loss of a life is measured against."""

    @property
    def paddle_max(self) -> int: ...

    @property
    def starting_actions(self) -> tuple[int, ...]:
        """One frame each, at the end of every reset; 40 is the console's RESET."""

    def __repr__(self) -> str: ...

class GameRules:
    """The rules of a game, apart from any console."""

    def __init__(self, game: Game) -> None: ...

    def reset(self) -> None: ...

    def frame(self, ram: bytes, cartridge_ram: bytes | None = None) -> None:
        """Evaluates the rules after a frame that left this memory behind."""

    def choose_mode(self, console: object, mode: int) -> None:
        """
        Runs the game's mode procedure on an object with the methods ram, cartridge_ram, press_select, press_reset, act and draw.
        """

    def save(self) -> bytes: ...

    def load(self, state: bytes) -> None: ...

    @property
    def reward(self) -> int: ...

    @property
    def lives(self) -> int: ...

    @property
    def terminal(self) -> bool: ...

games: tuple[Game, ...] = ...

class Emulator:
    """A game on its console."""

    def __init__(self, game: str, image: bytes, seed: int = 0, repeat_action_probability: float = 0.25, frame_skip: int = 1, reward_min: int = -2147483648, reward_max: int = 2147483647, max_frames_per_episode: int = 0, truncate_on_loss_of_life: bool = False, color_averaging: bool = False, detect_television: bool = False) -> None:
        """
        An image that is not the game's own has its television detected in any case.
        """

    def reset(self) -> None: ...

    def act(self, action: int, strength: float = 1.0, draw: bool = True) -> int:
        """
        Returns the reward of frame_skip frames. Without `draw`, frames are drawn only when they are requested.
        """

    def set_mode(self, mode: int) -> None:
        """Sets the mode of the next episode."""

    def set_difficulty(self, difficulty: int) -> None:
        """From the next frame on."""

    def save(self) -> bytes: ...

    def restore(self, state: bytes) -> None: ...

    def ram(self) -> bytes: ...

    def screen(self) -> bytes:
        """Palette indices, row by row."""

    def grey(self) -> NDArray[numpy.uint8]: ...

    def rgb(self) -> NDArray[numpy.uint8]: ...

    @property
    def height(self) -> int: ...

    @property
    def television(self) -> str: ...

    @property
    def mode(self) -> int: ...

    @property
    def difficulty(self) -> int: ...

    @property
    def lives(self) -> int: ...

    @property
    def terminal(self) -> bool: ...

    @property
    def truncated(self) -> bool: ...

    @property
    def frame_number(self) -> int: ...

    @property
    def episode_frame_number(self) -> int: ...

__parallel_pool_abi__: int = 8

env_types: list[EnvType] = ...

aliases: dict[str, str] = ...
