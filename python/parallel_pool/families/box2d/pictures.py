# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Renders Box2D environments: the references draw, with their bodies moved to where ours are."""

from __future__ import annotations

import itertools
from collections import deque
from types import SimpleNamespace
from typing import Any

import numpy as np

from parallel_pool.drawing import Drawing, RenderState
from parallel_pool.family import by_reference

_PACKAGE = "gymnasium.envs.box2d"
_MODES = ("human", "rgb_array")
_PACKAGES = ("pygame", "Box2D")
_STEP = 14 / 30.0  # of BipedalWalker's ground


def _place(body: Any, pose: Any) -> None:
    """Puts a body of the reference's world where ours is."""
    x, y, angle = (float(value) for value in pose)
    body.transform = ((x, y), angle)


def _prepare(env: Any) -> None:
    """Lets the reference make its bodies, which a window is not to show."""
    mode, env.render_mode = env.render_mode, None
    env.reset(seed=0)
    env.render_mode = mode


def _lunar_lander(env: Any, state: RenderState) -> None:
    if env.lander is None:
        _prepare(env)
    height = 400 / 30.0
    points = [(2.0 * i, y) for i, y in enumerate(state["terrain"].tolist())]
    env.sky_polys = [[p, q, (q[0], height), (p[0], height)] for p, q in itertools.pairwise(points)]
    for body, pose in zip([env.lander, *env.legs], state["poses"], strict=True):
        _place(body, pose)


def _ground_part(shape: Any, color: tuple[int, int, int], edge: tuple[int, int, int]) -> Any:
    """What the reference draws of a static body at the origin."""
    import Box2D

    origin = Box2D.b2Transform()
    origin.SetIdentity()
    fixture = SimpleNamespace(body=SimpleNamespace(transform=origin), shape=shape)
    return SimpleNamespace(fixtures=[fixture], color1=color, color2=edge)


def _show_ground(env: Any, state: RenderState) -> list[Any]:
    """The ground as polygons, and as bodies from the newest to the oldest."""
    from Box2D.b2 import edgeShape, polygonShape

    heights = state["terrain"].tolist()
    points = [(i * _STEP, y) for i, y in enumerate(heights)]
    env.terrain_poly = []
    bodies = [
        _ground_part(
            polygonShape(vertices=corners.reshape(4, 2).tolist()), (255, 255, 255), (153, 153, 153)
        )
        for corners in state["obstacles"][: int(state["obstacle_count"])]
    ]
    for i, (p, q) in enumerate(itertools.pairwise(points)):
        color = (76, 255 if i % 2 == 0 else 204, 76)
        bodies.append(_ground_part(edgeShape(vertices=[p, q]), color, color))
        env.terrain_poly.append(([p, q, (q[0], 0), (p[0], 0)], (102, 153, 76)))
    env.cloud_poly = []
    for corners in state["clouds"]:
        cloud = [(float(x), float(y)) for x, y in corners.reshape(5, 2)]
        xs = [x for x, _ in cloud]
        env.cloud_poly.append((cloud, min(xs), max(xs)))
    return bodies[::-1]


def _bipedal_walker(env: Any, state: RenderState) -> None:
    if env.hull is None:
        _prepare(env)
    look = state["terrain"].tobytes() + state["obstacles"].tobytes() + state["clouds"].tobytes()
    if getattr(env, "shown_ground", None) != look:
        env.drawlist = [*_show_ground(env, state), *env.legs, env.hull]
        env.shown_ground = look
    for body, pose in zip([env.hull, *env.legs], state["poses"], strict=True):
        _place(body, pose)
    eye = env.hull.position
    env.scroll = eye.x - 600 / 30.0 / 5
    env.lidar = [SimpleNamespace(p1=eye, p2=end) for end in state["ray_ends"].tolist()]
    env.lidar_render = int(state["pictures"])


def _car_racing(env: Any, state: RenderState) -> None:
    from gymnasium.envs.box2d.car_dynamics import MUD_COLOR, WHEEL_COLOR, Particle

    if env.car is None:
        _prepare(env)
    count = int(state["road_count"])
    quads = state["road"][:count].reshape(count, 4, 2).tolist()
    env.road_poly = list(zip(quads, state["colors"][:count].tolist(), strict=True))
    env.bg_color = np.array(state["field_color"])
    env.grass_color = np.array(state["grass_color"])
    car = env.car
    for body, pose in zip([car.hull, *car.wheels], state["poses"], strict=True):
        _place(body, pose)
    x, y, angular = (float(value) for value in state["velocity"])
    car.hull.linearVelocity = (x, y)
    car.hull.angularVelocity = angular
    for i, wheel in enumerate(car.wheels):
        wheel.omega = float(state["omegas"][i])
        wheel.phase = float(state["phases"][i])
    car.particles = deque(
        Particle(
            color=MUD_COLOR if state["skids_on_grass"][i] else WHEEL_COLOR,
            poly=[tuple(point) for point in state["skids"][i, : int(length)].tolist()],
            grass=bool(state["skids_on_grass"][i]),
        )
        for i, length in enumerate(state["skid_lengths"])
        if length > 0
    )
    env.t = float(state["time"])
    env.reward = float(state["reward"])


_DRAWINGS = (
    Drawing(
        f"{_PACKAGE}.bipedal_walker:BipedalWalker", _MODES, 50, _bipedal_walker, packages=_PACKAGES
    ),
    Drawing(
        f"{_PACKAGE}.car_racing:CarRacing",
        (*_MODES, "state_pixels"),
        50,
        _car_racing,
        packages=_PACKAGES,
    ),
    Drawing(f"{_PACKAGE}.lunar_lander:LunarLander", _MODES, 50, _lunar_lander, packages=_PACKAGES),
)

picture = by_reference(_DRAWINGS)
