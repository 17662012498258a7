# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Lets the installed dm_control write the model of a task, and describes it to the engine."""

from __future__ import annotations

import importlib
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from parallel_pool.families.locomotion.obstacles import (
    around_obstacles,
    describe_part,
    with_nameless_obstacles,
)
from parallel_pool.native import NativeEnvType
from parallel_pool.shared.mujoco import composer
from parallel_pool.shared.mujoco.layout import SHOWN_ARRAYS, model_layout, shown_blocks
from parallel_pool.shared.mujoco.library import library
from parallel_pool.shared.mujoco.pixels import describe_pictures


def missing(env_type: NativeEnvType | None = None) -> str | None:
    """Says what has to be installed before a task can be made; see `parallel_pool.Family`."""
    return composer.missing("locomotion")


_MAX_GEOM = 1000  # for which dm_control's scenes have room


class _Smallest(np.random.RandomState):
    """Draws the lowest numbers: a corridor then has the most and the smallest obstacles."""

    def uniform(self, low: Any = 0.0, high: Any = 1.0, size: Any = None) -> Any:
        return low


def module_of(name: str) -> str:
    """The module of dm_control's that has the function of this name, which makes a task."""
    module = "basic_rodent_2020" if name.startswith("rodent") else "basic_cmu_2019"
    return f"dm_control.locomotion.examples.{module}"


def load_task(name: str) -> Any:
    """The task of the environment that a function of dm_control's makes, ready for its text.

    Args:
        name: the function; see `module_of`.

    Returns:
        A `dm_control.composer.Task`, whose corridor has as many obstacles as there can be.

    Raises:
        DependencyNotInstalled: dm_control or MuJoCo is missing.
    """

    def make() -> None:
        getattr(importlib.import_module(module_of(name)), name)()

    task = composer.task_of("locomotion", make)
    task.initialize_episode_mjcf(_Smallest())
    return task


def drawn_model(task: Any) -> tuple[str, Mapping[str, Any]]:
    """The text of a task's model with all that rendering needs, and its files."""
    mjcf_model = task.root_entity.mjcf_model
    return with_nameless_obstacles(mjcf_model.to_xml_string()), mjcf_model.get_assets()


def target_of(task: Any) -> Any | None:
    """The sphere that a task's walker is to touch; None if it has another task.

    Returns:
        A ``dm_control.locomotion.props.target_sphere.TargetSphereTwoTouch``.
    """
    ((target,),) = getattr(task, "_targets", [[None]])
    return target


def shown_arrays(task: Any) -> tuple[str, ...]:
    """The arrays of a model that differ between episodes and are seen in frames."""
    return SHOWN_ARRAYS if target_of(task) is None else (*SHOWN_ARRAYS, "mat_texid")


def around_target(text: str, element: str = "site") -> tuple[str, str] | None:
    """The text of a model before and behind the place of its target; None if it has no target.

    The extent of the model depends on that place, and so do the camera's clipping planes. It is the
    first two numbers of a position.

    Args:
        text: that of the model.
        element: what the target is in it, ``"site"`` or ``"geom"``.
    """
    found = re.search(rf'(<{element} name="target[^>]* pos=")[^ "]* [^ "]*', text)
    return None if found is None else (text[: found.end(1)], text[found.end() :])


