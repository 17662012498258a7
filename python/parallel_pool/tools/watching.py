# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""The commands ``watch`` and ``play``: see an environment, in a window or a file, or control it."""

from __future__ import annotations

import contextlib
import importlib
import importlib.util
import itertools
import os
import string
import sys
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Annotated, Any, Literal

import gymnasium
import numpy as np
import typer
from gymnasium import spaces

from parallel_pool import registry
from parallel_pool.making import make
from parallel_pool.rendering.view import render_metadata
from parallel_pool.rendering.window import has_no_screen
from parallel_pool.tools.clean_errors import (
    UsageError,
    check_defaults,
    check_writable,
    clean_errors,
)
from parallel_pool.tools.describe import Id
from parallel_pool.tools.training import load_policy

Steps = Annotated[int | None, typer.Option(min=1, help="Stop after this many time steps.")]
_OF_A_FILE = 300  # time steps, if no number is given
_FORMATS = (".avi", ".gif", ".mkv", ".mov", ".mp4", ".webm")
_Mode = Literal["human", "rgb_array"]
Seed = Annotated[int | None, typer.Option(min=0, help="Seed of the environment and actions.")]


def watch(
    id: Id,
    steps: Annotated[
        int | None,
        typer.Option(
            min=1,
            help=f"Time steps; by default {_OF_A_FILE} for a file, and without end in a window.",
        ),
    ] = None,
    seed: Seed = None,
    video: Annotated[Path | None, typer.Option(help="Write a video, such as out.mp4.")] = None,
    gif: Annotated[Path | None, typer.Option(help="Write an animation, such as out.gif.")] = None,
    policy: Annotated[
        str | None,
        typer.Option(
            metavar="MODULE:FUNCTION|FILE",
            help="A function that takes the batch of observations and returns the actions, or a "
            "file that `train` wrote; random actions without it.",
        ),
    ] = None,
) -> None:
    """Shows an environment in a window, or writes a video, with random actions or your policy.

    For example:

    - `parallel-pool watch CartPole-v1`
    - `parallel-pool watch CartPole-v1 --gif out.gif`
    """
    with clean_errors(), _what_draws():
        if gif is not None and gif.suffix.lower() != ".gif":
            raise UsageError(f"the name of an animation ends in .gif, got {gif}")
        files = [path for path in (video, gif) if path is not None]
        for path in files:
            check_writable(path)
            if path.suffix.lower() not in _FORMATS:
                raise UsageError(f"a video ends in one of {', '.join(_FORMATS)}, got {path}")
        mode: _Mode = "rgb_array" if files else "human"
        if files:
            _draw_without_screen()
        env_type, fps = _renderable(id, mode)
        act, options = (None, {}) if policy is None else _policy(policy, env_type)
        if not files:
            _require_screen()
        limit = steps or (_OF_A_FILE if files else None)
        frames = _frames(env_type, mode, seed, act, limit, options)
        first = next(frames)  # Where nothing can be drawn, no file is begun.
        with contextlib.ExitStack() as stack:
            writers = [stack.enter_context(_writer(path, fps)) for path in files]
            count = 0
            for frame in itertools.chain([first], frames):
                count += 1
                for writer in writers:
                    writer.append_data(frame)
        for path in files:
            typer.echo(f"wrote {path}: {count} frames, {fps} per second")


