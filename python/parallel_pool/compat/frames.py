# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Translates EnvPool's arguments for frames: as observations, and their size when rendered."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

import numpy as np

from parallel_pool.errors import InvalidOptionError

_SIZE = 84  # EnvPool's default in each direction
_NAMES = {"render_width": "width", "render_height": "height", "render_camera_id": "camera_id"}


def translate_frames(arguments: dict[str, Any], options: Collection[str]) -> None:
    """Replaces EnvPool's spellings by this package's, in place.

    EnvPool observes frames alone, with the colors on the first axis.

    Args:
        arguments: of `make`.
        options: those that the environment has, ``from_pixels`` among them.
    """
    observed = bool(arguments.pop("from_pixels", False))
    for theirs, ours in _NAMES.items():
        value = arguments.pop(theirs, None)
        if value in (None, 0 if ours != "camera_id" else -1):
            continue
        arguments.setdefault(ours, value)
    if not observed:
        return
    arguments["from_pixels"] = True
    for name in ("width", "height"):
        arguments.setdefault(name, _SIZE)
    arguments.setdefault("channels_first", True)
    if "flat_observation" in options:
        arguments.setdefault("flat_observation", True)


def take_frame_size(arguments: dict[str, Any]) -> tuple[int | None, int | None]:
    """Removes the height and width of rendered frames from the arguments of an environment.

    Returns:
        Height and width; None is the size that the reference renders.

    Raises:
        TypeError: a value has the wrong type, or there are no cameras to choose from.
    """
    camera = arguments.pop("render_camera_id", None)
    if camera not in (None, -1):
        raise InvalidOptionError(
            f"render_camera_id={camera!r} is not supported, because this environment has no cameras"
        )
    return _taken("render_height", arguments), _taken("render_width", arguments)


def _taken(name: str, arguments: dict[str, Any]) -> int | None:
    """A number of pixels; any that is not positive stands for the reference's, as in EnvPool."""
    value = arguments.pop(name, None) or 0
    if not isinstance(value, int | np.integer):
        raise TypeError(f"{name} must be an int, got {value!r}")
    return int(value) if value > 0 else None


def resize(frames: np.ndarray, size: tuple[int | None, int | None]) -> np.ndarray:
    """Frames of another height and width; each pixel is the mean of the area that it covers.

    Args:
        frames: uint8, shape ``(rows, height, width, 3)``.
        size: the new height and width; None keeps the old one.
    """
    height, width = size
    if height is not None and height != frames.shape[1]:
        frames = np.einsum("yh,nhwc->nywc", _shares(frames.shape[1], height), frames)
    if width is not None and width != frames.shape[2]:
        frames = np.einsum("xw,nhwc->nhxc", _shares(frames.shape[2], width), frames)
    resized: np.ndarray = np.rint(frames).astype(np.uint8)
    return resized


def _shares(old: int, new: int) -> np.ndarray:
    """The share of each old pixel in each new one, float64, shape ``(new, old)``."""
    edges = np.arange(new + 1) * (old / new)
    pixels = np.arange(old)
    ends = np.minimum(edges[1:, None], pixels + 1)
    starts = np.maximum(edges[:-1, None], pixels)
    shares: np.ndarray = np.clip(ends - starts, 0, None) * (new / old)
    return shares
