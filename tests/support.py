# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""What several tests share."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterable
from typing import Any

import parallel_pool
import pytest
from parallel_pool import registry
from parallel_pool.envs import atari, test_envs

if "Scripted-v0" not in parallel_pool.list_all_envs():
    parallel_pool.register(test_envs)

TEST_IDS = [env_type.id for env_type in test_envs.env_types]
# All Atari games are of one make: these stand for them, and `tests/atari` plays all of them.
OTHER_GAMES = {env_type.id for env_type in atari.env_types} - {"Breakout-v5", "ALE-Pong-v5"}
IDS = [id for id in parallel_pool.list_all_envs() if id not in OTHER_GAMES]
PUBLIC_IDS = [id for id in IDS if id not in TEST_IDS]

# Environments that simulate: a step of theirs takes a hundred times as long as another's, so tests
# that go through all ids do less with them, and the rest where everything is exhaustive.
SIMULATED_IDS = [
    id for id in PUBLIC_IDS if type(registry.find(id)).__module__ == "parallel_pool.envs.mujoco"
]
QUICK_IDS = [id for id in PUBLIC_IDS if id not in SIMULATED_IDS]


def spread(cases: Iterable[tuple[str, Any]]) -> list[Any]:
    """Cases of an id and something else, as pytest's parameters.

    Of an environment that simulates one case is quick, a different one for each id, and the others
    are exhaustive.
    """
    cases = list(cases)
    kinds = list(dict.fromkeys(kind for _, kind in cases))

    def is_slow(id: str, kind: Any) -> bool:
        return id in SIMULATED_IDS and kinds.index(kind) != SIMULATED_IDS.index(id) % len(kinds)

    return [
        pytest.param(id, kind, marks=[pytest.mark.slow] if is_slow(id, kind) else [])
        for id, kind in cases
    ]


def newest(ids: Iterable[str]) -> list[Any]:
    """Ids as pytest's parameters: of those that simulate, older versions are exhaustive."""
    return [
        pytest.param(id, marks=[pytest.mark.slow] if id in SIMULATED_IDS and "v4" in id else [])
        for id in ids
    ]


def run_python(code: str, timeout: float = 60) -> subprocess.CompletedProcess[str]:
    """Runs code in a process of its own, so that a crash is seen and nothing lingers."""
    prelude = "import support, parallel_pool, numpy as np\nfrom parallel_pool import errors\n"
    return subprocess.run(
        [sys.executable, "-X", "faulthandler", "-c", prelude + code],
        capture_output=True,
        text=True,
        timeout=timeout,
        cwd=__file__.rsplit("/", 1)[0],
        check=False,
    )


def assert_clean(done: subprocess.CompletedProcess[str]) -> str:
    """The process's output; fails with its errors unless it ended well."""
    assert done.returncode == 0, f"exit code {done.returncode}\n{done.stdout}\n{done.stderr}"
    return done.stdout
