# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Values to try for every constructor and reset option, as the families declare them."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from tests.families.facts import facts_of


def configs(id: str) -> st.SearchStrategy[dict[str, Any]]:
    """Constructor options of an id that its installed reference has, some of them left out."""
    facts = facts_of(id)
    newer = getattr(facts.beside("options"), "NEWER", frozenset())
    optional = {name: way for name, way in facts.options_of(id).items() if name not in newer}
    return st.fixed_dictionaries({}, optional=optional)


def reset_options(id: str) -> st.SearchStrategy[dict[str, Any] | None]:
    """Reset options of an id, or None."""
    options = facts_of(id).reset_options_of(id)
    return st.one_of(st.none(), st.just({}) if options is None else options)
