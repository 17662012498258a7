# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""``parallel-pool new``: what it writes where, and what it refuses. tests/out_of_tree builds it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from parallel_pool.tools.cli import app
from typer.testing import CliRunner, Result


def new(*arguments: str | Path) -> Result:
    return CliRunner().invoke(app, ["new", *(str(argument) for argument in arguments)])


def test_writes_a_project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    result = new("games", "--env", "Hall")
    assert result.exit_code == 0, result.output
    *written, last = result.stdout.splitlines()
    assert last == "next: cd games, pip install ., pytest"
    assert sorted(Path(line) for line in written) == sorted(
        path.relative_to(tmp_path) for path in Path("games").resolve().rglob("*") if path.is_file()
    )
    assert "games/hall.h" in written


def test_takes_an_empty_folder(tmp_path: Path) -> None:
    assert new("games", "--env", "Hall", "--folder", tmp_path).exit_code == 0


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("MyEnvs",), "must consist of lower-case letters, digits and underscores, got 'MyEnvs'"),
        (("my-envs",), "must consist of lower-case letters"),
        (("1st",), "must consist of lower-case letters"),
        (("class",), "'class' is already a name in Python or C++"),
        (("double",), "'double' is already a name"),
        (("json",), "'json' is already a name"),
        (("parallel_pool",), "'parallel_pool' is already a name"),
        (("gymnasium",), "a package 'gymnasium' is installed already: choose a name"),
        (
            ("games", "--env", "hall"),
            "an environment's name must be a C++ class name in PascalCase, got 'hall'",
        ),
        (
            ("games", "--env", "Action"),
            "an environment's name must be a C++ class name in PascalCase",
        ),
    ],
)
def test_refuses(arguments: tuple[str, ...], message: str, tmp_path: Path) -> None:
    """And writes nothing."""
    result = new(*arguments, "--folder", tmp_path / "new")
    assert result.exit_code == 2
    assert result.stderr.startswith("error: ")
    assert message in result.stderr
    assert not (tmp_path / "new").exists()


def test_refuses_an_id_that_exists(tmp_path: Path) -> None:
    result = new("games", "--env", "CartPole", "--folder", tmp_path / "new")
    assert result.exit_code == 2
    assert "an environment 'CartPole-v0' exists already: choose another" in result.stderr


def test_refuses_a_folder_with_something_in_it(tmp_path: Path) -> None:
    (tmp_path / "precious.txt").write_text("mine")
    result = new("games", "--env", "Hall", "--folder", tmp_path)
    assert result.exit_code == 2
    assert "exists already and is not an empty folder" in result.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["precious.txt"]


def test_a_second_project_of_the_name_is_refused_for_its_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Although Python finds the folder of the first one as a package."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    assert new("games", "--env", "Hall").exit_code == 0
    assert "games exists already and is not an empty folder" in new("games", "--env", "Hall").stderr


def test_writes_a_model_and_its_task(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whose tests pass as they are."""
    monkeypatch.chdir(tmp_path)
    result = new("walker", "--mujoco")
    assert result.exit_code == 0, result.output
    assert result.stdout.splitlines()[-1] == "next: cd walker, pytest"
    assert {path.name for path in Path("walker").iterdir()} == {
        "README.md", "model.xml", "test_walker.py", "train.py", "walker.py",
    }  # fmt: skip
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider"],
        cwd="walker", capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    assert "my_robot" not in "".join(path.read_text() for path in Path("walker").glob("*.*"))
