# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Draws the animation of the README again: ``python -m tools.site.mosaic``.

``docs/environments.txt`` names the environments, row by row.
"""

from __future__ import annotations

import itertools
from pathlib import Path
from typing import Any

from parallel_pool import registry
from parallel_pool.tools.demo.mosaic import tiled

from tools.site.pictures import frames, save

DOCS = Path(__file__).parents[2] / "docs"
ROWS, COLUMNS, TILE, FRAMES = 3, 6, 120, 28
# Rendered every so many steps, so that something happens.
EVERY = 2


def draw(path: Path, ids: list[str]) -> None:
    """Writes the animation.

    Args:
        path: the file, a WebP.
        ids: as many as there are tiles, row by row.
    """
    assert len(ids) == ROWS * COLUMNS
    tiles = [_frames(registry.find(id).id) for id in ids]
    save(path, tiled(tiles, COLUMNS, TILE), quality=35, per_second=10)


def _frames(id: str) -> list[Any]:
    """The frames of a tile; where there are fewer, they go back and forth."""
    shown = list(itertools.islice(frames(id), EVERY * FRAMES))
    chosen = shown[::EVERY] if len(shown) == EVERY * FRAMES else [*shown, *shown[-2:0:-1]]
    return list(itertools.islice(itertools.cycle(chosen), FRAMES))


if __name__ == "__main__":
    draw(DOCS / "environments.webp", (DOCS / "environments.txt").read_text().split())
