# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""The texts of rewards in CarRacing's picture, which the installed pygame renders.

Glyphs are placed at fractions of pixels, so texts are not composed of them: every text that may be
needed is rendered once in a process. Nothing of a font is kept in this package.
"""

from __future__ import annotations

import os
from functools import cache

import numpy as np

from parallel_pool.families.box2d import native
from parallel_pool.native import NativeEnvType

# The rewards that are shown: from 20,000 time steps without a tile to all tiles.
_LOWEST = -2000
_HIGHEST = 1001

_Text = tuple[int, int, int, int, bytes]


def missing_for_texts(env_type: NativeEnvType) -> str | None:
    """What has to be installed before an environment of this type can be made, in words."""
    if not env_type.id.startswith("CarRacing"):
        return None
    try:
        os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
        import pygame.font
    except ImportError:
        return "its picture shows the reward as text, which pygame-ce renders"
    _load_texts(pygame.font)
    return None


@cache
def _load_texts(fonts: object) -> None:
    """Renders all texts and hands them to the extension module."""
    import pygame

    pygame.font.init()
    font = pygame.font.Font(pygame.font.get_default_font(), 42)

    def text(reward: float) -> _Text:
        surface = font.render(f"{reward:04.0f}", True, (255, 255, 255), (0, 0, 0))
        place = surface.get_rect()
        place.center = (60, 750)
        grey = np.ascontiguousarray(pygame.surfarray.array3d(surface)[..., 0].T)
        return place.left, place.top, grey.shape[1], grey.shape[0], grey.tobytes()

    rewards = [float(reward) for reward in range(_LOWEST, _HIGHEST + 1)]
    # The last one is for rewards in (-0.5, 0), which are shown as -000.
    native.set_reward_texts(_LOWEST, [text(reward) for reward in [*rewards, -0.1]])
