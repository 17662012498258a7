# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Pages that are written by hand, but for a part that the registry or records make."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from pprint import pformat
from typing import Any

from gymnasium import spaces
from parallel_pool import registry
from parallel_pool.family import rules_of
from parallel_pool.meanings import Meaning
from parallel_pool.meanings import rows as meaning_rows
from parallel_pool.native import NativeEnvType
from parallel_pool.spaces import make_space
from parallel_pool.tools.describe import PRESENCE, leaves

from tests.adapters.compat.differences import page as differences
from tests.families.facts import Facts, all_families
from tools.family_pages import END, FOLDER, MARKER
from tools.golden import family_lists, signatures
from tools.golden.signatures import API

_LONGEST_CELL = 200  # characters


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
    return found | family_lists.pages() | {API: lambda: family_lists.filled(signatures.page())}


def _text(page: Path, lines: Callable[[], Iterator[str]]) -> str:
    """The page with what is written by hand as it stands, and these lines after the marker."""
    by_hand, marker, rest = page.read_text().partition(MARKER)
    if not marker:
        raise ValueError(f"{page.name} needs the line {MARKER!r}")
    _, end, after = rest.partition(END)
    made = "\n".join(lines()).rstrip() + "\n"
    return f"{by_hand}{MARKER}\n{made}" + (f"\n{end}{after}" if end else "")


def _family(facts: Facts) -> Iterator[str]:
    """A section for each id; of several versions, the newest comes first."""
    for id in sorted(facts.page_ids, key=lambda id: (rules_of(id), -version_of(id))):
        yield from section(registry.find(id))


def version_of(id: str) -> int:
    """5 of ``Ant-v5``."""
    return int(id.rpartition("-v")[2])


def table(head: tuple[str, ...], rows: list[tuple[object, ...]]) -> Iterator[str]:
    """A table in Markdown, if there are rows."""
    if rows:
        yield ""
        for row in (head, ("---",) * len(head), *rows):
            yield "| " + " | ".join(str(cell).replace("|", "\\|") for cell in row) + " |"


def options(head: str, listed: list[tuple[str, str, object, str]]) -> Iterator[str]:
    """A table of options, and below it the defaults that are too long for a cell."""
    long = {name: value for name, _, value, _ in listed if len(repr(value)) > _LONGEST_CELL}
    yield from table(
        (head, "type", "default", "meaning"),
        [
            (f"`{name}`", kind, "see below" if name in long else f"`{value!r}`", why)
            for name, kind, value, why in listed
        ],
    )
    for name, value in long.items():
        yield from ("", f"The default of `{name}`:", "", "```text")
        yield from pformat(value, width=100, sort_dicts=False).splitlines()
        yield "```"


def meaning_table(name: str, meaning: Meaning, space: spaces.Space[Any] | None) -> Iterator[str]:
    """What the numbers of observations or actions mean; columns without content are left out."""
    listed = list(meaning_rows(meaning, space))
    columns = [
        (head, [getattr(row, field) for row in listed])
        for head, field in (
            (name, "index"),
            ("meaning", "meaning"),
            ("bounds", "bounds"),
            ("unit", "unit"),
        )
    ]
    filled = [(head, cells) for head, cells in columns if any(cells) or head == name]
    yield from table(
        tuple(head for head, _ in filled), list(zip(*(cells for _, cells in filled), strict=True))
    )


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
        equal = f"`{name}` of `{module}`" if module else f"Gymnasium's `{name}`"
        yield f"- Equals {equal} bit for bit."
    family = registry.family_of(env_type.id)
    texts = partial(family.text_space, env_type, env_type.resolve({}))
    yield f"- Observation: `{_shown(make_space(spec['observation'], texts))}`"
    yield f"- Action: `{_shown(make_space(spec['action']))}`"
    yield f"- Time limit: {'none' if limit is None else f'{limit} steps'}" + (
        "" if threshold is None else f"; reward threshold: {threshold:g}"
    )
    yield "- [Rewards, and how episodes end](#rewards-and-ends)"
    meanings = family.meanings(env_type.id)
    if meanings is not None:
        for name, meaning, space in (
            ("observation", meanings.observation, spec["observation"]),
            ("action", meanings.action, spec["action"]),
        ):
            known = None if meanings.of_agents else make_space(space, texts)
            yield from meaning_table(name, meaning, known)
    yield from options("option", env_type.options)
    yield from options("option of a reset", env_type.reset_options)
    yield from table(
        ("info", "dtype", "shape", "present", "meaning"),
        [
            (f"`{name}`", leaf["dtype"], leaf["shape"], PRESENCE[leaf["presence"]], leaf["meaning"])
            for name, leaf in leaves(spec["info"])
        ],
    )
    yield ""
