# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Each family has a page: written by hand down to a marker, by the registry below it."""

from __future__ import annotations

import importlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import gymnasium
import pytest
from parallel_pool import registry
from parallel_pool._native import NativeEnvType
from parallel_pool.spaces import make_space
from support import OTHER_GAMES

FOLDER = Path(__file__).parents[2] / "docs" / "environments"
MARKER = "<!-- What follows is written by `make golden`. -->\n"
# What a page says in its own words.
SECTIONS = ("Source", "Licence", "Deviations")
PRESENCE = {"always": "always", "after_step": "after steps", "after_reset": "after resets"}


def table(head: tuple[str, ...], rows: list[tuple[object, ...]]) -> Iterator[str]:
    """A table in Markdown, if there are rows."""
    if rows:
        yield ""
        for row in (head, ("---",) * len(head), *rows):
            yield "| " + " | ".join(str(cell).replace("|", "\\|") for cell in row) + " |"


def leaves(node: dict[str, Any], path: str = "") -> Iterator[tuple[str, dict[str, Any]]]:
    """The values of nested infos with their keys."""
    for child in node.get("children", []):
        name = f"{path}{child['name']}"
        if "children" in child:
            yield from leaves(child, f"{name}.")
        else:
            yield name, child


def options(listed: list[tuple[str, str, object, str]]) -> list[tuple[object, ...]]:
    """Rows about options."""
    return [(f"`{name}`", kind, f"`{value!r}`", why) for name, kind, value, why in listed]


def section(env_type: NativeEnvType) -> Iterator[str]:
    """What the registry knows of an id."""
    spec = env_type.spec({})
    limit, threshold = env_type.max_episode_steps, env_type.reward_threshold
    yield f"## `{env_type.id}`"
    yield ""
    if env_type.reference:
        yield f"- Equals Gymnasium's `{env_type.reference}` bit for bit."
    yield f"- Observation: `{make_space(spec['observation'])}`"
    yield f"- Action: `{make_space(spec['action'])}`"
    yield f"- Time limit: {'none' if limit is None else f'{limit} steps'}" + (
        "" if threshold is None else f"; reward threshold: {threshold:g}"
    )
    yield from table(("option", "type", "default", "meaning"), options(env_type.options))
    yield from table(
        ("option of a reset", "type", "default", "meaning"), options(env_type.reset_options)
    )
    yield from table(
        ("info", "dtype", "shape", "present"),
        [
            (f"`{name}`", leaf["dtype"], leaf["shape"], PRESENCE[leaf["presence"]])
            for name, leaf in leaves(spec["info"])
        ],
    )
    yield ""


@pytest.mark.parametrize("family", registry.FAMILIES)
def test_page_is_current(family: str, request: pytest.FixtureRequest) -> None:
    page = FOLDER / f"{family.rpartition('.')[2]}.md"
    env_types = sorted(importlib.import_module(family).env_types, key=lambda one: str(one.id))
    shown = [env_type for env_type in env_types if env_type.id not in OTHER_GAMES]
    lines = "\n".join(line for env_type in shown for line in section(env_type))
    by_hand, marker, generated = page.read_text().partition(MARKER)
    assert marker, f"{page.name} needs the line {MARKER!r}"
    for name in SECTIONS:
        assert f"\n## {name}\n" in by_hand, f"{page.name} needs a section {name!r}"
    expected = "\n" + lines.rstrip() + "\n"
    if request.config.getoption("--update-golden"):
        page.write_text(by_hand + MARKER + expected)
    else:
        assert generated == expected, "run `make golden` and look at the difference"


@pytest.mark.parametrize("family", registry.FAMILIES)
def test_references_exist(family: str) -> None:
    for env_type in importlib.import_module(family).env_types:
        if env_type.reference:
            gymnasium.spec(env_type.reference)
