# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""What the numbers of Box2D's environments mean."""

from __future__ import annotations

from parallel_pool.family import rules_of
from parallel_pool.meanings import Element, Meanings

_LANDER = (
    Element("Horizontal distance from the pad; 1 is half the width of the screen"),
    Element("Height above the pad; 1 is half the height of the screen"),
    Element("0.2 times the horizontal velocity"),
    Element("0.133 times the vertical velocity"),
    Element("Angle, positive to the left", "rad"),
    Element("0.4 times the angular velocity"),
    Element("1 if the first leg touches the ground, else 0"),
    Element("1 if the second leg touches the ground, else 0"),
)


def _leg(number: str) -> tuple[Element, ...]:
    return (
        Element(f"Angle of the {number} leg's hip", "rad"),
        Element(f"A quarter of the angular velocity of the {number} leg's hip"),
        Element(f"Angle of the {number} leg's knee, plus 1", "rad"),
        Element(f"A sixth of the angular velocity of the {number} leg's knee"),
        Element(f"1 if the {number} leg's foot touches the ground, else 0"),
    )


_WALKER = Meanings(
    (
        Element("Angle of the hull", "rad"),
        Element("0.04 times the angular velocity of the hull"),
        Element("0.12 times the horizontal velocity"),
        Element("0.08 times the vertical velocity"),
        *_leg("first"),
        *_leg("second"),
        Element(
            "Distance that each lidar ray reaches, from straight down to the front; 1: nothing hit",
            count=10,
        ),
    ),
    (
        Element("Speed of the first leg's hip: its sign is the direction, its size the torque"),
        Element("The same of the first leg's knee"),
        Element("The same of the second leg's hip"),
        Element("The same of the second leg's knee"),
    ),
)
_MEANINGS = {
    "BipedalWalker": _WALKER,
    "BipedalWalkerHardcore": _WALKER,
    "CarRacing": Meanings(
        "A picture from above: rows, columns, and red, green and blue. Its last rows show the "
        "instruments.",
        (
            Element("Steering, from -1 (left) to 1 (right)"),
            Element("Gas"),
            Element("Brake"),
        ),
    ),
    "LunarLander": Meanings(
        _LANDER,
        (
            Element("Do nothing"),
            Element("Fire the left engine, which turns the lander"),
            Element("Fire the main engine"),
            Element("Fire the right engine"),
        ),
    ),
    "LunarLanderContinuous": Meanings(
        _LANDER,
        (
            Element("Main engine: off up to 0; above, half to full power"),
            Element("Side engines: the left one below -0.5, the right one above 0.5"),
        ),
    ),
}


def meanings(id: str) -> Meanings | None:
    """What an id observes and takes."""
    return _MEANINGS.get(rules_of(id))
