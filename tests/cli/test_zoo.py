# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""The command ``zoo``, without installing anything: `make test-zoo` installs."""

from __future__ import annotations

import csv
import itertools
import subprocess
import sys
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium import spaces
from parallel_pool.python_envs.worker import as_gymnasium
from parallel_pool.tools.cli import app
from parallel_pool.tools.zoo import catalogue, command, conformance, trial, venvs
from typer.testing import CliRunner

pettingzoo = pytest.importorskip("pettingzoo")


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
    both = CliRunner().invoke(app, ["zoo", "--all", "minatar"])
    assert both.exit_code == 2
    assert "give --all or names of packages, got --all and minatar" in both.stderr


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


def test_builds_with_what_is_installed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Of packages whose builds need more than they say."""
    runs: list[tuple[list[str], dict[str, str]]] = []

    def run(command: list[str], env: dict[str, str], **_: Any) -> Any:
        runs.append((command[command.index("install") :], env))
        return subprocess.CompletedProcess(command, 0)

    monkeypatch.setattr(venvs.venv, "create", lambda folder, with_pip: folder.mkdir())
    monkeypatch.setattr(venvs.subprocess, "run", run)
    monkeypatch.setattr(venvs, "_copy_this_installation", lambda folder: None)
    package = catalogue.Package(
        "x", ("y",), {}, without_dependencies=("x",), isolated_build=False, variables={"A": "b"}
    )
    folder = tmp_path / "x"
    venvs.install(package, folder)
    (first, _), (second, env) = runs
    assert first[:2] == ["install", "y"]
    assert second == ["install", "--no-deps", "--no-build-isolation", "x"]
    assert env["A"] == "b"
    assert env["PATH"].startswith(f"{folder}/bin:")


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
    recording = conformance.record(conformance.Plan(own, 4, 20, 3))
    assert recording.steps == 80
    assert conformance.compare(recording, own, 2, asynchronous) is None
    assert conformance.is_reproducible(recording)
    found = conformance.compare(recording, shared, 2, asynchronous)
    assert found is not None
    assert "observation is" in found
    assert not conformance.is_reproducible(conformance.record(conformance.Plan(shared, 2, 5, 3)))


class Chatty(Moody):
    """Tells a number of its own, and one that no seed determines."""

    def step(self, action: int) -> Any:
        *values, _ = super().step(action)
        return *values, {"drawn": float(next(COUNT)), "own": self.np_random.random()}


@pytest.mark.parametrize(("left_out", "same"), [((), False), (("drawn",), True), (("own",), False)])
def test_infos_that_no_seed_determines(left_out: tuple[str, ...], same: bool) -> None:
    def make() -> Chatty:
        return Chatty(False)

    plan = conformance.Plan(make, 2, 5, 3, unseeded_infos=left_out)
    recording = conformance.record(plan)
    assert (conformance.compare(recording, make, 2, False) is None) == same
    assert conformance.is_reproducible(recording) == same


class Leaving(pettingzoo.ParallelEnv):  # type: ignore[misc, name-defined]
    """Agents leave at random; an agent whose action says so wins."""

    metadata = {"name": "leaving"}  # noqa: RUF012

    def __init__(self, prize: float = 1.0) -> None:
        self.possible_agents = ["b", "a"]
        self.agents: list[str] = []
        self.prize = prize
        self.random = np.random.default_rng()

    def observation_space(self, agent: str) -> Any:
        return spaces.Box(0, 1, (2,), np.float64)

    def action_space(self, agent: str) -> Any:
        return spaces.Discrete(3)

    def reset(self, seed: int | None = None, options: Any = None) -> Any:
        if seed is not None:
            self.random = np.random.default_rng(seed)
        self.agents = self.possible_agents[:]
        return {a: self.random.random(2) for a in self.agents}, {"a": {"turn": 0}}

    def step(self, actions: dict[str, Any]) -> Any:
        acting = self.agents
        draws = {a: self.random.random() for a in acting}
        won = {a: bool(actions[a] == 2 and draws[a] < 0.5) for a in acting}
        late = {a: not won[a] and draws[a] > 0.8 for a in acting}
        self.agents = [a for a in acting if not won[a] and not late[a]]
        rewards = {a: self.prize * won[a] for a in acting}
        return {a: self.random.random(2) for a in acting}, rewards, won, late, {"b": {"x": 1.5}}


class Turns(pettingzoo.AECEnv):  # type: ignore[misc, name-defined]
    """Its agents take turns, each with one legal move, until the game ends at random."""

    metadata = {"name": "turns"}  # noqa: RUF012

    def __init__(self, prize: float = 1.0) -> None:
        super().__init__()
        self.possible_agents = ["x", "y"]
        self.prize = prize
        self.random = np.random.default_rng()

    def observation_space(self, agent: str) -> Any:
        return spaces.Discrete(100)

    def action_space(self, agent: str) -> Any:
        return spaces.Discrete(4)

    def observe(self, agent: str) -> int:
        return self.moves

    def reset(self, seed: int | None = None, options: Any = None) -> None:
        if seed is not None:
            self.random = np.random.default_rng(seed)
        self.agents = self.possible_agents[:]
        self.agent_selection = self.agents[int(self.random.integers(2))]
        self.moves = 0
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.allow()

    def allow(self) -> None:
        self.legal = int(self.random.integers(4))
        masks = np.eye(4, dtype=np.int8)
        self.infos = {agent: {"action_mask": masks[self.legal]} for agent in self.agents}

    def step(self, action: Any) -> None:
        mover = self.agent_selection
        if self.terminations[mover]:
            self._was_dead_step(action)
            return
        assert action == self.legal
        self.moves += 1
        self.rewards[mover] = self.prize * self.moves
        self.agent_selection = self.agents[1 - self.agents.index(mover)]
        if self.random.random() < 0.2:
            self.terminations = dict.fromkeys(self.agents, True)
        self.allow()


@pytest.mark.parametrize("asynchronous", [False, True])
@pytest.mark.parametrize("kind", [Leaving, Turns])
def test_conformance_of_agents(kind: Any, asynchronous: bool) -> None:
    recording = conformance.record(conformance.Plan(lambda: as_gymnasium(kind()), 4, 20, 3))
    assert conformance.is_reproducible(recording)
    assert conformance.compare(recording, kind, 2, asynchronous) is None
    found = conformance.compare(recording, lambda: kind(2.0), 2, asynchronous)
    assert found is not None
    assert "reward is" in found


@pytest.mark.parametrize("kind", [Leaving, Turns])
def test_speeds_of_agents(kind: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Moves are legal, and as many as there are rows."""
    package = catalogue.Package("mine", (), {"mine": "kind"})
    monkeypatch.setattr(catalogue.Package, "source", lambda self, env: kind)
    found = trial.attempt(package, "mine", 0.01)
    assert found.get("problem") is None
    assert found["exact_async"] == 1000
    assert found["peer_problem"] == "it steps one agent"
    assert all(found[name] > 0 for name in ("sync", "async", "bare"))


class Unseeded(Turns):
    """Legal moves of one game are not those of the next."""

    def reset(self, seed: int | None = None, options: Any = None) -> None:
        super().reset()


def test_replays_that_fail() -> None:
    """Other games are not an error, and a pool's failure is a difference."""
    plan = conformance.Plan(lambda: as_gymnasium(Unseeded()), 2, 20, 3)
    assert not conformance.is_reproducible(conformance.record(plan))

    class Broken(Moody):
        def step(self, action: int) -> Any:
            raise ValueError("it broke")

    found = conformance.compare(
        conformance.record(conformance.Plan(own, 2, 5, 3)), lambda: Broken(False), 2, False
    )
    assert found is not None
    assert "it broke" in found
