# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""What the numbers of Gymnasium-Robotics' environments mean."""

from __future__ import annotations

from parallel_pool.meanings import Element, Meaning, Meanings

_FETCH_ACTION = (
    Element("How far the gripper is moved, from -1 to 1: x, y and z", "5 cm", 3),
    Element("How far the fingers are moved apart; only PickAndPlace uses it"),
)
_FINGERS = Element("How far the right and the left finger are open", "m", 2)
_MOVING_FINGERS = Element("How far the fingers move in a time step, right and left", "m", 2)
_GRIPPER = Element("Position of the gripper: x, y and z", "m", 3)
_MOVING_GRIPPER = Element("How far the gripper moves in a time step: x, y and z", "m", 3)
_REACH = (_GRIPPER, _FINGERS, _MOVING_GRIPPER, _MOVING_FINGERS)
_MOVE = (
    _GRIPPER,
    Element("Position of the block or puck: x, y and z", "m", 3),
    Element("The same, relative to the gripper", "m", 3),
    _FINGERS,
    Element("Angles of the block or puck about x, y and z", "rad", 3),
    Element("How far it moves in a time step, relative to the gripper: x, y and z", "m", 3),
    Element("How far it turns in a time step, about x, y and z", "rad", 3),
    _MOVING_GRIPPER,
    _MOVING_FINGERS,
)


def _goal(observation: tuple[Element, ...], of: str) -> Meaning:
    return {
        "observation": observation,
        "achieved_goal": (Element(f"Position of the {of}: x, y and z", "m", 3),),
        "desired_goal": (Element("Position that it should have: x, y and z", "m", 3),),
    }


def meanings(id: str) -> Meanings | None:
    """What an id observes and takes."""
    if id.startswith("FetchReach"):
        return Meanings(_goal(_REACH, "gripper"), _FETCH_ACTION)
    return Meanings(_goal(_MOVE, "block or puck"), _FETCH_ACTION)
