# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Renders particle worlds with MPE2's own drawing."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from parallel_pool.drawing import Drawing, RenderState
from parallel_pool.native import NativeEnvType


class _Draws:
    """Gives a scenario's reset known numbers, so that the scenario chooses its colours by them."""

    def __init__(self, marks: Iterable[int]) -> None:
        """See the class."""
        self._marks = iter(marks)

    def integers(self, *_: Any) -> int:
        return int(next(self._marks))

    def uniform(self, low: float = 0.0, high: float = 1.0, size: Any = None) -> Any:
        """A place, which is replaced afterwards."""
        return 0.0 if size is None else np.zeros(size)


def _show(reference: Any, state: RenderState) -> None:
    world = reference.world
    reference.scenario.reset_world(world, _Draws(state["marks"].tolist()))
    reference.original_cam_range = float(state["reach"])
    for entity, place in zip(world.entities, state["bodies"], strict=True):
        entity.state.p_pos = place.copy()
    for agent, message in zip(world.agents, state["messages"], strict=True):
        agent.state.c = message[: world.dim_c].copy()


def _show_treasures(reference: Any, state: RenderState) -> None:
    _show(reference, state)
    world = reference.world
    treasures = world.landmarks
    marks = state["marks"].tolist()
    for treasure, kind in zip(treasures, marks, strict=False):
        treasure.alive = kind >= 0
    collectors = reference.scenario.collectors(world)
    for collector, kind in zip(collectors, marks[len(treasures) :], strict=False):
        if kind >= 0:
            collector.color = 0.85 * world.treasure_colors[kind]


def picture(env_type: NativeEnvType) -> Drawing:
    """The drawing of a scenario; the reference is made with the pool's options."""
    name = env_type.id.rpartition("-")[0]
    return Drawing(
        f"mpe2.{name}.{name}:raw_env",
        ("human", "rgb_array"),
        10,
        _show_treasures if name == "collect_treasure" else _show,
        keywords=("dynamic_rescaling",),
        packages=("mpe2", "pygame"),
        takes_options=True,
    )
