# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""The tables of what `parallel-pool bench` and `benchmarks/threads.py` measure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from parallel_pool.family import Case
from parallel_pool.tools.bench.report import short, times
from parallel_pool.tools.bench.ways.measuring import amount

from benchmarks.markdown import ABSENT, Row, measured, results, table

# The columns of the tables, each with the contender's name.
PEERS = {
    "SyncVectorEnv": "Gymnasium SyncVectorEnv",
    "AsyncVectorEnv": "Gymnasium AsyncVectorEnv",
    "vectorised": "Gymnasium vectorised",
    "EnvPool": "EnvPool",
}
SHOWN_FIRST = (
    Case("CartPole-v1", 64),
    Case("CartPole-v1", 1024),
    Case("FrozenLake-v1", 1024),
    Case("LunarLander-v3", 64),
    Case("MiniGrid-DoorKey-8x8-v0", 1024),
    Case("Pong-v5", 8),
    Case("Ant-v5", 64),
)
BUSY = {
    "`recv`+`send`": "recv+send, 1",
    "2 threads": "recv+send, 2",
    "`step`": "step, 1",
    "`step`, 2 threads": "step, 2",
    "EnvPool": "EnvPool, 1",
    "EnvPool, 2 threads": "EnvPool, 2",
}
Cases = dict[Case, dict[str, Row]]


def cases(kind: str) -> Cases:
    """The rows of each contender in each case."""
    found: Cases = {}
    for row in results(kind):
        batch = int(row["batch_size"]) if row["batch_size"] else None
        case = Case(row["id"], int(row["num_envs"]), int(row["num_threads"]), batch)
        found.setdefault(case, {})[row["contender"]] = row
    return found


def bench() -> Iterator[str]:
    """All cases of a run."""
    yield from _bench(list(cases("bench")), list(PEERS))


def first() -> Iterator[str]:
    """The cases that the first pages show."""
    measured_cases = cases("bench")
    yield from _bench([case for case in SHOWN_FIRST if case in measured_cases], list(PEERS))


def _bench(shown: Sequence[Case], peers: Sequence[str]) -> Iterator[str]:
    numbers = cases("bench")
    yield from table(
        ("case", "parallel_pool", *peers),
        (
            (
                _label(case),
                short(float(numbers[case]["parallel_pool"]["steps_per_cpu_second"])),
                *(_cell(numbers[case].get(PEERS[peer])) for peer in peers),
            )
            for case in shown
        ),
    )
    yield from measured("bench")


def _label(case: Case) -> str:
    threads = "" if case.num_threads == 1 else f", {case.num_threads} threads"
    batches = "" if case.batch_size is None else f", batches of {case.batch_size}"
    return f"{case.num_envs} `{case.id}`{batches}{threads}"


def _cell(row: Row | None) -> str:
    if row is None or row["absent"]:
        return ABSENT
    return f"{short(float(row['steps_per_cpu_second']))}, {times(float(row['cpu_ratio']))}"


def summary() -> Iterator[str]:
    """One sentence of the results."""
    numbers = cases("bench")[Case("CartPole-v1", 64)]
    pool = float(numbers["parallel_pool"]["steps_per_cpu_second"]) / 1e6
    ratio = {name: float(row["cpu_ratio"] or 0) for name, row in numbers.items()}
    yield (
        f"One thread makes **{pool:.1f} million** time steps of 64 CartPoles a second, "
        f"{ratio['Gymnasium SyncVectorEnv']:.0f} times as many as Gymnasium's `SyncVectorEnv` and "
        f"{ratio['EnvPool']:.0f} times as many as EnvPool ([benchmarks](benchmarks.md))."
    )


def sb3() -> Iterator[str]:
    """The CPU time of a step of all environments, and its ratio."""
    peers = ("EnvPool's example", "DummyVecEnv", "SubprocVecEnv")
    yield from table(
        ("CartPole-v1", "`parallel_pool.sb3`", "EnvPool's example", *(f"`{n}`" for n in peers[1:])),
        (
            (
                f"{case.num_envs} environments",
                _time(rows["parallel_pool"]),
                *(_time(rows[peer]) for peer in peers),
            )
            for case, rows in cases("sb3").items()
        ),
    )
    yield from measured("sb3")


def _time(row: Row) -> str:
    if row["absent"]:
        return ABSENT
    seconds = int(row["num_envs"]) / float(row["steps_per_cpu_second"])
    shown = f"{1e6 * seconds:.0f} µs" if seconds < 1e-3 else f"{1e3 * seconds:.1f} ms"
    return shown + ("" if row["ratio"] == "1" else f", {times(float(row['cpu_ratio']))}")


def busy() -> Iterator[str]:
    """Steps with and without busy processes beside them."""
    numbers: dict[str, dict[str, Row]] = {}
    for row in results("busy"):
        batch = f", batches of {row['batch_size']}" if row["batch_size"] else ""
        machine = "busy" if int(row["neighbours"]) else "quiet"
        case = f"{row['id']}, {row['num_envs']}{batch}, {machine}"
        numbers.setdefault(case, {})[row["contender"]] = row
    yield from table(
        ("case", *BUSY),
        ((case, *(_busy(rows[name]) for name in BUSY.values())) for case, rows in numbers.items()),
    )
    yield from measured("busy")


def _busy(row: Row) -> str:
    if row["absent"]:
        return ABSENT
    speed = short(float(row["steps_per_second"]))
    return speed + ("" if row["ratio"] == "1" else f", {times(float(row['ratio']))}")


def threads() -> Iterator[str]:
    """Two threads beside one, and beside two processes."""
    yield from table(
        ("case", "steps/s of one thread", "two threads", "two processes"),
        (
            (
                f"{row['id']}, {row['envs']}"
                + ("" if row["batch"] == row["envs"] else f", batches of {row['batch']}"),
                short(float(row["steps/s of one"])),
                f"{float(row['two threads']):.2f}x",
                f"{float(row['two processes']):.2f}x",
            )
            for row in results("threads")
        ),
    )
    yield from measured("threads")


def ways() -> Iterator[str]:
    """What else programs do, from the worst to the best."""
    rows: dict[str, dict[str, Row]] = {}
    for row in results("ways"):
        rows.setdefault(row["way"], {})[row["contender"]] = row
    compared = [those for those in rows.values() if any(row["best"] for row in those.values())]
    yield from table(
        ("way", "parallel_pool", "best peer", "ratio"),
        (
            (
                next(iter(those.values()))["way"],
                _amount(those["parallel_pool"]),
                f"{best['contender']}, {_amount(best)}",
                times(float(best["ratio"])),
            )
            for those in compared
            for best in those.values()
            if best["best"]
        ),
    )
    yield from measured("ways")


def _amount(row: Row) -> str:
    return amount(float(row["cost"]), row["unit"])


TABLES = {
    "bench": bench,
    "ways": ways,
    "first": first,
    "summary": summary,
    "sb3": sb3,
    "busy": busy,
    "threads": threads,
}
