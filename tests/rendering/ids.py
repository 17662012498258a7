# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""The environments whose pictures the tests of all ids compare."""

from __future__ import annotations

from parallel_pool import registry
from parallel_pool.rendering import render_metadata

from tests.families.facts import facts_of
from tests.support import QUICK_IDS


def modes_of(id: str) -> list[str]:
    """The render modes of an environment."""
    modes: list[str] = render_metadata(registry.find(id))["render_modes"]
    return modes


# Pictures that need another library, as those of simulations do, are tested by their family.
IDS = [id for id in QUICK_IDS if modes_of(id) and not facts_of(id).tests_pictures]
