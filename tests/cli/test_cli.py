# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""The command line: what it prints and writes, its exit codes, and what it says on errors."""

from __future__ import annotations

import csv
import importlib.util
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import parallel_pool
import pytest
from parallel_pool import _core
from parallel_pool.families import FAMILIES
from parallel_pool.tools.bench import replay
from parallel_pool.tools.bench.report import COLUMNS, NUMBERS
from parallel_pool.tools.cli import app
from typer.testing import CliRunner, Result

SHORT = ("--seconds", "0.02", "--rounds", "2")


def invoke(*arguments: str | Path) -> Result:
    """Runs a command in this process."""
    return CliRunner().invoke(app, [str(argument) for argument in arguments])


def run_module(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Runs ``python -m parallel_pool`` as a user does."""
    command = [sys.executable, "-m", "parallel_pool", *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)


def assert_clean_error(result: Result, text: str) -> None:
    """One line on stderr, exit code 2."""
    assert result.exit_code == 2
    assert result.stderr.startswith("error: ")
    assert result.stderr.count("\n") == 1
    assert text in result.stderr


# --- bench ----------------------------------------------------------------------------------------


def test_bench_prints_a_table_and_writes_csv_and_chart(tmp_path: Path) -> None:
    """Every contender that can run has numbers, every other one a reason."""
    table, chart = tmp_path / "bench.csv", tmp_path / "bench.png"
    result = invoke(
        "bench", "--id", "CartPole-v1", "--num-envs", "2", *SHORT, "--csv", table, "--png", chart
    )
    assert result.exit_code == 0, result.output
    with table.open(newline="") as file:
        reader = csv.DictReader(file)
        rows = list(reader)
    assert tuple(reader.fieldnames or ()) == COLUMNS
    by_name = {row["contender"]: row for row in rows}
    assert list(by_name) == [
        "parallel_pool",
        "EnvPool",
        "Gymnasium vectorised",
        "Gymnasium SyncVectorEnv",
        "Gymnasium AsyncVectorEnv",
    ]
    for name, row in by_name.items():
        assert name in result.stdout
        assert (row["id"], row["num_envs"], row["batch_size"]) == ("CartPole-v1", "2", "")
        assert row["numpy"] == np.__version__
        if row["absent"]:
            assert not any(row[column] for column in NUMBERS)
            assert row["absent"] in result.stdout
        else:
            assert all(float(row[column]) > 0 for column in NUMBERS), name
    assert [by_name["parallel_pool"][column] for column in ("ratio", "cpu_ratio")] == ["1", "1"]
    assert not by_name["Gymnasium AsyncVectorEnv"]["absent"]
    assert chart.read_bytes().startswith(b"\x89PNG")
    assert "CPUs allowed" in result.stdout


def test_tables_in_a_pipe_are_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No column is cut and no row wrapped, however narrow the terminal of the next program is."""
    monkeypatch.setenv("COLUMNS", "40")
    case = ("--id", "CartPole-v1", "--num-envs", "2", "--rounds", "1", "--seconds", "0.001")
    measured = invoke("bench", *case, "--no-png", "--csv", tmp_path / "bench.csv").stdout
    assert "\N{HORIZONTAL ELLIPSIS}" not in measured
    assert (
        len(re.findall(r"^ *Gymnasium SyncVectorEnv +\S+ +\S+ +\S+ +\S+x *$", measured, re.M)) == 1
    )


def test_info_fits_the_width(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also in a pipe, where it cuts nothing; only addresses and spaces stay whole."""
    monkeypatch.setenv("COLUMNS", "70")
    facts, _, below = invoke("info", "CartPole-v1").stdout.partition("\n\n")
    assert max(map(len, below.splitlines())) <= 70
    wide = [line for line in facts.splitlines() if len(line) > 70]
    assert all(re.search(r" (https://\S+|Box\(.*\))$", line) for line in wide), wide
    assert "\N{HORIZONTAL ELLIPSIS}" not in facts + below


def test_bench_ratios_follow_from_rates(tmp_path: Path) -> None:
    """With one round, the median ratio is the ratio of the medians."""
    table = tmp_path / "bench.csv"
    where = ("--csv", table, "--no-png")
    result = invoke(
        "bench", "--id", "CartPole-v1", "--num-envs", "3", *SHORT, "--rounds", "1", *where
    )
    assert result.exit_code == 0, result.output
    with table.open(newline="") as file:
        rows = [row for row in csv.DictReader(file) if not row["absent"]]
    assert len(rows) >= 4
    for row in rows:
        for ratio, rate in (("ratio", "steps_per_second"), ("cpu_ratio", "steps_per_cpu_second")):
            expected = float(rows[0][rate]) / float(row[rate])
            assert float(row[ratio]) == pytest.approx(expected, rel=1e-4)
        assert float(row["steps"]) / float(row["seconds"]) == pytest.approx(
            float(row["steps_per_second"]), rel=0.02
        )
    assert [path.name for path in tmp_path.iterdir()] == ["bench.csv"]


@pytest.mark.parametrize(
    ("option", "id", "machines", "contenders"),
    [
        ("--busy", "FrozenLake-v1", 2, ["recv+send, 1", "recv+send, 2", "step, 1", "step, 2"]),
        ("--scale", "CartPole-v1", 1, ["1 thread"]),
    ],
)
def test_bench_compares_pools(
    option: str, id: str, machines: int, contenders: list[str], tmp_path: Path
) -> None:
    """Each way to step and each number of threads, quiet and beside busy processes."""
    table = tmp_path / "bench.csv"
    size = "8" if option == "--busy" else "16384"
    chosen = ("--id", id, "--num-envs", size)
    result = invoke("bench", option, *chosen, *SHORT, "--rounds", "1", "--csv", table)
    assert result.exit_code == 0, result.output
    with table.open(newline="") as file:
        rows = [row for row in csv.DictReader(file) if not row["absent"]]
    neighbours = {row["neighbours"] for row in rows}
    assert len(neighbours) == machines
    assert "0" in neighbours
    assert {row["contender"] for row in rows} >= set(contenders)
    assert all(float(row["steps_per_second"]) > 0 for row in rows)
    assert all(float(row["context_switches"]) >= 0 for row in rows)


def test_bench_refuses_what_it_does_not_compare() -> None:
    """The message lists the cases there are."""
    assert_clean_error(invoke("bench", "--scale", "--id", "Taxi-v4"), "known: CartPole-v1 with")
    assert_clean_error(
        invoke("bench", "--scale", "--busy"), "give one of --sb3, --busy, --scale and --ways"
    )


def test_bench_refuses_unknown_ids() -> None:
    """The message names the nearest id."""
    assert_clean_error(
        invoke("bench", "--id", "CartPol-v1"),
        "there is no environment 'CartPol-v1', did you mean 'CartPole-v1'",
    )


@pytest.mark.parametrize("option", ["--csv", "--png"])
def test_bench_refuses_a_missing_folder_at_once(option: str, tmp_path: Path) -> None:
    """Nothing is measured that could not be written."""
    missing = tmp_path / "missing"
    assert_clean_error(invoke("bench", option, missing / "file"), f"there is no folder {missing}")


def test_bench_without_matplotlib_draws_no_chart(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """The numbers are measured all the same, and a note says what the chart needs."""
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    monkeypatch.chdir(tmp_path)
    fast = ("--id", "CartPole-v1", "--num-envs", "2", "--rounds", "1", "--seconds", "0.001")
    result = invoke("bench", *fast)
    assert result.exit_code == 0, result.output
    assert result.stderr == "no chart: it needs matplotlib (pip install 'parallel_pool[bench]')\n"
    assert [path.name for path in tmp_path.iterdir()] == ["parallel_pool_bench.csv"]


def test_bench_for_stable_baselines3_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    assert_clean_error(invoke("bench", "--sb3", "--no-png"), "pip install 'parallel_pool[sb3]'")


def test_bench_refuses_a_chart_without_matplotlib(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Before anything is measured, if a chart was asked for."""
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    assert_clean_error(
        invoke("bench", "--csv", tmp_path / "bench.csv", "--png", tmp_path / "bench.png"),
        "the chart needs matplotlib: pip install 'parallel_pool[bench]', or pass --no-png",
    )
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("arguments", [("--num-envs", "0"), ("--rounds", "0"), ("--seconds", "0")])
def test_bench_refuses_numbers_that_make_no_sense(arguments: tuple[str, str]) -> None:
    """Typer says which option it was."""
    result = invoke("bench", *arguments)
    assert result.exit_code == 2
    assert arguments[0] in result.stderr
    assert "Traceback" not in result.output


# --- verify ---------------------------------------------------------------------------------------


class Wrong(gymnasium.Wrapper[Any, Any, Any, Any]):
    """Changes one result of one step."""

    def __init__(self, env: gymnasium.Env[Any, Any], field: str) -> None:
        super().__init__(env)
        self._field = field
        self._left = 40

    def step(self, action: Any) -> tuple[Any, Any, bool, bool, dict[str, Any]]:
        """The step of the environment, but for one."""
        observation, reward, terminated, truncated, info = self.env.step(action)
        self._left -= 1
        if self._left:
            return observation, reward, terminated, truncated, info
        return {
            "observation": (np.nextafter(observation, 9), reward, terminated, truncated, info),
            "reward": (observation, np.nextafter(reward, 9), terminated, truncated, info),
            "termination": (observation, reward, not terminated, truncated, info),
            "truncation": (observation, reward, terminated, not truncated, info),
            "info": (observation, reward, terminated, truncated, info | {"more": 1}),
        }[self._field]


@pytest.mark.parametrize("field", ["observation", "reward", "termination", "truncation", "info"])
def test_verify_finds_a_planted_difference(field: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """It says where the difference is, and fails."""
    make = replay.make_reference
    monkeypatch.setattr(replay, "make_reference", lambda id: Wrong(make(id), field))
    result = invoke("verify", "--id", "Pendulum-v1")
    assert result.exit_code == 1
    expected = f"Pendulum-v1: 156 steps, 0 episodes: {field} of environment 0 at step 40"
    assert expected in result.stdout


def test_verify_says_that_every_bit_agrees() -> None:
    """The line names the steps and episodes that were compared."""
    result = invoke("verify", "--id", "FrozenLake-v1")
    assert result.exit_code == 0, result.output
    assert result.stdout.startswith("FrozenLake-v1: 1,200 steps, ")
    assert result.stdout.endswith(" episodes: every bit agrees\n")


def test_verify_refuses_unknown_ids() -> None:
    """As bench does."""
    assert_clean_error(invoke("verify", "--id", "Foo-v1"), "there is no environment 'Foo-v1'")


# --- doctor and list ------------------------------------------------------------------------------


def test_doctor_finds_no_problem() -> None:
    """Every check is a line that says ok, and a table has the families."""
    result = invoke("doctor")
    assert result.exit_code == 0, result.output
    lines = result.stdout.splitlines()
    table = next(i for i, line in enumerate(lines) if "what to install" in line) - 1
    assert all(line.startswith("ok ") for line in lines[:table])
    for text in (
        "ABI version",
        "Gymnasium",
        "CPUs",
        "every bit agrees",
        FAMILIES[0],
        "envpool",
    ):
        assert text in result.stdout


def test_doctor_reports_a_problem(monkeypatch: pytest.MonkeyPatch) -> None:
    """Another result in the last bit is one, and so is a check that raises."""
    real = _core.sin
    monkeypatch.setattr(_core, "sin", lambda x: float(np.nextafter(real(x), 2.0)))
    monkeypatch.delattr(_core, "Pcg64Generator")
    result = invoke("doctor")
    assert result.exit_code == 1
    problems = [line for line in result.stdout.splitlines() if line.startswith("PROBLEM")]
    assert [line.split(":")[0].split(maxsplit=1)[1] for line in problems] == [
        "mathematics against NumPy",
        "random numbers against NumPy",
    ]
    assert "sin is np.float64(" in problems[0]
    assert "AttributeError" in problems[1]


def test_list_prints_every_id() -> None:
    """One a line, nothing else."""
    result = invoke("list")
    assert result.stdout.split() == parallel_pool.list_all_envs()


# --- As a program ---------------------------------------------------------------------------------


def test_module_is_the_program() -> None:
    """``python -m parallel_pool`` has the same commands, exit codes and clean errors."""
    listed = run_module("list")
    assert listed.returncode == 0
    assert "CartPole-v1" in listed.stdout.split()
    refused = run_module("bench", "--id", "Foo-v1")
    assert refused.returncode == 2
    assert refused.stderr.startswith("error: there is no environment 'Foo-v1'")
    assert refused.stderr.count("\n") == 1
    helped = run_module("--help")
    assert all(name in helped.stdout for name in ("bench", "demo", "doctor", "list", "verify"))


def test_importing_the_package_imports_none_of_the_tools() -> None:
    """Only the command line needs them."""
    code = (
        "import sys, parallel_pool\n"
        "tools = {'typer', 'rich', 'matplotlib', 'envpool'}\n"
        "print(sorted(tools & {name.split('.')[0] for name in sys.modules}))"
    )
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=True)
    assert done.stdout.strip() == "[]"


def test_a_terminal_with_few_characters() -> None:
    """What it lacks becomes a question mark."""
    done = subprocess.run(
        [sys.executable, "-m", "parallel_pool", "info", "Ant-v5"],
        capture_output=True,
        text=True,
        check=False,
        env=os.environ | {"PYTHONIOENCODING": "ascii"},
    )
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    assert "\n| " in done.stdout  # a table


@pytest.mark.parametrize("command", [("bench", "--quick", "--csv"), ("bench", "--quick", "--png")])
@pytest.mark.parametrize("place", ["folder.png", "missing/file.png", "file.png/inner.png"])
def test_files_that_cannot_be_written(command: tuple[str, ...], place: str, tmp_path: Path) -> None:
    """They are refused before anything is measured, in one line."""
    (tmp_path / "folder.png").mkdir()
    (tmp_path / "file.png").touch()
    csv = () if command[-1] == "--csv" else ("--csv", tmp_path / "out.csv")
    result = invoke(*command, tmp_path / place, *csv)
    assert result.exit_code == 2
    assert result.stderr.startswith(f"error: {tmp_path / place} cannot be written: ")
    assert result.stderr.count("\n") == 1


def test_output_that_cannot_be_written() -> None:
    for arguments in (["--help"], ["doctor"]):
        with Path("/dev/full").open("w") as full:
            done = subprocess.run(
                [sys.executable, "-m", "parallel_pool", *arguments],
                stdout=full,
                stderr=subprocess.PIPE,
                text=True,
                check=False,
            )
        assert done.returncode == 2
        assert done.stderr == "error: [Errno 28] No space left on device\n"
