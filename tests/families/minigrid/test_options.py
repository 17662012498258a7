# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Every option of every level, one at a time with another value, beside Minigrid."""

from __future__ import annotations

from typing import Any

import pytest
from gymnasium.vector import AutoresetMode
from parallel_pool import registry

from tests.families.minigrid.at_length import IDS
from tests.families.minigrid.facts import FACTS
from tests.families.minigrid.test_exactness import compare

pytest.importorskip("minigrid")

# Values that suit all levels which have an option; those of whole numbers are added to the default.
_OTHERS: dict[str, list[Any]] = {
    "max_steps": [7],
    "agent_view_size": [3, 11],
    "agent_start_pos": [None, (2, 3)],
    "agent_start_dir": [2],
    "agent_pos": [(2, 3)],
    "goal_pos": [(4, 2)],
    "obstacle_type": ["lava", "wall"],
    "obj_type": ["ball", "key", "box"],
    "agent_room": [(0, 1), (1, 1)],
    "select_by": [None, "color", "loc"],
    "first_color": [None, "green"],
    "second_color": [None, "grey"],
    "locked_room_prob": [0.0, 1.0],
    "action_kinds": [["open"], ["putnext", "pickup"]],
    "instr_kinds": [["and"], ["seq", "action"]],
    "num_quarters": [1, 3],
    "num_rooms_visited": [9],
    "minNumRooms": [1],
    "width": [27],
    "height": [27],
    "num_crossings": [3],
    "num_doors": [2, 3],
    "objs_per_room": [3],
}
# What else must change for there to be room.
_WITH = {"num_cols": {"room_size": 6, "num_rows": 3}, "objs_per_room": {"room_size": 8}}
# Of pictures only: `test_forms.py` compares them.
_LOOKS = {"observation", "mission", "highlight", "tile_size", "agent_pov", "screen_size"}
_LOOKS |= {"observation_tile_size"}


def _others(id: str) -> list[dict[str, Any]]:
    """Each option with the values to try."""
    configs: list[dict[str, Any]] = []
    names = {name for name, *_ in registry.find(id).options}
    for name, kind, default, _ in registry.find(id).options:
        if name in _LOOKS:
            continue
        if name in _OTHERS:
            values = _OTHERS[name]
        elif kind == "bool":
            values = [not default]
        else:
            values = [default + (2 if name in ("size", "room_size") else 1)]
        more = {other: given for other, given in _WITH.get(name, {}).items() if other in names}
        configs += [{name: value} | more for value in values if value != default]
    if "FindObj" in id:  # crashes in Minigrid unless there are as many columns as rows
        configs = [config for config in configs if not config.keys() & {"num_rows", "num_cols"}]
        configs.append({"num_rows": 4, "num_cols": 4})
    return configs


@pytest.mark.parametrize("id", FACTS.ids)
def test_every_option_equals_the_reference(id: str) -> None:
    for number, config in enumerate(_others(id)):
        mode = list(AutoresetMode)[number % 3]
        compare(id, 12, 10 * number, mode, **({"max_steps": 6} | config))


@pytest.mark.slow
@pytest.mark.parametrize("id", IDS)
@pytest.mark.parametrize(
    "form", ["image", "full", "one_hot", "symbolic", "rgb", "rgb_partial", "flat", "tokens"]
)
def test_every_form_of_every_level_equals_the_wrapper(id: str, form: str) -> None:
    config: dict[str, Any] = {"observation": form}
    if form == "tokens":
        config = {"mission": "tokens"}
    if form in ("flat", "tokens") and id.startswith("BabyAI"):
        return  # the wrappers cannot carry BabyAI's missions
    if form == "tokens" and "RedBlue" in id:
        return  # its wrapper lacks a word
    for mode in AutoresetMode:
        compare(id, 24, 3, mode, max_steps=8, **config)
    compare(id, 8, 4, AutoresetMode.NEXT_STEP, agent_view_size=9, **config)
