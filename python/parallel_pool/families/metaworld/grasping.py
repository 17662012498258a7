# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""How well the gripper holds an object, which most of MetaWorld's rewards build on."""

from __future__ import annotations

import numpy as np

from parallel_pool.families.metaworld.reward_rows import Rows
from parallel_pool.families.metaworld.rewards import hamacher, in_precision, tolerance
from parallel_pool.simulations.rows import norm

_PLANE = [0, 2]
_WITHOUT_Y = np.array([1.0, 0.0, 1.0])


def closing(action: np.ndarray, effort: float = 1.0) -> tuple[np.ndarray, np.ndarray]:
    """How much of an effort the gripper makes to close, and whether that number is a float32."""
    grip, limit = action[:, 3], np.float32(effort)
    single = (grip > 0) & (grip <= limit)
    return (np.clip(grip, 0, limit) / limit).astype(np.float64), single


def _gripped(
    r: Rows, caging: np.ndarray, effort: float, reach: np.ndarray | None
) -> tuple[np.ndarray, np.ndarray]:
    """Caging and gripping, half of it for caging itself, or for reaching."""
    closed, single = closing(r.action, effort)
    firm = caging > 0.97
    single = single & firm
    both = in_precision(single, hamacher, caging, np.where(firm, closed, 0.0))
    if reach is None:
        return both, single
    return in_precision(single, lambda a, b: (a + b) / 2, both, reach), single


def cage(
    r: Rows,
    obj: np.ndarray,
    radius: float,
    pad: float,
    xz: float,
    *,
    effort: float = 1.0,
    density: str = "high",
    reach: float = 0.01,
    start: np.ndarray | None = None,
) -> tuple[np.ndarray, np.ndarray]:
    """The reference's `_gripper_caging_reward`.

    Args:
        r: the environments.
        obj: where the object is.
        radius: its radius.
        pad: how near its centre the pads shall be.
        xz: how near the fingers shall be, but for y.
        effort: the action that closes the gripper enough.
        density: "high", "medium" or "low".
        reach: how near the fingers shall be, where the density is medium.
        start: where the object was at first; None: `r.start`.

    Returns:
        From 0 to 1, and whether the reference has these numbers in float32.
    """
    first = r.start if start is None else start
    sides = [
        tolerance(np.abs(y - obj[:, 1]), pad, np.abs(np.abs(y - first[:, 1]) - pad), radius)
        for y in (r.body("leftpad")[:, 1], r.body("rightpad")[:, 1])
    ]
    margin = norm(first[:, _PLANE] - r.init_tcp[:, _PLANE]) - xz
    along = tolerance(norm(r.tcp[:, _PLANE] - obj[:, _PLANE]), xz, margin)
    caging = hamacher(hamacher(*sides), along)
    if density == "low":
        return _gripped(r, caging, effort, None)
    if density == "high":
        return _gripped(r, caging, effort, caging)
    far = np.abs(norm(first - r.init_tcp) - reach)
    return _gripped(r, caging, effort, tolerance(norm(obj - r.tcp), reach, far))


def _around(r: Rows, radius: float, xz: float, *inner: float) -> list[np.ndarray]:
    """How well the pads are around the object: caging, then the same with nearer bounds."""
    y = r.obj[:, 1]
    left, right = r.body("leftpad")[:, 1], r.body("rightpad")[:, 1]
    margins = np.abs(np.abs(y - right) - 0.05), np.abs(np.abs(y - left) - 0.05)
    across = [
        hamacher(
            tolerance(y - right, bound, margins[0], radius),
            tolerance(left - y, bound, margins[1], radius),
        )
        for bound in (0.05, *inner)
    ]
    margin = norm((r.start - r.init_tcp) * _WITHOUT_Y) - xz
    along = tolerance(norm((r.tcp - r.obj) * _WITHOUT_Y), xz, margin)
    return [hamacher(across[0], along), *across[1:]]


def pinch(r: Rows, radius: float, more: float, xz: float) -> np.ndarray:
    """Caging and gripping by the pads' places alone; `more` is a grip's distance from the radius.

    Its numbers are float64, whatever the action.
    """
    caging, gripping = _around(r, radius, xz, radius + more)
    result: np.ndarray = (caging + np.where(caging > 0.95, gripping, 0.0)) / 2
    return result


def hold(r: Rows, radius: float, xz: float) -> tuple[np.ndarray, np.ndarray]:
    """Caging by the pads' places, and gripping by the action; with `cage`'s results."""
    (caging,) = _around(r, radius, xz)
    return _gripped(r, caging, 1.0, caging)


def touching(r: Rows, geom: str, where: np.ndarray) -> np.ndarray:
    """Whether both pads press on a geom.

    Args:
        r: the environments.
        geom: the geom's name.
        where: which environments to look at; the others' results are False.
    """
    geoms, model = r.task.geoms, r.sim.model
    pads = ("leftpad_geom", "rightpad_geom")
    touched = where
    for pad in pads:
        # Farther apart, their bounding spheres do not touch.
        both = [geoms[geom], geoms[pad]]
        reach = model.geom_rbound[both].sum() + model.geom_margin[both].sum() + 1e-3
        touched = touched & (norm(r.geom(geom) - r.geom(pad)) < reach)
    for pad in pads:
        touched = r.sim.pressing(
            geoms[geom], geoms[pad], r.ids, touched, forward=not r.task.goes_forward
        )
    return touched
