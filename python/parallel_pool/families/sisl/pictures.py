# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Renders pursuit with PettingZoo's own drawing."""

from __future__ import annotations

from typing import Any

from parallel_pool.drawing import Drawing, RenderState
from parallel_pool.native import NativeEnvType


class _Layer:
    """The places of some agents."""

    def __init__(self, places: Any) -> None:
        """See the class."""
        self._places = [place for place in places.tolist() if place[0] >= 0]

    def n_agents(self) -> int:
        return len(self._places)

    def get_position(self, i: int) -> list[int]:
        place: list[int] = self._places[i]
        return place


def _show(reference: Any, state: RenderState) -> None:
    reference.env.pursuer_layer = _Layer(state["pursuers"])
    reference.env.evader_layer = _Layer(state["evaders"])


_DRAWINGS = {
    "pursuit-v5": Drawing(
        "pettingzoo.sisl.pursuit.pursuit:raw_env",
        ("human", "rgb_array"),
        5,
        _show,
        packages=("pettingzoo", "pygame"),
        takes_options=True,
    )
}


def picture(env_type: NativeEnvType) -> Drawing | None:
    """How to render an environment."""
    return _DRAWINGS.get(env_type.id)
