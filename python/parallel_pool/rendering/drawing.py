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
        keywords: constructor arguments that matter for pictures only, which users may give.
        check: raises TypeError or ValueError for such arguments that can not be.
        packages: what has to be installed, all in the extra ``render``.
        without_packages: the modes that do not need them.
        simulates: whether a row's state is a simulation, which is copied into the instance.
    """

    reference: str
    modes: tuple[str, ...]
    fps: int
    show: Callable[[Any, RenderState], None]
    arguments: Callable[[RenderState], dict[str, Any]] = lambda _: {}
    keywords: tuple[str, ...] = ()
    check: Callable[[Mapping[str, Any]], None] = lambda _: None
    packages: tuple[str, ...] = ("pygame",)
    without_packages: tuple[str, ...] = ("ansi",)
    simulates: bool = False
