# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Lets the installed dm_control write the model of a task, and describes it to the engine."""

from __future__ import annotations

import importlib
import re
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from parallel_pool.native import NativeEnvType
from parallel_pool.shared.mujoco import composer
from parallel_pool.shared.mujoco.library import library


def missing(env_type: NativeEnvType | None = None) -> str | None:
    """Says what has to be installed before a task can be made; see `parallel_pool.Family`."""
    return composer.missing("locomotion")


# An obstacle of a corridor: a wall, or a platform behind the first.
_OBSTACLE = re.compile(r'<geom name="(?:wall|floor)_\d+"[^>]*>')
# Corridors with fewer platforms than others have geoms like this instead, so that all their models
# have the same sizes. No geom's mask lets it touch them, and they lie where the first platform is,
# so that the box around all platforms stays what it is.
_SPARE = (
    '<geom class="/" type="box" size=".01 .01 .01" pos=".1 0 -.2" mass="0"'
    ' contype="1073741824" conaffinity="0"/>'
)


def _cut(text: str) -> tuple[str, list[str], str]:
    """The text before the obstacles, that of an obstacle around its numbers, and the rest."""
    found = list(_OBSTACLE.finditer(text))
    if not found:
        return "", [], ""
    obstacle = re.sub(r' name="[^"]*"', "", found[0][0])
    parts = re.split(r'(?<= size=")[^"]*|(?<= pos=")[^"]*', obstacle)
    if len(parts) != 3 or obstacle.index(" size=") > obstacle.index(" pos="):
        raise RuntimeError(
            f"the installed dm_control builds corridors in an unknown way ({composer.PAIR})"
        )
    return text[: found[0].start()], parts, text[found[-1].end() :]


def describe(module: str, name: str, obstacles: int) -> dict[str, Any]:
    """What the engine has to know of a task.

    Args:
        module: the module of `dm_control.locomotion.examples` that has the task.
        name: the function that makes it.
        obstacles: the largest number of obstacles in a corridor.

    Returns:
        The members of ``TaskFacts`` in ``src/envs/locomotion/facts.h``.

    Raises:
        DependencyNotInstalled: dm_control or MuJoCo is missing or too old.
    """

    def make() -> None:
        examples = importlib.import_module(f"dm_control.locomotion.examples.{module}")
        getattr(examples, name)()

    task = composer.task_of("locomotion", make)
    task.initialize_episode_mjcf(np.random.RandomState(0))
    text = composer.text_of(task)
    before, obstacle, after = _cut(text)
    if obstacle:  # without their names, which take up room too
        text = before + "0.1 0.1 0.1".join(obstacle) * obstacles + after
    mujoco = library().mujoco
    model = mujoco.MjModel.from_xml_string(text)
    walker = task._walker
    pelvis = getattr(walker, "pelvis_body", walker.root_body)
    head = walker.mjcf_model.find("site", "head")
    bodies = [*walker.end_effectors, walker.head]
    joint = model.joint(f"{walker.mjcf_model.full_identifier}")
    position, quaternion = walker.upright_pose.xpos, walker.upright_pose.xquat
    return {
        "physics": composer.describe_physics(model),
        "before": before,
        "obstacle": obstacle,
        "after": after,
        "spare": _SPARE,
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
    }


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
    """The entries of an observation but for the camera's, in dm_control's order.

    Each has a name, a shape, how it is read, an array of the simulation's data, and places in it.
    """
    prefix = f"{task._walker.mjcf_model.full_identifier}"
    camera = "egocentric_camera"
    names = [
        name.removeprefix(prefix)
        for name, observable in task.observables.items()
        if observable.enabled
    ]
    found = [_entry(model, task._walker, prefix, name) for name in names if name != camera]
    return [entry for entry in found if entry[1] != [0]]  # a pool has no empty entries


def _entry(model: Any, walker: Any, prefix: str, name: str) -> Entry:
    root = _id(model.body, walker.root_body)
    if name == "body_height":
        return f"{prefix}{name}", [], "plain", "xpos", [3 * root + 2]
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
        raise RuntimeError(
            f"the installed dm_control observes something unknown, {name} ({composer.PAIR})"
        )
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
