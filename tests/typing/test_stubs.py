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
from parallel_pool import registry

SOURCE = Path(__file__).parents[2] / "python" / "parallel_pool"
MODULES = ["parallel_pool._core", *registry.FAMILIES]

HEADER = '''# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Written by `make golden`."""

'''


def stub_of(name: str, folder: Path) -> str:
    """What nanobind says of a module, asked in a process that has nothing else imported."""
    out = folder / "stub.pyi"
    command = [sys.executable, "-m", "nanobind.stubgen", "--quiet", "-m", name, "-o", str(out)]
    subprocess.run(command, check=True)
    text = out.read_text().replace("env_types: list =", "env_types: list[EnvType] =")
    text = text.replace("aliases: dict =", "aliases: dict[str, str] =")
    return HEADER + text.replace("games: tuple =", "games: tuple[Game, ...] =")


def test_marker_is_installed() -> None:
    """Type checkers look at an installed package's types only if it has the marker."""
    assert files(parallel_pool).joinpath("py.typed").is_file()


@pytest.mark.parametrize("name", MODULES)
def test_stub_is_current(name: str, request: pytest.FixtureRequest, tmp_path: Path) -> None:
    path = SOURCE / Path(*name.split(".")[1:]).with_suffix(".pyi")
    if request.config.getoption("--update-golden"):
        path.write_text(stub_of(name, tmp_path))
    assert path.read_text() == stub_of(name, tmp_path), (
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
