# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""What the numbers of the DeepMind Control Suite mean, under the names of its observations."""

from __future__ import annotations

from collections.abc import Mapping

from parallel_pool.families.dm_control import native
from parallel_pool.meanings import Element, Meanings

_Parts = Mapping[str, tuple[Element, ...]]


def _each(text: str, names: str, unit: str = "") -> tuple[Element, ...]:
    """An element for each of some names, which are separated by commas."""
    return tuple(Element(text.format(name), unit) for name in names.split(", "))


def _many(text: str, count: int, unit: str = "") -> tuple[Element, ...]:
    return (Element(text, unit, count),)


def _poles(count: int) -> _Parts:
    names = [f"pole {number}" for number in range(1, count + 1)] if count > 1 else ["the pole"]
    return {
        "position": (
            Element("Position of the cart", "m"),
            *(
                Element(f"{function} of the angle of {name} from the upright position")
                for name in names
                for function in ("Cosine", "Sine")
            ),
        ),
        "velocity": (
            Element("Velocity of the cart", "m/s"),
            *(Element(f"Angular velocity of {name}", "rad/s") for name in names),
        ),
    }


def _arm(objects: _Parts) -> _Parts:
    joints = "arm_root, arm_shoulder, arm_elbow, arm_wrist, thumb, thumbtip, finger, fingertip"
    return {
        "arm_pos": _many(f"A row of sine and cosine of each joint's angle: {joints}", 16),
        "arm_vel": _each("Angular velocity of {}", joints, "rad/s"),
        "touch": _many("Logarithm of 1 plus the force on each touch sensor of the hand", 5),
        "hand_pos": _pose("hand"),
        **objects,
    }


def _pose(name: str, count: int = 1) -> tuple[Element, ...]:
    if count > 1:
        return _many(
            f"A row of x, z and orientation (w, y of a quaternion) of each {name}", 4 * count
        )
    return (
        *_each(f"{{}} position of the {name}", "x, z", "m"),
        Element(f"Orientation of the {name}: w and y of a quaternion", "", 2),
    )


def _stack(boxes: int) -> _Parts:
    return _arm(
        {
            "box_pos": _pose("box", boxes),
            "box_vel": _many("Velocities of each box along x and z, and about y", 3 * boxes),
            "target_pos": _each("{} position of the target", "x, z", "m"),
        }
    )


def _swimmer(links: int) -> _Parts:
    return {
        "joints": _many("Angle of each joint, from the head on", links - 1, "rad"),
        "to_target": _each("{} of the target, seen from the nose", "x, y", "m"),
        "body_velocities": _many(
            "For each link, in its own frame: velocities along x and y, and about z", 3 * links
        ),
    }


def _humanoid(joints: int) -> _Parts:
    return {
        "joint_angles": _many("Angle of each joint, in the order of the model", joints, "rad"),
        "head_height": (Element("Height of the head", "m"),),
        "extremities": _many(
            "x, y and z of the left hand and foot and of the right ones, seen from the torso",
            12,
            "m",
        ),
        "torso_vertical": _many("The vertical direction, seen from the torso", 3),
        "com_velocity": _each("{} velocity of the centre of mass", "x, y, z", "m/s"),
        "velocity": _many(
            "Velocities: x, y, z of the root and about its axes, then each joint's", joints + 6
        ),
    }


