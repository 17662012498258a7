# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Each family has a page: written by hand, but for a part that ``make golden`` writes."""

from __future__ import annotations

import importlib
import re
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

import gymnasium
import parallel_pool
import pytest
from gymnasium import spaces
from parallel_pool import registry
from parallel_pool.meanings import rows
from parallel_pool.spaces import make_space
from parallel_pool.tools.describe import leaves

from tests.families.facts import Facts, all_families, versionless
from tools.family_pages import END, FOLDER, MARKER
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
    text = (FOLDER / f"{facts.name}.md").read_text()
    by_hand = re.sub(f"{re.escape(MARKER)}.*?({re.escape(END)}|$)", "", text, flags=re.DOTALL)
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


def agents_of(id: str) -> dict[str, tuple[spaces.Space[Any], spaces.Space[Any]]]:
    """The spaces of each kind of agent."""
    take_turns = registry.find(id).spec({})["mover"] is not None
    with parallel_pool.make(id, env_type="aec" if take_turns else "parallel") as envs:
        return {
            agent.rpartition("_")[0]: (envs.observation_space(agent), envs.action_space(agent))
            for agent in envs.possible_agents
        }


@EVERY_FAMILY
def test_meanings_fit_the_spaces(facts: Facts) -> None:
    """Of every id that can be made here: as many elements as the space has, and the same parts."""
    family = registry.family_of(facts.ids[0])
    for id in facts.ids:
        meanings = family.meanings(id)
        if meanings is None or registry.what_is_missing(registry.find(id)):
            continue
        if meanings.of_agents:
            agents = agents_of(id)
            assert set(agents) == set(meanings.observation), id
            for role, (seen, taken) in agents.items():
                list(rows(meanings.observation[role], seen))
                list(rows(meanings.action[role], taken))
            continue
        try:
            spec = registry.find(id).spec({})
        except ValueError:  # a file of the game is not here
            continue
        list(rows(meanings.observation, make_space(spec["observation"])))
        list(rows(meanings.action, make_space(spec["action"])))


@EVERY_FAMILY
def test_every_environment_has_meanings(facts: Facts) -> None:
    """Each with an entry of its own."""
    family = registry.family_of(facts.ids[0])
    ids = facts.page_ids if facts.has_generated_page else []
    assert [id for id in ids if family.meanings(id) is None] == []


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
