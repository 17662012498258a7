# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Helpers that several tests share."""

from __future__ import annotations

import contextlib
import signal
import subprocess
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from parallel_pool import test_envs

from tests import registration  # noqa: F401 - registers the test environments
from tests.families.facts import all_families, can_be_made, facts_of

ROOT = Path(__file__).parents[1]

TEST_IDS = [env_type.id for env_type in test_envs.env_types]
# The public ids that tests of all ids use; large families are represented by a few of theirs, and
# those that need what is not installed here are left to tests of their own.
PUBLIC_IDS = sorted(
    id for facts in all_families().values() for id in facts.shown_ids if can_be_made(id)
)
IDS = sorted([*PUBLIC_IDS, *TEST_IDS])
# The tests of a family play those that others represent.
REPRESENTED_IDS = {
    id for facts in all_families().values() for id in facts.ids if can_be_made(id)
} - {*PUBLIC_IDS}

# Environments that simulate: a time step of theirs takes a hundred times as long as another's, so
# tests of all ids do less with them, and the rest where everything is exhaustive.
SIMULATED_IDS = [id for id in PUBLIC_IDS if facts_of(id).simulates]
QUICK_IDS = [id for id in PUBLIC_IDS if not facts_of(id).simulates]


def spread(
    cases: Iterable[tuple[str, Any]],
    spread_ids: Sequence[str] = tuple(SIMULATED_IDS),
    part: int = 0,
) -> list[Any]:
    """Cases of an id and another value, as pytest parameters.

    For each of `spread_ids`, one case is quick, and the others are exhaustive. It is another one
    for each id, and for tests that pass different numbers as `part`. All cases of an id that a
    newer version represents are exhaustive.
    """
    cases = list(cases)

    def is_slow(id: str, kind: Any) -> bool:
        if id not in spread_ids:
            return False
        if is_older(id):
            return True
        kinds = [one for other, one in cases if other == id]
        return kinds.index(kind) != (spread_ids.index(id) + part) % len(kinds)

    return [
        pytest.param(id, kind, marks=[pytest.mark.slow] if is_slow(id, kind) else [])
        for id, kind in cases
    ]


def a_third(part: int, names: Iterable[str]) -> list[Any]:
    """Names as pytest parameters: each is quick in one of three tests, and else exhaustive."""
    return [
        pytest.param(name, marks=[] if i % 3 == part else [pytest.mark.slow])
        for i, name in enumerate(names)
    ]


def is_older(id: str) -> bool:
    """Whether a newer version of this public id represents it in the longer tests."""
    return id in PUBLIC_IDS and facts_of(id).is_older(id)


def newest(ids: Iterable[str], part: int | None = None) -> list[Any]:
    """Ids as pytest parameters; ids that a newer version represents are exhaustive.

    With `part`, each of the others is quick in one of two tests, and exhaustive in the other.
    """
    params, number = [], 0
    for id in ids:
        exhaustive = is_older(id)
        if part is not None and not exhaustive:
            exhaustive = number % 2 != part
            number += 1
        params.append(pytest.param(id, marks=[pytest.mark.slow] if exhaustive else []))
    return params


def one_of_each_family() -> list[Any]:
    """Public ids as pytest parameters; all but one of each family are exhaustive."""
    first = {facts_of(id).name: id for id in reversed(PUBLIC_IDS)}
    return [
        pytest.param(id, marks=[] if id in first.values() else [pytest.mark.slow])
        for id in PUBLIC_IDS
    ]


def run_python(code: str, timeout: float = 60) -> subprocess.CompletedProcess[str]:
    """Runs code in a separate process, so that crashes are noticed and nothing remains."""
    prelude = (
        "from tests import registration\nimport parallel_pool, numpy as np\n"
        "from parallel_pool import errors\n"
    )
    return subprocess.run(
        [sys.executable, "-X", "faulthandler", "-c", prelude + code],
        capture_output=True,
        text=True,
        timeout=timeout,
        cwd=ROOT,
        check=False,
    )


def assert_clean(done: subprocess.CompletedProcess[str]) -> str:
    """The output of the process; fails with its errors unless it ended well."""
    assert done.returncode == 0, f"exit code {done.returncode}\n{done.stdout}\n{done.stderr}"
    return done.stdout


@contextlib.contextmanager
def ctrl_c_raises() -> Iterator[None]:
    """SIGINT raises KeyboardInterrupt, also where the process was started with it ignored."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
