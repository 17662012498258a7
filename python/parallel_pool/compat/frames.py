# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Translates EnvPool's arguments for frames as observations."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

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
