# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Renders environments that draw themselves: their ``RenderState`` has a ``picture``."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from parallel_pool.drawing import Drawing, RenderState


class OwnPicture:
    """Returns frames, or shows them in a window.

    Args:
        render_mode: ``"rgb_array"`` or ``"human"``.
        scale: of the window, per pixel.

    Attributes:
        picture: uint8 of shape (height, width, 3).
    """

    def __init__(self, render_mode: str, scale: int = 3) -> None:
        """See the class."""
        self.render_mode = render_mode
        self._scale = scale
        self.picture: NDArray[np.uint8] = np.zeros((1, 1, 3), np.uint8)
        self._window: Any = None

    def render(self) -> NDArray[np.uint8] | None:
        """Returns the frame; None in mode ``"human"``."""
        if self.render_mode == "rgb_array":
            return self.picture.copy()
        import pygame

        width, height = self.picture.shape[1] * self._scale, self.picture.shape[0] * self._scale
        if self._window is None:
            pygame.display.init()
            self._window = pygame.display.set_mode((width, height))
        surface = pygame.surfarray.make_surface(self.picture.swapaxes(0, 1))
        self._window.blit(pygame.transform.scale(surface, (width, height)), (0, 0))
        pygame.event.pump()
        pygame.display.flip()
        return None

    def close(self) -> None:
        """Closes the window."""
        if self._window is not None:
            import pygame

            pygame.display.quit()
            self._window = None


def has_picture(spec: Mapping[str, Any]) -> bool:
    """Whether the environments of a spec draw themselves."""
    return any(leaf["name"] == "picture" for leaf in spec["render_state"]["children"])


def _show(viewer: OwnPicture, state: RenderState) -> None:
    viewer.picture = state["picture"]


def drawing(fps: int) -> Drawing:
    """The drawing of environments that draw themselves, with this number of frames per second."""
    return Drawing(
        f"{__name__}:OwnPicture",
        ("human", "rgb_array"),
        fps,
        _show,
        without_packages=("ansi", "rgb_array"),
    )
