# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Gymnasium-Robotics: arms and hands, as tasks in NumPy over batches of simulations.

The rules of a ball in a maze, whose physics takes microseconds, are in C++.
"""

from __future__ import annotations

import importlib.util
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from parallel_pool.drawing import Drawing
from parallel_pool.families.robotics import native
from parallel_pool.families.robotics.maps import MAPS
from parallel_pool.family import Case, Family, later
from parallel_pool.native import NativeEnvType
from parallel_pool.simulations.lazy import LazyDefinition, task_module

if TYPE_CHECKING:
    from pathlib import Path


def folder() -> Path | None:
    """Where the package gymnasium-robotics, which is not imported, has its models."""
    from pathlib import Path

    spec = importlib.util.find_spec("gymnasium_robotics")
    for place in (spec and spec.submodule_search_locations) or ():
        found = Path(place) / "envs" / "assets"
        if found.is_dir():
            return found
    return None


def missing() -> str | None:
    """What has to be installed before an environment can be made, in words, or None."""
    if folder() is None:
        return "its models are files of the package gymnasium-robotics, which is not installed"
    return None


_GOAL_METHODS = {
    name: later(f"{__name__}.goals", name)
    for name in ("compute_reward", "compute_terminated", "compute_truncated")
}
_MAZE_METHODS = {
    "compute_reward": later(f"{__name__}.goals", "compute_maze_reward"),
    "compute_terminated": later(f"{__name__}.goals", "compute_maze_terminated"),
    "compute_truncated": later(f"{__name__}.goals", "compute_truncated"),
}
_TIPS_METHODS = _GOAL_METHODS | {
    "compute_reward": later(f"{__name__}.goals", "compute_tips_reward")
}
_POSE_METHODS = _GOAL_METHODS | {
    "compute_reward": later(f"{__name__}.goals", "compute_pose_reward")
}
_KITCHEN_METHODS = {"compute_reward": later(f"{__name__}.goals", "compute_kitchen_reward")}
_FETCH = ("Reach", "Push", "Slide", "PickAndPlace")
_REWARDS = {"": "sparse", "Dense": "dense"}


def _fetch() -> list[LazyDefinition]:
    return [
        LazyDefinition(
            f"Fetch{name}{suffix}-v4",
            f"{__name__}.fetch:{name}",
            max_episode_steps=50,
            defaults={"reward_type": reward_type},
        )
        for name in _FETCH
        for suffix, reward_type in _REWARDS.items()
    ]


def _adroit() -> list[LazyDefinition]:
    return [
        LazyDefinition(
            f"AdroitHand{name}{suffix}-v1",
            f"{__name__}.adroit:{name}",
            max_episode_steps=200,
            defaults={"reward_type": reward_type},
        )
        for name in ("Door", "Hammer", "Pen", "Relocate")
        for suffix, reward_type in (("", "dense"), ("Sparse", "sparse"))
    ]


def _mazes() -> list[LazyDefinition]:
    limits = {"UMaze": 700, "Open": 700, "Medium": 1000, "Large": 1000}
    return [
        LazyDefinition(
            f"AntMaze_{name}{suffix}-{version}",
            f"{__name__}.ant_mazes:{task}",
            max_episode_steps=limits[name.partition("_")[0]],
            defaults={"maze_map": maze_map, "reward_type": reward_type},
        )
        for version, task in (("v3", "AntMaze3"), ("v4", "AntMaze4"), ("v5", "AntMaze"))
        for name, maze_map in MAPS.items()
        for suffix, reward_type in _REWARDS.items()
    ]


# What `HandManipulate` ids are called after their object, with the options that these have.
_ANY: Mapping[str, object] = {"target_position": "random", "target_rotation": "xyz"}
_TURN: Mapping[str, object] = {"target_position": "ignore", "target_rotation": "xyz"}
_PEN: Mapping[str, object] = {
    "randomize_initial_rotation": False,
    "ignore_z_target_rotation": True,
    "distance_threshold": 0.05,
}
_OBJECTS: Mapping[str, Mapping[str, Mapping[str, object]]] = {
    "Block": {
        "RotateZ": {**_TURN, "target_rotation": "z"},
        "RotateParallel": {**_TURN, "target_rotation": "parallel"},
        "RotateXYZ": _TURN,
        "Full": _ANY,
        "": _ANY,
    },
    "Egg": {"Rotate": _TURN, "Full": _ANY, "": _ANY},
    "Pen": {"Rotate": {**_TURN, **_PEN}, "Full": {**_ANY, **_PEN}, "": {**_ANY, **_PEN}},
}
_SENSORS = {"Boolean": "boolean", "Continuous": "sensordata"}


def _hands() -> list[LazyDefinition]:
    found = [
        LazyDefinition(
            f"HandReach{suffix}-v3",
            f"{__name__}.hand:Reach",
            max_episode_steps=50,
            defaults={"reward_type": reward_type},
        )
        for suffix, reward_type in _REWARDS.items()
    ]
    for thing, kinds in _OBJECTS.items():
        for kind, options in kinds.items():
            for sensors in ("", *(_SENSORS if kind != "Full" else ())):
                felt = {"touch_get_obs": _SENSORS[sensors]} if sensors else {}
                name = f"{thing}{kind}" + (f"_{sensors}TouchSensors" if sensors else "")
                found += [
                    LazyDefinition(
                        f"HandManipulate{name}{suffix}-v1",
                        f"{__name__}.hand:{'Touch' if sensors else ''}{thing}",
                        max_episode_steps=100,
                        defaults={**options, **felt, "reward_type": reward_type},
                    )
                    for suffix, reward_type in _REWARDS.items()
                ]
    return found


def _methods(id: str) -> Mapping[str, Callable[..., Any]]:
    if "Maze" in id:
        return _MAZE_METHODS
    if "Kitchen" in id:
        return _KITCHEN_METHODS
    if id.startswith("Hand"):
        return _TIPS_METHODS if id.startswith("HandReach") else _POSE_METHODS
    return _GOAL_METHODS if id.startswith("Fetch") else {}


_KITCHEN = LazyDefinition("FrankaKitchen-v1", f"{__name__}.kitchen:Kitchen", 280)
_DEFINITIONS = {one.id: one for one in (*_fetch(), *_adroit(), *_mazes(), *_hands(), _KITCHEN)}
_task_picture = later(f"{__name__}.pictures", "task_picture")
_maze_picture = later(f"{__name__}.pictures", "point_maze_picture")


def _picture(env_type: NativeEnvType) -> Drawing | None:
    definition = _DEFINITIONS.get(env_type.id)
    drawing: Drawing = _task_picture(definition) if definition else _maze_picture(env_type)
    return drawing


FAMILY = Family(
    name="robotics",
    module=task_module(__name__, [*_DEFINITIONS.values()], beside=native),
    # Earlier versions have other rules; the first ones need a MuJoCo of the past.
    aliases={
        f"Fetch{name}{suffix}-v{version}": f"Fetch{name}{suffix}-v4"
        for name in _FETCH
        for suffix in _REWARDS
        for version in (1, 2, 3)
    }
    | {
        f"HandReach{suffix}-v{version}": f"HandReach{suffix}-v3"
        for suffix in _REWARDS
        for version in (0, 1, 2)
    }
    | {
        f"{id.removesuffix('-v1')}-v0": id for id in _DEFINITIONS if id.startswith("HandManipulate")
    },
    extra="robotics",
    missing=lambda env_type: missing(),
    picture=_picture,
    library=lambda id: "Gymnasium-Robotics",
    meanings=later(f"{__name__}.meanings", "meanings"),
    methods=_methods,
    numpy_infos=lambda id, name: True,
    bench=(
        Case("FetchReach-v4", 64),
        Case("FetchPickAndPlace-v4", 64),
        Case("AdroitHandDoor-v1", 64),
        Case("PointMaze_UMaze-v3", 64),
        Case("AntMaze_UMaze-v5", 64),
        Case("HandReach-v3", 64),
        Case("HandManipulateBlock-v1", 64),
    ),
)
