# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""What the engine and the rules are told of a game: a configuration, and options over it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from parallel_pool.families.vizdoom import native
from parallel_pool.families.vizdoom.configs import read_config
from parallel_pool.families.vizdoom.files import find, folder, wad_maps
from parallel_pool.families.vizdoom.names import (
    AUTOMAP_MODES,
    BUTTONS,
    FIRST_DELTA,
    GAME_VARIABLES,
    PENALTIES,
    RENDER_BITS,
    RESOLUTIONS,
    REWARDS,
    SCREEN_FORMATS,
    SETTINGS,
)

_ASPECTS = {16 / 9: 1, 16 / 10: 2, 4 / 3: 3, 5 / 4: 4}
_RATES = {"SR_11025": 11025, "SR_22050": 22050, "SR_44100": 44100}
_TICS_A_SECOND = 35


def resolve(config: str, options: Mapping[str, Any]) -> dict[str, Any]:
    """The facts of a game.

    Args:
        config: a configuration file: a path, or the name of one of ViZDoom's; empty: none.
        options: settings that override it; None stands for no override.

    Returns:
        What ``GameSettings`` in C++ has, by name.

    Raises:
        ValueError: a file is missing or bad, or a setting has an invalid value.
        DependencyNotInstalled: the package ``vizdoom`` is missing or has another version.
    """
    path = find(config, folder() / "scenarios", "the configuration") if config else folder()
    chosen = {**SETTINGS, **(read_config(path) if config else {})}
    given = {name: value for name, value in options.items() if value is not None}
    chosen |= {name: value for name, value in given.items() if name in SETTINGS}
    for penalty, reward in PENALTIES.items():
        if chosen[penalty] and reward not in given:
            chosen[reward] = -chosen[penalty]
    return facts(chosen, path.parent if config else folder())


def facts(chosen: Mapping[str, Any], beside: Path) -> dict[str, Any]:
    """The facts of a game with these settings, whose paths are relative to a folder."""
    width, height = map(int, _one_of(chosen, "screen_resolution", RESOLUTIONS, "RES_").split("X"))
    screen_format = SCREEN_FORMATS.index(_one_of(chosen, "screen_format", SCREEN_FORMATS))
    buttons = _numbers(chosen, "available_buttons", BUTTONS)
    if not buttons:
        raise ValueError("available_buttons must name at least one button, got none")
    rate = _RATES[_one_of(chosen, "audio_sampling_rate", _RATES)]
    audio = rate // _TICS_A_SECOND * _at_least(chosen, "audio_buffer_size", 1)
    game, scenario, map_name = _files(chosen, beside)
    return {
        "preload": str(Path(native.__file__).with_name("engine_preload.so")),
        "arguments": [
            str(folder() / "vizdoom"),
            *("-iwad", str(game)),
            *(("-file", str(scenario)) if scenario else ()),
            # Nothing is read from the folder where the engine runs, and nothing is written there.
            *("-config", "/proc/none/vizdoom.ini"),
            *("+map", map_name),
            *("-skill", str(_within(chosen, "doom_skill", 1, 5))),
            *("-width", str(width), "-height", str(height)),
            *("+vid_aspect", str(_ASPECTS.get(width / height, 0)), "+fullscreen", "0"),
            *("+viz_controlled", "1", "+use_mouse", "0"),
            *_switches(chosen),
            *("+viz_render_mode", str(sum(RENDER_BITS[one] for one in RENDER_BITS if chosen[one]))),
            *("+viz_noconsole", "1", "+viz_screen_format", str(screen_format)),
            *("+viz_window_hidden", "1", "+viz_noxserver", "1", "-noidle", "-nojoy"),
            *_sound(chosen, rate),
            *chosen["game_args"].split(),
            # Nodes of a map that take long to build are written to a file, or a message says that
            # they cannot be.
            *("+gl_cachenodes", "0"),
        ],
        "map": map_name,
        "width": width,
        "height": height,
        "screen_format": screen_format,
        "depth": chosen["depth_buffer_enabled"],
        "labels": chosen["labels_buffer_enabled"],
        "automap": chosen["automap_buffer_enabled"],
        "audio_samples": audio if chosen["audio_buffer_enabled"] else 0,
        "notifications": chosen["notifications_buffer_enabled"],
        "buttons": buttons,
        "delta_maxima": _delta_maxima(chosen["button_max_value"]),
        "variables": _numbers(chosen, "available_game_variables", GAME_VARIABLES),
        "start_time": max(_at_least(chosen, "episode_start_time", 0), 1),
        "timeout": _at_least(chosen, "episode_timeout", 0),
        "rewards": [float(chosen[name]) for name in REWARDS],
    }


