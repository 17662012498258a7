# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""The cases to measure: environments, their number, and how they are stepped."""

from __future__ import annotations

from collections.abc import Sequence

from parallel_pool import registry
from parallel_pool.family import Case

# The cases for Stable-Baselines3.
SB3_CASES = tuple(Case("CartPole-v1", size) for size in (16, 128, 1024))


def all_cases() -> list[Case]:
    """The default cases: those of all families, one after the other."""
    return [case for family in registry.families() for case in family.bench]


def select(ids: Sequence[str] = (), sizes: Sequence[int] = ()) -> list[Case]:
    """Selects cases of all families by id and number of environments; empty selects all.

    An id or number that is not in the list becomes a case with one thread in sync mode.

    Raises:
        UnknownEnvironmentError: an id does not exist; the message names the nearest.
    """
    cases = all_cases()
    names = [registry.find(id).id for id in ids] or list(dict.fromkeys(case.id for case in cases))
    selected: list[Case] = []
    for name in names:
        listed = [case for case in cases if case.id == name]
        if not sizes:
            selected += listed or [Case(name, 1024)]
        for size in sizes:
            selected += [case for case in listed if case.num_envs == size] or [Case(name, size)]
    return list(dict.fromkeys(selected))
