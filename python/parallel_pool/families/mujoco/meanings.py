# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""What the numbers of the robots mean, from the names in their models."""

from __future__ import annotations

import importlib.util
import xml.etree.ElementTree as ET
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from parallel_pool.families.mujoco import MODELS, native
from parallel_pool.family import rules_of
from parallel_pool.meanings import Element, Meanings
from parallel_pool.when_asked import when_asked

# Joints whose names say little.
_WORDS = {
    "root": "torso",
    "rootx": "the torso along x",
    "rootz": "the torso along z",
    "rooty": "the torso",
    "slider": "the cart",
    "hinge": "the pole",
    "slider1": "the torso along x",
    "slider2": "the torso along y",
    "free_body_rot": "the torso",
    "motor1_rot": "the first joint",
    "motor2_rot": "the second joint",
    "joint0": "the shoulder",
    "joint1": "the elbow",
    **{
        f"{a}{part}": f"the {of} {part}"
        for a, of in (("b", "back"), ("f", "front"))
        for part in ("thigh", "shin", "foot")
    },
}


@dataclass(frozen=True)
class Model:
    """The bodies, joints and motors of a model of Gymnasium's, in MuJoCo's order."""

    file: str

    @when_asked
    def _root(self) -> ET.Element:
        spec = importlib.util.find_spec("gymnasium")
        assert spec is not None
        assert spec.origin is not None
        return ET.parse(Path(spec.origin).parent / "envs/mujoco/assets" / self.file).getroot()

    @when_asked
    def bodies(self) -> list[str]:
        """The names, the parents before their parts."""
        found = self._root.findall("worldbody//body")
        return [body.get("name") or f"body {number}" for number, body in enumerate(found, 1)]

    @when_asked
    def joints(self) -> list[tuple[str, str]]:
        """The names and types; those of a body come before those of its parts."""
        joints = [
            joint
            for body in self._root.findall("worldbody//body")
            for joint in body
            if joint.tag in ("joint", "freejoint")
        ]
        return [
            (
                _WORDS.get(joint.get("name", ""), joint.get("name", "")),
                "free" if joint.tag == "freejoint" else joint.get("type", "hinge"),
            )
            for joint in joints
        ]

    @when_asked
    def motors(self) -> tuple[Element, ...]:
        """What moves the joints, by the names of these."""
        actuators = self._root.find("actuator")
        assert actuators is not None
        kinds = dict(self.joints)
        elements = []
        for motor in actuators:
            name = motor.get("joint", "")
            name, gear = _WORDS.get(name, name), f"{float(motor.get('gear', 1)):g}"
            what, unit = ("Force", "N") if kinds[name] == "slide" else ("Torque", "N m")
            elements.append(Element(f"{what} on {name}", unit if gear == "1" else f"{gear} {unit}"))
        return tuple(elements)

    def positions(self) -> list[Element]:
        """Of all joints."""
        elements: list[Element] = []
        for name, kind in self.joints:
            if kind == "free":
                elements += [Element(f"{axis} position of the {name}", "m") for axis in "xyz"]
                elements.append(Element(f"Orientation of the {name}, a quaternion w x y z", "", 4))
            elif kind == "slide":
                elements.append(Element(f"Position of {name}", "m"))
            else:
                elements.append(Element(f"Angle of {name}", "rad"))
        return elements

    def velocities(self) -> list[Element]:
        """Of all joints."""
        elements: list[Element] = []
        for name, kind in self.joints:
            if kind == "free":
                elements += [Element(f"{axis} velocity of the {name}", "m/s") for axis in "xyz"]
                elements += [
                    Element(f"Angular velocity of the {name} about its own {axis} axis", "rad/s")
                    for axis in "xyz"
                ]
            else:
                unit = "m/s" if kind == "slide" else "rad/s"
                of = "Velocity" if kind == "slide" else "Angular velocity"
                elements.append(Element(f"{of} of {name}", unit))
        return elements

    def of_bodies(
        self, what: str, count: int, unit: str = "", world: bool = False
    ) -> list[Element]:
        """So many numbers for each body, and for the world where it is one of them."""
        names = ["the world"] * world + self.bodies
        return [Element(what.format(body=name), unit, count) for name in names]


