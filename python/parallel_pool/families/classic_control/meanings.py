# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""What the numbers of classic control mean."""

from __future__ import annotations

from parallel_pool.family import rules_of
from parallel_pool.meanings import Element, Meanings

_CAR = (Element("Position of the car along the track"), Element("Velocity of the car"))

_MEANINGS = {
    "Acrobot": Meanings(
        (
            Element("Cosine of the first arm's angle; it is 1 where the arm hangs down"),
            Element("Sine of the first arm's angle"),
            Element("Cosine of the second arm's angle, relative to the first arm"),
            Element("Sine of the second arm's angle"),
            Element("Angular velocity of the first arm", "rad/s"),
            Element("Angular velocity of the second arm", "rad/s"),
        ),
        (
            Element("Apply a torque of -1 to the joint between the arms", "N m"),
            Element("Apply no torque"),
            Element("Apply a torque of 1", "N m"),
        ),
    ),
    "CartPole": Meanings(
        (
            Element("Position of the cart; an episode ends beyond 2.4", "m"),
            Element("Velocity of the cart", "m/s"),
            Element(
                "Angle of the pole from the upright position; an episode ends beyond 12°", "rad"
            ),
            Element("Angular velocity of the pole", "rad/s"),
        ),
        (Element("Push the cart to the left"), Element("Push the cart to the right")),
    ),
    "MountainCar": Meanings(
        _CAR,
        (
            Element("Accelerate to the left"),
            Element("Do not accelerate"),
            Element("Accelerate to the right"),
        ),
    ),
    "MountainCarContinuous": Meanings(_CAR, (Element("Force on the car, positive to the right"),)),
    "Pendulum": Meanings(
        (
            Element("Cosine of the pendulum's angle; it is 1 in the upright position"),
            Element("Sine of the angle"),
            Element("Angular velocity", "rad/s"),
        ),
        (Element("Torque on the pendulum's fixed end", "N m"),),
    ),
}


def meanings(id: str) -> Meanings | None:
    """What an id observes and takes."""
    return _MEANINGS.get(rules_of(id))
