# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""What a batch computes of its simulations beyond their arrays: sites, contacts, rays, images."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from parallel_pool.pool.arguments import integer
from parallel_pool.rendering.at_exit import close_at_exit
from parallel_pool.shared.mujoco.contexts import free, own_context
from parallel_pool.shared.mujoco.library import library
from parallel_pool.shared.mujoco.messages import without_warnings
from parallel_pool.simulations import native
from parallel_pool.simulations.renderers import renderer_of

# Which simulations: integers without repetitions; None: all.
Ids = Sequence[int] | np.ndarray | None

Reports = list[tuple[int, str, bool]] | None


@dataclass
class Contacts:
    """Contacts of simulations: those of the first, then those of the next, and so on.

    Attributes:
        counts: how many each simulation has, int64.
        geom: the two geoms of each contact, int32 of shape (contacts, 2).
        pos: where it is, float64 of shape (contacts, 3).
        dist: the distance, negative where geoms overlap, float64 of shape (contacts,).
        force: force and torque in the contact's frame, float64 of shape (contacts, 6).
    """

    counts: np.ndarray
    geom: np.ndarray
    pos: np.ndarray
    dist: np.ndarray
    force: np.ndarray


def number_of(kind: str, given: int | str, count: int, at: Callable[[int], Any]) -> int:
    """The number of a part of the model that is given by name or number.

    Args:
        kind: what it is, for messages.
        given: its name or number.
        count: how many the model has.
        at: finds one by its number.
    """
    if isinstance(given, str):
        names = [at(i).name for i in range(count)]
        if given not in names:
            raise ValueError(f"the model has no {kind} {given!r}; it has {names or 'none'}")
        return names.index(given)
    number = integer(kind, given, 0)
    if number >= count:
        raise ValueError(f"{kind} must be below {count}, the model's number of them, got {number}")
    return number


