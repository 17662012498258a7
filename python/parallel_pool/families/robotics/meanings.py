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


# The joints of the arm, by task, then those of the wrist and the hand, which all have.
_ARMS = {
    "Door": ("ARTz", "ARRx", "ARRy", "ARRz"),
    "Hammer": ("ARRx", "ARRy"),
    "Pen": (),
    "Relocate": ("ARTx", "ARTy", "ARTz", "ARRx", "ARRy", "ARRz"),
}
_HAND = (
    Element("Joints of the wrist: WRJ1, WRJ0", "rad", 2),
    *(
        Element(
            f"Joints of the {finger}: {', '.join(f'{short}J{i}' for i in joints)}", "rad", count
        )
        for finger, short, count in (
            ("index finger", "FF", 4),
            ("middle finger", "MF", 4),
            ("ring finger", "RF", 4),
            ("little finger", "LF", 5),
            ("thumb", "TH", 5),
        )
        for joints in [range(count - 1, -1, -1)]
    ),
)
_AXES = "x, y and z"
_SEEN: dict[str, tuple[Element, ...]] = {
    "Door": (
        Element("Turn of the latch", "rad"),
        Element("Turn of the door's hinge", "rad"),
        Element(f"Position of the palm: {_AXES}", "m", 3),
        Element(f"Position of the handle: {_AXES}", "m", 3),
        Element(f"Palm minus handle: {_AXES}", "m", 3),
        Element("1 if the door is open by more than 1 rad, else -1"),
    ),
    "Hammer": (
        Element("Depth of the nail", "m"),
        Element(
            "Velocity of the hammer, clipped to -1 to 1: linear, then angular", "m/s, rad/s", 6
        ),
        Element(f"Position of the palm: {_AXES}", "m", 3),
        Element(f"Position of the hammer: {_AXES}", "m", 3),
        Element(f"Angles of the hammer about {_AXES}", "rad", 3),
        Element(f"Position of the nail: {_AXES}", "m", 3),
        Element("Force on the nail, clipped to -1 to 1", "N"),
    ),
    "Pen": (
        Element(f"Position of the pen: {_AXES}", "m", 3),
        Element("Velocity of the pen: linear, then angular", "m/s, rad/s", 6),
        Element(f"Direction of the pen: {_AXES}", "", 3),
        Element(f"Direction that it should have: {_AXES}", "", 3),
        Element(f"Position of the pen minus where it should be: {_AXES}", "m", 3),
        Element(f"Direction of the pen minus the wanted one: {_AXES}", "", 3),
    ),
    "Relocate": (
        Element(f"Palm minus ball: {_AXES}", "m", 3),
        Element(f"Palm minus target: {_AXES}", "m", 3),
        Element(f"Ball minus target: {_AXES}", "m", 3),
    ),
}


def _joint(name: str) -> Element:
    kind, unit = ("Slide", "m") if name[2] == "T" else ("Turn", "rad")
    return Element(
        f"{kind} of the arm along {name[-1]}"
        if unit == "m"
        else f"{kind} of the arm about {name[-1]}",
        unit,
    )


def _adroit(task: str) -> Meanings:
    arm = tuple(map(_joint, _ARMS[task]))
    seen = arm[1:] if task == "Door" else arm  # the arm's slide is not observed there
    controls = (
        Element(
            "Positions that the joints should have, in the order of the observation's and with "
            "the arm's first: from -1 to 1, the ends of their ranges",
            "",
            len(arm) + 24,
        ),
    )
    return Meanings((*seen, *_HAND, *_SEEN[task]), controls)


def _goal(observation: tuple[Element, ...], of: str) -> Meaning:
    return {
        "observation": observation,
        "achieved_goal": (Element(f"Position of the {of}: x, y and z", "m", 3),),
        "desired_goal": (Element("Position that it should have: x, y and z", "m", 3),),
    }


