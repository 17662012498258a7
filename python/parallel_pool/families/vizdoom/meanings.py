# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""What observations and actions of ViZDoom's scenarios and maps mean."""

from __future__ import annotations

import re

from parallel_pool.meanings import Element, Meaning, Meanings

_SCREEN = "What the player sees: rows, columns, and red, green and blue"
_BASIC = ("move left", "move right", "attack"), ("Rounds of ammunition",)
_TURN_AND_SHOOT = ("turn left", "turn right", "attack")
_GATHER = ("turn left", "turn right", "move forward"), ("Health",)
_DEFEND = _TURN_AND_SHOOT, ("Rounds of ammunition", "Health")
# The buttons and the game variables of each scenario, in the order of its configuration.
_SCENARIOS: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "Basic": _BASIC,
    "BasicAudio": _BASIC,
    "BasicNotifications": _BASIC,
    "DeadlyCorridor": (
        (
            *_BASIC[0],
            "move forward",
            "move backward",
            "turn left",
            "turn right",
        ),
        ("Health",),
    ),
    "Deathmatch": (
        (
            "attack",
            "speed",
            "strafe",
            "move right",
            "move left",
            "move backward",
            "move forward",
            "turn right",
            "turn left",
            *(f"select weapon {number}" for number in range(1, 7)),
            "select next weapon",
            "select previous weapon",
        ),
        ("Kills", "Health", "Armour", "Number of the weapon", "Ammunition of the weapon"),
    ),
    "DefendCenter": _DEFEND,
    "DefendLine": _DEFEND,
    "HealthGathering": _GATHER,
    "HealthGatheringSupreme": _GATHER,
    "MyWayHome": ((*_GATHER[0], "move left", "move right"), ()),
    "PredictPosition": (_TURN_AND_SHOOT, ()),
    "TakeCover": (("move left", "move right"), ("Health",)),
}
# The buttons of the maps of Doom and Freedoom.
_MAP = (
    "attack",
    "speed",
    "strafe",
    "use",
    "move right",
    "move left",
    "move backward",
    "move forward",
    "turn right",
    "turn left",
    *(f"select weapon {number}" for number in range(1, 8)),
    "select next weapon",
    "select previous weapon",
)
_AUDIO = "The sound of the time step: samples, and left and right"
_DELTAS = (
    Element("Look up or down by so much", "degrees"),
    Element("Turn left or right by so much", "degrees"),
    Element("Move left or right by so much"),
)


def meanings(id: str) -> Meanings | None:
    """Of one of Gymnasium's ids of a scenario or of a map."""
    if re.fullmatch(r"Vizdoom(Free)?[Dd]oom\d?(E\dM\d|MAP\d\d)-S\d-v0", id):
        seen = {
            "screen": _SCREEN,
            "automap": "The map that the game draws: rows, columns, and red, green and blue",
            "audio": _AUDIO,
        }
        return Meanings(seen, tuple(Element(f"1 to {button}, else 0") for button in _MAP))
    name, _, rest = id.removeprefix("Vizdoom").removesuffix("-v1").partition("-")
    if not id.startswith("Vizdoom") or name not in _SCENARIOS:
        return None
    buttons, variables = _SCENARIOS[name]
    observed: dict[str, Meaning] = {"screen": _SCREEN}
    if variables:
        observed["gamevariables"] = tuple(map(Element, variables))
    if name == "BasicAudio":
        observed["audio"] = _AUDIO
    if name == "BasicNotifications":
        observed["notifications"] = "What the game says, as text"
    pressed = (
        tuple(Element(f"1 to {button}, else 0") for button in buttons)
        if rest
        else (Element("Press nothing"), *(Element(button.capitalize()) for button in buttons[::-1]))
    )
    if name == "Deathmatch":
        return Meanings(observed, {"binary": pressed, "continuous": _DELTAS})
    return Meanings(observed, pressed)
