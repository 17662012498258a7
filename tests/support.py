# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""What several tests share."""

from __future__ import annotations

import subprocess
import sys

import parallel_pool
from parallel_pool.envs import atari, test_envs

if "Scripted-v0" not in parallel_pool.list_all_envs():
    parallel_pool.register(test_envs)

TEST_IDS = [env_type.id for env_type in test_envs.env_types]
# All Atari games are of one make: these stand for them, and `tests/atari` plays all of them.
OTHER_GAMES = {env_type.id for env_type in atari.env_types} - {"Breakout-v5", "ALE-Pong-v5"}
IDS = [id for id in parallel_pool.list_all_envs() if id not in OTHER_GAMES]
PUBLIC_IDS = [id for id in IDS if id not in TEST_IDS]


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
