# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""What the engine and the rules are told of EnvPool's scenarios."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from parallel_pool.families.vizdoom.configs import read_config
from parallel_pool.families.vizdoom.files import find, folder
from parallel_pool.families.vizdoom.names import SETTINGS
from parallel_pool.families.vizdoom.settings import facts

_SMALL = {
    "screen_resolution": "RES_160X120",
    "screen_format": "GRAY8",
    "render_decals": False,
    "render_particles": False,
}
_WALK = {
    **_SMALL,
    "render_weapon": False,
    "available_buttons": ["TURN_LEFT", "TURN_RIGHT", "MOVE_FORWARD"],
    "available_game_variables": ["HEALTH"],
}
_FIGHT = {
    **_SMALL,
    "render_crosshair": True,
    "available_buttons": [
        *("MOVE_FORWARD", "MOVE_BACKWARD", "MOVE_RIGHT", "MOVE_LEFT"),
        *("TURN_LEFT", "TURN_RIGHT", "ATTACK", "SPEED"),
    ],
    "available_game_variables": ["AMMO2", "HEALTH", "USER2"],
    "doom_skill": 2,
}
# EnvPool's scenarios that ViZDoom does not bring. The maps of the first two are ViZDoom's.
_OTHERS: dict[str, dict[str, Any]] = {
    "D1_basic": {**_WALK, "doom_scenario_path": "health_gathering.wad"},
    "D2_navigation": {**_WALK, "doom_scenario_path": "health_gathering_supreme.wad"},
    "D3_battle": _FIGHT,
    "D4_battle2": _FIGHT,
}
# EnvPool's engine draws no flashes unless a configuration asks for them.
_UNSET = {**SETTINGS, "render_screen_flashes": False}
# Where else EnvPool's configurations differ from ViZDoom's of the same name, which are newer.
_CHANGES: dict[str, dict[str, Any]] = {"my_way_home": {"available_game_variables": ["AMMO0"]}}
# The variables that infos have, which are read in this order after those of the configuration.
_SHOWN = (
    *("AMMO2", "AMMO3", "AMMO4", "AMMO5", "AMMO6", "AMMO7", "ARMOR", "DAMAGECOUNT", "DEATHCOUNT"),
    *("FRAGCOUNT", "HEALTH", "HITCOUNT", "KILLCOUNT", "SELECTED_WEAPON", "SELECTED_WEAPON_AMMO"),
    "USER2",
)
_NARROWEST = 320  # screens that EnvPool has drawn


def resolve(scenario: str, options: Mapping[str, Any]) -> dict[str, Any]:
    """The facts of a game.

    Args:
        scenario: one of EnvPool's scenarios; empty: the user's.
        options: the options of ``PoolConfig``.

    Returns:
        What ``GameSettings`` in C++ has, by name, and the size of the configuration's screen.

    Raises:
        ValueError: a file is missing or bad.
        DependencyNotInstalled: the package ``vizdoom`` is missing or has another version.
    """
    chosen, beside = _chosen(scenario, options["cfg_path"])
    if options["wad_path"]:
        chosen["doom_scenario_path"] = options["wad_path"]
    if options["iwad_path"]:
        chosen["doom_game_path"] = options["iwad_path"]
    if scenario in _OTHERS and not chosen["doom_scenario_path"]:
        raise ValueError(
            f"this scenario needs {scenario}.wad, which ViZDoom does not bring: set wad_path to "
            "the file's path; the package envpool-assets has it in envpool_assets/vizdoom/maps"
        )
    chosen["doom_map"] = options["map_id"]
    chosen["game_args"] = f"{chosen['game_args']} {options['game_args']}"
    names = [*map(str.upper, chosen["available_game_variables"]), *_SHOWN]
    chosen["available_game_variables"] = list(dict.fromkeys(names))
    middle = facts(chosen, beside)
    width, height = middle["width"], middle["height"]
    found = middle
    if options["draw_as_envpool"] and width < _NARROWEST:
        found = facts(chosen | {"screen_resolution": "RES_320X240"}, beside)
    if options["vzd_path"]:
        found["arguments"][0] = str(find(options["vzd_path"], folder(), "the engine (vzd_path)"))
    return {**found, "middle_width": width, "middle_height": height}


def _chosen(scenario: str, cfg_path: str) -> tuple[dict[str, Any], Path]:
    """The settings of a scenario, and the folder that its paths are relative to."""
    if cfg_path:
        path = find(cfg_path, folder() / "scenarios", "the configuration (cfg_path)")
        return {**_UNSET, **read_config(path)}, path.parent
    if not scenario:
        raise ValueError(
            "VizdoomCustom-v1 plays a scenario of yours: set cfg_path to its configuration, and "
            "wad_path to its WAD file if the configuration does not name it"
        )
    if scenario in _OTHERS:
        return {**_UNSET, **_OTHERS[scenario]}, folder() / "scenarios"
    path = folder() / "scenarios" / f"{scenario}.cfg"
    return {**_UNSET, **read_config(path), **_CHANGES.get(scenario, {})}, path.parent