_THINGS: dict[str, Meaning] = {
    "bottom burner": (Element("Turns of the knob and of the burner", "rad, m", 2),),
    "top burner": (Element("Turns of the knob and of the burner", "rad, m", 2),),
    "light switch": (Element("Turn of the switch and of the light", "rad, m", 2),),
    "slide cabinet": (Element("Place of the sliding door", "m"),),
    "hinge cabinet": (Element("Turns of the left and the right door", "rad", 2),),
    "microwave": (Element("Turn of the door", "rad"),),
    "kettle": (
        Element("Position of the kettle: x, y and z", "m", 3),
        Element("Orientation of the kettle, a quaternion", "", 4),
    ),
}
_KITCHEN = Meanings(
    {
        "observation": (
            Element("Joints of the arm", "rad", 7),
            Element("Places of the fingers", "m", 2),
            Element("Velocities of the same nine", "rad/s, m/s", 9),
            Element("Positions of things: joints, then the kettle's pose", "rad, m", 21),
            Element("Velocities of things", "rad/s, m/s", 20),
        ),
        "achieved_goal": _THINGS,
        "desired_goal": _THINGS,
    },
    (
        Element(
            "Velocities of the arm's joints and of the fingers, from -1 to 1: 2", "rad/s, m/s", 9
        ),
    ),
)


def _maze(id: str) -> Meanings:
    if id.startswith("Point"):
        seen: tuple[Element, ...] = (
            Element("Position: x and y", "m", 2),
            Element("Velocity: x and y", "m/s", 2),
        )
        action = (Element("Force on the ball along x and y, from -1 to 1", "", 2),)
    else:
        seen = (
            Element("Height of the torso", "m"),
            Element("Orientation of the torso, a quaternion", "", 4),
            Element("Angles of the joints: hip and ankle of each leg", "rad", 8),
            Element("Velocity of the torso: linear, then angular", "m/s, rad/s", 6),
            Element("Angular velocities of the joints", "rad/s", 8),
        )
        if id.endswith("-v5"):
            seen += (Element("Forces on the bodies, clipped to -1 to 1", "N, N m", 78),)
        action = (Element("Torques of the joints, from -1 to 1", "", 8),)
    return Meanings(
        {
            "observation": seen,
            "achieved_goal": (Element("Position: x and y", "m", 2),),
            "desired_goal": (Element("Position of the goal: x and y", "m", 2),),
        },
        action,
    )


_HAND_ACTION = (
    Element(
        "Positions that joints should have, from -1 to 1, the ends of their ranges: wrist 2, "
        "index, middle and ring finger 3 each, little finger 4, thumb 5",
        "",
        20,
    ),
)
_HAND_SEEN = (
    *_HAND,
    Element("Velocities of the joints, in the same order", "rad/s", 24),
)
_POSE = (
    Element(f"Position of the object: {_AXES}", "m", 3),
    Element("Orientation of the object, a quaternion: w, x, y and z", "", 4),
)


def _hand(id: str) -> Meanings:
    if id.startswith("HandReach"):
        tips: tuple[Element, ...] = (
            Element(f"Positions of the tips of index to little finger and thumb: {_AXES}", "m", 15),
        )
        places: Meaning = {
            "observation": (*_HAND_SEEN, *tips),
            "achieved_goal": tips,
            "desired_goal": (Element("Positions that they should have", "m", 15),),
        }
        return Meanings(places, _HAND_ACTION)
    moving = Element("Velocity of the object: linear, then angular", "m/s, rad/s", 6)
    felt: tuple[Element, ...] = ()
    if "TouchSensors" in id:
        unit = "" if "Boolean" in id else "N"
        felt = (Element("What the sensors of touch feel", unit, 92),)
    wanted = (
        Element(f"Position that it should have: {_AXES}", "m", 3),
        Element("Orientation that it should have, a quaternion", "", 4),
    )
    places = {
        "observation": (*_HAND_SEEN, moving, *_POSE, *felt),
        "achieved_goal": _POSE,
        "desired_goal": wanted,
    }
    return Meanings(places, _HAND_ACTION)


def meanings(id: str) -> Meanings | None:
    """What an id observes and takes."""
    if "Kitchen" in id:
        return _KITCHEN
    if "Maze" in id:
        return _maze(id)
    if id.startswith("Hand"):
        return _hand(id)
    if id.startswith("Adroit"):
        task = id.removeprefix("AdroitHand").partition("-")[0]
        return _adroit(task.removesuffix("Sparse"))
    if id.startswith("FetchReach"):
        return Meanings(_goal(_REACH, "gripper"), _FETCH_ACTION)
    return Meanings(_goal(_MOVE, "block or puck"), _FETCH_ACTION)
