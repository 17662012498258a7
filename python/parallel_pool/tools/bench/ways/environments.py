# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Ways of single environments and of small batches, by the library of the environments."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from parallel_pool.tools.bench.ways import openers
from parallel_pool.tools.bench.ways.measuring import OURS, Call, Way


def ways() -> Iterator[Way]:
    """All of this module."""
    yield from _gymnasium()
    yield from _minigrid()
    yield from _highway()
    yield from _dm_control()


def _gymnasium() -> Iterator[Way]:
    for id in ("Acrobot-v1", "Pendulum-v1"):
        yield openers.single_steps(id)
    yield openers.batches("Pendulum-v1", 256)
    for id in ("FrozenLake-v1", "Taxi-v4", "Blackjack-v1"):
        yield openers.single_steps(id)
        yield openers.single_resets(id)
    yield openers.batches("Blackjack-v1", 64)  # short episodes
    yield openers.renders("FrozenLake-v1", "ansi")
    yield openers.renders("Taxi-v4", "ansi")
    yield openers.single_steps("LunarLander-v3")
    yield openers.single_resets("LunarLander-v3")
    yield openers.makes("LunarLander-v3")
    yield openers.renders("LunarLander-v3", "rgb_array")
    yield openers.batches("CarRacing-v3", 4)


def _minigrid() -> Iterator[Way]:
    id = "MiniGrid-DoorKey-8x8-v0"
    yield openers.single_steps(id)
    yield openers.single_resets(id)
    yield openers.makes(id)
    yield openers.renders(id, "rgb_array")
    yield openers.states(id)
    yield openers.batches(id, 1)


def _highway() -> Iterator[Way]:
    yield openers.single_steps("highway-fast-v0")
    yield openers.makes("highway-fast-v0")


def _dm_control() -> Iterator[Way]:
    yield Way(
        "CartpoleSwingup-v1: step of DmEnv",
        {
            OURS: lambda: _steps(
                openers.attribute("parallel_pool", "DmEnv")("CartpoleSwingup-v1", seed=0)
            ),
            "dm_control": lambda: _steps(
                openers.attribute("dm_control.suite", "load")("cartpole", "swingup")
            ),
        },
    )


def _steps(env: Any) -> Call:
    env.reset()
    action = env.action_spec().generate_value()

    def run() -> None:
        for _ in range(openers.STEPS):
            env.step(action)

    return Call(run, env.close, openers.STEPS)