class Geometry:
    """The methods of `Batch` for sites, contacts, rays, heights and images."""

    model: Any
    models: list[Any]
    num_envs: int
    bind: Callable[[str], np.ndarray]
    _native: native.Batch
    _of: np.ndarray
    forward: Callable[[Ids], None]
    _chosen: Callable[[str, Ids], np.ndarray]
    _report: Callable[[Reports], None]
    _expanded: dict[str, np.ndarray]
    _scratch: Any
    _renderers: dict[tuple[int, int, int], Any]

    def jacobian_site(self, site: int | str, ids: Ids = None) -> tuple[np.ndarray, np.ndarray]:
        """The Jacobians of a site: `mujoco.mj_jacSite`.

        Args:
            site: its number or name.
            ids: the simulations; None: all.

        Returns:
            Those of the position and of the orientation, float64 of shape (simulations, 3, nv).

        Raises:
            ValueError: there is no such site.
        """
        number = self._site(site)
        chosen = self._chosen("jacobian_site", ids)
        position, rotation = np.zeros((2, len(chosen), 3, self.model.nv))
        self._report(
            self._native.site_jacobian(chosen, number, position.ctypes.data, rotation.ctypes.data)
        )
        return position, rotation

    def velocity_of_site(self, site: int | str, ids: Ids = None) -> np.ndarray:
        """The velocity of a site in world coordinates: `mujoco.mj_objectVelocity`.

        Args:
            site: its number or name.
            ids: the simulations; None: all.

        Returns:
            Float64 of shape (simulations, 6): the angular velocity, then the linear one.

        Raises:
            ValueError: there is no such site.
        """
        number = self._site(site)
        chosen = self._chosen("velocity_of_site", ids)
        velocities = np.zeros((len(chosen), 6))
        self._report(self._native.site_velocity(chosen, number, velocities.ctypes.data))
        return velocities

    def _site(self, site: int | str) -> int:
        return number_of("site", site, self.model.nsite, self.model.site)

    def pressing(
        self,
        one: int,
        other: int,
        ids: Ids | slice = None,
        where: Any = True,
        *,
        forward: bool = False,
    ) -> np.ndarray:
        """Whether two geoms press against each other, as of the last step or `forward`.

        Args:
            one: the number of a geom.
            other: that of another.
            ids: the simulations; None: all.
            where: bools with a row for each: in which to look; elsewhere the result is False.
            forward: whether to call `forward` for these first, so that a time step need not do it.

        Returns:
            Bools with a row for each: whether the first constraint forces of their contacts sum to
            more than 0.
        """
        chosen = np.arange(self.num_envs)[ids] if isinstance(ids, slice) else ids
        chosen = self._chosen("pressing", chosen)
        pressing = np.zeros(len(chosen), np.bool_)
        places = np.flatnonzero(np.broadcast_to(where, len(chosen)))
        if forward and len(places):
            self.forward(chosen[places])
        for place in places:
            data = self.data(int(chosen[place]))
            pairs, rows = data.contact.geom.reshape(-1, 2), data.contact.efc_address
            both = ((pairs == (one, other)) | (pairs == (other, one))).all(-1) & (rows >= 0)
            pressing[place] = data.efc_force[rows[both]].sum() > 0
        return pressing

    def contacts(self, ids: Ids = None) -> Contacts:
        """What touches what, as of the last step or `forward`.

        Args:
            ids: the simulations; None: all.

        Returns:
            The contacts of all simulations, one after the other.
        """
        mujoco = library().mujoco
        counts: list[int] = []
        # At first parts with no contacts, as there may be no simulations.
        geoms, places = [np.zeros((0, 2), np.int32)], [np.zeros((0, 3))]
        distances, forces = [np.zeros(0)], [np.zeros((0, 6))]
        for i in self._chosen("contacts", ids):
            data = self.data(int(i))
            contact = data.contact
            counts.append(data.ncon)
            geoms.append(contact.geom.reshape(-1, 2).copy())
            places.append(contact.pos.reshape(-1, 3).copy())
            distances.append(contact.dist.ravel().copy())
            own = np.zeros((data.ncon, 6))
            for k in range(data.ncon):
                mujoco.mj_contactForce(self.models[self._of[i]], data, k, own[k])
            forces.append(own)
        parts = [np.concatenate(one) for one in (geoms, places, distances, forces)]
        return Contacts(np.array(counts, np.int64), *parts)

    def data(self, i: int) -> Any:
        """A simulation as a `mujoco.MjData`, to call MuJoCo's own functions on.

        Args:
            i: the simulation.

        Returns:
            A copy of the simulation, to which changes have no effect. Each call fills and returns
            the same object.
        """
        number = integer("i", i, 0)
        if number >= self.num_envs:
            raise IndexError(f"there is no simulation {number}: the batch has {self.num_envs}")
        if self._scratch is None:
            self._scratch = library().mujoco.MjData(self.model)
        self._report(self._native.copy_to(number, self._scratch._address))
        return self._scratch

    def ray(
        self,
        points: np.ndarray,
        directions: np.ndarray,
        ids: Ids = None,
        *,
        groups: Sequence[bool] | None = None,
        fixed: bool = True,
        without_body: int | str | None = None,
    ) -> tuple[np.ndarray, np.ndarray]:
        """The first geoms that rays hit, as of the last step or `forward`: `mujoco.mj_ray`.

        Args:
            points: where rays begin, in world coordinates, (simulations, rays, 3).
            directions: where they go, of any length, (simulations, rays, 3).
            ids: the simulations; None: all.
            groups: for each of MuJoCo's six groups, whether its geoms count; None: all do.
            fixed: whether geoms of bodies that cannot move count.
            without_body: the number or name of a body whose geoms do not count.

        Returns:
            The distances, in lengths of the directions, float64 of shape (simulations, rays), and
            the numbers of the geoms, int32; both are -1 where a ray hits nothing.

        Raises:
            ValueError: an array has another shape or contains NaN, or there is no such body.
        """
        chosen = self._chosen("ray", ids)
        begins = _vectors("points", points, len(chosen), 3)
        ways = _vectors("directions", directions, len(chosen), 3)
        if ways.shape != begins.shape:
            raise ValueError(
                f"directions must have the shape of points, {begins.shape}, got {ways.shape}"
            )
        if not (ways != 0).any(-1).all():
            raise ValueError("directions must not be zero")
        body = -1
        if without_body is not None:
            body = number_of("body", without_body, self.model.nbody, self.model.body)
        counted = None if groups is None else np.ascontiguousarray(groups, np.bool_)
        if counted is not None and counted.shape != (6,):
            raise ValueError(f"groups must be six bools, got {groups!r}")
        distances = np.zeros(begins.shape[:2])
        geoms = np.zeros(begins.shape[:2], np.int32)
        self._report(
            self._native.rays(
                chosen,
                begins.shape[1],
                begins.ctypes.data,
                ways.ctypes.data,
                0 if counted is None else counted.ctypes.data,
                bool(fixed),
                body,
                distances.ctypes.data,
                geoms.ctypes.data,
            )
        )
        return distances, geoms

    def height(self, geom: int | str, places: np.ndarray, ids: Ids = None) -> np.ndarray:
        """The height of a heightfield at some places.

        Args:
            geom: the number or name of a geom that is a heightfield.
            places: x and y in world coordinates, (simulations, places, 2).
            ids: the simulations; None: all.

        Returns:
            z in world coordinates, float64 of shape (simulations, places); NaN beyond its edges.

        Raises:
            ValueError: the geom is no heightfield, or the places have another shape.
        """
        mujoco, model = library().mujoco, self.model
        number = number_of("geom", geom, model.ngeom, model.geom)
        if model.geom_type[number] != mujoco.mjtGeom.mjGEOM_HFIELD:
            raise ValueError(f"the geom {geom!r} is no heightfield")
        chosen = self._chosen("height", ids)
        given = _vectors("places", places, len(chosen), 2)
        reach = np.array([self._reach_of(number, int(i)) for i in chosen])
        top = self.bind("geom_xpos")[chosen, number, 2] + reach + 1  # above all of it
        points = np.empty((*given.shape[:2], 3))
        points[..., :2], points[..., 2] = given, top[:, None]
        below = np.zeros(given.shape[:2])
        self._report(
            self._native.heights(
                chosen, number, given.shape[1], points.ctypes.data, below.ctypes.data
            )
        )
        return np.where(below < 0, np.nan, points[..., 2] - below)

    def _reach_of(self, geom: int, i: int) -> float:
        """How far from its middle a simulation's heightfield reaches at most."""
        model = self.models[self._of[i]]
        field = int(model.geom_dataid[geom])
        sizes = self._expanded.get("hfield_size")
        size = model.hfield_size[field] if sizes is None else sizes[i, field]
        return float(np.linalg.norm(size[:3]))

    # --- Pictures -------------------------------------------------------------------------------

    def render(
        self,
        ids: Ids = None,
        camera: int | str = -1,
        width: int = 480,
        height: int = 480,
        *,
        depth: bool = False,
    ) -> np.ndarray:
        """Renders simulations by MuJoCo's renderer.

        Args:
            ids: the simulations; None: all.
            camera: its number or name; -1 is the free camera.
            width: of an image, in pixels.
            height: of an image, in pixels.
            depth: whether to return distances from the camera, instead of colours.

        Returns:
            Uint8 of shape (simulations, height, width, 3); with `depth`, float32 of shape
            (simulations, height, width), in metres.

        Raises:
            ValueError: there is no such camera, or the images are too large.
            RuntimeError: there is no OpenGL; the message says what to set.
        """
        chosen = self._chosen("render", ids)
        size = (integer("height", height, 1), integer("width", width, 1))
        view = -1
        if camera != -1:
            view = number_of("camera", camera, self.model.ncam, self.model.cam)
        frames = (
            np.zeros((len(chosen), *size), np.float32)
            if depth
            else np.zeros((len(chosen), *size, 3), np.uint8)
        )
        try:
            with own_context():
                for k, i in enumerate(chosen):
                    of, data = int(self._of[i]), self.data(int(i))
                    draw = partial(self._draw, of, data, view, frames[k])
                    without_warnings(native, draw)
        except BaseException:
            self._close_renderers()  # one may be in the middle of a frame
            raise
        return frames

    def _draw(self, number: int, data: Any, camera: int, frame: np.ndarray) -> None:
        is_depth = frame.ndim == 2
        renderer = self._renderer(number, *frame.shape[:2])
        (renderer.enable_depth_rendering if is_depth else renderer.disable_depth_rendering)()
        renderer.update_scene(data, camera)
        renderer.render(out=frame)

    def _renderer(self, number: int, height: int, width: int) -> Any:
        key = (number, height, width)
        if key not in self._renderers:
            is_first = not self._renderers
            model = self.models[number].__copy__()
            screen = model.vis.global_
            screen.offwidth = max(screen.offwidth, width)
            screen.offheight = max(screen.offheight, height)
            self._renderers[key] = renderer_of(model, height, width)
            if is_first:
                close_at_exit(self, Geometry._close_renderers)
        return self._renderers[key]

    def _close_renderers(self) -> None:
        while self._renderers:
            _, renderer = self._renderers.popitem()
            free(native, renderer.close)


def _vectors(name: str, given: Any, count: int, size: int) -> np.ndarray:
    vectors = np.ascontiguousarray(given, np.float64)
    if vectors.ndim != 3 or vectors.shape[0] != count or vectors.shape[2] != size:
        kind = "rays" if size == 3 else "places"
        raise ValueError(f"{name} must have shape ({count}, {kind}, {size}), got {vectors.shape}")
    if not np.isfinite(vectors).all():
        raise ValueError(f"{name} must be finite")
    return vectors
