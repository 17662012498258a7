# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Each id's behaviour equals its stored trace, so no change goes unnoticed.

``make golden`` writes the traces anew; review the difference.
"""

from __future__ import annotations

import difflib

import pytest

from tests.families.facts import all_families, facts_of
from tests.support import PUBLIC_IDS
from tools.golden.traces import path_of, trace

IDS = [id for id in PUBLIC_IDS if facts_of(id).has_trace(id)]


@pytest.mark.parametrize("id", IDS)
def test_golden(id: str) -> None:
    path = path_of(id)
    if facts_of(id).golden() and not path.parent.exists():
        pytest.skip(f"there are no traces with {path.parent.name}")
    assert path.exists(), f"{id} has no golden trace: run `make golden`"
    found, kept = trace(id), path.read_text()
    changes = difflib.unified_diff(
        kept.splitlines(), found.splitlines(), "golden", "now", lineterm=""
    )
    assert found == kept, "\n".join(changes)


def test_no_trace_is_left_over() -> None:
    for facts in all_families().values():
        if not facts.ids:  # This system does not have the family.
            continue
        written = [id for id in facts.shown_ids if facts.has_trace(id)]
        assert {path.stem for path in (facts.folder / "golden").rglob("*.txt")} == {*written}
        if not facts.golden():
            assert {path.stem for path in facts.golden_folder.glob("*.txt")} == {*written}
