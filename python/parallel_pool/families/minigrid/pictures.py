# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Renders grids: C++ draws the frame, and a window shows it above the mission."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from parallel_pool.drawing import Drawing, RenderState
from parallel_pool.native import NativeEnvType

_FPS = 10
_FONT_SIZE = 22


class GridWindow:
    """Hands pictures out, or shows them with the mission below, as Minigrid's window does.

    Args:
        render_mode: ``"rgb_array"`` or ``"human"``.
        screen_size: pixels of the window's side.

    Attributes:
        picture: uint8 of shape (height, width, 3).
        mission: what is to be done.
    """

    def __init__(self, render_mode: str, screen_size: int = 640) -> None:
        """See the class."""
        self.render_mode = render_mode
        self.picture: NDArray[np.uint8] = np.zeros((1, 1, 3), np.uint8)
        self.mission = ""
        self._size = screen_size
        self._window: Any = None
        self._clock: Any = None

    def render(self) -> NDArray[np.uint8] | None:
        """The picture; None in mode ``"human"``."""
        if self.render_mode == "rgb_array":
            return self.picture.copy()
        import pygame
        import pygame.freetype

        if self._window is None:
            pygame.freetype.init()
            pygame.display.init()
            self._window = pygame.display.set_mode((self._size, self._size))
            pygame.display.set_caption("minigrid")
            self._clock = pygame.time.Clock()
        self._window.blit(self._page(pygame), (0, 0))
        pygame.event.pump()
        self._clock.tick(_FPS)
        pygame.display.flip()
        return None

    def _page(self, pygame: Any) -> Any:
        """The picture with a white margin, scaled to the window, and the mission in the margin."""
        grid = pygame.surfarray.make_surface(self.picture.swapaxes(0, 1))
        width, height = grid.get_size()
        margin = width * 0.1
        page = pygame.Surface((int(width + margin), int(height + margin)))
        page.fill((255, 255, 255))
        page.blit(grid, (margin / 2, 0))
        page = pygame.transform.smoothscale(page, (self._size, self._size))
        font = pygame.freetype.SysFont(pygame.font.get_default_font(), _FONT_SIZE)
        place = font.get_rect(self.mission, size=_FONT_SIZE)
        place.center = page.get_rect().center
        place.y = page.get_height() - _FONT_SIZE * 1.5
        font.render_to(page, place, self.mission, size=_FONT_SIZE)
        return page

    def close(self) -> None:
        """Closes the window."""
        if self._window is not None:
            import pygame

            pygame.display.quit()
            self._window = None


def _show(window: GridWindow, state: RenderState) -> None:
    window.picture = state["picture"]
    window.mission = state["mission"].tobytes().rstrip(b"\0").decode()


def _make_renderer(pool: Any, drawing: Drawing, mode: str, options: Any) -> Any:
    from parallel_pool.rendering.row_renderer import RowRenderer

    look = {"screen_size": options["screen_size"]} if "screen_size" in options else {}
    return RowRenderer(pool, drawing, mode, look)


_DRAWING = Drawing(
    f"{__name__}:GridWindow",
    ("human", "rgb_array"),
    _FPS,
    _show,
    without_packages=("ansi", "rgb_array"),
    make_renderer=_make_renderer,
)


def picture(env_type: NativeEnvType) -> Drawing:
    """How all grids are shown."""
    del env_type
    return _DRAWING
