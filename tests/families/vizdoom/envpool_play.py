# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Plays EnvPool's ids and hashes all that they give; run with EnvPool, writes the record of it.

``python tests/families/vizdoom/envpool_play.py`` needs envpool 1.2.7 and nothing of this package.
"""

from __future__ import annotations

import hashlib
import json
import random
import tempfile
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

RECORD = Path(__file__).with_name("envpool.json")
# These two need files that ViZDoom does not bring.
WITH_FILES = ("D3Battle-v1", "D4Battle2-v1")
IDS = (
    *("Basic-v1", "BasicAudio-v1", "BasicNotifications-v1", "Cig-v1", "D1Basic-v1"),
    *("D2Navigation-v1", "DeadlyCorridor-v1", "Deathmatch-v1", "DefendTheCenter-v1"),
    *("DefendTheLine-v1", "HealthGathering-v1", "HealthGatheringSupreme-v1", "MultiDuel-v1"),
    *("MyWayHome-v1", "PredictPosition-v1", "RocketBasic-v1", "SimplerBasic-v1", "TakeCover-v1"),
)
INFOS = (
    *("AMMO2", "AMMO3", "AMMO4", "AMMO5", "AMMO6", "AMMO7", "ARMOR", "DAMAGECOUNT", "DEATHCOUNT"),
    *("FRAGCOUNT", "HEALTH", "HITCOUNT", "KILLCOUNT", "SELECTED_WEAPON", "SELECTED_WEAPON_AMMO"),
    "USER2",
)
STEPS = 80
CONFIG = """screen_resolution = RES_160X120
screen_format = GRAY8
render_hud = true
available_buttons = { MOVE_LEFT MOVE_RIGHT ATTACK }
available_game_variables = { AMMO2 }
"""


@dataclass(frozen=True)
class Try:
    """An option, and what it is tried with; `files` are options with names of files."""

    id: str
    options: dict[str, Any]
    files: dict[str, str] = field(default_factory=dict)
    beside: dict[str, Any] = field(default_factory=dict)
    shows: bool = True  # in this game


# The game goes on after a death, of which there are some.
_GOES_ON = {"game_args": "-host 1 -port 5931", "max_episode_steps": 200, "frame_skip": 12}
_CUSTOM = {"cfg_path": "some.cfg", "wad_path": "basic.wad"}
TRIES = {
    "img_height": Try("Basic-v1", {"img_height": 60}),
    "img_width": Try("Basic-v1", {"img_width": 100}),
    "stack_num": Try("Basic-v1", {"stack_num": 2}),
    "frame_skip": Try("Basic-v1", {"frame_skip": 3}),
    "episodic_life": Try("DefendTheCenter-v1", {"episodic_life": True}, beside=_GOES_ON),
    "force_speed": Try("Deathmatch-v1", {"force_speed": True}),
    "use_combined_action": Try("DefendTheCenter-v1", {"use_combined_action": False}),
    "use_inter_area_resize": Try("Basic-v1", {"use_inter_area_resize": False}),
    # With 1, the rows of resets also have this reward in EnvPool, but never here.
    "weapon_duration": Try("DefendTheCenter-v1", {"weapon_duration": 2}),
    "reward_config": Try(
        "HealthGathering-v1", {"reward_config": {"HEALTH": [0.25, -0.5], "AMMO2": [1.0, -1.0]}}
    ),
    "selected_weapon_reward_config": Try(
        "DefendTheCenter-v1", {"selected_weapon_reward_config": {2: 0.5}}
    ),
    "delta_button_config": Try(
        "Deathmatch-v1", {"delta_button_config": {"TURN_LEFT_RIGHT_DELTA": [3, -7.0, 7.0]}}
    ),
    "game_args": Try("Basic-v1", {"game_args": "+fov 60"}),
    "map_id": Try("Cig-v1", {"map_id": "map02"}),
    "cfg_path": Try("Basic-v1", {}, {"cfg_path": "some.cfg", "wad_path": "basic.wad"}),
    "wad_path": Try("Basic-v1", {}, {"wad_path": "rocket_basic.wad"}),
    "iwad_path": Try("Basic-v1", {}, {"iwad_path": "freedoom2.wad"}, shows=False),
    "vzd_path": Try("Basic-v1", {}, {"vzd_path": "vizdoom"}, shows=False),
    "lmp_save_dir": Try(
        "Basic-v1", {}, {"lmp_save_dir": "recordings"}, {"max_episode_steps": 20}, shows=False
    ),
    # After its time limit, the game goes on with the player as it was.
    "host": Try(
        "DefendTheCenter-v1", {"game_args": "-host 1 -port 5932"}, beside={"max_episode_steps": 70}
    ),
    "custom": Try("VizdoomCustom-v1", {}, _CUSTOM, shows=False),
}


def play(library: Any, id: str, **options: Any) -> dict[str, str]:
    """The hash of the observations, the rewards with the flags, and the infos of some steps."""
    options = {"use_combined_action": True, "max_episode_steps": 50, **options}
    envs = library.make(
        id, env_type="gym", num_envs=1, seed=7, gym_reset_return_info=True, **options
    )
    stream = random.Random(id)
    seen, gained, told = (hashlib.sha256() for _ in range(3))
    observations, infos = envs.reset()
    for _ in range(STEPS):
        seen.update(np.ascontiguousarray(observations).tobytes())
        told.update(np.array([infos[name] for name in INFOS], np.float64).tobytes())
        if options["use_combined_action"]:
            action = np.array([stream.randrange(envs.action_space.n)])
        else:
            action = np.array([[stream.randrange(2) for _ in range(envs.action_space.shape[0])]])
            action = action.astype(np.float64)
        observations, rewards, terminated, truncated, infos = envs.step(action)
        gained.update(np.concatenate([rewards, terminated, truncated]).astype(np.float64).tobytes())
    envs.close()
    return {"seen": seen.hexdigest(), "gained": gained.hexdigest(), "told": told.hexdigest()}


def play_with(
    library: Any, one: Try, places: dict[str, Path], folder: Path, **options: Any
) -> dict[str, str]:
    """The same with an option, whose files are in a new folder or at other places."""
    (folder / "some.cfg").write_text(CONFIG)
    (folder / "recordings").mkdir(exist_ok=True)
    found = {
        name: str(places.get(Path(file).suffix + file * (file == "vizdoom"), folder) / file)
        for name, file in one.files.items()
    }
    result = play(library, one.id, **{**one.beside, **one.options, **options, **found})
    recordings = sorted((folder / "recordings").iterdir())
    if recordings:
        result["recordings"] = " ".join(
            f"{path.name}:{hashlib.sha256(ordered(path.read_bytes())).hexdigest()}"
            for path in recordings
        )
    return result


def ordered(recording: bytes) -> bytes:
    """A recording with its settings, which are in any order, in alphabetic order."""
    at = recording.index(b"VARS") + 4
    end = at + 4 + int.from_bytes(recording[at : at + 4], "big")
    words = recording[at + 4 : end].rstrip(b"\0").split(b"\\")
    pairs = sorted(zip(words[1::2], words[2::2], strict=True))
    return recording[:at] + repr(pairs).encode() + recording[end:]


def main() -> None:
    """Writes the record."""
    import envpool
    import envpool_assets

    assets = Path(next(iter(envpool_assets.__path__))) / "vizdoom"
    places = {
        ".wad": assets / "maps",
        "vizdoom": Path(envpool.__file__).parent / "vizdoom" / "bin",
    }
    record: dict[str, Any] = {id: play(envpool, id) for id in (*IDS, *WITH_FILES)}
    for name, one in TRIES.items():
        main_wad = {".wad": assets / "bin"} if "iwad_path" in one.files else {}
        with tempfile.TemporaryDirectory() as folder:
            record[f"option {name}"] = play_with(envpool, one, places | main_wad, Path(folder))
    RECORD.write_text(json.dumps(record, indent=1) + "\n")


if __name__ == "__main__":
    main()