def describe(name: str, has_camera: bool) -> dict[str, Any]:
    """What the engine has to know of a task.

    Args:
        name: as for `load_task`.
        has_camera: whether the walker's camera is observed.

    Returns:
        The members of ``TaskFacts`` in ``src/envs/locomotion/facts.h``.

    Raises:
        DependencyNotInstalled: dm_control or MuJoCo is missing or too old.
    """
    task = load_task(name)
    target = target_of(task)
    text = composer.text_of(task, has_materials=target is not None)
    arena = around_obstacles(text)
    kind = "site" if target is None else "geom"
    if (target is not None or has_camera) and (parts := around_target(text, kind)):
        arena["before"], arena["after"] = parts
    mujoco = library().mujoco
    model = mujoco.MjModel.from_xml_string(with_nameless_obstacles(text))
    walker = task._walker
    walker.observables.egocentric_camera.enabled = has_camera
    pelvis = getattr(walker, "pelvis_body", walker.root_body)
    head = walker.mjcf_model.find("site", "head")
    bodies = [*walker.end_effectors, walker.head]
    joint = model.joint(f"{walker.mjcf_model.full_identifier}")
    position, quaternion = walker.upright_pose.xpos, walker.upright_pose.xquat
    return {
        "physics": composer.describe_physics(model, shown_arrays(task)),
        "arena": arena,
        **describe_part(model, text),
        "entries": _entries(model, task),
        "control_low": model.actuator_ctrlrange[:, 0].tolist(),
        "control_high": model.actuator_ctrlrange[:, 1].tolist(),
        "pose": [*position, *(quaternion / np.linalg.norm(quaternion))],
        "root": _id(model.body, walker.root_body),
        "root_qpos": int(joint.qposadr[0]),
        "appendages": [_id(model.body, body) for body in bodies],
        "bowl": _bowl(model),
        "upright": [_id(model.body, body) for body in (walker.root_body, pelvis)],
        "upright_height": float(np.cos(np.deg2rad(30))),
        "head": _id(model.site, head) if head else 0,
        **_grounds(model, task),
        **({} if target is None else {"touch": _describe_touch(model, task, target)}),
        **(_describe_camera(task) if has_camera else {}),
    }


def _describe_touch(model: Any, task: Any, target: Any) -> dict[str, Any]:
    """The members of ``TouchFacts``."""
    arrays = ("geom_pos", "geom_sameframe", "mat_texid")
    positions, same_frames, textures = model_layout(arrays)["model_offsets"]
    hands = {_id(model.geom, geom) for geom in (*task._lhand_geoms, *task._rhand_geoms)}
    looks = (target._texture_initial, target._texture_interval, target._texture_final)
    return {
        "geom": _id(model.geom, target.geom),
        "is_hand": [i in hands for i in range(model.ngeom)],
        "hands": [_id(model.body, body) for body in (task._lhand_body, task._rhand_body)],
        "material": _id(model.mat, target.material),
        "textures": [_id(model.tex, texture) for texture in looks],
        "texture_roles": model.mat_texid.shape[1],
        "positions": positions,
        "same_frames": same_frames,
        "textures_of_materials": textures,
    }


def _describe_camera(task: Any) -> dict[str, Any]:
    """What draws the walker's view, as dm_control's observable does."""
    mujoco = library().mujoco
    text, assets = drawn_model(task)
    model = mujoco.MjModel.from_xml_string(text, dict(assets))
    seen = task._walker.observables.egocentric_camera
    view = mujoco.MjvCamera()
    view.fixedcamid = _id(model.camera, task._walker.egocentric_camera)
    view.type = mujoco.mjtCamera.mjCAMERA_FIXED
    pictures = describe_pictures(
        model,
        view,
        (seen.width, seen.height),
        max_geom=_MAX_GEOM,
        hidden=["mjVIS_RANGEFINDER"],  # dm_control never shows their rays
        hidden_groups=np.flatnonzero(
            (mujoco.MjvOption().geomgroup == 1) & (seen.scene_option.geomgroup == 0)
        ).tolist(),
        shown=shown_blocks(model, shown_arrays(task)),
    )
    return {"drawn": model, "pictures": pictures}


def _bowl(model: Any) -> list[float]:
    """A height field without its bumps: a bowl, row by row."""
    if not model.nhfield:
        return []
    side = int(model.hfield_nrow[0])
    rows, columns = np.ogrid[-1 : 1 : side * 1j, -1 : 1 : side * 1j]
    radius = np.clip(np.sqrt(columns**2 + rows**2), 0.1, 1)
    bowl: np.ndarray = 0.5 - np.cos(2 * np.pi * radius) / 2
    return bowl.ravel().tolist()


def _id(find: Callable[[str], Any], element: Any) -> int:
    return int(find(element.full_identifier).id)