def _files(chosen: Mapping[str, Any], beside: Path) -> tuple[Path, Path | None, str]:
    """The main WAD file, the scenario's, and the name of the map, which one of them has."""
    game_path = chosen["doom_game_path"]
    if not game_path:
        doom2 = folder() / "doom2.wad"
        game_path = str(doom2 if doom2.is_file() else folder() / "freedoom2.wad")
    game = find(game_path, beside, "the main WAD file (doom_game_path)")
    maps = set(wad_maps(game, "the main WAD file (doom_game_path)"))
    scenario = None
    if chosen["doom_scenario_path"]:
        what = "the WAD file of the scenario (doom_scenario_path)"
        scenario = find(chosen["doom_scenario_path"], beside, what)
        maps |= wad_maps(scenario, what)
    name = chosen["doom_map"].lower()
    if name not in maps:
        raise ValueError(f"doom_map {name!r} is in none of the WAD files; there are: {_list(maps)}")
    return game, scenario, name


def _switches(chosen: Mapping[str, Any]) -> list[str]:
    mode = AUTOMAP_MODES.index(_one_of(chosen, "automap_mode", AUTOMAP_MODES))
    return [
        *(("+viz_depth", "1") if chosen["depth_buffer_enabled"] else ()),
        *(("+viz_labels", "1") if chosen["labels_buffer_enabled"] else ()),
        *(
            ("+viz_automap", "1", "+viz_automap_mode", str(mode))
            if chosen["automap_buffer_enabled"]
            else ()
        ),
    ]


def _sound(chosen: Mapping[str, Any], rate: int) -> list[str]:
    audio = [
        *("+viz_soft_audio", "1", "+snd_backend", "openal", "+viz_samp_freq", str(rate)),
        *("+viz_audio_tics", str(chosen["audio_buffer_size"])),
    ]
    tics = str(_at_least(chosen, "notifications_buffer_size", 1))
    return [
        *(audio if chosen["audio_buffer_enabled"] else ("-nosound", "+viz_nosound", "1")),
        *(
            ("+viz_notifications", "1", "+viz_notifications_tics", tics)
            if chosen["notifications_buffer_enabled"]
            else ()
        ),
    ]


def _delta_maxima(text: str) -> list[float]:
    """The largest change of each delta button, from ``"TURN_LEFT_RIGHT_DELTA 10"``; 0: any."""
    maxima = [0.0] * (len(BUTTONS) - FIRST_DELTA)
    if text:
        name, _, value = text.strip().partition(" ")
        if name.upper() not in BUTTONS[FIRST_DELTA:] or not value.strip().isdigit():
            raise ValueError(
                "button_max_value must be a delta button and a number, such as "
                f"'TURN_LEFT_RIGHT_DELTA 10', got {text!r}; delta buttons are: "
                f"{_list(BUTTONS[FIRST_DELTA:])}"
            )
        maxima[BUTTONS.index(name.upper()) - FIRST_DELTA] = float(value)
    return maxima


def _one_of(
    chosen: Mapping[str, Any], name: str, known: Sequence[str] | Mapping[str, Any], prefix: str = ""
) -> str:
    value = str(chosen[name]).upper().removeprefix(prefix)
    if value not in known:
        raise ValueError(
            f"{name} is unknown: {chosen[name]!r}; known are: "
            f"{', '.join(prefix + one for one in known)}"
        )
    return value


def _numbers(chosen: Mapping[str, Any], name: str, known: Sequence[str]) -> list[int]:
    names = [str(one).upper() for one in chosen[name]]
    for one in names:
        if one not in known:
            raise ValueError(f"{name} has an unknown name: {one!r}; known are: {_list(known)}")
    return [known.index(one) for one in dict.fromkeys(names)]


def _at_least(chosen: Mapping[str, Any], name: str, least: int) -> int:
    value = int(chosen[name])
    if value < least:
        raise ValueError(f"{name} must be at least {least}, got {value}")
    return value


def _within(chosen: Mapping[str, Any], name: str, least: int, most: int) -> int:
    value = int(chosen[name])
    if not least <= value <= most:
        raise ValueError(f"{name} must be from {least} to {most}, got {value}")
    return value


def _list(names: Sequence[str] | set[str]) -> str:
    ordered = sorted(names) if isinstance(names, set) else names
    return ", ".join(ordered) if ordered else "none"
