# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""The benchmark's contenders step; its numbers mean something on a quiet machine only."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("stable_baselines3", reason="needs stable-baselines3: `make test-adapters`")

from parallel_pool.family import Case
from parallel_pool.tools import cli
from parallel_pool.tools.bench.cases import SB3_CASES
from parallel_pool.tools.bench.sb3_contenders import CONTENDERS, EnvPoolAdapter, Subprocesses
from typer.testing import CliRunner


def test_the_command(tmp_path: Path) -> None:
    """All who can take part do, and the numbers are written."""
    numbers = tmp_path / "numbers.csv"
    options = ["--num-envs", "3", "--rounds", "1", "--seconds", "0.001", "--no-png"]
    arguments = ["bench", "--sb3", "--id", "CartPole-v1", *options, "--csv", str(numbers)]
    done = CliRunner().invoke(cli.app, arguments)
    assert done.exit_code == 0, done.output
    rows = numbers.read_text().splitlines()
    assert len(rows) == 1 + len(CONTENDERS)
    for name in ("parallel_pool", "DummyVecEnv", "SubprocVecEnv"):
        assert any(f",{name},," in row for row in rows), name


def test_the_cases() -> None:
    assert [case.num_envs for case in SB3_CASES] == [16, 128, 1024]


def test_who_can_not_run_says_why() -> None:
    assert Subprocesses().why_not(Case("CartPole-v1", 1024)) == (
        "it would take 1024 processes, more than 128"
    )
    assert Subprocesses().why_not(Case("Catch-v0", 2)) == "Gymnasium has no Catch-v0"


class FakeEnvPool:
    """Two environments, of which the second is done in every step."""

    num_envs = 2
    observation_space = action_space = None
    render_mode = None

    def __init__(self) -> None:
        self.resets: list[object] = []

    def get_attr(self, name: str, indices: object = None) -> list[None]:
        return [None, None]

    def reset(self, ids: np.ndarray | None = None) -> tuple[np.ndarray, dict[str, np.ndarray]]:
        self.resets.append(None if ids is None else ids.tolist())
        return np.zeros((2 if ids is None else len(ids), 1)), {}

    def step(self, actions: np.ndarray) -> tuple[object, ...]:
        infos = {"lives": np.array([3, 4]), "players": {"env_id": np.array([0, 1])}}
        ended = np.array([False, True])
        return np.ones((2, 1)), np.ones(2), ended, np.zeros(2, dtype=bool), infos


def test_the_adapter_resets_who_is_done() -> None:
    """Row by row, as EnvPool's example."""
    fake = FakeEnvPool()
    adapter = EnvPoolAdapter(fake)
    adapter.reset()
    observations, _, dones, infos = adapter.step(np.zeros(2))
    assert fake.resets == [None, [1]]
    assert observations.tolist() == [[1.0], [0.0]]
    assert dones.tolist() == [False, True]
    assert infos[0] == {"lives": 3}
    assert infos[1]["lives"] == 4
    assert infos[1].keys() == {"lives", "terminal_observation"}
