# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""The rule that a batch names the environment and player of each player row."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import Any

import numpy as np

from parallel_pool.testing.play import run
from parallel_pool.testing.subject import STEPS, Subject, require, require_same


def players_are_counted(subject: Subject) -> None:
    """Each player row has its env id and player id, from 0 on, and at most `max_players` exist."""
    spec = subject.spec()
    if not spec["multi_player"]:
        return
    for engine in ({}, {"batch_size": 2}):
        run(subject.make(**engine), STEPS, on_batch=functools.partial(require_counted, spec))


def require_counted(spec: dict[str, Any], result: Sequence[Any]) -> None:
    """Raises `ConformanceError` if the ids of players in a batch do not fit its arrays."""
    observations, rewards, terminations, _, infos = result
    own, ids = infos["players"]["env_id"], infos["players"]["id"]
    env_ids = infos.get("env_id", np.arange(len(terminations))).tolist()
    counts = [int(np.count_nonzero(own == env_id)) for env_id in env_ids]
    require(
        max(counts) <= spec["max_players"],
        f"an environment has {max(counts)} players, and its spec allows {spec['max_players']}",
    )
    owners = np.repeat(np.array(env_ids, np.int32), counts)
    numbers = np.array([i for count in counts for i in range(count)], np.int32)
    require_same(own, owners, "infos['players']['env_id'] is not in the order of environments")
    require_same(ids, numbers, "infos['players']['id'] does not count from 0")
    rows = len(env_ids), len(owners)
    require(len(rewards) == rows[1], f"there are {len(rewards)} rewards for {rows[1]} players")
    _require_rows(spec["observation"], observations, rows, "the observation")
    _require_rows(spec["info"], infos, rows, "infos")


def _require_rows(node: dict[str, Any], values: Any, rows: Sequence[int], path: str) -> None:
    if node["kind"] == "Tuple":
        for i, child in enumerate(node["children"]):
            _require_rows(child, values[i], rows, f"{path}[{i}]")
    elif node["kind"] == "Dict":
        for child in node["children"]:
            name = child["name"]
            if name in values:  # infos may be missing
                _require_rows(child, values[name], rows, f"{path}[{name!r}]")
    else:
        expected = rows[1] if node["per_player"] else rows[0]
        require(len(values) == expected, f"{path} has {len(values)} rows, not {expected}")
