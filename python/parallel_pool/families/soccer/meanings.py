# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""What a soccer player's numbers mean, in teams of two."""

from __future__ import annotations

from collections.abc import Sequence

from parallel_pool.meanings import Element, Meanings


def _xyz(text: str, unit: str = "") -> tuple[Element, ...]:
    return (Element(text, unit, 3),)


Part = dict[str, tuple[Element, ...]]

_BOXHEAD: Part = {
    "body_height": (Element("Height of the player's body", "m"),),
    "end_effectors_pos": _xyz("Position of the player's body in its own frame: always 0", "m"),
    "joints_pos": (Element("How far the player's body is stretched for a jump", "m"),),
    "joints_vel": (Element("How fast it stretches", "m/s"),),
    "prev_action": _xyz("The player's last action: roll, steer, kick"),
}

_LEGS = ("front left", "front right", "back right", "back left")
_FEET = tuple(Element(f"Position of the {leg} foot in the player's frame", "m", 3) for leg in _LEGS)
_BODIES = ("torso", *(f"{leg} {part}" for leg in _LEGS for part in ("leg", "thigh", "foot")))
_JOINTS = tuple(f"{leg} {joint}" for leg in _LEGS for joint in ("hip", "ankle"))

_ANT: Part = {
    "appendages_pos": _FEET,
    "bodies_pos": tuple(
        Element(f"Position of the {body} in the player's frame", "m", 3) for body in _BODIES
    ),
    "bodies_quats": tuple(
        Element(f"Orientation of the {body} in the player's frame: a quaternion", "", 4)
        for body in _BODIES
    ),
    "body_height": (Element("Height of the torso", "m"),),
    "end_effectors_pos": _FEET,
    "joints_pos": tuple(Element(f"Angle of the {joint}", "rad") for joint in _JOINTS),
    "joints_vel": tuple(Element(f"Angular velocity of the {joint}", "rad/s") for joint in _JOINTS),
    "prev_action": tuple(Element(f"The last torque of the {joint}") for joint in _JOINTS),
}

_SENSED: Part = {
    "sensors_accelerometer": _xyz("Acceleration of the player, in its own frame", "m/s²"),
    "sensors_gyro": _xyz("Angular velocity of the player, in its own frame", "rad/s"),
    "sensors_velocimeter": _xyz("Velocity of the player, in its own frame", "m/s"),
    "world_zaxis": _xyz("The vertical direction, seen by the player"),
    "ball_ego_angular_velocity": _xyz("Angular velocity of the ball, seen by the player", "rad/s"),
    "ball_ego_position": _xyz("Position of the ball, seen by the player", "m"),
    "ball_ego_linear_velocity": _xyz("Velocity of the ball, seen by the player", "m/s"),
}


def _other(prefix: str, who: str, parts: Sequence[str]) -> Part:
    own = ": always 0" if len(parts) == 1 else ""
    return {
        f"{prefix}_ego_end_effectors_pos": tuple(
            Element(f"Position of {who}'s {part}, seen by the player", "m", 3) for part in parts
        ),
        f"{prefix}_ego_linear_velocity": _xyz(f"Velocity of {who}, seen by the player", "m/s"),
        f"{prefix}_ego_position": _xyz(f"Position of {who}, seen by the player", "m"),
        f"{prefix}_ego_orientation": (
            Element(f"The x, y and z axes of {who}, seen by the player", "", 9),
        ),
        f"{prefix}_end_effectors_pos": tuple(
            Element(f"Position of {who}'s {part} in its own frame{own}", "m", 3) for part in parts
        ),
    }


def _goal(prefix: str, whose: str, back: str, front: str) -> Part:
    corner = "{} corner of the {} goal, x and y seen by the player"
    return {
        f"{prefix}_goal_{back}": (Element(corner.format("A back", whose), "m", 2),),
        f"{prefix}_goal_mid": _xyz(f"Middle of the {whose} goal, seen by the player", "m"),
        f"{prefix}_goal_{front}": (Element(corner.format("A front", whose), "m", 2),),
    }


def _field(name: str) -> Part:
    return {name: (Element("A corner of the field, x and y seen by the player", "m", 2),)}


_STATISTICS: Part = {
    "stats_vel_to_ball": (Element("Velocity towards the ball", "m/s"),),
    "stats_closest_vel_to_ball": (
        Element("The same if the player is its team's closest to the ball, else 0", "m/s"),
    ),
    "stats_veloc_forward": (Element("Velocity forward", "m/s"),),
    "stats_vel_ball_to_goal": (Element("Velocity of the ball towards the opponents' goal", "m/s"),),
    "stats_home_avg_teammate_dist": (Element("Mean distance to teammates", "m"),),
    "stats_teammate_spread_out": (Element("True if the mean distance to teammates is above 5 m"),),
    "stats_home_score": (Element("1 if the player's team has just scored"),),
    "stats_away_score": (Element("1 if the opponents have just scored"),),
}


def _observed(own: Part, parts: Sequence[str]) -> Part:
    return (
        own
        | _SENSED
        | _other("teammate_0", "the teammate", parts)
        | _other("opponent_0", "the first opponent", parts)
        | _other("opponent_1", "the second opponent", parts)
        | _goal("team", "own", "back_right", "front_left")
        | _field("field_front_left")
        | _goal("opponent", "opponents'", "back_left", "front_right")
        | _field("field_back_right")
        | _STATISTICS
    )


_MEANINGS = {
    "DmcSoccerAnt-v1": Meanings(
        _observed(_ANT, [f"{leg} foot" for leg in _LEGS]),
        tuple(Element(f"Torque of the {joint}") for joint in _JOINTS),
    ),
    "DmcSoccerBoxhead-v1": Meanings(
        _observed(_BOXHEAD, ["body"]),
        (
            Element("Roll: forward above 0"),
            Element("Steer: to the right above 0"),
            Element("Kick: stretch for a jump"),
        ),
    ),
}


def meanings(id: str) -> Meanings | None:
    """What an id observes and takes."""
    return _MEANINGS[id]
