# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""The command ``demo``: what it says and writes, and where foreign noise goes."""

from __future__ import annotations

import csv
import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from parallel_pool.family import Case
from parallel_pool.tools.bench import replay
from parallel_pool.tools.bench.measure import Plan
from parallel_pool.tools.cli import app
from parallel_pool.tools.demo import run
from parallel_pool.tools.demo.quiet import quiet
from PIL import Image
from typer.testing import CliRunner


@pytest.fixture(autouse=True)
def short(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Two ids and one case, as short as possible, in a folder of its own."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(run, "IDS", ("FrozenLake-v1", "MiniGrid-DoorKey-8x8-v0"))
    monkeypatch.setattr(run, "CASES", (Case("CartPole-v1", 64),))
    monkeypatch.setattr(run, "_PLAN", Plan(rounds=1, seconds=0.001))
    monkeypatch.setattr(run, "_STEPS", 110)
    monkeypatch.setattr(run, "_FRAMES", 3)


def test_it_says_what_it_finds_and_writes_everything_into_its_folder(
    capfd: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    result = CliRunner().invoke(app, ["demo", "--folder", "out"])
    assert result.exit_code == 0, result.output
    said = capfd.readouterr().out
    assert "FrozenLake-v1            Gymnasium:    440 time steps, " in said
    assert said.count(" ended: equal\n") == 2
    assert "64 CartPole-v1" in said
    assert "train CartPole-v1" in said
    names = {"environments.gif", "log.txt", "speed.csv", "speed.png"}
    assert {path.name for path in Path("out").iterdir()} == names
    assert all(f"out/{name}" in said for name in names)
    assert {path.name for path in tmp_path.iterdir()} == {"out"}
    with Path("out/speed.csv").open(newline="") as file:
        assert "Gymnasium vectorised" in {row["contender"] for row in csv.DictReader(file)}
    with Image.open("out/environments.gif") as picture:
        assert picture.size == (2 * 164 + 2 * 164 - 4, 160)


def test_a_difference_ends_it(
    capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def differs(id: str, **_: object) -> Iterator[replay.Replay]:
        yield replay.Replay(40, 1, "reward of environment 0 at step 11 is 1.0, not 0.0")

    monkeypatch.setattr(replay, "replaying", differs)
    assert CliRunner().invoke(app, ["demo", "--folder", "out"]).exit_code == 1
    said = capfd.readouterr().out
    assert "1 episode ended: reward of environment 0 at step 11 is 1.0, not 0.0\n" in said
    assert "Fast" not in said


def test_a_file_is_no_folder(tmp_path: Path) -> None:
    (tmp_path / "out").touch()
    result = CliRunner().invoke(app, ["demo", "--folder", "out"])
    assert result.exit_code == 2
    assert result.stderr == "error: the files cannot be written: out is not a folder\n"


def test_what_others_print_goes_to_the_log(
    capfd: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """Of C libraries and child processes too; afterwards all is as before."""
    inside = tmp_path / "inside"
    inside.mkdir()
    with quiet(inside, tmp_path / "log.txt") as terminal:
        print("from Python")
        os.write(2, b"from C\n")
        os.system("echo from a child")
        assert Path.cwd() == inside
        terminal.write("for the user\n")
    os.write(1, b"later\n")
    assert Path.cwd() == tmp_path
    assert capfd.readouterr().out == "for the user\nlater\n"
    assert (tmp_path / "log.txt").read_text() == "from Python\nfrom C\nfrom a child\n"
