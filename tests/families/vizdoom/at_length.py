# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Plays every one of Gymnasium's ids beside the reference, and counts.

``python -m tests.families.vizdoom.at_length scenarios`` plays the scenarios, ``... maps`` the maps
of Doom and Freedoom. The former need Doom's WAD files; Freedoom's, which have the same maps, take
their place. It prints a line for each id, and the sums.
"""

from __future__ import annotations

import sys
from typing import Any

import parallel_pool

from tests.families.vizdoom.running import program_of_engine
from tests.families.vizdoom.side_by_side import (
    EVERY_BUFFER,
    EVERY_REWARD,
    SideBySide,
    every_variable,
)


def everything() -> dict[str, Any]:
    """All that can be observed and rewarded."""
    return {
        **EVERY_REWARD,
        **EVERY_BUFFER,
        "audio_buffer_enabled": True,
        "available_game_variables": every_variable(),
        "screen_resolution": "RES_160X120",
        "frame_skip": 4,
    }


def games(which: str) -> list[tuple[str, dict[str, Any], int]]:
    """Ids, options and numbers of steps."""
    ids = [id for id in parallel_pool.list_all_envs() if id.startswith("Vizdoom")]
    if which == "scenarios":
        some: dict[str, Any] = {"max_buttons_pressed": 2, "frame_skip": 2}
        ids = [id for id in ids if id.endswith("-v1") and id != "VizdoomCustom-v1"]
        return [(id, some, 400) for id in ids] + [(id, everything(), 400) for id in ids]
    ids = [id for id in ids if id.startswith(("VizdoomDoom", "VizdoomFreedoom"))]
    package = program_of_engine().parent
    wads = {"VizdoomDoom2": "freedoom2.wad", "VizdoomDoomE": "freedoom1.wad"}
    return [
        (
            id,
            everything()
            | ({"doom_game_path": str(package / wads[id[:12]])} if id[:12] in wads else {}),
            10,
        )
        for id in ids
    ]


def main() -> None:
    """Plays them all."""
    ids, steps, resets, different = set(), 0, 0, 0
    for id, options, count in games(sys.argv[1]):
        both = SideBySide(id, options)
        try:
            both.play(count)
        except AssertionError as error:
            different += 1
            print(id, "differs:", str(error)[:200], flush=True)
        finally:
            both.close()
        ids.add(id)
        steps, resets = steps + count, resets + both.episodes
        sums = f"{len(ids)} ids, {steps:,} steps, {resets:,} resets, {different} different"
        print(f"{id}: {sums}", flush=True)


if __name__ == "__main__":
    main()