def play(
    id: Id,
    steps: Steps = None,
    seed: Seed = None,
    zoom: Annotated[float, typer.Option(min=0.1, help="Magnification of the picture.")] = 2.0,
) -> None:
    """Lets you play an environment with the keyboard; Escape ends it.

    The keys 0 to 9 and then a to z are the actions. For continuous actions, the arrows push the
    first two numbers to their bounds. The command prints what each key does.

    Example:  parallel-pool play LunarLander-v3
    """
    with clean_errors(), _what_draws():
        name, _ = _renderable(id, "rgb_array")
        if registry.find(name).spec({})["multi_player"]:
            raise UsageError(f"play controls one player, but {name} has several: use watch")
        _require("pygame", "play")
        _require_screen()
        with warnings.catch_warnings():  # of a package that only plots need
            warnings.filterwarnings("ignore", ".*matplotlib is not installed")
            from gymnasium.utils.play import play as play_in_window

        env = gymnasium.make(registry.gymnasium_id(name), render_mode="rgb_array")
        try:
            keys, rest = keys_of(env.action_space)
            for key, action in keys.items():
                typer.echo(f"{_ARROWS.get(key, key)}: {action}")
            taken = itertools.count(1)

            def after_step(*_: Any) -> None:
                if steps is not None and next(taken) >= steps:
                    raise _EndError

            with contextlib.suppress(_EndError):
                play_in_window(
                    env,
                    keys_to_action=keys,
                    noop=rest,
                    zoom=zoom,
                    seed=seed,
                    callback=after_step,
                )
        finally:
            env.close()


@contextlib.contextmanager
def _what_draws() -> Iterator[None]:
    """Libraries that draw raise a RuntimeError where there is no screen or no OpenGL."""
    try:
        yield
    except RuntimeError as error:
        raise UsageError(str(error)) from None


class _EndError(Exception):
    """The steps that were asked for are over."""


# pygame's codes of the arrow keys, which do not change.
_RIGHT, _LEFT, _DOWN, _UP = 1073741903, 1073741904, 1073741905, 1073741906
_ARROWS: dict[Any, str] = {_RIGHT: "right", _LEFT: "left", _DOWN: "down", _UP: "up"}


def keys_of(space: spaces.Space[Any]) -> tuple[dict[Any, Any], Any]:
    """The keys with their actions, and the action without a key.

    Raises:
        UsageError: the space has neither a list of actions nor numbers with bounds.
    """
    if isinstance(space, spaces.Discrete) and space.n <= 36:
        letters = (string.digits + string.ascii_lowercase)[: int(space.n)]
        first = int(space.start)
        return {key: first + i for i, key in enumerate(letters)}, first
    if isinstance(space, spaces.Box) and len(space.shape) == 1 and space.is_bounded():
        rest = np.clip(np.zeros(space.shape, space.dtype), space.low, space.high)
        keys = {}
        for i, pair in enumerate(((_LEFT, _RIGHT), (_DOWN, _UP))[: space.shape[0]]):
            for key, bound in zip(pair, (space.low[i], space.high[i]), strict=True):
                keys[key] = rest.copy()
                keys[key][i] = bound
        return keys, rest
    raise UsageError(f"play has no keys for actions of {space}; use watch --policy")


def _renderable(id: str, mode: _Mode) -> tuple[str, int]:
    """The id, and its frames per second; refuses what cannot be rendered, or made as it is."""
    env_type = registry.find(id)
    registry.check_installed(env_type)
    metadata = render_metadata(env_type)
    if mode not in metadata["render_modes"]:
        modes = ", ".join(metadata["render_modes"]) or "none"
        lacks = modes == "none" and importlib.util.find_spec("pygame") is None
        hint = " (pip install 'parallel_pool[render]' adds what draws)" if lacks else ""
        raise UsageError(f"{env_type.id} has no render mode {mode!r}; it has: {modes}{hint}")
    check_defaults(env_type)
    return env_type.id, int(metadata["render_fps"])


def _frames(
    id: str,
    mode: _Mode,
    seed: int | None,
    act: Callable[[Any], Any] | None,
    steps: int | None,
    options: dict[str, Any],
) -> Iterator[Any]:
    """A frame for the reset and one for each step; with a window there is nothing in them."""
    with make(id, seed=seed, render_mode=mode, **options) as envs:
        envs.action_space.seed(seed)
        observations, _ = envs.reset()
        yield _picture(envs, mode)
        for _ in itertools.count() if steps is None else range(steps):
            if mode == "human" and _is_closed():
                return
            if act is None:
                observations = envs.step(envs.action_space.sample())[0]
            else:
                observations = _step(envs, act(observations))
            yield _picture(envs, mode)


