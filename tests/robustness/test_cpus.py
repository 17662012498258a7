# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""The default number of threads follows the affinity mask and the cgroup quota."""

from __future__ import annotations

import os
from pathlib import Path

import parallel_pool
import pytest
from parallel_pool import _core
from parallel_pool.tools import doctor

from tests import registration  # noqa: F401 - registers the test environments
from tests.robustness.isolation import isolated
from tests.robustness.process_facts import eventually, worker_cpus

ALLOWED = sorted(os.sched_getaffinity(0))


@isolated
def test_affinity_limits_the_default() -> None:
    for cpus in ({ALLOWED[-1]}, set(ALLOWED[:2])):
        os.sched_setaffinity(0, cpus)
        assert _core.allowed_cpus() == sorted(cpus)
        parallelism = _core.available_parallelism()
        assert 1 <= parallelism <= len(cpus)
        envs = parallel_pool.make("CartPole-v1", num_envs=64)
        assert envs.num_threads == parallelism
        assert parallel_pool.make("CartPole-v1", num_envs=64, num_threads=5).num_threads == 5
        [finding] = [one for one in doctor.examine() if one.name == "processors"]
        assert finding.ok
        listed = ", ".join(map(str, sorted(cpus)))
        assert f"CPUs {listed} are allowed, {parallelism} of them" in finding.detail


@isolated
def test_pinning() -> None:
    """Workers are pinned to allowed CPUs from the offset on, wrapping around; the caller is not."""
    for offset in (0, 1, len(ALLOWED), 1000):
        envs = parallel_pool.make(
            "Scripted-v0", num_envs=4, batch_size=2, num_threads=4, thread_affinity_offset=offset
        )
        envs.async_reset(seed=0)
        envs.recv()
        expected = sorted([ALLOWED[(offset + i) % len(ALLOWED)]] for i in range(4))

        def are_pinned(expected: list[list[int]] = expected) -> bool:
            return sorted(map(sorted, worker_cpus())) == expected

        assert eventually(are_pinned)
        assert os.sched_getaffinity(0) == set(ALLOWED)
        envs.close()


@pytest.mark.parametrize(
    ("text", "quota"),
    [
        ("max 100000", 0),
        ("200000 100000", 2),
        ("150000 100000", 1.5),
        ("5000 100000", 0.05),
        ("-1 100000", 0),
        ("100000 0", 0),
        ("", 0),
        ("nonsense", 0),
        ("100000", 0),
        ("1e400 1", 0),
    ],
)
def test_quota_texts(text: str, quota: float) -> None:
    assert _core.cgroup_quota(text) == quota


@pytest.mark.parametrize(
    ("text", "cpus"),
    [
        ("0", [0]),
        ("0-3,8,10-11", [0, 1, 2, 3, 8, 10, 11]),
        ("0-1\n", [0, 1]),
        ("", []),
        ("\n", []),
        ("3-1", []),
        ("x,2", [2]),
    ],
)
def test_cpu_lists(text: str, cpus: list[int]) -> None:
    assert _core.parse_cpu_list(text) == cpus


def write(folder: Path, files: dict[str, str]) -> None:
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)


V1 = {"cpu.cfs_quota_us": "300000\n", "cpu.cfs_period_us": "100000\n"}
CGROUPS = {
    "no cgroups": ("", {}, 0),
    "no limit": ("0::/a\n", {"a/cpu.max": "max 100000\n", "cpu.max": "max 100000\n"}, 0),
    "its own": ("0::/a/b\n", {"a/b/cpu.max": "150000 100000\n"}, 1.5),
    "its parent's": ("0::/a/b\n", {"a/b/cpu.max": "max 100000\n", "a/cpu.max": "4 2\n"}, 2),
    "the smallest": ("0::/a/b\n", {"a/b/cpu.max": "9 3\n", "a/cpu.max": "4 2\n"}, 2),
    "the root's, as in containers": ("0::/\n", {"cpu.max": "250000 100000\n"}, 2.5),
    "a sibling's is none of it": ("0::/a\n", {"b/cpu.max": "1 1\n"}, 0),
    "a name with colons": ("0::/a:b:c\n", {"a:b:c/cpu.max": "1 2\n"}, 0.5),
    "version 1": ("4:cpu,cpuacct:/x/y\n", {f"cpu/x/y/{name}": V1[name] for name in V1}, 3),
    "version 1 in a container": ("4:cpu:/x\n", {f"cpu/{name}": V1[name] for name in V1}, 3),
    "version 1, other controllers": (
        "5:cpuset:/x\n3:memory:/x\n",
        {f"{kind}/x/{name}": V1[name] for name in V1 for kind in ("cpuset", "memory")},
        0,
    ),
    "version 1, no limit": (
        "4:cpu:/x\n",
        {"cpu/x/cpu.cfs_quota_us": "-1\n", "cpu/x/cpu.cfs_period_us": "100000\n"},
        0,
    ),
    "both versions": (
        "4:cpu:/x\n0::/a\n",
        {"a/cpu.max": "2 1\n"} | {f"cpu/x/{name}": V1[name] for name in V1},
        2,
    ),
    "garbage": ("what\n0\n::\n\n", {"cpu.max": "?\n"}, 0),
}


@pytest.mark.parametrize("case", CGROUPS)
def test_cgroups(case: str, tmp_path: Path) -> None:
    """The smallest limit between the process's group and the root applies."""
    membership, files, quota = CGROUPS[case]
    write(tmp_path / "root", files)
    write(tmp_path, {"membership": membership})
    assert _core.process_quota(str(tmp_path / "membership"), str(tmp_path / "root")) == quota


def test_missing_cgroup_files(tmp_path: Path) -> None:
    assert _core.process_quota(str(tmp_path / "no"), str(tmp_path)) == 0
