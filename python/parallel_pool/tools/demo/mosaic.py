# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Shows several environments side by side in one animation."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from parallel_pool.making import make

if TYPE_CHECKING:
    from PIL import Image

TILE, GAP = 160, 4


def frames(id: str, count: int, every: int = 1) -> list[Any]:
    """Frames of an environment under random actions, each `every` time steps."""
    with make(id, seed=0, render_mode="rgb_array") as envs:
        envs.action_space.seed(0)
        envs.reset()
        shown = []
        for _ in range(count):
            rendered: Any = envs.render()
            shown.append(rendered[0])
            for _ in range(every):
                envs.step(envs.action_space.sample())
        return shown


def tiled(tiles: Sequence[Sequence[Any]], columns: int, tile: int = TILE) -> Iterator[Image.Image]:
    """Puts frames of equal numbers into squares, row by row."""
    from PIL import Image, ImageOps

    rows = -(-len(tiles) // columns)
    size = columns * (tile + GAP) - GAP, rows * (tile + GAP) - GAP
    for shown in zip(*tiles, strict=True):
        image = Image.new("RGB", size, "white")
        for place, frame in enumerate(shown):
            row, column = divmod(place, columns)
            picture = Image.fromarray(frame)
            fitted = ImageOps.fit(picture, (tile, tile), Image.Resampling.LANCZOS)
            image.paste(fitted, (column * (tile + GAP), row * (tile + GAP)))
        yield image


def write_gif(path: Path, images: Sequence[Image.Image], per_second: int = 15) -> None:
    """Writes an animation that repeats."""
    images[0].save(
        path, save_all=True, append_images=images[1:], duration=1000 // per_second, loop=0
    )


def without_a_screen() -> None:
    """Lets libraries draw where there is no screen, unless the user has chosen how."""
    os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
    if sys.platform == "linux" and "DISPLAY" not in os.environ:
        os.environ.setdefault("MUJOCO_GL", "egl")
