# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""The part of ViZDoom's page that says what observations and actions mean."""

from __future__ import annotations

from collections.abc import Iterator

from parallel_pool.families.vizdoom import FAMILY

from tools.golden.pages import meaning_table


def lines() -> Iterator[str]:
    """A section for each scenario with Discrete actions."""
    yield "## Observations and actions"
    yield ""
    yield "Of Gymnasium's ids of scenarios, with the default options. Ids that end in"
    yield "`-MultiBinary-v1` observe the same and take a 0 or 1 for each button, in the order of"
    yield "the scenario's configuration, which is the reverse of that below."
    for id in FAMILY.ids:
        meanings = FAMILY.meanings(id)
        if meanings is None or "MultiBinary" in id:
            continue
        yield ""
        yield f"### {id}"
        yield from meaning_table("observation", meanings.observation, None)
        yield from meaning_table("action", meanings.action, None)


PAGES = {"vizdoom.md": lines}
