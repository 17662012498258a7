# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""The meaning of each element of a walker's observations and actions."""

from __future__ import annotations

from parallel_pool.meanings import Element, Meaning, Meanings


def _one(text: str, unit: str = "", count: int = 1) -> tuple[Element, ...]:
    return (Element(text, unit, count),)


_JOINTS = "of the joints, in the order of their names, from headrx to upperneckrz"
_NO_SENSORS = "Empty: it has no such sensors"
_HUMANOID: dict[str, Meaning] = {
    "walker/actuator_activation": "Empty: its actuators have no filter",
    "walker/appendages_pos": _one(
        "Positions of the right and left forearm, the right and left foot and the head, seen from "
        "the root",
        "m",
        15,
    ),
    "walker/body_height": _one("Height of the root", "m"),
    "walker/end_effectors_pos": _one("The same positions without the head", "m", 12),
    "walker/joints_pos": _one(f"Angles {_JOINTS}", "rad", 56),
    "walker/joints_vel": _one(f"Angular velocities {_JOINTS}", "rad/s", 56),
    "walker/sensors_accelerometer": _one("Acceleration of the root, in its own frame", "m/s²", 3),
    "walker/sensors_force": _NO_SENSORS,
    "walker/sensors_gyro": _one("Angular velocity of the root, in its own frame", "rad/s", 3),
    "walker/sensors_torque": _one(
        "Torques in the left and right upper arm, as tanh(torque / 30 Nm)", "", 6
    ),
    "walker/sensors_touch": _one(
        "1 where hands, feet and their parts are touched with more than 0.001 N, else 0", "", 10
    ),
    "walker/sensors_velocimeter": _one("Velocity of the root, in its own frame", "m/s", 3),
    "walker/world_zaxis": _one("The vertical direction, seen from the root", "", 3),
}
_ACTUATED = "of the actuated joints, in the order of the actuators, from hip_L_supinate to finger_R"
_RODENT: dict[str, Meaning] = {
    "walker/actuator_activation": _one(
        "Activations of the actuators: the actions after a filter", "", 38
    ),
    "walker/appendages_pos": _one(
        "Positions of the right and left forearm, the right and left foot and the skull, seen from "
        "the torso",
        "m",
        15,
    ),
    "walker/body_height": _one("Height of the torso", "m"),
    "walker/end_effectors_pos": _one("The same positions without the skull", "m", 12),
    "walker/joints_pos": _one(f"Angles {_ACTUATED}", "rad", 30),
    "walker/joints_vel": _one(f"Angular velocities {_ACTUATED}", "rad/s", 30),
    "walker/sensors_accelerometer": _one("Acceleration of the head, in its own frame", "m/s²", 3),
    "walker/sensors_force": _NO_SENSORS,
    "walker/sensors_gyro": _one("Angular velocity of the head, in its own frame", "rad/s", 3),
    "walker/sensors_torque": _NO_SENSORS,
    "walker/sensors_touch": _one(
        "1 where palms and soles are touched with more than 0.001 N, else 0", "", 4
    ),
    "walker/sensors_velocimeter": _one("Velocity of the head, in its own frame", "m/s", 3),
    "walker/tendons_pos": _one("Lengths of the spine's and tail's tendons", "", 8),
    "walker/tendons_vel": _one("How fast these lengths change", "", 8),
    "walker/world_zaxis": _one("The vertical direction, seen from the torso", "", 3),
}
_TARGET: dict[str, Meaning] = {
    "walker/target": _one("Position of the target, seen from the root", "m", 3)
}
_ORIGIN: dict[str, Meaning] = {
    "walker/origin": _one("Position of the bowl's middle, seen from the torso", "m", 3)
}
_STAGE: dict[str, Meaning] = {
    "task_logic": _one(
        "0 before the first touch, 1 after it, 2 after a second touch, 3 after one that came too "
        "soon, 4 where none came in time; as of the time step before",
    )
}
_HUMANOID_ACTION = _one(
    "Target angle of each joint, from -1 (smallest of its range) to 1 (largest)", "", 56
)
_RODENT_ACTION = (
    Element("Targets of the tendons that bend spine and tail, from smallest to largest", "", 8),
    Element("Target angle of each actuated joint, from smallest to largest", "", 30),
)


def meanings(id: str) -> Meanings | None:
    """Returns the meanings of an id's observations and actions."""
    if "Rodent" in id:
        others = _ORIGIN if "Bowl" in id else _STAGE if "Touch" in id else {}
        return Meanings(_RODENT | others, _RODENT_ACTION)
    target = _TARGET if "Target" in id else {}
    return Meanings(_HUMANOID | target, _HUMANOID_ACTION)
