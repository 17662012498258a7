# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""The rules that every environment keeps; other tests of all ids leave these out."""

from __future__ import annotations

import pytest
from parallel_pool import testing

from tests.families.procgen.facts import FACTS
from tests.families.procgen.references import need_package

need_package()


@pytest.mark.parametrize("rule", testing.RULES)
@pytest.mark.parametrize("id", FACTS.shown_ids)
def test_games_conform(id: str, rule: str) -> None:
    testing.check(id, rules=[rule])
