# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""The table of all levels."""

from __future__ import annotations

from collections.abc import Iterator

import parallel_pool
from parallel_pool.families.minigrid import native
from parallel_pool.testing.play import run
from parallel_pool.testing.trajectory import trajectory_hash

# What all levels have.
_COMMON = (
    "max_steps",
    "agent_view_size",
    "observation",
    "mission",
    "highlight",
    "tile_size",
    "agent_pov",
    "screen_size",
    "observation_tile_size",
    "see_through_walls",
)
_HEAD = ("id", "grid", "options", "a mission", "trace")


def _row(id: str, options: list[tuple[str, str, object, str]]) -> tuple[str, ...]:
    own = [f"`{name}={value!r}`" for name, _, value, _ in options if name not in _COMMON]
    envs = parallel_pool.make(id, num_envs=1, seed=0, observation="full")
    width, height, _ = envs.single_observation_space["image"].shape
    mission = envs.reset()[0]["mission"][0]
    envs.close()
    return (
        f"`{id}`",
        f"{width} x {height}",
        ", ".join(own) or "-",
        mission or "-",
        f"`{_trace(id)}`",
    )


def _trace(id: str) -> str:
    """A hash of two environments' first steps: the golden trace of an id."""
    envs = parallel_pool.make(id, num_envs=2, num_threads=1, max_steps=40)
    found = trajectory_hash(run(envs, 100))
    envs.close()
    return found[:12]


def lines() -> Iterator[str]:
    """A row for each id."""
    for row in (_HEAD, ("---",) * len(_HEAD)):
        yield "| " + " | ".join(row) + " |"
    for env_type in native.env_types:
        yield "| " + " | ".join(_row(env_type.id, env_type.options)) + " |"


PAGES = {"minigrid_levels.md": lines}
