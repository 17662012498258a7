# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""What the numbers of highway-env's environments mean."""

from __future__ import annotations

from parallel_pool.family import rules_of
from parallel_pool.meanings import Element, Meaning, Meanings

_META = (
    Element("Change to the lane on the left"),
    Element("Idle"),
    Element("Change to the lane on the right"),
    Element("Take the next faster speed"),
    Element("Take the next slower speed"),
)
_SPEEDS = (
    Element("Take the next slower speed"),
    Element("Idle"),
    Element("Take the next faster speed"),
)
_STEERING = (Element("Steering, from -1 (left) to 1 (right)"),)
_PEDALS = (Element("Acceleration, from -1 to 1"), *_STEERING)

_RELATIVE = (
    "A row for the vehicle itself, then one for each of the nearest others, by distance along the "
    "lane; unused rows are zeros. Columns: presence (1), x, y, vx, vy; all but the first row "
    "relative to the vehicle, divided by their ranges."
)
_ABSOLUTE = _RELATIVE.replace("; all but the first row relative to the vehicle,", ", not relative,")
_SEVEN = (
    "A row for the vehicle itself, then one for each of the nearest others, by distance along the "
    "lane; unused rows are zeros. Columns: presence (1), x, y, vx, vy, divided by their ranges, "
    "then cosine and sine of the heading."
)
_OFFSETS = _SEVEN.replace(
    "then cosine and sine of the heading", "then offsets from the lane: along, beside, in angle"
)
_EXIT = _SEVEN.replace(
    "Columns: presence (1), x,", "Columns: presence (1), x (of the vehicle: along the exit lane),"
)
_GRID = (
    "Two layers of 12x12 cells of 3 m around the vehicle, turned with it: 1 where a vehicle is, "
    "and 1 where there is road."
)
_COLLISIONS = (
    "The certainty of a collision (0, 0.5, 1), by speed (slower, the same, faster), by lane (left, "
    "the same, right; 1 beside the road) and by seconds ahead."
)
_PLACE = "x, y (1 for 100 m), vx, vy (1 for 5 m/s), cosine and sine of the heading"
_GOAL: Meaning = {
    "achieved_goal": f"Of the vehicle: {_PLACE}.",
    "desired_goal": f"Of the spot: {_PLACE}.",
    "observation": f"Of the vehicle: {_PLACE}.",
}
_KEPT: Meaning = {
    "derivative": "Time derivatives of y, heading, lateral speed and yaw rate, with noise.",
    "reference_state": "y of the lane's middle, heading of the lane, 0, 0.",
    "state": "y, heading, lateral speed and yaw rate, with noise.",
}

_SCENES: dict[str, Meanings] = {
    "exit": Meanings(_EXIT, _META),
    "highway": Meanings(_RELATIVE, _META),
    "highway-fast": Meanings(_RELATIVE, _META),
    "intersection": Meanings(_SEVEN, _SPEEDS),
    "lane-keeping": Meanings(_KEPT, _STEERING),
    "merge": Meanings(_RELATIVE, _META),
    "merge-generic": Meanings(_RELATIVE, _META),
    "parking": Meanings(_GOAL, _PEDALS),
    "parking-ActionRepeat": Meanings(_GOAL, _PEDALS),
    "parking-parked": Meanings(_GOAL, _PEDALS),
    "racetrack": Meanings(_GRID, _STEERING),
    "racetrack-large": Meanings(_GRID, _STEERING),
    "racetrack-oval": Meanings(_GRID, _STEERING),
    "roundabout": Meanings(_ABSOLUTE, _META),
    "roundabout-generic": Meanings(_ABSOLUTE, _META),
    "two-way": Meanings(_COLLISIONS, _META),
    "u-turn": Meanings(_COLLISIONS, _META),
}
_OF_AGENTS = Meanings({"agent": _SEVEN}, {"agent": _SPEEDS}, of_agents=True)
_IDS = {
    "intersection-v1": Meanings(_OFFSETS, _PEDALS),
    "intersection-multi-agent-v0": Meanings(
        {"0": _SEVEN, "1": _SEVEN}, {"0": _SPEEDS, "1": _SPEEDS}
    ),
    "intersection-multi-agent-v1": _OF_AGENTS,
    "intersection-multi-agent-v2": _OF_AGENTS,
}


def meanings(id: str) -> Meanings:
    """What an id observes and takes."""
    return _IDS.get(id) or _SCENES[rules_of(id)]
