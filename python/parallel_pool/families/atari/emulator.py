# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""One console with one game, for research and tests, like ``ale_py.ALEInterface`` of ALE."""

from __future__ import annotations

import operator
import os
import secrets
from pathlib import Path
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from parallel_pool.errors import InvalidActionError
from parallel_pool.families.atari import native as atari
from parallel_pool.families.atari.names import find_game
from parallel_pool.families.atari.roms import load_rom

Form = Literal["index", "gray", "rgb"]


class Emulator:
    """An Atari 2600 that equals ALE's frame by frame.

    >>> from parallel_pool.atari import Emulator
    >>> emulator = Emulator(seed=1)
    >>> emulator.load("pong")
    >>> reward = emulator.act(2)
    >>> emulator.screen("rgb").shape
    (210, 160, 3)

    Args:
        seed: the seed of the generator, from -2**31 to 2**32 - 1; None draws fresh entropy.
        repeat_action_probability: the probability that a frame repeats the previous action.
        frame_skip: the number of frames of each `act`.
        reward_range: the range to which the reward of an `act` is clamped; None does not clamp.
        max_frames_per_episode: the number of frames after which an episode is truncated; 0: never.
        truncate_on_loss_of_life: whether the first lost life truncates an episode.
        color_averaging: whether `screen` shows the average of a frame and the frame before.

    Raises:
        ValueError: a value is invalid.
    """

    def __init__(
        self,
        *,
        seed: int | None = None,
        repeat_action_probability: float = 0.25,
        frame_skip: int = 1,
        reward_range: tuple[int, int] | None = None,
        max_frames_per_episode: int = 0,
        truncate_on_loss_of_life: bool = False,
        color_averaging: bool = False,
    ) -> None:
        """See the class."""
        for name, value in {
            "truncate_on_loss_of_life": truncate_on_loss_of_life,
            "color_averaging": color_averaging,
        }.items():
            if not isinstance(value, bool):
                raise TypeError(f"{name} must be True or False, got {value!r}")
        seed = secrets.randbits(32) if seed is None else operator.index(seed)
        if not -(2**31) <= seed < 2**32:
            raise ValueError(f"seed must be from -2**31 to 2**32 - 1, got {seed}")
        if not 0 <= repeat_action_probability <= 1:
            raise ValueError(
                f"repeat_action_probability must be from 0 to 1, got {repeat_action_probability}"
            )
        self._seed = seed % 2**32
        self._repeat = float(repeat_action_probability)
        self._frame_skip = _count("frame_skip", frame_skip, 1)
        self._reward_range = _reward_range(reward_range)
        self._max_frames = _count("max_frames_per_episode", max_frames_per_episode, 0)
        self._truncate_on_loss = truncate_on_loss_of_life
        self._color_averaging = color_averaging
        self._game: atari.Game | None = None
        self._console: atari.Emulator | None = None

    def load(self, game: str, rom: str | os.PathLike[str] | None = None) -> None:
        """Inserts a game and resets, like ``ALEInterface.loadROM``: the generators start again.

        Args:
            game: a name or an id, such as ``"up_n_down"`` or ``"ALE/UpNDown-v5"``.
            rom: the file with the image; None: the file in the installed ``ale_py``.

        Raises:
            UnknownEnvironmentError: the game does not exist.
            RomError: the file does not exist, or is not the image of this game.
        """
        found = find_game(game)
        image = load_rom(found, None if rom is None else Path(rom))
        self._console = atari.Emulator(
            found.name,
            image,
            self._seed,
            self._repeat,
            self._frame_skip,
            *self._reward_range,
            self._max_frames,
            self._truncate_on_loss,
            self._color_averaging,
        )
        self._game = found

    def reset(self, *, mode: int | None = None, difficulty: int | None = None) -> None:
        """Starts an episode.

        Args:
            mode: the mode from now on; None keeps the current one.
            difficulty: the difficulty from now on; None keeps the current one.

        Raises:
            ValueError: the game has no such mode or difficulty; the message lists those it has.
        """
        console, game = self._loaded(), self.game
        mode = console.mode if mode is None else operator.index(mode)
        level = console.difficulty if difficulty is None else operator.index(difficulty)
        _check_choice(game.name, "mode", mode, "modes", game.modes)
        if difficulty is not None:  # the current one may be missing from the list
            _check_choice(game.name, "difficulty", level, "difficulties", game.difficulties)
            console.set_difficulty(level)
        console.set_mode(mode)
        console.reset()

    def act(self, action: int, strength: float = 1.0, *, draw: bool = True) -> int:
        """Plays `frame_skip` frames.

        Args:
            action: from 0 to 17, in ALE's order. An action that the game does not have counts as 0.
            strength: how far a paddle is turned, from 0 to 1; rounded to a float32.
            draw: False if the screen will not be read. Reading it anyway runs the frame again.

        Returns:
            The reward.

        Raises:
            InvalidActionError: the action or the strength is out of range.
        """
        action = operator.index(action)
        if not 0 <= action < 18:
            raise InvalidActionError(f"action must be from 0 to 17, got {action}")
        if not 0 <= strength <= 1:
            raise InvalidActionError(f"strength must be from 0 to 1, got {strength}")
        return self._loaded().act(action, strength, draw)

    def ram(self) -> NDArray[np.uint8]:
        """Returns a copy of the console's memory: uint8 of shape (128,)."""
        return np.frombuffer(self._loaded().ram(), np.uint8).copy()

    def screen(self, form: Form = "index") -> NDArray[np.uint8]:
        """Returns a copy of the screen: uint8, (height, 160), or (height, 160, 3) for ``"rgb"``.

        Args:
            form: ``"index"`` for palette indices, ``"gray"``, or ``"rgb"``.

        Raises:
            ValueError: the form is unknown.
        """
        console = self._loaded()
        if form == "index":
            return np.frombuffer(console.screen(), np.uint8).reshape(-1, 160).copy()
        if form == "gray":
            return console.grey()
        if form == "rgb":
            return console.rgb()
        raise ValueError(f"form must be 'index', 'gray' or 'rgb', got {form!r}")

    def save(self) -> bytes:
        """Saves everything that affects what follows: memory, chips, screens, rules, generators."""
        return self._loaded().save()

    def restore(self, state: bytes) -> None:
        """Restores a state from `save` of this or another emulator.

        Raises:
            StateError: the bytes are not a state, are damaged, or belong to another game. Nothing
                was changed.
        """
        console = self._loaded()
        if not isinstance(state, bytes):
            raise TypeError(f"a state must be bytes from save, got {type(state).__name__}")
        console.restore(state)

    @property
    def game(self) -> atari.Game:
        """The game's facts: ``modes``, ``difficulties``, ``minimal_actions`` and more."""
        self._loaded()
        assert self._game is not None
        return self._game

    @property
    def mode(self) -> int:
        """The mode of the next reset."""
        return self._loaded().mode

    @property
    def difficulty(self) -> int:
        """The current difficulty: bit 0 for the left switch at A, bit 1 for the right one."""
        return self._loaded().difficulty

    @property
    def lives(self) -> int:
        """The number of lives, according to the game's rules."""
        return self._loaded().lives

    @property
    def terminal(self) -> bool:
        """Whether the game is over; further actions have no effect then."""
        return self._loaded().terminal

    @property
    def truncated(self) -> bool:
        """Whether a limit has ended the episode."""
        return self._loaded().truncated

    @property
    def frame_number(self) -> int:
        """Frames since `load`."""
        return self._loaded().frame_number

    @property
    def episode_frame_number(self) -> int:
        """Frames since the last reset."""
        return self._loaded().episode_frame_number

    def _loaded(self) -> atari.Emulator:
        if self._console is None:
            raise RuntimeError("no game is loaded: call load() first")
        return self._console


def _count(name: str, value: int, least: int) -> int:
    """The option, checked to be an int that the engine can hold."""
    value = operator.index(value)
    if not least <= value < 2**31:
        raise ValueError(f"{name} must be from {least} to {2**31 - 1}, got {value}")
    return value


def _reward_range(given: tuple[int, int] | None) -> tuple[int, int]:
    if given is None:
        return -(2**31), 2**31 - 1
    values = tuple(operator.index(value) for value in given)
    if len(values) != 2 or not -(2**31) <= values[0] <= values[1] < 2**31:
        raise ValueError(f"reward_range must be two ascending 32-bit ints, got {given}")
    return values[0], values[1]


def _check_choice(game: str, name: str, value: int, plural: str, allowed: tuple[int, ...]) -> None:
    if value not in allowed:
        listed = ", ".join(map(str, allowed))
        raise ValueError(f"{game} has no {name} {value}; its {plural} are {listed}")
