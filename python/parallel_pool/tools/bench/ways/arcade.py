# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Ways of Atari games, beside ALE's own functions."""

from __future__ import annotations

import importlib
from collections.abc import Iterator
from typing import Any

import gymnasium

from parallel_pool.families.atari.names import find_game
from parallel_pool.tools.bench.ways import openers, programs
from parallel_pool.tools.bench.ways.measuring import OURS, Call, Way


def ways() -> Iterator[Way]:
    """All of this module."""
    yield openers.batches("Pong-v5", 1)
    yield openers.batches("Pong-v5", 8, gray_scale=False)
    yield openers.makes("Pong-v5")
    yield programs.memory("Pong-v5", 64)
    yield _raw()
    for id in ("Pong-v5", "Breakout-v5"):
        yield _states(id)
    yield _clones("Pong-v5")


def _raw() -> Way:
    """The memory of a raw game, as ale-py has it for Gymnasium."""

    def theirs() -> Call:
        gymnasium.register_envs(importlib.import_module("ale_py"))
        return openers.steps(gymnasium.make("ALE/Pong-v5", obs_type="ram"))

    return Way(
        "ALE-Pong-v5: step of gymnasium.make, obs_type='ram'",
        {
            OURS: lambda: openers.steps(openers.single("ALE-Pong-v5", obs_type="ram")),
            "ale-py": theirs,
        },
    )


def _states(id: str) -> Way:
    def theirs() -> Call:
        console = _console(id)
        return Call(lambda: console.restoreState(console.cloneState()))

    return Way(
        f"{id}: get_state and set_state",
        {
            OURS: lambda: openers.saved_and_restored(openers.pool(id, 1)),
            "cloneState and restoreState": theirs,
        },
    )


def _clones(id: str) -> Way:
    def ours() -> Call:
        envs = openers.pool(id, 2)
        envs.reset()
        return Call(lambda: envs.clone([0], [1]), envs.close)

    def theirs() -> Call:
        console, other = _console(id), _console(id)
        return Call(lambda: other.restoreState(console.cloneState()))

    return Way(f"{id}: clone", {OURS: ours, "cloneState and restoreState": theirs})


def _console(id: str) -> Any:
    """A game in ALE's own class."""
    library = importlib.import_module("ale_py")
    console = library.ALEInterface()
    console.setLoggerMode(library.LoggerMode.Error)
    console.loadROM(library.roms.get_rom_path(find_game(id.removesuffix("-v5")).name))
    console.reset_game()
    return console