def _step(envs: Any, actions: Any) -> Any:
    """The observations after a step with a policy's actions."""
    try:
        return envs.step(actions)[0]
    except (TypeError, ValueError) as error:
        raise UsageError(f"the policy's actions are refused: {error}") from None


def _draw_without_screen() -> None:
    """Without a screen, libraries draw with what needs none, unless the user chose otherwise."""
    if has_no_screen():
        os.environ.setdefault("MUJOCO_GL", "egl")
        os.environ.setdefault("SDL_VIDEODRIVER", "dummy")


def _require_screen() -> None:
    """Refuses a window where nobody could see it, unless the user chose such a driver.

    Raises:
        UsageError: there is no screen.
    """
    if importlib.util.find_spec("pygame") is None or "SDL_VIDEODRIVER" in os.environ:
        return
    import pygame

    none = has_no_screen()
    if not none:
        pygame.display.init()
        none = pygame.display.get_driver() in ("dummy", "offscreen")
    if none:
        raise UsageError("there is no screen for a window; watch --gif or --video writes a file")


def _is_closed() -> bool:
    """Whether the user has closed the window, or a signal asks the program to end."""
    pygame = sys.modules.get("pygame")
    if pygame is None or not pygame.display.get_init():
        return False
    # All events are taken: a queue full of the mouse's movements would have no room for this one.
    return any(event.type == pygame.QUIT for event in pygame.event.get())


def _picture(envs: Any, mode: str) -> Any:
    frames = envs.render()
    return frames[0] if mode == "rgb_array" else None


def _policy(named: str, id: str) -> tuple[Callable[[Any], Any], dict[str, Any]]:
    """What acts, and the options of the environment that it was trained in."""
    if Path(named).is_file():
        return load_policy(Path(named), id)
    module, colon, function = named.partition(":")
    if not colon:
        raise UsageError(
            f"a policy is MODULE:FUNCTION or a file of `train`, got {named!r}, "
            "and there is no such file"
        )
    try:
        found = getattr(importlib.import_module(module), function)
    except Exception as error:  # whatever a module raises
        raise UsageError(f"there is no policy {named!r}: {error}") from None
    if not callable(found):
        raise UsageError(f"a policy is a function, but {named!r} is {found!r}")
    return found, {}


@contextlib.contextmanager
def _writer(path: Path, fps: int) -> Iterator[Any]:
    """Takes frames, one by one, into a file of the format that its name ends with.

    No file is left if not all frames can be had.
    """
    imageio = _require("imageio.v2", f"writing {path.suffix or 'a file'}")
    options: dict[str, Any] = {"fps": fps}
    if path.suffix.lower() == ".gif":
        options = {"mode": "I", "duration": 1000 / fps, "loop": 0}
    else:
        _require("imageio_ffmpeg", f"writing {path.suffix or 'a file'}")
        options["macro_block_size"] = 1
    try:
        with imageio.get_writer(path, **options) as writer:
            yield writer
    except BaseException:
        path.unlink(missing_ok=True)
        raise


# The package of a module, and what installs it.
_PACKAGES = {
    "pygame": ("pygame-ce", "'parallel_pool[render]'"),
    "imageio.v2": ("imageio", "'parallel_pool[render]'"),
    "imageio_ffmpeg": ("imageio-ffmpeg", "imageio-ffmpeg"),
}


def _require(module: str, what: str) -> Any:
    try:
        return importlib.import_module(module)
    except ImportError:
        package, install = _PACKAGES[module]
        raise gymnasium.error.DependencyNotInstalled(
            f"{what} needs {package}: pip install {install}"
        ) from None
