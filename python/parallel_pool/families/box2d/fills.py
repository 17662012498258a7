# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Checks that the installed pygame fills polygons as CarRacing's picture is drawn in C++."""

from __future__ import annotations

import importlib.util
import os
import zlib

# Of quadrilaterals such as the parts of a car, drawn over each other by pygame-ce.
_EXPECTED = 1671792853


def _drawn() -> int:
    """A checksum of test polygons as the installed pygame draws them."""
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    import pygame

    surface = pygame.Surface((96, 96), depth=32)
    surface.fill((0, 0, 0))
    for i in range(200):
        corners = [
            ((i * 37 + 11 * k * k) % 96, (i * 53 + 29 * k + 7 * k * k * (i % 3)) % 96)
            for k in range(4 + i % 3)
        ]
        pygame.draw.polygon(surface, (i, 255 - i, 7 * i % 256), corners)
    return zlib.crc32(pygame.image.tobytes(surface, "RGB"))


def check_fills() -> tuple[bool, str]:
    """Whether pictures of Gymnasium's CarRacing equal ours here, and the finding in words."""
    if importlib.util.find_spec("pygame") is None:
        return True, "pygame-ce is not installed; CarRacing and rendering need it"
    if _drawn() == _EXPECTED:
        return True, "the installed pygame fills polygons as pygame-ce does"
    return False, (
        "the installed pygame fills polygons with other pixels, so Gymnasium's CarRacing differs "
        'from ours in a few of them; run `pip uninstall pygame` and `pip install "pygame-ce"`'
    )
