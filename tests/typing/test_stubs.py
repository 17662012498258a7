# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""The stubs of the extension modules say what the modules offer, and the package type-checks."""

from __future__ import annotations

import subprocess
import sys
from importlib.resources import files
from pathlib import Path

import parallel_pool
import pytest

from tools.golden.stubs import MODULES, path_of, stub


def test_marker_is_installed() -> None:
    """Type checkers look at an installed package's types only if it has the marker."""
    assert files(parallel_pool).joinpath("py.typed").is_file()


@pytest.mark.parametrize("module", MODULES)
def test_stub_is_current(module: str) -> None:
    assert path_of(module).read_text() == stub(module), (
        "run `make golden` and look at the difference"
    )


def test_users_code_type_checks(tmp_path: Path) -> None:
    """A strict user sees the types of the public names."""
    code = tmp_path / "use.py"
    code.write_text(
        "import parallel_pool\n"
        "envs = parallel_pool.make('CartPole-v1', num_envs=4)\n"
        "reveal_type(envs)\n"
        "reveal_type(envs.get_state())\n"
        "reveal_type(parallel_pool.make('CartPole-v1', 'gym'))\n"
        "reveal_type(parallel_pool.make('CartPole-v1', env_type='dm'))\n"
        "reveal_type(parallel_pool.list_all_envs())\n"
        "parallel_pool.make(3)\n"
    )
    done = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--cache-dir", str(tmp_path), str(code)],
        capture_output=True,
        text=True,
        check=False,
        cwd=tmp_path,
    )
    for expected in (
        "PoolVectorEnv",
        "GymPool",
        "DmPool",
        "list[bytes]",
        "list[str]",
        "No overload variant",
    ):
        assert expected in done.stdout, done.stdout + done.stderr
    assert "import-untyped" not in done.stdout
