# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Options that would end the library's process are exceptions. No library is needed for that."""

from __future__ import annotations

from typing import Any

import pytest
from parallel_pool import registry


@pytest.mark.parametrize(
    ("game", "options", "message"),
    [
        (
            "coinrun",
            {"distribution_mode": "memory"},
            "distribution_mode of coinrun must be one of 'easy', 'hard', 'exploration', got",
        ),
        ("maze", {"distribution_mode": "extreme"}, "got 'extreme'"),
        ("bigfish", {"distribution_mode": "exploration"}, "one of 'easy', 'hard', got"),
        ("coinrun", {"distribution_mode": ""}, "got ''"),
        ("coinrun", {"num_levels": -1}, "num_levels must be from 0 to 2147483647, got -1"),
        (
            "coinrun",
            {"num_levels": 2**31},
            "num_levels must be from 0 to 2147483647, got 2147483648",
        ),
        ("coinrun", {"start_level": -5}, "start_level must be from 0 to 2147483647, got -5"),
        ("coinrun", {"debug_mode": -1}, "debug_mode must be from 0"),
        (
            "coinrun",
            {"start_level": 2**31 - 1, "num_levels": 1},
            "start_level + num_levels must be at most 2147483647, got 2147483647 + 1",
        ),
        (
            "coinrun",
            {"distribution_mode": "exploration", "num_levels": 3},
            "'exploration' plays one level: num_levels and start_level must be 0, got 3 and 0",
        ),
    ],
)
def test_bad_options_are_refused(game: str, options: dict[str, Any], message: str) -> None:
    env_type = registry.find(f"procgen-{game}-v0")
    with pytest.raises(ValueError, match="must be") as raised:
        env_type.spec(options)
    assert message in str(raised.value)


def test_spaces_need_no_package() -> None:
    for id, shape in (("procgen-maze-v0", (64, 64, 3)), ("MazeMemory-v0", (3, 64, 64))):
        spec = registry.find(id).spec({})
        assert tuple(spec["observation"]["shape"]) == shape


def test_envpools_options() -> None:
    """Numbers name its modes, and its class and its options an id."""
    family = registry.family_of("CoinrunEasy-v0")
    options: dict[str, Any] = {"distribution_mode": 10}
    assert family.envpool.translate("MazeEasy-v0", options) == "MazeEasy-v0"
    assert options == {"distribution_mode": "memory"}
    options = {"env_name": "maze", "distribution_mode": 20, "num_levels": 0}
    assert family.envpool_base("Procgen", options) == "MazeExploration-v0"
    assert options == {"num_levels": 0}
    assert family.envpool_base("Procgen", {"distribution_mode": 2}) is None