_FINGER: _Parts = {
    "position": (
        *_each("Angle of the {} joint", "proximal, distal", "rad"),
        *_each("{} of the tip, seen from the spinner", "x, z", "m"),
    ),
    "velocity": _each(
        "Angular velocity of the {}", "proximal joint, distal joint, spinner", "rad/s"
    ),
    "touch": _each("Logarithm of 1 plus the force on the {} of the tip", "top, bottom"),
}
_TURN: _Parts = {
    **_FINGER,
    "target_position": _each("{} of the target, seen from the spinner", "x, z", "m"),
    "dist_to_target": (Element("Distance from the tip to the edge of the target", "m"),),
}
_FISH = _each(
    "Angle of {}",
    "tail1, tail_twist, tail2, finright_roll, finright_pitch, finleft_roll, finleft_pitch",
    "rad",
)
_UPRIGHT = (Element("Projection of the vertical axis of the body on the vertical direction"),)
_FISH_VELOCITY = _many("Velocities: x, y, z of the body and about its axes, then each joint's", 13)
_DOG: _Parts = {
    "joint_angles": _many("Angle of each joint, in the order of the model", 73, "rad"),
    "joint_velocites": _many(
        "Angular velocity of each joint; the name is dm_control's", 73, "rad/s"
    ),
    "torso_pelvis_height": _each("Height of the {}", "torso, pelvis", "m"),
    "z_projection": _many("The vertical direction, seen from the skull, torso and pelvis", 9),
    "torso_com_velocity": _many("Velocity of the centre of mass, seen from the torso", 3, "m/s"),
    "inertial_sensors": _many("Accelerometer, velocimeter and gyroscope", 9),
    "foot_forces": _many("Force on each foot, x, y, z: left and right, back and front", 12, "N"),
    "touch_sensors": _each("Force on the {}", "left palm, right palm, left sole, right sole", "N"),
    "actuator_state": _many("Activation of each actuator", 38),
}
_QUADRUPED: _Parts = {
    "egocentric_state": _many(
        "Angle of each of 16 joints, their angular velocities, activation of each of 12 actuators",
        44,
    ),
    "torso_velocity": _many("Velocity of the torso, in its own frame", 3, "m/s"),
    "torso_upright": _UPRIGHT,
    "imu": _many("Gyroscope and accelerometer of the torso", 6),
    "force_torque": _many("Inverse hyperbolic sine of forces and torques at the toes", 24),
}
_BALL: _Parts = {
    "ball_state": _many(
        "Position, velocity and angular velocity of the ball, seen from the torso", 9
    ),
    "target_position": _many("Position of the target, seen from the torso", 3, "m"),
}
_BRING: _Parts = _arm(
    {
        "object_pos": _pose("object"),
        "object_vel": _many("Velocities of the object along x and z, and about y", 3),
        "target_pos": _pose("target"),
    }
)
_PLANE: _Parts = {
    "position": _each("{} position", "x, y", "m"),
    "velocity": _each("{} velocity", "x, y", "m/s"),
}
_CHEETAH = "rooty, bthigh, bshin, bfoot, fthigh, fshin, ffoot"
_HOPPER = "rooty, waist, hip, knee, ankle"
_LEGS = "right_hip, right_knee, right_ankle, left_hip, left_knee, left_ankle"


def _lqr(joints: int) -> _Parts:
    return {
        "position": _many("Position of each mass", joints, "m"),
        "velocity": _many("Velocity of each mass", joints, "m/s"),
    }


