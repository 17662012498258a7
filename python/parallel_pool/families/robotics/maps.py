# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""The maps of the mazes: 1 is a wall, 0 free; goals may be in "g", starts in "r", both in "c"."""

from __future__ import annotations

Map = list[list[int | str]]

_UMAZE = "11111 10001 11101 10001 11111"
_OPEN = "1111111 1000001 1000001 1000001 1111111"
_MEDIUM = "11111111 10011001 10010001 11000111 10010001 10100101 10001001 11111111"
_LARGE = (
    "111111111111 100001000001 101101010101 100000010001 101111011101 100101000001 110101010111 "
    "100100010001 111111111111"
)
# Where maps have goals; the first cell is that of starts.
_MEDIUM_CELLS = ((1, 1), (2, 6), (5, 1), (6, 5))
_LARGE_CELLS = ((1, 1), (1, 6), (3, 5), (3, 10), (5, 2), (7, 4), (7, 6), (7, 9))


def _map(text: str) -> Map:
    return [[int(cell) for cell in row] for row in text.split()]


def _diverse(text: str, cells: tuple[tuple[int, int], ...] = ()) -> dict[str, Map]:
    """The map with its diverse variants: goals in some cells, and starts in the first or in all."""
    plain = _map(text)
    cells = cells or tuple(
        (i, j) for i, row in enumerate(plain) for j, cell in enumerate(row) if cell == 0
    )
    goals, both = _map(text), _map(text)
    for number, (i, j) in enumerate(cells):
        goals[i][j], both[i][j] = "g" if number else "r", "c"
    return {"": plain, "_Diverse_G": goals, "_Diverse_GR": both}


# Time limits of balls, by the first part of a map's name.
POINT_STEPS = {"UMaze": 300, "Open": 300, "Medium": 600, "Large": 800}

MAPS: dict[str, Map] = {
    f"{name}{suffix}": cells
    for name, variants in (
        ("UMaze", {"": _map(_UMAZE)}),
        ("Open", _diverse(_OPEN)),
        ("Medium", _diverse(_MEDIUM, _MEDIUM_CELLS)),
        ("Large", _diverse(_LARGE, _LARGE_CELLS)),
    )
    for suffix, cells in variants.items()
}
