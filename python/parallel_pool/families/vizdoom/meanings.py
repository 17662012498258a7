# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""What observations and actions of ViZDoom's scenarios and maps mean, with the default options."""

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
            "run",
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
    "run",
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
_LOOK = Element("Look up by so much, or down if it is negative", "degrees")
_TURN = Element("Turn right by so much, or left if it is negative", "degrees")
_DELTAS = (_LOOK, _TURN, Element("Move right by so much, or left if it is negative"))
_ON_A_MAP: dict[str, Meaning] = {
    "screen": _SCREEN,
    "automap": "The map that the game draws: rows, columns, and red, green and blue",
    "audio": _AUDIO,
}
_CIG = (
    *("attack", "use", "turn left", "turn right"),
    *("move right", "move left", "move forward", "move backward"),
)
# The buttons of EnvPool's scenarios that are not among Gymnasium's.
_BATTLE = (
    *("move forward", "move backward", "move right", "move left"),
    *("turn left", "turn right", "attack", "run"),
)
_POOL_BUTTONS = {
    "Cig": _CIG,
    "D1Basic": _GATHER[0],
    "D2Navigation": _GATHER[0],
    "D3Battle": _BATTLE,
    "D4Battle2": _BATTLE,
    "DefendTheCenter": _TURN_AND_SHOOT,
    "DefendTheLine": _TURN_AND_SHOOT,
    "MultiDuel": _BASIC[0],
    "RocketBasic": _BASIC[0],
    "SimplerBasic": _BASIC[0],
}
_POOL_DELTAS = {"Cig": (_TURN, _LOOK), "Deathmatch": _DELTAS}
_POOL_GRAY = frozenset(
    {"D1Basic", "D2Navigation", "D3Battle", "D4Battle2", "RocketBasic", "SimplerBasic"}
)


def meanings(id: str) -> Meanings:
    """Of any id of the family."""
    if re.fullmatch(r"Vizdoom(Free)?[Dd]oom\d?(E\dM\d|MAP\d\d)-S\d-v0", id):
        return Meanings(_ON_A_MAP, _pressed(_MAP))
    if id in _PLAYERS:
        return _PLAYERS[id]
    if not id.startswith("Vizdoom"):
        return _of_envpool(id.removesuffix("-v1"))
    if id == "VizdoomCustom-v1":
        return Meanings(
            "The last 4 screens, the oldest first: their colours or grays, rows, columns",
            "A number for each button of the configuration, in its order",
        )
    return _of_scenario(*id.removeprefix("Vizdoom").removesuffix("-v1").split("-"))


def _pressed(buttons: tuple[str, ...]) -> tuple[Element, ...]:
    """What MultiBinary actions mean."""
    return tuple(Element(f"1 to {button}, else 0") for button in buttons)


def _of_envpool(name: str) -> Meanings:
    """EnvPool's scenarios: frames, and a number for each button."""
    colours = "" if name in _POOL_GRAY else " red, green and blue of each,"
    screens = f"The last 4 screens, the oldest first:{colours} rows, columns"
    buttons = _POOL_BUTTONS[name] if name in _POOL_BUTTONS else _SCENARIOS[name][0]
    return Meanings(
        screens,
        (
            *(Element(f"0, or another number to {button}") for button in buttons),
            *_POOL_DELTAS.get(name, ()),
        ),
    )


def _of_scenario(name: str, multi_binary: str = "") -> Meanings:
    """Gymnasium's scenarios."""
    buttons, variables = _SCENARIOS[name]
    observed: dict[str, Meaning] = {"screen": _SCREEN}
    if variables:
        observed["gamevariables"] = tuple(map(Element, variables))
    if name == "BasicAudio":
        observed["audio"] = _AUDIO
    if name == "BasicNotifications":
        observed["notifications"] = "What the game says, as text"
    pressed = (
        _pressed(buttons)
        if multi_binary
        else (Element("Press nothing"), *(Element(button.capitalize()) for button in buttons[::-1]))
    )
    if name == "Deathmatch":
        return Meanings(observed, {"binary": pressed, "continuous": _DELTAS})
    return Meanings(observed, pressed)


# What each player of a game observes and takes.
_PLAYERS = {
    "VizdoomCigPlayers-v0": Meanings(
        {"screen": _SCREEN}, {"binary": _pressed(_CIG), "continuous": (_TURN, _LOOK)}
    ),
    "VizdoomDeathmatchPlayers-v0": Meanings(
        {"screen": _SCREEN, "gamevariables": (Element("Health"), Element("Shells"))},
        {
            "binary": _pressed(
                (
                    *("turn left", "turn right", "attack", "move right", "move left"),
                    *("move forward", "move backward"),
                )
            ),
            "continuous": (_TURN, _LOOK),
        },
    ),
    "VizdoomDuelPlayers-v0": Meanings({"screen": _SCREEN}, _pressed(_BASIC[0])),
    "VizdoomCooperativePlayers-v0": Meanings(_ON_A_MAP, _pressed(_MAP)),
}
