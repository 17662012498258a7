# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""What cannot work says so: Ray missing or too old, packages missing on a node, bad arguments."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import gymnasium
import parallel_pool
import pytest

pytest.importorskip("ray", reason="needs Ray: `make test-adapters`")

import parallel_pool.ray

from tests.robustness.isolation import run_code


def test_the_package_does_not_import_ray() -> None:
    code = "import sys, parallel_pool; assert not {'ray', 'parallel_pool.ray'} & set(sys.modules)"
    run_code(code).check()


@pytest.mark.parametrize(
    ("before", "message"),
    [
        (
            "sys.modules['ray'] = None",
            r"parallel_pool.ray needs Ray: pip install 'parallel_pool\[ray]'",
        ),
        (
            "import types; ray = sys.modules['ray'] = types.ModuleType('ray'); "
            "ray.__version__ = '2.9.3'",
            "parallel_pool.ray needs Ray 2.50 or newer, found 2.9.3",
        ),
    ],
)
def test_ray_is_missing_or_too_old(before: str, message: str) -> None:
    outcome = run_code(f"import sys; {before}; import parallel_pool.ray")
    assert outcome.returncode == 1
    assert re.search(message, outcome.stderr)


@pytest.mark.usefixtures("cluster")
def test_a_package_that_a_node_lacks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source = "import gymnasium\nclass Far(gymnasium.Env):\n    pass\n"
    (tmp_path / "only_here.py").write_text(source)
    monkeypatch.syspath_prepend(tmp_path)
    import only_here  # type: ignore[import-not-found]

    with pytest.raises(
        parallel_pool.PoolError,
        match=r"actor 0 \(pid \d+ on node [\d.]+, .*\) lacks the package 'only_here'",
    ):
        parallel_pool.ray.make(only_here.Far, 2, num_actors=2)


@pytest.mark.usefixtures("cluster")
def test_a_node_with_another_version(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("parallel_pool.ray.actors.__version__", "9.9")
    with pytest.raises(
        parallel_pool.PoolError,
        match=r"actor 0 \(pid .* on node .*\): it has parallel_pool .*, the caller 9.9: install",
    ):
        parallel_pool.ray.make("CartPole-v1", 2)


@pytest.mark.usefixtures("cluster")
def test_an_environment_that_cannot_be_made() -> None:
    class Broken(gymnasium.Env[Any, Any]):
        def __init__(self) -> None:
            raise LookupError("no map")

    with pytest.raises(LookupError, match="no map") as caught:
        parallel_pool.ray.make(Broken, 1)
    assert " on node " in caught.value.__notes__[-1]


@pytest.mark.usefixtures("cluster")
def test_a_cluster_without_room() -> None:
    with pytest.raises(parallel_pool.PoolError, match=r"1 of 1 actors did not start within 2 sec"):
        parallel_pool.ray.make("CartPole-v1", 1, num_threads=999, start_timeout=2)


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        ({"env": "CartPole-v9"}, parallel_pool.UnknownEnvironmentError, "CartPole"),
        ({"wind": 1}, parallel_pool.InvalidOptionError, "wind"),
        ({"num_actors": 5}, ValueError, "num_actors must be at most num_envs = 4, got 5"),
        ({"num_actors": 0}, ValueError, "num_actors"),
        ({"batch_size": 5}, ValueError, "batch_size"),
        ({"num_threads": 0}, ValueError, "num_threads"),
        ({"after_death": "panic"}, ValueError, "after_death must be one of"),
        ({"after_death": "resume", "save_every": 0}, ValueError, "save_every"),
        ({"rows_per_call": 0}, ValueError, "rows_per_call"),
        ({"start_timeout": 0}, ValueError, "start_timeout"),
        ({"start_timeout": "3"}, TypeError, "start_timeout must be a number of seconds, got '3'"),
        ({"rows_per_call": 2}, ValueError, "rows_per_call is for async mode: pass a batch_size"),
        ({"save_every": 3}, ValueError, "after_death='resume', .*; got save_every=3 with"),
        ({"actor_options": ["num_cpus"]}, TypeError, "actor_options must be a dict of Ray's opt"),
        ({"actor_options": {"max_restarts": 1}}, ValueError, "actor_options has max_restarts, but"),
        ({"backend": "gpu"}, ValueError, "backend"),
        ({"autoreset_mode": "never"}, ValueError, "never"),
    ],
)
def test_bad_arguments(arguments: dict[str, Any], error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        parallel_pool.ray.make(**{"env": "CartPole-v1", "num_envs": 4} | arguments)
