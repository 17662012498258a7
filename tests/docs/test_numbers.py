# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Measured numbers in the documents are those of the files in ``benchmarks/results``."""

from __future__ import annotations

import itertools
import re
from pathlib import Path

import pytest
from parallel_pool.family import Case

from tests.docs.numbers import ABSENT, ROOT, agrees, results, table

BENCHMARKS = "docs/benchmarks.md"
# The rows of the table, each with the case's name in the benchmark.
PYTHON_CASES = {
    "CartPole-v1, 64 environments": "cartpole_64",
    "CartPole-v1, 8 environments": "cartpole_8",
    "84x84x4 images, 64": "image_64",
    "Dict of five, 64": "dict_64",
    "infos of four floats, 64": "typed_info_64",
    "1 ms of computing, 64": "busy_64",
    "1 ms of sleep, 64, 64 workers": "asleep_64",
    "uneven sleeps, 64, 64 workers": "uneven_64",
    "HalfCheetah-v5, 64": "half_cheetah_64",
}
BUSY_CONTENDERS = {
    "`recv`+`send`": "recv+send, 1",
    "2 threads": "recv+send, 2",
    "`step`": "step, 1",
    "`step`, 2 threads": "step, 2",
    "EnvPool": "EnvPool, 1",
    "EnvPool, 2 threads": "EnvPool, 2",
}
# Of each operation alone and beside another core, the case and the quantity in the results.
OPERATIONS = {
    "push a task into the action queue": (("a task", "push"), ("", "")),
    "take a chunk from it": (("a chunk", "pop"), ("a chunk", "pop beside another core")),
    "publish written rows": (("rows", "publish"), ("rows", "publish beside another core")),
    "wake a sleeping thread, for the waker": (("a sleeper", "wake"), ("", "")),
    "until the woken thread runs": (("a sleeper", "wake until it runs"), ("", "")),
}
PYTHON_PEERS = {
    "bare loop, 1 CPU": "bare",
    "AsyncVectorEnv": "AsyncVectorEnv",
    "PufferLib, 1 worker": "PufferLib, 1 workers",
}
JAX_BATCHES = {
    "64 CartPoles": ("CartPole-v1", "64"),
    "1,024 CartPoles": ("CartPole-v1", "1024"),
    "8 Pongs": ("ALE/Pong-v5", "8"),
}
JAX_COLUMNS = {
    "`pool.step`": "python_us",
    "`jax.step`": "scan_us",
    "`xla()`": "xla_us",
    "empty call": "empty_us",
}
BARE_LOOPS = {
    "bare loop": "bare",
    "two bare loops": "bare, 2 processes",
    "two bare loops in threads": "bare, 2 threads",
}


def measured() -> dict[tuple[str, str], dict[str, str]]:
    """The rows of the newest full benchmark, by case and contender."""
    found = {}
    for row in results("bench"):
        batch = int(row["batch_size"]) if row["batch_size"] else None
        case = Case(row["id"], int(row["num_envs"]), int(row["num_threads"]), batch)
        found[case.label, row["contender"]] = row
    return found


@pytest.mark.parametrize(
    ("shown", "number", "same"),
    [
        ("23.8M", 2.378e7, True),
        ("23.8M", 2.386e7, False),
        ("2.2M", 2.19953e6, True),
        ("43x", 43.0233, True),
        ("43x", 43.6, False),
        ("1.6 ms", 0.001551, True),
        ("20 µs", 19.97e-6, True),
        ("20 µs", 21e-6, False),
        ("3.25 times", 3.2513, True),
    ],
)
def test_agreement(shown: str, number: float, same: bool) -> None:
    assert agrees(shown, number) == same


def test_the_table_of_results() -> None:
    """Every case of the run, and the speed and ratio of each contender."""
    rows, numbers = table(BENCHMARKS, "Results"), measured()
    assert {case for case, _ in numbers} == set(rows)
    for case, row in rows.items():
        for contender, shown in row.items():
            number = numbers[case, contender]
            if number["absent"]:
                assert shown == ABSENT, (case, contender)
                continue
            speed, _, ratio = shown.partition(", ")
            assert agrees(speed, number["steps_per_second"]), (case, contender)
            assert not ratio or agrees(ratio, number["ratio"]), (case, contender)


def test_the_date_of_the_results() -> None:
    section = (ROOT / BENCHMARKS).read_text().partition("## Results")[2].partition("\n## ")[0]
    assert results("bench")[0]["date"] in section


def test_the_readme_repeats_the_table() -> None:
    """The README selects rows and columns."""
    whole = table(BENCHMARKS, "Results")
    for case, row in table("README.md", "Speed").items():
        for column, shown in row.items():
            (name,) = [name for name in whole[case] if column.startswith(name)]
            assert shown == whole[case][name], (case, column)


