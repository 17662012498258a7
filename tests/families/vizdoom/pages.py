# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""The part of ViZDoom's page that says what observations and actions mean."""

from __future__ import annotations

import re
from collections.abc import Iterator

from parallel_pool.families.vizdoom import FAMILY
from parallel_pool.meanings import Meanings

from tools.golden.pages import meaning_table

# All maps have the same.
_A_MAP = "VizdoomFreedoom1E1M1-S1-v0"


def lines() -> Iterator[str]:
    """A section for each scenario with Discrete actions, and one for all maps; then the others."""
    envpool = [id for id in FAMILY.ids if not id.startswith("Vizdoom") or "Custom" in id]
    players = [id for id in FAMILY.ids if "Players" in id]
    yield "## Observations and actions"
    yield ""
    yield "With the default options. Pixels lie between 0 and 255, samples of sound between -32768"
    yield "and 32767, and game variables are whole numbers."
    yield ""
    yield "Gymnasium's ids come first. Those that end in `-MultiBinary-v1` observe the same and"
    yield "take a 0 or 1 for each button, in the order of the configuration, which is the"
    yield "reverse of that below."
    for id in FAMILY.ids:
        if id in (*envpool, *players) or "MultiBinary" in id:
            continue
        is_map = re.search(r"-S\d-v0$", id) is not None
        if is_map and id != _A_MAP:
            continue
        yield ""
        yield "### The maps of Doom and Freedoom" if is_map else f"### {id}"
        yield from _tables(_of(id))
    yield ""
    yield "### EnvPool's ids"
    yield ""
    yield "Actions are float64 numbers without bounds, one for each button, which is pressed unless"
    yield "its number is 0. With `use_combined_action=True` an action is a combination's number."
    yield from _grouped(envpool)
    yield ""
    yield "### Each of several players"
    yield from _grouped(players)


def _of(id: str) -> Meanings:
    meanings = FAMILY.meanings(id)
    assert meanings is not None
    return meanings


def _tables(meanings: Meanings) -> Iterator[str]:
    yield from meaning_table("observation", meanings.observation, None)
    yield from meaning_table("action", meanings.action, None)


def _grouped(ids: list[str]) -> Iterator[str]:
    """Tables for all ids that have the same."""
    same: dict[str, list[str]] = {}
    for id in ids:
        same.setdefault(repr(_of(id)), []).append(id)
    for group in same.values():
        yield ""
        yield ", ".join(f"`{id}`" for id in group)
        yield from _tables(_of(group[0]))


PAGES = {"vizdoom.md": lines}
