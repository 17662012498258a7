# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Pools spread over NUMA nodes: on machines as Linux describes them, and on this one."""

from __future__ import annotations

import os
from pathlib import Path

import gymnasium
import numpy as np
import parallel_pool
import pytest
from parallel_pool import _core
from parallel_pool.python_envs.settings import Settings

from tests import registration  # noqa: F401 - registers the test environments
from tests.robustness.isolation import isolated
from tests.robustness.process_facts import eventually, worker_cpus

# Of each node: its CPUs as Linux lists them. Cores have two CPUs, `SIBLING` apart.
TWO_SOCKETS = {0: "0,2,4,6,8,10,12,14", 1: "1,3,5,7,9,11,13,15"}
EIGHT_NODES = {k: f"{8 * k}-{8 * k + 7},{64 + 8 * k}-{71 + 8 * k}" for k in range(8)}
SIBLING = {"two sockets": 8, "eight nodes": 64}
MACHINES = {"two sockets": TWO_SOCKETS, "eight nodes": EIGHT_NODES}
EVENS = [0, 2, 4, 6, 8, 10, 12, 14]
ODDS = [1, 3, 5, 7, 9, 11, 13, 15]


def write_machine(root: Path, nodes: dict[int, str], sibling: int) -> list[int]:
    """Writes what Linux has below /sys/devices/system; the machine's CPUs."""
    cpus = sorted(cpu for text in nodes.values() for cpu in _core.parse_cpu_list(text))
    files = {f"node/node{node}/cpulist": f"{text}\n" for node, text in nodes.items()}
    files["node/online"] = f"0-{max(nodes)}\n"
    for cpu in cpus:
        first = cpu % sibling
        files[f"cpu/cpu{cpu}/topology/thread_siblings_list"] = f"{first},{first + sibling}\n"
    for name, text in files.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text)
    return cpus


@pytest.mark.parametrize("machine", MACHINES)
def test_nodes_list_one_cpu_of_each_core_first(machine: str, tmp_path: Path) -> None:
    sibling = SIBLING[machine]
    cpus = write_machine(tmp_path, MACHINES[machine], sibling)
    nodes = _core.numa_nodes(cpus, str(tmp_path))
    assert [*nodes] == [*MACHINES[machine]]
    for node, text in MACHINES[machine].items():
        own = _core.parse_cpu_list(text)
        assert nodes[node] == sorted(own, key=lambda cpu: (cpu >= sibling, cpu))


def test_only_allowed_cpus_count(tmp_path: Path) -> None:
    write_machine(tmp_path, TWO_SOCKETS, 8)
    assert _core.numa_nodes([2, 8, 10, 14], str(tmp_path)) == {0: [2, 8, 14, 10], 1: []}


def test_memory_without_cpus_is_no_node(tmp_path: Path) -> None:
    cpus = write_machine(tmp_path, {0: "0-3", 1: "4-7", 2: ""}, 8)
    assert [*_core.numa_nodes(cpus, str(tmp_path))] == [0, 1]


@pytest.mark.parametrize("described", [{}, {0: "0-1"}])
def test_without_a_whole_description_all_cpus_are_one_node(
    described: dict[int, str], tmp_path: Path
) -> None:
    if described:
        write_machine(tmp_path, described, 8)
    assert _core.numa_nodes([0, 1, 2], str(tmp_path)) == {0: [0, 1, 2]}


NODES = {0: EVENS, 1: ODDS}


@pytest.mark.parametrize(
    ("threads", "numa", "parts", "workers"),
    [
        (16, "auto", [(0, 0, 50), (1, 50, 100)], [(0, EVENS)] * 8 + [(1, ODDS)] * 8),
        (9, "auto", [(0, 0, 55), (1, 55, 100)], [(0, EVENS)] * 5 + [(1, ODDS)] * 4),
        (8, "auto", [(-1, 0, 100)], [(0, [])] * 8),  # one node is enough
        (16, "off", [(-1, 0, 100)], [(0, [])] * 16),
        (2, [1, 0], [(1, 0, 50), (0, 50, 100)], [(0, ODDS), (1, EVENS)]),
        (3, [1], [(1, 0, 100)], [(0, ODDS)] * 3),
        (1, [0, 1], [(0, 0, 100)], [(0, EVENS)]),  # the other node would have no worker
    ],
)
def test_two_sockets(
    threads: int,
    numa: str | list[int],
    parts: list[tuple[int, int, int]],
    workers: list[tuple[int, list[int]]],
) -> None:
    assert _core.place(100, threads, numa=numa, nodes=NODES) == (parts, workers)


