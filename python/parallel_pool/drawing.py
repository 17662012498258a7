# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Describes how the reference of an environment renders it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from parallel_pool.native import NativePool

# The state of a row, by the names of the fields of ``RenderState`` in its C++ class.
RenderState = Mapping[str, Any]


class Renderer(Protocol):
    """Renders the environments of a pool; see `parallel_pool.rendering.row_renderer`."""

    def draw(self, env_id: int) -> Any:
        """Renders one environment."""

    def draw_all(self, env_ids: Iterable[int]) -> tuple[Any, ...]:
        """Renders each environment."""

    def close(self) -> None:
        """Closes the window."""


@dataclass(frozen=True)
class Drawing:
    """A reference that renders, and the values that it needs.

    Attributes:
        reference: the class of the reference as ``module:class``, as in Gymnasium's registry. It is
            imported with the first frame.
        modes: its render modes, in its order.
        fps: frames per second.
        show: copies the state of a row into an instance of the reference.
        arguments: the constructor arguments that affect rendering, from the state of any row.
        keywords: constructor arguments that affect only rendering, which users may set.
        check: raises TypeError or ValueError if such an argument is invalid.
        packages: the packages that must be installed.
        extra: the extra that has them.
        without_packages: the modes that do not need these packages.
        takes_options: whether the reference is made with the environment options.
        make_renderer: makes the renderer of a pool's rows from the pool, this drawing, the mode,
            and the environment options that were given; None: one instance of the reference draws
            all rows, since their states contain all it needs.
    """

    reference: str
    modes: tuple[str, ...]
    fps: int
    show: Callable[[Any, RenderState], None]
    arguments: Callable[[RenderState], dict[str, Any]] = lambda _: {}
    keywords: tuple[str, ...] = ()
    check: Callable[[Mapping[str, Any]], None] = lambda _: None
    packages: tuple[str, ...] = ("pygame",)
    extra: str = "render"
    without_packages: tuple[str, ...] = ("ansi",)
    takes_options: bool = False
    make_renderer: Callable[[NativePool, Drawing, str, Mapping[str, Any]], Renderer] | None = None
