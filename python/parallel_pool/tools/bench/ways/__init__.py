# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Measures the many ways to use environments, each against the best of its peers.

`parallel_pool.tools.bench.measure` measures everything by the speed of steps. Here, a way is
anything that a program may repeat: to make and reset an environment, to render it, to save and
restore it, to play a game of PettingZoo. `measuring` has the method, `openers` what many ways have
in common, and the other modules list the ways.
"""

from __future__ import annotations

from parallel_pool.tools.bench.ways.measuring import Way


def all_ways() -> list[Way]:
    """The ways of all modules."""
    from parallel_pool.tools.bench.ways import (
        arcade,
        environments,
        games,
        pools,
        programs,
        python_envs,
        robots,
    )

    modules = (pools, environments, robots, arcade, games, python_envs, programs)
    return [way for module in modules for way in module.ways()]
