# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Lets the installed dm_control write the model of a match, and describes it to the engine."""

from __future__ import annotations

import logging
import re
import threading
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.metadata import PackageNotFoundError, version
from typing import Any

from gymnasium.error import DependencyNotInstalled

from parallel_pool.native import NativeEnvType
from parallel_pool.shared.mujoco.layout import contact_layout, data_layout, model_layout
from parallel_pool.shared.mujoco.library import library

# Versions that were tested together.
_PAIR = "dm_control 1.0.50 works with mujoco 3.17.0"


def missing(env_type: NativeEnvType | None = None) -> str | None:
    """Says what has to be installed before a match can be made; see `parallel_pool.Family`."""
    for package in ("dm_control", "mujoco"):
        try:
            version(package)
        except PackageNotFoundError:
            return f"soccer needs the package {package} ({_PAIR})"
    return None


class _Source(Exception):  # noqa: N818
    """Carries out of `soccer.load` the task from which it would make an environment."""


_one_at_a_time = threading.Lock()


def _text(team_size: int, disable_walker_contacts: bool, enable_field_box: bool) -> str:
    """The XML of a match, without what only rendering needs."""
    if (reason := missing()) is not None:
        raise DependencyNotInstalled(f"{reason}: pip install 'parallel_pool[dmc]'")
    with _quiet():
        from unittest import mock  # loads asyncio

        from dm_control import composer
        from dm_control.locomotion import soccer

        def take(task: Any, **_: Any) -> None:
            raise _Source(task)

        with _one_at_a_time, mock.patch.object(composer, "Environment", take):
            try:
                soccer.load(
                    team_size,
                    disable_walker_contacts=disable_walker_contacts,
                    enable_field_box=enable_field_box,
                )
            except _Source as source:
                text: str = source.args[0].root_entity.mjcf_model.to_xml_string()
            else:
                raise RuntimeError(
                    f"the installed dm_control makes soccer in an unknown way ({_PAIR})"
                )
    text = re.sub(r'<(texture|material) [^>]*/>|<site name="//unnamed[^>]*/>', "", text)
    return re.sub(r' material="[^"]*"', "", text)


@contextmanager
def _quiet() -> Iterator[None]:
    """Drops warnings about dm_control's own models, and about displays that it looks for."""
    logger = logging.getLogger("absl")

    def drop(record: logging.LogRecord) -> bool:
        return record.levelno > logging.WARNING

    logger.addFilter(drop)
    try:
        with warnings.catch_warnings(action="ignore"):
            yield
    finally:
        logger.removeFilter(drop)


# A geom of the pitch, and the attributes that its size decides.
_GEOM = re.compile(r'<geom name="(ground|//unnamed_geom_(\d+)|(?:home|away)_goal/\w+)"[^>]*>')
_WALLS = range(1, 5)


def _pieces(text: str) -> list[str]:
    """The text between the numbers that the size of a pitch decides."""
    pieces, end = [], 0
    for geom in _GEOM.finditer(text):
        is_wall = geom[2] is not None and int(geom[2]) in _WALLS
        names = "pos" if is_wall else "size|pos|fromto"
        for found in re.finditer(rf' (?:{names})="([^"]*)"', geom[0]):
            pieces.append(text[end : geom.start() + found.start(1)])
            end = geom.start() + found.end(1)
    return [*pieces, text[end:]]


def describe(
    team_size: int, disable_walker_contacts: bool, enable_field_box: bool
) -> dict[str, Any]:
    """What the engine has to know of a match.

    Args:
        team_size: the players of each team.
        disable_walker_contacts: as `dm_control.locomotion.soccer.load` takes it.
        enable_field_box: as `dm_control.locomotion.soccer.load` takes it.

    Returns:
        The members of ``MatchFacts`` in ``src/envs/soccer/facts.h``.

    Raises:
        DependencyNotInstalled: MuJoCo is missing or too old.
    """
    mujoco = library().mujoco
    text = _text(team_size, disable_walker_contacts, enable_field_box)
    model = mujoco.MjModel.from_xml_string(text)
    names = [f"{team}{i}" for team in ("home", "away") for i in range(team_size)]
    owner = {model.body(f"{name}/").id: i for i, name in enumerate(names)}
    roots = model.body_rootid[model.geom_bodyid].tolist()
    ball = model.joint("soccer_ball/")
    return {
        "model": model,
        "pieces": _pieces(text),
        "players": [_player(model, names, i) for i in range(len(names))],
        "owners": [owner.get(root, -1) for root in roots],
        "ball_geom": model.geom("soccer_ball/geom").id,
        "ball_qpos": int(ball.qposadr[0]),
        "ball_dof": int(ball.dofadr[0]),
        "ball_velocity": _sensor(model, "soccer_ball/linear_velocity"),
        "actuation_flag": int(mujoco.mjtDisableBit.mjDSBL_ACTUATION),
        "sensor_flag": int(mujoco.mjtDisableBit.mjDSBL_SENSOR),
        "warning_names": list(mujoco.mjtWarning.__members__)[: int(mujoco.mjtWarning.mjNWARNING)],
        **model_layout(("geom_size",)),
        **data_layout(),
        **contact_layout(),
    }


def _sensor(model: Any, name: str) -> int:
    return int(model.sensor(name).adr[0])


def _player(model: Any, names: list[str], number: int) -> dict[str, Any]:
    """The members of ``PlayerFacts``."""
    name = names[number]
    joints = {
        joint: model.joint(f"{name}/{joint}")
        for joint in ("root_x/", "root_y/", "root_z/", "steer", "kick", "roll")
    }
    along = [joints[f"root_{axis}/"] for axis in "xyz"]

    def sensor(of: str) -> int:
        return _sensor(model, f"{name}/{of}")

    is_home = number < len(names) // 2
    teams = range(len(names) // 2), range(len(names) // 2, len(names))
    mates, opponents = teams if is_home else teams[::-1]
    prefixes = [(f"teammate_{i}", k) for i, k in enumerate(k for k in mates if k != number)]
    prefixes += [(f"opponent_{i}", k) for i, k in enumerate(opponents)]
    return {
        "root": model.body(f"{name}/head_body").id,
        "qpos": [int(joint.qposadr[0]) for joint in along],
        "dof": [int(joint.dofadr[0]) for joint in along],
        "steer_qpos": int(joints["steer"].qposadr[0]),
        "steer_dof": int(joints["steer"].dofadr[0]),
        "kick_qpos": int(joints["kick"].qposadr[0]),
        "kick_dof": int(joints["kick"].dofadr[0]),
        "roll_qpos": int(joints["roll"].qposadr[0]),
        "accelerometer": sensor("sensor_torso_accel"),
        "gyro": sensor("sensor_torso_gyro"),
        "velocimeter": sensor("sensor_torso_vel"),
        "end_effector": sensor("head_body_end_effector"),
        "ball_angular_velocity": sensor("ball_ego_angvel"),
        "ball_position": sensor("ball_ego_pos"),
        "ball_linear_velocity": sensor("ball_ego_linvel"),
        "others": [
            (
                k,
                sensor(f"head_body_{prefix}_end_effector"),
                sensor(f"{prefix}_ego_linear_velocity"),
                sensor(f"{prefix}_ego_position"),
                sensor(f"{prefix}_ego_orientation_x"),
            )
            for prefix, k in prefixes
        ],
    }
