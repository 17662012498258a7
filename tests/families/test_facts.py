# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Every family of the package is declared to the tests, and what it declares exists."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from parallel_pool.families import FAMILIES

from tests.families.facts import Facts, all_families, versionless

EVERY_FAMILY = pytest.mark.parametrize(
    "facts", [pytest.param(facts, id=facts.name) for facts in all_families().values()]
)


def test_every_family_declares_its_facts() -> None:
    assert set(all_families()) == {f"parallel_pool.families.{name}.native" for name in FAMILIES}


@EVERY_FAMILY
def test_declared_ids_exist(facts: Facts) -> None:
    assert facts.shown_ids
    assert facts.representatives is None or facts.representatives == {*facts.shown_ids}


@EVERY_FAMILY
@pytest.mark.parametrize("table", ["CONFIG", "RESET"])
def test_options_are_of_ids_that_exist(facts: Facts, table: str) -> None:
    names = {*facts.ids, *map(versionless, facts.ids)}
    assert {*getattr(facts.beside("options"), table, {})} <= names


@EVERY_FAMILY
@pytest.mark.parametrize("what", ["is_older", "has_trace"])
def test_facts_of_ids_tell_some_from_others(facts: Facts, what: str) -> None:
    """A rule that holds for all ids, or for none, is not needed; a family may have no traces."""
    if len(facts.ids) == 1:
        return
    rule: Callable[[str], bool] = getattr(facts, what)
    default: Callable[[str], bool] = getattr(Facts(facts.module), what)
    answers = {rule(id) for id in facts.ids}
    some = answers == {True, False} or (what == "has_trace" and answers == {False})
    assert some or answers == {default(id) for id in facts.ids}
