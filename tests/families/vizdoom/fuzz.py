# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Damaged configurations and WAD files."""

from __future__ import annotations

import contextlib
import random
import struct
from pathlib import Path

from parallel_pool.families.vizdoom.configs import ConfigError, read_config
from parallel_pool.families.vizdoom.files import wad_maps

from tests.sanitizers.mutations import mutated, mutated_text

CONFIG = """# a scenario
doom_scenario_path = basic.wad
living_reward = -1
available_buttons =
    {
        MOVE_LEFT
        ATTACK
    }
available_game_variables = { AMMO2 }
available_buttons += { MOVE_RIGHT }
game_args += -host 1
mode = PLAYER
screen_resolution = RES_320X240
render_hud = true
episode_timeout = 300
"""


def wad(names: list[bytes]) -> bytes:
    """A WAD file of empty entries."""
    entries = b"".join(struct.pack("<ii8s", 12, 0, name) for name in names)
    return b"PWAD" + struct.pack("<ii", len(names), 12) + entries


def configs(dice: random.Random, folder: Path) -> None:
    path = folder / "some.cfg"
    path.write_bytes(mutated_text(CONFIG, dice))
    with contextlib.suppress(ConfigError):
        read_config(path)


def wads(dice: random.Random, folder: Path) -> None:
    path = folder / f"{dice.getrandbits(40)}.wad"
    path.write_bytes(mutated(wad([b"MAP01", b"THINGS", b"MAP02", b"TEXTMAP"]), dice))
    try:
        wad_maps(path, "the file")
    except ValueError:
        pass
    finally:
        path.unlink()


TARGETS = {"configurations": configs, "WAD files": wads}