def test_the_first_page_repeats_the_table() -> None:
    """Of the site: the speed of 64 CartPoles, and two ratios."""
    text = (ROOT / "docs" / "index.md").read_text()
    case = "CartPole-v1, 64 environments, 1 thread"
    row = table(BENCHMARKS, "Results")[case]
    millions, sync, envpool = re.findall(
        r"\*\*([\d.]+) million\*\* time steps of 64 CartPoles a second, (\d+) times as\s+many as "
        r"Gymnasium's `SyncVectorEnv` and (\d+) times as many as EnvPool",
        text,
    )[0]
    assert row["parallel_pool"] == f"{millions}M"
    assert row["Gymnasium SyncVectorEnv"].endswith(f", {sync}x")
    assert row["EnvPool"].endswith(f", {envpool}x")


def test_the_table_of_stable_baselines3() -> None:
    """The CPU time of a step of all environments, and its ratio."""
    numbers = {(row["num_envs"], row["contender"]): row for row in results("sb3")}
    names = {"`parallel_pool.sb3`": "parallel_pool"}
    for case, row in table(BENCHMARKS, "Stable-Baselines3").items():
        count = case.removesuffix(" environments")
        for column, shown in row.items():
            number = numbers[count, names.get(column, column.strip("`"))]
            if number["absent"]:
                assert shown == ABSENT, (case, column)
                continue
            time, _, ratio = shown.partition(", ")
            assert agrees(time, int(count) / float(number["steps_per_cpu_second"])), (case, column)
            assert not ratio or agrees(ratio, number["cpu_ratio"]), (case, column)


def test_the_table_of_training_runs() -> None:
    numbers: dict[str, dict[str, dict[str, str]]] = {}
    for row in results("sb3_training"):
        run = f"{row['algorithm']}, {row['id']}, {row['num_envs']} environments"
        numbers.setdefault(run, {})[row["contender"]] = row
    rows = table(BENCHMARKS, "Training with Stable-Baselines3")
    assert [*rows] == [*numbers]
    for run, row in rows.items():
        for column, shown in row.items():
            number = numbers[run].get(column.strip("`").removesuffix(".sb3"))
            if number is None:
                assert shown == ABSENT, (run, column)
                continue
            speed, _, ratio = shown.partition(", ")
            assert agrees(speed, number["steps_per_cpu_second"]), (run, column)
            assert not ratio or agrees(ratio, number["cpu_ratio"]), (run, column)


def test_the_readme_names_the_training_runs() -> None:
    """The smallest and the largest ratio."""
    ratios = [
        float(row["cpu_ratio"])
        for row in results("sb3_training")
        if row["contender"] == "DummyVecEnv"
    ]
    text = (ROOT / "README.md").read_text()
    [(least, most)] = re.findall(r"\*\*(\d\.\d+) to (\d\.\d+) times\*\* as many steps", text)
    assert agrees(f"{least}x", min(ratios))
    assert agrees(f"{most}x", max(ratios))


def test_the_table_of_training_libraries() -> None:
    numbers = {row["library"]: row for row in results("trainers")}
    rows = table(BENCHMARKS, "Training libraries")
    assert rows.keys() == numbers.keys()
    columns = {"pool alone": "pool_us", "adapter": "adapter_us", "own": "own_us"}
    for library, row in rows.items():
        for column, name in columns.items():
            assert agrees(row[column], 1e-6 * float(numbers[library][name])), (library, column)
        added = 100 * float(numbers[library]["added/own"])
        assert agrees(row["added, in % of own"], added), library


@pytest.mark.parametrize(
    ("heading", "kind"),
    [
        ("Environments in Python", "python_envs"),
        ("Beside busy processes", "python_envs_busy"),
        ("Threads, without the GIL", "python_envs_threads"),
    ],
)
def test_the_tables_of_environments_in_python(heading: str, kind: str) -> None:
    numbers = {(row["case"], row["contender"]): row for row in results(kind)}
    rows = table(BENCHMARKS, heading)
    peers = PYTHON_PEERS | BARE_LOOPS
    assert {case for case, _ in numbers} == {PYTHON_CASES[case] for case in rows}
    for case, row in rows.items():
        for column, shown in row.items():
            number = numbers[PYTHON_CASES[case], peers.get(column, column)]
            names = ("steps_per_s", "sync/this", "async/this")
            for value, name in zip(shown.split(", "), names, strict=False):
                assert agrees(value, number[name]), (case, column)


