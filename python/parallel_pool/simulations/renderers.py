# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Makes MuJoCo's renderers, and says what to do where they cannot be."""

from __future__ import annotations

from typing import Any

from parallel_pool.shared.mujoco.library import library

_without_opengl = ""


def renderer_of(model: Any, height: int, width: int) -> Any:
    """A `mujoco.Renderer`.

    Raises:
        RuntimeError: there is no OpenGL. A second try would end the process within MuJoCo.
        ValueError: the frame is too large.
    """
    global _without_opengl
    mujoco = library().mujoco
    if _without_opengl:
        raise RuntimeError(_without_opengl)
    try:
        return mujoco.Renderer(model, height, width)
    except mujoco.FatalError as error:
        if "OpenGL platform" not in str(error):
            raise ValueError(f"frames of {width} x {height} pixels: MuJoCo says {error}") from error
        _without_opengl = (
            f"MuJoCo cannot render ({error}): without a screen, set MUJOCO_GL to 'egl' or 'osmesa' "
            "before the program starts"
        )
        raise RuntimeError(_without_opengl) from error
