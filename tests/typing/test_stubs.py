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
from parallel_pool.native import NativeEnvType, NativePool

from tools.golden.stubs import MODULES, path_of, raw_stub, stub


def test_marker_is_installed() -> None:
    """Type checkers look at an installed package's types only if it has the marker."""
    assert files(parallel_pool).joinpath("py.typed").is_file()


@pytest.mark.parametrize("module", MODULES)
def test_stub_is_current(module: str) -> None:
    assert path_of(module).read_text() == stub(module), (
        "run `make golden` and look at the difference"
    )


def test_protocols_are_what_the_modules_have(tmp_path: Path) -> None:
    """Stubs name the protocols of pools and environment types in place of the engine's classes."""
    (tmp_path / "raw.pyi").write_text(raw_stub("parallel_pool._core"))
    code = tmp_path / "use.py"
    code.write_text(
        "import raw\n"
        "from parallel_pool.native import NativeEnvType, NativePool\n"
        "def pool(it: raw.Pool) -> NativePool: return it\n"
        "def env_type(it: raw.EnvType) -> NativeEnvType: return it\n"
    )
    assert "use.py" not in strict_mypy(code)
    env_type = parallel_pool.registry.find("CartPole-v1")
    pool = env_type.make_pool({}, num_envs=1)
    for protocol, it in ((NativeEnvType, env_type), (NativePool, pool)):
        has = {name for name in dir(it) if not name.startswith("_")}
        assert has == {name for name in dir(protocol) if not name.startswith("_")}


def strict_mypy(code: Path) -> str:
    """What mypy says of a strict user's file."""
    command = [sys.executable, "-m", "mypy", "--strict", "--cache-dir"]
    done = subprocess.run(
        [*command, str(code.parent.parent / "mypy"), str(code)],
        capture_output=True,
        text=True,
        check=False,
        cwd=code.parent,
    )
    return done.stdout + done.stderr


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
    said = strict_mypy(code)
    for expected in (
        "PoolVectorEnv",
        "GymPool",
        "DmPool",
        "list[bytes]",
        "list[str]",
        "No overload variant",
    ):
        assert expected in said
    assert "import-untyped" not in said


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
    said = strict_mypy(code)
    for number, (call, expected) in enumerate(CALLS.items(), 2):
        lines = [line for line in said.splitlines() if f"use.py:{number}:" in line]
        assert bool(lines) == bool(expected), (call, said)
        assert expected in "".join(lines), (call, lines)
