# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""How the pictures of one environment come about."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

# A row's state, by the names that the ``RenderState`` of its C++ class gives to the fields.
RenderState = Mapping[str, Any]


@dataclass(frozen=True)
class Drawing:
    """A reference that draws, and what it has to be told.

    Attributes:
        reference: the reference's class as ``module:class``, as Gymnasium's registry names it. It
            is imported when something is rendered first.
        modes: its render modes, in its order.
        fps: pictures a second.
        show: puts a row's state into an instance.
        arguments: constructor arguments that matter for pictures, from the state of any row.
        without_pygame: the modes that do not need it.
    """

    reference: str
    modes: tuple[str, ...]
    fps: int
    show: Callable[[Any, RenderState], None]
    arguments: Callable[[RenderState], dict[str, Any]] = lambda _: {}
    without_pygame: tuple[str, ...] = ("ansi",)
