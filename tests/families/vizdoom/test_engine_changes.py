# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""The library that engines load first changes two of their loops, and no byte of their pictures."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import numpy as np
import parallel_pool
import pytest

from tests.families.vizdoom.running import FILE_BEGINS_AT, engines, other_engine, program_of_engine

vizdoom = pytest.importorskip("vizdoom")

# The instructions with which the loops begin, in the engine's file and in its memory.
LOOPS = (0x78C718, 0x78C80D)


def loops(engine: int) -> list[bool]:
    """Which of them an engine has replaced."""
    program = program_of_engine().read_bytes()
    with open(f"/proc/{engine}/mem", "rb", buffering=0) as memory:
        found = []
        for loop in LOOPS:
            memory.seek(loop)
            known = program[loop - FILE_BEGINS_AT :][:16]
            found.append(memory.read(16) != known)
    return found


def pictures(*, replaces: bool, **options: Any) -> list[Any]:
    """The observations of some steps, in an engine that replaces its loops or keeps them."""
    with parallel_pool.make("VizdoomCustom-v1", num_envs=1, **options) as envs:
        seen = [envs.reset(seed=5)[0]]
        assert loops(*engines(os.getpid())) == [replaces] * len(LOOPS)
        seen += [envs.step(np.array([[1.0, number % 2]]))[0] for number in range(12)]
    return seen


@pytest.mark.parametrize(
    ("resolution", "screen_format"),
    [
        ("RES_160X120", "GRAY8"),
        ("RES_320X240", "CBCGCR"),
        ("RES_400X225", "BGR24"),
        pytest.param("RES_200X125", "CRCGCB", marks=pytest.mark.slow),
        pytest.param("RES_200X125", "GRAY8", marks=pytest.mark.slow),
        pytest.param("RES_320X240", "ARGB32", marks=pytest.mark.slow),
        pytest.param("RES_640X480", "RGB24", marks=pytest.mark.slow),
    ],
)
def test_pictures_are_the_engines(resolution: str, screen_format: str, tmp_path: Path) -> None:
    """Also those of rows that are no multiple of 64 pixels, and of flashes."""
    config = tmp_path / "some.cfg"
    config.write_text(
        f"doom_scenario_path = {vizdoom.scenarios_path}/deadly_corridor.wad\n"
        f"screen_resolution = {resolution}\nscreen_format = {screen_format}\n"
        "available_buttons = { MOVE_FORWARD ATTACK }\nrender_screen_flashes = true\n"
    )
    options = {"cfg_path": str(config), "img_height": 120, "img_width": 160}
    ours = pictures(replaces=True, **options)
    theirs = pictures(replaces=False, vzd_path=str(other_engine(tmp_path)), **options)
    for one, other in zip(ours, theirs, strict=True):
        np.testing.assert_array_equal(one, other)