# The observations of a domain, and of the tasks that differ.
_OBSERVED: dict[str, _Parts] = {
    "acrobot": {
        "orientations": (
            *_each("Horizontal direction of the {} arm", "upper, lower"),
            *_each("Vertical direction of the {} arm", "upper, lower"),
        ),
        "velocity": _each("Angular velocity of the {}", "shoulder, elbow", "rad/s"),
    },
    "ball_in_cup": {
        "position": _each("{} position", "cup_x, cup_z, ball_x, ball_z", "m"),
        "velocity": _each("{} velocity", "cup_x, cup_z, ball_x, ball_z", "m/s"),
    },
    "cartpole": _poles(1),
    "cartpole two_poles": _poles(2),
    "cartpole three_poles": _poles(3),
    "cheetah": {
        "position": (Element("Height of the torso", "m"), *_each("Angle of {}", _CHEETAH, "rad")),
        "velocity": (
            *_each("{} velocity of the torso", "x, z", "m/s"),
            *_each("Angular velocity of {}", _CHEETAH, "rad/s"),
        ),
    },
    "dog": _DOG,
    "dog fetch": {
        **_DOG,
        "ball_state": _many("Position and velocity of the ball, seen from the head", 6),
        "target_position": _many("Position of the target, seen from the head", 3, "m"),
    },
    "finger": _TURN,
    "finger spin": _FINGER,
    "fish": {"joint_angles": _FISH, "upright": _UPRIGHT, "velocity": _FISH_VELOCITY},
    "fish swim": {
        "joint_angles": _FISH,
        "upright": _UPRIGHT,
        "target": _many("Position of the target, seen from the mouth", 3, "m"),
        "velocity": _FISH_VELOCITY,
    },
    "hopper": {
        "position": (Element("Height of the torso", "m"), *_each("Angle of {}", _HOPPER, "rad")),
        "velocity": (
            *_each("{} velocity of the torso", "x, z", "m/s"),
            *_each("Angular velocity of {}", _HOPPER, "rad/s"),
        ),
        "touch": _each("Logarithm of 1 plus the force on the {}", "toe, heel"),
    },
    "humanoid": _humanoid(21),
    "humanoid run_pure_state": {
        "position": _many(
            "Position and orientation (a quaternion) of the root, then each joint's angle", 28
        ),
        "velocity": _humanoid(21)["velocity"],
    },
    "humanoid_CMU": _humanoid(56),
    "lqr lqr_2_1": _lqr(2),
    "lqr lqr_6_2": _lqr(6),
    "manipulator": _BRING,
    "pendulum": {
        "orientation": (
            Element("Cosine of the angle from the upright position"),
            Element("Sine of the angle"),
        ),
        "velocity": (Element("Angular velocity", "rad/s"),),
    },
    "point_mass": _PLANE,
    "quadruped": _QUADRUPED,
    "quadruped escape": {
        **_QUADRUPED,
        "origin": _many("Position of the origin, seen from the torso", 3, "m"),
        "rangefinder": _many("Hyperbolic tangent of each range; 1 where nothing is hit", 20),
    },
    "quadruped fetch": {**_QUADRUPED, **_BALL},
    "reacher": {
        "position": _each("Angle of the {}", "shoulder, wrist", "rad"),
        "to_target": _each("{} of the target, seen from the finger", "x, y", "m"),
        "velocity": _each("Angular velocity of the {}", "shoulder, wrist", "rad/s"),
    },
    "stacker stack_2": _stack(2),
    "stacker stack_4": _stack(4),
    "swimmer swimmer6": _swimmer(6),
    "swimmer swimmer15": _swimmer(15),
    "walker": {
        "orientations": _many("Cosine and sine of each of 7 bodies, seen from the world", 14),
        "height": (Element("Height of the torso", "m"),),
        "velocity": (
            *_each("{} velocity of the torso", "z, x", "m/s"),
            *_each("Angular velocity of {}", f"rooty, {_LEGS}", "rad/s"),
        ),
    },
}
_ARM_MOTORS = "root, shoulder, elbow, wrist, grasp"
# The names of the actuators, or their number where there are many.
_ACTUATORS: dict[str, str | int] = {
    "acrobot": "elbow",
    "ball_in_cup": "x, z",
    "cartpole": "slide",
    "cheetah": "bthigh, bshin, bfoot, fthigh, fshin, ffoot",
    "dog": 38,
    "finger": "proximal, distal",
    "fish": "tail, tail_twist, fins_flap, finleft_pitch, finright_pitch",
    "hopper": "waist, hip, knee, ankle",
    "humanoid": 21,
    "humanoid_CMU": 56,
    "lqr lqr_2_1": "motor_0",
    "lqr lqr_6_2": "motor_0, motor_1",
    "manipulator": _ARM_MOTORS,
    "pendulum": "torque",
    "point_mass": "t1, t2",
    "quadruped": ", ".join(
        f"{motion}_{leg}"
        for leg in ("front_left", "front_right", "back_right", "back_left")
        for motion in ("yaw", "lift", "extend")
    ),
    "reacher": "shoulder, wrist",
    "stacker": _ARM_MOTORS,
    "swimmer swimmer6": 5,
    "swimmer swimmer15": 14,
    "walker": _LEGS,
}


def meanings(id: str) -> Meanings:
    """What an id observes and takes."""
    domain, task = native.tasks()[id]
    whole = f"{domain} {task}"
    motors = _ACTUATORS.get(whole, _ACTUATORS.get(domain, 0))
    action = (
        _each("Control of {}", motors)
        if isinstance(motors, str)
        else _many("Control of each actuator, in the order of the model", motors)
    )
    return Meanings(_OBSERVED.get(whole, _OBSERVED.get(domain, {})), action)
