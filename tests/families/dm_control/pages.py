# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""The part of the suite's page that says what observations and actions mean."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from parallel_pool.families.dm_control import FAMILY, native
from parallel_pool.meanings import Meanings

from tools.golden.pages import meaning_table


def lines() -> Iterator[str]:
    """A section for each domain; a table for all of its tasks that observe the same."""
    yield "## Observations and actions"
    yield ""
    yield "With the default options; `flat_observation=True` joins the parts in this order."
    yield "Nothing has bounds but actions, which lie between -1 and 1."
    for domain, tasks in groupby(native.tasks().items(), key=lambda item: item[1][0]):
        yield ""
        yield f"### {domain}"
        groups: list[tuple[list[str], Meanings]] = []
        for id, _ in tasks:
            meanings = FAMILY.meanings(id)
            assert meanings is not None
            for ids, known in groups:
                if known == meanings:
                    ids.append(id)
                    break
            else:
                groups.append(([id], meanings))
        for ids, meanings in groups:
            yield ""
            yield ", ".join(f"`{id}`" for id in ids)
            yield from meaning_table("observation", meanings.observation, None)
            yield from meaning_table("action", meanings.action, None)


PAGES = {"dm_control.md": lines}
