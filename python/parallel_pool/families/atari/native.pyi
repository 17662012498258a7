# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Written by `make golden`."""

from collections.abc import Sequence
from typing import Any

import numpy
from numpy.typing import NDArray


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

    def __init__(self, game: str, image: bytes, seed: int = 0, repeat_action_probability: float = 0.25, frame_skip: int = 1, reward_min: int = -2147483648, reward_max: int = 2147483647, max_frames_per_episode: int = 0, truncate_on_loss_of_life: bool = False, detect_television: bool = False) -> None:
        """
        An image that is not the game's own has its television detected in any case.
        """

    def reset(self) -> None: ...

    def act(self, action: int, strength: float = 1.0, draw: bool = True) -> int:
        """
        The reward of frame_skip frames. Without `draw`, pictures are drawn only when they are asked for.
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

class Pool:
    """The engine's side of a vector environment."""

    @property
    def num_envs(self) -> int: ...

    @property
    def batch_size(self) -> int: ...

    @property
    def num_threads(self) -> int: ...

    @property
    def closed(self) -> bool: ...

    @property
    def in_flight(self) -> int: ...

    @property
    def waited(self) -> tuple[float, float]: ...

    def step(self, actions: object, env_id: object | None = None) -> tuple[Any, Any, Any, Any, dict[str, Any]]: ...

    def step_single(self, action: object) -> tuple[Any, float, bool, bool, dict[str, Any]]: ...

    def reset(self, env_id: object | None = None, seeds: list[int | None] | None = None, options: dict[str, object] | None = None, masked: bool = False) -> tuple[Any, dict[str, Any]]: ...

    def send(self, actions: object, env_id: object | None = None) -> None: ...

    def async_reset(self, env_id: object | None = None, seeds: list[int | None] | None = None, options: dict[str, object] | None = None) -> None: ...

    def recv(self, timeout: float | None = None) -> tuple[Any, Any, Any, Any, dict[str, Any]]: ...

    def close(self) -> None: ...

    def render_state(self, env_id: int) -> dict[str, Any]: ...

    def save(self, env_id: int) -> bytes: ...

    def load(self, env_ids: Sequence[int], states: Sequence[bytes]) -> None: ...

    def clone(self, from_ids: object, to_ids: object) -> None: ...

    def set_config(self, env_ids: object, config: dict[str, object], tag: object) -> None: ...

    def config_tag(self, env_id: int) -> Any: ...

    def set_seeds(self, seeds: list[int | None]) -> None: ...

    def seed(self, env_id: int) -> int | None: ...

    def generator_state(self, env_id: int) -> tuple[int, ...]: ...

    def share_generator(self, env_id: int, generator: object, address: int) -> None: ...

    def shared_generator(self, env_id: int) -> object: ...

    def set_generator_state(self, env_id: int, words: Sequence[int]) -> None: ...

class EnvType:
    """One environment id: its facts, and what makes pools of it."""

    @property
    def id(self) -> str: ...

    @property
    def max_episode_steps(self) -> int | None: ...

    @property
    def reward_threshold(self) -> float | None: ...

    @property
    def reference(self) -> str:
        """The Gymnasium id that this one equals bit for bit, or ''."""

    @property
    def options(self) -> list[tuple[str, str, object, str]]:
        """(name, type, default, meaning) of each constructor option."""

    @property
    def reset_options(self) -> list[tuple[str, str, object, str]]:
        """(name, type, default, meaning) of each reset option."""

    def episode_limit(self, config: dict[str, object]) -> int | None:
        """The time limit under these options, in time steps; None is no limit."""

    def resolve(self, config: dict[str, object]) -> dict[str, object]:
        """The values of all options, defaults filled in."""

    def spec(self, config: dict[str, object]) -> dict[str, object]:
        """The spaces under a configuration, as nested dicts."""

    def make_pool(self, config: dict[str, object], *, num_envs: int, batch_size: int = 0, num_threads: int = 0, autoreset_mode: str = 'NextStep', max_episode_steps: int | None = None, chunk_size: int = 0, thread_affinity_offset: int | None = None, numa_node: int | None = None, result_format: str = 'gymnasium', episode_statistics: bool = False, workers: object | None = None) -> Pool:
        """
        A pool of environments of this type, with results in the format of a face: 'gymnasium', 'gym' (EnvPool's) or 'dm'. Episode statistics are counted in Gymnasium's format only.
        """

__parallel_pool_abi__: int = 6

env_types: list[EnvType] = ...

aliases: dict[str, str] = ...