def _grounds(model: Any, task: Any) -> dict[str, list[bool]]:
    """Which geoms are ground, and which may not touch it."""
    feet = set(task._walker.ground_contact_geoms)
    body = {
        _id(model.geom, geom)
        for geom in task._walker.mjcf_model.find_all("geom")
        if geom not in feet
    }
    names = {geom.full_identifier for geom in task._arena.ground_geoms}
    if any(name.startswith("floor_") for name in names):
        names.add("")  # platforms have lost their names
    ground = {i for i in range(model.ngeom) if model.geom(i).name in names}
    if hasattr(task, "_target"):  # dm_control takes the number of this site for that of a geom
        ground.add(_id(model.site, task._target))
    numbers = range(model.ngeom)
    return {"is_ground": [i in ground for i in numbers], "is_body": [i in body for i in numbers]}


Entry = tuple[str, list[int], str, str, list[int]]


def _entries(model: Any, task: Any) -> list[Entry]:
    """The entries of an observation, in dm_control's order.

    Each has a name, a shape, how it is read, an array of the simulation's data, and places in it.
    """
    prefix = f"{task._walker.mjcf_model.full_identifier}"
    names = [name for name, observable in task.observables.items() if observable.enabled]
    return [
        _entry(model, task._walker, prefix, name.removeprefix(prefix))
        if name.startswith(prefix)
        else _task_entry(name)
        for name in names
    ]


def _unknown(name: str) -> RuntimeError:
    return RuntimeError(
        f"the installed dm_control observes something unknown, {name} ({composer.PAIR})"
    )


def _task_entry(name: str) -> Entry:
    if name == "task_logic":
        return name, [1], "stage", "xpos", []
    raise _unknown(name)


def _entry(model: Any, walker: Any, prefix: str, name: str) -> Entry:
    root = _id(model.body, walker.root_body)
    if name == "body_height":
        return f"{prefix}{name}", [], "plain", "xpos", [3 * root + 2]
    if name == "egocentric_camera":
        seen = walker.observables.egocentric_camera
        return f"{prefix}{name}", [seen.height, seen.width, 3], "camera", "xpos", []
    reading, array, places = "plain", "sensordata", list[int]()
    if name == "appendages_pos":
        reading, array = "appendages", "xpos"
        bodies = [_id(model.body, body) for body in (*walker.end_effectors, walker.head)]
        places = [3 * body + axis for body in bodies for axis in range(3)]
    elif name == "world_zaxis":
        array, places = "xmat", [9 * root + axis for axis in (6, 7, 8)]
    elif name == "target":
        return f"{prefix}{name}", [3], "target", "xpos", []
    elif name == "origin":
        return f"{prefix}{name}", [3], "origin", "xpos", []
    elif name == "joints_pos":
        array, places = "qpos", _first(model.joint, walker.observable_joints, "qposadr")
    elif name == "joints_vel":
        array, places = "qvel", _first(model.joint, walker.observable_joints, "dofadr")
    elif name in ("tendons_pos", "tendons_vel"):
        array = {"tendons_pos": "ten_length", "tendons_vel": "ten_velocity"}[name]
        places = [_id(model.tendon, tendon) for tendon in walker.observable_tendons]
    elif name == "actuator_activation":
        array, places = "act", list(range(model.na))
    elif name == "end_effectors_pos":
        places = _sensors(model, walker.end_effectors_pos_sensors)
    elif name.startswith("sensors_"):
        kind = name.removeprefix("sensors_")
        reading = kind if kind in ("torque", "touch") else "plain"
        places = _sensors(model, walker.mjcf_model.sensor.get_children(kind))
    else:
        raise _unknown(name)
    return f"{prefix}{name}", [len(places)], reading, array, places


def _first(find: Callable[[str], Any], elements: Sequence[Any], member: str) -> list[int]:
    return [int(getattr(find(element.full_identifier), member)[0]) for element in elements]


def _sensors(model: Any, sensors: Sequence[Any]) -> list[int]:
    """The places of all numbers of these sensors."""
    found = [model.sensor(sensor.full_identifier) for sensor in sensors]
    return [
        place
        for sensor in found
        for place in range(int(sensor.adr[0]), int(sensor.adr[0] + sensor.dim[0]))
    ]
