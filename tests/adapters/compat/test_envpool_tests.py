# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""EnvPool's own tests, in our words: each passes, or fails as the page about EnvPool says."""

from __future__ import annotations

import importlib.util
import os
import sys
from collections.abc import Iterator
from typing import Any

import pytest
from parallel_pool import compat

from tests.adapters.compat.envpool_tests.cases import CASES, Case, at_full_length
from tests.adapters.compat.envpool_tests.core import PROCGEN
from tests.adapters.compat.envpool_tests.failing import FAILING, REASONS
from tests.adapters.compat.envpool_tests.robots import OPENGL
from tests.families.facts import can_be_made


@pytest.fixture
def library() -> Iterator[Any]:
    compat.install()
    yield importlib.import_module("envpool")
    compat.uninstall()
    assert "envpool" not in sys.modules


def missing(need: str) -> bool:
    if need == OPENGL:
        return os.environ.get("MUJOCO_GL") not in ("egl", "osmesa")
    if need == PROCGEN:
        return not can_be_made("CoinrunHard-v0")
    return importlib.util.find_spec(need) is None


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", CASES)
def test_case(name: str, library: Any) -> None:
    ask(CASES[name], library)


@pytest.mark.slow
@pytest.mark.timeout(3000)
@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", CASES)
def test_case_at_full_length(name: str, library: Any) -> None:
    """As many steps, of as many environments and ids, as EnvPool's test takes."""
    with at_full_length():
        ask(CASES[name], library)


def ask(case: Case, library: Any) -> None:
    absent = [need for need in case.needs if missing(need)]
    if absent:
        pytest.skip(f"needs {', '.join(absent)}")
    if case.name not in FAILING:
        case.ask(library)
        return
    error, text = FAILING[case.name].raises
    with pytest.raises(error) as failed:
        case.ask(library)
    assert text in str(failed.value)


def test_reasons_are_of_cases() -> None:
    names = [name for reason in REASONS for name in reason.names]
    assert len(names) == len({*names})
    assert {*names} <= CASES.keys()
