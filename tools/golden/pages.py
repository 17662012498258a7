# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Pages that are written by hand down to a marker, and from the registry or records below it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

from parallel_pool import registry
from parallel_pool.pool.native import NativeEnvType
from parallel_pool.spaces import make_space
from parallel_pool.tools.describe import PRESENCE, leaves

from tests.adapters.compat.differences import page as differences
from tests.families.facts import Facts, all_families
from tools.family_pages import FOLDER, MARKER


def pages() -> dict[Path, Callable[[], str]]:
    """Each page, and what makes its text: a page a family, and what families add in `pages.py`."""
    found: dict[Path, Callable[[], str]] = {}
    for facts in all_families().values():
        page = FOLDER / f"{facts.name}.md"
        if facts.has_generated_page:
            found[page] = partial(_text, page, partial(_family, facts))
        for name, lines in getattr(facts.beside("pages"), "PAGES", {}).items():
            found[FOLDER / name] = partial(_text, FOLDER / name, lines)
    # The page compares this package with another, which has a record in the tests.
    other = FOLDER.parent / "envpool.md"
    found[other] = partial(_text, other, differences)
    return found


def _text(page: Path, lines: Callable[[], Iterator[str]]) -> str:
    """The page with what is written by hand as it stands, and these lines below the marker."""
    by_hand, marker, _ = page.read_text().partition(MARKER)
    if not marker:
        raise ValueError(f"{page.name} needs the line {MARKER!r}")
    return by_hand + MARKER + "\n" + "\n".join(lines()).rstrip() + "\n"


def _family(facts: Facts) -> Iterator[str]:
    for id in facts.page_ids:
        yield from section(registry.find(id))


def table(head: tuple[str, ...], rows: list[tuple[object, ...]]) -> Iterator[str]:
    """A table in Markdown, if there are rows."""
    if rows:
        yield ""
        for row in (head, ("---",) * len(head), *rows):
            yield "| " + " | ".join(str(cell).replace("|", "\\|") for cell in row) + " |"


def options(listed: list[tuple[str, str, object, str]]) -> list[tuple[object, ...]]:
    """Rows about options."""
    return [(f"`{name}`", kind, f"`{value!r}`", why) for name, kind, value, why in listed]


def _shown(space: object) -> str:
    """A space on one line: a text space names its control characters."""
    return re.sub(r"[\x00-\x1f\x7f]", lambda found: repr(found[0])[1:-1], str(space))


def section(env_type: NativeEnvType) -> Iterator[str]:
    """What the registry knows of an id."""
    spec = env_type.spec({})
    limit, threshold = env_type.max_episode_steps, env_type.reward_threshold
    yield f"## `{env_type.id}`"
    yield ""
    if env_type.reference:
        module, _, name = env_type.reference.rpartition(":")
        yield f"- Equals {module.title() or 'Gymnasium'}'s `{name}` bit for bit."
    family = registry.family_of(env_type.id)
    texts = partial(family.text_space, env_type, env_type.resolve({}))
    yield f"- Observation: `{_shown(make_space(spec['observation'], texts))}`"
    yield f"- Action: `{_shown(make_space(spec['action']))}`"
    yield f"- Time limit: {'none' if limit is None else f'{limit} steps'}" + (
        "" if threshold is None else f"; reward threshold: {threshold:g}"
    )
    yield "- [Rewards, and how episodes end](#rewards-and-ends)"
    yield from table(("option", "type", "default", "meaning"), options(env_type.options))
    yield from table(
        ("option of a reset", "type", "default", "meaning"), options(env_type.reset_options)
    )
    yield from table(
        ("info", "dtype", "shape", "present", "meaning"),
        [
            (f"`{name}`", leaf["dtype"], leaf["shape"], PRESENCE[leaf["presence"]], leaf["meaning"])
            for name, leaf in leaves(spec["info"])
        ],
    )
    yield ""
