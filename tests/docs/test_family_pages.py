# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Each family has a page: written by hand down to a marker, by ``make golden`` below it."""

from __future__ import annotations

import importlib
import re
from fnmatch import fnmatchcase
from pathlib import Path

import gymnasium
import pytest
from parallel_pool import registry
from parallel_pool.tools.describe import leaves

from tests.families.facts import Facts, all_families, versionless
from tools.family_pages import FOLDER, MARKER
from tools.golden.pages import pages

EVERY_FAMILY = pytest.mark.parametrize(
    "facts", [pytest.param(facts, id=facts.name) for facts in all_families().values()]
)
# What a family's page says in its own words.
SECTIONS = ("Rewards and ends", "Source", "Licence", "Deviations")


@pytest.mark.parametrize("page", [pytest.param(page, id=page.name) for page in pages()])
def test_page_is_current(page: Path) -> None:
    assert page.read_text() == pages()[page](), "run `make golden` and look at the difference"


@EVERY_FAMILY
def test_page_has_its_sections(facts: Facts) -> None:
    by_hand, _, _ = (FOLDER / f"{facts.name}.md").read_text().partition(MARKER)
    assert [name for name in SECTIONS if f"\n## {name}\n" not in by_hand] == []


@EVERY_FAMILY
def test_every_environment_has_a_row_about_rewards(facts: Facts) -> None:
    """Rows name ids, with or without version; ``*`` stands for any letters."""
    _, _, section = (FOLDER / f"{facts.name}.md").read_text().partition("\n## Rewards and ends\n")
    section, _, _ = section.partition("\n## ")
    rows = "".join(re.findall(r"^\| environment \|.*\n((?:\|.*\n)*)", section, re.MULTILINE))
    first_column = "".join(re.findall(r"^\|[^|]*", rows, re.MULTILINE))
    patterns = {name for name in re.findall(r"`([^`]*)`", first_column) if "=" not in name}

    def naming(id: str) -> set[str]:
        both = (id, versionless(id))
        return {name for name in patterns if any(fnmatchcase(one, name) for one in both)}

    named = {id: naming(id) for id in facts.ids}
    assert [id for id, found in named.items() if not found] == [], "the table lacks these ids"
    assert patterns - set().union(*named.values()) == set(), "the family has no such ids"


@EVERY_FAMILY
def test_every_info_has_a_meaning(facts: Facts) -> None:
    if facts.missing or not facts.has_generated_page:
        pytest.skip("its ids are not shown")
    bare = {
        f"{id}: {name}"
        for id in facts.shown_ids
        for name, leaf in leaves(registry.find(id).spec({})["info"])
        if not leaf["meaning"].endswith(".")
    }
    assert bare == set()


@EVERY_FAMILY
def test_references_exist(facts: Facts) -> None:
    if facts.missing:
        pytest.skip(f"{', '.join(facts.missing)} is not installed")
    for id in facts.ids:
        if registry.find(id).reference:
            # As gymnasium.make reads it: the module to import, if any, and the id.
            module, _, name = registry.find(id).reference.rpartition(":")
            if module:
                importlib.import_module(module)
            gymnasium.spec(name)
