# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""The command ``zoo``, without installing anything: `make test-zoo` installs."""

from __future__ import annotations

import csv
import itertools
import sys
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium import spaces
from parallel_pool.tools.cli import app
from parallel_pool.tools.zoo import catalogue, command, conformance, venvs
from typer.testing import CliRunner


@pytest.fixture
def beside_us(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Trials run in this interpreter's environment."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr(venvs, "install", lambda package, folder: folder.mkdir(parents=True))
    monkeypatch.setattr(venvs, "python_of", lambda folder: Path(sys.executable))


def test_lists_the_packages() -> None:
    shown = CliRunner().invoke(app, ["zoo"]).stdout
    assert all(one.name in shown for one in catalogue.PACKAGES)
    wrong = CliRunner().invoke(app, ["zoo", "nobody"])
    assert wrong.exit_code == 2
    assert "no package 'nobody' in the zoo; known: minatar" in wrong.stderr


@pytest.mark.usefixtures("beside_us")
def test_tries_a_package(tmp_path: Path) -> None:
    """Rows of other packages stay in the file."""
    file = tmp_path / "zoo.csv"
    old = dict.fromkeys(command.COLUMNS, "") | {"package": "minatar", "sync": "5"}
    command._write(file, [old, old | {"package": "text"}])
    result = CliRunner().invoke(app, ["zoo", "text", "--seconds", "0.01", "--csv", str(file)])
    assert result.exit_code == 0, result.output
    assert "1,000 + 1,000" in result.stdout
    with file.open(newline="") as opened:
        first, row = csv.DictReader(opened)
    assert first == old
    assert (row["package"], row["env"], row["problem"]) == ("text", "Riddles", "")
    assert all(float(row[name]) > 0 for name in ("sync", "async", "bare", "mib_per_env"))


@pytest.mark.usefixtures("beside_us")
def test_says_why_it_does_not_work(monkeypatch: pytest.MonkeyPatch) -> None:
    result = CliRunner().invoke(app, ["zoo", "crafter"])
    assert result.exit_code == 1
    assert "PROBLEM crafter Crafter: ModuleNotFoundError: No module named 'crafter'" in (
        result.stdout
    )

    def fail(package: Any, folder: Path) -> None:
        raise venvs.InstallError("pip install x failed: ERROR: no such thing")

    monkeypatch.setattr(venvs, "install", fail)
    result = CliRunner().invoke(app, ["zoo", "crafter"])
    assert result.exit_code == 1
    assert "PROBLEM crafter : not installed: pip install x failed: ERROR: no such" in result.stdout


COUNT = itertools.count()


class Moody(gymnasium.Env[np.ndarray, int]):
    """Observes a number of its own, or one that all of a process share."""

    observation_space = spaces.Box(-9, 1e9, (1,), np.float64)
    action_space = spaces.Discrete(2)

    def __init__(self, shared: bool) -> None:
        self.shared = shared

    def reset(self, *, seed: int | None = None, options: Any = None) -> Any:
        super().reset(seed=seed)
        return self._observe(), {"drawn": self.np_random.random()}

    def step(self, action: int) -> Any:
        return self._observe(), 0.5, self.np_random.random() < 0.3, False, {}

    def _observe(self) -> np.ndarray:
        return np.array([float(next(COUNT)) if self.shared else self.np_random.normal()])


def own() -> Moody:
    return Moody(False)


def shared() -> Moody:
    return Moody(True)


@pytest.mark.parametrize("asynchronous", [False, True])
def test_conformance_sees_a_difference(asynchronous: bool) -> None:
    recording = conformance.record(own, 4, 20, 3, 60.0)
    assert recording.steps == 80
    assert conformance.compare(recording, own, 2, asynchronous) is None
    assert conformance.is_reproducible(recording, own)
    found = conformance.compare(recording, shared, 2, asynchronous)
    assert found is not None
    assert "observation is" in found
    assert not conformance.is_reproducible(conformance.record(shared, 2, 5, 3, 60.0), shared)
