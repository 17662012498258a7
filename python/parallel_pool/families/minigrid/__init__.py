# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Minigrid and BabyAI: grid worlds whose missions are sentences."""

from __future__ import annotations

from typing import Any

from parallel_pool.families.minigrid import native
from parallel_pool.family import Case, EnvPoolNames, Family, later

_WFC = (
    "the patterns that its levels are generated from are in none of Minigrid's releases, so there "
    "is nothing to be equal to; Minigrid itself fails with FileNotFoundError"
)
_WFC_LEVELS = (
    "MazeSimple",
    "DungeonMazeScaled",
    "RoomsFabric",
    "ObstaclesBlackdots",
    "ObstaclesAngular",
    "ObstaclesHogs3",
)

# EnvPool's spellings of options.
_ENVPOOL_OPTIONS = {
    "num_objs": "numObjs",
    "min_num_rooms": "minNumRooms",
    "max_num_rooms": "maxNumRooms",
    "max_room_size": "maxRoomSize",
}


def _translate(id: str, options: dict[str, Any]) -> str:
    known = {name for name, *_ in _TYPES[id].options} if id in _TYPES else set()
    for theirs, ours in _ENVPOOL_OPTIONS.items():
        if theirs in options and ours in known:
            options[ours] = options.pop(theirs)
    return id


_TYPES = {env_type.id: env_type for env_type in native.env_types}

FAMILY = Family(
    name="minigrid",
    module=native,
    refused={f"MiniGrid-WFC-{name}-v0": _WFC for name in _WFC_LEVELS},
    picture=later(f"{__name__}.pictures", "picture"),
    meanings=later(f"{__name__}.meanings", "meanings"),
    envpool=EnvPoolNames(
        rules=lambda id: "MiniGrid",
        # One class serves all levels, and its options name no id.
        base=lambda rules, options: None,
        members={"decode_mission": later(f"{__name__}.missions", "decode_mission")},
        translate=_translate,
    ),
    text_space=later(f"{__name__}.missions", "mission_space"),
    bench=tuple(
        Case(id, 1024)
        for id in (
            "MiniGrid-Empty-8x8-v0",
            "MiniGrid-DoorKey-8x8-v0",
            "MiniGrid-MultiRoom-N6-v0",
            "BabyAI-GoToLocal-v0",
            "BabyAI-BossLevel-v0",
        )
    ),
)
