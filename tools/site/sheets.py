# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Draws the tasks of a family side by side: ``python -m tools.site.sheets FAMILY``.

``docs/environments/FAMILY_tasks.txt`` names the environments, row by row; the picture is written
beside it.
"""

from __future__ import annotations

import itertools
import sys
from pathlib import Path

from parallel_pool.tools.demo.mosaic import tiled

from tools.site.pictures import frames

FOLDER = Path(__file__).parents[2] / "docs" / "environments"
TILE, STEPS = 104, 12


def draw(family: str) -> None:
    """Writes the picture of a family, with each environment after some random actions."""
    rows = (FOLDER / f"{family}_tasks.txt").read_text().splitlines()
    ids = [id for row in rows for id in row.split()]
    tiles = [[*itertools.islice(frames(id), STEPS, STEPS + 1)] for id in ids]
    (sheet,) = tiled(tiles, len(rows[0].split()), TILE)
    sheet.save(FOLDER / f"{family}_tasks.webp", quality=60, method=6)


if __name__ == "__main__":
    draw(sys.argv[1])
