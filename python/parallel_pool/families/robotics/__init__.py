# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Gymnasium-Robotics: arms and hands, as tasks in NumPy over batches of simulations."""

from __future__ import annotations

import importlib.util
from pathlib import Path

from parallel_pool.family import Case, Family, later
from parallel_pool.simulations.lazy import LazyDefinition, task_module


def folder() -> Path | None:
    """Where the package gymnasium-robotics, which is not imported, has its models."""
    spec = importlib.util.find_spec("gymnasium_robotics")
    for place in (spec and spec.submodule_search_locations) or ():
        found = Path(place) / "envs" / "assets"
        if found.is_dir():
            return found
    return None


def missing() -> str | None:
    """What has to be installed before an environment can be made, in words, or None."""
    if folder() is None:
        return "its models are files of the package gymnasium-robotics, which is not installed"
    return None


_GOAL_METHODS = {
    name: later(f"{__name__}.goals", name)
    for name in ("compute_reward", "compute_terminated", "compute_truncated")
}
_FETCH = ("Reach", "Push", "Slide", "PickAndPlace")
_REWARDS = {"": "sparse", "Dense": "dense"}


def _fetch() -> list[LazyDefinition]:
    return [
        LazyDefinition(
            f"Fetch{name}{suffix}-v4",
            f"{__name__}.fetch:{name}",
            max_episode_steps=50,
            defaults={"reward_type": reward_type},
        )
        for name in _FETCH
        for suffix, reward_type in _REWARDS.items()
    ]


def _adroit() -> list[LazyDefinition]:
    return [
        LazyDefinition(
            f"AdroitHand{name}{suffix}-v1",
            f"{__name__}.adroit:{name}",
            max_episode_steps=200,
            defaults={"reward_type": reward_type},
        )
        for name in ("Door", "Hammer", "Pen", "Relocate")
        for suffix, reward_type in (("", "dense"), ("Sparse", "sparse"))
    ]


_DEFINITIONS = {one.id: one for one in (*_fetch(), *_adroit())}
_picture = later(f"{__name__}.pictures", "picture")

FAMILY = Family(
    name="robotics",
    module=task_module(__name__, [*_DEFINITIONS.values()]),
    # Earlier versions have other rules; the first ones need a MuJoCo of the past.
    aliases={
        f"Fetch{name}{suffix}-v{version}": f"Fetch{name}{suffix}-v4"
        for name in _FETCH
        for suffix in _REWARDS
        for version in (1, 2, 3)
    },
    extra="robotics",
    missing=lambda env_type: missing(),
    picture=lambda env_type: _picture(_DEFINITIONS[env_type.id]),
    library=lambda id: "Gymnasium-Robotics",
    meanings=later(f"{__name__}.meanings", "meanings"),
    methods=lambda id: _GOAL_METHODS if id.startswith("Fetch") else {},
    numpy_infos=lambda id, name: True,
    bench=(
        Case("FetchReach-v4", 64),
        Case("FetchPickAndPlace-v4", 64),
        Case("AdroitHandDoor-v1", 64),
    ),
)
