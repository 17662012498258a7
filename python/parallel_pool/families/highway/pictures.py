# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Renders driving scenes with highway-env's own drawing."""

from __future__ import annotations

from collections.abc import Mapping
from types import SimpleNamespace
from typing import Any

import numpy as np

from parallel_pool.drawing import Drawing, RenderState
from parallel_pool.family import rules_of
from parallel_pool.native import NativeEnvType, NativePool
from parallel_pool.rendering.row_renderer import RowRenderer

# The kinds of bodies, as in src/envs/highway/road/body.h.
_PLAIN, _BICYCLE, _META, _IDM, _LINEAR, _OBSTACLE = range(6)


def _lane(numbers: Any) -> Any:
    """A lane of highway-env."""
    from highway_env.road.lane import CircularLane, SineLane, StraightLane

    shape, width, left, right, *rest = numbers.tolist()
    start, end, waves, (x, y, radius, phase, length) = rest[:2], rest[2:4], rest[4:7], rest[7:]
    traits: dict[str, Any] = {"width": width, "line_types": (int(left), int(right))}
    if shape == 0:
        return StraightLane(np.array(start), np.array(end), **traits)
    if shape == 1:
        return SineLane(np.array(start), np.array(end), *waves, **traits)
    lane = CircularLane(np.array([x, y]), radius, phase, phase, length > 0, **traits)
    lane.length = abs(length)
    return lane


class Scene:
    """What highway-env's viewer draws of an environment.

    Args:
        render_mode: ``"human"`` shows a window.
        config: of the environment, whole.
        egos_are_green: whether vehicles that agents steer have the colour of agents.
    """

    def __init__(self, render_mode: str, config: dict[str, Any], egos_are_green: bool) -> None:
        """See the class."""
        self.config = config | {"offscreen_rendering": render_mode != "human"}
        self.vehicle: Any = None
        self.road: Any = None
        self.observation_type: Any = None
        self.action_type = None
        self._mode = render_mode
        self._egos_are_green = egos_are_green
        self._viewer: Any = None

    def show(self, state: RenderState) -> None:
        """Takes over a state."""
        lanes, vehicles, objects, ego, rays = state["counts"].tolist()
        drawn = [_lane(numbers) for numbers in state["lanes"][:lanes]]
        bodies = [self._body(numbers.tolist()) for numbers in state["bodies"][: vehicles + objects]]
        self.road = SimpleNamespace(
            network=SimpleNamespace(graph={"": {"": drawn}}),
            vehicles=bodies[:vehicles],
            objects=bodies[vehicles:],
            record_history=False,
        )
        self.vehicle = bodies[ego]
        if self._egos_are_green and type(self.vehicle).__name__ in ("Vehicle", "BicycleVehicle"):
            from highway_env.vehicle.graphics import VehicleGraphics

            self.vehicle.color = VehicleGraphics.EGO_COLOR

        self.observation_type = self._lidar(state["rays"][:rays]) if rays else None

    def _lidar(self, cells: Any) -> Any:
        """An observation whose rays are drawn."""
        from highway_env.envs.common.observation import LidarObservation

        lidar: Any = object.__new__(LidarObservation)
        lidar.angle = 2 * np.pi / len(cells)
        lidar.grid, lidar.maximum_range = cells, np.inf
        lidar.origin = self.vehicle.position
        return lidar

    def _body(self, numbers: list[float]) -> Any:
        """A vehicle or object of the class that decides its colour, which is not on a road."""
        from highway_env.vehicle.behavior import IDMVehicle, LinearVehicle
        from highway_env.vehicle.controller import MDPVehicle
        from highway_env.vehicle.dynamics import BicycleVehicle
        from highway_env.vehicle.kinematics import Vehicle
        from highway_env.vehicle.objects import Landmark, Obstacle

        kind, x, y, heading, length, width, steering, marked = numbers
        classes = (Vehicle, BicycleVehicle, MDPVehicle, IDMVehicle, LinearVehicle, Obstacle)
        body: Any = object.__new__((*classes, Landmark)[int(kind)])
        body.position = np.array([x, y])
        body.heading = heading
        body.LENGTH, body.WIDTH = length, width
        body.crashed = body.hit = bool(marked)
        body.action = {"steering": steering}
        return body

    def render(self) -> Any:
        """Draws; returns a frame of shape (height, width, 3), or shows it and returns None."""
        from highway_env.envs.common.graphics import EnvViewer

        if self._viewer is None:
            self._viewer = EnvViewer(self)
            self._viewer.enabled = True  # also without a screen, where the reference shows black
        self._viewer.display()
        if self._mode != "human":
            return self._viewer.get_image()
        self._viewer.handle_events()
        return None

    def close(self) -> None:
        """Closes the window."""
        if self._viewer is not None:
            self._viewer.close()
        self._viewer = None


def picture(env_type: NativeEnvType) -> Drawing:
    """The drawing of a scene."""
    defaults: dict[str, Any] = dict(env_type.resolve({})["config"])  # type: ignore[call-overload]
    fps = 2 * defaults["policy_frequency"]

    def make_renderer(
        pool: NativePool, drawing: Drawing, mode: str, options: Mapping[str, Any]
    ) -> RowRenderer:
        scene = {
            "config": defaults | (options.get("config") or {}),
            "egos_are_green": rules_of(env_type.id).startswith("parking"),
        }
        return RowRenderer(pool, drawing, mode, scene)

    return Drawing(
        f"{__name__}:Scene",
        ("human", "rgb_array"),
        fps,
        Scene.show,
        packages=("highway_env", "pygame"),
        extra="highway",
        make_renderer=make_renderer,
    )