def test_eight_nodes() -> None:
    nodes = {node: _core.parse_cpu_list(text) for node, text in EIGHT_NODES.items()}
    parts, workers = _core.place(1024, 128, nodes=nodes)
    assert parts == [(k, 128 * k, 128 * k + 128) for k in range(8)]
    assert [part for part, _ in workers] == [k for k in range(8) for _ in range(16)]
    assert all(cpus == nodes[part] for part, cpus in workers)


def test_unequal_nodes_get_workers_in_proportion_to_their_cpus() -> None:
    parts, workers = _core.place(60, 6, nodes={0: [0, 1], 1: [], 3: [2, 3, 4, 5]}, numa="auto")
    assert parts == [(0, 0, 20), (3, 20, 60)]
    assert [part for part, _ in workers] == [0, 0, 1, 1, 1, 1]


def test_an_offset_gives_each_worker_a_cpu_within_its_node() -> None:
    _, workers = _core.place(100, 6, 7, [0, 1], NODES)
    assert workers == [(0, [14]), (0, [0]), (0, [2]), (1, [15]), (1, [1]), (1, [3])]
    _, workers = _core.place(100, 3, 15, "off", NODES)
    assert workers == [(0, [15]), (0, [0]), (0, [1])]


@pytest.mark.parametrize(
    ("numa", "message"),
    [
        ([4000], "^numa: this machine has no NUMA node 4000 with CPUs$"),
        ([2], "^numa: this process may not use any CPU of node 2$"),
        ([1, 1], "^numa: node 1 was given twice$"),
        ([], '^numa: name at least one node, or give "off"$'),
    ],
)
def test_refusals(numa: list[int], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        _core.place(4, 2, numa=numa, nodes=NODES | {2: []})


@isolated
def test_a_named_node_on_this_machine() -> None:
    (node, cpus), *_ = ((k, v) for k, v in _core.numa_nodes().items() if v)
    envs = parallel_pool.make("Scripted-v0", num_envs=4, batch_size=2, num_threads=2, numa=[node])
    envs.async_reset(seed=0)
    envs.recv()
    assert eventually(lambda: [set(one) for one in worker_cpus()] == [set(cpus)] * 2)
    envs.close()
    default = parallel_pool.make("CartPole-v1", num_envs=64, numa=[node])
    assert default.num_threads == min(_core.available_parallelism(), len(cpus))
    with parallel_pool.Workers(numa=[node]) as workers:
        assert workers.num_threads == default.num_threads


def test_numa_is_part_of_the_arguments() -> None:
    envs = parallel_pool.make("CartPole-v1", num_envs=2, numa=[0])
    assert envs.spec.kwargs["numa"] == [0]
    assert "numa" not in parallel_pool.make("CartPole-v1", num_envs=2).spec.kwargs


class ShowsCpus(gymnasium.Env[np.ndarray, int]):
    """Knows which CPUs it might use where it was made."""

    observation_space = gymnasium.spaces.Box(0, 1, (1,))
    action_space = gymnasium.spaces.Discrete(2)

    def __init__(self) -> None:
        self.cpus = os.sched_getaffinity(0)


def test_worker_processes_are_bound_before_they_make_environments(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    cpus = _core.allowed_cpus()
    monkeypatch.setattr(Settings, "worker_cpus", lambda _: [[cpus[0]], [cpus[-1]], []])
    envs = parallel_pool.make_python(ShowsCpus, num_envs=3, num_workers=3)
    assert envs.get_attr("cpus") == ({cpus[0]}, {cpus[-1]}, set(cpus))
    envs.close()


def test_worker_processes_take_a_node() -> None:
    with pytest.raises(ValueError, match="no NUMA node 4000"):
        parallel_pool.make_python(ShowsCpus, num_envs=3, num_workers=3, numa=[4000])
