# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""A value for each option of Gymnasium's scenarios, and a game in which it shows."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

BASIC = "VizdoomBasic-v1"
CORRIDOR = "VizdoomDeadlyCorridor-MultiBinary-v1"
DEATHMATCH = "VizdoomDeathmatch-v1"


@dataclass(frozen=True)
class Try:
    """An option, and what it is tried with."""

    name: str
    value: Any
    id: str = CORRIDOR
    beside: dict[str, Any] = field(default_factory=dict)
    steps: int = 40
    shows: bool = True  # in this game

    @property
    def options(self) -> dict[str, Any]:
        """All options of the game."""
        return {**self.beside, self.name: self.value}


def scenario(name: str) -> str:
    """The path of one of ViZDoom's scenarios."""
    import vizdoom

    return str(Path(vizdoom.scenarios_path) / name)


def game(name: str) -> str:
    """The path of one of its main WAD files."""
    import vizdoom

    return str(Path(vizdoom.scenarios_path).parent / name)


_SHOOTS = {"available_buttons": ["ATTACK", "TURN_LEFT"], "frame_skip": 6}
_AUTOMAP = {"automap_buffer_enabled": True, "automap_mode": "OBJECTS", "frame_skip": 4}
_MAP = "VizdoomFreedoom1E1M1-S3-v0"
_DEATH = {"frame_skip": 10, "doom_skill": 5}
_LINE = "VizdoomDefendLine-MultiBinary-v1"
_HEALTH = "VizdoomHealthGathering-MultiBinary-v1"
_ITEMS = "VizdoomFreedoom1E2M1-S1-v0"
_WALKS = {
    "available_buttons": ["MOVE_FORWARD", "SPEED", "TURN_LEFT", "USE"],
    "max_buttons_pressed": 0,
    "frame_skip": 12,
}
_RUNS = {"available_buttons": ["MOVE_FORWARD", "SPEED"], "frame_skip": 4}


def tries() -> list[Try]:
    """One for each option; those of ours alone are tested elsewhere."""
    return [
        Try("scenario_config_file", "defend_the_center.cfg", BASIC),
        Try("frame_skip", 3, BASIC),
        Try("max_buttons_pressed", 2),
        Try("treat_episode_timeout_as_truncation", False, BASIC, {"episode_timeout": 15}),
        Try("use_multi_binary_action_space", False),
        Try("doom_scenario_path", scenario("rocket_basic.wad"), BASIC),
        # Which the id cannot do without.
        Try(
            "doom_game_path",
            game("freedoom1.wad"),
            "VizdoomDoomE1M1-S3-v0",
            steps=8,
            shows=False,
        ),
        Try("doom_map", "E1M3", _MAP, steps=8),
        Try("doom_skill", 5, "VizdoomDefendLine-v1", {"frame_skip": 4}),
        Try("episode_start_time", 30, BASIC),
        Try("episode_timeout", 15, BASIC),
        Try("living_reward", 0.25, BASIC),
        Try("death_reward", 3.0, CORRIDOR, {**_DEATH, "death_penalty": 0.0}),
        Try("death_penalty", 3.0, CORRIDOR, _DEATH),
        Try("map_exit_reward", 3.0, BASIC, {"frame_skip": 4}, 90, shows=False),
        Try("kill_reward", 3.0, _LINE, _SHOOTS, 60),
        Try("secret_reward", 3.0, _ITEMS, _WALKS, shows=False),
        Try("item_reward", 3.0, _ITEMS, _WALKS, 60),
        Try("frag_reward", 3.0, _LINE, _SHOOTS, shows=False),
        Try("hit_reward", 3.0, _LINE, _SHOOTS, 60),
        Try("hit_taken_reward", 3.0, CORRIDOR, _DEATH),
        Try("hit_taken_penalty", 3.0, CORRIDOR, _DEATH),
        Try("damage_made_reward", 3.0, _LINE, _SHOOTS, 60),
        Try("damage_taken_reward", 3.0, CORRIDOR, _DEATH),
        Try("damage_taken_penalty", 3.0, CORRIDOR, _DEATH),
        Try("health_reward", 3.0, _HEALTH, _RUNS, 60),
        Try("armor_reward", 3.0, _ITEMS, _WALKS, 60, shows=False),
        Try("screen_resolution", "RES_200X125"),
        Try("screen_format", "GRAY8"),
        Try("depth_buffer_enabled", True),
        Try("labels_buffer_enabled", True),
        Try("automap_buffer_enabled", True),
        Try("automap_mode", "OBJECTS_WITH_SIZE", CORRIDOR, {"automap_buffer_enabled": True}),
        Try("automap_rotate", True, CORRIDOR, _AUTOMAP),
        Try("automap_render_textures", False, CORRIDOR, _AUTOMAP),
        Try("automap_render_objects_as_sprites", True, CORRIDOR, _AUTOMAP),
        Try("audio_buffer_enabled", True),
        Try("audio_sampling_rate", "SR_11025", CORRIDOR, {"audio_buffer_enabled": True}),
        Try("audio_buffer_size", 2, CORRIDOR, {"frame_skip": 2}, shows=False),
        Try("notifications_buffer_enabled", True, _ITEMS, _WALKS, 60),
        Try(
            "notifications_buffer_size",
            40,
            _ITEMS,
            {**_WALKS, "notifications_buffer_enabled": True},
            60,
        ),
        Try("render_hud", True),
        Try("render_minimal_hud", True, CORRIDOR, {"render_hud": True}),
        Try("render_weapon", False),
        Try("render_crosshair", True),
        Try("render_decals", False, _LINE, _SHOOTS, 60),
        Try("render_particles", False, _LINE, _SHOOTS, 60),
        Try("render_effects_sprites", False, _LINE, _SHOOTS, 60),
        Try("render_messages", False, _ITEMS, _WALKS, 60),
        Try("render_corpses", False, _LINE, _SHOOTS, 60, shows=False),
        Try("render_screen_flashes", True, CORRIDOR, _DEATH),
        Try("available_buttons", ["TURN_LEFT_RIGHT_DELTA", "ATTACK"]),
        Try("available_game_variables", ["HEALTH", "POSITION_X"]),
        Try(
            "button_max_value",
            "TURN_LEFT_RIGHT_DELTA 1",
            CORRIDOR,
            {"available_buttons": ["TURN_LEFT_RIGHT_DELTA"]},
        ),
        Try("game_args", "+fov 60"),
    ]
