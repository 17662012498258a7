# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""The part of ViZDoom's page that says what observations and actions mean."""

from __future__ import annotations

import re
from collections.abc import Iterator

from parallel_pool.families.vizdoom import FAMILY

from tools.golden.pages import meaning_table

# All maps have the same.
_A_MAP = "VizdoomFreedoom1E1M1-S1-v0"


def lines() -> Iterator[str]:
    """A section for each scenario with Discrete actions, and one for all maps."""
    yield "## Observations and actions"
    yield ""
    yield "Of Gymnasium's ids, with the default options. Ids that end in"
    yield "`-MultiBinary-v1` observe the same and take a 0 or 1 for each button, in the order of"
    yield "the scenario's configuration, which is the reverse of that below."
    for id in FAMILY.ids:
        meanings = FAMILY.meanings(id)
        if meanings is None or "MultiBinary" in id:
            continue
        is_map = re.search(r"-S\d-v0$", id) is not None
        if is_map and id != _A_MAP:
            continue
        yield ""
        yield "### The maps of Doom and Freedoom" if is_map else f"### {id}"
        yield from meaning_table("observation", meanings.observation, None)
        yield from meaning_table("action", meanings.action, None)


PAGES = {"vizdoom.md": lines}
