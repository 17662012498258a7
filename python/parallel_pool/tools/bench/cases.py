# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""The cases to measure: environments, their number, and how they are stepped."""

from __future__ import annotations

from collections.abc import Sequence

from gymnasium.error import DependencyNotInstalled

from parallel_pool import registry
from parallel_pool.family import Case
from parallel_pool.tools.clean_errors import check_defaults

# The cases for Stable-Baselines3.
SB3_CASES = tuple(Case("CartPole-v1", size) for size in (16, 128, 1024))


def all_cases() -> list[Case]:
    """The default cases: those of all families, as far as what they need is installed."""
    lacking = left_out()
    return [case for case in _every_case() if case.id not in lacking]


def left_out() -> dict[str, str]:
    """The ids of default cases that cannot be made, each with what has to be installed."""
    reasons: dict[str, str] = {}
    for id in dict.fromkeys(case.id for case in _every_case()):
        try:
            registry.check_installed(registry.find(id))
        except DependencyNotInstalled as error:
            reasons[id] = str(error)
    return reasons


def _every_case() -> list[Case]:
    return [case for family in registry.families() for case in family.bench]


def select(ids: Sequence[str] = (), sizes: Sequence[int] = ()) -> list[Case]:
    """Selects cases of all families by id and number of environments; empty selects all.

    An id or number that is not in the list becomes a case with one thread in sync mode.

    Raises:
        UnknownEnvironmentError: an id does not exist; the message names the nearest.
        DependencyNotInstalled: an id needs a package that is not installed.
        UsageError: an id needs options.
    """
    cases = _every_case() if ids else all_cases()
    for id in ids:
        registry.check_installed(registry.find(id))
        check_defaults(registry.find(id))
    names = [registry.find(id).id for id in ids] or list(dict.fromkeys(case.id for case in cases))
    selected: list[Case] = []
    for name in names:
        listed = [case for case in cases if case.id == name]
        if not sizes:
            selected += listed or [Case(name, 1024)]
        for size in sizes:
            selected += [case for case in listed if case.num_envs == size] or [Case(name, size)]
    return list(dict.fromkeys(selected))
