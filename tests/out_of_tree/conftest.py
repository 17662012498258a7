# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""What an author outside this repository has, made once: a wheel, an environment, a project."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.out_of_tree.outsider import Outsider

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="session")
def wheel(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel of this source tree: that of ``--wheel``, or one built here.

    The build folder stays, so that the next build is quick.
    """
    given: Path | None = request.config.getoption("--wheel")
    if given is not None:
        return given.resolve(strict=True)
    folder = tmp_path_factory.mktemp("wheel")
    pip = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation"]
    where = ["--wheel-dir", str(folder), "-Cbuild-dir=build/out_of_tree"]
    done = subprocess.run(
        [*pip, *where, str(ROOT)], capture_output=True, text=True, check=False, cwd=ROOT
    )
    assert done.returncode == 0, done.stdout + done.stderr
    [built] = folder.glob("*.whl")
    return built


@pytest.fixture(scope="session")
def outsider(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Outsider:
    """A bare virtual environment with the wheel and pytest."""
    folder = tmp_path_factory.mktemp("outsider")
    venv = folder / "venv"
    subprocess.run([sys.executable, "-m", "venv", str(venv)], check=True)
    (folder / "work").mkdir()
    someone = Outsider(venv, folder / "work")
    someone.run("python", "-m", "pip", "install", "--quiet", "--no-compile", str(wheel), "pytest")
    return someone


@pytest.fixture(scope="session")
def project(outsider: Outsider) -> Path:
    """A new project, unchanged and installed. An optimised build would take minutes."""
    outsider.run("parallel-pool", "new", "my_envs")
    folder = outsider.folder / "my_envs"
    quick = ["-Ccmake.build-type=Debug", "-Ccmake.define.CMAKE_CXX_FLAGS_DEBUG="]
    outsider.run("python", "-m", "pip", "install", "--quiet", ".", *quick, cwd=folder)
    return folder