def test_the_table_beside_a_trainer() -> None:
    numbers: dict[str, dict[str, dict[str, str]]] = {}
    for row in results("busy"):
        batch = f", batches of {row['batch_size']}" if row["batch_size"] else ""
        machine = "busy" if int(row["neighbours"]) else "quiet"
        case = f"{row['id']}, {row['num_envs']}{batch}, {machine}"
        numbers.setdefault(case, {})[row["contender"]] = row
    rows = table(BENCHMARKS, "Beside a busy trainer")
    assert [*rows] == [*numbers]
    for case, row in rows.items():
        for column, shown in row.items():
            number = numbers[case][BUSY_CONTENDERS[column]]
            if number["absent"]:
                assert shown == ABSENT, (case, column)
                continue
            speed, _, ratio = shown.partition(", ")
            assert agrees(speed, number["steps_per_second"]), (case, column)
            assert not ratio or agrees(ratio, number["ratio"]), (case, column)


def test_the_table_of_two_threads() -> None:
    numbers = {}
    for row in results("threads"):
        batch = "" if row["batch"] == row["envs"] else f", batches of {row['batch']}"
        numbers[f"{row['id']}, {row['envs']}{batch}"] = row
    rows = table(BENCHMARKS, "Two threads")
    assert [*rows] == [*numbers]
    for case, row in rows.items():
        speed, *ratios = row.values()
        assert agrees(speed, numbers[case]["steps/s of one"]), case
        for ratio, name in zip(ratios, ("two threads", "two processes"), strict=True):
            assert agrees(ratio, numbers[case][name]), (case, name)


def test_the_table_of_actors() -> None:
    rows = table("docs/ray.md", "Speed")
    numbers = {row["case"]: row for row in results("ray")}
    assert [*rows] == [*numbers]
    for case, row in rows.items():
        number = numbers[case]
        actors = "1 actors" if number["1 actors: rows/s"] else "2 actors"
        assert agrees(row["local"], number["local: rows/s"]), case
        for column, name, who in (
            ("local batch", "us a batch", "local"),
            ("driver's CPU a batch", "driver us", actors),
        ):
            assert agrees(row[column], float(number[f"{who}: {name}"]) * 1e-6), (case, column)
        for column, who in (("1 actor", "1 actors"), ("2 actors", "2 actors")):
            measured = number[f"{who}: rows/s"]
            if not measured:
                assert row[column] == ABSENT, (case, column)
                continue
            speed, ratio = row[column].split(", ")
            assert agrees(speed, measured), (case, column)
            assert agrees(ratio, number[f"{who}/local"]), (case, column)


def test_the_model_of_more_cores() -> None:
    numbers = {(row["case"], row["quantity"]): float(row["value"]) for row in results("contention")}
    for operation, row in table(BENCHMARKS, "The cost of shared operations").items():
        for column, quantity in zip(row, OPERATIONS[operation], strict=True):
            shown, measured = row[column], numbers.get(quantity)
            assert shown == ABSENT if measured is None else agrees(shown, measured * 1e-9)
    for case, row in table(BENCHMARKS, "Predicted efficiency").items():
        name = case.partition(",")[0]
        for column, shown in row.items():
            found = numbers[name, column]
            exact = shown.removesuffix(" threads").removesuffix(" %").replace(",", "")
            assert float(exact) == round(100 * found if "%" in shown else found), (case, column)


def test_every_table_has_a_head() -> None:
    """A blank line within a table would end it, and what follows would be shown as text."""
    for path in (ROOT / "README.md", ROOT / "CHANGELOG.md", *sorted((ROOT / "docs").rglob("*.md"))):
        lines = Path(path).read_text().splitlines()
        for number, (before, line) in enumerate(itertools.pairwise(lines), 2):
            if line.startswith("|") and not before.startswith("|"):
                following = lines[number] if number < len(lines) else ""
                assert re.match(r"\|[ :|-]+\|$", following), f"{path.name}:{number}: {line[:60]}"


def test_no_merge_is_left_unfinished() -> None:
    for path in (ROOT / "README.md", ROOT / "CHANGELOG.md", *sorted((ROOT / "docs").rglob("*.md"))):
        assert not re.search(r"^(<{7}|>{7}) ", path.read_text(), re.MULTILINE), path.name


def test_steps_in_jax() -> None:
    numbers = {(row["id"], row["num_envs"]): row for row in results("jax")}
    rows = table(BENCHMARKS, "JAX")
    assert {JAX_BATCHES[batch] for batch in rows} == set(numbers)
    for batch, row in rows.items():
        number = numbers[JAX_BATCHES[batch]]
        for column, name in JAX_COLUMNS.items():
            assert agrees(row[column], number[name]), (batch, column)
        micros, ratio = row["EnvPool's `xla()`"].split(", ")
        assert agrees(micros, number["envpool_xla_us"]), batch
        assert agrees(ratio, number["envpool_xla/xla"]), batch
