# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Values to try for every constructor and reset option, as the families declare them."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from tests.families.facts import facts_of


def configs(id: str) -> st.SearchStrategy[dict[str, Any]]:
    """Constructor options of an id, some of them left out."""
    return st.fixed_dictionaries({}, optional=dict(facts_of(id).options_of(id)))


def reset_options(id: str) -> st.SearchStrategy[dict[str, Any] | None]:
    """Reset options of an id, or None."""
    options = facts_of(id).reset_options_of(id)
    return st.one_of(st.none(), st.just({}) if options is None else options)
