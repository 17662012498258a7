# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Taxi and CliffWalking with actions that get somewhere, where random ones seldom do."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np
import parallel_pool
import pytest
from parallel_pool.testing import assert_same

TAXI = {"is_rainy": True, "fickle_passenger": True}


def drive(
    id: str,
    config: dict[str, Any],
    choose: Callable[[dict[str, Any]], int],
    seen: Callable[[int, int], str | None],
) -> Counter[str | None]:
    """Compares some thousand steps with a reference.

    Args:
        id: the environment.
        config: its options.
        choose: the next action, from the last info.
        seen: what happened, from the observations before and after.

    Returns:
        How often each thing happened, and each reward.
    """
    happened: Counter[str | None] = Counter()
    reference = gymnasium.make(id, max_episode_steps=500, **config)
    envs = parallel_pool.make(id, num_envs=1, max_episode_steps=500, **config)
    for seed in range(40):
        before, info = reference.reset(seed=seed)
        assert_same(envs.reset(seed=seed)[0], np.array([before]))
        for _ in range(500):
            action = choose(info)
            after, reward, terminated, truncated, info = reference.step(action)
            observations, rewards, terminations, truncations, infos = envs.step([action])
            assert observations[0] == after
            assert rewards[0] == reward
            assert terminations[0] == terminated
            assert truncations[0] == truncated
            for key, value in info.items():
                assert_same(infos[key][0], np.asarray(value), key)
            happened.update([str(reward), seen(before, after)])
            before = after
            if terminated or truncated:
                break
    return happened


@pytest.mark.parametrize(
    "config",
    [
        {},
        {"is_rainy": True},
        {"fickle_passenger": True, "fickle_probability": 1.0},
        TAXI,
        TAXI | {"rainy_probability": 0.1, "fickle_probability": 0.7},
        TAXI | {"rainy_probability": 0.0},
        TAXI | {"rainy_probability": 1.0 / 3.0},
    ],
)
def test_busy_taxis_equal_references(config: dict[str, Any]) -> None:
    """They pick up and drop off wherever they can, and sometimes where they cannot."""
    rng = np.random.default_rng(3)

    def choose(info: dict[str, Any]) -> int:
        possible = np.flatnonzero(info["action_mask"])
        if possible[-1] == 4 and rng.random() < 0.9:
            return 4
        return int(rng.choice(possible)) if rng.random() < 0.95 else int(rng.integers(6))

    def seen(before: int, after: int) -> str | None:
        return "another destination" if before % 4 != after % 4 else None

    happened = drive("Taxi-v4", config, choose, seen)
    assert {"-1", "-10", "20"} <= happened.keys()
    assert ("another destination" in happened) == config.get("fickle_passenger", False)


@pytest.mark.parametrize("is_slippery", [False, True])
def test_walkers_at_the_cliff_equal_references(is_slippery: bool) -> None:
    """Some fall, some arrive."""
    rng = np.random.default_rng(4)

    def choose(info: dict[str, Any]) -> int:
        return int(rng.choice(4, p=[0.35, 0.4, 0.2, 0.05]))

    def seen(before: int, after: int) -> str | None:
        return "arrived" if after == 47 else "fell" if after == 36 else None

    happened = drive("CliffWalking-v1", {"is_slippery": is_slippery}, choose, seen)
    assert {"-1", "-100", "arrived", "fell"} <= happened.keys()


# The reference divides by the number of starts, and then starts at the first tile.
@pytest.mark.filterwarnings("ignore:invalid value encountered in divide:RuntimeWarning")
@pytest.mark.parametrize("desc", [["FFF", "FHG"], ["HFF", "FFG"], ["SFX", "xgG"], ["XXs", "SFF"]])
def test_odd_lakes_equal_references(desc: list[str]) -> None:
    """Maps without a start, and unknown letters, which are frozen tiles."""
    rng = np.random.default_rng(3)

    def choose(info: dict[str, Any]) -> int:
        return int(rng.integers(4))

    drive("FrozenLake-v1", {"desc": desc}, choose, lambda before, after: None)


def test_bad_probabilities_are_refused() -> None:
    for name in ("rainy_probability", "fickle_probability"):
        for value in (-0.1, 1.5, np.nan):
            with pytest.raises(ValueError, match=f"{name} must lie in \\[0, 1\\], got"):
                parallel_pool.make("Taxi-v4", num_envs=1, **{name: value})


@pytest.mark.parametrize(
    ("id", "current"), [("Taxi-v3", "Taxi-v4"), ("CliffWalking-v0", "CliffWalking-v1")]
)
def test_older_ids_have_the_current_rules(id: str, current: str) -> None:
    """EnvPool keeps them, Gymnasium does not."""
    old, new = parallel_pool.registry.find(id), parallel_pool.registry.find(current)
    assert old.options == new.options
    assert old.reference == new.reference == current
    assert old.max_episode_steps == new.max_episode_steps
