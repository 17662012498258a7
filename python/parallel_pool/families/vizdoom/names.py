# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""The names of ViZDoom's buttons, game variables and settings, in the engine's order."""

from __future__ import annotations

from typing import Any

BUTTONS = (
    *("ATTACK", "USE", "JUMP", "CROUCH", "TURN180", "ALTATTACK", "RELOAD", "ZOOM"),
    *("SPEED", "STRAFE"),
    *("MOVE_RIGHT", "MOVE_LEFT", "MOVE_BACKWARD", "MOVE_FORWARD", "TURN_RIGHT", "TURN_LEFT"),
    *("LOOK_UP", "LOOK_DOWN", "MOVE_UP", "MOVE_DOWN", "LAND"),
    *(f"SELECT_WEAPON{n}" for n in (1, 2, 3, 4, 5, 6, 7, 8, 9, 0)),
    *("SELECT_NEXT_WEAPON", "SELECT_PREV_WEAPON", "DROP_SELECTED_WEAPON"),
    *("ACTIVATE_SELECTED_ITEM", "SELECT_NEXT_ITEM", "SELECT_PREV_ITEM", "DROP_SELECTED_ITEM"),
    *("LOOK_UP_DOWN_DELTA", "TURN_LEFT_RIGHT_DELTA", "MOVE_FORWARD_BACKWARD_DELTA"),
    *("MOVE_LEFT_RIGHT_DELTA", "MOVE_UP_DOWN_DELTA"),
)
FIRST_DELTA = BUTTONS.index("LOOK_UP_DOWN_DELTA")

GAME_VARIABLES = (
    *("KILLCOUNT", "ITEMCOUNT", "SECRETCOUNT", "FRAGCOUNT", "DEATHCOUNT", "HITCOUNT"),
    *("HITS_TAKEN", "DAMAGECOUNT", "DAMAGE_TAKEN", "HEALTH", "ARMOR", "DEAD", "ON_GROUND"),
    *("ATTACK_READY", "ALTATTACK_READY", "SELECTED_WEAPON", "SELECTED_WEAPON_AMMO"),
    *(f"AMMO{n}" for n in range(10)),
    *(f"WEAPON{n}" for n in range(10)),
    *("POSITION_X", "POSITION_Y", "POSITION_Z", "ANGLE", "PITCH", "ROLL", "VIEW_HEIGHT"),
    *("VELOCITY_X", "VELOCITY_Y", "VELOCITY_Z"),
    *("CAMERA_POSITION_X", "CAMERA_POSITION_Y", "CAMERA_POSITION_Z"),
    *("CAMERA_ANGLE", "CAMERA_PITCH", "CAMERA_ROLL", "CAMERA_FOV"),
    *("PLAYER_NUMBER", "PLAYER_COUNT"),
    *(f"PLAYER{n}_FRAGCOUNT" for n in range(1, 17)),
    *(f"USER{n}" for n in range(1, 61)),
)

SCREEN_FORMATS = (
    *("CRCGCB", "RGB24", "RGBA32", "ARGB32", "CBCGCR"),
    *("BGR24", "BGRA32", "ABGR32", "GRAY8", "DOOM_256_COLORS8"),
)
AUTOMAP_MODES = ("NORMAL", "WHOLE", "OBJECTS", "OBJECTS_WITH_SIZE")

# What the engine draws, with the bit of each in its command line.
RENDER_BITS = {
    "render_hud": 1,
    "render_minimal_hud": 2,
    "render_weapon": 4,
    "render_crosshair": 8,
    "render_decals": 16,
    "render_particles": 32,
    "render_effects_sprites": 64,
    "render_messages": 128,
    "automap_rotate": 256,
    "automap_render_textures": 512,
    "automap_render_objects_as_sprites": 1024,
    "render_corpses": 2048,
    "render_screen_flashes": 4096,
}

# The rewards in the order in which the reference adds them; penalties are negative rewards.
REWARDS = (
    *("living_reward", "death_reward", "map_exit_reward"),
    *("kill_reward", "secret_reward", "item_reward", "frag_reward"),
    *("hit_reward", "hit_taken_reward", "damage_made_reward", "damage_taken_reward"),
    *("health_reward", "armor_reward"),
)
PENALTIES = {
    "death_penalty": "death_reward",
    "hit_taken_penalty": "hit_taken_reward",
    "damage_taken_penalty": "damage_taken_reward",
}

# Each setting that a configuration may have, with its default, whose type is the setting's.
SETTINGS: dict[str, Any] = {
    "doom_scenario_path": "",
    "doom_game_path": "",
    "doom_map": "map01",
    "doom_skill": 3,
    "episode_start_time": 1,
    "episode_timeout": 0,
    "screen_resolution": "RES_320X240",
    "screen_format": "CRCGCB",
    "depth_buffer_enabled": False,
    "labels_buffer_enabled": False,
    "automap_buffer_enabled": False,
    "automap_mode": "NORMAL",
    "audio_buffer_enabled": False,
    "audio_sampling_rate": "SR_44100",
    "audio_buffer_size": 1,
    "notifications_buffer_enabled": False,
    "notifications_buffer_size": 1,
    "available_buttons": [],
    "available_game_variables": [],
    "button_max_value": "",
    "game_args": "",
    **dict.fromkeys(REWARDS, 0.0),
    **dict.fromkeys(PENALTIES, 0.0),
    **dict.fromkeys(RENDER_BITS, False),
    "render_weapon": True,
    "render_decals": True,
    "render_particles": True,
    "render_effects_sprites": True,
    "render_corpses": True,
    "render_screen_flashes": True,
    "automap_render_textures": True,
}
# Settings that change nothing that an environment shows: it has no window, and its time is its own.
UNSEEN = (
    *("mode", "window_visible", "console_enabled", "sound_enabled", "render_all_frames"),
    *("objects_info_enabled", "sectors_info_enabled", "ticrate", "doom_config_path", "seed"),
    "vizdoom_path",
)

RESOLUTIONS = (
    *("160X120", "200X125", "200X150", "256X144", "256X160", "256X192"),
    *("320X180", "320X200", "320X240", "320X256", "400X225", "400X250", "400X300"),
    *("512X288", "512X320", "512X384", "640X360", "640X400", "640X480"),
    *("800X450", "800X500", "800X600", "1024X576", "1024X640", "1024X768"),
    *("1280X720", "1280X800", "1280X960", "1280X1024", "1400X787", "1400X875", "1400X1050"),
    *("1600X900", "1600X1000", "1600X1200", "1920X1080"),
)

_LISTS = {"BUTTONS": BUTTONS, "GAME_VARIABLES": GAME_VARIABLES}


def number_of(list_name: str, name: str) -> int:
    """The number of a button or game variable in the engine.

    Raises:
        ValueError: there is none of this name.
    """
    known = _LISTS[list_name]
    if name.upper() not in known:
        raise ValueError(f"{name!r} is unknown; known are: {', '.join(known)}")
    return known.index(name.upper())