def _without_place(model: Model, hidden: int) -> list[Element]:
    """Positions and velocities, without the first positions, which say where the robot is."""
    return [*model.positions()[hidden:], *model.velocities()]


def _humanoid(model: Model, version: int) -> list[Element]:
    world = version == 4  # which has the world's numbers too
    forces = [
        Element(f"Torque of the motors on {name}", "N m")
        for name, kind in model.joints
        if kind != "free"
    ]
    return [
        *_without_place(model, 2),
        *model.of_bodies(
            "Mass and inertia of {body}, seen from the centre of mass", 10, world=world
        ),
        *model.of_bodies("Angular and linear velocity of {body}", 6, "rad/s, m/s", world),
        *([Element("Torque of the motors on the root, always 0", "N m", 6)] if world else []),
        *forces,
        *model.of_bodies("Torque and force of contacts on {body}", 6, "N m, N", world),
    ]


def _double_pendulum(model: Model, version: int) -> list[Element]:
    hinges = ("the first pole", "the second pole, relative to the first")
    constraints = [Element("Force of the constraint on the cart, between -10 and 10", "N")]
    if version == 4:
        constraints += [
            Element(f"Torque of the constraint on {name}, between -10 and 10", "N m")
            for name in hinges
        ]
    return [
        Element("Position of the cart", "m"),
        *(Element(f"Sine of the angle of {name}") for name in hinges),
        *(Element(f"Cosine of the angle of {name}") for name in hinges),
        Element("Velocity of the cart, between -10 and 10", "m/s"),
        *(Element(f"Angular velocity of {name}, between -10 and 10", "rad/s") for name in hinges),
        *constraints,
    ]


def _reacher(model: Model, version: int) -> list[Element]:
    joints = ("shoulder", "elbow")
    return [
        *(Element(f"Cosine of the angle of the {joint}") for joint in joints),
        *(Element(f"Sine of the angle of the {joint}") for joint in joints),
        *(Element(f"{axis} position of the target", "m") for axis in "xy"),
        *(Element(f"Angular velocity of the {joint}", "rad/s") for joint in joints),
        *(
            Element(f"{axis} position of the fingertip less that of the target", "m")
            for axis in ("x", "y", "z")[: 2 if version == 5 else 3]
        ),
    ]


def _pusher(model: Model, version: int) -> list[Element]:
    return [
        *model.positions()[:7],
        *model.velocities()[:7],
        *(
            Element(f"{axis} position of the {thing}", "m")
            for thing in ("tip of the arm", "object", "goal")
            for axis in "xyz"
        ),
    ]


def _clipped(model: Model, version: int) -> list[Element]:
    """Of robots whose velocities are between -10 and 10."""
    velocities = [
        Element(f"{one.meaning}, between -10 and 10", one.unit) for one in model.velocities()
    ]
    return [*model.positions()[1:], *velocities]


def _ant(model: Model, version: int) -> list[Element]:
    forces = model.of_bodies(
        "Torque and force of contacts on {body}, between -1 and 1", 6, "N m, N"
    )
    return [*_without_place(model, 2), *(forces if version == 5 else [])]


# The observations of the robots, from the model and the version.
_OBSERVED: dict[str, Callable[[Model, int], list[Element]]] = {
    "Ant": _ant,
    "HalfCheetah": lambda model, version: _without_place(model, 1),
    "Hopper": _clipped,
    "Humanoid": _humanoid,
    "HumanoidStandup": _humanoid,
    "InvertedDoublePendulum": _double_pendulum,
    "InvertedPendulum": lambda model, version: _without_place(model, 0),
    "Pusher": _pusher,
    "Reacher": _reacher,
    "Swimmer": lambda model, version: _without_place(model, 2),
    "Walker2d": _clipped,
}


def meanings(id: str) -> Meanings:
    """What an id observes and takes."""
    (env_type,) = (one for one in native.env_types if one.id == id)
    options = {name: default for name, _, default, _ in env_type.options}
    model = Model(str(options.get("xml_file", MODELS.get(id))))
    observed = _OBSERVED[rules_of(id)](model, int(id[-1]))
    return Meanings(tuple(observed), model.motors)
