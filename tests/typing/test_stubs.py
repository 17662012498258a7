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
        [
            sys.executable,
            "-m",
            "mypy",
            "--strict",
            "--cache-dir",
            str(tmp_path.parent / "mypy"),
            str(code),
        ],
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


CALLS = {
    "parallel_pool.make('CartPole-v1', autoreset_mode='Never')": "No overload variant",
    "parallel_pool.make('CartPole-v1', render_mode='rgb')": "No overload variant",
    "parallel_pool.make('CartPole-v1', env_type='numpy')": "No overload variant",
    "parallel_pool.make('CartPole-v1', 'gym', num_envs='4')": "No overload variant",
    "parallel_pool.make_gym('CartPole-v1', num_envs='4')": 'Argument "num_envs"',
    "parallel_pool.make_dm('CartPole-v1', seed='4')": 'Argument "seed"',
    "parallel_pool.make_gymnasium('CartPole-v1', render_mode='rgb')": 'Argument "render_mode"',
    "parallel_pool.make('FrozenLake-v1', 'gym', map_name='8x8')": "",
    "parallel_pool.make_dm('FrozenLake-v1', autoreset_mode='NextStep', map_name='8x8')": "",
    "reveal_type(parallel_pool.make('CartPole-v1').step([0])[1])": "ndarray",
    "reveal_type(parallel_pool.make('CartPole-v1').step([0])[4])": "dict[str, Any]",
}


def test_arguments_are_checked(tmp_path: Path) -> None:
    """Keywords are Literals and complete, and results have types."""
    code = tmp_path / "use.py"
    code.write_text("\n".join(["import parallel_pool", *CALLS]))
    done = subprocess.run(
        [
            sys.executable,
            "-m",
            "mypy",
            "--strict",
            "--cache-dir",
            str(tmp_path.parent / "mypy"),
            str(code),
        ],
        capture_output=True,
        text=True,
        check=False,
        cwd=tmp_path,
    )
    for number, (call, expected) in enumerate(CALLS.items(), 2):
        said = [line for line in done.stdout.splitlines() if f"use.py:{number}:" in line]
        assert bool(said) == bool(expected), (call, done.stdout)
        assert expected in "".join(said), (call, said)
