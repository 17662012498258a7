# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Renders classic control."""

from __future__ import annotations

from typing import Any

import numpy as np

from parallel_pool.drawing import Drawing, RenderState
from parallel_pool.family import by_reference

_PACKAGE = "gymnasium.envs.classic_control"
_MODES = ("human", "rgb_array")


def _rounded(values: Any, state: RenderState) -> Any:
    """Rounds to float32 if the reference's state is float32, which changes pixels."""
    return values.astype(np.float32) if state["is_rounded"] else values


def _acrobot(env: Any, state: RenderState) -> None:
    env.state = _rounded(state["angles"], state)


def _cartpole(env: Any, state: RenderState) -> None:
    env.state = state["state"]
    env.length = state["length"]


def _mountain_car(env: Any, state: RenderState) -> None:
    env.state = (state["position"],)


def _continuous_mountain_car(env: Any, state: RenderState) -> None:
    env.state = (_rounded(state["position"], state),)


def _pendulum(env: Any, state: RenderState) -> None:
    env.state = (state["angle"],)
    env.last_u = state["torque"] or None  # an arrow of size 0 is not drawn


_DRAWINGS = (
    Drawing(f"{_PACKAGE}.acrobot:AcrobotEnv", _MODES, 15, _acrobot),
    Drawing(f"{_PACKAGE}.cartpole:CartPoleEnv", _MODES, 50, _cartpole),
    Drawing(
        f"{_PACKAGE}.continuous_mountain_car:Continuous_MountainCarEnv",
        _MODES,
        30,
        _continuous_mountain_car,
    ),
    Drawing(f"{_PACKAGE}.mountain_car:MountainCarEnv", _MODES, 30, _mountain_car),
    Drawing(f"{_PACKAGE}.pendulum:PendulumEnv", _MODES, 30, _pendulum),
)

picture = by_reference(_DRAWINGS)
