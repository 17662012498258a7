# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Each family has a page: written by hand down to a marker, by ``make golden`` below it."""

from __future__ import annotations

import importlib
from pathlib import Path

import gymnasium
import pytest
from parallel_pool import registry
from parallel_pool.tools.describe import leaves

from tests.families.facts import Facts, all_families
from tools.family_pages import FOLDER, MARKER
from tools.golden.pages import pages

EVERY_FAMILY = pytest.mark.parametrize(
    "facts", [pytest.param(facts, id=facts.name) for facts in all_families().values()]
)
# What a family's page says in its own words.
SECTIONS = ("Source", "Licence", "Deviations")


@pytest.mark.parametrize("page", [pytest.param(page, id=page.name) for page in pages()])
def test_page_is_current(page: Path) -> None:
    assert page.read_text() == pages()[page](), "run `make golden` and look at the difference"


@EVERY_FAMILY
def test_page_has_its_sections(facts: Facts) -> None:
    by_hand, _, _ = (FOLDER / f"{facts.name}.md").read_text().partition(MARKER)
    assert [name for name in SECTIONS if f"\n## {name}\n" not in by_hand] == []


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
